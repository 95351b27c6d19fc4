# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One skipped instruction does not turn a rejection into an acceptance (src/api/verdict.h).

The released code of the Cortex-M3 runs in an emulator. For a signature that exactly one check rejects, every instruction of
the call that makes this check is left out once, and the verification goes on to its end."""
import struct
import subprocess
from pathlib import Path
from typing import Callable, Dict, List, Tuple

import pytest

from kilosig import verdicts
from kilosig.binding import PART_KEY, PART_MESSAGE, PART_SIGNATURE, VARIANTS
from kilosig.hashes import MODE_EXTERNAL_MU, MODE_PURE, shake256
from kilosig.vectors import Vector

pytest.importorskip("unicorn", exc_type=ImportError)
from cortex import Machine  # noqa: E402

pytestmark = pytest.mark.board
ROOT = Path(__file__).resolve().parents[1]
SCHEME = "dilithium2-r3"
STATE_BYTES = 8192
# ksig_verify_head on a 32-bit machine
HEAD_TRAIL, HEAD_REASON = 20, 24
WORKERS = ("ksig_keccak_f1600", "ksig_ntt23", "ksig_sha256_compress", "schedule", "multiply_two", "add_block", "memcpy", "memset", "__aeabi_memcpy")
Z_BYTES, Z_FIRST, HINT_FIRST = 576, 32, 32 + 4 * 576


@pytest.fixture(params=VARIANTS)
def machine(request: pytest.FixtureRequest) -> Machine:
    """An image with the library of a variant, at -O2."""
    name = f"{SCHEME}-verify-{request.param}-O2"
    done = subprocess.run(["cmake", "--build", "--preset", "cortex-m3", "--target", name], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    assert done.returncode == 0, done.stdout
    return Machine(ROOT / "build/cortex-m3/bench" / f"{name}.elf")


class Stream:
    """A verification on the machine that can go back to where it was."""

    def __init__(self, machine: Machine, key: bytes, message: bytes, signature: bytes, anchor: bytes, mode: int) -> None:
        self.machine = machine
        self.parts = {PART_KEY: machine.allocate(key), PART_MESSAGE: machine.allocate(message),
                      PART_SIGNATURE: machine.allocate(signature)}
        self.state = machine.allocate(bytes(STATE_BYTES))
        self._want = machine.allocate(bytes(12))
        arguments = machine.allocate(struct.pack(
            "<IIIIIIIBBxx", machine.allocate(anchor), 0, machine.allocate(b"fault test point"), 0, len(message),
            len(signature), len(key), mode, 0))
        scheme = machine.symbols["ksig_dilithium2_r3"]
        assert machine.call("ksig_verify_open", self.state, STATE_BYTES, scheme, arguments) == verdicts.PENDING

    def want(self) -> Tuple[int, int, int]:
        """Part, offset, length."""
        self.machine.call("ksig_verify_want", self._want, self.state)
        offset, length, part = struct.unpack("<IIBxxx", self.machine.read(self._want, 12))
        return part, offset, length

    def feed_until(self, stop: Callable[[int, int, int], bool]) -> None:
        """Feeds single bytes' worth of work: as wanted, but stops before the byte that `stop` names."""
        while True:
            part, offset, length = self.want()
            if length == 0:
                return
            count = next((n for n in range(length) if stop(part, offset + n, length - n)), length)
            if count == 0:
                return
            self.machine.call("ksig_verify_feed", self.state, self.parts[part] + offset, count)

    def feed_arguments(self) -> Tuple[int, int, int]:
        """Of a feed of the next byte."""
        part, offset, length = self.want()
        assert length > 0
        return self.state, self.parts[part] + offset, 1

    def finish(self) -> int:
        """The verdict after all that is wanted."""
        self.feed_until(lambda *_: False)
        return self.machine.call("ksig_verify_close", self.state)


def steps(machine: Machine, function: str, *arguments: int, item: int = 0) -> List[int]:
    """The numbers of the instructions of a call to leave out: of each address the first three and last three executions,
    and those of round `item` of its loop with their neighbours. Not those of permutations, transforms and memory copies."""
    _, addresses = machine.trace(function, *arguments)
    executions: Dict[int, List[int]] = {}
    for number, address in enumerate(addresses):
        if not any(begin <= address < end for begin, end in machine.functions(*WORKERS)):
            executions.setdefault(address, []).append(number)
    return sorted({number for numbers in executions.values()
                   for number in numbers[:3] + numbers[-3:] + numbers[max(0, item - 2):item + 3]})


def last_byte(part: int, end: int) -> Callable[[int, int, int], bool]:
    """Stops before the last byte of a piece that ends at `end`."""
    return lambda p, offset, _length: p == part and offset == end - 1


def attack_feed(genuine: Stream, forged: Stream, stop: Callable[[int, int, int], bool], reason: int,
                item: int = 0) -> int:
    """Leaves out every instruction of the feed in which a check fails. Returns their number."""
    machine = forged.machine
    for stream in (genuine, forged):
        stream.feed_until(stop)
    machine.call("ksig_verify_feed", *genuine.feed_arguments())
    trail = machine.word(genuine.state + HEAD_TRAIL)
    arguments, saved = forged.feed_arguments(), machine.save()
    numbers = steps(machine, "ksig_verify_feed", *arguments, item=item)
    assert machine.word(forged.state + HEAD_REASON) == reason
    for number in numbers:
        machine.restore(saved)
        try:
            machine.call("ksig_verify_feed", *arguments, skip=number)
        except Exception:  # crashed or lost: no verdict at all
            continue
        # Neither a reason nor a wrong trail ever goes away; what shows neither must not be accepted in the end.
        if machine.word(forged.state + HEAD_REASON) == 0 and machine.word(forged.state + HEAD_TRAIL) == trail:
            assert forged.finish() != verdicts.ACCEPT, f"instruction {number}"
    return len(numbers)


def attack_close(forged: Stream, reason: int) -> int:
    """Leaves out every instruction of the close that rejects. Returns their number."""
    machine = forged.machine
    forged.feed_until(lambda *_: False)
    saved = machine.save()
    numbers = steps(machine, "ksig_verify_close", forged.state)
    machine.restore(saved)
    assert machine.call("ksig_verify_close", forged.state) == reason
    for number in numbers:
        machine.restore(saved)
        try:
            verdict = machine.call("ksig_verify_close", forged.state, skip=number)
        except Exception:
            continue
        assert verdict != verdicts.ACCEPT, f"instruction {number}"
    return len(numbers)


def stream(machine: Machine, vector: Vector, **changes: object) -> Stream:
    inputs = {"key": vector.key, "message": vector.message, "signature": vector.signature,
              "anchor": shake256(vector.anchor_key, 32), "mode": MODE_PURE}
    return Stream(machine, **{**inputs, **changes})


def by_id(vectors: List[Vector], number: int) -> Vector:
    return next(vector for vector in vectors if vector.id == str(number))


def test_the_emulator_accepts_and_stops_anywhere(machine: Machine, dilithium_vectors: List[Vector]) -> None:
    """The genuine signature passes, and so it does when a call is only interrupted: patching itself changes nothing."""
    run = stream(machine, by_id(dilithium_vectors, 2))
    run.feed_until(lambda *_: False)
    saved = machine.save()
    numbers = steps(machine, "ksig_verify_close", run.state)
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
    assert attack_feed(stream(machine, genuine), stream(machine, forged), stop, verdicts.HINT, 40) > 100


@pytest.mark.parametrize("number", [67, 70])
def test_z(machine: Machine, dilithium_vectors: List[Vector], number: int) -> None:
    """One coefficient out of range, of a signature whose equation holds."""
    forged = by_id(dilithium_vectors, number)
    fields = int.from_bytes(forged.signature[Z_FIRST:HINT_FIRST], "little")
    bad = [n for n in range(1024) if abs((1 << 17) - (fields >> (18 * n) & 0x3FFFF)) >= (1 << 17) - 78]
    assert len(bad) == 1
    stop = last_byte(PART_SIGNATURE, Z_FIRST + (bad[0] // 256 + 1) * Z_BYTES)
    genuine = by_id(dilithium_vectors, 63)
    assert attack_feed(stream(machine, genuine), stream(machine, forged), stop, verdicts.Z_RANGE, bad[0] % 256) > 200
