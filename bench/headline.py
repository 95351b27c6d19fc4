#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""README.md's headline table from bench/accepted.json and bench/published.json. `make bench-docs` writes it.

usage: headline.py [--check]
"""
import json
import sys

from elf import ROOT

README = ROOT / "README.md"
BEGIN, END = "<!-- headline: begin -->\n", "<!-- headline: end -->"
OPT = "O2"
ROWS = (
    ("ml-dsa-44", "verify", "default"), ("ml-dsa-44", "verify", "fast"), ("ml-dsa-44", "verify", "small"),
    ("ml-dsa-65", "verify", "default"), ("ml-dsa-87", "verify", "default"), ("dilithium2-r3", "verify", "default"),
    ("slh-dsa-sha2-128s", "verify", "default"), ("slh-dsa-sha2-256f", "verify", "default"),
    ("sphincs-sha256-128s-simple-r3", "verify", "default"), ("sphincs-sha256-128f-simple-r3", "verify", "default"),
    ("falcon-512-r3", "verify", "default"), ("falcon-1024-r3", "verify", "default"),
    ("haetae-2", "verify", "default"), ("haetae-3", "verify", "default"), ("haetae-5", "verify", "default"),
    ("haetae-2", "keygen", "default"), ("haetae-5", "keygen", "default"),
    ("haetae-2", "sign", "default"), ("haetae-2", "sign", "fast"), ("haetae-2", "sign", "small"),
    ("haetae-3", "sign", "default"), ("haetae-5", "sign", "default"),
    ("rainbow-1-classic", "verify", "default"), ("gemss-128", "verify", "default"),
)
CORES = ("cortex-m3", "cortex-m4")
SHORT = {"eprint-2021-662": "ePrint 2021/662", "pqm4": "pqm4", "low_haetae": "low_haetae"}


def amount(count):
    """Three digits, in M."""
    return "" if count is None else f"{count / 1e6:#.3g} M" if count < 1e8 else f"{count / 1e6:,.0f} M"


def ratio(row):
    """To the hash floor (docs/measuring.md)."""
    return f"{row['cycles'] / row['hash_floor']:.2f}" if row.get("hash_floor") else ""


def beside(published, scheme, op):
    """What others publish for the same, on either core."""
    texts = []
    for row in published["rows"]:
        if (row["scheme"], row["op"]) != (scheme, op):
            continue
        time = amount(row["cycles"]) or f"{amount(row.get('instructions'))} instructions"
        memory = f"{row['ram']:,} B, " if row["ram"] else ""
        kind = row["implementation"] if row["source"] == "pqm4" else ""
        texts.append(f"{SHORT[row['source']]} {kind}".strip() + f": {memory}{time}, M{row['core'][-1]}")
    return "<br>".join(texts)


def table():
    """The block in Markdown."""
    accepted = {(row["scheme"], row["op"], row["variant"], row["core"]): row
                for row in json.loads((ROOT / "bench/accepted.json").read_text()) if row["opt"] == OPT}
    published = json.loads((ROOT / "bench/published.json").read_text())
    lines = ["| scheme | operation | variant | RAM, bytes | cycles M3 | cycles M4 | x hash floor | flash | published |",
             "|---|---|---|--:|--:|--:|--:|--:|---|"]
    for name in ROWS:
        m3, m4 = (accepted[(*name, core)] for core in CORES)
        others = beside(published, *name[:2]) if name[2] == "default" else ""
        lines.append(f"| {' | '.join(name)} | **{m3['ram']:,}** | {amount(m3['cycles'])} | {amount(m4['cycles'])} | "
                     f"{', '.join(filter(None, map(ratio, (m3, m4))))} | {m3['flash']:,} | {others} |")
    return "\n".join(lines) + """

`x hash floor`: the cycles on M3 and M4 to those of the permutations and compressions alone
([docs/measuring.md](docs/measuring.md#the-hash-floor)).
"""


def main():
    before, rest = README.read_text().split(BEGIN)
    old, after = rest.split(END)
    new = table()
    if "--check" in sys.argv[1:]:
        if old != new:
            print("README.md: the headline table is not that of bench/accepted.json: run 'make bench-docs'", file=sys.stderr)
        return int(old != new)
    README.write_text(before + BEGIN + new + END + after)
    return 0


if __name__ == "__main__":
    sys.exit(main())
