# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SLH-DSA keys and signatures through the package `slh-dsa`, code that nobody here wrote: what the library's are
compared with."""
from __future__ import annotations

import secrets
from typing import Any

from slhdsa.lowlevel import parameters, slhdsa as signer
from slhdsa.lowlevel.addresses import Address
from slhdsa.lowlevel.xmss import XMSS

from kilosig.errors import UserError
from kilosig.library.hashes import message_prime, shake256
from kilosig.schemes.family import KeyPair, check_length

PREFIX = "slh-dsa-"
SETS = tuple(f"{PREFIX}{family}-{size}" for family in ("sha2", "shake")
             for size in ("128s", "128f", "192s", "192f", "256s", "256f"))


def _parameters(scheme: str) -> Any:
    if scheme not in SETS:
        raise UserError(f"kilosig cannot sign with '{scheme}' here: choose one of {', '.join(SETS)}.")
    return getattr(parameters, scheme[len(PREFIX):].replace("-", "_"))


def generate(scheme: str, seed: bytes | None = None) -> KeyPair:
    """Algorithm 18. seed: SK.seed | SK.prf | PK.seed is SHAKE256(seed); None = random. The secret key is
    SK.seed | SK.prf | PK.seed | PK.root, the public one its second half (figures 15 and 16). Raises UserError."""
    par = _parameters(scheme)
    n = par.n
    seeds = secrets.token_bytes(3 * n) if seed is None else shake256(seed, 3 * n)
    root = XMSS(par).node(seeds[:n], 0, par.h_m, seeds[2 * n:], Address(par.d - 1, 0))
    return KeyPair(seeds[2 * n:] + root, seeds + root)


def sign(scheme: str, secret: bytes, message: bytes, context: bytes = b"", prehash: str = "",
         randomize: bool = False) -> bytes:
    """Algorithm 22; with the name of a hash, 23. context: 0 .. 255 bytes. Raises UserError."""
    par = _parameters(scheme)
    n = par.n
    check_length(scheme, secret, 4 * n)
    parts = secret[:n], secret[n:2 * n], secret[2 * n:3 * n], secret[3 * n:]
    return bytes(signer.sign(message_prime(message, context, prehash), parts, par, randomize))


def verify(scheme: str, public: bytes, message: bytes, signature: bytes, context: bytes = b"") -> bool:
    """The package's own verdict, pure mode: for comparisons."""
    par = _parameters(scheme)
    return bool(signer.verify(message_prime(message, context), signature, (public[:par.n], public[par.n:]), par))
