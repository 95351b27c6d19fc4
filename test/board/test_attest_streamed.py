# SPDX-License-Identifier: Apache-2.0 OR MIT
"""firmware/attest with schemes that stream: the board's signatures are the library's, byte for byte, though the board
never holds one; over a line that breaks off, too."""
from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from kilosig.cli import attest as attest_command
from kilosig.device import attest, emulator, frames
from kilosig.device.attest import (PART_KEY, PART_SECRET_KEY, PART_SIGNATURE, SOURCE_FLASH, SOURCE_RAM, Attester,
                                   Result, device_seed)
from kilosig.device.frames import DeviceChunk, DeviceWant
from kilosig.device.link import DeviceError, LinkError
from kilosig.device.transports import SocketTransport
from kilosig.errors import UserError
from kilosig.files.data import Data
from kilosig.library.binding import Arguments, load
from kilosig.library.catalog import SCHEMES
from kilosig.library.verdicts import DONE, PENDING, RESTREAM
from kilosig.schemes.family import KeyPair, Signature
from kilosig.schemes.ml_dsa import NAMES
from kilosig.schemes.registry import signer_of
from support import random_bytes, skip_without

pytestmark = pytest.mark.board

BOARD = "stm32vldiscovery"
SLH_DSA = "slh-dsa-sha2-128f"
STREAMED = (*NAMES, SLH_DSA)
SEED = random_bytes(32, 15)
PIECE = 64


def key_pair(scheme: str) -> KeyPair:
    """The library's key of SEED."""
    return signer_of(scheme).generate(scheme, SEED)


def signature(scheme: str, message: bytes, context: bytes = b"", rnd: bytes = b"") -> bytes:
    """The library's signature, deterministic without rnd; the library accepts it."""
    pair, verifier = key_pair(scheme), load().scheme(scheme)
    wanted = Signature(Data(message), context, rnd=rnd, deterministic=not rnd)
    made = signer_of(scheme).sign(scheme, pair.secret, wanted)
    assert verifier is not None
    assert load().verify(verifier, pair.public, message, made, Arguments(context=context)).accepted
    return made


def check_ram(result: Result, board: str) -> None:
    """The figures fit 8 kB on every Cortex-M3 and -M4."""
    small = board in ("microbit", "sifive_e")
    assert result.state < result.static < result.static + result.stack <= result.peak <= (16384 if small else 8192)


def started(folder: Path, scheme: str, board: str = BOARD) -> emulator.Emulator:
    """A board with the scheme's key in flash."""
    return attest.start(board, folder, scheme, key_pair(scheme).secret)


@pytest.fixture(name="board", params=emulator.BOARDS)
def fixture_board(request: pytest.FixtureRequest) -> str:
    """Each board in turn."""
    skip_without(request.param)
    return str(request.param)


def messages(scheme: str, board: str) -> Iterator[tuple[int, bytes, bytes]]:
    """Length, context and rnd. SLH-DSA takes seconds."""
    rnd = random_bytes(signer_of(scheme).features(scheme).rnd_bytes, 2)
    yield 150, b"context", rnd
    if board == BOARD:
        yield 0, b"", b""
    if board == BOARD and scheme != SLH_DSA:
        yield 33, random_bytes(255, 1), b""


@pytest.mark.parametrize("scheme", STREAMED)
def test_sign(board: str, scheme: str, tmp_path: Path) -> None:
    """With the key in flash, hedged and deterministic: the library's signature, of which RAM never held more than a
    piece."""
    with started(tmp_path, scheme, board) as running:
        attester = Attester(running.connect())
        assert attester.info.provisioned and attester.info.scheme == scheme
        for length, context, rnd in messages(scheme, board):
            message = random_bytes(length, length)
            result = attester.sign(scheme, message, context, rnd)
            assert result.verdict == DONE and result.steps > 1
            check_ram(result, board)
            assert attester.fetch(PART_SIGNATURE, SCHEMES[scheme].signature_bytes) == \
                signature(scheme, message, context, rnd)
        with pytest.raises(DeviceError) as raised:
            attester.sign("ml-dsa-65" if scheme == SLH_DSA else SLH_DSA, b"m")
        assert raised.value.code == frames.NO_KEY


def test_keygen(board: str) -> None:
    """The board's keys are the library's; and it signs with them, which it could not with HAETAE's in RAM."""
    with attest.start(board, Path()) as running:
        attester = Attester(running.connect())
        for scheme in STREAMED:
            pair = key_pair(scheme)
            result = attester.keygen(scheme, device_seed(scheme, SEED))
            assert result.verdict == DONE and result.steps > 1
            check_ram(result, board)
            assert attester.fetch(PART_KEY, len(pair.public)) == pair.public
            assert attester.fetch(PART_SECRET_KEY, len(pair.secret)) == pair.secret
            if scheme == SLH_DSA:
                continue
            for message in (b"first", b"second"):
                assert attester.sign(scheme, message, source=SOURCE_RAM).verdict == DONE
                assert attester.fetch(PART_SIGNATURE, SCHEMES[scheme].signature_bytes) == signature(scheme, message)


def test_list() -> None:
    """The tool's list is the image's."""
    lines = (Path(__file__).parents[2] / "firmware/attest/held.def").read_text().splitlines()
    assert sum(line.startswith("HELD(") for line in lines) == len(attest.HELD)
    with attest.start(BOARD, Path()) as running:
        attester = Attester(running.connect())
        for scheme in attest.HELD:
            with pytest.raises(DeviceError) as raised:
                attester.begin(scheme, 0)
            assert raised.value.code == frames.NO_KEY
        with pytest.raises(DeviceError) as raised:
            attester.begin("slh-dsa-sha2-128s", 0)
        assert raised.value.code == frames.UNKNOWN_SCHEME


@pytest.mark.parametrize("scheme", STREAMED)
def test_small_image(scheme: str) -> None:
    """Without HAETAE, whose buffer is large, the whole firmware takes half of the 8 kB."""
    made = attest_command.attestation(BOARD, scheme, "streamed")
    assert made.right and max(made.keygen.peak, made.sign.peak) <= 4096
    with attest.start(BOARD, Path(), kind="streamed") as running, pytest.raises(DeviceError) as raised:
        Attester(running.connect()).keygen("haetae-2", SEED)
    assert raised.value.code == frames.UNKNOWN_SCHEME


@pytest.mark.parametrize("scheme", ["ml-dsa-44", SLH_DSA])
def test_cut_and_resumed(scheme: str, tmp_path: Path) -> None:
    """The line breaks off in the message and between pieces: nothing is made again, and no piece is missing or double.
    A repeated TAKEN takes nothing."""
    message, cuts = random_bytes(100, 5), 0
    with started(tmp_path, scheme) as running:
        attester = Attester(running.connect())
        standing = attester.begin(scheme, len(message))
        while len(attester.streamed.get(PART_SIGNATURE, b"")) < 5 * PIECE or not isinstance(standing, DeviceChunk):
            if not isinstance(standing, Result):
                attester.link.transport.close()
                attester.link.reconnect(running.connect())
                assert attester.poll() == standing
                cuts += 1
            standing = attester.advance(standing, message)
        assert cuts >= 7  # two parts of the message, five pieces
        for bytes_ in (0, PIECE, 5 * PIECE, 7 * PIECE, 0xFFFFFFFF):
            assert taken(attester, bytes_) == standing
        result = attester.finish(standing, message)
        assert result.verdict == DONE
        assert attester.fetch(PART_SIGNATURE, SCHEMES[scheme].signature_bytes) == signature(scheme, message)
        assert taken(attester, SCHEMES[scheme].signature_bytes) == attester.poll() == result


def taken(attester: Attester, count: int) -> object:
    """TAKEN alone."""
    payload = struct.pack("<II", attester.session, count)
    return attester.link.request(frames.TAKEN, payload, attester._standing)  # pylint: disable=protected-access


class Noisy:
    """A transport that loses or damages what it reads now and then: so often by bytes, not by reads, of which a busy
    machine has many of few bytes."""

    def __init__(self, inner: SocketTransport) -> None:
        self.inner, self.spoilt, self.until = inner, 0, 400
        self.chance = random.Random(15)

    def send(self, data: bytes) -> None:
        """See Transport."""
        self.inner.send(data)

    def receive(self, seconds: float) -> bytes:
        """See Transport."""
        data = self.inner.receive(seconds)
        self.until -= len(data)
        if not data or self.until > 0:
            return data
        self.until = self.chance.randint(250, 600)
        self.spoilt += 1
        return b"" if self.spoilt % 2 else data[:-1] + bytes([data[-1] ^ 1])

    def close(self) -> None:
        """See Transport."""
        self.inner.close()


def test_noise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces and answers that get lost or damaged are asked for again."""
    monkeypatch.setattr(attest, "POLL_SECONDS", 1.5)
    with started(tmp_path, "ml-dsa-44") as running:
        noisy = Noisy(running.connect())
        attester = Attester(noisy)
        attester.link._answer_seconds = 1.5  # pylint: disable=protected-access
        assert attester.sign("ml-dsa-44", b"message").verdict == DONE
        assert attester.fetch(PART_SIGNATURE, 2420) == signature("ml-dsa-44", b"message")
        assert noisy.spoilt > 5


def test_begin_is_lost(tmp_path: Path) -> None:
    """A host that comes when pieces are gone gets no signature; nor one whose board is gone."""
    with started(tmp_path, "ml-dsa-44") as running:
        attester = Attester(running.connect())
        standing = attester.begin("ml-dsa-44", 0)
        while PIECE not in map(len, attester.streamed.values()):
            standing = attester.advance(standing)
        attester.link.transport.close()
        other = Attester(running.connect())
        other.session = attester.session
        with pytest.raises(LinkError, match="sign again"):
            other.finish(other.poll())
        assert other.sign("ml-dsa-44", b"again").verdict == DONE
        standing = other.begin("ml-dsa-44", 0)
        running.stop()
        with pytest.raises(UserError):
            other.finish(standing)


def wrong_requests(session: int) -> list[tuple[int, bytes, int]]:
    """Type, payload, ERROR code."""
    sign = struct.Struct("<I24sBIB32sB")
    return [
        (frames.TAKEN, struct.pack("<II", session + 9, 0), frames.NO_SESSION),
        (frames.TAKEN, bytes(7), frames.BAD_PAYLOAD),
        (frames.TAKEN, bytes(9), frames.BAD_PAYLOAD),
        (frames.KEYGEN, struct.pack("<I24s48s", 1, b"ml-dsa-44", b""), frames.BAD_PAYLOAD),
        (frames.KEYGEN, struct.pack("<I24s32s", 1, SLH_DSA.encode(), b""), frames.BAD_PAYLOAD),
        (frames.KEYGEN, struct.pack("<I24s32s", 1, b"ml-dsa-4", b""), frames.UNKNOWN_SCHEME),
        (frames.SIGN, sign.pack(1, b"ml-dsa-44", SOURCE_FLASH, 1, 16, b"", 0), frames.BAD_PAYLOAD),
        (frames.SIGN, sign.pack(1, b"ml-dsa-44", SOURCE_FLASH, 1, 33, b"", 0), frames.BAD_PAYLOAD),
        (frames.SIGN, sign.pack(1, SLH_DSA.encode(), SOURCE_FLASH, 1, 32, b"", 0), frames.BAD_PAYLOAD),
        (frames.SIGN, sign.pack(1, SLH_DSA.encode(), SOURCE_FLASH, 1, 16, b"", 0), frames.NO_KEY),
        (frames.SIGN, sign.pack(1, b"ml-dsa-44", SOURCE_RAM, 1, 0, b"", 0), frames.NO_KEY),
        (frames.SIGN, sign.pack(1, b"ml-dsa-44", 2, 1, 0, b"", 0), frames.BAD_PAYLOAD),
        (frames.GET, struct.pack("<IBIB", session, PART_SIGNATURE, 0, 1), frames.NO_SESSION),
        (frames.GET, struct.pack("<IBIB", session, PART_SECRET_KEY, 0, 1), frames.NO_SESSION),
    ]


def test_wrong_requests(tmp_path: Path) -> None:
    """Each gets a reason, and the job that stands goes on."""
    with started(tmp_path, "ml-dsa-44") as running:
        attester = Attester(running.connect())
        standing = attester.begin("ml-dsa-44", 7)
        while not isinstance(standing, DeviceChunk):
            standing = attester.advance(standing, b"message")
        for kind, payload, code in wrong_requests(attester.session):
            with pytest.raises(DeviceError) as raised:
                attester.link.request(kind, payload, lambda frame: None)
            assert raised.value.code == code, (kind, payload)
        assert attester.finish(standing, b"message").verdict == DONE
        assert attester.fetch(PART_SIGNATURE, 2420) == signature("ml-dsa-44", b"message")
        standing = attester.begin("ml-dsa-44", 7)
        while not isinstance(standing, DeviceChunk):
            standing = attester.advance(standing, b"message")
        attester.link.abort()
        with pytest.raises(DeviceError) as raised:
            attester.take(standing)
        assert raised.value.code == frames.NO_SESSION


def test_another_message_the_second_time(tmp_path: Path) -> None:
    """SLH-DSA reads the message twice: if it is another, there is a reason and not one byte."""
    with started(tmp_path, SLH_DSA) as running:
        attester = Attester(running.connect())
        standing, sent = attester.begin(SLH_DSA, 10), 0
        while not isinstance(standing, Result) or standing.verdict == PENDING:
            sent += isinstance(standing, DeviceWant)
            standing = attester.advance(standing, b"message  %d" % sent)
        assert sent == 2 and standing.verdict == RESTREAM and not attester.streamed


@pytest.mark.parametrize("scheme", ["ml-dsa-44", SLH_DSA])
def test_command(scheme: str) -> None:
    """kilosig attest."""
    made = attest_command.attestation(BOARD, scheme)
    assert made.right and made.ours and made.key_agrees
    with pytest.raises(UserError):
        attest_command.attestation(BOARD, "slh-dsa-shake-128s")
