# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Public keys, signatures and small byte strings from files: raw, hex, and for keys PEM or DER (RFC 9881, RFC 9909), or
an X.509 certificate (RFC 5280)."""
from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from cryptography import x509

from kilosig.errors import UserError
from kilosig.files import cose, pem
from kilosig.files.armour import PUBLIC, is_armoured, unwrap
from kilosig.files.data import read_file
from kilosig.files.der import (TAG_BIT_STRING as TAG_BIT_STRING, TAG_INTEGER as TAG_INTEGER, TAG_OID as TAG_OID,
                               TAG_SEQUENCE as TAG_SEQUENCE, TAG_VERSION, DerError as DerError,
                               der_element as der_element)
from kilosig.library.catalog import SCHEMES

# Content octets of the object identifiers 2.16.840.1.101.3.4.3.17 .. 19 (RFC 9881 section 2), .20 .. 31 (RFC 9909
# section 3).
SPKI_OIDS = {bytes.fromhex("6086480165030403") + bytes([arc]): name for arc, name in enumerate(
    ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87",
     *(f"slh-dsa-{family}-{size}" for family in ("sha2", "shake")
       for size in ("128s", "128f", "192s", "192f", "256s", "256f"))), 17)}
# Public keys alone: 1.2.840.113549.1.9.16.3.17, 1.3.6.1.5.5.7.6.34 and .35 (RFC 9802 section 3). An LMS key by itself
# has none: it is an HSS key of one level.
SPKI_OIDS.update({bytes.fromhex("2a864886f70d0109100311"): "hss", bytes.fromhex("2b06010505070622"): "xmss",
                  bytes.fromhex("2b06010505070623"): "xmssmt"})

_HEX = re.compile(rb"[0-9a-fA-F\s]+")


class OtherAlgorithm(UserError):
    """A key in a container that is right, of an algorithm that is not here."""


@dataclass(frozen=True)
class PublicKey:
    """Raw public key bytes, and the scheme that its container names (None for raw and hex)."""

    raw: bytes
    scheme: Optional[str]


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


def parse_spki(data: bytes) -> PublicKey:
    """SubjectPublicKeyInfo of a scheme of SPKI_OIDS: AlgorithmIdentifier without parameters, then the raw key. Raises
    DerError; UserError for another algorithm."""
    body, rest = der_element(data, TAG_SEQUENCE)
    algorithm, body = der_element(body, TAG_SEQUENCE)
    oid, parameters = der_element(algorithm, TAG_OID)
    bits, after = der_element(body, TAG_BIT_STRING)
    if rest or after:
        raise DerError("bytes after the end")
    scheme = SPKI_OIDS.get(oid)
    if scheme is None:
        raise OtherAlgorithm("The key is of another algorithm: give a public key of ML-DSA, SLH-DSA, HSS or XMSS.")
    if parameters:
        raise DerError("the algorithm has no parameters")
    known = SCHEMES[scheme]
    # Of a key whose length follows from its type codes, the library knows whether it is right.
    if not bits or bits[0] != 0 or (len(bits) - 1 != known.key_bytes and not known.key_varies) or (
            known.key_varies and not any(known.anchor(bits[1:]))):
        raise DerError("wrong key length")
    return PublicKey(bits[1:], scheme)


def parse_certificate(data: bytes) -> PublicKey:
    """The key of an X.509 certificate in DER (RFC 5280 section 4.1). Nothing else is looked at: neither who signed the
    certificate nor its dates. Raises DerError; UserError for a key of another algorithm."""
    try:
        certificate = x509.load_der_x509_certificate(data)
    except ValueError as error:
        raise DerError("no X.509 certificate") from error
    body, _ = der_element(certificate.tbs_certificate_bytes, TAG_SEQUENCE)
    if body[0] == TAG_VERSION:
        _, body = der_element(body, TAG_VERSION)
    for tag in (TAG_INTEGER, *4 * [TAG_SEQUENCE]):  # serial number, algorithm, issuer, validity, subject
        _, body = der_element(body, tag)
    _, rest = der_element(body, TAG_SEQUENCE)
    return parse_spki(body[:len(body) - len(rest)])


def is_certificate(data: bytes) -> bool:
    """Whether DER is a certificate rather than a SubjectPublicKeyInfo, whose first element begins with an algorithm."""
    try:
        content, _ = der_element(der_element(data, TAG_SEQUENCE)[0], TAG_SEQUENCE)
    except DerError:
        return False
    return content[:1] in (bytes([TAG_VERSION]), bytes([TAG_INTEGER]))


def _is_spki(data: bytes) -> bool:
    """Whether DER begins as a SubjectPublicKeyInfo does: with an object identifier."""
    try:
        return bool(der_element(der_element(der_element(data, TAG_SEQUENCE)[0], TAG_SEQUENCE)[0], TAG_OID)[0])
    except DerError:
        return False


def _parse_der(data: bytes) -> PublicKey:
    return parse_certificate(data) if is_certificate(data) else parse_spki(data)


def parse_public_key(data: bytes, name: str = "The key") -> PublicKey:
    """A public key in PEM, DER, hex or raw form, or that of a certificate in PEM or DER. What is none of these is raw,
    whatever its length."""
    if is_armoured(data):
        armoured = unwrap(data, name)
        if armoured.label != PUBLIC:
            raise UserError(f"{name} holds a {armoured.label}: give the file with the {PUBLIC}.")
        return PublicKey(armoured.raw, armoured.scheme)
    if pem.is_pem(data):
        label, content = pem.decoded(data, name, "PUBLIC KEY", "CERTIFICATE")
        try:
            return parse_spki(content) if label == "PUBLIC KEY" else parse_certificate(content)
        except DerError as error:
            raise UserError(f"{name} is not a valid PEM {label.lower()} ({error}): export it again.") from error
    decoded = decode_hex(data)
    if decoded is not None:
        data = decoded
    if cose.is_cose_key(data) and len(data) not in {scheme.key_bytes for scheme in SCHEMES.values()}:
        key = cose.parse_key(data, name)
        return PublicKey(key.public, key.scheme)
    looks_der = data[:2] == b"\x30\x82" or _is_spki(data) or is_certificate(data)
    if looks_der and len(data) not in {scheme.key_bytes for scheme in SCHEMES.values()}:
        try:
            return _parse_der(data)
        except DerError as error:
            raise UserError(f"{name} is not a valid DER public key ({error}): export it again.") from error
    return PublicKey(data, None)


def read_public_key(path: Path) -> PublicKey:
    """The public key of a file. Raises UserError."""
    return parse_public_key(read_file(path, "the public key"), str(path))


def parse_context(text: str) -> bytes:
    """A context from the command line: hex after 0x, otherwise the text. The length is not checked."""
    if not text.startswith("0x"):
        return os.fsencode(text)  # as it was typed, whatever the locale
    try:
        return bytes.fromhex(text[2:])
    except ValueError as error:
        raise UserError(f"The context {text} is not hex: give an even number of digits after 0x.") from error
