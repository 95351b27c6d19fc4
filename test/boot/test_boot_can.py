# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Images over CAN: udsoncan, can-isotp and python-can as tester, against the boot loader and the application of the
emulated micro:bit, whose flash can be written."""
from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kilosig.cli.app import app
from kilosig.device.boot_firmware import application, boot_loader
from kilosig.device.bus import CONFIRM, INSTALL, SUM, BusDevice, NegativeResponse, open_bus
from kilosig.device.bus_update import BusUpdater
from kilosig.device.emulator import Emulator, free_port
from kilosig.device.update import IDLE, TRIAL
from support import runner, skip_without

pytest.importorskip("can")
pytestmark = pytest.mark.board
NAME, POLICY = "microbit", "lms-can"


class Unit:
    """A running board, empty but for its boot loader."""

    def __init__(self, folder: Path, policy: str) -> None:
        self.port = free_port()
        self.bus = f"slcan:tcp:127.0.0.1:{self.port}"
        self.emulator = Emulator(NAME, image=boot_loader(NAME, policy, folder), listen=("127.0.0.1", self.port))

    @contextmanager
    def updater(self, fd: bool = False, change: Callable[[Any], None] = lambda bus: None) -> Iterator[BusUpdater]:
        """change: of the bus, before anything is sent."""
        bus = open_bus(self.bus, fd)
        change(bus)
        with BusDevice(bus, fd, answer_seconds=2.0) as device:
            device.session()
            yield BusUpdater(device)


@pytest.fixture
def unit(tmp_path: Path) -> Iterator[Unit]:
    skip_without(NAME)
    started = Unit(tmp_path, POLICY)
    try:
        yield started
    finally:
        assert started.emulator.running(), started.emulator.messages()
        started.emulator.stop()


def update(unit: Unit, path: Path, data: bytes, *more: str) -> tuple[int, Any]:
    """`kilosig update --can`: exit code and what it says."""
    path.write_bytes(data)
    done = runner().invoke(app, ["update", str(path), "--can", unit.bus, "--json", *more])
    assert "Traceback" not in done.output
    return done.exit_code, json.loads(done.stdout) if done.exit_code < 2 else done.output


def test_life_of_a_device(unit: Unit, tmp_path: Path) -> None:
    """From the boot loader's recovery on: installed, refused, rolled back in vain; CAN and CAN FD."""
    path = tmp_path / "image"
    first = application(NAME, POLICY, "1.0.0", 3)
    status, said = update(unit, path, first)
    assert (status, said["runs"], said["version"], said["sent"]) == (0, True, "1.0.0", len(first) + -len(first) % 4)
    forged = bytearray(application(NAME, POLICY, "1.1.0", 4))
    forged[-20] ^= 4
    status, said = update(unit, path, bytes(forged), "--can-fd")
    assert (status, said["runs"], said["version"]) == (1, False, "1.0.0") and said["rejected"] >= 0x100
    status, said = update(unit, path, application(NAME, POLICY, "0.9.0", 2))
    assert (status, said["rejected"], said["version"]) == (1, 12, "1.0.0")
    status, said = update(unit, path, application(NAME, POLICY, "1.2.0", 5), "--can-fd")
    assert (status, said["version"]) == (0, "1.2.0")
    with unit.updater() as updater:  # confirmed; a restart makes that the rule
        assert updater.slots().kind == TRIAL
        updater.device.ask(lambda: updater.device.client.ecu_reset(1))
        _, after = updater.restarted()
        assert (after.kind, after.counter, str(after.version)) == (IDLE, 5, "1.2.0")


def test_ml_dsa(tmp_path: Path) -> None:
    """Over CAN FD, on whose emulated line there is half as much."""
    skip_without(NAME)
    unit = Unit(tmp_path, "ml-dsa-44-can")
    with unit.emulator:
        assert update(unit, tmp_path / "image", application(NAME, "ml-dsa-44-can", "1.0.0", 1), "--can-fd")[0] == 0
        forged = bytearray(application(NAME, "ml-dsa-44-can", "1.1.0", 2))
        forged[600] ^= 1
        assert update(unit, tmp_path / "image", bytes(forged), "--can-fd")[1]["version"] == "1.0.0"


def test_resume(unit: Unit, tmp_path: Path) -> None:
    """The tool ends in the middle, power fails too; what was written is not sent again."""
    data = application(NAME, POLICY, "1.0.0", 1, filler=6000)
    with unit.updater() as updater:
        slots = updater.slots()
        updater.device.block_bytes = 300
        updater.device.download(0, len(data) + -len(data) % 4)
        for counter in range(1, 31):
            updater.device.block(counter, data[300 * (counter - 1):300 * counter])
    unit.emulator.cut_power()
    status, said = update(unit, tmp_path / "image", data)
    assert status == 0 and said["runs"]
    assert said["already_there"] == 9000 // slots.page * slots.page and said["sent"] < len(data) - 8000
    # It is the primary image now; the same again finds nothing of it in the other slot.
    status, said = update(unit, tmp_path / "image", application(NAME, POLICY, "1.1.0", 1, filler=6000), "--can-fd")
    assert (status, said["version"]) == (0, "1.1.0")


def test_disturbed_bus(unit: Unit) -> None:
    """Frames get lost, and answers: blocks are repeated, and nothing is written twice."""
    data = application(NAME, POLICY, "1.0.0", 1)
    sent = [0]

    def loses(bus: Any) -> None:
        send, receive = bus.send, bus.recv

        def lossy(message: Any, timeout: Any = None) -> None:
            sent[0] += 1
            if sent[0] not in (200, 700):
                send(message, timeout)

        def deaf(timeout: Any = None) -> Any:
            message = receive(timeout)
            if message is not None and message.data[1:3] == b"\x76\x02" and not sent[0] < 0:
                sent[0] = -10_000  # once
                return None
            return message

        bus.send, bus.recv = lossy, deaf

    with unit.updater(change=loses) as updater:
        updater.send(data, updater.slots(), lambda count: None)
        assert sent[0] < 0
        assert updater.sum(0, len(data)) == zlib.crc32(data)
        updater.ask(for_good=True)
        assert str(updater.restarted()[1].version) == "1.0.0"


def test_order(unit: Unit) -> None:
    """What has no place where it comes, or does not fit, is refused; the board answers on, and starts nothing."""
    with unit.updater() as updater:
        device, client, slots = updater.device, updater.device.client, updater.slots()

        def refused(code: int, request: Callable[[], Any]) -> None:
            with pytest.raises(NegativeResponse) as caught:
                device.ask(request)
            assert caught.value.code == code, request

        assert slots.recovery and slots.free
        refused(0x24, lambda: client.transfer_data(1, b"more"))
        refused(0x24, client.request_transfer_exit)
        for begin, length in ((4, 8), (0, 6), (0, 0), (slots.slot_bytes, 4), (0, slots.slot_bytes + 4),
                              (0xFFFFFC00, 0x800), (slots.page, 0xFFFFFFFC)):
            with pytest.raises(NegativeResponse) as caught:
                device.download(begin, length)
            assert caught.value.code == 0x31, (begin, length)
        device.download(0, 8)
        refused(0x73, lambda: client.transfer_data(2, b"1234"))
        device.block(1, b"1234")
        refused(0x24, client.request_transfer_exit)
        refused(0x31, lambda: client.transfer_data(2, b"12345"))
        device.block(2, b"5678")
        device.block(2, b"5678")
        device.ask(client.request_transfer_exit)
        refused(0x24, lambda: client.transfer_data(3, b"9"))
        assert updater.sum(0, 8) == zlib.crc32(b"12345678")
        for option in (b"", b"\2", b"\0\0"):
            with pytest.raises(NegativeResponse):
                device.start(INSTALL, option)
        for option in (bytes(7), b"\0\0\0\0\xff\xff\xff\xff", b"\xff" * 8):
            with pytest.raises(NegativeResponse):
                device.start(SUM, option)
        refused(0x22, lambda: client.start_routine(CONFIRM))  # nothing runs that could be confirmed
        refused(0x11, lambda: client.write_data_by_identifier(0x0110, bytes(100)))
        device.session(1)
        refused(0x7F, lambda: client.transfer_data(1, b"1"))
        device.session()
        updater.ask(for_good=True)
        found = updater.restarted()[1]
        assert found.recovery and found.rejected == 2


def test_the_wrong_device(tmp_path: Path) -> None:
    """A control unit for tokens has no slots; and places to send to exclude one another."""
    skip_without("stm32vldiscovery")
    from kilosig.device.emulator import image_path
    image = tmp_path / "image"
    image.write_bytes(application(NAME, POLICY, "1.0.0", 1))
    port = free_port()
    with Emulator("stm32vldiscovery", image=image_path("stm32vldiscovery", application="can"),
                  listen=("127.0.0.1", port)):
        done = runner().invoke(app, ["update", str(image), "--can", f"slcan:tcp:127.0.0.1:{port}"])
    assert done.exit_code == 2 and "takes no images" in " ".join(done.output.split())
    done = runner().invoke(app, ["update", str(image), "--can", "slcan:x", "--port", "tcp:1:2"])
    assert done.exit_code == 2 and "one of --board, --port and --can" in " ".join(done.output.split())
