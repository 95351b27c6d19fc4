# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A verification on the emulated core, call by call."""
from __future__ import annotations

import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from faults.core import SECONDS, Core, Lost, Memory, allowed
from faults.layout import HEAD_BYTES, LENGTH, OFFSET, PART, REASON
from kilosig.library import verdicts
from kilosig.library.binding import PART_KEY, PART_MESSAGE, PART_SIGNATURE

SECRET = b"fault test point"
OPEN, FEED, CLOSE = "ksig_verify_open", "ksig_verify_feed", "ksig_verify_close"
CALLS = 4000  # no verification has more


@dataclass(frozen=True)
class Inputs:
    """What a sender and an application give. cuts: before which bytes of a part a new feed begins. passes: what is sent
    for a part when it is wanted again, by (part, number of the pass from 0)."""

    scheme: str
    key: bytes
    message: bytes
    signature: bytes
    anchor: bytes
    context: bytes = b""
    mode: int = 0
    hash_id: int = 0
    secret: bytes = SECRET
    cuts: tuple[tuple[int, int], ...] = ()
    passes: tuple[tuple[int, int, bytes], ...] = ()

    def but(self, **changes: Any) -> Inputs:
        return replace(self, **changes)


class Call(NamedTuple):
    """A call and its arguments; for a feed what it feeds, of which pass."""

    function: str
    arguments: tuple[int, ...]
    part: int = 0
    offset: int = 0
    count: int = 0
    number: int = 0

    def __str__(self) -> str:
        names = {0: "", PART_KEY: "key", PART_MESSAGE: "message", PART_SIGNATURE: "signature"}
        where = f" {names[self.part]}[{self.offset}:{self.offset + self.count}]" if self.part else ""
        return self.function.replace("ksig_verify_", "") + where + (f" pass {self.number}" if self.number else "")


class Reached(NamedTuple):
    """Where a verification stands: before a call, with its memory and the passes that were begun."""

    call: Call
    memory: Memory
    passes: dict[int, tuple[int, int]]


class Verification:
    """A stream and an application on a core. begun, caller: the memory before open, and a word that the application has
    in registers; without, zeros."""

    def __init__(self, core: Core, inputs: Inputs, begun: Memory | None = None, caller: int = 0) -> None:
        self.core, self.inputs, self.caller = core, inputs, caller
        self.begun = begun or Memory.filled(core.state_bytes)
        flash = core.flash
        self._data = {(PART_KEY, 0): flash(inputs.key), (PART_MESSAGE, 0): flash(inputs.message),
                      (PART_SIGNATURE, 0): flash(inputs.signature)}
        for part, number, data in inputs.passes:
            self._data[part, number] = flash(data)
        self._lengths = {PART_KEY: len(inputs.key), PART_MESSAGE: len(inputs.message),
                         PART_SIGNATURE: len(inputs.signature)}
        self._cuts: dict[int, list[int]] = {}
        for part, offset in sorted(inputs.cuts):
            self._cuts.setdefault(part, []).append(offset)
        self.anchor = flash(inputs.anchor)
        arguments = flash(struct.pack(
            "<IIIIIIIBBxx", self.anchor, flash(inputs.context) if inputs.context else 0,
            flash(inputs.secret) if inputs.secret else 0,
            len(inputs.context), len(inputs.message), len(inputs.signature), len(inputs.key), inputs.mode,
            inputs.hash_id))
        scheme = core.machine.symbols["ksig_" + inputs.scheme.replace("-", "_")]
        self.first = Call(OPEN, (core.state, core.state_bytes, scheme, arguments))
        self.passes: dict[int, tuple[int, int]] = {}
        self.seconds = SECONDS  # more than any call of the course takes

    def start(self) -> None:
        """Before open."""
        self.core.restore(self.begun)
        self.core.caller = self.caller
        self.passes = {}

    def next(self, cut: bool = True) -> Call:
        """The call that follows. Whatever the state says, a sender has only what is in its parts."""
        head = self.core.machine.read(self.core.state, HEAD_BYTES)
        reason, offset, length = (struct.unpack_from("<I", head, at)[0] for at in (REASON, OFFSET, LENGTH))
        part = head[PART]
        if reason != verdicts.PENDING or length == 0:
            return Call(CLOSE, (self.core.state,))
        if part not in self._lengths or offset + length > self._lengths[part]:
            raise Lost
        number, end = self.passes.get(part, (0, 0))
        number += offset < end
        count = length
        if cut:
            count = min([length, *(at - offset for at in self._cuts.get(part, ()) if at > offset)])
        data = self._data.get((part, number), self._data[part, 0])
        return Call(FEED, (self.core.state, data + offset, count), part, offset, count, number)

    def wanted(self) -> int:
        """The part that is wanted."""
        return self.core.machine.read(self.core.state + PART, 1)[0]

    def made(self, call: Call) -> None:
        """Notes that a feed was made."""
        if call.function == FEED:
            self.passes = {**self.passes, call.part: (call.number, call.offset + call.count)}

    def finish(self) -> int:
        """The verdict after all that is wanted."""
        for _ in range(CALLS):
            call = self.next(cut=False)
            result = self.core.call(call.function, *call.arguments)
            if call.function == CLOSE:
                return result
            self.made(call)
        raise Lost

    def course(self, target: Callable[[Call], bool] = lambda _: False,
               before: Callable[[Verification], None] = lambda _: None,
               after: Callable[[Verification], None] = lambda _: None) -> tuple[int, list[Reached]]:
        """The whole verification: its verdict, and where it stood before each call. before, after: done around the
        calls that are targets."""
        self.start()
        call, reached = self.first, []
        while True:
            attacked = target(call)
            if attacked:
                before(self)
            reached.append(Reached(call, self.core.memory(), self.passes))
            began = time.process_time()
            result = self.core.call(call.function, *call.arguments)
            self.seconds = max(self.seconds, allowed(time.process_time() - began))
            if attacked:
                after(self)
            if call.function == CLOSE:
                return result, reached
            self.made(call)
            call = self.next()

    def at(self, reached: Reached) -> None:
        """Stands before a call again."""
        self.core.restore(reached.memory)
        self.core.caller = self.caller
        self.passes = reached.passes
