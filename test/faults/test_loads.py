# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A skipped instruction where a message goes into its hash. The register of a load then holds what was loaded before,
an address or a caller's value. In a run of equal bytes, or for the byte that tells pre-hashed from pure, that is the
value which was signed, and what the sender has put in its place is never seen."""
from __future__ import annotations

import struct
from collections.abc import Iterator

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)
from faults import images  # noqa: E402
from faults.core import STACK_USED, Core, Lost, Memory  # noqa: E402
from faults.processors import PROCESSORS  # noqa: E402
from sampling import FULL  # noqa: E402

pytestmark = [pytest.mark.board, pytest.mark.campaign, pytest.mark.timeout(3600)]

ABSORB, UPDATE = "ksig_keccak_absorb", "ksig_sha256_take"
STATE, DATA = 204, 256  # bytes of a sponge, which are more than SHA-256's; where the input lies, behind it
RATE, SUFFIX = 136, 0x1F
Taken = tuple[bytes, bytes, bytes, int]  # the hash before, what was signed, what is sent, how that is aligned
OTHER = b"\x3c\x01\x99\xf0\x5b\xc2"


def replaced(signed: bytes, at: int, count: int) -> bytes:
    return signed[:at] + OTHER[:count] + signed[at + count:]


def sponges() -> Iterator[Taken]:
    """One byte, or a word, of a run is another one: where bytes come singly, where words do, and a byte alone."""
    for value in (0, 1, 0xA5) if FULL else (0,):
        for position, offset in ((0, 0), (2, 0), (1, 3)):
            sponge = bytes(200) + bytes([position, RATE, SUFFIX])
            signed = bytes([value]) * 14
            for at, count in ((1, 1), (5, 4), (8, 4), (13, 1)):
                yield sponge, signed, replaced(signed, at, count), offset
            yield sponge, signed[:1], bytes([value ^ 1]), offset


def blocks() -> Iterator[Taken]:
    """Six bytes of a run: more than the word that a fault may keep from SHA-2 (docs/assurance.md); and a block."""
    chain = bytes(range(32))
    for filled, offset in ((1, 3), (4, 0), (0, 0), (50, 2))[:None if FULL else 2]:
        begun = chain + bytes(64) + struct.pack("<Q", filled)
        signed = b"\xa5" * 22
        for at in (0, 6, 10, 16):
            yield begun, signed, replaced(signed, at, 6), offset
    # A block for what is hashed if the chaining value is taken for the data: that, and what was made of it meanwhile.
    words = b"".join(chain[at:at + 4][::-1] for at in range(0, 32, 4))
    yield chain + bytes(72), chain + words, bytes(64), 0


def taken_for_signed(core: Core, function: str, case: Taken) -> tuple[int, list[str]]:
    """How many instructions were skipped, and where those were after which the hash has taken what was signed, and the
    input is still what was sent."""
    begun, signed, sent, offset = case

    def memory(data: bytes) -> Memory:
        return Memory((begun.ljust(DATA + offset, b"\0") + data).ljust(core.state_bytes, b"\0"), bytes(STACK_USED))

    def undisturbed() -> None:
        core.restore(memory(sent))
        assert core.call(function, *arguments) == all_of_it

    arguments = core.state, core.state + DATA + offset, len(sent)
    core.restore(memory(signed))
    all_of_it = len(sent) + (core.state if function == UPDATE else 0)  # the address of the hash is shown
    assert core.call(function, *arguments) == all_of_it
    right = core.memory().state[:STATE]
    undisturbed()
    assert core.memory().state[:STATE] != right
    core.restore(memory(sent))
    addresses = core.trace(function, *arguments)
    core.limit(undisturbed)
    core.restore(memory(sent))
    found = []
    for number in core.walk(addresses, range(len(addresses)), function, *arguments):
        try:
            core.skip()
            taken, state = core.go_on(), core.memory().state
            if taken == all_of_it and state[:STATE] == right and state[DATA + offset:].startswith(sent):
                found.append(f"{core.place(addresses[number])}, {number}: {sent.hex()}, {offset}")
        except Lost:
            continue
    return len(addresses), found


def attacked(on: str, scheme: str, function: str, cases: list[Taken]) -> list[str]:
    """The places, with 0 and, in `make full`, with 1 in the registers that are no arguments."""
    core, found = images.core(scheme, on=on), []
    core.fresh()
    for core.caller in (0, 1) if FULL else (0,):
        for case in cases:
            tried, places = taken_for_signed(core, function, case)
            assert tried > 20
            found += places
    core.fresh()
    return found


@pytest.mark.parametrize("on", PROCESSORS)
def test_a_sponge_takes_what_was_sent(on: str) -> None:
    assert attacked(on, "ml-dsa-44", ABSORB, list(sponges())) == []


@pytest.mark.parametrize("on", PROCESSORS)
def test_a_block_takes_what_was_sent(on: str) -> None:
    assert attacked(on, "lms", UPDATE, list(blocks())) == []
