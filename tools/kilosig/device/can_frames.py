# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Bits of CAN frames, counted from their contents: stuff bits are where the bits of this very frame put them. Data
frames with an 11-bit identifier, classic and CAN FD with the bit rate switch (ISO 11898-1:2015)."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

CRC_15 = 0x4599
# CRC delimiter 1, ACK 2, end of frame 7, interframe space 3: never stuffed.
TRAILER = 13
FD_LENGTHS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64)


def bits_of(value: int, width: int) -> list[int]:
    """Most significant bit first."""
    return [value >> place & 1 for place in reversed(range(width))]


def crc_15(bits: list[int]) -> int:
    """The CRC of a classic frame over its bits from start of frame to the end of the data."""
    crc = 0
    for bit in bits:
        crc = (crc << 1 ^ (CRC_15 if bit ^ (crc >> 14 & 1) else 0)) & 0x7FFF
    return crc


def stuff_places(bits: list[int]) -> list[int]:
    """After which bits a stuff bit follows: after five equal ones, stuff bits counted."""
    places, run, last = [], 0, -1
    for place, bit in enumerate(bits):
        run = run + 1 if bit == last else 1
        last = bit
        if run == 5:
            places.append(place)
            last, run = 1 - bit, 1
    return places


def classic_bits(identifier: int, data: bytes) -> int:
    """Bits of a classic frame with interframe space."""
    bits = [0, *bits_of(identifier, 11), 0, 0, 0, *bits_of(len(data), 4)]
    for byte in data:
        bits += bits_of(byte, 8)
    bits += bits_of(crc_15(bits), 15)
    return len(bits) + len(stuff_places(bits)) + TRAILER


def fd_bits(identifier: int, data: bytes) -> tuple[int, int]:
    """Bits of a CAN FD frame with interframe space: at the nominal rate, and at that of the data."""
    # SOF, identifier, RRS, IDE, FDF, res, BRS; then faster: ESI, DLC, data.
    bits = [0, *bits_of(identifier, 11), 0, 0, 1, 0, 1]
    arbitration = len(bits)
    bits += [0, *bits_of(FD_LENGTHS.index(len(data)), 4)]
    for byte in data:
        bits += bits_of(byte, 8)
    slow = sum(place < arbitration for place in stuff_places(bits))
    fast = len(stuff_places(bits)) - slow
    # Stuff count and CRC with a fixed stuff bit before every four bits.
    checked = 4 + (17 if len(data) <= 16 else 21)
    return arbitration + slow + TRAILER, len(bits) - arbitration + fast + checked + -(-checked // 4)


@dataclass
class Traffic:
    """The frames of a conversation, as they were on the bus."""

    frames: int = 0
    data_bytes: int = 0  # of the frames' data fields
    nominal_bits: int = 0
    fast_bits: int = 0
    messages: list[int] = field(default_factory=list)

    def add(self, message: Any) -> None:
        """A frame of python-can."""
        self.frames += 1
        data = bytes(message.data)
        self.data_bytes += len(data)
        if message.is_fd:
            nominal, fast = fd_bits(message.arbitration_id, data)
            self.fast_bits += fast
        else:
            nominal = classic_bits(message.arbitration_id, data)
        self.nominal_bits += nominal
        length = _message_length(data)
        if length:
            self.messages.append(length)

    def seconds(self, bit_rate: float, data_bit_rate: float) -> float:
        """How long the bus was taken."""
        return self.nominal_bits / bit_rate + self.fast_bits / data_bit_rate


def _message_length(data: bytes) -> int:
    """Bytes of the ISO-TP message that begins with this frame; 0: none does."""
    kind = data[0] >> 4 if data else 3
    if kind == 0:
        return data[1] if data[0] == 0 else data[0] & 15
    if kind == 1:
        length = (data[0] & 15) << 8 | data[1]
        return length or int.from_bytes(data[2:6], "big")
    return 0


def doip_seconds(messages: list[int], bit_rate: float) -> float:
    """The same UDS messages in DoIP (ISO 13400-2) over TCP on Ethernet: computed, not measured. Of each segment of
    1,460 bytes: preamble 8, Ethernet 14 + 4, gap 12, IPv4 20, TCP 20; of each message: DoIP 8 and addresses 4. No
    acknowledgements."""
    total = 0
    for length in messages:
        whole = length + 12
        total += whole + -(-whole // 1460) * 78
    return 8 * total / bit_rate
