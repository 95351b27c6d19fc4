# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Signatures that nobody had to make: what links them to a challenge is a loop, a call or a copy, and one skipped
instruction must not leave it out. Any message and any key would do."""
from __future__ import annotations

import struct
from collections.abc import Iterator

import pytest

from faults import images, lattices, signers
from faults.campaign import Campaign, Forgery, select
from faults.comparisons import closes
from faults.core import Core, Lost
from faults.layout import REASON, TRAIL
from faults.messages import SHORT
from faults.starts import STARTS, ZEROS, Start
from faults.verification import CLOSE, Call, Inputs, Reached, Verification
from kilosig.library import verdicts
from kilosig.library.binding import PART_MESSAGE, PART_SIGNATURE

pytestmark = pytest.mark.campaign
BEGINS = (ZEROS, STARTS[0])
C_BYTES, LOW_BYTES = 32, 256  # of HAETAE's signature: c, then the low bytes of z1_0
OFTEN = 10 ** 9  # the first and the last execution of each instruction are enough


def _accepted(forgery: Forgery, start: Start) -> dict[str, int]:
    assert forgery.genuine is not None
    outcome = Campaign(images.core(forgery.genuine.scheme), forgery, start).attack("skip", OFTEN, 1)
    assert outcome.tried > 300
    return outcome.accepted


def _of_zeros(signer: signers.Signer) -> Forgery:
    """s2 = 0, so s2 h = 0: only c is missing in s1."""
    genuine = signer.sign(SHORT, b"", "")
    degree = 1024 if "1024" in genuine.scheme else 512
    zeros = int("000000001" * degree, 2).to_bytes(9 * degree // 8, "big")
    signature = genuine.signature[:1] + bytes(range(40)) + zeros
    if "padded" in genuine.scheme or genuine.scheme.startswith("fn"):
        signature = signature.ljust(len(genuine.signature), b"\0")
    return Forgery("s2 is zero", genuine, genuine.but(signature=signature),
                   lambda call: call.part == PART_MESSAGE or closes(call), reason=verdicts.SIGNATURE)


@pytest.mark.parametrize("scheme", ("falcon-512-r3", "falcon-1024-padded-r3", "fn-dsa-512"))
@pytest.mark.parametrize("start", BEGINS, ids=str)
def test_falcon_of_zeros(scheme: str, start: Start) -> None:
    """No skipped instruction leaves c, or most of it, out of s1 = c - s2 h."""
    assert not _accepted(_of_zeros(signers.signer(scheme)), start)


@pytest.mark.parametrize("scheme", ("haetae-2", "haetae-5"))
@pytest.mark.parametrize("start", BEGINS, ids=str)
def test_haetae_of_rho(scheme: str, start: Start) -> None:
    """close makes the challenge where rho was, which everybody knows."""
    signer = signers.signer(scheme)
    genuine, other = signer.sign(SHORT, b"", ""), signer.sign(SHORT + SHORT, b"", "")
    for name, c in (("c is rho", genuine.key[:C_BYTES]), ("c is zero", bytes(C_BYTES))):
        forged = genuine.but(signature=c + other.signature[C_BYTES:])
        assert not _accepted(Forgery(name, genuine, forged, closes), start), name


def test_haetae_keeps_its_norm() -> None:
    """The norm is summed once, over all feeds. None of them may lose what one of them added: the bound is 3 % below the
    norm of a genuine signature, more than one coefficient makes."""
    core, genuine = images.core("haetae-2"), signers.signer("haetae-2").sign(SHORT, b"", "")
    bound = struct.pack("<I", lattices.norm_of(core, genuine) * 97 // 100)
    forgery = Forgery("norm, 3 % above its bound", genuine, genuine,
                      lambda call: call.part == PART_SIGNATURE and call.offset > C_BYTES + LOW_BYTES and call.count > 2,
                      reason=verdicts.NORM, patches=((lattices.place_of_bound(core, "haetae-2"), bound),))
    assert not _accepted(forgery, ZEROS)


# ---- HAETAE: z1 before c --------------------------------------------------------------------------------------------


def _pair(inputs: Inputs) -> tuple[Inputs, Inputs]:
    """Another c, and with it another z1_0 such that the parity of z1_0 - c is the same."""
    signature = bytearray(inputs.signature)
    signature[0] ^= 0xA5
    only_c = inputs.but(signature=bytes(signature))
    for bit in range(8):
        signature[C_BYTES + bit] ^= 0xA5 >> bit & 1
    return only_c, inputs.but(signature=bytes(signature))


def _until_close(run: Verification, reached: Reached, number: int | None, addresses: list[int]) -> bytes:
    """The state before close, if one instruction of a call was left out."""
    core, call = run.core, reached.call
    run.at(reached)
    if number is None:
        core.call(call.function, *call.arguments)
    else:
        for _ in core.walk(addresses, [number], call.function, *call.arguments):
            core.skip()
            core.go_on()
    run.made(call)
    while (call := run.next()).function != CLOSE:
        core.call(call.function, *call.arguments)
        run.made(call)
    return core.machine.read(core.state, core.state_bytes)


def _hashed(core: Core, state: bytes) -> bytes:
    """The end of the transcript: the sponge, and the parity that close adds to it."""
    at = 36 + 4 + 512
    return state[at:at + 204] + state[at + 204 + 96:at + 204 + 128]


def _unlinked(core: Core, genuine: Inputs, one: Inputs, other: Inputs, target: Call) -> Iterator[str]:
    """Skipped instructions of a call after which all is right but the challenge does not depend on what differs."""
    runs = []
    for inputs in (one, other):
        core.fresh()
        run = Verification(core, inputs)
        runs.append((inputs, next(step for step in run.course()[1] if step.call[2:] == target[2:])))
    right = _until_close(run, runs[1][1], None, [])[TRAIL:TRAIL + 4]
    core.fresh()
    run = Verification(core, one)
    run.at(runs[0][1])
    call = runs[0][1].call
    addresses = core.trace(call.function, *call.arguments)
    functions = ("next", "find_parity", "ksig_haetae_add_column", "column_done")
    numbers = [n for n in select(core, addresses, OFTEN, moved=0) if core.inside(addresses[n], functions)]
    assert len(numbers) > 20
    for number in numbers:
        states = []
        for inputs, reached in runs:
            core.fresh()
            run = Verification(core, inputs)
            try:
                with core.longer(5):
                    states.append(_until_close(run, reached, number, addresses))
            except Lost:
                break
        if len(states) < 2 or any(state[TRAIL:TRAIL + 4] != right or state[REASON:REASON + 4] != bytes(4)
                                  for state in states):
            continue
        if _hashed(core, states[0]) == _hashed(core, states[1]):
            yield core.place(addresses[number])


@pytest.mark.parametrize("scheme", ("haetae-2",))
def test_haetae_z_before_c(scheme: str) -> None:
    """c is bound to z1 by one parity alone. A forger who chooses z1 first must not get rid of c there, nor one who
    chooses z1_0 last of z1_0's own part of A z1."""
    core, genuine = images.core(scheme), signers.signer(scheme).sign(SHORT, b"", "")
    core.fresh()
    reached = Verification(core, genuine).course()[1]
    calls = [step.call for step in reached if step.call.part == PART_SIGNATURE]
    only_c, with_z = _pair(genuine)
    parity = next(call for call in calls if call.offset == 0)
    column = next(call for call in calls if call.offset > C_BYTES + LOW_BYTES and call.count > 2)
    assert not list(_unlinked(core, genuine, genuine, only_c, parity))
    assert not list(_unlinked(core, genuine, genuine, with_z, column))
