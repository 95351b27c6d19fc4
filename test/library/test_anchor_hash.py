# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The hash of the key that the anchor is: what the descriptors say, and KSIG_ANCHOR_HASH."""
from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from kilosig.schemes.vectors import Vector, read_vectors
from kilosig.library import verdicts
from kilosig.library.binding import Arguments, Library
from kilosig.library.catalog import SCHEMES, is_broken
from kilosig.library.hashes import HASHES, shake256
from streaming import stream
from support import (CANDIDATES, CHUNKS, VECTORS, broken_example, candidate_example, chunk, flipped, haetae_example,
                     longest_key)

pytestmark = pytest.mark.library

# Keys of Rainbow and GeMSS byte by byte are test_mq.py's.
CASES = [(name, size) for name, scheme in SCHEMES.items() if scheme.sha256_anchor
         for size in (CHUNKS[3:] if is_broken(name) or name in CANDIDATES else CHUNKS)]


def example(name: str) -> Vector:
    """A valid signature."""
    if is_broken(name):
        return broken_example(name)
    if name in CANDIDATES:
        return candidate_example(name)
    if name.startswith("haetae"):
        return haetae_example(name)
    vectors = read_vectors(VECTORS / f"falcon-{'512' if '512' in name else '1024'}.json")
    bare, most = name.replace("-padded", ""), SCHEMES[name].signature_bytes
    vector = next(vector for vector in vectors if vector.valid and vector.scheme == bare
                  and len(vector.signature) <= most)
    return replace(vector, signature=vector.signature.ljust(most, b"\0")) if bare != name else vector


@pytest.fixture(scope="module")
def shake_library() -> Library:
    """The library with KSIG_ANCHOR_HASH = KSIG_HASH_SHAKE256."""
    return Library(str(VECTORS.parents[1] / "build" / "host" / "test" / "libconfig_anchor_shake256.so"))


def test_descriptors_name_their_hash(library: Library) -> None:
    """As the host reckons it: a program can tell from the descriptor alone."""
    for scheme in library.schemes():
        known = SCHEMES[scheme.name]
        name = None if known.key_anchor else "sha256" if known.sha256_anchor else "shake256"
        assert scheme.anchor_hash == (0 if name is None else HASHES[name][0]), scheme.name


def test_only_the_free_anchors_change(shake_library: Library) -> None:
    """Where a standard has a digest of the key, that stays the anchor."""
    assert {scheme.name for scheme in shake_library.schemes()} == set(SCHEMES)
    for scheme in shake_library.schemes():
        known = SCHEMES[scheme.name]
        assert scheme.anchor_bytes == known.anchor_bytes
        assert scheme.anchor_hash == (0 if known.key_anchor else HASHES["shake256"][0]), scheme.name
        key = longest_key(scheme.name)
        assert scheme.anchor(key) == (key if known.key_anchor else shake256(key, known.anchor_bytes))


@pytest.mark.slow
@pytest.mark.parametrize("name,size", CASES)
def test_shake256_anchors(shake_library: Library, name: str, size: object) -> None:
    """The key is bound to the anchor, and signatures are still what they were."""
    scheme, vector = shake_library.scheme(name), example(name)
    assert scheme is not None and vector.key is not None
    given = Arguments(anchor=shake256(vector.key, 32), context=vector.context)

    def verify(key: bytes, arguments: Arguments) -> object:
        return stream(scheme, key, vector.message, vector.signature, arguments, chunk(size), move=True).code

    assert verify(vector.key, given) == verdicts.ACCEPT
    digest = hashlib.sha256(vector.key).digest()
    assert verify(vector.key, Arguments(anchor=digest, context=vector.context)) == verdicts.KEY
    assert verify(flipped(vector.key, 8 * 40), given) == verdicts.KEY
