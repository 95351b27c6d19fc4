# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Images of key generation and signing for the cores, and which basic blocks a call runs through.

Blocks only: the emulator's hooks on memory change what this code computes."""
from __future__ import annotations

import shutil
import struct
from array import array
from pathlib import Path
from typing import List, NamedTuple, Sequence, Tuple

from unicorn import UC_HOOK_BLOCK
from unicorn.arm_const import UC_ARM_REG_LR, UC_ARM_REG_PC, UC_ARM_REG_R0, UC_ARM_REG_SP

from cortex import HEAP, REGISTERS, RETURN, STACK_TOP, Machine
from secret_sites import CT, ROOT, compile_all, run, sources

PICOLIBC = "/usr/lib/picolibc/arm-none-eabi/include"
CLANG_TARGETS = {"cortex-m0": "thumbv6m", "cortex-m3": "thumbv7m", "cortex-m4": "thumbv7em"}


class Build(NamedTuple):
    """What makes an image."""

    compiler: str
    core: str
    optimize: str
    variant: str
    short: bool = False  # KSIG_SHORT_PRODUCTS on a core where it is not the default
    size: bool = False  # KSIG_OPTIMIZE_SIZE

    @property
    def name(self) -> str:
        return "-".join((*self[:4], *(["short"] if self.short else []), *(["size"] if self.size else [])))


def available(build: Build) -> bool:
    """Whether this computer has the tools."""
    return bool(shutil.which("arm-none-eabi-gcc") and shutil.which(build.compiler.replace("gcc", "arm-none-eabi-gcc")))


def image(build: Build, folder: Path) -> Path:
    """The library's code and test/ct/offsets.c: functions without a main."""
    machine = (f"-mcpu={build.core}", "-mthumb", "-mfloat-abi=soft")
    if build.compiler == "gcc":
        command: Tuple[str, ...] = ("arm-none-eabi-gcc", "--specs=picolibc.specs", *machine, build.optimize)
    else:
        command = ("clang", f"--target={CLANG_TARGETS[build.core]}-none-eabi", "-isystem", PICOLIBC, *machine,
                   build.optimize)
    files = [*sources(), CT / "offsets.c"]
    if build.core != "cortex-m0":
        twins = {f"{path.stem}_armv7m" for path in files} | {"keccak_f1600_compact_armv7m", "assembled_armv7m"}
        files += [path for path in sorted((ROOT / "src/arch/armv7m").rglob("*.S")) if path.stem in twins]
    defines = [*(["-DKSIG_SHORT_PRODUCTS=1"] if build.short else []),
               *(["-DKSIG_OPTIMIZE=KSIG_OPTIMIZE_SIZE"] if build.size else [])]
    objects = compile_all(command, files, build.variant, folder, defines)
    script = folder / "functions.ld"
    script.write_text("SECTIONS { .text 0x1000 : { *(.text* .rodata*) } /DISCARD/ : { *(.ARM.exidx*) } }\n")
    run("arm-none-eabi-gcc", "--specs=picolibc.specs", *machine, "-nostartfiles", "-Wl,--no-gc-sections",
        f"-T{script}", *objects, "-o", folder / "image.elf")
    return folder / "image.elf"


class Core(Machine):
    """A Machine whose calls may have a fifth argument and take as long as they like. With `traced`, all are traced."""

    def __init__(self, path: Path, traced: bool = False) -> None:
        super().__init__(path)
        self.blocks = array("I")
        if traced:
            append = self.blocks.append
            self.unicorn.hook_add(UC_HOOK_BLOCK, lambda _uc, address, _size, _data: append(address))

    def go(self, function: str, *arguments: int) -> int:
        """Calls a function; its result."""
        uc = self.unicorn
        for register, value in zip(REGISTERS, arguments):
            uc.reg_write(register, value & 0xFFFFFFFF)
        if arguments[4:]:
            self.write(STACK_TOP, struct.pack(f"<{len(arguments) - 4}I", *arguments[4:]))
        uc.reg_write(UC_ARM_REG_SP, STACK_TOP)
        uc.reg_write(UC_ARM_REG_LR, RETURN | 1)
        uc.emu_start(self.symbols[function] | 1, RETURN)
        assert uc.reg_read(UC_ARM_REG_PC) & ~1 == RETURN, f"{function} does not return"
        return uc.reg_read(UC_ARM_REG_R0)

    def trace(self, function: str, *arguments: int) -> Tuple[int, List[int]]:
        """Calls a function; its result and the addresses of the blocks executed."""
        del self.blocks[:]
        result = self.go(function, *arguments)
        return result, list(self.blocks)

    def offset(self, name: str) -> int:
        """A constant of test/ct/offsets.c."""
        return struct.unpack("<H", self.read(self.symbols[f"offset_{name}"], 2))[0]

    def copy_from(self, other: Core) -> None:
        """All that the other one has allocated, in the same places."""
        saved = other.save()
        self._free = HEAP + len(saved)
        self.restore(saved)

    def difference(self, traces: Sequence[List[int]]) -> str:
        """Where the first trace and another one part; empty if they are all the same."""
        first = traces[0]
        for trace in traces[1:]:
            if trace != first:
                at = next((n for n, pair in enumerate(zip(first, trace)) if pair[0] != pair[1]),
                          min(len(first), len(trace)))
                return self.place(first[at - 1])
        return ""
