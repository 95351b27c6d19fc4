# SPDX-License-Identifier: Apache-2.0 OR MIT
"""UOV of NIST's additional signatures, round 3, a candidate: keys and signatures for test material. Plain and slow, a
second or some a key.

A secret key is the seed of 32 bytes from which the reference makes keys, and so do we: SHAKE256(seed) is the public
seed and then O, column by column. A vector over the equations is bytes as in a key; it is multiplied by a field element
by bytes.translate and added as an integer."""
from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from functools import cache
from itertools import count as numbers

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from kilosig.schemes.family import Family, Features, KeyPair, Signature, check_length

SEED_BYTES, SALT_BYTES, SECRET_BYTES = 16, 16, 32


@dataclass(frozen=True)
class Set:
    """A parameter set over GF(2^bits)."""

    bits: int
    variables: int
    equations: int

    @property
    def vinegar(self) -> int:
        """How many variables are not oil."""
        return self.variables - self.equations

    @property
    def column_bytes(self) -> int:
        """One element for each equation."""
        return self.equations * self.bits // 8

    @property
    def expanded_bytes(self) -> int:
        """P1 and P2."""
        v = self.vinegar
        return self.column_bytes * (v * (v + 1) // 2 + v * self.equations)

    @property
    def compressed_bytes(self) -> int:
        """The seed and P3."""
        return SEED_BYTES + self.column_bytes * self.equations * (self.equations + 1) // 2

    @property
    def x_bytes(self) -> int:
        """The variables."""
        return self.variables * self.bits // 8


SETS = {"1p": Set(8, 119, 45), "1s": Set(4, 160, 64), "3": Set(8, 193, 72), "5": Set(8, 259, 96)}


def set_of(scheme: str) -> Set:
    """That of uov-1p-r3, uov-1p-pkc-r3 and so on."""
    return SETS[scheme.split("-")[1]]


def keystream(seed: bytes, length: int) -> bytes:
    """AES-128 in counter mode from zero: P1 and P2 of a seed."""
    return Cipher(algorithms.AES(seed), modes.CTR(bytes(16))).encryptor().update(bytes(length))


def expand(scheme: str, compressed: bytes) -> bytes:
    """The classic key of a compressed one. Raises ValueError if that has a wrong length."""
    parameters = set_of(scheme)
    if len(compressed) != parameters.compressed_bytes:
        raise ValueError(f"a compressed key of {scheme} has {parameters.compressed_bytes} bytes, not {len(compressed)}")
    return keystream(compressed[:SEED_BYTES], parameters.expanded_bytes) + compressed[SEED_BYTES:]


# ---- Fields ---------------------------------------------------------------------------------------------------------


def multiply(bits: int, a: int, b: int) -> int:
    """In GF(2)[x]/(x^4 + x + 1), or that of AES."""
    product = 0
    for bit in reversed(range(bits)):
        product <<= 1
        if product >> bits:
            product ^= 0x13 if bits == 4 else 0x11b
        if b >> bit & 1:
            product ^= a
    return product


@cache
def tables(bits: int) -> list[bytes]:
    """For each element the products with all bytes, which hold one element or two."""
    if bits == 8:
        return [bytes(multiply(8, a, b) for b in range(256)) for a in range(256)]
    return [bytes(multiply(4, a, b & 15) | multiply(4, a, b >> 4) << 4 for b in range(256)) for a in range(16)]


@cache
def inverses(bits: int) -> list[int]:
    """1 / a; 0 for 0."""
    return [0] + [next(b for b in range(1 << bits) if multiply(bits, a, b) == 1) for a in range(1, 1 << bits)]


def unpack(data: bytes, bits: int) -> list[int]:
    """The elements of bytes, the low half of a byte first."""
    return list(data) if bits == 8 else [element for byte in data for element in (byte & 15, byte >> 4)]


def pack(elements: list[int], bits: int) -> bytes:
    """The bytes of elements."""
    if bits == 8:
        return bytes(elements)
    return bytes(low | high << 4 for low, high in zip(elements[::2], elements[1::2]))


def combine(bits: int, columns: list[bytes], elements: list[int]) -> int:
    """The sum of columns times elements."""
    table, total = tables(bits), 0
    for column, element in zip(columns, elements):
        if element:
            total ^= int.from_bytes(column.translate(table[element]), "little")
    return total


# ---- Keys -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SecretKey:
    """The oil space: o[k][i] is coordinate i of vinegar of its vector k. p1[i], p2[i]: columns of row i."""

    seed: bytes
    o: list[list[int]]
    p1: list[list[bytes]]
    p2: list[list[bytes]]


@cache
def expand_secret(name: str, secret: bytes) -> SecretKey:
    """The secret key of a seed; name: 1p, 1s, 3 or 5."""
    parameters = SETS[name]
    bits, vinegar, oil, width = parameters.bits, parameters.vinegar, parameters.equations, parameters.column_bytes
    stream = hashlib.shake_256(secret).digest(SEED_BYTES + vinegar * oil * bits // 8)
    seed, coordinates = stream[:SEED_BYTES], unpack(stream[SEED_BYTES:], bits)
    o = [coordinates[vinegar * k:vinegar * (k + 1)] for k in range(oil)]
    expanded = keystream(seed, parameters.expanded_bytes)
    columns = iter(expanded[at:at + width] for at in range(0, len(expanded), width))
    p1 = [[next(columns) for _ in range(i, vinegar)] for i in range(vinegar)]
    p2 = [[next(columns) for _ in range(oil)] for _ in range(vinegar)]
    return SecretKey(seed, o, p1, p2)


@cache
def compressed_key(name: str, secret: bytes) -> bytes:
    """The public key of a seed, compressed: that the map is zero on the oil space gives P3."""
    key, parameters = expand_secret(name, secret), SETS[name]
    bits, vinegar, oil, width = parameters.bits, parameters.vinegar, parameters.equations, parameters.column_bytes
    # A column of P1 at a time, and of what comes of it, so that few multiplications have many bytes.
    ones = [b"".join(key.p1[i][j - i] for i in range(j + 1)) for j in range(vinegar)]
    twos = [b"".join(row[k] for row in key.p2) for k in range(oil)]
    inner = [(combine(bits, ones, key.o[k]) ^ int.from_bytes(twos[k], "little")).to_bytes(vinegar * width, "little")
             for k in range(oil)]
    across = [b"".join(row[at:at + width] for row in inner) for at in range(0, vinegar * width, width)]
    sums = [combine(bits, across, key.o[k]).to_bytes(oil * width, "little") for k in range(oil)]
    parts = [[int.from_bytes(row[at:at + width], "little") for at in range(0, oil * width, width)] for row in sums]
    p3 = [(parts[k][m] ^ (parts[m][k] if m != k else 0)).to_bytes(width, "little")
          for k in range(oil) for m in range(k, oil)]
    return key.seed + b"".join(p3)


def public_key(scheme: str, secret: bytes) -> bytes:
    """The public key of a seed."""
    compressed = compressed_key(scheme.split("-")[1], secret)
    return compressed if "-pkc-" in scheme else expand(scheme, compressed)


# ---- Signatures -----------------------------------------------------------------------------------------------------


def solve(bits: int, columns: list[list[int]], right: list[int]) -> list[int] | None:
    """x with sum of columns[k] x_k = right, or None if the matrix is singular."""
    size, inverse = len(right), inverses(bits)
    wide = [bytes(column[e] for column in columns) + bytes([right[e]]) for e in range(size)]
    table = [bytes(multiply(bits, a, b & (1 << bits) - 1) for b in range(256)) for a in range(1 << bits)]
    rows = [int.from_bytes(row, "little") for row in wide]
    for k in range(size):
        pivot = next((r for r in range(k, size) if rows[r] >> 8 * k & 255), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        row = rows[k].to_bytes(size + 1, "little").translate(table[inverse[rows[k] >> 8 * k & 255]])
        rows[k] = int.from_bytes(row, "little")
        for r in range(size):
            factor = rows[r] >> 8 * k & 255
            if r != k and factor:
                rows[r] ^= int.from_bytes(row.translate(table[factor]), "little")
    return [row >> 8 * size for row in rows]


def preimage(name: str, key: SecretKey, wanted: bytes, vinegar: list[int]) -> list[int] | None:
    """x, whose map is `wanted`, of vinegar values; None if there is none."""
    parameters = SETS[name]
    bits, v, oil, width = parameters.bits, parameters.vinegar, parameters.equations, parameters.column_bytes
    mixed, constant = [0] * v, 0
    for i in range(v):
        if not vinegar[i]:
            continue
        constant ^= combine(bits, key.p1[i], [multiply(bits, vinegar[i], x) for x in vinegar[i:]])
    table = tables(bits)
    for i in range(v):
        for j in range(i + 1, v):
            column = key.p1[i][j - i]
            mixed[j] ^= int.from_bytes(column.translate(table[vinegar[i]]), "little")
            mixed[i] ^= int.from_bytes(column.translate(table[vinegar[j]]), "little")
    sides = [side.to_bytes(width, "little") for side in mixed]
    linear = []
    for k in range(oil):
        total = combine(bits, sides, key.o[k]) ^ combine(bits, [row[k] for row in key.p2], vinegar)
        linear.append(unpack(total.to_bytes(width, "little"), bits))
    right = (constant ^ int.from_bytes(wanted, "little")).to_bytes(width, "little")
    oils = solve(bits, linear, unpack(right, bits))
    if oils is None:
        return None
    x = list(vinegar)
    for k, element in enumerate(oils):
        for i in range(v):
            x[i] ^= multiply(bits, element, key.o[k][i])
    return x + oils


def target(name: str, message: bytes, salt: bytes) -> bytes:
    """What x has to be mapped to."""
    return hashlib.shake_256(message + salt).digest(SETS[name].column_bytes)


def sign(scheme: str, secret: bytes, message: bytes, deterministic: bool = False,
         wanted: bytes | None = None) -> bytes:
    """A signature, x | salt; salt and vinegar are fresh or follow from seed and message. wanted: another target, for
    what a verifier has to refuse."""
    name = scheme.split("-")[1]
    parameters, key = SETS[name], expand_secret(name, secret)
    for attempt in numbers():
        size = SALT_BYTES + parameters.vinegar
        if deterministic:
            stream = hashlib.shake_256(b"deterministic" + secret + message + bytes([attempt])).digest(size)
        else:
            stream = secrets.token_bytes(size)
        salt, vinegar = stream[:SALT_BYTES], [byte & (1 << parameters.bits) - 1 for byte in stream[SALT_BYTES:]]
        x = preimage(name, key, target(name, message, salt) if wanted is None else wanted, vinegar)
        if x is not None:
            return pack(x, parameters.bits) + salt
    raise AssertionError("unreachable")


class Uov(Family):
    """UOV; the secret key of a file is the seed, which classic and compressed keys share."""

    names = tuple(f"uov-{name}{form}-r3" for name in SETS for form in ("", "-pkc"))

    def features(self, scheme: str) -> Features:
        return Features()

    def generate(self, scheme: str, seed: bytes, compact: bool = False) -> KeyPair:
        return KeyPair(public_key(scheme, seed), seed)

    def public(self, scheme: str, secret: bytes, compact: bool = False) -> bytes:
        check_length(scheme, secret, SECRET_BYTES)
        return public_key(scheme, secret)

    def sign(self, scheme: str, secret: bytes, wanted: Signature) -> bytes:
        check_length(scheme, secret, SECRET_BYTES)
        return sign(scheme, secret, wanted.message.whole(), wanted.deterministic)
