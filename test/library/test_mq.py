# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rainbow and GeMSS, the broken schemes for research: vectors, and senders that change the key between passes."""
from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from kilosig.schemes.vectors import Vector
from kilosig.library import verdicts
from kilosig.library.binding import (PART_KEY, Arguments, Library, LibraryScheme, Verification, load, prepare,
                                     want_order)
from kilosig.schemes import rainbow
from sampling import FULL
from streaming import stream
from support import CHUNKS, VECTORS, broken_example, broken_vectors, chunk, random_bytes

pytestmark = pytest.mark.library

RAINBOW, GEMSS = "rainbow-1-classic", "gemss-128"
VARIABLES, EQUATIONS, COLUMN = 186, 162, 20
PART_B, EQUATION_BYTES, GEMSS_KEY = 347840, 2174, 352188
# Schemes and the variants of the library in which they differ.
KINDS = [(RAINBOW, "default"), (GEMSS, "default"), (GEMSS, "fast")]
PIECE = 512 if FULL else 4096  # bytes of what a sender changes while it sends
# How GeMSS binds its passes: the variant, and whether there is a secret.
WAYS = [("default", True), ("default", False), ("fast", True), ("fast", False)]


def scheme_of(library: Library, name: str) -> LibraryScheme:
    scheme = library.scheme(name)
    assert scheme is not None
    return scheme


def expected_reason(vector: Vector) -> int:
    """Why a vector is refused, from what was done to it."""
    if len(vector.signature) != len(broken_example(vector.scheme).signature):
        return verdicts.SIG_LENGTH
    if vector.scheme == GEMSS and vector.signature[-1] >> 2:
        return verdicts.ENCODING
    return verdicts.KEY if vector.key != vector.anchor_key else verdicts.SIGNATURE


# ---- Vectors --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("move", [False, True], ids=["still", "moved"])
@pytest.mark.parametrize("size", [size for size in CHUNKS if size not in (1, 2)])
@pytest.mark.parametrize("name, variant", KINDS)
def test_vectors(name: str, variant: str, size: object, move: bool) -> None:
    """Verdicts and reasons do not depend on chunks, nor on where the state is."""
    library = load(variant)
    scheme = scheme_of(library, name)
    vectors = broken_vectors(name)
    if size == 7:  # takes long: a sixth of them
        vectors = vectors[::6]
    accepted = 0
    for vector in vectors:
        assert vector.key is not None and vector.anchor_key is not None
        verdict = stream(scheme, vector.key, vector.message, vector.signature,
                         Arguments(anchor=scheme.anchor(vector.anchor_key)), chunk(size), move)
        if vector.valid:
            assert verdict.accepted, (vector.id, vector.why, str(verdict))
            accepted += 1
        else:
            assert verdict.code == expected_reason(vector), (vector.id, vector.why, str(verdict))
    assert accepted == ({RAINBOW: 2, GEMSS: 1} if size == 7 else {RAINBOW: 8, GEMSS: 4})[name]


@pytest.mark.slow
@pytest.mark.parametrize("size", [pytest.param(1, marks=pytest.mark.full), 2])
@pytest.mark.parametrize("name, variant", KINDS)
def test_single_bytes(name: str, variant: str, size: int) -> None:
    """A genuine signature byte by byte, with the state moved all the time, and two by two; and at once."""
    library = load(variant)
    vector, scheme = broken_example(name), scheme_of(library, name)
    assert vector.key is not None
    assert stream(scheme, vector.key, vector.message, vector.signature, chunk=size, move=size == 1).accepted
    assert library.verify_at_once(scheme, vector.key, vector.message, vector.signature).accepted


def test_zero_monomials() -> None:
    """Rainbow: the digest alone refuses changes in columns whose z_i z_j is 0: with the changed key's digest they
    pass."""
    library = load()
    scheme, vector = scheme_of(library, RAINBOW), next(v for v in broken_vectors(RAINBOW) if v.id == "0")
    assert vector.key is not None
    z = [vector.signature[i // 2] >> 4 * (i % 2) & 15 for i in range(100)]
    columns = [(i, j) for i in range(100) for j in range(i, 100)]
    free = [number for number, (i, j) in enumerate(columns) if z[i] == 0 or z[j] == 0]
    assert len(free) > 300
    for number in (free[0], free[len(free) // 2], free[-1]):
        key = bytearray(vector.key)
        key[32 * number + number % 32] ^= 1 << number % 8
        anchors = ((scheme.anchor(vector.key), verdicts.KEY), (scheme.anchor(bytes(key)), verdicts.ACCEPT))
        for anchor, code in anchors:
            verdict = library.verify(scheme, bytes(key), vector.message, vector.signature, Arguments(anchor=anchor))
            assert verdict.code == code


def test_default_library_lacks_them() -> None:
    """The library as it is installed has neither."""
    library = Library(str(VECTORS.parents[1] / "build/host/lib/libkilosig.so"))
    names = [scheme.name for scheme in library.schemes()]
    assert "ml-dsa-44" in names and not {RAINBOW, GEMSS} & set(names)
    assert library.scheme(RAINBOW) is None and library.scheme(GEMSS) is None
    assert {RAINBOW, GEMSS} <= {scheme.name for scheme in load().schemes()}


# ---- Rainbow's signer -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_sign() -> None:
    """Keys and signatures of the tool; a signature fits its key and message only."""
    library = load()
    scheme = scheme_of(library, RAINBOW)
    seed = bytes(range(32))
    keys = [rainbow.public_key(rainbow.expand(value)) for value in (seed, bytes(32))]
    assert [len(key) for key in keys] == [161600, 161600] and keys[0] != keys[1]
    for message in (b"", b"m", random_bytes(1000, 1)):
        signature = rainbow.sign(seed, message)
        assert library.verify(scheme, keys[0], message, signature).accepted
        assert library.verify(scheme, keys[0], message + b"x", signature).code == verdicts.SIGNATURE
        assert library.verify(scheme, keys[1], message, signature).code == verdicts.SIGNATURE
    assert rainbow.sign(seed, b"m") != rainbow.sign(seed, b"m")


# ---- GeMSS: the passes ----------------------------------------------------------------------------------------------


def column_offset(i: int, j: int) -> int:
    """Where the coefficients of x_i x_j are."""
    return COLUMN * (1 + i * VARIABLES - i * (i - 1) // 2 + j - i)


def evaluate(key: bytes, v: int) -> int:
    """p(v), plainly."""
    total = int.from_bytes(key[:COLUMN], "little")
    for i in range(VARIABLES):
        for j in range(i, VARIABLES):
            if v >> i & v >> j & 1:
                offset = column_offset(i, j)
                total ^= int.from_bytes(key[offset:offset + COLUMN], "little")
    for e in range(2):
        offset = PART_B + e * EQUATION_BYTES
        bits = int.from_bytes(key[offset:offset + EQUATION_BYTES], "little")
        parity, bits = bits & 1, bits >> 1
        for r in range(VARIABLES):
            if v >> r & 1:
                parity ^= bin(bits & v & (1 << r + 1) - 1).count("1") & 1
            bits >>= r + 1
        total ^= parity << 160 + e
    return total


def values(key: bytes, message: bytes, signature: bytes) -> tuple[list[int], int]:
    """What each pass evaluates p at, and what the last one must give."""
    bits, digests, digest = int.from_bytes(signature, "little"), [], message
    for _ in range(4):
        digest = hashlib.sha3_256(digest).digest()
        digests.append(int.from_bytes(digest, "little") & (1 << EQUATIONS) - 1)
    found = [bits & (1 << VARIABLES) - 1]
    for t in range(3):
        x = bits >> VARIABLES + 24 * t & 0xFFFFFF
        found.append(evaluate(key, found[-1]) ^ digests[3 - t] | x << EQUATIONS)
    return found, digests[0]


def run_changed(way: tuple[str, bool], inputs: tuple[bytes, bytes, bytes],
                change: Callable[[int, bytearray, int], None], size: object = PIECE) -> int:
    """A verification whose sender may change what it sends: change(pass, bytes, their offset), pass = 1 .. 4. The
    code."""
    variant, secret = way
    key, message, signature = inputs
    library = load(variant)
    scheme = scheme_of(library, GEMSS)
    parts, end, number = (b"", key, message, signature), 0, 1

    def bring(part: int, offset: int, length: int) -> bytes:
        nonlocal end, number
        data = bytearray(parts[part][offset:offset + length])
        if part == PART_KEY:
            if offset < end:
                number += 1
            end = offset + length
            change(number, data, offset)
        return bytes(data)

    arguments = Arguments(secret=None if secret else b"")
    return library.verify(scheme, key, message, signature, arguments, chunk(size), source=bring).code


def flip(where: tuple[int, int], in_pass: int) -> Callable[[int, bytearray, int], None]:
    """Flips bit where[1] of byte where[0] of the key in one pass."""
    def change(number: int, data: bytearray, offset: int) -> None:
        if number == in_pass and offset <= where[0] < offset + len(data):
            data[where[0] - offset] ^= 1 << where[1]
    return change


def nothing(_number: int, _data: bytearray, _offset: int) -> None:
    """A sender that changes nothing."""


@pytest.mark.parametrize("way", WAYS)
def test_changes_between_passes(way: tuple[str, bool]) -> None:
    """One bit in each pass and each class of places: refused, whether the value depends on it or not."""
    vector = broken_example(GEMSS)
    assert vector.key is not None
    inputs = vector.key, vector.message, vector.signature
    assert run_changed(way, inputs, nothing) == verdicts.ACCEPT
    passes, wanted = values(*inputs)
    assert evaluate(vector.key, passes[3]) == wanted
    refused = ignored = 0
    for number, v in enumerate(passes, 1):
        live = [i for i in range(VARIABLES) if v >> i & 1]
        dead = [i for i in range(VARIABLES) if not v >> i & 1]
        places = {
            "constant": (3, 5), "first byte": (0, 0), "last constant": (19, 7),
            "live row, live column": (column_offset(live[3], live[9]) + 7, 2),
            "live row, dead column": (column_offset(live[0], next(j for j in dead if j > live[0])), 0),
            "first of a live row": (column_offset(live[5], live[5]), 1),
            "last of a live row": (column_offset(live[5], VARIABLES - 1) + 19, 7),
            "dead row": (column_offset(dead[4], max(live[-1], dead[4])) + 11, 3),
            "last column": (PART_B - 1, 6),
            "constant of equation 160": (PART_B, 0), "equation 160": (PART_B + 1000, 1),
            "last of equation 160": (PART_B + EQUATION_BYTES - 1, 7),
            "constant of equation 161": (PART_B + EQUATION_BYTES, 0),
            "last byte": (GEMSS_KEY - 1, 7),
        }
        for name, place in places.items():
            code = run_changed(way, inputs, flip(place, number))
            row = next((i for i in range(VARIABLES) if column_offset(i, i) <= place[0] < column_offset(i, i)
                        + COLUMN * (VARIABLES - i)), None)
            unread = way == ("fast", True) and number > 1 and (
                place[0] < COLUMN or row is not None and not v >> row & 1)
            if unread:
                ignored += 1
                assert code == verdicts.ACCEPT, (number, name)  # it was not asked for
            else:
                refused += 1
                assert code == (verdicts.KEY if number == 1 or not way[1] else verdicts.RESTREAM), (number, name)
    assert refused + ignored == 4 * 14
    assert (ignored > 0) == (way == ("fast", True)) and refused >= 40


@pytest.mark.parametrize("way", WAYS)
def test_forgery_by_the_last_pass(way: tuple[str, bool]) -> None:
    """Without binding anyone could sign: in the last pass the sender sends the key for which the equation holds."""
    vector = broken_example(GEMSS)
    assert vector.key is not None
    key, message = vector.key, b"never signed"
    signature = random_bytes(32, 7) + b"\x01"
    passes, wanted = values(key, message, signature)
    v = passes[3]
    live = [i for i in range(VARIABLES) if v >> i & 1]
    difference = evaluate(key, v) ^ wanted
    assert difference != 0
    patched = bytearray(key)
    offset = column_offset(live[2], live[7])
    for k in range(COLUMN):
        patched[offset + k] ^= difference >> 8 * k & 255
    for e in range(2):
        # The coefficient of x_r x_r is the last of row r.
        bit = 8 * (PART_B + e * EQUATION_BYTES) + (live[1] + 1) * (live[1] + 2) // 2
        patched[bit // 8] ^= (difference >> 160 + e & 1) << bit % 8
    assert evaluate(bytes(patched), v) == wanted

    def change(number: int, data: bytearray, at: int) -> None:
        if number == 4:
            data[:] = patched[at:at + len(data)]

    assert run_changed(way, (key, message, signature), nothing) == verdicts.SIGNATURE
    for size in (64, 512, "all"):
        code = run_changed(way, (key, message, signature), change, size)
        assert code == (verdicts.RESTREAM if way[1] else verdicts.KEY)
    # All passes of that key: then only its digest is wrong.
    assert run_changed(way, (key, message, signature), lambda _n, data, at: data.__setitem__(
        slice(None), patched[at:at + len(data)])) == verdicts.KEY


def test_swapped_rows_and_shifted_bytes() -> None:
    """Passes that have the same bytes in another order."""
    vector = broken_example(GEMSS)
    assert vector.key is not None
    inputs = vector.key, vector.message, vector.signature
    for distance in (COLUMN, 48, 16, 14 * COLUMN):
        for way in WAYS[:1] + WAYS[2:3]:
            def change(number: int, data: bytearray, offset: int, distance: int = distance) -> None:
                begin = max(PART_B - 4 * distance, offset)
                if number == 3 and offset <= PART_B - 4 * distance and offset + len(data) >= PART_B:
                    at = begin - offset
                    data[at:at + 2 * distance] = data[at + distance:at + 2 * distance] + data[at:at + distance]
            # One chunk, so that the change lies in it. In variant fast only if the last rows are wanted.
            code = run_changed(way, inputs, change, "all")
            assert code == verdicts.RESTREAM or way[0] == "fast" and code == verdicts.ACCEPT


def test_wants_do_not_depend_on_the_secret() -> None:
    """What leaves the device before the verdict is the order of wants: it is a function of what the sender knows."""
    vector = broken_example(GEMSS)
    assert vector.key is not None
    for variant, count in (("default", 4), ("fast", None)):
        scheme = scheme_of(load(variant), GEMSS)
        orders = []
        for secret in (bytes(16), b"\xff" * 16, random_bytes(16, 3)):
            order, verdict = want_order(scheme, vector.key, vector.message, vector.signature, Arguments(secret=secret))
            assert verdict.accepted
            orders.append(order)
        assert orders[0] == orders[1] == orders[2]
        streamed = sum(want.length for want in orders[0] if want.part == PART_KEY)
        keys = [want for want in orders[0] if want.part == PART_KEY]
        if count is not None:
            assert [(want.offset, want.length) for want in keys] == [(0, GEMSS_KEY)] * count
        else:
            # 1 + 3 / 2 keys, give or take what half of the rows are.
            assert 2.2 * GEMSS_KEY < streamed < 2.8 * GEMSS_KEY


def test_the_secret_does_not_stay() -> None:
    """From the end of the signature on the state holds a point made of the secret, not the secret."""
    vector = broken_example(GEMSS)
    assert vector.key is not None
    scheme = scheme_of(load(), GEMSS)
    secret = bytes(range(0x90, 0xA0))
    arguments = prepare(scheme, Arguments(secret=secret), vector.key, vector.message, vector.signature)
    run = Verification(scheme, arguments)
    run.feed(vector.message)
    assert secret in run.state_copy()
    run.feed(vector.signature)
    assert secret not in run.state_copy()
    point = hashlib.shake_256(secret + hashlib.sha3_256(vector.message).digest() + vector.signature).digest(16)
    low = ((int.from_bytes(point, "little") & 0x1FFFFFFF) + (1 << 27)).to_bytes(4, "little")
    assert low in run.state_copy()


def test_unused_bits() -> None:
    """Each of the six alone; the library of both variants."""
    vector = broken_example(GEMSS)
    assert vector.key is not None
    for variant in ("default", "fast"):
        scheme = scheme_of(load(variant), GEMSS)
        for bit in range(2, 8):
            signature = vector.signature[:-1] + bytes([vector.signature[-1] | 1 << bit])
            code: int | None = scheme.library.verify(scheme, vector.key, vector.message, signature).code
            assert code == verdicts.ENCODING
