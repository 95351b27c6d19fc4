#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes a binary as a UF2 file, which the boot ROM of an RP2040 takes as a file on its USB drive.

usage: uf2.py BINARY ADDRESS OUTPUT     ADDRESS: where its first byte goes, as 0x20000000

The format: https://github.com/microsoft/uf2. Blocks of 512 bytes, of which 256 are payload, as the RP2040 wants them.
"""
import pathlib
import struct
import sys

MAGIC_START = (0x0A324655, 0x9E5D5157)
MAGIC_END = 0x0AB16F30
FAMILY_PRESENT = 0x2000
RP2040 = 0xE48BFF56
PAYLOAD = 256
FIELD = 476  # of a block, for the payload


def uf2(binary, address):
    """The file; the last block is filled up with zeros."""
    count = -(-len(binary) // PAYLOAD)
    blocks = []
    for number in range(count):
        part = binary[number * PAYLOAD:(number + 1) * PAYLOAD]
        head = struct.pack("<8I", *MAGIC_START, FAMILY_PRESENT, address + number * PAYLOAD, PAYLOAD, number, count,
                           RP2040)
        blocks.append(head + part.ljust(FIELD, b"\0") + struct.pack("<I", MAGIC_END))
    return b"".join(blocks)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    binary, address, output = sys.argv[1:]
    pathlib.Path(output).write_bytes(uf2(pathlib.Path(binary).read_bytes(), int(address, 0)))


if __name__ == "__main__":
    main()
