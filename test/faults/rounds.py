# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Messages for a hash that ends too early. Sixteen rounds of SHA-2 use each word of the block once, so the words can be
solved for any result (FIPS 180-4 section 6); one round of Keccak is inverted by linear algebra (FIPS 202 section 3). A
block of the message then leads from any beginning to where the genuine message was."""
from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Sequence
from itertools import islice, product

from faults.campaign import Forgery, Target
from faults.signers import Signer
from faults.sponge import CONSTANTS, MASK, absorbed, rotated
from faults.verification import Call
from kilosig.library.binding import PART_MESSAGE

EVIL = b"EVIL CODE, and whatever else the attacker likes. "
LANES = struct.Struct("<25Q")


def _primes() -> Iterator[int]:
    number = 2
    while True:
        if all(number % divisor for divisor in range(2, int(number ** 0.5) + 1)):
            yield number
        number += 1


def _fraction(number: int, root: int, bits: int) -> int:
    """The first bits of the fractional part of a square or cube root."""
    low, high = 0, 1 << (bits + 8)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle ** root <= number << (root * bits) else (low, middle)
    return low & ((1 << bits) - 1)


class Sha2:
    """SHA-256 or SHA-512, for words of 32 or 64 bits."""

    def __init__(self, bits: int) -> None:
        self.bits, self.mask, self.block = bits, (1 << bits) - 1, 2 * bits
        self.words = struct.Struct(">16" + ("I" if bits == 32 else "Q"))
        primes = list(islice(_primes(), 80))
        self.constants = [_fraction(prime, 3, bits) for prime in primes[:64 if bits == 32 else 80]]
        self.initial = [_fraction(prime, 2, bits) for prime in primes[:8]]
        self.sums, self.schedule = (((2, 13, 22), (6, 11, 25)), ((7, 18, 3), (17, 19, 10))) if bits == 32 else \
            (((28, 34, 39), (14, 18, 41)), ((1, 8, 7), (19, 61, 6)))

    def _right(self, word: int, by: int) -> int:
        return (word >> by | word << (self.bits - by)) & self.mask

    def _sum(self, word: int, number: int) -> int:
        one, two, three = (self._right(word, by) for by in self.sums[number])
        return one ^ two ^ three

    def _scheduled(self, word: int, number: int) -> int:
        one, two, shift = self.schedule[number]
        return self._right(word, one) ^ self._right(word, two) ^ word >> shift

    def _majority(self, a: int, b: int, c: int) -> int:
        return (self._sum(a, 0) + (a & b ^ a & c ^ b & c)) & self.mask

    def _round(self, variables: Sequence[int], t: int, word: int) -> list[int]:
        a, b, c, d, e, f, g, h = variables
        first = h + self._sum(e, 1) + (e & f ^ ~e & g) + self.constants[t] + word
        return [(first + self._majority(a, b, c)) & self.mask, a, b, c, (d + first) & self.mask, e, f, g]

    def compressed(self, chain: Sequence[int], block: Sequence[int], rounds: int | None = None) -> list[int]:
        """The chaining value after a block of 16 words."""
        words, variables = list(block), list(chain)
        for t in range(16, len(self.constants)):
            words.append((self._scheduled(words[t - 2], 1) + words[t - 7] + self._scheduled(words[t - 15], 0)
                          + words[t - 16]) & self.mask)
        for t in range(rounds or len(self.constants)):
            variables = self._round(variables, t, words[t])
        return [(one + other) & self.mask for one, other in zip(chain, variables, strict=True)]

    def chain(self, data: bytes) -> list[int]:
        """The chaining value after whole blocks."""
        value = self.initial
        for at in range(0, len(data), self.block):
            value = self.compressed(value, self.words.unpack(data[at:at + self.block]))
        return value

    def solved(self, chain: Sequence[int], result: Sequence[int]) -> bytes:
        """A block whose first 16 rounds lead from one chaining value to another. Its first half is free."""
        words, variables = list(self.words.unpack((EVIL * 3)[:self.block]))[:8], list(chain)
        for t in range(8):
            variables = self._round(variables, t, words[t])
        last = [(one - other) & self.mask for one, other in zip(result, chain, strict=True)]
        made = {16 - n: last[n] for n in range(4)}  # `a` after round t
        for t in (16, 15, 14, 13):
            made[t - 4] = (last[4 + 16 - t] - made[t] + self._majority(*(made[t - n] for n in (1, 2, 3)))) & self.mask
        for t in range(8, 16):
            words.append((made[t + 1] - self._round(variables, t, 0)[0]) & self.mask)
            variables = self._round(variables, t, words[t])
        assert self.compressed(chain, words, 16) == list(result)
        return self.words.pack(*words)


def _fed_at(offset: int) -> Target:
    def target(call: Call) -> bool:
        return call.part == PART_MESSAGE and call.offset == offset
    return target


def sixteen_rounds(signer: Signer, prehash: str, sha2: Sha2) -> Forgery:
    """SHA-2 ends after 16 rounds of one block."""
    head = 0 if prehash else -len(signer.before(signer.sign(b"", b"", ""))) % sha2.block
    genuine = signer.sign(b"h" * head + b"g" * 2 * sha2.block + b"the end", b"", prehash)
    before = b"" if prehash else signer.before(genuine)
    at, end = head + sha2.block, head + 2 * sha2.block
    evil = (EVIL * 9)[:at]
    block = sha2.solved(sha2.chain(before + evil), sha2.chain(before + genuine.message[:end]))
    forged = genuine.but(message=evil + block + genuine.message[end:], cuts=((PART_MESSAGE, at), (PART_MESSAGE, end)))
    return Forgery("sixteen rounds", genuine, forged, _fed_at(at))


# ---- Keccak ---------------------------------------------------------------------------------------------------------


def _linear(lanes: Sequence[int]) -> list[int]:
    """Theta, rho and pi on 25 lanes, x + 5 y."""
    columns = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
    mixed = [lanes[n] ^ columns[n % 5 - 1] ^ rotated(columns[(n % 5 + 1) % 5], 1) for n in range(25)]
    moved, x, y = [mixed[0]] * 25, 1, 0
    for step in range(24):
        to = y + 5 * ((2 * x + 3 * y) % 5)
        moved[to] = rotated(mixed[x + 5 * y], (step + 1) * (step + 2) // 2)
        x, y = y, (2 * x + 3 * y) % 5
    return moved


def _chi(row: Sequence[int]) -> list[int]:
    return [row[x] ^ (~row[(x + 1) % 5] & MASK & row[(x + 2) % 5]) for x in range(5)]


def _unchi(row: Sequence[int]) -> list[int]:
    """Chi's input: each column of five bits by search."""
    inverse = {tuple(bit & 1 for bit in _chi(bits)): bits for bits in product((0, 1), repeat=5)}
    found = [0] * 5
    for z in range(64):
        for x, bit in enumerate(inverse[tuple(lane >> z & 1 for lane in row)]):
            found[x] |= bit << z
    return found


def _one_round(lanes: Sequence[int]) -> list[int]:
    moved = _linear(lanes)
    after = [lane for y in range(0, 25, 5) for lane in _chi(moved[y:y + 5])]
    after[0] ^= CONSTANTS[0]
    return after


def _solved(columns: Sequence[int], target: int) -> int | None:
    """Which columns add up to the target, as bits; None if none do (over GF(2))."""
    basis: dict[int, tuple[int, int]] = {}
    for number, value in enumerate(columns):
        chosen = 1 << number
        while value and (top := value.bit_length()) in basis:
            value, chosen = value ^ basis[top][0], chosen ^ basis[top][1]
        if value:
            basis[value.bit_length()] = value, chosen
    chosen = 0
    while target:
        if (top := target.bit_length()) not in basis:
            return None
        target, chosen = target ^ basis[top][0], chosen ^ basis[top][1]
    return chosen


def _block_to(lanes: Sequence[int], capacity: Sequence[int]) -> bytes:
    """A block after which one round leads to these lanes of the capacity."""
    count = 25 - len(capacity)
    base = _linear(lanes)
    columns = []
    for lane, bit in product(range(count), range(64)):
        one = [0] * 25
        one[lane] = 1 << bit
        columns.append(_linear(one))
    rows = range(count // 5, 5)
    packed = [sum(column[5 * y + x] << 64 * (5 * y + x) for y in rows for x in range(5)) for column in columns]
    chooser = random.Random(1)
    while True:  # the lanes of the rate in a row of the capacity are free
        free = [chooser.getrandbits(64) for _ in range(25 - len(capacity) - 5 * rows[0])]
        whole = [0] * 5 * rows[0] + free + list(capacity)
        before = [0] * 5 * rows[0] + [lane for y in rows for lane in _unchi(whole[5 * y:5 * y + 5])]
        chosen = _solved(packed, sum((before[n] ^ base[n]) << 64 * n for n in range(5 * rows[0], 25)))
        if chosen is not None:
            return struct.pack(f"<{count}Q", *(chosen >> 64 * n & MASK for n in range(count)))


def one_round(signer: Signer) -> Forgery:
    """Keccak ends after one round of a block, which makes the capacity that of the genuine message; the next block
    makes the rest."""
    rate = signer.hash.block
    head = -len(signer.before(signer.sign(b"", b"", ""))) % rate
    genuine = signer.sign(b"h" * head + b"g" * 4 * rate, b"", "")
    whole, begin = signer.before(genuine) + genuine.message, len(signer.before(genuine)) + head
    evil = (EVIL * 9)[:head + rate]
    forged = LANES.unpack(absorbed(signer.before(genuine) + evil, rate))
    right = LANES.unpack(absorbed(whole[:begin + 2 * rate], rate))
    first = _block_to(forged, right[rate // 8:])
    added = [*struct.unpack(f"<{rate // 8}Q", first), *[0] * (25 - rate // 8)]
    after = _one_round([lane ^ more for lane, more in zip(forged, added, strict=True)])
    assert after[rate // 8:] == list(right[rate // 8:])
    second = bytes(one ^ two ^ three for one, two, three in zip(
        LANES.pack(*after), LANES.pack(*right), whole[begin + 2 * rate:begin + 3 * rate]))
    at = head + 2 * rate  # the permutation of a block comes when there is more
    message = evil + first + second + genuine.message[head + 3 * rate:]
    cuts = (PART_MESSAGE, at), (PART_MESSAGE, at + 1)
    return Forgery("one round", genuine, genuine.but(message=message, cuts=cuts), _fed_at(at))
