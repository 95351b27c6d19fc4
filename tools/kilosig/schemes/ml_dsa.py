# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ML-DSA key generation and signing by the C library."""
from __future__ import annotations

import secrets
from collections.abc import Sequence

from kilosig.errors import UserError
from kilosig.library.binding import Library, LibraryScheme, load
from kilosig.library.hashes import HASHES, MODE_PURE
from kilosig.library.making import (CHECKED as CHECKED, DETERMINISTIC as DETERMINISTIC, UNCHECKED as UNCHECKED,
                                    KeyMaking, SignatureMaking)
from kilosig.library.verdicts import DONE
from kilosig.schemes.family import Example, Family, Features, KeyPair, Signature
from kilosig.schemes.making import signed, signed_at_once
from kilosig.schemes.ml_dsa_expanded import public_of

NAMES = ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87")
SEED_BYTES = RND_BYTES = 32
ROUND_3 = "dilithium2-r3"


class KeyGeneration(KeyMaking):
    """A key generation whose output is the public key, or the expanded secret key."""

    def __init__(self, library: Library, name: str, seed: bytes, expand: bool = False, streamed: bool = False) -> None:
        super().__init__(library, library.keygen_schemes(name)[int(expand)], seed, streamed)


class Signing(SignatureMaking):
    """A signature by a seed or an expanded secret key. No rnd means KSIG_SIGN_DETERMINISTIC."""

    def __init__(self, library: Library, name: str, secret_key: bytes, context: bytes = b"", rnd: bytes = b"",
                 mode: int = MODE_PURE, hash_: int = 0, public_key: bytes = b"", flags: int = 0,
                 streamed: bool = False) -> None:
        scheme = library.sign_schemes(name)[int(len(secret_key) != SEED_BYTES)]
        super().__init__(library, scheme, secret_key, context, rnd, mode, hash_, public_key, flags, streamed)


def public_key(library: Library, name: str, seed: bytes) -> bytes:
    """The public key of a seed."""
    verdict, key = KeyGeneration(library, name, seed).finish()
    assert verdict == DONE
    return key


def expanded_key(library: Library, name: str, seed: bytes) -> bytes:
    """The expanded secret key of a seed (FIPS 204 skEncode)."""
    verdict, key = KeyGeneration(library, name, seed, expand=True).finish()
    assert verdict == DONE
    return key


def sign(library: Library, name: str, secret_key: bytes, message: bytes, context: bytes = b"", rnd: bytes = b"",
         mode: int = MODE_PURE, hash_: int = 0, flags: int = 0) -> bytes:
    """A signature. Raises ValueError with the library's sentence if it cannot be made."""
    return signed_at_once(library, Signing(library, name, secret_key, context, rnd, mode, hash_, flags=flags), message)


class MlDsa(Family):
    """ML-DSA; the secret key of a file is the seed, or the expanded key."""

    names = NAMES
    planned = (*NAMES, ROUND_3)

    def features(self, scheme: str) -> Features:
        return Features(context=True, prehash=True, external_mu=True, rnd_bytes=RND_BYTES, whole=False)

    def generate(self, scheme: str, seed: bytes, compact: bool = False) -> KeyPair:
        return KeyPair(public_key(load(), scheme, seed), seed)

    def public(self, scheme: str, secret: bytes, compact: bool = False) -> bytes:
        self._check(scheme, secret)
        return public_key(load(), scheme, secret) if len(secret) == SEED_BYTES else public_of(scheme, secret)

    def sign(self, scheme: str, secret: bytes, wanted: Signature) -> bytes:
        self._check(scheme, secret)
        rnd = wanted.rnd or (b"" if wanted.deterministic else secrets.token_bytes(RND_BYTES))
        hash_ = HASHES[wanted.hash][0] if wanted.hash else 0
        # Of an expanded key nobody knows whether its parts belong together.
        public = b"" if len(secret) == SEED_BYTES else public_of(scheme, secret)
        run = Signing(load(), scheme, secret, wanted.context, rnd, wanted.mode, hash_, public)
        return signed(load(), run, wanted.message)

    def making(self, scheme: str, secret: bytes, compact: bool = False) -> SignatureMaking:
        self._check(scheme, secret)
        if len(secret) == SEED_BYTES:
            return Signing(load(), scheme, expanded_key(load(), scheme, secret))  # else each signature would expand it
        return Signing(load(), scheme, secret, public_key=public_of(scheme, secret))

    @staticmethod
    def _check(scheme: str, secret: bytes) -> None:
        lengths = [entry.secret_key_bytes for entry in load().sign_schemes(scheme)]
        if len(secret) not in lengths:
            known = " or ".join(map(str, lengths))
            raise UserError(f"The secret key of {scheme} has {known} bytes, not {len(secret)}: give the key file as it "
                            "was written.")

    def example(self, scheme: LibraryScheme, message: bytes, context: bytes, sets: Sequence[str]) -> Example:
        """Round 3 gets a signature of ML-DSA-44: the encodings are the same, and only the last check, after the last
        want, tells them apart."""
        if scheme.name != ROUND_3:
            return super().example(scheme, message, context, sets)
        return Example(public_key(load(), NAMES[0], bytes(SEED_BYTES)),
                       sign(load(), NAMES[0], bytes(SEED_BYTES), message))
