# SPDX-License-Identifier: Apache-2.0 OR MIT
"""COSE_Sign1 (RFC 9052), COSE_Key and the numbers of ML-DSA (RFC 9964) and HSS (RFC 8778), and a CWT that names a key
(RFC 8392, RFC 8747): bytes from facts and facts from bytes, by cbor2."""
from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cbor2

from kilosig.errors import UserError
from kilosig.library.catalog import SCHEMES, refuse_unnumbered

# Drafts request numbers of IANA: draft-ietf-cose-sphincs-plus-10, draft-ietf-cose-falcon-04. They may still change.
DRAFT = {"slh-dsa-sha2-128s": -51, "slh-dsa-shake-128s": -52, "fn-dsa-512": -54, "fn-dsa-1024": -55}
ALGORITHMS = {"ml-dsa-44": -48, "ml-dsa-65": -49, "ml-dsa-87": -50, "hss": -46, **DRAFT}
KEY_TYPES = {name: 5 if name == "hss" else 7 for name in ALGORITHMS}
# Of a private key: the seed of ML-DSA, the whole key of SLH-DSA.
PRIVATE_BYTES = {"ml-dsa-44": 32, "ml-dsa-65": 32, "ml-dsa-87": 32, "slh-dsa-sha2-128s": 64, "slh-dsa-shake-128s": 64}
SCHEME_OF = {number: name for name, number in ALGORITHMS.items()}
TAG_SIGN1 = 18
ALG, CRIT, CONTENT_TYPE, KID, TYP = 1, 2, 3, 4, 16
CONTENT_CWT = 61
KTY, KEY_ID, KEY_ALG, PUB, PRIV = 1, 2, 3, -1, -2
ISS, EXP, NBF, IAT, CNF = 1, 4, 5, 6, 8
COSE_KEY = 1


@dataclass(frozen=True)
class CoseKey:
    """A COSE_Key. secret: of a private key, PRIVATE_BYTES, else empty."""

    scheme: str
    public: bytes
    secret: bytes = b""
    kid: bytes = b""


@dataclass(frozen=True)
class Sign1:
    """A COSE_Sign1. protected: as it is encoded; payload: None if it is detached."""

    protected: bytes
    headers: Mapping[Any, Any]
    unprotected: Mapping[Any, Any]
    payload: bytes | None
    signature: bytes

    @property
    def algorithm(self) -> int | None:
        """alg of the protected header, or None. -48.0 is no number of an algorithm, though Python holds it for -48."""
        found = self.headers.get(ALG)
        return found if type(found) is int else None

    @property
    def is_cwt(self) -> bool:
        """Whether the object says that it is a CWT: by its content type, or by its own (RFC 9596)."""
        return any(headers.get(label) in (CONTENT_CWT, "application/cwt")
                   for headers in (self.headers, self.unprotected) for label in (CONTENT_TYPE, TYP))

    @property
    def kid(self) -> bytes:
        """The key's name, wherever it stands, or nothing."""
        found = self.headers.get(KID, self.unprotected.get(KID, b""))
        return found if isinstance(found, bytes) else b""


def algorithm_of(scheme: str) -> int:
    """alg. Raises UserError for a scheme that has none."""
    refuse_unnumbered(scheme)
    if scheme not in ALGORITHMS:
        raise UserError(f"COSE has no published algorithm number for {scheme}: choose one of {', '.join(ALGORITHMS)}.")
    return ALGORITHMS[scheme]


def encoded(value: Any) -> bytes:
    """CBOR, deterministic (RFC 8949 section 4.2.1); our labels ascend alike in that order and in cbor2's."""
    return cbor2.dumps(value, canonical=True)


def decoded(data: bytes, name: str) -> Any:
    """The one item of a file, in the encoding that a device takes (RFC 8949 section 4.2.1), with labels that are
    integers or texts. Raises UserError."""
    stream = io.BytesIO(data)
    try:
        item = cbor2.CBORDecoder(stream).decode()
        again = cbor2.dumps(item)
        ordered = _ordered(item)
    except Exception as error:  # whatever a decoder meets in a stranger's bytes
        raise UserError(f"{name} is not CBOR ({type(error).__name__}): give a COSE file as it was written.") from error
    if stream.tell() != len(data) or stream.read(1):
        raise UserError(f"{name} has bytes after its end: give a COSE file as it was written.")
    if again != data or not ordered:
        raise UserError(f"{name} is not in the deterministic encoding of CBOR, or has a label twice or of another type:"
                        " write it as RFC 8949 section 4.2.1 says.")
    return item


def _ordered(item: Any) -> bool:
    """Whether the labels of all maps are integers or texts, and ascend as encoded. For Python, True and 1.0 are 1."""
    if isinstance(item, cbor2.CBORTag):
        return _ordered(item.value)
    if isinstance(item, (list, tuple)):
        return all(map(_ordered, item))
    if not isinstance(item, Mapping):
        return True
    labels = [cbor2.dumps(label) for label in item]
    return (all(type(label) in (int, str) for label in item) and labels == sorted(set(labels))
            and all(map(_ordered, item.values())))


# ---- COSE_Sign1 ----------------------------------------------------------------------------------------------------


def protected_header(scheme: str, content_type: int | None = None, kid: bytes = b"") -> bytes:
    """The protected header of what we sign."""
    headers: dict[int, Any] = {ALG: algorithm_of(scheme)}
    if content_type is not None:
        headers[CONTENT_TYPE] = content_type
    if kid:
        headers[KID] = kid
    return encoded(headers)


def sig_structure(protected: bytes, payload: bytes, external_aad: bytes = b"") -> bytes:
    """What is signed (RFC 9052 section 4.4)."""
    return encoded(["Signature1", protected, external_aad, payload])


def sign1(protected: bytes, payload: bytes | None, signature: bytes) -> bytes:
    """The tagged object."""
    return encoded(cbor2.CBORTag(TAG_SIGN1, [protected, {}, payload, signature]))


def parse_sign1(data: bytes, name: str) -> Sign1:
    """The object of a file, tagged or not. Raises UserError for what is none, and for a critical header."""
    item = decoded(data, name)
    if isinstance(item, cbor2.CBORTag) and item.tag == TAG_SIGN1:
        item = item.value
    problem = UserError(f"{name} is not a COSE_Sign1: give what 'kilosig cose sign' writes.")
    if not isinstance(item, (list, tuple)) or len(item) != 4:
        raise problem
    protected, unprotected, payload, signature = item
    if not (isinstance(protected, bytes) and isinstance(unprotected, Mapping) and isinstance(signature, bytes)
            and (payload is None or isinstance(payload, bytes))):
        raise problem
    headers = decoded(protected, f"The protected header of {name}") if protected else {}
    if not isinstance(headers, Mapping):
        raise problem
    if CRIT in headers or CRIT in unprotected:
        raise UserError(f"{name} has a critical header, and none is understood here: sign it without crit.")
    if set(headers) & set(unprotected):
        raise UserError(f"{name} has a header twice: sign it again.")
    return Sign1(protected, headers, unprotected, payload, signature)


# ---- COSE_Key ------------------------------------------------------------------------------------------------------


def key_map(key: CoseKey) -> dict[int, Any]:
    """The map of a COSE_Key."""
    made: dict[int, Any] = {KTY: KEY_TYPES[key.scheme], KEY_ALG: algorithm_of(key.scheme), PUB: key.public}
    if key.kid:
        made[KEY_ID] = key.kid
    if key.secret:
        made[PRIV] = key.secret
    return made


def key_bytes(key: CoseKey) -> bytes:
    """A COSE_Key file."""
    algorithm_of(key.scheme)
    return encoded(key_map(key))


def parse_key(data: bytes, name: str) -> CoseKey:
    """A COSE_Key. Raises UserError."""
    return _key_of(decoded(data, name), name)


def _key_of(item: Any, name: str) -> CoseKey:
    if not isinstance(item, Mapping) or KTY not in item:
        raise UserError(f"{name} is not a COSE_Key: give the file of a key.")
    number = item.get(KEY_ALG)
    scheme = SCHEME_OF.get(number) if type(number) is int else None
    if scheme is None or type(item[KTY]) is not int or item[KTY] != KEY_TYPES[scheme]:
        raise UserError(f"{name} is a COSE_Key of another algorithm: give one of {', '.join(ALGORITHMS)}.")
    public, secret, kid = item.get(PUB), item.get(PRIV, b""), item.get(KEY_ID, b"")
    known = SCHEMES[scheme]
    if not isinstance(public, bytes) or (len(public) != known.key_bytes and not known.key_varies) or not isinstance(
            kid, bytes) or not isinstance(secret, bytes) or (
                secret and len(secret) != PRIVATE_BYTES.get(scheme)):
        raise UserError(f"{name} is a damaged COSE_Key of {scheme}: export it again.")
    return CoseKey(scheme, public, secret, kid)


def is_cose_key(data: bytes) -> bool:
    """Whether a file may be a COSE_Key: a map of few entries whose first label is kty."""
    return len(data) > 2 and 0xA2 <= data[0] <= 0xAF and data[1] == KTY


# ---- CWT -----------------------------------------------------------------------------------------------------------


def delegation_claims(key: CoseKey, issued: int, expires: int | None = None, issuer: str = "") -> bytes:
    """The claims of a CWT by which a root key names a signing key, as the device's profile has them."""
    claims: dict[int, Any] = {IAT: issued, CNF: {COSE_KEY: key_map(CoseKey(key.scheme, key.public))}}
    if expires is not None:
        claims[EXP] = expires
    if issuer:
        claims[ISS] = issuer
    return encoded(claims)


def parse_delegation(payload: bytes, name: str) -> dict[str, Any]:
    """{key, issued, expires} of claims. Raises UserError."""
    claims = decoded(payload, name)
    confirmation = claims.get(CNF) if isinstance(claims, Mapping) else None
    if not isinstance(confirmation, Mapping) or COSE_KEY not in confirmation:
        raise UserError(f"{name} names no key: make it with 'kilosig cose delegate'.")
    return {"key": _key_of(confirmation[COSE_KEY], name), "issued": claims.get(IAT), "expires": claims.get(EXP)}
