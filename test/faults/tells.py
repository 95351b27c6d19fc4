# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a signature of a lattice scheme tells of the key, as who has the key can see: each polynomial of it is
z = y + c s with a y that nobody else knows. So each y_j is recovered and judged on its own."""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

N = 256
LEAST = 0.6  # of the norm's square that is expected: it varies by 0.06
WINDOW = 8  # bytes of a secret that may not be anywhere in a signature
Polynomial = tuple[int, ...]


class Parts(NamedTuple):
    """Of a signature, or of its beginning: the last polynomial may be short."""

    c: Polynomial
    z: tuple[Polynomial, ...]


@dataclass(frozen=True)
class Key:
    """A signer's secrets, and what its signatures look like. small, few: of a y_j no more than `few` coefficients are
    as small as that; square: the mean of their squares. near, alike: of two that have nothing to do with each other no
    more than `alike` coefficients differ by `near` or less. run: so many equal coefficients in a row are no accident.
    signs: z may be y - c s."""

    parts: Callable[[bytes], Parts]
    s: tuple[Polynomial, ...]
    small: int
    few: int
    square: float
    near: int
    alike: int
    run: int
    modulus: int = 0  # of what is known of z; 0: all of it
    bound: int = 1 << 30  # of |z|
    signs: bool = False
    secrets: tuple[bytes, ...] = ()

    def centred(self, value: int) -> int:
        return (value + self.modulus // 2) % self.modulus - self.modulus // 2 if self.modulus else value


def product(c: Polynomial, s: Polynomial) -> list[int]:
    """In Z[x] / (x^256 + 1)."""
    sums = [0] * N
    for at, sign in enumerate(c):
        if sign:
            for number, value in enumerate(s):
                place = at + number
                if place < N:
                    sums[place] += sign * value
                else:
                    sums[place - N] -= sign * value
    return sums


class Judged(NamedTuple):
    """A signature's parts, and for each polynomial what y may be: z - c s, z + c s, and z itself."""

    parts: Parts
    minus: tuple[Polynomial, ...]
    plus: tuple[Polynomial, ...]


class Judge:
    """Of one key's signatures."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self._judged = lru_cache(maxsize=8)(self._recover)

    def _recover(self, signature: bytes) -> Judged:
        key = self.key
        parts = key.parts(signature)
        products = [product(parts.c, s) for s in key.s[:len(parts.z)]]
        minus, plus = (tuple(tuple(key.centred(a - sign * b) for a, b in zip(z, cs))
                             for z, cs in zip(parts.z, products)) for sign in (1, -1))
        return Judged(parts, minus, plus)

    def told(self, signature: bytes, known: Sequence[bytes]) -> tuple[str, ...]:
        """What it tells beyond what it should. known: other signatures that are out, with fresh y or the same."""
        made = self._judged(signature)
        return (*self._alone(signature, made), *(what for number, other in enumerate(known) if other != signature
                                                 for what in self._together(made, self._judged(other), number)))

    def _alone(self, signature: bytes, made: Judged) -> Iterator[str]:
        key = self.key
        for secret in key.secrets:
            if any(secret[at:at + WINDOW] in signature for at in range(0, len(secret) - WINDOW + 1, WINDOW // 2)):
                yield "bytes of a secret"
        for j, z in enumerate(made.parts.z):
            if any(abs(value) >= key.bound for value in z):
                yield f"z_{j} out of range"
        for j, pair in enumerate(zip(made.minus, made.plus)):
            if any(self._short(y) for y in pair):
                yield f"y_{j} short"
        for j, y in enumerate(made.minus):
            for i in range(j):
                if self._alike(y, made.minus[i]) > self.key.alike:
                    yield f"y_{j} = y_{i}"
        for again, count in Counter(_runs(made.minus, key.run)).items():
            if count > 1 and len(set(again)) > 1:
                yield "y repeated"
                break

    def _short(self, y: Polynomial) -> bool:
        key = self.key
        if sum(abs(value) <= key.small for value in y) > key.few:
            return True
        return len(y) == N and sum(value * value for value in y) < LEAST * N * key.square

    def _together(self, made: Judged, other: Judged, number: int) -> Iterator[str]:
        """What the two tell that neither tells alone. What z has in common with the other's z, the other told."""
        key = self.key
        theirs = [(i, y) for ys in ([other.minus, other.plus] if key.signs else [other.minus])
                  for i, y in enumerate(ys)]
        told = {run: there for i, y in theirs for run, there in zip(_runs([y], key.run),
                                                                    _runs([other.parts.z[i]], key.run))}
        for j, z in enumerate(made.parts.z):
            found = [(self._alike(y, theirs_i, z, other.parts.z[i]), f"y_{j} is y_{i} of signature {number}{how}")
                     for how, y in (("", made.minus[j]), (", other sign", made.plus[j]), (", c s left out", z))
                     for i, theirs_i in theirs]
            most, what = max(found)
            if most > key.alike:
                yield what
            elif any(told.get(run, there) != there for y in (made.minus[j], made.plus[j])
                     for run, there in zip(_runs([y], key.run), _runs([z], key.run))):
                yield f"a part of y_{j} is in signature {number}"

    def _alike(self, one: Polynomial, other: Polynomial, z: Polynomial = (), z_other: Polynomial = ()) -> int:
        """In how many coefficients they agree, also negated, or if one lies a place further on; without those in which
        their z agree."""
        key, most = self.key, 0
        for shift in (-1, 0, 1) if key.near else (0,):
            mine, yours = max(0, shift), max(0, -shift)
            same = [a == b for a, b in zip(z[mine:], z_other[yours:])] or [False] * N
            for sign in (1, -1):
                most = max(most, sum(abs(key.centred(a - sign * b)) <= key.near and not told for a, b, told in zip(
                    one[mine:], other[yours:], same)))
        return most


def _runs(ys: Any, length: int) -> Iterator[Polynomial]:
    for y in ys:
        for at in range(len(y) - length + 1):
            yield y[at:at + length]


# ---- ML-DSA ---------------------------------------------------------------------------------------------------------


def ml_dsa(oracle: Any, expanded: bytes) -> Key:
    """oracle: of dilithium_py."""
    o = oracle
    bits = 18 if o.gamma_1 == 1 << 17 else 20
    q = 8380417

    def centred(values: Sequence[int]) -> Polynomial:
        return tuple((value + q // 2) % q - q // 2 for value in values)

    def parts(signature: bytes) -> Parts:
        begin, end = o.c_tilde_bytes, o.c_tilde_bytes + 32 * bits * o.l
        fields = signature[begin:end]
        count = len(fields) * 8 // bits
        packed = int.from_bytes(fields, "little")
        z = [o.gamma_1 - (packed >> bits * n & (1 << bits) - 1) for n in range(count)]
        c = o.R.sample_in_ball(signature[:begin].ljust(begin, b"\0"), o.tau)
        return Parts(centred(c.coeffs), tuple(tuple(z[at:at + N]) for at in range(0, count, N)))
    _, k, _, s1, s2, t0 = o._unpack_sk(expanded)
    s = tuple(centred(s1[j, 0].coeffs) for j in range(o.l))
    assert all(abs(value) <= o.eta for polynomial in s for value in polynomial)
    private = expanded[128:]
    return Key(parts, s, small=o.gamma_1 // 64, few=24, square=o.gamma_1 ** 2 / 3,
               near=0, alike=3, run=4, bound=o.gamma_1 - o.beta,
               secrets=(k, private))


# ---- HAETAE, whose z1 is known modulo 256 from its low bytes --------------------------------------------------------


HAETAE_SHAPE: dict[int, tuple[int, int]] = {2: (4, 992), 3: (6, 1472), 5: (7, 2080)}  # columns, bytes of the public key


def haetae(level: int, secret: bytes) -> Key:
    """Of a whole secret key."""
    columns, public = HAETAE_SHAPE[level]

    def unpacked(data: bytes) -> Polynomial:
        packed = int.from_bytes(data, "little")
        return tuple(1 - (packed >> 2 * n & 3) for n in range(N))

    def parts(signature: bytes) -> Parts:
        c = tuple(signature[n // 8] >> n % 8 & 1 for n in range(N)) if len(signature) >= 32 else (0,) * N
        low = signature[32:32 + N * columns]
        return Parts(c, tuple(tuple(value - N if value > 127 else value for value in low[at:at + N])
                              for at in range(0, len(low), N)))
    one = (1, *(0,) * (N - 1))
    s = (one, *(unpacked(secret[at:at + 64]) for at in range(public, public + 64 * (columns - 1), 64)))
    assert all(abs(value) <= 1 for polynomial in s for value in polynomial)
    return Key(parts, s, small=2, few=28, square=256 ** 2 / 12, near=2, alike=30, run=8, modulus=256, signs=True,
               secrets=(secret[public:],))
