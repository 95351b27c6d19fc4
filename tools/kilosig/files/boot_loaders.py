# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The anchors in a finished boot loader: section .provisioned of its ELF file (firmware/boot/policy_provisioned.h)."""
from __future__ import annotations

import struct
from collections.abc import Sequence

from kilosig.errors import UserError

SECTION, MAGIC = b".provisioned", b"KSIGBOOT"
ANCHOR = struct.Struct("<HHI64s")
ANCHORS = 2
HEAD = 16  # magic, types of the rules, product
NEVER = 0xFFFFFFFF


def section(elf: bytes, name: str) -> tuple[int, int]:
    """Offset and length of section .provisioned in a 32-bit little-endian ELF file. Raises UserError."""
    try:
        if elf[:6] != b"\x7fELF\x01\x01":
            raise ValueError
        table, = struct.unpack_from("<I", elf, 32)
        size, count, names = struct.unpack_from("<HHH", elf, 46)
        headers = [struct.unpack_from("<10I", elf, table + i * size) for i in range(count)]
        for header in headers:
            begin = headers[names][4] + header[0]
            if elf[begin:begin + len(SECTION) + 1] == SECTION + b"\0" and header[4] + header[5] <= len(elf):
                return header[4], header[5]
    except (struct.error, IndexError, ValueError):
        pass
    raise UserError(f"{name} is not a boot loader: give an ELF file that was built from firmware/boot.")


def provisioned(elf: bytes, name: str, anchors: dict[int, list[tuple[bytes, int]]], product: int = 0) -> bytes:
    """The boot loader with the anchors of each rule, {type of TLV: (anchor, counter that retires it)}, for a product.
    0: for none. Raises UserError unless each rule has one or two."""
    begin, length = section(elf, name)
    area = elf[begin:begin + length]
    types = struct.unpack_from("<2H", area, 8) if len(area) >= HEAD else ()
    rules = [rule for rule in types if rule not in (0, 0xFFFF)]
    if area[:8] != MAGIC or length != HEAD + len(rules) * ANCHORS * ANCHOR.size:
        raise UserError(f"{name} is not a boot loader: give an ELF file that was built from firmware/boot.")
    unknown = sorted(set(anchors) - set(rules))
    if unknown:
        raise UserError(f"{name} asks for no signature of type {unknown[0]:#06x}: give keys of its schemes only "
                        f"({', '.join(f'{rule:#06x}' for rule in rules)}).")
    packed = [_packed(rule, anchors.get(rule, [])) for rule in rules]
    return elf[:begin] + area[:12] + product.to_bytes(4, "little") + b"".join(packed) + elf[begin + length:]


def _packed(rule: int, anchors: Sequence[tuple[bytes, int]]) -> bytes:
    if not 1 <= len(anchors) <= ANCHORS:
        raise UserError(f"For signatures of type {rule:#06x} there are {len(anchors)} keys: give one or {ANCHORS}.")
    none = b"\xff" * ANCHOR.size
    return b"".join(ANCHOR.pack(len(anchor), 0, retired, anchor) for anchor, retired in anchors) + \
        none * (ANCHORS - len(anchors))
