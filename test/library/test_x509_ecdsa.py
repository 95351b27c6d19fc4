# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Chains with ECDSA on the device (kilosig/x509_classical.h): over, under and beside other keys; what `cryptography`
makes; and what is wrong in one thing."""
from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, mldsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import NameOID
from streaming import read_chain
from support import CHUNKS, chains, chunk
from support.chains import algorithm, key, tlv, trusting, usual

from kilosig.library import classical, composite
from kilosig.library import x509 as device
from kilosig.library.verdicts import ACCEPT, ARGUMENT, KEY_LENGTH, PENDING, SIG_LENGTH, SIGNATURE, STATE_SIZE

pytestmark = pytest.mark.library
ALGORITHM, CLASSICAL, CERT_KEY = 100, 101, 105
P256, P384, ML, PAIR = "ecdsa-p256", "ecdsa-p384", "ml-dsa-44", "ml-dsa-44-ecdsa-p256"


def three(name: str) -> list[chains.Certificate]:
    return usual(*(key(name, number) for number in range(4)))


def verdict(data: bytes, name: str, **other: Any) -> int:
    return device.verify(trusting(key(name), **other), data, key(name).raw)[0]


# ---- What is genuine -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [P256, P384])
@pytest.mark.parametrize("size", CHUNKS)
def test_any_pieces(size: object, name: str) -> None:
    data, root = chains.joined(three(name)), key(name)
    found, end = read_chain(trusting(root), data, root.raw, chunk(size), move=True)
    assert (found, end.scheme, end.number) == (ACCEPT, name, device.ECDSA[name])
    assert end.anchor == key(name, 3).raw + bytes(161 - len(root.raw))


@pytest.mark.parametrize("names", [
    (P256, P384, P256), (P256, ML), (P384, ML, ML), (P256, PAIR, ML), (PAIR, P256, P384), (ML, P256, PAIR),
    ("hss", P384, "slh-dsa-sha2-128f"), ("ml-dsa-87", P256, "xmss"), (P256, "ml-dsa-87-ecdsa-p384", P256)],
    ids="-".join)
def test_over_each_other(names: tuple[str, ...]) -> None:
    chains.check_over_each_other(names)


@pytest.mark.twice
@pytest.mark.parametrize(("curve", "digest"), [(ec.SECP256R1, hashes.SHA256), (ec.SECP384R1, hashes.SHA384)])
def test_what_cryptography_makes(curve: Any, digest: Any) -> None:
    """Fresh keys and random nonces, over a key of ML-DSA."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "level 0")])
    private, root = ec.generate_private_key(curve()), ec.generate_private_key(curve())

    def built(public: Any, signer: Any, ca: bool) -> bytes:
        builder = x509.CertificateBuilder(name, name, public, x509.random_serial_number(),
                                          datetime.datetime(2025, 1, 1), datetime.datetime(2055, 1, 1))
        builder = builder.add_extension(x509.BasicConstraints(ca, None), True)
        return builder.sign(signer, digest()).public_bytes(Encoding.DER)
    end = mldsa.MLDSA44PrivateKey.from_seed_bytes(bytes(32)).public_key()
    data = built(private.public_key(), root, True) + built(end, private, False)
    raw = root.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    scheme = P256 if len(raw) == 65 else P384
    state = device.Device([chains.scheme(scheme), chains.scheme(ML)], raw, len(raw), name.public_bytes(), chains.NOW)
    found, told = device.verify(state, data, raw, 17, move=True)
    assert found == ACCEPT and told.anchor[:64] == chains.scheme(ML).anchor(end.public_bytes_raw())
    assert device.verify(replace(state, anchor=key(scheme).raw), data, raw)[0] == SIGNATURE


# ---- What is wrong in one thing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [P256, P384])
def test_signatures(name: str) -> None:
    chain = three(name)
    for at in (0, 1, 2):
        genuine = chain[at].issuer.sign(chain[at].signed())
        assert verdict(chains.with_signature(chain, at, genuine), name) == ACCEPT
        wrong = [key(name, at).sign(chain[at].signed() + b"\0"), key(name, at + 1).sign(chain[at].signed())]
        for place in (6, len(genuine) - 1):
            wrong.append(genuine[:place] + bytes([genuine[place] ^ 1]) + genuine[place + 1:])
        for signature in wrong:
            assert verdict(chains.with_signature(chain, at, signature), name) == SIGNATURE
        longer = bytes([0x30, genuine[1] + 1, 2, genuine[3] + 1, 0]) + genuine[4:]
        for signature in (genuine + b"\0", genuine[:-1], longer, genuine[:1] + b"\x81" + genuine[1:]):
            assert verdict(chains.with_signature(chain, at, signature), name) in (SIGNATURE, SIG_LENGTH)
        for signature in (b"", genuine[:7], bytes(105)):
            assert verdict(chains.with_signature(chain, at, signature), name) == SIG_LENGTH
    other = chains.with_signature(chain, 1, chain[0].issuer.sign(chain[0].signed()))
    assert verdict(other, name) == SIGNATURE


def test_algorithms_and_keys() -> None:
    chain, raw = three(P256), key(P256, 3).raw

    def changed(at: int, **other: Any) -> int:
        made = list(chain)
        made[at] = replace(made[at], **other)
        return verdict(chains.joined(made), P256)

    def info(*parameters: bytes, bits: bytes = raw) -> bytes:
        return tlv(0x30, tlv(0x30, tlv(6, chains.EC_KEY), *parameters), tlv(3, b"\0", bits))
    curve = tlv(6, chains.CURVES[P256])
    assert changed(1) == changed(2, key_info=info(curve)) == ACCEPT
    for wrong in (algorithm(P256, b"\5\0"), algorithm(P384), algorithm(ML),
                  tlv(0x30, tlv(6, chains.EC_KEY), curve)):
        assert changed(1, inner=wrong) == ALGORITHM
        assert changed(1, outer=wrong) in (ALGORITHM, SIG_LENGTH)  # its length tells where the signature is
    for wrong in (info(), info(b"\5\0"), info(curve, b"\5\0"), info(tlv(6, chains.CURVES[P384])),
                  info(tlv(6, chains.CURVES[P256][:-1] + b"\x22"))):
        assert changed(2, key_info=wrong) == CLASSICAL
    assert changed(2, key_info=tlv(0x30, algorithm(P256), tlv(3, b"\0", raw))) == ALGORITHM
    for bits in (raw[:-1], raw + b"\0", bytes([2]) + raw[1:33]):
        assert changed(2, key_info=info(curve, bits=bits)) == CERT_KEY
    # A point that is none, or of another key: who signed with it does not exist.
    good = key(P256, 2).raw
    for bits in (bytes([3]) + good[1:], good[:-1] + bytes([good[-1] ^ 1]), key(P256, 1).raw):
        issuer = tlv(0x30, tlv(0x30, tlv(6, chains.EC_KEY), curve), tlv(3, b"\0", bits))
        assert changed(1, key_info=issuer) == SIGNATURE


@pytest.mark.parametrize("answers", [(True, False), (False, True), (False, False)])
@pytest.mark.parametrize("level", [0, 1])
def test_answers_that_differ(answers: tuple[bool, bool], level: int) -> None:
    """It is asked twice at each level, and must say yes twice."""
    chain, root = usual(key(P256), key(P256, 1), key(P256, 2)), key(P256)
    data, given = chains.joined(chain), [True, True] * level + list(answers) + [True, True]
    asked: list[classical.Question] = []

    def lying(question: classical.Question) -> bool:
        asked.append(question)
        return given[len(asked) - 1]
    assert verdict(data, P256, classical=composite.callback(lying)) == SIGNATURE
    assert len(asked) == 2 * (level + 1) and asked[-1] == asked[-2] and classical.verify(asked[-1])
    assert root.raw == asked[0].key


@pytest.mark.parametrize("name", [P256, "ed25519"])
def test_every_fifth_byte(name: str) -> None:
    chain = usual(key(name), key(name, 1), key(ML, 2))
    data = chains.joined(chain)
    state = trusting(key(name), ML)
    assert device.verify(state, data, key(name).raw)[0] == ACCEPT
    for place in range(0, len(data), 5):
        altered = bytearray(data)
        altered[place] ^= 1
        assert device.verify(state, bytes(altered), key(name).raw)[0] not in (ACCEPT, PENDING), place
    for end in range(1, len(data), 100):
        assert device.verify(state, data[:end], key(name).raw)[0] not in (ACCEPT, PENDING)


def test_arguments() -> None:
    root, data = key(P256), chains.joined(three(P256))
    state = trusting(root)
    for other in ({"classical": device.ffi.NULL}, {"numbers": [129]}, {"numbers": [17]}):
        assert device.Reading(replace(state, **other), len(data)).opened == ARGUMENT  # type: ignore[arg-type]
    assert device.Reading(replace(state, key_length=64), len(data)).opened == KEY_LENGTH
    reading = device.Reading(state, len(data))
    assert reading.c.ksig_x509_open(reading.state, reading.size - 1, reading.args) == STATE_SIZE
