# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Chains that OpenSSL and Bouncy Castle made (test/tool/peers/make_chains.py): taken by the device and by the host
under the key of their root; refused with a bit of any certificate changed, or in another order."""
from __future__ import annotations

import base64
import datetime
import functools
import random
from pathlib import Path

import pytest
from command_line import run, told
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from peers import stored
from streaming import read_chain
from support import CHUNKS, chains, chunk

from kilosig.files import certificates
from kilosig.library import x509 as device
from kilosig.library.binding import Chunk
from kilosig.library.verdicts import ACCEPT

pytestmark = pytest.mark.library
TIME = datetime.datetime.fromtimestamp(chains.NOW, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@functools.cache
def made_by_peers() -> dict[str, tuple[list[str], list[bytes]]]:
    """Schemes and certificates, the root's first, by the name of the chain."""
    return {name: (chain["schemes"], [base64.b64decode(one) for one in chain["certificates"]])
            for name, chain in stored("chains.json.xz")["chains"].items()}


def key_of(certificate: bytes, scheme: str) -> bytes:
    """The key in a certificate, as a device takes it."""
    found = x509.load_der_x509_certificate(certificate)
    if scheme in device.ECDSA:
        public = found.public_key()
        assert isinstance(public, ec.EllipticCurvePublicKey)
        return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    if scheme == "ed25519":
        return found.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return certificates.key_of(found).raw


def said(name: str, data: bytes, size: Chunk = None) -> tuple[int, device.End]:
    """What a device says that trusts the root of a chain."""
    schemes, found = made_by_peers()[name]
    root = key_of(found[0], schemes[0])
    listed = [chains.scheme(one) for one in dict.fromkeys(schemes)]
    state = device.Device(listed, listed[0].anchor(root), len(root), chains.distinguished("level 0"), chains.NOW)
    return read_chain(state, data, root, size, move=True)


def test_many() -> None:
    """Each peer, each family."""
    names = made_by_peers()
    assert {name.split("/")[0] for name in names} == {"openssl", "bouncy-castle"}
    assert {scheme for schemes, _ in names.values() for scheme in schemes} == {
        "ml-dsa-44", "ml-dsa-65", "ml-dsa-87", "slh-dsa-sha2-128s", "slh-dsa-shake-128s", "hss", "ecdsa-p256",
        "ecdsa-p384", "ed25519"}


@pytest.mark.twice
@pytest.mark.parametrize("size", CHUNKS)
@pytest.mark.parametrize("name", made_by_peers())
def test_device(name: str, size: object) -> None:
    schemes, found = made_by_peers()[name]
    data = b"".join(found[1:])
    verdict, end = said(name, data, chunk(size))
    assert verdict == ACCEPT and end.scheme == schemes[-1]
    assert data[end.key_at:][:end.key_length] == key_of(found[-1], schemes[-1])


@pytest.mark.parametrize("name", made_by_peers())
def test_forgeries(name: str) -> None:
    """A bit of what is signed, of the key or of the signature; certificates in another order; one left out."""
    _, (_, *found) = made_by_peers()[name]
    rng = random.Random(name)
    for at, certificate in enumerate(found):
        for _ in range(6):
            changed = bytearray(certificate)
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
            assert said(name, b"".join([*found[:at], bytes(changed), *found[at + 1:]]))[0] != ACCEPT
        if len(found) > 1:
            assert said(name, b"".join([*found[:at], *found[at + 1:]]))[0] != ACCEPT
    if len(found) > 1:
        assert said(name, b"".join(found[::-1]))[0] != ACCEPT


@pytest.mark.parametrize("name", made_by_peers())
def test_tool(name: str, tmp_path: Path) -> None:
    """`kilosig cert` takes it, and strips it for a device. It prints anchors of this library's schemes alone."""
    schemes, found = made_by_peers()[name]
    for number, certificate in enumerate(found):
        (tmp_path / str(number)).write_bytes(certificate)
    words = ("cert", *(tmp_path / str(number) for number in range(len(found) - 1, 0, -1)), "--trust", tmp_path / "0",
             "--time", TIME, "--stream", tmp_path / "stream")
    if schemes[-1] in device.ALONE:
        run(*words, code=2)
        return
    answer = told(*words)
    assert answer["accepted"] and answer["scheme"] == schemes[-1]
    assert answer["anchor"] == chains.scheme(schemes[-1]).anchor(key_of(found[-1], schemes[-1])).hex()
    assert (tmp_path / "stream").read_bytes() == b"".join(found[1:])
