# SPDX-License-Identifier: Apache-2.0 OR MIT
"""LMS, HSS, XMSS and XMSS^MT on the emulated board with 8 kB of RAM."""
from __future__ import annotations

from collections.abc import Sequence

import pytest

from kilosig.device import frames
from kilosig.device.emulator import Emulator
from kilosig.device.frames import token
from kilosig.device.link import DeviceError, Inputs, Link, verdict_of
from kilosig.library import verdicts
from kilosig.library.binding import Library, library_directory
from kilosig.schemes.stateful import LMS_SETS, XMSSMT_SETS, XMSS_SETS
from kilosig.schemes.stateful_material import LmsPair, pair_of
from support import flipped
from test_board import DEVICE_ID, RAM, SECRET, ask

pytestmark = pytest.mark.board

MESSAGE = b"activate 33 units of the machine."
W8 = LMS_SETS["LMS_SHA256_M32_H10/LMOTS_SHA256_N32_W8"]
CASES = (("lms", [W8]), ("lms", [LMS_SETS["LMS_SHAKE_M24_H5/LMOTS_SHAKE_N24_W4"]]), ("hss", [W8] * 2),
         ("xmss", [XMSS_SETS["XMSS-SHA2_10_256"]]), ("xmss", [XMSS_SETS["XMSS-SHAKE256_10_192"]]),
         ("xmssmt", [XMSSMT_SETS["XMSSMT-SHA2_20/2_192"]]))


@pytest.mark.parametrize("name, sets", CASES,
                         ids=lambda value: value if isinstance(value, str) else value[0].name)
def test_sets(link: Link, name: str, sets: Sequence[object]) -> None:
    """Accepts, rejects a changed node and other lengths, and fits."""
    key, sign = pair_of(name, sets, b"board", 17)
    signature = sign(MESSAGE)
    result = ask(link, name, Inputs(key, MESSAGE, signature))
    assert result.verdict == verdicts.ACCEPT
    # As the library without the sets of RFC 8391, which the tool's has. Pointers are shorter, and there is no gap.
    scheme = Library(str(library_directory() / "libkilosig.so")).scheme(name)
    assert scheme is not None and result.state in (scheme.state_bytes - 8, scheme.state_bytes - 16)
    assert result.peak <= RAM == result.ram
    changed = flipped(signature, 8 * len(signature) - 1)
    assert ask(link, name, Inputs(key, MESSAGE, changed)).verdict == verdicts.SIGNATURE
    assert ask(link, name, Inputs(key, MESSAGE, signature + b"x")).verdict == verdicts.SIG_LENGTH


def test_left_out(link: Link) -> None:
    """A set that SP 800-208 does not approve: this image does not read that far."""
    key, sign = pair_of("xmss", [XMSS_SETS["XMSS-SHA2_10_512"]], b"board", 17)
    assert ask(link, "xmss", Inputs(key, MESSAGE, sign(MESSAGE))).verdict in (verdicts.SET_OFF, verdicts.KEY_LENGTH)


def test_activation() -> None:
    """The key is the anchor; a token activates once. The record has no room for a key of XMSS."""
    pair, other = LmsPair(W8, b"board", 1), LmsPair(W8, b"other", 1)
    message = token(DEVICE_ID, 5, 11)
    with Emulator("stm32vldiscovery") as emulator:
        link = Link(emulator.connect())
        link.hello()
        with pytest.raises(DeviceError) as raised:
            link.provision("xmss", DEVICE_ID, 10, SECRET, bytes(64))
        assert raised.value.code == frames.UNKNOWN_SCHEME
        link.provision("lms", DEVICE_ID, 10, SECRET, pair.key)
        for signer, verdict, activation in ((other, verdicts.SIGNATURE, frames.ACTIVATION_NONE),
                                            (pair, verdicts.ACCEPT, frames.ACTIVATED),
                                            (pair, verdicts.ACCEPT, frames.NOT_FRESH)):
            inputs = Inputs(pair.key, message, signer.sign(message))
            result = verdict_of(link.stream(link.activate(1, inputs), inputs))
            assert (result.verdict, result.activation) == (verdict, activation)
