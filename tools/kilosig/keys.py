# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Public keys, signatures and small byte strings from files: raw, hex, and for keys PEM or DER (RFC 9881)."""
from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Optional, Tuple

from kilosig.armour import PUBLIC, is_armoured, unwrap
from kilosig.errors import UserError
from kilosig.schemes import SCHEMES

# Content octets of the object identifiers 2.16.840.1.101.3.4.3.17, .18 and .19 (RFC 9881 section 2).
SPKI_OIDS = {
    bytes.fromhex("608648016503040311"): "ml-dsa-44",
    bytes.fromhex("608648016503040312"): "ml-dsa-65",
    bytes.fromhex("608648016503040313"): "ml-dsa-87",
}

TAG_BIT_STRING, TAG_OID, TAG_SEQUENCE = 0x03, 0x06, 0x30

_HEX = re.compile(rb"[0-9a-fA-F\s]+")
_PEM = re.compile(rb"\s*-----BEGIN ([A-Z ]+)-----\s*(.*?)-----END \1-----\s*", re.DOTALL)


class DerError(ValueError):
    """The bytes are not the strict DER that was expected."""


@dataclass(frozen=True)
class PublicKey:
    """Raw public key bytes, and the scheme that its container names (None for raw and hex)."""

    raw: bytes
    scheme: Optional[str]


def read_file(path: Path, what: str) -> bytes:
    """The file's bytes. Raises UserError naming `what` the file should be."""
    try:
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise UserError(f"{path} cannot be read ({reason}): give the file of {what}.") from error


def decode_hex(data: bytes) -> Optional[bytes]:
    """The bytes that `data` spells in hex digits and white space, or None if it is something else."""
    if not _HEX.fullmatch(data):
        return None
    try:
        return bytes.fromhex(data.decode("ascii"))
    except ValueError:
        return None


def read_bytes(path: Path, what: str) -> bytes:
    """Raw or hex content of a signature, digest or mu file."""
    data = read_file(path, what)
    decoded = decode_hex(data)
    return data if decoded is None else decoded


def der_element(data: bytes, tag: int) -> Tuple[bytes, bytes]:
    """(content, rest) of the first element, which must have `tag`; lengths minimal as DER demands (X.690 10.1)."""
    if len(data) < 2 or data[0] != tag:
        raise DerError(f"tag {tag:#04x} expected")
    length, start = data[1], 2
    if length & 0x80:
        count = length & 0x7F
        start = 2 + count
        if not 1 <= count <= 4 or len(data) < start:
            raise DerError("bad length")
        length = int.from_bytes(data[2:start], "big")
        if length < 0x80 or data[2] == 0:
            raise DerError("length not minimal")
    if len(data) < start + length:
        raise DerError("truncated")
    return data[start:start + length], data[start + length:]


def parse_spki(data: bytes) -> PublicKey:
    """SubjectPublicKeyInfo of an ML-DSA key: AlgorithmIdentifier without parameters, then the raw key.
    Raises DerError; UserError for another algorithm."""
    body, rest = der_element(data, TAG_SEQUENCE)
    algorithm, body = der_element(body, TAG_SEQUENCE)
    oid, parameters = der_element(algorithm, TAG_OID)
    bits, after = der_element(body, TAG_BIT_STRING)
    if rest or after:
        raise DerError("bytes after the end")
    scheme = SPKI_OIDS.get(oid)
    if scheme is None:
        raise UserError("The key is of another algorithm: give an ML-DSA-44, ML-DSA-65 or ML-DSA-87 public key.")
    if parameters:
        raise DerError("ML-DSA has no algorithm parameters")
    if not bits or bits[0] != 0 or len(bits) - 1 != SCHEMES[scheme].key_bytes:
        raise DerError("wrong key length")
    return PublicKey(bits[1:], scheme)


def parse_public_key(data: bytes, name: str = "The key") -> PublicKey:
    """A public key in PEM, DER, hex or raw form. What is none of the first three is raw, whatever its length."""
    if is_armoured(data):
        armoured = unwrap(data, name)
        if armoured.label != PUBLIC:
            raise UserError(f"{name} holds a {armoured.label}: give the file with the {PUBLIC}.")
        return PublicKey(armoured.raw, armoured.scheme)
    if data.lstrip().startswith(b"-----BEGIN"):
        pem = _PEM.fullmatch(data)
        if pem is None:
            raise UserError(f"{name} is damaged PEM: give the file with one whole BEGIN and END block.")
        if pem.group(1) != b"PUBLIC KEY":
            label = pem.group(1).decode()
            raise UserError(f"{name} holds a {label}: give the file with the PUBLIC KEY.")
        try:
            return parse_spki(base64.b64decode(b"".join(pem.group(2).split()), validate=True))
        except (binascii.Error, DerError) as error:
            raise UserError(f"{name} is not a valid PEM public key ({error}): export it again.") from error
    decoded = decode_hex(data)
    if decoded is not None:
        data = decoded
    if data[:2] == b"\x30\x82" and len(data) not in {scheme.key_bytes for scheme in SCHEMES.values()}:
        try:
            return parse_spki(data)
        except DerError as error:
            raise UserError(f"{name} is not a valid DER public key ({error}): export it again.") from error
    return PublicKey(data, None)


def read_public_key(path: Path, scheme: str) -> bytes:
    """The raw public key of a file for use with `scheme`. Raises UserError if the container names another scheme."""
    key = parse_public_key(read_file(path, "the public key"), str(path))
    # HAETAE's keys are common to both profiles of a level, Falcon's to both forms of signatures.
    if key.scheme is not None and key.scheme not in (scheme, scheme.removesuffix("-kpqc"), scheme.replace("-padded", "")):
        raise UserError(f"{path} holds an {key.scheme} key: give --scheme {key.scheme}, or another key.")
    return key.raw


def parse_context(text: str) -> bytes:
    """A context from the command line: hex after 0x, otherwise the text in UTF-8. The length is not checked."""
    if not text.startswith("0x"):
        return text.encode()
    try:
        return bytes.fromhex(text[2:])
    except ValueError as error:
        raise UserError(f"The context {text} is not hex: give an even number of digits after 0x.") from error
