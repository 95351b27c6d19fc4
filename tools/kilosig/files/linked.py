# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Code as a linker left it: ELF, Intel HEX or raw; what it says of the place where it is to lie."""
from __future__ import annotations

import io
import struct
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

from kilosig.errors import UserError
from kilosig.files import images

ELF_MAGIC = b"\x7fELF"
MOST_GAP = 1 << 20  # bytes between parts: more is no image of one flash
ARM, RISCV = "Arm", "RISC-V"
MACHINES = {"EM_ARM": ARM, "EM_RISCV": RISCV}
EXECUTABLE, LOADED, NO_BITS, ALLOCATED = "ET_EXEC", "PT_LOAD", "SHT_NOBITS", 2
# What firmware/boards/slot.ld has the linker write down.
SLOT_ADDRESS, SLOT_BYTES, HEADER_BYTES = "ksig_slot_address", "ksig_slot_bytes", "ksig_header_bytes"
RAM_ADDRESS, RAM_BYTES = "ksig_ram_address", "ksig_ram_bytes"
SYMBOLS = (SLOT_ADDRESS, SLOT_BYTES, HEADER_BYTES, RAM_ADDRESS, RAM_BYTES)


@dataclass(frozen=True)
class Code:
    """What an image is made of. name: of the file. address: of the first byte; entry: what an ELF file says; core: ARM
    or RISCV. None where the file does not say it. symbols: those of SYMBOLS that it has. holes: beginning and end of
    what no part of the file loads, between those that do."""

    name: str
    data: bytes
    address: int | None = None
    entry: int | None = None
    core: str | None = None
    symbols: dict[str, int] = field(default_factory=dict)
    holes: tuple[tuple[int, int], ...] = ()

    def behind(self, header: int) -> Code:
        """Without the zeros in front that some linker scripts leave for the header, as imgtool expects them."""
        if not header or len(self.data) <= header or any(self.data[:header]):
            return self
        return replace(self, data=self.data[header:], address=None if self.address is None else self.address + header)


def read(data: bytes, name: str) -> Code:
    """The code of a file. Raises UserError."""
    if data.startswith(ELF_MAGIC):
        code = read_elf(data, name)
    elif data.startswith(b":") and data.isascii():
        code = _read_hex(data, name)
    elif data.startswith(images.MAGIC.to_bytes(4, "little")):
        raise UserError(f"{name} is an image already: give the code that it is to be made of.")
    else:
        code = Code(name, data)
    if len(code.data) < 8:
        raise UserError(f"{name} has {len(code.data)} bytes of code: give the linker's ELF or Intel HEX file, or a raw "
                        "binary.")
    return code


def elf_code(elf: bytes, name: str) -> tuple[int, bytes]:
    """Where a 32-bit ELF file begins in flash, and what it loads from there on. Raises UserError."""
    code = read_elf(elf, name)
    assert code.address is not None
    return code.address, code.data


def _library(name: str, what: str) -> ModuleType:
    import importlib
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = {"elftools": "pyelftools"}.get(name.partition(".")[0], name)
        raise UserError(f"To read {what} the Python package {package} is needed: install it with 'pip install "
                        f"{package}'.") from error


def read_elf(elf: bytes, name: str) -> Code:
    """Of a linked program for Arm or RISC-V, 32 bits, little-endian: what objcopy -O binary would write. Raises
    UserError."""
    library = _library("elftools.elf.elffile", "an ELF file")
    wrong = UserError(f"{name} is not an ELF file of 32 bits, little-endian: give the linker's output.")
    try:
        file = library.ELFFile(io.BytesIO(elf))
        if file.elfclass != 32 or not file.little_endian:
            raise wrong
        if file["e_type"] != EXECUTABLE:
            raise UserError(f"{name} is not linked: give the linker's output, not an object file.")
        core = MACHINES.get(file["e_machine"])
        if core is None:
            raise UserError(f"{name} is for another machine ({str(file['e_machine']).removeprefix('EM_')}): build it "
                            "for the device, an Arm Cortex-M or RISC-V.")
        parts = [part for segment in file.iter_segments(LOADED) for part in _loaded(file, segment, elf)]
        address, data, holes = _joined(parts, name)
        return Code(name, data, address, file["e_entry"], core, _symbols(file), holes)
    except UserError:
        raise
    # The library says so in many ways.
    except Exception as error:  # pylint: disable=broad-exception-caught
        raise wrong from error


def _loaded(file: Any, segment: Any, elf: bytes) -> list[tuple[int, bytes]]:
    """Address and bytes of what a segment loads: from its first section on, since the file's own head may lie in front
    of it."""
    begin, end = segment["p_offset"], segment["p_offset"] + segment["p_filesz"]
    if begin == end:
        return []  # of RAM: it may lie after the file's end
    if end > len(elf):
        raise ValueError
    sections = [section["sh_offset"] for section in file.iter_sections()
                if section["sh_flags"] & ALLOCATED and section["sh_type"] != NO_BITS and section["sh_size"]
                and begin <= section["sh_offset"] < end]
    first = min(sections, default=begin)
    return [(segment["p_paddr"] + first - begin, elf[first:end])] if first < end else []


def _symbols(file: Any) -> dict[str, int]:
    table = file.get_section_by_name(".symtab")
    return {symbol.name: symbol["st_value"] for symbol in (table.iter_symbols() if table is not None else ())
            if symbol.name in SYMBOLS}


def _read_hex(data: bytes, name: str) -> Code:
    library = _library("intelhex", "an Intel HEX file")
    try:
        file = library.IntelHex(io.StringIO(data.decode()))
        parts = [(begin, bytes(file.tobinarray(start=begin, size=end - begin))) for begin, end in file.segments()]
        entry = (file.start_addr or {}).get("EIP")
    except (library.IntelHexError, ValueError) as error:
        raise UserError(f"{name} is not an Intel HEX file ({error}): give what objcopy -O ihex writes.") from error
    address, joined, holes = _joined(parts, name)
    return Code(name, joined, address, entry, holes=holes)


def _joined(parts: list[tuple[int, bytes]], name: str) -> tuple[int, bytes, tuple[tuple[int, int], ...]]:
    """One piece from the least address on, with what lies between as it is erased; and what that is."""
    if not parts:
        raise UserError(f"{name} loads nothing: build it again.")
    parts = sorted(parts)
    code, holes = b"", []
    for address, data in parts:
        end = parts[0][0] + len(code)
        if not 0 <= address - end <= MOST_GAP:
            raise UserError(f"{name} loads parts that overlap or lie far apart, up to {end:#x} and from {address:#x}: "
                            "link it for one flash, and leave out what is not the application's.")
        if address > end:
            holes.append((end, address))
        code += b"\xff" * (address - end) + data
    return parts[0][0], code, tuple(holes)


def vectors(code: bytes) -> tuple[int, int]:
    """Stack pointer and entry of a vector table."""
    stack, entry = struct.unpack_from("<II", code)
    return stack, entry
