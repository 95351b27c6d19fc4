# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Attacks on a forged stream: every call that is a target, instruction by instruction, under a fault model."""
from __future__ import annotations

import os
import zlib
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Callable, Dict, List, Optional, Sequence, Tuple

from faults.core import Core, Lost
from faults.layout import HEAD_BYTES, REASON, TRAIL, WORKERS
from faults.models import MODELS, Model
from faults.verification import CLOSE, Call, Inputs, Reached, Verification
from kilosig.library import verdicts
from kilosig.library.binding import PART_MESSAGE

# Of the instructions of workers one in this many, and of others that are executed often. `make faults` takes all.
STRIDE = int(os.environ.get("KSIG_FAULT_STRIDE", "4001"))
LEAST_HASH = 28  # bytes
MOST_BESIDE = 48  # bytes that differ beside a hash
GAP = 4  # equal bytes between two hashes that differ

Target = Callable[[Call], bool]


def nothing(_run: Verification) -> None:
    """A sender has no hands in the device."""


@dataclass(frozen=True)
class Forgery:
    """A stream that must be rejected, the genuine one that it is made from, and which calls to attack. bad: verdicts
    that would be a success."""

    name: str
    genuine: Optional[Inputs]
    forged: Inputs
    target: Target
    bad: Tuple[int, ...] = (verdicts.ACCEPT,)
    reason: Optional[int] = None
    before: Callable[[Verification], None] = nothing  # done before a call that is attacked, every time
    after: Callable[[Verification], None] = nothing  # and behind it
    dense: Tuple[str, ...] = ()  # functions of which more instructions are taken
    patches: Tuple[Tuple[int, bytes], ...] = ()  # constants of the image that are others while the stream is forged

    def __str__(self) -> str:
        return self.name


@dataclass
class Outcome:
    """Of an attack: how many faults, and the places of those that made it succeed."""

    tried: int = 0
    accepted: Counter = field(default_factory=Counter)


def ends(addresses: Sequence[int]) -> Tuple[Dict[int, int], Dict[int, int]]:
    """The number of the first execution of each address, and of the last."""
    count = len(addresses)
    return dict(zip(reversed(addresses), range(count - 1, -1, -1))), dict(zip(addresses, range(count)))


def select(core: Core, addresses: Sequence[int], stride: int, dense: Tuple[str, ...] = (), thin: int = 1,
           phase: int = 0) -> List[int]:
    """Numbers of instructions: all for stride 1; else of each address outside WORKERS, or one in `thin` of them, the
    first and last execution, and one in `stride` of all."""
    if stride == 1:
        return list(range(len(addresses)))
    inside = {address: core.inside(address, WORKERS) for address in set(addresses)}
    first, last = ends(addresses)
    outside = set(sorted(address for address, worker in inside.items() if not worker)[phase % thin::thin])
    chosen = {number for which in (first, last) for address, number in which.items() if address in outside}
    if dense:
        chosen.update(number for number in range(0, len(addresses), 11) if core.inside(addresses[number], dense))
    return sorted(chosen.union(range(stride // 2, len(addresses), stride)))


@lru_cache(maxsize=2)
def _accepted(core: Core, genuine: Inputs) -> List[Reached]:
    """The course of a genuine stream, of which most forgeries of a kind are made."""
    core.fresh()
    verdict, reached = Verification(core, genuine).course()
    assert verdict == verdicts.ACCEPT, f"the genuine stream: {verdict:#x}"
    return reached


class Campaign:
    """One forgery on one image."""

    def __init__(self, core: Core, forgery: Forgery) -> None:
        self.core, self.forgery = core, forgery
        self.hashes = _accepted(core, forgery.genuine) if forgery.genuine is not None else []
        core.fresh()
        for address, data in forgery.patches:
            core.patch(address, data)
        self.run = Verification(core, forgery.forged)
        verdict, self.reached = self.run.course(forgery.target, forgery.before, forgery.after)
        assert verdict not in forgery.bad, f"{forgery}: {verdict:#x} without any fault"
        if forgery.reason is not None:
            assert verdict == forgery.reason, f"{forgery}: {verdict:#x}"
        self._trails = {reached.call[2:]: reached.memory.state[TRAIL:TRAIL + 4] for reached in self.hashes
                        if reached.call.part != PART_MESSAGE}
        self._usual = {reached.call: reached.memory.state for reached in self.reached}
        self.targets = [reached for reached in self.reached if forgery.target(reached.call)]
        assert self.targets, f"{forgery}: nothing to attack in {[str(r.call) for r in self.reached]}"

    def attack(self, model: str = "skip", stride: int = STRIDE, thin: int = 1) -> Outcome:
        """thin: but for `close`, one address in so many; others for each forgery."""
        outcome = Outcome()
        for reached in self.targets:
            self._attack_call(reached, MODELS[model], stride, 1 if reached.call.function == CLOSE else thin, outcome)
        return outcome

    def _attack_call(self, reached: Reached, model: Model, stride: int, thin: int, outcome: Outcome) -> None:
        core, call = self.core, reached.call
        self.run.at(reached)
        self.forgery.before(self.run)
        addresses = core.trace(call.function, *call.arguments)
        unfaulted = core.memory().state
        core.limit(lambda: self._repeat(reached))
        known: Dict[bytes, bool] = {unfaulted: False}
        self.run.at(reached)
        chosen = select(core, addresses, stride, self.forgery.dense, thin, zlib.crc32(self.forgery.name.encode()))
        for number in core.walk(addresses, chosen, call.function, *call.arguments):
            for fault in model(core):
                core.back()
                outcome.tried += 1
                try:
                    fault()
                    result = core.go_on()
                except Lost:
                    continue
                bad = result in self.forgery.bad
                if call.function != CLOSE:
                    self.forgery.after(self.run)
                    bad = self._succeeds(reached, known)
                    self.forgery.before(self.run)
                if bad:
                    outcome.accepted[f"{call}: {core.place(addresses[number])}"] += 1
        self.forgery.after(self.run)

    def _repeat(self, reached: Reached) -> None:
        self.run.at(reached)
        self.core.call(reached.call.function, *reached.call.arguments)

    def _succeeds(self, reached: Reached, known: Dict[bytes, bool]) -> bool:
        """Whether what follows ends in a bad verdict."""
        core, run = self.core, self.run
        state = core.machine.read(core.state, core.state_bytes)
        if state not in known:
            run.passes = reached.passes
            if state != reached.memory.state:  # else it will be fed again
                run.made(reached.call)
            with core.longer(run.seconds):
                try:
                    known[state] = self._ends_badly()
                except Lost:
                    known[state] = False
        return known[state]

    def _ends_badly(self) -> bool:
        """Goes on to the verdict, or until it is certain. A reason never goes away, nor does a trail that is not the
        genuine one at the same place, since later checks add what they must or give a reason; equal states end alike;
        and a state in which only hashes have other values, and not genuine ones, ends as any other message does."""
        core, run = self.core, self.run
        for _ in range(3 * len(self.reached) + 50):
            call = run.next()
            state = core.machine.read(core.state, core.state_bytes)
            if int.from_bytes(state[REASON:REASON + 4], "little") not in (verdicts.PENDING, *self.forgery.bad):
                return False
            trail = self._trails.get(call[2:])
            if trail is not None and trail != state[TRAIL:TRAIL + 4] and self.forgery.bad == (verdicts.ACCEPT,):
                return False
            usual = self._usual.get(call)
            if usual is not None and (state == usual or call.part != PART_MESSAGE and self._scrambled(state, usual)):
                return False
            result = core.call(call.function, *call.arguments)
            if call.function == CLOSE:
                return result in self.forgery.bad
            run.made(call)
        raise Lost

    def _scrambled(self, state: bytes, unfaulted: bytes) -> bool:
        """Whether all that differs is hashes, which are not genuine ones either."""
        changed = int.from_bytes(state, "little") ^ int.from_bytes(unfaulted, "little")
        at, hashes, rest = 0, 0, MOST_BESIDE
        while changed:
            skip = ((changed & -changed).bit_length() - 1) // 8
            at, changed = at + skip, changed >> 8 * skip
            data = changed.to_bytes((changed.bit_length() + 7) // 8, "little")
            end = data.find(bytes(GAP))
            end = at + (len(data) if end < 0 else end)
            if end - at >= LEAST_HASH and all(_differs(state[at:end], other) for other in (
                    unfaulted[at:end], *(genuine.memory.state[at:end] for genuine in self.hashes))):
                hashes += 1
            else:  # what follows from the hash, as the leaf of SLH-DSA does
                rest -= end - at
                if at < HEAD_BYTES or rest < 0:
                    return False
            changed, at = changed >> 8 * (end - at), end
        return hashes > 0


def _differs(value: bytes, other: bytes) -> bool:
    """Nearly everywhere, as two hashes do."""
    return sum(a != b for a, b in zip(value, other)) > len(value) * 7 // 8
