# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Trees of SLH-DSA-*-24 by the tool's library (tools/native/slh24.h). The calls let other threads run; each forms
NODES nodes."""
from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import isqrt
from typing import Any

from kilosig.errors import UserError, remedy
from kilosig.library.binding import ffi, load

NODES = 16
TREE, FORS_TREE, FORS_ROOTS = 2, 3, 4  # address types (FIPS 205 section 4.2)

ffi.cdef(
    """
    typedef struct ksig_slh24_key {
        uint64_t k[80];
        uint64_t initial[8];
        uint64_t iota[24];
        uint8_t secret_seed[32];
        uint8_t public_seed[32];
        uint32_t n, shake, steps, chains, engine;
        uint32_t state_256[8];
        uint64_t state_512[8];
    } ksig_slh24_key;
    const char *ksig_slh24_engine_name(uint32_t shake, uint32_t number);
    void ksig_slh24_prepare(ksig_slh24_key *key);
    void ksig_slh24_leaves(const ksig_slh24_key *key, uint32_t first, uint32_t height, uint8_t *nodes);
    void ksig_slh24_fors(const ksig_slh24_key *key, uint32_t leaf, uint32_t first, uint32_t height, uint8_t *nodes);
    void ksig_slh24_join(const ksig_slh24_key *key, uint32_t kind, uint32_t leaf, uint32_t height, uint32_t first,
                         const uint8_t *nodes, uint32_t count, uint8_t *parents);
    void ksig_slh24_wots(const ksig_slh24_key *key, uint32_t leaf, const uint8_t *digits, uint8_t *signature);
    void ksig_slh24_secret(const ksig_slh24_key *key, uint32_t leaf, uint32_t place, uint8_t *value);
    void ksig_slh24_compress(const ksig_slh24_key *key, uint32_t kind, uint32_t leaf, const uint8_t *nodes,
                             uint32_t count, uint8_t *value);
    """
)


def _cube_root(value: int) -> int:
    """Rounded down."""
    root = 1 << (value.bit_length() + 2) // 3
    while root ** 3 > value:
        root = (2 * root + value // root ** 2) // 3
    return root


@cache
def _constants() -> tuple[list[int], list[int], list[int]]:
    """Of SHA-512: 64 bits after the point of the cube roots of 80 primes, and of the square roots of eight (FIPS 180-4
    sections 4.2.3, 5.3.5). Of Keccak: rc of FIPS 202 Algorithm 5."""
    primes = [p for p in range(2, 410) if all(p % q for q in range(2, isqrt(p) + 1))]
    register, iota = 1, []
    for _ in range(24):
        constant = 0
        for j in range(7):
            constant |= (register & 1) << (1 << j) - 1
            register = register << 1 ^ (register >> 7) * 0x171
        iota.append(constant)
    below = (1 << 64) - 1
    return ([_cube_root(p << 192) & below for p in primes], [isqrt(p << 128) & below for p in primes[:8]], iota)


@dataclass(frozen=True)
class Shape:
    """What the library is told of a parameter set. n: bytes of a node; steps: w - 1; chains: len."""

    n: int
    shake: bool
    steps: int
    chains: int


def _native() -> Any:
    library = load().c
    if not hasattr(library, "ksig_slh24_leaves"):
        raise UserError(f"The library lacks ksig_slh24_leaves: {remedy('make tool', 'install kilosig again')}.")
    return library


def engines(shake: bool) -> list[str]:
    """The ways to hash on this machine, the fastest first. Raises UserError."""
    library, found = _native(), []  # type: Any, list[str]
    while (name := library.ksig_slh24_engine_name(shake, len(found))) != ffi.NULL:
        found.append(ffi.string(name).decode())
    return found


class Trees:
    """The hashes of one key. engine: a number of engines(). Raises UserError."""

    def __init__(self, shape: Shape, public_seed: bytes, secret_seed: bytes = b"", engine: int = 0) -> None:
        self.shape, self.n, self._library = shape, shape.n, _native()
        self.engine = engines(shape.shake)[engine]
        key = self._key = ffi.new("ksig_slh24_key *")
        key.k, key.initial, key.iota = _constants()
        key.n, key.shake, key.steps, key.chains, key.engine = shape.n, shape.shake, shape.steps, shape.chains, engine
        ffi.memmove(key.secret_seed, secret_seed, len(secret_seed))
        ffi.memmove(key.public_seed, public_seed, len(public_seed))
        self._library.ksig_slh24_prepare(key)

    def _made(self, function: str, count: int, *words: Any) -> bytes:
        out = ffi.new("uint8_t[]", count * self.n)
        getattr(self._library, f"ksig_slh24_{function}")(self._key, *words, out)
        return bytes(ffi.buffer(out))

    def leaves(self, first: int, height: int) -> bytes:
        """NODES nodes of the tree at a height, above the leaves from `first` on."""
        return self._made("leaves", NODES, first, height)

    def fors(self, leaf: int, first: int, height: int) -> bytes:
        """The same of the FORS trees of a key pair, above leaf `first` of all of them."""
        return self._made("fors", NODES, leaf, first, height)

    def join(self, kind: int, leaf: int, height: int, first: int, below: bytes) -> bytes:
        """The nodes of a height above those `below`, from place `first` on."""
        count = len(below) // self.n // 2
        return self._made("join", count, kind, leaf, height, first, below, count)

    def wots(self, leaf: int, digits: bytes) -> bytes:
        """The WOTS+ signature of digits, one for each chain."""
        if len(digits) != self.shape.chains:
            raise ValueError("a digit for each chain")
        return self._made("wots", self.shape.chains, leaf, digits)

    def secret(self, leaf: int, place: int) -> bytes:
        """The secret value of a FORS leaf."""
        return self._made("secret", 1, leaf, place)

    def roots(self, leaf: int, nodes: bytes) -> bytes:
        """The FORS public key of the roots."""
        return self._made("compress", 1, FORS_ROOTS, leaf, nodes, len(nodes) // self.n)
