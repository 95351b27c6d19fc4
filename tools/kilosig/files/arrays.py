# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Bytes as source text: arrays of C and Rust, hex."""
from __future__ import annotations

import re

from kilosig.errors import UserError, did_you_mean

FORMATS = ("hex", "c", "rust", "bin")
PER_LINE = 12


def check_format(name: str) -> str:
    """The format, in lower case. Raises UserError for an unknown one."""
    known = name.lower()
    if known not in FORMATS:
        raise UserError(f"Unknown format '{name}'{did_you_mean(known, FORMATS)}: choose one of "
                        f"{', '.join(FORMATS)}.")
    return known


def check_name(name: str) -> str:
    """The identifier. Raises UserError for what is none in C and Rust."""
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        raise UserError(f"'{name}' is not an identifier: give letters, digits and underscores.")
    return name


def encoded(data: bytes, kind: str, name: str, comment: str) -> bytes:
    """The bytes in a format of FORMATS. name: of the array; comment: a line above it."""
    if kind == "bin":
        return data
    if kind == "hex":
        return data.hex().encode() + b"\n"
    lines = ["    " + ", ".join(f"0x{byte:02x}" for byte in data[i:i + PER_LINE]) + ","
             for i in range(0, len(data), PER_LINE)]
    if kind == "c":
        head = [f"/* {comment} */", "#include <stdint.h>", "", f"const uint8_t {name.lower()}[{len(data)}] = {{"]
        return "\n".join([*head, *lines, "};", ""]).encode()
    return "\n".join([f"/// {comment}", f"pub const {name.upper()}: [u8; {len(data)}] = [", *lines, "];", ""]).encode()
