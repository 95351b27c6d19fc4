# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Key files to write, and private keys to read: PKCS #8 and SubjectPublicKeyInfo where a standard says how (RFC 9881,
RFC 9909), else the form of armour.py."""
from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat import asn1
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import mldsa

from kilosig.errors import UserError, did_you_mean
from kilosig.files import armour, cose, pbes2, pem
from kilosig.files.der import DerError, decoded
from kilosig.files.keys import Algorithm, Spki, oid_of_scheme, scheme_of_oid
from kilosig.library import composite
from kilosig.library.binding import load
from kilosig.library.making import keygen_at_once
from kilosig.library.verdicts import DONE

TR = slice(64, 128)  # after rho and K
_ML_DSA: dict[str, Any] = {"ml-dsa-44": mldsa.MLDSA44PrivateKey, "ml-dsa-65": mldsa.MLDSA65PrivateKey,
                           "ml-dsa-87": mldsa.MLDSA87PrivateKey}
PLAIN, ENCRYPTED = LABELS = ("PRIVATE KEY", "ENCRYPTED PRIVATE KEY")
SEED, EXPANDED, BOTH = FORMS = ("seed", "expanded", "both")  # RFC 9881 section 6
_TAGS = {b"\x80": SEED, b"\x04": EXPANDED, b"\x30": BOTH}
Passphrase = Callable[[], bytes]


@asn1.sequence
class _PrivateKeyInfo:
    """OneAsymmetricKey (RFC 5958 section 2). In version 1 the public key is there, in version 0 not."""

    version: int
    algorithm: Algorithm
    private_key: bytes
    attributes: Annotated[list[asn1.TLV] | None, asn1.Implicit(0)] = None
    public_key: Annotated[asn1.BitString | None, asn1.Implicit(1)] = None


@asn1.sequence
class _Both:
    """The form BOTH of ML-DSA."""

    seed: bytes
    expanded: bytes


class InconsistentKey(UserError):
    """A key of the form BOTH whose seed is not that of the expanded key beside it."""


@dataclass(frozen=True)
class PrivateKey:
    """The secret key of a file, as its scheme's family encodes it. form: of ML-DSA, one of FORMS, else empty. With SEED
    and BOTH `secret` is the seed, from which the rest follows; with EXPANDED the expanded key."""

    scheme: str
    secret: bytes
    compact: bool = False
    form: str = ""

    def in_form(self, form: str) -> PrivateKey:
        """The same key to be written in another form. Raises UserError if there is no such form, or no way to it."""
        check_form(self.scheme, form)
        if self.form == EXPANDED != form:
            raise UserError("The file holds the expanded key alone, from which no seed follows: give --form "
                            f"{EXPANDED}.")
        secret = _expanded(self.scheme, self.secret) if form == EXPANDED != self.form else self.secret
        return PrivateKey(self.scheme, secret, self.compact, form)


def check_form(scheme: str, form: str) -> None:
    """Raises UserError for a form that private keys of the scheme do not have."""
    if scheme not in _ML_DSA:
        raise UserError(f"Private keys of {scheme} have one form: omit --form.")
    if form not in FORMS:
        raise UserError(f"Unknown form '{form}'{did_you_mean(form, FORMS)}: choose one of {', '.join(FORMS)}.")


def _expanded(scheme: str, seed: bytes) -> bytes:
    """The expanded key of a seed (FIPS 204 Algorithms 6, 24)."""
    library = load()
    verdict, key = keygen_at_once(library, library.keygen_schemes(scheme)[1], seed)
    assert verdict == DONE
    return key


def _algorithm(scheme: str) -> Algorithm:
    oid = oid_of_scheme(scheme)
    assert oid is not None
    return Algorithm(identifier=x509.ObjectIdentifier(oid))


def has_standard(scheme: str) -> bool:
    """Whether a standard says how private keys of the scheme are written."""
    return scheme in _ML_DSA or _is_composite(scheme) or (scheme.startswith("slh-dsa-")
                                                          and has_public_standard(scheme))


def _is_composite(scheme: str) -> bool:
    """Of the draft of Composite ML-DSA, which says how its keys are written."""
    return scheme in composite.pairs(load())


def has_public_standard(scheme: str) -> bool:
    """The same for public keys: HSS, XMSS and XMSS^MT too (RFC 9802)."""
    return oid_of_scheme(scheme) is not None


def _content(scheme: str, secret: bytes, form: str) -> bytes:
    if scheme not in _ML_DSA:
        return secret
    if form == BOTH:
        return asn1.encode_der(_Both(seed=secret, expanded=_expanded(scheme, secret)))
    octets = asn1.encode_der(secret)
    return octets if form == EXPANDED else b"\x80" + octets[1:]  # an implicit tag, which only fields can have


def private_der(scheme: str, secret: bytes, form: str = SEED) -> bytes:
    """PKCS #8: of ML-DSA one of FORMS (RFC 9881 section 6), of SLH-DSA the whole key (RFC 9909 section 6), of
    Composite ML-DSA the seed and the classical key (draft-ietf-lamps-pq-composite-sigs-19 section 5.1)."""
    return asn1.encode_der(_PrivateKeyInfo(version=0, algorithm=_algorithm(scheme),
                                           private_key=_content(scheme, secret, form)))


def public_der(scheme: str, raw: bytes) -> bytes:
    """SubjectPublicKeyInfo (RFC 9881 section 4, RFC 9909 section 4, RFC 9802 section 4)."""
    return asn1.encode_der(Spki(algorithm=_algorithm(scheme), key=asn1.BitString(raw, 0)))


def private_pem(scheme: str, secret: bytes, form: str = SEED) -> bytes:
    """private_der() in PEM."""
    return pem.encoded(PLAIN, private_der(scheme, secret, form))


def public_pem(scheme: str, raw: bytes) -> bytes:
    """public_der() in PEM."""
    return pem.encoded("PUBLIC KEY", public_der(scheme, raw))


def private_file(key: PrivateKey, der: bool = False, passphrase: bytes = b"") -> bytes:
    """A private key file; encrypted if there is a passphrase. Raises UserError for a form that the scheme does not
    have."""
    if not has_standard(key.scheme):
        if der:
            raise UserError(f"No standard says how this key of {key.scheme} is written in DER: omit --der.")
        return armour.wrap(armour.SECRET, key.scheme, key.secret, key.compact, passphrase)
    content = private_der(key.scheme, key.secret, key.form or SEED)
    if passphrase:
        content = pbes2.encrypted(content, passphrase)
    return content if der else pem.encoded(ENCRYPTED if passphrase else PLAIN, content)


def public_file(scheme: str, raw: bytes, der: bool = False) -> bytes:
    """A public key file. Raises UserError for a form that the scheme does not have."""
    if not has_public_standard(scheme):
        if der:
            raise UserError(f"No standard says how keys of {scheme} are written in DER: omit --der.")
        return armour.wrap(armour.PUBLIC, scheme, raw)
    return (public_der if der else public_pem)(scheme, raw)


def parse_private_key(data: bytes, name: str, passphrase: Passphrase | None = None) -> PrivateKey:
    """The private key of a file in any of these forms. passphrase: asked for if the key is encrypted. Raises
    UserError."""
    if armour.is_armoured(data):
        key = armour.unwrap(data, name)
        if key.label != armour.SECRET:
            raise UserError(f"{name} holds a {key.label}: give the file with the {armour.SECRET}.")
        if key.encrypted:
            key = armour.decrypted(key, _asked(passphrase, name), name)
        return PrivateKey(key.scheme, key.raw, key.compact)
    if cose.is_cose_key(data):
        return _of_cose(data, name)
    content = _content_of(data, name)
    if pbes2.is_encrypted(content):
        try:
            content = pbes2.decrypted(content, _asked(passphrase, name))
        except pbes2.WrongPassphrase as error:
            raise UserError(f"{name} does not open with this passphrase: give the right one, and the file as it was "
                            "written.") from error
        except pbes2.TooExpensive as error:
            raise UserError(f"{name} cannot be opened without {error}: encrypt it again for less.") from error
        except ValueError as error:
            raise UserError(f"{name} is encrypted in a way that is not known here ({error}): write it with PBES2 and "
                            "AES-CBC.") from error
    found = _plain(content, name)
    if found is None:
        raise _no_key(content, name)
    return found


def _of_cose(data: bytes, name: str) -> PrivateKey:
    """A private COSE_Key: the seed of ML-DSA (RFC 9964 section 2), the key of SLH-DSA."""
    key = cose.parse_key(data, name)
    if not key.secret:
        raise UserError(f"{name} is a public COSE_Key: give the private one.")
    found = PrivateKey(key.scheme, key.secret, form=SEED if key.scheme in _ML_DSA else "")
    if not _belong(found, key.public):
        raise InconsistentKey(f"{name} holds a secret and a public key that do not belong together: get the key from "
                              "where it was made.")
    return found


def _asked(passphrase: Passphrase | None, name: str) -> bytes:
    if passphrase is None:
        raise UserError(f"{name} is encrypted: add --passphrase-file.")
    return passphrase()


def _content_of(data: bytes, name: str) -> bytes:
    """DER of a PEM or DER file. Raises UserError."""
    if not pem.is_pem(data):
        return data
    label, content = pem.decoded(data, name, *LABELS)
    if pbes2.is_encrypted(content) != (label == ENCRYPTED):
        raise UserError(f"{name} begins with BEGIN {label}, and holds something else: export the key again, with PBES2 "
                        "if it is to be encrypted.")
    return content


def _plain(data: bytes, name: str) -> PrivateKey | None:
    """An unencrypted key, or None if it is anything else. `cryptography` reads neither SLH-DSA nor, of ML-DSA, more
    than the seed. Raises InconsistentKey."""
    try:
        info = decoded(_PrivateKeyInfo, data)
        scheme, bits = scheme_of_oid(info.algorithm.identifier.dotted_string), info.public_key
        if scheme is None or not has_standard(scheme) or info.version != (bits is not None) or (
                bits is not None and bits.padding_bits()):
            return None
        secret = info.private_key
        found = _of_forms(scheme, secret, name) if scheme in _ML_DSA else PrivateKey(scheme, secret)
    except DerError:
        return None
    if bits is not None and not _belong(found, bits.as_bytes()):
        raise InconsistentKey(f"{name} holds a private and a public key that do not belong together: get the key from "
                              "where it was made.")
    return found


def _belong(key: PrivateKey, public: bytes) -> bool:
    """Whether a public key is that of a private one. An expanded key has its digest (FIPS 204 Algorithm 24)."""
    if _is_composite(key.scheme):
        return composite.public_of(composite.pairs(load())[key.scheme], key.secret) == public
    if key.scheme not in _ML_DSA:
        return key.secret[len(key.secret) // 2:] == public
    if key.form == EXPANDED:
        return key.secret[TR] == hashlib.shake_256(public).digest(64)
    library = load()
    verdict, made = keygen_at_once(library, library.keygen_schemes(key.scheme)[0], key.secret)
    return verdict == DONE and made == public


def _no_key(data: bytes, name: str) -> UserError:
    """The sentence for what is no key of ours."""
    try:
        serialization.load_der_private_key(data, password=None)
        other = True
    except UnsupportedAlgorithm:
        other = True
    except (ValueError, TypeError):
        other = False
    return UserError(f"{name} is a private key of another algorithm: make one with 'kilosig keygen'." if other else
                     f"{name} is not a private key in PEM or DER: make one with 'kilosig keygen'.")


def _of_forms(scheme: str, content: bytes, name: str) -> PrivateKey:
    """A key of ML-DSA in one of FORMS. Raises DerError; InconsistentKey."""
    outer = decoded(asn1.TLV, content)
    form, value, expanded = _TAGS.get(outer.tag_bytes), bytes(outer.data), b""
    if form == BOTH:
        both = decoded(_Both, outer)
        value, expanded = both.seed, both.expanded
    lengths = [entry.secret_key_bytes for entry in load().sign_schemes(scheme)]  # of a seed, of an expanded key
    if form is None or len(value) != lengths[form == EXPANDED]:
        raise DerError("none of the forms of RFC 9881")
    if form == BOTH and expanded != _expanded(scheme, value):
        raise InconsistentKey(f"{name} holds a seed and an expanded key that do not belong together: get the key from "
                              "where it was made.")
    return PrivateKey(scheme, value, form=form)
