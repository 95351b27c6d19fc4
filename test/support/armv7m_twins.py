# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The assembly of src/arch/armv7m and its C twins side by side in the Unicorn emulator.

    Twins(TARGETS[0], folder).check("ksig_sha256_compress", chain, block)
"""
from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from unicorn import UC_HOOK_MEM_READ, UC_HOOK_MEM_WRITE, Uc
from unicorn.arm_const import (UC_ARM_REG_R4, UC_ARM_REG_R5, UC_ARM_REG_R6, UC_ARM_REG_R7, UC_ARM_REG_R8,
                               UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11, UC_ARM_REG_SP)

from cortex import RAM, STACK_TOP, Machine

ROOT = Path(__file__).resolve().parents[2]
ASSEMBLY = sorted((ROOT / "src/arch/armv7m").rglob("*.S"))
SAVED = (UC_ARM_REG_R4, UC_ARM_REG_R5, UC_ARM_REG_R6, UC_ARM_REG_R7, UC_ARM_REG_R8, UC_ARM_REG_R9, UC_ARM_REG_R10,
         UC_ARM_REG_R11)

# bytes: the address of a copy, an output too; (bytes, n): the address of its byte n
Argument = bytes | tuple[bytes, int] | int
Place = tuple[int, int]  # [begin, end)
WIDEST = 8  # bytes of an access


class Target(NamedTuple):
    """What assembles the files: everything else is always arm-none-eabi-gcc."""

    name: str
    assembler: tuple[str, ...]
    cpu: str


TARGETS = (
    Target("gcc-cortex-m3", ("arm-none-eabi-gcc",), "cortex-m3"),
    Target("gcc-cortex-m4", ("arm-none-eabi-gcc",), "cortex-m4"),
    Target("clang-cortex-m3", ("clang", "--target=thumbv7m-none-eabi"), "cortex-m3"),
    Target("clang-cortex-m4", ("clang", "--target=thumbv7em-none-eabi"), "cortex-m4"),
)


def stated_frames() -> dict[str, int]:
    """{function: bytes of stack} as the comments in the assembly say; the most, if it has several variants."""
    frames: dict[str, int] = {}
    for path in ASSEMBLY:
        for match in re.finditer(r"\bstack: (\w+) (\d+)\b", path.read_text()):
            frames[match[1]] = max(frames.get(match[1], 0), int(match[2]))
    return frames


def _run(*command: object) -> None:
    subprocess.run([str(part) for part in command], check=True)


def _image(target: Target, folder: Path, assembly: bool, options: tuple[str, ...]) -> Path:
    """All assembly, or all C of the files that have a twin there, and the tables that both use: an image of functions
    without a main."""
    objects: list[Path] = []
    stems = {path.stem[:-len("_armv7m")] for path in ASSEMBLY}
    sources = ASSEMBLY if assembly else [path for path in sorted((ROOT / "src").rglob("*.c"))
                                         if path.stem in stems or path.parent.name in ("guard", "util")]
    for source in sources + sorted((ROOT / "src").rglob("*_table.c")):
        compiler = target.assembler if source.suffix == ".S" else (
            "arm-none-eabi-gcc", "--specs=picolibc.specs", "-O2", f"-DKSIG_ENABLE_ASSEMBLY={int(assembly)}")
        objects.append(folder / f"{source.stem}-{'asm' if assembly else 'c'}.o")
        _run(*compiler, f"-mcpu={target.cpu}", "-mthumb", "-std=c99", "-ffreestanding", "-I", ROOT / "include", "-I",
             ROOT / "src", *options, "-c", source, "-o", objects[-1])
    script = folder / "functions.ld"
    script.write_text("SECTIONS { .text 0x1000 : { *(.text* .rodata*) } }\n")
    image = folder / ("asm.elf" if assembly else "c.elf")
    _run("arm-none-eabi-gcc", f"-mcpu={target.cpu}", "-mthumb", "--specs=picolibc.specs", "-nostartfiles",
         "-Wl,--no-gc-sections", "-Wl,--unresolved-symbols=ignore-all", f"-T{script}", *objects, "-o", image)
    return image


class Twins:
    """Both images of one target."""

    def __init__(self, target: Target, folder: Path, *options: str) -> None:
        self.assembly = Machine(_image(target, folder, True, options))
        self.c = Machine(_image(target, folder, False, options))
        self.frames = stated_frames()

    def check(self, function: str, *arguments: Argument, returns: bool = False) -> list[bytes]:
        """Calls both with the same arguments: the buffers after (and r0, if the function returns something) must be
        equal, and the assembly must keep the ABI. Returns the buffers."""
        expected, found = _call(self.c, function, arguments), self._watched(function, arguments)
        assert found.buffers == expected.buffers, f"{function} and its twin differ"
        assert not returns or found.result == expected.result, f"{function} and its twin return different values"
        return found.buffers

    def alone(self, function: str, *arguments: Argument) -> list[bytes]:
        """Calls assembly without a twin, which must keep the ABI. Returns the buffers."""
        return self._watched(function, arguments).buffers

    def _watched(self, function: str, arguments: tuple[Argument, ...]) -> Outcome:
        """The assembly's outcome, with an eye on its registers, its stack and what it reads and writes."""
        uc = self.assembly.unicorn
        marks = [0xA5000000 + number for number in range(len(SAVED))]
        for register, mark in zip(SAVED, marks):
            uc.reg_write(register, mark)
        accesses: list[Place] = []
        own: list[Place] = [(STACK_TOP - self.frames[function], STACK_TOP), (0, RAM)]
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
        assert [uc.reg_read(register) for register in SAVED] == marks, f"{function} changes callee-saved registers"
        assert uc.reg_read(UC_ARM_REG_SP) == STACK_TOP, f"{function} returns with another SP"
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
    return bool(shutil.which(target.assembler[0]) and shutil.which("arm-none-eabi-gcc"))
