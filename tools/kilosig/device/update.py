# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The host's side of an update: asks what is there, goes on where a transfer was cut, installs, confirms. Updater does
it over the serial line (docs/protocol.md, "Updates"), bus_update.py on a CAN bus."""
from __future__ import annotations

import struct
import time
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from kilosig.device import frames
from kilosig.device.frames import Frame
from kilosig.device.link import Link, LinkError
from kilosig.errors import UserError
from kilosig.files.images import Image, Version

SLOTS, SUM, WRITE, INSTALL, CONFIRM, RESTART = range(0x20, 0x26)
SLOTS_ARE, SUM_IS, WRITTEN, BOOTED = range(0xA0, 0xA4)
VERSION = 1
LOST, IDLE, TRIAL, INSTALLING, TAKING_BACK, ALONE = range(6)
DIGEST_BYTES = 16  # of SLOTS_ARE
BOOT_SECONDS = 60.0  # an exchange copies pages; the slowest signature takes seconds

REASONS = ("none", "the flash cannot be read or written", "no image", "bad header", "flags that are not supported",
           "longer than the slot", "stack pointer or entry outside", "bad TLV area", "bad TLV",
           "a TLV that is not protected or not known", "a TLV twice", "no security counter",
           "security counter too low: a rollback", "no digest", "wrong digest", "a signature is missing",
           "signed by nobody who is trusted", "signed by a retired key", "wrong classical signature", "bad policy",
           "fault", "for another product")
BAD_SIGNATURE = 0x100


def reason_text(code: int) -> str:
    """Why an image was rejected."""
    if code >= BAD_SIGNATURE:
        from kilosig.library.verdicts import Verdict
        return f"signature: {Verdict(code - BAD_SIGNATURE).text}"
    return REASONS[code] if code < len(REASONS) else f"unknown reason {code}"


@dataclass(frozen=True)
class Slots:
    """SLOTS_ARE. target: address that an image for the slot for updates is linked for, 0 where images are exchanged.
    digest: the first bytes of the SHA-256 of the image that runs; empty where the device does not say it."""

    recovery: bool
    kind: int
    free: bool
    slot_bytes: int
    page: int
    target: int
    chunk: int
    counter: int
    version: Version
    rejected: int
    rejected_version: Version
    digest: bytes = b""

    LAYOUT = struct.Struct("<BBBBIIIHIBBHIIBBHI")

    @staticmethod
    def parse(payload: bytes) -> Slots:
        """Raises ValueError."""
        if len(payload) not in (Slots.LAYOUT.size, Slots.LAYOUT.size + DIGEST_BYTES):
            raise ValueError("a SLOTS_ARE of a wrong length")
        version, place, kind, free, size, page, target, chunk, counter, *rest = Slots.LAYOUT.unpack_from(payload)
        if version != VERSION or not page or page % 4 or not 4 <= chunk <= frames.MAX_PAYLOAD - 4:
            raise ValueError("a SLOTS_ARE of another version")
        return Slots(place == 1, kind, bool(free & 1), size, page, target, chunk, counter, Version(*rest[:4]), rest[4],
                     Version(*rest[5:]), payload[Slots.LAYOUT.size:])

    def runs(self, image: Image) -> bool:
        """Whether that image runs, and not one that only has its version."""
        return not self.recovery and self.digest == image.digest()[:DIGEST_BYTES]


@dataclass(frozen=True)
class Booted:
    """BOOTED. slot: what the boot loader started, or -1; static and peak: bytes of its RAM."""

    slot: int
    reason: int
    static: int
    peak: int

    @staticmethod
    def parse(payload: bytes) -> Booted:
        """Raises ValueError."""
        if len(payload) != 13:
            raise ValueError("a BOOTED of a wrong length")
        return Booted(*struct.unpack("<bIII", payload))


class Silent(LinkError):
    """The device has not answered since it was asked for an image. booted: what its boot loader said before."""

    def __init__(self, booted: Booted | None, error: UserError) -> None:
        super().__init__(str(error))
        self.booted = booted


class Update(ABC):
    """An update of one device, over whichever line."""

    def __init__(self) -> None:
        self.sent = 0

    @abstractmethod
    def slots(self) -> Slots:
        """What the device runs, and what it remembers."""

    @abstractmethod
    def sum(self, offset: int, length: int) -> int:
        """CRC-32 of a part of the slot for updates."""

    @abstractmethod
    def write(self, begin: int, data: bytes, slots: Slots, progress: Callable[[int], None]) -> None:
        """Writes data[begin:], from a page's beginning on, to the same place in the slot."""

    @abstractmethod
    def ask(self, for_good: bool) -> None:
        """Asks for the image in the slot, and has the device restart."""

    @abstractmethod
    def restarted(self) -> tuple[Booted | None, Slots]:
        """Waits until the device has restarted: what its boot loader said, if it says anything, and what runs now.
        Raises Silent."""

    @abstractmethod
    def confirm(self) -> None:
        """Tells the application on trial that it is good."""

    def already(self, data: bytes, page: int) -> int:
        """Bytes at the beginning, to whole pages, that the slot holds already."""
        low, high = 0, len(data) // page
        while low < high:
            middle = (low + high + 1) // 2
            if self.sum(0, middle * page) == zlib.crc32(data[:middle * page]):
                low = middle
            else:
                high = middle - 1
        return low * page

    def send(self, data: bytes, slots: Slots, progress: Callable[[int], None], stop_after: int | None = None) -> int:
        """Writes what is missing; returns how much was there already. Raises UserError, and LinkError if the device
        holds something else in the end. stop_after: bytes, to break off."""
        data += b"\xff" * (-len(data) % 4)
        begin = self.already(data, slots.page)
        progress(begin)
        if begin < len(data):
            self.write(begin, data if stop_after is None else data[:begin + stop_after], slots, progress)
        if stop_after is None and self.sum(0, len(data)) != zlib.crc32(data):
            raise LinkError("The device does not hold what was sent: run the update again.")
        return begin

    def install(self, for_good: bool) -> tuple[Booted | None, Slots]:
        """Asks for the image, and waits until the device has restarted: what its boot loader said, what runs now.
        Raises Silent if it does not answer then."""
        self.ask(for_good)
        return self.restarted()

    def answering(self, booted: Booted | None = None) -> Slots:
        """What runs, as soon as the device answers. Raises Silent, with `booted`."""
        deadline = time.monotonic() + BOOT_SECONDS
        while True:
            try:
                return self.slots()
            except UserError as error:
                if time.monotonic() > deadline:
                    raise Silent(booted, error) from error


class Updater(Update):
    """Over the serial line."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.link = link

    def slots(self) -> Slots:
        return self.link.request(SLOTS, b"", lambda f: Slots.parse(f.payload) if f.type == SLOTS_ARE else None)

    def sum(self, offset: int, length: int) -> int:
        def accept(frame: Frame) -> int | None:
            if frame.type != SUM_IS or len(frame.payload) != 12:
                return None
            found = struct.unpack("<III", frame.payload)
            return int(found[2]) if found[:2] == (offset, length) else None

        return self.link.request(SUM, struct.pack("<II", offset, length), accept)

    def write(self, begin: int, data: bytes, slots: Slots, progress: Callable[[int], None]) -> None:
        step, offset = slots.chunk // 4 * 4, begin
        while offset < len(data):
            length = min(step, slots.page - offset % slots.page, len(data) - offset)
            self._write(offset, data[offset:offset + length])
            offset += length
            self.sent += length
            progress(length)

    def _write(self, offset: int, data: bytes) -> None:
        end = struct.pack("<I", offset + len(data))
        self.link.request(WRITE, struct.pack("<I", offset) + data,
                          lambda f: True if f.type == WRITTEN and f.payload == end else None)

    def _ok(self, kind: int, payload: bytes = b"") -> None:
        self.link.request(kind, payload, lambda f: True if f.type == frames.OK else None)

    def ask(self, for_good: bool) -> None:
        self._ok(INSTALL, bytes([for_good]))

    def restart(self) -> tuple[Booted | None, Slots]:
        """Restarts the device."""
        self._ok(RESTART)
        return self.restarted()

    def restarted(self) -> tuple[Booted | None, Slots]:
        booted = self.link.listen(lambda f: Booted.parse(f.payload) if f.type == BOOTED else None, BOOT_SECONDS)
        return booted, self.answering(booted)

    def confirm(self) -> None:
        self._ok(CONFIRM)


def check_fits(length: int, load_address: int, slots: Slots) -> None:
    """Raises UserError for an image that the device would reject after the transfer."""
    if length > slots.slot_bytes:
        raise UserError(f"The image has {length:,} bytes, and a slot of the device {slots.slot_bytes:,}: make a "
                        "shorter one.")
    if load_address != slots.target:
        raise UserError(f"The image is linked for {load_address:#x}, and the device would run it at {slots.target:#x}: "
                        "give the image for that slot." if slots.target else
                        "The image is for devices that run it in either slot: sign it without --slot-address.")
