#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes what documents show of the figures: the tables of docs/which_signature.md, and docs/memory/*.svg.

usage: documents.py [--check]
    --check: write nothing; exit status 1 if something is not as it would be written"""
from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from kilosig_site import ROOT, memory_map, which  # noqa: E402


def wanted() -> dict[Path, str]:
    """{file: text}"""
    return {which.DOCUMENT: which.document(), **memory_map.documents()}


def main() -> int:
    stale = [path for path, text in wanted().items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is stale: run site/documents.py")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted()[path], encoding="utf-8")
        print(f"{path.relative_to(ROOT)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
