# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A chain of X.509 certificates (RFC 5280) down to the key of a device's anchor. `cryptography` reads them; its own
verification is for the web's algorithms and names, so the checks of section 6.1 are here, and signatures of
post-quantum schemes are verified by the library."""
from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import ExtensionOID

from kilosig.errors import UserError
from kilosig.files import pem
from kilosig.files.der import DerError, decoded
from kilosig.files.keys import Algorithm, Certificate, OtherAlgorithm, PublicKey, parse_certificate, scheme_of_oid
from kilosig.library import x509 as device
from kilosig.library.binding import Arguments, load
from kilosig.library.catalog import library_scheme
from kilosig.library.verdicts import ACCEPT

UNDERSTOOD = (ExtensionOID.BASIC_CONSTRAINTS, ExtensionOID.KEY_USAGE, ExtensionOID.EXTENDED_KEY_USAGE,
              ExtensionOID.SUBJECT_ALTERNATIVE_NAME)
LONGEST = 10
# As `cryptography` calls them, and the device.
CURVES: Mapping[str, str] = MappingProxyType({"secp256r1": "ecdsa-p256", "secp384r1": "ecdsa-p384"})


class Refused(Exception):
    """The chain does not lead from the trusted key to the end key. The text is a sentence."""


@dataclass(frozen=True)
class Trust:
    """What is trusted: a key, and the name of its holder if a certificate says it."""

    key: PublicKey
    name: x509.Name | None = None
    certificate: x509.Certificate | None = None


def read_chain(data: bytes, name: str) -> list[x509.Certificate]:
    """The certificates of a file, in PEM one after the other or one in DER. Raises UserError."""
    try:
        found = (x509.load_pem_x509_certificates(data) if pem.is_pem(data) else
                 [x509.load_der_x509_certificate(data)])
        for certificate in found:
            _ = certificate.subject, certificate.issuer  # read only now
    except (ValueError, TypeError, x509.InvalidVersion) as error:
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


def _check_algorithm(certificate: x509.Certificate) -> None:
    """Raises DerError if the algorithm is not the same inside and outside, without parameters, or if the signature does
    not have whole bytes."""
    found = decoded(Certificate, certificate.public_bytes(Encoding.DER))
    inside, outside = (decoded(Algorithm, one).identifier for one in (found.signed.algorithm, found.algorithm))
    if inside != outside or found.signature.padding_bits():
        raise DerError("two algorithms, or a bad signature field")


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
    if scheme_of_oid(certificate.signature_algorithm_oid.dotted_string) != scheme:
        raise Refused(f"{subject} is signed by another algorithm than its issuer's {scheme}.")
    try:
        _check_algorithm(certificate)
    except DerError as error:
        raise Refused(f"{subject} is not encoded as it must be: {error}.") from error
    target = library_scheme(scheme)
    arguments = Arguments(anchor=target.anchor(issuer.key.raw))
    if not target.library.verify(target, issuer.key.raw, certificate.tbs_certificate_bytes, certificate.signature,
                         arguments).accepted:
        raise Refused(f"{subject} is not signed by its issuer.")


def _check_validity(certificate: x509.Certificate, now: datetime.datetime) -> None:
    subject = subject_of(certificate)
    if now < certificate.not_valid_before_utc:
        raise Refused(f"{subject} is not valid before {certificate.not_valid_before_utc:%Y-%m-%d %H:%M:%S} UTC.")
    if now > certificate.not_valid_after_utc:
        raise Refused(f"{subject} was valid until {certificate.not_valid_after_utc:%Y-%m-%d %H:%M:%S} UTC.")


def _check_extensions(certificate: x509.Certificate, below: int | None) -> None:
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
        if usage is not None and usage.key_cert_sign:
            raise Refused(f"{subject} must not end a chain: its key usage has keyCertSign, which only an issuer needs.")
        return
    basic = next((e.value for e in extensions if isinstance(e.value, x509.BasicConstraints)), None)
    if basic is None or not basic.ca:
        raise Refused(f"{subject} must not sign certificates: it is no CA.")
    if basic.path_length is not None and below > basic.path_length:
        raise Refused(f"{subject} allows {basic.path_length} issuers below it, and there are {below}.")
    if usage is not None and not usage.key_cert_sign:
        raise Refused(f"{subject} must not sign certificates: its key usage lacks keyCertSign.")


def check_issuer(certificate: x509.Certificate, now: datetime.datetime, below: int) -> None:
    """Raises Refused if a certificate must not issue another one, with `below` issuers below itself."""
    _check_validity(certificate, now)
    _check_extensions(certificate, below)


def trust_of(certificate: x509.Certificate) -> Trust:
    try:
        key = key_of(certificate)
    except OtherAlgorithm:
        key = PublicKey(b"", None)
    return Trust(key, certificate.subject, certificate)


def without_root(chain: Sequence[x509.Certificate], trust: Trust) -> tuple[list[x509.Certificate], Trust]:
    """The certificates below what is trusted, end certificate first; and that, with its name if the chain says it. The
    trusted certificate itself may end the chain."""
    certificates = list(chain)
    last = certificates[-1]
    if len(certificates) > 1 and trust.certificate is not None and last == trust.certificate:
        certificates.pop()
    elif len(certificates) > 1 and trust.certificate is None and last.subject == last.issuer and \
            trust_of(last).key.raw == trust.key.raw != b"":
        trust = Trust(trust.key, last.subject, last)
        certificates.pop()
    return certificates, trust


def _device_key(trust: Trust) -> tuple[str, bytes]:
    """The algorithm that a device lists for a key, and the key. Raises Refused."""
    if trust.key.scheme in device.NUMBERS or trust.key.scheme in device.COMPOSITES:
        return trust.key.scheme, trust.key.raw
    try:
        public = trust.certificate.public_key() if trust.certificate is not None else None
    except (ValueError, UnsupportedAlgorithm):
        public = None
    if isinstance(public, ec.EllipticCurvePublicKey) and public.curve.name in CURVES:
        return CURVES[public.curve.name], public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    if isinstance(public, ed25519.Ed25519PublicKey):
        return "ed25519", public.public_bytes_raw()
    raise Refused("A device verifies chains of ML-DSA, SLH-DSA, HSS, XMSS, Composite ML-DSA, ECDSA (P-256, P-384) and "
                  "Ed25519 alone, and one of these keys has another algorithm.")


def streamed(chain: Sequence[x509.Certificate], trust: Trust, now: datetime.datetime) -> bytes:
    """A chain as a device takes it (kilosig/x509.h): in DER, without what is trusted, what that signed first. Raises
    Refused if the device's reader refuses it."""
    certificates, trust = without_root(chain, trust)
    name, raw = _device_key(trust)
    names = [name, *(_device_key(trust_of(one))[0] for one in reversed(certificates))]
    schemes = [device.Alone(load(), name) if name in device.ALONE else library_scheme(name)
               for name in dict.fromkeys(names)]
    data = b"".join(one.public_bytes(Encoding.DER) for one in reversed(certificates))
    wants = device.Device(schemes, schemes[0].anchor(raw), len(raw),
                          trust.name.public_bytes() if trust.name is not None else None, int(now.timestamp()),
                          issuers=len(certificates) - 1)
    verdict, _ = device.verify(wants, data, raw)
    if verdict != ACCEPT:
        raise Refused(f"A device refuses the chain: {device.reason(schemes[0], verdict)}.")
    return data


def below(chain: Sequence[x509.Certificate], key: PublicKey) -> bytes:
    """A chain (end certificate first) in DER, what the trusted key signed first; without that key's own."""
    certificates, _ = without_root(chain, Trust(key))
    return b"".join(one.public_bytes(Encoding.DER) for one in reversed(certificates))


def check_chain(chain: Sequence[x509.Certificate], trust: Trust, now: datetime.datetime) -> PublicKey:
    """The end key of a chain, end certificate first, that leads to what is trusted. Raises Refused; UserError."""
    certificates, trust = without_root(chain, trust)
    if trust.certificate is not None:
        _check_validity(trust.certificate, now)
        _check_extensions(trust.certificate, len(certificates) - 1)
    issuer = trust
    for position in range(len(certificates) - 1, -1, -1):
        certificate = certificates[position]
        if issuer.name is not None and certificate.issuer != issuer.name:
            raise Refused(f"{subject_of(certificate)} names another issuer than the certificate after it.")
        _check_validity(certificate, now)
        _check_extensions(certificate, position - 1 if position else None)
        _check_signature(certificate, issuer)
        issuer = trust_of(certificate)
    return key_of(certificates[0])
