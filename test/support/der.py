# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DER (X.690) by hand, also such as nobody should write."""
from __future__ import annotations


TAG_INTEGER, TAG_BIT_STRING, TAG_OCTET_STRING, TAG_SEQUENCE = 0x02, 0x03, 0x04, 0x30


def der(tag: int, *content: bytes) -> bytes:
    """An element."""
    body = b"".join(content)
    octets = len(body).to_bytes((len(body).bit_length() + 7) // 8, "big")
    length = octets or b"\0" if len(body) < 0x80 else bytes([0x80 | len(octets)]) + octets
    return bytes([tag]) + length + body


def der_element(data: bytes, tag: int) -> tuple[bytes, bytes]:
    """(content, rest) of the first element of genuine DER."""
    assert data[0] == tag
    count = data[1] & 0x7F if data[1] & 0x80 else 0
    start = 2 + count
    end = start + (int.from_bytes(data[2:start], "big") if count else data[1])
    assert end <= len(data)
    return data[start:end], data[end:]


def long_form(data: bytes) -> bytes:
    """Genuine DER, with the length of the first element in one byte more than it needs."""
    count = data[1] & 0x7F if data[1] & 0x80 else 0
    number = data[2:2 + count] or data[1:2]
    return data[:1] + bytes([0x81 + count]) + (b"\0" + number if count else number) + data[2 + count:]
