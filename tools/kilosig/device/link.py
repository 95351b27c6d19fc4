# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The host's side of the serial protocol (docs/protocol.md): requests with retries, streaming, resuming."""
from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar, cast

from kilosig.device import frames
from kilosig.device.frames import DeviceVerdict, DeviceWant, Frame, Info
from kilosig.device.transports import Transport
from kilosig.errors import UserError
from kilosig.files.data import Data

ANSWER_SECONDS = 2.0
RETRIES = 5
SILENCE_SECONDS = 0.2
# A device that misses DATA repeats its WANT after 1 s. What comes sooner is an answer to an earlier, repeated frame.
REPEATED_WANT_SECONDS = 0.8

Answer = DeviceWant | DeviceVerdict
Progress = Callable[[int, int], None]
T = TypeVar("T")


class LinkError(UserError):
    """The device does not answer, or not as the protocol says."""


class DeviceError(UserError):
    """The device answered ERROR with `code`."""

    ADVICE = {
        frames.UNKNOWN_TYPE: "load a firmware image of this version",
        frames.BAD_PAYLOAD: "check the lengths, the mode and the hash",
        frames.NOT_PROVISIONED: "provision the device first",
        frames.PROVISIONED: "reset the device, which already holds other data",
        frames.NO_SESSION: "start the transfer again",
        frames.UNKNOWN_SCHEME: "load a firmware image that has the scheme",
        frames.STORAGE: "check the device's storage",
        frames.NO_KEY: "make a key of this scheme first",
        frames.NO_SLOT: "confirm the image on trial, or restart the device to take it back",
        frames.NO_ROOM: "sign with the key in flash, or use a board with more memory",
    }

    def __init__(self, code: int) -> None:
        self.code = code
        name = frames.ERROR_NAMES[code] if code < len(frames.ERROR_NAMES) else f"error {code}"
        super().__init__(f"The device answered {name}: {self.ADVICE.get(code, 'reset the device')}.")


@dataclass(frozen=True)
class Inputs:
    """What a transfer brings. The lengths that are announced are those of the bytes."""

    key: bytes
    message: bytes | Data
    signature: bytes

    def read(self, part: int, offset: int, length: int) -> bytes:
        """Bytes of KSIG_PART_*, or what there is of them."""
        parts = (b"", self.key, self.message, self.signature)
        data = parts[part] if part < len(parts) else b""
        return data.read(offset, length) if isinstance(data, Data) else data[offset:offset + length]

    @property
    def length(self) -> int:
        """Of all parts together."""
        return len(self.key) + len(self.message) + len(self.signature)


class Link:
    """A conversation with one device. The transport may be replaced after a disconnection; the session goes on."""

    def __init__(self, transport: Transport, answer_seconds: float = ANSWER_SECONDS) -> None:
        self.transport = transport
        self._answer_seconds = answer_seconds
        self._decoder = frames.Decoder()
        self._heard: deque[Frame] = deque()
        self._chunk: int | None = None
        self.sent_frames = 0

    def reconnect(self, transport: Transport) -> None:
        """Goes on over another connection."""
        self.transport = transport
        self._decoder = frames.Decoder()
        self._heard.clear()

    # ---- Requests -----------------------------------------------------------------------------------------------

    def request(self, kind: int, payload: bytes, accept: Callable[[Frame], T | None],
                again: Callable[[Frame], bool] | None = None) -> T:
        """Sends a request until `accept` returns something for a frame that arrives: every 2 s, and at once after
        BAD_FRAME, for 12 s. again: whether a late frame shows that the device misses the request. Raises DeviceError,
        LinkError."""
        self._heard.clear()
        damaged = False
        patience = time.monotonic() + (1 + RETRIES) * self._answer_seconds
        while time.monotonic() < patience:
            self.transport.send(frames.encode(kind, payload))
            self.sent_frames += 1
            sent = time.monotonic()
            deadline = sent + self._answer_seconds
            while time.monotonic() < deadline:
                for frame in self._receive(deadline - time.monotonic()):
                    try:
                        answer = accept(frame)
                    except ValueError as error:
                        raise LinkError(f"The device sent {error}: load a firmware image of this version.") from error
                    if answer is not None:
                        return answer
                    if frame.type == frames.ERROR and frame.payload:
                        if frame.payload[0] != frames.BAD_FRAME:
                            raise DeviceError(frame.payload[0])
                        # Perhaps about something before this request, whose answer then follows at once.
                        damaged = True
                        deadline = min(deadline, time.monotonic() + SILENCE_SECONDS / 2)
                    elif again is not None and again(frame) and time.monotonic() - sent > REPEATED_WANT_SECONDS:
                        deadline = 0.0
        if damaged:
            raise LinkError("Every frame reaches the device damaged: check the line and its speed.")
        raise LinkError("The device does not answer: check that it runs this firmware and is connected.")

    def _receive(self, seconds: float) -> Iterator[Frame]:
        """Frames as they come. Behind an answer may already be what the device says unasked: it waits for `listen`."""
        if not self._heard:
            data = self.transport.receive(min(seconds, SILENCE_SECONDS))
            self._heard.extend(self._decoder.feed(data) if data else self._decoder.silence())
        while self._heard:
            yield self._heard.popleft()

    def listen(self, accept: Callable[[Frame], T | None], seconds: float) -> T | None:
        """Waits for what the device sends unasked; None if nothing that is accepted comes within `seconds`."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for frame in self._receive(deadline - time.monotonic()):
                answer = accept(frame)
                if answer is not None:
                    return answer
        return None

    def hello(self) -> Info:
        """HELLO: what the device is."""
        info = self.request(frames.HELLO, b"", lambda f: Info.parse(f.payload) if f.type == frames.INFO else None)
        if info.version != 2 or not 1 <= info.chunk <= frames.MAX_PAYLOAD - frames.DATA_HEAD:
            raise LinkError("The device speaks another version of the protocol: load a firmware image of this version.")
        self._chunk = info.chunk
        return info

    def provision(self, scheme: str, device_id: bytes, counter: int, secret: bytes, anchor: bytes) -> None:
        """PROVISION. device_id: 12 bytes, secret: 16 bytes, anchor: up to 64 bytes."""
        self._ok(frames.PROVISION, frames.provision_payload(scheme, device_id, counter, secret, anchor))

    def abort(self) -> None:
        """ABORT: closes the open session."""
        self._ok(frames.ABORT, b"")

    def _ok(self, kind: int, payload: bytes) -> None:
        self.request(kind, payload, lambda frame: True if frame.type == frames.OK else None)

    # ---- Sessions -----------------------------------------------------------------------------------------------

    def activate(self, session: int, inputs: Inputs) -> Answer:
        """ACTIVATE: begins a transfer under the provisioned scheme and anchor; the first WANT, or a VERDICT."""
        payload = frames.activate_payload(session, *_lengths(inputs))
        return self._answered(frames.ACTIVATE, payload, session)

    def verify(self, session: int, inputs: Inputs, scheme: str, anchor: bytes, context: bytes = b"", mode: int = 0,
               hash_arc: int = 0) -> Answer:
        """VERIFY: begins a transfer for a verdict alone. context: 0 .. 255 bytes, the caller rejects longer ones."""
        payload = frames.verify_payload(session, _lengths(inputs), scheme, mode, hash_arc, anchor, context)
        return self._answered(frames.VERIFY, payload, session)

    def resume(self, session: int) -> Answer:
        """RESUME: the WANT or the VERDICT that stands. Raises DeviceError NO_SESSION."""
        return self._answered(frames.RESUME, frames.resume_payload(session), session)

    def _answered(self, kind: int, payload: bytes, session: int) -> Answer:
        def accept(frame: Frame) -> Answer | None:
            return _answer(frame, session)

        return cast(Answer, self.request(kind, payload, accept))

    def send_data(self, want: DeviceWant, data: bytes) -> Answer:
        """DATA for `want`; the next WANT, or the VERDICT."""
        def repeated(frame: Frame) -> bool:
            answer = _answer(frame, want.session)
            return isinstance(answer, DeviceWant) and (answer.part, answer.offset) == (want.part, want.offset)

        def accept(frame: Frame) -> Answer | None:
            return None if repeated(frame) else _answer(frame, want.session)

        payload = frames.data_payload(want.part, want.offset, data)
        return cast(Answer, self.request(frames.DATA, payload, accept, repeated))

    def stream(self, answer: Answer, inputs: Inputs, progress: Progress | None = None,
               stop_after: int | None = None) -> Answer:
        """Brings what the device wants until the VERDICT, or until `stop_after` bytes went out (then the WANT that
        stands). progress is called with (part, bytes) after each accepted frame. Raises LinkError, DeviceError."""
        if self._chunk is None:
            self.hello()
        chunk, sent = self._chunk or 1, 0
        while isinstance(answer, DeviceWant) and (stop_after is None or sent < stop_after):
            data = inputs.read(answer.part, answer.offset, min(answer.length, chunk))
            if not data:
                raise LinkError("The device wants bytes that do not exist: load a firmware image of this version.")
            part = answer.part
            answer = self.send_data(answer, data)
            sent += len(data)
            if progress is not None:
                progress(part, len(data))
        return answer


def _lengths(inputs: Inputs) -> tuple[int, int, int]:
    return len(inputs.message), len(inputs.signature), len(inputs.key)


def _answer(frame: Frame, session: int) -> Answer | None:
    """The WANT or VERDICT of this session, or None for any other frame."""
    answer: Answer
    if frame.type == frames.WANT:
        answer = DeviceWant.parse(frame.payload)
    elif frame.type == frames.VERDICT:
        answer = DeviceVerdict.parse(frame.payload)
    else:
        return None
    return answer if answer.session == session else None


def verdict_of(answer: Answer) -> DeviceVerdict:
    """The answer as a VERDICT. Raises LinkError if the device still wants something."""
    if not isinstance(answer, DeviceVerdict):
        raise LinkError("The transfer is not finished: send the rest.")
    return answer
