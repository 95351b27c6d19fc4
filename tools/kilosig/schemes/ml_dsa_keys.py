# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ML-DSA keys and signatures through `cryptography`: another implementation, to compare with."""
from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric import mldsa

from kilosig.errors import UserError

PRIVATE_KEYS: dict[str, Any] = {
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
        raise UserError(f"kilosig cannot sign with '{scheme}' here: choose one of {', '.join(PRIVATE_KEYS)}.")
    return PRIVATE_KEYS[scheme]


def seed_of(key: Any) -> tuple[str, bytes]:
    """The scheme and the seed of a private key."""
    name = next(name for name, kind in PRIVATE_KEYS.items() if isinstance(key, kind))
    return name, key.private_bytes_raw()


def public_raw(key: Any) -> bytes:
    """The raw public key of a private key."""
    return bytes(key.public_key().public_bytes_raw())
