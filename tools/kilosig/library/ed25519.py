# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Ed25519 (RFC 8032) of a message that is already hashed, which `cryptography` does not verify: the equation alone. Of
public values; it signs nothing."""
from __future__ import annotations

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT = pow(2, (PRIME - 1) // 4, PRIME)  # of -1
Point = tuple[int, int, int, int]  # extended coordinates: section 5.1.4
NEUTRAL: Point = (0, 1, 1, 0)
BASE = b"\x58" + b"\x66" * 31


def _add(one: Point, other: Point) -> Point:
    a, b = (one[1] - one[0]) * (other[1] - other[0]), (one[1] + one[0]) * (other[1] + other[0])
    c, d = 2 * one[3] * other[3] * D, 2 * one[2] * other[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def _decoded(data: bytes) -> Point | None:
    """Section 5.1.3; None for what is no point, or is not encoded as it must be."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number % 2**255
    if y >= PRIME:
        return None
    u, v = (y * y - 1) % PRIME, (D * y * y + 1) % PRIME
    x = u * pow(v, 3, PRIME) * pow(u * pow(v, 7, PRIME), (PRIME - 5) // 8, PRIME) % PRIME
    if (v * x * x + u) % PRIME == 0:
        x = x * ROOT % PRIME
    if (v * x * x - u) % PRIME != 0 or (x == 0 and sign):
        return None
    if x % 2 != sign:
        x = PRIME - x
    return x, y, 1, x * y % PRIME


def _encoded(point: Point) -> bytes:
    inverse = pow(point[2], -1, PRIME)
    x, y = point[0] * inverse % PRIME, point[1] * inverse % PRIME
    return (y | x % 2 << 255).to_bytes(32, "little")


def expected(key: bytes, k: bytes, s: bytes) -> bytes | None:
    """S * B - k * A, which R must be; None if S or the key is refused. k: SHA-512 of R | key | message."""
    public, base, number = _decoded(key), _decoded(BASE), int.from_bytes(s, "little")
    if public is None or base is None or number >= ORDER:
        return None
    minus = (-public[0] % PRIME, public[1], 1, -public[3] % PRIME)
    table = (NEUTRAL, base, minus, _add(base, minus))
    times, found = int.from_bytes(k, "little") % ORDER, NEUTRAL
    for bit in range(ORDER.bit_length() - 1, -1, -1):
        found = _add(_add(found, found), table[(number >> bit & 1) | (times >> bit & 1) << 1])
    return _encoded(found)


def verify(key: bytes, k: bytes, signature: bytes) -> bool:
    """Whether a signature is valid; without the cofactor, as OpenSSL does."""
    return expected(key, k, signature[32:]) == signature[:32]
