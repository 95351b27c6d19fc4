# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Attacks on a forged stream: every call that is a target, instruction by instruction, under a fault model."""
from __future__ import annotations

import os
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from faults.core import Core, Lost
from faults.layout import BEGINS, HEAD_BYTES, MOVERS, REASON, WORKERS
from faults.models import MODELS, Model
from faults.starts import STARTS, Session, Sessions, Start, session
from faults.verification import CLOSE, OPEN, Call, Inputs, Reached, Verification
from kilosig.library import verdicts
from kilosig.library.binding import PART_KEY, PART_MESSAGE, PART_SIGNATURE

# Of the instructions of workers one in this many, and of others that are executed often. `make faults` takes all.
STRIDE = int(os.environ.get("KSIG_FAULT_STRIDE", "4001"))
DENSE = 11  # one in so many instructions of functions that are looked at closely
MOVED = 300  # instructions of functions that copy and wipe, of a call
# One in so many of the calls in which a forgery has less to gain, if one address in `thin` is taken too; and of their
# addresses.
LESS, LESS_THIN = 3, 12
BEGUN = 3  # beginnings of hashes in a call, of which every instruction is taken
MOST = 2500
LEAST_HASH = 28  # bytes
MOST_BESIDE = 48  # bytes that differ beside a hash
GAP = 4  # equal bytes between two hashes that differ
UNKNOWN = 1.0  # seconds that a call may take, where no genuine stream tells

Target = Callable[[Call], bool]


def nothing(_run: Verification) -> None:
    """A sender has no hands in the device."""


@dataclass(frozen=True)
class Forgery:
    """A stream that must be rejected, the genuine one that it is made from, and which calls to attack. bad: verdicts
    that would be a success. others: calls in which it has less to gain."""

    name: str
    genuine: Inputs | None
    forged: Inputs
    target: Target
    bad: tuple[int, ...] = (verdicts.ACCEPT,)
    reason: int | None = None
    before: Callable[[Verification], None] = nothing  # done before a call that is attacked, every time
    after: Callable[[Verification], None] = nothing  # and after it
    dense: tuple[str, ...] = ()  # functions of which more instructions are taken
    # Every instruction is taken, but for those of these functions; in a call with more than MOST of them, those that
    # copy and wipe.
    beside: tuple[str, ...] = ()
    patches: tuple[tuple[int, bytes], ...] = ()  # constants of the image that are others while the stream is forged
    others: Target = lambda _call: False
    start: Start | None = None  # the memory that it needs, if it does not serve in any
    # Whether all but the counts of checks is made genuine before close: then only those may reject.
    counts: bool = False

    def __str__(self) -> str:
        return self.name


@dataclass
class Outcome:
    """Of an attack: how many faults, also by what they were made in, and the places of those that made it succeed."""

    tried: int = 0
    accepted: Counter = field(default_factory=Counter)
    by: Counter = field(default_factory=Counter)


def ends(addresses: Sequence[int]) -> tuple[dict[int, int], dict[int, int]]:
    """The number of the first execution of each address, and of the last."""
    count = len(addresses)
    return dict(zip(reversed(addresses), range(count - 1, -1, -1))), dict(zip(addresses, range(count)))


def select(core: Core, addresses: Sequence[int], stride: int, dense: tuple[str, ...] = (), thin: int = 1,
           phase: int = 0, moved: int = MOVED) -> list[int]:
    """Numbers of instructions: all for stride 1; else of each address outside WORKERS, or one in `thin` of them, the
    first and last execution, one in `stride` of all, and `moved` of the functions that copy and wipe; of BEGUN
    beginnings of hashes, or one in `thin` of them, every one."""
    if stride == 1:
        return list(range(len(addresses)))
    kinds = {address: core.function(address) for address in set(addresses)}
    first, last = ends(addresses)
    outside = set(sorted(address for address, name in kinds.items() if name not in WORKERS)[phase % thin::thin])
    chosen = {number for which in (first, last) for address, number in which.items() if address in outside}
    if dense:
        chosen.update(number for number in range(0, len(addresses), DENSE) if kinds[addresses[number]] in dense)
    movers = {address for address, name in kinds.items() if name in MOVERS}
    moves = [number for number, address in enumerate(addresses) if address in movers]
    between = max(1, len(moves) // max(1, moved))
    chosen.update(moves[phase % between::between])
    begun = list(_begun(addresses, kinds))
    between = max(1, thin * len(begun) // BEGUN)
    chosen.update(number for run in begun[phase % between::between] for number in run)
    return sorted(chosen.union(range(stride // 2, len(addresses), stride)))


def _begun(addresses: Sequence[int], kinds: dict[int, str]) -> Iterator[range]:
    """Instructions of functions that begin a hash, with the wiping that they call."""
    inside = {address for address, name in kinds.items() if re.fullmatch(BEGINS, name)}
    with_moves = inside | {address for address, name in kinds.items() if name in MOVERS}
    if not inside:
        return
    number, count = 0, len(addresses)
    while number < count:
        if addresses[number] in inside:
            end = number
            while end < count and addresses[end] in with_moves:
                end += 1
            yield range(number, end)
            number = end
        number += 1


PARTS = {PART_KEY: "key", PART_MESSAGE: "message", PART_SIGNATURE: "signature"}


def _kind_of_call(call: Call) -> str:
    return {OPEN: "open", CLOSE: "close"}.get(call.function) or PARTS[call.part]


def kind_of_code(function: str) -> str:
    """What an instruction belongs to."""
    if function in WORKERS:
        return "hash or transform"
    return "copy or wipe" if function in MOVERS else "hash begins" if re.fullmatch(BEGINS, function) else "other"


@lru_cache(maxsize=2)
def _accepted(core: Core, genuine: Inputs) -> Session:
    """The course of a genuine stream, of which most forgeries of a kind are made."""
    core.fresh()
    made = session(core, genuine)
    assert made.verdict == verdicts.ACCEPT, f"the genuine stream: {made.verdict:#x}"
    return made


class Campaign:
    """One forgery on one image. start: what lay in memory and registers before."""

    def __init__(self, core: Core, forgery: Forgery, start: Start = STARTS[0]) -> None:
        self.core, self.forgery, self.start = core, forgery, forgery.start or start
        # Fed in the same pieces: what it has at a place is then known wherever the forgery is looked at.
        genuine = _accepted(core, forgery.genuine.but(cuts=forgery.forged.cuts)) if forgery.genuine else None
        self.hashes = genuine.reached if genuine is not None else []
        core.fresh()
        begun = self.start.memory(Sessions(core, genuine or session(core, forgery.forged), forgery.forged))
        core.fresh()
        for address, data in forgery.patches:
            core.patch(address, data)
        self.run = Verification(core, forgery.forged, begun, self.start.registers)
        verdict, self.reached = self.run.course(self._attacked, forgery.before, forgery.after)
        # A forged stream that is rejected early has not made the calls that take longest.
        self.run.seconds = max(self.run.seconds, genuine.seconds if genuine else UNKNOWN)
        assert verdict not in forgery.bad, f"{forgery}: {verdict:#x} without any fault"
        if forgery.reason is not None:
            assert verdict == forgery.reason, f"{forgery}: {verdict:#x}"
        self._usual = {reached.call: reached.memory.state for reached in self.reached}
        self.targets = [reached for reached in self.reached if forgery.target(reached.call)]
        self.others = [reached for reached in self.reached if forgery.others(reached.call)
                       and not forgery.target(reached.call)]
        assert self.targets, f"{forgery}: nothing to attack in {[str(r.call) for r in self.reached]}"

    def _attacked(self, call: Call) -> bool:
        return self.forgery.target(call) or self.forgery.others(call)

    def attack(self, model: str = "skip", stride: int = STRIDE, thin: int = 1) -> Outcome:
        """thin: but for `close`, one address in so many. Of the calls in which the forgery has less to gain, one is
        attacked; all for stride 1. Both are others for each forgery."""
        outcome, phase = Outcome(), zlib.crc32(self.forgery.name.encode())
        between = 1 if stride == 1 else LESS if thin == 1 else LESS_THIN
        for reached in self.targets:
            self._attack_call(reached, MODELS[model], stride, thin, outcome)
        for reached in self.others[phase % between::between]:
            self._attack_call(reached, MODELS[model], stride, LESS * thin, outcome)
        return outcome

    def attack_functions(self, *names: str) -> Outcome:
        """Skips every instruction of these functions, in every call."""
        outcome = Outcome()
        for reached in [*self.targets, *self.others]:
            self._attack_call(reached, MODELS["skip"], STRIDE, 1, outcome, names)
        return outcome

    def _chosen(self, call: Call, addresses: Sequence[int], stride: int, thin: int) -> list[int]:
        if self.forgery.beside:
            found = [n for n, address in enumerate(addresses) if not self.core.inside(address, self.forgery.beside)]
            return found if len(found) <= MOST else [n for n in found if self.core.inside(addresses[n], MOVERS)]
        phase = zlib.crc32(self.forgery.name.encode())
        return select(self.core, addresses, stride, self.forgery.dense, 1 if call.function == CLOSE else thin, phase,
                      MOVED // thin)

    def _attack_call(self, reached: Reached, model: Model, stride: int, thin: int, outcome: Outcome,
                     only: Sequence[str] = ()) -> None:
        """only: every instruction of these functions, in place of the sample."""
        core, call = self.core, reached.call
        self.run.at(reached)
        self.forgery.before(self.run)
        addresses = core.trace(call.function, *call.arguments)
        unfaulted = core.memory().state
        core.limit(lambda: self._repeat(reached))
        known: dict[bytes, bool] = {unfaulted: False}
        self.run.at(reached)
        chosen = [number for number, address in enumerate(addresses) if core.inside(address, only)] if only else \
            self._chosen(call, addresses, stride, thin)
        for number in core.walk(addresses, chosen, call.function, *call.arguments):
            before = outcome.tried
            for fault in model(core):
                core.back()
                outcome.tried += 1
                try:
                    fault()
                    result = core.go_on()
                except Lost:
                    continue
                bad = result in self.forgery.bad
                if call.function == OPEN and result != verdicts.PENDING:
                    continue  # an application goes no further
                if call.function != CLOSE:
                    self.forgery.after(self.run)
                    bad = self._succeeds(reached, known)
                    self.forgery.before(self.run)
                if bad:
                    outcome.accepted[f"{call}: {core.place(addresses[number])}"] += 1
            tried = outcome.tried - before
            outcome.by.update({f"start: {self.start}": tried, f"call: {_kind_of_call(call)}": tried,
                               f"code: {kind_of_code(core.function(addresses[number]))}": tried})
        self.forgery.after(self.run)

    def _repeat(self, reached: Reached) -> None:
        self.run.at(reached)
        self.core.call(reached.call.function, *reached.call.arguments)

    def _succeeds(self, reached: Reached, known: dict[bytes, bool]) -> bool:
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
        """Goes on to the verdict, or until it is certain: a reason never goes away, equal states end alike, and a state
        in which only hashes have other values, and not genuine ones, ends as any other message does."""
        core, run = self.core, self.run
        for _ in range(3 * len(self.reached) + 50):
            call = run.next()
            state = core.machine.read(core.state, core.state_bytes)
            if int.from_bytes(state[REASON:REASON + 4], "little") not in (verdicts.PENDING, *self.forgery.bad):
                return False
            usual = self._usual.get(call)
            if usual is not None and (state == usual or call.part != PART_MESSAGE and self._scrambled(state, usual)):
                return False
            if call.function == CLOSE and self.forgery.counts:
                core.machine.write(core.state + HEAD_BYTES, self.hashes[-1].memory.state[HEAD_BYTES:])
            result = core.call(call.function, *call.arguments)
            if call.function == CLOSE:
                return result in self.forgery.bad
            run.made(call)
        raise Lost

    def _scrambled(self, state: bytes, unfaulted: bytes) -> bool:
        """Whether all that differs is hashes, which are not genuine ones either; never without a genuine stream."""
        if not self.hashes:
            return False
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
