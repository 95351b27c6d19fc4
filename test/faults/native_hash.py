# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hash functions that run natively where an emulated core calls them, once the fault has happened: most of what a
verification executes is in there, and what is emulated takes ten to fifty times as long.

That changes no result. Nothing is assumed of a core's forms of Keccak's state: they are learned from its own code, and
each function has to leave the same memory as that, on random input, before it is replaced. Whatever a fault makes of a
call (an address outside RAM, on the stack or not of a word, a rate that no sponge has, a caller that is none) is
emulated as before, and so is a function that is entered anywhere else than at its beginning. Without a compiler, or the
emulator's header, everything is emulated."""
from __future__ import annotations

import ctypes
import hashlib
import os
import random
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import unicorn
from unicorn import UcError
from cortex import HEAP, RAM, RAM_BYTES, RETURN, Machine
from faults.processors import Processor

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "native_hash.c", HERE / "native_sha2.h"
FOLDER = HERE.parents[1] / "build/faults"
KECCAK, SHA256, SHA512 = "ksig_keccak_f1600", "ksig_sha256_compress", "ksig_sha512_compress"
SHA256_FROM = "ksig_sha256_compress_from"
BITS, RATES = 1600, range(8, 201, 8)
IS_OWN, STAYS_OWN = 256, 512  # hash/keccak.h
SAMPLES, TRIALS = 48, 4  # 48 bits tell 1,600 from one another
PLACE, STACK = HEAP - 0x4000, HEAP - 0x1000  # RAM that no image uses
BYTES = 256  # as much memory as any of them reads
MOST = 1_000_000  # microseconds that a call may take
# As in native_hash.c.
HOOK_KECCAK, HOOK_SHA256, HOOK_SHA512, HOOK_SHA256_FROM = range(4)
LEFT, REFUSED = range(3), 3  # what SHA-2 leaves in the block


@lru_cache(maxsize=1)
def _library() -> ctypes.CDLL | None:
    """native_hash.c, built once."""
    package = Path(unicorn.__file__).parent
    emulator = next(package.glob("lib/libunicorn.so*"), None)
    if not shutil.which("gcc") or not emulator or not (package / "include").exists():
        return None
    key = hashlib.sha256(b"".join(path.read_bytes() for path in SOURCES) + str(emulator).encode()).hexdigest()[:16]
    built = FOLDER / f"native-{key}.so"
    if not built.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        made = built.with_suffix(f".{os.getpid()}")
        subprocess.run(["gcc", "-O3", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
                        f"-I{package / 'include'}", "-o", made, SOURCES[0], emulator, f"-Wl,-rpath,{emulator.parent}"],
                       check=True)
        made.replace(built)
    library = ctypes.CDLL(str(built))
    handle, word, number = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int
    for name, result, arguments in (
            ("new", handle, (handle, handle, word, word, word, handle)), ("free", None, (handle,)),
            ("hook", number, (handle, word, ctypes.c_uint64)), ("enable", None, (handle, ctypes.c_bool)),
            ("sha2", None, (handle, word, word, ctypes.c_bool)), ("unknown", number, (handle,)),
            ("learn", None, (handle, word, handle, handle)), ("runs", ctypes.c_uint64, (handle,))):
        function = getattr(library, f"native_{name}")
        function.restype, function.argtypes = result, arguments
    library.keccak_f1600.restype, library.keccak_f1600.argtypes = None, (handle,)
    return library


@lru_cache(maxsize=1)
def round_constants() -> list[int]:
    """Of SHA-512 (FIPS 180-4, section 4.2.3): 64 bits behind the point of the cube roots of the first 80 primes."""
    primes = [n for n in range(2, 410) if all(n % d for d in range(2, n))][:80]
    roots = []
    for prime in primes:
        low, high = 0, 1 << 68  # of the cube root of prime * 2^192
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if middle ** 3 <= prime << 192 else (low, middle)
        roots.append(low & (1 << 64) - 1)
    return roots


# ---- Forms of Keccak's state: for each bit in memory, its number in the standard's state ----------------------------

Form = Sequence[int]
_STANDARD: Form = range(BITS)
_known: dict[tuple[str, int], tuple[Form, Form] | None] = {}  # by the code and the argument


def _bits(data: bytes) -> str:
    """The first one first."""
    return format(int.from_bytes(data, "little"), f"0{BITS}b")[::-1]


def _bytes(bits: Sequence[str]) -> bytes:
    return int("".join(bits)[::-1], 2).to_bytes(BITS // 8, "little")


def _memory_of(state: bytes, form: Form) -> bytes:
    bits = _bits(state)
    return _bytes([bits[number] for number in form])


def _form(states: Sequence[bytes], memories: Sequence[bytes]) -> Form | None:
    """Which makes each of these states this memory."""
    numbers = {column: number for number, column in enumerate(zip(*map(_bits, states)))}
    form = [numbers.get(column, -1) for column in zip(*map(_bits, memories))]
    return form if sorted(form) == list(_STANDARD) else None


class NativeHash:
    """Of a machine that runs from a fault on."""

    def __init__(self, machine: Machine, processor: Processor) -> None:
        self._machine, self._uc, self._processor = machine, machine.unicorn, processor
        self._random = random.Random(1)
        self._library = _library()
        if not self._library:
            return
        registers = (processor.counter, processor.link, processor.stack, *processor.arguments[:3])
        self._native = ctypes.c_void_p(self._library.native_new(
            self._uc._uch, (ctypes.c_int * 6)(*registers), processor.bit, RAM, RAM_BYTES,
            (ctypes.c_uint64 * 80)(*round_constants())))
        with self._apart():
            self._begin()

    def __del__(self) -> None:
        if self._library:
            self._library.native_free(self._native)

    @property
    def runs(self) -> int:
        """How often a function ran natively."""
        return self._library.native_runs(self._native) if self._library else 0

    @contextmanager
    def emulated(self) -> Iterator[None]:
        """Meanwhile every instruction is executed."""
        self._enable(False)
        try:
            yield
        finally:
            self._enable(True)

    def learn(self) -> None:
        """After a run: the form of the state that Keccak met for the first time."""
        if not self._library or (argument := self._library.native_unknown(self._native)) < 0:
            return
        with self._apart():
            self._tell(argument, self._forms(argument))
            if not all(self.same(KECCAK, PLACE, argument) for _ in range(TRIALS)):
                self._tell(argument, None)

    def _begin(self) -> None:
        """Enables and hooks what the image has. SHA-2: as soon as it leaves the same as the emulated one."""
        assert self._library
        symbols = self._machine.symbols
        if KECCAK in symbols:
            begin, end = self._machine.functions(KECCAK)[0]
            self._code = hashlib.sha256(self._machine.read(begin, end - begin)).hexdigest()
            self._library.native_hook(self._native, HOOK_KECCAK, begin)
        for hook, name in (HOOK_SHA256, SHA256), (HOOK_SHA256_FROM, SHA256_FROM), (HOOK_SHA512, SHA512):
            if name in symbols:
                self._library.native_hook(self._native, hook, symbols[name])
                self._try_sha2(hook, name)
        self._enable(True)
        self._uc.ctl_flush_tb()  # code that was translated before has no hook

    def _try_sha2(self, hook: int, name: str) -> None:
        """Finds what it leaves in its block, and, on ARMv7-M, whether an odd address of the block stands for the end
        alone: hash/sha2.h."""
        assert self._library
        chain, block = PLACE, PLACE + 64
        sources = (block, PLACE + 128, PLACE + 131) if hook == HOOK_SHA256_FROM else (0,)
        for left in LEFT:
            self._library.native_sha2(self._native, hook, left, False)
            if all(self.same(name, chain, block, source) for source in sources for _ in range(TRIALS)):
                break
        else:
            left = REFUSED
        self._library.native_sha2(self._native, hook, left, hook == HOOK_SHA256_FROM)
        if not all(self.same(name, chain, block + 1, 0) for _ in range(TRIALS)):
            self._library.native_sha2(self._native, hook, left, False)

    def _enable(self, enabled: bool) -> None:
        if self._library:
            self._library.native_enable(self._native, enabled)

    def _tell(self, argument: int, forms: tuple[Form, Form] | None) -> None:
        assert self._library
        arrays = [(ctypes.c_uint16 * BITS)(*form) for form in forms] if forms else [None, None]
        self._library.native_learn(self._native, argument, *arrays)

    @contextmanager
    def _apart(self) -> Iterator[None]:
        """What is called meanwhile changes no register and, whatever a strange argument points to, no memory."""
        before, memory = self._uc.context_save(), bytes(self._uc.mem_read(RAM, RAM_BYTES))
        try:
            yield
        finally:
            self._uc.context_restore(before)
            self._uc.mem_write(RAM, memory)

    def left(self, native: bool, memory: bytes, function: str, *arguments: int, link: int | None = None) -> bytes:
        """What a call leaves of this memory at PLACE, where the arguments point to; empty if it does not return. link:
        of a caller that a fault made strange."""
        processor = self._processor
        link = RETURN | processor.bit if link is None else link
        self._uc.mem_write(PLACE, memory)
        for register, value in ((processor.stack, STACK), (processor.link, link),
                                *zip(processor.arguments, arguments)):
            self._uc.reg_write(register, value)
        self._enable(native)
        try:
            self._uc.emu_start(self._machine.symbols[function] | processor.bit, RETURN, timeout=MOST)
        except UcError:
            return b""
        finally:
            self._enable(True)
        returned = self._uc.reg_read(processor.counter) & ~1 == RETURN
        return bytes(self._uc.mem_read(PLACE, len(memory))) if returned else b""

    def same(self, function: str, *arguments: int) -> bool:
        """Whether both leave the same, which is something else than before."""
        memory, runs = self._random.randbytes(BYTES), self.runs
        made = self.left(True, memory, function, *arguments)
        return self.runs == runs + 1 and made != memory and made == self.left(False, memory, function, *arguments)

    # ---- Keccak -----------------------------------------------------------------------------------------------------

    def _forms(self, argument: int) -> tuple[Form, Form] | None:
        """Of the state before and after a permutation with this argument, if they can be told."""
        key = self._code, argument
        if key not in _known:
            _known[key] = self._learned(argument)
        return _known[key]

    def _learned(self, argument: int) -> tuple[Form, Form] | None:
        rate = argument % IS_OWN
        if rate not in RATES:
            return None
        if argument & IS_OWN:
            # As another permutation leaves it.
            if not (before := self._forms(STAYS_OWN | rate)):
                return None
            return (before[1], after) if (after := self._after(argument, before[1], BITS // 8)) else None
        if argument & STAYS_OWN:
            if not (before := self._forms(rate)):
                return None
            return (before[0], after) if (after := self._after(argument, before[0], BITS // 8)) else None
        # Before the rate's end every form is the standard's, and zeros are zeros in every form.
        after = self._after(argument, _STANDARD, rate)
        return (after, after) if after else None

    def _after(self, argument: int, before: Form, length: int) -> Form | None:
        """The form after it. before: of what it is called with, zero but for so many bytes."""
        assert self._library
        states, memories = [], []
        for _ in range(SAMPLES):
            state = self._random.randbytes(length).ljust(BITS // 8, b"\0")
            memory = self.left(False, _memory_of(state, before), KECCAK, PLACE, argument)
            if not memory:
                return None
            buffer = ctypes.create_string_buffer(state, BITS // 8)
            self._library.keccak_f1600(buffer)
            states.append(buffer.raw)
            memories.append(memory)
        return _form(states, memories)
