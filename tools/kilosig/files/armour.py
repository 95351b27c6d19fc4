# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Key files for schemes without a standard container: base64 between BEGIN and END lines, under a header that names the
scheme, the form of a secret key if it is compact, and how it is encrypted if it is."""
from __future__ import annotations

import base64
import binascii
import re
import secrets
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from kilosig.errors import UserError
from kilosig.files import pem

PUBLIC, SECRET = "KILOSIG PUBLIC KEY", "KILOSIG SECRET KEY"
SALT_BYTES, NONCE_BYTES, KEY_BYTES = 16, 12, 32
SCRYPT_LOG_N, SCRYPT_R, SCRYPT_P = 16, 8, 1  # 64 MiB

_BLOCK = re.compile(r"\s*-----BEGIN (KILOSIG [A-Z]+ KEY)-----\n"
                    r"Scheme: ([a-z0-9-]+)\n(Form: compact\n)?(Encryption: scrypt-aes256gcm\n)?\n"
                    r"([A-Za-z0-9+/=\n]+)-----END \1-----\s*")


@dataclass(frozen=True)
class ArmouredKey:
    """What a file holds: label is PUBLIC or SECRET. compact: a secret key that is the public key and a seed. encrypted:
    raw is salt | nonce | ciphertext | tag, under the header as associated data; see decrypted()."""

    label: str
    scheme: str
    raw: bytes
    compact: bool = False
    encrypted: bool = False


def is_armoured(data: bytes) -> bool:
    """Whether the file claims to be of this form."""
    return data.lstrip().startswith(b"-----BEGIN KILOSIG ")


def split(data: bytes) -> tuple[list[bytes], bytes]:
    """The secret keys in a file to which others were appended (schemes/stateful_sign.py), and what follows them. In
    front of one there may be a part of another that was broken off: it is left out."""
    begin, end = f"-----BEGIN {SECRET}-----".encode(), f"-----END {SECRET}-----".encode()
    found: list[bytes] = []
    while end in data:
        one, _, data = data.partition(end)
        found.append(one[max(0, one.rfind(begin)):] + end)
    return found, data


def _header(scheme: str, compact: bool) -> str:
    return f"Scheme: {scheme}\n" + "Form: compact\n" * compact


def _cipher(passphrase: bytes, salt: bytes) -> AESGCM:
    return AESGCM(Scrypt(salt, KEY_BYTES, 1 << SCRYPT_LOG_N, SCRYPT_R, SCRYPT_P).derive(passphrase))


def wrap(label: str, scheme: str, raw: bytes, compact: bool = False, passphrase: bytes = b"") -> bytes:
    """The text of a key file; encrypted if there is a passphrase."""
    header = _header(scheme, compact)
    if passphrase:
        salt, nonce = secrets.token_bytes(SALT_BYTES), secrets.token_bytes(NONCE_BYTES)
        raw = salt + nonce + _cipher(passphrase, salt).encrypt(nonce, raw, header.encode())
        header += "Encryption: scrypt-aes256gcm\n"
    return pem.encoded(label, raw, header)


def decrypted(key: ArmouredKey, passphrase: bytes, name: str) -> ArmouredKey:
    """An encrypted key in the clear. Raises UserError for a wrong passphrase or a changed file."""
    salt, rest = key.raw[:SALT_BYTES], key.raw[SALT_BYTES:]
    nonce, sealed = rest[:NONCE_BYTES], rest[NONCE_BYTES:]
    try:
        raw = _cipher(passphrase, salt).decrypt(nonce, sealed, _header(key.scheme, key.compact).encode())
    except (InvalidTag, ValueError) as error:
        raise UserError(f"{name} does not open with this passphrase: give the right one, and the file as it was "
                        "written.") from error
    return ArmouredKey(key.label, key.scheme, raw, key.compact)


def unwrap(data: bytes, name: str) -> ArmouredKey:
    """The key in a file. Raises UserError."""
    match = _BLOCK.fullmatch(data.decode("ascii", errors="replace").replace("\r\n", "\n"))
    if match is None:
        raise UserError(f"{name} is damaged: give the key file as it was written.")
    try:
        raw = base64.b64decode(match[5].replace("\n", ""), validate=True)
    except binascii.Error as error:
        raise UserError(f"{name} is damaged ({error}): give the key file as it was written.") from error
    return ArmouredKey(match[1], match[2], raw, compact=match[3] is not None, encrypted=match[4] is not None)
