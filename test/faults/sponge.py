# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Keccak-f[1600] as an attacker computes it (FIPS 202 section 3)."""
from __future__ import annotations

import struct

MASK = (1 << 64) - 1


def _constants() -> list:
    constants, register = [], 1
    for _ in range(24):
        constant = 0
        for bit in range(7):
            if register & 1:
                constant |= 1 << ((1 << bit) - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
        constants.append(constant)
    return constants


CONSTANTS = _constants()


def rotated(lane: int, by: int) -> int:
    """To the left."""
    by %= 64
    return ((lane << by) | (lane >> (64 - by))) & MASK


def permuted(state: bytes) -> bytes:
    """The 200 bytes of the state after the permutation."""
    flat = struct.unpack("<25Q", state)
    lanes = [[flat[x + 5 * y] for y in range(5)] for x in range(5)]
    for constant in CONSTANTS:
        columns = [lanes[x][0] ^ lanes[x][1] ^ lanes[x][2] ^ lanes[x][3] ^ lanes[x][4] for x in range(5)]
        lanes = [[lanes[x][y] ^ columns[x - 1] ^ rotated(columns[(x + 1) % 5], 1) for y in range(5)] for x in range(5)]
        x, y, lane = 1, 0, lanes[1][0]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            lane, lanes[x][y] = lanes[x][y], rotated(lane, (step + 1) * (step + 2) // 2)
        lanes = [[lanes[x][y] ^ (~lanes[(x + 1) % 5][y] & lanes[(x + 2) % 5][y]) for y in range(5)] for x in range(5)]
        lanes[0][0] ^= constant
    return struct.pack("<25Q", *(lanes[x][y] for y in range(5) for x in range(5)))


def absorbed(blocks: bytes, rate: int) -> bytes:
    """The state after whole blocks, each permuted."""
    state = bytes(200)
    for begin in range(0, len(blocks), rate):
        block = blocks[begin:begin + rate].ljust(200, b"\0")
        state = permuted(bytes(a ^ b for a, b in zip(state, block)))
    return state
