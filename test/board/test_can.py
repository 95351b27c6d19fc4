# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The control unit of firmware/can on the emulated 8 kB board, with udsoncan, can-isotp and python-can as tester."""
from __future__ import annotations

import os
import random
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kilosig.device.bus import (ACTIVATE, CERTIFICATE_CONTEXT, DEACTIVATE, DID_FEATURE, DID_FEATURES, PROOF_CONTEXT,
                                PURPOSE_ACTIVATE, REQUEST_ID, BusDevice, BusError, NegativeResponse, Reason, Want,
                                open_bus)
from kilosig.device.can_frames import FD_LENGTHS, Traffic, classic_bits, fd_bits
from kilosig.device.emulator import Emulator, free_port, image_path
from kilosig.device.frames import token
from kilosig.device.link import Inputs
from kilosig.device.transfer import CAN, CAN_FD
from kilosig.errors import UserError
from kilosig.library.binding import load
from kilosig.library.verdicts import ACCEPT
from sampling import FULL
from support import private_key, public_key, skip_without

can = pytest.importorskip("can")
pytestmark = pytest.mark.board

BOARD, SCHEME, DEVICE = "stm32vldiscovery", "ml-dsa-44", b"test-device!"
SEQUENCES = int(os.environ.get("KSIG_CAN_SEQUENCES", "100" if FULL else "50"))
BOARDS = 6
# Bytes in front of the signature of a request that authenticates.
BODY = b"\x01" + DEVICE + b"workshop-007"


class Unit:
    """A running board that is provisioned; its counter is that of the last token."""

    def __init__(self) -> None:
        skip_without(BOARD)
        self.port, self.counter = free_port(), 0
        self.emulator = Emulator(BOARD, image=image_path(BOARD, application="can"), listen=("127.0.0.1", self.port))
        scheme = load().scheme(SCHEME)
        assert scheme is not None
        self.anchor = scheme.anchor(public_key(SCHEME))
        with self.connect() as device:
            device.provision(SCHEME, DEVICE, 0, bytes(16), self.anchor)

    def bus(self) -> Any:
        return open_bus(f"slcan:tcp:127.0.0.1:{self.port}")

    def connect(self, fd: bool = False) -> BusDevice:
        device = BusDevice(self.bus(), fd)
        device.session()
        return device

    def token(self, feature: int = 3) -> Inputs:
        """A signed token with the next counter."""
        self.counter += 1
        message = token(DEVICE, feature, self.counter)
        return Inputs(public_key(SCHEME), message, private_key(SCHEME).sign(message))


@pytest.fixture(scope="module")
def unit() -> Iterator[Unit]:
    started = Unit()
    try:
        yield started
    finally:
        assert started.emulator.running(), started.emulator.messages()
        started.emulator.stop()


def activate(device: BusDevice, inputs: Inputs) -> Reason:
    reason = device.run(PURPOSE_ACTIVATE, inputs)
    return device.activate() if reason.verdict == ACCEPT else reason


@pytest.mark.parametrize("fd", [False, True])
def test_a_feature_is_activated(unit: Unit, fd: bool) -> None:
    feature = 4 + fd
    with unit.connect(fd) as device:
        traffic = Traffic()
        device.record(traffic)
        assert device.read(DID_FEATURE + feature) == b"\0"
        reason = activate(device, unit.token(feature))
        assert (reason.verdict, reason.activation, reason.counter) == (ACCEPT, 1, unit.counter)
        assert device.read(DID_FEATURE + feature) == b"\1"
        figures = device.figures()
    assert figures.state + figures.stack <= 4616  # README's figure
    assert figures.peak <= figures.ram == 8192
    # Every frame counted, within the bounds of a model that knows their lengths only.
    least, most = (CAN_FD if fd else CAN).frame_seconds(500_000)
    assert traffic.frames > (60 if fd else 500)
    assert 0.8 * least * traffic.frames * (0.5 if fd else 1) < traffic.seconds(500_000, 2_000_000) < \
        most * traffic.frames


def test_bits_of_frames() -> None:
    """Against the bounds of ISO 11898-1, and a frame counted by hand: 0 x 5 bits is followed by a stuff bit."""
    draw = random.Random(1)
    for _ in range(200):
        data = draw.randbytes(8)
        assert 111 <= classic_bits(draw.randrange(2048), data) <= 135
        nominal, fast = fd_bits(draw.randrange(2048), draw.randbytes(64))
        assert 30 <= nominal <= 33 and 5 + 512 + 32 <= fast <= 5 + 512 + 32 + 130
    # SOF and identifier 12 zeros, control 3 and DLC 4 zeros: 19 zeros and 15 of the CRC are 34 zeros and 6 stuff bits,
    # each of which begins a run of its own.
    assert classic_bits(0, b"") == 34 + 6 + 13


FORGERIES: list[Callable[[Inputs], Inputs]] = [
    lambda i: Inputs(i.key, i.message, bytes([i.signature[0] ^ 1]) + i.signature[1:]),
    lambda i: Inputs(i.key, i.message, i.signature[:-1] + bytes([i.signature[-1] ^ 0xFF])),
    lambda i: Inputs(i.key, i.message[:13] + b"\x1f" + i.message[14:], i.signature),
    lambda i: Inputs(i.key[:-1] + bytes([i.key[-1] ^ 1]), i.message, i.signature),
    lambda i: Inputs(bytes(1312), i.message, i.signature),
    lambda i: Inputs(i.key, i.message + b"\0", i.signature),
    lambda i: Inputs(i.key, i.message, i.signature + b"\0"),
]


@pytest.mark.parametrize("number", range(len(FORGERIES)))
def test_forgeries_are_refused(unit: Unit, number: int) -> None:
    """Over CAN FD, on whose emulated line there is half as much."""
    with unit.connect(fd=True) as device:
        before = device.read(DID_FEATURES)
        try:
            assert activate(device, FORGERIES[number](unit.token(20))).activation == 0
        except NegativeResponse as error:
            assert error.code == 0x31  # a length that cannot be
        with pytest.raises(NegativeResponse):
            device.start(ACTIVATE)
        assert device.read(DID_FEATURES) == before


def test_verdict_first(unit: Unit) -> None:
    """No order of requests activates without a verdict."""
    inputs = unit.token(21)
    with unit.connect(fd=True) as device:
        before = device.read(DID_FEATURES)

        def refused() -> None:
            with pytest.raises(NegativeResponse):
                device.start(ACTIVATE)
            assert device.read(DID_FEATURES) == before

        refused()
        want = device.prepare(PURPOSE_ACTIVATE, (33, 2420, 1312))
        refused()
        want = device.transfer(1, inputs.read(want.part, 0, 33))
        refused()
        want = device.transfer(2, inputs.signature)
        device.transfer(3, inputs.key)
        refused()
        with pytest.raises(NegativeResponse):
            device.ask(lambda: device.client.transfer_data(9, b"more"))
        device.session()  # which ends what was before
        refused()
        assert want == Want(1, 0, 1312)
        assert activate(device, inputs).activation == 1


class Disturbed:
    """Does something to the frames of one side, counted from now on: `what` gets the number and the frame, and returns
    the frames that go on."""

    def __init__(self, bus: Any, what: Callable[[int, Any], list[Any]], answers: bool = False) -> None:
        self.number, self.changed = 0, 0
        if answers:
            receive = bus.recv

            def recv(timeout: float | None = None) -> Any:
                message = receive(timeout)
                return message if message is None or self.passed(what, message) else None

            bus.recv = recv
        else:
            send = bus.send

            def sent(message: Any, timeout: float | None = None) -> None:
                for one in self.passed(what, message):
                    send(one, timeout)

            bus.send = sent

    def passed(self, what: Callable[[int, Any], list[Any]], message: Any) -> list[Any]:
        """The frames that go on. Counts the frames to which something was done."""
        self.number += 1
        before = bytes(message.data)
        frames = what(self.number, message)
        self.changed += len(frames) != 1 or frames[0] is not message or bytes(message.data) != before
        return frames


def swapped() -> Callable[[int, Any], list[Any]]:
    held: list[Any] = []

    def swap(number: int, message: Any) -> list[Any]:
        if number == 100:
            held.append(message)
            return []
        return [message, held.pop()] if held else [message]

    return swap


def wrong_number(number: int, message: Any) -> list[Any]:
    if number == 100 and message.data[0] >> 4 == 2:
        message.data[0] ^= 8
    return [message]


DISTURBANCES = {
    "lost": (lambda n, m: [] if n in (20, 200) else [m], False),
    "repeated": (lambda n, m: [m, m] if n == 100 else [m], False),
    "out of order": (swapped(), False),
    "wrong sequence number": (wrong_number, False),
    "flow control lost": (lambda n, m: [] if n == 12 and m.data[0] >> 4 == 3 else [m], True),
    "answers lost": (lambda n, m: [] if n in (3, 5) else [m], True),
}


@pytest.mark.parametrize("name", DISTURBANCES)
def test_disturbed_bus(unit: Unit, name: str) -> None:
    """The transfer goes on where it was, and ends as it should."""
    what, answers = DISTURBANCES[name]
    bus = unit.bus()
    with BusDevice(bus, answer_seconds=1.5) as device:
        device.session()
        disturbed = Disturbed(bus, what, answers)
        reason = activate(device, unit.token(6))
        assert (reason.verdict, reason.activation) == (ACCEPT, 1)
        assert disturbed.number > (50 if answers else 500) and disturbed.changed


def test_authentication(unit: Unit) -> None:
    """Two verifications in a row: the certificate, then the proof; and what only the authentic may do."""
    with unit.connect(fd=True) as device:
        assert activate(device, unit.token(7)).activation == 1

        def deactivate() -> None:
            device.start(DEACTIVATE, b"\x07")

        def refused(code: int, request: Callable[[], Any]) -> None:
            with pytest.raises(NegativeResponse) as caught:
                device.ask(request)
            assert caught.value.code == code

        refused(0x34, deactivate)
        scheme = load().scheme(SCHEME)
        assert scheme is not None
        tester_public = public_key(SCHEME, 1)
        body = BODY + scheme.anchor(tester_public)

        def certificate(context: bytes) -> bytes:
            return body + private_key(SCHEME).sign(body, context) + public_key(SCHEME)

        client = device.client
        refused(0x51, lambda: client.verify_certificate_unidirectional(0, certificate(b"")))
        refused(0x24, lambda: client.proof_of_ownership(bytes(3732)))
        right = certificate(CERTIFICATE_CONTEXT)

        def challenge() -> bytes:
            answer = device.ask(lambda: client.verify_certificate_unidirectional(0, right)).service_data
            assert answer.return_value == 0x11
            return bytes(answer.challenge_server)

        def proof(number: int, challenged: bytes) -> bytes:
            signed = private_key(SCHEME, number).sign(DEVICE + challenged, PROOF_CONTEXT)
            return bytes(signed) + public_key(SCHEME, number)

        first = challenge()
        old = proof(1, first)
        refused(0x58, lambda: client.proof_of_ownership(proof(0, first)))  # the owner's key is not the tester's
        assert challenge() != first
        refused(0x58, lambda: client.proof_of_ownership(old))  # a proof of another challenge
        refused(0x34, deactivate)
        answer = proof(1, challenge())
        assert device.ask(lambda: client.proof_of_ownership(answer)).service_data.return_value == 0x12
        deactivate()
        assert device.read(DID_FEATURE + 7) == b"\0"
        device.session()
        refused(0x34, deactivate)


def test_two_testers_at_once(unit: Unit) -> None:
    """With one pair of identifiers they disturb one another. The board stays sane, and serves the one that is left."""
    bus = unit.bus()
    with BusDevice(bus, answer_seconds=1.0) as one:
        one.session()
        before = one.read(DID_FEATURES)
        other = BusDevice(bus, answer_seconds=1.0, notifier=one._notifier)
        forged = unit.token(22)
        forged = Inputs(forged.key, forged.message, forged.signature[:-1] + b"\xff")

        def meddle() -> None:
            end = time.monotonic() + 6
            while time.monotonic() < end:
                try:
                    activate(other, forged)
                except (UserError, ValueError, IndexError):
                    pass  # answers to the other tester, or none

        thread = threading.Thread(target=meddle)
        thread.start()
        genuine = unit.token(8)
        try:
            while thread.is_alive():
                try:
                    activate(one, genuine)
                except (BusError, UserError, ValueError, IndexError):
                    pass
        finally:
            thread.join()
            other.close()
        time.sleep(1.5)
        one.session()
        features = int.from_bytes(one.read(DID_FEATURES), "big") | 1 << 8
        assert features == int.from_bytes(before, "big") | 1 << 8  # nothing but what was signed
        assert activate(one, unit.token(8)).activation == 1


def random_frame(draw: random.Random) -> bytes:
    """As a line of SLCAN."""
    fd = draw.random() < 0.1
    length = draw.choice((12, 64)) if fd else draw.choice((8, 8, 8, draw.randrange(9)))
    data = bytearray(draw.randbytes(length))
    if length and draw.random() < 0.8:
        data[0] = draw.choice((draw.randrange(1, 8), 0x10 | draw.randrange(16), 0x20 | draw.randrange(16), 0x30, 0x31))
    if length > 2 and draw.random() < 0.8:
        data[draw.choice((1, 2))] = draw.choice((0x10, 0x22, 0x29, 0x2E, 0x31, 0x34, 0x36, 0x37, 0x3E))
    identifier = draw.choice((REQUEST_ID, REQUEST_ID, REQUEST_ID, 0x7DF, draw.randrange(2048)))
    return line(identifier, data, fd)


def line(identifier: int, data: bytes, fd: bool = False) -> bytes:
    """A frame as a line of SLCAN."""
    return f"{'b' if fd else 't'}{identifier:03X}{FD_LENGTHS.index(len(data)):X}{data.hex()}\r".encode()


def message(data: bytes) -> bytes:
    """A request of at most 104 bytes, as lines. Flow control is not waited for: the board sees one after another."""
    if len(data) <= 7:
        return line(REQUEST_ID, bytes([len(data)]) + data)
    frames = [bytes([0x10, len(data)]) + data[:6]]
    frames += [bytes([0x21 + i]) + data[6 + 7 * i:13 + 7 * i] for i in range(-(-(len(data) - 6) // 7))]
    return b"".join(line(REQUEST_ID, frame) for frame in frames)


FRESH = message(b"\x10\x03")
LOADING = (FRESH + message(b"\x31\x01\x03\x00" + struct.pack(">BIII", PURPOSE_ACTIVATE, 33, 2420, 1312)) +
           message(b"\x34\x00\x44" + struct.pack(">II", 0, 33 + 2420 + 1312)))
# The adapter's version: an answer that no frame causes, and so the end of what a sequence caused.
MARK, MARKED = b"V\r", b"V1013\r"
WINDOW = 8  # sequences that are under way at once


def random_sequences(unit: Unit, seed: int, count: int) -> int:
    """How many random frames there were. After each sequence, a new session is granted and the features are what they
    were: those are the last two answers. In the end a token is still obeyed."""
    draw, frames = random.Random(seed), 0
    with unit.connect() as device:
        before = device.read(DID_FEATURES)
    right = [b"t7E880650030032" + b"01F4CC", b"t7E8807620100" + before.hex().upper().encode()]
    with socket.create_connection(("127.0.0.1", unit.port), 60) as adapter:
        adapter.sendall(b"\rO\r" + MARK)
        heard, sent, ended = b"", 0, -1  # the first mark ends what opening the bus caused
        while ended < count:
            while sent < min(count, ended + WINDOW):
                ours = [random_frame(draw) for _ in range(draw.randrange(40))]
                begun = LOADING if draw.random() < 0.3 else b""
                frames += len(ours)
                adapter.sendall(begun + b"".join(ours) + FRESH + message(b"\x22\x01\x00") + MARK)
                sent += 1
            data = adapter.recv(65536)
            assert data, "the board ended"
            heard += data
            while MARKED in heard:
                answers, _, heard = heard.partition(MARKED)
                if ended >= 0:
                    said = [one.lstrip(b"\a") for one in answers.split(b"\r")]
                    assert [one for one in said if one.startswith(b"t7E8")][-2:] == right, (seed, ended, said)
                ended += 1
        adapter.sendall(b"C\r")
    with unit.connect() as device:
        assert activate(device, unit.token(9)).activation == 1
    return frames


def test_random_sequences(unit: Unit) -> None:
    """KSIG_CAN_SEQUENCES of them; test/can does 10,000 on this computer, `make can` on boards, which wait for their
    lines more than they work."""
    boards = [unit] + [Unit() for _ in range(min(BOARDS, SEQUENCES // 1000) - 1)]
    shares = [SEQUENCES * (i + 1) // len(boards) - SEQUENCES * i // len(boards) for i in range(len(boards))]
    try:
        with ThreadPoolExecutor(len(boards)) as pool:
            frames = sum(pool.map(random_sequences, boards, range(len(boards)), shares))
    finally:
        for other in boards[1:]:
            other.emulator.stop()
    counted = (f"can, emulated board: {SEQUENCES:,} random sequences, {frames:,} random frames, every sequence "
               "answered, nothing activated\n")
    results = Path(__file__).resolve().parents[2] / "build" / "results"
    results.mkdir(parents=True, exist_ok=True)
    (results / "can-board.txt").write_text(counted)
