# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Messages of which one word is another's: what lay in memory where the sponge begins. If it begins over that word, and
not over zeros, a genuine signature fits them. The word is one that whoever verified before has chosen, or one of the
same verification."""
from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache

from faults import images
from faults.campaign import Forgery
from faults.core import Core
from faults.layout import WORKERS
from faults.messages import SHORT
from faults.signers import HASH_OF, Signer
from faults.starts import ZEROS, filled, session
from faults.verification import FEED, OPEN, Call, Inputs, Reached, Verification
from kilosig.library.binding import PART_MESSAGE

CHOSEN = 0x5A3CC3A5
CONTEXT = b"vendor: firmware, line 7"
MOST = 4000  # instructions of a call in which words of the same verification are looked for
LOOKED = 24  # bytes of the message, fed alone, by which it is found in the state: of the first block


def _with(message: bytes, place: int, word: int) -> bytes:
    """The message with a word added to it."""
    old, = struct.unpack_from("<I", message, place)
    return message[:place] + struct.pack("<I", old ^ word) + message[place + 4:]


def _ends(reached: list[Reached]) -> tuple[tuple[int, int], ...]:
    """Cuts by which the last byte of each feed until the message's end is a feed of its own."""
    last = max(number for number, one in enumerate(reached) if one.call.part == PART_MESSAGE)
    return tuple(sorted({(call.part, call.offset + call.count - 1) for call in (one.call for one in reached[:last])
                         if call.function == FEED and call.part != PART_MESSAGE and call.count > 1}))


def _is_short(call: Call) -> bool:
    return call.function == OPEN or call.part == PART_MESSAGE or call.count == 1


@cache
def _course(core: Core, genuine: Inputs) -> tuple[Inputs, int | None, list[tuple[Call, int, int]]]:
    """The stream with short calls where a sponge may begin; where the message's first byte is in the state; and words
    that a call overwrites with zeros there: the call, the place in the message, the word."""
    core.fresh()
    genuine = genuine.but(cuts=(*_ends(session(core, genuine).reached), (PART_MESSAGE, LOOKED)))
    core.fresh()
    run = Verification(core, genuine)
    reached = run.course()[1]
    fed = next(n for n, one in enumerate(reached) if one.call.part == PART_MESSAGE)
    before, after = (int.from_bytes(one.memory.state, "little") for one in reached[fed:fed + 2])
    place = (before ^ after).to_bytes(core.state_bytes, "little").find(genuine.message[:LOOKED])
    if place < 0:
        return genuine, None, []
    words = [word for one in reached[:fed] if _is_short(one.call) for word in _overwritten(core, run, one, place)]
    core.fresh()
    return genuine, place, words


def _overwritten(core: Core, run: Verification, reached: Reached, place: int) -> Iterator[tuple[Call, int, int]]:
    run.at(reached)
    call = reached.call
    addresses = core.trace(call.function, *call.arguments)
    run.at(reached)
    numbers = [number for number, address in enumerate(addresses) if not core.inside(address, WORKERS)]
    begin, last = (place + 3) // 4 * 4, (place + LOOKED - 4) // 4 * 4
    old: bytes | None = None
    for _ in core.walk(addresses, numbers if len(numbers) <= MOST else [], call.function, *call.arguments):
        now = bytes(core.stepper.mem_read(core.state + begin, last + 4 - begin))
        if old is not None and now != old:
            for at in range(0, len(now), 4):
                if any(old[at:at + 4]) and not any(now[at:at + 4]):
                    yield call, begin + at - place, int.from_bytes(old[at:at + 4], "little")
        old = now


def _forgeries(genuine: Inputs, label: str, on: str) -> Iterator[Forgery]:
    stream, place, words = _course(images.core(genuine.scheme, on=on), genuine)
    if place is None:
        return
    at = -place % 4 + 8

    def target(call: Call) -> bool:
        return _is_short(call) and not (call.part == PART_MESSAGE and call.offset > 0)
    yield Forgery(f"a word that lay in memory{label}", genuine, stream.but(
        message=_with(genuine.message, at, CHOSEN)), target, beside=WORKERS,
        start=filled("full of a chosen word", CHOSEN))
    for number, (call, at, word) in enumerate(words[:1] + words[len(words) // 2:len(words) // 2 + 1]):
        yield Forgery(f"word {number + 1} of the same session{label}", genuine,
                      stream.but(message=_with(genuine.message, at, word)),
                      lambda this, call=call: this[2:] == call[2:] and this.function == call.function, beside=WORKERS,
                      start=ZEROS)


def words(signer: Signer, on: str) -> Iterator[Forgery]:
    """Of the message itself, and of one that is hashed first."""
    if signer.hash.sponge:
        yield from _forgeries(signer.sign(SHORT, b"", ""), "", on)
    if signer.prehashes and signer.contexts:
        for prehash in ("shake128",):
            assert HASH_OF[prehash].sponge
            yield from _forgeries(signer.sign(SHORT, CONTEXT, prehash), f", {prehash}", on)
