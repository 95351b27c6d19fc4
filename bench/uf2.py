#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes a binary as a UF2 file, which the boot ROM of an RP2040 or RP2350 takes as a file on its USB drive.

usage: uf2.py BINARY ADDRESS OUTPUT FAMILY     ADDRESS: where its first byte goes, as 0x20000000
                                               FAMILY: rp2040, rp2350-arm-s or rp2350-riscv

The format: https://github.com/microsoft/uf2. Blocks of 512 bytes, of which 256 are payload, as these chips want them
(RP2350 Datasheet, 5.5.2; the families: 5.5.3).
"""
import pathlib
import struct
import sys

MAGIC_START = (0x0A324655, 0x9E5D5157)
MAGIC_END = 0x0AB16F30
FAMILY_PRESENT = 0x2000
FAMILIES = {"rp2040": 0xE48BFF56, "rp2350-arm-s": 0xE48BFF59, "rp2350-riscv": 0xE48BFF5A}
PAYLOAD = 256
FIELD = 476  # of a block, for the payload


def uf2(binary, address, family):
    """The file; the last block is filled up with zeros."""
    count = -(-len(binary) // PAYLOAD)
    blocks = []
    for number in range(count):
        part = binary[number * PAYLOAD:(number + 1) * PAYLOAD]
        head = struct.pack("<8I", *MAGIC_START, FAMILY_PRESENT, address + number * PAYLOAD, PAYLOAD, number, count,
                           FAMILIES[family])
        blocks.append(head + part.ljust(FIELD, b"\0") + struct.pack("<I", MAGIC_END))
    return b"".join(blocks)


def main():
    if len(sys.argv) != 5 or sys.argv[4] not in FAMILIES:
        sys.exit(__doc__)
    binary, address, output, family = sys.argv[1:]
    pathlib.Path(output).write_bytes(uf2(pathlib.Path(binary).read_bytes(), int(address, 0), family))


if __name__ == "__main__":
    main()
