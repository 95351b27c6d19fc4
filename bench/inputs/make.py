#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes bench/inputs/SCHEME.bin, the inputs that the bench verifies. The same in every run.

Needs dilithium-py (`make test` installs it); the bench itself needs only the files. A file is a row of records
anchor | key | message | signature; the lengths are the scheme's, messages have 33 bytes as in ePrint 2021/662.
Every record has a key of its own, since the rejections while A is expanded depend on the key.
"""
import hashlib
import pathlib

from dilithium_py.dilithium import Dilithium2
from dilithium_py.ml_dsa import ML_DSA_44, ML_DSA_65, ML_DSA_87

RECORDS = 8
ML_DSA = {"ml-dsa-44": ML_DSA_44, "ml-dsa-65": ML_DSA_65, "ml-dsa-87": ML_DSA_87}


def ml_dsa(scheme, seed, message):
    key, secret = ML_DSA[scheme].key_derive(seed)
    return hashlib.shake_256(key).digest(64), key, message, ML_DSA[scheme].sign(secret, message, deterministic=True)


def dilithium2(seed, message):
    Dilithium2.random_bytes = lambda length: seed[:length]
    key, secret = Dilithium2.keygen()
    return hashlib.shake_256(key).digest(32), key, message, Dilithium2.sign(secret, message)


def main():
    for scheme in [*ML_DSA, "dilithium2-r3"]:
        records = b""
        for number in range(RECORDS):
            message = b"kilosig bench message number %04d" % number
            seed = hashlib.sha256(scheme.encode() + message).digest()
            record = ml_dsa(scheme, seed, message) if scheme in ML_DSA else dilithium2(seed, message)
            records += b"".join(record)
        path = pathlib.Path(__file__).with_name(f"{scheme}.bin")
        path.write_bytes(records)
        print(f"{path.name}: {RECORDS} records, {len(records)} bytes")


if __name__ == "__main__":
    main()
