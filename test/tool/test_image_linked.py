# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig image sign: code is put where it is linked, or refused; and kilosig update takes no other image for the one
that was sent."""
from __future__ import annotations

import socket
import struct
import threading
import zlib
from pathlib import Path

import pytest
from linked_code import HEADER, SLOT, Elf, vector_code
from typer.testing import Result

from kilosig.cli.app import app
from kilosig.device import frames
from kilosig.device.update import BOOTED, CONFIRM, INSTALL, SLOTS, SLOTS_ARE, SUM, SUM_IS, WRITE, WRITTEN, Slots
from kilosig.files import images
from support import runner

pytestmark = pytest.mark.library
IDLE, TRIAL = 1, 2


def kilosig(*arguments: object) -> Result:
    done = runner().invoke(app, [str(word) for word in arguments])
    assert "Traceback" not in done.output
    return done


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key, and code linked after a header of 0x200: as ELF and raw."""
    made = tmp_path_factory.mktemp("linked")
    code = vector_code(SLOT + HEADER)
    (made / "code.elf").write_bytes(Elf([(SLOT + HEADER, code)]).encode())
    (made / "code.bin").write_bytes(code)
    done = kilosig("keygen", "--scheme", "ml-dsa-44", "--private", made / "key", "--public", made / "pub")
    assert done.exit_code == 0
    return made


def sign(folder: Path, code: str, *more: object) -> Result:
    return kilosig("image", "sign", folder / code, folder / "image", "--version", "1.1.0", "--counter", 5, "-p",
                   folder / "key", "--force", "--slot-size", "0x8000", *more)


@pytest.mark.parametrize("code, more", [
    ("code.bin", ()), ("code.elf", ()), ("code.bin", ("--slot-address", SLOT)), ("code.bin", ("--header-size", 32)),
    ("code.bin", ("--header-size", 0x240)), ("code.elf", ("--header-size", 32)), ("code.elf", ("--header-size", 0x180)),
    ("code.elf", ("--header-size", 0x100, "--slot-address", SLOT)), ("code.elf", ("--slot-address", SLOT + 0x200)),
    ("code.bin", ("--header-size", 0x200, "--slot-address", SLOT + 0x400)), ("code.bin", ("--header-size", 0)),
    ("code.elf", ("--header-size", 0x200, "--product", 0))])
def test_a_wrong_size(folder: Path, code: str, more: list[object]) -> None:
    done = sign(folder, code, *more)
    assert done.exit_code == 2 and not (folder / "image").exists(), done.output


@pytest.mark.parametrize("code, more, address", [
    ("code.bin", ("--header-size", "0x200"), None), ("code.elf", ("--header-size", "0x200"), SLOT + HEADER),
    ("code.elf", ("--slot-address", SLOT), SLOT + HEADER)])
def test_the_right_size(folder: Path, code: str, more: list[object], address: int | None) -> None:
    """An ELF file says where it is linked, and so does the image, signed."""
    assert sign(folder, code, *more, "--product", "0x1234").exit_code == 0
    made = images.parse((folder / "image").read_bytes())
    assert (made.header_bytes, made.number(images.ADDRESS), made.number(images.PRODUCT)) == (HEADER, address, 0x1234)
    assert made.code == (folder / "code.bin").read_bytes()
    (folder / "image").unlink()


# ---- Devices -------------------------------------------------------------------------------------------------------


class FakeDevice(threading.Thread):
    """Takes any image, and starts it on trial; it resets, at once or after `answers` of SLOTS, and is taken back."""

    def __init__(self, image: images.Image, old: images.Image, answers: int, silent: bool = False) -> None:
        super().__init__(daemon=True)
        self.image, self.runs, self.old, self.answers, self.silent = image, old, old, answers, silent
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.flash, self.kind, self.confirmed = bytearray(b"\xff" * 0x4000), IDLE, 0

    def slots(self) -> bytes:
        free = int(self.kind == IDLE or self.confirmed == 1)
        said = Slots.LAYOUT.pack(1, 0, self.kind, free, len(self.flash), 1024, 0, 64, 1, *self.runs.version.fields,
                                 0, 0, 0, 0, 0)
        said += b"" if self.silent else self.runs.digest()[:16]
        if self.kind == TRIAL:
            self.answers -= 1
            self.take_back(self.answers == 0)
        return said

    def take_back(self, due: bool) -> None:
        if due and not self.confirmed:
            self.kind, self.runs = IDLE, self.old

    def answer(self, frame: frames.Frame) -> list[bytes]:
        if frame.type == SLOTS:
            return [frames.encode(SLOTS_ARE, self.slots())]
        if frame.type == SUM:
            at, length = struct.unpack("<II", frame.payload)
            return [frames.encode(SUM_IS, struct.pack("<III", at, length, zlib.crc32(self.flash[at:at + length])))]
        if frame.type == WRITE:
            at, = struct.unpack_from("<I", frame.payload)
            self.flash[at:at + len(frame.payload) - 4] = frame.payload[4:]
            return [frames.encode(WRITTEN, struct.pack("<I", at + len(frame.payload) - 4))]
        if frame.type == INSTALL:
            self.kind, self.runs = TRIAL, self.image
            self.take_back(self.answers == 0)
            return [frames.encode(frames.OK), frames.encode(BOOTED, struct.pack("<bIII", 0, 0, 0, 0))]
        if frame.type == CONFIRM:
            if self.kind != TRIAL:
                return [frames.encode(frames.ERROR, bytes([frames.STORAGE]))]
            self.confirmed = 1
            return [frames.encode(frames.OK)]
        return []

    def run(self) -> None:
        connection, _ = self.server.accept()
        decoder = frames.Decoder()
        while True:
            data = connection.recv(4096)
            if not data:
                return
            for frame in decoder.feed(data):
                for said in self.answer(frame):
                    connection.sendall(said)


@pytest.mark.parametrize("old, answers, silent, status", [
    ("1.1.0", 0, False, 1),    # the same version, and it is back before anybody asks
    ("1.0.0", 1, False, 1),    # it answers once, then it is back: the confirmation is refused
    ("1.1.0", 1, False, 1),
    ("1.1.0", 0, True, 2),     # a device that does not say what runs
    ("1.1.0", 9, False, 0), ("1.0.0", 9, False, 0)])
def test_what_runs(tmp_path: Path, old: str, answers: int, silent: bool, status: int) -> None:
    """Exit code 0 is for the image that was sent."""
    image = images.build(bytes(100), images.Version.parse("1.1.0"), 1)
    device = FakeDevice(image, images.build(bytes(104), images.Version.parse(old), 1), answers, silent)
    device.start()
    (tmp_path / "image").write_bytes(image.encode())
    done = kilosig("update", tmp_path / "image", "--port", f"tcp:127.0.0.1:{device.port}")
    assert done.exit_code == status, done.output
    assert (device.runs is image) == (status == 0) and bool(device.confirmed) == (status == 0)
