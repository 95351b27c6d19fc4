# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Test material for LMS, HSS, XMSS and XMSS^MT: keys and signatures, the same for the same seed.

Not for anything that matters: who signs twice with one leaf gives the key away, and nothing here keeps a state. Of a
tree only the leaf that signs and the nodes above it are computed; the others are pseudo-random strings, which a
verifier cannot tell."""
from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from kilosig.errors import UserError
from kilosig.library.binding import LibraryScheme
from kilosig.schemes.family import Example, Family
from kilosig.schemes.stateful import NAMES, SETS, USUAL, LmsSet, XmssSet

CORES = {"sha256": hashlib.sha256, "sha512": hashlib.sha512}


def _hash(core: str, n: int, *parts: bytes) -> bytes:
    data = b"".join(parts)
    if core in CORES:
        return CORES[core](data).digest()[:n]
    return (hashlib.shake_128 if core == "shake128" else hashlib.shake_256)(data).digest(n)


def _secret(seed: bytes, n: int, *numbers: int) -> bytes:
    return hashlib.shake_256(b"material" + seed + b"".join(x.to_bytes(8, "big") for x in numbers)).digest(n)


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


# ---- LMS and HSS ---------------------------------------------------------------------------------------------------


def lms_digits(parameters: LmsSet, digest: bytes) -> list[int]:
    """The digits of a digest and its checksum."""
    def coefficient(data: bytes, i: int) -> int:
        bit = i * parameters.width
        return data[bit // 8] >> 8 - parameters.width - bit % 8 & (1 << parameters.width) - 1

    most = (1 << parameters.width) - 1
    checksum = sum(most - coefficient(digest, i) for i in range(8 * parameters.n // parameters.width))
    data = digest + (checksum << parameters.shift).to_bytes(2, "big")
    return [coefficient(data, i) for i in range(parameters.chains)]


class LmsPair:
    """An LMS key, of which leaf q can sign."""

    def __init__(self, parameters: LmsSet, seed: bytes, q: int) -> None:
        self.set, self.seed, self.q = parameters, seed, q
        self.identifier = _secret(seed, 16, 1)
        self._core = "shake256" if parameters.shake else "sha256"
        self.path = [_secret(seed, parameters.n, 2, (1 << parameters.height) + q >> i ^ 1)
                     for i in range(parameters.height)]
        ends = [self.chain(i, 0, (1 << parameters.width) - 1, self.start(i)) for i in range(parameters.chains)]
        self.key = _u32(parameters.lms) + _u32(parameters.ots) + self.identifier + self.root(self.hash(
            _u32(q) + b"\x80\x80", *ends))

    def hash(self, *parts: bytes) -> bytes:
        """H(I | parts)."""
        return _hash(self._core, self.set.n, self.identifier, *parts)

    def start(self, i: int) -> bytes:
        """The secret of chain i."""
        return _secret(self.seed, self.set.n, 3, self.q, i)

    def chain(self, i: int, first: int, last: int, value: bytes) -> bytes:
        """`value` of step `first` at step `last`."""
        for j in range(first, last):
            value = self.hash(_u32(self.q), i.to_bytes(2, "big"), bytes([j]), value)
        return value

    def root(self, public: bytes) -> bytes:
        """Above the leaf with that LM-OTS public key."""
        number = (1 << self.set.height) + self.q
        node = self.hash(_u32(number), b"\x82\x82", public)
        for neighbour in self.path:
            pair = neighbour + node if number & 1 else node + neighbour
            number >>= 1
            node = self.hash(_u32(number), b"\x83\x83", pair)
        return node

    def sign(self, message: bytes, randomizer: bytes | None = None) -> bytes:
        """q | type | C | y | type | path."""
        if randomizer is None:
            randomizer = _secret(self.seed, self.set.n, 4)
        digest = self.hash(_u32(self.q), b"\x81\x81", randomizer, message)
        chains = [self.chain(i, 0, digit, self.start(i)) for i, digit in enumerate(lms_digits(self.set, digest))]
        return b"".join([_u32(self.q), _u32(self.set.ots), randomizer, *chains, _u32(self.set.lms), *self.path])


class HssPair:
    """An HSS key of one LMS key for each level, which begin with the top."""

    def __init__(self, sets: Sequence[LmsSet], seed: bytes, leaves: Sequence[int]) -> None:
        self.pairs = [LmsPair(parameters, seed + bytes([level]), q)
                      for level, (parameters, q) in enumerate(zip(sets, leaves))]
        self.key = _u32(len(self.pairs)) + self.pairs[0].key

    def sign(self, message: bytes) -> bytes:
        """Nspk | (signature | key) ... | signature."""
        parts = [_u32(len(self.pairs) - 1)]
        for above, below in zip(self.pairs, self.pairs[1:]):
            parts += [above.sign(below.key), below.key]
        return b"".join([*parts, self.pairs[-1].sign(message)])


# ---- XMSS and XMSS^MT ----------------------------------------------------------------------------------------------

OTS, L_TREE, TREE = range(3)


@dataclass(frozen=True)
class Address:
    """Layer, tree and type, and three words."""

    layer: int
    tree: int
    type: int
    a: int = 0
    b: int = 0
    c: int = 0

    def pack(self, mask: int) -> bytes:
        return b"".join([_u32(self.layer), self.tree.to_bytes(8, "big"),
                         *map(_u32, (self.type, self.a, self.b, self.c, mask))])


def wots_digits(node: bytes) -> list[int]:
    """The digits of a node and its checksum."""
    digits = [digit for byte in node for digit in (byte >> 4, byte & 15)]
    checksum = sum(15 - digit for digit in digits)
    return digits + [checksum >> 8, checksum >> 4 & 15, checksum & 15]


def xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b))


class XmssPair:
    """A key of XMSS or XMSS^MT, of which one index can sign."""

    def __init__(self, parameters: XmssSet, seed: bytes, index: int) -> None:
        self.set, self.secret, self.index = parameters, seed, index
        self.seed, self.randomizer = _secret(seed, parameters.n, 1), _secret(seed, parameters.n, 4)
        self.layer_height = parameters.height // parameters.layers
        top = parameters.layers - 1
        self.root = self.tree_root(top, *self.place(top), self.ots_public(top))
        self.key = _u32(parameters.oid) + self.root + self.seed

    def place(self, layer: int) -> tuple[int, int]:
        """Tree and leaf of a layer."""
        above = self.index >> layer * self.layer_height
        return above >> self.layer_height, above & (1 << self.layer_height) - 1

    def hash(self, function: int, *parts: bytes) -> bytes:
        """toByte(function, pad) | parts."""
        return _hash(self.set.core, self.set.n, function.to_bytes(self.set.pad, "big"), *parts)

    def prf(self, address: Address, mask: int) -> bytes:
        return self.hash(3, self.seed, address.pack(mask))

    def f(self, address: Address, value: bytes) -> bytes:
        return self.hash(0, self.prf(address, 0), xor(value, self.prf(address, 1)))

    def h(self, address: Address, left: bytes, right: bytes) -> bytes:
        return self.hash(1, self.prf(address, 0), xor(left, self.prf(address, 1)), xor(right, self.prf(address, 2)))

    def chain(self, layer: int, i: int, last: int) -> bytes:
        """Chain i of the key that signs in a layer, at step `last`."""
        tree, leaf = self.place(layer)
        value = _secret(self.secret, self.set.n, 2, layer, tree, leaf, i)
        for j in range(last):
            value = self.f(Address(layer, tree, OTS, leaf, i, j), value)
        return value

    @cache  # noqa: B019
    def ots_public(self, layer: int) -> bytes:
        """The leaf: root of the L-tree."""
        tree, leaf = self.place(layer)
        nodes, height = [self.chain(layer, i, 15) for i in range(self.set.chains)], 0
        while len(nodes) > 1:
            joined = [self.h(Address(layer, tree, L_TREE, leaf, height, i), *nodes[2 * i:2 * i + 2])
                      for i in range(len(nodes) // 2)]
            nodes, height = joined + nodes[2 * len(joined):], height + 1
        return nodes[0]

    def neighbour(self, layer: int, height: int) -> bytes:
        tree, leaf = self.place(layer)
        return _secret(self.secret, self.set.n, 3, layer, tree, height, leaf >> height ^ 1)

    def tree_root(self, layer: int, tree: int, leaf: int, node: bytes) -> bytes:
        for height in range(self.layer_height):
            other = self.neighbour(layer, height)
            pair = (other, node) if leaf >> height & 1 else (node, other)
            node = self.h(Address(layer, tree, TREE, 0, height, leaf >> height + 1), *pair)
        return node

    def node(self, message: bytes, randomizer: bytes | None = None) -> bytes:
        """H_msg, which the lowest layer signs."""
        r = self.randomizer if randomizer is None else randomizer
        return self.hash(2, r, self.root, self.index.to_bytes(self.set.n, "big"), message)

    def sign(self, message: bytes, randomizer: bytes | None = None) -> bytes:
        """Index | R | (chains | path) ..."""
        if randomizer is None:
            randomizer = self.randomizer
        node = self.node(message, randomizer)
        parts = [self.index.to_bytes(self.set.index_bytes, "big"), randomizer]
        for layer in range(self.set.layers):
            parts += [self.chain(layer, i, digit) for i, digit in enumerate(wots_digits(node))]
            parts += [self.neighbour(layer, height) for height in range(self.layer_height)]
            node = self.tree_root(layer, *self.place(layer), self.ots_public(layer))
        return b"".join(parts)


Sign = Callable[[bytes], bytes]


def pair_of(scheme: str, sets: Sequence[object], seed: bytes = b"", index: int = 0) -> tuple[bytes, Sign]:
    """Key and signer of any scheme: of HSS a set for each level, else one. index: of the leaf, on all levels."""
    if scheme.startswith("xmss"):
        assert isinstance(sets[0], XmssSet)
        xmss = XmssPair(sets[0], seed, index)
        return xmss.key, xmss.sign
    lms_sets = [parameters for parameters in sets if isinstance(parameters, LmsSet)]
    if scheme == "hss":
        hss = HssPair(lms_sets, seed, [index] * len(lms_sets))
        return hss.key, hss.sign
    lms = LmsPair(lms_sets[0], seed, index)
    return lms.key, lms.sign


class Stateful(Family):
    """LMS, HSS, XMSS and XMSS^MT: examples alone, because nothing here keeps the state that signing needs."""

    planned = NAMES

    def example(self, scheme: LibraryScheme, message: bytes, context: bytes, sets: Sequence[str]) -> Example:
        """The key names its set: of HSS one for each level."""
        known = SETS[scheme.name]
        names = sets or [USUAL[scheme.name]]
        unknown = [name for name in names if name not in known]
        if unknown or (len(names) > 1 and scheme.name != "hss"):
            raise UserError(f"--set names sets of {scheme.name}, of hss one for each level, else one: "
                            f"{', '.join(known)}.")
        key, signature = _signed(scheme.name, tuple(names), message)
        return Example(key, signature, accepted=True)


@cache
def _signed(scheme: str, names: tuple[str, ...], message: bytes) -> tuple[bytes, bytes]:
    """Key and signature: `advise` asks for the same ones for each variant of the library."""
    key, sign = pair_of(scheme, [SETS[scheme][name] for name in names], b"plan")
    return key, sign(message)
