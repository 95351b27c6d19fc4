#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How much more the accepted figures (bench/accepted.json) are than those of an earlier commit: a Markdown table.

usage: changes.py COMMIT [--scheme S...] [--op O...] [--core C...] [--variant V...] [--opt O...]
       changes.py --document

RAM and flash in bytes; cycles, or instructions where a core has no model of cycles. Rows that only one of the two has
are left out, and those of another compiler. --document writes what protection from faults costs into docs/assurance.md;
a clone without that history leaves it as it is."""
import argparse
import json
import subprocess
import sys

from check import ACCEPTED, IDENTITY, key
from elf import ROOT

DOCUMENT = ROOT / "docs/assurance.md"
BEGIN, END = "<!-- costs: begin -->\n", "<!-- costs: end -->\n"
UNPROTECTED = "f04609b"  # the last commit without what docs/assurance.md describes


def accepted_in(commit):
    """The rows of a commit. Raises SystemExit with a sentence if it has none."""
    path = ACCEPTED.relative_to(ROOT).as_posix()
    done = subprocess.run(["git", "show", f"{commit}:{path}"], cwd=ROOT, capture_output=True,
                          text=True)
    if done.returncode != 0:
        raise SystemExit(f"no {path} in {commit}: name a commit of a whole clone ({done.stderr.strip()})")
    return json.loads(done.stdout)


def changes(before, now):
    """Rows of both: {identity: (RAM before, bytes more, flash before, bytes more, cycles before, percent more)}."""
    known, found = {key(row): row for row in before}, {}
    for row in now:
        old = known.get(key(row))
        if old is not None and old["compiler"] == row["compiler"]:
            slow = "cycles" if old["cycles"] and row["cycles"] else "instructions"
            found[key(row)] = (old["ram"], row["ram"] - old["ram"], old["flash"], row["flash"] - old["flash"],
                               old[slow], 100 * (row[slow] / old[slow] - 1))
    return found


def table(found):
    """As Markdown, sorted."""
    lines = ["| Scheme | Operation | Core | Variant | Optimization | RAM | more | Flash | more | Cycles | more, % |",
             "|---|---|---|---|---|---:|---:|---:|---:|---:|---:|"]
    for name, (ram, more_ram, flash, more_flash, cycles, percent) in sorted(found.items()):
        lines.append(f"| {' | '.join(name)} | {ram:,} | {more_ram:+,} | {flash:,} | {more_flash:+,} | {cycles:,} "
                     f"| {percent:+.2f} |")
    return "\n".join(lines)


def costs(before, now):
    """The part of docs/assurance.md: verification on Cortex-M3, default variant at -O2 and with the least flash."""
    found = changes(before, now)
    lines = ["| Scheme | RAM | Flash | Cycles, % | Flash at size | Cycles at size, % |",
             "|---|---:|---:|---:|---:|---:|"]
    for scheme in sorted({name[0] for name in found}):
        cells = []
        for variant, opt in (("default", "O2"), ("size", "Os")):
            row = found.get((scheme, "verify", "cortex-m3", variant, opt))
            if row is not None:
                cells += [f"{row[1]:+,}"] * (opt == "O2") + [f"{row[3]:+,}", f"{row[5]:+.2f}"]
        if len(cells) == 5:
            lines.append(f"| {scheme} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def documented():
    """docs/assurance.md as it has to be."""
    text = DOCUMENT.read_text()
    made = costs(accepted_in(UNPROTECTED), json.loads(ACCEPTED.read_text()))
    return f"{text[:text.index(BEGIN)]}{BEGIN}\n{made}\n{text[text.index(END):]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commit", nargs="?")
    parser.add_argument("--document", action="store_true", help="write the table of docs/assurance.md")
    for name in IDENTITY:
        parser.add_argument(f"--{name}", nargs="+", help="only these")
    args = parser.parse_args()
    if args.document:
        try:
            DOCUMENT.write_text(documented())
        except SystemExit as reason:
            print(f"docs/assurance.md is as it was: {reason}", file=sys.stderr)
        return 0
    if args.commit is None:
        parser.error("name a commit")
    now = [row for row in json.loads(ACCEPTED.read_text())
           if all(getattr(args, name) is None or row[name] in getattr(args, name) for name in IDENTITY)]
    print(table(changes(accepted_in(args.commit), now)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
