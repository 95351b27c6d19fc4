# SPDX-License-Identifier: Apache-2.0 OR MIT
"""HAETAE key generation against the vectors' keys."""
from __future__ import annotations

import hashlib
import json
import lzma
from typing import Any

import pytest

from kilosig.errors import UserError
from kilosig.library.binding import load
from kilosig.schemes.haetae import COMPACT_BYTES, LEVELS, KeyGenerator
from support import VECTORS

pytestmark = [pytest.mark.library, pytest.mark.twice]

# Bytes of the public key and the secret key.
SIZES = {2: (992, 1408), 3: (1472, 2112), 5: (2080, 2752)}


def vectors(level: int, profile: str) -> list[dict[str, Any]]:
    """The lines of one file that come with a secret key."""
    with lzma.open(VECTORS / f"haetae{level}_{profile}.jsonl.xz", "rt") as lines:
        return [vector for vector in map(json.loads, lines) if vector["type"] == "sign"]


def fits(vector: dict[str, Any], name: str, key: bytes) -> bool:
    """Compares a key with what the vector has: the key or its SHA3-256."""
    if name in vector:
        return key == bytes.fromhex(vector[name])
    return hashlib.sha3_256(key).hexdigest() == vector[name + "_sha3_256"]


@pytest.mark.parametrize("stepped", [False, True], ids=["one-shot", "stepped"])
@pytest.mark.parametrize("profile", ["ksx", "kpqc"])
@pytest.mark.parametrize("level", LEVELS)
def test_vectors(level: int, profile: str, stepped: bool) -> None:
    """Every key of every file; steps run with the state moved between them."""
    generator = KeyGenerator(load(), level)
    found = vectors(level, profile)
    whole = 0
    for vector in found:
        pair = generator.generate(bytes.fromhex(vector["seed"]), stepped)
        assert fits(vector, "pk", pair.public), vector["tcId"]
        assert fits(vector, "sk", pair.secret), vector["tcId"]
        whole += "sk" in vector
    assert (len(found), whole) == (20, 5)


@pytest.mark.parametrize("level", LEVELS)
def test_sizes(level: int) -> None:
    """What the descriptors say; a seed of another length is refused."""
    generator = KeyGenerator(load(), level)
    assert generator.name == f"haetae-{level}"
    assert (generator.key_bytes, generator.secret_key_bytes) == SIZES[level]
    assert generator.seed_bytes == 32
    assert generator.state_bytes % 8 == 0 and generator.state_bytes < 1400
    compact = KeyGenerator(load(), level, compact=True)
    assert (compact.key_bytes, compact.secret_key_bytes) == (SIZES[level][0], SIZES[level][0] + COMPACT_BYTES)
    assert compact.name == generator.name and compact.state_bytes - generator.state_bytes <= 640
    with pytest.raises(UserError, match="32 bytes"):
        generator.generate(bytes(31))


def test_levels() -> None:
    """There is no other level."""
    with pytest.raises(UserError, match="choose 2, 3 or 5"):
        KeyGenerator(load(), 4)
