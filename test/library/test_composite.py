# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Composite ML-DSA on the device (kilosig/composite.h): the draft's own vectors, every cutting, forgeries, and
classical halves that lie. Who verifies the classical half here is `cryptography`; test_classical.py: the adapters."""
from __future__ import annotations

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support import CHUNKS, chunk

from kilosig.library import classical, composite
from kilosig.library.binding import Arguments, load
from kilosig.library.verdicts import (ACCEPT, ARGUMENT, CONTEXT, INCOMPLETE, KEY, KEY_LENGTH, OVERFEED, PENDING,
                                      SIG_LENGTH, SIGNATURE)

pytestmark = pytest.mark.library
VECTORS = Path(__file__).resolve().parents[1] / "vectors/composite.json.xz"
NAMES = ("ml-dsa-44-ed25519", "ml-dsa-44-ecdsa-p256", "ml-dsa-65-ecdsa-p256", "ml-dsa-65-ecdsa-p384",
         "ml-dsa-65-ed25519", "ml-dsa-87-ecdsa-p384")


@cache
def vectors() -> dict[str, Any]:
    return dict(json.loads(lzma.decompress(VECTORS.read_bytes())))


def pair(name: str, variant: str = "default") -> composite.Pair:
    return composite.pairs(load(variant))[name]


def case(name: str, field: str = "signature") -> tuple[bytes, bytes, bytes]:
    """Key, message, signature."""
    own = vectors()["tests"][name]
    return bytes.fromhex(own["key"]), bytes.fromhex(vectors()["message"]), bytes.fromhex(own[field])


HONEST = composite.callback(classical.verify)


def verdict(name: str, key: bytes, message: bytes, signature: bytes, variant: str = "default", **other: Any) -> int:
    return composite.verify(pair(name, variant), HONEST, key, message, signature, **other)


def test_what_there_is() -> None:
    """Names, labels, object identifiers and sizes, as the draft has them."""
    found = composite.pairs(load())
    assert tuple(found) == NAMES == tuple(vectors()["tests"])
    for name, entry in found.items():
        own = vectors()["tests"][name]
        assert entry.label.decode() == own["id"].replace("id-MLDSA", "COMPSIG-MLDSA")
        certificate = bytes.fromhex(own["certificate"])
        arc = int(entry.oid.rpartition(".")[2])
        assert bytes.fromhex(f"06082b0601050507 06{arc:02x}") in certificate
        key, _, signature = case(name)
        assert len(key) == entry.key_bytes and entry.signature_least <= len(signature) <= entry.signature_bytes
        classical_bytes = entry.key_bytes - entry.ml_dsa.key_bytes
        assert entry.anchor_bytes == 64 + classical_bytes <= 161


@pytest.mark.twice
@pytest.mark.parametrize("variant", ("default", "fast", "small"))
@pytest.mark.parametrize("name", NAMES)
def test_vectors(name: str, variant: str) -> None:
    """With and without a context, streamed and at once."""
    context = bytes.fromhex(vectors()["context"])
    assert verdict(name, *case(name), variant) == ACCEPT
    assert verdict(name, *case(name, "signature_with_context"), variant, context=context) == ACCEPT
    assert composite.verify_at_once(pair(name, variant), HONEST, *case(name)) == ACCEPT
    assert verdict(name, *case(name), variant, context=context) == SIGNATURE
    assert verdict(name, *case(name, "signature_with_context"), variant) == SIGNATURE


@pytest.mark.parametrize("size", CHUNKS)
@pytest.mark.parametrize("name", NAMES[:2])
def test_every_cutting(name: str, size: Any) -> None:
    """In pieces of any size, moved between them, asked for or pushed."""
    for push in (False, True):
        assert verdict(name, *case(name), chunk=chunk(size), move=True, push=push) == ACCEPT


@pytest.mark.parametrize("name", NAMES)
def test_one_bit(name: str) -> None:
    """A bit of the message, of either half of the signature, of either half of the key."""
    key, message, signature = case(name)
    target = pair(name)
    for at in (0, len(message) - 1):
        assert verdict(name, key, flipped(message, at), signature) == SIGNATURE
    for at in (0, 40, target.ml_dsa.signature_bytes - 1):
        assert verdict(name, key, message, flipped(signature, at)) not in (ACCEPT, PENDING)
    for at in range(target.ml_dsa.signature_bytes, len(signature)):
        assert verdict(name, key, message, flipped(signature, at)) == SIGNATURE
    anchor = target.anchor(key)
    assert verdict(name, flipped(key, 7), message, signature, anchor=anchor) == KEY
    # The device never asks for the classical key: its own counts.
    assert verdict(name, flipped(key, len(key) - 1), message, signature, anchor=anchor) == ACCEPT
    assert verdict(name, key, message, signature, anchor=flipped(anchor, len(anchor) - 1)) == SIGNATURE


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


def test_lengths() -> None:
    """Announced ones that are not the pair's; too few bytes, too many."""
    for name in NAMES:
        key, message, signature = case(name)
        target = pair(name)
        assert verdict(name, key + b"\0", message, signature, anchor=target.anchor(key)) == KEY_LENGTH
        for wrong in (target.signature_bytes + 1, target.signature_least - 1):
            assert verdict(name, key, message, (signature + bytes(99))[:wrong]) == SIG_LENGTH
        assert verdict(name, key, message, signature, context=bytes(256)) == CONTEXT
        run = composite.begun(target, HONEST, key, message, signature)
        assert run.feed_code(message + b"\0") == OVERFEED and run.close_code() == OVERFEED
        assert run.close_code() == ARGUMENT and run.feed_code(b"") == ARGUMENT
        run = composite.begun(target, HONEST, key, message, signature)
        assert run.feed_code(message) == PENDING and run.close_code() == INCOMPLETE
    for name in NAMES[1:4]:
        key, message, signature = case(name)
        # A byte after the DER, which the announced length includes.
        assert verdict(name, key, message, signature + b"\0") in (SIGNATURE, SIG_LENGTH)
        # A zero too many before r.
        split = pair(name).ml_dsa.signature_bytes
        der = bytearray(signature[split:])
        longer = bytes([0x30, der[1] + 1, 2, der[3] + 1, 0]) + bytes(der[4:])
        assert verdict(name, key, message, signature[:split] + longer) in (SIGNATURE, SIG_LENGTH)


@pytest.mark.parametrize("name", NAMES)
def test_halves_alone(name: str) -> None:
    """No half is a signature of the message; nor does one half make a composite."""
    key, message, signature = case(name)
    target = pair(name)
    split, ml_dsa = target.ml_dsa.signature_bytes, target.ml_dsa
    alone = key[:target.ml_dsa.key_bytes]
    for context in (b"", target.label):
        arguments = Arguments(context=context)
        assert not load().verify(ml_dsa, alone, message, signature[:split], arguments).accepted
    asked: list[classical.Question] = []

    def listening(question: classical.Question) -> bool:
        asked.append(question)
        return classical.verify(question)
    assert composite.verify(target, composite.callback(listening), key, message, signature) == ACCEPT
    assert len(asked) == 2 and asked[0] == asked[1]
    (question, _) = asked
    assert message not in question.message and classical.verify(question)
    assert not classical.verify(classical.question(target.algorithm, question.key, message, question.signature))
    # A valid half beside another one's, of another signature.
    other = case(name, "signature_with_context")[2]
    for mixed in (signature[:split] + other[split:], other[:split] + signature[split:]):
        assert verdict(name, key, message, mixed) == SIGNATURE


@pytest.mark.parametrize("answers", ((True, False), (False, True), (False, False)))
def test_answers_that_differ(answers: tuple[bool, bool]) -> None:
    """The classical half must say yes twice. The other half is computed all the same."""
    for name in NAMES[:2]:
        given = list(answers)
        lying = composite.callback(lambda question, given=given: given.pop(0))  # type: ignore[misc]
        key, message, signature = case(name)
        run = composite.begun(pair(name), lying, key, message, signature)
        wanted = 0
        while (want := run.want()).length:
            part = (b"", key, message, signature)[want.part]
            run.feed_code(part[want.offset:want.offset + want.length])
            wanted += want.length
        assert not given
        assert wanted == len(message) + len(signature) + pair(name).ml_dsa.key_bytes
        assert run.close_code() == SIGNATURE


def test_another_pair() -> None:
    """A signature under the label of one pair is none of another with the same algorithms and lengths."""
    ours = vectors()["tests"]
    for name, other in (("ml-dsa-65-ecdsa-p256", "ml-dsa-44-ecdsa-p256"), ("ml-dsa-65-ed25519", "ml-dsa-44-ed25519")):
        split = pair(name).ml_dsa.signature_bytes
        foreign = bytes.fromhex(ours[other]["signature"])[pair(other).ml_dsa.signature_bytes:]
        foreign_key = bytes.fromhex(ours[other]["key"])[pair(other).ml_dsa.key_bytes:]
        key, message, signature = case(name)
        mixed_key = key[:pair(name).ml_dsa.key_bytes] + foreign_key
        assert verdict(name, mixed_key, message, signature[:split] + foreign) == SIGNATURE
