# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Falcon and FN-DSA (draft): vectors, round trips, every bit, and encodings that are not canonical."""
from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from kilosig.schemes.vectors import Vector, read_vectors
from kilosig.library import verdicts
from kilosig.library.binding import Arguments, LibraryScheme, Want, load, want_order
from kilosig.library.catalog import SCHEMES
from kilosig.library.hashes import HASHES, MODE_DIGEST, MODE_EXTERNAL_MU, MODE_PREHASH
from kilosig.schemes import fn_dsa
from sampling import FULL
from streaming import stream
from support import CHUNKS, VECTORS, chunk, every_bit, flipped, random_bytes

pytestmark = pytest.mark.library

NAMES = tuple(fn_dsa.LOG_N)
FALCON = tuple(name for name in NAMES if name.startswith("falcon"))
FN_DSA = tuple(name for name in NAMES if name.startswith("fn-dsa"))
FILES = {"falcon-512.json": (16, 57), "falcon-1024.json": (12, 43)}
NONCE_END = 41
OID = bytes.fromhex("06096086480165030402")
Q = 12289


def scheme_of(name: str) -> LibraryScheme:
    """The scheme in the default library."""
    scheme = load().scheme(name)
    assert scheme is not None
    return scheme


@pytest.fixture(scope="module")
def oracle() -> None:
    """py-fn-dsa, where there is one."""
    pytest.importorskip("py_fn_dsa", exc_type=ImportError)


def expected_reasons(vector: Vector) -> set:
    """What may be the reason for refusing a vector, from what was done to it."""
    sizes, why = SCHEMES[vector.scheme], vector.why
    if not (sizes.signature_least or sizes.signature_bytes) <= len(vector.signature) <= sizes.signature_bytes:
        return {verdicts.SIG_LENGTH}
    if vector.key != vector.anchor_key:
        return {verdicts.KEY}
    if "bit flip in s2" in why:
        return {verdicts.SIGNATURE, verdicts.ENCODING}
    if why.startswith(("norm", "bit flip in", "message", "signature of another", "signature made with")):
        return {verdicts.SIGNATURE}
    if why.startswith("|s2|"):
        return {verdicts.NORM}
    return {verdicts.ENCODING}


@pytest.mark.twice
@pytest.mark.parametrize("move", [False, True], ids=["still", "moved"])
@pytest.mark.parametrize("size", CHUNKS)
@pytest.mark.parametrize("name", FILES)
def test_vectors(name: str, size: object, move: bool) -> None:
    """Verdicts and reasons do not depend on chunks, nor on where the state is."""
    seen = Counter()
    for vector in read_vectors(VECTORS / name):
        assert vector.key is not None and vector.anchor_key is not None
        scheme = scheme_of(vector.scheme)
        verdict = stream(scheme, vector.key, vector.message, vector.signature,
                         Arguments(anchor=scheme.anchor(vector.anchor_key)), chunk(size), move)
        assert verdict.accepted if vector.valid else verdict.code in expected_reasons(vector), \
            (vector.id, vector.why, str(verdict))
        seen[vector.valid] += 1
    assert (seen[True], seen[False]) == FILES[name]


# ---- Round trips ----------------------------------------------------------------------------------------------------


def made(name: str, number: int = 0, message: bytes = b"a message", context: bytes = b"") -> tuple[bytes, bytes]:
    """Key and signature, the same in every run."""
    pair = fn_dsa.generate(name, b"key %d" % number)
    return pair.public, fn_dsa.sign(name, pair.secret, message, context, seed=b"signature %d" % number)


@pytest.mark.parametrize("name", NAMES)
def test_round_trips(oracle: None, name: str) -> None:
    """Keys and signatures of py-fn-dsa, messages of many lengths, fed in random sizes; and each is good for its message
    only."""
    scheme, context = scheme_of(name), b"" if name in FALCON else b"context"
    for number in range(25):
        message = random_bytes((0, 1, 31, 32, 33, 95, 96, 97, 135, 136, 137, 1000)[number % 12], number)
        key, signature = made(name, number, message, context)
        arguments = Arguments(context=context)
        assert stream(scheme, key, message, signature, arguments, chunk("random"), number % 2 == 0).accepted
        assert load().verify_at_once(scheme, key, message, signature, arguments).accepted
        for wrong in (message + b"\0", flipped(message, number % 8) if message else b"x"):
            assert load().verify_at_once(scheme, key, wrong, signature, arguments).code == verdicts.SIGNATURE
        other = made(name, number + 1, message, context)[0]
        assert load().verify_at_once(scheme, other, message, signature, arguments).code == verdicts.SIGNATURE
        mine = replace(arguments, anchor=scheme.anchor(key))
        assert load().verify_at_once(scheme, other, message, signature, mine).code == verdicts.KEY


@pytest.mark.parametrize("name", FN_DSA)
def test_modes(oracle: None, name: str) -> None:
    """Pure and pre-hashed, with contexts of all lengths, each hash; and none passes for another."""
    scheme, message = scheme_of(name), random_bytes(300, 5)
    pair = fn_dsa.generate(name, b"modes")
    for number, (arc, _, digest) in enumerate(HASHES.values()):
        context = random_bytes((0, 1, 100, 255)[number % 4], number)
        hashed = digest(message)
        signature = fn_dsa.sign(name, pair.secret, hashed, context, OID + bytes([arc]))
        prehash = Arguments(context=context, mode=MODE_PREHASH, hash=arc)
        assert stream(scheme, pair.public, message, signature, prehash, chunk("random")).accepted
        direct = replace(prehash, mode=MODE_DIGEST)
        assert stream(scheme, pair.public, hashed, signature, direct, 1, True).accepted
        other = flipped(context, number % 8) if context else b"x"
        for wrong, text in ((Arguments(context=context), hashed), (replace(direct, context=other), hashed),
                            (replace(prehash, hash=arc % 12 + 1), message)):
            assert load().verify(scheme, pair.public, text, signature, wrong).code == verdicts.SIGNATURE
        pure = fn_dsa.sign(name, pair.secret, message, context)
        assert load().verify(scheme, pair.public, message, pure, Arguments(context=context)).accepted
        assert load().verify(scheme, pair.public, message, pure, prehash).code == verdicts.SIGNATURE


@pytest.mark.parametrize("degree", [512, 1024])
def test_forms(oracle: None, degree: int) -> None:
    """Compressed, padded and FN-DSA: a signature of one is none of the others, but a compressed one that is as long as
    the padded form would be is both."""
    key, message = fn_dsa.generate(f"fn-dsa-{degree}", b"forms"), b"a message"
    signatures = {name: fn_dsa.sign(name, key.secret, message, seed=b"forms") for name in NAMES if str(degree) in name}
    plain, padded = f"falcon-{degree}-r3", f"falcon-{degree}-padded-r3"
    assert signatures[padded].rstrip(b"\0") == signatures[plain] != signatures[padded]
    for made_for, signature in signatures.items():
        for name in signatures:
            code = load().verify(scheme_of(name), key.public, message, signature).code
            if name == made_for:
                assert code == verdicts.ACCEPT
            elif name == plain:
                assert code == verdicts.ENCODING
            else:
                assert code == (verdicts.SIG_LENGTH if made_for == plain else verdicts.SIGNATURE)


# ---- Every bit ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["falcon-512-padded-r3", "falcon-512-r3", "fn-dsa-512"])
def test_every_bit(oracle: None, name: str) -> None:
    """Key and signature: 12,504 changes of the padded form, all refused with a fitting reason. A key is compared as a
    whole, by its digest: in `make full` each of its bits, else one of each byte."""
    library, scheme, message = load(), scheme_of(name), b"every bit"
    key, signature = made(name, 0, message)
    arguments = Arguments(anchor=scheme.anchor(key))

    def code(inputs: tuple[bytes, bytes]) -> int:
        return library.verify_at_once(scheme, inputs[0], message, inputs[1], arguments).code

    changed_keys = every_bit(key) if FULL else (flipped(key, 8 * place + place * 5 % 8) for place in range(len(key)))
    assert code((key, signature)) == verdicts.ACCEPT
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        keys = Counter(pool.map(code, ((wrong, signature) for wrong in changed_keys)))
        signatures = Counter(pool.map(code, ((key, wrong) for wrong in every_bit(signature))))
    assert keys == {verdicts.KEY: 897 * 8 if FULL else 897}
    assert set(signatures) <= {verdicts.SIGNATURE, verdicts.ENCODING, verdicts.NORM}
    assert sum(signatures.values()) == 8 * len(signature) and signatures[verdicts.ENCODING] > 8
    assert signatures[verdicts.SIGNATURE] > 320  # the nonce at least
    if name != "falcon-512-r3":
        assert sum(keys.values()) + sum(signatures.values()) == 12504 - (0 if FULL else 897 * 7)


# ---- Encodings ------------------------------------------------------------------------------------------------------


def bits_of(data: bytes) -> str:
    """As the encodings count them."""
    return "".join(format(byte, "08b") for byte in data)


def coefficients(signature: bytes, degree: int) -> list[str]:
    """The bits of each coefficient of s2."""
    bits, at, found = bits_of(signature[NONCE_END:]), 0, []
    for _ in range(degree):
        end = bits.index("1", at + 8) + 1
        found.append(bits[at:end])
        at = end
    return found


def assemble(signature: bytes, fields: list[str], padded: bool, surplus: str = "") -> bytes:
    """The signature with other coefficients; in the padded form as long as before."""
    bits = "".join(fields) + surplus
    data = signature[:NONCE_END] + int(bits.ljust((len(bits) + 7) // 8 * 8, "0"), 2).to_bytes(
        (len(bits) + 7) // 8, "big")
    return data.ljust(len(signature), b"\0") if padded else data


@pytest.mark.parametrize("name", NAMES)
def test_signature_encodings(oracle: None, name: str) -> None:
    """-0, sizes of 2048 and more, unused bits, padding, a coefficient too many or too few, headers: refused as such."""
    scheme, degree, padded = scheme_of(name), 1 << fn_dsa.LOG_N[name], name not in ("falcon-512-r3", "falcon-1024-r3")
    number = next(number for number in range(100) if "000000001" in coefficients(made(name, number)[1], degree))
    key, signature = made(name, number)
    good = coefficients(signature, degree)

    def code(wrong: bytes) -> int:
        return load().verify(scheme, key, b"a message", wrong, chunk=chunk("random")).code

    assert assemble(signature, good, padded) == signature and code(signature) == verdicts.ACCEPT
    for place in [i for i, field in enumerate(good) if field == "000000001"]:
        assert code(assemble(signature, good[:place] + ["100000001"] + good[place + 1:], padded)) == verdicts.ENCODING
    for place in (0, 1, degree // 2, degree - 1):
        shorter = [field if i != place else "" for i, field in enumerate(good)]
        assert code(assemble(signature, shorter, padded)) == verdicts.ENCODING
        for size, reason in ((2047, verdicts.SIGNATURE), (2048, verdicts.ENCODING), (2175, verdicts.ENCODING),
                             (2176, verdicts.ENCODING)):
            field = "1" + format(size & 127, "07b") + "0" * (size >> 7) + "1"
            # Of small ones there are enough to make room in the padded form.
            fields = good[:place] + [field] + good[place + 1:]
            for other in [i for i, text in enumerate(fields) if len(text) > 9 and i != place][:16 if padded else 0]:
                fields[other] = "000000001"
            assert code(assemble(signature, fields, padded)) == reason, (place, size)
    used = len("".join(good))
    for bit in range(used, (used + 7) // 8 * 8):
        assert code(flipped(signature, 8 * NONCE_END + bit // 8 * 8 + 7 - bit % 8)) == verdicts.ENCODING
    if padded:
        for position in range(NONCE_END + (used + 7) // 8, len(signature)):
            assert code(flipped(signature, 8 * position + position % 8)) == verdicts.ENCODING
    else:
        for more in (b"\0", b"\1", bytes(3), bytes(8)):
            assert code(signature + more) == verdicts.ENCODING
        for less in (1, 2, 20):
            assert code(signature[:-less]) == verdicts.ENCODING
    assert code(assemble(signature, good, False, "000000001").ljust(len(signature), b"\0")[:scheme.signature_bytes]) \
        == verdicts.ENCODING
    header = 0x30 + fn_dsa.LOG_N[name]
    for other in range(256):
        assert code(bytes([other]) + signature[1:]) == (verdicts.ACCEPT if other == header else verdicts.ENCODING)


@pytest.mark.parametrize("name", NAMES)
def test_key_encodings(oracle: None, name: str) -> None:
    """Coefficients of q and more, at any place, and headers: refused even if that key is the trusted one."""
    scheme, degree = scheme_of(name), 1 << fn_dsa.LOG_N[name]
    key, signature = made(name)
    packed = int.from_bytes(key[1:], "big")

    def code(wrong: bytes) -> int:
        return load().verify(scheme, wrong, b"a message", signature, chunk=chunk("random")).code

    for place in (*range(8), degree // 2, *range(degree - 8, degree)):
        shift = 14 * (degree - 1 - place)
        kept = packed & ~(0x3FFF << shift)
        for value, reason in ((Q - 1, verdicts.SIGNATURE), (Q, verdicts.ENCODING), (0x3FFF, verdicts.ENCODING)):
            wrong = key[:1] + (kept | value << shift).to_bytes(len(key) - 1, "big")
            assert wrong == key or code(wrong) == reason
        value = packed >> shift & 0x3FFF
        if value + Q < 1 << 14:  # the same value once more
            assert code(key[:1] + (kept | (value + Q) << shift).to_bytes(len(key) - 1, "big")) == verdicts.ENCODING
    for header in range(256):
        expected = verdicts.ACCEPT if header == fn_dsa.LOG_N[name] else verdicts.ENCODING
        # In FN-DSA another key is another message.
        assert code(bytes([header]) + key[1:]) == expected


@pytest.mark.parametrize("name", FALCON)
def test_s2_too_long(oracle: None, name: str) -> None:
    """An s2 that no message can belong to is refused before the message comes."""
    scheme, degree = scheme_of(name), 1 << fn_dsa.LOG_N[name]
    key, signature = made(name)
    large = "0" + "1111111" + "0" * 15 + "1"
    padded = "padded" in name
    most = 12 if degree == 512 else 20
    fields = [large if i < most else "000000001" for i in range(degree)]
    wrong = assemble(signature, fields, padded).ljust(scheme.signature_bytes if padded else 0, b"\0")
    order, verdict = want_order(scheme, key, b"a message", wrong)
    assert verdict.code == verdicts.NORM and [want.part for want in order] == [1, 3]


# ---- Lengths and arguments ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_lengths_and_arguments(oracle: None, name: str) -> None:
    """Announced lengths, contexts and modes."""
    scheme, sizes = scheme_of(name), SCHEMES[name]
    key, signature = made(name)

    def opened(**changes: object) -> int:
        wrong = Arguments(**{"anchor": scheme.anchor(key), **changes})  # type: ignore[arg-type]
        return load().verify(scheme, key, b"a message", signature, wrong).code

    assert opened() == verdicts.ACCEPT
    least, most = sizes.signature_least or sizes.signature_bytes, sizes.signature_bytes
    assert scheme.signature_bytes == most
    for length in (0, 1, 40, 41, 42, least - 1, most + 1, 65536 + len(signature), 1 << 31, (1 << 32) - 1):
        assert opened(signature_length=length) == verdicts.SIG_LENGTH
    for length in (0, len(key) - 1, len(key) + 1, (1 << 32) - 1):
        assert opened(key_length=length) == verdicts.KEY_LENGTH
    assert opened(mode=MODE_EXTERNAL_MU) == opened(mode=17) == verdicts.ARGUMENT
    assert opened(context=bytes(256)) == verdicts.CONTEXT
    if name in FALCON:
        assert opened(context=b"x") == verdicts.CONTEXT
        assert opened(mode=MODE_PREHASH, hash=1) == opened(mode=MODE_DIGEST, hash=1) == verdicts.ARGUMENT
    else:
        assert opened(context=b"x") == verdicts.SIGNATURE
        assert opened(mode=MODE_PREHASH, hash=0) == opened(mode=MODE_PREHASH, hash=13) == verdicts.ARGUMENT
        assert opened(mode=MODE_DIGEST, hash=1) == verdicts.MSG_LENGTH


@pytest.mark.parametrize("name", NAMES)
def test_order(oracle: None, name: str) -> None:
    """Key, signature, message, each without a jump; the same for every length of the message."""
    scheme = scheme_of(name)
    for message in (b"", b"x", bytes(1000)):
        key, signature = made(name, 3, message)
        order, verdict = want_order(scheme, key, message, signature)
        expected: list[tuple[int, int, int]] = [(1, 0, len(key)), (3, 0, len(signature)), (2, 0, len(message))]
        assert verdict.accepted
        assert order == [Want(*want) for want in expected if want[2]]
