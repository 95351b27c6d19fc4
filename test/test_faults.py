# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One skipped instruction does not turn a rejection into an acceptance (src/api/verdict.h).

The released code of the Cortex-M3 runs in an emulator. For a signature that exactly one check rejects, every
instruction of the call that makes this check is left out once, and the verification goes on to its end."""
from typing import List

import pytest

from kilosig import verdicts
from kilosig.binding import PART_SIGNATURE, VARIANTS
from kilosig.hashes import MODE_EXTERNAL_MU, MODE_PURE, shake256
from kilosig.vectors import Vector

pytest.importorskip("unicorn", exc_type=ImportError)
from cortex import Machine  # noqa: E402
from faults import Stream, attack_close, attack_feed, bench_image, last_byte, passed, steps  # noqa: E402

pytestmark = pytest.mark.board
SCHEME = "dilithium2-r3"
Z_BYTES, Z_FIRST, HINT_FIRST = 576, 32, 32 + 4 * 576


@pytest.fixture(params=VARIANTS)
def machine(request: pytest.FixtureRequest) -> Machine:
    """An image with the library of a variant, at -O2."""
    return bench_image(f"{SCHEME}-verify-{request.param}-O2")


def stream(machine: Machine, vector: Vector, **changes: object) -> Stream:
    inputs = {"key": vector.key, "message": vector.message, "signature": vector.signature,
              "anchor": shake256(vector.anchor_key, 32), "mode": MODE_PURE}
    return Stream(machine, SCHEME, **{**inputs, **changes})


def by_id(vectors: List[Vector], number: int) -> Vector:
    return next(vector for vector in vectors if vector.id == str(number))


def test_the_emulator_accepts_and_stops_anywhere(machine: Machine, dilithium_vectors: List[Vector]) -> None:
    """The genuine signature passes, and so it does when a call is only interrupted: patching itself changes nothing."""
    run = stream(machine, by_id(dilithium_vectors, 2))
    run.feed_until(lambda *_: False)
    saved = machine.save()
    numbers, _ = steps(machine, "ksig_verify_close", run.state)
    machine.restore(saved)
    assert machine.call("ksig_verify_close", run.state) == verdicts.ACCEPT
    rejected = 0
    for number in numbers:
        machine.restore(saved)
        try:
            rejected += machine.call("ksig_verify_close", run.state, skip=number) != verdicts.ACCEPT
        except Exception:
            rejected += 1
    assert rejected > len(numbers) / 4  # instructions do get lost


def test_signature(machine: Machine, dilithium_vectors: List[Vector]) -> None:
    vector = by_id(dilithium_vectors, 2)
    forged = bytes([vector.signature[0] ^ 1]) + vector.signature[1:]
    assert attack_close(stream(machine, vector, signature=forged), verdicts.SIGNATURE) > 200


def test_key(machine: Machine, dilithium_vectors: List[Vector]) -> None:
    """Everything fits but the anchor: mu is given, so the anchor does not enter it."""
    vector = by_id(dilithium_vectors, 2)
    anchor = shake256(vector.anchor_key, 32)
    mu = shake256(anchor + vector.message, 64)
    other = shake256(by_id(dilithium_vectors, 7).anchor_key, 32)
    assert stream(machine, vector, message=mu, mode=MODE_EXTERNAL_MU).finish() == verdicts.ACCEPT
    assert attack_close(stream(machine, vector, message=mu, mode=MODE_EXTERNAL_MU, anchor=other), verdicts.KEY) > 200


def test_hint(machine: Machine, dilithium_vectors: List[Vector]) -> None:
    """Padding behind the last hint: nothing else is wrong."""
    genuine, forged = by_id(dilithium_vectors, 0), by_id(dilithium_vectors, 72)
    stop = last_byte(PART_SIGNATURE, HINT_FIRST + 84)
    check = passed(stream(machine, genuine), stop)
    assert attack_feed(check, stream(machine, forged), stop, verdicts.HINT, 40) > 100


@pytest.mark.parametrize("number", [67, 70])
def test_z(machine: Machine, dilithium_vectors: List[Vector], number: int) -> None:
    """One coefficient out of range, of a signature whose equation holds."""
    forged = by_id(dilithium_vectors, number)
    fields = int.from_bytes(forged.signature[Z_FIRST:HINT_FIRST], "little")
    bad = [n for n in range(1024) if abs((1 << 17) - (fields >> (18 * n) & 0x3FFFF)) >= (1 << 17) - 78]
    assert len(bad) == 1
    stop = last_byte(PART_SIGNATURE, Z_FIRST + (bad[0] // 256 + 1) * Z_BYTES)
    genuine = by_id(dilithium_vectors, 63)
    check = passed(stream(machine, genuine), stop)
    assert attack_feed(check, stream(machine, forged), stop, verdicts.Z_RANGE, bad[0] % 256 // 4) > 200
