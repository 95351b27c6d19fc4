# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Single skipped instructions that still make a forgery succeed, by function and forgery, with the reason why they are
accepted. Everything else fails the tests."""
from __future__ import annotations


# (function, forgery): why
ALLOWED: dict[tuple[str, str], str] = {
    ("ksig_copy", "Nspk 0"): "on RV32IMAC: a byte that comes alone is not loaded, and the register has its length, 1, "
                             "the right Nspk. Nothing else depends on that byte: the message is one that was signed",
    ("ksig_copy", "Nspk 2"): "the same",
    ("ksig_copy", "unused bits"): "on RV32IMAC, GeMSS: the right byte, but for the bits that must be zero",
}

# Likewise of registers that are forced, on the smaller cores.
_SUM = "the sum of the bytes that differ becomes -1, and one that agrees is missing: nobody finds such a digest"
FORCED: dict[tuple[str, str], str] = {
    **{(function, forgery): _SUM for function in ("ksig_compare_packed", "ksig_keccak_squeeze_compare_packed")
       for forgery in ("last comparison, 1 byte wrong", "anchor, 1 byte wrong")},
    ("ksig_compare_packed", "root of the top, 1 bytes wrong"): _SUM,
    ("next", "unused bits"): "GeMSS: bits that must be zero are taken for zero. The message is one that was signed",
    ("take_padding", "padding"): "on Cortex-M0: the byte of a one becomes 0. The message is one that was signed",
}


# Functions of signers, and stages, in which an instruction that is left out gives away something wrong: why
SIGNER_ALLOWED: dict[str, str] = {}


def unexpected(forgery: str, places: dict[str, int]) -> dict[str, int]:
    """Of the places of an outcome those that are not allowed."""
    return {place: count for place, count in places.items()
            if (place.split(": ")[-1].split(" ")[0], forgery) not in ALLOWED}
