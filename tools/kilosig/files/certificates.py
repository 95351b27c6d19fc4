# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A chain of X.509 certificates (RFC 5280) down to the key of a device's anchor. `cryptography` reads them; its own
verification is for the web's algorithms and names, so the checks of section 6.1 are here, and signatures of
post-quantum schemes are verified by the library."""
from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import List, Optional, Sequence, Tuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtensionOID

from kilosig.errors import UserError
from kilosig.files.der import TAG_BIT_STRING, TAG_OID, TAG_SEQUENCE, TAG_VERSION, DerError, der_element
from kilosig.files.keys import SPKI_OIDS, OtherAlgorithm, PublicKey, parse_certificate
from kilosig.library.binding import Arguments, load
from kilosig.library.catalog import SCHEMES

UNDERSTOOD = (ExtensionOID.BASIC_CONSTRAINTS, ExtensionOID.KEY_USAGE, ExtensionOID.EXTENDED_KEY_USAGE,
              ExtensionOID.SUBJECT_ALTERNATIVE_NAME)
LONGEST = 10


class Refused(Exception):
    """The chain does not lead from the trusted key to the end key. The text is a sentence."""


@dataclass(frozen=True)
class Trust:
    """What is trusted: a key, and the name of its holder if a certificate says it."""

    key: PublicKey
    name: Optional[x509.Name] = None
    certificate: Optional[x509.Certificate] = None


def read_chain(data: bytes, name: str) -> List[x509.Certificate]:
    """The certificates of a file, in PEM one after the other or one in DER. Raises UserError."""
    try:
        found = (x509.load_pem_x509_certificates(data) if data.lstrip().startswith(b"-----BEGIN") else
                 [x509.load_der_x509_certificate(data)])
    except ValueError as error:
        raise UserError(f"{name} holds no certificates in PEM or DER: give the chain, end certificate first.") \
            from error
    if len(found) > LONGEST:
        raise UserError(f"{name} holds {len(found)} certificates: give a chain of at most {LONGEST}.")
    return found


def subject_of(certificate: x509.Certificate) -> str:
    """For people."""
    return certificate.subject.rfc4514_string() or "a certificate without a name"


def key_of(certificate: x509.Certificate) -> PublicKey:
    """The key of a certificate. Raises UserError for one of another algorithm."""
    try:
        return parse_certificate(certificate.public_bytes(Encoding.DER))
    except DerError as error:
        raise UserError(f"The key of {subject_of(certificate)} is damaged ({error}): get the certificate again.") \
            from error


def _signature_of(certificate: x509.Certificate) -> Tuple[bytes, bytes, bytes]:
    """(signed bytes, AlgorithmIdentifier, signature), the same algorithm inside and outside. Raises DerError."""
    body, rest = der_element(certificate.public_bytes(Encoding.DER), TAG_SEQUENCE)
    _, after = der_element(body, TAG_SEQUENCE)
    signed = body[:len(body) - len(after)]
    algorithm, after = der_element(after, TAG_SEQUENCE)
    bits, end = der_element(after, TAG_BIT_STRING)
    inside, _ = der_element(signed, TAG_SEQUENCE)
    if inside[:1] == bytes([TAG_VERSION]):
        _, inside = der_element(inside, TAG_VERSION)
    _, inside = der_element(inside, 0x02)
    if rest or end or bits[:1] != b"\0" or der_element(inside, TAG_SEQUENCE)[0] != algorithm:
        raise DerError("two algorithms, or a bad signature field")
    return signed, algorithm, bits[1:]


def _check_signature(certificate: x509.Certificate, issuer: Trust) -> None:
    subject = subject_of(certificate)
    scheme = issuer.key.scheme
    if scheme is None:  # a classical algorithm, of a certificate
        assert issuer.certificate is not None
        try:
            certificate.verify_directly_issued_by(issuer.certificate)
        except (InvalidSignature, ValueError, TypeError, UnsupportedAlgorithm) as error:
            raise Refused(f"{subject} is not signed by its issuer.") from error
        return
    try:
        signed, algorithm, signature = _signature_of(certificate)
        oid, parameters = der_element(algorithm, TAG_OID)
    except DerError as error:
        raise Refused(f"{subject} is not encoded as it must be: {error}.") from error
    if SPKI_OIDS.get(oid) != scheme or parameters:
        raise Refused(f"{subject} is signed by another algorithm than its issuer's {scheme}.")
    target = load().scheme(scheme)
    assert target is not None
    arguments = Arguments(anchor=SCHEMES[scheme].anchor(issuer.key.raw))
    if not load().verify(target, issuer.key.raw, signed, signature, arguments).accepted:
        raise Refused(f"{subject} is not signed by its issuer.")


def _check_validity(certificate: x509.Certificate, now: datetime.datetime) -> None:
    subject = subject_of(certificate)
    if now < certificate.not_valid_before_utc:
        raise Refused(f"{subject} is not valid before {certificate.not_valid_before_utc:%Y-%m-%d %H:%M:%S} UTC.")
    if now > certificate.not_valid_after_utc:
        raise Refused(f"{subject} was valid until {certificate.not_valid_after_utc:%Y-%m-%d %H:%M:%S} UTC.")


def _check_extensions(certificate: x509.Certificate, below: Optional[int]) -> None:
    """below: how many issuers lie between this one and the end; None for the end certificate."""
    subject = subject_of(certificate)
    try:
        extensions = certificate.extensions
    except (ValueError, x509.DuplicateExtension) as error:
        raise Refused(f"{subject} has extensions that cannot be read ({type(error).__name__}).") from error
    for extension in extensions:
        if extension.critical and extension.oid not in UNDERSTOOD:
            raise Refused(f"{subject} has a critical extension that is not understood here "
                          f"({extension.oid.dotted_string}).")
    usage = next((e.value for e in extensions if isinstance(e.value, x509.KeyUsage)), None)
    if below is None:
        if usage is not None and not (usage.digital_signature or usage.content_commitment):
            raise Refused(f"{subject} must not sign messages: its key usage lacks digitalSignature.")
        return
    basic = next((e.value for e in extensions if isinstance(e.value, x509.BasicConstraints)), None)
    if basic is None or not basic.ca:
        raise Refused(f"{subject} must not sign certificates: it is no CA.")
    if basic.path_length is not None and below > basic.path_length:
        raise Refused(f"{subject} allows {basic.path_length} issuers below it, and there are {below}.")
    if usage is not None and not usage.key_cert_sign:
        raise Refused(f"{subject} must not sign certificates: its key usage lacks keyCertSign.")


def trust_of(certificate: x509.Certificate) -> Trust:
    try:
        key = key_of(certificate)
    except OtherAlgorithm:
        key = PublicKey(b"", None)
    return Trust(key, certificate.subject, certificate)


def check_chain(chain: Sequence[x509.Certificate], trust: Trust, now: datetime.datetime) -> PublicKey:
    """The end key of a chain, end certificate first, that leads to what is trusted. Raises Refused; UserError."""
    certificates = list(chain)
    last = certificates[-1]
    # The trusted certificate itself may end the chain.
    if len(certificates) > 1 and trust.certificate is not None and last == trust.certificate:
        certificates.pop()
    elif len(certificates) > 1 and trust.certificate is None and last.subject == last.issuer and \
            trust_of(last).key.raw == trust.key.raw != b"":
        trust = Trust(trust.key, last.subject, last)
        certificates.pop()
    if trust.certificate is not None:
        _check_validity(trust.certificate, now)
        _check_extensions(trust.certificate, len(certificates) - 1)
    issuer = trust
    for position in range(len(certificates) - 1, -1, -1):
        certificate = certificates[position]
        if issuer.name is not None and certificate.issuer != issuer.name:
            raise Refused(f"{subject_of(certificate)} names another issuer than the certificate behind it.")
        _check_validity(certificate, now)
        _check_extensions(certificate, position - 1 if position else None)
        _check_signature(certificate, issuer)
        issuer = trust_of(certificate)
    return key_of(certificates[0])
