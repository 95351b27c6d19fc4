# SPDX-License-Identifier: Apache-2.0 OR MIT
"""HAETAE verification: vectors, every reason, every bit, and passes over the compressed section."""
from __future__ import annotations

import struct
from dataclasses import replace

import pytest

from kilosig.schemes.vectors import Vector
from kilosig.library import verdicts
from kilosig.library.binding import PART_KEY, PART_SIGNATURE, Arguments, Library, LibraryScheme, load, want_order
from kilosig.library.hashes import MODE_DIGEST, MODE_EXTERNAL_MU, MODE_PREHASH
from kilosig.library.verdicts import Verdict
from streaming import stream
from support import CHUNKS, chunk, every_bit, flipped, haetae_example, haetae_vectors

pytestmark = pytest.mark.library

NAMES = tuple(f"haetae-{level}{profile}" for level in (2, 3, 5) for profile in ("", "-kpqc"))
# Level: (columns, smallest length of the compressed HighBits, frequencies, least bytes of 256 symbols).
HIGH = {
    2: (4, 132, (1, 1, 1, 5, 58, 246, 398, 247, 59, 5, 1, 1, 1), 42),
    3: (6, 376, (1, 1, 1, 1, 8, 37, 112, 216, 269, 216, 112, 38, 8, 1, 1, 1, 1), 60),
    5: (7, 501, (1, 1, 1, 1, 2, 13, 48, 118, 204, 245, 204, 118, 48, 14, 2, 1, 1, 1, 1), 64),
}


def scheme_of(name: str) -> LibraryScheme:
    """The scheme in the default library."""
    scheme = load().scheme(name)
    assert scheme is not None
    return scheme


def expected_reasons(vector: Vector) -> set:
    """What may be the reason for refusing a vector, from what was done to it."""
    why = vector.why
    if len(vector.signature) != load().scheme(vector.scheme).signature_bytes:  # type: ignore[union-attr]
        return {verdicts.SIG_LENGTH}
    if why.startswith(("size byte", "both size bytes", "padding", "all-zero")) or "initial rANS state" in why:
        return {verdicts.ENCODING}
    if why.startswith(("HB(z1): ", "hint: ")):
        return {verdicts.ENCODING, verdicts.NORM, verdicts.SIGNATURE}
    if why.startswith(("well-formed", "LB(z1)")):
        return {verdicts.NORM, verdicts.SIGNATURE}
    return {verdicts.SIGNATURE}


@pytest.mark.sampled
@pytest.mark.parametrize("move", [False, True], ids=["still", "moved"])
@pytest.mark.parametrize("size", CHUNKS)
@pytest.mark.parametrize("name", NAMES)
def test_vectors(name: str, size: object, move: bool) -> None:
    """Verdicts and reasons do not depend on chunks, nor on where the state is."""
    scheme, accepted = scheme_of(name), 0
    for vector in haetae_vectors(name):
        assert vector.key is not None
        verdict = stream(scheme, vector.key, vector.message, vector.signature, Arguments(context=vector.context),
                         chunk(size), move)
        if vector.valid:
            assert verdict.accepted, (vector.id, str(verdict))
            accepted += 1
        else:
            assert verdict.code in expected_reasons(vector), (vector.id, vector.why, str(verdict))
    assert accepted == 21


@pytest.mark.parametrize("name", NAMES)
def test_reasons(library: Library, name: str) -> None:
    """Key, message, context, modes and lengths."""
    scheme = library.scheme(name)
    assert scheme is not None
    vector = haetae_example(name)
    assert vector.key is not None
    key, message, signature = vector.key, vector.message, vector.signature
    good = Arguments(anchor=scheme.anchor(key), context=vector.context)

    def code(arguments: Arguments, wrong_key: bytes = key, wrong_message: bytes = message) -> int:
        return library.verify(scheme, wrong_key, wrong_message, signature, arguments).code

    assert code(good) == verdicts.ACCEPT
    assert library.verify_at_once(scheme, key, message, signature, good).accepted
    for bit in range(0, 8 * len(key), 997):
        wrong = flipped(key, bit)
        # At level 5 the flipped coefficient may be q or more.
        assert code(good, wrong) in (verdicts.KEY, verdicts.ENCODING)
        assert code(replace(good, anchor=None), wrong) in (verdicts.SIGNATURE, verdicts.NORM, verdicts.ENCODING)
    for bit in range(0, 8 * len(message), 7):
        assert code(good, key, flipped(message, bit)) == verdicts.SIGNATURE
    for mode in (MODE_PREHASH, MODE_DIGEST, MODE_EXTERNAL_MU, 4, 255):
        assert code(replace(good, mode=mode, hash=1)) == verdicts.ARGUMENT
    framed = not name.endswith("kpqc")
    other = verdicts.SIGNATURE if framed else verdicts.CONTEXT
    assert code(replace(good, context=vector.context[1:] if framed else b"x")) == other
    assert code(replace(good, context=bytes(255))) == other
    assert code(replace(good, context=bytes(256))) == verdicts.CONTEXT
    assert code(replace(good, signature_length=scheme.signature_bytes - 1)) == verdicts.SIG_LENGTH
    assert code(replace(good, key_length=scheme.key_bytes + 1)) == verdicts.KEY_LENGTH


@pytest.mark.parametrize("level", [2, 3, 5])
def test_profiles_differ(level: int) -> None:
    """A signature of one profile is none of the other; at level 5 only the prefix of the message tells them apart."""
    ksx, kpqc = scheme_of(f"haetae-{level}"), scheme_of(f"haetae-{level}-kpqc")
    vector = haetae_example(ksx.name)
    assert vector.key is not None
    framed = bytes([len(vector.context)]) + vector.context + vector.message
    assert not load().verify(kpqc, vector.key, vector.message, vector.signature).accepted
    assert load().verify(kpqc, vector.key, framed, vector.signature).accepted == (level == 5)


def test_key_coefficients_below_q() -> None:
    """Level 5: a coefficient of q or more is refused, with any anchor; q - 1 is not."""
    scheme, vector = scheme_of("haetae-5"), haetae_example("haetae-5")
    assert vector.key is not None
    for position in (0, 255, 256, 1023):
        for value, reason in ((64512, verdicts.SIGNATURE), (64513, verdicts.ENCODING), (65535, verdicts.ENCODING)):
            key = bytearray(vector.key)
            struct.pack_into("<H", key, 32 + 2 * position, value)
            verdict = load().verify(scheme, bytes(key), vector.message, vector.signature,
                                    Arguments(context=vector.context))
            assert verdict.code in (reason, verdicts.NORM if reason == verdicts.SIGNATURE else reason)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["haetae-2", *(pytest.param(name, marks=pytest.mark.full)
                                               for name in ("haetae-3-kpqc", "haetae-5"))])
def test_every_bit(name: str) -> None:
    """Each bit of a signature counts."""
    scheme, vector = scheme_of(name), haetae_example(name)
    assert vector.key is not None
    arguments = Arguments(anchor=scheme.anchor(vector.key), context=vector.context)
    codes: dict[int, int] = {}
    for wrong in every_bit(vector.signature):
        code = load().verify_at_once(scheme, vector.key, vector.message, wrong, arguments).code
        codes[code] = codes.get(code, 0) + 1
    assert sum(codes.values()) == 8 * scheme.signature_bytes
    assert set(codes) <= {verdicts.ENCODING, verdicts.NORM, verdicts.SIGNATURE}


def rans_decode(frequencies: tuple[int, ...], count: int, section: bytes) -> list[int]:
    """The symbols of a well-formed section."""
    slots = [symbol for symbol, f in enumerate(frequencies) for _ in range(f)]
    below = [sum(frequencies[:symbol]) for symbol in range(len(frequencies))]
    x, rest, symbols = int.from_bytes(section[:4], "little"), list(section[4:]), []
    for _ in range(count):
        symbol = slots[x % 1024]
        symbols.append(symbol)
        x = frequencies[symbol] * (x // 1024) + x % 1024 - below[symbol]
        while x < 1 << 23 and rest:
            x = x << 8 | rest.pop(0)
    assert x == 1 << 23 and not rest
    return symbols


def rans_encode(frequencies: tuple[int, ...], symbols: list[int]) -> bytes:
    """The section that decodes to these symbols."""
    x, emitted = 1 << 23, []
    for symbol in reversed(symbols):
        f = frequencies[symbol]
        while x >= f << 21:
            emitted.append(x & 255)
            x >>= 8
        x = (x // f << 10) + x % f + sum(frequencies[:symbol])
    return x.to_bytes(4, "little") + bytes(reversed(emitted))


def with_high_bits(vector: Vector, symbols: list[int]) -> bytes:
    """The vector's signature with other HighBits(z1), well formed."""
    level = int(vector.scheme[7])
    columns, base, frequencies, _ = HIGH[level]
    low, old = 32 + 256 * columns, vector.signature
    section = rans_encode(frequencies, symbols)
    assert base <= len(section) < base + 256
    hint = old[low + 2 + base + old[low]:]
    signature = old[:low] + bytes([len(section) - base, old[low + 1]]) + section + hint
    grown = len(signature) - len(old)
    assert grown <= 0 or not any(signature[-grown:])
    return signature[:len(old)].ljust(len(old), b"\0")


def high_symbols(vector: Vector) -> list[int]:
    """The symbols of HighBits(z1)."""
    columns, base, frequencies, _ = HIGH[int(vector.scheme[7])]
    low = 32 + 256 * columns
    return rans_decode(frequencies, 256 * columns,
                       vector.signature[low + 2:low + 2 + base + vector.signature[low]])


@pytest.mark.parametrize("level", [2, 3, 5])
def test_norm(level: int) -> None:
    """A well-formed signature with some enormous coefficients, wherever they are."""
    scheme, vector = scheme_of(f"haetae-{level}"), haetae_example(f"haetae-{level}")
    assert vector.key is not None
    symbols = high_symbols(vector)
    assert with_high_bits(vector, symbols) == vector.signature
    frequencies = HIGH[level][2]
    middle, many, fits = len(frequencies) // 2, {2: 60, 3: 100, 5: 80}[level], len(rans_encode(frequencies, symbols))
    for last in (False, True):
        changed = list(symbols)
        places = list(range(len(symbols)))[::-1 if last else 1]
        for place in places[:many]:
            changed[place] = 0 if place % 2 else len(frequencies) - 1
        # Enormous ones cost 10 bits, and are paid for by zeros after or before them.
        for number in range(many, len(places), 16):
            if len(rans_encode(frequencies, changed)) <= fits:
                break
            for place in places[number:number + 16]:
                changed[place] = middle
        signature = with_high_bits(vector, changed)
        verdict = load().verify(scheme, vector.key, vector.message, signature, Arguments(context=vector.context))
        assert verdict.code == verdicts.NORM, str(verdict)


@pytest.mark.parametrize("level", [2, 3, 5])
def test_windows(level: int) -> None:
    """The order of wants: key, message, then the windows as they are documented."""
    scheme, vector = scheme_of(f"haetae-{level}"), haetae_example(f"haetae-{level}")
    assert vector.key is not None
    wants, verdict = want_order(scheme, vector.key, vector.message, vector.signature,
                                Arguments(context=vector.context))
    assert verdict.accepted
    columns, base, _, least = HIGH[level]
    low = 32 + 256 * columns
    high, length = low + 2, base + vector.signature[low]
    expected = [(PART_KEY, 0, scheme.key_bytes), (2, 0, len(vector.message)), (PART_SIGNATURE, 0, 288),
                (PART_SIGNATURE, low, 2)]
    for column in range(columns):
        if column:
            expected.append((PART_SIGNATURE, 32 + 256 * column, 256))
        first, end = column * least, length - (columns - 1 - column) * least
        if column == columns - 1:
            end = scheme.signature_bytes - high
        expected.append((PART_SIGNATURE, high + first, end - first))
    assert [(want.part, want.offset, want.length) for want in wants] == expected


@pytest.mark.parametrize("level", [2, 3, 5])
def test_each_byte_is_used_once(level: int) -> None:
    """A byte that several windows bring decides in exactly one of them, so what a sender says in others is nothing."""
    scheme, vector = scheme_of(f"haetae-{level}"), haetae_example(f"haetae-{level}")
    assert vector.key is not None
    parts = (b"", vector.key, vector.message, vector.signature)
    columns, base, _, _ = HIGH[level]
    high = 32 + 256 * columns + 2

    def verify_changed(position: int, changed: int) -> tuple[Verdict, int]:
        """With a byte changed in one of the windows that bring it; and in how many it came."""
        seen = 0

        def bring(part: int, offset: int, length: int) -> bytes:
            nonlocal seen
            data = bytearray(parts[part][offset:offset + length])
            if part == PART_SIGNATURE and offset <= position < offset + length:
                if seen == changed:
                    data[position - offset] ^= 0x40
                seen += 1
            return bytes(data)

        verdict = load().verify(scheme, *parts[1:], Arguments(context=vector.context), source=bring)
        return verdict, seen

    for position in range(high, high + base + vector.signature[high - 2], 17):
        decided = passes = 0
        while True:
            verdict, seen = verify_changed(position, passes)
            decided += not verdict.accepted
            if passes >= seen:
                break
            passes += 1
        assert decided == 1 and verdict.accepted and passes >= 1
