# SPDX-License-Identifier: Apache-2.0 OR MIT
"""UOV and MAYO on the emulated 8 kB board: keys of up to 321 kB stream through."""
from __future__ import annotations

import pytest

from kilosig.device.emulator import Emulator
from kilosig.device.link import Inputs, Link, verdict_of
from kilosig.library import verdicts
from kilosig.library.catalog import SCHEMES
from kilosig.schemes.vectors import read_vectors
from support import VECTORS

# Bytes of state and stack that a verification may take.
MOST = {"uov-1p-pkc-r3": ("uov-Ip-pkc", 1250), "uov-1s-pkc-r3": ("uov-Is-pkc", 950),
        "uov-3-pkc-r3": ("uov-III-pkc", 1600), "uov-5-pkc-r3": ("uov-V-pkc", 1900),
        "uov-1p-r3": ("uov-Ip-classic", 1000), "uov-1s-r3": ("uov-Is-classic", 700),
        "mayo-1-r3": ("mayo-1", 1650), "mayo-2-r3": ("mayo-2", 1150), "mayo-3-r3": ("mayo-3", 2150),
        "mayo-5-r3": ("mayo-5", 2750)}
SAMPLE = ("uov-1p-pkc-r3", "mayo-2-r3")

pytestmark = pytest.mark.board


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.full] * (name not in SAMPLE)) for name in MOST])
def test_board(name: str) -> None:
    """Accepted, in the RAM that the board reports; refused with another last byte of the key, or of the message."""
    file, most = MOST[name]
    vector = next(vector for vector in read_vectors(VECTORS / f"{file}.json.xz") if vector.valid and vector.message)
    assert vector.scheme == name and vector.key is not None
    key, message, signature = vector.key, vector.message, vector.signature
    anchor = SCHEMES[name].anchor(key)
    with Emulator("stm32vldiscovery", research=True) as emulator:
        link = Link(emulator.connect())
        link.hello()
        tried = ((verdicts.ACCEPT, Inputs(key, message, signature)),
                 (verdicts.KEY, Inputs(key[:-1] + bytes([key[-1] ^ 1]), message, signature)),
                 (verdicts.SIGNATURE, Inputs(key, message + b"\0", signature)))
        for number, (expected, inputs) in enumerate(tried, 1):
            result = verdict_of(link.stream(link.verify(number, inputs, name, anchor), inputs))
            print(name, result.state, result.stack, result.peak, result.ram)
            assert result.verdict == expected
            assert result.state + result.stack <= most and result.peak <= result.ram == 8192
