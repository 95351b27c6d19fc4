# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every single-bit change of a public key and a signature is rejected; `make test` tries a quarter of them."""
from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from kilosig.library.binding import Arguments, load
from kilosig.library.verdicts import HINT, KEY, SIGNATURE, Z_RANGE
from sampling import FULL
from support import every_bit, flipped, known_answers

pytestmark = pytest.mark.library


@pytest.mark.slow
def test_every_bit_of_ml_dsa_44() -> None:
    """1,312 bytes of key and 2,420 bytes of signature: 29,856 changes, all with a fitting reason. The key is compared
    as a whole, by its digest, and the bits of z are alike: in `make full` each of them, else one of each byte of the
    key and one in five bits of z."""
    library = load()
    scheme = library.scheme("ml-dsa-44")
    assert scheme is not None
    answer = known_answers("ml-dsa-44")[0]
    arguments = Arguments(anchor=scheme.anchor(answer.key), context=answer.context)
    assert library.verify_at_once(scheme, answer.key, answer.message, answer.signature, arguments).accepted

    def with_key(key: bytes) -> int:
        return library.verify_at_once(scheme, key, answer.message, answer.signature, arguments).code

    def with_signature(signature: bytes) -> int:
        return library.verify_at_once(scheme, answer.key, answer.message, signature, arguments).code

    bits = [bit for bit in range(8 * 2420) if FULL or bit % 5 == 0 or not 8 * 32 <= bit < 8 * (2420 - 84)]
    changed_keys = every_bit(answer.key) if FULL else (
        flipped(answer.key, 8 * place + place * 5 % 8) for place in range(1312))
    # The library runs outside Python's lock.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        keys = Counter(pool.map(with_key, changed_keys))
        signatures = Counter(pool.map(with_signature, (flipped(answer.signature, bit) for bit in bits)))
    assert keys == {KEY: 1312 * 8 if FULL else 1312}
    assert set(signatures) <= {SIGNATURE, Z_RANGE, HINT}
    assert sum(keys.values()) + sum(signatures.values()) == (29856 if FULL else 1312 + len(bits))
    # Each kind of check was met: most of z stays in range, and the hint is 84 bytes.
    assert signatures[SIGNATURE] > (15000 if FULL else 3000) and signatures[Z_RANGE] > 0 and signatures[HINT] > 300
