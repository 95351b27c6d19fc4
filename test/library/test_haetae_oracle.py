# SPDX-License-Identifier: Apache-2.0 OR MIT
"""HAETAE against the Python package `kpqc`, which speaks the KS X profile: code that nobody here wrote. It draws its
own randomness, so verdicts are compared, not bytes. KSIG_ORACLE_KEYS (50; 200 in
`make oracles`) is the number of keys of each level."""
import random

import pytest

from kilosig.library.binding import Arguments, load
from kilosig.schemes import haetae_sign
from kilosig.schemes.haetae import LEVELS, KeyGenerator
from oracles import cases
from sampling import FULL
from support import flipped, random_bytes

kpqc = pytest.importorskip("kpqc", exc_type=ImportError)
pytestmark = pytest.mark.oracle


@pytest.mark.parametrize("level", LEVELS)
def test_ours_and_theirs(level: int) -> None:
    """Our signatures under our keys and theirs under their keys, both ways, and one bit changed."""
    library = load()
    scheme = library.scheme(f"haetae-{level}")
    assert scheme is not None
    oracle = getattr(kpqc, f"haetae{level}")
    generator = KeyGenerator(library, level)
    choose = random.Random(level)
    for number in cases(f"haetae-{level} against kpqc", 50 if FULL else 15, "KSIG_ORACLE_KEYS"):
        message = random_bytes(choose.choice((0, 1, 33, choose.randrange(3000))), number)
        context = random_bytes(choose.choice((0, 1, 255, choose.randrange(256))), number + 1)
        ours = generator.generate(random_bytes(32, 1000 * level + number))
        theirs = oracle.generate_key_pair()
        pairs = [(ours.public, ours.secret), (theirs.public_key, theirs.secret_key)]
        for public, secret in pairs:
            signatures = [haetae_sign.sign(library, scheme.name, secret, message, context,
                                           random_bytes(32, number + 7)),
                          oracle.sign(message, secret, context=context)]
            for signature in signatures:
                arguments = Arguments(context=context)
                bad = flipped(signature, choose.randrange(8 * len(signature)))
                assert library.verify(scheme, public, message, signature, arguments).accepted
                assert oracle.verify(message, signature, public, context=context)
                assert not library.verify(scheme, public, message, bad, arguments).accepted
                assert not oracle.verify(message, bad, public, context=context)
