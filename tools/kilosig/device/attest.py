# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The host's side of firmware/attest (docs/protocol.md, Attestation): keys and signatures made by a device."""
from __future__ import annotations

import secrets
import struct
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from kilosig.device import frames
from kilosig.device.emulator import BOARDS, Emulator, firmware_remedy, image_path
from kilosig.device.frames import DeviceChunk, DeviceWant, Frame, unpack
from kilosig.device.link import Link, LinkError
from kilosig.device.transports import Transport
from kilosig.errors import UserError
from kilosig.library.binding import Arguments, load
from kilosig.library.catalog import Scheme, scheme_by_name
from kilosig.library.hashes import shake256
from kilosig.library.verdicts import DONE, PENDING
from kilosig.schemes.family import SEED_BYTES, KeyPair
from kilosig.schemes.registry import signer_of

PART_KEY, PART_MESSAGE, PART_SIGNATURE, PART_SECRET_KEY, PART_REQUEST = range(1, 6)
SOURCE_FLASH, SOURCE_RAM = range(2)
RUN_SECONDS = 300.0  # without anything new from the device
POLL_SECONDS = 2.0

SECTION, MAGIC, KEY_AREA = b".provisioned", b"KSIGKEY2", 2752
PROVISIONED = struct.Struct("<8s24sI")  # before the key: magic, name, sum
# What the image holds (firmware/attest/held.def).
HELD = ("haetae-2", "haetae-2-kpqc", "haetae-3", "haetae-3-kpqc", "haetae-5", "haetae-5-kpqc", "ml-dsa-44",
        "ml-dsa-65", "ml-dsa-87", "slh-dsa-sha2-128f")
# The most bytes that the device sends in one CHUNK, whose count has one byte.
CHUNK_MAX = 255


@dataclass(frozen=True)
class Result:
    """RESULT: KSIG_PENDING, KSIG_DONE or a reject reason; RAM figures in bytes as in VERDICT; the steps taken."""

    session: int
    verdict: int
    state: int
    stack: int
    static: int
    peak: int
    ram: int
    steps: int

    LAYOUT = struct.Struct("<8I")

    @staticmethod
    def parse(payload: bytes) -> Result:
        """Raises ValueError for a wrong length."""
        return Result(*unpack(Result.LAYOUT, payload))


Standing = DeviceWant | DeviceChunk | Result


class Attester:
    """A conversation with one device. Each job takes the next session number."""

    def __init__(self, transport: Transport) -> None:
        self.link = Link(transport)
        self.info = self.link.hello()
        self.session = int(time.time()) & 0xFFFFFFFF
        self.streamed: dict[int, bytes] = {}  # by part: what the device gave of this job as it was made

    def keygen(self, scheme: str, seed: bytes) -> Result:
        """The device makes the key of a seed of ksig_keygen_scheme.seed_bytes. Raises DeviceError, LinkError."""
        self._next()
        payload = struct.pack("<I24s", self.session, scheme.encode()) + seed
        return self.finish(self._asked(frames.KEYGEN, payload))

    def sign(self, scheme: str, message: bytes, context: bytes = b"", rnd: bytes = b"",
             source: int = SOURCE_FLASH) -> Result:
        """The device signs. context: 0 .. 255 bytes; rnd: none, or the scheme's rnd_bytes. Raises DeviceError,
        LinkError."""
        return self.finish(self.begin(scheme, len(message), context, rnd, source), message)

    def begin(self, scheme: str, length: int, context: bytes = b"", rnd: bytes = b"",
              source: int = SOURCE_FLASH) -> Standing:
        """SIGN alone: the first WANT, or a RESULT."""
        self._next()
        payload = struct.pack("<I24sBIB32sB", self.session, scheme.encode(), source, length, len(rnd), rnd,
                              len(context)) + context
        return self._asked(frames.SIGN, payload)

    def request(self, scheme: str, serial: str, rnd: bytes = b"", source: int = SOURCE_FLASH) -> Result:
        """The device makes a certificate request of its key, which it gives as PART_REQUEST. serial: 1 .. 32 letters,
        digits, - . : and /. Raises DeviceError, LinkError."""
        return self.finish(self.begin_request(scheme, serial, rnd, source))

    def begin_request(self, scheme: str, serial: str, rnd: bytes = b"", source: int = SOURCE_FLASH) -> Standing:
        """REQUEST alone."""
        self._next()
        payload = struct.pack("<I24sBB32s", self.session, scheme.encode(), source, len(rnd), rnd) + serial.encode()
        return self._asked(frames.REQUEST, payload)

    def finish(self, standing: Standing, message: bytes = b"") -> Result:
        """Brings the message as often as it is wanted, takes what is given, until the final RESULT. The device says
        unasked what it waits for; this asks now and then, in case that was lost. Raises DeviceError, LinkError."""
        deadline = time.monotonic() + RUN_SECONDS
        while not (isinstance(standing, Result) and standing.verdict != PENDING):
            if time.monotonic() > deadline:
                raise LinkError("The device does not finish: reset it.")
            if not isinstance(standing, Result):
                deadline = time.monotonic() + RUN_SECONDS
            standing = self.advance(standing, message)
        return standing

    def advance(self, standing: Standing, message: bytes = b"") -> Standing:
        """Does what `standing` asks for; what stands then."""
        if isinstance(standing, DeviceWant):
            return self.send(standing, message[standing.offset:standing.offset + self.info.chunk])
        if isinstance(standing, DeviceChunk):
            return self.take(standing)
        return self.link.listen(self._news, POLL_SECONDS) or self.poll()

    def poll(self) -> Standing:
        """What stands, over a new connection too."""
        return self._asked(frames.POLL, struct.pack("<I", self.session))

    def take(self, chunk: DeviceChunk) -> Standing:
        """Keeps a CHUNK that was given unasked, and says so; what stands then. Raises LinkError if one before it is
        missing: the device keeps no more than this one."""
        kept = self.streamed.setdefault(chunk.part, b"")
        end = chunk.offset + len(chunk.data)
        if chunk.offset == len(kept):
            self.streamed[chunk.part] = kept + chunk.data
        elif kept[chunk.offset:end] != chunk.data:
            raise LinkError("The device gives the end of a signature whose begin is not here: sign again.")

        def later(frame: Frame) -> Standing | None:
            standing = self._standing(frame)
            return None if standing == chunk else standing

        payload = struct.pack("<II", self.session, end)
        return cast(Standing, self.link.request(frames.TAKEN, payload, later))

    def send(self, want: DeviceWant, data: bytes) -> Standing:
        """DATA for `want`; what stands then."""
        def later(frame: Frame) -> Standing | None:
            standing = self._standing(frame)
            return None if standing == want else standing

        return cast(Standing, self.link.request(frames.DATA, frames.data_payload(want.part, want.offset, data), later))

    def fetch(self, part: int, length: int) -> bytes:
        """The bytes of a PART_* that the last job gave or left."""
        data = self.streamed.get(part, b"")
        while len(data) < length:
            head = struct.pack("<IBI", self.session, part, len(data))
            count = min(length - len(data), self.info.chunk, CHUNK_MAX)

            def chunk(frame: Frame, start: bytes = head) -> bytes | None:
                fits = frame.type == frames.CHUNK and frame.payload[:len(start)] == start
                return frame.payload[len(start):] if fits else None

            data += self.link.request(frames.GET, head + bytes([count]), chunk)
        return data

    def _asked(self, kind: int, payload: bytes) -> Standing:
        accept: Callable[[Frame], Standing | None] = self._standing
        return cast(Standing, self.link.request(kind, payload, accept))

    def _next(self) -> None:
        self.session = (self.session + 1) & 0xFFFFFFFF
        self.streamed = {}

    def _standing(self, frame: Frame) -> Standing | None:
        standing: Standing
        if frame.type == frames.WANT:
            standing = DeviceWant.parse(frame.payload)
        elif frame.type == frames.CHUNK:
            standing = DeviceChunk.parse(frame.payload)
        elif frame.type == frames.RESULT:
            standing = Result.parse(frame.payload)
        else:
            return None
        return standing if standing.session == self.session else None

    def _news(self, frame: Frame) -> Standing | None:
        """What stands, if it is more than work."""
        standing = self._standing(frame)
        return None if isinstance(standing, Result) and standing.verdict == PENDING else standing


# ---- The key in the image -------------------------------------------------------------------------------------------


def find_section(image: bytes, name: bytes) -> tuple[int, int]:
    """Offset and size of a section in a 32-bit little-endian ELF file. Raises UserError."""
    try:
        if image[:6] != b"\x7fELF\x01\x01":
            raise UserError("The image is no 32-bit ELF file: build the firmware again.")
        table, = struct.unpack_from("<I", image, 32)
        size, count, names = struct.unpack_from("<HHH", image, 46)
        headers = [struct.unpack_from("<10I", image, table + number * size) for number in range(count)]
        for header in headers:
            begin = headers[names][4] + header[0]
            if image[begin:image.index(b"\0", begin)] == name:
                return header[4], header[5]
    except (struct.error, IndexError, ValueError) as error:
        raise UserError("The image is damaged: build the firmware again.") from error
    raise UserError(f"The image has no section {name.decode()}: it is not one of firmware/attest.")


def with_key(image: bytes, scheme: str, secret_key: bytes) -> bytes:
    """The image with a secret key of a scheme in its flash. Raises UserError."""
    offset, size = find_section(image, SECTION)
    head = PROVISIONED.pack(MAGIC, scheme.encode(), frames.crc16(secret_key))
    if size != len(head) + KEY_AREA or len(secret_key) > KEY_AREA:
        raise UserError("The image keeps another kind of key: build the firmware of this version.")
    content = (head + secret_key).ljust(size, b"\xff")
    return image[:offset] + content + image[offset + size:]


# For BOARD alone: without HAETAE; that and with certificate requests.
IMAGES = ("default", "streamed", "identity")


def attest_image(board: str, image: str = "default") -> Path:
    """One of IMAGES, without a key. Raises UserError for an unknown board or image."""
    if image not in IMAGES:
        raise UserError(f"Unknown image '{image}': choose one of {', '.join(IMAGES)}.")
    return image_path(board, image, application="attest")


def start(board: str, folder: Path, scheme: str | None = None, secret_key: bytes | None = None,
          kind: str = "default") -> Emulator:
    """Starts a board with one of IMAGES, with a key in flash if one is given; the image is then written to `folder`."""
    image = attest_image(board, kind)
    if scheme is None or secret_key is None:
        return Emulator(board, image=image)
    if not image.is_file():
        raise UserError(f"{image} does not exist: {firmware_remedy(BOARDS[board].core)}, or choose another board or "
                        "image.")
    filled = folder / f"attest-{board}-{scheme}.elf"
    filled.touch(mode=0o600)
    filled.write_bytes(with_key(image.read_bytes(), scheme, secret_key))
    return Emulator(board, image=filled)


def expect_done(result: Result, reason: Callable[[int], str]) -> Result:
    """The result. Raises UserError with the library's sentence if the device did not finish its job well."""
    if result.verdict != DONE:
        raise UserError(f"The device answers: {reason(result.verdict) or result.verdict}")
    return result


# ---- A whole attestation -------------------------------------------------------------------------------------------

BOARD = "stm32vldiscovery"
# What the demo shows: scheme and image.
DEMO = (("haetae-2", "default"), ("haetae-3", "default"), ("haetae-5", "default"), ("ml-dsa-44", "streamed"))
CHALLENGE_BYTES = 64
CONTEXT = b"kilosig attest"


@dataclass(frozen=True)
class Attestation:
    """What became of one board: the figures of both jobs, and who accepts the signature (None: was not asked)."""

    scheme: Scheme
    keygen: Result
    sign: Result
    key_agrees: bool
    ours: bool
    kpqc: bool | None

    @property
    def right(self) -> bool:
        """Everything as it should be."""
        fits = max(self.keygen.peak, self.sign.peak) <= self.sign.ram
        return fits and self.key_agrees and self.ours and self.kpqc is not False


def kpqc_verdict(scheme: Scheme, key: bytes, message: bytes, signature: bytes, context: bytes) -> bool | None:
    """The verdict of the package kpqc, which has the KS X profile alone; None where it cannot say."""
    if not scheme.has_context or not scheme.name.startswith("haetae-"):
        return None
    try:
        import kpqc  # pylint: disable=import-outside-toplevel
    except ImportError:
        return None
    oracle = getattr(kpqc, scheme.name.replace("-", ""))
    return bool(oracle.verify(message, signature, key, context=context))


def device_seed(scheme: str, seed: bytes) -> bytes:
    """What a device makes the key of a seed from: the seed, or as many bytes as the scheme takes, as `kilosig keygen`
    makes them of it."""
    length = load().keygen_schemes(scheme)[0].seed_bytes
    return seed if length == len(seed) else shake256(seed, length)


def make_key(board: str, scheme: str, seed: bytes, kind: str = "default") -> tuple[Result, KeyPair]:
    """A board without a key makes one. Returns the figures and the key, whose secret part the image then gets."""
    library = load()
    with start(board, Path(), kind=kind) as emulator:
        attester = Attester(emulator.connect())
        result = expect_done(attester.keygen(scheme, device_seed(scheme, seed)), library.reason_text)
        lengths = lengths_of_keys(scheme)
        return result, KeyPair(attester.fetch(PART_KEY, lengths[0]), attester.fetch(PART_SECRET_KEY, lengths[1]))


def lengths_of_keys(scheme: str) -> tuple[int, int]:
    """Of the public key and of the secret key that a device has."""
    pair = signer_of(scheme).generate(scheme, bytes(SEED_BYTES))
    return len(pair.public), len(pair.secret)


def attestation(board: str, scheme_name: str, kind: str = "default") -> Attestation:
    """Key, challenge, signature and verdicts on a freshly started board with one of IMAGES. Raises UserError."""
    scheme = scheme_by_name(scheme_name)
    if scheme.name not in HELD:
        raise UserError(f"The board does not sign with {scheme.name}: choose one of {', '.join(HELD)}.")
    family, library = signer_of(scheme.name), load()
    key_scheme, rnd_bytes = family.key_scheme(scheme.name), family.features(scheme.name).rnd_bytes
    seed, challenge = secrets.token_bytes(SEED_BYTES), secrets.token_bytes(CHALLENGE_BYTES)
    keygen, pair = make_key(board, key_scheme, seed, kind)
    context = CONTEXT if scheme.has_context else b""
    with tempfile.TemporaryDirectory(prefix="kilosig-") as folder, \
            start(board, Path(folder), key_scheme, pair.secret, kind) as emulator:
        attester = Attester(emulator.connect())
        sign = expect_done(attester.sign(scheme.name, challenge, context, secrets.token_bytes(rnd_bytes)),
                           library.reason_text)
        signature = attester.fetch(PART_SIGNATURE, scheme.signature_bytes)
    verifier = library.scheme(scheme.name)
    assert verifier is not None
    ours = library.verify(verifier, pair.public, challenge, signature, Arguments(context=context)).accepted
    return Attestation(scheme, keygen, sign, pair == family.generate(key_scheme, seed), ours,
                       kpqc_verdict(scheme, pair.public, challenge, signature, context))
