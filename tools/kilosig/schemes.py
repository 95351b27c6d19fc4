# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the host must know of the schemes without asking the library: lengths and anchors."""
from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Dict

from kilosig.errors import UserError
from kilosig.hashes import shake256


@dataclass(frozen=True)
class Scheme:
    """A parameter set. Lengths in bytes; the anchor is SHAKE256(public key) of anchor_bytes, or SHA-256, or
    the key itself (kilosig.h)."""

    name: str
    key_bytes: int
    signature_bytes: int
    anchor_bytes: int
    has_context: bool
    sha256_anchor: bool = False
    signature_least: int = 0  # where lengths vary: up to signature_bytes
    key_anchor: bool = False
    broken: str = ""  # how, if it is; such a scheme is for research only

    def anchor(self, key: bytes) -> bytes:
        """The anchor of a trusted key; all zero for a key of a wrong length, which no verifier accepts anyway."""
        if len(key) != self.key_bytes:
            return bytes(self.anchor_bytes)
        if self.key_anchor:
            return key
        return hashlib.sha256(key).digest() if self.sha256_anchor else shake256(key, self.anchor_bytes)


# FIPS 205 Table 2: key, signature, and the key again as the anchor.
SLH_DSA_LENGTHS = {
    "128s": (32, 7856, 32), "128f": (32, 17088, 32), "192s": (48, 16224, 48), "192f": (48, 35664, 48),
    "256s": (64, 29792, 64), "256f": (64, 49856, 64),
}

SCHEMES: Dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        Scheme("ml-dsa-44", 1312, 2420, 64, True),
        Scheme("ml-dsa-65", 1952, 3309, 64, True),
        Scheme("ml-dsa-87", 2592, 4627, 64, True),
        Scheme("dilithium2-r3", 1312, 2420, 32, False),
        Scheme("haetae-2", 992, 1474, 32, True, True),
        Scheme("haetae-2-kpqc", 992, 1474, 32, False, True),
        Scheme("haetae-3", 1472, 2349, 32, True, True),
        Scheme("haetae-3-kpqc", 1472, 2349, 32, False, True),
        Scheme("haetae-5", 2080, 2948, 32, True, True),
        Scheme("haetae-5-kpqc", 2080, 2948, 32, False, True),
        Scheme("falcon-512-r3", 897, 746, 32, False, True, 617),
        Scheme("falcon-512-padded-r3", 897, 666, 32, False, True),
        Scheme("falcon-1024-r3", 1793, 1454, 32, False, True, 1193),
        Scheme("falcon-1024-padded-r3", 1793, 1280, 32, False, True),
        Scheme("fn-dsa-512", 897, 666, 64, True),
        Scheme("fn-dsa-1024", 1793, 1280, 64, True),
        *(Scheme(f"slh-dsa-{family}-{size}", *lengths, True, key_anchor=True)
          for family in ("sha2", "shake") for size, lengths in SLH_DSA_LENGTHS.items()),
        *(Scheme(f"sphincs-sha256-{size}-simple-r3", *SLH_DSA_LENGTHS[size], False, key_anchor=True)
          for size in ("128s", "128f")),
        Scheme("rainbow-1-classic", 161600, 66, 32, False, True, broken="Beullens, ePrint 2022/214"),
        Scheme("gemss-128", 352188, 33, 32, False, True, broken="Tao, Petzoldt and Ding, CRYPTO 2021"),
    )
}


def scheme_by_name(name: str) -> Scheme:
    """The scheme of that name. Raises UserError for an unknown one."""
    if name not in SCHEMES:
        raise UserError(f"There is no scheme '{name}': choose one of {', '.join(SCHEMES)}.")
    return SCHEMES[name]


def is_broken(name: str) -> bool:
    """Whether a scheme is for research only; False for an unknown one."""
    return name in SCHEMES and bool(SCHEMES[name].broken)
