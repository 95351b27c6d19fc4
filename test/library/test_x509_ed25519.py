# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Chains with Ed25519 on the device (kilosig/x509_classical.h): over, under and beside other keys; what `cryptography`
makes; and what is wrong in one thing."""
from __future__ import annotations

import datetime
import hashlib
from dataclasses import replace
from typing import Any

import adapters
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ed25519, mldsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from streaming import read_chain
from support import CHUNKS, chains, chunk
from support.chains import algorithm, key, tlv, trusting, usual

from kilosig.library import classical, composite
from kilosig.library import ed25519 as equation
from kilosig.library import x509 as device
from kilosig.library.verdicts import ACCEPT, ARGUMENT, KEY_LENGTH, PENDING, SIG_LENGTH, SIGNATURE, STATE_SIZE

pytestmark = pytest.mark.library
ALGORITHM, CLASSICAL, CERT_KEY = 100, 101, 105
ED, P256, ML, PAIR = "ed25519", "ecdsa-p256", "ml-dsa-44", "ml-dsa-44-ed25519"
OID = bytes.fromhex("2b6570")


def three() -> list[chains.Certificate]:
    return usual(*(key(ED, number) for number in range(4)))


def verdict(data: bytes, **other: Any) -> int:
    return device.verify(trusting(key(ED), **other), data, key(ED).raw)[0]


# ---- What is genuine -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", CHUNKS)
def test_any_pieces(size: object) -> None:
    data, root = chains.joined(three()), key(ED)
    found, end = read_chain(trusting(root), data, root.raw, chunk(size), move=True)
    assert (found, end.scheme, end.number) == (ACCEPT, ED, 130)
    assert end.anchor == key(ED, 3).raw + bytes(161 - 32)


@pytest.mark.parametrize("names", [
    (ED, ML), (ED, P256, ED), (ED, PAIR, ML), (PAIR, ED, "ecdsa-p384"), (ML, ED, PAIR, ED),
    ("hss", ED, "slh-dsa-sha2-128f"), ("ml-dsa-87", ED, "xmss"), ("slh-dsa-shake-128f", ED, "ml-dsa-65-ecdsa-p384")],
    ids="-".join)
def test_over_each_other(names: tuple[str, ...]) -> None:
    chains.check_over_each_other(names)


@pytest.mark.twice
def test_what_cryptography_makes() -> None:
    """Fresh keys, over a key of ML-DSA."""
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "level 0")])
    private, root = ed25519.Ed25519PrivateKey.generate(), ed25519.Ed25519PrivateKey.generate()

    def built(public: Any, signer: Any, ca: bool) -> bytes:
        builder = x509.CertificateBuilder(name, name, public, x509.random_serial_number(),
                                          datetime.datetime(2025, 1, 1), datetime.datetime(2055, 1, 1))
        builder = builder.add_extension(x509.BasicConstraints(ca, None), True)
        return builder.sign(signer, None).public_bytes(Encoding.DER)
    end = mldsa.MLDSA44PrivateKey.from_seed_bytes(bytes(32)).public_key()
    data = built(private.public_key(), root, True) + built(end, private, False)
    raw = root.public_key().public_bytes_raw()
    state = device.Device([chains.scheme(ED), chains.scheme(ML)], raw, len(raw), name.public_bytes(), chains.NOW)
    found, told = device.verify(state, data, raw, 17, move=True)
    assert found == ACCEPT and told.anchor[:64] == chains.scheme(ML).anchor(end.public_bytes_raw())
    assert device.verify(replace(state, anchor=key(ED).raw), data, raw)[0] == SIGNATURE


def test_by_monocypher() -> None:
    function, missing = adapters.adapter("monocypher")
    if function is None:
        pytest.skip(missing)
    chain = usual(key(ED), key(ED, 1), key(PAIR, 2), key(ML, 3))
    data, state = chains.joined(chain), trusting(key(ED), PAIR, ML, classical=function)
    assert device.verify(state, data, key(ED).raw, 50)[0] == ACCEPT
    for at in (0, 1):
        genuine = chain[at].issuer.sign(chain[at].signed())
        for place in (0, 31, 32, 63):
            wrong = genuine[:place] + bytes([genuine[place] ^ 1]) + genuine[place + 1:]
            assert device.verify(state, chains.with_signature(chain, at, wrong), key(ED).raw)[0] == SIGNATURE


def test_order() -> None:
    """R comes before what is signed, and again in the signature; nothing else comes twice, and no key."""
    data, first = chains.joined(three()), len(three()[0].encoded())
    wants = [(offset, offset + length) for part, offset, length in device.order(trusting(key(ED)), data, b"")
             if part == device.PART_X509]
    times = bytearray(len(data))
    for begin, end in wants:
        for place in range(begin, end):
            times[place] += 1
    signature = first - 64
    assert (signature, signature + 32) in wants and (signature, first) in wants
    assert wants.index((signature, signature + 32)) < wants.index((signature, first))
    ends = [first, first + len(three()[1].encoded()), len(data)]
    twice = {place for end in ends for place in range(end - 64, end - 32)}
    assert {place for place, count in enumerate(times) if count == 2} == twice and set(times) == {1, 2}


# ---- What is wrong in one thing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, 1, 2])
def test_another_r_behind_the_message(at: int) -> None:
    """Whoever says one R first, and then that which a digest with it makes right, needs no key to sign: only the
    comparison of both refuses it."""
    chain = three()
    signer, signed = chain[at].issuer.raw, chain[at].signed()
    said, s = key(ED, 9).raw, bytes(range(31)) + b"\0"
    k = hashlib.sha512(said + signer + signed).digest()
    other = equation.expected(signer, k, s)
    assert other is not None and other != said
    data, root = chains.with_signature(chain, at, said + s), key(ED).raw
    place = len(b"".join(each.encoded() for each in chain[:at + 1])) - 64
    asked: list[classical.Question] = []

    def answering(question: classical.Question) -> bool:
        asked.append(question)
        return classical.verify(question)
    for lie in (other, said):
        reading, seen = device.Reading(trusting(key(ED), classical=composite.callback(answering)), len(data)), False
        while (want := reading.want()).length:
            assert want.part == device.PART_X509
            piece = data[want.offset:want.offset + want.length]
            if want.offset == place:
                piece = lie + s if seen else said
                seen = True
            reading.feed(piece)
        assert reading.close()[0] == SIGNATURE
        assert asked[-1].signature == lie + s and classical.verify(asked[-1]) == (lie == other)
    reading = device.Reading(trusting(key(ED)), len(data))
    reading.stream(chains.with_signature(chain, at, chain[at].issuer.sign(signed)), root)
    assert reading.close()[0] == ACCEPT


def test_signatures() -> None:
    chain = three()
    for at in (0, 1, 2):
        genuine = chain[at].issuer.sign(chain[at].signed())
        assert verdict(chains.with_signature(chain, at, genuine)) == ACCEPT
        wrong = [key(ED, at).sign(chain[at].signed() + b"\0"), key(ED, at + 1).sign(chain[at].signed())]
        for place in (0, 31, 32, 62):
            wrong.append(genuine[:place] + bytes([genuine[place] ^ 1]) + genuine[place + 1:])
        above = int.from_bytes(genuine[32:], "little") + equation.ORDER  # the same number, not below the order
        wrong += [genuine[:32] + above.to_bytes(32, "little"), bytes(64)]
        # R of order 1, 4 and 2: 0, 1 and -1 as y.
        small = [(y % equation.PRIME).to_bytes(32, "little") for y in (1, 0, -1)]
        wrong += [r + s for r in small for s in (bytes(32), genuine[32:])]
        for signature in wrong:
            assert verdict(chains.with_signature(chain, at, signature)) == SIGNATURE
        for signature in (b"", genuine[:-1], genuine + b"\0", genuine[:32], bytes(128)):
            assert verdict(chains.with_signature(chain, at, signature)) == SIG_LENGTH
    assert verdict(chains.with_signature(chain, 1, chain[0].issuer.sign(chain[0].signed()))) == SIGNATURE


def test_algorithms_and_keys() -> None:
    chain, raw = three(), key(ED, 3).raw

    def changed(at: int, **other: Any) -> int:
        made = list(chain)
        made[at] = replace(made[at], **other)
        return verdict(chains.joined(made))

    def info(*parameters: bytes, bits: bytes = raw, oid: bytes = OID) -> bytes:
        return tlv(0x30, tlv(0x30, tlv(6, oid), *parameters), tlv(3, b"\0", bits))
    assert changed(1) == changed(2, key_info=info()) == ACCEPT
    ed448 = tlv(0x30, tlv(6, OID[:-1] + b"\x71"))
    for wrong in (algorithm(ED, b"\5\0"), algorithm(P256), algorithm(ML), ed448):
        assert changed(1, inner=wrong) == ALGORITHM
        assert changed(1, outer=wrong) in (ALGORITHM, SIG_LENGTH)  # its length tells where the signature is
    for given in (info(b"\5\0"), info(oid=OID[:-1] + b"\x71"), info(tlv(6, OID))):
        assert changed(2, key_info=given) == CLASSICAL
    assert changed(2, key_info=info(oid=OID[:-1] + b"\x6f")) == ALGORITHM
    for bits in (raw[:-1], raw + b"\0", b"", raw + raw):
        assert changed(2, key_info=info(bits=bits)) == CERT_KEY
    # A point that is none, or of another key: who signed with it does not exist.
    for bits in (b"\2" + bytes(31), b"\xff" * 32, key(ED, 1).raw):
        assert changed(1, key_info=info(bits=bits)) == SIGNATURE


@pytest.mark.parametrize("answers", [(True, False), (False, True), (False, False)])
@pytest.mark.parametrize("level", [0, 1])
def test_answers_that_differ(answers: tuple[bool, bool], level: int) -> None:
    """It is asked twice at each level, for the digest, and must say yes twice."""
    chain = usual(key(ED), key(ED, 1), key(ED, 2))
    data, given = chains.joined(chain), [True, True] * level + list(answers) + [True, True]
    asked: list[classical.Question] = []

    def lying(question: classical.Question) -> bool:
        asked.append(question)
        return given[len(asked) - 1]
    assert verdict(data, classical=composite.callback(lying)) == SIGNATURE
    assert len(asked) == 2 * (level + 1) and asked[-1] == asked[-2]
    one = chain[level]
    assert asked[-1] == classical.question(classical.ED25519_DIGEST, one.issuer.raw, one.signed(),
                                           one.issuer.sign(one.signed()))


@pytest.mark.parametrize("answer", [PENDING, ARGUMENT, SIGNATURE, ACCEPT ^ 1, ACCEPT ^ 0x80000000])
def test_answers_that_are_none(answer: int) -> None:
    """Of a function that does not have the algorithm, or answers nothing."""
    function = device.ffi.callback("ksig_verdict(const ksig_classical_input *)", lambda _: answer)
    assert verdict(chains.joined(three()), classical=function) == SIGNATURE


@pytest.mark.parametrize("name", ["p256m", "bearssl", "psa"])
def test_by_a_library_without_it(name: str) -> None:
    function, missing = adapters.adapter(name)
    if function is None:
        pytest.skip(missing)
    assert verdict(chains.joined(three()), classical=function) == SIGNATURE


def test_arguments() -> None:
    root, data = key(ED), chains.joined(three())
    state = trusting(root)
    for other in ({"classical": device.ffi.NULL}, {"numbers": [129]}, {"numbers": [131]}, {"numbers": [17]}):
        assert device.Reading(replace(state, **other), len(data)).opened == ARGUMENT  # type: ignore[arg-type]
    for length in (0, 31, 33):
        assert device.Reading(replace(state, key_length=length), len(data)).opened == KEY_LENGTH
    reading = device.Reading(state, len(data))
    assert reading.c.ksig_x509_open(reading.state, reading.size - 1, reading.args) == STATE_SIZE
