#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compares the rows of run.py with those accepted before: bench/accepted.json, which the tool and the site know too,
and bench/other_cores.json for cores that are measured on request only.

usage: check.py [--accept] [ROWS.json]

RAM and flash may not grow; modelled cycles, or instructions where there are no cycles, not by more than 2 %. A row
without an accepted one is a failure too. Only rows of the same compiler can be compared. --accept makes the rows the
accepted ones and keeps those that were not measured this time.
"""
import argparse
import json
import pathlib
import sys

from elf import ROOT
from measure import DEFAULT_CORES

ACCEPTED = ROOT / "bench/accepted.json"
OTHERS = ROOT / "bench/other_cores.json"
IDENTITY = ("scheme", "op", "core", "variant", "opt")
SLOWER = 1.02


def key(row):
    return tuple(row[name] for name in IDENTITY)


def figures(row):
    """What is compared, the hash floor for headline.py, and what `kilosig advise` counts with: flash_idle, which a
    setting leaves out, and the cycles of the slowest run. {name: value}; null stays null."""
    counted = row["stack"] if row["stack"] is not None else row["stack_painted"]
    return {
        "compiler": row["compiler"],
        "bound": row["state"] + row["resident"] + row["stack_static"],  # for any input and mode
        "ram": row["state"] + row["static"] + row["resident"] + counted,
        "stack_static": row["stack_static"],
        "flash": row["flash"] + row["flash_hash"] + row["flash_runtime"],
        "flash_idle": row.get("flash_hash_idle") or 0,
        "instructions": row["instructions"],
        "cycles": row["cycles"] and row["cycles"]["mean"],
        "cycles_max": row["cycles"] and row["cycles"]["max"],
        "hash_floor": row["hash_floor"],
    }


def read(path):
    if not path.exists():
        return {}
    return {key(row): row for row in json.loads(path.read_text())}


def read_accepted():
    return {**read(OTHERS), **read(ACCEPTED)}


def accept(rows):
    for path, default in ((ACCEPTED, True), (OTHERS, False)):
        own = [row for row in rows if (row["core"] in DEFAULT_CORES) == default]
        if not own:
            continue
        accepted = read(path)
        accepted.update({key(row): {**dict(zip(IDENTITY, key(row))), **figures(row)} for row in own})
        lines = [json.dumps(accepted[name]) for name in sorted(accepted)]
        path.write_text("[\n" + ",\n".join(lines) + "\n]\n")
        print(f"{path.relative_to(ROOT)}: {len(own)} of {len(lines)} rows are new")


def compare(now, before):
    """(what got worse, what got better), each a list of texts."""
    worse, better = [], []
    slow = "instructions" if before["cycles"] is None else "cycles"
    for name, most in (("ram", 1), ("stack_static", 1), ("flash", 1), (slow, SLOWER)):
        if now[name] == before[name]:
            continue
        text = f"{name} {before[name]:,} -> {now[name]:,}"
        if now[name] > before[name] * most:
            worse.append(text)
        elif now[name] < before[name]:
            better.append(text)
    return worse, better


def check(rows):
    """Prints what changed; returns the numbers of rows that passed, failed and could not be compared."""
    accepted = read_accepted()
    passed = failed = skipped = 0
    for row in rows:
        now, before, name = figures(row), accepted.get(key(row)), " ".join(key(row))
        if before is None:
            failed += 1
            print(f"FAILED: {name}: no accepted figures")
        elif now["compiler"] != before["compiler"]:
            skipped += 1
            print(f"skipped: {name}: made by {now['compiler']}, accepted by {before['compiler']}")
        else:
            worse, better = compare(now, before)
            passed, failed = passed + (not worse), failed + bool(worse)
            if worse:
                print(f"FAILED: {name}: {'; '.join(worse)}")
            elif better:
                print(f"better: {name}: {'; '.join(better)}")
    return passed, failed, skipped


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--accept", action="store_true", help="make these rows the accepted ones")
    parser.add_argument("rows", nargs="?", type=pathlib.Path, default=ROOT / "build/bench.json")
    args = parser.parse_args()
    rows = json.loads(args.rows.read_text())
    if args.accept:
        accept(rows)
        return 0
    passed, failed, skipped = check(rows)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
