# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Keys and signatures of SLH-DSA for tests of something else, by the library, whose are those of the package `slh-dsa`
byte for byte: test_slh_dsa_sign.py."""
from __future__ import annotations

from kilosig.library.binding import load
from kilosig.library.hashes import HASHES, MODE_PREHASH, MODE_PURE
from kilosig.library.making import UNCHECKED
from kilosig.schemes import slh_dsa_sign
from kilosig.schemes.family import KeyPair


def generate(name: str, seed: bytes) -> KeyPair:
    """SK.seed | SK.prf | PK.seed is SHAKE256(seed)."""
    return slh_dsa_sign.generate(load(), name, seed)


def sign(name: str, secret: bytes, message: bytes, context: bytes = b"", prehash: str = "") -> bytes:
    """The deterministic signature: PK.seed is its randomness."""
    n = len(secret) // 4
    mode, number = (MODE_PREHASH, HASHES[prehash][0]) if prehash else (MODE_PURE, 0)
    return slh_dsa_sign.sign(load(), name, secret, message, context, secret[2 * n:3 * n], mode, number, UNCHECKED)
