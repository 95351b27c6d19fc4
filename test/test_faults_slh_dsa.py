# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The same for SLH-DSA as test_faults.py. Each forgery is one that a skipped call would make good: a root that the
sender names, message bytes that are not hashed, a FORS or WOTS+ value that is not walked on."""
from __future__ import annotations

import hashlib
import struct
from typing import List, Tuple

import pytest

from kilosig import slh_dsa, verdicts
from kilosig.binding import PART_MESSAGE, PART_SIGNATURE
from kilosig.hashes import HASHES, MODE_PREHASH, MODE_PURE
from kilosig.vectors import Vector
from support import slh_dsa_example

pytest.importorskip("unicorn", exc_type=ImportError)
from cortex import Machine  # noqa: E402
from faults import Stream, attack_close, bench_image, steps  # noqa: E402

pytestmark = [pytest.mark.board, pytest.mark.timeout(900)]
SCHEMES = ("slh-dsa-sha2-128s", "slh-dsa-shake-128s")
N, A, K, HEIGHT, D, CHAINS = 16, 12, 14, 9, 7, 35
# ksig_slhdsa_state on a 32-bit machine
TREE, LEAF, LAYER, NODE, DIGEST = 32, 52, 56, 64, 128
WOTS_HASH, FORS_TREE = 0, 3
SIGNATURE_BYTES, MOST_MESSAGE, PIECE = 7856, 33 + 168, 1024
FORS_BYTES = K * (A + 1) * N


def example(name: str) -> Tuple[Machine, Vector]:
    return bench_image(f"{name}-verify-default-O2"), slh_dsa_example(name)


def stream(machine: Machine, vector: Vector, message: bytes, signature: bytes) -> Stream:
    assert vector.key is not None
    return Stream(machine, vector.scheme, vector.key, message, signature, vector.key, MODE_PURE)


def stop_at(run: Stream, part: int, stop: int) -> None:
    """Feeds up to a byte, or to the end; in pieces, since a call is bounded."""
    while True:
        wanted, offset, length = run.want()
        if length == 0 or (wanted, offset) == (part, stop):
            return
        count = min(length, PIECE, stop - offset if wanted == part and offset < stop else length)
        run.machine.call("ksig_verify_feed", run.state, run.parts[wanted] + offset, count)


def finish(run: Stream) -> int:
    """The verdict after all that is wanted; 0 if what is wanted does not exist."""
    part, offset, length = run.want()
    if length and offset + length > {PART_MESSAGE: MOST_MESSAGE, PART_SIGNATURE: SIGNATURE_BYTES}.get(part, 0):
        return 0
    stop_at(run, 0, 0)
    return run.machine.call("ksig_verify_close", run.state)


def attack(forged: Stream, length: int, place: int = 0, wanted: bytes = b"") -> int:
    """Leaves out every instruction of a feed of the next `length` bytes. wanted: what has to be in the state at `place`
    then for the forgery to be good; saves going on where it is not. Returns the number of instructions."""
    machine, saved = forged.machine, forged.machine.save()
    part, offset, _ = forged.want()
    arguments = (forged.state, forged.parts[part] + offset, length)
    numbers, addresses = steps(machine, "ksig_verify_feed", *arguments)
    machine.restore(saved)
    machine.call("ksig_verify_feed", *arguments)
    assert finish(forged) != verdicts.ACCEPT
    accepted: List[str] = []
    for number in numbers:
        machine.restore(saved)
        try:
            machine.call("ksig_verify_feed", *arguments, skip=number)
            if machine.read(forged.state + place, len(wanted)) == wanted and finish(forged) == verdicts.ACCEPT:
                accepted.append(machine.place(addresses[number]))
        except Exception:  # crashed or lost: no verdict at all
            continue
    machine.restore(saved)
    assert not accepted, accepted
    return len(numbers)


def f(name: str, seed: bytes, layer: int, tree: int, kind: int, words: Tuple[int, int, int], value: bytes) -> bytes:
    """F at an address."""
    tail = struct.pack(">III", *words)
    if "shake" in name:
        address = struct.pack(">IIQI", layer, 0, tree, kind) + tail
        return hashlib.shake_256(seed + address + value).digest(N)
    address = bytes([layer]) + struct.pack(">Q", tree) + bytes([kind]) + tail
    return hashlib.sha256(seed + bytes(64 - N) + address + value).digest()[:N]


@pytest.mark.parametrize("name", SCHEMES)
def test_root(name: str) -> None:
    """The last neighbour is wrong; then it is the root itself."""
    machine, vector = example(name)
    assert vector.key is not None
    end = len(vector.signature)
    assert finish(stream(machine, vector, vector.message, vector.signature)) == verdicts.ACCEPT
    for last in (bytes(N), vector.key[N:]):
        forged = stream(machine, vector, vector.message, vector.signature[:-N] + last)
        stop_at(forged, PART_SIGNATURE, end - 1)
        assert attack(forged, 1) > 100
        assert attack_close(forged, verdicts.SIGNATURE) > 50


@pytest.mark.parametrize("name, block", zip(SCHEMES, (64, 136)))
def test_message(name: str, block: int) -> None:
    """A block of bytes behind the signed message: not hashed, the signature would fit."""
    machine, vector = example(name)
    genuine = stream(machine, vector, vector.message, vector.signature)
    stop_at(genuine, PART_SIGNATURE, N)
    digest = machine.read(genuine.state + DIGEST, 30)
    forged = stream(machine, vector, vector.message + bytes(block), vector.signature)
    stop_at(forged, PART_MESSAGE, len(vector.message))
    assert attack(forged, block, DIGEST, digest) > 100


@pytest.mark.parametrize("prehash, block", [("sha256", 64), ("sha512", 128), ("shake128", 168), ("sha3-512", 72)])
def test_prehash(prehash: str, block: int) -> None:
    """The same where the message is hashed first: a block of bytes, or one byte of the next, behind the signed
    message."""
    name, message = SCHEMES[0], bytes(range(33))
    machine, pair = bench_image(f"{name}-verify-default-O2"), slh_dsa.generate(name, bytes(32))
    signature = slh_dsa.sign(name, pair.secret, message, b"", prehash)

    def verification(text: bytes) -> Stream:
        return Stream(machine, name, pair.public, text, signature, pair.public, MODE_PREHASH, HASHES[prehash][0])

    genuine = verification(message)
    stop_at(genuine, PART_SIGNATURE, N)
    digest = machine.read(genuine.state + DIGEST, 30)
    assert finish(genuine) == verdicts.ACCEPT
    for more in (1, block):
        forged = verification(message + bytes(more))
        stop_at(forged, PART_MESSAGE, len(message))
        assert attack(forged, more, DIGEST, digest) > 100


@pytest.mark.parametrize("name", SCHEMES)
def test_fors_secret(name: str) -> None:
    """A leaf instead of its secret: the leaf is public once signed."""
    machine, vector = example(name)
    assert vector.key is not None
    genuine = stream(machine, vector, vector.message, vector.signature)
    place = N + (K - 1) * (A + 1) * N
    stop_at(genuine, PART_SIGNATURE, place)
    state = machine.read(genuine.state, DIGEST + 49)
    tree, leaf = struct.unpack_from("<Q", state, TREE)[0], struct.unpack_from("<H", state, LEAF)[0]
    bits = int.from_bytes(state[DIGEST:DIGEST + 21], "big")
    index = ((K - 1) << A) + (bits >> (8 * 21 - K * A) & ((1 << A) - 1))
    value = f(name, vector.key[:N], 0, tree, FORS_TREE, (leaf, 0, index), vector.signature[place:place + N])
    stop_at(genuine, PART_SIGNATURE, place + N)
    assert machine.read(genuine.state + NODE, N) == value
    forged = stream(machine, vector, vector.message, vector.signature[:place] + value + vector.signature[place + N:])
    stop_at(forged, PART_SIGNATURE, place + N - 1)
    assert attack(forged, 1, NODE, value) > 100


@pytest.mark.parametrize("name", SCHEMES)
def test_chain(name: str) -> None:
    """The end of a WOTS+ chain of the last layer, which is public, or a value one step on, instead of the signer's."""
    machine, vector = example(name)
    assert vector.key is not None
    key, signature = vector.key, vector.signature
    chains = N + FORS_BYTES + (D - 1) * (CHAINS + HEIGHT) * N
    genuine = stream(machine, vector, vector.message, signature)
    stop_at(genuine, PART_SIGNATURE, chains)
    state = machine.read(genuine.state, NODE + N)
    tree, leaf = struct.unpack_from("<Q", state, TREE)[0], struct.unpack_from("<H", state, LEAF)[0]
    assert state[LAYER] == D - 1 and tree == 0
    digits = [digit for byte in state[NODE:] for digit in (byte >> 4, byte & 15)]
    chain = next(number for number, digit in enumerate(digits) if digit in (11, 12, 13))
    place = chains + chain * N
    value = signature[place:place + N]
    for step in range(digits[chain], 15):
        value = f(name, key[:N], D - 1, tree, WOTS_HASH, (leaf, chain, step), value)
        # SHAKE is slow: only the chain's end.
        if step != 14 and (step != digits[chain] or "shake" in name):
            continue
        forged = stream(machine, vector, vector.message, signature[:place] + value + signature[place + N:])
        stop_at(forged, PART_SIGNATURE, place + N - 1)
        assert attack(forged, 1) > 100
    if "shake" in name:
        return
    # The last one, of the checksum, whose feed makes the layer's checks.
    last = chains + (CHAINS - 1) * N
    broken = signature[:last] + bytes(N) + signature[last + N:]
    forged = stream(machine, vector, vector.message, broken)
    stop_at(forged, PART_SIGNATURE, last + N - 1)
    assert attack(forged, 1) > 100
