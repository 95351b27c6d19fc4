#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the public key of UOV that the bench streams: too large for the repository, it is made of its seed.

usage: uov_key.py SCHEME OUTPUT
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from kilosig.schemes import uov  # noqa: E402

SECRET = bytes(range(32))

if __name__ == "__main__":
    pathlib.Path(sys.argv[2]).write_bytes(uov.public_key(sys.argv[1], SECRET))
