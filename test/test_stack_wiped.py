# SPDX-License-Identifier: Apache-2.0 OR MIT
"""No step of key generation or signing leaves anything on the stack (the released code of the Cortex-M3, emulated)."""
from __future__ import annotations

import struct
from typing import List

import pytest

from kilosig import haetae_sign, verdicts
from kilosig.binding import load
from kilosig.haetae import KeyGenerator
from support import random_bytes

pytest.importorskip("unicorn", exc_type=ImportError)
from cortex import STACK_TOP, Machine  # noqa: E402
from faults import bench_image  # noqa: E402

pytestmark = pytest.mark.board
PAINT, PAINTED = 0xC5A7D31E, 2048
FRAME = 8  # of ksig_keygen_step and ksig_sign_step: a saved register and a return address
LEVEL = 2


def left_behind(machine: Machine, step: str, state: int) -> List[int]:
    """Runs the steps to the end. Returns how deep below its SP each call reached. Everything there must be zero after
    it."""
    depths = []
    while True:
        machine.write(STACK_TOP - PAINTED, struct.pack("<I", PAINT) * (PAINTED // 4))
        verdict = machine.call(step, state)
        words = struct.unpack(f"<{PAINTED // 4}I", machine.read(STACK_TOP - PAINTED, PAINTED))
        touched = next(n for n, word in enumerate(words) if word != PAINT)
        depths.append(PAINTED - 4 * touched)
        assert words[0] == PAINT
        assert not any(words[touched:len(words) - FRAME // 4]), (step, len(depths))
        if verdict != verdicts.PENDING:
            assert verdict == verdicts.DONE
            return depths


def open_arguments(machine: Machine, scheme: str, state_bytes: int) -> List[int]:
    """state, its size, scheme"""
    return [machine.allocate(bytes(state_bytes)), state_bytes, machine.symbols[scheme]]


def test_keygen() -> None:
    """Including the seed's stretch in open, which the first step's wiping covers."""
    machine = bench_image(f"haetae-{LEVEL}-keygen-default-O2")
    seed, pair = random_bytes(32, 1), KeyGenerator(load(), LEVEL).generate(random_bytes(32, 1))
    secret = machine.allocate(bytes(len(pair.secret)))
    state, *rest = open_arguments(machine, f"ksig_haetae_{LEVEL}_keygen", 4096)
    machine.write(STACK_TOP, struct.pack("<I", secret))  # the fifth argument
    assert machine.call("ksig_keygen_open", state, *rest, machine.allocate(seed)) == verdicts.PENDING
    depths = left_behind(machine, "ksig_keygen_step", state)
    assert machine.read(secret, len(pair.secret)) == pair.secret
    assert len(depths) > 5 and len(set(depths)) == 1


@pytest.mark.parametrize("wiping", [True, False])
def test_sign(wiping: bool) -> None:
    """Without the wiping, this test finds what is left."""
    machine = bench_image(f"haetae-{LEVEL}-sign-default-O2")
    if not wiping:
        machine.write(machine.symbols["ksig_haetae_wipe_sign_stack"], bytes.fromhex("7047"))  # bx lr
    name, pair = f"haetae-{LEVEL}", KeyGenerator(load(), LEVEL).generate(random_bytes(32, 1))
    expected = haetae_sign.sign(load(), name, pair.secret, b"message")
    signature = machine.allocate(bytes(len(expected)))
    arguments = machine.allocate(struct.pack("<IIIBxxx", machine.allocate(pair.secret), 0, 0, 0))
    state, *rest = open_arguments(machine, f"ksig_haetae_{LEVEL}_sign", 8192)
    machine.write(STACK_TOP, struct.pack("<I", signature))
    assert machine.call("ksig_sign_open", state, *rest, arguments) == verdicts.PENDING
    message = machine.allocate(b"message")
    assert machine.call("ksig_sign_feed", state, message, 7) == verdicts.PENDING
    if not wiping:
        with pytest.raises(AssertionError):
            left_behind(machine, "ksig_sign_step", state)
        return
    depths = left_behind(machine, "ksig_sign_step", state)
    assert machine.read(signature, len(expected)) == expected
    assert len(depths) > 20 and len(set(depths)) == 1
