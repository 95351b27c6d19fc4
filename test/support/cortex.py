# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A Cortex-M3 image in the Unicorn emulator, call by call, with one instruction left out."""
from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

from unicorn import UC_ARCH_ARM, UC_MODE_MCLASS, UC_MODE_THUMB, UC_PROT_EXEC, UC_PROT_READ, Uc
from unicorn.arm_const import (UC_ARM_REG_LR, UC_ARM_REG_PC, UC_ARM_REG_R0, UC_ARM_REG_R1, UC_ARM_REG_R2,
                               UC_ARM_REG_R3, UC_ARM_REG_SP)

from execution import Instructions

FLASH_BYTES, RAM, RAM_BYTES = 0x400000, 0x20000000, 0x100000
LARGE = 0x200000  # flash that no image uses, for large inputs
RETURN = 0x3F0000  # where calls return to: flash that no image uses
LIMIT = 20_000_000  # instructions of a call that has a fault
STACK_TOP = RAM + RAM_BYTES - 0x1000
STACK_BYTES = 0x4000
HEAP = RAM + 0x80000
REGISTERS = (UC_ARM_REG_R0, UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3)
NOP_16, NOP_32 = bytes.fromhex("00bf"), bytes.fromhex("aff30080")
PT_LOAD = 1
OBJECT, FUNCTION = 1, 2  # kinds of symbols


def entry_stack(arguments: int) -> int:
    """SP at the entry of a function with so many words of arguments: those beyond the fourth are there."""
    return STACK_TOP - 8 * (max(arguments - len(REGISTERS), 0) + 1 >> 1)


def thumb_width(code: bytes) -> int:
    """Of the instruction that begins with these 2 bytes: 2 or 4."""
    return 4 if code[1] >> 3 in (0b11101, 0b11110, 0b11111) else 2


class Machine:
    """An ELF image in memory. Symbols by name; `allocate` gives memory for arguments."""

    def __init__(self, image: Path, emulator: Callable[[], Uc] | None = None,
                 width: Callable[[bytes], int] = thumb_width) -> None:
        """emulator, and width of an instruction: of another core."""
        data = image.read_bytes()
        self._uc = (emulator or self.emulator)()
        self._uc.mem_map(0, FLASH_BYTES, UC_PROT_READ | UC_PROT_EXEC)
        self._uc.mem_map(RAM, RAM_BYTES)
        offset, = struct.unpack_from("<I", data, 28)
        size, count = struct.unpack_from("<HH", data, 42)
        for number in range(count):
            kind, at, address, _, length, _, _, _ = struct.unpack_from("<8I", data, offset + number * size)
            if kind == PT_LOAD and length:
                self._uc.mem_write(address, data[at:at + length])
        self.symbols = _symbols(data)
        self._free, self._large = HEAP, LARGE
        self._width = width

    def emulator(self) -> Uc:
        """Of the core."""
        return Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)

    @property
    def unicorn(self) -> Uc:
        """The emulator itself, for registers and hooks."""
        return self._uc

    def allocate(self, data: bytes) -> int:
        """The address of a copy of `data`, aligned to 8."""
        address, self._free = self._free, self._free + (len(data) + 7) // 8 * 8
        assert self._free <= STACK_TOP - STACK_BYTES
        self._uc.mem_write(address, data)
        return address

    @property
    def end(self) -> int:
        """Of what `allocate` gave."""
        return self._free

    def free_from(self, address: int) -> None:
        """Gives back what `allocate` gave from this address on."""
        self._free = address

    def allocate_flash(self, data: bytes) -> int:
        """The same in flash, where a fault cannot write and nothing has to be restored."""
        address, self._large = self._large, self._large + (len(data) + 7) // 8 * 8
        assert self._large <= RETURN
        self._uc.mem_write(address, data)
        return address

    def flash_mark(self) -> int:
        """For flash_free: gives back what allocate_flash gave since."""
        return self._large

    def flash_free(self, mark: int) -> None:
        self._large = mark

    def read(self, address: int, length: int) -> bytes:
        return bytes(self._uc.mem_read(address, length))

    def write(self, address: int, data: bytes) -> None:
        self._uc.mem_write(address, data)

    def functions(self, *names: str) -> list[tuple[int, int]]:
        """The addresses [begin, end) of those functions that the image has."""
        begins = [self.symbols[name] for name in names if name in self.symbols]
        return [(begin, min(address for address in self.symbols.values() if address > begin)) for begin in begins]

    def place(self, address: int) -> str:
        """Function and offset of an instruction."""
        name, begin = max(((name, at) for name, at in self.symbols.items() if at <= address),
                          key=lambda entry: entry[1])
        return f"{name} + {address - begin:#x}"

    def save(self) -> bytes:
        """All that was allocated: a fault may write anywhere in RAM."""
        return self.read(HEAP, self._free - HEAP)

    def restore(self, saved: bytes) -> None:
        self.write(HEAP, saved)

    def word(self, address: int) -> int:
        return struct.unpack("<I", self.read(address, 4))[0]

    def call(self, function: str, *arguments: int, skip: int | None = None, limit: int = 0) -> int:
        """Calls a function; its result. Words beyond the fourth are passed on the stack. skip: the instruction of this
        number, from 0 in the order of execution, is executed as a NOP of its length. limit: instructions after which
        the call counts as lost: 0 is LIMIT with `skip`, else none."""
        for register, value in zip(REGISTERS, arguments):
            self._uc.reg_write(register, value)
        top = entry_stack(len(arguments))
        self._uc.mem_write(top, struct.pack(f"<{len(arguments[4:])}I", *arguments[4:]))
        self._uc.reg_write(UC_ARM_REG_SP, top)
        self._uc.reg_write(UC_ARM_REG_LR, RETURN | 1)
        at = self.symbols[function]
        if skip is not None:
            if skip:
                self._uc.emu_start(at | 1, RETURN, count=skip)
                at = self._uc.reg_read(UC_ARM_REG_PC)
            original = self.read(at, 4)
            nop = NOP_16 if thumb_width(original) == 2 else NOP_32
            self._patch(at, nop)
            self._uc.emu_start(at | 1, RETURN, count=1)
            self._patch(at, original[:len(nop)])
            at = self._uc.reg_read(UC_ARM_REG_PC)
        # A fault may send the core anywhere: a bounded run that does not come back is an error, as on hardware. The
        # emulator is slower while it counts.
        self._uc.emu_start(at | 1, RETURN, count=limit or (0 if skip is None else LIMIT))
        if self._uc.reg_read(UC_ARM_REG_PC) & ~1 != RETURN:
            raise RuntimeError("does not return")
        return self._uc.reg_read(UC_ARM_REG_R0)

    def _patch(self, address: int, data: bytes) -> None:
        self._uc.mem_write(address, data)
        self._uc.ctl_remove_cache(address, address + len(data))

    @cached_property
    def instructions(self) -> Instructions:
        """What notes those that are executed."""
        return Instructions(self._uc, self.read(0, LARGE), self._width, self._width is thumb_width)

    def trace(self, function: str, *arguments: int) -> tuple[int, list[int]]:
        """Calls a function; its result and the addresses of the instructions executed."""
        with self.instructions.noted() as addresses:
            result = self.call(function, *arguments)
        return result, addresses


def functions(image: Path) -> list[tuple[int, str]]:
    """Address and name of all functions; names of static ones may be there more than once."""
    return [(address & ~1, name) for name, address, kind in _symbol_table(image.read_bytes()) if kind == FUNCTION]


def _symbols(data: bytes) -> dict[str, int]:
    """Addresses of functions and objects, without the Thumb bit."""
    return {name: address & ~1 if kind == FUNCTION else address for name, address, kind in _symbol_table(data)
            if kind in (OBJECT, FUNCTION)}


def _symbol_table(data: bytes) -> Iterator[tuple[str, int, int]]:
    """Name, address and kind."""
    offset, = struct.unpack_from("<I", data, 32)
    size, count, _ = struct.unpack_from("<HHH", data, 46)
    sections = [struct.unpack_from("<10I", data, offset + number * size) for number in range(count)]
    for _, kind, _, _, at, length, link, _, _, _ in sections:
        if kind != 2:  # SHT_SYMTAB
            continue
        names = sections[link][4]
        for entry in range(at, at + length, 16):
            name, address, _, info, _, _ = struct.unpack_from("<IIIBBH", data, entry)
            yield data[names + name:data.index(b"\0", names + name)].decode(), address, info & 15
