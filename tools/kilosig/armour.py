# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Key files for schemes without a standard container: base64 between BEGIN and END lines, under a header that names the
scheme, and the form of a secret key if it is compact."""
from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

from kilosig.errors import UserError

PUBLIC, SECRET = "KILOSIG PUBLIC KEY", "KILOSIG SECRET KEY"
LINE = 64

_BLOCK = re.compile(r"\s*-----BEGIN (KILOSIG [A-Z]+ KEY)-----\n"
                    r"Scheme: ([a-z0-9-]+)\n(Form: compact\n)?\n([A-Za-z0-9+/=\n]+)-----END \1-----\s*")


@dataclass(frozen=True)
class ArmouredKey:
    """What a file holds: label is PUBLIC or SECRET. compact: a secret key that is the public key and a seed."""

    label: str
    scheme: str
    raw: bytes
    compact: bool = False


def is_armoured(data: bytes) -> bool:
    """Whether the file claims to be of this form."""
    return data.lstrip().startswith(b"-----BEGIN KILOSIG ")


def wrap(label: str, scheme: str, raw: bytes, compact: bool = False) -> bytes:
    """The text of a key file."""
    text = base64.b64encode(raw).decode()
    lines = [text[i:i + LINE] for i in range(0, len(text), LINE)]
    header = [f"Scheme: {scheme}", "Form: compact"] if compact else [f"Scheme: {scheme}"]
    return "\n".join([f"-----BEGIN {label}-----", *header, "", *lines, f"-----END {label}-----", ""]).encode()


def unwrap(data: bytes, name: str) -> ArmouredKey:
    """The key in a file. Raises UserError."""
    match = _BLOCK.fullmatch(data.decode("ascii", errors="replace").replace("\r\n", "\n"))
    if match is None:
        raise UserError(f"{name} is damaged: give the key file as it was written.")
    try:
        raw = base64.b64decode(match[4].replace("\n", ""), validate=True)
        return ArmouredKey(match[1], match[2], raw, compact=match[3] is not None)
    except binascii.Error as error:
        raise UserError(f"{name} is damaged ({error}): give the key file as it was written.") from error
