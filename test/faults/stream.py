# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A verification on a Machine, for tests that disturb nothing."""
from __future__ import annotations

import struct
from collections.abc import Callable

from cortex import Machine
from faults.layout import STATE_BYTES
from kilosig.library import verdicts
from kilosig.library.binding import PART_KEY, PART_MESSAGE, PART_SIGNATURE


class Stream:
    """A verification on the machine that can go back to where it was."""

    def __init__(self, machine: Machine, scheme: str, key: bytes, message: bytes, signature: bytes, anchor: bytes,
                 mode: int, hash_id: int = 0) -> None:
        self.machine = machine
        self.parts = {PART_KEY: machine.allocate(key), PART_MESSAGE: machine.allocate(message),
                      PART_SIGNATURE: machine.allocate(signature)}
        self.state = machine.allocate(bytes(STATE_BYTES))
        self._want = machine.allocate(bytes(12))
        arguments = machine.allocate(struct.pack(
            "<IIIIIIIBBxx", machine.allocate(anchor), 0, machine.allocate(b"fault test point"), 0, len(message),
            len(signature), len(key), mode, hash_id))
        descriptor = machine.symbols["ksig_" + scheme.replace("-", "_")]
        assert machine.call("ksig_verify_open", self.state, STATE_BYTES, descriptor, arguments) == verdicts.PENDING

    def want(self) -> tuple[int, int, int]:
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

    def feed_arguments(self) -> tuple[int, int, int]:
        """Of a feed of the next byte."""
        part, offset, length = self.want()
        assert length > 0
        return self.state, self.parts[part] + offset, 1

    def finish(self) -> int:
        """The verdict after all that is wanted."""
        while True:
            part, offset, length = self.want()
            if length == 0:
                break
            self.machine.call("ksig_verify_feed", self.state, self.parts[part] + offset, length)
        return self.machine.call("ksig_verify_close", self.state)
