# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ML-DSA key generation and signing: streamed outputs, moved states, wrong arguments, changed keys. dilithium-py says
what is right; test_ml_dsa_oracle.py has more seeds."""
from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cryptography.hazmat.primitives import serialization
from dilithium_py.ml_dsa import ML_DSA_44, ML_DSA_65, ML_DSA_87

from kilosig.cli.app import app
from kilosig.files import pkcs8
from kilosig.files.keys import parse_public_key
from kilosig.library import verdicts
from kilosig.library.binding import Arguments, Library, ffi, load
from kilosig.library.hashes import (HASHES, MODE_DIGEST, MODE_EXTERNAL_MU, MODE_PREHASH, MODE_PURE, external_mu,
                                    message_prime)
from kilosig.library.verdicts import DONE, PENDING
from kilosig.schemes.ml_dsa import (CHECKED, DETERMINISTIC, NAMES, UNCHECKED, KeyGeneration, Signing, expanded_key,
                                    sign)
from support import flipped, private_key, random_bytes, runner
from support import public_key as cryptography_key

pytestmark = pytest.mark.library

ORACLES = dict(zip(NAMES, (ML_DSA_44, ML_DSA_65, ML_DSA_87)))
MESSAGE = 2  # KSIG_PART_MESSAGE


class Example(NamedTuple):
    """What dilithium-py makes of a seed."""

    seed: bytes
    public: bytes
    expanded: bytes


@cache
def example(name: str, number: int) -> Example:
    """The keys of a seed that is the same in every run."""
    seed = random_bytes(32, 1000 * NAMES.index(name) + number)
    return Example(seed, *ORACLES[name].key_derive(seed))


@cache
def expected(name: str, keys: Example, framed: bytes, rnd: bytes = bytes(32)) -> bytes:
    """The oracle's signature of M'."""
    return ORACLES[name]._sign_internal(keys.expanded, framed, rnd)


@pytest.fixture(name="library", scope="module", params=("default", "fast"))
def opened(request: pytest.FixtureRequest) -> Library:
    """The variants. `small` is `default`: streamed signatures are those of it."""
    return load(request.param)


@pytest.mark.parametrize("name, number", [("ml-dsa-44", 32), ("ml-dsa-65", 136), ("ml-dsa-87", 7)])
def test_attempt_after_a_hint_too_long(library: Library, name: str, number: int) -> None:
    """These messages reach FINISH twice with the seed 0: t0 took the room of s2, which is then sampled again."""
    seed, message = bytes(32), number.to_bytes(2, "little")
    assert sign(library, name, seed, message) == sign(library, name, expanded_key(library, name, seed), message)


@pytest.mark.parametrize("hash_name", HASHES)
def test_prehash(library: Library, hash_name: str) -> None:
    """HashML-DSA: hashed here, hashed by the application, and as external mu."""
    name, message, context = "ml-dsa-44", random_bytes(300, 1), b"ctx"
    keys, (number, _, digest) = example(name, 1), HASHES[hash_name]
    signature = expected(name, keys, message_prime(message, context, hash_name))
    for key in (keys.seed, keys.expanded):
        assert sign(library, name, key, message, context, b"", MODE_PREHASH, number) == signature
        assert sign(library, name, key, digest(message), context, b"", MODE_DIGEST, number) == signature
        mu = external_mu(keys.public, message, context, hash_name)
        assert sign(library, name, key, mu, mode=MODE_EXTERNAL_MU) == signature


def feed(run: Signing, message: bytes, chunk: int) -> None:
    """Steps until the message is wanted, then brings it."""
    assert run.open() == PENDING
    while run.wants() != MESSAGE:
        assert run.step() == PENDING
        run.move()
    for at in range(0, max(1, len(message)), chunk):
        assert run.feed(message[at:at + chunk]) == PENDING
        run.move()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("piece", (1, 63, 100000))
def test_streamed(library: Library, name: str, piece: int) -> None:
    """Outputs taken in pieces of any size, the state elsewhere after every call, are the same."""
    keys, message = example(name, 0), random_bytes(200, 3)
    assert KeyGeneration(library, name, keys.seed, streamed=True).finish(piece, True) == (DONE, keys.public)
    assert KeyGeneration(library, name, keys.seed, True, True).finish(piece, True) == (DONE, keys.expanded)
    signature = expected(name, keys, message_prime(message, b""))
    for key, public in ((keys.seed, b""), (keys.seed, keys.public), (keys.expanded, b""), (keys.expanded, keys.public)):
        for streamed in (True, False):
            run = Signing(library, name, key, public_key=public, streamed=streamed)
            feed(run, message, 1 + piece // 3)
            assert run.finish(piece if streamed else 0, True) == (DONE, signature)


@pytest.mark.parametrize("name", NAMES)
def test_flags(library: Library, name: str) -> None:
    """Checked and unchecked signatures are the same. Deterministic ones are always checked."""
    keys, rnd = example(name, 2), random_bytes(32, 9)
    signature = expected(name, keys, message_prime(b"m", b""), rnd)
    for flags in (0, CHECKED, UNCHECKED):
        assert sign(library, name, keys.seed, b"m", rnd=rnd, flags=flags) == signature
    for given, flags in ((b"", UNCHECKED), (rnd, UNCHECKED | CHECKED), (rnd, DETERMINISTIC), (rnd, 8)):
        with pytest.raises(ValueError):
            sign(library, name, keys.seed, b"m", rnd=given, flags=flags)


def test_arguments(library: Library) -> None:
    """What is refused, and when."""
    name, keys = "ml-dsa-44", example("ml-dsa-44", 0)

    def opened_with(**arguments: Any) -> int:
        return Signing(library, name, keys.expanded, **arguments).open()

    assert opened_with(context=bytes(255)) == PENDING
    assert opened_with(context=bytes(256)) == verdicts.CONTEXT
    assert opened_with(mode=MODE_EXTERNAL_MU, context=b"c") == verdicts.CONTEXT
    for mode, hash_ in ((MODE_PREHASH, 0), (MODE_PREHASH, 13), (MODE_DIGEST, 0), (4, 1), (255, 1)):
        assert opened_with(mode=mode, hash_=hash_) == verdicts.ARGUMENT
    # The length of what comes instead of a message: one byte less, one more.
    for mode, hash_, length in ((MODE_EXTERNAL_MU, 0, 64), (MODE_DIGEST, 1, 32), (MODE_DIGEST, 12, 64)):
        for wrong in (0, length - 1, length + 1):
            with pytest.raises(ValueError):
                sign(library, name, keys.seed, bytes(wrong), mode=mode, hash_=hash_)
    # A seed's message is wanted when its public key is made; not before, and not twice.
    run = Signing(library, name, keys.seed)
    assert run.open() == PENDING and run.wants() == 0
    assert run.feed(b"m") == verdicts.OVERFEED and run.close() == verdicts.OVERFEED
    run = Signing(library, name, keys.seed, public_key=keys.public)
    assert run.open() == PENDING and run.wants() == MESSAGE and run.feed(b"m") == PENDING
    assert run.step() == PENDING and run.wants() == 0 and run.feed(b"m") == verdicts.OVERFEED
    assert run.close() == verdicts.OVERFEED and run.output_now() == bytes(run.output_bytes)
    # Nobody takes the output of the one-shot calls.
    run = Signing(library, name, keys.seed, streamed=True)
    state = run.state
    assert library.c.ksig_sign(state, run.size, run.scheme, run.args, b"m", 1, ffi.NULL) == verdicts.ARGUMENT
    assert library.c.ksig_keygen(state, run.size, library.keygen_schemes("ml-dsa-44")[0], keys.seed,
                                 ffi.NULL) \
        == verdicts.ARGUMENT


@pytest.mark.parametrize("name", NAMES)
def test_closed_early(library: Library, name: str) -> None:
    """At any step: no output, a wiped state, and nothing to take."""
    keys = example(name, 0)

    def begun(streamed: bool) -> Signing:
        run = Signing(library, name, keys.expanded, streamed=streamed)
        feed(run, b"message", 3)
        return run

    def stepped(run: Signing) -> int:
        verdict = run.step()
        while run.take(1000):
            pass
        return verdict

    for streamed in (False, True):
        run, steps = begun(streamed), 0
        while stepped(run) == PENDING:
            steps += 1
        assert run.close() == DONE
        for stop in range(0, steps, 1 + steps // 8):
            run = begun(streamed)
            for _ in range(stop):
                assert stepped(run) == PENDING
            assert run.close() == verdicts.INCOMPLETE
            assert run.take(10) == b"" and run.step() == verdicts.ARGUMENT and run.close() == verdicts.ARGUMENT
            assert not any(bytes(ffi.buffer(run.state, run.size))[40:])
            assert streamed or run.output_now() == bytes(run.output_bytes)


def taken_until(run: Signing, verdict: int = PENDING) -> list[bytes]:
    """All that can be had of a signature."""
    pieces = []
    while verdict == PENDING:
        verdict = run.step()
        pieces.append(run.take(100000))
    return pieces


@pytest.mark.parametrize("name", NAMES)
def test_changed_keys(library: Library, name: str) -> None:
    """A public key that is not the secret key's, or an expanded key with a changed bit: no byte leaves."""
    keys = example(name, 3)
    bits = 8 * len(keys.public)
    for bit in (0, 255, 265, bits // 2, bits - 1):  # of rho; high ones of a coefficient
        run = Signing(library, name, keys.seed, public_key=flipped(keys.public, bit), streamed=True)
        feed(run, b"message", 7)
        assert not any(taken_until(run)) and run.close() == verdicts.FAULT
    # rho and both ends of s1, after the message was hashed. K and tr only change which signature it is.
    columns, s = {"ml-dsa-44": (4, 96), "ml-dsa-65": (5, 128), "ml-dsa-87": (7, 96)}[name]
    for at in (0, 128, 128 + s * columns - 1):
        changed = bytes(flipped(keys.expanded, 8 * at))
        run = Signing(library, name, keys.expanded, public_key=keys.public, streamed=True)
        feed(run, b"message", 7)
        assert run.step() == PENDING
        ffi.memmove(run.buffers[1], changed, len(changed))
        assert not any(taken_until(run)) and run.close() in (verdicts.FAULT, verdicts.KEY)  # in range, or not


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("streamed", (False, True))
def test_key_out_of_range(library: Library, name: str, streamed: bool) -> None:
    """skDecode's ranges: an expanded key with a coefficient of s1 or s2 that is not within eta is refused, and nothing
    leaves; whatever the coefficient, wherever it is."""
    keys = example(name, 7)
    columns, rows, bits = {"ml-dsa-44": (4, 4, 3), "ml-dsa-65": (5, 6, 4), "ml-dsa-87": (7, 8, 3)}[name]
    last = columns + rows - 1
    for polynomial, place in ((0, 0), (0, 7), (columns - 1, 255), (columns, 0), (columns, 130), (last, 255)):
        for field in range(5 if bits == 3 else 9, 1 << bits):
            changed = int.from_bytes(keys.expanded, "little")
            at = 8 * 128 + bits * (256 * polynomial + place)
            changed = changed & ~((1 << bits) - 1 << at) | field << at
            for public_key in (keys.public, None):
                run = Signing(library, name, changed.to_bytes(len(keys.expanded), "little"), public_key=public_key,
                              streamed=streamed)
                feed(run, b"message", 7)
                if streamed:
                    assert not any(taken_until(run)) and run.close() == verdicts.KEY
                else:
                    verdict, output = run.finish()
                    assert verdict == verdicts.KEY and not any(output)


@pytest.mark.parametrize("name", NAMES)
def test_fault_behind_the_check(library: Library, name: str) -> None:
    """A secret that changes once c~ has left: z is not what was verified, and does not leave."""
    keys = example(name, 4)
    run = Signing(library, name, keys.expanded, public_key=keys.public, streamed=True)
    feed(run, b"message", 7)
    while not (taken := run.take(1000)):
        assert run.step() == PENDING
    changed = bytearray(keys.expanded)
    for n in range(96):
        changed[128 + n] = 0
    ffi.memmove(run.buffers[1], bytes(changed), len(changed))
    assert run.step() == verdicts.FAULT and run.take(1000) == b"" and run.close() == verdicts.FAULT
    assert taken == expected(name, keys, message_prime(b"message", b""))[:len(taken)]


def close_coefficients(name: str, first: bytes, second: bytes) -> int:
    """How many coefficients of z_0 differ by as little as c s1 would make it."""
    at, bits, beta = {"ml-dsa-44": (32, 18, 78), "ml-dsa-65": (48, 20, 196), "ml-dsa-87": (64, 20, 120)}[name]

    def fields(signature: bytes) -> list[int]:
        packed = int.from_bytes(signature[at:at + 32 * bits], "little")
        return [packed >> bits * n & (1 << bits) - 1 for n in range(256)]

    return sum(abs(a - b) <= 2 * beta for a, b in zip(fields(first), fields(second)))


def test_copies_of_a_state(library: Library) -> None:
    """Whatever goes on from a copy that has its message ends with the same signature; another message that is fed to a
    copy has another y: no coefficient of z differs by as little as c s1 would make it."""
    name, keys = "ml-dsa-44", example("ml-dsa-44", 6)
    first = Signing(library, name, keys.expanded)
    assert first.open() == PENDING
    copy = bytes(ffi.buffer(first.state, first.size))
    signatures = []
    for message in (b"one", b"one", b"another"):
        ffi.memmove(first.state, copy, first.size)
        assert first.feed(message) == PENDING
        assert first.step() == PENDING  # rho''
        inner = bytes(ffi.buffer(first.state, first.size))
        for _ in range(2):
            ffi.memmove(first.state, inner, first.size)
            verdict, signature = first.finish()
            assert verdict == DONE
            signatures.append(signature)
    assert len(set(signatures[:4])) == 1 and signatures[4] == signatures[5] != signatures[0]

    assert close_coefficients(name, signatures[0], signatures[4]) < 5


@pytest.mark.parametrize("name", NAMES)
def test_copy_behind_its_buffer(library: Library, name: str) -> None:
    """A copy of the state that is resumed when the buffer has gone on takes z for y, and z + c s1 would give away s1.
    Any step's copy ends with the same signature, for y is drawn again when z is written; or with none; or, if z + c s1
    is rejected, with that of a later attempt, whose y is another."""
    run, keys = Signing(library, name, example(name, 8).expanded), example(name, 8)
    feed(run, b"message", 7)
    copies = [bytes(ffi.buffer(run.state, run.size))]
    while run.step() == PENDING:
        copies.append(bytes(ffi.buffer(run.state, run.size)))
    signature = run.output_now()
    assert run.close() == DONE and signature == expected(name, keys, message_prime(b"message", b""))
    right = 0
    last = 3 * len(keys.expanded) // 100  # about the steps of FINISH and what is before
    for copy in copies[-last:-1:3]:
        ffi.memmove(run.state, copy, run.size)
        ffi.memmove(run.output, signature, len(signature))
        verdict, output = run.finish()
        right += output == signature
        if verdict != DONE:
            assert verdict == verdicts.FAULT and not any(output)
        elif output != signature:
            assert close_coefficients(name, output, signature) < 5
            scheme = library.scheme(name)
            assert scheme is not None and library.verify(scheme, keys.public, b"message", output).accepted
    assert right > len(copies[-last:-1:3]) // 2


def test_modes_are_apart(library: Library) -> None:
    """A pure signature is not one of the pre-hash, nor the other way round."""
    name, keys = "ml-dsa-65", example("ml-dsa-65", 0)
    message = b"message"
    pure = sign(library, name, keys.seed, message, mode=MODE_PURE)
    prehashed = sign(library, name, keys.seed, message, mode=MODE_PREHASH, hash_=1)
    scheme = library.scheme(name)
    assert scheme is not None
    for signature, mode, hash_, accepted in ((pure, MODE_PURE, 0, True), (pure, MODE_PREHASH, 1, False),
                                             (prehashed, MODE_PREHASH, 1, True), (prehashed, MODE_PURE, 0, False)):
        verdict = library.verify(scheme, keys.public, message, signature, Arguments(mode=mode, hash=hash_))
        assert verdict.accepted == accepted


# ---- The tool -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_tool(tmp_path: Path, name: str) -> None:
    """Keys of a seed in the very bytes that cryptography writes; deterministic and hedged signatures."""
    keys, key = example(name, 7), private_key(name, 0)
    assert pkcs8.private_pem(name, bytes(32)) == key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    assert pkcs8.public_pem(name, cryptography_key(name, 0)) == key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    private, public, message = (tmp_path / file for file in ("private", "public", "message"))
    message.write_bytes(b"message")

    def run(*arguments: object, code: int = 0) -> str:
        done = runner().invoke(app, [str(argument) for argument in arguments])
        assert done.exit_code == code, done.output
        return done.output

    run("keygen", "--scheme", name, "--seed", keys.seed.hex(), "--private", private, "--public", public)
    assert parse_public_key(public.read_bytes()).raw == keys.public
    for number, options in enumerate((["--deterministic"], ["--rnd", "07" * 32], [])):
        signature = tmp_path / str(number)
        run("sign", "--private", private, "--message", message, "--context", "c", "--signature", signature, *options)
        if options:
            rnd = bytes(32) if number == 0 else b"\7" * 32
            assert signature.read_bytes() == expected(name, keys, message_prime(b"message", b"c"), rnd)
        run("verify", "--scheme", name, "--key", public, "--message", message, "--context", "c", "--signature",
            signature)
    run("sign", "--private", private, "--message", message, "--signature", tmp_path / "x", "--deterministic", "--rnd",
        "07" * 32, code=2)
    run("sign", "--private", private, "--message", message, "--signature", tmp_path / "x", "--scheme", "haetae-2",
        code=2)
