# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The same for HAETAE as test_faults.py: each forgery is rejected by exactly one check."""
from __future__ import annotations

import hashlib
import struct
from typing import List, Tuple

import pytest

from kilosig import haetae_sign, verdicts
from kilosig.binding import PART_KEY, PART_SIGNATURE, load
from kilosig.haetae import KeyGenerator, KeyPair
from kilosig.hashes import MODE_PURE
from support import random_bytes

pytest.importorskip("unicorn", exc_type=ImportError)
from cortex import Machine  # noqa: E402
from faults import Stream, attack_close, attack_feed, bench_image, last_byte, passed  # noqa: E402

pytestmark = pytest.mark.board
MESSAGE = b"message"
LEAST, COLUMNS, ROWS = 1 << 23, 4, 2  # of level 2, as what follows
SIGNATURE_BYTES, HIGH_FIRST = 1474, 32 + 256 * COLUMNS + 2
BASE_HIGH, BASE_HINT = 132, 7
B2_SQUARED = 163265017
HIGH_FREQUENCY = (1, 1, 1, 5, 58, 246, 398, 247, 59, 5, 1, 1, 1)
HINT_FREQUENCY = (382, 246, 65, 7, 1, 1, 1, 1, 1, 1, 7, 65, 246)


def machine_of(level: int) -> Machine:
    """The released code at -O2."""
    return bench_image(f"haetae-{level}-verify-default-O2")


def pair_of(level: int) -> KeyPair:
    return KeyGenerator(load(), level).generate(random_bytes(32, level))


def signed(level: int) -> Tuple[bytes, bytes]:
    """Public key and signature."""
    pair = pair_of(level)
    return pair.public, haetae_sign.sign(load(), f"haetae-{level}", pair.secret, MESSAGE)


def stream(machine: Machine, key: bytes, signature: bytes, message: bytes = MESSAGE, anchor: bytes = b"") -> Stream:
    level = 5 if len(signature) > 2500 else 2
    return Stream(machine, f"haetae-{level}", key, message, signature, anchor or hashlib.sha256(key).digest(), MODE_PURE)


def decode(data: bytes, frequency: Tuple[int, ...], count: int) -> List[int]:
    """The symbols of a rANS section."""
    state, rest, symbols = struct.unpack("<I", data[:4])[0], iter(data[4:]), []
    for _ in range(count):
        slot, symbol, below = state & 1023, 0, 0
        while slot >= below + frequency[symbol]:
            below, symbol = below + frequency[symbol], symbol + 1
        symbols.append(symbol)
        state = frequency[symbol] * (state >> 10) + slot - below
        while state < LEAST:
            state = state << 8 | next(rest)
    assert state == LEAST and next(rest, None) is None
    return symbols


def encode(symbols: List[int], frequency: Tuple[int, ...], state: int) -> bytes:
    """A section whose decoder ends at `state`."""
    out: List[int] = []
    for symbol in reversed(symbols):
        while state >= frequency[symbol] << 21:
            out.append(state & 255)
            state >>= 8
        state = (state // frequency[symbol] << 10) + state % frequency[symbol] + sum(frequency[:symbol])
    return struct.pack("<I", state) + bytes(reversed(out))


def sections(signature: bytes) -> Tuple[bytes, bytes]:
    """HighBits(z1) and the hint."""
    high, hint = signature[HIGH_FIRST - 2] + BASE_HIGH, signature[HIGH_FIRST - 1] + BASE_HINT
    return signature[HIGH_FIRST:HIGH_FIRST + high], signature[HIGH_FIRST + high:HIGH_FIRST + high + hint]


def assemble(signature: bytes, high: bytes, hint: bytes) -> bytes:
    """The signature with other sections."""
    made = signature[:HIGH_FIRST - 2] + bytes([len(high) - BASE_HIGH, len(hint) - BASE_HINT]) + high + hint
    assert len(made) <= SIGNATURE_BYTES
    return made.ljust(SIGNATURE_BYTES, b"\0")


def not_canonical(section: bytes) -> bytes:
    """The same symbols from an initial state that is too small, so that the decoder takes the byte it lacks at once."""
    state, = struct.unpack("<I", section[:4])
    return struct.pack("<I", state >> 8) + bytes([state & 255]) + section[4:]


def other_end(section: bytes, frequency: Tuple[int, ...], count: int) -> bytes:
    """The same symbols, and a wrong final state."""
    return encode(decode(section, frequency, count), frequency, LEAST + 0x12345)


def high_end(signature: bytes) -> int:
    return HIGH_FIRST + len(sections(signature)[0])


def hint_end(signature: bytes) -> int:
    return high_end(signature) + len(sections(signature)[1])


FORGERIES = {
    "first state of HighBits": (lambda high, hint: (not_canonical(high), hint), lambda _: HIGH_FIRST + 4),
    "last state of HighBits": (lambda high, hint: (other_end(high, HIGH_FREQUENCY, 256 * COLUMNS), hint), high_end),
    "a byte behind HighBits": (lambda high, hint: (high + b"\0", hint), high_end),
    "first state of the hint": (lambda high, hint: (high, not_canonical(hint)), lambda s: high_end(s) + 4),
    "last state of the hint": (lambda high, hint: (high, other_end(hint, HINT_FREQUENCY, 256 * ROWS)), hint_end),
    "a byte behind the hint": (lambda high, hint: (high, hint + b"\0"), hint_end),
    "padding": (None, lambda _: SIGNATURE_BYTES),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_encoding(what: str) -> None:
    """What decodes to the genuine values, but not from the one encoding that is allowed."""
    change, end_of = FORGERIES[what]
    machine = machine_of(2)
    key, genuine = signed(2)
    high, hint = sections(genuine)
    assert assemble(genuine, high, hint) == genuine and hint_end(genuine) < SIGNATURE_BYTES
    forged = assemble(genuine, *change(high, hint)) if change else genuine[:-1] + b"\1"
    check = passed(stream(machine, key, genuine), last_byte(PART_SIGNATURE, end_of(genuine)))
    stop = last_byte(PART_SIGNATURE, end_of(forged))
    assert attack_feed(check, stream(machine, key, forged), stop, verdicts.ENCODING) > 50


def test_norm() -> None:
    """The bound is made smaller than the norm of a genuine signature, by more than any one coefficient adds."""
    machine = machine_of(2)
    key, genuine = signed(2)
    level = machine.symbols["ksig_haetae_level_2"]
    bounds = struct.pack("<I", B2_SQUARED)
    offset = machine.read(level, 64).index(bounds)
    stop = last_byte(PART_SIGNATURE, SIGNATURE_BYTES)
    check = passed(stream(machine, key, genuine), stop)
    machine.write(level + offset, struct.pack("<I", B2_SQUARED // 2))
    assert attack_feed(check, stream(machine, key, genuine), stop, verdicts.NORM) > 50


def test_key() -> None:
    """Another anchor. mu hashes the key, not the anchor, so nothing else is wrong."""
    machine = machine_of(2)
    key, signature = signed(2)
    stop = last_byte(PART_KEY, len(key))
    check = passed(stream(machine, key, signature), stop)
    assert attack_feed(check, stream(machine, key, signature, anchor=hashlib.sha256(b"another key").digest()), stop,
                       verdicts.KEY) > 100


def test_coefficient_of_the_key() -> None:
    """Level 5: b + q for a coefficient b, signed with."""
    machine = machine_of(5)
    pair = pair_of(5)
    values = struct.unpack("<1024H", pair.public[32:])
    number = next(n for n, value in enumerate(values) if value < 65536 - 64513 and n > 10)
    forged = struct.pack("<1024H", *values[:number], values[number] + 64513, *values[number + 1:])
    key = pair.public[:32] + forged
    signature = haetae_sign.sign(load(), "haetae-5", key + pair.secret[len(key):], MESSAGE)
    stop = last_byte(PART_KEY, 32 + 512 * (number // 256 + 1))
    check = passed(stream(machine, pair.public, signature), stop)
    assert attack_feed(check, stream(machine, key, signature), stop, verdicts.ENCODING, number % 256) > 50


def test_challenge() -> None:
    """Another message."""
    machine = machine_of(2)
    key, signature = signed(2)
    assert attack_close(stream(machine, key, signature, message=b"massage"), verdicts.SIGNATURE) > 200
