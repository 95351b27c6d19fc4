# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A device's certificate request (PKCS #10, RFC 2986), which firmware/attest streams and signs itself."""
from __future__ import annotations

import re
import secrets
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cryptography import x509
from cryptography.hazmat import asn1

from kilosig.device.attest import (PART_REQUEST, SOURCE_FLASH, SOURCE_RAM, Attester, Result, device_seed, expect_done,
                                   start)
from kilosig.errors import UserError
from kilosig.files.der import DerError, decoded
from kilosig.files.keys import Algorithm, parse_spki, scheme_of_oid
from kilosig.library.binding import Arguments, load
from kilosig.library.catalog import library_scheme
from kilosig.schemes.family import SEED_BYTES
from kilosig.schemes.ml_dsa import NAMES

IMAGE = "identity"
SCHEME = NAMES[0]
SERIAL = re.compile(r"[A-Za-z0-9.:/-]{1,32}")
RND_BYTES = 32


@asn1.sequence
class _Info:
    """CertificationRequestInfo."""

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
    """What the device sent is no request of its own key. The text is a sentence."""


@dataclass(frozen=True)
class Identity:
    """A request in DER that its own key verifies; and the RAM figures of the job."""

    request: bytes
    scheme: str
    subject: str
    result: Result


def check(request: bytes, scheme: str, serial: str) -> str:
    """The subject of a request by a key of `scheme`, which signed it, for a device of that serial number. Raises
    NoPossession."""
    try:
        found = decoded(_Request, request)
        key, outer = parse_spki(found.info.key), decoded(Algorithm, found.algorithm)
        parsed = x509.load_der_x509_csr(request)
        subject, signed = parsed.subject, parsed.tbs_certrequest_bytes
    except (DerError, UserError, ValueError, TypeError, x509.InvalidVersion) as error:
        raise NoPossession("The device sent something that is no certificate request.") from error
    target = library_scheme(scheme)
    if found.info.version != 0 or found.info.attributes or found.signature.padding_bits() or \
            key.scheme != scheme or scheme_of_oid(outer.identifier.dotted_string) != scheme or \
            [str(one.value) for one in subject.get_attributes_for_oid(x509.NameOID.SERIAL_NUMBER)] != [serial]:
        raise NoPossession("The device sent a certificate request of another kind than it was asked for.")
    if not target.library.verify(target, key.raw, signed, found.signature.as_bytes(),
                                 Arguments(anchor=target.anchor(key.raw))).accepted:
        raise NoPossession("The request is not signed by the key that it has in it.")
    return subject.rfc4514_string()


def check_names(scheme: str, serial: str) -> None:
    """Raises UserError."""
    if scheme not in NAMES:
        raise UserError(f"A device makes no certificate request with {scheme}: choose one of {', '.join(NAMES)}.")
    if not SERIAL.fullmatch(serial):
        raise UserError(f"'{serial}' is not a serial number: give 1 to 32 letters, digits, and - . : /.")


def request_of(attester: Attester, scheme: str, serial: str, source: int = SOURCE_FLASH) -> Identity:
    """The request of a connected device. Raises UserError; NoPossession."""
    check_names(scheme, serial)
    result = expect_done(attester.request(scheme, serial, secrets.token_bytes(RND_BYTES), source), load().reason_text)
    data = attester.streamed.get(PART_REQUEST, b"")
    return Identity(data, scheme, check(data, scheme, serial), result)


def emulated(board: str, scheme: str, serial: str, secret: bytes | None) -> Identity:
    """The same of an emulated board with a secret key in flash; without one it makes a key, which is gone
    afterwards."""
    check_names(scheme, serial)
    with tempfile.TemporaryDirectory(prefix="kilosig-") as folder, \
            start(board, Path(folder), scheme if secret is not None else None, secret, IMAGE) as running:
        attester = Attester(running.connect())
        if secret is None:
            seed = device_seed(scheme, secrets.token_bytes(SEED_BYTES))
            expect_done(attester.keygen(scheme, seed), load().reason_text)
        return request_of(attester, scheme, serial, SOURCE_RAM if secret is None else SOURCE_FLASH)
