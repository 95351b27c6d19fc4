# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verification where int has 16 bits: a simulated ATmega2560 (test/avr) gives the verdicts of this computer's library,
on genuine signatures and on forgeries."""
from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from kilosig.library import verdicts
from kilosig.library.binding import Arguments, load
from kilosig.library.catalog import SCHEMES
from kilosig.library.hashes import HASHES, MODE_PREHASH, external_mu
from kilosig.library.verdicts import Verdict
from kilosig.schemes import fn_dsa
from sampling import FULL as EVERY_VARIANT
from simulated_avr import SimulatedAvr, built_simulator
from support import ML_DSA, flipped, private_key, public_key, random_bytes
from test_read_once import Inputs, attacks, example

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench"))
avr: Any = importlib.import_module("avr")
FALCON = tuple(fn_dsa.LOG_N)
HAETAE = tuple(name for name in SCHEMES if name.startswith("haetae"))
# `KSIG_AVR=full`: what takes minutes, too.
FULL = os.environ.get("KSIG_AVR") == "full"
SLH_DSA = ("slh-dsa-sha2-128s",) + (("slh-dsa-sha2-192s", "slh-dsa-shake-128s") if FULL else ())
STATEFUL = ("hss-sha256-h10-w4-x2", "lms-sha256-h10-w4", "xmss-sha2-10-256")
# Every forgery; of the other schemes one.
ALL_FORGERIES = ("ml-dsa-44", "falcon-512-r3", "fn-dsa-512", "haetae-2")


@pytest.fixture(scope="module")
def simulators() -> Iterator[dict[str, SimulatedAvr]]:
    """One for each variant of the library."""
    program = built_simulator()
    running = {variant: SimulatedAvr(program, variant) for variant in ("default", "fast", "small")
               if EVERY_VARIANT or variant != "fast"}
    yield running
    for one in running.values():
        one.close()


def verify(simulated: SimulatedAvr, inputs: Inputs) -> Verdict:
    """Streams one verification."""
    return Verdict(simulated.verify(inputs.scheme, inputs.anchor, inputs.key, inputs.message, inputs.signature,
                                    inputs.context, inputs.mode, inputs.hash, inputs.secret))


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


def check(simulator: SimulatedAvr, inputs: Inputs, variant: str = "default") -> None:
    """The genuine one is accepted; a forgery is rejected for the reason that this computer finds."""
    assert verify(simulator, inputs).accepted
    for forged in islice(forgeries(inputs), None if FULL or inputs.scheme in ALL_FORGERIES else 1):
        verdict = verify(simulator, forged)
        assert not verdict.accepted and verdict == expected(forged, variant)


@pytest.mark.parametrize("variant", ("default", pytest.param("fast", marks=pytest.mark.full), "small"))
@pytest.mark.parametrize("name", ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87", "dilithium2-r3"))
def test_ml_dsa(simulators: dict[str, SimulatedAvr], name: str, variant: str) -> None:
    inputs = example(name).with_secret(variant)
    if variant == "default" and name == "ml-dsa-44":
        check(simulators[variant], inputs)
    else:
        assert verify(simulators[variant], inputs).accepted


@pytest.mark.parametrize("name", FALCON + HAETAE)
def test_others(simulators: dict[str, SimulatedAvr], name: str) -> None:
    check(simulators["default"], example(name))


@pytest.mark.parametrize("name", SLH_DSA)
def test_slh_dsa(simulators: dict[str, SimulatedAvr], name: str) -> None:
    inputs = example(name)
    assert verify(simulators["default"], inputs).accepted
    if name == SLH_DSA[0]:  # the last byte is of the root's path: all before it has been computed
        forged = replace(inputs, signature=flipped(inputs.signature, 8 * len(inputs.signature) - 1))
        assert verify(simulators["default"], forged) == Verdict(verdicts.SIGNATURE)


@pytest.mark.parametrize("name", ("ml-dsa-44", "haetae-2", "falcon-512-r3"))
def test_own_key(simulators: dict[str, SimulatedAvr], name: str) -> None:
    """A genuine signature under the sender's own key, for the anchor of another one."""
    inputs, _ = attacks(name)
    assert verify(simulators["default"], inputs) == Verdict(verdicts.KEY)


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
def test_long_message(simulators: dict[str, SimulatedAvr], hash_name: str) -> None:
    """A length beyond 16 bits counts as it is: the signature of as many bytes as are left modulo 2^16 is none of the
    message, nor the other way round."""
    message = random_bytes(65536 + 40, 16)
    long, short = signed(message, hash_name), signed(message[:40], hash_name)
    simulator = simulators["default"]
    for inputs, other in ((long, short), (short, long)):
        assert verify(simulator, inputs).accepted
        assert verify(simulator, replace(inputs, signature=other.signature)) == Verdict(verdicts.SIGNATURE)


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in ALL_FORGERIES + STATEFUL else pytest.mark.full)
                                  for name in sorted({name for name, _ in avr.rows()})])
def test_document(name: str) -> None:
    """docs/avr.md says what these images take, and for every row that there is."""
    lines = avr.known()
    assert set(lines) == set(avr.rows())
    for row, line in lines.items():
        # Those of the other variants of ML-DSA in `make full`.
        if row[0] == name and (EVERY_VARIANT or row[1] == "default"):
            inputs = re.search(r"\(of (\d)\)", line)
            assert avr.measured(built_simulator(), *row, count=int(inputs[1]) if inputs else 8) == line


@pytest.mark.parametrize("name", STATEFUL)
def test_stateful(simulators: dict[str, SimulatedAvr], name: str) -> None:
    """The first byte of a signature, in `make full` one in its middle, and its last one, before which all is computed:
    rejected for the reason found here."""
    scheme, anchor, key, message, signature = next(avr.records(name))
    genuine = Inputs(scheme, anchor, key, message, signature)
    assert verify(simulators["default"], genuine).accepted
    for at in (0, *([len(signature) // 2] if EVERY_VARIANT else []), len(signature) - 1):
        forged = replace(genuine, signature=flipped(signature, 8 * at + 3))
        verdict = verify(simulators["default"], forged)
        assert not verdict.accepted and verdict == expected(forged, "default")
