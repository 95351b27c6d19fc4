# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Test material for the SLH-DSA sets of SP 800-230 (draft of 2026-04-13): keys and signatures, the same for the same
seed, and a verifier of its own.

Not for anything that matters. Of a key's 2^21 or 2^22 leaves only a subtree of 2^8 is real, and of a FORS tree only
the path that is revealed; the other nodes are pseudo-random strings, which a verifier cannot tell. R is searched for
until it leads to the subtree."""
from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cached_property

from kilosig.schemes.slh24 import SETS, LimitedSet, base_2b, digits_of, with_checksum

__all__ = ["SETS", "LimitedSet", "base_2b", "digits_of", "with_checksum"]

WOTS_HASH, WOTS_PK, TREE, FORS_TREE, FORS_ROOTS, WOTS_PRF, FORS_PRF = range(7)
REAL_HEIGHT = 8
Digits = Callable[["LimitedSet", bytes], list[int]]


def mistaken_digits(one: LimitedSet, node: bytes) -> list[int]:
    """Those of code that takes the bits of one byte at a time, as the SPHINCS+ reference may where w is 4, 16 or 256:
    with w = 8 it goes on shifting the first byte, by amounts that a 32-bit machine takes modulo 32."""
    total, place, bits, found = 0, 0, 0, []
    for _ in range(one.digits):
        if bits == 0:
            total, place, bits = node[place], place + 1, 8
        bits -= one.lg_w
        found.append(total >> (bits & 31) & (1 << one.lg_w) - 1)
    return found


class Functions:
    """F, H and T (FIPS 205 section 11) of a set and a PK.seed; they count their calls."""

    def __init__(self, one: LimitedSet, seed: bytes) -> None:
        self.set, self.calls = one, 0
        self._small = hashlib.sha256(seed + bytes(64 - one.n))
        self._large = self._small if one.n == 16 else hashlib.sha512(seed + bytes(128 - one.n))
        self._shake = hashlib.shake_256(seed)

    def call(self, kind: int, words: tuple[int, int, int], data: bytes) -> bytes:
        """Of the address of layer and tree 0 with that type and words."""
        self.calls += kind not in (WOTS_PK, FORS_ROOTS, WOTS_PRF, FORS_PRF)
        tail = b"".join(word.to_bytes(4, "big") for word in words)
        if self.set.shake:
            state = self._shake.copy()
            state.update(bytes(16) + kind.to_bytes(4, "big") + tail + data)
            return state.digest(self.set.n)
        small = len(data) == self.set.n
        hashed = (self._small if small else self._large).copy()
        hashed.update(bytes(9) + bytes([kind]) + tail + data)
        return hashed.digest()[:self.set.n]

    def chain(self, leaf: int, index: int, first: int, last: int, value: bytes) -> bytes:
        """A WOTS+ chain's value from step `first` to step `last`."""
        for step in range(first, last):
            value = self.call(WOTS_HASH, (leaf, index, step), value)
        return value

    def climb(self, kind: int, leaf: int, place: int, node: bytes, path: list[bytes]) -> bytes:
        """The root above a node. place: among those of its height."""
        for height, other in enumerate(path, 1):
            pair = other + node if place & 1 else node + other
            place >>= 1
            node = self.call(kind, (leaf, height, place), pair)
        return node


def digest_of(one: LimitedSet, r: bytes, key: bytes, framed: bytes) -> bytes:
    """H_msg: md, then the leaf's three bytes. framed: M'."""
    length = one.md_bytes + 3
    if one.shake:
        return hashlib.shake_256(r + key + framed).digest(length)
    core = hashlib.sha256 if one.n == 16 else hashlib.sha512
    inner = r + key[:one.n] + core(r + key + framed).digest()
    return core(inner + bytes(4)).digest()[:length]


def leaf_of(one: LimitedSet, digest: bytes) -> int:
    """The key pair that a digest names."""
    return int.from_bytes(digest[one.md_bytes:], "big") & (1 << one.h) - 1


def frame(message: bytes, context: bytes = b"") -> bytes:
    """M' of the pure mode (FIPS 205 Algorithm 22)."""
    return bytes([0, len(context)]) + context + message


def verified(one: LimitedSet, key: bytes, framed: bytes, signature: bytes, digits: Digits = digits_of,
             functions: Functions | None = None) -> bool:
    """FIPS 205 Algorithm 20, with the digits of anybody's code. functions: to see its calls."""
    if len(signature) != one.signature_bytes or len(key) != 2 * one.n:
        return False
    n, functions = one.n, functions or Functions(one, key[:one.n])
    nodes = [signature[at:at + n] for at in range(0, len(signature), n)]
    digest = digest_of(one, nodes[0], key, framed)
    leaf, at, roots = leaf_of(one, digest), 1, b""
    for tree, index in enumerate(base_2b(digest[:one.md_bytes], one.a, one.k)):
        place = (tree << one.a) + index
        node = functions.call(FORS_TREE, (leaf, 0, place), nodes[at])
        roots += functions.climb(FORS_TREE, leaf, place, node, nodes[at + 1:at + 1 + one.a])
        at += 1 + one.a
    signed = functions.call(FORS_ROOTS, (leaf, 0, 0), roots)
    ends = b"".join(functions.chain(leaf, i, digit, (1 << one.lg_w) - 1, nodes[at + i])
                    for i, digit in enumerate(with_checksum(one, digits(one, signed))))
    node = functions.call(WOTS_PK, (leaf, 0, 0), ends)
    return functions.climb(TREE, 0, leaf, node, nodes[at + one.chains:]) == key[n:]


class Pair:
    """A key of which the leaves of one subtree can sign."""

    def __init__(self, one: LimitedSet, seed: bytes) -> None:
        self.set = one
        self._secret = hashlib.shake_256(b"slh24 material" + one.name.encode() + seed).digest(3 * one.n)
        self._functions = Functions(one, self._secret[2 * one.n:])
        self.subtree = int.from_bytes(self._filler("subtree", 0), "big") % (1 << one.h - REAL_HEIGHT)

    def _filler(self, *what: object) -> bytes:
        return hashlib.shake_256(self._secret + repr(what).encode()).digest(self.set.n)

    def _prf(self, kind: int, leaf: int, chain: int, place: int) -> bytes:
        return self._functions.call(kind, (leaf, chain, place), self._secret[:self.set.n])

    def _leaf_node(self, leaf: int) -> bytes:
        ends = b"".join(self._functions.chain(leaf, i, 0, (1 << self.set.lg_w) - 1, self._prf(WOTS_PRF, leaf, i, 0))
                        for i in range(self.set.chains))
        return self._functions.call(WOTS_PK, (leaf, 0, 0), ends)

    @cached_property
    def _levels(self) -> list[list[bytes]]:
        """The real subtree's nodes, from the leaves on."""
        first = self.subtree << REAL_HEIGHT
        levels = [[self._leaf_node(first + i) for i in range(1 << REAL_HEIGHT)]]
        for height in range(1, REAL_HEIGHT + 1):
            pairs = [one + other for one, other in zip(levels[-1][::2], levels[-1][1::2])]
            levels.append([self._functions.call(TREE, (0, height, (first >> height) + i), pair)
                           for i, pair in enumerate(pairs)])
        return levels

    def _path(self, leaf: int) -> list[bytes]:
        inside = leaf & (1 << REAL_HEIGHT) - 1
        return ([self._levels[z][inside >> z ^ 1] for z in range(REAL_HEIGHT)]
                + [self._filler("tree", z) for z in range(REAL_HEIGHT, self.set.h)])

    @cached_property
    def key(self) -> bytes:
        """PK.seed | PK.root."""
        root = self._functions.climb(TREE, 0, self.subtree << REAL_HEIGHT, self._levels[0][0],
                                     self._path(self.subtree << REAL_HEIGHT))
        return self._secret[2 * self.set.n:] + root

    def randomizer(self, framed: bytes, number: int = 0) -> bytes:
        """The first R, from `number` on, that leads to the real subtree."""
        while True:
            r = hashlib.shake_256(self._secret + number.to_bytes(8, "big") + framed).digest(self.set.n)
            if leaf_of(self.set, digest_of(self.set, r, self.key, framed)) >> REAL_HEIGHT == self.subtree:
                return r
            number += 1

    def sign_framed(self, framed: bytes, r: bytes, digits: Digits = digits_of) -> bytes:
        """With an R that leads to the real subtree."""
        one, digest = self.set, digest_of(self.set, r, self.key, framed)
        leaf = leaf_of(one, digest)
        fors, signed = fors_by(self._functions, digest, leaf, lambda place: self._prf(FORS_PRF, leaf, 0, place),
                               lambda place, z: self._filler("fors", leaf, place, z))
        chains = [self._functions.chain(leaf, i, 0, digit, self._prf(WOTS_PRF, leaf, i, 0))
                  for i, digit in enumerate(with_checksum(one, digits(one, signed)))]
        return b"".join([r, fors, *chains, *self._path(leaf)])

    def sign(self, message: bytes, context: bytes = b"") -> bytes:
        """A signature of the pure mode."""
        framed = frame(message, context)
        return self.sign_framed(framed, self.randomizer(framed))


def fors_by(functions: Functions, digest: bytes, leaf: int, secret: Callable[[int], bytes],
            filler: Callable[[int, int], bytes]) -> tuple[bytes, bytes]:
    """A FORS signature and its public key, of whose trees only the paths are real."""
    one = functions.set
    parts, roots = [], b""
    for tree, index in enumerate(base_2b(digest[:one.md_bytes], one.a, one.k)):
        place = (tree << one.a) + index
        value = secret(place)
        path = [filler(place >> z ^ 1, z) for z in range(one.a)]
        roots += functions.climb(FORS_TREE, leaf, place, functions.call(FORS_TREE, (leaf, 0, place), value), path)
        parts += [value, *path]
    return b"".join(parts), functions.call(FORS_ROOTS, (leaf, 0, 0), roots)


def forged(one: LimitedSet, key: bytes, genuine: bytes, framed: bytes, message: bytes,
           tries: int = 1 << 26) -> bytes:
    """What anybody makes of one signature by a mistaken signer, for another message, without any secret: R that leads
    to the same leaf, and a FORS key of his own whose first byte is the signed one's. A mistaken verifier accepts it.
    genuine: the signature of M' `framed`."""
    functions, n = Functions(one, key[:one.n]), one.n
    target = digest_of(one, genuine[:n], key, framed)
    leaf = leaf_of(one, target)
    nodes = [genuine[at:at + n] for at in range(n, one.wots_at, n)]
    roots = b""
    for tree, index in enumerate(base_2b(target[:one.md_bytes], one.a, one.k)):
        part = nodes[tree * (1 + one.a):(tree + 1) * (1 + one.a)]
        place = (tree << one.a) + index
        roots += functions.climb(FORS_TREE, leaf, place, functions.call(FORS_TREE, (leaf, 0, place), part[0]), part[1:])
    wanted = functions.call(FORS_ROOTS, (leaf, 0, 0), roots)[0]
    other = frame(message)
    r = next(r for r in (hashlib.shake_256(b"forger" + i.to_bytes(8, "big")).digest(n) for i in range(tries))
             if leaf_of(one, digest_of(one, r, key, other)) == leaf)
    digest = digest_of(one, r, key, other)
    for number in range(1 << 16):
        secret = hashlib.shake_256(b"own" + number.to_bytes(4, "big")).digest(n)

        def same(place: int, value: bytes = secret) -> bytes:
            return value
        fors, signed = fors_by(functions, digest, leaf, same, lambda place, z: bytes(n))
        if signed[0] == wanted:
            return r + fors + genuine[one.wots_at:]
    raise AssertionError("no FORS key of that first byte")
