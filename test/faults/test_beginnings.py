# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where a state and its hashes begin: memory that held something else, and one store that does not zero it. The sponge
would then hash another message as the signed one: the same but for the four bytes that lay there."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pytest
from unicorn.arm_const import UC_ARM_REG_R0, UC_ARM_REG_R1

from faults import images, signers
from faults.campaign import select
from faults.cases import signer
from faults.core import STACK_USED, Core, Lost, Memory
from faults.hash_based import LMS
from faults.hash_based import inputs as hash_based_inputs
from faults.layout import REASON, TRAIL
from faults.models import MODELS
from faults.verification import CLOSE, OPEN, Call, Inputs, Reached, Verification
from sampling import FULL
from kilosig.library import verdicts
from kilosig.library.binding import PART_KEY, PART_MESSAGE, PART_SIGNATURE
from kilosig.schemes.stateful_material import HssPair

pytestmark = pytest.mark.campaign
MESSAGE = b"kilosig token v1 device 0123456789ab feature 00000001 counter 00000007 parameter 00000000 END."
SHORT = b"activate 33 units of the machine."
ZEROING = ("ksig_clear", "ksig_wipe")
CLEARING = (*ZEROING, "ksig_keccak_init")
SPONGE_BYTES = 204
CHALLENGE_BYTES, Z_BYTES = 32, 4 * 576  # of a signature of ML-DSA-44
EARLIER = bytes(range(1, 95))  # the message of a verification that was never closed


class Run(Verification):
    """A verification that begins in memory of the attacker's choice."""

    initial: Memory | None = None

    def start(self) -> None:
        super().start()
        if self.initial is not None:
            self.core.restore(self.initial)


class Store(NamedTuple):
    """An instruction that zeroes a word of a sponge: its number in the call, the word's place, and what was there."""

    number: int
    place: int
    word: bytes


@dataclass(frozen=True)
class Beginning:
    """Calls in which a hash of the message begins. before: bytes that it takes before the message."""

    name: str
    genuine: Inputs
    target: Callable[[Call], bool]
    before: int
    rate: int = 136
    reused: bool = False  # the state held a verification that was not closed

    def __str__(self) -> str:
        return self.name


def _at(part: int, offset: int) -> Callable[[Call], bool]:
    return lambda call: call.part == part and call.offset == offset


def _opens(call: Call) -> bool:
    return call.function == OPEN


def _falcon(scheme: str, before: int) -> Beginning:
    genuine = signers.signer(scheme).sign(MESSAGE, b"", "")
    last = len(genuine.key) - 1
    return Beginning(scheme, genuine.but(cuts=((PART_KEY, last),)), _at(PART_KEY, last), before)


def _hss() -> Beginning:
    pair, upper = HssPair([LMS["lms-shake"]] * 2, b"beginning", [17, 3]), LMS["lms-shake"]
    begin = 4 + upper.signature_bytes + upper.key_bytes
    end = begin + 8 + 24  # of the lower level's randomizer
    genuine = hash_based_inputs("hss", pair.key, MESSAGE, pair.sign(MESSAGE))
    return Beginning("hss", genuine.but(cuts=((PART_SIGNATURE, end - 1), (PART_SIGNATURE, end))),
                     _at(PART_SIGNATURE, end - 1), 22 + 24)


def _prehashed(name: str, rate: int) -> Beginning:
    genuine = signers.signer("ml-dsa-44").sign(MESSAGE, b"vendor: firmware, line 7", name)
    return Beginning(f"ml-dsa-44-{name}", genuine, _opens, 0, rate)


def _reused(scheme: str, before: int) -> Beginning:
    genuine = signers.signer(scheme).sign(MESSAGE, b"", "")
    return Beginning(f"{scheme}-reused", genuine, _opens, before, reused=True)


BEGINNINGS = (_falcon("falcon-512-r3", 40), _falcon("fn-dsa-512", 40 + 64 + 2), _hss(), _prehashed("shake128", 168),
              _prehashed("sha3-512", 72), _reused("ml-dsa-44", 64 + 2), _reused("dilithium2-r3", 32))


def _abandoned(core: Core, genuine: Inputs) -> Memory:
    """What is in memory when another message was fed, but for its last byte."""
    last = len(EARLIER) - 1
    run = Run(core, genuine.but(message=EARLIER, cuts=((PART_MESSAGE, last),)))
    run.start()
    call = run.first
    while call.part != PART_MESSAGE or call.offset != last:
        core.call(call.function, *call.arguments)
        run.made(call)
        call = run.next()
        assert call.function != CLOSE
    return core.memory()


def _stores(core: Core, run: Run, stop: Reached) -> Iterator[Store]:
    """Those that lose a word which is not zero, of what is zeroed in the call."""
    run.at(stop)
    addresses = core.trace(stop.call.function, *stop.call.arguments)
    run.at(stop)
    numbers = [number for number, address in enumerate(addresses) if core.inside(address, ZEROING)]
    sponges: list[int] = []
    found: list[tuple[int, int, bytes]] = []

    def state() -> bytes:
        return bytes(core.stepper.mem_read(core.state, core.state_bytes))

    for number in core.walk(addresses, numbers, stop.call.function, *stop.call.arguments):
        if core.place(addresses[number]).endswith(" + 0x0") and core.stepper.reg_read(UC_ARM_REG_R1) == SPONGE_BYTES:
            sponges.append(core.stepper.reg_read(UC_ARM_REG_R0) - core.state)
        before = state()
        core.step()
        after = state()
        if before != after:
            place = next(at for at in range(0, len(before), 4) if before[at:at + 4] != after[at:at + 4])
            if after[place:place + 4] == bytes(4):
                found.append((number, place, before[place:place + 4]))
    for number, place, word in found:
        for sponge in set(sponges):
            if sponge <= place < sponge + SPONGE_BYTES:
                yield Store(number, place - sponge, word)


def _forged(beginning: Beginning, store: Store) -> Inputs | None:
    """The message of which the sponge would be that of the signed one."""
    at = store.place - beginning.before
    if at < 0 or at + 4 > len(MESSAGE) or store.place + 4 > beginning.rate:
        return None
    word = bytes(a ^ b for a, b in zip(MESSAGE[at:at + 4], store.word))
    return beginning.genuine.but(message=MESSAGE[:at] + word + MESSAGE[at + 4:])


def _run(core: Core, inputs: Inputs, initial: Memory | None) -> Run:
    core.fresh()
    run = Run(core, inputs)
    run.initial = initial
    return run


def _skipped(core: Core, run: Run, stop: Reached, number: int) -> int:
    """The verdict if that instruction of the call is left out."""
    run.at(stop)
    addresses = core.trace(stop.call.function, *stop.call.arguments)
    run.at(stop)
    for _ in core.walk(addresses, [number], stop.call.function, *stop.call.arguments):
        core.skip()
        try:
            core.go_on()
            run.passes = stop.passes
            run.made(stop.call)
            with core.longer(run.seconds):
                return run.finish()
        except Lost:
            pass
    return verdicts.FAULT


@pytest.mark.parametrize("beginning", BEGINNINGS, ids=str)
def test_a_store_that_does_not_zero(beginning: Beginning) -> None:
    """No other message is accepted in its place."""
    core = images.core(beginning.genuine.scheme)
    initial = _abandoned(core, beginning.genuine) if beginning.reused else None
    run = _run(core, beginning.genuine, initial)
    verdict, reached = run.course()
    assert verdict == verdicts.ACCEPT
    stores = [store for stop in reached if beginning.target(stop.call) for store in _stores(core, run, stop)]
    forgeries = [(store, forged) for store in stores for forged in [_forged(beginning, store)] if forged is not None]
    accepted = []
    for store, forged in forgeries:
        run = _run(core, forged, initial)
        plain, reached = run.course()
        assert plain != verdicts.ACCEPT
        stop = next(stop for stop in reached if beginning.target(stop.call))
        if _skipped(core, run, stop, store.number) == verdicts.ACCEPT:
            accepted.append((store, forged.message))
    assert forgeries and accepted == []


@pytest.mark.parametrize("scheme", ["falcon-512-r3", "ml-dsa-44", "hss", "slh-dsa-sha2-128s",
                                    pytest.param("haetae-2", marks=pytest.mark.full)])
def test_a_state_that_is_not_cleared(scheme: str) -> None:
    """Whatever instruction of the clearing is left out: a state that is not what open makes of zeros is never accepted,
    not even with a genuine stream."""
    core, genuine = images.core(scheme), signer(scheme).sign(SHORT, b"", "")
    run = _run(core, genuine, None)
    verdict, reached = run.course()
    opened = reached[1].memory.state
    assert verdict == verdicts.ACCEPT
    run = _run(core, genuine, Memory(bytes(3 * n % 251 + 1 for n in range(core.state_bytes)), bytes(STACK_USED)))
    verdict, reached = run.course()
    assert verdict == verdicts.ACCEPT and reached[1].memory.state[:64] == opened[:64]
    stop = reached[0]
    run.at(stop)
    addresses = core.trace(stop.call.function, *stop.call.arguments)
    clean = core.memory().state
    inside = [number for number, address in enumerate(addresses) if core.inside(address, CLEARING)]
    ends, between = (60, 97) if FULL else (20, 397)
    numbers = sorted({*range(inside[0]), *inside[:ends], *inside[-ends:], *inside[::between]})
    run.at(stop)
    tried, accepted = 0, []
    for number in core.walk(addresses, numbers, stop.call.function, *stop.call.arguments):
        core.skip()
        tried += 1
        try:
            core.go_on()
            if core.memory().state == clean:
                continue
            run.passes = {}
            with core.longer(run.seconds):
                if run.finish() == verdicts.ACCEPT:
                    accepted.append(core.place(addresses[number]))
        except Lost:
            continue
    assert tried > (100 if FULL else 50) and accepted == []


def _judged(core: Core, run: Run) -> bytes:
    """What the state says before close, after all that is wanted: reason and trail."""
    call = run.next(cut=False)
    while call.function != CLOSE:
        core.call(call.function, *call.arguments)
        run.made(call)
        call = run.next(cut=False)
    state = core.memory().state
    return state[REASON:REASON + 4] + state[TRAIL:TRAIL + 4]


def _unbound(core: Core, run: Run, stop: Reached, model: str, sound: bytes) -> tuple[int, list[str]]:
    """Faults in the call, and the places of those after which the state is as that of the genuine stream."""
    run.at(stop)
    addresses = core.trace(stop.call.function, *stop.call.arguments)
    core.limit(lambda: (run.at(stop), core.call(stop.call.function, *stop.call.arguments)))
    run.at(stop)
    tried, places = 0, []
    for number in core.walk(addresses, select(core, addresses, len(addresses)), stop.call.function,
                            *stop.call.arguments):
        for fault in MODELS[model](core):
            core.back()
            tried += 1
            try:
                fault()
                core.go_on()
                run.passes = stop.passes
                run.made(stop.call)
                with core.longer(run.seconds):
                    if _judged(core, run) == sound:
                        places.append(core.place(addresses[number]))
            except Lost:
                continue
    return tried, places


@pytest.mark.parametrize("model", ["skip", "branch", pytest.param("register", marks=pytest.mark.full)])
def test_passes_stay_bound(model: str) -> None:
    """ML-DSA's variant `small`: z is another from the second pass on. No fault where that pass ends hides it."""
    core, scheme = images.core("ml-dsa-44", "small"), "ml-dsa-44"
    genuine = signers.signer(scheme).sign(MESSAGE, b"", "")
    other = bytearray(genuine.signature)
    other[CHALLENGE_BYTES + 100] ^= 1
    end = CHALLENGE_BYTES + Z_BYTES
    cuts = ((PART_SIGNATURE, end - 1),)
    run = _run(core, genuine.but(cuts=cuts), None)
    verdict, reached = run.course()
    numbers = sorted({stop.call.number for stop in reached if stop.call.part == PART_SIGNATURE
                      and stop.call.offset == end - 1})
    assert verdict == verdicts.ACCEPT and len(numbers) == 4
    state = reached[-1].memory.state
    sound = state[REASON:REASON + 4] + state[TRAIL:TRAIL + 4]
    passes = tuple((PART_SIGNATURE, number, bytes(other)) for number in numbers[1:])
    run = _run(core, genuine.but(cuts=cuts, passes=passes), None)
    plain, reached = run.course()
    assert plain == verdicts.RESTREAM
    stop = next(stop for stop in reached if stop.call.part == PART_SIGNATURE and stop.call.offset == end - 1
                and stop.call.number == numbers[1])
    tried, unbound = _unbound(core, run, stop, model, sound)
    assert tried > 50 and unbound == []
