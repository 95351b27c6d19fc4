# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Transfer times, counted as ePrint 2021/662 does: payload bits over the bit rate, no framing, no waiting."""
from __future__ import annotations

CAN_BIT_RATE = 500_000
ETHERNET_BIT_RATE = 20_000_000

NOTE = "Transfer times count payload bits only (no framing, no waiting), as in ePrint 2021/662."


def transfer_seconds(payload_bytes: int, bit_rate: int) -> float:
    """Seconds for `payload_bytes` at `bit_rate` bits per second."""
    return 8 * payload_bytes / bit_rate


def format_times(payload_bytes: int) -> str:
    """One phrase with the times at 500 kbit/s (CAN) and 20 Mbit/s (Ethernet)."""
    can = 1000 * transfer_seconds(payload_bytes, CAN_BIT_RATE)
    ethernet = 1000 * transfer_seconds(payload_bytes, ETHERNET_BIT_RATE)
    return f"{can:.1f} ms at 500 kbit/s (CAN), {ethernet:.2f} ms at 20 Mbit/s (Ethernet)"
