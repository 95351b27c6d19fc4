# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A core that walks through a call instruction by instruction, and runs on from any of them with a fault."""
from __future__ import annotations

import bisect
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from unicorn import UC_HOOK_BLOCK, Uc, UcError
from cortex import RETURN, STACK_TOP, Machine, functions
from faults.layout import STATE_BYTES
from faults.native_hash import NativeHash
from faults.processors import CORTEX_M3, PROCESSORS
from faults.watch import watched

STACK_USED = 4096  # more than any call needs
ABOVE = 32  # of these, before a call's own: arguments beyond the registers
STEPS = 1500  # single steps up to here, then a counted run, which costs a translation of the code
UNDISTURBED = 10.0  # seconds that a call may take to which nothing was done: it will end
SECONDS, TIMES = 0.005, 10  # a run that takes so much longer than undisturbed, of the processor's time, is lost


def allowed(undisturbed: float) -> float:
    """Seconds of the processor for a run, from those that it takes undisturbed."""
    return SECONDS + TIMES * undisturbed


class Lost(Exception):
    """Crashed, or did not return: no verdict at all."""


class Memory(NamedTuple):
    """All that a call of the library reads and writes, but for its inputs, which are in flash. results: where the
    application has them written."""

    state: bytes
    stack: bytes
    results: bytes = b""

    @classmethod
    def filled(cls, state_bytes: int, word: int = 0) -> Memory:
        """With one word everywhere."""
        data = word.to_bytes(4, "little")
        return cls(data * (state_bytes // 4), data * (STACK_USED // 4))


class Core:
    """Runs calls on an image. The state of the verification is the only memory that calls share, beside what an
    application has the machine allocate for results.

    There are two emulators: one that runs, and one that steps, since what the emulator has translated for the one is
    wrong for the other."""

    def __init__(self, image: Path, state_bytes: int = STATE_BYTES, on: str = CORTEX_M3) -> None:
        """on: one of PROCESSORS."""
        self.processor = PROCESSORS[on]
        self._all = (*self.processor.general, *self.processor.rest)
        self.machine, self._stepper = (Machine(image, self.processor.emulator, self.processor.width) for _ in range(2))
        self.uc, self.stepper, self.state_bytes = self.machine.unicorn, self._stepper.unicorn, state_bytes
        self.state = self.machine.allocate(bytes(state_bytes))
        self._results = self.machine.end
        self._reset, self._reset_stepper = self.uc.context_save(), self.stepper.context_save()
        self.patience = 1  # times that limit
        self.inputs = self.machine.flash_mark()  # where those of a verification begin
        self._patched: list[tuple[int, bytes]] = []
        self.hashes = NativeHash(self.machine, self.processor)
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
        self.seconds = self.patience * allowed(time.process_time() - began)

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
        self.machine.free_from(self._results)
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
        """Changes flash, or the state after a call."""
        self.machine.write(address, data)
        self._stepper.write(address, data)

    def patch(self, address: int, data: bytes) -> None:
        """Changes a constant of the image, until `fresh`."""
        self._patched.append((address, self.machine.read(address, len(data))))
        self.write(address, data)

    def memory(self) -> Memory:
        return self._memory_of(self.uc)

    def restore(self, memory: Memory) -> None:
        self._restore_in(self.uc, memory)

    def call(self, function: str, *arguments: int) -> int:
        """The result of a call."""
        self.uc.context_restore(self._reset)  # a fault may have left the core in an exception
        self._begin(self.uc, function, arguments)
        return self.run()

    def run(self) -> int:
        """To the end of the call."""
        try:
            with watched(self.uc, self.seconds):
                self.uc.emu_start(self._counter(self.uc) | self.processor.bit, RETURN)
        except UcError as error:
            raise Lost from error
        self.hashes.learn()
        if self._counter(self.uc) != RETURN:
            raise Lost
        return self.uc.reg_read(self.processor.result)

    def trace(self, function: str, *arguments: int) -> list[int]:
        """The addresses of the instructions of a call, which is made."""
        with self.machine.instructions.noted() as addresses, self.longer(60), self.hashes.emulated():
            self.call(function, *arguments)
        return addresses

    @contextmanager
    def noting(self, blocks: set[int]) -> Iterator[None]:
        """Adds the beginnings of all blocks of code that are executed meanwhile."""
        self.uc.ctl_flush_tb()
        hook = self.uc.hook_add(UC_HOOK_BLOCK, lambda _uc, address, _size, _data: blocks.add(address))
        try:
            with self.longer(60), self.hashes.emulated():
                yield
        finally:
            self.uc.hook_del(hook)
            self.uc.ctl_flush_tb()

    def walk(self, addresses: Sequence[int], numbers: Sequence[int], function: str, *arguments: int) -> Iterator[int]:
        """Steps through a call that was traced, from the memory as it is, and stops before each of the instructions
        `numbers`. There a fault may follow: `step` or `skip`, then `go_on`, any number of times, each from `back`."""
        self._restore_in(self.stepper, self.memory())
        self.stepper.context_restore(self._reset_stepper)
        self._begin(self.stepper, function, arguments)
        done = 0
        for number in numbers:
            while done < number:
                count = 1 if number - done < STEPS else number - done
                self.stepper.emu_start(self.at | self.processor.bit, RETURN, count=count)
                done += count
                # The emulator does not stop at what an IT block does not execute, and a NOP there changes nothing.
                done = next(n for n in range(done, done + 5) if addresses[n] == self.at)
            if done > number:
                continue
            self._registers = self.stepper.context_save()
            self._memory = self._memory_of(self.stepper)
            yield number
            self.back()

    def back(self) -> None:
        """Where `walk` stopped last."""
        self.stepper.context_restore(self._registers)
        self._restore_in(self.stepper, self._memory)

    def go_on(self) -> int:
        """To the end of the call from where the stepping emulator is; its result."""
        self.uc.context_restore(self._reset)
        self.uc.reg_write_batch(list(zip(self._all, self.stepper.reg_read_batch(self._all))))
        self.uc.reg_write(self.processor.counter, self.at | self.processor.bit)
        self.restore(self._memory_of(self.stepper))
        return self.run()

    @property
    def at(self) -> int:
        """The next instruction."""
        return self._counter(self.stepper)

    def step(self, code: bytes = b"") -> None:
        """Executes one instruction; with `code` as if that were there."""
        at = self.at
        original = self._stepper.read(at, len(code))
        try:
            self._patch(at, code)
            self.stepper.emu_start(at | self.processor.bit, RETURN, count=1)
        except UcError as error:
            raise Lost from error
        finally:
            self._patch(at, original)

    def skip(self) -> None:
        """Leaves out one instruction."""
        at = self.at
        width = self.width(at)
        if nop := self.processor.nop(self.stepper, width):
            self.step(nop)
        else:
            self.stepper.reg_write(self.processor.counter, (at + width) | self.processor.bit)

    def width(self, at: int) -> int:
        """Of the instruction: 2 or 4 bytes."""
        return self.processor.width(self._stepper.read(at, 2))

    def code(self, at: int) -> bytes:
        """Of the instruction there."""
        return self._stepper.read(at, self.width(at))

    def registers(self) -> tuple[int, ...]:
        return tuple(self.stepper.reg_read(register) for register in self.processor.general)

    def force(self, number: int, value: int) -> None:
        """Writes one of the registers."""
        self.stepper.reg_write(self.processor.general[number], value)

    def _counter(self, uc: Uc) -> int:
        return uc.reg_read(self.processor.counter) & ~1

    def _begin(self, uc: Uc, function: str, arguments: Sequence[int]) -> None:
        """Stands before the first instruction of a call. All registers that are no arguments hold `caller`."""
        processor = self.processor
        for register in processor.general:
            uc.reg_write(register, self.caller)
        for register, value in zip(processor.arguments, arguments):
            uc.reg_write(register, value)
        for number, value in enumerate(arguments[len(processor.arguments):]):  # the others, on the stack
            uc.mem_write(STACK_TOP - ABOVE + 4 * number, value.to_bytes(4, "little"))
        uc.reg_write(processor.stack, STACK_TOP - ABOVE)
        uc.reg_write(processor.link, RETURN | processor.bit)
        uc.reg_write(processor.counter, self.machine.symbols[function] | processor.bit)

    def _patch(self, address: int, data: bytes) -> None:
        if data:
            self._stepper.write(address, data)
            self.stepper.ctl_remove_cache(address, address + len(data))

    def _memory_of(self, uc: Uc) -> Memory:
        return Memory(bytes(uc.mem_read(self.state, self.state_bytes)),
                      bytes(uc.mem_read(STACK_TOP - STACK_USED, STACK_USED)),
                      bytes(uc.mem_read(self._results, self.machine.end - self._results)))

    def _restore_in(self, uc: Uc, memory: Memory) -> None:
        uc.mem_write(self.state, memory.state)
        uc.mem_write(STACK_TOP - STACK_USED, memory.stack)
        uc.mem_write(self._results, memory.results)
