# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The boot loader on emulated boards: updates, attacks, power cuts in real flash operations, RAM and flash."""
from __future__ import annotations

import json
import random
import struct
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from boot_boards import Board
from sampling import FULL
from support import skip_without

import report
from kilosig.device import boot_firmware
from kilosig.cli.app import app
from kilosig.device.boot_firmware import (HEADER_BYTES, POLICIES, SLOTS, boot_loader, booted, cut_in_exchange,
                                          flash_bytes, measured, signed, with_segment)
from kilosig.device.emulator import Emulator, image_path
from kilosig.device.frames import NO_SLOT
from kilosig.device.link import DeviceError, Link
from kilosig.device.update import IDLE, TRIAL, Updater
from kilosig.files import images
from kilosig.files.images import Version
from kilosig.files.linked import elf_code
from typer.testing import CliRunner

pytestmark = pytest.mark.board
WRITABLE = ("microbit", "mps2-an385")
application = cache(boot_firmware.application)  # a signature of SLH-DSA takes two seconds
INSTRUCTION_ACCESS = 1  # of a fault's CFSR: code from where the MPU forbids it
RETURN_AT_ONCE = bytes.fromhex("7047")  # bx lr
FREE_RAM, MARK = 0x20300000, 0x20300100
# ldr r0, [pc, #4]; str r0, [r0]; b .; nop; .word MARK: code that leaves a mark
MARKER = struct.pack("<4HI", 0x4801, 0x6000, 0xE7FE, 0xBF00, MARK)
LONG, STEPS = 20000, 78  # bytes, and of their exchange
VECTORS = 16  # of the core itself
MOST_RAM = {"ml-dsa-44": 6144, "hybrid": 6144, "lms": 1536, "slh-dsa": 1536, "slh-24": 1536}
MOST_FLASH = {"ml-dsa-44": 16384, "lms-bare": 8192}


@pytest.fixture(params=WRITABLE)
def name(request: pytest.FixtureRequest) -> str:
    skip_without(request.param)
    return str(request.param)


@pytest.fixture
def board(name: str, tmp_path: Path) -> Iterator[Board]:
    """Empty, but for the boot loader, which asks for LMS."""
    with Emulator(name, image=boot_loader(name, "lms", tmp_path)) as emulator:
        yield Board(emulator)


@pytest.mark.parametrize("policy", ["ml-dsa-44", "lms", "slh-dsa", "slh-24", "hybrid"])
def test_updates(name: str, policy: str, tmp_path: Path) -> None:
    """The life of a device under each policy."""
    with Emulator(name, image=boot_loader(name, policy, tmp_path)) as emulator:
        board = Board(emulator)
        assert board.slots().recovery
        after = board.install(application(name, policy, "1.0.0", 1))
        assert (str(after.version), after.kind, after.counter) == ("1.0.0", IDLE, 1)
        forged = bytearray(application(name, policy, "1.1.0", 2))
        forged[-20] ^= 4
        after = board.install(bytes(forged))
        assert after.rejected >= 0x100 and str(after.version) == "1.0.0"
        after = board.install(application(name, policy, "1.1.0", 2, number=1))
        assert after.rejected == 16 and str(after.version) == "1.0.0"
        after = board.install(application(name, policy, "1.1.0", 2))
        assert (str(after.version), after.counter, after.rejected) == ("1.1.0", 2, 0)


def test_trial(board: Board, name: str) -> None:
    """What does not confirm itself is taken back; meanwhile the other slot is closed."""
    board.install(application(name, "lms", "1.0.0", 1))
    after = board.install(application(name, "lms", "2.0.0", 2), confirm=False)
    assert (str(after.version), after.kind, after.free) == ("2.0.0", TRIAL, False)
    with pytest.raises(DeviceError) as error:
        board.send(b"anything")
    assert error.value.code == NO_SLOT
    assert booted(board.emulator) is not None
    after = board.slots()
    assert (str(after.version), after.kind, after.counter) == ("1.0.0", IDLE, 1)


def hangs(name: str, version: str, counter: int, code: str = "e7fe") -> bytes:
    """An image whose code is that (in half words, from the entry on), by default a branch to itself."""
    entry = SLOTS[name] + HEADER_BYTES + 4 * VECTORS
    words = bytes.fromhex(code)
    halves = b"".join(words[i:i + 2][::-1] for i in range(0, len(words), 2))
    table = struct.pack(f"<{VECTORS}I", 0x20002000, *[entry | 1] * (VECTORS - 1))  # the watchdog's interrupt, too
    image = images.build(table + halves, Version.parse(version), counter, HEADER_BYTES)
    image.tlvs += signed(image, "lms")
    return image.encode()


def updated(board: Board, data: bytes, path: Path, *more: str) -> tuple[int, Any]:
    """`kilosig update`: exit code and what it says."""
    path.write_bytes(data)
    done = CliRunner().invoke(app, ["update", str(path), "--port", f"unix:{board.emulator.socket_path}", "--json",
                                    *more])
    assert done.exit_code < 2, done.output
    return done.exit_code, json.loads(done.stdout)


def test_a_trial_that_hangs(tmp_path: Path) -> None:
    """Ends by the watchdog, which QEMU has of the mps2-an385: the image before runs on, and the tool says so, though
    both have the same version."""
    skip_without("mps2-an385")
    with Emulator("mps2-an385", image=boot_loader("mps2-an385", "lms", tmp_path)) as emulator:
        board = Board(emulator)
        board.install(application("mps2-an385", "lms", "1.0.0", 1))
        status, said = updated(board, hangs("mps2-an385", "1.0.0", 1), tmp_path / "image")
        assert (status, said["runs"], said["reason"], said["version"]) == (1, False, "it was taken back", "1.0.0")
        assert board.slots().kind == IDLE


def test_a_trial_that_resets(board: Board, name: str, tmp_path: Path) -> None:
    """An image of the same version that resets the board at once is taken back, and the tool does not take the one
    before for it; the same is true of its confirmation. The right one runs."""
    board.install(application(name, "lms", "1.0.0", 1))
    # ldr r0, [pc, #4]; ldr r1, [pc, #8]; str r1, [r0]; b .; AIRCR; SYSRESETREQ
    resets = hangs(name, "1.0.0", 1, "480149026001e7feed0ce000000405fa")
    status, said = updated(board, resets, tmp_path / "image")
    assert (status, said["runs"], said["reason"]) == (1, False, "it was taken back")
    with pytest.raises(DeviceError):
        board.restart(confirm=True)
    status, said = updated(board, application(name, "lms", "1.0.0", 1, filler=4), tmp_path / "image")
    assert (status, said["runs"], said["confirmed"]) == (0, True, True)


def test_an_image_that_hangs_without_a_watchdog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code that is linked after 0x200 bytes, after a header of 32: the boot loader finds nothing wrong with its
    vectors, and it never answers. The tool signs no such image; it says so of one, and of a device that is silent; a
    reset takes it back."""
    skip_without("microbit")
    monkeypatch.setattr("kilosig.device.update.BOOT_SECONDS", 5.0)
    linked = image_path("microbit", application="slot")
    keys = ["--private", str(tmp_path / "key"), "--public", str(tmp_path / "pub")]
    assert CliRunner().invoke(app, ["keygen", "--scheme", "ml-dsa-44", *keys]).exit_code == 0
    done = CliRunner().invoke(app, ["image", "sign", str(linked), str(tmp_path / "image"), "--version", "1",
                                    "--counter", "1", "-p", str(tmp_path / "key"), "--header-size", "32"])
    assert done.exit_code == 2 and not (tmp_path / "image").exists()
    wrong = images.build(elf_code(linked.read_bytes(), "slot")[1], Version.parse("1.1.0"), 1, 32)
    wrong.tlvs += signed(wrong, "lms")
    with Emulator("microbit", image=boot_loader("microbit", "lms", tmp_path)) as emulator:
        board = Board(emulator)
        board.install(application("microbit", "lms", "1.0.0", 1))
        status, said = updated(board, wrong.encode(), tmp_path / "image")
        assert (status, said["runs"], said["answers"]) == (1, False, False)
        assert said["reason"] == "started on trial but did not answer; a reset takes it back"
        done = CliRunner().invoke(app, ["update", str(tmp_path / "image"), "--port", f"unix:{emulator.socket_path}"])
        assert done.exit_code == 2 and "reset it if it was updated before" in " ".join(done.output.split())
        emulator.cut_power()
        assert (str(board.slots().version), board.slots().kind) == ("1.0.0", IDLE)
        assert updated(board, application("microbit", "lms", "1.1.0", 1), tmp_path / "image")[0] == 0


def test_another_product(tmp_path: Path) -> None:
    """Signed by the same key, and refused; so is one that says no product."""
    skip_without("mps2-an385")
    with Emulator("mps2-an385", image=boot_loader("mps2-an385", "lms", tmp_path, product=7)) as emulator:
        board = Board(emulator)
        for product, runs in ((8, False), (0, False), (7, True)):
            data = application("mps2-an385", "lms", "1.0.0", 1, product=product)
            status, said = updated(board, data, tmp_path / "image")
            assert (status, said["runs"]) == (1 - runs, runs)
            assert runs or said["reason"] == "for another product"


def test_rotation(name: str, tmp_path: Path) -> None:
    """Key 0 signs up to counter 4; from 5 on only key 1 does."""
    with Emulator(name, image=boot_loader(name, "lms", tmp_path, retired=5)) as emulator:
        board = Board(emulator)
        assert str(board.install(application(name, "lms", "1.0.0", 4)).version) == "1.0.0"
        assert board.install(application(name, "lms", "1.1.0", 5)).rejected == 17
        assert str(board.install(application(name, "lms", "1.1.0", 5, number=1)).version) == "1.1.0"
        assert board.install(application(name, "lms", "1.2.0", 6)).rejected == 17


def test_power_cuts(tmp_path: Path) -> None:
    """Of the micro:bit, whose flash controller is emulated: in the middle of exchanges, and at random moments."""
    skip_without("microbit")
    random.seed(5)
    with Emulator("microbit", image=boot_loader("microbit", "lms", tmp_path)) as emulator:
        board = Board(emulator)
        board.install(application("microbit", "lms", "1.0.0", 1))
        counter = 1
        for step in range(0, STEPS - 1, 1 if FULL else 10):
            counter += 1
            board.send(application("microbit", "lms", f"1.{counter}.0", counter, filler=LONG))
            assert cut_in_exchange(emulator, step) == step + 1
            after = board.slots()
            assert (str(after.version), after.kind) == (f"1.{counter}.0", TRIAL)
            board.confirm()
            assert (board.slots().kind, board.slots().counter) == (IDLE, counter)
        for _ in range(8):
            counter += 1
            board.send(application("microbit", "lms", f"1.{counter}.0", counter))
            transport = emulator.connect()
            Updater(Link(transport)).ask(for_good=True)
            transport.close()
            for _ in range(3):
                time.sleep(random.random() * 0.05)
                emulator.cut_power()
            assert str(board.slots().version) == f"1.{counter}.0"


def test_nothing_good_is_nothing_started(tmp_path: Path) -> None:
    """Where flash cannot be written: the slots are as the emulator was started with."""
    for name in ("stm32vldiscovery", "sifive_e"):
        skip_without(name)
        good = application(name, "ml-dsa-44", "1.0.0", 1)
        for place, reason in ((None, 0), (0, 2), (len(good) - 1, 0x10A), (600, 0x10C)):
            data = bytearray(good)
            if place is not None:
                data[place] ^= 1
            loader = boot_loader(name, "ml-dsa-44", tmp_path)
            loader.write_bytes(with_segment(loader.read_bytes(), SLOTS[name], bytes(data)))
            with Emulator(name, image=loader) as emulator:
                found = booted(emulator)
                assert found is not None and (found.slot, found.reason) == (0 if place is None else -1, reason)
                assert Board(emulator).slots().recovery == (place is not None)


def test_ram_and_flash(tmp_path: Path) -> None:
    """Within the aims, and as docs/boot.md says."""
    for name in SLOTS:
        skip_without(name)
    for name in SLOTS:
        for policy, most in MOST_FLASH.items():
            assert flash_bytes(name, policy) <= most
    for policy, most in MOST_RAM.items():
        assert POLICIES[policy] and measured("stm32vldiscovery", policy, tmp_path).peak <= most
    rows, documented = report.table(built=not FULL).splitlines(), report.documented().splitlines()
    assert rows == documented if FULL else len(rows) >= len(documented) - 3 and set(rows) <= set(documented), (
        "run `python test/boot/report.py --update`")


def test_command(board: Board, name: str, tmp_path: Path) -> None:
    """kilosig update: exit codes, what it says, and a transfer that was cut goes on."""
    assert board.slots().recovery
    port = f"unix:{board.emulator.socket_path}"

    def update(data: bytes, *options: str) -> tuple[int, str]:
        path = tmp_path / "image.bin"
        path.write_bytes(data)
        done = CliRunner().invoke(app, ["update", str(path), "--port", port, *options])
        return done.exit_code, done.output

    first = application(name, "lms", "1.0.0", 1)
    assert update(first, "--for-good") == (0, "the device waits in its boot loader\nversion 1.0.0 runs\n")
    new = application(name, "lms", "1.1.0", 2, filler=5000)
    transport = board.emulator.connect()
    updater = Updater(Link(transport))
    updater.send(new, updater.slots(), lambda count: None, stop_after=6000)
    transport.close()
    board.emulator.cut_power()
    status, text = update(new)
    assert status == 0 and "were already there" in text and "version 1.1.0 runs" in text
    assert booted(board.emulator) is not None
    status, text = update(first)
    assert status == 1 and "a rollback; version 1.1.0 runs on" in text
    assert update(b"no image")[0] == update(bytes(200))[0] == 2
    status, text = update(new.ljust(10, b"\0") if len(new) < 10 else application(name, "lms", "9.0", 9, filler=90000))
    assert status == 2 and "make a shorter one" in text


def patched(elf: bytes, address: int, code: bytes) -> bytes:
    """The ELF file with other code at an address."""
    offset, = struct.unpack_from("<I", elf, 28)
    size, count = struct.unpack_from("<HH", elf, 42)
    for i in range(count):
        kind, at, begin, _, length = struct.unpack_from("<5I", elf, offset + i * size)
        if kind == 1 and begin <= address < begin + length:
            at += address - begin
            return elf[:at] + code + elf[at + len(code):]
    raise AssertionError(hex(address))


def comes(emulator: Emulator, address: int, seconds: float = 30.0) -> int:
    """The word at an address, as soon as it is not 0."""
    emulator.connect().close()
    end = time.monotonic() + seconds
    while emulator.word(address) == 0 and time.monotonic() < end:
        time.sleep(0.05)
    return emulator.word(address)


def jump(place: int, address: int) -> bytes:
    """nop, if `place` is not that of a word; ldr r0, [pc, #0]; bx r0; .word address."""
    return bytes.fromhex("00bf")[:place % 4] + struct.pack("<HHI", 0x4800, 0x4700, address | 1)


@pytest.mark.parametrize("where", ["slot", "RAM"])
def test_guard(where: str, tmp_path: Path) -> None:
    """A boot loader that jumps into an image before the verdict, as a fault might make it: the MPU resets the chip. It
    is the MPU: without it the image runs."""
    name = "mps2-an385"
    skip_without(name)
    cortex = pytest.importorskip("cortex")  # reads the symbols; needs Unicorn
    image = application(name, "lms", "1.0.0", 1)
    loader = boot_loader(name, "lms", tmp_path)
    symbols = cortex.Machine(loader).symbols
    # What ksig_boot_choose, which link-time optimization has within main, calls first.
    choose, cfsr = symbols["ksig_boot_recall"] & ~1, symbols["fault_record"] + 8
    entry, = struct.unpack_from("<I", image, HEADER_BYTES + 4)
    code = with_segment(with_segment(loader.read_bytes(), SLOTS[name], image), FREE_RAM, MARKER)
    code = patched(code, choose, jump(choose, entry if where == "slot" else FREE_RAM))
    loader.write_bytes(code)
    with Emulator(name, image=loader) as emulator:
        assert comes(emulator, cfsr) == INSTRUCTION_ACCESS and emulator.word(MARK) == 0
    loader.write_bytes(patched(code, symbols["board_guard"] & ~1, RETURN_AT_ONCE))
    with Emulator(name, image=loader) as emulator:
        if where == "slot":
            assert not Board(emulator).slots().recovery
        else:
            assert comes(emulator, MARK) == MARK and emulator.word(cfsr) == 0
