# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ML-DSA keys and signatures through `cryptography`, for test material. Not part of the library."""
from __future__ import annotations

from typing import Any, Dict

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import mldsa

from kilosig.errors import UserError

PRIVATE_KEYS: Dict[str, Any] = {
    "ml-dsa-44": mldsa.MLDSA44PrivateKey,
    "ml-dsa-65": mldsa.MLDSA65PrivateKey,
    "ml-dsa-87": mldsa.MLDSA87PrivateKey,
}


def generate(scheme: str) -> Any:
    """A fresh private key object of `cryptography`. Raises UserError for a scheme that it cannot sign."""
    return _private_class(scheme).generate()


def from_seed(scheme: str, seed: bytes) -> Any:
    """The private key of a 32-byte seed (FIPS 204 algorithm 6)."""
    return _private_class(scheme).from_seed_bytes(seed)


def _private_class(scheme: str) -> Any:
    if scheme not in PRIVATE_KEYS:
        raise UserError(f"There is no signing with '{scheme}' here: choose one of {', '.join(PRIVATE_KEYS)}.")
    return PRIVATE_KEYS[scheme]


def load_private_pem(data: bytes, name: str) -> Any:
    """A private ML-DSA key from unencrypted PEM. Raises UserError."""
    try:
        key = serialization.load_pem_private_key(data, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise UserError(f"{name} is no unencrypted private key in PEM: make one with 'kilosig keygen'.") from error
    if not isinstance(key, tuple(PRIVATE_KEYS.values())):
        raise UserError(f"{name} is no ML-DSA key: make one with 'kilosig keygen'.")
    return key


def private_pem(key: Any) -> bytes:
    """PKCS #8 PEM of a private key, holding its seed (RFC 9881 section 6)."""
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                             serialization.NoEncryption())


def public_pem(key: Any) -> bytes:
    """SubjectPublicKeyInfo PEM of a private key's public key (RFC 9881 section 4)."""
    return key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def public_raw(key: Any) -> bytes:
    """The raw public key of a private key."""
    return key.public_key().public_bytes_raw()
