# SPDX-License-Identifier: Apache-2.0 OR MIT
"""PEM (RFC 7468): one block, whose lines BEGIN and END have the same label, and nothing beside it."""
from __future__ import annotations

import base64
import re
import textwrap

from kilosig.errors import UserError

_BEGIN = re.compile(rb"\s*-----BEGIN ([A-Z0-9 ]{1,64})-----")
_BLOCK = re.compile(rb"\s*-----BEGIN ([A-Z0-9 ]{1,64})-----[ \t]*[\r\n]([A-Za-z0-9+/= \t\r\n]*)[\r\n]"
                    rb"-----END \1-----\s*")


def is_pem(data: bytes) -> bool:
    """Whether the file claims to be PEM."""
    return data.lstrip().startswith(b"-----BEGIN")


def label_of(data: bytes) -> str:
    """What the line BEGIN says; empty if it says nothing that is a label."""
    begin = _BEGIN.match(data)
    return begin[1].decode() if begin else ""


def encoded(label: str, content: bytes, header: str = "") -> bytes:
    """A block. header: lines before the base64, which RFC 7468 does not have: armour.py."""
    lines = textwrap.wrap(base64.b64encode(content).decode(), 64)
    return "\n".join([f"-----BEGIN {label}-----", *([header] if header else []), *lines, f"-----END {label}-----",
                      ""]).encode()


def decoded(data: bytes, name: str, *labels: str) -> tuple[str, bytes]:
    """(label, content) of a file that is one block with one of these labels. Raises UserError."""
    label = label_of(data)
    if label and label not in labels:
        wanted = " or ".join(f"BEGIN {one}" for one in labels)
        raise UserError(f"{name} begins with BEGIN {label}: give a file with {wanted}.")
    block = _BLOCK.fullmatch(data)
    content = _of_base64(b"".join(block[2].split())) if block else None
    if content is None:
        raise UserError(f"{name} is damaged PEM: give the file as it was written, one block from BEGIN to END.")
    return label, content


def _of_base64(text: bytes) -> bytes | None:
    """None for anything but the one text that these bytes have: spare bits are zero (RFC 4648 section 3.5)."""
    try:
        content = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return content if base64.b64encode(content) == text else None
