# SPDX-License-Identifier: Apache-2.0 OR MIT
"""HAETAE signing with the C library: ksig_sign and, step by step, ksig_sign_open to ksig_sign_close."""
from __future__ import annotations

import secrets
from typing import Any

from kilosig.library.binding import Library, load
from kilosig.library.making import (CHECKED as CHECKED, DETERMINISTIC as DETERMINISTIC, UNCHECKED as UNCHECKED,
                                    SignatureMaking)
from kilosig.library.verdicts import DONE, PENDING
from kilosig.schemes.family import Family, Features, KeyPair, Signature, check_length
from kilosig.schemes.haetae import COMPACT_BYTES, LEVELS, KeyGenerator
from kilosig.schemes.making import signed

KPQC = "-kpqc"
RND_BYTES = 32


def sign_scheme(library: Library, name: str, compact: bool = False) -> Any:
    """The ksig_sign_scheme of a scheme name: haetae-2 .. haetae-5-kpqc."""
    return library.sign_schemes(name)[int(not compact)]


class Signing(SignatureMaking):
    """One signature in the making. A context or rnd of b"" becomes null, and no rnd means KSIG_SIGN_DETERMINISTIC. A
    compact secret key begins with the public key as a whole one does, here."""

    def __init__(self, library: Library, name: str, secret_key: bytes, context: bytes = b"", rnd: bytes = b"",
                 compact: bool = False) -> None:
        public_key = secret_key[:-COMPACT_BYTES] if compact else b""
        super().__init__(library, sign_scheme(library, name, compact), secret_key[len(public_key):], context, rnd,
                         public_key=public_key)


def sign(library: Library, name: str, secret_key: bytes, message: bytes, context: bytes = b"", rnd: bytes = b"",
         compact: bool = False) -> bytes:
    """A signature. Raises ValueError with the library's sentence if it cannot be made."""
    verdict, signature = Signing(library, name, secret_key, context, rnd, compact).at_once(message)
    if verdict != DONE:
        raise ValueError(library.reason_text(verdict) or str(verdict))
    return signature


def sign_stepped(library: Library, name: str, secret_key: bytes, message: bytes, context: bytes = b"",
                 rnd: bytes = b"", chunk: int = 7, compact: bool = False) -> tuple[bytes, int]:
    """A signature made step by step in a state that moves after every call, the message fed in chunks; and the
    steps."""
    run = Signing(library, name, secret_key, context, rnd, compact)
    verdict, steps = run.open(), 0
    for i in range(0, max(1, len(message)), chunk):
        verdict = run.feed(message[i:i + chunk])
        run.move()
    while verdict == PENDING:
        verdict, steps = run.step(), steps + 1
        run.move()
    verdict = run.close()
    if verdict != DONE:
        raise ValueError(library.reason_text(verdict) or str(verdict))
    return run.output_now(), steps


class Haetae(Family):
    """HAETAE. The two profiles of a level have their keys in common."""

    names = planned = tuple(f"haetae-{level}{profile}" for level in LEVELS for profile in ("", KPQC))

    def key_scheme(self, scheme: str) -> str:
        return scheme[:-len(KPQC)] if scheme.endswith(KPQC) else scheme

    def features(self, scheme: str) -> Features:
        draft = not scheme.endswith(KPQC)
        return Features(context=draft, rnd_bytes=RND_BYTES if draft else 0, compact=True, whole=False)

    def _generator(self, scheme: str, compact: bool) -> KeyGenerator:
        return KeyGenerator(load(), int(scheme.split("-")[1]), compact)

    def generate(self, scheme: str, seed: bytes, compact: bool = False) -> KeyPair:
        return self._generator(scheme, compact).generate(seed)

    def public(self, scheme: str, secret: bytes, compact: bool = False) -> bytes:
        generator = self._generator(scheme, compact)
        check_length(scheme, secret, generator.secret_key_bytes)
        return secret[:generator.key_bytes]

    def sign(self, scheme: str, secret: bytes, wanted: Signature) -> bytes:
        check_length(scheme, secret, self._generator(scheme, wanted.compact).secret_key_bytes)
        fresh = not wanted.deterministic and self.features(scheme).rnd_bytes > 0
        rnd = wanted.rnd or (secrets.token_bytes(RND_BYTES) if fresh else b"")
        return signed(load(), Signing(load(), scheme, secret, wanted.context, rnd, wanted.compact), wanted.message)

    def making(self, scheme: str, secret: bytes, compact: bool = False) -> SignatureMaking:
        check_length(scheme, secret, self._generator(scheme, compact).secret_key_bytes)
        return Signing(load(), scheme, secret, compact=compact)
