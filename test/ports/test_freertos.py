# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ports/freertos on an emulated board with 8 kB of RAM: verification and signing in a task, beside a receiving task and
idle, under a watchdog."""
from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kilosig.device import attest, emulator, frames
from kilosig.device.attest import PART_KEY, PART_SIGNATURE, Attester
from kilosig.device.emulator import Emulator
from kilosig.device.link import DeviceError, Inputs, Link, verdict_of
from kilosig.errors import UserError
from kilosig.files.data import Data
from kilosig.library import verdicts
from kilosig.schemes.family import Signature
from kilosig.schemes.registry import signer_of
from port_rows import BUILD, ROOT, output, record, skip
from support import flipped, random_bytes
from test_read_once import example

pytestmark = pytest.mark.board

BOARD = "stm32vldiscovery"
RAM = 8192
IMAGES = BUILD / "freertos/example"
# One of each family, and what needs most.
SCHEMES = ("ml-dsa-44", "ml-dsa-65", "slh-dsa-sha2-128s", "lms", "xmss", "fn-dsa-512", "haetae-5")
INFO_FAULT = 2
figures: dict[str, int] = {}


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """The images. Skips without the kernel, which cargo brings, or without compiler and emulator."""
    for program in ("cargo", "arm-none-eabi-gcc", "qemu-system-arm"):
        if shutil.which(program) is None:
            skip("FreeRTOS", f"{program} is not installed")
    done = subprocess.run([str(ROOT / "ports/freertos/fetch_kernel.sh")], capture_output=True,
                          text=True, check=False)
    if done.returncode != 0:
        skip("FreeRTOS", "the crate freertos-next is not here and could not be fetched")
    output("cmake", "-S", ROOT / "ports/freertos", "-B", IMAGES, "-G", "Ninja",
           f"-DFREERTOS_KERNEL={done.stdout.strip()}",
           f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/arm-none-eabi.cmake")
    output("cmake", "--build", IMAGES)


@pytest.fixture(autouse=True)
def counted_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The emulator's time is counted in instructions: the watchdog does not see how busy this computer is. A reset ends
    the emulator."""
    options = ("-icount", "shift=5", "-no-reboot")
    monkeypatch.setitem(emulator.BOARDS, BOARD, replace(emulator.BOARDS[BOARD], options=options))


@pytest.fixture(name="verifier")
def fixture_verifier() -> Iterator[Emulator]:
    """The image that verifies."""
    with Emulator(BOARD, image=IMAGES / "freertos-activation.elf") as running:
        yield running
        assert running.running()


def signer(folder: Path, scheme: str, image: str = "freertos-attest") -> Emulator:
    """The image that signs, with the key of a seed in flash."""
    secret = signer_of(scheme).generate(scheme, random_bytes(32, 18)).secret
    filled = folder / "attest.elf"
    filled.write_bytes(attest.with_key((IMAGES / f"{image}.elf").read_bytes(), scheme, secret))
    return Emulator(BOARD, image=filled)


def fault_flag(link: Link) -> int:
    """Of INFO: set after a reset by a fault or by the watchdog."""
    return link.request(frames.HELLO, b"", lambda frame: frame.payload[1] if frame.type == frames.INFO else None,
                        ) & INFO_FAULT


def test_verification(verifier: Emulator) -> None:
    """Genuine signatures are accepted and forged ones rejected, in 8 kB, and the watchdog is always served in time."""
    link = Link(verifier.connect())
    link.hello()
    for number, name in enumerate(SCHEMES):
        inputs = example(name)
        for message, code in ((inputs.message, verdicts.ACCEPT), (flipped(inputs.message, 9), verdicts.SIGNATURE)):
            sent = Inputs(inputs.key, message, inputs.signature)
            answer = link.verify(number, sent, name, inputs.anchor, inputs.context)
            verdict = verdict_of(link.stream(answer, sent))
            assert verdict.verdict == code, name
            assert verdict.state < verdict.static < verdict.peak <= verdict.ram == RAM
            figures["verify"] = verdict.peak
    assert fault_flag(link) == 0
    record("FreeRTOS V11", "2 images, Cortex-M3", f"QEMU {BOARD}: {len(SCHEMES)} schemes verified",
           f"{figures['verify']:,} of {RAM:,}")


def test_what_does_not_fit_is_refused(verifier: Emulator) -> None:
    """ML-DSA-87's state leaves no room for a kernel: the image is without it."""
    link, inputs = Link(verifier.connect()), example("ml-dsa-87")
    with pytest.raises(DeviceError) as raised:
        link.verify(0, Inputs(inputs.key, inputs.message, inputs.signature), "ml-dsa-87", inputs.anchor, b"")
    assert raised.value.code == frames.UNKNOWN_SCHEME


@pytest.mark.parametrize("scheme", ("ml-dsa-44", "ml-dsa-65"))
def test_signing(tmp_path: Path, scheme: str) -> None:
    """Key and signature are the library's, byte for byte."""
    family, message = signer_of(scheme), b"signed in a task"
    pair = family.generate(scheme, random_bytes(32, 18))
    expected = family.sign(scheme, pair.secret, Signature(Data(message), b"", rnd=b"", deterministic=True))
    with signer(tmp_path, scheme) as running:
        attester = Attester(running.connect())
        made = attester.keygen(scheme, random_bytes(32, 18))
        assert made.verdict == verdicts.DONE and attester.fetch(PART_KEY, len(pair.public)) == pair.public
        result = attester.sign(scheme, message)
        assert result.verdict == verdicts.DONE
        assert attester.fetch(PART_SIGNATURE, len(expected)) == expected
        assert result.state < result.static < result.static + result.stack <= result.peak <= RAM
        assert running.running()
    record("FreeRTOS V11", "", f"{scheme} signed, stack in the library {result.stack}", f"{result.peak:,} of {RAM:,}")


def test_flood(tmp_path: Path) -> None:
    """Bytes that nobody asked for, while the task computes: what finds no room is lost, and the signature is right."""
    scheme, message = "ml-dsa-44", b"flooded"
    family = signer_of(scheme)
    secret = family.generate(scheme, random_bytes(32, 18)).secret
    expected = family.sign(scheme, secret, Signature(Data(message), b"", rnd=b"", deterministic=True))
    with signer(tmp_path, scheme) as running:
        transport = running.connect()
        attester = Attester(transport)
        standing = attester.begin(scheme, len(message))
        transport.send(bytes(4096) + 10 * frames.encode(frames.HELLO, b""))
        result = attester.finish(standing, message)
        assert result.verdict == verdicts.DONE
        assert attester.fetch(PART_SIGNATURE, len(expected)) == expected
        assert running.running()


def test_the_watchdog_bites(tmp_path: Path) -> None:
    """With a limit shorter than the library's longest call the board resets, which ends the emulator."""
    scheme = "ml-dsa-44"
    with signer(tmp_path, scheme, "freertos-attest-bitten") as running:
        with pytest.raises(UserError):
            Attester(running.connect()).sign(scheme, b"too slow")
        deadline = time.monotonic() + 60
        while running.running() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not running.running()
