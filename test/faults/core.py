# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A Cortex-M3 that walks through a call instruction by instruction, and runs on from any of them with a fault."""
from __future__ import annotations

import bisect
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from unicorn import UC_HOOK_BLOCK, UC_HOOK_CODE, Uc, UcError
from unicorn.arm_const import (UC_ARM_REG_LR, UC_ARM_REG_PC, UC_ARM_REG_R0, UC_ARM_REG_R1, UC_ARM_REG_R2,
                               UC_ARM_REG_R3, UC_ARM_REG_R4, UC_ARM_REG_R5, UC_ARM_REG_R6, UC_ARM_REG_R7,
                               UC_ARM_REG_R8, UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11, UC_ARM_REG_R12,
                               UC_ARM_REG_SP, UC_ARM_REG_XPSR)

from cortex import NOP_16, NOP_32, REGISTERS, RETURN, STACK_TOP, Machine, functions
from faults.layout import STATE_BYTES
from faults.watch import watched

GENERAL = (UC_ARM_REG_R0, UC_ARM_REG_R1, UC_ARM_REG_R2, UC_ARM_REG_R3, UC_ARM_REG_R4, UC_ARM_REG_R5, UC_ARM_REG_R6,
           UC_ARM_REG_R7, UC_ARM_REG_R8, UC_ARM_REG_R9, UC_ARM_REG_R10, UC_ARM_REG_R11, UC_ARM_REG_R12, UC_ARM_REG_LR)
ALL = (*GENERAL, UC_ARM_REG_SP, UC_ARM_REG_XPSR)
IT_STATE = 0x0600FC00  # of xPSR: conditions of the instructions that follow
STACK_USED = 4096  # more than any call needs
STEPS = 1500  # single steps up to here, then a counted run, which costs a translation of the code
UNDISTURBED = 10.0  # seconds that a call may take to which nothing was done: it will end
SECONDS, TIMES = 0.012, 10  # a run that takes so much longer than undisturbed, of the processor's time, is lost


class Lost(Exception):
    """Crashed, or did not return: no verdict at all."""


class Memory(NamedTuple):
    """All that a call of the library reads and writes, but for its inputs, which are in flash."""

    state: bytes
    stack: bytes

    @classmethod
    def filled(cls, state_bytes: int, word: int = 0) -> Memory:
        """With one word everywhere."""
        data = word.to_bytes(4, "little")
        return cls(data * (state_bytes // 4), data * (STACK_USED // 4))


class Core:
    """Runs calls on an image. The state of the verification is the only memory that calls share.

    There are two emulators: one that runs, and one that steps, since what the emulator has translated for the one is
    wrong for the other."""

    def __init__(self, image: Path, state_bytes: int = STATE_BYTES) -> None:
        self.machine, self._stepper = Machine(image), Machine(image)
        self.uc, self.stepper, self.state_bytes = self.machine.unicorn, self._stepper.unicorn, state_bytes
        self.state = self.machine.allocate(bytes(state_bytes))
        self._reset, self._reset_stepper = self.uc.context_save(), self.stepper.context_save()
        self.patience = 1  # times that limit
        self.inputs = self.machine.flash_mark()  # where those of a verification begin
        self._patched: list[tuple[int, bytes]] = []
        self._functions = sorted(functions(image))
        self._begins = [begin for begin, _ in self._functions]
        self.seconds = UNDISTURBED
        self.caller = 0  # what a caller has in the registers that are no arguments

    def place(self, address: int) -> str:
        """Function and offset of an instruction."""
        number = bisect.bisect_right(self._begins, address)
        begin, name = self._functions[number - 1] if number else (0, "?")
        return f"{name} + {address - begin:#x}"

    def function(self, address: int) -> str:
        """The function of an instruction."""
        return self.place(address).split(" ")[0]

    def inside(self, address: int, names: Sequence[str]) -> bool:
        """Whether an instruction is in one of these functions."""
        return self.function(address) in names

    def limit(self, undisturbed: Callable[[], None]) -> None:
        """How long what follows may take, from a run of the same."""
        self.seconds = UNDISTURBED
        for _ in range(2):  # the first one translates the code
            began = time.process_time()
            undisturbed()
        self.seconds = self.patience * (SECONDS + TIMES * (time.process_time() - began))

    @contextmanager
    def longer(self, seconds: float) -> Iterator[None]:
        """The limit meanwhile."""
        before, self.seconds = self.seconds, seconds
        try:
            yield
        finally:
            self.seconds = before

    def fresh(self) -> None:
        """Forgets the inputs of the verification before, what was patched, and how long it took."""
        self.machine.flash_free(self.inputs)
        self.caller = 0
        while self._patched:
            self.write(*self._patched.pop())
        self.seconds = UNDISTURBED

    def flash(self, data: bytes) -> int:
        """The address of a copy of `data`, for both emulators."""
        address = self.machine.allocate_flash(data)
        self._stepper.write(address, data)
        return address

    def write(self, address: int, data: bytes) -> None:
        """Changes flash, or the state behind a call."""
        self.machine.write(address, data)
        self._stepper.write(address, data)

    def patch(self, address: int, data: bytes) -> None:
        """Changes a constant of the image, until `fresh`."""
        self._patched.append((address, self.machine.read(address, len(data))))
        self.write(address, data)

    def memory(self) -> Memory:
        return _memory(self.uc, self.state, self.state_bytes)

    def restore(self, memory: Memory) -> None:
        _restore(self.uc, self.state, memory)

    def call(self, function: str, *arguments: int) -> int:
        """The result of a call."""
        self.uc.context_restore(self._reset)  # a fault may have left the core in an exception
        _begin(self.uc, self.machine.symbols[function], arguments, self.caller)
        return self.run()

    def run(self) -> int:
        """To the end of the call."""
        try:
            with watched(self.uc, self.seconds):
                self.uc.emu_start(self.uc.reg_read(UC_ARM_REG_PC) | 1, RETURN)
        except UcError as error:
            raise Lost from error
        if self.uc.reg_read(UC_ARM_REG_PC) & ~1 != RETURN:
            raise Lost
        return self.uc.reg_read(UC_ARM_REG_R0)

    def trace(self, function: str, *arguments: int) -> list[int]:
        """The addresses of the instructions of a call, which is made."""
        addresses: list[int] = []
        self.uc.ctl_flush_tb()  # code that was translated before has no hook
        hook = self.uc.hook_add(UC_HOOK_CODE, lambda _uc, address, _size, _data: addresses.append(address))
        try:
            with self.longer(60):
                self.call(function, *arguments)
        finally:
            self.uc.hook_del(hook)
            self.uc.ctl_flush_tb()
        return addresses

    @contextmanager
    def noting(self, blocks: set[int]) -> Iterator[None]:
        """Adds the beginnings of all blocks of code that are executed meanwhile."""
        self.uc.ctl_flush_tb()
        hook = self.uc.hook_add(UC_HOOK_BLOCK, lambda _uc, address, _size, _data: blocks.add(address))
        try:
            with self.longer(60):
                yield
        finally:
            self.uc.hook_del(hook)
            self.uc.ctl_flush_tb()

    def walk(self, addresses: Sequence[int], numbers: Sequence[int], function: str, *arguments: int) -> Iterator[int]:
        """Steps through a call that was traced, from the memory as it is, and stops before each of the instructions
        `numbers`. There a fault may follow: `step` or `skip`, then `go_on`, any number of times, each from `back`."""
        _restore(self.stepper, self.state, self.memory())
        self.stepper.context_restore(self._reset_stepper)
        _begin(self.stepper, self.machine.symbols[function], arguments, self.caller)
        done = 0
        for number in numbers:
            while done < number:
                count = 1 if number - done < STEPS else number - done
                self.stepper.emu_start(self.at | 1, RETURN, count=count)
                done += count
                # The emulator does not stop at what an IT block does not execute, and a NOP there changes nothing.
                done = next(n for n in range(done, done + 5) if addresses[n] == self.at)
            if done > number:
                continue
            self._registers = self.stepper.context_save()
            self._memory = _memory(self.stepper, self.state, self.state_bytes)
            yield number
            self.back()

    def back(self) -> None:
        """Where `walk` stopped last."""
        self.stepper.context_restore(self._registers)
        _restore(self.stepper, self.state, self._memory)

    def go_on(self) -> int:
        """To the end of the call from where the stepping emulator is; its result."""
        self.uc.context_restore(self._reset)
        self.uc.reg_write_batch(list(zip(ALL, self.stepper.reg_read_batch(ALL))))
        self.uc.reg_write(UC_ARM_REG_PC, self.at | 1)
        self.restore(_memory(self.stepper, self.state, self.state_bytes))
        return self.run()

    @property
    def at(self) -> int:
        """The next instruction."""
        return self.stepper.reg_read(UC_ARM_REG_PC) & ~1

    def step(self, code: bytes = b"") -> None:
        """Executes one instruction; with `code` as if that were there."""
        at = self.at
        original = self._stepper.read(at, len(code))
        try:
            self._patch(at, code)
            self.stepper.emu_start(at | 1, RETURN, count=1)
        except UcError as error:
            raise Lost from error
        finally:
            self._patch(at, original)

    def skip(self) -> None:
        """Leaves out one instruction."""
        at = self.at
        width = self.width(at)
        if self.stepper.reg_read(UC_ARM_REG_XPSR) & IT_STATE:
            self.step(NOP_16 if width == 2 else NOP_32)
        else:
            self.stepper.reg_write(UC_ARM_REG_PC, (at + width) | 1)

    def width(self, at: int) -> int:
        """Of the instruction: 2 or 4 bytes."""
        return 4 if self._stepper.read(at + 1, 1)[0] >> 3 in (0b11101, 0b11110, 0b11111) else 2

    def code(self, at: int) -> bytes:
        """Of the instruction there."""
        return self._stepper.read(at, self.width(at))

    def registers(self) -> tuple[int, ...]:
        return tuple(self.stepper.reg_read(register) for register in GENERAL)

    def force(self, number: int, value: int) -> None:
        """Writes one of the registers."""
        self.stepper.reg_write(GENERAL[number], value)

    def _patch(self, address: int, data: bytes) -> None:
        if data:
            self._stepper.write(address, data)
            self.stepper.ctl_remove_cache(address, address + len(data))


def _memory(uc: Uc, state: int, state_bytes: int) -> Memory:
    return Memory(bytes(uc.mem_read(state, state_bytes)), bytes(uc.mem_read(STACK_TOP - STACK_USED, STACK_USED)))


def _restore(uc: Uc, state: int, memory: Memory) -> None:
    uc.mem_write(state, memory.state)
    uc.mem_write(STACK_TOP - STACK_USED, memory.stack)


def _begin(uc: Uc, function: int, arguments: Sequence[int], others: int) -> None:
    """Stands before the first instruction of a call. others: what all other registers hold."""
    for register in GENERAL:
        uc.reg_write(register, others)
    for register, value in zip(REGISTERS, arguments):
        uc.reg_write(register, value)
    uc.reg_write(UC_ARM_REG_SP, STACK_TOP)
    uc.reg_write(UC_ARM_REG_LR, RETURN | 1)
    uc.reg_write(UC_ARM_REG_PC, function | 1)
