# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Key generation and signing against published tests: NIST's ACVP and Wycheproof for ML-DSA, ACVP for SLH-DSA. Which
and from where: test/vectors/make_signing.py."""
from __future__ import annotations

import hashlib
import json
import lzma
from functools import cache
from typing import Any

import pytest

from kilosig.errors import UserError
from kilosig.files.data import Data
from kilosig.library import verdicts
from kilosig.library.binding import load
from kilosig.library.hashes import HASHES, MODE_EXTERNAL_MU, MODE_PREHASH, MODE_PURE, external_mu
from kilosig.library.making import UNCHECKED
from kilosig.library.verdicts import DONE
from kilosig.schemes import ml_dsa, slh_dsa_sign
from kilosig.schemes.family import Signature
from kilosig.schemes.ml_dsa import NAMES, MlDsa
from kilosig.schemes.slh_dsa import SETS
from support import VECTORS

pytestmark = [pytest.mark.library, pytest.mark.twice]
Test = dict[str, Any]
SOURCES = ("acvp keyGen", "acvp sigGen", "wycheproof seed", "wycheproof noseed")
# Those whose signatures take seconds are in test_signing_vectors_slow.py.
FAST = tuple(name for name in SETS if name.endswith("f"))
SLOW = tuple(name for name in SETS if name.endswith("s"))
# Of the fast ones those that take longest, in `make full` alone: another set of SHAKE and the same n with SHA-2 stay.
LONG = ("slh-dsa-shake-192f", "slh-dsa-shake-256f")


@cache
def vectors(file: str) -> tuple[list[str], list[Test]]:
    """Keys in hex, and tests."""
    with lzma.open(VECTORS / file, "rt", encoding="ascii") as opened:
        data = json.load(opened)
    return data["keys"], data["tests"]


def published(file: str, scheme: str, source: str) -> list[Test]:
    """Some of them, with bytes for hex."""
    keys, tests = vectors(file)
    made = []
    for test in tests:
        if (test["scheme"], test["source"]) == (scheme, source):
            test = dict(test)
            if isinstance(test.get("key"), int):
                test["key"] = bytes.fromhex(keys[test["key"]])
            elif "key" in test:
                test["key"] = ml_dsa.expanded_key(load(), scheme, bytes.fromhex(test["key"]))
            for name in ("seed", "message", "context", "mu", "rnd"):
                if name in test:
                    test[name] = bytes.fromhex(test[name])
            made.append(test)
    return made


def is_of(data: bytes, expected: str) -> bool:
    """Whether SHA-256 of the bytes is the expected one."""
    return hashlib.sha256(data).hexdigest() == expected


@cache
def public_of(name: str, key: bytes) -> bytes:
    """The public key of a seed or an expanded key."""
    return MlDsa().public(name, key)


@pytest.mark.parametrize("name", NAMES)
def test_ml_dsa_keys(name: str) -> None:
    """Both keys of a seed."""
    tests = published("ml-dsa-sign.json.xz", name, "acvp keyGen")
    for variant in ("default", "fast"):
        for test in tests:
            assert is_of(ml_dsa.public_key(load(variant), name, test["seed"]), test["sha256_public"]), test["id"]
            assert is_of(ml_dsa.expanded_key(load(variant), name, test["seed"]), test["sha256_secret"]), test["id"]
    assert len(tests) == 25


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES[1:])
@pytest.mark.parametrize("name", NAMES)
def test_ml_dsa_signatures(name: str, source: str) -> None:
    """Every one: of the message by the default library, and of mu where that is given by the fast one."""
    tests = [test for test in published("ml-dsa-sign.json.xz", name, source) if "sha256" in test]
    for test in tests:
        key, context, rnd = test.get("seed", test.get("key")), test.get("context", b""), test.get("rnd", b"")
        if "message" in test:
            public = public_of(name, key)
            assert is_of(public, test["sha256_public"])
            assert external_mu(public, test["message"], context) == test["mu"]
            assert is_of(ml_dsa.sign(load(), name, key, test["message"], context, rnd), test["sha256"]), test["id"]
        made = ml_dsa.sign(load("fast"), name, key, test["mu"], rnd=rnd, mode=MODE_EXTERNAL_MU)
        assert is_of(made, test["sha256"]), test["id"]
    assert len(tests) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_ml_dsa_refused(name: str) -> None:
    """A context that is too long, secret keys of a wrong length, s1 or s2 out of range: no signature by the tool. The
    library, which is told no length of a key, sees the context and the ranges."""
    met = set()
    for test in [test for source in SOURCES for test in published("ml-dsa-sign.json.xz", name, source)]:
        if "refused" not in test:
            continue
        met.add(test["refused"])
        key, context = test.get("seed", test.get("key")), test.get("context", b"")
        with pytest.raises(UserError):
            MlDsa().sign(name, key, Signature(Data(test["message"]), context, deterministic=True))
        for variant in ("default", "fast"):
            if len(context) > 255 or "s1" in test["refused"] or "s2" in test["refused"]:
                verdict, signature = ml_dsa.Signing(load(variant), name, key, context).at_once(test["message"])
                assert verdict == (verdicts.CONTEXT if len(context) > 255 else verdicts.KEY) and not any(signature)
    assert len(met) == 8


def check_slh_dsa(name: str) -> None:
    """The keys and signatures of a set."""
    library = load()
    keys = published("slh-dsa-sign.json.xz", name, "acvp keyGen")
    for test in keys:
        verdict, secret = slh_dsa_sign.KeyGeneration(library, name, test["seed"]).finish()
        assert verdict == DONE and is_of(secret, test["sha256_secret"]), test["id"]
        assert is_of(secret[len(secret) // 2:], test["sha256_public"]), test["id"]
    signatures = published("slh-dsa-sign.json.xz", name, "acvp sigGen")
    for test in signatures:
        mode, hash_ = (MODE_PREHASH, HASHES[test["hash"]][0]) if "hash" in test else (MODE_PURE, 0)
        # What the check costs, test_slh_dsa_sign.py pays; deterministic signatures are always checked.
        made = slh_dsa_sign.sign(library, name, test["key"], test["message"], test["context"], test["rnd"], mode, hash_,
                                 UNCHECKED if test["rnd"] else 0)
        assert is_of(made, test["sha256"]), test["id"]
    hashes = {test["hash"] for test in signatures if "hash" in test}
    modes = {(bool(test["rnd"]), "hash" in test) for test in signatures}
    assert keys and hashes and len(modes) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.full) if name in LONG else name
                                  for name in FAST])
def test_slh_dsa(name: str) -> None:
    """Pure and pre-hash, deterministic and with randomness."""
    check_slh_dsa(name)


def test_hashes() -> None:
    """The signatures have all twelve of the pre-hash."""
    _, tests = vectors("slh-dsa-sign.json.xz")
    assert {test["hash"] for test in tests if "hash" in test} == set(HASHES)
