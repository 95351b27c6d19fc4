# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Material for the tests: known answers, deterministic keys, random bytes."""
from __future__ import annotations

import importlib.resources
import json
import lzma
import random
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import cryptography_vectors
import pytest
from typer.main import get_command
from typer.testing import CliRunner

from kilosig.cli.common import random_sizes
from kilosig.device.emulator import BOARDS, image_path
from kilosig.schemes.vectors import Vector, read_vectors
from kilosig.library.binding import Chunk
from kilosig.library.catalog import SCHEMES
from kilosig.schemes import fn_dsa, ml_dsa_keys
from kilosig.schemes.stateful import LMS_SETS, XMSSMT_SETS, XMSS_SETS
from kilosig.schemes.stateful_material import pair_of

VECTORS = Path(__file__).resolve().parents[1] / "vectors"
ML_DSA = tuple(ml_dsa_keys.PRIVATE_KEYS)

# Feed sizes.
CHUNKS = (1, 2, 7, 64, "all", "random")


@cache
def _drawn() -> tuple[int, ...]:
    """Random feed sizes: to draw them anew for each input takes longer than the library with it."""
    return tuple(islice(random_sizes(20), 1000))


def chunk(name: object) -> Chunk:
    """A chunk argument of Library.verify for a member of CHUNKS."""
    if name == "all":
        return None
    return cycle(_drawn()) if name == "random" else int(str(name))


@dataclass(frozen=True)
class KnownAnswer:
    """One entry of a kat_MLDSA_*_det_pure.rsp."""

    key: bytes
    message: bytes
    context: bytes
    signature: bytes


@cache
def known_answers(scheme: str) -> list[KnownAnswer]:
    """The 100 deterministic pure signatures of one set in cryptography-vectors. `sm` is signature | message."""
    name = f"asymmetric/MLDSA/kat_MLDSA_{scheme[-2:]}_det_pure.rsp"
    text = (importlib.resources.files(cryptography_vectors) / name).read_text()
    entries: list[dict[str, str]] = []
    for line in text.splitlines():
        field, equals, value = line.partition("=")
        if equals and field.strip() == "count":
            entries.append({})
        elif equals:
            entries[-1][field.strip()] = value.strip()
    answers = []
    for entry in entries:
        message, signed = bytes.fromhex(entry["msg"]), bytes.fromhex(entry["sm"])
        assert len(message) == int(entry["mlen"]) and signed.endswith(message)
        answers.append(KnownAnswer(bytes.fromhex(entry["pk"]), message, bytes.fromhex(entry["ctx"]),
                                   signed[:len(signed) - len(message)]))
    return answers


@cache
def haetae_vectors(name: str) -> list[Vector]:
    """The vectors of a HAETAE scheme."""
    level, profile = name[7], "kpqc" if name.endswith("kpqc") else "ksx"
    vectors = read_vectors(VECTORS / f"haetae{level}_{profile}.jsonl.xz")
    assert all(vector.scheme == name and vector.key is not None for vector in vectors)
    assert len(vectors) == (45 if profile == "ksx" else 44)
    return vectors


def haetae_example(name: str) -> Vector:
    """A valid signature with a message of some length, and a context where there may be one."""
    return next(vector for vector in haetae_vectors(name) if vector.valid and len(vector.message) > 1
                and (vector.context or name.endswith("kpqc")))


@cache
def slh_dsa_example(name: str) -> Vector:
    """A valid signature of any SLH-DSA or SPHINCS+ scheme: what the bench verifies. Made with the package `slh-dsa`."""
    data = (VECTORS.parents[1] / "bench" / "inputs" / f"{name}.bin").read_bytes()
    key_bytes = SCHEMES[name].key_bytes
    key, message = data[:key_bytes], data[2 * key_bytes:2 * key_bytes + 33]
    return Vector(name, "bench", name, key, key, message, data[2 * key_bytes + 33:], True)


STATEFUL_SETS = {"lms": [LMS_SETS["LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4"]],
                 "hss": [LMS_SETS["LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4"]] * 2,
                 "xmss": [XMSS_SETS["XMSS-SHA2_10_256"]], "xmssmt": [XMSSMT_SETS["XMSSMT-SHA2_20/4_256"]]}


@cache
def stateful_example(name: str) -> Vector:
    """A valid signature of LMS, HSS, XMSS or XMSS^MT, the same in every run."""
    key, sign = pair_of(name, STATEFUL_SETS[name], b"example", 17)
    message = b"activate 33 units of the machine."
    return Vector("example", "", name, key, key, message, sign(message), True)


# Type codes with which keys are longest.
LONGEST = {"lms": "0000000500000001", "hss": "000000010000000500000001", "xmss": "00000004", "xmssmt": "00000009"}


def longest_key(name: str) -> bytes:
    """Bytes that might be a key of any scheme, of the largest length."""
    length, codes = SCHEMES[name].key_bytes, bytes.fromhex(LONGEST.get(name, ""))
    return (codes + bytes(range(len(codes), 256)) + bytes(range(256)) * (length // 256))[:length]


def key_anchor_example(name: str) -> Vector:
    """A valid signature of a scheme whose key is the anchor."""
    return stateful_example(name) if name in STATEFUL_SETS else slh_dsa_example(name)


@cache
def broken_vectors(name: str) -> list[Vector]:
    """The vectors of a scheme for research."""
    file = {"rainbow-1-classic": "rainbowI-classic.json", "gemss-128": "gemss-128.json"}[name]
    vectors = read_vectors(VECTORS / file)
    assert len(vectors) == {"rainbow-1-classic": 35, "gemss-128": 38}[name]
    return vectors


def broken_example(name: str) -> Vector:
    """A valid signature of a 33-byte message."""
    return next(vector for vector in broken_vectors(name) if vector.valid and len(vector.message) == 33)


CANDIDATE_FILES = {**{f"uov-{name}{more}-r3": f"uov-{file}-{form}" for form, more in (("classic", ""), ("pkc", "-pkc"))
                      for file, name in (("Ip", "1p"), ("Is", "1s"), ("III", "3"), ("V", "5"))},
                   **{f"mayo-{level}-r3": f"mayo-{level}" for level in (1, 2, 3, 5)}}
CANDIDATES = tuple(CANDIDATE_FILES)


@cache
def candidate_vectors(name: str) -> list[Vector]:
    """The vectors of UOV or MAYO."""
    vectors = read_vectors(VECTORS / f"{CANDIDATE_FILES[name]}.json.xz")
    assert len(vectors) == (58 if name.startswith("mayo") else 49 + ("-pkc" in name) + ("-1s" in name))
    return vectors


@cache
def candidate_example(name: str) -> Vector:
    """A valid signature of a 33-byte message: the first one. It is read alone, as most keys of UOV are in the file as
    seeds, of which to make them takes a second each."""
    file = json.loads(lzma.decompress((VECTORS / f"{CANDIDATE_FILES[name]}.json.xz").read_bytes()))
    test = next(test for test in file["tests"] if test["valid"] and len(test.get("msg", "")) == 2 * 33)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "example.json"
        path.write_text(json.dumps({**file, "tests": [{**test, "key": 0}], "keys": [file["keys"][test["key"]]]}))
        vector, = read_vectors(path)
    assert vector.valid and len(vector.message) == 33
    return vector


@cache
def falcon_example(name: str) -> Vector:
    """A signature of Falcon or FN-DSA, made by py-fn-dsa, the same in every run."""
    pair, context = fn_dsa.generate(name, b"example"), b"context" if name.startswith("fn-dsa") else b""
    signature = fn_dsa.sign(name, pair.secret, b"an example", context, seed=b"example")
    return Vector("example", "", name, pair.public, pair.public, b"an example", signature, True, context)


@cache
def private_key(scheme: str, number: int = 0) -> Any:
    """A private key that is the same in every run."""
    return ml_dsa_keys.from_seed(scheme, bytes([number]) * 32)


def public_key(scheme: str, number: int = 0) -> bytes:
    """The raw public key of private_key()."""
    return ml_dsa_keys.public_raw(private_key(scheme, number))


def skip_without(board: str) -> None:
    """Skips the test where the board's emulator is missing, or its image because its compiler is."""
    machine = BOARDS[board]
    compiler = "riscv64-unknown-elf-gcc" if machine.core.startswith("rv") else "arm-none-eabi-gcc"
    if shutil.which(machine.qemu) is None:
        pytest.skip(f"{machine.qemu} is not installed")
    if shutil.which(compiler) is None and not image_path(board).is_file():
        pytest.skip(f"{compiler} is not installed")


@cache
def _command(app: Any) -> Any:
    """typer makes it anew for each call, which takes longer than most commands."""
    return get_command(app)


class Runner(CliRunner):
    """Runs commands of an app within the test."""

    def invoke(self, app: Any, *arguments: Any, **options: Any) -> Any:  # pylint: disable=arguments-differ
        return super(CliRunner, self).invoke(_command(app), *arguments, **options)


def runner() -> Runner:
    """Runs commands with stdout and stderr apart, which older click must be told and newer click cannot be told."""
    try:
        return Runner(mix_stderr=False)
    except TypeError:
        return Runner()


def random_bytes(length: int, seed: int) -> bytes:
    """Bytes that are the same in every run."""
    return random.Random(seed).randbytes(length)


def flipped(data: bytes, bit: int) -> bytes:
    """`data` with bit number `bit` changed; bit 0 is the lowest of the first byte."""
    changed = bytearray(data)
    changed[bit >> 3] ^= 1 << (bit & 7)
    return bytes(changed)


def every_bit(data: bytes) -> Iterator[bytes]:
    """`data` with each of its bits changed, one after another."""
    for bit in range(8 * len(data)):
        yield flipped(data, bit)
