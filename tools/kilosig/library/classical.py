# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The classical half of a hybrid on the host, by `cryptography` except for Ed25519 of a digest: keys, signatures,
answers to the library's question (kilosig/classical.h)."""
from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, decode_dss_signature, encode_dss_signature

from kilosig.errors import UserError
from kilosig.library import ed25519 as equation

ED25519, ECDSA_P256, ECDSA_P384, ED25519_DIGEST = 1, 2, 3, 4
# Bytes of key, and of r | s or R | S.
SIZES: Mapping[int, tuple[int, int]] = MappingProxyType({
    ED25519: (32, 64), ECDSA_P256: (65, 64), ECDSA_P384: (97, 96), ED25519_DIGEST: (32, 64)})
CURVES: Mapping[int, tuple[type[ec.EllipticCurve], type[hashes.HashAlgorithm], str]] = MappingProxyType({
    ECDSA_P256: (ec.SECP256R1, hashes.SHA256, "sha256"), ECDSA_P384: (ec.SECP384R1, hashes.SHA384, "sha384")})


@dataclass(frozen=True)
class Question:
    """What the classical half is asked."""

    algorithm: int
    key: bytes
    message: bytes
    signature: bytes
    challenge: bytes


def question(algorithm: int, key: bytes, message: bytes, signature: bytes) -> Question:
    """What the library asks for a message: for ECDSA its digest, for Ed25519 its challenge as well, or alone."""
    if algorithm in (ED25519, ED25519_DIGEST):
        challenge = hashlib.sha512(signature[:32] + key + message).digest()
        return Question(algorithm, key, message if algorithm == ED25519 else challenge, signature, challenge)
    return Question(algorithm, key, hashlib.new(CURVES[algorithm][2], message).digest(), signature, b"")


def verify(asked: Question) -> bool:
    """Whether a signature is valid."""
    try:
        if asked.algorithm == ED25519:
            ed25519.Ed25519PublicKey.from_public_bytes(asked.key).verify(asked.signature, asked.message)
            return True
        if asked.algorithm == ED25519_DIGEST:
            return equation.verify(asked.key, asked.message, asked.signature)
        curve, digest, _ = CURVES[asked.algorithm]
        half = len(asked.signature) // 2
        r, s = (int.from_bytes(asked.signature[at:at + half], "big") for at in (0, half))
        public = ec.EllipticCurvePublicKey.from_encoded_point(curve(), asked.key)
        public.verify(encode_dss_signature(r, s), asked.message, ec.ECDSA(Prehashed(digest())))
        return True
    except (InvalidSignature, ValueError):
        return False


# DER of [0] { the curve's object identifier }: RFC 5480.
PARAMETERS: Mapping[int, bytes] = MappingProxyType({
    ECDSA_P256: bytes.fromhex("a00a06082a8648ce3d030107"), ECDSA_P384: bytes.fromhex("a00706052b81040022")})


def encode_private(algorithm: int, value: int) -> bytes:
    """ECPrivateKey with the named curve, without the public key."""
    size = SIZES[algorithm][1] // 2
    body = b"\x02\x01\x01\x04" + bytes([size]) + value.to_bytes(size, "big") + PARAMETERS[algorithm]
    return b"\x30" + bytes([len(body)]) + body


ORDERS: Mapping[int, int] = MappingProxyType({
    ECDSA_P256: 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
    ECDSA_P384: 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973})
KEYGEN_BYTES = 64  # of random bytes for a key: for P-384 128 bits more than the order has (FIPS 186-5 A.2.1)


def from_random(algorithm: int, random: bytes) -> bytes:
    """A private key from KEYGEN_BYTES random bytes, as the draft encodes it: 32 bytes, or ECPrivateKey of RFC 5915 with
    the curve and without the public key."""
    assert len(random) == KEYGEN_BYTES
    if algorithm == ED25519:
        return random[:32]
    return encode_private(algorithm, int.from_bytes(random, "big") % (ORDERS[algorithm] - 1) + 1)


def _scalar(algorithm: int, private: bytes) -> int:
    """The number in an ECPrivateKey of exactly that form. Raises UserError."""
    size = SIZES[algorithm][1] // 2
    value = int.from_bytes(private[7:7 + size], "big")
    if private != encode_private(algorithm, value):
        raise UserError("The classical half of the private key is not an ECPrivateKey of the pair's curve without its "
                        "public key, as the draft of Composite ML-DSA wants it.")
    return value


def _load(algorithm: int, private: bytes) -> ed25519.Ed25519PrivateKey | ec.EllipticCurvePrivateKey:
    try:
        if algorithm == ED25519:
            return ed25519.Ed25519PrivateKey.from_private_bytes(private)
        return ec.derive_private_key(_scalar(algorithm, private), CURVES[algorithm][0]())
    except ValueError as error:
        raise UserError(f"The classical half of the private key is none: {error}.") from error


def public_of(algorithm: int, private: bytes) -> bytes:
    """Its public key, as in a composite key. Raises UserError."""
    loaded = _load(algorithm, private)
    if isinstance(loaded, ed25519.Ed25519PrivateKey):
        return loaded.public_key().public_bytes_raw()
    return loaded.public_key().public_bytes(serialization.Encoding.X962,
                                            serialization.PublicFormat.UncompressedPoint)


def sign(algorithm: int, private: bytes, message: bytes, deterministic: bool = False) -> bytes:
    """A signature, as in a composite one: 64 bytes, or DER. deterministic: by RFC 6979, as Ed25519 always is. Raises
    UserError."""
    loaded = _load(algorithm, private)
    if isinstance(loaded, ed25519.Ed25519PrivateKey):
        return loaded.sign(message)
    return loaded.sign(message, ec.ECDSA(CURVES[algorithm][1](), deterministic_signing=deterministic))


def raw(algorithm: int, signature: bytes) -> bytes:
    """The signature as the library's question has it. Raises ValueError."""
    if algorithm == ED25519:
        return signature
    size = SIZES[algorithm][1] // 2
    return b"".join(number.to_bytes(size, "big") for number in decode_dss_signature(signature))
