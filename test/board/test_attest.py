# SPDX-License-Identifier: Apache-2.0 OR MIT
"""firmware/attest on emulated boards: keys and signatures are the library's, byte for byte, within 8 kB; and the boards
verify them."""
from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from kilosig.cli import attest as attest_command
from kilosig.device import attest, emulator, frames
from kilosig.device.attest import PART_KEY, PART_SECRET_KEY, PART_SIGNATURE, SOURCE_RAM, Attester, Result
from kilosig.device.frames import DeviceWant
from kilosig.device.link import DeviceError, Inputs, Link, verdict_of
from kilosig.errors import UserError
from kilosig.library.binding import load
from kilosig.library.catalog import SCHEMES
from kilosig.library.verdicts import ACCEPT, CONTEXT, DONE, SIGNATURE
from kilosig.schemes import haetae_sign
from kilosig.schemes.haetae import LEVELS, KeyGenerator, KeyPair
from support import flipped, random_bytes, runner, skip_without

pytestmark = pytest.mark.board

BOARD = "stm32vldiscovery"
RAM = 8192


def key_pair(level: int, number: int = 0) -> KeyPair:
    """The library's key of seed random_bytes(32, 100 * level + number)."""
    return KeyGenerator(load(), level).generate(random_bytes(32, 100 * level + number))


def signature_bytes(scheme: str) -> int:
    """Length of a scheme's signatures."""
    return int(haetae_sign.sign_scheme(load(), scheme).signature_bytes)


def check_ram(result: Result, board: str) -> None:
    """The figures fit 8 kB on every Cortex-M3 and -M4: the images differ in nothing that matters. Others have 16 kB."""
    small = board in ("microbit", "sifive_e")
    assert result.state < result.static < result.static + result.stack <= result.peak <= (2 * RAM if small else RAM)
    assert result.ram == {BOARD: RAM, "microbit": 2 * RAM, "sifive_e": 2 * RAM}.get(board, 4 << 20)


@pytest.fixture(name="attester")
def fixture_attester() -> Iterator[Attester]:
    """A board without a key in flash."""
    with attest.start(BOARD, Path()) as running:
        yield Attester(running.connect())


@pytest.fixture(name="board", params=emulator.BOARDS)
def fixture_board(request: pytest.FixtureRequest) -> str:
    """Each board in turn."""
    skip_without(request.param)
    return str(request.param)


def test_keygen(board: str) -> None:
    """The board's keys are the library's, one after another."""
    with attest.start(board, Path()) as running:
        attester = Attester(running.connect())
        assert not attester.info.provisioned and attester.info.board == board
        for level in (*LEVELS, *reversed(LEVELS)):
            pair = key_pair(level, 1)
            result = attester.keygen(f"haetae-{level}", random_bytes(32, 100 * level + 1))
            assert result.verdict == DONE and result.steps > 1
            assert result.state == KeyGenerator(load(), level).state_bytes - 16  # three pointers are shorter
            check_ram(result, board)
            assert attester.fetch(PART_SECRET_KEY, len(pair.secret)) == pair.secret
            assert attester.fetch(PART_KEY, len(pair.public)) == pair.public


@pytest.mark.parametrize("level", LEVELS)
def test_verify(board: str, level: int) -> None:
    """The board accepts what the library signs, and nothing else."""
    with emulator.Emulator(board) as running:
        link = Link(running.connect())
        link.hello()
        for number, (name, context) in enumerate(((f"haetae-{level}", b"context"), (f"haetae-{level}-kpqc", b""))):
            pair, message = key_pair(level), b"message"
            signature = haetae_sign.sign(load(), name, pair.secret, message, context)
            for sent, code in ((signature, ACCEPT), (flipped(signature, 1), SIGNATURE)):
                inputs = Inputs(pair.public, message, sent)
                first = link.verify(number, inputs, name, SCHEMES[name].anchor(pair.public), context)
                result = verdict_of(link.stream(first, inputs))
                assert result.verdict == code
                assert result.peak <= result.ram


@pytest.mark.parametrize("level", LEVELS)
def test_sign(board: str, level: int, tmp_path: Path) -> None:
    """Both profiles with the key in flash: the library's signature."""
    name, secret = f"haetae-{level}", key_pair(level).secret
    with attest.start(board, tmp_path, name, secret) as running:
        attester = Attester(running.connect())
        assert attester.info.provisioned and attester.info.scheme == name
        for scheme, length, context, rnd in (
                (name, 33, b"", b""), (name, 0, random_bytes(255, 1), random_bytes(32, 2)),
                (name, 1000, b"c", random_bytes(32, 3)), (name + "-kpqc", 64, b"", b""),
                (name + "-kpqc", 777, b"", b"")):
            message = random_bytes(length, length)
            result = attester.sign(scheme, message, context, rnd)
            assert result.verdict == DONE and result.steps > 1
            assert result.state == haetae_sign.sign_scheme(load(), scheme).state_bytes - 16  # pointers: three, padding
            check_ram(result, board)
            assert attester.fetch(PART_SIGNATURE, signature_bytes(scheme)) == \
                haetae_sign.sign(load(), scheme, secret, message, context, rnd)
        assert attester.sign(name + "-kpqc", b"m", b"context").verdict == CONTEXT
        with pytest.raises(DeviceError) as raised:
            attester.sign(f"haetae-{5 if level == 2 else 2}", b"m")
        assert raised.value.code == frames.NO_KEY


def test_key_in_ram(attester: Attester) -> None:
    """Level 2 signs with the key it made; for the others the 8 kB are too small, and flash has no key."""
    with pytest.raises(DeviceError) as raised:
        attester.sign("haetae-2", b"m", source=SOURCE_RAM)
    assert raised.value.code == frames.NO_KEY
    for level in LEVELS:
        name, pair = f"haetae-{level}", key_pair(level)
        assert attester.keygen(name, random_bytes(32, 100 * level)).verdict == DONE
        if level == 2:
            for message in (b"first", b"second"):
                result = attester.sign(name, message, source=SOURCE_RAM)
                assert result.verdict == DONE
                check_ram(result, BOARD)
                made = attester.fetch(PART_SIGNATURE, signature_bytes(name))
                assert made == haetae_sign.sign(load(), name, pair.secret, message)
        else:
            with pytest.raises(DeviceError) as raised:
                attester.sign(name, b"m", source=SOURCE_RAM)
            assert raised.value.code == frames.NO_ROOM
        with pytest.raises(DeviceError) as raised:
            attester.sign(name, b"m")
        assert raised.value.code == frames.NO_KEY
    attester.link.abort()
    with pytest.raises(DeviceError) as raised:
        attester.fetch(PART_SECRET_KEY, 64)
    assert raised.value.code == frames.NO_SESSION


def test_garbage_and_abort(tmp_path: Path) -> None:
    """Wrong requests, noise, broken-off jobs: the next signature is right."""
    pair = key_pair(2)
    with attest.start(BOARD, tmp_path, "haetae-2", pair.secret) as running:
        attester = Attester(running.connect())
        link = attester.link
        for kind, payload, code in (
                (frames.KEYGEN, bytes(27), frames.BAD_PAYLOAD), (frames.KEYGEN, bytes(60), frames.UNKNOWN_SCHEME),
                (frames.SIGN, bytes(66), frames.BAD_PAYLOAD), (frames.SIGN, bytes(67), frames.UNKNOWN_SCHEME),
                (frames.SIGN, bytes(66) + b"\1", frames.BAD_PAYLOAD), (frames.POLL, bytes(4), frames.NO_SESSION),
                (frames.DATA, bytes(6), frames.NO_SESSION), (frames.GET, bytes(10), frames.NO_SESSION),
                (frames.VERIFY, bytes(107), frames.UNKNOWN_TYPE), (frames.ABORT, b"x", frames.BAD_PAYLOAD)):
            with pytest.raises(DeviceError) as raised:
                link.request(kind, payload, lambda frame: None)
            assert raised.value.code == code, (kind, payload)
        want = attester.begin("haetae-2", 100)
        assert want == DeviceWant(attester.session, 2, 0, 100)
        want = attester.send(want, b"half")
        assert isinstance(want, DeviceWant) and (want.offset, want.length) == (4, 96)
        link.abort()
        with pytest.raises(DeviceError) as raised:
            attester.send(want, b"more")
        assert raised.value.code == frames.NO_SESSION
        link.transport.send(random_bytes(3000, 4) + frames.START + bytes(3))
        attester.begin("haetae-2", 50)
        assert attester.sign("haetae-2", b"message").verdict == DONE
        assert attester.fetch(PART_SIGNATURE, 1474) == haetae_sign.sign(load(), "haetae-2", pair.secret, b"message")
        for part, offset, count in ((PART_SIGNATURE, 1474, 1), (PART_SIGNATURE, 1470, 5), (PART_SIGNATURE, 0, 0),
                                    (PART_SIGNATURE, 0xFFFFFFFF, 2)):
            with pytest.raises(DeviceError) as raised:
                link.request(frames.GET, struct.pack("<IBIB", attester.session, part, offset, count),
                             lambda frame: None)
            assert raised.value.code == frames.BAD_PAYLOAD
        with pytest.raises(DeviceError):
            attester.fetch(PART_SECRET_KEY, 64)  # the key in flash never leaves
        assert running.running() and not link.hello().scheme == ""


def test_image(tmp_path: Path) -> None:
    """A damaged key is no key; a file that is no such image is refused."""
    image = attest.with_key(attest.attest_image(BOARD).read_bytes(), "haetae-2", key_pair(2).secret)
    offset, size = attest.find_section(image, attest.SECTION)
    assert size == 2788
    damaged = tmp_path / "damaged.elf"
    damaged.write_bytes(image[:offset + 1000] + bytes([image[offset + 1000] ^ 1]) + image[offset + 1001:])
    with attest.Emulator(BOARD, image=damaged) as running:
        assert not Attester(running.connect()).info.provisioned
    for wrong in (b"", b"text", image[:100]):
        with pytest.raises(UserError):
            attest.with_key(wrong, "haetae-2", b"")


@pytest.mark.parametrize("scheme", ["haetae-2", "haetae-5", "haetae-3-kpqc"])
def test_command(scheme: str) -> None:
    """kilosig attest: a table, and who accepts."""
    made = attest_command.attestation(BOARD, scheme)
    assert made.right and made.ours and made.key_agrees
    result = runner().invoke(cli_attest_app(), ["--scheme", scheme])
    assert result.exit_code == 0 and "kilosig accepts" in result.stdout


def cli_attest_app() -> object:
    """The command alone."""
    import typer  # pylint: disable=import-outside-toplevel
    application = typer.Typer()
    application.command()(attest_command.attest)
    return application
