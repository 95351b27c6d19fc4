# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Code as a linker left it: where it is to lie, and whether an image puts it there."""
from __future__ import annotations

import struct

from kilosig.errors import UserError

ELF_MAGIC = b"\x7fELF"
LOADED = 1  # type of a segment
RAM = (0x20000000, 0x40000000)  # of Cortex-M, where a stack pointer begins
TABLE_ALIGNMENT = 128  # the least that vector tables have
MOST_GAP = 1 << 20  # bytes between segments: more is no image of one flash


def is_elf(data: bytes) -> bool:
    """Whether it says that it is one."""
    return data.startswith(ELF_MAGIC)


def elf_code(elf: bytes, name: str) -> tuple[int, bytes]:
    """Where a 32-bit ELF file begins in flash, and what it loads from there on. Raises UserError."""
    try:
        if elf[:6] != ELF_MAGIC + b"\x01\x01":
            raise ValueError
        offset, = struct.unpack_from("<I", elf, 28)
        size, count = struct.unpack_from("<HH", elf, 42)
        parts = [struct.unpack_from("<8I", elf, offset + i * size) for i in range(count)]
        if any(part[1] + part[4] > len(elf) for part in parts):
            raise ValueError
    except (struct.error, ValueError) as error:
        raise UserError(f"{name} is no ELF file of 32 bits, little-endian: give the linker's output.") from error
    loaded = sorted((part[3], elf[part[1]:part[1] + part[4]]) for part in parts if part[0] == LOADED and part[4])
    if not loaded:
        raise UserError(f"{name} loads nothing: build it again.")
    code = b""
    for address, data in loaded:
        gap = address - loaded[0][0] - len(code)
        if not 0 <= gap <= MOST_GAP:
            raise UserError(f"{name} loads parts that overlap or lie far apart: link it for one flash.")
        code += b"\xff" * gap + data
    return loaded[0][0], code


def check_vectors(code: bytes, begin: int, name: str) -> None:
    """Raises UserError if the code has a vector table of Cortex-M that is wrong where an image puts it: at `begin`, of
    which no more than the distance from the slot may be known. Code without such a table passes."""
    stack, entry = struct.unpack_from("<II", code)
    if not (RAM[0] < stack <= RAM[1] and stack % 4 == 0 and entry % 2):
        return
    if begin % TABLE_ALIGNMENT:
        raise UserError(f"{name} begins with a vector table, which is aligned to {TABLE_ALIGNMENT} bytes or more: give "
                        "the --header-size that it is linked for, a multiple of that.")


def check_entry(code: bytes, begin: int, name: str) -> None:
    """Raises UserError if the vector table's entry does not lie in code at the address `begin`."""
    stack, entry = struct.unpack_from("<II", code)
    if RAM[0] < stack <= RAM[1] and not 8 <= entry - 1 - begin < len(code):
        raise UserError(f"{name} has its entry at {entry - 1:#x}, which is not in code at {begin:#x}: give the "
                        "--header-size and the --slot-address that it is linked for.")
