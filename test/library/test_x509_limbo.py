# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The cases of x509-limbo (https://github.com/C2SP/x509-limbo) that fit the device's reader, by their names. Its own
certificates are signed with classical keys, so these chains are made here, after what its descriptions say.

Cases of names, revocation and the web's rules are not among them: the device has no such rules (docs/x509.md)."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from support import chains
from support.chains import Certificate, algorithm, basic, distinguished, extension, key, tlv, trusting, usage, usual

from kilosig.library import x509 as device
from kilosig.library.verdicts import ACCEPT, KEY, SIGNATURE

pytestmark = [pytest.mark.library, pytest.mark.twice]
(ENCODING, STRUCTURE, LENGTH, SERIAL, ALGORITHM, CLASSICAL, NAME, DATE, TIME, CERT_KEY, EXTENSION, CRITICAL, CA, PATH,
 USAGE, LIMIT) = range(96, 112)
ML = "ml-dsa-44"
VALID, INVALID = True, False
CA_LIST, END_LIST = list(chains.CA_EXTENSIONS), list(chains.END_EXTENSIONS)
UNKNOWN = extension(bytes.fromhex("2b0601040183b33a851a01"), b"\5\0")
SERVER = bytes.fromhex("2b06010505070301")
AKI, SKI, AIA, NC, PC, SAN = (bytes.fromhex(text) for text in (
    "551d23", "551d0e", "2b06010505070101", "551d1e", "551d24", "551d11"))
IDENTIFIER = tlv(4, bytes(20))
PERMITTED = tlv(0x30, tlv(0xa0, tlv(0x30, tlv(0x82, b"example.com"))))


@dataclass(frozen=True)
class Case:
    """What limbo says of the chain, and the device. changes: of root's own certificate, issuer and end."""

    limbo: bool
    verdicts: Sequence[int]
    changes: Sequence[dict[str, Any]] = ({}, {}, {})
    device: dict[str, Any] = field(default_factory=dict)


def root(**other: Any) -> list[dict[str, Any]]:
    return [other, {}, {}]


def issuer(**other: Any) -> list[dict[str, Any]]:
    return [{}, other, {}]


def end(**other: Any) -> list[dict[str, Any]]:
    return [{}, {}, other]


def dates(begin: bytes, until: bytes) -> bytes:
    return tlv(0x30, tlv(0x17, begin), tlv(0x17, until))


def limited(path: int) -> bytes:
    return basic(ca=True, path=bytes([path]))


NOW_TEXT, BEFORE, AFTER = b"260528202640Z", b"260528202639Z", b"260528202641Z"  # chains.NOW, and a second beside it
ANOTHER_ROOT = (KEY, SIGNATURE)
CASES: dict[str, Case] = {
    "rfc5280::ee-empty-issuer": Case(INVALID, [NAME], end(issuer_name=tlv(0x30))),
    "rfc5280::ca-empty-subject": Case(INVALID, [NAME], issuer(subject_name=tlv(0x30))),
    "rfc5280::unknown-critical-extension-ee": Case(INVALID, [CRITICAL], end(extensions=[*END_LIST, UNKNOWN])),
    "rfc5280::unknown-critical-extension-root": Case(INVALID, [CRITICAL], root(extensions=[*CA_LIST, UNKNOWN])),
    "rfc5280::unknown-critical-extension-intermediate": Case(
        INVALID, [CRITICAL], issuer(extensions=[*CA_LIST, UNKNOWN])),
    "rfc5280::chain-untrusted-root": Case(INVALID, ANOTHER_ROOT, device={"anchor": key(ML, 4).anchor}),
    "rfc5280::intermediate-ca-without-ca-bit": Case(
        INVALID, [CA], issuer(extensions=[basic(ca=False), CA_LIST[1]])),
    "rfc5280::intermediate-ca-missing-basic-constraints": Case(INVALID, [CA], issuer(extensions=CA_LIST[1:])),
    "rfc5280::root-missing-basic-constraints": Case(INVALID, [CA], root(extensions=CA_LIST[1:])),
    "rfc5280::root-inconsistent-ca-extensions": Case(
        INVALID, [USAGE], root(extensions=[CA_LIST[0], usage(b"\7\x80")])),
    "rfc5280::leaf-ku-keycertsign": Case(INVALID, [USAGE], end(extensions=[basic(ca=False), usage(b"\2\x84")])),
    "rfc5280::ica-ku-keycertsign": Case(INVALID, [USAGE], issuer(extensions=[limited(0), usage(b"\7\x80")])),
    "rfc5280::ee-aia": Case(VALID, [ACCEPT], end(extensions=[*END_LIST, extension(AIA, tlv(0x30), b"")])),
    "rfc5280::ee-critical-aia-invalid": Case(
        INVALID, [CRITICAL], end(extensions=[*END_LIST, extension(AIA, tlv(0x30))])),
    "rfc5280::duplicate-extensions": Case(INVALID, [EXTENSION], end(extensions=[*END_LIST, END_LIST[0]])),
    "rfc5280::no-keyusage": Case(VALID, [ACCEPT], end(extensions=END_LIST[:1])),
    "rfc5280::no-basicconstraints": Case(VALID, [ACCEPT], end(extensions=END_LIST[1:])),
    "rfc5280::mismatching-signature-algorithm": Case(INVALID, [ALGORITHM], end(outer=algorithm("ml-dsa-65"))),
    "rfc5280::aki::critical-aki": Case(
        INVALID, [CRITICAL], root(extensions=[*CA_LIST, extension(AKI, tlv(0x30))])),
    "rfc5280::aki::self-signed-root-missing-aki": Case(VALID, [ACCEPT]),
    "rfc5280::ski::critical-ski": Case(INVALID, [CRITICAL], root(extensions=[*CA_LIST, extension(SKI, IDENTIFIER)])),
    "rfc5280::eku::ee-wrong-eku": Case(INVALID, [USAGE], end(extensions=[*END_LIST, extension(
        chains.PURPOSES, tlv(0x30, tlv(6, SERVER[:-1] + b"\2")), b"")]), {"purpose": SERVER}),
    "rfc5280::eku::ee-without-eku": Case(VALID, [ACCEPT]),
    "rfc5280::eku::ee-eku-empty": Case(INVALID, [STRUCTURE], end(extensions=[*END_LIST, extension(
        chains.PURPOSES, tlv(0x30), b"")]), {"purpose": SERVER}),
    "rfc5280::serial::too-long": Case(INVALID, [SERIAL], end(serial=tlv(2, b"\1" + bytes(20)))),
    "rfc5280::serial::zero": Case(INVALID, [SERIAL], end(serial=tlv(2, b"\0"))),
    "rfc5280::serial::negative": Case(INVALID, [SERIAL], end(serial=tlv(2, b"\x80"))),
    "rfc5280::validity::expired-root": Case(INVALID, [TIME], root(validity=dates(chains.BEGIN, BEFORE))),
    "rfc5280::validity::expired-intermediate": Case(INVALID, [TIME], issuer(validity=dates(chains.BEGIN, BEFORE))),
    "rfc5280::validity::expired-leaf": Case(INVALID, [TIME], end(validity=dates(chains.BEGIN, b"260101000000Z"))),
    "rfc5280::validity::expired-1-second": Case(INVALID, [TIME], end(validity=dates(chains.BEGIN, BEFORE))),
    "rfc5280::validity::not-yet-valid-1-second": Case(INVALID, [TIME], end(validity=dates(AFTER, chains.END))),
    "rfc5280::validity::notbefore-exact": Case(VALID, [ACCEPT], end(validity=dates(NOW_TEXT, chains.END))),
    "rfc5280::validity::notafter-exact": Case(VALID, [ACCEPT], end(validity=dates(chains.BEGIN, NOW_TEXT))),
    "rfc5280::nc::permitted-dns-mismatch": Case(
        INVALID, [CRITICAL], root(extensions=[*CA_LIST, extension(NC, PERMITTED)])),
    "rfc5280::nc::permitted-dns-match-noncritical": Case(
        INVALID, [CRITICAL], root(extensions=[*CA_LIST, extension(NC, PERMITTED, b"")])),
    "rfc5280::nc::excluded-dns-match": Case(
        INVALID, [CRITICAL], issuer(extensions=[*CA_LIST, extension(NC, PERMITTED)])),
    "rfc5280::nc::not-allowed-in-ee-noncritical": Case(
        INVALID, [CRITICAL], end(extensions=[*END_LIST, extension(NC, PERMITTED, b"")])),
    "rfc5280::nc::not-allowed-in-ee-critical": Case(
        INVALID, [CRITICAL], end(extensions=[*END_LIST, extension(NC, PERMITTED)])),
    "pathlen::ee-with-intermediate-pathlen-0": Case(VALID, [ACCEPT], issuer(extensions=[limited(0), CA_LIST[1]])),
    "pathlen::ee-with-intermediate-pathlen-1": Case(VALID, [ACCEPT], issuer(extensions=[limited(1), CA_LIST[1]])),
    "pathlen::ee-with-intermediate-pathlen-2": Case(VALID, [ACCEPT], issuer(extensions=[limited(2), CA_LIST[1]])),
    "pathlen::max-chain-depth-0-exhausted": Case(INVALID, [PATH], device={"issuers": 0}),
    "pathlen::max-chain-depth-1": Case(VALID, [ACCEPT], device={"issuers": 1}),
}
# Where the device is another judge than limbo, and docs/x509.md says why.
OTHERWISE: dict[str, Case] = {
    # It does not ask that basicConstraints be critical, nor for identifiers of keys: one key is the issuer's.
    "rfc5280::root-non-critical-basic-constraints": Case(
        INVALID, [ACCEPT], root(extensions=[extension(chains.BASIC, tlv(0x30, chains.TRUE), b""), CA_LIST[1]])),
    "rfc5280::aki::leaf-missing-aki": Case(INVALID, [ACCEPT]),
    "rfc5280::aki::intermediate-missing-aki": Case(INVALID, [ACCEPT]),
    "rfc5280::ski::root-missing-ski": Case(INVALID, [ACCEPT]),
    "rfc5280::ski::intermediate-missing-ski": Case(INVALID, [ACCEPT]),
    # What is not critical, and what it does not need, is passed over.
    "rfc5280::pc::ica-noncritical-pc": Case(
        INVALID, [ACCEPT], issuer(extensions=[*CA_LIST, extension(PC, tlv(0x30, tlv(0x80, b"\0")), b"")])),
    "rfc5280::san::malformed": Case(INVALID, [ACCEPT], end(extensions=[*END_LIST, extension(SAN, b"\x13\3foo", b"")])),
    "rfc5280::san::noncritical-with-empty-subject": Case(
        INVALID, [ACCEPT], end(subject_name=tlv(0x30), extensions=[*END_LIST, extension(SAN, tlv(0x30, tlv(
            0x82, b"example.com")), b"")])),
    # nameConstraints are refused, whatever they say; and a device's certificate is no CA's unless it asks for one.
    "rfc5280::nc::permitted-dns-match": Case(
        VALID, [CRITICAL], root(extensions=[*CA_LIST, extension(NC, PERMITTED)])),
    "rfc5280::ca-as-leaf": Case(VALID, [CA], end(extensions=CA_LIST)),
}


def chain_of(changes: Sequence[dict[str, Any]]) -> bytes:
    """Root's own certificate, an issuer's, the end certificate."""
    keys = [key(ML, number) for number in range(3)]
    own = Certificate(keys[0], keys[0], distinguished("level 0"), distinguished("level 0"), CA_LIST)
    names = [replace(one, **other) for one, other in zip([own, *usual(*keys)], changes, strict=True)]
    if "subject_name" in changes[1]:
        names[2] = replace(names[2], issuer_name=names[1].subject_name)
    return chains.joined(names)


def verdict(case: Case) -> int:
    return device.verify(trusting(key(ML), **case.device), chain_of(case.changes), key(ML).raw)[0]


@pytest.mark.parametrize("name", CASES)
def test_as_limbo_says(name: str) -> None:
    case = CASES[name]
    found = verdict(case)
    assert found in case.verdicts and (found == ACCEPT) == case.limbo


@pytest.mark.parametrize("name", OTHERWISE)
def test_where_the_device_judges_otherwise(name: str) -> None:
    case = OTHERWISE[name]
    found = verdict(case)
    assert found in case.verdicts and (found == ACCEPT) != case.limbo


def test_an_end_that_may_be_a_ca() -> None:
    """Then the verdict on rfc5280::ca-as-leaf is limbo's."""
    state = trusting(key(ML), flags=device.END_MAY_BE_CA, usage=device.CERT_SIGN)
    assert device.verify(state, chain_of(OTHERWISE["rfc5280::ca-as-leaf"].changes), key(ML).raw)[0] == ACCEPT


@pytest.mark.parametrize(("name", "paths", "valid"), [
    ("validation-ignores-pathlen-in-leaf", (0,), VALID), ("intermediate-violates-pathlen-0", (0, 0), INVALID),
    ("intermediate-pathlen-may-increase", (1, 2), VALID), ("intermediate-pathlen-too-long", (1, 0, 0), INVALID)])
def test_path_lengths_as_limbo_says(name: str, paths: Sequence[int], valid: bool) -> None:
    """pathlen::*, issuers below a root whose key is trusted."""
    chain = usual(*(key(ML, number) for number in range(len(paths) + 2)))
    for number, path in enumerate(paths):
        chain[number] = replace(chain[number], extensions=[limited(path), CA_LIST[1]])
    flags = 0
    if name.endswith("leaf"):  # which is an issuer as well
        chain[-1] = replace(chain[-1], extensions=[limited(0), CA_LIST[1]])
        flags = device.END_MAY_BE_CA
    found = device.verify(trusting(key(ML), flags=flags, usage=device.CERT_SIGN if flags else 0), chains.joined(chain),
                          key(ML).raw)[0]
    assert found == (ACCEPT if valid else PATH)


def test_self_issued_certificates_as_limbo_says() -> None:
    """pathlen::self-issued-certs-pathlen: root, ICA' (1), ICA' again (1), ICA'' (0), the end."""
    keys = [key(ML, number) for number in range(5)]
    names = [distinguished(text) for text in ("level 0", "ICA'", "ICA'", "ICA''", "end")]
    chain = [Certificate(keys[n], keys[n + 1], names[n], names[n + 1], END_LIST if n == 3 else [
        limited((1, 1, 0)[n]), CA_LIST[1]]) for n in range(4)]
    data = chains.joined(chain)
    assert device.verify(trusting(keys[0], issuers=2), data, keys[0].raw)[0] == ACCEPT
    assert device.verify(trusting(keys[0], issuers=1), data, keys[0].raw)[0] == PATH


def test_trust_in_an_issuer_and_cycles() -> None:
    """rfc5280::root-and-intermediate-swapped, pathological::intermediate-cycle-distinct-cas."""
    keys = [key(ML, number) for number in range(3)]
    last = usual(*keys)[1:]
    trusted = replace(trusting(keys[1]), name=distinguished("level 1"))
    assert device.verify(trusted, chains.joined(last), keys[1].raw)[0] == ACCEPT
    one = Certificate(keys[2], keys[1], distinguished("B"), distinguished("A"), CA_LIST)
    other = Certificate(keys[1], keys[2], distinguished("A"), distinguished("B"), CA_LIST)
    leaf = Certificate(keys[2], key(ML, 3), distinguished("B"), distinguished("end"), END_LIST)
    cycle = chains.joined([one, other, one, other, leaf])
    assert device.verify(trusting(keys[0]), cycle, keys[0].raw)[0] in (NAME, KEY, SIGNATURE)
