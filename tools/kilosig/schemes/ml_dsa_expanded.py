# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The public key of an expanded ML-DSA secret key, which does not hold it: t = A s1 + s2 (FIPS 204 Algorithm 6)."""
from __future__ import annotations

import hashlib
from typing import NamedTuple

from kilosig.errors import UserError
from kilosig.library.hashes import shake256

Q, N, D, ZETA = 8380417, 256, 13, 1753
SEED_BYTES, TR_BYTES = 32, 64
XOF_BYTES = 2 * N * 3  # a fresh row needs 257 tries on average: with twice as many there are always enough


class Set(NamedTuple):
    """FIPS 204 table 1."""

    rows: int
    columns: int
    eta: int


SETS: dict[str, Set] = {"ml-dsa-44": Set(4, 4, 2), "ml-dsa-65": Set(6, 5, 4), "ml-dsa-87": Set(8, 7, 2)}
POWERS = [pow(ZETA, exponent, Q) for exponent in range(2 * N)]
# Where the transform evaluates: zeta to these (FIPS 204 section 7.5).
POINTS = [2 * int(f"{index:08b}"[::-1], 2) + 1 for index in range(N)]

Polynomial = list[int]


def _transform(polynomial: Polynomial) -> Polynomial:
    return [sum(c * POWERS[point * i % (2 * N)] for i, c in enumerate(polynomial)) % Q for point in POINTS]


def _inverse(values: Polynomial) -> Polynomial:
    scale = pow(N, -1, Q)
    return [sum(v * POWERS[-point * i % (2 * N)] for v, point in zip(values, POINTS)) * scale % Q for i in range(N)]


def _matrix(rho: bytes, row: int, column: int) -> Polynomial:
    """A polynomial of the transformed A (Algorithms 30, 32)."""
    data = hashlib.shake_128(rho + bytes([column, row])).digest(XOF_BYTES)
    drawn = (int.from_bytes(data[at:at + 3], "little") & 0x7fffff for at in range(0, XOF_BYTES, 3))
    return [value for value in drawn if value < Q][:N]


def _unpacked(data: bytes, bits: int) -> list[Polynomial]:
    """Polynomials of unsigned coefficients (Algorithm 18, before the subtraction)."""
    size = N * bits // 8
    wholes = (int.from_bytes(data[at:at + size], "little") for at in range(0, len(data), size))
    return [[whole >> bits * i & (1 << bits) - 1 for i in range(N)] for whole in wholes]


def public_of(scheme: str, expanded: bytes) -> bytes:
    """The public key. Raises UserError for a key that is not what key generation makes: s1 or s2 out of range, another
    t0 or tr. expanded: of the right length."""
    rows, columns, eta = SETS[scheme]
    bits = (2 * eta).bit_length()
    begin, end = 2 * SEED_BYTES + TR_BYTES, len(expanded) - rows * N * D // 8
    rho, tr = expanded[:SEED_BYTES], expanded[2 * SEED_BYTES:begin]
    secrets = [[eta - c for c in polynomial] for polynomial in _unpacked(expanded[begin:end], bits)]
    transformed = [_transform(polynomial) for polynomial in secrets[:columns]]
    high, low = 0, []
    for row in range(rows):
        products = [[a * s for a, s in zip(_matrix(rho, row, column), s1)] for column, s1 in enumerate(transformed)]
        t = [(c + s2) % Q for c, s2 in zip(_inverse([sum(one) for one in zip(*products)]), secrets[columns + row])]
        # Power2Round (Algorithm 35): t = t1 2^13 + t0 with -2^12 < t0 <= 2^12.
        t1 = [c + (1 << D - 1) - 1 >> D for c in t]
        low.append([(1 << D - 1) - (c - (c1 << D)) for c, c1 in zip(t, t1)])
        high |= sum(c << 10 * i for i, c in enumerate(t1)) << 10 * N * row
    public = rho + high.to_bytes(rows * N * 10 // 8, "little")
    in_range = all(abs(c) <= eta for polynomial in secrets for c in polynomial)
    if not in_range or low != _unpacked(expanded[end:], D) or shake256(public, TR_BYTES) != tr:
        raise UserError(f"This is not an expanded key of {scheme}: its parts do not belong together. Give the key file "
                        "as it was written.")
    return public
