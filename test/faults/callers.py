# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Faults in the code that calls a verification: ksig_verify and its kind, push, the readers of COSE, CWT and X.509,
Composite ML-DSA.

An application makes calls, one after the other; what it feeds, and from where, does not depend on the library's own
counts. Each instruction of that code, and of no other, is a target, in memory that an earlier run of the application
with genuine inputs has left, with pointers to these in the registers of the caller."""
from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from faults.campaign import Outcome, ends
from faults.core import Core, Lost, Memory, allowed
from faults.images import addresses_of, callers
from faults.layout import MOVERS
from faults.models import MODELS, Model
from faults.processors import CORTEX_M3
from kilosig.library import verdicts

SOURCES = ("given", "tally", "verify", "verify_memory", "verify_with_key", "verify_push", "cose_reader", "cose_head",
           "cose_cbor", "cose_cwt", "x509_algorithms", "x509_alone", "x509_chain", "x509_classical",
           "x509_composite", "x509_der", "x509_ecdsa", "x509_ed25519", "x509_head", "x509_read", "x509_reader",
           "x509_use", "x509_values", "composite_der", "composite_hash", "composite_message", "composite_prime",
           "composite_verify")
MOST_CALLS = 400
EVERY = 0
LOST = 0  # is no verdict


class Step(NamedTuple):
    """A call."""

    function: str
    arguments: tuple[int, ...]


class Application:
    """What makes the calls. A new one for each run; `copy` is one that goes on from here."""

    def next(self, result: int | None) -> Step | None:
        """The call that follows one with this result, or None. Raises Lost for what it cannot do."""
        raise NotImplementedError

    def copy(self) -> Application:
        raise NotImplementedError


@dataclass
class Script(Application):
    """The same calls whatever they answer: an application that looks at the last verdict alone."""

    steps: Sequence[Step]
    at: int = 0

    def next(self, result: int | None) -> Step | None:
        self.at += 1
        return self.steps[self.at - 1] if self.at <= len(self.steps) else None

    def copy(self) -> Application:
        return Script(self.steps, self.at)


@dataclass(frozen=True)
class Attack:
    """made: of a core, in whose flash their inputs then lie, the genuine calls, which ran before in the same memory,
    those that must not end in KSIG_ACCEPT, and what the caller may have in registers."""

    name: str
    made: Callable[[Core], tuple[Application, Application, tuple[int, ...]]]

    def __str__(self) -> str:
        return self.name


@lru_cache(maxsize=1)
def core(on: str = CORTEX_M3) -> Core:
    """With the image of all of them."""
    return Core(callers(on), on=on)


@lru_cache(maxsize=1)
def _inside(on: str = CORTEX_M3) -> Callable[[int], bool]:
    """Whether an instruction is in that code, or copies."""
    ranges, target = addresses_of(callers(on), *SOURCES), core(on)
    assert len(ranges) > 5
    return lru_cache(maxsize=None)(lambda address: any(begin <= address < end for begin, end in ranges)
                                   or target.inside(address, MOVERS))


def _run(target: Core, application: Application, step: Step | None, result: int | None = None) -> int:
    """To the end; the last result. step: that to begin with, or None for the first."""
    step = step or application.next(result)
    for _ in range(MOST_CALLS):
        if step is None:
            assert result is not None
            return result
        result = target.call(step.function, *step.arguments)
        step = application.next(result)
    raise Lost


def _chosen(addresses: Sequence[int], inside: Callable[[int], bool], thin: int, phase: int) -> Iterator[int]:
    """Numbers of instructions that are targets: of one address in `thin` the first and the last execution; every
    execution for EVERY."""
    targets = {address for address in set(addresses) if inside(address)}
    if thin == EVERY:
        yield from (number for number, address in enumerate(addresses) if address in targets)
        return
    first, last = ends(addresses)
    wanted = sorted(targets)[phase % thin::thin]
    yield from sorted({number for address in wanted for number in (first[address], last[address])})


def attacked(attack: Attack, model: str = "skip", thin: int = EVERY, remains: bool = True, on: str = CORTEX_M3,
             only: int | None = None, functions: Sequence[str] = (), turn: int | None = None) -> Outcome:
    """One attack under a fault model. thin: of the instructions of each call one address in so many. remains: in the
    memory that the genuine run left; else in zeros. on: the core. only: with one of the contents of a caller's
    registers; turn: with one that this number tells. functions: these, in place of that code."""
    target, outcome, inside = core(on), Outcome(), _inside(on)
    if functions:
        def inside(address: int) -> bool:
            return target.inside(address, functions)
    target.fresh()
    genuine, forged, pointers = attack.made(target)
    memory = Memory.filled(target.state_bytes)
    target.restore(memory)
    began = time.process_time()
    assert _run(target, genuine.copy(), None) == verdicts.ACCEPT, f"{attack}: the genuine inputs"
    patience = allowed(time.process_time() - began)  # for one call, not for all of them
    if remains:
        memory = target.memory()
    if turn is not None:
        only = turn % len(pointers)
    for caller in (pointers if only is None else pointers[only:only + 1]) if remains else (0,):
        target.caller = caller
        target.restore(memory)
        with target.longer(patience):
            assert _run(target, forged.copy(), None) != verdicts.ACCEPT, f"{attack}: without any fault"
        target.restore(memory)
        application = forged.copy()
        step, number = application.next(None), 0
        while step is not None:
            chosen = partial(_chosen, inside=inside, thin=thin, phase=number)
            result = _attack_step(target, application, step, MODELS[model], chosen, patience, outcome)
            step, number = application.next(result), number + 1
    target.fresh()
    return outcome


def _attack_step(target: Core, application: Application, step: Step, model: Model,
                 choose: Callable[[Sequence[int]], Iterator[int]], patience: float, outcome: Outcome) -> int:
    """Faults in one call. patience: seconds that a call after it may take. Returns the result without a fault."""
    before = target.memory()
    addresses = target.trace(step.function, *step.arguments)
    result, behind = target.uc.reg_read(target.processor.result), target.memory()
    chosen = list(choose(addresses))
    target.restore(before)
    target.limit(lambda: (target.restore(before), target.call(step.function, *step.arguments)))
    target.restore(before)
    # What follows is undisturbed: it ends alike from equal memory after an equal answer.
    known: dict[tuple[Memory, int], int] = {}
    for at in target.walk(addresses, chosen, step.function, *step.arguments):
        for fault in model(target):
            target.back()
            outcome.tried += 1
            try:
                fault()
                answer = target.go_on()
                after = target.memory(), answer
                if after not in known:
                    known[after] = LOST
                    with target.longer(patience):
                        known[after] = _run(target, application.copy(), None, answer)
            except Lost:
                continue
            if known[after] == verdicts.ACCEPT:
                outcome.accepted[f"{step.function}: {target.place(addresses[at])}"] += 1
    target.restore(behind)
    return result
