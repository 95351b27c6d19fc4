# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SignedData of CMS (RFC 5652) with ML-DSA (RFC 9882) and SLH-DSA (RFC 9814): bytes from facts and facts from bytes, by
pyasn1 and the structures of pyasn1-modules. What is signed is the content, or the attributes that have its digest."""
from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from pyasn1.codec.ber import decoder as ber
from pyasn1.codec.der import decoder as der
from pyasn1.codec.der import encoder
from pyasn1.error import PyAsn1Error
from pyasn1.type import univ
from pyasn1_modules import rfc5652

from kilosig.errors import UserError, did_you_mean
from kilosig.files import pem
from kilosig.files.data import LARGEST, Data
from kilosig.files.der import definite
from kilosig.files.keys import SPKI_OIDS
from kilosig.library.catalog import refuse_unnumbered
from kilosig.library.hashes import HASHES

HASH_OID = "2.16.840.1.101.3.4.2."
# The least digest of a parameter set, in bytes: twice its strength (RFC 9882 section 3.3, RFC 9814 section 4).
_LEAST = {"44": 32, "65": 48, "87": 64, "128": 32, "192": 48, "256": 64}
LABELS = ("CMS", "PKCS7")
LONGEST_ATTRIBUTES = 1 << 16
# Whatever pyasn1 meets in a stranger's bytes.
_WRONG = (PyAsn1Error, ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError)


class Refused(Exception):
    """What a signer says does not belong to the content, or is too weak. The text is a sentence."""


@dataclass(frozen=True)
class SignerInfo:
    """One signature. scheme: None for an algorithm that is not here; hash: a name of HASHES, or None; attributes: those
    that are signed, as DER of a SET, or None if the content itself is signed."""

    scheme: str | None
    hash: str | None
    attributes: bytes | None
    signature: bytes
    signer: str


@dataclass(frozen=True)
class SignedData:
    """content: None if it is detached; kind: its type, an object identifier with dots."""

    content: bytes | None
    kind: str
    signers: tuple[SignerInfo, ...]


def has_cms(scheme: str) -> bool:
    """Whether a standard says how the scheme signs CMS."""
    return scheme.startswith(("ml-dsa-", "slh-dsa-")) and scheme in SPKI_OIDS.values()


def check_scheme(scheme: str) -> None:
    """Raises UserError for a scheme without a standard."""
    refuse_unnumbered(scheme)
    if not has_cms(scheme):
        raise UserError(f"CMS is signed here with ML-DSA and SLH-DSA, not with {scheme}: give a key of one of them.")


def _least(scheme: str) -> int:
    return _LEAST[scheme.rsplit("-", 1)[1].rstrip("sf")]


def chosen_hash(scheme: str, wanted: str | None = None) -> str:
    """The hash of a signer: as wanted, else SHA-512 for ML-DSA, and for SLH-DSA that of RFC 9814 section 4. Raises
    UserError for one that is too short."""
    if wanted is None:
        if scheme.startswith("slh-dsa-shake"):
            return "shake128" if "128" in scheme else "shake256"
        return "sha256" if scheme.startswith("slh-dsa-sha2-128") else "sha512"
    name = wanted.lower()
    if name not in HASHES:
        raise UserError(f"Unknown hash '{wanted}'{did_you_mean(name, tuple(HASHES))}: choose one of "
                        f"{', '.join(HASHES)}.")
    if HASHES[name][1] < _least(scheme):
        raise UserError(f"A digest of {name} is too short for {scheme}: choose one of {_least(scheme)} bytes or more.")
    return name


def digest(name: str, content: Data) -> bytes:
    """Of content of any length."""
    state: Any = hashlib.new(name.replace("shake", "shake_").replace("-", "_"))
    for piece in content.pieces():
        state.update(piece)
    return bytes(state.digest(HASHES[name][1]) if name.startswith("shake") else state.digest())


def key_identifier(public: bytes) -> bytes:
    """The subject key identifier of RFC 5280 section 4.2.1.2, method 1."""
    return hashlib.sha1(public, usedforsecurity=False).digest()


# ---- Bytes from facts ----------------------------------------------------------------------------------------------


def _attribute(kind: Any, value: Any) -> Any:
    made = rfc5652.Attribute()
    made["attrType"] = kind
    made["attrValues"][0] = encoder.encode(value)
    return made


def attributes_of(digested: bytes, kind: str = str(rfc5652.id_data)) -> bytes:
    """The signed attributes of a content: its type and its digest (RFC 5652 section 11)."""
    made = rfc5652.SignedAttributes()
    made[0] = _attribute(rfc5652.id_contentType, univ.ObjectIdentifier(kind))
    made[1] = _attribute(rfc5652.id_messageDigest, univ.OctetString(digested))
    return bytes(encoder.encode(made))


def _oid_of(scheme: str) -> Any:
    return univ.ObjectIdentifier(next(oid for oid, name in SPKI_OIDS.items() if name == scheme))


def signed_data(scheme: str, info: SignerInfo, public: bytes, certificate: x509.Certificate | None = None,
                content: bytes | None = None) -> bytes:
    """The object, in DER. The signer is named by the certificate, which is put into it, else by the key's
    identifier."""
    made, signer = rfc5652.SignedData(), rfc5652.SignerInfo()
    made["version"] = signer["version"] = 1 if certificate else 3
    if certificate:
        decoded, _ = der.decode(certificate.public_bytes(Encoding.DER), asn1Spec=rfc5652.CertificateChoices())
        made["certificates"][0] = decoded
        named = decoded["certificate"]["tbsCertificate"]
        signer["sid"]["issuerAndSerialNumber"]["issuer"] = named["issuer"]
        signer["sid"]["issuerAndSerialNumber"]["serialNumber"] = named["serialNumber"]
    else:
        signer["sid"]["subjectKeyIdentifier"] = rfc5652.SubjectKeyIdentifier(key_identifier(public)).subtype(
            implicitTag=signer["sid"].componentType["subjectKeyIdentifier"].asn1Object.tagSet[-1])
    assert info.hash is not None
    made["digestAlgorithms"][0]["algorithm"] = signer["digestAlgorithm"]["algorithm"] = HASH_OID + str(
        HASHES[info.hash][0])
    made["encapContentInfo"]["eContentType"] = rfc5652.id_data
    if content is not None:
        made["encapContentInfo"]["eContent"] = content
    if info.attributes is not None:
        for number, one in enumerate(der.decode(info.attributes, asn1Spec=rfc5652.SignedAttributes())[0]):
            signer["signedAttrs"][number] = one
    signer["signatureAlgorithm"]["algorithm"] = _oid_of(scheme)
    signer["signature"] = info.signature
    made["signerInfos"][0] = signer
    outer = rfc5652.ContentInfo()
    outer["contentType"] = rfc5652.id_signedData
    outer["content"] = encoder.encode(made)
    return bytes(encoder.encode(outer))


def armoured(data: bytes) -> bytes:
    """PEM (RFC 7468 section 9)."""
    return pem.encoded(LABELS[0], data)


# ---- Facts from bytes ----------------------------------------------------------------------------------------------


def parse(data: bytes, name: str) -> SignedData:
    """The SignedData of a file in PEM, DER or BER. Raises UserError."""
    if pem.is_pem(data):
        _, data = pem.decoded(data, name, *LABELS)
    try:
        # pyasn1 loses what is inside of a value whose length is not definite.
        outer, rest = ber.decode(definite(data), asn1Spec=rfc5652.ContentInfo())
        if outer["contentType"] != rfc5652.id_signedData or rest:
            raise ValueError("another type, or more after it")
        inside, rest = ber.decode(outer["content"].asOctets(), asn1Spec=rfc5652.SignedData())
        if rest:
            raise ValueError("more after it")
        about = inside["encapContentInfo"]
        return SignedData(about["eContent"].asOctets() if about["eContent"].isValue else None,
                          str(about["eContentType"]), tuple(_signer(one) for one in inside["signerInfos"]))
    except _WRONG as error:
        raise UserError(f"{name} is not a SignedData of CMS ({type(error).__name__}): give the file as it was "
                        "written.") from error


def _signer(one: Any) -> SignerInfo:
    oid = str(one["signatureAlgorithm"]["algorithm"])
    scheme = None if one["signatureAlgorithm"]["parameters"].isValue else SPKI_OIDS.get(oid)
    hashes = {HASH_OID + str(entry[0]): hash_ for hash_, entry in HASHES.items()}
    attributes = None
    if one["signedAttrs"].isValue:
        plain = rfc5652.SignedAttributes()
        for number, attribute in enumerate(one["signedAttrs"]):
            plain[number] = attribute
        attributes = bytes(encoder.encode(plain))
    who = one["sid"]
    named = (f"key {who['subjectKeyIdentifier'].asOctets().hex()}" if who.getName() == "subjectKeyIdentifier" else
             f"certificate {int(who['issuerAndSerialNumber']['serialNumber']):x}")
    return SignerInfo(scheme if scheme and has_cms(scheme) else None,
                      hashes.get(str(one["digestAlgorithm"]["algorithm"])), attributes, one["signature"].asOctets(),
                      named)


def _values(attributes: bytes, kind: Any) -> list[Any]:
    """The values of all attributes of a type. Raises as pyasn1 does."""
    found, rest = der.decode(attributes, asn1Spec=rfc5652.SignedAttributes())
    if rest:
        raise ValueError("more after it")
    return [value for one in found if one["attrType"] == kind for value in one["attrValues"]]


def looks_signed(content: Data) -> bool:
    """Whether content is itself a set of signed attributes. A signature of attributes is one of that content, too: one
    must not pass for the other."""
    if content.read(0, 1) != b"\x31" or len(content) > LONGEST_ATTRIBUTES:
        return False
    try:
        return bool(_values(content.whole(), rfc5652.id_messageDigest))
    except _WRONG:
        return False


def signed_bytes(found: SignedData, signer: SignerInfo, content: Data) -> Data:
    """What the signature of one signer is of. Raises Refused."""
    assert signer.scheme is not None
    if signer.attributes is None:
        if len(content) > LARGEST:
            raise Refused(f"The content has {len(content):,} bytes, and nobody signs so many without a digest.")
        if looks_signed(content):
            raise Refused("The content is a set of signed attributes: somebody may have taken them from a signature of "
                          "another content.")
        return content
    if signer.hash is None or HASHES[signer.hash][1] < _least(signer.scheme):
        raise Refused(f"The digest of the content is by a hash that is too short for {signer.scheme}, or not known.")
    try:
        kinds = _values(signer.attributes, rfc5652.id_contentType)
        digests = _values(signer.attributes, rfc5652.id_messageDigest)
        kind = [str(der.decode(value.asOctets(), asn1Spec=univ.ObjectIdentifier())[0]) for value in kinds]
        named = [der.decode(value.asOctets(), asn1Spec=univ.OctetString())[0].asOctets() for value in digests]
    except _WRONG as error:
        raise Refused("The signed attributes are not encoded as they must be.") from error
    if kind != [found.kind]:
        raise Refused("The signed attributes do not name the type of the content, once.")
    if len(named) != 1 or named[0] != digest(signer.hash, content):
        raise Refused("The content is not the one that was signed: its digest is another.")
    return Data(signer.attributes)
