# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Published signatures through every variant, fed in every way, with the state moved between feeds."""
from __future__ import annotations

import hashlib

import pytest

from kilosig.schemes.vectors import Vector
from kilosig.library.binding import Arguments, Library
from kilosig.library.catalog import SCHEMES
from kilosig.library.hashes import shake256
from kilosig.library.verdicts import CONTEXT, HINT, KEY, SIGNATURE, SIG_LENGTH, Z_RANGE
from streaming import stream
from support import CHUNKS, ML_DSA, chunk, flipped, known_answers, longest_key

pytestmark = [pytest.mark.library, pytest.mark.twice, pytest.mark.every_set]


def expected_reasons(vector: Vector) -> set:
    """What may be the reason for refusing a Dilithium2 vector, from what was done to it."""
    if len(vector.signature) != 2420:
        return {SIG_LENGTH}
    if vector.key != vector.anchor_key:
        return {KEY}
    if "z in [" in vector.why or vector.why.startswith(("z =", "z coefficient")):
        return {Z_RANGE}
    if "one hint moved" in vector.why:
        # Still canonical if the order within the next polynomial allows.
        return {HINT, SIGNATURE}
    if vector.why.startswith(("hint", "repeated hint", "last hint", "non-zero")):
        return {HINT}
    if vector.why.startswith(("signature of another", "signature made", "message", "bit flip in message",
                              "bit flip in c tilde")):
        return {SIGNATURE}
    return {Z_RANGE, HINT, SIGNATURE}


@pytest.mark.sampled
@pytest.mark.parametrize("move", [False, True], ids=["still", "moved"])
@pytest.mark.parametrize("size", CHUNKS)
def test_dilithium2(library: Library, dilithium_vectors: list[Vector], size: object, move: bool) -> None:
    """Verdicts and reasons do not depend on chunks, nor on where the state is."""
    scheme = library.scheme("dilithium2-r3")
    assert scheme is not None
    accepted = 0
    for vector in dilithium_vectors:
        assert vector.key is not None and vector.anchor_key is not None
        verdict = stream(scheme, vector.key, vector.message, vector.signature,
                         Arguments(anchor=scheme.anchor(vector.anchor_key)), chunk(size), move)
        if vector.valid:
            assert verdict.accepted, (vector.id, vector.why, str(verdict))
            accepted += 1
        else:
            assert verdict.code in expected_reasons(vector), (vector.id, vector.why, str(verdict))
    assert (accepted, len(dilithium_vectors)) == (15, 77)


@pytest.mark.slow
@pytest.mark.parametrize("name", ML_DSA)
def test_ml_dsa(library: Library, name: str) -> None:
    """100 known answers each, and the same with one bit wrong somewhere."""
    scheme = library.scheme(name)
    assert scheme is not None
    answers = known_answers(name)
    for number, answer in enumerate(answers):
        arguments = Arguments(context=answer.context)
        sizes = chunk(CHUNKS[number % len(CHUNKS)])
        move = number % 2 == 1
        assert stream(scheme, answer.key, answer.message, answer.signature, arguments, sizes, move).accepted
        assert library.verify_at_once(scheme, answer.key, answer.message, answer.signature, arguments).accepted

        anchor = scheme.anchor(answer.key)
        bit = 1009 * (number + 1)
        wrong_signature = flipped(answer.signature, bit % (8 * len(answer.signature)))
        wrong_key = flipped(answer.key, bit % (8 * len(answer.key)))
        wrong_message = flipped(answer.message, bit % (8 * len(answer.message)))
        assert library.verify(scheme, answer.key, answer.message, wrong_signature,
                              arguments).code in (Z_RANGE, HINT, SIGNATURE)
        assert library.verify(scheme, wrong_key, answer.message, answer.signature,
                              Arguments(anchor=anchor, context=answer.context)).code == KEY
        # With its own anchor the other key is a trusted one, but not the signer's.
        assert library.verify(scheme, wrong_key, answer.message, answer.signature, arguments).code == SIGNATURE
        assert library.verify(scheme, answer.key, wrong_message, answer.signature, arguments).code == SIGNATURE
        longer = Arguments(context=answer.context[:254] + b"x" if len(answer.context) < 255 else b"x")
        assert library.verify(scheme, answer.key, answer.message, answer.signature, longer).code == SIGNATURE
        too_long = Arguments(context=bytes(256))
        assert library.verify(scheme, answer.key, answer.message, answer.signature, too_long).code == CONTEXT
    assert len(answers) == 100


def test_known_answers_are_complete() -> None:
    """300 of them in all, with contexts and messages of many lengths."""
    answers = [answer for name in ML_DSA for answer in known_answers(name)]
    assert len(answers) == 300
    assert len({len(answer.message) for answer in answers}) > 50
    assert any(answer.context for answer in answers)


# Bytes of key, signature (the longest) and anchor by the standards.
LENGTHS = {
    "ml-dsa-44": (1312, 2420, 64), "ml-dsa-65": (1952, 3309, 64), "ml-dsa-87": (2592, 4627, 64),
    "dilithium2-r3": (1312, 2420, 32),
    "haetae-2": (992, 1474, 32), "haetae-2-kpqc": (992, 1474, 32), "haetae-3": (1472, 2349, 32),
    "haetae-3-kpqc": (1472, 2349, 32), "haetae-5": (2080, 2948, 32), "haetae-5-kpqc": (2080, 2948, 32),
    "falcon-512-r3": (897, 746, 32), "falcon-512-padded-r3": (897, 666, 32),
    "falcon-1024-r3": (1793, 1454, 32), "falcon-1024-padded-r3": (1793, 1280, 32),
    "fn-dsa-512": (897, 666, 64), "fn-dsa-1024": (1793, 1280, 64),
    **{f"slh-dsa-{family}-{size}": (key, signature, key)
       for family in ("sha2", "shake")
       for size, key, signature in (("128s", 32, 7856), ("128f", 32, 17088), ("192s", 48, 16224), ("192f", 48, 35664),
                                    ("256s", 64, 29792), ("256f", 64, 49856))},
    **{f"slh-dsa-{family}-{size}": (key, signature, key)
       for family in ("sha2", "shake")
       for size, key, signature in (("128-24", 32, 3856), ("192-24", 48, 7752), ("256-24", 64, 14944))},
    "sphincs-sha256-128s-simple-r3": (32, 7856, 32), "sphincs-sha256-128f-simple-r3": (32, 17088, 32),
    "lms": (56, 9324, 56), "hss": (60, 74988, 60), "xmss": (132, 9732, 132), "xmssmt": (132, 104520, 132),
    "rainbow-1-classic": (161600, 66, 32), "gemss-128": (352188, 33, 32),
    **{f"uov-{name}-r3": (key, signature, 32)
       for name, key, signature in (("1p", 321300, 135), ("1p-pkc", 46591, 135), ("1s", 412160, 96),
                                    ("1s-pkc", 66576, 96), ("3", 1347912, 209), ("3-pkc", 189232, 209),
                                    ("5", 3232320, 275), ("5-pkc", 446992, 275))},
    "mayo-1-r3": (1456, 464, 32), "mayo-2-r3": (2928, 239, 32), "mayo-3-r3": (2986, 681, 32),
    "mayo-5-r3": (5554, 964, 32),
}
SHA256_ANCHORS = ("haetae", "falcon", "rainbow", "gemss", "uov", "mayo")
CONTEXTS = [name for name in LENGTHS if name.startswith(("ml-dsa", "fn-dsa", "slh-dsa"))
            or name.startswith("haetae") and not name.endswith("kpqc")]


@pytest.mark.parametrize("name", LENGTHS)
def test_sizes_and_anchor(library: Library, name: str) -> None:
    """Lengths by the standards; the anchor is the digest of FIPS 202 or 180-4, or the key."""
    scheme = library.scheme(name)
    assert scheme is not None
    known = SCHEMES[name]
    assert (scheme.key_bytes, scheme.signature_bytes, scheme.anchor_bytes) == LENGTHS[name]
    assert known.has_context == (name in CONTEXTS)
    assert known.sha256_anchor == name.startswith(SHA256_ANCHORS)
    assert bool(known.broken) == name.startswith(("rainbow", "gemss"))
    key = longest_key(name) + b"x"
    own = key[:known.key_bytes]
    digest = (own if known.key_anchor else hashlib.sha256(own).digest() if known.sha256_anchor
              else shake256(own, known.anchor_bytes))
    assert scheme.anchor(own) == digest
    assert scheme.anchor(key[:known.key_bytes]) == known.anchor(key[:known.key_bytes])
    for wrong in (key[:known.key_bytes - 1], key[:known.key_bytes + 1], b""):
        assert scheme.anchor(wrong) == known.anchor(wrong) == bytes(known.anchor_bytes)


def test_scheme_list(library: Library) -> None:
    """Every scheme is in the list once, and a name that is none is not found."""
    assert [scheme.name for scheme in library.schemes()] == list(LENGTHS)
    assert library.scheme("ml-dsa-45") is None
