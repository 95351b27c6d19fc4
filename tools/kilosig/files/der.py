# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The little of DER (X.690) that key files need."""
from __future__ import annotations

from typing import Tuple

TAG_INTEGER, TAG_BIT_STRING, TAG_OCTET_STRING, TAG_NULL, TAG_OID, TAG_SEQUENCE = 0x02, 0x03, 0x04, 0x05, 0x06, 0x30
TAG_VERSION = 0xA0
DEEPEST = 40


class DerError(ValueError):
    """The bytes are not the strict DER that was expected."""


def der_element(data: bytes, tag: int) -> Tuple[bytes, bytes]:
    """(content, rest) of the first element, which must have `tag`; lengths minimal as DER demands (X.690 10.1)."""
    if len(data) < 2 or data[0] != tag:
        raise DerError(f"tag {tag:#04x} expected")
    length, start = data[1], 2
    if length & 0x80:
        count = length & 0x7F
        start = 2 + count
        if not 1 <= count <= 4 or len(data) < start:
            raise DerError("bad length")
        length = int.from_bytes(data[2:start], "big")
        if length < 0x80 or data[2] == 0:
            raise DerError("length not minimal")
    if len(data) < start + length:
        raise DerError("truncated")
    return data[start:start + length], data[start + length:]


def _length(length: int) -> bytes:
    octets = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return octets or b"\0" if length < 0x80 else bytes([0x80 | len(octets)]) + octets


def der(tag: int, *content: bytes) -> bytes:
    """An element."""
    body = b"".join(content)
    return bytes([tag]) + _length(len(body)) + body


def _definite(data: bytes, start: int, depth: int) -> Tuple[bytes, int]:
    """The element at `start` with lengths in place of marks of the end, and where the next one is."""
    at = start + 1
    if data[start] & 0x1F == 0x1F:
        while data[at] & 0x80:
            at += 1
        at += 1
    head, length, at = data[start:at], data[at], at + 1
    if depth == DEEPEST:
        raise DerError("too deep")
    if length & 0x7F and length & 0x80:
        count = length & 0x7F
        length, at = int.from_bytes(data[at:at + count], "big"), at + count
    end = at + length if length != 0x80 else len(data)
    if end > len(data) or (length == 0x80 and not data[start] & 0x20):
        raise DerError("truncated")
    if not data[start] & 0x20:
        return head + _length(length) + data[at:end], end
    parts = []
    while at < end:
        if length == 0x80 and data[at:at + 2] == b"\0\0":
            at, length = at + 2, -1
            break
        part, at = _definite(data, at, depth + 1)
        parts.append(part)
    if length == 0x80 or (length >= 0 and at != end):
        raise DerError("truncated")
    body = b"".join(parts)
    return head + _length(len(body)) + body, at


def definite(data: bytes) -> bytes:
    """BER (X.690 8.1.3.6) with every length definite, and minimal. Raises DerError."""
    try:
        made, end = _definite(data, 0, 0)
    except IndexError as error:
        raise DerError("truncated") from error
    if end != len(data):
        raise DerError("bytes after the end")
    return made
