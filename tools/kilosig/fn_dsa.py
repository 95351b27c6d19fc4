# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Falcon and FN-DSA (draft) keys and signatures through `py-fn-dsa`, for test material. Not part of the library."""
from __future__ import annotations

import os
from typing import Any, NamedTuple

from kilosig.errors import UserError

# log2 of the degree.
LOG_N = {
    "fn-dsa-512": 9, "fn-dsa-1024": 10, "falcon-512-r3": 9, "falcon-512-padded-r3": 9, "falcon-1024-r3": 10,
    "falcon-1024-padded-r3": 10,
}
SEED_BYTES = 32
# What the package calls a hash identifier: an object identifier in DER, and these two.
RAW, ORIGINAL_FALCON = b"", b"\xff"


class KeyPair(NamedTuple):
    """An encoded key pair."""

    public: bytes
    secret: bytes


def _package() -> Any:
    try:
        import py_fn_dsa  # not for every version of Python
    except ImportError as error:
        raise UserError("The package py-fn-dsa is missing: it needs Python 3.10; then run 'make tool'.") from error
    return py_fn_dsa


def key_scheme(scheme: str) -> str:
    """The scheme that a key file names. Keys of FN-DSA and Falcon are alike, but are kept apart; the padded form is a
    matter of the signature alone. Raises UserError for another scheme."""
    if scheme not in LOG_N:
        raise UserError(f"There is no signing with '{scheme}' here: choose one of {', '.join(LOG_N)}.")
    return scheme.replace("-padded", "")


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


def sign(scheme: str, secret: bytes, message: bytes, context: bytes = b"", hash_id: bytes = RAW, seed: bytes = b"") -> bytes:
    """A signature: that of the seed, or a random one. With a hash_id the message is the digest. Falcon has neither
    context nor hash_id."""
    package, log_n = _package(), LOG_N[scheme]
    falcon = scheme.startswith("falcon")
    identifier = package.ffi.new("char[]", (ORIGINAL_FALCON if falcon else hash_id) + b"\0")
    out = package.ffi.new("unsigned char[]", package._calc_signature_size(log_n))
    seed = seed or os.urandom(SEED_BYTES)
    if len(secret) != package._calc_sign_key_size(log_n) or not package.lib.fndsa_sign_seeded(
            secret, len(secret), context, len(context), identifier, message, len(message), seed, len(seed), out, len(out)):
        raise UserError(f"This is no secret key of {key_scheme(scheme)}: give the key file as it was written.")
    signature = bytes(package.ffi.buffer(out))
    # The last byte of a compressed signature holds its last one, so all zeros behind it are padding.
    return signature if falcon is False or "padded" in scheme else signature.rstrip(b"\0")
