# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Skipped instructions while SLH-DSA signs: what leaves then.

A root that came out wrong and is signed by a WOTS+ key is that key's second signature, sooner or later; a verification
would accept it. So what leaves is compared with the genuine signature, node by node."""
from __future__ import annotations

import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from unicorn import UcError
from unicorn.arm_const import UC_ARM_REG_LR, UC_ARM_REG_PC, UC_ARM_REG_R0, UC_ARM_REG_SP

from cortex import NOP_16, NOP_32, REGISTERS, RETURN, STACK_TOP, Machine
from faults.layout import PARAMS
from faults.slh_secrets import Secrets, Shape
from kilosig.library import verdicts

WORKERS = ("ksig_sha256_compress", "ksig_sha256_compress_from", "ksig_sha256_end", "ksig_sha512_compress",
           "ksig_keccak_f1600", "ksig_wipe")
STAGE, LAYER, INDEX, HEIGHT = 16, 36, 97, 98  # in the state: src/slhdsa/slhdsa_work.h
STAGES = ("MESSAGE", "PREHASHED", "SECOND", "DIGEST", "SECRET", "LEAF", "CHAIN", "END_OF_CHAIN", "PATH", "CLIMB",
          "AGAIN")
ROOM, PIECE = 2048, 64
CALL_SECONDS = 0.4


class Lost(Exception):
    """Crashed, or did not return."""


class Set(NamedTuple):
    """n, chains, h', a, k."""

    n: int
    chains: int
    height: int
    a: int
    k: int

    def kind(self, node: int) -> str:
        """What a node of the signature is."""
        if node == 0:
            return "R"
        node -= 1
        if node < self.k * (1 + self.a):
            return "path" if node % (1 + self.a) else "secret"
        return "chain" if (node - self.k * (1 + self.a)) % (self.chains + self.height) < self.chains else "path"


# Sets as small as the code allows, with everything that the large ones have: a campaign is of many signatures.
SETS = {"sha2_128f": Set(16, 35, 1, 2, 3), "sha2_192f": Set(24, 51, 1, 2, 3), "shake_128f": Set(16, 35, 1, 2, 3)}
LAYERS = 40
MESSAGE = b"message"


class Point(NamedTuple):
    """Before a step: where it is, all memory, and how much has left."""

    name: str
    memory: bytes
    given: int
    number: int


@dataclass
class Outcome:
    """What became of faults: the genuine signature, none, lost; or what else left."""

    tried: int = 0
    counts: Counter = field(default_factory=Counter)
    places: dict[str, list[str]] = field(default_factory=dict)

    def add(self, what: str, place: str) -> None:
        self.tried += 1
        self.counts[what] += 1
        self.places.setdefault(what, []).append(place)


class SlhSigner:
    """A signature in the making in the emulator."""

    def __init__(self, image: Path, name: str, secret: bytes, rnd: bytes, flags: int,
                 machine_of: Callable[[Path], Machine] = Machine) -> None:
        """machine_of: of another core."""
        self.machine, self.set, self.name, self.secret = machine_of(image), SETS[name], name, secret
        self._began: float | None = None
        self._reset = self.machine.unicorn.context_save()
        threading.Thread(target=self._watch, daemon=True).start()
        machine = self.machine
        self.state, self.piece = machine.allocate(bytes(ROOM)), machine.allocate(bytes(PIECE))
        self.key, rnd_at = machine.allocate_flash(secret), machine.allocate_flash(rnd)
        arguments = machine.allocate(struct.pack("<5IBxxx", self.key, 0, rnd_at if rnd else 0, 0, 0, flags))
        message = machine.allocate_flash(MESSAGE)
        scheme = self._small_set(name)
        assert self.call("ksig_sign_open", self.state, ROOM, scheme, arguments, 0) == verdicts.PENDING
        for _ in range(2):
            assert self.call("ksig_sign_want", self.state) == 2
            assert self.call("ksig_sign_feed", self.state, message, 7) == verdicts.PENDING
            assert self.call("ksig_sign_step", self.state) == verdicts.PENDING

    def _small_set(self, name: str) -> int:
        """A descriptor as that of `name`, whose parameters are those of SETS."""
        machine, p = self.machine, self.set
        params = bytearray(machine.read(machine.symbols[f"ksig_slhdsa_params_slh_dsa_{name}"], 16))
        params[8:15] = bytes((p.n, LAYERS, p.height, p.a, p.k, (p.k * p.a + 7) // 8,
                               (p.height * (LAYERS - 1) + 7) // 8))
        as_verified = bytearray(machine.read(machine.symbols[f"ksig_slhdsa_set_slh_dsa_{name}"], 32))
        as_verified[PARAMS] = struct.pack("<I", machine.allocate_flash(bytes(params)))
        scheme = bytearray(machine.read(machine.symbols[f"ksig_slh_dsa_{name}_sign"], 28))
        scheme[12:16] = struct.pack("<I", p.n * (1 + p.k * (1 + p.a) + LAYERS * (p.chains + p.height)))
        scheme[24:28] = struct.pack("<I", machine.allocate_flash(bytes(as_verified)))
        return machine.allocate_flash(bytes(scheme))

    def call(self, function: str, *arguments: int, skip: int | None = None) -> int:
        """A call; of one instruction, a NOP."""
        uc = self.machine.unicorn
        uc.context_restore(self._reset)  # a fault may have left the core in an exception
        if len(arguments) > 4:
            self.machine.write(STACK_TOP, struct.pack("<I", arguments[4]))
        for register, value in zip(REGISTERS, arguments):
            uc.reg_write(register, value)
        uc.reg_write(UC_ARM_REG_SP, STACK_TOP)
        uc.reg_write(UC_ARM_REG_LR, RETURN | 1)
        at = self.machine.symbols[function]
        try:
            if skip is not None:
                if skip:
                    uc.emu_start(at | 1, RETURN, count=skip)
                    at = uc.reg_read(UC_ARM_REG_PC)
                original = self.machine.read(at, 4)
                nop = NOP_32 if original[1] >> 3 in (0b11101, 0b11110, 0b11111) else NOP_16
                self._patch(at, nop)
                try:
                    uc.emu_start(at | 1, RETURN, count=1)
                finally:
                    self._patch(at, original[:len(nop)])
                at = uc.reg_read(UC_ARM_REG_PC)
            self._began = time.process_time()
            uc.emu_start(at | 1, RETURN)
        except UcError as error:
            raise Lost from error
        finally:
            self._began = None
        if uc.reg_read(UC_ARM_REG_PC) & ~1 != RETURN:
            raise Lost
        return int(uc.reg_read(UC_ARM_REG_R0))

    def _watch(self) -> None:
        """Ends calls that do not return."""
        while True:
            time.sleep(CALL_SECONDS / 4)
            began = self._began
            if began is not None and time.process_time() - began > CALL_SECONDS:
                self.machine.unicorn.emu_stop()

    def _patch(self, address: int, data: bytes) -> None:
        self.machine.write(address, data)
        self.machine.unicorn.ctl_remove_cache(address, address + len(data))

    def step(self, skip: int | None = None) -> int:
        return self.call("ksig_sign_step", self.state, skip=skip)

    def take(self) -> bytes:
        """All that is ready."""
        taken = b""
        while count := self.call("ksig_sign_take", self.state, self.piece, PIECE):
            taken += self.machine.read(self.piece, min(count, PIECE))
        return taken

    def at(self) -> tuple[str, int, int, int]:
        """Stage, layer (0: FORS), index, height."""
        state = self.machine.read(self.state, HEIGHT + 1)
        return STAGES[state[STAGE]] if state[STAGE] < len(STAGES) else "DONE", state[LAYER], state[INDEX], state[HEIGHT]

    def addresses(self) -> list[int]:
        """Of the instructions of the next step, which is done."""
        with self.machine.instructions.noted() as found:
            self.step()
        return found


class SigningCampaign:
    """Faults in steps of FORS and of two layers. A run goes on until the layer after the next has begun to sign."""

    def __init__(self, signer: SlhSigner, layers: int = 2) -> None:
        self.signer = signer
        self.points: dict[str, Point] = {}
        self.ends: list[int] = []  # of layers, in bytes
        p = signer.set
        for layer in range(layers + 2):
            self.ends.append(p.n * (1 + p.k * (1 + p.a) + layer * (p.chains + p.height) + 2))
        self.given, number, verdict = signer.take(), 0, verdicts.PENDING
        while verdict == verdicts.PENDING and len(self.given) < self.ends[-1]:
            stage, layer, index, height = signer.at()
            last = "" if stage in ("PATH", "AGAIN") and index + 1 < p.chains and layer else f" {index}"
            name = f"{layer} {stage} {height if stage in ('PATH', 'CLIMB') else ''}{last}"
            interesting = index in (0, p.chains - 1, p.k - 1) or (
                stage == "AGAIN" and layer and index in (0, p.chains - 1))
            if interesting and layer <= layers:
                self.points[name] = Point(name, signer.machine.save(), len(self.given), number)  # the last of its name
            verdict = signer.step()
            self.given += signer.take()
            number += 1
        self.genuine = self.given
        self.sites = sorted(self.points)
        shape = Shape(p.n, p.chains, p.height, LAYERS, p.a, p.k, "shake" in signer.name)
        # Of a layer whose signature is not complete here, chains would count as not revealed.
        self.secrets = Secrets(shape, signer.secret, MESSAGE, self.genuine).all(layers + 1)

    def chosen(self, addresses: list[int], share: int, seed: int) -> list[int]:
        """The first and last execution of each address that is not a hash function's, one in so many of them; and a few
        of the hash functions."""
        first: dict[int, int] = {}
        last: dict[int, int] = {}
        for number, address in enumerate(addresses):
            first.setdefault(address, number)
            last[address] = number
        inside = {address: self.signer.machine.place(address).split(" ")[0] in WORKERS for address in first}
        outer = sorted({number for which in (first, last) for address, number in which.items() if not inside[address]})
        inner = [number for number, address in enumerate(addresses) if inside[address]]
        return sorted(outer[seed % share::share] + inner[seed * 7 % 997::max(1, 29 * share * 41)])

    def attack(self, point: Point, share: int, seed: int, outcome: Outcome) -> None:
        """Faults in one step."""
        signer, p = self.signer, self.signer.set
        signer.machine.restore(point.memory)
        addresses = signer.addresses()
        taken_well = signer.take()
        memory_well = signer.machine.save()
        for number in self.chosen(addresses, share, seed):
            place = f"{point.name}: {signer.machine.place(addresses[number])}"
            signer.machine.restore(point.memory)
            taken = b""
            try:
                verdict = signer.step(number)
                taken = signer.take()
                if verdict == verdicts.PENDING and taken == taken_well and signer.machine.save() == memory_well:
                    outcome.add("no effect", place)
                    continue
                end = next(end for end in self.ends if end > point.given)
                end = min([e for e in self.ends if e > end] or [end])
                while verdict == verdicts.PENDING and point.given + len(taken) < end:
                    verdict = signer.step()
                    taken += signer.take()
                    if len(taken) > len(self.genuine):
                        break
            except Lost:
                verdict = -1
            outcome.add(self._judge(point.given, taken, verdict, p), place)

    def _judge(self, given: int, taken: bytes, verdict: int, p: Set) -> str:
        right = self.genuine[given:given + len(taken)]
        if taken != right and any(secret in self.genuine[:given] + taken for secret in self.secrets):
            return "BAD: a secret"
        wrong = {p.kind((given + i) // p.n) for i, (a, b) in enumerate(zip(taken, right)) if a != b}
        refused = "lost" if verdict == -1 else "refused" if verdict == verdicts.FAULT else "goes on"
        if not wrong:
            return "genuine" if refused == "goes on" else f"{refused}, what left is genuine"
        if wrong == {"path"} and refused != "goes on":
            return f"{refused} behind a wrong path"
        return f"BAD: wrong {', '.join(sorted(wrong))}, {refused}"

    def all(self, share: int) -> Iterator[tuple[Point, Outcome]]:
        """Every site."""
        for seed, name in enumerate(self.sites):
            outcome = Outcome()
            self.attack(self.points[name], share, seed, outcome)
            yield self.points[name], outcome
