# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Frames of the serial protocol and their payloads, as in docs/protocol.md. Everything is little-endian."""
from __future__ import annotations

import binascii
import struct
from dataclasses import dataclass
from typing import Any

START = b"\xa5\x5a"
MAX_PAYLOAD = 384
DATA_HEAD = 5
DEVICE_ID_BYTES = 12
SECRET_BYTES = 16
PARAMETER_BYTES = 8

HELLO, PROVISION, ACTIVATE, VERIFY, DATA, RESUME, ABORT = range(0x01, 0x08)
INFO, WANT, VERDICT, OK, ERROR = range(0x81, 0x86)
KEYGEN, SIGN, POLL, GET, TAKEN, REQUEST = range(0x10, 0x16)
RESULT, CHUNK = range(0x90, 0x92)

ERROR_NAMES = ("", "BAD_FRAME", "UNKNOWN_TYPE", "BAD_PAYLOAD", "NOT_PROVISIONED", "PROVISIONED", "NO_SESSION",
               "UNKNOWN_SCHEME", "STORAGE", "NO_KEY", "NO_ROOM", "NO_SLOT")
(_, BAD_FRAME, UNKNOWN_TYPE, BAD_PAYLOAD, NOT_PROVISIONED, PROVISIONED, NO_SESSION, UNKNOWN_SCHEME,
 STORAGE, NO_KEY, NO_ROOM, NO_SLOT) = range(len(ERROR_NAMES))

ACTIVATIONS = ("none", "activated", "counter not fresh", "token for another device", "token malformed",
               "storage failed")
(ACTIVATION_NONE, ACTIVATED, NOT_FRESH, OTHER_DEVICE, MALFORMED, STORAGE_FAILED) = range(len(ACTIVATIONS))


@dataclass(frozen=True)
class Frame:
    """A frame that arrived whole."""

    type: int
    payload: bytes


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, initial 0xFFFF, not reflected. Check value of "123456789": 0x29B1."""
    return binascii.crc_hqx(data, 0xFFFF)


def encode(kind: int, payload: bytes = b"") -> bytes:
    """A frame ready to send. payload: at most 384 bytes."""
    if len(payload) > MAX_PAYLOAD:
        raise ValueError(f"a payload has at most {MAX_PAYLOAD} bytes")
    body = struct.pack("<BH", kind, len(payload)) + payload
    return START + body + struct.pack("<H", crc16(body))


class Decoder:
    """Finds frames in a byte stream. Damaged ones are dropped; the hunt goes on after their first start byte."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self.dropped = 0

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that are complete with `data`."""
        self._buffer += data
        frames: list[Frame] = []
        while True:
            start = self._buffer.find(START)
            if start < 0:
                # The last byte may be the first of a start.
                del self._buffer[:max(0, len(self._buffer) - 1)]
                return frames
            del self._buffer[:start]
            if len(self._buffer) < 5:
                return frames
            kind, length = struct.unpack_from("<BH", self._buffer, 2)
            if length <= MAX_PAYLOAD:
                if len(self._buffer) < 7 + length:
                    return frames
                body = bytes(self._buffer[2:5 + length])
                if struct.unpack_from("<H", self._buffer, 5 + length)[0] == crc16(body):
                    frames.append(Frame(kind, body[3:]))
                    del self._buffer[:7 + length]
                    continue
            self.dropped += 1
            del self._buffer[:1]

    def silence(self) -> list[Frame]:
        """Gives up the frame that began, after 200 ms of silence inside it, and searches after its first byte."""
        if not self._buffer:
            return []
        self.dropped += 1
        del self._buffer[:1]
        return self.feed(b"")


def _text(field: bytes) -> str:
    return field.rstrip(b"\0").decode("ascii", "replace")


@dataclass(frozen=True)
class Info:
    """INFO: what the device is. chunk: most bytes of a DATA frame; ram: bytes of the board."""

    version: int
    provisioned: bool
    chunk: int
    ram: int
    counter: int
    features: int
    device_id: bytes
    board: str
    scheme: str
    variant: str

    LAYOUT = struct.Struct("<BBHIQI12s24s32s8s")

    @staticmethod
    def parse(payload: bytes) -> Info:
        """Raises ValueError for a wrong length."""
        version, flags, chunk, ram, counter, features, device, board, scheme, variant = unpack(Info.LAYOUT, payload)
        return Info(version, bool(flags & 1), chunk, ram, counter, features, device, _text(board), _text(scheme),
                    _text(variant))


@dataclass(frozen=True)
class DeviceWant:
    """WANT: `length` bytes of `part` from `offset`."""

    session: int
    part: int
    offset: int
    length: int

    LAYOUT = struct.Struct("<IBII")

    @staticmethod
    def parse(payload: bytes) -> DeviceWant:
        """Raises ValueError for a wrong length."""
        return DeviceWant(*unpack(DeviceWant.LAYOUT, payload))


@dataclass(frozen=True)
class DeviceChunk:
    """CHUNK: bytes of `part` from `offset`."""

    session: int
    part: int
    offset: int
    data: bytes

    HEAD = struct.Struct("<IBI")

    @staticmethod
    def parse(payload: bytes) -> DeviceChunk:
        """Raises ValueError for a wrong length."""
        size = DeviceChunk.HEAD.size
        session, part, offset = unpack(DeviceChunk.HEAD, payload[:size])
        return DeviceChunk(session, part, offset, payload[size:])


@dataclass(frozen=True)
class DeviceVerdict:
    """VERDICT with the RAM figures in bytes: state; stack below the library's calls; static = .data and .bss of the
    whole image; peak = static and the deepest stack of the whole firmware since reset; ram of the board."""

    session: int
    verdict: int
    state: int
    stack: int
    static: int
    peak: int
    ram: int
    activation: int
    counter: int
    features: int

    LAYOUT = struct.Struct("<IIIIIIIBQI")

    @staticmethod
    def parse(payload: bytes) -> DeviceVerdict:
        """Raises ValueError for a wrong length."""
        return DeviceVerdict(*unpack(DeviceVerdict.LAYOUT, payload))


def unpack(layout: struct.Struct, payload: bytes) -> tuple[Any, ...]:
    """Raises ValueError for a wrong length."""
    if len(payload) != layout.size:
        raise ValueError(f"a payload of {len(payload)} bytes instead of {layout.size}")
    return layout.unpack(payload)


def provision_payload(scheme: str, device_id: bytes, counter: int, secret: bytes, anchor: bytes) -> bytes:
    """PROVISION. device_id: 12 bytes, secret: 16 bytes, anchor: up to 64 bytes."""
    if len(device_id) != DEVICE_ID_BYTES or len(secret) != SECRET_BYTES or len(anchor) > 64:
        raise ValueError("provisioning data of wrong lengths")
    return struct.pack("<32s12sQ16s64s", scheme.encode(), device_id, counter, secret, anchor)


def activate_payload(session: int, message_length: int, signature_length: int, key_length: int) -> bytes:
    """ACTIVATE."""
    return struct.pack("<IIII", session, message_length, signature_length, key_length)


def verify_payload(session: int, lengths: tuple[int, int, int], scheme: str, mode: int, hash_arc: int, anchor: bytes,
                   context: bytes) -> bytes:
    """VERIFY. lengths: of message, signature and key; context: 0 .. 255 bytes. The anchor is filled up with zeros to 64
    bytes; a longer one is left as it is, except for zeros at its end."""
    return struct.pack("<IIII32sBBB", session, *lengths, scheme.encode(), mode, hash_arc,
                       len(context)) + anchor.rstrip(b"\0").ljust(64, b"\0") + context


def resume_payload(session: int) -> bytes:
    """RESUME."""
    return struct.pack("<I", session)


def data_payload(part: int, offset: int, data: bytes) -> bytes:
    """DATA."""
    return struct.pack("<BI", part, offset) + data


def token(device_id: bytes, feature: int, counter: int, parameter: bytes = bytes(PARAMETER_BYTES),
          version: int = 1) -> bytes:
    """The 33-byte activation token."""
    return struct.pack("<B12sIQ8s", version, device_id, feature, counter, parameter)
