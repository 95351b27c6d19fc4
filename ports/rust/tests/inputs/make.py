#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes inputs of the Rust tests, which have no reader of compressed files and no hash functions.

haetae-LEVEL-kpqc.bin   of the vectors in test/vectors/haetaeLEVEL_kpqc.jsonl.xz the first with a key and a message of
                        16 bytes, as anchor | key | message | signature, like the files in bench/inputs
haetae-signing.txt      for each level and profile such a vector: scheme, seed, context, rnd, message, signature in hex;
                        - for nothing
slh-dsa-seeds.txt       scheme and SK.seed | SK.prf | PK.seed of the key of bench/inputs/SCHEME.bin
"""
import hashlib
import json
import lzma
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
VECTORS = HERE.parents[3] / "test/vectors"
LEVELS = (2, 3, 5)


def read(level, profile):
    with lzma.open(VECTORS / f"haetae{level}_{profile}.jsonl.xz", "rt") as lines:
        vectors = [v for v in map(json.loads, lines) if v["result"] == "accept"]
    return next(v for v in vectors if "pk" in v and len(v["msg"]) == 2 * 16)


def write(name, data):
    (HERE / name).write_bytes(data)
    print(f"{name}: {len(data)} bytes")


def haetae():
    lines = []
    for level in LEVELS:
        for profile, name in (("ksx", f"haetae-{level}"), ("kpqc", f"haetae-{level}-kpqc")):
            vector = read(level, profile)
            fields = [vector.get(field, "") for field in ("seed", "ctx", "rnd", "msg", "sig")]
            lines.append(" ".join([name] + [field or "-" for field in fields]) + "\n")
            if profile == "kpqc":
                key = bytes.fromhex(vector["pk"])
                write(f"{name}.bin", hashlib.sha256(key).digest() + key + bytes.fromhex(vector["msg"] + vector["sig"]))
    write("haetae-signing.txt", "".join(lines).encode())


def slh_dsa():
    """As bench/inputs/make.py makes the keys."""
    lines = []
    for family in ("sha2", "shake"):
        for size in ("128s", "128f", "192s", "192f", "256s", "256f"):
            name = f"slh-dsa-{family}-{size}"
            seed = hashlib.shake_256(hashlib.sha256(name.encode()).digest()).hexdigest(3 * int(size[:3]) // 8)
            lines.append(f"{name} {seed}\n")
    write("slh-dsa-seeds.txt", "".join(lines).encode())


haetae()
slh_dsa()
