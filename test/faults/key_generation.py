# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A key generation on the emulated core, call by call, with instructions left out, and what an application has of it in
the end: the key of its seed, or nothing that leads to one."""
from __future__ import annotations

import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import signing_image
from faults.core import SECONDS, Core, Memory
from faults.layout import PARAMS
from faults.signing import (Attacked, LATER, NOTHING, OTHER, PART, RIGHT, WRONG, Application, Call, Outcomes, Reached,
                            SignerCampaign)
from kilosig.library import verdicts

OPEN, STEP, TAKE, CLOSE = (f"ksig_keygen_{name}" for name in ("open", "step", "take", "close"))
NEVER = 1 << 40  # a stride beyond any trace
UNDEFINED = bytes.fromhex("dede")
CORE_BYTES = 16384  # a state and an output after it
OUTPUT, PARAMETERS = 16, 28  # in the descriptor
HAETAE_SAMPLE, HAETAE_NONCE, LATER_ATTEMPTS = 1, 84, 16  # a stage; in the state; more than a fault drops


@dataclass(frozen=True)
class Generator:
    """Which key is made of which seed. streams: the output is taken, not written to the caller's memory. public: it is,
    so what was taken cannot be thrown away any more. left: what lies in the state's memory before. height: of SLH-DSA's
    tree, to make it small."""

    name: str
    symbol: str
    seed: bytes
    streams: bool
    public: bool = False
    left: bytes = b""
    height: int = 0


def image(core: str = "cortex-m3", opt: str = "O2") -> Path:
    """Key generation as it is released."""
    return signing_image.build(signing_image.ROOT / f"build/stack/{core}-{opt}-default", core, opt, "default")


def small_tree(core: Core, symbol: str, height: int) -> bytes:
    """The descriptor of an SLH-DSA generator whose one tree has this height."""
    machine = core.machine
    scheme = bytearray(machine.read(machine.symbols[symbol], 32))
    as_verified, = struct.unpack_from("<I", scheme, PARAMETERS)
    verifier = bytearray(machine.read(as_verified, 32))
    params, = struct.unpack("<I", verifier[PARAMS])
    changed = bytearray(machine.read(params, 16))
    changed[10] = height
    verifier[PARAMS] = struct.pack("<I", core.flash(bytes(changed)))
    scheme[PARAMETERS:] = struct.pack("<I", core.flash(bytes(verifier)))
    return bytes(scheme)


class Generation:
    """An application that makes a key."""

    def __init__(self, core: Core, generator: Generator) -> None:
        self.core, self.generator = core, generator
        core.fresh()
        core.write(0, UNDEFINED * (0x1000 // 2))  # below the image: zeros would lead into it
        scheme = core.machine.symbols[generator.symbol]
        descriptor = core.machine.read(scheme, 32)
        if generator.height:
            changed = small_tree(core, generator.symbol, generator.height)
            scheme, descriptor = core.flash(changed), changed
        state_bytes, = struct.unpack_from("<H", descriptor, 4)
        self.output_bytes, = struct.unpack_from("<I", descriptor, OUTPUT)
        self.state_bytes = (state_bytes + 7) // 8 * 8
        assert self.state_bytes + self.output_bytes <= core.state_bytes
        self.out = core.state + self.state_bytes
        self.first = Call(OPEN, (core.state, state_bytes, scheme, core.flash(generator.seed),
                                 0 if generator.streams else self.out))
        self.application, self.genuine = Application(), b""
        self.later: set[bytes] = set()
        self.told: tuple[str, ...] = ()  # a wrong key needs no words

    def make(self, call: Call) -> int:
        """The result of a call."""
        return self.core.call(call.function, *call.arguments)

    def start(self) -> None:
        left = self.generator.left[:self.core.state_bytes]
        self.core.restore(Memory(left + bytes(self.core.state_bytes - len(left)), bytes(4096)))
        self.application = Application()

    def after(self, call: Call, result: int) -> Call | None:
        """The call that follows; none after close."""
        state = (self.core.state,)
        if call.function == CLOSE:
            self.application = self.application._replace(verdict=result)
            if not self.generator.streams:
                self.application = self.application._replace(taken=self.written())
            return None
        if call.function == TAKE:
            if result:
                taken = self.application.taken + self.core.machine.read(self.out, min(result, self.output_bytes))
                self.application = self.application._replace(taken=taken)
                return call
            return Call(STEP, state) if self.application.verdict == verdicts.PENDING else Call(CLOSE, state)
        self.application = self.application._replace(verdict=result)
        if call.function == STEP and self.generator.streams:
            return Call(TAKE, (*state, self.out, self.output_bytes))
        return Call(STEP, state) if result == verdicts.PENDING else Call(CLOSE, state)

    def written(self) -> bytes:
        """The output in the application's memory; nothing if it is zeros."""
        output = self.core.machine.read(self.out, self.output_bytes)
        return output if any(output) else b""

    def course(self) -> list[Reached]:
        """The whole of it: where it stood before each call."""
        self.start()
        call: Call | None = self.first
        reached = []
        while call is not None:
            memory = self.core.memory()
            reached.append(Reached(call, memory, self.application, memory.state[16]))
            call = self.after(call, self.make(call))
        assert self.application.verdict == verdicts.DONE, f"{self.application.verdict:#x} without any fault"
        self.genuine = self.application.taken
        return reached

    def keys_of_later_attempts(self, reached: list[Reached]) -> None:
        """HAETAE: what is made if so many attempts are dropped, which is as good a key. The nonces of an attempt follow
        those of the one before."""
        first = next(at for at in reached if at.stage == HAETAE_SAMPLE)
        after = next(at for at in reached if at.stage > HAETAE_SAMPLE)
        polynomials = struct.unpack_from("<H", after.memory.state, HAETAE_NONCE)[0]
        for attempt in range(1, LATER_ATTEMPTS):
            self.at(first)
            self.core.machine.write(self.core.state + HAETAE_NONCE, struct.pack("<H", attempt * polynomials))
            call: Call | None = first.call
            while call is not None:
                call = self.after(call, self.make(call))
            assert self.application.verdict == verdicts.DONE
            self.later.add(self.application.taken)

    def at(self, reached: Reached) -> None:
        self.core.restore(reached.memory)
        self.application = reached.application

    @property
    def begins(self) -> str:
        """What its memory holds before: zeros, or a key that was being made."""
        return "left" if self.generator.left else "zeros"

    def lost(self) -> str:
        """The outcome if a call does not return: nobody answered KSIG_DONE."""
        self.application = self.application._replace(verdict=verdicts.PENDING)
        return self.outcome()

    def outcome(self) -> str:
        """After close. A public key is gone as it is taken: all of it must be the key's, whatever follows."""
        verdict, taken = self.application.verdict, self.application.taken
        if verdict == verdicts.DONE:
            return RIGHT if taken == self.genuine else LATER if taken in self.later else WRONG
        if not taken:
            return NOTHING
        if not self.generator.streams:  # close wipes it, but for what was complete, or if the head of the state is lost
            return PART if taken == self.genuine else OTHER
        return PART if self.genuine.startswith(taken) or not self.generator.public else WRONG


class KeygenCampaign(SignerCampaign):
    """Leaves out instructions of a key generation."""

    def __init__(self, core: Core, generator: Generator) -> None:  # pylint: disable=super-init-not-called
        self.core = core
        self.run = Generation(core, generator)  # type: ignore[assignment]
        began = time.process_time()
        self.reached = self.run.course()
        if "haetae" in generator.symbol:
            self.run.keys_of_later_attempts(self.reached)  # type: ignore[attr-defined]
        self._longest = SECONDS + (time.process_time() - began) / 4
        self._known: dict[tuple[bytes, Call, Application], tuple[str, Application, tuple[str, ...]]] = {}

    def attack_thinly(self, attacked: Attacked, thin: int) -> Outcomes:
        """One in `thin` of the instructions that `attack` would leave out in these calls."""
        outcomes, traces = Outcomes(), self.traces(attacked)
        for number, instructions in sorted(self.select(traces, NEVER).items(), reverse=True):
            self._attack_call(number, traces[number], instructions[number % thin::thin], outcomes)
        return outcomes

    def attack_instructions(self, number: int, addresses: Sequence[int], instructions: Sequence[int],
                            outcomes: Outcomes) -> None:
        """These of one call."""
        self._attack_call(number, addresses, sorted(set(instructions)), outcomes)
