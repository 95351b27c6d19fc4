# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fresh signatures of independent implementations: contexts, external mu, pre-hash, long messages."""
from __future__ import annotations

import random

import pytest
from cryptography.exceptions import InvalidSignature
from dilithium_py.ml_dsa import HASH_ML_DSA_44_WITH_SHA512, HASH_ML_DSA_65_WITH_SHA512, HASH_ML_DSA_87_WITH_SHA512

from kilosig.library.binding import Arguments, Library
from kilosig.library.hashes import HASHES, MODE_DIGEST, MODE_EXTERNAL_MU, MODE_PREHASH, external_mu, hash_oid
from kilosig.library.verdicts import KEY, MSG_LENGTH, SIGNATURE
from streaming import stream
from support import CHUNKS, ML_DSA, chunk, flipped, private_key, public_key, random_bytes

pytestmark = pytest.mark.library

CONTEXT_LENGTHS = (0, 1, 2, 71, 136, 254, 255)
# Around the rates of SHAKE256 (136) and the blocks of SHA-2, with room for tr, the context and the prefix.
MESSAGE_LENGTHS = (0, 1, 5, 6, 7, 69, 70, 71, 72, 73, 135, 136, 137, 206, 207, 1000, 100_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", ML_DSA)
def test_contexts_and_lengths(library: Library, name: str) -> None:
    """Pure mode: every context length with every message length."""
    scheme = library.scheme(name)
    assert scheme is not None
    key = private_key(name)
    count = 0
    for context_length in CONTEXT_LENGTHS:
        for message_length in MESSAGE_LENGTHS:
            message = random_bytes(message_length, message_length)
            context = random_bytes(context_length, 1000 + context_length)
            signature = key.sign(message, context)
            arguments = Arguments(context=context)
            sizes = None if message_length > 1000 else chunk(CHUNKS[count % len(CHUNKS)])
            assert stream(scheme, public_key(name), message, signature, arguments, sizes).accepted
            other = Arguments(context=context + b"\0" if context_length < 255 else context[:-1])
            assert library.verify(scheme, public_key(name), message, signature, other).code == SIGNATURE
            assert library.verify(scheme, public_key(name), message + b"\0", signature, arguments).code == SIGNATURE
            count += 1
    assert count == len(CONTEXT_LENGTHS) * len(MESSAGE_LENGTHS)


@pytest.mark.slow
@pytest.mark.parametrize("name", ML_DSA)
def test_agrees_with_cryptography(library: Library, name: str) -> None:
    """Random keys, messages, contexts and small damages: the same verdict as `cryptography`, both kinds occurring."""
    scheme = library.scheme(name)
    assert scheme is not None
    generator = random.Random(5)
    verdicts = []
    for number in range(60):
        key = private_key(name, number)
        message = generator.randbytes(generator.randrange(400))
        context = generator.randbytes(generator.randrange(256))
        signature = key.sign(message, context)
        if number % 2:
            signature = flipped(signature, generator.randrange(8 * len(signature)))
        try:
            key.public_key().verify(signature, message, context)
            expected = True
        except InvalidSignature:
            expected = False
        verdict = library.verify(scheme, public_key(name, number), message, signature, Arguments(context=context))
        assert verdict.accepted == expected, (number, str(verdict))
        verdicts.append(expected)
    assert verdicts.count(True) == verdicts.count(False) == 30


@pytest.mark.parametrize("name", ML_DSA)
def test_external_mu(library: Library, name: str) -> None:
    """mu computed here and signed as mu; and mu of a message that was signed in pure mode."""
    scheme = library.scheme(name)
    assert scheme is not None
    key, raw = private_key(name), public_key(name)
    message, context = b"a message", b"its context"
    mu = external_mu(raw, message, context)
    arguments = Arguments(mode=MODE_EXTERNAL_MU)
    for size in CHUNKS:
        assert stream(scheme, raw, mu, key.sign_mu(mu), arguments, chunk(size)).accepted
        assert stream(scheme, raw, mu, key.sign(message, context), arguments, chunk(size)).accepted
    assert library.verify(scheme, raw, message, key.sign_mu(mu), Arguments(context=context)).accepted
    assert library.verify(scheme, raw, flipped(mu, 511), key.sign_mu(mu), arguments).code == SIGNATURE
    for wrong in (b"", mu[:63], mu + b"\0"):
        assert library.verify(scheme, raw, wrong, key.sign_mu(mu), arguments).code == MSG_LENGTH
    # mu already binds the key; the anchor is checked all the same.
    other = scheme.anchor(public_key(name, 1))
    assert library.verify(scheme, raw, mu, key.sign_mu(mu), Arguments(anchor=other, mode=MODE_EXTERNAL_MU)).code == KEY


@pytest.mark.parametrize("hash_name", HASHES)
@pytest.mark.parametrize("name", ML_DSA)
def test_prehash(library: Library, name: str, hash_name: str) -> None:
    """HashML-DSA with each of the 12 hashes: hashed by the library and by the caller."""
    scheme = library.scheme(name)
    assert scheme is not None
    key, raw = private_key(name), public_key(name)
    arc, digest_bytes, function = HASHES[hash_name]
    # Around the block of every hash: 64, 128, and the rates 72, 104, 136, 144, 168; with the padding's 9 or 17 bytes.
    lengths = (0, 1, 55, 56, 63, 64, 65, 71, 72, 73, 103, 104, 111, 112, 127, 128, 129, 135, 136, 143, 144,
               167, 168, 2000)
    for number, length in enumerate(lengths):
        message, context = random_bytes(length, 7), random_bytes(number, 8)
        signature = key.sign_mu(external_mu(raw, message, context, hash_name))
        prehash = Arguments(context=context, mode=MODE_PREHASH, hash=arc)
        digest = Arguments(context=context, mode=MODE_DIGEST, hash=arc)
        assert stream(scheme, raw, message, signature, prehash, chunk(CHUNKS[number % len(CHUNKS)])).accepted
        assert library.verify(scheme, raw, function(message), signature, digest).accepted
    assert len(function(b"")) == digest_bytes
    other = Arguments(context=context, mode=MODE_PREHASH, hash=arc % 12 + 1)
    assert library.verify(scheme, raw, message, signature, other).code == SIGNATURE
    assert library.verify(scheme, raw, message, signature, Arguments(context=context)).code == SIGNATURE
    assert library.verify(scheme, raw, message[1:], signature, prehash).code == SIGNATURE
    for wrong in (digest_bytes - 1, digest_bytes + 1, 0):
        assert library.verify(scheme, raw, bytes(wrong), signature, digest).code == MSG_LENGTH


@pytest.mark.slow
@pytest.mark.parametrize("name, signer", zip(ML_DSA, (HASH_ML_DSA_44_WITH_SHA512, HASH_ML_DSA_65_WITH_SHA512,
                                                      HASH_ML_DSA_87_WITH_SHA512)))
def test_prehash_of_another_implementation(library: Library, name: str, signer: object) -> None:
    """HashML-DSA with SHA-512 as dilithium-py makes it, so that M' is not only checked against ourselves."""
    scheme = library.scheme(name)
    assert scheme is not None
    raw, secret = signer.key_derive(bytes(range(32)))  # type: ignore[attr-defined]
    message = b"signed elsewhere"
    signature = signer.sign(secret, message, ctx=b"ctx")  # type: ignore[attr-defined]
    arguments = Arguments(context=b"ctx", mode=MODE_PREHASH, hash=HASHES["sha512"][0])
    assert library.verify(scheme, raw, message, signature, arguments).accepted
    assert library.verify(scheme, raw, message + b".", signature, arguments).code == SIGNATURE


def test_hash_identifiers() -> None:
    """The object identifiers as RFC 8017 and NIST spell them: SHA-256 and SHAKE256."""
    assert hash_oid("sha256").hex() == "0609608648016503040201"
    assert hash_oid("shake256").hex() == "060960864801650304020c"
    assert sorted(arc for arc, _, _ in HASHES.values()) == list(range(1, 13))
