# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A signature in the making on the emulated core, call by call, and what an application has of it in the end."""
from __future__ import annotations

import random
import struct
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from faults.campaign import ends, kind_of_code
from faults.core import SECONDS, Core, Lost, Memory
from faults.layout import WORKERS
from faults.tells import Judge
from kilosig.library import verdicts

OPEN, FEED, STEP, TAKE, CLOSE = (f"ksig_sign_{name}" for name in ("open", "feed", "step", "take", "close"))
CALLS = 3000  # no signature has more
DETERMINISTIC = 1
STATE_BYTES, STAGE = 2, 16  # of the descriptor, its second word; in the state
# The right signature. None. The right one's beginning, or zeros in it. What the signer makes if the first attempt is
# dropped. Another one, of which each polynomial of y is its own. Anything else.
RIGHT, NOTHING, PART, LATER, OTHER, WRONG = OUTCOMES = ("right", "nothing", "part", "later", "other", "wrong")


@dataclass(frozen=True)
class Signer:
    """What is signed with which key, and the signature that comes of it. later: what the same signer makes if its first
    attempt is dropped. earlier: a message that was signed in the same memory before, and abandoned before close; None:
    the memory holds zeros."""

    name: str
    symbol: str
    secret: bytes
    public: bytes
    message: bytes
    streams: bool
    signature: bytes = b""
    later: bytes = b""
    judge: Judge | None = None
    # Where in the state lies what y is made of, and of which stage.
    seed: tuple[slice, int] = (slice(0), 0)
    rnd: bytes = b""
    earlier: bytes | None = None


class Application(NamedTuple):
    """What it remembers: whether the message was fed, what it was told, and what it has taken."""

    fed: bool = False
    verdict: int = verdicts.PENDING
    taken: bytes = b""
    seed: bytes = b""  # not what it remembers, but what its signature was made of


class Call(NamedTuple):
    function: str
    arguments: tuple[int, ...]


class Reached(NamedTuple):
    """Where it stands: before a call."""

    call: Call
    memory: Memory
    application: Application
    stage: int


class Signing:
    """An application that signs, on a core. The signature's memory lies after the state."""

    def __init__(self, core: Core, signer: Signer) -> None:
        self.core, self.signer = core, signer
        core.fresh()
        scheme = core.machine.symbols[signer.symbol]
        state_bytes, = struct.unpack("<H", core.machine.read(scheme + 4, 2))
        signature_bytes, = struct.unpack("<I", core.machine.read(scheme + 12, 4))
        self.room = core.state_bytes - (state_bytes + 7) // 8 * 8
        assert self.room >= signature_bytes
        self.out, self.signature_bytes = core.state + core.state_bytes - self.room, signature_bytes
        self.message = core.flash(signer.message)
        public = core.flash(signer.public) if signer.public else 0
        rnd = core.flash(signer.rnd) if signer.rnd else 0
        arguments = core.flash(struct.pack("<IIIIIBBBx", core.flash(signer.secret), 0, rnd, 0, public,
                                           0 if rnd else DETERMINISTIC, 0, 0))
        self.first = Call(OPEN, (core.state, state_bytes, scheme, arguments, 0 if signer.streams else self.out))
        self.application, self.seed = Application(), b""
        self.begun, self.caller, self.earlier = Memory.filled(core.state_bytes), 0, b""
        self.told: tuple[str, ...] = ()  # by what was judged last

    def make(self, call: Call) -> int:
        """The result of a call."""
        return self.core.call(call.function, *call.arguments)

    def start(self) -> None:
        self.core.restore(self.begun)
        self.core.caller = self.caller
        self.application = Application()

    def _step(self) -> Call:
        state = (self.core.state,)
        if not self.application.fed and self.core.call("ksig_sign_want", *state):
            return Call(FEED, (*state, self.message, len(self.signer.message)))
        return Call(STEP, state)

    def after(self, call: Call, result: int) -> Call | None:
        """The call that follows; none after close."""
        state = (self.core.state,)
        if call.function == TAKE and result:
            taken = self.application.taken + self.core.machine.read(self.out, min(result, self.room))
            self.application = self.application._replace(taken=taken)
            return call
        if call.function == CLOSE:
            if not self.signer.streams and result == verdicts.DONE:
                taken = self.core.machine.read(self.out, self.signature_bytes)
                self.application = self.application._replace(taken=taken)
            self.application = self.application._replace(verdict=result)
            return None
        where, stage = self.signer.seed
        if call.function == STEP and where.stop:
            memory = self.core.machine.read(self.core.state, self.core.state_bytes)
            if memory[STAGE] == stage:
                self.application = self.application._replace(seed=memory[where])
        if call.function != TAKE:
            self.application = self.application._replace(
                verdict=result, fed=self.application.fed or call.function == FEED)
            if call.function == STEP and self.signer.streams:
                return Call(TAKE, (*state, self.out, self.room))
        if self.application.verdict != verdicts.PENDING:
            return Call(CLOSE, state)
        return Call(STEP, state) if call.function == FEED else self._step()

    def course(self, before: Callable[[Signing, Call], None] = lambda _run, _call: None) -> list[Reached]:
        """The whole of it: where it stood before each call."""
        self.start()
        call, reached = self.first, []
        while call is not None:
            assert len(reached) < CALLS
            before(self, call)
            memory = self.core.memory()
            reached.append(Reached(call, memory, self.application, memory.state[STAGE]))
            call = self.after(call, self.make(call))
        self.seed = self.application.seed
        return reached

    def follow(self, left: Memory, signature: bytes) -> None:
        """Begins in the memory of another signature, complete but not closed, with registers that say it is done."""
        self.begun, self.caller, self.earlier = left, verdicts.DONE, signature

    def at(self, reached: Reached) -> None:
        self.core.restore(reached.memory)
        self.core.caller = self.caller
        self.application = reached.application

    @property
    def begins(self) -> str:
        """What its memory holds before: zeros, or a signature that is complete."""
        return "zeros" if self.signer.earlier is None else "complete"

    def lost(self) -> str:
        """The outcome if a call does not return."""
        return self.outcome()

    def outcome(self) -> str:
        """Of what is there after close."""
        verdict, taken = self.application.verdict, self.application.taken
        if verdict == verdicts.DONE and taken == self.signer.signature:
            return RIGHT
        if not taken:
            return NOTHING
        if verdict == verdicts.DONE and taken == self.signer.later:
            return LATER
        if self.signer.signature.startswith(taken) or self.signer.later.startswith(taken):
            return PART
        if len(taken) == self.signature_bytes and all(byte in (0, right)
                                                      for byte, right in zip(taken, self.signer.signature)):
            return PART
        assert self.signer.judge is not None
        known = [other for other in (self.signer.signature, self.signer.later, self.earlier) if other]
        # With fresh rnd nobody has two signatures of one y, but here, where rnd is the same each time.
        self.told = self.signer.judge.told(taken, [] if self.signer.rnd else known)
        if self.seed and not self.signer.rnd and self.application.seed == self.seed and verdict == verdicts.DONE:
            c, genuine = (self.signer.judge.key.parts(each).c for each in (taken, self.signer.signature))
            if c != genuine:  # under the same c it is the genuine one, damaged
                self.told += ("of the same seed",)
        return WRONG if self.told else OTHER


class Outcomes:
    """Counts by outcome, and places and signatures of those that are wrong."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys(OUTCOMES, 0)
        self.places: dict[tuple[str, str], list[Application]] = {}
        self.told: dict[str, tuple[str, ...]] = {}  # by those that are wrong, by place
        self.by: Counter = Counter()

    @property
    def tried(self) -> int:
        return sum(self.counts.values())

    def add(self, outcome: str, place: str, application: Application, told: tuple[str, ...] = ()) -> None:
        self.counts[outcome] += 1
        if outcome == WRONG:
            self.told[place] = told
        if outcome in (WRONG, OTHER):
            self.places.setdefault((outcome, place), []).append(application)


Attacked = Callable[[int, Reached], bool]


class SignerCampaign:
    """Leaves out instructions of a signer."""

    def __init__(self, core: Core, signer: Signer) -> None:
        self.core = core
        earlier = None
        if signer.earlier is not None:
            before = Signing(core, replace(signer, message=signer.earlier))
            earlier = before.course()[-1].memory, before.application.taken
        self.run = Signing(core, signer)
        if earlier is not None:
            self.run.follow(*earlier)
        began = time.process_time()
        self.reached = self.run.course()
        self._longest = SECONDS + (time.process_time() - began) / 4  # more than any call takes
        assert self.run.outcome() == RIGHT, f"{signer.name}: {self.run.application.verdict:#x} without any fault"
        self._known: dict[tuple[bytes, Call, Application], tuple[str, Application, tuple[str, ...]]] = {}

    def traces(self, attacked: Attacked) -> dict[int, array]:
        """The instructions of the calls that are to be attacked."""
        traces = {}
        for number, reached in enumerate(self.reached):
            if attacked(number, reached):
                self.run.at(reached)
                traces[number] = array("I", self.core.trace(reached.call.function, *reached.call.arguments))
        return traces

    def select(self, traces: dict[int, array], stride: int, thin: int = 1, phase: int = 0,
               rest: int = 0, between: int = 0) -> dict[int, list[int]]:
        """Which instructions of which call: all for stride 1; else of each address outside WORKERS, or one in `thin` of
        them, the first and the last execution in the first call and in the last one that have it, and `between` others
        of all calls; and one in `stride` of all, or so many that they are `rest`."""
        if rest:
            stride = sum(map(len, traces.values())) // rest + 1
        chosen: dict[int, set] = {number: set() for number in traces}
        every = sorted({address for addresses in traces.values() for address in addresses})
        outside = [address for address in every if not self.core.inside(address, WORKERS)]
        wanted = set(outside[phase % thin::thin])
        position = stride // 2
        for order in (sorted(traces), sorted(traces, reverse=True)):
            seen: set = set()
            for number in order:
                first, last = ends(traces[number])
                for address in first.keys() - seen:
                    if address in wanted:
                        chosen[number].update((first[address], last[address]))
                seen.update(first)
        for number, executions in self._between(traces, wanted, between):
            chosen[number].update(executions)
        for number in sorted(traces):
            length = len(traces[number])
            chosen[number].update(range(position, length, stride))
            position = (position - length) % stride
        return {number: sorted(numbers) for number, numbers in chosen.items() if numbers}

    def _between(self, traces: dict[int, array], wanted: set[int], count: int) -> Iterator[tuple[int, list[int]]]:
        """`count` executions of each address, the same ones each time, by call."""
        if not count:
            return
        times: Counter = Counter()
        for addresses in traces.values():
            times.update(address for address in addresses if address in wanted)
        drawn = {address: {random.Random(f"{address} {n}").randrange(times[address]) for n in range(count)}
                 for address in times}
        before: Counter = Counter()
        for number, addresses in sorted(traces.items()):
            found = []
            for execution, address in enumerate(addresses):
                if address in drawn:
                    if before[address] in drawn[address]:
                        found.append(execution)
                    before[address] += 1
            yield number, found

    def attack(self, stride: int, attacked: Attacked = lambda _number, _reached: True, thin: int = 1,
               phase: int = 0, rest: int = 0, between: int = 0) -> Outcomes:
        outcomes = Outcomes()
        traces = self.traces(attacked)
        chosen = self.select(traces, stride, thin, phase, rest, between)
        for number, instructions in sorted(chosen.items(), reverse=True):
            self._attack_call(number, traces[number], instructions, outcomes)
        return outcomes

    def attack_functions(self, number: int, names: Sequence[str]) -> Outcomes:
        """Every instruction of these functions in one call, from where the first of them begins."""
        def inside(addresses: Sequence[int]) -> list[int]:
            begin = next(at for at, address in enumerate(addresses) if self.core.inside(address, names[:1]))
            return [at for at in range(begin, len(addresses)) if self.core.inside(addresses[at], names)]

        return self._attack_chosen(number, inside)

    def attack_calls_of(self, number: int, name: str) -> Outcomes:
        """The instructions before each call of this function in one call: its arguments, and the call."""
        most = 6

        def before(addresses: Sequence[int]) -> list[int]:
            inside = [self.core.inside(address, (name,)) for address in addresses]
            begins = [at for at in range(1, len(addresses)) if inside[at] and not inside[at - 1]]
            return sorted({at - back for at in begins for back in range(1, most + 1) if not inside[at - back]})

        return self._attack_chosen(number, before)

    def _attack_chosen(self, number: int, choose: Callable[[Sequence[int]], list[int]]) -> Outcomes:
        """Those instructions of one call that are chosen from its addresses."""
        outcomes, addresses = Outcomes(), self.traces(lambda this, _: this == number)[number]
        self._attack_call(number, addresses, choose(addresses), outcomes)
        return outcomes

    def _attack_call(self, number: int, addresses: Sequence[int], instructions: Sequence[int],
                     outcomes: Outcomes) -> None:
        core, run, reached = self.core, self.run, self.reached[number]
        call = reached.call
        core.limit(lambda: (run.at(reached), run.make(call)))
        run.at(reached)
        for instruction in core.walk(addresses, instructions, call.function, *call.arguments):
            run.application, run.told = reached.application, ()
            try:
                core.skip()
                outcome = self._finish(number, call, core.go_on())
            except Lost:
                outcome = run.lost()
            place = core.place(addresses[instruction])
            outcomes.by[f"code: {kind_of_code(place.split(' ')[0])}"] += 1
            outcomes.by[f"start: {run.begins}"] += 1
            outcomes.add(outcome, f"{place} in {call.function} at stage {reached.stage}", run.application, run.told)

    def _finish(self, number: int, call: Call, result: int) -> str:
        """Goes on to the end, or to where it stands as if nothing had been."""
        core, run = self.core, self.run
        known = None
        with core.longer(self._longest):
            for later in range(number + 1, number + 1 + CALLS):
                following = run.after(call, result)
                if following is None:
                    outcome = run.outcome()
                    break
                call = following
                state = core.machine.read(core.state, core.state_bytes)
                if later < len(self.reached):
                    usual = self.reached[later]
                    if (call, run.application, state) == (usual.call, usual.application, usual.memory.state):
                        return RIGHT
                if known is None:
                    known = (state, call, run.application)
                    if known in self._known:
                        outcome, run.application, run.told = self._known[known]
                        return outcome
                result = run.make(call)
            else:
                raise Lost
        if known is not None:
            self._known[known] = outcome, run.application, run.told
        return outcome


def with_results(core: Core, signer: Signer, drop: Callable[[Signing, Call], None]) -> Signer:
    """The signer with its signature, and with the one of a later attempt: `drop` spoils the first one."""
    def made(before: Callable[[Signing, Call], None]) -> bytes:
        run = Signing(core, signer)
        run.course(before)
        assert run.application.verdict == verdicts.DONE, f"{run.application.verdict:#x}"
        return run.application.taken
    signature = made(lambda _run, _call: None)
    return replace(signer, signature=signature, later=made(drop))
