# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The host's side of an update on a CAN bus (docs/bus.md, "Images")."""
from __future__ import annotations

import struct
import time
from collections.abc import Callable

from kilosig.device.bus import (CONFIRM, DID_SLOTS, EXTENDED_SESSION, INSTALL, REQUEST_OUT_OF_RANGE, SUM, BusDevice,
                                NegativeResponse)
from kilosig.device.update import Booted, Slots, Update
from kilosig.errors import UserError

HARD_RESET = 1
NO_SLOTS = "The device on the bus takes no images: load an application with updates on CAN (docs/bus.md)."
RESET_SECONDS = 0.3  # the answer is out before the device restarts
# After 5 s of silence a session ends, and what was being downloaded: an answer got lost for which the tester waited.
SESSION_ENDED, SESSIONS = (0x24, 0x7F), 5
FIRST_BLOCK, LAST_COUNTER = 1, 0xFF


class BusUpdater(Update):
    """By UDS."""

    def __init__(self, device: BusDevice) -> None:
        super().__init__()
        self.device = device

    def slots(self) -> Slots:
        try:
            return Slots.parse(self.device.read(DID_SLOTS))
        except ValueError as error:
            raise UserError(NO_SLOTS) from error
        except NegativeResponse as error:
            raise UserError(NO_SLOTS) if error.code == REQUEST_OUT_OF_RANGE else error

    def sum(self, offset: int, length: int) -> int:
        found = self.device.start(SUM, struct.pack(">II", offset, length))
        if len(found) != 4:
            raise UserError(NO_SLOTS)
        return int.from_bytes(found, "big")

    def write(self, begin: int, data: bytes, slots: Slots, progress: Callable[[int], None]) -> None:
        told = begin

        def written(offset: int) -> None:
            nonlocal told
            if offset > told:  # what is sent again was told before
                progress(offset - told)
                told = offset

        for _ in range(SESSIONS):
            try:
                self._download(begin, data, written)
                return
            except NegativeResponse as error:
                if error.code not in SESSION_ENDED:
                    raise
                failed = error
            self.device.session(EXTENDED_SESSION)
            begin = min(self.already(data, slots.page), (len(data) - 1) // slots.page * slots.page)
        raise failed

    def _download(self, begin: int, data: bytes, written: Callable[[int], None]) -> None:
        self.device.download(begin, len(data) - begin)
        counter, offset = FIRST_BLOCK, begin
        while offset < len(data):
            block = data[offset:offset + self.device.block_bytes]
            self.device.block(counter, block)
            counter = (counter + 1) & LAST_COUNTER
            offset += len(block)
            self.sent += len(block)
            written(offset)
        self.device.ask(self.device.client.request_transfer_exit)

    def ask(self, for_good: bool) -> None:
        self.device.start(INSTALL, bytes([for_good]))
        self.device.ask(lambda: self.device.client.ecu_reset(HARD_RESET))

    def restarted(self) -> tuple[Booted | None, Slots]:
        time.sleep(RESET_SECONDS)
        found = self.answering()
        self.device.session(EXTENDED_SESSION)  # the one before ended with the restart
        return None, found

    def confirm(self) -> None:
        self.device.start(CONFIRM)
