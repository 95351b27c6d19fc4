#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes haetae-LEVEL-kpqc.bin, which the Rust tests read without a reader of compressed files: of the vectors in
test/vectors/haetaeLEVEL_kpqc.jsonl.xz the first with a key and a message of 16 bytes, as
anchor | key | message | signature, like the files in bench/inputs."""
import hashlib
import json
import lzma
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
VECTORS = HERE.parents[3] / "test/vectors"

for level in (2, 3, 5):
    with lzma.open(VECTORS / f"haetae{level}_kpqc.jsonl.xz", "rt") as lines:
        vectors = [v for v in map(json.loads, lines) if v["result"] == "accept"]
    vector = next(v for v in vectors if "pk" in v and len(v["msg"]) == 2 * 16)
    key = bytes.fromhex(vector["pk"])
    path = HERE / f"haetae-{level}-kpqc.bin"
    path.write_bytes(hashlib.sha256(key).digest() + key + bytes.fromhex(vector["msg"] + vector["sig"]))
    print(f"{path.name}: vector {vector['tcId']}, {path.stat().st_size} bytes")
