# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Single skipped instructions that still make a forgery succeed, by function and forgery, with the reason why they are
accepted. Everything else fails the tests."""
from __future__ import annotations


# (function, forgery): why
ALLOWED: dict[tuple[str, str], str] = {}

# Likewise of registers that are forced, on the smaller cores.
FORCED: dict[tuple[str, str], str] = {
    ("ksig_compare_packed", "last comparison, 1 byte wrong"):
        "the sum of the bytes that differ becomes -1, and one that agrees is missing: nobody finds such a digest",
    ("ksig_compare_packed", "anchor, 1 byte wrong"): "the same",
}


# Functions of signers, and stages, in which an instruction that is left out gives away something wrong: why
SIGNER_ALLOWED: dict[str, str] = {}


def unexpected(forgery: str, places: dict[str, int]) -> dict[str, int]:
    """Of the places of an outcome those that are not allowed."""
    return {place: count for place, count in places.items()
            if (place.split(": ")[-1].split(" ")[0], forgery) not in ALLOWED}
