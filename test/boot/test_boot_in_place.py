# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Images that run in either slot, on emulated boards: each is linked for its slot and starts there. Nothing is
copied."""
from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from boot_boards import Board
from support import runner, skip_without

from kilosig.cli.app import app
from kilosig.device.boot_firmware import (ERASED, HEADER_BYTES, IN_PLACE, application, boot_loader,
                                          cut_in_record, signed)
from kilosig.device.boot_firmware import IN_PLACE_POLICY as POLICY
from kilosig.device.emulator import Emulator, image_path
from kilosig.device.link import Link
from kilosig.device.update import IDLE, TRIAL, Updater
from kilosig.files import images
from kilosig.files.images import Version
from kilosig.files.linked import elf_code

pytestmark = pytest.mark.board
CODE_MOST = 32 * 1024  # what boot.cmake links
BAD_HEADER, BAD_VECTORS, ROLLBACK, SIGNATURE = 3, 6, 12, 0x100
STARTED = 18  # the word of this mark in the page that remembers


class InPlace(Board):
    """What is installed is linked for the slot that the device asks for."""

    def __init__(self, name: str, emulator: Emulator) -> None:
        super().__init__(emulator)
        self.name, self.places = name, IN_PLACE[name]

    def image(self, version: str, counter: int, number: int = 0) -> bytes:
        slot = self.places.index(self.slots().target)
        return application(self.name, POLICY, version, counter, number, slot=slot)

    def runs_in(self) -> int:
        """The slot that the program counter is in, while an application answers; -1: none."""
        self.slots()
        at = self.emulator.runs_at()
        found = [i for i, place in enumerate(self.places) if place + HEADER_BYTES <= at < place + CODE_MOST]
        return found[0] if found else -1

    def state(self) -> tuple[str, int, int]:
        """Version, slot, counter."""
        after = self.slots()
        assert after.target == self.places[1 - self.runs_in()] and not after.recovery
        return str(after.version), self.runs_in(), after.counter


@pytest.fixture(params=sorted(IN_PLACE))
def board(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[InPlace]:
    """Empty, but for the boot loader."""
    skip_without(request.param)
    with Emulator(request.param, image=boot_loader(request.param, POLICY, tmp_path)) as emulator:
        yield InPlace(request.param, emulator)


def test_life_of_a_device(board: InPlace) -> None:
    """Slot after slot; what is bad, older, or not confirmed leaves the image before as it is, where it is."""
    before = board.slots()
    assert before.recovery and before.target == board.places[1]
    assert board.runs_in() == -1  # the boot loader
    board.install(board.image("1.0.0", 1))
    assert board.state() == ("1.0.0", 1, 1)
    board.install(board.image("1.1.0", 3))
    assert board.state() == ("1.1.0", 0, 3)
    forged = bytearray(board.image("1.2.0", 4))
    forged[-20] ^= 4
    for data, reason in ((bytes(forged), SIGNATURE), (board.image("1.2.0", 2), ROLLBACK)):
        after = board.install(data)
        assert after.rejected & ~0xFF == reason & ~0xFF and (reason == SIGNATURE or after.rejected == reason)
        assert board.state() == ("1.1.0", 0, 3)
    after = board.install(board.image("2.0.0", 5), confirm=False)
    assert (after.kind, after.free, board.runs_in()) == (TRIAL, False, 1)
    board.restart()
    assert board.state() == ("1.1.0", 0, 3) and board.slots().kind == IDLE
    board.install(board.image("2.0.0", 5))
    assert board.state() == ("2.0.0", 1, 5)


def test_only_in_its_own_slot(board: InPlace, tmp_path: Path) -> None:
    """The tool does not send an image for the other slot, and the boot loader does not start one: by its header, and by
    its vector table."""
    board.install(board.image("1.0.0", 1))
    own, other = 0, 1
    assert board.slots().target == board.places[own]
    wrong = application(board.name, POLICY, "1.1.0", 2, slot=other)
    path = tmp_path / "image.bin"
    path.write_bytes(wrong)
    done = runner().invoke(app, ["update", str(path), "--port", f"unix:{board.emulator.socket_path}"])
    assert done.exit_code == 2 and "give the image for that slot" in " ".join(done.output.split())
    assert board.install(wrong).rejected == BAD_HEADER
    linked = image_path(board.name, f"in-place-{other}", "slot")
    _, code = elf_code(linked.read_bytes(), str(linked))
    mixed = images.build(code, Version.parse("1.1.0"), 2, HEADER_BYTES, board.places[own])
    mixed.tlvs += signed(mixed, "lms")
    assert board.install(mixed.encode()).rejected == BAD_VECTORS
    assert board.state() == ("1.0.0", 1, 1)
    path.write_bytes(board.image("1.1.0", 2))
    done = runner().invoke(app, ["update", str(path), "--port", f"unix:{board.emulator.socket_path}"])
    assert done.exit_code == 0 and board.state()[:2] == ("1.1.0", 0)


def test_power_cuts(tmp_path: Path) -> None:
    """Of the micro:bit: after the record of an installation, before its image was started; and at random moments: then
    it runs on trial or was taken back, and can be brought again."""
    name, counter = "microbit", 1
    skip_without(name)
    random.seed(9)

    def recorded(words: list[int]) -> bool:
        return words[1] != ERASED and words[STARTED] == ERASED

    with Emulator(name, image=boot_loader(name, POLICY, tmp_path)) as emulator:
        board = InPlace(name, emulator)
        board.install(board.image("1.0.0", counter))
        for _ in range(4):
            counter += 1
            board.send(board.image(f"1.{counter}.0", counter))
            assert cut_in_record(emulator, recorded)
            assert board.state()[0] == f"1.{counter}.0" and board.slots().kind == TRIAL
            board.confirm()
            assert board.slots().counter == counter
        ends = set()
        for _ in range(12):
            before, counter = board.state(), counter + 1
            board.send(board.image(f"1.{counter}.0", counter))
            transport = emulator.connect()
            Updater(Link(transport)).ask(for_good=False)
            transport.close()
            time.sleep(random.random() * 0.05)
            emulator.cut_power()
            after = board.slots()
            ends.add(after.kind)
            if after.kind == TRIAL:
                assert board.state()[:2] == (f"1.{counter}.0", 1 - before[1])
                board.confirm()
            else:
                assert board.state() == before
            counter += 1
            board.install(board.image(f"1.{counter}.0", counter))
            assert board.state()[0] == f"1.{counter}.0" and board.slots().counter == counter
        assert TRIAL in ends
