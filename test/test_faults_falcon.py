# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One skipped instruction does not turn a rejection of a Falcon signature into an acceptance: as test_faults.py for
ML-DSA."""
from __future__ import annotations

from typing import Callable, List, Tuple

import pytest

from kilosig import verdicts
from kilosig.binding import PART_KEY, PART_MESSAGE, PART_SIGNATURE
from kilosig.schemes import SCHEMES
from kilosig.vectors import Vector, read_vectors
from support import VECTORS

pytest.importorskip("unicorn", exc_type=ImportError)
from cortex import Machine  # noqa: E402
from faults import HEAD_REASON, HEAD_TRAIL, ROOT, STRIDE, WORKERS, Stream, bench_image, last_byte, steps  # noqa: E402

pytestmark = pytest.mark.board
NAME = "falcon-512-r3"
# ksig_falcon_state on a 32-bit machine
HASH, TALLY_BAD, MESSAGE_BYTES, EXCESS, POLY = 32, 240, 248, 260, 272
LIMIT = 1_000_000  # no feed of one byte has so many instructions


@pytest.fixture
def machine() -> Machine:
    """An image with the library, at -O2."""
    return bench_image(f"{NAME}-verify-default-O2")


@pytest.fixture(scope="module")
def vectors() -> List[Vector]:
    """The Falcon-512 vectors."""
    return read_vectors(VECTORS / "falcon-512.json")


def by_id(vectors: List[Vector], number: int) -> Vector:
    return next(vector for vector in vectors if vector.id == str(number))


def stream(machine: Machine, vector: Vector, **changes: bytes) -> Stream:
    inputs = {"key": vector.key, "message": vector.message, "signature": vector.signature,
              "anchor": SCHEMES[NAME].anchor(vector.anchor_key or b""), **changes}
    return Stream(machine, NAME, mode=0, **inputs)  # type: ignore[arg-type]


def attack_feed(forged: Stream, stop: Callable[[int, int, int], bool], reason: int, item: int = 0,
                workers: Tuple[str, ...] = WORKERS) -> int:
    """Leaves out every instruction of the feed that `stop` names, each STRIDE-th here, and goes on to the end. Returns
    how many there are."""
    machine = forged.machine
    forged.feed_until(stop)
    arguments, saved = forged.feed_arguments(), machine.save()
    numbers, addresses = steps(machine, "ksig_verify_feed", *arguments, item=item, workers=workers)
    assert machine.word(forged.state + HEAD_REASON) == reason
    for number in numbers[::STRIDE]:
        machine.restore(saved)
        try:
            machine.call("ksig_verify_feed", *arguments, skip=number, limit=LIMIT)
            # What was counted never goes away, and would be refused in the end.
            if any(machine.word(forged.state + offset) for offset in (HEAD_REASON, TALLY_BAD, EXCESS)):
                continue
            verdict = forged.finish()
        except Exception:  # crashed or lost: no verdict at all
            continue
        assert verdict != verdicts.ACCEPT, machine.place(addresses[number])
    return len(numbers)


def test_genuine(machine: Machine, vectors: List[Vector]) -> None:
    """The image accepts what is genuine."""
    for number in (0, 2, 7, 100):
        assert stream(machine, by_id(vectors, number)).finish() == verdicts.ACCEPT


@pytest.mark.parametrize("number", [34, 47])
def test_norm(machine: Machine, vectors: List[Vector], number: int) -> None:
    """Another message; a signature of another message: the last byte of the message."""
    vector = by_id(vectors, number)
    stop = last_byte(PART_MESSAGE, len(vector.message))
    assert attack_feed(stream(machine, vector), stop, verdicts.SIGNATURE, 511) > 100


def test_norm_at_the_bound(machine: Machine, vectors: List[Vector]) -> None:
    """One above the bound: a coefficient of s1 that a fault makes shorter by any amount would be enough."""
    vector = by_id(vectors, 101)
    stop = last_byte(PART_MESSAGE, len(vector.message))
    assert attack_feed(stream(machine, vector), stop, verdicts.SIGNATURE, 127) > 80


def test_form_s1_at_the_bound(machine: Machine, vectors: List[Vector]) -> None:
    """The same, with instructions from all over the loop that forms s1: some of them would make the coefficient
    short."""
    vector = by_id(vectors, 101)
    forged = stream(machine, vector)
    forged.feed_until(last_byte(PART_MESSAGE, len(vector.message)))
    arguments, saved = forged.feed_arguments(), machine.save()
    _, addresses = machine.trace("ksig_verify_feed", *arguments)
    (begin, end), = machine.functions("ksig_falcon_form_s1")
    numbers = [number for number, address in enumerate(addresses) if begin <= address < end]
    assert len(numbers) > 512 * 20
    for number in [*numbers[:60], *numbers[60:-120:11], *numbers[-120:]]:
        machine.restore(saved)
        try:
            machine.call("ksig_verify_feed", *arguments, skip=number, limit=LIMIT)
            verdict = forged.finish() if machine.word(forged.state + HEAD_REASON) == 0 else verdicts.FAULT
        except Exception:  # crashed or lost: no verdict at all
            continue
        assert verdict != verdicts.ACCEPT, machine.place(addresses[number])


# Hash functions of each family of pre-hashes: SHA-256, SHA-512, SHAKE128.
@pytest.mark.parametrize("scheme, hash_id", [(NAME, 0), ("fn-dsa-512", 0), ("fn-dsa-512", 1), ("fn-dsa-512", 3),
                                             ("fn-dsa-512", 11)])
def test_message_left_out(scheme: str, hash_id: int) -> None:
    """A piece of a message that is not hashed is not counted as hashed either, whatever its length."""
    machine = bench_image(f"{scheme}-verify-default-O2")
    record = (ROOT / f"bench/inputs/{scheme}.bin").read_bytes()
    anchor_bytes = 64 if hash_id or scheme != NAME else 32
    anchor, key = record[:anchor_bytes], record[anchor_bytes:anchor_bytes + 897]
    rest = record[anchor_bytes + 897 + 33:]
    most = 666 if scheme != NAME else 746
    signature = rest[:most] if scheme != NAME else rest[:int.from_bytes(rest[most:most + 2], "little")]
    lengths, tried = (1, 64, 136, 272, 500), 0
    run = Stream(machine, scheme, key, bytes(range(256)) * 4, signature, anchor, int(hash_id != 0), hash_id)
    run.feed_until(lambda part, _offset, _length: part == PART_MESSAGE)
    hashed = (HASH, 208) if hash_id == 0 else (POLY + 2 * 512, 208)
    before = machine.read(run.state + hashed[0], hashed[1])
    saved, left = machine.save(), machine.word(run.state + MESSAGE_BYTES)
    assert left == 1024
    for length in lengths:
        state, data, _ = run.feed_arguments()
        _, addresses = machine.trace("ksig_verify_feed", state, data, length)
        assert machine.word(run.state + MESSAGE_BYTES) == left - length
        assert machine.read(run.state + hashed[0], hashed[1]) != before
        own = [number for number, address in enumerate(addresses)
               if not any(begin <= address < end for begin, end in machine.functions(*WORKERS))]
        for number in [*own[:150], *own[-60:]]:
            machine.restore(saved)
            try:
                machine.call("ksig_verify_feed", state, data, length, skip=number, limit=LIMIT)
            except Exception:  # crashed or lost: no verdict at all
                continue
            tried += 1
            unchanged = machine.read(run.state + hashed[0], hashed[1]) == before
            assert not unchanged or machine.word(run.state + MESSAGE_BYTES) != left - length, machine.place(
                addresses[number])
        machine.restore(saved)
    assert tried > 200


def test_norm_in_close(machine: Machine, vectors: List[Vector]) -> None:
    """The second look at the norm holds alone, whatever is left out of it: to a state as if the first had found
    nothing."""
    good, bad = stream(machine, by_id(vectors, 100)), stream(machine, by_id(vectors, 101))
    for run in (good, bad):
        run.feed_until(lambda *_: False)
    for offset in (HEAD_TRAIL, HEAD_REASON):
        machine.write(bad.state + offset, machine.read(good.state + offset, 4))
    saved = machine.save()
    assert machine.call("ksig_verify_close", bad.state) == verdicts.SIGNATURE
    machine.restore(saved)
    assert machine.call("ksig_verify_close", good.state) == verdicts.ACCEPT


def test_key(machine: Machine, vectors: List[Vector]) -> None:
    """A key whose equation holds, but not the anchor's: the reference code accepts it."""
    assert attack_feed(stream(machine, by_id(vectors, 52)), last_byte(PART_KEY, 897), verdicts.KEY, 31) > 100


@pytest.mark.parametrize("number", [63, 79])
def test_key_coefficient(machine: Machine, vectors: List[Vector], number: int) -> None:
    """A coefficient plus q, in a key that is the anchor's and whose equation holds: the bytes that bring it, and the
    last one."""
    vector = by_id(vectors, number)
    assert vector.key is not None and vector.anchor_key is not None
    anchor, count = SCHEMES[NAME].anchor(vector.key), 0
    # The byte that completes it.
    changed = [i for i in range(897) if vector.key[i] != vector.anchor_key[i]]
    position = next(i for i in changed if (i * 8) // 14 > (changed[0] * 8 - 8) // 14)
    for end in {position + 1, changed[-1] + 1}:
        count += attack_feed(stream(machine, vector, anchor=anchor), last_byte(PART_KEY, end), verdicts.PENDING)
    assert count > 60
    assert attack_feed(stream(machine, vector, anchor=anchor), last_byte(PART_KEY, 897), verdicts.ENCODING) > 60


# The vector, and the bytes of its signature that bring what is wrong, from the end.
@pytest.mark.parametrize("number, last", [(68, 0), (53, 3), (69, 3), (70, 3), (66, 8), (82, 10)])
def test_encoding(machine: Machine, vectors: List[Vector], number: int, last: int) -> None:
    """-0, unused bits, and padding where there is none, in signatures whose equation holds."""
    vector = by_id(vectors, number)
    length = len(vector.signature)
    genuine = by_id(vectors, 7).signature
    first = next(i for i in range(41, length) if vector.signature[i] != genuine[i]) if number == 68 else length - last
    count = 0
    for position in {*range(first - 1, min(first + last + 4, length)), length - 1}:
        final = position == length - 1
        count += attack_feed(stream(machine, vector), last_byte(PART_SIGNATURE, position + 1),
                             verdicts.ENCODING if final else verdicts.PENDING)
    assert count > 100


@pytest.mark.parametrize("part, number, end", [(PART_KEY, 64, 897), (PART_KEY, 81, 897), (PART_SIGNATURE, 72, 1),
                                               (PART_SIGNATURE, 60, 1)])
def test_headers(machine: Machine, vectors: List[Vector], part: int, number: int, end: int) -> None:
    """The first byte of key or signature; the key is the anchor's."""
    vector = by_id(vectors, number)
    assert vector.key is not None
    forged = stream(machine, vector, anchor=SCHEMES[NAME].anchor(vector.key))
    assert attack_feed(forged, last_byte(part, end), verdicts.ENCODING) > 30
