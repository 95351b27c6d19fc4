# SPDX-License-Identifier: Apache-2.0 OR MIT
"""LMS, HSS, XMSS and XMSS^MT: vectors, every set, the order of wants, and for each check what only it rejects."""
from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache

import pytest

from kilosig.schemes.vectors import Vector, read_vectors
from kilosig.library import verdicts
from kilosig.library.binding import (PART_MESSAGE, PART_SIGNATURE, Arguments, Library, LibraryScheme, Want, load,
                                     want_order)
from kilosig.library.hashes import MODE_DIGEST, MODE_EXTERNAL_MU, MODE_PREHASH
from kilosig.schemes import stateful
from kilosig.schemes.stateful import LMS_SETS, XMSSMT_SETS, XMSS_SETS, LmsSet, XmssSet
from kilosig.schemes.stateful_material import HssPair, LmsPair, XmssPair, lms_digits, pair_of
from sampling import FULL
from streaming import stream
from support import CHUNKS, VECTORS, chunk, every_bit, flipped, stateful_example

pytestmark = pytest.mark.library

COUNTS = {"lms": (44, 147), "hss": (35, 146), "xmss": (31, 122), "xmssmt": (23, 114)}
MESSAGE = b"activate 33 units of the machine."
W4 = LMS_SETS["LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4"]
W8 = LMS_SETS["LMS_SHA256_M32_H10/LMOTS_SHA256_N32_W8"]
SHAKE = LMS_SETS["LMS_SHAKE_M32_H5/LMOTS_SHAKE_N32_W4"]
SMALL = LMS_SETS["LMS_SHA256_M24_H5/LMOTS_SHA256_N24_W4"]
XMSS = XMSS_SETS["XMSS-SHA2_10_256"]
XMSSMT = XMSSMT_SETS["XMSSMT-SHA2_20/2_256"]


def scheme_of(name: str, library: Library | None = None) -> LibraryScheme:
    """The scheme in the tool's library, or another."""
    scheme = (library or load()).scheme(name)
    assert scheme is not None
    return scheme


def padded(scheme: LibraryScheme, key: bytes) -> bytes:
    """A key as an anchor, whatever it is."""
    return key.ljust(scheme.anchor_bytes, b"\0")


def code(name: str, key: bytes, signature: bytes, message: bytes = MESSAGE, library: Library | None = None,
         **changes: object) -> int:
    """The verdict; the anchor is the key, as it is."""
    scheme = scheme_of(name, library)
    arguments = Arguments(anchor=padded(scheme, key), **changes)
    return scheme.library.verify(scheme, key, message, signature, arguments).code


@cache
def vectors_of(name: str) -> list[Vector]:
    vectors = read_vectors(VECTORS / f"{name}.json.xz")
    assert all(vector.scheme == name for vector in vectors)
    assert (sum(vector.valid for vector in vectors), len(vectors)) == COUNTS[name]
    return vectors


# ---- Vectors and sets -----------------------------------------------------------------------------------------------


@pytest.mark.twice
@pytest.mark.parametrize("size", CHUNKS)
@pytest.mark.parametrize("name", stateful.NAMES)
def test_vectors(name: str, size: object) -> None:
    """Verdicts and reasons do not depend on chunks, nor on where the state is."""
    scheme = scheme_of(name)
    for vector in vectors_of(name):
        assert vector.key is not None
        verdict = stream(scheme, vector.key, vector.message, vector.signature, Arguments(), chunk(size), size != 1)
        assert verdict.accepted == vector.valid, (vector.id, vector.why, str(verdict))
        assert verdict.code == reason_of(name, vector), (vector.id, vector.why, str(verdict))


@cache
def _reasons(name: str) -> dict[str, int]:
    scheme = scheme_of(name)
    return {vector.id: load().verify_at_once(scheme, vector.key or b"", vector.message, vector.signature).code
            for vector in vectors_of(name)}


def reason_of(name: str, vector: Vector) -> int:
    """Of the same vector at once."""
    return _reasons(name)[vector.id]


EXPECTED: tuple[tuple[str, str, int], ...] = (
    ("lms", "crafted: q", verdicts.INDEX), ("lms", "q + 2^h", verdicts.INDEX),
    ("lms", "LMS type of another hash", verdicts.TYPE), ("lms", "crafted: LM-OTS type", verdicts.TYPE),
    ("lms", "LM-OTS type of another w", verdicts.TYPE), ("lms", "unassigned L", verdicts.TYPE),
    ("lms", "bit flip in lmstype", verdicts.TYPE), ("lms", "bit flip in otstype", verdicts.TYPE),
    ("lms", "policy", verdicts.SET_MIX), ("hss", "policy", verdicts.SET_MIX),
    ("lms", "signature half", verdicts.SIG_LENGTH), ("lms", "signature one byte", verdicts.SIG_LENGTH),
    ("xmss", "crafted: idx", verdicts.INDEX),
    ("xmssmt", "crafted: idx", verdicts.INDEX))


@pytest.mark.parametrize("name, why, reason", EXPECTED)
def test_reasons_of_vectors(name: str, why: str, reason: int) -> None:
    """Those whose `why` names the check are rejected by that check."""
    found = [vector for vector in vectors_of(name) if vector.why.startswith(why) and not vector.valid]
    reasons = {reason_of(name, vector) for vector in found}
    # Of another length, too, where the set of the signature would have that.
    assert reason in reasons and reasons <= {reason, verdicts.SIG_LENGTH}, [
        (vector.id, vector.why, reason_of(name, vector)) for vector in found]


def lms_sets() -> list[LmsSet]:
    """All with h = 5, and each other height once."""
    return [one for one in LMS_SETS.values() if one.height == 5 or one.width == 2 and one.family == one.height // 5 % 4]


@pytest.mark.parametrize("one", lms_sets(), ids=lambda one: one.name)
def test_every_lms_set(one: LmsSet) -> None:
    """The first leaf, one between, and the last."""
    for q in (0, (1 << one.height) * 2 // 3, (1 << one.height) - 1):
        pair = LmsPair(one, b"set", q)
        signature = pair.sign(MESSAGE)
        assert len(signature) == one.signature_bytes and len(pair.key) == one.key_bytes
        assert code("lms", pair.key, signature) == verdicts.ACCEPT
        assert code("lms", pair.key, signature, MESSAGE[:-1]) == verdicts.SIGNATURE


# Of XMSS^MT the sets of 6 and 8 layers are those of 4 and 12 once more, of XMSS those of height 16 those of 10 and 20.
# 12 layers take longest: those that are approved, and the longest of all signatures.
EVERY_XMSS = [pytest.param(one, marks=pytest.mark.full) if one.layers in (6, 8) or (one.layers, one.height) == (1, 16)
              or one.layers == 12 and not one.approved and one.core != "sha512" else one
              for one in (*XMSS_SETS.values(), *XMSSMT_SETS.values())]


@pytest.mark.slow
@pytest.mark.parametrize("one", EVERY_XMSS, ids=lambda one: one.name)
def test_every_xmss_set(one: XmssSet) -> None:
    """The last leaf, in `make full` another too; and the default library has those that SP 800-208 approves."""
    name = "xmss" if one.layers == 1 else "xmssmt"
    default = Library(str(VECTORS.parents[1] / "build/host/lib/libkilosig.so"))
    for index in ((1 << one.height) * 2 // 3, (1 << one.height) - 1)[0 if FULL and one.layers <= 4 else 1:]:
        pair = XmssPair(one, b"set", index)
        signature = pair.sign(MESSAGE)
        assert len(signature) == one.signature_bytes and len(pair.key) == one.key_bytes
        assert code(name, pair.key, signature) == verdicts.ACCEPT
        assert code(name, pair.key, signature, MESSAGE + b"x") == verdicts.SIGNATURE
        expected = verdicts.ACCEPT if one.approved else verdicts.SET_OFF
        assert code(name, pair.key, signature, library=default) == expected


# ---- The order of wants ---------------------------------------------------------------------------------------------


def order_of(name: str, key: bytes, signature: bytes) -> list[Want]:
    wants, verdict = want_order(scheme_of(name), key, MESSAGE, signature)
    assert verdict.accepted
    return wants


def test_order_of_wants() -> None:
    """Each byte of the signature once; the message after the first bytes that its hash needs."""
    lms = LmsPair(W8, b"order", 3)
    assert order_of("lms", lms.key, lms.sign(MESSAGE)) == [
        Want(PART_SIGNATURE, 0, 40), Want(PART_MESSAGE, 0, 33), Want(PART_SIGNATURE, 40, 1412)]
    xmss = XmssPair(XMSS, b"order", 3)
    assert order_of("xmss", xmss.key, xmss.sign(MESSAGE)) == [
        Want(PART_SIGNATURE, 0, 36), Want(PART_MESSAGE, 0, 33), Want(PART_SIGNATURE, 36, 2464)]
    several = XmssPair(XMSSMT, b"order", 3)
    assert order_of("xmssmt", several.key, several.sign(MESSAGE)) == [
        Want(PART_SIGNATURE, 0, 35), Want(PART_MESSAGE, 0, 33), Want(PART_SIGNATURE, 35, 4928)]


@pytest.mark.parametrize("sets", [(W4,), (W4, W8), (W8, W4, W4), (W4,) * 8], ids=lambda sets: str(len(sets)))
def test_order_of_hss(sets: Sequence[LmsSet]) -> None:
    """The next key comes between the beginning and the rest of the signature before it."""
    pair = HssPair(sets, b"order", [5] * len(sets))
    signature, begin, expected, covered = pair.sign(MESSAGE), 4, [], Counter()
    for level, one in enumerate(sets):
        head, whole = 8 + one.n, one.signature_bytes
        expected.append(Want(PART_SIGNATURE, begin if level else 0, head + (0 if level else 4)))
        if level == len(sets) - 1:
            expected.append(Want(PART_MESSAGE, 0, 33))
        else:
            expected.append(Want(PART_SIGNATURE, begin + whole, 56))
        expected.append(Want(PART_SIGNATURE, begin + head, whole - head))
        begin += whole + 56
    wants = order_of("hss", pair.key, signature)
    assert wants == expected
    for want in wants:
        if want.part == PART_SIGNATURE:
            covered.update(range(want.offset, want.offset + want.length))
    assert covered == Counter(range(len(signature)))


# ---- What is wrong with a signature ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", stateful.NAMES)
def test_every_byte(name: str) -> None:
    """A bit of each byte of a signature of the smallest kind, and of each key each bit; of XMSS^MT of one byte in five.
    In `make full` of every byte, and of LMS each bit of a signature."""
    one = {"lms": [SMALL], "hss": [SMALL] * 2, "xmss": [XMSS_SETS["XMSS-SHA2_10_192"]],
           "xmssmt": [XMSSMT_SETS["XMSSMT-SHA2_20/4_192"]]}[name]
    key, sign = pair_of(name, one, b"bits", 9)
    signature, scheme = sign(MESSAGE), scheme_of(name)
    every = FULL and name == "lms"
    # Four trees are four times as long, and a verification takes four times as long.
    step = 1 if FULL or name != "xmssmt" else 5
    changed = (list(every_bit(signature)) if every
               else [flipped(signature, 8 * place + place * 5 % 8) for place in range(0, len(signature), step)])
    arguments, library = Arguments(anchor=padded(scheme, key)), load()

    def verify(changed: bytes) -> int:
        return library.verify_at_once(scheme, key, MESSAGE, changed, arguments).code

    assert verify(signature) == verdicts.ACCEPT
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        reasons = Counter(pool.map(verify, changed))
    assert verdicts.ACCEPT not in reasons and sum(reasons.values()) == len(changed)
    allowed = {verdicts.SIGNATURE, verdicts.INDEX}
    if name == "lms":
        # q has 27 bits too many, in each of its bytes; both types have 32.
        assert (reasons[verdicts.INDEX], reasons[verdicts.TYPE]) == ((27, 64) if every else (4, 8))
        allowed.add(verdicts.TYPE)
    if name == "hss":
        # Nspk; a key inside that names another set is of another length or hash, or none.
        allowed |= {verdicts.TYPE, verdicts.LEVELS, verdicts.SET, verdicts.SET_MIX, verdicts.SIG_LENGTH}
        assert reasons[verdicts.LEVELS] == 4 and reasons[verdicts.SET] > 0
    assert set(reasons) <= allowed
    assert reasons[verdicts.SIGNATURE] > len(changed) * 9 // 10
    for wrong in every_bit(key):
        assert code(name, wrong, signature) not in (verdicts.ACCEPT, verdicts.PENDING, verdicts.FAULT)


@pytest.mark.parametrize("q", [32, 33, 1 << 31, (1 << 32) - 1])
def test_q_beyond_the_tree(q: int) -> None:
    """The equation holds for it, but where 2^h + q would have more than 32 bits."""
    if q + 32 < 1 << 32:
        pair = LmsPair(W4, b"q", q)
        assert code("lms", pair.key, pair.sign(MESSAGE)) == verdicts.INDEX
    pair = LmsPair(W4, b"q", 0)
    signature = q.to_bytes(4, "big") + pair.sign(MESSAGE)[4:]
    assert code("lms", pair.key, signature) == verdicts.INDEX


@pytest.mark.parametrize("one, index", [
    (XMSS, 1 << 10), (XMSS, (1 << 32) - 1), (XMSSMT, 1 << 20), (XMSSMT, (1 << 24) - 1),
    (XMSSMT_SETS["XMSSMT-SHA2_60/12_256"], 1 << 60)], ids=str)
def test_index_beyond_the_tree(one: XmssSet, index: int) -> None:
    """The equation holds: all hashes have the tree's number."""
    pair = XmssPair(one, b"index", index)
    assert code("xmss" if one.layers == 1 else "xmssmt", pair.key, pair.sign(MESSAGE)) == verdicts.INDEX


def test_types_of_the_signature() -> None:
    """Not the key's, though the equation does not have them."""
    pair = LmsPair(W4, b"types", 7)
    signature = pair.sign(MESSAGE)
    place = 8 + 32 * 68
    assert signature[place:place + 4] == bytes([0, 0, 0, W4.lms])
    for at, byte in ((7, 4), (7, 7), (4, 1), (place + 3, 6), (place + 3, 10), (place, 1)):
        assert code("lms", pair.key, signature[:at] + bytes([byte]) + signature[at + 1:]) == verdicts.TYPE


def test_checksum() -> None:
    """Without it the chains could be walked on: the signature of a message whose digits are no lower."""
    pair = LmsPair(SMALL, b"checksum", 7)
    message, signature = MESSAGE, pair.sign(MESSAGE)
    digits = stateful_digits(pair, message)
    # Of a chain whose digit is lower by one: a value that leads to the same end is not known, but one step further is.
    for chain in (0, 17, 47, 48, 50):
        place = 8 + 24 * (1 + chain)
        value = pair.chain(chain, digits[chain], min(15, digits[chain] + 1), signature[place:place + 24])
        if value != signature[place:place + 24]:
            assert code("lms", pair.key, signature[:place] + value + signature[place + 24:]) == verdicts.SIGNATURE


def stateful_digits(pair: LmsPair, message: bytes) -> list[int]:
    digest = pair.hash(pair.q.to_bytes(4, "big"), b"\x81\x81", pair.sign(message)[8:8 + pair.set.n], message)
    return lms_digits(pair.set, digest)


@pytest.mark.parametrize("name", stateful.NAMES)
def test_lengths(name: str) -> None:
    """Announced or real ones that are not the set's, also those of other sets."""
    vector = stateful_example(name)
    key, message, signature = vector.key or b"", vector.message, vector.signature
    for wrong in (signature[:-1], signature + b"\0", b"", signature[:11], signature + signature):
        assert code(name, key, wrong, message) == verdicts.SIG_LENGTH
    for length in (0, len(key) - 1, len(key) + 1, 48, 52, 56, 60, 68, 132, 1 << 31):
        expected = verdicts.ACCEPT if length == len(key) else verdicts.KEY_LENGTH
        assert code(name, key, signature, message, key_length=length) == expected
    least = {"lms": 780, "hss": 784, "xmss": 1492, "xmssmt": 2955}[name]
    for length in (least, 1 << 32 - 1):
        assert code(name, key, signature, message, signature_length=length) == verdicts.SIG_LENGTH


@pytest.mark.parametrize("name", stateful.NAMES)
def test_sets_of_the_key(name: str) -> None:
    """Codes that do not exist, and of LMS those that do not go together."""
    vector = stateful_example(name)
    key, signature = vector.key or b"", vector.signature
    at = 4 if name == "hss" else 0
    for unknown in (0, 4 if "lms hss".find(name) >= 0 else 57, 0x19 if at or name == "lms" else 0x39, 0x01000001):
        changed = key[:at] + unknown.to_bytes(4, "big") + key[at + 4:]
        assert code(name, changed, signature) == verdicts.SET
    if name in ("lms", "hss"):
        for unknown in (0, 17, 0x100):
            assert code(name, key[:at + 4] + unknown.to_bytes(4, "big") + key[at + 8:], signature) == verdicts.SET
        for other in (5, 9, 13):
            assert code(name, key[:at + 4] + other.to_bytes(4, "big") + key[at + 8:], signature) == verdicts.SET_MIX


@pytest.mark.parametrize("name", stateful.NAMES)
def test_modes(name: str) -> None:
    """Pure, without a context."""
    vector = stateful_example(name)
    key, signature = vector.key or b"", vector.signature
    for mode in (MODE_PREHASH, MODE_DIGEST, MODE_EXTERNAL_MU, 4):
        assert code(name, key, signature, mode=mode, hash=1) == verdicts.ARGUMENT
    assert code(name, key, signature, context=b"x") == verdicts.CONTEXT


def test_sets_that_are_left_out() -> None:
    """test/configs/stateful_reduced.h: refused by a reason of their own, before anything is read after the codes."""
    reduced = Library(str(VECTORS.parents[1] / "build/host/test/libconfig_stateful_reduced.so"))
    for one in LMS_SETS.values():
        if one.height != 5:
            continue
        pair = LmsPair(one, b"reduced", 1)
        signature = pair.sign(MESSAGE)
        there = not one.shake and one.n == 32 and one.width in (2, 4)
        for name, key, signed in (("lms", pair.key, signature),
                                  ("hss", bytes([0, 0, 0, 1]) + pair.key, bytes(4) + signature)):
            assert code(name, key, signed, library=reduced) == (verdicts.ACCEPT if there else verdicts.SET_OFF)
    # A level below that is left out: signed by one that is there.
    pair = HssPair([W4, replace(W4, lms=W8.lms, ots=W8.ots)], b"reduced", [0, 0])
    assert code("hss", pair.key, pair.sign(MESSAGE), library=reduced) == verdicts.SET_OFF


# ---- HSS ------------------------------------------------------------------------------------------------------------


def hss(sets: Sequence[LmsSet], leaf: int = 3) -> tuple[bytes, bytes, HssPair]:
    pair = HssPair(sets, b"hss", [leaf] * len(sets))
    return pair.key, pair.sign(MESSAGE), pair


def test_levels() -> None:
    """L and Nspk: out of range, not together, and so that L - 1 or Nspk + 1 wraps."""
    key, signature, pair = hss([W4, W4])
    assert code("hss", key, signature) == verdicts.ACCEPT
    for levels, others in ((0, 0xffffffff), (9, 8), (0x102, 0x101), (0xffffffff, 0xfffffffe), (1 << 31, (1 << 31) - 1)):
        for announced in (others, 1, 0):
            assert code("hss", levels.to_bytes(4, "big") + key[4:],
                        announced.to_bytes(4, "big") + signature[4:]) in (verdicts.LEVELS, verdicts.SIG_LENGTH)
    nine = HssPair([W4] * 9, b"nine", [0] * 9)
    assert code("hss", nine.key, nine.sign(MESSAGE)) == verdicts.LEVELS
    for announced in (0, 2, 0x101, 0xffffffff):
        assert code("hss", key, announced.to_bytes(4, "big") + signature[4:]) == verdicts.LEVELS
    # A level's signature for that of the whole: its message is the next key.
    top = pair.pairs[0]
    alone = bytes(4) + top.sign(pair.pairs[1].key)
    assert code("hss", key, alone, pair.pairs[1].key) == verdicts.SIG_LENGTH
    assert code("hss", bytes([0, 0, 0, 1]) + top.key, alone, pair.pairs[1].key) == verdicts.ACCEPT


@pytest.mark.parametrize("below", [SHAKE, SMALL, LMS_SETS["LMS_SHAKE_M24_H5/LMOTS_SHAKE_N24_W4"]],
                         ids=lambda one: one.name)
def test_levels_of_another_hash(below: LmsSet) -> None:
    """Signed all the same."""
    key, signature, _ = hss([W4, below])
    assert code("hss", key, signature) in (verdicts.SET_MIX, verdicts.SIG_LENGTH)
    key, signature, _ = hss([W4, W4, below])
    assert code("hss", key, signature) in (verdicts.SET_MIX, verdicts.SIG_LENGTH)


def test_levels_of_no_set() -> None:
    """A key inside with codes that do not exist or do not go together, signed all the same."""
    for changes, reason in (({"lms": 4}, verdicts.SET), ({"ots": 17}, verdicts.SET), ({"lms": 25}, verdicts.SET),
                            ({"ots": 7}, verdicts.SET_MIX), ({"lms": 15}, verdicts.SET_MIX)):
        key, signature, _ = hss([W4, replace(W4, **changes)])
        assert code("hss", key, signature) == reason, changes


def test_levels_by_another_key() -> None:
    """A key of one's own below: everything is right but the signature of that key, which ends it at once."""
    key, signature, pair = hss([W4, W4])
    own = HssPair([W4, W4], b"own", [3, 3])
    size = W4.signature_bytes
    forged = signature[:4 + size] + own.pairs[1].key + own.pairs[1].sign(b"evil")
    assert code("hss", key, forged, b"evil") == verdicts.SIGNATURE
    wants, _ = want_order(scheme_of("hss"), key, b"evil", forged)
    assert len(wants) == 3 and all(want.part == PART_SIGNATURE for want in wants)
    # The other way round, and the levels' signatures exchanged.
    assert code("hss", key, own.sign(MESSAGE)) == verdicts.SIGNATURE
    swapped = signature[:4] + signature[-size:] + pair.pairs[1].key + signature[4:4 + size]
    assert code("hss", key, swapped) == verdicts.SIGNATURE


def test_levels_and_length() -> None:
    """Bytes after the last level, or missing there, show as soon as the last key is there; before that no end is."""
    key, signature, _ = hss([W4, W8, W4])
    for wrong in (signature + b"\0", signature[:-1], signature + signature[-60:], signature[:-W4.signature_bytes]):
        assert code("hss", key, wrong) == verdicts.SIG_LENGTH
    for length in (0, 3, 4, 12, 100, W4.signature_bytes + 3, W4.signature_bytes + 60, 1 << 32 - 1):
        assert code("hss", key, signature, signature_length=length) == verdicts.SIG_LENGTH
