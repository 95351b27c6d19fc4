# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Falcon and FN-DSA (draft) keys and signatures through `py-fn-dsa`, for test material. Not part of the library."""
from __future__ import annotations

import os
from typing import Any

from kilosig.errors import UserError, remedy
from kilosig.library.hashes import HASHES, MODE_PREHASH, MODE_PURE, hash_oid, shake256
from kilosig.schemes.family import Family, Features, KeyPair, Signature, check_length

# log2 of the degree.
LOG_N = {
    "fn-dsa-512": 9, "fn-dsa-1024": 10, "falcon-512-r3": 9, "falcon-512-padded-r3": 9, "falcon-1024-r3": 10,
    "falcon-1024-padded-r3": 10,
}
SEED_BYTES = 32
# What the package calls a hash identifier: an object identifier in DER, and these two.
RAW, ORIGINAL_FALCON = b"", b"\xff"


def _package() -> Any:
    try:
        import py_fn_dsa  # not for every version of Python
    except ImportError as error:
        raise UserError(f"The package py-fn-dsa is missing: {remedy('make tool', 'pip install py-fn-dsa')}.") from error
    return py_fn_dsa


def generate(scheme: str, seed: bytes = b"") -> KeyPair:
    """A key pair: that of the seed, or a random one."""
    package, log_n = _package(), LOG_N[scheme]
    public = package.ffi.new("unsigned char[]", package._calc_vrfy_key_size(log_n))
    secret = package.ffi.new("unsigned char[]", package._calc_sign_key_size(log_n))
    seed = seed or os.urandom(SEED_BYTES)
    package.lib.fndsa_keygen_seeded(log_n, seed, len(seed), secret, public)
    return KeyPair(bytes(package.ffi.buffer(public)), bytes(package.ffi.buffer(secret)))


def secret_bytes(scheme: str) -> int:
    """Length of an encoded secret key."""
    return int(_package()._calc_sign_key_size(LOG_N[scheme]))


def sign(scheme: str, secret: bytes, message: bytes, context: bytes = b"", hash_id: bytes = RAW,
         seed: bytes = b"") -> bytes:
    """A signature: that of the seed, or a random one. With a hash_id the message is the digest. Falcon has neither
    context nor hash_id."""
    package, log_n = _package(), LOG_N[scheme]
    falcon = scheme.startswith("falcon")
    identifier = package.ffi.new("char[]", (ORIGINAL_FALCON if falcon else hash_id) + b"\0")
    out = package.ffi.new("unsigned char[]", package._calc_signature_size(log_n))
    seed = seed or os.urandom(SEED_BYTES)
    if len(secret) != package._calc_sign_key_size(log_n) or not package.lib.fndsa_sign_seeded(
            secret, len(secret), context, len(context), identifier, message, len(message), seed, len(seed), out,
            len(out)):
        raise UserError(f"This is not a secret key of {scheme}: give the key file as it was written.")
    signature = bytes(package.ffi.buffer(out))
    # The last byte of a compressed signature holds its last one, so all zeros after it are padding.
    return signature if falcon is False or "padded" in scheme else signature.rstrip(b"\0")


# ---- The public key of a secret one: h = g / f modulo x^n + 1 and q -------------------------------------------------

Q, PRIMITIVE_ROOT = 12289, 11


def _small(secret: bytes, at: int, bits: int, count: int) -> list[int]:
    """`count` signed integers of `bits` bits, the first in the highest bits."""
    packed = int.from_bytes(secret[at:at + count * bits // 8], "big")
    values = [packed >> bits * (count - 1 - i) & (1 << bits) - 1 for i in range(count)]
    return [value - (value >> bits - 1 << bits) for value in values]


def public_of(scheme: str, secret: bytes) -> bytes:
    """The encoded public key. Raises UserError for what is no secret key."""
    log_n = LOG_N[scheme]
    n, bits = 1 << log_n, 6 if log_n == 9 else 5
    check_length(scheme, secret, secret_bytes(scheme))
    f, g = _small(secret, 1, bits, n), _small(secret, 1 + n * bits // 8, bits, n)
    powers: dict[int, int] = {}
    root, value = pow(PRIMITIVE_ROOT, (Q - 1) // (2 * n), Q), 1
    for exponent in range(2 * n):
        powers[exponent], value = value, value * root % Q

    def at(coefficients: list[int], odd: int) -> int:
        return sum(c * powers[odd * i % (2 * n)] for i, c in enumerate(coefficients)) % Q

    quotients = []
    for odd in range(1, 2 * n, 2):
        denominator = at(f, odd)
        if denominator == 0:
            raise UserError(f"This is not a secret key of {scheme}: give the key file as it was written.")
        quotients.append(at(g, odd) * pow(denominator, -1, Q) % Q)
    inverse = pow(n, -1, Q)
    h = [sum(v * powers[-odd * i % (2 * n)] for v, odd in zip(quotients, range(1, 2 * n, 2))) * inverse % Q
         for i in range(n)]
    packed = 0
    for coefficient in h:
        packed = packed << 14 | coefficient
    return bytes([log_n]) + packed.to_bytes(14 * n // 8, "big")


class FnDsa(Family):
    """Falcon and FN-DSA. Their keys are alike, but are kept apart; the padded form is a matter of the signature
    alone."""

    names = planned = tuple(LOG_N)

    def key_scheme(self, scheme: str) -> str:
        return scheme.replace("-padded", "")

    def features(self, scheme: str) -> Features:
        draft = not scheme.startswith("falcon")
        return Features(context=draft, prehash=draft)

    def generate(self, scheme: str, seed: bytes, compact: bool = False) -> KeyPair:
        return generate(scheme, seed)

    def public(self, scheme: str, secret: bytes, compact: bool = False) -> bytes:
        return public_of(scheme, secret)

    def sign(self, scheme: str, secret: bytes, wanted: Signature) -> bytes:
        message = wanted.message.whole()
        if wanted.mode == MODE_PREHASH:
            message = HASHES[wanted.hash][2](message)
        hash_id = RAW if wanted.mode == MODE_PURE else hash_oid(wanted.hash)
        seed = b""
        if wanted.deterministic:
            # All that is signed, so that nothing else gets the same randomness.
            seed = shake256(b"kilosig deterministic" + secret + hash_id.ljust(16, b"\0")
                            + bytes([len(wanted.context)]) + wanted.context + message, SEED_BYTES)
        return sign(scheme, secret, message, wanted.context, hash_id, seed)
