# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ML-DSA with KSIG_OPTIMIZE_SIZE, where signing and verification share another ring: published signatures, and the keys
and signatures of the library that all other tests are of. test/configs/optimize_size*.h, one of each variant."""
from __future__ import annotations

from functools import cache

import pytest

from kilosig.library.binding import PART_MESSAGE, Arguments, Library, load
from kilosig.library.hashes import MODE_EXTERNAL_MU, external_mu
from kilosig.library.verdicts import DONE, HINT, KEY, PENDING, SIGNATURE, Z_RANGE
from kilosig.schemes import ml_dsa
from kilosig.schemes.ml_dsa import NAMES
from streaming import stream
from support import CHUNKS, ML_DSA, VECTORS, chunk, flipped, known_answers, random_bytes

pytestmark = [pytest.mark.library, pytest.mark.slow]  # libraries of their own
VARIANTS = ("", "_fast", "_small")


@cache
def at_size(variant: str) -> Library:
    """The library of a variant."""
    return Library(str(VECTORS.parents[1] / f"build/host/test/libconfig_optimize_size{variant}.so"))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ML_DSA)
def test_known_answers(name: str, variant: str) -> None:
    """Published signatures, and the same with one bit wrong somewhere."""
    library = at_size(variant)
    scheme = library.scheme(name)
    assert scheme is not None
    for number, answer in enumerate(known_answers(name)[::4]):
        arguments = Arguments(context=answer.context)
        sizes = chunk(CHUNKS[number % len(CHUNKS)])
        assert stream(scheme, answer.key, answer.message, answer.signature, arguments, sizes, number % 2 == 1).accepted
        bit = 1009 * (number + 1)
        wrong = flipped(answer.signature, bit % (8 * len(answer.signature)))
        assert library.verify(scheme, answer.key, answer.message, wrong, arguments).code in (Z_RANGE, HINT, SIGNATURE)
        other = flipped(answer.key, bit % (8 * len(answer.key)))
        assert library.verify(scheme, other, answer.message, answer.signature,
                              Arguments(anchor=scheme.anchor(answer.key), context=answer.context)).code == KEY


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", NAMES)
def test_keys_and_signatures(name: str, variant: str) -> None:
    """Both forms of keys and of outputs, with the public key and without: the same bytes."""
    library = at_size(variant)
    for number in range(4):
        seed, message, rnd = random_bytes(32, number), random_bytes(40, 100 + number), random_bytes(32, 200 + number)
        public, expanded = ml_dsa.public_key(load(), name, seed), ml_dsa.expanded_key(load(), name, seed)
        assert ml_dsa.public_key(library, name, seed) == public
        assert ml_dsa.expanded_key(library, name, seed) == expanded
        for key, given in ((seed, b""), (seed, public), (expanded, b""), (expanded, public)):
            expected = ml_dsa.sign(load(), name, key, message, b"context", rnd)
            for streamed in (False, True):
                run = ml_dsa.Signing(library, name, key, b"context", rnd, public_key=given, streamed=streamed)
                assert run.open() == PENDING
                while run.wants() != PART_MESSAGE:
                    assert run.step() == PENDING
                assert run.feed(message) == PENDING
                assert run.finish(100 if streamed else 0) == (DONE, expected)
        mu = external_mu(public, message, b"context")
        assert ml_dsa.sign(library, name, seed, mu, rnd=rnd, mode=MODE_EXTERNAL_MU) == expected
