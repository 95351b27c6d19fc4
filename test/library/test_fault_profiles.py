# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library with KSIG_FAULTS_NONE and KSIG_FAULTS_DOUBLE (test/configs/faults_*.h): verdicts and reasons are those of
the default, for genuine inputs of every scheme and for altered ones. test/configs/faults_double.c has its streams."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
import test_composite
import test_cose
import test_x509
from support import ML_DSA, VECTORS, chains, flipped, known_answers, public_key
from test_read_once import example

from kilosig.library import composite, cose, x509
from kilosig.library.binding import Arguments, Library, load
from kilosig.library.catalog import SCHEMES
from kilosig.library.verdicts import ACCEPT, PENDING

pytestmark = [pytest.mark.library, pytest.mark.slow]  # libraries of their own
PROFILES = ("none", "double")


@cache
def built(profile: str) -> Library:
    """The library of a profile."""
    return Library(str(VECTORS.parents[1] / f"build/host/test/libconfig_faults_{profile}.so"))


def names() -> list[str]:
    """Of the schemes that a build without options has."""
    return [name for name in SCHEMES if load().scheme(name) is not None and built("none").scheme(name) is not None]


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", names())
def test_same_verdicts(name: str, profile: str) -> None:
    """Genuine, and with one bit wrong in each part."""
    inputs, verdicts = example(name), []
    for library in (load(), built(profile)):
        scheme = library.scheme(name)
        assert scheme is not None
        arguments = Arguments(anchor=scheme.anchor(inputs.key), context=inputs.context)
        codes = []
        for part in ("", "key", "message", "signature"):
            for bit in (3, 1009, 5003) if part else (0,):
                parts = [data if which != part or not data else flipped(data, bit % (8 * len(data)))
                         for which, data in (("key", inputs.key), ("message", inputs.message),
                                             ("signature", inputs.signature))]
                codes.append(library.verify_at_once(scheme, *parts, arguments).code)
        verdicts.append(codes)
    assert verdicts[0] == verdicts[1]
    assert verdicts[0].count(verdicts[0][0]) < len(verdicts[0])


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("name", ML_DSA)
def test_known_answers(name: str, profile: str) -> None:
    """Published signatures."""
    scheme = built(profile).scheme(name)
    assert scheme is not None
    for answer in known_answers(name)[::4]:
        assert built(profile).verify_at_once(scheme, answer.key, answer.message, answer.signature,
                                             Arguments(context=answer.context)).accepted


def cose_verdict(library: Library) -> int:
    target = library.scheme(test_cose.ROOT)
    assert target is not None
    device = replace(test_cose.a_device(), scheme=target)
    return cose.verify(device, test_cose.sign1(b"one message"), public_key(test_cose.ROOT))


def chain_verdict(library: Library) -> int:
    root = chains.key(test_x509.ML)
    device = chains.trusting(root)
    known = [found for scheme in device.schemes if (found := library.scheme(scheme.name)) is not None]
    return x509.verify(replace(device, schemes=known), chains.joined(test_x509.three()), root.raw)[0]


def composite_verdict(library: Library) -> int:
    name = test_composite.NAMES[0]
    return composite.verify(composite.pairs(library)[name], test_composite.HONEST, *test_composite.case(name))


@pytest.mark.parametrize("verdict", (cose_verdict, chain_verdict, composite_verdict))
def test_readers_accept_nothing_with_double(verdict: Callable[[Library], int]) -> None:
    """They verify once: what the default accepts, and NONE, is never accepted with DOUBLE."""
    assert verdict(load()) == verdict(built("none")) == ACCEPT
    assert verdict(built("double")) not in (ACCEPT, PENDING)
