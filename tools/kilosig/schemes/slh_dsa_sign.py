# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SLH-DSA key generation and signing by the C library."""
from __future__ import annotations

import secrets
from collections.abc import Sequence

from kilosig.library.binding import Library, LibraryScheme, load
from kilosig.library.hashes import HASHES, MODE_PURE, shake256
from kilosig.library.making import KeyMaking, SignatureMaking
from kilosig.library.verdicts import DONE
from kilosig.schemes.family import Example, Family, Features, KeyPair, Signature, check_length, zeros
from kilosig.schemes.making import signed, signed_at_once
from kilosig.schemes.slh_dsa import SETS


class KeyGeneration(KeyMaking):
    """A key generation. seed: SK.seed | SK.prf | PK.seed; the output is the secret key, 4 n bytes."""

    def __init__(self, library: Library, name: str, seed: bytes, streamed: bool = False) -> None:
        super().__init__(library, library.keygen_schemes(name)[0], seed, streamed)


class Signing(SignatureMaking):
    """A signature in the making. No rnd means KSIG_SIGN_DETERMINISTIC."""

    def __init__(self, library: Library, name: str, secret_key: bytes, context: bytes = b"", rnd: bytes = b"",
                 mode: int = MODE_PURE, hash_: int = 0, public_key: bytes = b"", flags: int = 0,
                 streamed: bool = False) -> None:
        super().__init__(library, library.sign_schemes(name)[0], secret_key, context, rnd, mode, hash_, public_key,
                         flags, streamed)


def seed_bytes(library: Library, name: str) -> int:
    """3 n."""
    return int(library.keygen_schemes(name)[0].seed_bytes)


def generate(library: Library, name: str, seed: bytes | None = None) -> KeyPair:
    """FIPS 205 Algorithm 18. seed: SK.seed | SK.prf | PK.seed is SHAKE256(seed); None = random."""
    length = seed_bytes(library, name)
    seeds = secrets.token_bytes(length) if seed is None else shake256(seed, length)
    verdict, secret = KeyGeneration(library, name, seeds).finish()
    assert verdict == DONE
    return KeyPair(secret[len(secret) // 2:], secret)


def sign(library: Library, name: str, secret_key: bytes, message: bytes, context: bytes = b"", rnd: bytes = b"",
         mode: int = MODE_PURE, hash_: int = 0, flags: int = 0) -> bytes:
    """A signature. Raises ValueError with the library's sentence if it cannot be made."""
    return signed_at_once(library, Signing(library, name, secret_key, context, rnd, mode, hash_, flags=flags), message)


class SlhDsa(Family):
    """SLH-DSA by the library; an example for SPHINCS+ of round 3 too. SK.seed | SK.prf | PK.seed is SHAKE256 of the
    seed."""

    names = SETS
    planned = (*SETS, "sphincs-sha256-128s-simple-r3", "sphincs-sha256-128f-simple-r3")

    def features(self, scheme: str) -> Features:
        entry, = load().sign_schemes(scheme)
        return Features(context=True, prehash=True, rnd_bytes=entry.rnd_bytes, whole=False, slow=scheme.endswith("s"))

    def generate(self, scheme: str, seed: bytes, compact: bool = False) -> KeyPair:
        return generate(load(), scheme, seed)

    def public(self, scheme: str, secret: bytes, compact: bool = False) -> bytes:
        entry, = load().sign_schemes(scheme)
        check_length(scheme, secret, entry.secret_key_bytes)
        return secret[len(secret) // 2:]

    def sign(self, scheme: str, secret: bytes, wanted: Signature) -> bytes:
        entry, = load().sign_schemes(scheme)
        check_length(scheme, secret, entry.secret_key_bytes)
        rnd = wanted.rnd or (b"" if wanted.deterministic else secrets.token_bytes(entry.rnd_bytes))
        hash_ = HASHES[wanted.hash][0] if wanted.hash else 0
        return signed(load(), Signing(load(), scheme, secret, wanted.context, rnd, wanted.mode, hash_), wanted.message)

    def making(self, scheme: str, secret: bytes, compact: bool = False) -> SignatureMaking:
        entry, = load().sign_schemes(scheme)
        check_length(scheme, secret, entry.secret_key_bytes)
        return Signing(load(), scheme, secret)

    def example(self, scheme: LibraryScheme, message: bytes, context: bytes, sets: Sequence[str]) -> Example:
        """Any bytes: they are taken to the end."""
        return zeros(scheme, sets)
