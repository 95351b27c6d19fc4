# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The cores' own code signs with SLH-DSA: whatever the secrets are, a step runs through the same instructions.

What has to be equal besides: the digest, the roots and thereby all leaves, digits and lengths of chains are public, as
the signature shows them. So a step begins with the state of one genuine signature, which holds these, and only SK.seed
and SK.prf are others. What it makes of them (PRF, chains, leaves, subtrees) differs then, and the instructions must
not. A root that is formed for the second time differs from the first one, too: a decision that only a fault brings
about (KSIG_DECLASSIFY). So those are compared that end with the same answer."""
from __future__ import annotations

import random
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from kilosig.library import verdicts
from kilosig.library.binding import load
from kilosig.schemes import slh_dsa_sign
from secret_sites import FULL, record
from support import random_bytes

pytest.importorskip("unicorn", exc_type=ImportError)
from unicorn import UC_HOOK_BLOCK  # noqa: E402

from cortex import Machine  # noqa: E402
from faults.slh_signing import SlhSigner  # noqa: E402
import signing_image  # noqa: E402
from traces import RISCV, core_of  # noqa: E402

pytestmark = pytest.mark.board
NAMES = ("sha2_128f", "sha2_192f", "shake_128f")
CORES = ("cortex-m3", "cortex-m0", RISCV)
# It has no variants: they are those of the images that test_stack_wiped.py has built as well.
OPTS = {"cortex-m0": "Os", "cortex-m3": "O2", RISCV: "O3"}
VARIANTS = {"cortex-m0": "small", "cortex-m3": "default", RISCV: "fast"}
BUILDS = [(core, opt) for core in CORES for opt in (("Os", "O2", "O3") if FULL else (OPTS[core],))]
# Each set on one core; of the smaller ones that whose compressions are assembly there.
CASES = [(name, *build) for build in BUILDS for name in NAMES
         if FULL or build[0] == "cortex-m3" or name == "sha2_192f"]
OTHERS = 3  # secret keys beside the genuine one
NODE = 104  # in the state: src/slhdsa/slhdsa_work.h


def built(core: str, opt: str) -> Path:
    if not signing_image.available(core):
        pytest.skip(f"needs {signing_image.CORES[core][0]}")
    variant = VARIANTS[core]
    return signing_image.build(signing_image.ROOT / f"build/stack/{core}-{opt}-{variant}", core, opt, variant)


class RiscvSigner(SlhSigner):
    """The same for RV32IMAC."""

    def __init__(self, image: Path, name: str, secret: bytes, rnd: bytes, flags: int) -> None:
        super().__init__(image, name, secret, rnd, flags, signing_image.RiscvMachine)

    def call(self, function: str, *arguments: int, skip: int | None = None) -> int:
        assert skip is None
        return self.machine.call(function, *arguments)


def signer_of(name: str, core: str, opt: str) -> SlhSigner:
    """Of one secret key and rnd, checked."""
    signer = RiscvSigner if core == RISCV else SlhSigner
    return signer(built(core, opt), name, secret_of(name), random_bytes(32, 1), 0)


def secret_of(name: str) -> bytes:
    return slh_dsa_sign.generate(load(), f"slh-dsa-{name.replace('_', '-')}", bytes(32)).secret


def other(secret: bytes, number: int) -> bytes:
    """With the same public key after it: 0 is the genuine one, then all zeros, all ones, random ones."""
    half = len(secret) // 2
    first = [secret[:half], bytes(half), bytes([255]) * half]
    return (first[number] if number < 3 else random_bytes(half, number)) + secret[half:]


def blocks_of(machine: Machine, call: Callable[[], int]) -> tuple[int, list[int]]:
    """What a call answers, and the addresses of the blocks it runs through."""
    found: list[int] = []
    uc = machine.unicorn
    uc.ctl_flush_tb()
    hook = uc.hook_add(UC_HOOK_BLOCK, lambda _uc, address, _size, _data: found.append(address))
    try:
        return call(), found
    finally:
        uc.hook_del(hook)
        uc.ctl_flush_tb()


def compare(runs: list[tuple[int, list[int]]], machine: Machine, what: str) -> int:
    """How many equal another; those with the same answer have to."""
    by_answer: dict[int, list[list[int]]] = {}
    for answer, trace in runs:
        by_answer.setdefault(answer, []).append(trace)
    for same in by_answer.values():
        for trace in same[1:]:
            at = next((n for n, pair in enumerate(zip(same[0], trace)) if pair[0] != pair[1]), None)
            assert at is None, (what, *(machine.place(block) for block in (trace[at - 1], same[0][at], trace[at])))
            assert len(trace) == len(same[0]), what
    return len(runs) - len(by_answer)


@pytest.mark.campaign
@pytest.mark.parametrize("name, core, opt", CASES)
def test_steps(name: str, core: str, opt: str) -> None:
    """Of the forest and the first two layers, each kind of step at each height, and one in some of the chains. Checked,
    of a set that is the real one but for the size of its trees."""
    signer, secret = signer_of(name, core, opt), secret_of(name)
    machine, choose, seen, compared = signer.machine, random.Random(name), set(), 0
    kinds: set[str] = set()
    while True:
        stage, layer, index, height = signer.at()
        if layer == 3:
            break
        ends = index in (0, signer.set.chains - 1)
        key = (stage, layer, height if stage in ("PATH", "CLIMB", "AGAIN") else 0, ends and layer)
        if key not in seen or choose.randrange(24) == 0:
            seen.add(key)
            kinds.add(stage)
            saved, runs = machine.save(), []
            for number in range(1 + OTHERS):
                machine.restore(saved)
                machine.write(signer.key, other(secret, number))
                runs.append(blocks_of(machine, signer.step))
            machine.restore(saved)
            machine.write(signer.key, secret)
            assert runs[0][0] == verdicts.PENDING
            compared += compare(runs, machine, f"{name} {key}")
        assert signer.step() == verdicts.PENDING
        signer.take()
    assert kinds == {"SECRET", "LEAF", "PATH", "CLIMB", "CHAIN", "END_OF_CHAIN", "AGAIN"}
    assert compared > 2 * len(seen)
    record(f"traces: gcc-{core}-{opt}, slh-dsa-{name} sign: {compared} traces equal others")


@pytest.mark.parametrize("name, core_name, opt", CASES)
@pytest.mark.parametrize("mode", ["pure", "prehash"])
def test_message(name: str, core_name: str, opt: str, mode: str) -> None:
    """All calls up to the digest, whatever secret key and rnd are."""
    path, secret, compared = built(core_name, opt), secret_of(name), 0
    everything: list[list[tuple[int, list[int]]]] = []
    for number in range(1 + OTHERS):
        core = core_of(core_name, path, traced=True)
        state, message = core.allocate(bytes(2048)), core.allocate(b"message")
        arguments = core.allocate(struct.pack(
            "<5I4B", core.allocate(other(secret, number)), 0, core.allocate(random_bytes(32, number)), 0, 0, 0,
            *((0, 0, 0) if mode == "pure" else (1, 3, 0))))
        scheme = core.symbols[f"ksig_slh_dsa_{name}_sign"]
        calls = [core.trace("ksig_sign_open", state, 2048, scheme, arguments, 0)]
        for _ in range(2 if mode == "pure" else 4):
            if core.go("ksig_sign_want", state) == 2:
                calls.append(core.trace("ksig_sign_feed", state, message, 7))
            calls.append(core.trace("ksig_sign_step", state))
        assert all(answer == verdicts.PENDING for answer, _ in calls)
        everything.append(calls)
    for number, runs in enumerate(zip(*everything)):
        compared += compare(list(runs), core, f"{name} {mode}, call {number}")
    assert compared == OTHERS * len(everything[0])
    record(f"traces: gcc-{core_name}-{opt}, slh-dsa-{name} {mode} message: {compared} traces equal others")


def test_another_digit_shows() -> None:
    """That the comparison sees a difference: a chain of another length, as the signed root says it."""
    signer = signer_of("sha2_128f", "cortex-m3", "O2")
    machine, node = signer.machine, signer.state + NODE
    while signer.at()[:2] != ("CHAIN", 1):
        assert signer.step() == verdicts.PENDING
        signer.take()
    saved, runs = machine.save(), []
    for digit in (3, 12):
        machine.restore(saved)
        machine.write(node, bytes([digit << 4]))
        runs.append(blocks_of(machine, signer.step))
    assert runs[0][0] == runs[1][0] == verdicts.PENDING and len(runs[0][1]) < len(runs[1][1])
