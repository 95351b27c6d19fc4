# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The assembly of src/arch/armv7m, armv6m or rv32 and its C twins side by side in the Unicorn emulator.

    Twins(TARGETS[0], folder).check("ksig_sha256_compress", chain, block)
"""
from __future__ import annotations

import hashlib
import re
import shutil
import struct
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from unicorn import UC_HOOK_MEM_READ, UC_HOOK_MEM_WRITE, Uc
from unicorn.arm_const import (UC_ARM_REG_R4, UC_ARM_REG_R5, UC_ARM_REG_R6, UC_ARM_REG_R7, UC_ARM_REG_R8,
                               UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11, UC_ARM_REG_SP)
from unicorn.riscv_const import (UC_RISCV_REG_GP, UC_RISCV_REG_S0, UC_RISCV_REG_S1, UC_RISCV_REG_S2, UC_RISCV_REG_S11,
                                 UC_RISCV_REG_SP, UC_RISCV_REG_TP)

from cortex import RAM, STACK_TOP, Machine, entry_stack
from sampling import FULL
from signing_image import RiscvMachine
from support import random_bytes

ROOT = Path(__file__).resolve().parents[2]
ROOMS = [ROOT / "src", ROOT / "research"]
INCLUDED = [ROOT / "include", ROOT / "research/include", *ROOMS]
ASSEMBLY = [path for room in ROOMS for path in sorted((room / "arch/armv7m").rglob("*.S"))]
ARMV6M_ASSEMBLY = sorted((ROOT / "src/arch/armv6m").rglob("*.S"))
RV32_ASSEMBLY = sorted((ROOT / "src/arch/rv32").rglob("*.S"))
SAVED = (UC_ARM_REG_R4, UC_ARM_REG_R5, UC_ARM_REG_R6, UC_ARM_REG_R7, UC_ARM_REG_R8, UC_ARM_REG_R9, UC_ARM_REG_R10,
         UC_ARM_REG_R11)
RISCV_SAVED = (UC_RISCV_REG_S0, UC_RISCV_REG_S1, *range(UC_RISCV_REG_S2, UC_RISCV_REG_S11 + 1), UC_RISCV_REG_GP,
               UC_RISCV_REG_TP)

# bytes: the address of a copy, an output too; (bytes, n): the address of its byte n
Argument = bytes | tuple[bytes, int] | int
Place = tuple[int, int]  # [begin, end)
WIDEST = 8  # bytes of an access


def words(count: int, seed: int) -> list[bytes]:
    """Inputs of `count` words: extremes and random ones."""
    return [bytes(4 * count), b"\xff" * (4 * count),
            *(random_bytes(4 * count, seed + number) for number in range(60 if FULL else 12))]


class Target(NamedTuple):
    """What assembles the files: everything else is always gcc."""

    name: str
    assembler: tuple[str, ...]
    cpu: str

    @property
    def files(self) -> list[Path]:
        """The assembly of its architecture."""
        if self.riscv:
            return RV32_ASSEMBLY
        return ARMV6M_ASSEMBLY if self.cpu in ("cortex-m0", "cortex-m23") else ASSEMBLY

    @property
    def riscv(self) -> bool:
        return self.cpu.startswith("rv32")

    @property
    def compiler(self) -> str:
        """The gcc."""
        return "riscv64-unknown-elf-gcc" if self.riscv else "arm-none-eabi-gcc"

    @property
    def flags(self) -> tuple[str, ...]:
        """For the core."""
        return (f"-march={self.cpu}", "-mabi=ilp32") if self.riscv else (f"-mcpu={self.cpu}", "-mthumb")

    @property
    def saved(self) -> tuple[int, ...]:
        """Registers that a function leaves as they were, without SP."""
        return RISCV_SAVED if self.riscv else SAVED


TARGETS = (
    Target("gcc-cortex-m3", ("arm-none-eabi-gcc",), "cortex-m3"),
    Target("gcc-cortex-m4", ("arm-none-eabi-gcc",), "cortex-m4"),
    Target("clang-cortex-m3", ("clang", "--target=thumbv7m-none-eabi"), "cortex-m3"),
    Target("clang-cortex-m4", ("clang", "--target=thumbv7em-none-eabi"), "cortex-m4"),
)

ARMV6M_TARGETS = (
    Target("gcc-cortex-m0", ("arm-none-eabi-gcc",), "cortex-m0"),
    Target("gcc-cortex-m23", ("arm-none-eabi-gcc",), "cortex-m23"),
    Target("clang-cortex-m0", ("clang", "--target=thumbv6m-none-eabi"), "cortex-m0"),
)

# The emulator has neither Zbb nor what follows it: test_rv32.py runs these in another one.
RV32_TARGETS = (
    Target("gcc-rv32imac", ("riscv64-unknown-elf-gcc",), "rv32imac"),
    Target("gcc-rv32im", ("riscv64-unknown-elf-gcc",), "rv32im"),
    Target("clang-rv32imac", ("clang", "--target=riscv32"), "rv32imac"),
)


def stated_frames(files: Sequence[Path] = tuple(ASSEMBLY)) -> dict[str, int]:
    """{function: bytes of stack} as the comments in the assembly say; the most, if it has several variants."""
    frames: dict[str, int] = {}
    for path in files:
        for match in re.finditer(r"\bstack: (\w+) (\d+)\b", path.read_text()):
            frames[match[1]] = max(frames.get(match[1], 0), int(match[2]))
    return frames


def _run(*command: object) -> None:
    subprocess.run([str(part) for part in command], check=True)


def image(target: Target, folder: Path, assembly: bool, options: tuple[str, ...], only: Sequence[str] = ()) -> Path:
    """All assembly, or all C of the files that have a twin there, and the tables that both use: an image of functions
    without a main. only: what of it, by the names of the C files."""
    objects: list[Path] = []
    files = [path for path in target.files if not only or path.stem.rsplit("_", 1)[0] in only]
    stems = {path.stem.rsplit("_", 1)[0] for path in files}
    sources = files if assembly else [path for room in ROOMS for path in sorted(room.rglob("*.c"))
                                      if path.stem in stems or path.parent.name in ("guard", "util")]
    tables = [path for room in ROOMS for path in sorted(room.rglob("*_table.c"))
              if not only or path.stem.removesuffix("_table") in only]
    for source in sources + tables:
        compiler = target.assembler if source.suffix == ".S" else (
            target.compiler, "--specs=picolibc.specs", "-O2", f"-DKSIG_ENABLE_ASSEMBLY={int(assembly)}")
        objects.append(folder / f"{source.stem}-{'asm' if assembly else 'c'}.o")
        _run(*compiler, *target.flags, "-std=c99", "-ffreestanding",
             *(part for path in INCLUDED for part in ("-I", path)), *options, "-c", source, "-o", objects[-1])
    script = folder / "functions.ld"
    script.write_text("SECTIONS { .text 0x1000 : { *(.text* .rodata* .srodata*) } }\n")
    made = folder / ("asm.elf" if assembly else "c.elf")
    _run(target.compiler, *target.flags, "--specs=picolibc.specs", "-nostartfiles",
         "-Wl,--no-gc-sections", "-Wl,--unresolved-symbols=ignore-all", f"-T{script}", *objects, "-o", made)
    return made


class Twins:
    """Both images of one target."""

    def __init__(self, target: Target, folder: Path, *options: str, only: Sequence[str] = ()) -> None:
        self.target, machine = target, RiscvMachine if target.riscv else Machine
        self.assembly = machine(image(target, folder, True, options, only))
        self.c = machine(image(target, folder, False, options, only))
        self.frames = stated_frames(target.files)

    def check(self, function: str, *arguments: Argument, returns: bool = False,
              compared: int | None = None) -> list[bytes]:
        """Calls both with the same arguments: the buffers after, or the first `compared` of them (and r0, if the
        function returns something), must be equal, and the assembly must keep the ABI. Returns the buffers."""
        expected, found = _call(self.c, function, arguments), self._watched(function, arguments)
        assert found.buffers[:compared] == expected.buffers[:compared], f"{function} and its twin differ"
        assert not returns or found.result == expected.result, f"{function} and its twin return different values"
        return found.buffers

    def alone(self, function: str, *arguments: Argument) -> list[bytes]:
        """Calls assembly without a twin, which must keep the ABI. Returns the buffers."""
        return self._watched(function, arguments).buffers

    def _watched(self, function: str, arguments: tuple[Argument, ...]) -> Outcome:
        """The assembly's outcome, with an eye on its registers, its stack and what it reads and writes."""
        uc = self.assembly.unicorn
        saved = self.target.saved
        marks = [0xA5000000 + number for number in range(len(saved))]
        for register, mark in zip(saved, marks):
            uc.reg_write(register, mark)
        accesses: list[Place] = []
        top = STACK_TOP if self.target.riscv else entry_stack(len(arguments))
        own: list[Place] = [(top - self.frames[function], STACK_TOP), (0, RAM)]
        hooks: list[int] = []

        def note(_uc: Uc, _kind: int, address: int, size: int, _value: int, _data: object) -> None:
            accesses.append((address, address + size))

        def watch(places: list[Place]) -> None:
            """What lies outside of these, and their ends: who would look at every access takes the longest of all."""
            own.extend(places)
            begin = 0
            for low, high in sorted(own):
                hooks.extend(uc.hook_add(UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, note, begin=first, end=last)
                             for first, last in ((begin, low - 1), (max(low, high - WIDEST + 1), high - 1))
                             if first <= last)
                begin = max(begin, high)
            hooks.append(uc.hook_add(UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE, note, begin=begin, end=0xFFFFFFFF))
        try:
            outcome = _call(self.assembly, function, arguments, watch)
        finally:
            for hook in hooks:
                uc.hook_del(hook)
        assert [uc.reg_read(register) for register in saved] == marks, f"{function} changes callee-saved registers"
        sp = UC_RISCV_REG_SP if self.target.riscv else UC_ARM_REG_SP
        assert uc.reg_read(sp) == top, f"{function} returns with another SP"
        for begin, end in accesses:
            assert any(low <= begin and end <= high for low, high in own), f"{function} accesses {begin:#x}"
        return outcome


class Outcome(NamedTuple):
    """What a call left."""

    result: int
    buffers: list[bytes]


def _call(machine: Machine, function: str, arguments: tuple[Argument, ...],
          before: Callable[[list[Place]], None] = lambda _places: None) -> Outcome:
    """before: gets where the buffers lie."""
    places: list[Place] = []
    words: list[int] = []
    for argument in arguments:
        if isinstance(argument, int):
            words.append(argument)
            continue
        data, offset = argument if isinstance(argument, tuple) else (argument, 0)
        address = machine.allocate(data)
        places.append((address, address + len(data)))
        words.append(address + offset)
    before(places)
    result = machine.call(function, *words)
    outcome = Outcome(result, [machine.read(begin, end - begin) for begin, end in places])
    if places:
        machine.free_from(places[0][0])
    return outcome


def available(target: Target) -> bool:
    """Whether this computer has the tools of a target."""
    return bool(shutil.which(target.assembler[0]) and shutil.which(target.compiler))


def check_sha512(twins: Twins, function: str, chains: list[bytes], blocks: list[bytes]) -> None:
    """Against the twin, and one digest against hashlib."""
    for chain, block in zip(chains, blocks):
        twins.check(function, chain, block)
    initial = struct.pack("<8Q", 0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                          0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179)
    padded = b"kilosig" + b"\x80" + bytes(118) + struct.pack(">H", 8 * 7)
    chain = twins.check(function, initial, padded)[0]
    assert struct.pack(">8Q", *struct.unpack("<8Q", chain)) == hashlib.sha512(b"kilosig").digest()
