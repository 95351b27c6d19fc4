# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rainbow-I classic key generation and signing, for test material: the scheme is broken. Plain and slow, seconds a key.

A secret key is a 32-byte seed of our own expansion; public keys and signatures are those of the round-3 specification.
A vector over the equations is one integer, equation e in bits 4e .. 4e+3, so that it is added by one xor and multiplied
by a field element with a few masks."""
from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count as numbers

from kilosig.schemes.family import Family, Features, KeyPair, Signature, check_length

NAME = "rainbow-1-classic"
V1, O1, O2 = 36, 32, 32
VARIABLES, EQUATIONS = V1 + O1 + O2, O1 + O2
SEED_BYTES, SALT_BYTES = 32, 16
DOMAIN = b"kilosig rainbow-1-classic key"

_ONES = int("1" * EQUATIONS, 16)  # 1 in every nibble

Matrix = list[list[int]]


def times_x(a: int) -> int:
    """Each nibble times x in GF(4)[y]/(y^2 + y + x), GF(4) = GF(2)[x]/(x^2 + x + 1)."""
    even, odd = a & 5 * _ONES, a & 10 * _ONES
    return odd >> 1 ^ odd ^ even << 1


def times(a: int, element: int) -> int:
    """Each nibble times one element."""
    low, high = a & 3 * _ONES, a & 12 * _ONES
    y = times_x(high >> 2) ^ high ^ low << 2
    return ((a if element & 1 else 0) ^ (times_x(a) if element & 2 else 0) ^ (y if element & 4 else 0)
            ^ (times_x(y) if element & 8 else 0))


MULTIPLY = [[times(a, b) for b in range(16)] for a in range(16)]
INVERSE = [0] + [MULTIPLY[a].index(1) for a in range(1, 16)]


def pack(elements: list[int]) -> int:
    """A vector from its elements."""
    return sum(element << 4 * i for i, element in enumerate(elements))


def unpack(vector: int, length: int) -> list[int]:
    """The elements of a vector."""
    return [vector >> 4 * i & 15 for i in range(length)]


def dot(columns: list[int], elements: list[int]) -> int:
    """The sum of columns times elements."""
    total = 0
    for column, element in zip(columns, elements):
        if element:
            total ^= times(column, element)
    return total


@dataclass(frozen=True)
class SecretKey:
    """The central map f as {(i, j): vector}, i <= j, and the maps s and t: the public one is z -> s(f(t(z)))."""

    f: dict[tuple[int, int], int]
    s: list[int]  # column k of S1: equations of layer 1 get s[k] times equation k of layer 2
    t: Matrix  # x_j = z_j + sum over k of t[j][k] z_k, 0 except for k in a later block than j


def _nibbles(seed: bytes, count: int) -> Iterator[int]:
    for byte in hashlib.shake_256(DOMAIN + seed).digest((count + 1) // 2):
        yield byte & 15
        yield byte >> 4


def _block(i: int) -> int:
    return 0 if i < V1 else 1 if i < V1 + O1 else 2


def expand(seed: bytes) -> SecretKey:
    """The secret key of a seed."""
    stream = _nibbles(seed, 1 << 18)

    def vector(length: int) -> int:
        return pack([next(stream) for _ in range(length)])

    f: dict[tuple[int, int], int] = {}
    # Layer 1 has products of the first variables, but not of two of its oil variables; layer 2 likewise.
    for vinegar, oil, shift in ((V1, O1, 0), (V1 + O1, O2, 4 * O1)):
        for i in range(vinegar):
            for j in range(i, vinegar + oil):
                f[i, j] = f.get((i, j), 0) ^ vector(oil) << shift
    s = [vector(O1) for _ in range(O2)]
    t = [[next(stream) if _block(k) > _block(j) else 0 for k in range(VARIABLES)] for j in range(VARIABLES)]
    return SecretKey(f, s, t)


def public_key(key: SecretKey) -> bytes:
    """161,600 bytes: a column of 32 bytes for each i <= j."""
    # g[i][k], the coefficient of x_i z_k: x_j is replaced by z. Then x_i likewise.
    g = [[0] * VARIABLES for _ in range(VARIABLES)]
    for (i, j), column in key.f.items():
        g[i][j] ^= column
        for k, element in enumerate(key.t[j]):
            if element:
                g[i][k] ^= times(column, element)
    q = [row[:] for row in g]
    for i, row in enumerate(g):
        for m, element in enumerate(key.t[i]):
            if element:
                target = q[m]
                for k, column in enumerate(row):
                    if column:
                        target[k] ^= times(column, element)
    columns = []
    for i in range(VARIABLES):
        for j in range(i, VARIABLES):
            column = q[i][j] if i == j else q[i][j] ^ q[j][i]
            columns.append(column ^ dot(key.s, unpack(column >> 4 * O1, O2)))
    return b"".join(column.to_bytes(EQUATIONS // 2, "little") for column in columns)


def solve(columns: list[int], right: int, size: int) -> list[int] | None:
    """x with sum of columns[k] x_k = right, or None if the matrix is singular."""
    rows = [[column >> 4 * e & 15 for column in columns] + [right >> 4 * e & 15] for e in range(size)]
    for k in range(size):
        pivot = next((r for r in range(k, size) if rows[r][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        inverse = MULTIPLY[INVERSE[rows[k][k]]]
        rows[k] = [inverse[element] for element in rows[k]]
        for r in range(size):
            if r != k and rows[r][k]:
                factor = MULTIPLY[rows[r][k]]
                rows[r] = [a ^ factor[b] for a, b in zip(rows[r], rows[k])]
    return [row[size] for row in rows]


def invert_central(key: SecretKey, wanted: int, vinegar: list[int]) -> list[int] | None:
    """x with f(x) = wanted that begins with the vinegar values, or None if there is none."""
    x = list(vinegar)
    for oil, shift in ((O1, 0), (O2, 4 * O1)):
        mask = (1 << 4 * oil) - 1
        count = len(x)
        constant, linear = 0, [0] * oil
        for i in range(count):
            if x[i] == 0:
                continue
            inner = 0
            for j in range(i, count):
                if x[j]:
                    inner ^= times(key.f[i, j] >> shift & mask, x[j])
            constant ^= times(inner, x[i])
            for k in range(oil):
                linear[k] ^= times(key.f[i, count + k] >> shift & mask, x[i])
        oils = solve(linear, constant ^ wanted >> shift & mask, oil)
        if oils is None:
            return None
        x += oils
    return x


def sign(seed: bytes, message: bytes, deterministic: bool = False) -> bytes:
    """A signature of 66 bytes: z and a salt, which is fresh or follows from seed and message."""
    key = expand(seed)
    stream = hashlib.shake_256(b"deterministic" + seed + message).digest(1 << 12) if deterministic else b""
    for attempt in numbers():
        if deterministic:
            piece = stream[attempt * 64:][:64]
            salt, vinegar = piece[:SALT_BYTES], [byte & 15 for byte in piece[SALT_BYTES:SALT_BYTES + V1]]
        else:
            salt, vinegar = secrets.token_bytes(SALT_BYTES), [secrets.randbelow(16) for _ in range(V1)]
        digest = hashlib.sha256(hashlib.sha256(message).digest() + salt).digest()
        wanted = int.from_bytes(digest, "little")
        wanted ^= dot(key.s, unpack(wanted >> 4 * O1, O2))
        x = invert_central(key, wanted, vinegar)
        if x is None:
            continue
        # t^-1 from the last block on.
        for j in reversed(range(VARIABLES)):
            for k in range(V1, VARIABLES):
                x[j] ^= MULTIPLY[key.t[j][k]][x[k]]
        return pack(x).to_bytes(VARIABLES // 2, "little") + salt
    raise AssertionError("unreachable")


class Rainbow(Family):
    """Rainbow-I classic; the secret key of a file is the seed."""

    names = (NAME,)

    def features(self, scheme: str) -> Features:
        return Features()

    def generate(self, scheme: str, seed: bytes, compact: bool = False) -> KeyPair:
        return KeyPair(public_key(expand(seed)), seed)

    def public(self, scheme: str, secret: bytes, compact: bool = False) -> bytes:
        check_length(scheme, secret, SEED_BYTES)
        return public_key(expand(secret))

    def sign(self, scheme: str, secret: bytes, wanted: Signature) -> bytes:
        check_length(scheme, secret, SEED_BYTES)
        return sign(secret, wanted.message.whole(), wanted.deterministic)
