# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Certificate requests (PKCS #10, RFC 2986) and the certificates issued for them (RFC 5280), signed by a post-quantum
key: RFC 9881, RFC 9909. `cryptography` writes names, dates and extensions around an Ed25519 key, for whose
SubjectPublicKeyInfo and algorithm those of the key that counts are put in before anything is signed."""
from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated

from cryptography import x509
from cryptography.hazmat import asn1
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding

from kilosig.errors import UserError
from kilosig.files import pem
from kilosig.files.certificates import Trust, check_issuer
from kilosig.files.der import DerError, any_of, decoded
from kilosig.files.keys import Algorithm, Certificate, PublicKey, Signed, Spki, oid_of_scheme, parse_spki, scheme_of_oid
from kilosig.library.binding import Arguments
from kilosig.library.catalog import library_scheme, refuse_unnumbered

LABELS = REQUEST, _OLD = "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"
CERTIFICATE = "CERTIFICATE"
MOST_DAYS = 36_525
DAYS, CA_DAYS = 365, 3650  # of certificates if nobody says it
EARLIER = datetime.timedelta(minutes=5)  # for clocks that are slow

Sign = Callable[[bytes], bytes]


@asn1.sequence
class _Info:
    """CertificationRequestInfo (RFC 2986 section 4.1)."""

    version: int
    subject: asn1.TLV
    key: asn1.TLV
    attributes: Annotated[list[asn1.TLV], asn1.Implicit(0)]


@asn1.sequence
class _Request:
    """CertificationRequest."""

    info: _Info
    algorithm: asn1.TLV
    signature: asn1.BitString


class NoPossession(Exception):
    """Whoever made the request does not hold its private key, or the request was changed. The text is a sentence."""


@dataclass(frozen=True)
class Request:
    """What a request asks for. extensions: whether it asks for some."""

    subject: x509.Name
    key: PublicKey
    extensions: bool


@dataclass(frozen=True)
class Wanted:
    """A certificate to be issued. days: None for those of its kind, or for as long as the issuer is valid, if that is
    less. path_length: of a CA, None for no limit."""

    begin: datetime.datetime
    days: int | None = None
    ca: bool = False
    path_length: int | None = None


def check_scheme(scheme: str) -> None:
    """Raises UserError for a scheme whose keys have no place in a certificate."""
    refuse_unnumbered(scheme)
    if oid_of_scheme(scheme) is None:
        raise UserError(f"No standard says how a certificate has a key of {scheme}: give one of ML-DSA, SLH-DSA or "
                        "Composite ML-DSA.")


def name_of(text: str) -> x509.Name:
    """A name as RFC 4514 writes it, like 'CN=device 1,O=Example'. Raises UserError."""
    try:
        name = x509.Name.from_rfc4514_string(text)
    except ValueError as error:
        raise UserError(f"'{text}' is not a name ({error}): write it like 'CN=device 1,O=Example'.") from error
    if not list(name):
        raise UserError("The subject is empty: write it like 'CN=device 1,O=Example'.")
    if any(not str(each.value).isprintable() for each in name):
        raise UserError("The subject has characters that a terminal does not show: give one line of text.")
    return name


def _algorithm(scheme: str) -> Algorithm:
    oid = oid_of_scheme(scheme)
    assert oid is not None
    return Algorithm(identifier=x509.ObjectIdentifier(oid))


def _spki(scheme: str, raw: bytes) -> asn1.TLV:
    return any_of(Spki(algorithm=_algorithm(scheme), key=asn1.BitString(raw, 0)))


def made(subject: x509.Name, scheme: str, public: bytes, sign: Sign) -> bytes:
    """A request in DER, without attributes."""
    carrier = x509.CertificateSigningRequestBuilder(subject).sign(Ed25519PrivateKey.generate(), None)
    info = decoded(_Request, carrier.public_bytes(Encoding.DER)).info
    ours = _Info(version=info.version, subject=info.subject, key=_spki(scheme, public), attributes=info.attributes)
    signature = asn1.BitString(sign(asn1.encode_der(ours)), 0)
    return asn1.encode_der(_Request(info=ours, algorithm=any_of(_algorithm(scheme)), signature=signature))


def parse(data: bytes, name: str) -> Request:
    """What a request says, once its own key has verified it. Raises UserError; NoPossession."""
    content = pem.decoded(data, name, *LABELS)[1] if pem.is_pem(data) else data
    try:
        found = decoded(_Request, content)
        request = x509.load_der_x509_csr(content)
        key, subject = parse_spki(found.info.key), request.subject
        outer = scheme_of_oid(decoded(Algorithm, found.algorithm).identifier.dotted_string)
        if found.info.version != 0 or found.signature.padding_bits():
            raise DerError("version or signature")
    except (DerError, ValueError, TypeError, x509.InvalidVersion) as error:
        raise UserError(f"{name} is not a certificate request in PEM or DER: make one with 'kilosig "
                        "request'.") from error
    assert key.scheme is not None
    check_scheme(key.scheme)
    target = library_scheme(key.scheme)
    if outer != key.scheme or not target.library.verify(
            target, key.raw, request.tbs_certrequest_bytes, found.signature.as_bytes(),
            Arguments(anchor=target.anchor(key.raw))).accepted:
        raise NoPossession(f"{name} is not signed by the key that it asks a certificate for.")
    return Request(subject, key, bool(found.info.attributes))


def _identifier(raw: bytes) -> bytes:
    """RFC 5280 section 4.2.1.2, method 1."""
    return hashlib.sha1(raw, usedforsecurity=False).digest()


def _key_usage(ca: bool) -> x509.KeyUsage:
    return x509.KeyUsage(digital_signature=not ca, key_cert_sign=ca, crl_sign=ca, content_commitment=False,
                         key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False,
                         decipher_only=False)


def _end(wanted: Wanted, issuer: x509.Certificate | None) -> datetime.datetime:
    """When the certificate ends: within its issuer's validity. Raises UserError where the days that are asked for are
    not."""
    days = (CA_DAYS if wanted.ca else DAYS) if wanted.days is None else wanted.days
    end = wanted.begin + datetime.timedelta(days=days)
    if issuer is None or end <= issuer.not_valid_after_utc:
        return end
    if wanted.days is None:
        return issuer.not_valid_after_utc
    raise UserError("The certificate would be valid longer than its issuer's, which ends on "
                    f"{issuer.not_valid_after_utc:%Y-%m-%d}: give fewer --days, or omit them.")


def issued(request: Request, wanted: Wanted, issuer: Trust, sign: Sign) -> tuple[bytes, datetime.datetime]:
    """A certificate in DER, and when it ends. issuer: the key that signs; with its certificate, unless the request is
    of that key, whose certificate is then signed by itself. Raises UserError; certificates.Refused if the issuer must
    not issue it."""
    if issuer.certificate is None:
        if issuer.key.raw != request.key.raw:
            raise UserError("The request is of another key than the one that signs: add --issuer with the certificate "
                            "of that.")
        name, identifier = request.subject, _identifier(issuer.key.raw)
    else:
        check_issuer(issuer.certificate, wanted.begin + EARLIER, below=1 if wanted.ca else 0)
        wanted = replace(wanted, begin=max(wanted.begin, issuer.certificate.not_valid_before_utc))
        name, identifier = issuer.certificate.subject, _identifier_of(issuer)
    end = _end(wanted, issuer.certificate)
    carrier = Ed25519PrivateKey.generate()
    builder = x509.CertificateBuilder(
        name, request.subject, carrier.public_key(), x509.random_serial_number(), wanted.begin, end).add_extension(
            x509.BasicConstraints(wanted.ca, wanted.path_length), critical=True).add_extension(
            _key_usage(wanted.ca), critical=True).add_extension(
            x509.SubjectKeyIdentifier(_identifier(request.key.raw)), critical=False).add_extension(
            x509.AuthorityKeyIdentifier(identifier, None, None), critical=False)
    signed = decoded(Certificate, builder.sign(carrier, None).public_bytes(Encoding.DER)).signed
    assert request.key.scheme is not None and issuer.key.scheme is not None
    algorithm = any_of(_algorithm(issuer.key.scheme))
    ours = Signed(version=signed.version, number=signed.number, algorithm=algorithm, issuer=signed.issuer,
                  validity=signed.validity, subject=signed.subject, key=_spki(request.key.scheme, request.key.raw),
                  issuer_id=None, subject_id=None, extensions=signed.extensions)
    signature = asn1.BitString(sign(asn1.encode_der(ours)), 0)
    return asn1.encode_der(Certificate(signed=ours, algorithm=algorithm, signature=signature)), end


def _identifier_of(issuer: Trust) -> bytes:
    assert issuer.certificate is not None
    try:
        return issuer.certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value.digest
    except x509.ExtensionNotFound:
        return _identifier(issuer.key.raw)
