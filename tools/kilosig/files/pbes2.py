# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Encrypted PKCS #8 (RFC 5958 section 3) of any private key: PBES2 (RFC 8018) with scrypt (RFC 7914) and AES-256-CBC,
which OpenSSL and `cryptography` read; and PBKDF2, which they write. `cryptography` has the algorithms, but encrypts
only keys that it knows."""
from __future__ import annotations

import secrets
from collections.abc import Callable

from cryptography import x509
from cryptography.hazmat import asn1
from cryptography.hazmat.primitives import hashes, padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from kilosig.files.der import DerError, any_of, decoded

Oid = x509.ObjectIdentifier
PBES2, PBKDF2, SCRYPT = Oid("1.2.840.113549.1.5.13"), Oid("1.2.840.113549.1.5.12"), Oid("1.3.6.1.4.1.11591.4.11")
AES_256_CBC = Oid("2.16.840.1.101.3.4.1.42")
AES_CBC = {AES_256_CBC: 32, Oid("2.16.840.1.101.3.4.1.22"): 24, Oid("2.16.840.1.101.3.4.1.2"): 16}  # bytes of the key
PRFS: dict[Oid, Callable[[], hashes.HashAlgorithm]] = {
    Oid("1.2.840.113549.2.7"): hashes.SHA1, Oid("1.2.840.113549.2.9"): hashes.SHA256,
    Oid("1.2.840.113549.2.10"): hashes.SHA384, Oid("1.2.840.113549.2.11"): hashes.SHA512}
# 16 MiB five times: as much work as 80 MiB once, within the memory that OpenSSL allows.
LOG_N, R, P = 14, 8, 5
# What a file may ask for: 256 MiB of memory, some seconds of work.
MOST_MEMORY, MOST_WORK, MOST_ITERATIONS = 1 << 28, 1 << 31, 10_000_000
MOST_NUMBER = 1 << 62
BLOCK = 16


class WrongPassphrase(ValueError):
    """The key does not open."""


class TooExpensive(ValueError):
    """The file asks for more memory or work than is given to a stranger's file. The text says what for."""


@asn1.sequence
class Algorithm:
    """AlgorithmIdentifier with parameters."""

    identifier: Oid
    parameters: asn1.TLV


@asn1.sequence
class EncryptedKey:
    """EncryptedPrivateKeyInfo (RFC 5958 section 3)."""

    algorithm: Algorithm
    sealed: bytes


@asn1.sequence
class AesCbc:
    """How AES-CBC is named: with its initialisation vector."""

    identifier: Oid
    start: bytes


@asn1.sequence
class Scheme:
    """PBES2-params (RFC 8018 appendix A.4)."""

    derivation: Algorithm
    cipher: AesCbc


@asn1.sequence
class ScryptCosts:
    """scrypt-params (RFC 7914 section 7)."""

    salt: bytes
    n: int
    r: int
    p: int
    key_length: int | None = None


@asn1.sequence
class Prf:
    """The hash of PBKDF2's HMAC."""

    identifier: Oid
    parameters: asn1.Null | None


@asn1.sequence
class Pbkdf2Costs:
    """PBKDF2-params (RFC 8018 appendix A.2). prf: HMAC with SHA-1 if it is absent."""

    salt: bytes
    iterations: int
    key_length: int | None
    prf: Prf | None


def encrypted(content: bytes, passphrase: bytes) -> bytes:
    """EncryptedPrivateKeyInfo of a PKCS #8 in DER."""
    salt, start = secrets.token_bytes(BLOCK), secrets.token_bytes(BLOCK)
    key = Scrypt(salt, 32, 1 << LOG_N, R, P).derive(passphrase)
    padder = padding.PKCS7(8 * BLOCK).padder()
    cipher = Cipher(algorithms.AES(key), modes.CBC(start)).encryptor()
    sealed = cipher.update(padder.update(content) + padder.finalize()) + cipher.finalize()
    costs = any_of(ScryptCosts(salt=salt, n=1 << LOG_N, r=R, p=P))
    scheme = any_of(Scheme(derivation=Algorithm(identifier=SCRYPT, parameters=costs),
                           cipher=AesCbc(identifier=AES_256_CBC, start=start)))
    return asn1.encode_der(EncryptedKey(algorithm=Algorithm(identifier=PBES2, parameters=scheme), sealed=sealed))


def _by_scrypt(costs: ScryptCosts, length: int, passphrase: bytes) -> bytes:
    n, r, p = costs.n, costs.r, costs.p
    if not all(1 <= number <= MOST_NUMBER for number in (n, r, p)) or costs.key_length not in (None, length):
        raise DerError("a number out of range")
    if n & (n - 1) or n < 2:
        raise DerError("no power of two")
    if 128 * n * r > MOST_MEMORY:
        raise TooExpensive(f"{128 * n * r >> 20:,} MiB of memory, and {MOST_MEMORY >> 20} is the most")
    if 128 * r * (n * p + p) > MOST_WORK:
        raise TooExpensive(f"{p:,} times {128 * n * r >> 20:,} MiB, and {MOST_WORK >> 20:,} in all is the most")
    return Scrypt(costs.salt, length, n, r, p).derive(passphrase)


def _by_pbkdf2(costs: Pbkdf2Costs, length: int, passphrase: bytes) -> bytes:
    if not 1 <= costs.iterations <= MOST_NUMBER or costs.key_length not in (None, length):
        raise DerError("a number out of range")
    if costs.iterations > MOST_ITERATIONS:
        raise TooExpensive(f"{costs.iterations:,} iterations, and {MOST_ITERATIONS:,} is the most")
    prf = hashes.SHA1 if costs.prf is None else PRFS.get(costs.prf.identifier)
    if prf is None:
        raise DerError("another hash")
    return PBKDF2HMAC(prf(), length, costs.salt, costs.iterations).derive(passphrase)


def _key(derivation: Algorithm, length: int, passphrase: bytes) -> bytes:
    if derivation.identifier == SCRYPT:
        return _by_scrypt(decoded(ScryptCosts, derivation.parameters), length, passphrase)
    if derivation.identifier == PBKDF2:
        return _by_pbkdf2(decoded(Pbkdf2Costs, derivation.parameters), length, passphrase)
    raise DerError("another key derivation")


def is_encrypted(data: bytes) -> bool:
    """Whether DER is an EncryptedPrivateKeyInfo of PBES2."""
    try:
        return decoded(EncryptedKey, data).algorithm.identifier == PBES2
    except DerError:
        return False


def decrypted(data: bytes, passphrase: bytes) -> bytes:
    """The PKCS #8 in DER. Raises DerError for another encryption; WrongPassphrase."""
    outer = decoded(EncryptedKey, data)
    if outer.algorithm.identifier != PBES2:
        raise DerError("not PBES2")
    scheme, sealed = decoded(Scheme, outer.algorithm.parameters), outer.sealed
    cipher, start = scheme.cipher.identifier, scheme.cipher.start
    if cipher not in AES_CBC or len(start) != BLOCK or not sealed or len(sealed) % BLOCK:
        raise DerError("another cipher")
    key = _key(scheme.derivation, AES_CBC[cipher], passphrase)
    decryptor = Cipher(algorithms.AES(key), modes.CBC(start)).decryptor()
    unpadder = padding.PKCS7(8 * BLOCK).unpadder()
    try:
        content = unpadder.update(decryptor.update(sealed) + decryptor.finalize()) + unpadder.finalize()
        if decoded(asn1.TLV, content).tag_bytes != b"\x30":
            raise DerError("no SEQUENCE")
    except ValueError as error:
        raise WrongPassphrase("wrong passphrase, or changed") from error
    return content
