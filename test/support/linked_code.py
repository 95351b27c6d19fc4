# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Code as linkers leave it, for the tests of what makes images of it."""
from __future__ import annotations

import io
import struct
from dataclasses import dataclass, field

SLOT, HEADER, SLOT_BYTES = 0x8000, 0x200, 78 * 1024  # of the micro:bit
STACK = 0x20002000
HANDLERS = 16
ARM, RISCV, X86 = 40, 243, 3
EXECUTABLE, OBJECT = 2, 1


def vector_code(address: int, length: int = 400, stack: int = STACK, entry: int | None = None) -> bytes:
    """A vector table for that address, and bytes after it. entry: with bit 0."""
    handler = address + 4 * HANDLERS | 1 if entry is None else entry
    table = struct.pack("<II", stack, handler) + struct.pack("<I", address + 4 * HANDLERS | 1) * (HANDLERS - 2)
    return table + bytes(i * 7 & 0xFF for i in range(length - len(table)))


@dataclass
class Elf:
    """A linker's output of 32 bits. parts: address and bytes. symbols: absolute ones. After the parts is one of RAM,
    which loads nothing and names a place that the file does not have."""

    parts: list[tuple[int, bytes]]
    symbols: dict[str, int] = field(default_factory=dict)
    machine: int = ARM
    type: int = EXECUTABLE
    entry: int = 0

    def encode(self) -> bytes:
        head_end = 52 + 32 * (len(self.parts) + 1)
        body, segments = b"", b""
        for address, data in self.parts:
            segments += struct.pack("<8I", 1, head_end + len(body), address, address, len(data), len(data), 5, 4)
            body += data
        segments += struct.pack("<8I", 1, 0x100000, STACK, STACK, 0, 16, 6, 4)
        names, entries = b"\0", bytes(16)
        for name, value in self.symbols.items():
            entries += struct.pack("<IIIBBH", len(names), value, 0, 0x10, 0, 0xFFF1)
            names += name.encode() + b"\0"
        strings = b"\0.symtab\0.strtab\0"
        at = head_end + len(body)
        sections = bytes(40) + struct.pack("<10I", 1, 2, 0, 0, at, len(entries), 2, 1, 4, 16)
        sections += struct.pack("<10I", 9, 3, 0, 0, at + len(entries), len(names), 0, 0, 1, 0)
        sections += struct.pack("<10I", 9, 3, 0, 0, at + len(entries) + len(names), len(strings), 0, 0, 1, 0)
        tables = entries + names + strings if self.symbols else b""
        table, size, count, last = (at + len(tables), 40, 4, 3) if self.symbols else (0, 0, 0, 0)
        head = b"\x7fELF\1\1\1".ljust(16, b"\0") + struct.pack(
            "<HHIIIIIHHHHHH", self.type, self.machine, 1, self.entry, 52, table, 0, 52, 32, len(self.parts) + 1, size,
            count, last)
        return head + segments + body + tables + (sections if self.symbols else b"")


def slot_symbols(slot: int = SLOT, size: int = SLOT_BYTES, header: int = HEADER) -> dict[str, int]:
    """What firmware/boards/slot.ld writes down."""
    return {"ksig_slot_address": slot, "ksig_slot_bytes": size, "ksig_header_bytes": header,
            "ksig_ram_address": 0x20000000, "ksig_ram_bytes": 0x4000}


def intel_hex(parts: list[tuple[int, bytes]]) -> bytes:
    """The file that objcopy -O ihex would write."""
    from intelhex import IntelHex
    made, text = IntelHex(), io.StringIO()
    for address, data in parts:
        made.frombytes(data, address)
    made.write_hex_file(text)
    return text.getvalue().encode()
