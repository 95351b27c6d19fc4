# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The device's reader of certificate chains (kilosig/x509.h): every scheme, every cutting; and for each thing that is
checked a chain in which it alone is wrong, signed by who has the keys."""
from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ed25519, mldsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from streaming import read_chain
from support import CHUNKS, chains, chunk
from support.chains import Certificate, algorithm, basic, distinguished, extension, key, tlv, trusting, usage, usual

from kilosig.library import x509 as device
from kilosig.library.binding import load
from kilosig.library.verdicts import (ACCEPT, ARGUMENT, INCOMPLETE, KEY, KEY_LENGTH, OVERFEED, PENDING, SIG_LENGTH,
                                      SIGNATURE, STATE_SIZE)

pytestmark = pytest.mark.library
(ENCODING, STRUCTURE, LENGTH, SERIAL, ALGORITHM, CLASSICAL, NAME, DATE, TIME, CERT_KEY, EXTENSION, CRITICAL, CA, PATH,
 USAGE, LIMIT) = range(96, 112)
ML = "ml-dsa-44"
SLH = "slh-dsa-sha2-128f"
PURPOSE = bytes.fromhex("2b06010505070302")
VECTORS = Path(__file__).resolve().parents[1] / "vectors"


def three() -> list[Certificate]:
    """Root's key, two issuers, an end certificate."""
    return usual(*(key(ML, number) for number in range(4)))


def changed(position: int, **other: Any) -> bytes:
    """That chain with one certificate that says something else."""
    chain = three()
    chain[position] = replace(chain[position], **other)
    return chains.joined(chain)


def verdict(data: bytes, root: chains.Key | None = None, **other: Any) -> int:
    trusted = root or key(ML)
    return device.verify(trusting(trusted, ML, **other), data, trusted.raw)[0]


# ---- What is genuine -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", CHUNKS)
def test_any_pieces(size: object) -> None:
    data = chains.joined(three())
    found, end = read_chain(trusting(key(ML)), data, key(ML).raw, chunk(size), move=True)
    assert found == ACCEPT and end.scheme == ML and end.number == device.ML_DSA_44
    assert end.anchor[:64] == key(ML, 3).anchor and data[end.key_at:][:end.key_length] == key(ML, 3).raw


@pytest.mark.twice
@pytest.mark.parametrize("variant", ["fast", "small"])
def test_every_variant(variant: str) -> None:
    target = load(variant).scheme(ML)
    assert target is not None
    state = replace(trusting(key(ML)), schemes=[target])
    data = chains.joined(three())
    assert device.verify(state, data, key(ML).raw, 33, move=True)[0] == ACCEPT
    assert device.verify(state, data[:-1] + bytes([data[-1] ^ 1]), key(ML).raw)[0] not in (ACCEPT, PENDING)


# Without sanitizers what takes seconds to sign with them: other sets of the same code.
@pytest.mark.parametrize("names", [
    (ML, "ml-dsa-65", "ml-dsa-87"), ("ml-dsa-87", ML), ("hss", SLH, ML), ("hss", "slh-dsa-shake-128f", SLH),
    ("xmss", ML, "xmssmt"), ("xmssmt", "hss", "xmss"), *(pytest.param(names, marks=pytest.mark.slow) for names in (
        (SLH, "slh-dsa-sha2-192f", "slh-dsa-sha2-256f"), ("slh-dsa-shake-192f", "slh-dsa-shake-256f", "hss"),
        ("hss", "slh-dsa-sha2-128s", "slh-dsa-sha2-128s")))],
    ids="-".join)
def test_schemes_over_each_other(names: tuple[str, ...]) -> None:
    keys = [key(name, number) for number, name in enumerate(names)]
    state, data = trusting(keys[0], *names), chains.joined(usual(*keys))
    for size, move in ((None, False), (5, True), (1000, True)):
        found, end = read_chain(state, data, keys[0].raw, size, move)
        assert found == ACCEPT and end.scheme == names[-1]
    assert end.anchor == (keys[-1].anchor + bytes(68))[:68]
    assert data[end.key_at:][:end.key_length] == keys[-1].raw
    # Each level accepts its own scheme alone.
    for name in names[1:]:
        assert device.verify(trusting(keys[0], *(each for each in names if each != name)), data,
                             keys[0].raw)[0] == ALGORITHM or name == names[0]


@pytest.mark.twice
def test_the_example_of_rfc_9802() -> None:
    certificate = x509.load_pem_x509_certificate((VECTORS / "x509_hss.pem").read_bytes())
    raw = certificate.public_bytes(Encoding.DER)
    at = raw.index(bytes.fromhex("2a864886f70d0109100311"), raw.index(certificate.subject.public_bytes()))
    public = raw[at + 11 + 3:][:60]
    state = device.Device([chains.scheme("hss")], public, 60, certificate.subject.public_bytes(),
                          int(certificate.not_valid_before_utc.timestamp()), usage=device.CERT_SIGN,
                          flags=device.END_MAY_BE_CA)
    found, end = device.verify(state, raw, b"", 3, move=True)
    assert (found, end.scheme, end.anchor[:60]) == (ACCEPT, "hss", public)
    assert device.verify(replace(state, flags=0), raw, b"")[0] == CA


def test_chains_of_any_length_that_push() -> None:
    names = [key(ML, number % 5) for number in range(9)]
    data = chains.joined(usual(*names))
    state = trusting(names[0], issuers=7)
    assert device.verify(state, data, names[0].raw)[0] == ACCEPT
    assert device.verify(replace(state, issuers=6), data, names[0].raw)[0] == PATH
    stream = b"".join({5: data, 1: names[0].raw}[part][at:at + length]
                      for part, at, length in device.order(state, data, names[0].raw))
    for size in (1, 1000, len(stream)):
        reading = device.Reading(state, len(data))
        for at in range(0, len(stream), size):
            assert reading.push(stream[at:at + size]) == PENDING
        assert reading.push(b"\0") == OVERFEED if size == 1 else True
        assert reading.close()[0] == (OVERFEED if size == 1 else ACCEPT)


def built(subject: str, issuer: str, public: Any, signer: Any, ca: bool) -> x509.Certificate:
    builder = x509.CertificateBuilder(
        x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "kilosig"),
                   x509.NameAttribute(NameOID.COMMON_NAME, issuer)]),
        x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "kilosig"),
                   x509.NameAttribute(NameOID.COMMON_NAME, subject)]),
        public, x509.random_serial_number(), datetime.datetime(2025, 1, 1), datetime.datetime(2055, 1, 1))
    builder = builder.add_extension(x509.BasicConstraints(ca, 3 if ca else None), True)
    builder = builder.add_extension(x509.SubjectKeyIdentifier(bytes(20)), False)
    builder = builder.add_extension(x509.KeyUsage(not ca, False, False, False, False, ca, ca, False, False), True)
    if not ca:
        builder = builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH]), True)
    return builder.sign(signer, None)


@pytest.mark.parametrize("kind", [mldsa.MLDSA44PrivateKey, mldsa.MLDSA65PrivateKey, mldsa.MLDSA87PrivateKey])
def test_what_cryptography_makes(kind: Any) -> None:
    """With dates after 2050, several extensions and attributes."""
    keys = [kind.from_seed_bytes(bytes([number]) * 32) for number in range(3)]
    name = f"ml-dsa-{kind.__name__[5:7]}"
    first = built("issuer", "root", keys[1].public_key(), keys[0], True)
    last = built("device 7", "issuer", keys[2].public_key(), keys[1], False)
    data = first.public_bytes(Encoding.DER) + last.public_bytes(Encoding.DER)
    root = keys[0].public_key().public_bytes_raw()
    target = chains.scheme(name)
    state = device.Device([target], target.anchor(root), len(root), first.issuer.public_bytes(), chains.NOW,
                          purpose=PURPOSE, fields=[
                              device.Field(device.SERIAL), device.Field(device.SUBJECT, chains.COMMON_NAME, 5),
                              device.Field(device.NOT_AFTER), device.Field(device.EXTENSION, bytes.fromhex("551d0e")),
                              device.Field(device.EXTENSION, chains.PURPOSES), device.Field(device.NOT_BEFORE)])
    for size in (None, 1, 50):
        found, end = device.verify(state, data, root, size, move=True)
        assert found == ACCEPT and end.anchor[:64] == target.anchor(keys[2].public_key().public_bytes_raw())
        number = last.serial_number
        assert int.from_bytes(end.fields[0][0], "big") == number
        assert end.fields[1:] == ((b"devic", 8), (b"20550101000000Z", 15), (tlv(4, bytes(20)), 22),
                                  (tlv(0x30, tlv(6, PURPOSE)), 12), (b"250101000000Z", 13))
    assert device.verify(replace(state, purpose=PURPOSE[:-1] + b"\1"), data, root)[0] == USAGE
    assert device.verify(replace(state, purpose=b""), data, root)[0] == ACCEPT  # its extension is asked for
    assert device.verify(replace(state, purpose=b"", fields=()), data, root)[0] == CRITICAL


# ---- What is wrong in one thing ------------------------------------------------------------------------------------


def test_the_chain_is_genuine() -> None:
    assert verdict(chains.joined(three())) == ACCEPT
    assert verdict(changed(2, extensions=())) == ACCEPT
    many = [extension(UNKNOWN + bytes([n]), b"\5\0", b"") for n in range(24)]
    assert verdict(changed(2, extensions=many)) == ACCEPT
    assert verdict(changed(1, extensions=[basic(ca=True)])) == ACCEPT


def dates(begin: bytes, end: bytes, tags: tuple[int, int] = (0x17, 0x17)) -> bytes:
    return tlv(0x30, tlv(tags[0], begin), tlv(tags[1], end))


def info(name: str = ML, parameters: bytes = b"", raw: bytes | None = None, bits: bytes = b"\0") -> bytes:
    return tlv(0x30, algorithm(name, parameters), tlv(3, bits, key(ML, 3).raw if raw is None else raw))


ISSUER_EXTENSIONS, END_EXTENSIONS = list(chains.CA_EXTENSIONS), list(chains.END_EXTENSIONS)
UNKNOWN = bytes.fromhex("2b06010401828a1b01")
WRONG: dict[str, tuple[int, dict[str, Any], int]] = {
    # names
    "names swapped": (1, {"issuer_name": distinguished("level 2"), "subject_name": distinguished("level 1")}, NAME),
    "another issuer": (2, {"issuer_name": distinguished("level 1")}, NAME),
    "another issuer of the first": (0, {"issuer_name": distinguished("level 9")}, NAME),
    "the name in another string type": (2, {"issuer_name": distinguished("level 2", 19)}, NAME),
    "an empty issuer": (2, {"issuer_name": tlv(0x30)}, NAME),
    "an issuer without a name": (1, {"subject_name": tlv(0x30)}, NAME),
    "a name that is no string": (2, {"subject_name": distinguished("level 3", 4)}, NAME),
    "two attributes in a set": (2, {"subject_name": tlv(0x30, tlv(0x31, *2 * (tlv(
        0x30, tlv(6, b"\x55\4\3"), tlv(12, b"x")),)))}, STRUCTURE),
    "an empty set": (2, {"subject_name": tlv(0x30, tlv(0x31))}, STRUCTURE),
    "an empty string": (2, {"subject_name": distinguished("")}, NAME),
    "bytes behind a string": (2, {"subject_name": tlv(0x30, tlv(0x31, tlv(
        0x30, tlv(6, b"\x55\4\3"), tlv(12, b"x"), tlv(12, b"y"))))}, STRUCTURE),
    # issuers
    "an issuer that is no CA": (1, {"extensions": [basic(ca=False), ISSUER_EXTENSIONS[1]]}, CA),
    "an issuer without basicConstraints": (0, {"extensions": ISSUER_EXTENSIONS[1:]}, CA),
    "an issuer without extensions": (0, {"extensions": ()}, CA),
    "a leaf used as CA": (1, {"extensions": END_EXTENSIONS}, CA),
    "a path length of 0": (0, {"extensions": [basic(ca=True, path=b"\0"), ISSUER_EXTENSIONS[1]]}, PATH),
    "an issuer that must not sign certificates": (0, {"extensions": [basic(ca=True), usage(b"\7\x80")]}, USAGE),
    "cRLSign alone": (0, {"extensions": [basic(ca=True), usage(b"\1\2")]}, USAGE),
    "an end certificate that is a CA": (2, {"extensions": [basic(ca=True), END_EXTENSIONS[1]]}, CA),
    # keyUsage
    "an end key for certificates alone": (2, {"extensions": [usage(b"\2\4")]}, USAGE),
    "keyCertSign of an end that is no CA": (2, {"extensions": [basic(ca=False), usage(b"\2\x84")]}, USAGE),
    "the same without basicConstraints": (2, {"extensions": [usage(b"\2\x84")]}, USAGE),
    "a key that enciphers": (2, {"extensions": [usage(b"\5\xa0")]}, USAGE),
    "a key that agrees": (2, {"extensions": [usage(b"\3\x88")]}, USAGE),
    "decipherOnly": (2, {"extensions": [usage(b"\7\x80\x80")]}, USAGE),
    "keyUsage with a zero at the end": (2, {"extensions": [usage(b"\6\x80")]}, ENCODING),
    "keyUsage with a bit that is unused": (2, {"extensions": [usage(b"\7\xc0")]}, ENCODING),
    "keyUsage with a byte of zeros": (2, {"extensions": [usage(b"\7\x80\0")]}, ENCODING),
    "keyUsage of 8 unused bits": (2, {"extensions": [usage(b"\x08\x80")]}, ENCODING),
    "keyUsage without bits": (2, {"extensions": [usage(b"\0")]}, ENCODING),
    "keyUsage of two elements": (2, {"extensions": [extension(chains.USAGE, 2 * tlv(3, b"\7\x80"))]}, STRUCTURE),
    # extensions
    "an extension twice": (2, {"extensions": [*END_EXTENSIONS, END_EXTENSIONS[1]]}, EXTENSION),
    "an unknown extension twice": (2, {"extensions": 2 * [extension(UNKNOWN, b"\5\0", b"")]}, EXTENSION),
    "an unknown critical extension": (2, {"extensions": [*END_EXTENSIONS, extension(UNKNOWN, b"\5\0")]}, CRITICAL),
    "the same of an issuer": (0, {"extensions": [*ISSUER_EXTENSIONS, extension(UNKNOWN, b"\5\0")]}, CRITICAL),
    "nameConstraints": (0, {"extensions": [*ISSUER_EXTENSIONS, extension(b"\x55\x1d\x1e", tlv(0x30), b"")]}, CRITICAL),
    "critical extendedKeyUsage": (2, {"extensions": [extension(chains.PURPOSES, tlv(
        0x30, tlv(6, b"\x2a")))]}, CRITICAL),
    "critical written as FALSE": (2, {"extensions": [extension(UNKNOWN, b"\5\0", b"\1\1\0")]}, ENCODING),
    "critical written as 1": (2, {"extensions": [extension(UNKNOWN, b"\5\0", b"\1\1\1")]}, ENCODING),
    "critical of two bytes": (2, {"extensions": [extension(UNKNOWN, b"\5\0", b"\1\2\xff\xff")]}, ENCODING),
    "an extension without a value": (2, {"extensions": [tlv(0x30, tlv(6, UNKNOWN))]}, STRUCTURE),
    "an empty value": (2, {"extensions": [extension(UNKNOWN, b"", b"")]}, STRUCTURE),
    "bytes behind the value": (2, {"extensions": [tlv(0x30, tlv(6, UNKNOWN), tlv(4, b"\5\0"), tlv(4))]}, STRUCTURE),
    "no extension in the list": (2, {"block": tlv(0xa3, tlv(0x30))}, STRUCTURE),
    "two lists": (2, {"block": tlv(0xa3, 2 * tlv(0x30, *END_EXTENSIONS))}, STRUCTURE),
    "a CA flag of FALSE": (2, {"extensions": [extension(chains.BASIC, tlv(0x30, b"\1\1\0"))]}, ENCODING),
    "a CA flag of 1": (0, {"extensions": [extension(chains.BASIC, tlv(0x30, b"\1\1\1"))]}, ENCODING),
    "a path length without the CA flag": (2, {"extensions": [basic(ca=False, path=b"\0")]}, STRUCTURE),
    "a negative path length": (0, {"extensions": [basic(ca=True, path=b"\xff")]}, ENCODING),
    "a path length with a zero before": (0, {"extensions": [basic(ca=True, path=b"\0\5")]}, ENCODING),
    "bytes behind a path length": (0, {"extensions": [extension(chains.BASIC, tlv(
        0x30, chains.TRUE, tlv(2, b"\5"), tlv(2, b"\5")))]}, STRUCTURE),
    "25 extensions": (2, {"extensions": [extension(UNKNOWN + bytes([n]), b"\5\0", b"") for n in range(25)]}, LIMIT),
    "a long object identifier": (2, {"extensions": [extension(UNKNOWN + bytes(30), b"\5\0", b"")]}, LIMIT),
    "an identifier with a zero before": (2, {"extensions": [extension(b"\x2a\x80\1", b"\5\0", b"")]}, ENCODING),
    "an object identifier that does not end": (2, {"extensions": [extension(b"\x2a\x81", b"\5\0", b"")]}, ENCODING),
    # dates
    "expired": (1, {"validity": dates(b"250101000000Z", b"260101000000Z")}, TIME),
    "not valid yet": (2, {"validity": dates(b"270101000000Z", b"350101000000Z")}, TIME),
    "GeneralizedTime before 2050": (2, {"validity": dates(b"20250101000000Z", chains.END, (0x18, 0x17))}, DATE),
    "no seconds": (2, {"validity": dates(b"2501010000Z", chains.END)}, DATE),
    "a time zone": (2, {"validity": dates(b"250101000000+0000", chains.END)}, DATE),
    "fractions of seconds": (2, {"validity": dates(chains.BEGIN, b"20550101000000.5Z", (0x17, 0x18))}, DATE),
    "UTCTime of 15 bytes": (2, {"validity": dates(chains.BEGIN, b"20550101000000Z")}, DATE),
    "no Z": (2, {"validity": dates(b"2501010000000", chains.END)}, DATE),
    "the 30th of February": (2, {"validity": dates(b"250230000000Z", chains.END)}, DATE),
    "the 29th in 2025": (2, {"validity": dates(b"250229000000Z", chains.END)}, DATE),
    "month 0": (2, {"validity": dates(b"250001000000Z", chains.END)}, DATE),
    "month 13": (2, {"validity": dates(b"251301000000Z", chains.END)}, DATE),
    "day 0": (2, {"validity": dates(b"250100000000Z", chains.END)}, DATE),
    "the 31st of April": (2, {"validity": dates(b"250431000000Z", chains.END)}, DATE),
    "hour 24": (2, {"validity": dates(b"250101240000Z", chains.END)}, DATE),
    "minute 60": (2, {"validity": dates(b"250101006000Z", chains.END)}, DATE),
    "second 60": (2, {"validity": dates(b"250101000060Z", chains.END)}, DATE),
    "a letter in a date": (2, {"validity": dates(b"25010100000oZ", chains.END)}, DATE),
    "a third date": (2, {"validity": tlv(0x30, tlv(0x17, chains.BEGIN), *2 * (tlv(0x17, chains.END),))}, STRUCTURE),
    "one date": (2, {"validity": tlv(0x30, tlv(0x17, chains.BEGIN))}, STRUCTURE),
    # algorithms
    "another algorithm outside": (1, {"outer": algorithm("ml-dsa-65")}, ALGORITHM),
    "another algorithm inside": (1, {"inner": algorithm("ml-dsa-65")}, ALGORITHM),
    "another algorithm in both": (1, {"inner": algorithm("ml-dsa-65"), "outer": algorithm("ml-dsa-65")}, ALGORITHM),
    "parameters inside": (1, {"inner": algorithm(ML, b"\5\0")}, ALGORITHM),
    "HSS inside": (1, {"inner": algorithm("hss")}, ALGORITHM),
    "parameters of the key": (2, {"key_info": info(parameters=b"\5\0")}, ALGORITHM),
    "a key of a scheme that is not accepted": (2, {"key_info": info("ml-dsa-65")}, ALGORITHM),
    "an elliptic curve's key": (2, {"key_info": tlv(0x30, tlv(0x30, bytes.fromhex(
        "06072a8648ce3d020106082a8648ce3d030107")), tlv(3, bytes(66)))}, CLASSICAL),
    "an RSA key": (2, {"key_info": tlv(0x30, tlv(0x30, bytes.fromhex("06092a864886f70d0101010500")), tlv(
        3, bytes(66)))}, CLASSICAL),
    "a composite key": (2, {"key_info": tlv(0x30, tlv(0x30, bytes.fromhex("06082b06010505070627")), tlv(
        3, bytes(66)))}, CLASSICAL),
    # keys
    "a key that is short": (2, {"key_info": info(raw=key(ML, 3).raw[:-1])}, CERT_KEY),
    "a key that is long": (2, {"key_info": info(raw=key(ML, 3).raw + b"\0")}, CERT_KEY),
    "a key with unused bits": (2, {"key_info": info(bits=b"\1")}, ENCODING),
    "bytes behind the key": (2, {"key_info": tlv(0x30, algorithm(ML), tlv(
        3, b"\0", key(ML, 3).raw), b"\5\0")}, STRUCTURE),
    # the rest
    "version 2": (2, {"version": tlv(0xa0, tlv(2, b"\1"))}, STRUCTURE),
    "version 1": (2, {"version": b""}, STRUCTURE),
    "version in two bytes": (2, {"version": tlv(0xa0, tlv(2, b"\0\2"))}, STRUCTURE),
    "serial 0": (2, {"serial": tlv(2, b"\0")}, SERIAL),
    "a negative serial": (2, {"serial": tlv(2, b"\xff\1")}, SERIAL),
    "a serial with a zero before": (2, {"serial": tlv(2, b"\0\1")}, SERIAL),
    "a serial of 21 bytes": (2, {"serial": tlv(2, b"\1" + bytes(20))}, SERIAL),
    "an empty serial": (2, {"serial": tlv(2)}, SERIAL),
    "a unique identifier": (2, {"block": tlv(0x81, b"\0\1")}, STRUCTURE),
    "bytes behind the extensions": (2, {"tail": b"\5\0"}, STRUCTURE),
    "one byte behind the extensions": (2, {"tail": b"\0"}, STRUCTURE),
    "bytes behind the signature": (1, {"after": b"\5\0"}, SIG_LENGTH),
    "a signature with unused bits": (1, {"bits": b"\1"}, ALGORITHM),
    "a length that is not minimal": (2, {"serial": b"\2\x81\1\5"}, ENCODING),
    "a length of two bytes for 128": (2, {"subject_name": b"\x30\x82\0\x0c" + distinguished("x")[2:]}, ENCODING),
    "an indefinite length": (2, {"subject_name": b"\x30\x80" + distinguished("x")[2:] + bytes(2)}, ENCODING),
    "a length above the certificate": (2, {"serial": b"\2\x83\1\0\0\5"}, LENGTH),
    "a length of five bytes": (2, {"serial": b"\2\x85\1\0\0\0\5\5"}, ENCODING),
    "a tag of two bytes": (2, {"serial": b"\x1f\2\1\5"}, ENCODING),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_in_one_thing(name: str) -> None:
    """Each is signed: the chain is valid but for that."""
    position, other, reason = WRONG[name]
    data = changed(position, **other)
    assert verdict(data) == reason
    state = trusting(key(ML))
    for size in (1, 40):
        assert read_chain(state, data, key(ML).raw, size, move=True)[0] == reason
    assert len(device.reason(chains.scheme(ML), reason)) > 10


def test_nothing_in_tbs_certificate() -> None:
    """Signed by the issuer: refused for what it is, not as a fault."""
    chain = three()
    for at in range(3):
        for signed, reason in ((tlv(0x30), STRUCTURE), (tlv(0x30, b"\xa0"), LENGTH)):
            whole = [each.encoded() for each in chain]
            whole[at] = chains.around(signed, algorithm(ML), chain[at].issuer.sign(signed))
            data = b"".join(whole)
            assert verdict(data) == reason
            assert {read_chain(trusting(key(ML)), data, key(ML).raw, size, move=True)[0] for size in (1, 3, 40)} == \
                {reason}


def test_signatures_and_keys_of_other_levels() -> None:
    chain = three()
    parts = [(each.signed(), algorithm(ML), each.issuer.sign(each.signed())) for each in chain]
    for at, other in ((0, 1), (1, 0), (1, 2), (2, 1), (2, 0)):
        whole = [chains.around(*part) for part in parts]
        whole[at] = chains.around(parts[at][0], algorithm(ML), parts[other][2])
        assert verdict(b"".join(whole)) == SIGNATURE
    for at, other in ((1, 0), (1, 2), (2, 0), (2, 1), (2, 3), (0, 1)):  # signed by a key of another level
        assert verdict(changed(at, issuer=key(ML, other))) in (SIGNATURE, KEY)
    assert verdict(changed(1, subject=key(ML, 1))) == SIGNATURE  # the certificate below has another key
    assert verdict(chains.joined([chain[1], chain[0], chain[2]])) == NAME
    assert verdict(chains.joined([chain[0], chain[2]])) == NAME
    assert verdict(chains.joined(chain[::-1])) == NAME


def test_the_key_that_is_streamed_again() -> None:
    """Whoever sends another one the second time is refused."""
    data, state = chains.joined(three()), trusting(key(ML))
    first = len(three()[0].encoded())
    for wrong in (key(ML, 2).raw, bytes(1312)):
        reading, seen = device.Reading(state, len(data)), 0
        parts = {1: key(ML).raw, 5: data}
        while (want := reading.want()).length:
            piece = parts[want.part][want.offset:want.offset + want.length]
            if want.part == 5 and want.offset < first <= seen:
                piece = wrong[:want.length]
            seen = max(seen, want.offset if want.part == 5 else 0)
            reading.feed(piece)
        assert reading.close()[0] in (KEY, SIGNATURE)


def test_truncated_and_longer() -> None:
    data = chains.joined(three())
    first = len(three()[0].encoded())
    last = len(data) - len(three()[2].encoded())
    for end in [*range(1, first, 61), first + 1, first + 5, first + 200, *range(last + 1, len(data), 500),
                len(data) - 1]:
        assert verdict(data[:end]) not in (ACCEPT, PENDING), end
        assert verdict(data[:end], chain_length=len(data)) == INCOMPLETE, end
    assert verdict(data[:first]) == CA  # a chain by itself, which ends with an issuer
    for tail in (b"\0", b"\x30\0", b"\5\0", bytes(40)):
        assert verdict(data + tail) == CA  # what was the end certificate is an issuer now


def test_every_byte_wrong() -> None:
    """Of all but the middle of keys and signatures."""
    chain = usual(key(ML), key(ML, 1), key(ML, 2))
    data = chains.joined(chain)
    for at, issuer in ((0, chain[0]), (len(chain[0].encoded()), chain[1])):
        signed = len(issuer.signed()) + 4
        begin = issuer.signed().index(key(ML, 1 if at == 0 else 2).raw) + 4
        places = [*range(begin + 10), *range(begin + 10, begin + 1312, 90), *range(begin + 1312, signed + 30),
                  *range(signed + 30, len(issuer.encoded()), 300)]
        for place in places:
            for change in (0x01, 0x80):
                altered = bytearray(data)
                altered[at + place] ^= change
                assert verdict(bytes(altered)) not in (ACCEPT, PENDING), (at, place, change)


# ---- What a device demands -----------------------------------------------------------------------------------------


def test_path_lengths() -> None:
    def limited(*paths: int | None) -> bytes:
        chain = usual(*(key(ML, number) for number in range(len(paths) + 2)))
        for number, path in enumerate(paths):
            written = None if path is None else path.to_bytes(2, "big") if path > 127 else bytes([path])
            chain[number] = replace(chain[number], extensions=[basic(ca=True, path=written), ISSUER_EXTENSIONS[1]])
        return chains.joined(chain)
    assert verdict(limited(2, 1, 0)) == verdict(limited(None, None, 0)) == verdict(limited(255, 254, 200)) == ACCEPT
    assert verdict(limited(1, None, 0)) == verdict(limited(2, 0, None)) == verdict(limited(5, 0, 5)) == PATH
    assert verdict(limited(None, None), issuers=2) == ACCEPT
    assert verdict(limited(None, None), issuers=1) == PATH
    assert verdict(limited(0), issuers=1) == ACCEPT and verdict(limited(0), issuers=0) == PATH


def test_a_certificate_of_the_root_is_not_counted() -> None:
    """It names itself; RFC 5280 6.1.4 (l)."""
    chain = usual(key(ML), key(ML, 1), key(ML, 2))
    root = Certificate(key(ML), key(ML), distinguished("level 0"), distinguished("level 0"),
                       [basic(ca=True, path=b"\1"), ISSUER_EXTENSIONS[1]])
    assert verdict(chains.joined([root, *chain]), issuers=1) == ACCEPT
    assert verdict(chains.joined([root, root, *chain]), issuers=1) == ACCEPT
    short = replace(root, extensions=[basic(ca=True, path=b"\0"), ISSUER_EXTENSIONS[1]])
    assert verdict(chains.joined([short, *chain])) == PATH


def test_time() -> None:
    data = changed(2, validity=dates(b"260101000000Z", b"20510101000000Z", (0x17, 0x18)))

    def at(year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0) -> int:
        moment = datetime.datetime(year, month, day, hour, minute, second, tzinfo=datetime.UTC)
        return verdict(data, now=int(moment.timestamp()))
    assert at(2026, 1, 1) == at(2034, 12, 31, 23, 59, 59) == at(2035, 1, 1) == ACCEPT
    assert at(2025, 12, 31, 23, 59, 59) == at(2035, 1, 1, 0, 0, 1) == TIME
    assert verdict(data, now=None) == ACCEPT
    assert verdict(changed(2, validity=dates(b"250230000000Z", chains.END)), now=None) == DATE
    for year in (1950, 1999, 2000, 2024, 2049):
        for month, day in ((2, 28), (2, 29), (3, 1), (12, 31)):
            try:
                moment = datetime.datetime(year, month, day, 12, 30, 59, tzinfo=datetime.UTC)
            except ValueError:
                continue
            end = changed(2, validity=dates(b"500101000000Z", moment.strftime("%y%m%d%H%M%SZ").encode()))
            seconds = int(moment.timestamp())
            if seconds > 0:
                lenient = {"validity": dates(b"500101000000Z", b"99991231235959Z", (0x17, 0x18))}
                chain = [replace(each, **lenient) for each in three()[:2]]
                whole = chains.joined(chain) + end[len(chains.joined(three()[:2])):]
                assert verdict(whole, now=seconds) == ACCEPT and verdict(whole, now=seconds + 1) == TIME


def test_usage_and_purpose_that_are_demanded() -> None:
    plain = changed(2, extensions=[basic(ca=False)])
    data = changed(2, extensions=[usage(b"\6\xc0"), extension(chains.PURPOSES, tlv(0x30, tlv(6, b"\x2a\3"), tlv(
        6, PURPOSE)), b"")])
    assert verdict(data, usage=0xc0) == verdict(data, usage=0x80) == verdict(data, purpose=PURPOSE) == ACCEPT
    assert verdict(data, usage=0x84) == verdict(plain, usage=0x80) == verdict(plain, purpose=PURPOSE) == USAGE
    assert verdict(data, purpose=PURPOSE[:-1]) == USAGE and verdict(data, purpose=b"\x2a\3") == ACCEPT
    empty = changed(2, extensions=[extension(chains.PURPOSES, tlv(0x30))])
    assert verdict(empty, purpose=PURPOSE) == STRUCTURE
    ca = changed(2, extensions=ISSUER_EXTENSIONS)
    assert verdict(ca, flags=device.END_MAY_BE_CA) == USAGE
    assert verdict(ca, flags=device.END_MAY_BE_CA, usage=4) == ACCEPT
    both = changed(2, extensions=[basic(ca=False), usage(b"\2\x84")])
    assert verdict(both, usage=0x80) == USAGE and verdict(both, usage=0x84) == verdict(both, usage=4) == ACCEPT
    assert verdict(both, flags=device.END_MAY_BE_CA) == ACCEPT


def test_fields() -> None:
    long = bytes(range(200))
    data = changed(2, extensions=[extension(UNKNOWN, long), *END_EXTENSIONS])

    def copied(*fields: device.Field) -> tuple[int, tuple[tuple[bytes, int], ...]]:
        found, end = device.verify(trusting(key(ML), fields=fields), data, key(ML).raw, 9, move=True)
        return found, end.fields
    asked = device.Field(device.EXTENSION, UNKNOWN, 200)
    assert copied(asked) == (ACCEPT, ((long, 200),))
    assert copied(replace(asked, room=199))[0] == copied()[0] == CRITICAL
    name = device.Field(device.SUBJECT, chains.COMMON_NAME)
    found, fields = copied(asked, name, device.Field(device.SUBJECT, b"\x2a"),
                           device.Field(device.EXTENSION, chains.BASIC), device.Field(device.SERIAL, room=2))
    assert found == ACCEPT
    assert fields == ((long, 200), (b"level 3", 7), (b"", 0), (b"\x30\0", 2), (b"\x12\x34", 3))
    two = tlv(0x30, *2 * (distinguished("level 3")[2:],))
    twice = changed(2, subject_name=two)
    assert verdict(twice) == ACCEPT
    assert verdict(twice, fields=[device.Field(device.SUBJECT, chains.COMMON_NAME)]) == NAME


@pytest.mark.parametrize("other", [
    {"schemes": []}, {"fields": [device.Field(0)]}, {"fields": [device.Field(6)]},
    {"fields": [device.Field(device.SERIAL)] * 9}, {"fields": [device.Field(device.SUBJECT)]},
    {"fields": [device.Field(device.SERIAL, b"\x55")]}, {"fields": [device.Field(device.SUBJECT, bytes(33))]},
    {"now": 0}, {"flags": 8}, {"flags": device.NO_CLOCK}, {"flags": device.ANY_ISSUER}, {"name": b""},
    {"purpose": bytes(33)}, {"numbers": [0]}, {"numbers": [4]}, {"numbers": [16]}, {"numbers": [32]}], ids=str)
def test_arguments(other: dict[str, Any]) -> None:
    if other == {"schemes": []}:
        other = {"schemes": [chains.scheme("falcon-512-r3")], "numbers": [device.ML_DSA_44]}
    state = replace(trusting(key(ML)), **other)
    reading = device.Reading(state, 100)
    assert reading.opened == ARGUMENT and reading.want().length == 0 and reading.feed(b"x") == ARGUMENT
    assert reading.close()[0] == ARGUMENT and reading.close()[0] == ARGUMENT


def test_misuse() -> None:
    data, state = chains.joined(three()), trusting(key(ML))
    assert device.Reading(replace(state, key_length=1311), 100).opened == KEY_LENGTH
    assert device.Reading(replace(state, chain_length=0), 100).opened == LENGTH
    for announced in (1, 2, 5):
        assert verdict(data, chain_length=announced) in (LENGTH, SIG_LENGTH)
    for head in (b"\x30\x81", b"\x30\x82\1", b"\x30\x84\0\0", b"\x30\4\x30\x82\0\0", b"\x30\2\x30\x81"):
        reading = device.Reading(state, len(head))
        for at in range(len(head)):  # nothing after the chain is asked for
            want = reading.want()
            assert want.offset + want.length <= len(head)
            reading.feed(head[at:at + 1])
        assert reading.close()[0] in (LENGTH, ENCODING)
    reading = device.Reading(state, len(data))
    assert reading.feed(data[:3]) == OVERFEED and reading.close()[0] == OVERFEED
    assert reading.feed(data[:1]) == ARGUMENT and reading.push(data[:1]) == ARGUMENT and reading.want().length == 0
    reading = device.Reading(state, len(data))
    assert reading.c.ksig_x509_open(reading.state, reading.size - 1, reading.args) == STATE_SIZE
    assert verdict(data, numbers=[18]) == ALGORITHM
    assert verdict(data, name=None) == ACCEPT and verdict(data, name=distinguished("level 1")) == NAME
    assert device.verify(state, data, key(ML, 1).raw)[0] in (KEY, SIGNATURE)


def test_a_checkpoint() -> None:
    data, state = chains.joined(three()), trusting(key(ML))
    reading = device.Reading(state, len(data))
    kept, at = b"", 0
    parts = {1: key(ML).raw, 5: data}
    while (want := reading.want()).length:
        reading.feed(parts[want.part][want.offset:want.offset + 700][:want.length])
        at += 1
        if at == 9:
            kept = reading.state_copy()
    assert reading.close()[0] == ACCEPT
    reading.restore(kept)
    reading.stream(data, key(ML).raw, 90)
    assert reading.close()[0] == ACCEPT


SORTS: list[Callable[[], Any]] = [ed25519.Ed25519PrivateKey.generate]


@pytest.mark.parametrize("make", SORTS)
def test_classical_keys_have_a_reason_of_their_own(make: Callable[[], Any]) -> None:
    root = mldsa.MLDSA44PrivateKey.from_seed_bytes(bytes(32))
    data = built("device", "root", make().public_key(), root, False).public_bytes(Encoding.DER)
    raw = root.public_key().public_bytes_raw()
    target = chains.scheme(ML)
    state = device.Device([target], target.anchor(raw), 1312, None, chains.NOW, purpose=PURPOSE)
    assert device.verify(state, data, raw)[0] == CLASSICAL
