# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Parameter sets of NIST SP 800-230 (draft of 2026-04-13), for keys that sign at most 2^24 times, and their digits."""
from __future__ import annotations

from dataclasses import dataclass

MOST_SIGNATURES = 1 << 24  # over all copies of a key


@dataclass(frozen=True)
class LimitedSet:
    """A set of SP 800-230 section 4: one tree of 2^h leaves, k FORS trees of 2^a, w = 2^lg_w."""

    name: str
    n: int
    h: int
    a: int
    k: int
    lg_w: int
    sum_digits: int

    @property
    def shake(self) -> bool:
        return "shake" in self.name

    @property
    def digits(self) -> int:
        """len_1."""
        return 8 * self.n // self.lg_w

    @property
    def chains(self) -> int:
        return self.digits + self.sum_digits

    @property
    def md_bytes(self) -> int:
        return (self.k * self.a + 7) // 8

    @property
    def wots_at(self) -> int:
        """Where the WOTS+ signature begins."""
        return self.n * (1 + self.k * (1 + self.a))

    @property
    def signature_bytes(self) -> int:
        return self.wots_at + self.n * (self.chains + self.h)


SETS = {f"slh-dsa-{family}-{name}": LimitedSet(f"slh-dsa-{family}-{name}", *numbers) for family in ("sha2", "shake")
        for name, numbers in (("128-24", (16, 22, 24, 6, 2, 4)), ("192-24", (24, 21, 25, 9, 3, 3)),
                              ("256-24", (32, 21, 25, 12, 2, 5)))}


def base_2b(data: bytes, bits: int, count: int) -> list[int]:
    """FIPS 205 Algorithm 4."""
    value = int.from_bytes(data, "big")
    return [value >> (8 * len(data) - bits * (i + 1)) & (1 << bits) - 1 for i in range(count)]


def digits_of(one: LimitedSet, node: bytes) -> list[int]:
    """The digits of a node that is signed."""
    return base_2b(node, one.lg_w, one.digits)


def with_checksum(one: LimitedSet, digits: list[int]) -> list[int]:
    """The digits, and those of their checksum."""
    most = (1 << one.lg_w) - 1
    total = sum(most - digit for digit in digits)
    return digits + [total >> one.lg_w * i & most for i in reversed(range(one.sum_digits))]
