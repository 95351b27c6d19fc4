# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The little of DER (X.690) that key files need."""
from __future__ import annotations

from typing import Tuple

TAG_INTEGER, TAG_BIT_STRING, TAG_OCTET_STRING, TAG_NULL, TAG_OID, TAG_SEQUENCE = 0x02, 0x03, 0x04, 0x05, 0x06, 0x30
TAG_VERSION = 0xA0


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


def der(tag: int, *content: bytes) -> bytes:
    """An element, of less than 2^16 bytes."""
    body = b"".join(content)
    length = bytes([len(body)]) if len(body) < 128 else b"\x81" + bytes([len(body)]) if len(body) < 256 else \
        b"\x82" + len(body).to_bytes(2, "big")
    return bytes([tag]) + length + body
