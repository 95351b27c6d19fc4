# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig update: a firmware image to a device with firmware/boot."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from kilosig.cli.board import needed
from kilosig.cli.bus import CanFdOption, CanOption, on_bus
from kilosig.cli.common import PortOption, rejected
from kilosig.cli.image import read_image
from kilosig.cli.output import out
from kilosig.cli.send import connected, one_place
from kilosig.device.bus import BusError
from kilosig.device.bus_update import BusUpdater
from kilosig.device.link import LinkError
from kilosig.device.update import TRIAL, Booted, Silent, Slots, Update, Updater, check_fits, reason_text
from kilosig.errors import UserError
from kilosig.files.images import Image


@contextmanager
def _updater(port: str | None, can: str | None, can_fd: bool) -> Iterator[Update]:
    """The way to the device. Raises UserError."""
    with one_place(None, port, can):
        if can is not None:
            with on_bus(can, can_fd) as device:
                yield BusUpdater(device)
            return
        with connected(None, needed(port), "default") as link:
            yield Updater(link)


def update(path: Annotated[Path, typer.Argument(metavar="IMAGE", help="Signed image; - is stdin.",
                                                show_default=False)],
           port: PortOption = None, can: CanOption = None, can_fd: CanFdOption = False,
           for_good: Annotated[bool, typer.Option("--for-good", help="Install without a trial.")] = False,
           confirm: Annotated[bool, typer.Option("--confirm/--no-confirm",
                                                 help="Confirm the image when it runs and answers.")] = True) -> None:
    """Send a signed image to a device, let it install and start it, and confirm it. An interrupted transfer resumes.
    Exit code 0: it runs, 1: refused, taken back, or it does not answer."""
    image = read_image(path)
    data = image.encode()
    with _updater(port, can, can_fd) as updater:
        before = _first_answer(updater)
        if not before.free:
            raise UserError("The device has an image on trial: confirm it, or restart the device to take it back.")
        if not before.recovery and not before.digest:
            raise UserError("The device does not say which image runs, only its version: its application is older than "
                            "this tool. Update it with the tool that came with it.")
        check_fits(len(data), image.load_address, before)
        out().say("the device waits in its boot loader" if before.recovery else f"the device runs {before.version}")
        with out().progress("sending", len(data), always=True) as hook:
            there = updater.send(data, before, lambda count: hook("", count))
        out().put(bytes=len(data), already_there=there, sent=updater.sent)
        if there:
            out().say(f"{there:,} of {len(data):,} bytes were already there")
        booted, after = None, None
        try:
            booted, after = updater.install(for_good)
            if after.kind == TRIAL and after.runs(image) and not after.rejected and confirm:
                after = _confirmed(updater)
        except Silent as silence:
            _report_silence(silence, after is not None, image, for_good)
    _report(booted, after, image, confirm)


def _first_answer(updater: Update) -> Slots:
    try:
        return updater.slots()
    except (LinkError, BusError) as error:
        raise UserError("The device does not answer: check that it is connected and runs firmware with updates, and "
                        "reset it if it was updated before, which takes back an image that hangs on trial.") from error


def _report_silence(silence: Silent, answered: bool, image: Image, for_good: bool) -> NoReturn:
    """Nobody answers after the request: most likely the image hangs. answered: it did once."""
    if silence.booted is not None and silence.booted.slot < 0:
        reason = "could not be started, and the boot loader did not answer; run the update again"
    elif for_good:
        reason = "was installed for good but did not answer; bring another image with a programmer"
    else:
        started = "started" if answered or silence.booted is not None else "was to start"
        reason = f"{started} on trial but did not answer; a reset takes it back"
    out().put(runs=False, confirmed=False, answers=False, version=str(image.version), reason=reason)
    out().detail(str(silence))
    out().say(f"version {image.version} {reason}", style="red")
    rejected()


def _confirmed(updater: Update) -> Slots:
    """Confirms the image on trial; what runs after that, which is another one if it was taken back meanwhile."""
    try:
        updater.confirm()
    except UserError:
        if updater.answering().kind == TRIAL:
            raise
    return updater.answering()


def _report(booted: Booted | None, after: Slots, image: Image, confirm: bool) -> None:
    trial = after.kind == TRIAL and not after.free
    runs = after.runs(image) and not after.rejected and not (confirm and trial)
    out().put(runs=runs, confirmed=runs and not trial, version=str(after.version), recovery=after.recovery,
              counter=after.counter)
    if booted is not None:
        out().put(boot_loader_ram=booted.peak)
        out().detail(f"the boot loader took {booted.peak:,} bytes of RAM, {booted.static:,} of them static")
    if runs:
        out().say(f"version {image.version} runs" + (" on trial" if trial else ""), style="green")
        return
    reason = (reason_text(after.rejected) if after.rejected else
              "it was not confirmed" if trial and after.runs(image) else "it was taken back")
    out().put(rejected=after.rejected, reason=reason)
    still = "no image can be started" if after.recovery else f"version {after.version} runs on"
    out().say(f"REFUSED: {reason}; {still}", style="red")
    rejected()
