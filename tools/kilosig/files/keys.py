# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Public keys, signatures and small byte strings from files: raw, hex, and for keys PEM or DER (RFC 9881, RFC 9909), or
an X.509 certificate (RFC 5280)."""
from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cryptography import x509
from cryptography.hazmat import asn1

from kilosig.errors import UserError
from kilosig.files import cose, pem
from kilosig.files.armour import PUBLIC, is_armoured, unwrap
from kilosig.files.data import read_file
from kilosig.files.der import DerError, decoded
from kilosig.library import composite
from kilosig.library.binding import load
from kilosig.library.catalog import SCHEMES, scheme_by_name

# RFC 9881 section 2, RFC 9909 section 3.
SPKI_OIDS = {f"2.16.840.1.101.3.4.3.{arc}": name for arc, name in enumerate(
    ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87",
     *(f"slh-dsa-{family}-{size}" for family in ("sha2", "shake")
       for size in ("128s", "128f", "192s", "192f", "256s", "256f"))), 17)}
# Public keys alone (RFC 9802 section 3). An LMS key by itself has none: it is an HSS key of one level.
SPKI_OIDS.update({"1.2.840.113549.1.9.16.3.17": "hss", "1.3.6.1.5.5.7.6.34": "xmss", "1.3.6.1.5.5.7.6.35": "xmssmt"})

_HEX = re.compile(rb"[0-9a-fA-F\s]+")
# How certificates and SubjectPublicKeyInfo begin: a SEQUENCE that is long, or begins with another.
_DER = re.compile(rb"\x30(?:[\x82-\x84]|(?:[\0-\x7f]|\x81.)\x30)", re.DOTALL)


@asn1.sequence
class Algorithm:
    """AlgorithmIdentifier without parameters."""

    identifier: x509.ObjectIdentifier


@asn1.sequence
class Spki:
    """SubjectPublicKeyInfo of the schemes here."""

    algorithm: Algorithm
    key: asn1.BitString


@asn1.sequence
class _AnySpki:
    """The same of any algorithm: an object identifier, perhaps parameters."""

    algorithm: list[asn1.TLV]
    key: asn1.BitString


@asn1.sequence
class Signed:
    """TBSCertificate (RFC 5280 section 4.1)."""

    version: Annotated[int | None, asn1.Explicit(0)]
    number: int
    algorithm: asn1.TLV
    issuer: asn1.TLV
    validity: asn1.TLV
    subject: asn1.TLV
    key: asn1.TLV
    issuer_id: Annotated[asn1.BitString | None, asn1.Implicit(1)]
    subject_id: Annotated[asn1.BitString | None, asn1.Implicit(2)]
    extensions: Annotated[list[asn1.TLV] | None, asn1.Explicit(3)]


@asn1.sequence
class Certificate:
    """What `cryptography` does not tell of one: the key of an algorithm that it does not know, both algorithms."""

    signed: Signed
    algorithm: asn1.TLV
    signature: asn1.BitString


class OtherAlgorithm(UserError):
    """A key in a container that is right, of an algorithm that is not here."""


@dataclass(frozen=True)
class PublicKey:
    """Raw public key bytes, and the scheme that its container names (None for raw and hex)."""

    raw: bytes
    scheme: str | None


def decode_hex(data: bytes) -> bytes | None:
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


def scheme_of_oid(oid: str) -> str | None:
    """The scheme of an object identifier, those of Composite ML-DSA included, or None."""
    return SPKI_OIDS.get(oid) or next((name for name, pair in composite.pairs(load()).items() if pair.oid == oid), None)


def oid_of_scheme(scheme: str) -> str | None:
    """The other way round."""
    pair = composite.pairs(load()).get(scheme)
    return pair.oid if pair else next((oid for oid, name in SPKI_OIDS.items() if name == scheme), None)


def parse_spki(data: bytes | asn1.TLV) -> PublicKey:
    """SubjectPublicKeyInfo of a scheme of SPKI_OIDS: AlgorithmIdentifier without parameters, then the raw key. Raises
    DerError; UserError for another algorithm."""
    found = decoded(_AnySpki, data)
    if not found.algorithm:
        raise DerError("malformed")
    scheme = scheme_of_oid(decoded(x509.ObjectIdentifier, found.algorithm[0]).dotted_string)
    if scheme is None:
        raise OtherAlgorithm("The key is of another algorithm: give a public key of ML-DSA, SLH-DSA, HSS, XMSS "
                             "or Composite ML-DSA.")
    if len(found.algorithm) > 1:
        raise DerError("the algorithm has no parameters")
    known, raw = scheme_by_name(scheme), found.key.as_bytes()
    # Of a key whose length follows from its type codes, the library knows whether it is right.
    if found.key.padding_bits() or (len(raw) != known.key_bytes and not known.key_varies) or (
            known.key_varies and not any(known.anchor(raw))):
        raise DerError("wrong key length")
    return PublicKey(raw, scheme)


def parse_certificate(data: bytes) -> PublicKey:
    """The key of an X.509 certificate in DER (RFC 5280 section 4.1). Nothing else is looked at: neither who signed the
    certificate nor its dates. Raises DerError; UserError for a key of another algorithm."""
    try:
        x509.load_der_x509_certificate(data)
    except (ValueError, x509.InvalidVersion) as error:
        raise DerError("no X.509 certificate") from error
    return parse_spki(decoded(Certificate, data).signed.key)


def is_certificate(data: bytes) -> bool:
    """Whether DER has the structure of a certificate."""
    try:
        decoded(Certificate, data)
    except DerError:
        return False
    return True


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
    if _DER.match(data) and len(data) not in {scheme.key_bytes for scheme in SCHEMES.values()}:
        try:
            return parse_certificate(data) if is_certificate(data) else parse_spki(data)
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
