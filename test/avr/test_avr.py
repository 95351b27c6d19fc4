# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verification where int has 16 bits: a simulated ATmega2560 (test/avr) gives the verdicts of this computer's library,
on genuine signatures and on forgeries."""
from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import IO

import pytest

from kilosig.library import verdicts
from kilosig.library.binding import Arguments, load
from kilosig.library.catalog import SCHEMES
from kilosig.library.hashes import HASHES, MODE_PREHASH, external_mu
from kilosig.library.verdicts import Verdict
from kilosig.schemes import fn_dsa
from sampling import FULL as EVERY_VARIANT
from support import ML_DSA, flipped, private_key, public_key, random_bytes
from test_read_once import Inputs, attacks, example

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build/avr"
CHUNK = 64  # as in test/avr/verify.c
FALCON = tuple(fn_dsa.LOG_N)
HAETAE = tuple(name for name in SCHEMES if name.startswith("haetae"))
# `KSIG_AVR=full`: what takes minutes, too.
FULL = os.environ.get("KSIG_AVR") == "full"
SLH_DSA = ("slh-dsa-sha2-128s",) + (("slh-dsa-sha2-192s", "slh-dsa-shake-128s") if FULL else ())
# Every forgery; of the other schemes one.
ALL_FORGERIES = ("ml-dsa-44", "falcon-512-r3", "fn-dsa-512", "haetae-2")


class Simulator:
    """An image in the simulator."""

    def __init__(self, program: Path, variant: str) -> None:
        image = BUILD / "test/avr" / ("verify.elf" if variant == "default" else f"verify-{variant}.elf")
        self.process = subprocess.Popen([str(program), str(image)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def read(self, length: int) -> bytes:
        out = self.process.stdout
        assert out is not None
        data = out.read(length)
        assert len(data) == length, f"the simulator ended with {self.process.wait()}"
        return data

    def number(self) -> int:
        return int.from_bytes(self.read(4), "little")

    def write(self, data: bytes) -> None:
        to: IO[bytes] = self.process.stdin  # type: ignore[assignment]
        to.write(data)
        to.flush()

    def verify(self, inputs: Inputs) -> Verdict:
        """Streams one verification."""
        lengths = [len(data).to_bytes(4, "little") for data in (inputs.message, inputs.signature, inputs.key)]
        short = inputs.anchor, inputs.context, inputs.secret
        self.write(inputs.scheme.encode() + b"\0" + b"".join(lengths) + bytes([inputs.mode, inputs.hash]) +
                   bytes(map(len, short)) + b"".join(short))
        parts = b"", inputs.key, inputs.message, inputs.signature
        while True:
            answer = self.read(1)
            if answer != b"W":
                assert answer == b"V", answer
                return Verdict(self.number())
            part = self.read(1)[0]
            offset, length = self.number(), self.number()
            self.write(parts[part][offset:offset + min(length, CHUNK)])


@pytest.fixture(scope="module")
def program() -> Path:
    """The simulator, built."""
    path = BUILD / "simulator"
    subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-std=c99", str(ROOT / "test/avr/simulator.c"),
                    str(ROOT / "test/avr/secrets.c"), "-o", str(path), "-lsimavr"], check=True)
    return path


@pytest.fixture(scope="module")
def simulators(program: Path) -> Iterator[dict[str, Simulator]]:
    """One for each variant of the library."""
    running = {variant: Simulator(program, variant) for variant in ("default", "fast", "small")
               if EVERY_VARIANT or variant != "fast"}
    yield running
    for simulator in running.values():
        simulator.process.kill()
        simulator.process.wait()


def expected(inputs: Inputs, variant: str) -> Verdict:
    """The verdict of this computer."""
    library = load(variant)
    scheme = library.scheme(inputs.scheme)
    assert scheme is not None
    return library.verify(scheme, inputs.key, inputs.message, inputs.signature,
                          Arguments(anchor=inputs.anchor, context=inputs.context, mode=inputs.mode, hash=inputs.hash,
                                    secret=inputs.secret or None))


def forgeries(inputs: Inputs) -> Iterator[Inputs]:
    """Bits that are other ones: of message and key, and of the signature from its beginning to its end."""
    yield replace(inputs, message=flipped(inputs.message, 3) if inputs.message else b"\0")
    if inputs.key != inputs.anchor:
        yield replace(inputs, key=flipped(inputs.key, 8 * len(inputs.key) // 2))
    bits = 8 * len(inputs.signature)
    for bit in (5, bits // 4, bits // 2 + 1, 7 * bits // 8, bits - 8):
        yield replace(inputs, signature=flipped(inputs.signature, bit))


def check(simulator: Simulator, inputs: Inputs, variant: str = "default") -> None:
    """The genuine one is accepted; a forgery is rejected for the reason that this computer finds."""
    assert simulator.verify(inputs).accepted
    for forged in islice(forgeries(inputs), None if FULL or inputs.scheme in ALL_FORGERIES else 1):
        verdict = simulator.verify(forged)
        assert not verdict.accepted and verdict == expected(forged, variant)


@pytest.mark.parametrize("variant", ("default", pytest.param("fast", marks=pytest.mark.full), "small"))
@pytest.mark.parametrize("name", ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87", "dilithium2-r3"))
def test_ml_dsa(simulators: dict[str, Simulator], name: str, variant: str) -> None:
    inputs = example(name).with_secret(variant)
    if variant == "default" and name == "ml-dsa-44":
        check(simulators[variant], inputs)
    else:
        assert simulators[variant].verify(inputs).accepted


@pytest.mark.parametrize("name", FALCON + HAETAE)
def test_others(simulators: dict[str, Simulator], name: str) -> None:
    check(simulators["default"], example(name))


@pytest.mark.parametrize("name", SLH_DSA)
def test_slh_dsa(simulators: dict[str, Simulator], name: str) -> None:
    inputs = example(name)
    assert simulators["default"].verify(inputs).accepted
    if name == SLH_DSA[0]:  # the last byte is of the root's path: all before it has been computed
        forged = replace(inputs, signature=flipped(inputs.signature, 8 * len(inputs.signature) - 1))
        assert simulators["default"].verify(forged) == Verdict(verdicts.SIGNATURE)


@pytest.mark.parametrize("name", ("ml-dsa-44", "haetae-2", "falcon-512-r3"))
def test_own_key(simulators: dict[str, Simulator], name: str) -> None:
    """A genuine signature under the sender's own key, for the anchor of another one."""
    inputs, _ = attacks(name)
    assert simulators["default"].verify(inputs) == Verdict(verdicts.KEY)


def signed(message: bytes, hash_name: str) -> Inputs:
    """Signed by ML-DSA-44; a name of a hash: pre-hashed."""
    name = ML_DSA[0]
    key, raw = private_key(name), public_key(name)
    inputs = Inputs(name, SCHEMES[name].anchor(raw), raw, message, b"")
    if not hash_name:
        return replace(inputs, signature=key.sign(message, b""))
    return replace(inputs, mode=MODE_PREHASH, hash=HASHES[hash_name][0],
                   signature=key.sign_mu(external_mu(raw, message, b"", hash_name)))


@pytest.mark.parametrize("hash_name", ("", "sha256") if FULL else ("sha256",))
def test_long_message(simulators: dict[str, Simulator], hash_name: str) -> None:
    """A length beyond 16 bits counts as it is: the signature of as many bytes as are left modulo 2^16 is none of the
    message, nor the other way round."""
    message = random_bytes(65536 + 40, 16)
    long, short = signed(message, hash_name), signed(message[:40], hash_name)
    simulator = simulators["default"]
    for inputs, other in ((long, short), (short, long)):
        assert simulator.verify(inputs).accepted
        assert simulator.verify(replace(inputs, signature=other.signature)) == Verdict(verdicts.SIGNATURE)
