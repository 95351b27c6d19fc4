# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verification loads each byte that it is given exactly once, so nobody who can change the memory behind the caller's
pointers in the middle of a call (external flash, another core, DMA) can show it one thing to check and another to use.
The compiled library of this computer, every load trapped (test/library/reads)."""
from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from dilithium_py.ml_dsa import ML_DSA_44

from kilosig.library import verdicts
from kilosig.library.binding import VARIANTS, load
from kilosig.library.catalog import SCHEMES
from kilosig.library.hashes import HASHES, MODE_DIGEST, MODE_EXTERNAL_MU, MODE_PREHASH, MODE_PURE, external_mu
from kilosig.schemes import fn_dsa, haetae_sign, slh_dsa_sign
from kilosig.schemes.haetae import COMPACT_BYTES, KeyGenerator
from support import (CANDIDATES, ML_DSA, broken_example, broken_vectors, candidate_example, falcon_example,
                     haetae_example, key_anchor_example, private_key, public_key, random_bytes)

ROOT = Path(__file__).resolve().parents[2]
SECRET = bytes(range(1, 17))
INPUTS = ("context", "secret", "key", "message", "signature")


@cache
def program(variant: str) -> Path:
    """The program of test/library/reads for a variant, built if need be."""
    name = "reads" if variant == "default" else f"reads_{variant}"
    done = subprocess.run(["cmake", "--build", "--preset", "host", "--target", name], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    return ROOT / "build/host/test" / name


class Loads(NamedTuple):
    """Of one input: the most loads of a byte in a call that was given it, loads of what was not given, bytes that no
    call loaded."""

    most: int
    strays: int
    unread: int


class Outcome(NamedTuple):
    verdict: int
    inputs: list[Loads]
    places: list[str]  # in the library's file: what loaded a byte again


@dataclass(frozen=True)
class Inputs:
    """Of a verification: what the loads of each input answer."""

    scheme: str
    anchor: bytes
    key: bytes
    message: bytes
    signature: bytes
    context: bytes = b""
    secret: bytes = b""
    mode: int = MODE_PURE
    hash: int = 0

    def parts(self) -> tuple[bytes, ...]:
        return self.context, self.secret, self.key, self.message, self.signature

    def with_secret(self, variant: str) -> Inputs:
        """The same with a secret, if the scheme takes one in that variant."""
        scheme = load(variant).scheme(self.scheme)
        assert scheme is not None
        return replace(self, secret=SECRET[:scheme.secret_bytes])

    def complement(self) -> Inputs:
        """Each byte wrong."""
        return replace(self, **{name: bytes(byte ^ 0xFF for byte in getattr(self, name)) for name in INPUTS})

    def streamed_otherwise(self) -> Inputs:
        """Each byte of key, message and signature wrong."""
        return replace(self.complement(), context=self.context, secret=self.secret)


def words(*answers: bytes) -> list[str]:
    return [answer.hex() or "-" for answer in answers]


def run(variant: str, lines: list[str]) -> list[Outcome]:
    """What the program says of each line."""
    done = subprocess.run([str(program(variant))], input="\n".join(lines) + "\n", capture_output=True,
                          text=True)
    if done.stdout.startswith("unsupported"):
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0, done.stderr
    outcomes = []
    for line in done.stdout.splitlines():
        verdict, *rest = line.split()
        loads = [Loads(*map(int, text.split("/"))) for text in rest if "/" in text]
        outcomes.append(Outcome(int(verdict, 16), loads, [text for text in rest if "/" not in text]))
    assert len(outcomes) == len(lines)
    return outcomes


def verification(first: Inputs, later: Inputs, chunk: int = 0, offset: int = 0, turn: int = 1) -> str:
    """The line of a verification in which the first loads of a byte, `turn` of them, answer `first`, and others in the
    same call `later`."""
    pairs = [word for pair in zip(first.parts(), later.parts()) for word in words(*pair)]
    return " ".join(["verify", first.scheme, str(first.mode), str(first.hash), str(chunk), str(offset), str(turn),
                     *words(first.anchor), *pairs])


def example(name: str) -> Inputs:
    """A genuine signature in pure mode."""
    choose = (haetae_example if name.startswith("haetae") else falcon_example if name in fn_dsa.LOG_N
              else broken_example if SCHEMES[name].broken else candidate_example if name in CANDIDATES
              else key_anchor_example if SCHEMES[name].key_anchor else None)
    if choose is None:
        data = (ROOT / "bench/inputs" / f"{name}.bin").read_bytes()
        sizes = SCHEMES[name]
        ends = [0]
        for length in (sizes.anchor_bytes, sizes.key_bytes, 33, sizes.signature_bytes):
            ends.append(ends[-1] + length)
        anchor, key, message, signature = (data[begin:end] for begin, end in zip(ends, ends[1:]))
        return Inputs(name, anchor, key, message, signature)
    vector = choose(name)
    assert vector.key is not None
    return Inputs(name, SCHEMES[name].anchor(vector.key), vector.key, vector.message, vector.signature,
                  vector.context or b"")


def modes(name: str) -> Iterator[Inputs]:
    """A longer message with a context, and all other modes, of ML-DSA."""
    key, raw = private_key(name), public_key(name)
    message, context = random_bytes(700, 1), random_bytes(255, 2)
    inputs = Inputs(name, SCHEMES[name].anchor(raw), raw, message, b"", context)
    yield replace(inputs, signature=key.sign(message, context))
    mu = external_mu(raw, message, context)
    yield replace(inputs, message=mu, context=b"", signature=key.sign_mu(mu), mode=MODE_EXTERNAL_MU)
    for hash_name, (arc, _, digest) in HASHES.items():
        signature = key.sign_mu(external_mu(raw, message, context, hash_name))
        yield replace(inputs, signature=signature, mode=MODE_PREHASH, hash=arc)
        yield replace(inputs, signature=signature, message=digest(message), mode=MODE_DIGEST, hash=arc)


def names(variant: str) -> list[str]:
    """The schemes that are other code in that variant."""
    own = {"default": "", "fast": ("ml-dsa", "dilithium", "gemss"), "small": ("ml-dsa", "dilithium")}[variant]
    return [name for name in SCHEMES if name.startswith(own)]


CASES = [(variant, name) for variant in VARIANTS for name in names(variant)]
# A secret is copied, and each byte of the copy compared with it twice.
MOST = {"secret": 3}


def check(outcome: Outcome, inputs: Inputs) -> None:
    """Accepted, and loaded as it should be."""
    for name, loads in zip(INPUTS, outcome.inputs):
        told = f"{name}: {loads}, again at {' '.join(outcome.places)}"
        streamed = getattr(inputs, name) if name != "key" or not SCHEMES[inputs.scheme].key_anchor else b""
        assert loads.most <= MOST.get(name, 1) and loads.strays == 0, told
        assert loads.unread == (0 if streamed else len(getattr(inputs, name))), told
    assert outcome.verdict == verdicts.ACCEPT


# The code of SLH-DSA's other sets, and of UOV-Ip's forms; these read most.
LONG = ("slh-dsa-sha2-192f", "slh-dsa-sha2-256f", "slh-dsa-shake-192f", "slh-dsa-shake-256f", "uov-3-r3", "uov-5-r3",
        "uov-3-pkc-r3", "uov-5-pkc-r3")


@pytest.mark.parametrize("variant, name", [
    pytest.param(*case, marks=pytest.mark.full) if case[1] in LONG else case for case in CASES])
def test_once(variant: str, name: str) -> None:
    """No byte is loaded twice in a call that is given it, none outside of what is given, and at any other time none;
    and what a second load would bring does not matter."""
    inputs = example(name).with_secret(variant)
    large = len(inputs.key) > 100_000
    cuts = ((512, 1),) if large else ((0, 0), (64, 1), (7, 2), (1, 3))
    for outcome in run(variant, [verification(inputs, inputs.streamed_otherwise(), *cut) for cut in cuts]):
        check(outcome, inputs)


@pytest.mark.parametrize("name", ML_DSA[:1])
def test_modes(name: str) -> None:
    """So it is in every mode, with every hash."""
    cases = list(modes(name))
    lines = [verification(case, case.streamed_otherwise(), 100, number % 4) for number, case in enumerate(cases)]
    for case, outcome in zip(cases, run("default", lines)):
        check(outcome, case)


@pytest.mark.parametrize("variant, name", [("small", "ml-dsa-44"), ("default", "haetae-2"), ("default", "fn-dsa-512"),
                                           ("default", "slh-dsa-sha2-128s")])
def test_context_changes(variant: str, name: str) -> None:
    """A context or secret that open finds changed is the one that it read first, or a rejection."""
    inputs = replace(next(modes(name)) if name in ML_DSA else example(name)).with_secret(variant)
    if not inputs.context:
        inputs = replace(inputs, context=b"context")  # of another signature
    wrong = replace(inputs, context=inputs.complement().context)
    found = run(variant, [verification(inputs, inputs), verification(wrong, inputs), verification(inputs, wrong)])
    genuine, wrong_first, wrong_later = (outcome.verdict for outcome in found)
    assert wrong_first != verdicts.ACCEPT
    assert wrong_later == genuine or wrong_later not in (verdicts.ACCEPT, verdicts.PENDING)


def attacks(name: str) -> tuple[Inputs, bytes]:
    """What somebody with a key of his own makes for the anchor of another key, and that key: message and signature are
    right but for the key."""
    message = b"activate: EVERYTHING"
    if name in ML_DSA:
        genuine, own = public_key(name), private_key(name, 1)
        signature, key = own.sign_mu(external_mu(genuine, message)), public_key(name, 1)
    elif name.startswith("haetae"):
        generator = KeyGenerator(load(), int(name[7]))
        genuine, pair = generator.generate(bytes(32)).public, generator.generate(bytes([1] * 32))
        signature, key = haetae_sign.sign(load(), name, pair.secret, message), pair.public
    elif name == "rainbow-1-classic":
        # Of the vectors: to make a key takes seconds.
        genuine = example(name).key
        mine = next(each for each in broken_vectors(name) if each.valid and each.key != genuine)
        assert mine.key is not None
        message, signature, key = mine.message, mine.signature, mine.key
    else:
        pytest.importorskip("py_fn_dsa", exc_type=ImportError)
        genuine, other = fn_dsa.generate(name, b"genuine").public, fn_dsa.generate(name, b"other")
        signature, key = fn_dsa.sign(name, other.secret, message, seed=b"seed"), other.public
    return Inputs(name, SCHEMES[name].anchor(genuine), key, message, signature), genuine


ATTACKED = [(variant, name) for variant in VARIANTS for name in ML_DSA] + [
    ("default", name) for name in ("haetae-2", "haetae-3-kpqc", "haetae-5", "falcon-512-r3", "falcon-1024-padded-r3",
                                   "rainbow-1-classic")]


@pytest.mark.parametrize("variant, name", ATTACKED)
def test_two_keys(variant: str, name: str) -> None:
    """Memory that answers with the one key or with the other does not make a forgery, in whatever order."""
    own, genuine = attacks(name)
    own = own.with_secret(variant)
    other = replace(own, key=genuine)
    # Under its own anchor it is a signature; ML-DSA's and HAETAE's are for the other's.
    if name.startswith(("falcon", "rainbow")):
        mine = replace(own, anchor=SCHEMES[name].anchor(own.key))
        assert run(variant, [verification(mine, mine)])[0].verdict == verdicts.ACCEPT
    orders = [(own, other, 1), (own, other, 2), (other, own, 1), (other, own, 2)]
    chunks = (512,) if len(own.key) > 100_000 else (0, 64)  # as in test_once
    lines = [verification(first, later, chunk, 0, turn) for chunk in chunks for first, later, turn in orders]
    for outcome in run(variant, lines):
        assert outcome.verdict not in (verdicts.ACCEPT, verdicts.PENDING), outcome


# ---- Key generation and signing: docs/schemes, "What is read more than once" ----------------------------------------


class Keys(NamedTuple):
    """What a signer is given, and how often it loads a byte of the message: SLH-DSA has two passes."""

    seed: bytes
    secret: bytes
    public: bytes = b""
    rnd_bytes: int = 32
    passes: int = 1


def keys(name: str, variant: str) -> Keys:
    seed = bytes(range(32))
    if name.startswith("haetae"):
        compact = name.endswith("compact")
        pair = KeyGenerator(load(variant), 2, compact).generate(seed)
        return Keys(seed, pair.secret[-COMPACT_BYTES:], pair.public) if compact else Keys(seed, pair.secret)
    if name.startswith("ml-dsa"):
        public, expanded = ML_DSA_44.key_derive(seed)
        return Keys(seed, expanded if name.endswith("expanded") else seed, public)
    seed = random_bytes(48, 5)
    return Keys(seed, slh_dsa_sign.generate(load(), name, seed).secret, rnd_bytes=16, passes=2)


SIGNERS = ([(variant, name) for name in ("haetae-2", "haetae-2-compact", "ml-dsa-44", "ml-dsa-44-expanded")
            for variant in VARIANTS] + [("default", "slh-dsa-sha2-128f"), pytest.param(
                "default", "slh-dsa-shake-128f", marks=pytest.mark.full)])


@pytest.mark.parametrize("variant, name", SIGNERS)
def test_key_generation_and_signing(variant: str, name: str) -> None:
    """What is given for one call is loaded once in it. Keys are loaded again and again; a seed is copied, and the copy
    compared with it, by two looks."""
    given = keys(name, variant)
    message, context, rnd = random_bytes(300, 3), b"context", random_bytes(given.rnd_bytes, 4)
    inputs = (given.secret, context, rnd, given.public, message)
    made, signed = run(variant, [
        " ".join(["keygen", name, *words(given.seed, given.seed)]),
        " ".join(["sign", name, *(word for data in inputs for word in words(data, data))])])
    assert made.verdict == signed.verdict == verdicts.DONE
    assert made.inputs == [Loads(3, 0, 0)]
    assert all((loads.strays, loads.unread) == (0, 0) for loads in signed.inputs)
    most = [loads.most for loads in signed.inputs]
    assert most[0] > 1 and most[1:3] == [1, 1] and most[4] == given.passes


@pytest.mark.parametrize("name", ["slh-dsa-sha2-128f", "slh-dsa-shake-128f"])
def test_message_changes_between_passes(name: str) -> None:
    """Nothing is signed: R would be that of another message."""
    given, context, rnd = keys(name, "default"), b"", random_bytes(16, 4)
    pairs = [(data, data) for data in (given.secret, context, rnd, b"")] + [(b"a" * 40, b"a" * 39 + b"b")]
    signed, = run("default", [" ".join(["sign", name, *(word for pair in pairs for word in words(*pair))])])
    assert signed.verdict == verdicts.RESTREAM
