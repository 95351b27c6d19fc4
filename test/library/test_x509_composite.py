# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Chains with Composite ML-DSA on the device (kilosig/x509_classical.h): every pair, over and under every other kind of
key; the end key, which then verifies; and forgeries that are wrong in one half or in one thing."""
from __future__ import annotations

import json
import lzma
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from streaming import read_chain
from support import CHUNKS, chains, chunk
from support.chains import Certificate, algorithm, key, tlv, trusting, usual

from kilosig.files.data import Data
from kilosig.library import classical, composite
from kilosig.library import x509 as device
from kilosig.library.binding import load
from kilosig.library.verdicts import (ACCEPT, ARGUMENT, INCOMPLETE, KEY, KEY_LENGTH, PENDING, SIG_LENGTH, SIGNATURE,
                                      STATE_SIZE)
from kilosig.schemes import ml_dsa
from kilosig.schemes.composite import CompositeMlDsa, representative
from kilosig.schemes.family import Signature

pytestmark = pytest.mark.library
ALGORITHM, CLASSICAL, CERT_KEY = 100, 101, 105
NAMES = tuple(device.COMPOSITES)
ED, P256, ML = "ml-dsa-44-ed25519", "ml-dsa-44-ecdsa-p256", "ml-dsa-44"
VECTORS = Path(__file__).resolve().parents[1] / "vectors/composite.json.xz"


def pair(name: str) -> composite.Pair:
    return composite.pairs(load())[name]


def split_of(name: str) -> int:
    """Bytes of ML-DSA's signature."""
    return int(pair(name).ml_dsa.signature_bytes)


def three(name: str) -> list[Certificate]:
    """Root's key, two issuers, an end certificate."""
    return usual(*(key(name, number) for number in range(4)))


def verdict(data: bytes, name: str, root: int = 0, **other: Any) -> int:
    trusted = key(name, root)
    return device.verify(trusting(trusted, **other), data, trusted.raw)[0]


def halves(name: str, number: int, message: bytes) -> tuple[bytes, bytes]:
    """Of the signature by a key."""
    signature = key(name, number).sign(message)
    return signature[:split_of(name)], signature[split_of(name):]


# ---- What is genuine -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_pair(name: str) -> None:
    """Three certificates; the end key then verifies what it signed."""
    data, root = chains.joined(three(name)), key(name)
    for size in (None, 33):
        found, end = device.verify(trusting(root), data, root.raw, size, move=True)
        assert (found, end.scheme, end.number) == (ACCEPT, name, device.COMPOSITES[name])
        assert end.anchor == (key(name, 3).anchor + bytes(161))[:161]
        assert data[end.key_at:][:end.key_length] == key(name, 3).raw
    message = b"what the end key signed"
    signature, target = key(name, 3).sign(message), pair(name)
    anchor = end.anchor[:target.anchor_bytes]
    assert composite.verify(target, composite.HOST, key(name, 3).raw, message, signature, anchor=anchor) == ACCEPT
    other = key(name, 2).sign(message)
    assert composite.verify(target, composite.HOST, key(name, 3).raw, message, other, anchor=anchor) == SIGNATURE


@pytest.mark.parametrize("size", CHUNKS)
def test_any_pieces(size: object) -> None:
    data, root = chains.joined(three(P256)), key(P256)
    assert read_chain(trusting(root), data, root.raw, chunk(size), move=True)[0] == ACCEPT


@pytest.mark.parametrize("names", [
    ("hss", ED, ML), ("hss", P256, P256), (P256, ED, P256), (ED, ML, "ml-dsa-65-ecdsa-p384"), (ML, ED, ED),
    ("ml-dsa-87", "ml-dsa-65-ed25519", ED), ("ml-dsa-87-ecdsa-p384", ML, P256), (P256, "slh-dsa-sha2-128f", "hss"),
    ("xmss", "ml-dsa-87-ecdsa-p384", "xmss"), (ED, "hss", ED), ("slh-dsa-shake-128f", ED, ML)], ids="-".join)
def test_over_each_other(names: tuple[str, ...]) -> None:
    chains.check_over_each_other(names)


@pytest.mark.twice
@pytest.mark.parametrize("variant", ["fast", "small"])
def test_every_variant(variant: str) -> None:
    target = composite.pairs(load(variant))[ED]
    state, data = replace(trusting(key(ED)), schemes=[target]), chains.joined(three(ED))
    assert device.verify(state, data, key(ED).raw, 33, move=True)[0] == ACCEPT
    assert device.verify(state, data[:-1] + bytes([data[-1] ^ 1]), key(ED).raw)[0] == SIGNATURE


def test_pushed() -> None:
    data, root = chains.joined(three(P256)), key(P256)
    state = trusting(root)
    order = device.order(state, data, root.raw)
    stream = b"".join({5: data, 1: root.raw}[part][at:at + length] for part, at, length in order)
    reading = device.Reading(state, len(data))
    for at in range(0, len(stream), 1000):
        assert reading.push(stream[at:at + 1000]) == PENDING
    assert reading.close()[0] == ACCEPT
    # A classical key is not asked for again.
    assert sum(length for part, _, length in order if part == 1) == pair(P256).ml_dsa.key_bytes


@cache
def vectors() -> dict[str, Any]:
    return dict(json.loads(lzma.decompress(VECTORS.read_bytes())))


@pytest.mark.twice
@pytest.mark.parametrize("name", NAMES)
def test_certificates_of_the_draft(name: str) -> None:
    """They sign themselves, with names that this reader does not take from a trusted issuer but as any."""
    own = vectors()["tests"][name]
    raw, public = bytes.fromhex(own["certificate"]), bytes.fromhex(own["key"])
    certificate = x509.load_der_x509_certificate(raw)
    assert certificate.public_bytes(Encoding.DER) == raw
    state = device.Device([pair(name)], pair(name).anchor(public), len(public), None,
                          int(certificate.not_valid_before_utc.timestamp()), flags=device.END_MAY_BE_CA)
    found, end = device.verify(state, raw, public, 100, move=True)
    assert (found, end.anchor) == (ACCEPT, (pair(name).anchor(public) + bytes(161))[:161])


# ---- What is wrong in one thing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_one_half_wrong(name: str) -> None:
    """The other is right: of another message, by another key, of another certificate, with a bit changed."""
    chain = three(name)
    for at in (0, 2):
        signed = chain[at].signed()
        first, second = halves(name, at, signed)
        assert verdict(chains.with_signature(chain, at, first + second), name) == ACCEPT
        other_message, other_certificate = halves(name, at, signed + b"\0"), halves(name, 1, chain[1].signed())
        other_key = halves(name, at + 1, signed)
        for others in (other_message, other_certificate, other_key):
            assert verdict(chains.with_signature(chain, at, others[0] + second), name) in (SIGNATURE, KEY)
            assert verdict(chains.with_signature(chain, at, first + others[1]), name) == SIGNATURE
        for place in (5, len(second) - 1):
            changed = second[:place] + bytes([second[place] ^ 1]) + second[place + 1:]
            assert verdict(chains.with_signature(chain, at, first + changed), name) == SIGNATURE
        changed = first[:40] + bytes([first[40] ^ 1]) + first[41:]
        assert verdict(chains.with_signature(chain, at, changed + second), name) == SIGNATURE


def test_signatures_of_other_forms() -> None:
    """One half alone; ML-DSA's without label and M'; the label of another pair; a context; the halves swapped."""
    for name, other in ((ED, P256), ("ml-dsa-65-ed25519", "ml-dsa-65-ecdsa-p256")):
        chain = three(name)
        signed, split = chain[1].signed(), split_of(name)
        issuer = composite_secret(name, 1)
        seed, private = composite.split_secret(pair(name), issuer)
        first, second = halves(name, 1, signed)
        for alone in (first, second):
            assert verdict(chains.with_signature(chain, 1, alone), name) == SIG_LENGTH
        plain = ml_dsa.sign(load(), pair(name).ml_dsa.name, seed, signed)
        plain_second = classical.sign(pair(name).algorithm, private, signed)
        for forged in (plain + second, first + plain_second, plain + plain_second):
            assert verdict(chains.with_signature(chain, 1, forged), name) == SIGNATURE
        assert verdict(chains.with_signature(chain, 1, second + first), name) not in (ACCEPT, PENDING)
        # What the draft's M' would be under another label, by the same keys.
        foreign = composite_made(name, issuer, signed, label_of=other)
        assert verdict(chains.with_signature(chain, 1, foreign), name) == SIGNATURE
        assert verdict(chains.with_signature(chain, 1, foreign[:split] + second), name) == SIGNATURE
        assert verdict(chains.with_signature(chain, 1, first + foreign[split:]), name) == SIGNATURE
        with_context = composite_made(name, issuer, signed, context=b"x")
        assert verdict(chains.with_signature(chain, 1, with_context), name) == SIGNATURE
        assert verdict(chains.with_signature(chain, 1, composite_made(name, issuer, signed)), name) == ACCEPT


def composite_secret(name: str, number: int) -> bytes:
    return bytes(CompositeMlDsa().generate(name, bytes([number]) * 32).secret)


def composite_made(name: str, secret: bytes, message: bytes, label_of: str = "", context: bytes = b"") -> bytes:
    """A signature made step by step, under the label of a pair."""
    label = pair(label_of or name).label
    seed, private = composite.split_secret(pair(name), secret)
    wanted = Signature(Data(message), context)
    asked = representative(name, wanted).replace(pair(name).label, label)
    first = ml_dsa.MlDsa().sign(pair(name).ml_dsa.name, seed, Signature(
        Data(asked), label, deterministic=True))
    return bytes(first) + classical.sign(pair(name).algorithm, private, asked)


def test_signatures_of_other_lengths() -> None:
    chain = three(P256)
    first, second = halves(P256, 1, chain[1].signed())
    for wrong in (second + b"\0", second[:-1], bytes([0x30, second[1] + 1, 2, second[3] + 1, 0]) + second[4:],
                  second[:1] + b"\x81" + second[1:]):
        assert verdict(chains.with_signature(chain, 1, first + wrong), P256) in (SIGNATURE, SIG_LENGTH)
    for wrong in (b"", second[:7], second + bytes(73 - len(second))):
        assert verdict(chains.with_signature(chain, 1, first + wrong), P256) == SIG_LENGTH
    chain = three(ED)
    signature = key(ED, 1).sign(chain[1].signed())
    for wrong in (signature[:-1], signature + b"\0"):
        assert verdict(chains.with_signature(chain, 1, wrong), ED) == SIG_LENGTH


def info(name: str, raw: bytes, parameters: bytes = b"") -> bytes:
    return tlv(0x30, algorithm(name, parameters), tlv(3, b"\0", raw))


def test_algorithms_and_keys() -> None:
    """Parameters; another pair inside or outside, in a key; lengths of keys."""
    chain, raw = three(P256), key(P256, 3).raw

    def changed(at: int, **other: Any) -> int:
        made = list(chain)
        made[at] = replace(made[at], **other)
        return verdict(chains.joined(made), P256)
    assert changed(1) == ACCEPT
    for wrong in (algorithm(P256, b"\5\0"), algorithm(ED), algorithm("ml-dsa-65-ecdsa-p256"), algorithm(ML)):
        assert changed(1, inner=wrong) == changed(1, outer=wrong) == ALGORITHM
    assert changed(2, key_info=info(P256, raw, b"\5\0")) == CLASSICAL
    assert changed(2, key_info=info(ED, key(ED, 3).raw)) == CLASSICAL  # not among those that are accepted
    assert changed(2, key_info=info("ml-dsa-65-ecdsa-p256", key("ml-dsa-65-ecdsa-p256").raw)) == CLASSICAL
    for wrong in (raw[:-1], raw + b"\0", raw[:1312], key(ED, 3).raw):
        assert changed(2, key_info=info(P256, wrong)) == CERT_KEY
    # Of a pair that is accepted, too: the issuer's own algorithm counts.
    keys = [key(P256), key(P256, 1), key(ED, 2)]
    mixed = usual(*keys)
    for field in ("inner", "outer"):
        made = [mixed[0], replace(mixed[1], **{field: algorithm(ED)})]
        assert device.verify(trusting(keys[0], ED), chains.joined(made), keys[0].raw)[0] == ALGORITHM
    assert device.verify(trusting(keys[0], ED), chains.joined(mixed), keys[0].raw)[0] == ACCEPT


@pytest.mark.parametrize("name", [ED, P256])
def test_keys_that_are_others(name: str) -> None:
    """The trusted classical half is another; an issuer's key has the half of another."""
    chain, root, target = three(name), key(name), pair(name)
    data, split = chains.joined(chain), target.ml_dsa.key_bytes
    mixed = root.anchor[:64] + key(name, 1).anchor[64:]
    assert device.verify(replace(trusting(root), anchor=mixed), data, root.raw)[0] == SIGNATURE
    mixed = key(name, 1).anchor[:64] + root.anchor[64:]
    assert device.verify(replace(trusting(root), anchor=mixed), data, root.raw)[0] in (KEY, SIGNATURE)
    one, two = key(name, 1).raw, key(name, 2).raw
    for raw in (one[:split] + two[split:], two[:split] + one[split:]):
        made = list(chain)
        made[0] = replace(made[0], key_info=info(name, raw))
        assert verdict(chains.joined(made), name) in (KEY, SIGNATURE)
    for at, other in ((1, 0), (1, 2), (2, 0), (2, 3)):  # signed by a key of another level
        made = list(chain)
        made[at] = replace(made[at], issuer=key(name, other))
        assert verdict(chains.joined(made), name) in (KEY, SIGNATURE)


@pytest.mark.parametrize("name", [ED, P256])
def test_the_key_that_is_streamed_again(name: str) -> None:
    """Of ML-DSA's half another one is refused; the classical half is never asked for again."""
    chain, target = three(name), pair(name)
    data, state = chains.joined(chain), trusting(key(name))
    first, split = len(chain[0].encoded()), target.ml_dsa.key_bytes
    begin = data.index(key(name, 1).raw)
    for wrong in (key(name, 2).raw, bytes(2000), key(name, 1).raw):
        reading, seen = device.Reading(state, len(data)), 0
        parts = {1: key(name).raw, 5: data}
        while (want := reading.want()).length:
            piece = parts[want.part][want.offset:want.offset + want.length]
            if want.part == 5 and want.offset < first <= seen:
                assert begin <= want.offset and want.offset + want.length <= begin + split
                piece = wrong[want.offset - begin:][:want.length]
            seen = max(seen, want.offset if want.part == 5 else 0)
            reading.feed(piece)
        found = reading.close()[0]
        assert found == ACCEPT if wrong == key(name, 1).raw else found in (KEY, SIGNATURE)


@pytest.mark.parametrize("answers", [(True, False), (False, True), (False, False)])
@pytest.mark.parametrize("level", [0, 1])
def test_answers_that_differ(answers: tuple[bool, bool], level: int) -> None:
    """The classical half must say yes twice, at each level; ML-DSA's is computed all the same."""
    chain, root = usual(key(ED), key(ED, 1), key(ED, 2)), key(ED)
    data, given = chains.joined(chain), [True, True] * level + list(answers) + [True, True] * (1 - level)
    asked: list[classical.Question] = []

    def lying(question: classical.Question) -> bool:
        asked.append(question)
        return given[len(asked) - 1]
    reading = device.Reading(trusting(root, classical=composite.callback(lying)), len(data))
    wanted = 0
    while (want := reading.want()).length:
        wanted += want.length
        reading.feed({1: root.raw, 5: data}[want.part][want.offset:want.offset + want.length])
    assert reading.close()[0] == SIGNATURE
    assert len(asked) == 2 * (level + 1) and asked[-1] == asked[-2]
    assert wanted == len(b"".join(each.encoded() for each in chain[:level + 1])) + 1312 * (level + 1)
    # What is asked is about M', not the certificate.
    assert classical.verify(asked[0]) and chain[0].signed() not in asked[0].message


def test_one_byte_changed() -> None:
    """Of all but the middle of keys and signatures."""
    chain = usual(key(P256), key(P256, 1), key(P256, 2))
    data = chains.joined(chain)
    for at, issuer in ((0, chain[0]), (len(chain[0].encoded()), chain[1])):
        signed, whole = len(issuer.signed()) + 4, len(issuer.encoded())
        places = [*range(0, signed, 37), *range(signed, signed + 30), *range(signed + 30, whole - 80, 300),
                  *range(whole - 80, whole)]
        for place in places:
            altered = bytearray(data)
            altered[at + place] ^= 1
            assert verdict(bytes(altered), P256) not in (ACCEPT, PENDING), (at, place)
    for end in [*range(1, len(data), 400), len(data) - 1]:
        assert verdict(data[:end], P256) not in (ACCEPT, PENDING)
        assert verdict(data[:end], P256, chain_length=len(data)) == INCOMPLETE
    assert verdict(data + b"\0", P256) not in (ACCEPT, PENDING)


# ---- What a device demands -----------------------------------------------------------------------------------------


def test_arguments() -> None:
    root = key(ED)
    state, data = trusting(root), chains.joined(three(ED))
    assert device.Reading(replace(state, classical=device.ffi.NULL), len(data)).opened == ARGUMENT
    assert device.Reading(replace(state, numbers=[17]), len(data)).opened == ARGUMENT
    for number in (64, 104, 119):
        assert device.Reading(replace(state, numbers=[number]), len(data)).opened == ARGUMENT
    plain = trusting(key(ML), numbers=[104])  # a number of a pair without anybody who verifies its other half
    assert device.Reading(plain, len(data)).opened == ARGUMENT
    assert device.Reading(replace(state, key_length=1343), len(data)).opened == KEY_LENGTH
    reading = device.Reading(state, len(data))
    assert reading.c.ksig_x509_open(reading.state, reading.size - 1, reading.args) == STATE_SIZE


def test_a_checkpoint() -> None:
    """At every 20th piece."""
    data, root = chains.joined(usual(key(P256), key(P256, 1), key(P256, 2))), key(P256)
    parts, state = {1: root.raw, 5: data}, trusting(root)
    reading, kept = device.Reading(state, len(data)), []
    while (want := reading.want()).length:
        kept.append(reading.state_copy())
        reading.feed(parts[want.part][want.offset:want.offset + 200][:want.length])
    assert reading.close()[0] == ACCEPT
    for checkpoint in kept[::20]:
        reading.restore(checkpoint)
        reading.stream(data, root.raw, 90)
        assert reading.close()[0] == ACCEPT
