# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The serial link of the board under noise, repetition, loss and disconnection."""
from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from kilosig.device import frames
from kilosig.device.emulator import Emulator
from kilosig.device.frames import DeviceVerdict, DeviceWant, Frame, encode
from kilosig.device.link import DeviceError, Inputs, Link, LinkError, verdict_of
from kilosig.device.transports import Transport
from kilosig.library import verdicts
from kilosig.library.catalog import SCHEMES
from support import private_key, public_key

pytestmark = pytest.mark.board

SCHEME = "ml-dsa-44"
PATIENCE = 20.0  # seconds for an answer that must come


def inputs() -> Inputs:
    """A key, a message of the length of a token, and its signature."""
    message = bytes(range(33))
    return Inputs(public_key(SCHEME), message, private_key(SCHEME).sign(message))


def begin(link: Link, session: int, data: Inputs) -> DeviceWant:
    """VERIFY; the first WANT."""
    first = link.verify(session, data, SCHEME, SCHEMES[SCHEME].anchor(data.key))
    assert isinstance(first, DeviceWant)
    return first


class Raw:
    """Sends bytes and collects the frames that come."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.decoder = frames.Decoder()

    def exchange(self, data: bytes, count: int = 1, after: float = 0.05) -> list[Frame]:
        """The answers: waits for so many frames, however busy this machine is, and takes what comes `after`."""
        self.transport.send(data)
        collected: list[Frame] = []
        until = time.monotonic() + PATIENCE
        while True:
            waits = after if len(collected) >= count else until - time.monotonic()
            received = self.transport.receive(max(waits, 0.0))
            if not received:
                return collected
            collected += self.decoder.feed(received)

    def unanswered(self, data: bytes, seconds: float) -> bool:
        """Whether nothing comes for so long."""
        return self.exchange(data, 0, seconds) == []


@pytest.fixture
def raw(link: Link) -> Raw:
    """The link's transport without its protocol."""
    return Raw(link.transport)


def kinds(received: list[Frame]) -> list[int]:
    """Types of frames."""
    return [frame.type for frame in received]


BAD_FRAME = Frame(frames.ERROR, bytes([frames.BAD_FRAME]))


@pytest.mark.parametrize("noise", [b"\0", b"\xff" * 300, b"\xa5", b"\xa5\xa5", b"\xa5\x00\x5a", b"\x5a\xa5",
                                   bytes(range(64))], ids=bytes.hex)
def test_noise_before_a_frame(raw: Raw, noise: bytes) -> None:
    """What is no start is skipped without a word."""
    assert kinds(raw.exchange(noise + encode(frames.HELLO))) == [frames.INFO]


def test_damaged_frames(raw: Raw) -> None:
    """Each byte after the start changed: never an INFO; afterwards the device listens again."""
    good = encode(frames.HELLO)
    for position in range(2, len(good)):
        damaged = bytearray(good)
        damaged[position] ^= 0x01
        if position in (3, 4):  # a longer announced length is given up in silence
            assert raw.unanswered(bytes(damaged), 0.4), position
        else:
            assert raw.exchange(bytes(damaged)) == [BAD_FRAME], position
        assert kinds(raw.exchange(good)) == [frames.INFO]


def test_too_long(raw: Raw) -> None:
    """A length over 384 is refused at once."""
    assert BAD_FRAME in raw.exchange(b"\xa5\x5a\x05\x81\x01" + b"x" * 10, after=0.3)
    assert kinds(raw.exchange(encode(frames.HELLO))) == [frames.INFO]


def test_silence_inside_a_frame(raw: Raw) -> None:
    """A frame that stops is forgotten after 200 ms; short of that it may go on."""
    good = encode(frames.HELLO)
    for cut in range(1, len(good)):
        assert raw.unanswered(good[:cut], 0.35)
        assert kinds(raw.exchange(good)) == [frames.INFO]
    assert raw.unanswered(good[:4], 0.05)
    assert kinds(raw.exchange(good[4:])) == [frames.INFO]


def test_bad_requests(link: Link, raw: Raw) -> None:
    """Unknown types, wrong lengths, data nobody wants: one ERROR each, and the open session goes on."""
    link.abort()
    data = inputs()
    payload = frames.data_payload(1, 0, b"x")
    assert raw.exchange(encode(frames.DATA, payload)) == [Frame(frames.ERROR, bytes([frames.NO_SESSION]))]
    assert raw.exchange(encode(frames.RESUME, bytes(4))) == [Frame(frames.ERROR, bytes([frames.NO_SESSION]))]
    want = begin(link, 5, data)
    for kind, body, code in (
            (0x08, b"", frames.UNKNOWN_TYPE), (0x00, b"", frames.UNKNOWN_TYPE), (0x81, b"", frames.UNKNOWN_TYPE),
            (frames.HELLO, b"x", frames.BAD_PAYLOAD), (frames.ACTIVATE, b"", frames.NOT_PROVISIONED),
            (frames.VERIFY, bytes(20), frames.BAD_PAYLOAD), (frames.PROVISION, bytes(123), frames.BAD_PAYLOAD),
            (frames.DATA, b"", frames.BAD_PAYLOAD), (frames.DATA, bytes(5), frames.BAD_PAYLOAD),
            (frames.RESUME, bytes(3), frames.BAD_PAYLOAD), (frames.ABORT, b"x", frames.BAD_PAYLOAD),
            (frames.RESUME, b"\x06\0\0\0", frames.NO_SESSION),
            # More than wanted
            (frames.DATA, frames.data_payload(want.part, want.offset, bytes(want.length + 1)), frames.BAD_PAYLOAD)):
        answer = raw.exchange(encode(kind, body))
        if kind == frames.ACTIVATE:
            assert answer in ([Frame(frames.ERROR, bytes([frames.BAD_PAYLOAD]))],
                              [Frame(frames.ERROR, bytes([frames.NOT_PROVISIONED]))])
        else:
            assert answer == [Frame(frames.ERROR, bytes([code]))], (kind, body)
    assert verdict_of(link.stream(link.resume(5), data)).verdict == verdicts.ACCEPT


def test_wrong_part_and_offset(link: Link, raw: Raw) -> None:
    """DATA from elsewhere changes nothing: the answer is the WANT that stands."""
    data = inputs()
    want = begin(link, 6, data)
    for part, offset in ((want.part, want.offset + 1), (want.part % 3 + 1, want.offset), (0, 0), (9, 0),
                         (want.part, 0xFFFFFFFF)):
        answer = raw.exchange(encode(frames.DATA, frames.data_payload(part, offset, b"\xee")))
        assert [DeviceWant.parse(frame.payload) for frame in answer] == [want]
    assert verdict_of(link.stream(want, data)).verdict == verdicts.ACCEPT


def test_small_pieces_and_repeated_frames(link: Link, raw: Raw) -> None:
    """DATA of changing sizes, every frame twice: the repetition is answered and not taken."""
    data = inputs()
    answer = begin(link, 7, data)
    generator = random.Random(7)
    verdict = None
    while verdict is None:
        length = min(answer.length, generator.choice((1, 7, 64, link.hello().chunk)))
        frame = encode(frames.DATA, frames.data_payload(answer.part, answer.offset,
                                                        data.read(answer.part, answer.offset, length)))
        received = raw.exchange(frame + frame, 2, 0)
        assert len(received) == 2 and received[0] == received[1]
        if received[0].type == frames.VERDICT:
            verdict = DeviceVerdict.parse(received[0].payload)
        else:
            answer = DeviceWant.parse(received[0].payload)
    assert verdict.verdict == verdicts.ACCEPT
    # What stands after the end is the verdict.
    assert link.resume(7) == verdict


def test_device_repeats_its_want(link: Link) -> None:
    """1 s without a frame: the WANT again, three times, then silence; the session stays."""
    data = inputs()
    want = begin(link, 8, data)
    decoder = frames.Decoder()
    received: list[Frame] = []
    end = time.monotonic() + 5.5
    while time.monotonic() < end:
        received += decoder.feed(link.transport.receive(0.1))
    assert [DeviceWant.parse(frame.payload) for frame in received] == [want] * 3
    assert verdict_of(link.stream(link.resume(8), data)).verdict == verdicts.ACCEPT


class Lossy:
    """A transport that damages or loses some of what passes. spoil gets bytes and the probability to damage them."""

    def __init__(self, transport: Transport, spoil: Callable[[bytes, float], bytes]) -> None:
        self._transport = transport
        self._spoil = spoil

    def send(self, data: bytes) -> None:
        """See Transport."""
        self._transport.send(self._spoil(data, 0.1))

    def receive(self, seconds: float) -> bytes:
        """See Transport."""
        # What arrives at once is often a single byte; an answer has 20.
        return self._spoil(self._transport.receive(seconds), 0.005)

    def close(self) -> None:
        """See Transport."""
        self._transport.close()


def test_lossy_line(board: Emulator) -> None:
    """One frame in ten is lost, damaged, or preceded by noise, both ways: slower, but the same verdict."""
    generator = random.Random(9)
    spoiled = 0

    def spoil(data: bytes, probability: float) -> bytes:
        nonlocal spoiled
        if not data or generator.random() > probability:
            return data
        spoiled += 1
        kind = generator.randrange(4)
        at = generator.randrange(len(data))
        if kind == 0:
            return b""
        if kind == 1:
            return data[:at] + bytes([data[at] ^ 1 << generator.randrange(8)]) + data[at + 1:]
        return (b"\xa5\x5a\x00" + data) if kind == 2 else data[:at] + data[at + 1:]

    transport = board.connect()
    link = Link(Lossy(transport, spoil), answer_seconds=0.5)
    data = inputs()
    for session in range(20, 24):
        result = verdict_of(link.stream(begin(link, session, data), data))
        assert result.verdict == verdicts.ACCEPT
    assert spoiled > 3
    transport.close()


def test_dead_line(board: Emulator) -> None:
    """A device that never answers is reported after the last retry, in one sentence."""
    transport = board.connect()
    link = Link(Lossy(transport, lambda data, probability: b""), answer_seconds=0.02)
    with pytest.raises(LinkError, match="does not answer"):
        link.hello()
    assert link.sent_frames == 6
    transport.close()


def test_silent_emulator() -> None:
    """An emulated board is gone when the message is read, so that this says where its core was."""
    with pytest.raises(LinkError, match=r"does not answer: .*\. The emulated core is at 0x8[0-9a-f]+\.$"), \
            Emulator("stm32vldiscovery") as emulator:
        Link(Lossy(emulator.connect(), lambda data, probability: b""), answer_seconds=0.02).hello()


class Hearing:
    """A transport to a device that hears each frame damaged, up to the `good`th, which is HELLO."""

    def __init__(self, good: int) -> None:
        self._left = good

    def send(self, data: bytes) -> None:
        """See Transport."""
        self._left -= 1

    def receive(self, seconds: float) -> bytes:
        """See Transport."""
        if self._left > 0:
            return encode(frames.ERROR, bytes([frames.BAD_FRAME]))
        return encode(frames.INFO, bytes([2, 0, 64]) + bytes(93))

    def close(self) -> None:
        """See Transport."""


def test_damaged_for_a_while() -> None:
    """Ten damaged frames in a second are no reason to give up; 12 s of them are."""
    link = Link(Hearing(10), answer_seconds=0.5)
    link.hello()
    assert link.sent_frames == 10
    with pytest.raises(LinkError, match="device damaged"):
        Link(Hearing(1 << 30), answer_seconds=0.02).hello()


@pytest.mark.parametrize("stop_after", [1, 40, 700, 2000, 2460, 3700])
def test_disconnect_and_resume(board: Emulator, stop_after: int) -> None:
    """The connection ends somewhere, half a frame on its way; another one goes on from the same WANT."""
    data, session = inputs(), 100 + stop_after
    transport = board.connect()
    link = Link(transport)
    stands = link.stream(begin(link, session, data), data, stop_after=stop_after)
    assert isinstance(stands, DeviceWant)
    transport.send(encode(frames.DATA, frames.data_payload(stands.part, stands.offset, b"half"))[:9])
    transport.close()
    transport = board.connect()
    link.reconnect(transport)
    assert link.resume(session) == stands
    sent: list[int] = []
    result = verdict_of(link.stream(stands, data, lambda part, count: sent.append(count)))
    assert result.verdict == verdicts.ACCEPT and result.session == session
    assert sum(sent) < len(data.key) + len(data.message) + len(data.signature)
    # A session that was replaced cannot be resumed.
    begin(link, session + 1, data)
    with pytest.raises(DeviceError) as raised:
        link.resume(session)
    assert raised.value.code == frames.NO_SESSION
    link.abort()
    with pytest.raises(DeviceError) as raised:
        link.resume(session + 1)
    assert raised.value.code == frames.NO_SESSION
    transport.close()
