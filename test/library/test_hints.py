# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The hint's encoding (FIPS 204 algorithm 21): canonical ones reach the last check, all others are refused as hints."""
from __future__ import annotations

import random

import pytest

from kilosig.library.binding import Arguments, Library
from kilosig.library.verdicts import HINT, SIGNATURE
from streaming import stream
from support import CHUNKS, ML_DSA, chunk, known_answers

pytestmark = pytest.mark.library

# k, omega (FIPS 204 table 1)
PARAMETERS = {"ml-dsa-44": (4, 80), "ml-dsa-65": (6, 55), "ml-dsa-87": (8, 75)}


def canonical(hint: bytes, k: int, omega: int) -> bool:
    """Whether counts never fall and end within omega, positions rise within a polynomial, and the rest is zero."""
    begin = 0
    for end in hint[omega:omega + k]:
        if end < begin or end > omega:
            return False
        positions = list(hint[begin:end])
        if positions != sorted(set(positions)):
            return False
        begin = end
    return not any(hint[begin:omega])


def encode(polynomials: list[list[int]], omega: int) -> bytes:
    """The encoding of positions by polynomial; at most omega in all."""
    positions = [position for polynomial in polynomials for position in polynomial]
    counts = [sum(map(len, polynomials[:number + 1])) for number in range(len(polynomials))]
    return bytes(positions + [0] * (omega - len(positions)) + counts)


def random_hint(generator: random.Random, k: int, omega: int, total: int) -> bytes:
    """A canonical hint with `total` positions."""
    cuts = sorted(generator.randint(0, total) for _ in range(k - 1))
    sizes = [end - begin for begin, end in zip([0, *cuts], [*cuts, total])]
    return encode([sorted(generator.sample(range(256), size)) for size in sizes], omega)


def candidates(k: int, omega: int) -> list[tuple[str, bytes]]:
    """Full, empty and random hints, and each with something wrong or merely different."""
    generator = random.Random(k)
    found = [("empty", bytes(omega + k)), ("all ones", b"\xff" * (omega + k))]
    for total in (1, 2, omega - 1, omega, *(generator.randint(3, omega) for _ in range(30))):
        good = random_hint(generator, k, omega, total)
        assert canonical(good, k, omega)
        found.append((f"{total} positions", good))
        for number in range(k):
            for delta in (-1, 1):
                changed = bytearray(good)
                changed[omega + number] = (changed[omega + number] + delta) % 256
                found.append((f"count {number} {delta:+}", bytes(changed)))
        for _ in range(10):
            changed = bytearray(good)
            changed[generator.randrange(omega)] = generator.randrange(256)
            found.append(("one position", bytes(changed)))
    # All of omega used and the last polynomials rising: only the count itself shows that it is too large.
    full = bytearray(encode([[]] * (k - 1) + [list(range(1, omega + 1))], omega))
    for count in (omega, omega + 1, omega + k, 128, 255):
        full[omega + k - 1] = count
        found.append((f"count {count} of {omega} positions", bytes(full)))
    # A count beyond omega in the middle, and back again.
    for count in (omega + 1, 255):
        full[omega:] = bytes([0] * (k - 2) + [count, omega])
        found.append((f"count {count}, then {omega}", bytes(full)))
    return found


@pytest.mark.parametrize("name", ML_DSA)
def test_hints(library: Library, name: str) -> None:
    """Genuine c~ and z with other hints: the reason is HINT exactly for those that are not canonical."""
    scheme = library.scheme(name)
    assert scheme is not None
    k, omega = PARAMETERS[name]
    answer = known_answers(name)[0]
    front = answer.signature[:-(omega + k)]
    assert canonical(answer.signature[-(omega + k):], k, omega)
    reasons = {HINT: 0, SIGNATURE: 0}
    for number, (what, hint) in enumerate(candidates(k, omega)):
        expected = SIGNATURE if canonical(hint, k, omega) else HINT
        verdict = stream(scheme, answer.key, answer.message, front + hint, Arguments(context=answer.context),
                         chunk(CHUNKS[2 + number % 4]))
        assert verdict.code == expected, (what, hint.hex())
        reasons[expected] += 1
    assert reasons[HINT] > 300 and reasons[SIGNATURE] > 30
