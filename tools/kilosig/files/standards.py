# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which rows a set of rules admits.

fips: FIPS 204, FIPS 205 and NIST SP 800-208. cnsa-2.0: NSA's Commercial National Security Algorithm Suite 2.0 with its
FAQ of April 2024: ML-DSA-87, and LMS and XMSS of SP 800-208 for software and firmware; neither their multi-tree forms
HSS and XMSS^MT nor SLH-DSA. kpqc: what Korea's competition chose that is here: HAETAE. research: anything."""
from __future__ import annotations

from kilosig.files.bench_rows import Row, scheme_of

STANDARDS = ("fips", "cnsa-2.0", "kpqc", "research")
NAMES = {"fips": "FIPS", "cnsa-2.0": "CNSA 2.0", "kpqc": "KpqC"}


def admits(standard: str, row: Row) -> bool:
    """Whether one of STANDARDS admits the scheme of a row."""
    scheme, _ = scheme_of(row)
    published = not (scheme.draft or scheme.superseded or scheme.broken)
    if standard == "fips":
        return published
    if standard == "cnsa-2.0":
        return published and scheme.name in ("ml-dsa-87", "lms", "xmss")
    if standard == "kpqc":
        return scheme.name.startswith("haetae")
    return True


def miss(standard: str, row: Row) -> str:
    """Why a row is out; "" if it is not."""
    return "" if admits(standard, row) else f"standard: not in {NAMES[standard]}"
