# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DER (X.690) of key files, as structures that are declared for `cryptography`; and BER of CMS to DER."""
from __future__ import annotations

from typing import Any, TypeVar

from cryptography.hazmat import asn1

DEEPEST = 40
T = TypeVar("T")


class DerError(ValueError):
    """The bytes are not the strict DER that was expected."""


def decoded(kind: type[T], data: bytes | asn1.TLV) -> T:
    """One element, and nothing after it, as what is declared. Raises DerError."""
    try:
        found: T = data.parse(kind) if isinstance(data, asn1.TLV) else asn1.decode_der(kind, data)
    except ValueError as error:
        raise DerError("malformed") from error
    return found


def any_of(value: Any) -> asn1.TLV:
    """A value for a field that takes any."""
    return asn1.decode_der(asn1.TLV, asn1.encode_der(value))


def _length(length: int) -> bytes:
    octets = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return octets or b"\0" if length < 0x80 else bytes([0x80 | len(octets)]) + octets


def _definite(data: bytes, start: int, depth: int) -> tuple[bytes, int]:
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
