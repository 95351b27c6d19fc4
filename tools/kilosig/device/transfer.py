# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Transfer times: payload bits alone, as ePrint 2021/662 counts, and with the frames of a CAN bus.

ISO-TP (ISO 15765-2) over CAN: messages of 4,095 bytes at most; a first frame, flow control by the receiver once for
each message, consecutive frames; no waiting. Bits of a frame with an 11-bit identifier, interframe space included (ISO
11898-1), without stuff bits and with the most of them."""
from __future__ import annotations

from dataclasses import dataclass

CAN_BIT_RATE = 500_000
CAN_FD_DATA_RATE = 2_000_000
ETHERNET_BIT_RATE = 20_000_000
LONGEST_ISO_TP = 4095

NOTE = ("Payload times count payload bits only (no framing, no waiting), as in ePrint 2021/662; those of ISO-TP count "
        "whole frames, without and with the most stuff bits.")


def transfer_seconds(payload_bytes: int, bit_rate: int) -> float:
    """Seconds for `payload_bytes` at `bit_rate` bits per second."""
    return 8 * payload_bytes / bit_rate


@dataclass(frozen=True)
class Bus:
    """A kind of CAN frame: its data bytes, and the bit rate of the part with the data (None: of all)."""

    data_bytes: int
    data_rate: float = 0.0

    def frame_seconds(self, bit_rate: float) -> tuple[float, float]:
        """Of one full frame: the least and the most."""
        data_bits = 8 * self.data_bytes
        if not self.data_rate:
            # SOF, identifier, RTR, IDE, r0, DLC: 19; CRC 15, its delimiter 1, ACK 2, EOF 7, interframe space 3.
            bits, stuffed = 19 + data_bits + 15, (19 + data_bits + 15 - 1) // 4
            return (bits + 13) / bit_rate, (bits + 13 + stuffed) / bit_rate
        # At the nominal rate: SOF to BRS 17 bits; CRC delimiter, ACK 2, EOF 7, interframe space 3.
        # At the data rate: ESI, DLC 4, data; stuff count 4 and CRC of 17 or 21 bits with a fixed stuff bit each 4.
        checked = 4 + (17 if self.data_bytes <= 16 else 21)
        fast = 5 + data_bits + checked + (checked + 3) // 4
        nominal, stuffed = 17 + 13, (17 + 5 + data_bits - 1) // 4
        least = nominal / bit_rate + fast / self.data_rate
        return least, least + stuffed / self.data_rate


CAN, CAN_FD = Bus(8), Bus(64, CAN_FD_DATA_RATE)


def iso_tp_frames(payload_bytes: int, data_bytes: int) -> int:
    """Frames for a payload, flow control included. data_bytes: of a frame, 8 or 64."""
    single = data_bytes - (1 if data_bytes == 8 else 2)
    first, each, count = data_bytes - 2, data_bytes - 1, 0
    whole, rest = divmod(payload_bytes, LONGEST_ISO_TP)
    for length, times_ in ((LONGEST_ISO_TP, whole), (rest, 1 if rest else 0)):
        frames = 1 if length <= single else 2 + -(-(length - first) // each)
        count += frames * times_
    return count


def iso_tp_seconds(payload_bytes: int, bus: Bus, bit_rate: float = CAN_BIT_RATE) -> tuple[float, float]:
    """Seconds for a payload: without stuff bits, and with the most."""
    frames = iso_tp_frames(payload_bytes, bus.data_bytes)
    least, most = bus.frame_seconds(bit_rate)
    return frames * least, frames * most


def times(payload_bytes: int) -> dict[str, float]:
    """Milliseconds by way of counting; least and most with the stuff bits of CAN."""
    can, fd = iso_tp_seconds(payload_bytes, CAN), iso_tp_seconds(payload_bytes, CAN_FD)
    seconds = {"can_payload": transfer_seconds(payload_bytes, CAN_BIT_RATE), "can_iso_tp_least": can[0],
               "can_iso_tp_most": can[1], "can_fd_iso_tp_least": fd[0], "can_fd_iso_tp_most": fd[1],
               "ethernet_payload": transfer_seconds(payload_bytes, ETHERNET_BIT_RATE)}
    return {name: round(1000 * value, 3) for name, value in seconds.items()}


def format_times(payload_bytes: int) -> str:
    """One phrase with the times at 500 kbit/s (CAN), with ISO-TP, on CAN FD, and at 20 Mbit/s (Ethernet)."""
    ms = times(payload_bytes)
    return (f"{ms['can_payload']:.1f} ms at 500 kbit/s (CAN), {ms['ethernet_payload']:.2f} ms at 20 Mbit/s (Ethernet); "
            f"with ISO-TP {ms['can_iso_tp_least']:.0f} to {ms['can_iso_tp_most']:.0f} ms on CAN at 500 kbit/s, "
            f"{ms['can_fd_iso_tp_least']:.1f} to {ms['can_fd_iso_tp_most']:.1f} ms on CAN FD with 2 Mbit/s for data")
