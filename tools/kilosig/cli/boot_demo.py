# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The end of kilosig demo: updates of an emulated board with firmware/boot."""
from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from kilosig.cli.output import out
from kilosig.device.boot_firmware import DEMO_BOARD, DEMO_POLICY, application, boot_loader, cut_in_exchange
from kilosig.device.emulator import Emulator
from kilosig.device.link import Link
from kilosig.device.update import IDLE, TRIAL, Booted, Slots, Updater, reason_text

FILLER = 8192  # bytes of an image whose exchange takes a while
STEP = 12  # of the exchange, in which the power is cut


class BootDemo:
    """The story on one board. `wrong` counts what did not happen as it should."""

    def __init__(self, emulator: Emulator) -> None:
        self.emulator, self.wrong = emulator, 0
        self.story: list[dict[str, object]] = []

    def expect(self, what: str, shown: str, right: bool) -> None:
        """One line of the story."""
        self.wrong += not right
        self.story.append({"what": what, "shown": shown, "right": right})
        out().put(updates=self.story)
        out().say(f"{'ok   ' if right else 'WRONG'} {what}: {shown}", style="" if right else "red", hang=6)

    def linked(self, act: Callable[[Updater], Slots]) -> Slots:
        """What the device is after `act`, over a connection of its own."""
        transport = self.emulator.connect()
        try:
            return act(Updater(Link(transport)))
        finally:
            transport.close()

    def update(self, data: bytes) -> tuple[Slots, int]:
        """Sends an image and asks for it; what runs then, and the boot loader's RAM."""
        reports: list[Booted] = []

        def act(updater: Updater) -> Slots:
            with out().progress("update", len(data), always=True) as hook:
                updater.send(data, updater.slots(), lambda count: hook("", count))
            booted, after = updater.install(False)
            reports.extend([booted] if booted else [])
            return after

        return self.linked(act), reports[0].peak if reports else 0

    def confirm(self) -> Slots:
        """Confirms what is on trial, restarts the board."""
        def act(updater: Updater) -> Slots:
            updater.confirm()
            return updater.restart()[1]

        return self.linked(act)


def _tell(story: BootDemo) -> None:
    data = application(DEMO_BOARD, DEMO_POLICY, "1.0.0", 1)
    after, peak = story.update(data)
    story.expect("a first image, for an empty board", f"version {after.version} runs, on trial",
                 str(after.version) == "1.0.0" and after.kind == TRIAL)
    after = story.confirm()
    story.expect("confirmed, and started again", f"version {after.version} runs, security counter {after.counter}",
                 after.kind == IDLE and not after.recovery and after.counter == 1)
    story.expect("the whole boot loader fits", f"{peak:,} bytes of RAM, verification included", 0 < peak <= 6144)
    new = application(DEMO_BOARD, DEMO_POLICY, "1.1.0", 2, filler=FILLER)
    forged = bytearray(new)
    forged[-100] ^= 1
    after, _ = story.update(bytes(forged))
    story.expect("one flipped bit in an update's signature", f"{reason_text(after.rejected)}; version {after.version} "
                 "runs on", after.rejected != 0 and str(after.version) == "1.0.0")
    story.linked(lambda updater: (updater.send(new, updater.slots(), lambda count: None), updater.slots())[1])
    cut = cut_in_exchange(story.emulator, STEP)
    after = story.linked(lambda updater: updater.slots())
    story.expect("power cut in the middle of the installation", f"installed on the next start, version {after.version} "
                 "runs" if cut else "it was missed", cut > 0 and str(after.version) == "1.1.0" and after.kind == TRIAL)
    after = story.confirm()
    story.expect("confirmed", f"security counter {after.counter}", after.counter == 2 and after.kind == IDLE)
    after, _ = story.update(data)
    story.expect("the old version, genuine, sent again", f"{reason_text(after.rejected)}; version {after.version} "
                 "runs on", after.rejected != 0 and str(after.version) == "1.1.0")


def boot_demo() -> int:
    """Updates a board, attacks it, cuts its power. Returns how many results are wrong."""
    out().say(f"Firmware updates of an emulated {DEMO_BOARD}, whose boot loader asks for {DEMO_POLICY} signatures:",
              hang=0)
    with tempfile.TemporaryDirectory() as folder:
        with Emulator(DEMO_BOARD, image=boot_loader(DEMO_BOARD, DEMO_POLICY, Path(folder))) as emulator:
            story = BootDemo(emulator)
            _tell(story)
    return story.wrong
