# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SLH-DSA key generation and signing against the Python package `slh-dsa`, byte for byte; passes that differ, streamed
outputs, moved states, wrong arguments, changed keys and states."""
from __future__ import annotations

import random
from unittest import mock

import pytest

from kilosig.library import verdicts
from kilosig.library.binding import Arguments, Library, ffi, load
from kilosig.library.hashes import HASHES, MODE_DIGEST, MODE_EXTERNAL_MU, MODE_PREHASH, MODE_PURE, shake256
from kilosig.library.making import CHECKED, DETERMINISTIC, UNCHECKED
from kilosig.library.verdicts import DONE, PENDING
from kilosig.schemes import slh_dsa
from kilosig.schemes.slh_dsa_sign import KeyGeneration, Signing, generate, sign
from oracles import cases
from support import flipped, random_bytes

pytestmark = pytest.mark.library

FAST = tuple(name for name in slh_dsa.SETS if name.endswith("f"))
SLOW = tuple(name for name in slh_dsa.SETS if name.endswith("s"))
ONE_OF_EACH = ("slh-dsa-sha2-128f", "slh-dsa-sha2-192f", "slh-dsa-shake-128f")
MESSAGE = 2  # KSIG_PART_MESSAGE


@pytest.fixture(name="library")
def default_library() -> Library:
    return load()


def node_bytes(name: str) -> int:
    """n."""
    return {"128": 16, "192": 24, "256": 32}[name[-4:-1]]


def expected(name: str, secret: bytes, message: bytes, context: bytes = b"", prehash: str = "",
             rnd: bytes = b"") -> bytes:
    """The other implementation's signature. Its randomness is the system's: here what is given."""
    if not rnd:
        return slh_dsa.sign(name, secret, message, context, prehash)
    with mock.patch("slhdsa.lowlevel.slhdsa.token_bytes", lambda length: rnd[:length]):
        return slh_dsa.sign(name, secret, message, context, prehash, randomize=True)


def check(library: Library, name: str, number: int) -> None:
    """One random case: key, message, context, mode, rnd."""
    choose = random.Random(f"{name} {number}")
    pair = slh_dsa.generate(name, random_bytes(32, number))
    assert generate(library, name, random_bytes(32, number)) == pair
    message = random_bytes(choose.choice((0, 1, 55, 64, 111, 128, 136, choose.randrange(2000))), number)
    context = random_bytes(choose.choice((0, 1, 255, choose.randrange(256))), number + 1)
    rnd = random_bytes(node_bytes(name), number + 2) if number % 2 else b""
    prehash = choose.choice(["", "", *HASHES])
    mode, hash_ = (MODE_PREHASH, HASHES[prehash][0]) if prehash else (MODE_PURE, 0)
    wanted = expected(name, pair.secret, message, context, prehash, rnd)
    assert sign(library, name, pair.secret, message, context, rnd, mode, hash_) == wanted
    scheme = library.scheme(name)
    assert scheme is not None
    arguments = Arguments(context=context, mode=mode, hash=hash_)
    assert library.verify(scheme, pair.public, message, wanted, arguments).accepted


@pytest.mark.slow
@pytest.mark.timeout(36000)
@pytest.mark.parametrize("name", [name if name in ONE_OF_EACH else pytest.param(name, marks=pytest.mark.full)
                                  for name in FAST])
def test_random_cases(library: Library, name: str) -> None:
    """The same keys and signatures."""
    for number in cases(f"{name} against slh-dsa", 3):
        check(library, name, number)


@pytest.mark.slow
@pytest.mark.full
@pytest.mark.timeout(36000)
@pytest.mark.parametrize("name", SLOW)
def test_slow_sets(library: Library, name: str) -> None:
    """The same of the sets that take seconds: in `make full` and `make oracles`."""
    for number in cases(f"{name} against slh-dsa", 1, "KSIG_SLOW_SEEDS"):
        check(library, name, number)


@pytest.mark.parametrize("name", ONE_OF_EACH)
@pytest.mark.parametrize("prehash", HASHES)
def test_prehash(library: Library, name: str, prehash: str) -> None:
    """Hashed by the library in one pass, and by the application: one signature, and it verifies."""
    number, _, digest = HASHES[prehash]
    message, context = random_bytes(300 * number, number), random_bytes((0, 1, 33, 255)[number % 4], number)
    pair, rnd = generate(library, name, bytes(32)), random_bytes(node_bytes(name), 1)
    made = sign(library, name, pair.secret, message, context, rnd, MODE_PREHASH, number, UNCHECKED)
    assert sign(library, name, pair.secret, digest(message), context, rnd, MODE_DIGEST, number, UNCHECKED) == made
    scheme = library.scheme(name)
    assert scheme is not None
    for mode, accepted in ((MODE_PREHASH, True), (MODE_PURE, False)):
        verdict = library.verify(scheme, pair.public, message, made, Arguments(context=context, mode=mode, hash=number))
        assert verdict.accepted == accepted


def pass_over(run: Signing, message: bytes, chunk: int = 1000) -> None:
    """The message once."""
    assert run.wants() == MESSAGE
    for at in range(0, max(1, len(message)), chunk):
        assert run.feed(message[at:at + chunk]) == PENDING
        run.move()


@pytest.mark.parametrize("name", ONE_OF_EACH)
@pytest.mark.parametrize("piece", (1, 63, 100000))
def test_streamed(library: Library, name: str, piece: int) -> None:
    """Outputs taken in pieces of any size, the message in two passes cut otherwise, the state elsewhere after every
    call."""
    n, message = node_bytes(name), random_bytes(200, 3)
    pair = generate(library, name, bytes(32))
    made = KeyGeneration(library, name, shake256(bytes(32), 3 * n), streamed=True)
    assert made.finish(piece, True) == (DONE, pair.secret)
    run = Signing(library, name, pair.secret, b"context", streamed=True)
    assert run.open() == PENDING
    pass_over(run, message, 1 + piece // 3)
    assert run.step() == PENDING and run.take(10) == b""
    run.move()
    pass_over(run, message, 1 + piece // 2)
    assert run.finish(piece, True) == (DONE, slh_dsa.sign(name, pair.secret, message, b"context"))


@pytest.mark.parametrize("name", ONE_OF_EACH)
@pytest.mark.parametrize("rnd", (b"", b"\5"))
def test_another_second_pass(library: Library, name: str, rnd: bytes) -> None:
    """R is that of the first message. A second one that differs in a bit or a byte, is longer, shorter or none, gets no
    signature: nothing leaves, not even R."""
    pair, message = generate(library, name, bytes(32)), random_bytes(130, 1)
    others = [flipped(message, 0), flipped(message, 8 * 64), flipped(message, 8 * 130 - 1), message[:-1],
              message + b"\0", b"", message[64:], b"\0" * 130]
    for first, second in [(message, other) for other in others] + [(other, message) for other in others]:
        run = Signing(library, name, pair.secret, b"c", rnd * node_bytes(name), streamed=True)
        assert run.open() == PENDING
        pass_over(run, first)
        assert run.step() == PENDING and run.take(100) == b""
        pass_over(run, second)
        assert run.step() == verdicts.RESTREAM and run.take(100) == b"" and run.wants() == 0
        assert run.close() == verdicts.RESTREAM


def test_what_the_second_pass_would_give(library: Library) -> None:
    """Why: without rnd, R is known from an earlier signature of the first message. Whoever could choose the second one
    then would know its digest before it is signed; and two digests that meet in one FORS key pair reveal more of it."""
    name = "slh-dsa-sha2-128f"
    pair = generate(library, name, bytes(32))
    one, again = (sign(library, name, pair.secret, b"first") for _ in range(2))
    assert one[:16] == again[:16]  # known beforehand: R of a deterministic signature
    other = sign(library, name, pair.secret, b"second")
    assert other[:16] != one[:16]  # and each message has its own, that nobody can say before
    scheme = library.scheme(name)
    assert scheme is not None
    forged = one[:16] + other[16:]
    assert not library.verify(scheme, pair.public, b"second", forged, Arguments()).accepted


@pytest.mark.slow
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_flags(library: Library, name: str) -> None:
    """Checked and unchecked signatures are the same. Deterministic ones are always checked."""
    pair, rnd = generate(library, name, bytes(32)), random_bytes(node_bytes(name), 9)
    made = {sign(library, name, pair.secret, b"m", rnd=rnd, flags=flags) for flags in (0, CHECKED, UNCHECKED)}
    assert len(made) == 1
    for given, flags in ((b"", UNCHECKED), (rnd, UNCHECKED | CHECKED), (rnd, DETERMINISTIC), (rnd, 8)):
        with pytest.raises(ValueError):
            sign(library, name, pair.secret, b"m", rnd=given, flags=flags)


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_arguments(library: Library, name: str) -> None:
    """What is refused, and when."""
    pair = generate(library, name, bytes(32))

    def opened_with(context: bytes = b"", mode: int = MODE_PURE, hash_: int = 0) -> int:
        return Signing(library, name, pair.secret, context, mode=mode, hash_=hash_).open()

    assert opened_with(bytes(255)) == PENDING
    assert opened_with(bytes(256)) == verdicts.CONTEXT
    for mode, hash_ in ((MODE_PREHASH, 0), (MODE_PREHASH, 13), (MODE_DIGEST, 0), (MODE_EXTERNAL_MU, 0), (4, 1),
                        (255, 1)):
        assert opened_with(mode=mode, hash_=hash_) == verdicts.ARGUMENT
    for hash_, length in ((1, 32), (12, 64)):
        for wrong in (0, length - 1, length + 1, 1000):
            with pytest.raises(ValueError):
                sign(library, name, pair.secret, bytes(wrong), mode=MODE_DIGEST, hash_=hash_)
    # Fed when the message is over.
    run = Signing(library, name, pair.secret)
    assert run.open() == PENDING
    for _ in range(2):
        pass_over(run, b"m")
        assert run.step() == PENDING
    assert run.wants() == 0 and run.feed(b"m") == verdicts.OVERFEED
    assert run.close() == verdicts.OVERFEED and run.output_now() == bytes(run.output_bytes)
    run = Signing(library, name, pair.secret, streamed=True)
    assert library.c.ksig_sign(run.state, run.size, run.scheme, run.args, b"m", 1, ffi.NULL) == verdicts.ARGUMENT


def begun(library: Library, name: str, secret: bytes, streamed: bool = True) -> Signing:
    """With both passes over a message."""
    run = Signing(library, name, secret, streamed=streamed)
    assert run.open() == PENDING
    for _ in range(2):
        pass_over(run, b"message")
        assert run.step() == PENDING
    return run


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_closed_early(library: Library, name: str) -> None:
    """At any step: no output, a wiped state, and nothing to take."""
    pair = generate(library, name, bytes(32))
    for stop in (0, 1, 2, 3, 100, 500, 2000):
        for streamed in (False, True):
            run = begun(library, name, pair.secret, streamed)
            for _ in range(stop):
                while streamed and run.take(1000):
                    pass
                assert run.step() == PENDING
            assert run.close() == verdicts.INCOMPLETE
            assert run.take(10) == b"" and run.step() == verdicts.ARGUMENT and run.close() == verdicts.ARGUMENT
            assert not any(bytes(ffi.buffer(run.state, run.size))[40:])
            assert streamed or run.output_now() == bytes(run.output_bytes)


def changed_later(library: Library, name: str, secret: bytes, at: int, bit: int) -> tuple[int, bytes]:
    """A bit of the secret key changes when `at` bytes have left: the verdict, and all that could be had."""
    run, taken = begun(library, name, secret), b""
    verdict = PENDING
    while verdict == PENDING:
        if len(taken) >= at:
            ffi.memmove(run.buffers[1], bytes(flipped(secret, bit)), len(secret))
        while data := run.take(1000):
            taken += data
        verdict = run.step()
    return run.close(), taken


@pytest.mark.slow
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_key_that_changes(library: Library, name: str) -> None:
    """SK.seed, PK.seed where it is read again, or PK.root, at any time: no root is signed but the genuine one, so all
    that leaves before the refusal is the genuine signature's, but for the path of the one tree that came out
    otherwise."""
    pair, n = generate(library, name, bytes(32)), node_bytes(name)
    layer = {"slh-dsa-sha2-128f": (35 + 3, 33 * 7), "slh-dsa-sha2-192f": (51 + 3, 33 * 9),
             "slh-dsa-shake-128f": (35 + 3, 33 * 7)}[name]
    genuine = slh_dsa.sign(name, pair.secret, b"message")
    choose = random.Random(name)
    for bit in (3, 8 * 3 * n + 1):  # SK.seed, PK.root
        for _ in range(3):
            at = choose.randrange(len(genuine) // n) * n
            verdict, taken = changed_later(library, name, pair.secret, at, bit)
            assert verdict == verdicts.FAULT
            first = next((i // n for i in range(len(taken)) if taken[i] != genuine[i]), len(taken) // n)
            assert len(taken) == len(genuine) if bit > 8 * n else True
            if bit < 8 * n:
                # The next WOTS+ signature never begins.
                fors = 1 + layer[1]
                end = fors if first < fors else fors + layer[0] * ((first - fors) // layer[0] + 1)
                assert at // n <= first <= len(taken) // n <= end
