# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The adapters of ports/classical: Wycheproof's sets for Ed25519 and ECDSA, and the vectors of Composite ML-DSA,
with each library that is here; the reader of Ecdsa-Sig-Value with Wycheproof's DER."""
from __future__ import annotations

import ctypes
import hashlib
import json
import lzma
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import adapters
import pytest
from test_composite import NAMES, case, flipped, pair

from kilosig.library import classical, composite
from kilosig.library.binding import copy_in, ffi
from kilosig.library.verdicts import ACCEPT, ARGUMENT, KEY, SIGNATURE

pytestmark = pytest.mark.library
ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "test/vectors/wycheproof-classical.json.xz"
FILES = {classical.ED25519: "ed25519_test", classical.ED25519_DIGEST: "ed25519_test",
         classical.ECDSA_P256: "ecdsa_secp256r1_sha256_p1363_test",
         classical.ECDSA_P384: "ecdsa_secp384r1_sha384_p1363_test"}
DER_FILES = {classical.ECDSA_P256: "ecdsa_secp256r1_sha256_test", classical.ECDSA_P384: "ecdsa_secp384r1_sha384_test"}
HASHES = {classical.ECDSA_P256: "sha256", classical.ECDSA_P384: "sha384"}
ALGORITHM_NAMES = {classical.ED25519: "Ed25519", classical.ED25519_DIGEST: "Ed25519 digest",
                   classical.ECDSA_P256: "P-256", classical.ECDSA_P384: "P-384"}


def point(y: int, sign: int) -> bytes:
    return (y + (sign << 255)).to_bytes(32, "little")


@cache
def wycheproof(name: str) -> list[tuple[bytes, bytes, bytes, bool, str]]:
    """(key, message, signature, valid, what it is)"""
    groups = json.loads(lzma.decompress(VECTORS.read_bytes()))["files"][name]
    return [(bytes.fromhex(group["key"]), bytes.fromhex(test["msg"]), bytes.fromhex(test["sig"]),
             test["result"] == "valid", f"{test['tcId']}: {test['comment']}") for group in groups
            for test in group["tests"]]


def adapter(name: str) -> Any:
    """The function, or the test is skipped with the reason."""
    function, missing = adapters.adapter(name)
    if function is None:
        pytest.skip(missing)
    return function


def ask(function: Any, asked: classical.Question) -> int:
    """One call."""
    kept = [copy_in(data) for data in (asked.key, asked.message, asked.signature, asked.challenge)]
    pointer = ffi.new("ksig_classical_input *")
    pointer.key, pointer.message, pointer.signature = kept[:3]
    pointer.challenge = kept[3] if asked.challenge else ffi.NULL
    pointer.message_length, pointer.algorithm = len(asked.message), asked.algorithm
    return int(function(pointer))


PAIRS = [(name, algorithm) for name, algorithms in adapters.ALGORITHMS.items() for algorithm in algorithms]
IDS = [f"{name} {ALGORITHM_NAMES[algorithm]}" for name, algorithm in PAIRS]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "algorithm"), PAIRS, ids=IDS)
def test_wycheproof(name: str, algorithm: int) -> None:
    """Signatures of the algorithm's length; others never reach an adapter."""
    function, length = adapter(name), classical.SIZES[algorithm][1]
    counts, wrong = [0, 0], []
    for key, message, signature, valid, what in wycheproof(FILES[algorithm]):
        if len(signature) != length:
            assert not valid
            continue
        accepted = ask(function, classical.question(algorithm, key, message, signature)) == ACCEPT
        counts[accepted] += 1
        if accepted != valid:
            wrong.append(what)
    assert wrong == []
    assert min(counts) > 20


@pytest.mark.slow
def test_points_of_ed25519() -> None:
    """Encodings that RFC 8032 refuses, as key and as R, with S = 0 and with an equation that would hold: the neutral
    element as R and as key."""
    function, p = adapter("monocypher"), 2**255 - 19
    neutral = point(1, 0)
    for wrong in (point(1, 1), point(p - 1, 1), point(p, 0), point(p + 1, 0), point(p + 1, 1), point(p + 18, 0)):
        for key, r in ((neutral, wrong), (wrong, neutral), (wrong, wrong)):
            for algorithm in (classical.ED25519, classical.ED25519_DIGEST):
                asked = classical.question(algorithm, key, b"message", r + bytes(32))
                assert ask(function, asked) == SIGNATURE
                assert algorithm == classical.ED25519 or not classical.verify(asked)


@pytest.mark.parametrize("name", adapters.ALGORITHMS)
def test_algorithms_that_it_lacks(name: str) -> None:
    """They are refused as an argument."""
    function = adapter(name)
    for algorithm in {1, 2, 3, 4, 5} - set(adapters.ALGORITHMS[name]):
        key, length = classical.SIZES.get(algorithm, (97, 96))
        asked = classical.Question(algorithm, bytes(key), bytes(48), bytes(length), bytes(64))
        # Mbed TLS 2.28 calls a key that it does not know malformed.
        assert ask(function, asked) in ((ARGUMENT, KEY) if name == "psa" else (ARGUMENT,))


@pytest.mark.parametrize(("name", "algorithm"), [each for each in PAIRS if each[1] != classical.ED25519_DIGEST])
def test_composites(name: str, algorithm: int) -> None:
    """The draft's vectors, the classical half by this library."""
    function = adapter(name)
    tried = 0
    for scheme in NAMES:
        if pair(scheme).algorithm != algorithm:
            continue
        tried += 1
        key, message, signature = case(scheme)
        assert composite.verify(pair(scheme), function, key, message, signature) == ACCEPT
        for forged in (flipped(signature, len(signature) - 1), flipped(signature, 100)):
            assert composite.verify(pair(scheme), function, key, message, forged) == SIGNATURE
        assert composite.verify(pair(scheme), function, key, flipped(message, 0), signature) == SIGNATURE
    assert tried


@pytest.mark.slow
def test_host_half() -> None:
    """`cryptography`, which verifies for the tool, on the same sets."""
    for algorithm, name in FILES.items():
        for key, message, signature, valid, what in wycheproof(name):
            if len(signature) == classical.SIZES[algorithm][1]:
                assert classical.verify(classical.question(algorithm, key, message, signature)) == valid, what


@pytest.mark.parametrize("algorithm", DER_FILES, ids=lambda algorithm: ALGORITHM_NAMES[algorithm])
def test_der(algorithm: int, tmp_path: Path) -> None:
    """src/composite/composite_der.c reads what is valid, and refuses every other encoding."""
    library = tmp_path / "der.so"
    subprocess.run(["gcc", "-std=c99", "-O2", "-shared", "-fPIC", f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}",
                    "-DKSIG_ENABLE_LINK_CHECK=0", ROOT / "src/composite/composite_der.c", "-o", library], check=True)
    read = ctypes.CDLL(str(library)).ksig_composite_read_integers
    size = classical.SIZES[algorithm][1] // 2
    counts = [0, 0]
    for key, message, signature, valid, what in wycheproof(DER_FILES[algorithm]):
        out = ctypes.create_string_buffer(2 * size)
        if len(signature) > 104 or read(signature, ctypes.c_size_t(len(signature)), out, ctypes.c_size_t(size)) != 0:
            assert not valid, what
            counts[0] += 1
            continue
        digest = hashlib.new(HASHES[algorithm], message).digest()
        assert classical.verify(classical.Question(algorithm, key, digest, out.raw, b"")) == valid, what
        assert classical.raw(algorithm, signature) == out.raw
        counts[1] += 1
    assert min(counts) > 100
