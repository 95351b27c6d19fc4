# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Parameter sets and lengths of LMS, HSS, XMSS and XMSS^MT (RFC 8554, RFC 9858, RFC 8391, NIST SP 800-208)."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

NAMES = ("lms", "hss", "xmss", "xmssmt")


@dataclass(frozen=True)
class LmsSet:
    """An LMS type and an LM-OTS type with the same hash function. family: SHA256, SHA256/192, SHAKE, SHAKE/192."""

    lms: int
    ots: int
    family: int
    n: int
    height: int
    width: int
    chains: int
    shift: int

    @property
    def signature_bytes(self) -> int:
        return 12 + self.n * (1 + self.chains + self.height)

    @property
    def key_bytes(self) -> int:
        return 24 + self.n

    @property
    def shake(self) -> bool:
        return self.family >= 2

    @property
    def name(self) -> str:
        hash_name = "SHAKE" if self.shake else "SHA256"
        return f"LMS_{hash_name}_M{self.n}_H{self.height}/LMOTS_{hash_name}_N{self.n}_W{self.width}"


# p and ls (RFC 8554 Table 1, RFC 9858 Table 2).
CHAINS = {32: {1: (265, 7), 2: (133, 6), 4: (67, 4), 8: (34, 0)},
          24: {1: (200, 8), 2: (101, 6), 4: (51, 4), 8: (26, 0)}}


def lms_set(lms: int, ots: int) -> LmsSet | None:
    """The set of two type codes, or None."""
    if not 5 <= lms < 25 or not 1 <= ots < 17 or (lms - 5) // 5 != (ots - 1) // 4:
        return None
    family, width = (lms - 5) // 5, 1 << (ots - 1) % 4
    n = 24 if family % 2 else 32
    return LmsSet(lms, ots, family, n, 5 * ((lms - 5) % 5 + 1), width, *CHAINS[n][width])


LMS_SETS: dict[str, LmsSet] = {}
for _lms in range(5, 25):
    for _ots in range(1, 17):
        _set = lms_set(_lms, _ots)
        if _set is not None:
            LMS_SETS[_set.name] = _set


@dataclass(frozen=True)
class XmssSet:
    """A set of XMSS (layers 1) or XMSS^MT. height: of the whole; pad: bytes in front of what is hashed."""

    name: str
    oid: int
    core: str
    n: int
    pad: int
    height: int
    layers: int
    approved: bool

    @property
    def index_bytes(self) -> int:
        return 4 if self.layers == 1 else (self.height + 7) // 8

    @property
    def chains(self) -> int:
        return 2 * self.n + 3

    @property
    def signature_bytes(self) -> int:
        return self.index_bytes + self.n * (1 + self.layers * self.chains + self.height)

    @property
    def key_bytes(self) -> int:
        return 4 + 2 * self.n


# Name, bits, hash function, bytes in front, approved by SP 800-208.
XMSS_FAMILIES: tuple[tuple[str, int, str, int, bool], ...] = (
    ("SHA2", 256, "sha256", 32, True), ("SHA2", 512, "sha512", 64, False), ("SHAKE", 256, "shake128", 32, False),
    ("SHAKE", 512, "shake256", 64, False), ("SHA2", 192, "sha256", 4, True), ("SHAKE256", 256, "shake256", 32, True),
    ("SHAKE256", 192, "shake256", 4, True))
XMSSMT_SIZES = ((20, 2), (20, 4), (40, 2), (40, 4), (40, 8), (60, 3), (60, 6), (60, 12))

XMSS_SETS: dict[str, XmssSet] = {}
XMSSMT_SETS: dict[str, XmssSet] = {}
for _number, (_name, _bits, _core, _pad, _approved) in enumerate(XMSS_FAMILIES):
    for _i, _height in enumerate((10, 16, 20)):
        _full = f"XMSS-{_name}_{_height}_{_bits}"
        XMSS_SETS[_full] = XmssSet(_full, 1 + 3 * _number + _i, _core, _bits // 8, _pad, _height, 1, _approved)
    for _i, (_height, _layers) in enumerate(XMSSMT_SIZES):
        _full = f"XMSSMT-{_name}_{_height}/{_layers}_{_bits}"
        XMSSMT_SETS[_full] = XmssSet(_full, 1 + 8 * _number + _i, _core, _bits // 8, _pad, _height, _layers, _approved)
SETS: dict[str, dict[str, Any]] = {"lms": LMS_SETS, "hss": LMS_SETS, "xmss": XMSS_SETS, "xmssmt": XMSSMT_SETS}
# An example of each.
USUAL = {"lms": "LMS_SHA256_M32_H10/LMOTS_SHA256_N32_W4", "hss": "LMS_SHA256_M32_H10/LMOTS_SHA256_N32_W4",
         "xmss": "XMSS-SHA2_10_256", "xmssmt": "XMSSMT-SHA2_20/2_256"}
_BY_OID = {True: {s.oid: s for s in XMSS_SETS.values()}, False: {s.oid: s for s in XMSSMT_SETS.values()}}


def key_lms_set(key: bytes) -> LmsSet | None:
    """The set that an LMS key names, or None."""
    return lms_set(int.from_bytes(key[:4], "big"), int.from_bytes(key[4:8], "big")) if len(key) >= 8 else None


def key_xmss_set(scheme: str, key: bytes) -> XmssSet | None:
    """The set that a key of `xmss` or `xmssmt` names, or None."""
    return _BY_OID[scheme == "xmss"].get(int.from_bytes(key[:4], "big")) if len(key) >= 4 else None


def set_names(scheme: str, key: bytes) -> list[str]:
    """What a key names; empty for a set that does not exist."""
    if scheme.startswith("xmss"):
        xmss = key_xmss_set(scheme, key)
        return [xmss.name] if xmss else []
    lms = key_lms_set(key[4 if scheme == "hss" else 0:])
    return [lms.name] if lms else []
