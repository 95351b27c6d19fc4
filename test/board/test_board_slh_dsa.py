# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SLH-DSA and SPHINCS+ on the emulated board with 8 kB of RAM: signatures six times as large, and a long message."""
from __future__ import annotations

import pytest

from kilosig.device import frames
from kilosig.device.emulator import Emulator
from kilosig.device.frames import token
from kilosig.device.link import Inputs, Link, verdict_of
from kilosig.library import verdicts
from kilosig.library.binding import Arguments
from kilosig.library.hashes import HASHES, MODE_PREHASH
import slh_material
from sampling import FULL
from support import flipped, random_bytes, slh_dsa_example
from test_board import DEVICE_ID, LONG, RAM, SECRET, ask, check_ram
from test_slh_dsa import NAMES

pytestmark = pytest.mark.board
ONCE = 20000  # bytes


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.full) if name in LONG else name
                                  for name in NAMES])
def test_every_set(link: Link, name: str) -> None:
    """Accepts, rejects a changed node, and fits; slh-dsa-sha2-256f streams 49,856 bytes. Outside `make full` the longer
    signatures are streamed once."""
    vector = slh_dsa_example(name)
    assert vector.key is not None
    result = ask(link, name, Inputs(vector.key, vector.message, vector.signature))
    assert result.verdict == verdicts.ACCEPT
    check_ram(result, name)
    assert result.peak <= RAM == result.ram
    if len(vector.signature) > ONCE and not FULL:
        return
    changed = flipped(vector.signature, 8 * len(vector.signature) - 1)
    assert ask(link, name, Inputs(vector.key, vector.message, changed)).verdict == verdicts.SIGNATURE


def test_modes(link: Link) -> None:
    """A context and a pre-hash, and lengths that are none of the scheme's."""
    name, context, message = "slh-dsa-shake-128f", bytes(range(255)), random_bytes(700, 1)
    pair = slh_material.generate(name, bytes(32))
    signature = slh_material.sign(name, pair.secret, message, context, "sha512")
    arguments = Arguments(context=context, mode=MODE_PREHASH, hash=HASHES["sha512"][0])
    assert ask(link, name, Inputs(pair.public, message, signature), arguments).verdict == verdicts.ACCEPT
    assert ask(link, name, Inputs(pair.public, message, signature)).verdict == verdicts.SIGNATURE
    assert ask(link, name, Inputs(pair.public, message, signature[:-1])).verdict == verdicts.SIG_LENGTH
    assert ask(link, name, Inputs(pair.public + b"\0", message, signature)).verdict == verdicts.KEY_LENGTH


def test_long_message(link: Link) -> None:
    """More than 64 kB through 8 kB; in `make full` 1 MB."""
    name, message = "slh-dsa-sha2-128f", random_bytes(1 << 20 if FULL else 70000, 2)
    pair = slh_material.generate(name, bytes(32))
    signature = slh_material.sign(name, pair.secret, message)
    result = ask(link, name, Inputs(pair.public, message, signature))
    assert result.verdict == verdicts.ACCEPT and result.peak <= RAM


@pytest.mark.parametrize("name", ["slh-dsa-sha2-128s", pytest.param("slh-dsa-sha2-256f", marks=pytest.mark.full)])
def test_activation(name: str) -> None:
    """The key is the anchor; a token activates once, one of another key never."""
    pair, other = slh_material.generate(name, bytes(32)), slh_material.generate(name, bytes([1]) * 32)
    message = token(DEVICE_ID, 5, 11)
    with Emulator("stm32vldiscovery") as emulator:
        link = Link(emulator.connect())
        link.hello()
        link.provision(name, DEVICE_ID, 10, SECRET, pair.public)
        info = link.hello()
        assert info.provisioned and info.scheme == name
        forged, genuine = (slh_material.sign(name, secret, message) for secret in (other.secret, pair.secret))
        for signature, verdict, activation in ((forged, verdicts.SIGNATURE, frames.ACTIVATION_NONE),
                                               (genuine, verdicts.ACCEPT, frames.ACTIVATED),
                                               (genuine, verdicts.ACCEPT, frames.NOT_FRESH)):
            inputs = Inputs(pair.public, message, signature)
            result = verdict_of(link.stream(link.activate(1, inputs), inputs))
            assert (result.verdict, result.activation) == (verdict, activation)
        assert link.hello().features == 1 << 5
