# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The sets of SP 800-230 (draft of 2026-04-13): vectors, digits, forgeries, every bit of what is short."""
from __future__ import annotations

import importlib
import lzma
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kilosig.schemes.vectors import Vector, read_vectors
from kilosig.library import verdicts
from kilosig.library.binding import Arguments, LibraryScheme, load
from kilosig.library.verdicts import Verdict
from kilosig.schemes import slh24_material as material
from streaming import stream
from support import CHUNKS, VECTORS, chunk, every_bit, flipped, slh_dsa_example

pytestmark = pytest.mark.library

sys.path.append(str(VECTORS))
make: Any = importlib.import_module("make_slh_dsa_24")

ROOT = Path(__file__).resolve().parents[2]
NAMES = tuple(material.SETS)
# Valid ones and all of a file.
COUNTS = {"128": (12, 75), "192": (12, 79), "256": (12, 81)}


def scheme_of(name: str) -> LibraryScheme:
    """The scheme in the library of the tool."""
    scheme = load().scheme(name)
    assert scheme is not None
    return scheme


@cache
def vectors(name: str) -> list[Vector]:
    """The file of a set; from an independent reference."""
    return read_vectors(VECTORS / f"{name}.json.xz")


def verdict(name: str, key: bytes, message: bytes, signature: bytes, context: bytes = b"") -> Verdict:
    """The library's."""
    return load().verify(scheme_of(name), key, message, signature, Arguments(context=context))


@pytest.mark.twice
@pytest.mark.every_set
@pytest.mark.parametrize("move", [False, True], ids=["still", "moved"])
@pytest.mark.parametrize("size", CHUNKS)
@pytest.mark.parametrize("name", NAMES)
def test_vectors(name: str, size: object, move: bool) -> None:
    """Verdicts and reasons do not depend on chunks, nor on where the state is."""
    scheme = scheme_of(name)
    for vector in vectors(name):
        assert vector.key is not None
        arguments = Arguments(context=vector.context, mode=vector.mode, hash=vector.hash)
        found = stream(scheme, vector.key, vector.message, vector.signature, arguments, chunk(size), move)
        expected = (verdicts.ACCEPT if vector.valid else verdicts.KEY_LENGTH if len(vector.key) != scheme.key_bytes
                    else verdicts.SIG_LENGTH if len(vector.signature) != scheme.signature_bytes
                    else verdicts.CONTEXT if len(vector.context) > 255 else verdicts.SIGNATURE)
        assert found.code == expected, (vector.id, vector.why, str(found))
    found_all = (sum(vector.valid for vector in vectors(name)), len(vectors(name)))
    assert found_all == COUNTS[name.split("-")[3]]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_node(name: str) -> None:
    """One bit of each node of a signature, and every bit of R, a FORS secret, a digit's chain and the key."""
    vector, n = slh_dsa_example(name), material.SETS[name].n
    signature, key = vector.signature, vector.key
    assert key is not None and verdict(name, key, vector.message, signature).accepted
    for at in range(0, len(signature), n):
        changed = flipped(signature, 8 * at + at * 5 % (8 * n))
        assert verdict(name, key, vector.message, changed).code == verdicts.SIGNATURE, at
    wots = material.SETS[name].wots_at
    for at in (0, n, wots, wots + n):
        for part in every_bit(signature[at:at + 8]):
            changed = signature[:at] + part + signature[at + 8:]
            assert verdict(name, key, vector.message, changed).code == verdicts.SIGNATURE
    for changed in every_bit(key):
        assert verdict(name, changed, vector.message, signature).code == verdicts.SIGNATURE


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_material(name: str) -> None:
    """Keys of other seeds, messages and contexts; the verifier in Python is of one mind."""
    pair = material.Pair(material.SETS[name], b"test")
    for message, context in ((b"", b""), (b"x" * 200, b"c"), (b"33", bytes(255))):
        signature = pair.sign(message, context)
        assert verdict(name, pair.key, message, signature, context).accepted
        assert material.verified(pair.set, pair.key, material.frame(message, context), signature)
        assert verdict(name, pair.key, message + b"0", signature, context).code == verdicts.SIGNATURE


def one_byte_forgery(name: str) -> tuple[bytes, bytes, bytes, bytes]:
    """Key, message and forgery for verifiers that take the digits of a node from its first byte, and the mistaken
    signature that it was made of."""
    one = material.SETS[name]
    pair, framed = material.Pair(one, b"mistaken"), material.frame(b"signed")
    genuine = pair.sign_framed(framed, pair.randomizer(framed), material.mistaken_digits)
    return pair.key, b"never signed", material.forged(one, pair.key, genuine, framed, b"never signed"), genuine


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param("slh-dsa-sha2-192-24", marks=pytest.mark.full), "slh-dsa-shake-192-24"])
def test_digits_of_one_byte(name: str) -> None:
    """With w = 8 a digit lies in two bytes. Code that takes the bits of one byte accepts what anybody can forge: we do
    not, nor the signature that such a signer makes."""
    one = material.SETS[name]
    key, message, forgery, genuine = one_byte_forgery(name)
    for content, signature in ((message, forgery), (b"signed", genuine)):
        assert material.verified(one, key, material.frame(content), signature, material.mistaken_digits)
        assert not material.verified(one, key, material.frame(content), signature)
        assert verdict(name, key, content, signature).code == verdicts.SIGNATURE


def _no_checksum(one: material.LimitedSet, digits: list[int]) -> list[int]:
    return digits + [0] * one.sum_digits


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("checksum", [_no_checksum], ids=["zero"])
def test_checksums_of_others(monkeypatch: pytest.MonkeyPatch, name: str,
                             checksum: Callable[[material.LimitedSet, list[int]], list[int]]) -> None:
    """A signer whose checksum says nothing, as when it is shifted out of its byte, is none of ours."""
    pair = material.Pair(material.SETS[name], b"checksum")
    framed = material.frame(b"m")
    r = pair.randomizer(framed)
    monkeypatch.setattr(material, "with_checksum", checksum)
    signature = pair.sign_framed(framed, r)
    assert material.verified(pair.set, pair.key, framed, signature)
    assert verdict(name, pair.key, b"m", signature).code == verdicts.SIGNATURE


@pytest.mark.twice
@pytest.mark.parametrize("name", NAMES)
def test_wycheproof(name: str) -> None:
    """The set for others' verifiers, test/vectors/make_slh_dsa_24.py."""
    found = read_vectors(make.path_of(name))
    assert len(found) >= 36 and 6 * len(found) >= 200
    for vector in found:
        assert vector.scheme == name and vector.key is not None
        assert verdict(name, vector.key, vector.message, vector.signature, vector.context).accepted == vector.valid, \
            vector.why
    flags = {vector.why.rsplit("; ", 1)[1] for vector in found}
    assert flags == set(make.NOTES) - (set() if "192" in name else {"DigitsOfOneByte", "ForgedDigits"})


# Each hash; the others are the same script's.
WRITTEN = ("slh-dsa-sha2-128-24", "slh-dsa-shake-256-24")


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.full) if name not in WRITTEN else name
                                  for name in NAMES])
def test_wycheproof_is_what_the_script_writes(name: str) -> None:
    """Byte for byte, but for the packing."""
    assert lzma.decompress(make.path_of(name).read_bytes()) == make.Tests(name).file()


def walks(digits: int, lg_w: int, sum_digits: int) -> tuple[float, int]:
    """Calls of F for a WOTS+ signature: the mean over all nodes, and the most. The sum of the node's digits says it."""
    last = (1 << lg_w) - 1
    share = [1.0]  # of the nodes whose digits have that sum
    for _ in range(digits):
        wide = [0.0] * last + share + [0.0] * last
        share = [sum(wide[total:total + last + 1]) / (last + 1) for total in range(len(share) + last)]
    work = [total + sum(last - (total >> lg_w * i & last) for i in range(sum_digits)) for total in range(len(share))]
    return sum(part * calls for part, calls in zip(share, work)), max(work)


ROW = (r"^\| (\d+(?:[sf]|-24)) \| (\d+) \| (\d+) x \(1 \+ (\d+)\) \| (\d+) x \((\d+) \+ (\d+)\) "
       r"\| ([\d,]+) \| ([\d,]+) \| ([\d.]+) \|$")


def test_work_is_bounded() -> None:
    """The worst cases of docs/schemes/slh_dsa.md, of all sets: at most 1.47 times the mean for those of SP 800-230."""
    rows = re.findall(ROW, (ROOT / "docs/schemes/slh_dsa.md").read_text(), re.M)
    assert len(rows) == 9
    for name, *numbers, mean, most, ratio in rows:
        n, k, a, d, chains, height = map(int, numbers)
        one = material.SETS.get(f"slh-dsa-sha2-{name}")
        digits, lg_w, sum_digits = (2 * n, 4, 3) if one is None else (one.digits, one.lg_w, one.sum_digits)
        assert one is None or (n, k, a, d, height) == (one.n, one.k, one.a, 1, one.h)
        assert chains == digits + sum_digits
        usual, worst = (k * (1 + a) + d * (height + calls) for calls in walks(digits, lg_w, sum_digits))
        assert (mean, most, ratio) == (f"{usual:,.0f}", f"{worst:,}", f"{worst / usual:.2f}")
        assert one is None or worst <= 1.47 * usual
