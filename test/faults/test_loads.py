# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A skipped load on the way into a sponge: the register holds what was loaded before, an address or a caller's value.
In a run of equal bytes, or for the byte that tells pre-hashed from pure, that is the value which was signed, and what
the sender has put in its place is never seen."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("unicorn", exc_type=ImportError)
from faults import images  # noqa: E402
from faults.core import STACK_USED, Core, Lost, Memory  # noqa: E402
from faults.processors import PROCESSORS  # noqa: E402

pytestmark = [pytest.mark.board, pytest.mark.timeout(3600)]

ABSORB, SPONGE, DATA = "ksig_keccak_absorb", 204, 256  # bytes of a sponge; where its input lies, behind it
RATE, SUFFIX = 136, 0x1F
Absorbed = tuple[bytes, bytes, int, int]  # signed, sent, where the sponge stands, and how the input is aligned


def runs() -> Iterator[Absorbed]:
    """One byte, or a word, of a run is another one: where bytes come singly, where words do, and a byte alone."""
    for value in (0, 1, 0xA5):
        for position, offset in ((0, 0), (2, 0), (1, 3)):
            for at, count in ((1, 1), (5, 4), (8, 4), (13, 1)):
                signed = bytearray([value]) * 14
                sent = bytearray(signed)
                sent[at:at + count] = b"\x3c\x01\x99\xf0"[:count]
                yield bytes(signed), bytes(sent), position, offset
            yield bytes([value]), bytes([value ^ 1]), position, offset


def memory(core: Core, data: bytes, position: int, offset: int) -> Memory:
    """A sponge that has taken so many zeros, and its input."""
    sponge = (bytes(200) + bytes([position, RATE, SUFFIX])).ljust(DATA + offset, b"\0")
    return Memory((sponge + data).ljust(core.state_bytes, b"\0"), bytes(STACK_USED))


def taken_for_signed(core: Core, absorbed: Absorbed) -> tuple[int, list[str]]:
    """How many instructions were skipped, and where those were after which the sponge has taken what was signed."""
    signed, sent, position, offset = absorbed
    arguments = core.state, core.state + DATA + offset, len(sent)
    core.restore(memory(core, signed, position, offset))
    assert core.call(ABSORB, *arguments) == len(signed)
    right = core.memory().state[:SPONGE]
    begun = memory(core, sent, position, offset)
    core.restore(begun)
    addresses = core.trace(ABSORB, *arguments)
    assert core.memory().state[:SPONGE] != right
    core.limit(lambda: [core.restore(begun), core.call(ABSORB, *arguments)][0])
    core.restore(begun)
    found = []
    for number in core.walk(addresses, range(len(addresses)), ABSORB, *arguments):
        try:
            core.skip()
            taken, state = core.go_on(), core.memory().state
            if taken == len(sent) and state[:SPONGE] == right and state[DATA + offset:].startswith(sent):
                found.append(f"{core.place(addresses[number])}, {number}: {sent.hex()} at {position}, {offset}")
        except Lost:
            continue
    return len(addresses), found


@pytest.mark.parametrize("on", PROCESSORS)
def test_a_sponge_takes_what_was_sent(on: str) -> None:
    tried, found = 0, []
    core = images.core("ml-dsa-44", on=on)
    core.fresh()
    for caller in (0, 1):  # what the registers hold that are no arguments
        core.caller = caller
        for absorbed in runs():
            count, places = taken_for_signed(core, absorbed)
            tried, found = tried + count, found + places
    core.fresh()
    assert tried > 5000 and found == []
