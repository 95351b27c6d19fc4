# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ML-DSA against dilithium-py, byte for byte, and against cryptography: code that nobody here wrote. Fresh seeds,
messages and contexts; KSIG_SEEDS of each level (`make oracles`: 1,000)."""
from __future__ import annotations

from typing import Any

import pytest
from dilithium_py import ml_dsa as oracle

from kilosig.library.binding import Arguments, Library, load
from kilosig.library.hashes import HASHES, MODE_EXTERNAL_MU, MODE_PREHASH
from kilosig.schemes import ml_dsa_keys
from kilosig.schemes.ml_dsa import NAMES, expanded_key, public_key, sign
from oracles import cases
from support import flipped, random_bytes

pytestmark = [pytest.mark.library, pytest.mark.slow, pytest.mark.timeout(36000)]

PURE: dict[str, Any] = {name: getattr(oracle, name.upper().replace("-", "_")) for name in NAMES}
PREHASH: dict[str, Any] = {name: getattr(oracle, f"HASH_{name.upper().replace('-', '_')}_WITH_SHA512")
                           for name in NAMES}
LEVEL = {name: number for number, name in enumerate(NAMES)}


def libraries() -> list[Library]:
    """The variants. `small` is `default`: streamed signatures are those of it."""
    return [load("default"), load("fast")]


def text(name: str, number: int) -> bytes:
    """A message of some length, the same in every run."""
    return random_bytes(31 * number % 700, 1000 * LEVEL[name] + number + 1)


@pytest.mark.parametrize("name", NAMES)
def test_dilithium_py(name: str) -> None:
    """Of each seed the keys and a deterministic signature with a context; of every other one also a signature made with
    randomness, of SHA-512 of the message, or of an external mu. By seed and by expanded key."""
    theirs, prehashing = PURE[name], PREHASH[name]
    sha512 = HASHES["sha512"][0]
    for number in cases(f"{name} against dilithium-py", 8):
        seed = random_bytes(32, 100_000 * LEVEL[name] + number)
        public, expanded = theirs.key_derive(seed)
        message, context = text(name, number), random_bytes(17 * number % 256, number)
        rnd = random_bytes(32, number + 2)
        wanted = [((context,), theirs.sign(expanded, message, context, deterministic=True))]
        if number % 6 == 1:
            framed = bytes([0, len(context)]) + context + message
            wanted.append(((context, rnd), theirs._sign_internal(expanded, framed, rnd)))
        if number % 6 == 3:
            made = prehashing.sign(expanded, message, context, deterministic=True)
            wanted.append(((context, b"", MODE_PREHASH, sha512), made))
        if number % 6 == 5:
            mu = theirs.prehash_external_mu(public, message, context)
            made = theirs.sign_external_mu(expanded, mu, deterministic=True)
            wanted.append(((b"", b"", MODE_EXTERNAL_MU), made))
            assert made == wanted[0][1]
        for library in libraries():
            assert public_key(library, name, seed) == public
            assert expanded_key(library, name, seed) == expanded
            for arguments, signature in wanted:
                content = mu if MODE_EXTERNAL_MU in arguments[2:3] else message
                for key in (seed, expanded):
                    assert sign(library, name, key, content, *arguments) == signature


@pytest.mark.parametrize("name", NAMES)
def test_cryptography(name: str) -> None:
    """The same public key. Each accepts the other's signature, of a message with a context and of its mu, and refuses
    it with one bit changed."""
    for number in cases(f"{name} against cryptography", 12):
        seed = random_bytes(32, 100_000 * LEVEL[name] + number)
        theirs = ml_dsa_keys.from_seed(name, seed)
        checker = theirs.public_key()
        public = checker.public_bytes_raw()
        message, context = text(name, number), random_bytes(17 * number % 256, number)
        mu = PURE[name].prehash_external_mu(public, message, context)
        for library in libraries():
            scheme = library.scheme(name)
            assert scheme is not None
            assert public_key(library, name, seed) == public
            ours = sign(library, name, seed, message, context, random_bytes(32, number))
            checker.verify(ours, message, context)
            checker.verify_mu(sign(library, name, seed, mu, mode=MODE_EXTERNAL_MU), mu)
            for signature in (theirs.sign(message, context), theirs.sign_mu(mu), ours):
                for arguments, content in ((Arguments(context=context), message),
                                           (Arguments(mode=MODE_EXTERNAL_MU), mu)):
                    assert library.verify(scheme, public, content, signature, arguments).accepted
                    bad = flipped(signature, (1009 * number + 7) % (8 * len(signature)))
                    assert not library.verify(scheme, public, content, bad, arguments).accepted
