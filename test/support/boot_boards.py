# SPDX-License-Identifier: Apache-2.0 OR MIT
"""An emulated board with firmware/boot, as the tests of test/boot update it over its serial line."""
from __future__ import annotations

from kilosig.device.emulator import Emulator
from kilosig.device.link import Link
from kilosig.device.update import TRIAL, Slots, Updater


class Board:
    """A running board, over connections that come and go."""

    def __init__(self, emulator: Emulator) -> None:
        self.emulator = emulator

    def slots(self) -> Slots:
        transport = self.emulator.connect()
        try:
            return Updater(Link(transport)).slots()
        finally:
            transport.close()

    def send(self, data: bytes) -> None:
        """Into the slot for updates, without asking for it."""
        transport = self.emulator.connect()
        try:
            updater = Updater(Link(transport))
            updater.send(data, updater.slots(), lambda count: None)
        finally:
            transport.close()

    def install(self, data: bytes, confirm: bool = True) -> Slots:
        transport = self.emulator.connect()
        try:
            updater = Updater(Link(transport))
            updater.send(data, updater.slots(), lambda count: None)
            _, after = updater.install(False)
            if confirm and after.kind == TRIAL:
                updater.confirm()
                _, after = updater.restart()
            return after
        finally:
            transport.close()

    def restart(self, confirm: bool = False) -> None:
        """confirm: whatever runs, before."""
        transport = self.emulator.connect()
        try:
            updater = Updater(Link(transport))
            if confirm:
                updater.confirm()
            updater.restart()
        finally:
            transport.close()

    def confirm(self) -> None:
        """Whatever runs, and a restart, which makes that the rule."""
        self.restart(confirm=True)
