# SPDX-License-Identifier: Apache-2.0 OR MIT
"""HAETAE signing: every signature with a known secret key, byte for byte; steps, moved states, early ends."""
from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from kilosig.library.binding import Library, ffi, load
from kilosig.library.verdicts import PENDING
from kilosig.schemes.haetae import COMPACT_BYTES, KeyGenerator
from kilosig.schemes.haetae_sign import CHECKED, DETERMINISTIC, DONE, UNCHECKED, Signing, sign, sign_stepped
from support import VECTORS, flipped

pytestmark = pytest.mark.library

FILES = [(level, profile) for level in (2, 3, 5) for profile in ("ksx", "kpqc")]
ARGUMENT, INCOMPLETE, OVERFEED, CONTEXT, KEY, FAULT = 1, 8, 7, 6, 11, 14


def scheme_name(level: int, profile: str) -> str:
    """kilosig's name of a level in a profile."""
    return f"haetae-{level}" + ("-kpqc" if profile == "kpqc" else "")


@cache
def signatures(level: int, profile: str) -> list[dict[str, Any]]:
    """The lines of a file that say how to sign with which secret key."""
    with lzma.open(VECTORS / f"haetae{level}_{profile}.jsonl.xz", "rt", encoding="ascii") as file:
        lines = [json.loads(line) for line in file if line.strip()]
    return [line for line in lines if line["type"] == "sign" and "sk" in line]


def inputs(line: dict[str, Any]) -> tuple[bytes, bytes, bytes, bytes]:
    """Secret key, message, context and rnd."""
    key, message, context, rnd = (bytes.fromhex(line.get(name, "")) for name in ("sk", "msg", "ctx", "rnd"))
    return key, message, context, rnd


def cases(most: int) -> Iterator[Any]:
    """(level, profile, line); in `make test` so many of each file."""
    for level, profile in FILES:
        for number, line in enumerate(signatures(level, profile)):
            yield pytest.param(level, profile, line, id=line["tcId"], marks=[pytest.mark.full] * (number >= most))


def test_there_are_signatures() -> None:
    """No file is empty."""
    assert [len(signatures(*name)) for name in FILES] == [5] * 6


@pytest.mark.twice
@pytest.mark.parametrize("level, profile, line", cases(5))
def test_known_signature(library: Library, level: int, profile: str, line: dict[str, Any]) -> None:
    """The signature at once and in steps is the known one; a null rnd is one of zeros."""
    key, message, context, rnd = inputs(line)
    name = scheme_name(level, profile)
    assert sign(library, name, key, message, context, rnd).hex() == line["sig"]
    stepped, steps = sign_stepped(library, name, key, message, context, b"" if not any(rnd) else rnd)
    assert stepped.hex() == line["sig"]
    assert steps > 20


@pytest.mark.parametrize("level, profile, line", cases(2))
def test_compact_key(library: Library, level: int, profile: str, line: dict[str, Any]) -> None:
    """The same signatures with no more of the secret key than its seed, in memory of its own."""
    key, message, context, rnd = inputs(line)
    generator = KeyGenerator(library, level, compact=True)
    made = generator.generate(bytes.fromhex(line["seed"]), stepped=True)
    assert made == generator.generate(bytes.fromhex(line["seed"]))
    assert made.public == key[:generator.key_bytes]
    assert made.secret[:-COMPACT_BYTES] == made.public
    assert made.secret[-COMPACT_BYTES:-2].hex() == line["seed"]
    name = scheme_name(level, profile)
    assert sign(library, name, made.secret, message, context, rnd, compact=True).hex() == line["sig"]
    stepped, _ = sign_stepped(library, name, made.secret, message, context, rnd, compact=True)
    assert stepped.hex() == line["sig"]


@pytest.mark.parametrize("level, profile", FILES)
def test_compact_key_of_another_public_key(library: Library, level: int, profile: str) -> None:
    """The public key is missing, another one, or damaged: nothing is signed."""
    generator, name = KeyGenerator(library, level, compact=True), scheme_name(level, profile)
    secret = generator.generate(bytes(32)).secret
    other = generator.generate(bytes(31) + b"x").public + secret[-COMPACT_BYTES:]
    run = Signing(library, name, secret, compact=True)
    run.args.public_key = ffi.NULL
    verdict, signature = run.at_once(b"message")
    assert verdict == ARGUMENT and not any(signature)
    bits = (0, 255, 256 + 13, 8 * generator.key_bytes - 1)
    for key in [other, *(flipped(secret, bit) for bit in bits)]:
        verdict, signature = Signing(library, name, key, compact=True).at_once(b"message")
        assert verdict == KEY and not any(signature)


@pytest.mark.parametrize("level", [2, 3, 5])
def test_public_key_is_no_oracle(library: Library, level: int) -> None:
    """Whoever hands a signer of compact keys a public key learns nothing of s2 from what is rejected: all that is not
    the key itself is, in the step that ends its row, whatever the coefficient and the difference."""
    generator = KeyGenerator(library, level, compact=True)
    key = generator.generate(bytes(31) + b"o").secret
    run = Signing(library, scheme_name(level, "ksx"), key, compact=True)
    bits, columns, rows = (16, 7, 4) if level == 5 else (15, 4, 2) if level == 2 else (15, 6, 3)
    public = run.buffers[0]

    def answer(row: int) -> int:
        """What the step that compares the row answers; 1 + columns (row + 1) steps."""
        assert run.open() == PENDING and run.feed(b"") == PENDING
        steps = [run.step() for _ in range(1 + columns * (row + 1))]
        assert steps[:-1] == [PENDING] * (len(steps) - 1)
        run.close()
        return steps[-1]

    assert answer(rows - 1) == PENDING
    stride = 1 if library is load() else 16
    for row in range(rows):
        begin = 32 + 32 * bits * row
        whole = int.from_bytes(key[begin:begin + 32 * bits], "little")
        for index in range(row % stride, 256, stride):
            field = whole >> bits * index & (1 << bits) - 1
            for difference in (1, -1, 2, -2):
                changed = (field + difference) % (1 << bits)
                other = whole ^ (field ^ changed) << bits * index
                public[begin:begin + 32 * bits] = other.to_bytes(32 * bits, "little")
                assert answer(row) == KEY, (row, index, difference)
        public[begin:begin + 32 * bits] = key[begin:begin + 32 * bits]


@pytest.mark.parametrize("level, profile", FILES)
def test_closed_early(library: Library, level: int, profile: str) -> None:
    """Whatever the step, closing before the end leaves zeros."""
    key, message, context, rnd = inputs(signatures(level, profile)[0])
    _, steps = sign_stepped(library, scheme_name(level, profile), key, message, context, rnd)
    for stop in [*range(0, steps - 1, 9), steps - 1]:
        run = Signing(library, scheme_name(level, profile), key, context, rnd)
        assert run.open() == PENDING
        assert run.feed(message) == PENDING
        for _ in range(stop):
            assert run.step() == PENDING
        verdict, signature = run.close(), run.output_now()
        assert verdict == INCOMPLETE
        assert not any(signature)


@pytest.mark.parametrize("level, profile", FILES)
def test_fed_too_late(library: Library, level: int, profile: str) -> None:
    """The message ends with the first step."""
    key, message, context, rnd = inputs(signatures(level, profile)[0])
    run = Signing(library, scheme_name(level, profile), key, context, rnd)
    assert run.open() == PENDING and run.feed(message) == PENDING
    assert run.step() == PENDING
    assert run.feed(message or b"x") == OVERFEED
    verdict, signature = run.close(), run.output_now()
    assert verdict == OVERFEED
    assert not any(signature)


@pytest.mark.parametrize("level, profile", FILES)
def test_contexts(library: Library, level: int, profile: str) -> None:
    """Up to 255 bytes in one profile, none in the other."""
    key, message, _, rnd = inputs(signatures(level, profile)[0])
    name = scheme_name(level, profile)
    assert Signing(library, name, key, bytes(256), rnd).at_once(message)[0] == CONTEXT
    verdict, _ = Signing(library, name, key, bytes(255), rnd).at_once(message)
    assert verdict == (DONE if profile == "ksx" else CONTEXT)
    if profile == "ksx":
        made = {sign(library, name, key, message, context, rnd) for context in (b"", b"\0", b"\0\0")}
        assert len(made) == 3


# Messages under the key of seed 0 for which variant FAST has to draw polynomials a second time: one of them, since what
# it keeps of y leaves a rounding open; all of them, since it leaves a norm open. Found by trying.
RARE = [(2, 24), (2, 5), (3, 34), (3, 178), (5, 46), (5, 189)]


@pytest.mark.parametrize("level, message", RARE)
def test_variants_agree(library: Library, level: int, message: int) -> None:
    """Every variant makes the same signature."""
    default = load()
    key = KeyGenerator(default, level).generate(bytes(32)).secret
    name = scheme_name(level, "ksx")
    data = message.to_bytes(2, "little")
    assert sign(library, name, key, data) == sign(default, name, key, data)


def changed_while_signing(run: Signing, message: bytes, buffer: Any, at: int, flip: int, first: int,
                          last: int = 10 ** 6) -> tuple[int, bytes]:
    """Signs while a byte is another one from step `first` until step `last`."""
    assert run.open() == PENDING
    verdict, steps = run.feed(message), 0
    while verdict == PENDING:
        if steps in (first, last):
            buffer[at] ^= flip
        verdict, steps = run.step(), steps + 1
    if first < steps <= last:
        buffer[at] ^= flip
    return run.close(), run.output_now()


@pytest.mark.sampled
@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("level", [2, 3, 5])
def test_key_changes_while_signing(library: Library, level: int, compact: bool) -> None:
    """A byte of the public key (rho, b) or of the secret key (s1, s2, counter) that changes after the message is
    hashed, for good or for a while: no second challenge for the same y leaves the device, for with the first it would
    give the secret key. Where the check is left out, it does."""
    generator, name = KeyGenerator(library, level, compact=compact), scheme_name(level, "ksx")
    key = generator.generate(bytes(31) + b"t").secret
    bound, message, scheme = generator.key_bytes, b"message 0", library.scheme(scheme_name(level, "ksx"))
    assert scheme
    _, steps = sign_stepped(library, name, key, message, compact=compact)
    expand = {2: 2 * 4, 3: 3 * 6, 5: 4 * 7}[level] if compact else 0
    public = [(0, at) for at in (0, 31, 32, 32 + 10, bound // 2, bound - 1)]
    secret = [(1, len(key) - bound - 2)] if compact else [(1, at) for at in (bound, len(key) - 40)]
    given_away = 0
    for which, at in public + secret:
        for first, last in ((1, 10 ** 6), (1, steps - 5), (steps // 2, steps - 1), (steps - 8, 10 ** 6),
                            (1 + expand, 10 ** 6)):
            for rnd in (b"", bytes(32)):
                run = Signing(library, name, key, rnd=rnd, compact=compact)
                run.args.flags |= UNCHECKED if rnd else 0
                # A whole key begins with the public one.
                buffer = run.buffers[1 if not compact else which]
                verdict, signature = changed_while_signing(run, message, buffer, at, 1, first, last)
                if verdict != DONE:
                    assert verdict in (FAULT, KEY) and not any(signature)
                    continue
                genuine = library.verify(scheme, key[:bound], message, signature).accepted
                assert genuine or rnd
                given_away += not genuine
    assert given_away > 4


@pytest.mark.parametrize("level", [2, 5])
def test_signature_that_does_not_verify(library: Library, level: int) -> None:
    """What is checked: c, z1, hint, their sizes and the padding, each with a bit flipped as soon as it is written."""
    name = scheme_name(level, "ksx")
    key = KeyGenerator(library, level).generate(bytes(31) + b"v").secret
    message, rnd = b"message", bytes(31) + b"r"
    run = Signing(library, name, key, rnd=rnd)
    run.args.flags = UNCHECKED
    assert run.open() == PENDING and run.feed(message) == PENDING
    steps = 1
    while run.step() == PENDING:
        steps += 1
    assert run.close() == DONE
    genuine = run.output_now()
    assert genuine == sign(library, name, key, message, rnd=rnd)
    columns = 4 if level == 2 else 7
    low, high = 32 + 256, 32 + 256 * columns
    for at in (0, 31, 32, low, high - 1, high, high + 1, high + 2, high + 60, len(genuine.rstrip(b"\0")) - 1):
        for flags, expected in ((0, FAULT), (CHECKED, FAULT), (UNCHECKED, DONE)):
            run = Signing(library, name, key, rnd=rnd)
            run.args.flags = flags
            verdict, signature = changed_while_signing(run, message, run.output, at, 4, steps)
            # Without a check steps is the number of steps: nothing was changed.
            assert verdict == expected and signature == (genuine if flags == UNCHECKED else bytes(len(genuine)))


@pytest.mark.parametrize("level, profile", FILES)
def test_randomness_or_none(library: Library, level: int, profile: str) -> None:
    """Nobody signs deterministically by leaving something out."""
    key, message, _, _ = inputs(signatures(level, profile)[0])
    name = scheme_name(level, profile)
    for rnd, flags, hedged in ((b"", 0, False), (b"", CHECKED, False), (bytes(32), DETERMINISTIC, False),
                               (b"", UNCHECKED, False), (b"", UNCHECKED | DETERMINISTIC, False),
                               (bytes(32), UNCHECKED | CHECKED, False), (bytes(32), 8, False), (bytes(32), 0, True),
                               (bytes(32), CHECKED, True), (bytes(32), UNCHECKED, True)):
        run = Signing(library, name, key, rnd=rnd)
        run.args.flags = flags
        verdict, signature = run.at_once(message)
        assert verdict == (DONE if hedged and profile == "ksx" else ARGUMENT)
        assert any(signature) == (verdict == DONE)
