# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One instruction left out while ML-DSA signs into a buffer: what leaves is a signature with the whole y of one attempt
and a z in range; or nothing. y_j that is zero, or another one beside those of the right signature, gives s1 away."""
from __future__ import annotations

import random
import struct
from functools import lru_cache
from pathlib import Path

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)
import signing_image  # noqa: E402
from cortex import STACK_TOP, Machine  # noqa: E402
from faults.buffered import COMMIT, RANGE, Device, Key, Made  # noqa: E402
from kilosig.library import verdicts  # noqa: E402
from kilosig.library.binding import load  # noqa: E402
from kilosig.library.making import UNCHECKED  # noqa: E402
from kilosig.schemes.haetae import KeyGenerator  # noqa: E402

pytestmark = [pytest.mark.board, pytest.mark.campaign, pytest.mark.timeout(3600)]

ROUNDS = 6  # instructions of the permutation that are left out for each polynomial
# Of each level: a message whose first attempt is accepted; and one whose first attempt has too long a z_0 and no other
# one, so that nothing but z_0 tells. Found by trying; the tests look.
ACCEPTED, LONG = {44: b"order 4", 65: b"order 10"}, {44: b"order 2", 65: b"order 123"}
full = pytest.mark.full
KEYS = [("default", 44, "seed with the public key"), ("default", 65, "expanded"),
        *(pytest.param(*one, marks=full) for one in (
            ("default", 44, "seed"), ("default", 44, "expanded"), ("default", 65, "expanded with the public key"),
            ("default", 65, "seed with the public key"), ("fast", 44, "expanded with the public key"),
            ("fast", 65, "seed"), ("small", 44, "expanded"), ("size", 44, "seed with the public key")))]


FEWER = [KEYS[0], pytest.param(*KEYS[1], marks=full), *KEYS[2:]]


def image(variant: str) -> Path:
    if not signing_image.available("cortex-m3"):
        pytest.skip(f"needs {signing_image.CORES['cortex-m3'][0]}")
    root = signing_image.ROOT / "build/stack"
    if variant == "size":
        return signing_image.build(root / "cortex-m3-size-default", "cortex-m3", "Os", "default",
                                   "-DKSIG_OPTIMIZE=KSIG_OPTIMIZE_SIZE")
    return signing_image.build(root / f"cortex-m3-O2-{variant}", "cortex-m3", "O2", variant)


@lru_cache(maxsize=2)
def device(variant: str, level: int, form: str) -> Device:
    return Device(image(variant), Key(level, form))


def permutation(made: Device, trace: list[int]) -> list[int]:
    """Numbers of a few instructions of the permutation that move data, so none that would crash."""
    plain = [number for number, at in enumerate(trace) if made.function(at) == "ksig_keccak_f1600"]
    return random.Random(len(trace)).sample(plain, ROUNDS)


@pytest.mark.parametrize("variant, level, form", KEYS)
@pytest.mark.parametrize("rnd", [pytest.param(b"", id="deterministic"),
                                 pytest.param(bytes(range(32)), id="rnd", marks=full)])
def test_y(variant: str, level: int, form: str, rnd: bytes) -> None:
    """Each call that the first drawing of y_j makes is left out, and instructions of its permutation: in the first
    attempt, for the first polynomial, which the buffer has, and for the last, which the state has."""
    made = device(variant, level, form)
    message, found, faults = ACCEPTED[level], [], 0
    made.begin(message, b"", 0)
    assert all(at.attempt == 0 for at in made.course())
    columns = (0, made.key.oracle.l - 1)
    for column in columns:
        made.begin(message, rnd, 0)
        assert made.go_to(lambda at, column=column: at[:4] == (COMMIT, 0, 0, column))  # type: ignore[misc]
        saved, trace = made.machine.save(), made.trace()
        drawing = next(number for number, at in enumerate(trace) if made.function(at) == "draw")
        end = next(number for number, name in made.calls(trace)
                   if number > drawing and name == "ksig_mldsa_transform_operand") + 1
        numbers = [number for number, _ in made.calls(trace) if drawing - 1 <= number < end]
        for number in numbers + permutation(made, trace[:end]):
            outcome = made.without(number, trace, saved)
            faults += 1
            what = made.key.gives_away(message, rnd or bytes(32), outcome)
            if what:
                found.append((column, made.machine.place(trace[number]), what))
    assert faults > 2 * ROUNDS + 6
    assert not found


def steps_of(made: Device, function: str, trace: list[int]) -> list[int]:
    """The numbers of a function's own instructions."""
    return [number for number, at in enumerate(trace) if made.function(at) == function]


@pytest.mark.parametrize("variant, level, form", FEWER)
def test_z_out_of_range(variant: str, level: int, form: str) -> None:
    """The step that finds z too long: without any one of the instructions that judge it."""
    made = device(variant, level, form)
    message, found, faults = LONG[level], [], 0
    made.begin(message, b"", 0)
    last = [at for at in made.course() if at.attempt == 0][-1]
    assert last.stage == RANGE
    assert made.key.long_first(message) == [True] + [False] * (made.key.oracle.l - 1)
    made.begin(message, b"", 0)
    assert made.go_to(lambda at: at.step == last.step)
    saved, trace = made.machine.save(), made.trace()
    numbers = steps_of(made, "step_range", trace) + steps_of(made, "passed", trace)
    numbers += [number for number, _ in made.calls(trace)][:12]
    for number in numbers:
        what = made.key.gives_away(message, bytes(32), made.without(number, trace, saved))
        faults += 1
        if what:
            found.append((made.machine.place(trace[number]), what))
    assert faults > 10
    assert not found


@pytest.mark.parametrize("variant, level, form", FEWER)
def test_number_of_the_attempt(variant: str, level: int, form: str) -> None:
    """What counts attempts, without any one of its instructions: no attempt shares some polynomials of y with another
    one, at whatever place."""
    made = device(variant, level, form)
    message, found, faults = LONG[level], [], 0
    made.begin(message, b"", 0)
    last = [at for at in made.course() if at.attempt == 0][-1]
    made.begin(message, b"", 0)
    assert made.go_to(lambda at: at.step == last.step)
    saved, trace = made.machine.save(), made.trace()
    for number in steps_of(made, "retry", trace):
        what = made.key.gives_away(message, bytes(32), made.without(number, trace, saved))
        faults += 1
        if what:
            found.append((made.machine.place(trace[number]), what))
    assert faults > 5
    assert not found


def haetae(machine: Machine, secret: bytes, rnd: bytes, flags: int, column: int) -> Made:
    """A signature of HAETAE-2 without the call that adds y_column to c s."""
    emit = 5
    state_bytes, = struct.unpack("<H", machine.read(machine.symbols["ksig_haetae_2_sign"] + 4, 2))
    base = machine._free
    state, out = machine.allocate(bytes(state_bytes)), machine.allocate(bytes(1474))
    arguments = machine.allocate(struct.pack("<IIIIIBBBx", machine.allocate(secret), 0, machine.allocate(rnd), 0, 0,
                                             flags, 0, 0))
    machine.write(STACK_TOP, struct.pack("<I", out))
    verdict = machine.call("ksig_sign_open", state, state_bytes, machine.symbols["ksig_haetae_2_sign"], arguments)
    assert verdict == verdicts.PENDING
    assert machine.call("ksig_sign_feed", state, machine.allocate(b"message"), 7) == verdicts.PENDING
    left_out = False
    while verdict == verdicts.PENDING:
        head = machine.read(state, 25)
        if not left_out and head[16] == emit and head[24] == column:
            left_out = True
            saved = machine.save()
            _, trace = machine.trace("ksig_sign_step", state)
            machine.restore(saved)
            begin = machine.symbols["ksig_haetae_columns_z"]
            verdict = machine.call("ksig_sign_step", state, skip=trace.index(begin) - 1)
        else:
            verdict = machine.call("ksig_sign_step", state)
    assert left_out
    made = Made(machine.call("ksig_sign_close", state), machine.read(out, 1474))
    machine.free_from(base)
    return made


@pytest.mark.parametrize("variant", ["default", pytest.param("fast", marks=full)])
def test_haetae_checks_by_default(variant: str) -> None:
    """z_p = c s_p for want of y_p: with rnd and no flags that leaves no more than zeros. Unchecked it is given away."""
    pair = KeyGenerator(load(), 2).generate(bytes(range(32)))
    machine, scheme = Machine(image(variant)), load().scheme("haetae-2")
    assert scheme is not None
    rnd = bytes(range(1, 33))
    for column in (1, 3):
        outcome = haetae(machine, pair.secret, rnd, 0, column)
        assert outcome == Made(verdicts.FAULT, bytes(1474))
    outcome = haetae(machine, pair.secret, rnd, UNCHECKED, 1)
    assert outcome.verdict == verdicts.DONE
    assert not load().verify(scheme, pair.public, b"message", outcome.signature).accepted
