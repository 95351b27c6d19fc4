# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Encrypted PKCS #8 (RFC 5958 section 3) of any private key: PBES2 (RFC 8018) with scrypt (RFC 7914) and AES-256-CBC,
which OpenSSL and `cryptography` read; and PBKDF2, which they write. `cryptography` has the algorithms, but encrypts
only keys that it knows."""
from __future__ import annotations

import secrets
from typing import Callable, Dict, Tuple

from cryptography.hazmat.primitives import hashes, padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from kilosig.files.der import (TAG_INTEGER, TAG_NULL, TAG_OCTET_STRING, TAG_OID, TAG_SEQUENCE, DerError, der,
                               der_element)

PBES2 = bytes.fromhex("2a864886f70d01050d")
PBKDF2 = bytes.fromhex("2a864886f70d01050c")
SCRYPT = bytes.fromhex("2b06010401da47040b")
AES_CBC = {bytes.fromhex("60864801650304012a"): 32, bytes.fromhex("608648016503040116"): 24,
           bytes.fromhex("608648016503040102"): 16}
AES_256_CBC = bytes.fromhex("60864801650304012a")
PRFS: Dict[bytes, Callable[[], hashes.HashAlgorithm]] = {
    bytes.fromhex("2a864886f70d0207"): hashes.SHA1, bytes.fromhex("2a864886f70d0209"): hashes.SHA256,
    bytes.fromhex("2a864886f70d020a"): hashes.SHA384, bytes.fromhex("2a864886f70d020b"): hashes.SHA512}
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


def _number(value: int) -> bytes:
    return der(TAG_INTEGER, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def encrypted(content: bytes, passphrase: bytes) -> bytes:
    """EncryptedPrivateKeyInfo of a PKCS #8 in DER."""
    salt, start = secrets.token_bytes(BLOCK), secrets.token_bytes(BLOCK)
    key = Scrypt(salt, 32, 1 << LOG_N, R, P).derive(passphrase)
    padder = padding.PKCS7(8 * BLOCK).padder()
    cipher = Cipher(algorithms.AES(key), modes.CBC(start)).encryptor()
    sealed = cipher.update(padder.update(content) + padder.finalize()) + cipher.finalize()
    derivation = der(TAG_SEQUENCE, der(TAG_OID, SCRYPT),
                     der(TAG_SEQUENCE, der(TAG_OCTET_STRING, salt), _number(1 << LOG_N), _number(R), _number(P)))
    encryption = der(TAG_SEQUENCE, der(TAG_OID, AES_256_CBC), der(TAG_OCTET_STRING, start))
    algorithm = der(TAG_SEQUENCE, der(TAG_OID, PBES2), der(TAG_SEQUENCE, derivation, encryption))
    return der(TAG_SEQUENCE, algorithm, der(TAG_OCTET_STRING, sealed))


def _algorithm(data: bytes) -> Tuple[bytes, bytes, bytes]:
    """(object identifier, parameters, rest)."""
    body, rest = der_element(data, TAG_SEQUENCE)
    oid, parameters = der_element(body, TAG_OID)
    return oid, parameters, rest


def _take_number(data: bytes, most: int) -> Tuple[int, bytes]:
    value, rest = der_element(data, TAG_INTEGER)
    number = int.from_bytes(value, "big")
    if not 1 <= number <= most or value[0] & 0x80:
        raise DerError("a number out of range")
    return number, rest


def _key(oid: bytes, parameters: bytes, length: int, passphrase: bytes) -> bytes:
    body, after = der_element(parameters, TAG_SEQUENCE)
    salt, body = der_element(body, TAG_OCTET_STRING)
    if oid == SCRYPT:
        n, body = _take_number(body, MOST_NUMBER)
        r, body = _take_number(body, MOST_NUMBER)
        p, body = _take_number(body, MOST_NUMBER)
        if n & (n - 1) or n < 2:
            raise DerError("no power of two")
        if 128 * n * r > MOST_MEMORY:
            raise TooExpensive(f"{128 * n * r >> 20:,} MiB of memory, and {MOST_MEMORY >> 20} is the most")
        if 128 * r * (n * p + p) > MOST_WORK:
            raise TooExpensive(f"{p:,} times {128 * n * r >> 20:,} MiB, and {MOST_WORK >> 20:,} in all is the most")
        return Scrypt(salt, length, n, r, p).derive(passphrase)
    if oid != PBKDF2 or after:
        raise DerError("another key derivation")
    iterations, body = _take_number(body, MOST_NUMBER)
    if iterations > MOST_ITERATIONS:
        raise TooExpensive(f"{iterations:,} iterations, and {MOST_ITERATIONS:,} is the most")
    if body[:1] == bytes([TAG_INTEGER]):
        _, body = der_element(body, TAG_INTEGER)
    prf = bytes.fromhex("2a864886f70d0207")  # the default: HMAC with SHA-1
    if body:
        prf, null, _ = _algorithm(body)
        if null and der_element(null, TAG_NULL) != (b"", b""):
            raise DerError("parameters of a hash")
    if prf not in PRFS:
        raise DerError("another hash")
    return PBKDF2HMAC(PRFS[prf](), length, salt, iterations).derive(passphrase)


def is_encrypted(data: bytes) -> bool:
    """Whether DER is an EncryptedPrivateKeyInfo of PBES2."""
    try:
        return _algorithm(der_element(data, TAG_SEQUENCE)[0])[0] == PBES2
    except DerError:
        return False


def decrypted(data: bytes, passphrase: bytes) -> bytes:
    """The PKCS #8 in DER. Raises DerError for another encryption; WrongPassphrase."""
    body, rest = der_element(data, TAG_SEQUENCE)
    oid, parameters, body = _algorithm(body)
    sealed, after = der_element(body, TAG_OCTET_STRING)
    if oid != PBES2 or rest or after:
        raise DerError("not PBES2")
    derivation, derivation_parameters, following = _algorithm(der_element(parameters, TAG_SEQUENCE)[0])
    cipher, start_element, _ = _algorithm(following)
    start, _ = der_element(start_element, TAG_OCTET_STRING)
    if cipher not in AES_CBC or len(start) != BLOCK or not sealed or len(sealed) % BLOCK:
        raise DerError("another cipher")
    key = _key(derivation, derivation_parameters, AES_CBC[cipher], passphrase)
    decryptor = Cipher(algorithms.AES(key), modes.CBC(start)).decryptor()
    unpadder = padding.PKCS7(8 * BLOCK).unpadder()
    try:
        content = unpadder.update(decryptor.update(sealed) + decryptor.finalize()) + unpadder.finalize()
        der_element(content, TAG_SEQUENCE)
    except ValueError as error:
        raise WrongPassphrase("wrong passphrase, or changed") from error
    return content
