# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Composite ML-DSA (draft-ietf-lamps-pq-composite-sigs-19): the ML-DSA half by the library, the classical half by
`cryptography`."""
from __future__ import annotations

import hashlib
from collections.abc import Mapping
from types import MappingProxyType

from kilosig.errors import UserError
from kilosig.library import classical, composite
from kilosig.library.binding import load
from kilosig.library.composite import SEED_BYTES, Pair
from kilosig.library.hashes import MODE_PURE
from kilosig.schemes import ml_dsa
from kilosig.schemes.family import Family, Features, KeyPair, Signature

# Name, and PH as hashlib calls it. A test compares the names with the library's.
PREHASHES: Mapping[str, str] = MappingProxyType({
    "ml-dsa-44-ed25519": "sha512", "ml-dsa-44-ecdsa-p256": "sha256", "ml-dsa-65-ecdsa-p256": "sha512",
    "ml-dsa-65-ecdsa-p384": "sha512", "ml-dsa-65-ed25519": "sha512", "ml-dsa-87-ecdsa-p384": "sha512"})
PREFIX = b"CompositeAlgorithmSignatures2025"


def pair_of(scheme: str) -> Pair:
    """The pair of that name in the library. Raises UserError."""
    found = composite.pairs(load()).get(scheme)
    if found is None:
        raise UserError(f"The library has no {scheme}: build it with that set of ML-DSA.")
    return found


def representative(scheme: str, wanted: Signature) -> bytes:
    """M' of the draft's section 2.2: what both halves sign."""
    digest = hashlib.new(PREHASHES[scheme])
    for piece in wanted.message.pieces():
        digest.update(piece)
    return PREFIX + pair_of(scheme).label + bytes([len(wanted.context)]) + wanted.context + digest.digest()


class CompositeMlDsa(Family):
    """Two keys in one, and two signatures."""

    names = planned = tuple(PREHASHES)

    def features(self, scheme: str) -> Features:
        return Features(context=True, rnd_bytes=ml_dsa.RND_BYTES, whole=False)

    def generate(self, scheme: str, seed: bytes, compact: bool = False) -> KeyPair:
        """Both halves from one seed, by SHAKE256 of the pair's label and the seed: each half has its own part of the
        output, and no other pair has the same."""
        pair = pair_of(scheme)
        expanded = hashlib.shake_256(b"kilosig composite key" + pair.label + seed).digest(
            SEED_BYTES + classical.KEYGEN_BYTES)
        secret = expanded[:SEED_BYTES] + classical.from_random(pair.algorithm, expanded[SEED_BYTES:])
        return KeyPair(composite.public_of(pair, secret), secret)

    def public(self, scheme: str, secret: bytes, compact: bool = False) -> bytes:
        return composite.public_of(pair_of(scheme), secret)

    def sign(self, scheme: str, secret: bytes, wanted: Signature) -> bytes:
        """A signature. wanted.rnd is ML-DSA's; of ECDSA `cryptography` chooses the randomness, Ed25519 has none."""
        pair = pair_of(scheme)
        if wanted.mode != MODE_PURE:
            raise UserError(f"The scheme {scheme} hashes the message by itself: omit --prehash and --external-mu.")
        seed, private = composite.split_secret(pair, secret)
        message = representative(scheme, wanted)
        post_quantum = ml_dsa.MlDsa().sign(pair.ml_dsa.name, seed, Signature(
            type(wanted.message)(message), pair.label, rnd=wanted.rnd, deterministic=wanted.deterministic))
        return post_quantum + classical.sign(pair.algorithm, private, message, wanted.deterministic)
