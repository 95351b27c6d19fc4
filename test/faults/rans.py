# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The two sections of a HAETAE-2 signature, encoded otherwise than the signer does."""
from __future__ import annotations

import struct
from collections.abc import Iterator

LEAST, COLUMNS, ROWS = 1 << 23, 4, 2
SIGNATURE_BYTES, HIGH_FIRST = 1474, 32 + 256 * COLUMNS + 2
BASE_HIGH, BASE_HINT = 132, 7
HIGH_FREQUENCY = (1, 1, 1, 5, 58, 246, 398, 247, 59, 5, 1, 1, 1)
HINT_FREQUENCY = (382, 246, 65, 7, 1, 1, 1, 1, 1, 1, 7, 65, 246)


def _decode(data: bytes, frequency: tuple[int, ...], count: int) -> list[int]:
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


def _encode(symbols: list[int], frequency: tuple[int, ...], state: int) -> bytes:
    """A section whose decoder ends at `state`."""
    out: list[int] = []
    for symbol in reversed(symbols):
        while state >= frequency[symbol] << 21:
            out.append(state & 255)
            state >>= 8
        state = (state // frequency[symbol] << 10) + state % frequency[symbol] + sum(frequency[:symbol])
    return struct.pack("<I", state) + bytes(reversed(out))


def sections(signature: bytes) -> tuple[bytes, bytes]:
    """HighBits(z1) and the hint."""
    high, hint = signature[HIGH_FIRST - 2] + BASE_HIGH, signature[HIGH_FIRST - 1] + BASE_HINT
    return signature[HIGH_FIRST:HIGH_FIRST + high], signature[HIGH_FIRST + high:HIGH_FIRST + high + hint]


def _assembled(signature: bytes, high: bytes, hint: bytes) -> bytes:
    """The signature with other sections."""
    made = signature[:HIGH_FIRST - 2] + bytes([len(high) - BASE_HIGH, len(hint) - BASE_HINT]) + high + hint
    assert len(made) <= SIGNATURE_BYTES
    return made.ljust(SIGNATURE_BYTES, b"\0")


def _not_canonical(section: bytes) -> bytes:
    """The same symbols from an initial state that is too small, so that the decoder takes the byte it lacks at once."""
    state, = struct.unpack("<I", section[:4])
    return struct.pack("<I", state >> 8) + bytes([state & 255]) + section[4:]


def _other_end(section: bytes, frequency: tuple[int, ...], count: int) -> bytes:
    """The same symbols, and a wrong final state."""
    return _encode(_decode(section, frequency, count), frequency, LEAST + 0x12345)


def forged_sections(signature: bytes) -> Iterator[tuple[str, bytes, int]]:
    """Name, signature, and where the section that is wrong has what shows it."""
    high, hint = sections(signature)
    assert _assembled(signature, high, hint) == signature
    for name, other in (("first state of HighBits", _not_canonical(high)),
                        ("last state of HighBits", _other_end(high, HIGH_FREQUENCY, 256 * COLUMNS)),
                        ("a byte behind HighBits", high + b"\0")):
        yield name, _assembled(signature, other, hint), HIGH_FIRST + (4 if "first" in name else len(other))
    begin = HIGH_FIRST + len(high)
    for name, other in (("first state of the hint", _not_canonical(hint)),
                        ("last state of the hint", _other_end(hint, HINT_FREQUENCY, 256 * ROWS)),
                        ("a byte behind the hint", hint + b"\0")):
        yield name, _assembled(signature, high, other), begin + (4 if "first" in name else len(other))
