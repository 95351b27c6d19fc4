# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Passes over the same bytes are bound by a hash at a secret point. A fault must not make a point that does not depend
on the secret: the sender could then compute two passes that agree there."""
from __future__ import annotations

from collections.abc import Sequence

from faults.campaign import STRIDE, Outcome, select
from faults.core import Core, Lost, Memory
from faults.verification import CLOSE, Call, Inputs, Reached, Verification
from kilosig.library import verdicts
from kilosig.library.binding import PART_KEY

SECRETS = (b"first secret 16.", b"other secret 16.")


def _chooses_point(call: Call) -> bool:
    return call.function != CLOSE and call.part != PART_KEY and call.number == 0


def _after(core: Core, run: Verification, stop: Reached, stride: int) -> tuple[dict[int, bytes], Sequence[int]]:
    """The state after a call in which one instruction was left out, for each that does not lose it."""
    run.at(stop)
    addresses = core.trace(stop.call.function, *stop.call.arguments)
    core.limit(lambda: (run.at(stop), core.call(stop.call.function, *stop.call.arguments)))
    run.at(stop)
    states = {}
    for number in core.walk(addresses, select(core, addresses, stride), stop.call.function, *stop.call.arguments):
        core.skip()
        try:
            core.go_on()
            states[number] = core.machine.read(core.state, core.state_bytes)
        except Lost:
            continue
    return states, addresses


def lost_secrets(core: Core, inputs: Inputs, stride: int = STRIDE) -> Outcome:
    """Of the faults in what a genuine verification does until the point is chosen, those that it survives and after
    which its state is the same for two secrets."""
    courses = []
    for secret in SECRETS:
        core.fresh()
        run = Verification(core, inputs.but(secret=secret))
        verdict, reached = run.course()
        assert verdict == verdicts.ACCEPT
        courses.append([_after(core, run, stop, stride) for stop in reached if _chooses_point(stop.call)])
    outcome = Outcome()
    stops = [stop for stop in reached if _chooses_point(stop.call)]
    for stop, (first, addresses), (second, _) in zip(stops, *courses):
        outcome.tried += len(first)
        for number, state in first.items():
            if second.get(number) != state:
                continue
            run.at(stop._replace(memory=Memory(state, stop.memory.stack)))
            run.made(stop.call)
            with core.longer(run.seconds):
                try:
                    survived = run.finish() == verdicts.ACCEPT
                except Lost:
                    survived = False
            if survived:
                outcome.accepted[f"{stop.call}: {core.place(addresses[number])}"] += 1
    return outcome
