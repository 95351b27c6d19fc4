# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Images for the tests of firmware/boot, and what signs them."""
from __future__ import annotations

import random
import struct
from pathlib import Path

from kilosig.files.images import Image, Version, build, digest_tlvs
from kilosig.schemes.stateful import LMS_SETS
from kilosig.schemes.stateful_material import LmsPair

LMS_SET = LMS_SETS["LMS_SHA256_M24_H5/LMOTS_SHA256_N24_W4"]
RAM_BEGIN, RAM_END = 0x20000000, 0x20002000


def code(length: int, seed: int, run: int = 0, header_bytes: int = 32) -> bytes:
    """Bytes that begin with a vector table for the slot at `run`."""
    table = struct.pack("<II", RAM_END, run + header_bytes + 8 | 1)
    return (table + random.Random(seed).randbytes(length))[:length]


def lms_image(pair: LmsPair, length: int, version: str, counter: int, seed: int, run: int = 0,
              load_address: int | None = None) -> Image:
    """Signed with the digest signature."""
    image = build(code(length, seed, run), Version.parse(version), counter, load_address=load_address)
    image.tlvs += digest_tlvs(pair.key, pair.sign(image.digest()))
    return image


def cut_files(folder: Path) -> list[str]:
    """What boot_cuts takes: the key, four images for the primary slot, four for the secondary one."""
    pair = LmsPair(LMS_SET, b"cuts", 0)
    (folder / "key").write_bytes(pair.key)
    names = []
    for slot, address in enumerate((0x1000, 0x4000)):
        load = address if slot else None
        for name, length, counter in (("old", 100, 5), ("new", 600, 7), ("forged", 300, 7), ("older", 200, 4)):
            data = bytearray(lms_image(pair, length, f"1.{counter}.0", counter, counter, load_address=load).encode())
            if name == "forged":
                data[-40] ^= 1  # in the signature
            path = folder / f"{name}{slot}"
            path.write_bytes(data)
            names.append(str(path))
    return [str(folder / "key"), *names]
