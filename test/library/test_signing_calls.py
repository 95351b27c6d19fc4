# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the calls of every family's signer leave, and what they take for a message."""
from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from kilosig.library import verdicts
from kilosig.library.binding import Library, copy_in, ffi
from kilosig.library.making import SignatureMaking
from kilosig.library.verdicts import DONE, PENDING
from kilosig.schemes import haetae_sign, ml_dsa, slh_dsa_sign
from kilosig.schemes.haetae import KeyGenerator

pytestmark = pytest.mark.library
STATE_SIZE, INCOMPLETE = 2, 8
FILLED = b"\xa7"


class Example(NamedTuple):
    """A scheme with a key."""

    name: str
    public: bytes
    run: SignatureMaking


def example(library: Library, family: str) -> Example:
    """Of a family, in a buffer."""
    seed = bytes(range(32))
    if family.startswith("ml-dsa"):
        public = ml_dsa.KeyGeneration(library, "ml-dsa-44", seed).finish()[1]
        secret = seed if family == "ml-dsa seed" else ml_dsa.expanded_key(library, "ml-dsa-44", seed)
        return Example("ml-dsa-44", public, ml_dsa.Signing(library, "ml-dsa-44", secret))
    if family.startswith("haetae"):
        compact = family == "haetae compact"
        pair = KeyGenerator(library, 2, compact=compact).generate(seed)
        return Example("haetae-2", pair.public, haetae_sign.Signing(library, "haetae-2", pair.secret, compact=compact))
    name = "slh-dsa-sha2-128f"
    pair = slh_dsa_sign.generate(library, name, seed)
    return Example(name, pair.public, slh_dsa_sign.Signing(library, name, pair.secret))


FAMILIES = ("ml-dsa seed", "ml-dsa expanded", "haetae", "haetae compact", "slh-dsa")


def fill(run: SignatureMaking) -> None:
    ffi.memmove(run.output, FILLED * run.output_bytes, run.output_bytes)


def to_the_message(run: SignatureMaking) -> None:
    """Opens it, and steps until the message is wanted."""
    assert run.open() == PENDING
    while not run.wants():
        assert run.step() == PENDING


@pytest.mark.parametrize("family", FAMILIES)
def test_message_that_nobody_fed(library: Library, family: str) -> None:
    """It is not the empty one. That is fed with length 0, as often as it is wanted, and signed."""
    made = example(library, family)
    run = made.run
    fill(run)
    to_the_message(run)
    assert run.step() == INCOMPLETE and run.step() == INCOMPLETE and not run.wants()
    assert run.feed(b"late") == INCOMPLETE
    assert run.close() == INCOMPLETE and not any(run.output_now())

    fill(run)
    to_the_message(run)
    verdict, passes = PENDING, 0
    while verdict == PENDING:
        if run.wants():
            assert run.feed(b"") == PENDING
            passes += 1
        verdict = run.step()
    assert run.close() == DONE and passes == (2 if family == "slh-dsa" else 1)
    scheme = library.scheme(made.name)
    assert scheme is not None
    assert library.verify(scheme, made.public, b"", run.output_now()).accepted
    assert run.at_once(b"") == (DONE, run.output_now())


def test_second_pass_that_nobody_fed(library: Library) -> None:
    """Of SLH-DSA, which wants the message twice."""
    run = example(library, "slh-dsa").run
    for message in (b"", b"message"):
        to_the_message(run)
        assert run.feed(message) == PENDING and run.step() == PENDING and run.wants()
        assert run.step() == INCOMPLETE
        assert run.close() == INCOMPLETE and not any(run.output_now())


@pytest.mark.parametrize("family", FAMILIES)
def test_what_open_refuses_is_zero(library: Library, family: str) -> None:
    """A state that is too small, whatever signature was under way in it, and arguments: zeros in the output, before
    close as well, and in the state."""
    run, c = example(library, family).run, library.c
    to_the_message(run)
    for _ in range(6):
        if run.wants():
            assert run.feed(b"message") == PENDING
        assert run.step() == PENDING
    fill(run)
    assert c.ksig_sign_open(run.state, run.size - 8, run.scheme, run.args, run.output) == STATE_SIZE
    assert not any(run.output_now())
    left = bytes(ffi.buffer(run.state, run.size - 8))
    reason = ffi.sizeof("void *") * 3
    assert not any(left[:reason]) and not any(left[reason + 4:])

    fill(run)
    message = copy_in(b"message")
    verdict: Any = c.ksig_sign(run.state, run.size - 8, run.scheme, run.args, message, 7, run.output)
    assert verdict == STATE_SIZE and not any(run.output_now())

    run.args.flags |= 8
    fill(run)
    assert run.open() == verdicts.ARGUMENT and not any(run.output_now())
    assert run.close() == verdicts.ARGUMENT
