# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What SLH-DSA must not give away while it signs a message: the secrets of FORS leaves that are not revealed, values of
WOTS+ chains before those that are, and the key. By FIPS 205, with the key."""
from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from typing import NamedTuple

WOTS_HASH, WOTS_PRF, FORS_PRF = 0, 5, 6
STEPS = 15


class Shape(NamedTuple):
    """Of a parameter set."""

    n: int
    chains: int
    height: int
    layers: int
    a: int
    k: int
    shake: bool


class Secrets:
    """Of one key, for one message. signature: the genuine one, or its beginning, from R on."""

    def __init__(self, shape: Shape, secret: bytes, message: bytes, signature: bytes) -> None:
        n = shape.n
        self.shape, self._sk, self._seed = shape, secret[:n], secret[2 * n:3 * n]
        self.key = (secret[:n], secret[n:2 * n])
        self._signature = signature
        digest = self._digest(signature[:n], secret[2 * n:], bytes(2) + message)
        fors, bits = (shape.k * shape.a + 7) // 8, shape.height * (shape.layers - 1)
        tree = (bits + 7) // 8
        self._fors = int.from_bytes(digest[:fors], "big") >> 8 * fors - shape.k * shape.a
        self._tree = int.from_bytes(digest[fors:fors + tree], "big") & (1 << bits) - 1
        self._leaf = int.from_bytes(digest[fors + tree:], "big") & (1 << shape.height) - 1

    def _digest(self, r: bytes, public: bytes, message: bytes) -> bytes:
        p = self.shape
        size = sum((bits + 7) // 8 for bits in (p.k * p.a, p.height * (p.layers - 1), p.height))
        if p.shake:
            return hashlib.shake_256(r + public + message).digest(size)
        function = hashlib.sha256 if p.n == 16 else hashlib.sha512
        inner = function(r + public + message).digest()
        return function(r + self._seed + inner + bytes(4)).digest()[:size]

    def _hash(self, layer: int, tree: int, kind: int, words: tuple[int, int, int], value: bytes) -> bytes:
        """F and PRF."""
        tail = struct.pack(">III", *words)
        if self.shape.shake:
            address = struct.pack(">IIQI", layer, 0, tree, kind) + tail
            return hashlib.shake_256(self._seed + address + value).digest(self.shape.n)
        address = bytes([layer]) + struct.pack(">Q", tree) + bytes([kind]) + tail
        return hashlib.sha256(self._seed.ljust(64, b"\0") + address + value).digest()[:self.shape.n]

    def fors(self) -> list[bytes]:
        """Of all leaves that the signature does not reveal."""
        p = self.shape
        found = []
        for number in range(p.k):
            wanted = self._fors >> (p.k - 1 - number) * p.a & (1 << p.a) - 1
            for index in range(1 << p.a):
                secret = self._hash(0, self._tree, FORS_PRF, (self._leaf, 0, (number << p.a) + index), self._sk)
                if index == wanted:
                    at = p.n * (1 + number * (1 + p.a))
                    assert self._signature[at:at + p.n] in (secret, b""), "not the secrets of this signature"
                else:
                    found.append(secret)
        return found

    def wots(self, layers: int) -> Iterator[bytes]:
        """Of the lowest layers, values of chains that come before those that are revealed."""
        p, tree, leaf = self.shape, self._tree, self._leaf
        for layer in range(layers):
            begin = p.n * (1 + p.k * (1 + p.a) + layer * (p.chains + p.height))
            for used in range(1 << p.height):
                for chain in range(p.chains):
                    value = self._hash(layer, tree, WOTS_PRF, (used, chain, 0), self._sk)
                    revealed = self._signature[begin + chain * p.n:begin + (chain + 1) * p.n] if used == leaf else b""
                    for step in range(STEPS):
                        if value == revealed:
                            break
                        yield value
                        value = self._hash(layer, tree, WOTS_HASH, (used, chain, step), value)
            tree, leaf = tree >> p.height, tree & (1 << p.height) - 1

    def all(self, layers: int) -> set[bytes]:
        """Of so many layers."""
        return {*self.key, *self.fors(), *self.wots(layers)}
