# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Pre-hash functions, the message representative mu and key anchors (FIPS 204 sections 5.4 and 6.2), with hashlib."""
from __future__ import annotations

import hashlib
from collections.abc import Callable

MODE_PURE, MODE_PREHASH, MODE_DIGEST, MODE_EXTERNAL_MU = range(4)

MU_BYTES = 64


def _plain(name: str) -> Callable[[bytes], bytes]:
    return lambda data: hashlib.new(name, data).digest()


def _shake(name: str, length: int) -> Callable[[bytes], bytes]:
    function = hashlib.shake_128 if name == "shake_128" else hashlib.shake_256
    return lambda data: function(data).digest(length)


# Name: (last arc of the object identifier 2.16.840.1.101.3.4.2.x, which is KSIG_HASH_*; digest bytes; function)
HASHES: dict[str, tuple[int, int, Callable[[bytes], bytes]]] = {
    "sha256": (1, 32, _plain("sha256")),
    "sha384": (2, 48, _plain("sha384")),
    "sha512": (3, 64, _plain("sha512")),
    "sha224": (4, 28, _plain("sha224")),
    "sha512-224": (5, 28, _plain("sha512_224")),
    "sha512-256": (6, 32, _plain("sha512_256")),
    "sha3-224": (7, 28, _plain("sha3_224")),
    "sha3-256": (8, 32, _plain("sha3_256")),
    "sha3-384": (9, 48, _plain("sha3_384")),
    "sha3-512": (10, 64, _plain("sha3_512")),
    "shake128": (11, 32, _shake("shake_128", 32)),
    "shake256": (12, 64, _shake("shake_256", 64)),
}


def hash_oid(name: str) -> bytes:
    """DER of the hash's object identifier, 11 bytes (NIST Computer Security Objects Register, arc hashAlgs)."""
    return bytes.fromhex("06096086480165030402") + bytes([HASHES[name][0]])


def hash_name(arc: int) -> str:
    """The name of KSIG_HASH_*."""
    return next(name for name, entry in HASHES.items() if entry[0] == arc)


def shake256(data: bytes, length: int) -> bytes:
    """SHAKE256 (FIPS 202) with `length` bytes of output."""
    return hashlib.shake_256(data).digest(length)


def message_prime(message: bytes, context: bytes, prehash: str = "") -> bytes:
    """M' of FIPS 204 algorithms 2 and 4: pure, or HashML-DSA if `prehash` names a hash. context: 0 .. 255 bytes."""
    if len(context) > 255:
        raise ValueError("a context has at most 255 bytes")
    head = bytes([1 if prehash else 0, len(context)]) + context
    return head + (hash_oid(prehash) + HASHES[prehash][2](message) if prehash else message)


def external_mu(public_key: bytes, message: bytes, context: bytes = b"", prehash: str = "") -> bytes:
    """mu = SHAKE256(tr | M', 64) of FIPS 204 section 6.2, 64 bytes, from the raw public key."""
    return shake256(shake256(public_key, 64) + message_prime(message, context, prehash), MU_BYTES)
