# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Images of key generation and signing for the cores, which basic blocks a call runs through, and which addresses it
loads from and stores to.

The emulator's hooks on memory change what parallel additions compute (their flags), so they are there only where the
addresses are looked at: of those the code makes none from such a value, and what it computes is not looked at."""
from __future__ import annotations

import shutil
import struct
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from unicorn import UC_HOOK_BLOCK, UC_HOOK_MEM_READ, UC_HOOK_MEM_WRITE, Uc
from unicorn.arm_const import UC_ARM_REG_LR, UC_ARM_REG_PC, UC_ARM_REG_R0, UC_ARM_REG_SP, UC_ARM_REG_XPSR

from cortex import HEAP, REGISTERS, RETURN, STACK_TOP, Machine
from secret_sites import CT, ROOT, compile_all, run, signing_sources, sources
from signing_image import ARCHITECTURES, CORES, RiscvMachine

RISCV = "rv32imac"
PICOLIBC = "/usr/lib/picolibc/arm-none-eabi/include"
IT_STATE = 0x0600FC00  # in XPSR: how far an IT block is
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
    gcc = CORES[build.core][0]
    return bool(shutil.which(gcc) and shutil.which(build.compiler.replace("gcc", gcc)))


def _commands(build: Build) -> tuple[tuple[str, ...], list[str]]:
    """What compiles, and the options of the library."""
    if build.compiler == "gcc":
        command: tuple[str, ...] = (*CORES[build.core], build.optimize)
    else:
        command = ("clang", f"--target={CLANG_TARGETS[build.core]}-none-eabi", "-isystem", PICOLIBC,
                   *CORES[build.core][2:], "-mfloat-abi=soft", build.optimize)
    return command, [*(["-DKSIG_SHORT_PRODUCTS=1"] if build.short else []),
                     *(["-DKSIG_OPTIMIZE=KSIG_OPTIMIZE_SIZE"] if build.size else [])]


def image(build: Build, folder: Path) -> Path:
    """The library's code and test/ct/offsets.c: functions without a main."""
    command, defines = _commands(build)
    # With the size's ring, verification is looked at as well.
    files = [*(sources() if build.size else signing_sources()), CT / "offsets.c", *assembly(build.core)]
    return _linked(build, compile_all(command, files, build.variant, folder, defines, lines=False), folder)


def assembly(core: str) -> list[Path]:
    """The assembly that takes the place of a file of that code, or is a part of it."""
    architecture = ARCHITECTURES.get(core, "armv7m")
    twins = {path.stem for path in sources()} | {"keccak_f1600_compact", "assembled"}
    return [path for path in sorted((ROOT / "src/arch" / architecture).rglob("*.S"))
            if path.stem.removesuffix(f"_{architecture}") in twins]


def changed_image(build: Build, genuine: Path, changed: Path, folder: Path) -> Path:
    """An image with another version of one file."""
    command, defines = _commands(build)
    others = [path for path in genuine.parent.glob("*.o") if not path.name.endswith(f"-{changed.stem}.o")]
    made = compile_all(command, [changed], build.variant, folder, defines, lines=False)
    return _linked(build, [*made, *others], folder)


def _linked(build: Build, objects: Sequence[Path], folder: Path) -> Path:
    script = folder / "functions.ld"
    script.write_text("SECTIONS { .text 0x1000 : { *(.text* .rodata* .srodata*) } /DISCARD/ : { *(.ARM.exidx*) } }\n")
    run(*CORES[build.core], "-nostartfiles", "-Wl,--no-gc-sections", "-Wl,--no-warn-rwx-segments", f"-T{script}",
        *objects, "-o", folder / "image.elf")
    return folder / "image.elf"


class Core(Machine):
    """A Machine whose calls may have a fifth argument and take as long as they like. With `traced`, all are traced;
    with `addresses`, what they load from and store to is."""

    def __init__(self, path: Path, traced: bool = False, addresses: bool = False) -> None:
        super().__init__(path)
        self.blocks, self.accesses = array("I"), array("I")
        if addresses:
            self.unicorn.hook_add(UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, self._accessed)
        if traced:
            append = self.blocks.append
            self.unicorn.hook_add(UC_HOOK_BLOCK, lambda _uc, address, _size, _data: append(address))

    def _accessed(self, uc: Uc, _kind: int, address: int, _size: int, _value: int, _data: object) -> None:
        self.accesses.append(address)
        # In an IT block unicorn 2.1 stores for this hook how far that block is, and never clears it: what it translates
        # next would begin inside one.
        status = uc.reg_read(UC_ARM_REG_XPSR)
        if status & IT_STATE:
            uc.reg_write(UC_ARM_REG_XPSR, status & ~IT_STATE)

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

    def trace(self, function: str, *arguments: int) -> tuple[int, list[int]]:
        """Calls a function; its result and the addresses of the blocks executed."""
        del self.blocks[:]
        result = self.go(function, *arguments)
        return result, list(self.blocks)

    def addresses(self, function: str, *arguments: int) -> tuple[int, list[int]]:
        """Calls a function; its result and the addresses of its loads and stores."""
        del self.accesses[:]
        result = self.go(function, *arguments)
        return result, list(self.accesses)

    def offset(self, name: str) -> int:
        """A constant of test/ct/offsets.c."""
        return struct.unpack("<H", self.read(self.symbols[f"offset_{name}"], 2))[0]

    def copy_from(self, other: Core) -> None:
        """All that the other one has allocated, in the same places."""
        saved = other.save()
        self._free = HEAP + len(saved)
        self.restore(saved)

    def difference(self, traces: Sequence[list[int]]) -> str:
        """Where the first trace and another one part; empty if they are all the same."""
        first = traces[0]
        for trace in traces[1:]:
            if trace != first:
                at = next((n for n, pair in enumerate(zip(first, trace)) if pair[0] != pair[1]),
                          min(len(first), len(trace)))
                return self.place(first[at - 1])
        return ""


class RiscvCore(Core, RiscvMachine):
    """The same for RV32IMAC."""

    def _accessed(self, _uc: Uc, _kind: int, address: int, _size: int, _value: int, _data: object) -> None:
        self.accesses.append(address)

    def go(self, function: str, *arguments: int) -> int:
        return RiscvMachine.call(self, function, *(value & 0xFFFFFFFF for value in arguments))


def core_of(name: str, path: Path, traced: bool = False, addresses: bool = False) -> Core:
    """For an image of the core of that name."""
    return (RiscvCore if name == RISCV else Core)(path, traced, addresses)
