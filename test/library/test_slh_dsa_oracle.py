# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SLH-DSA against the Python package `slh-dsa`: code that nobody here wrote. Fresh keys, messages, contexts and
damages."""
import random

import pytest

from kilosig.library.binding import Arguments, load
from kilosig.schemes import slh_dsa
import slh_material
from sampling import FULL
from support import flipped, random_bytes

pytestmark = pytest.mark.oracle


# One of each hash and n, of one a small set: of these a signature takes seconds.
SOME = ("slh-dsa-sha2-128f", "slh-dsa-sha2-192f", "slh-dsa-sha2-256s", "slh-dsa-shake-128f", "slh-dsa-shake-192f",
        "slh-dsa-shake-256f")


@pytest.mark.parametrize("name", [name if name in SOME else pytest.param(name, marks=pytest.mark.full)
                                  for name in slh_dsa.SETS])
def test_same_verdicts(name: str) -> None:
    """Genuine signatures, and with one bit changed."""
    library, choose = load(), random.Random(name)
    scheme = library.scheme(name)
    assert scheme is not None
    for number in range(1 if name.endswith("s") else 5 if FULL else 2):
        pair = slh_material.generate(name, random_bytes(32, number))
        for _ in range(2 if FULL and name.endswith("f") else 1):
            message = random_bytes(choose.choice((0, 1, 33, choose.randrange(3000))), number)
            context = random_bytes(choose.choice((0, 1, 255, choose.randrange(256))), number + 1)
            signature = slh_material.sign(name, pair.secret, message, context)
            bad = flipped(signature, choose.randrange(8 * len(signature)))
            arguments = Arguments(context=context)
            assert library.verify(scheme, pair.public, message, signature, arguments).accepted
            assert slh_dsa.verify(name, pair.public, message, signature, context)
            assert not library.verify(scheme, pair.public, message, bad, arguments).accepted
            assert not slh_dsa.verify(name, pair.public, message, bad, context)
