# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The device's reader of chains against the host's: `cryptography` parses, tools/kilosig/files/certificates.py checks
section 6 of RFC 5280; and against OpenSSL's. Elements of a certificate are changed, moved, doubled or left out, and it
is signed again.

KSIG_X509_MUTATIONS says how many. Each disagreement must be one that docs/x509.md explains."""
from __future__ import annotations

import collections
import copy
import datetime
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography import x509
from peers import asked as ask_openssl, openssl, version_of
from support import chains, oracles
from support.chains import key, tlv, usual

from kilosig.errors import UserError
from kilosig.files import certificates
from kilosig.files.der import DerError
from kilosig.files.keys import OtherAlgorithm, PublicKey
from kilosig.library import x509 as device
from kilosig.library.verdicts import ACCEPT

pytestmark = [pytest.mark.library, pytest.mark.timeout(36_000)]
ML = "ml-dsa-44"
KEYS = [key(ML, number) for number in range(3)]
NOW = datetime.datetime.fromtimestamp(chains.NOW, datetime.UTC)
(ENCODING, STRUCTURE, LENGTH, SERIAL, ALGORITHM, CLASSICAL, NAME, DATE, TIME, CERT_KEY, EXTENSION, CRITICAL, CA, PATH,
 USAGE, LIMIT) = range(96, 112)


@dataclass
class Node:
    """An element: its tag, and what is in it, elements or bytes. length: how its length is written, if not as DER."""

    tag: int
    inside: list[Node] = field(default_factory=list)
    value: bytes = b""
    long: bool = False

    def encoded(self) -> bytes:
        body = b"".join(node.encoded() for node in self.inside) if self.inside else self.value
        if self.long:
            size = max(1, (len(body).bit_length() + 7) // 8) + 1
            return bytes([self.tag, 0x80 | size]) + len(body).to_bytes(size, "big") + body
        return tlv(self.tag, body)

    def all(self) -> list[Node]:
        return [self, *(node for one in self.inside for node in one.all())]


def parsed(data: bytes) -> list[Node]:
    """The elements of DER; also those within octet strings that hold one."""
    found, at = [], 0
    while at < len(data):
        tag, length, at = data[at], data[at + 1], at + 2
        if length & 0x80:
            count = length & 0x7F
            length, at = int.from_bytes(data[at:at + count], "big"), at + count
        body, at = data[at:at + length], at + length
        nested = tag & 0x20 or (tag == 4 and body[:1] in (b"\x30", b"\x03"))
        found.append(Node(tag, parsed(body)) if nested and body else Node(tag, value=body))
    return found


def mutated(data: bytes, rng: random.Random) -> bytes:
    """tbsCertificate with one to three changes."""
    root = parsed(data)[0]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        nodes = [node for node in root.all() if node is not root]
        node = rng.choice(nodes)
        parent = next(one for one in root.all() if any(each is node for each in one.inside))
        at = next(n for n, each in enumerate(parent.inside) if each is node)
        kind = rng.randrange(9)
        if kind == 0:
            parent.inside.insert(at, copy.deepcopy(node))
        elif kind == 1:
            del parent.inside[at]
        elif kind == 2:
            other = rng.randrange(len(parent.inside))
            parent.inside[at], parent.inside[other] = parent.inside[other], parent.inside[at]
        elif kind == 3:
            node.tag = rng.choice((node.tag ^ 1 << rng.randrange(8), 1, 2, 3, 4, 5, 6, 12, 19, 22, 23, 24, 0x30, 0x31))
        elif kind == 4:
            node.long = True
        elif kind == 5:
            parent.inside.insert(at + 1, copy.deepcopy(rng.choice(nodes)))
        elif node.inside:
            rng.shuffle(node.inside)
        else:
            value = bytearray(node.value)
            place = rng.randrange(len(value) + 1)
            if kind == 6 and value:
                value[min(place, len(value) - 1)] ^= 1 << rng.randrange(8)
            elif kind == 7:
                value.insert(place, rng.choice((0, 1, 0x80, 0xff, rng.randrange(256))))
            elif value:
                del value[min(place, len(value) - 1)]
            node.value = bytes(value)
    return root.encoded()


def host(data: list[bytes], root: chains.Key) -> str:
    """Why the host refuses; "" if it accepts. data: end certificate first."""
    try:
        found = [one for part in data for one in certificates.read_chain(part, "it")]
        trust = certificates.Trust(PublicKey(root.raw, root.scheme))
        if found[-1].issuer.public_bytes() != chains.distinguished("level 0"):
            return "another issuer than the trusted one"
        certificates.check_chain(found, trust, NOW)
    except (UserError, certificates.Refused, DerError, OtherAlgorithm, ValueError) as error:
        return str(error) or type(error).__name__
    return ""


def refused_alone(reason: int) -> bool:
    """Rules of the device's profile that the host, whose parser is `cryptography`, does not have."""
    return reason in {STRUCTURE, NAME, SERIAL, CRITICAL, CA, USAGE, LIMIT, DATE, ENCODING}


def taken_alone(why: str, body: bytes) -> bool:
    """What the device does not look into: the content of extensions that are not critical and that it does not use, and
    the characters of names."""
    if "extensions that cannot be read" in why:
        return True
    try:
        x509.load_der_x509_certificate(body).subject  # noqa: B018
    except ValueError as error:
        return any(text in str(error) for text in ("subject", "issuer", "AttributeTypeValue"))
    return False


class Chain(NamedTuple):
    """One that was changed. certificates: in DER, the issuer's first. body: the tbsCertificate that was changed, that
    of certificate `which`. verdict, end: the device's."""

    number: int
    certificates: list[bytes]
    which: int
    body: bytes
    verdict: int
    end: device.End


def mutated_chains(what: str) -> Iterator[Chain]:
    """Under the first of KEYS, whose name is `level 0`."""
    rng = random.Random(os.environ.get("KSIG_X509_SEED", "x509"))
    chain = usual(*KEYS)
    rich = [*chains.END_EXTENSIONS, chains.extension(chains.PURPOSES, tlv(0x30, tlv(6, b"\x2a\3")), b""),
            chains.extension(bytes.fromhex("551d0e"), tlv(4, bytes(20)), b"")]
    bodies = [chain[0].signed(), replace(chain[1], extensions=rich).signed()]
    state = chains.trusting(KEYS[0])
    for number in oracles.cases(what, 400, "KSIG_X509_MUTATIONS"):
        which = rng.randrange(2)
        body = mutated(bodies[which], rng)
        tbs = [body if which == place else bodies[place] for place in (0, 1)]
        made = [chains.around(tbs[place], chains.algorithm(ML), KEYS[place].sign(tbs[place])) for place in (0, 1)]
        yield Chain(number, made, which, body, *device.verify(state, made[0] + made[1], KEYS[0].raw))


def agree(what: str, accepts: Callable[[Chain], bool]) -> None:
    """accepts: what another reader says."""
    tally: collections.Counter[str] = collections.Counter()
    alone: collections.Counter[int] = collections.Counter()
    for chain in mutated_chains(f"mutated chains, device and {what}"):
        accepted = accepts(chain)
        tally[f"device {'accepts' if chain.verdict == ACCEPT else 'refuses'}, {what} "
              f"{'accepts' if accepted else 'refuses'}"] += 1
        if (chain.verdict == ACCEPT) == accepted:
            continue
        why = host(chain.certificates[::-1], KEYS[0])
        if chain.verdict == ACCEPT:
            assert taken_alone(why, chain.certificates[chain.which]), (chain.number, why, chain.body.hex())
        else:
            alone[chain.verdict] += 1
            # Where the host refuses as well it is the other that takes another encoding than DER.
            assert refused_alone(chain.verdict) or why, (chain.number, chain.verdict, chain.body.hex())
    print(dict(tally), dict(alone))
    assert tally[f"device accepts, {what} accepts"] > sum(tally.values()) // 50
    assert tally[f"device refuses, {what} refuses"] > sum(tally.values()) // 10


def test_device_and_host_agree() -> None:
    def accepts(chain: Chain) -> bool:
        if chain.verdict == ACCEPT:
            key_bytes = b"".join(chain.certificates)[chain.end.key_at:][:chain.end.key_length]
            assert chain.end.anchor[:64] == chains.scheme(ML).anchor(key_bytes)
        return not host(chain.certificates[::-1], KEYS[0])

    agree("host", accepts)


@pytest.mark.skipif(openssl() is None, reason="no OpenSSL of 3.5 or later: scripts/peers.sh builds one")
def test_device_and_openssl_agree(tmp_path: Path) -> None:
    """Its `verify`, which trusts a certificate of the same root."""
    name = chains.distinguished("level 0")
    root, issuer, end = (tmp_path / text for text in ("root", "issuer", "end"))
    root.write_bytes(chains.Certificate(KEYS[0], KEYS[0], name, name, chains.CA_EXTENSIONS).encoded())

    def accepts(chain: Chain) -> bool:
        for path, data in zip((issuer, end), chain.certificates):
            path.write_bytes(data)
        return ask_openssl("verify", "-attime", chains.NOW, "-trusted", root, "-untrusted", issuer, end,
                           check=False).returncode == 0

    agree(f"OpenSSL {version_of(openssl() or '')}", accepts)
