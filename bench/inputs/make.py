#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes bench/inputs/SCHEME.bin, the inputs that the bench verifies, and SCHEME-keys.bin, the secret keys with which it
signs. The same in every run.

Needs dilithium-py (`make test` installs it) and, for HAETAE, the library (`make tool`); the bench itself needs only the files. A file is a row of records
anchor | key | message | signature; the lengths are the scheme's, messages have 33 bytes as in ePrint 2021/662.
Every record has a key of its own, since the rejections while A is expanded depend on the key. Of Rainbow and GeMSS there
is one record, without the key.
"""
import hashlib
import json
import pathlib
import sys

from dilithium_py.dilithium import Dilithium2
from dilithium_py.ml_dsa import ML_DSA_44, ML_DSA_65, ML_DSA_87

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from kilosig.binding import load  # noqa: E402 (tools/ comes first)
from kilosig.haetae import LEVELS, KeyGenerator  # noqa: E402
from kilosig.haetae_sign import sign  # noqa: E402

RECORDS = 8
ML_DSA = {"ml-dsa-44": ML_DSA_44, "ml-dsa-65": ML_DSA_65, "ml-dsa-87": ML_DSA_87}


def ml_dsa(scheme, seed, message):
    key, secret = ML_DSA[scheme].key_derive(seed)
    return hashlib.shake_256(key).digest(64), key, message, ML_DSA[scheme].sign(secret, message, deterministic=True)


def dilithium2(seed, message):
    Dilithium2.random_bytes = lambda length: seed[:length]
    key, secret = Dilithium2.keygen()
    return hashlib.shake_256(key).digest(32), key, message, Dilithium2.sign(secret, message)


def seeds(scheme):
    """(seed, message) of each record."""
    for number in range(RECORDS):
        message = b"kilosig bench message number %04d" % number
        yield hashlib.sha256(scheme.encode() + message).digest(), message


def write(name, records):
    path = pathlib.Path(__file__).with_name(name)
    path.write_bytes(b"".join(records))
    print(f"{path.name}: {len(records)} records, {path.stat().st_size} bytes")


def published(scheme, name):
    """anchor | message | signature from a vector file; the key is the file beside it (BENCH_KEY in ../CMakeLists.txt)."""
    vectors = pathlib.Path(__file__).resolve().parents[2] / "test/vectors"
    key = (vectors / f"{name}.pk0.bin").read_bytes()
    tests = json.loads((vectors / f"{name}.json").read_text())["tests"]
    test = next(test for test in tests if test["valid"] and test["key"] == 0 and len(test["msg"]) == 2 * 33)
    write(f"{scheme}.bin", [hashlib.sha256(key).digest() + bytes.fromhex(test["msg"] + test["sig"])])


def main():
    published("rainbow-1-classic", "rainbowI-classic")
    published("gemss-128", "gemss-128")
    for scheme in [*ML_DSA, "dilithium2-r3"]:
        write(f"{scheme}.bin", [b"".join(ml_dsa(scheme, *inputs) if scheme in ML_DSA else dilithium2(*inputs))
                                for inputs in seeds(scheme)])
    library = load()
    for level in LEVELS:
        scheme = f"haetae-{level}"
        pairs = [(KeyGenerator(library, level).generate(seed), message) for seed, message in seeds(scheme)]
        write(f"{scheme}-keys.bin", [pair.secret for pair, _ in pairs])
        write(f"{scheme}.bin", [hashlib.sha256(pair.public).digest() + pair.public + message +
                                sign(library, scheme, pair.secret, message) for pair, message in pairs])


if __name__ == "__main__":
    main()
