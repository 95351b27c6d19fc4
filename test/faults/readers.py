#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Faults at every address of the readers of certificate chains, of COSE and of Composite ML-DSA, and of the calls that
verify what lies in memory, recorded in readers.json, and the table of docs/x509.md from that.

usage: readers.py [--run] [--again] [--core CORE] [--only WORD]... [--last-first] [--budget SECONDS]
    --run      what is not recorded; each row is recorded at once
    --again    what is recorded, too
    --core     cortex-m3, cortex-m0 or rv32imac
    --only     rows with this word in their name: model, attack, number of the caller's registers
    --last-first  from the end of the list, beside a run from its beginning
    --budget   begins no row after so many seconds"""
from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RECORDED, DOCUMENT = ROOT / "test/faults/readers.json", ROOT / "docs/x509.md"
BEGIN, END = "<!-- faults: begin -->\n", "<!-- faults: end -->\n"
MODELS = {"skip": "skipped", "branch": "branch inverted", "register": "register forced"}
CORES = {"cortex-m3": "Cortex-M3", "cortex-m0": "Cortex-M0", "rv32imac": "RV32IMAC"}
# Of attacks, by how their names begin.
KINDS = {"X.509: composite": "X.509: composite", "X.509: ecdsa": "X.509: ecdsa", "X.509: ed25519": "X.509: ed25519",
         "X.509": "X.509", "composite": "composite", "ksig_verify": "calls over memory",
         "ksig_composite": "calls over memory", "": "COSE and CWT"}
REGISTERS = 4  # contents of a caller's registers
CASE = ("core", "model", "attack", "registers")


def recorded() -> list[dict[str, Any]]:
    """A row for each attack, model, core and content of the registers."""
    return json.loads(RECORDED.read_text()) if RECORDED.exists() else []


def kind_of(attack: str) -> str:
    """What is forged."""
    return next(kind for begin, kind in KINDS.items() if attack.startswith(begin))


def table(rows: list[dict[str, Any]]) -> str:
    """Faults by core and kind of chain; in brackets those that were accepted."""
    sums: dict[Any, Any] = defaultdict(lambda: [0, 0, set()])
    for row in rows:
        entry = sums[row["core"], kind_of(row["attack"]), row["model"]]
        entry[0] += row["faults"]
        entry[1] += sum(row["accepted"].values())
        entry[2].add(row["attack"])
    lines = ["| core | forged | " + " | ".join(MODELS.values()) + " |", "|---|---|" + "--:|" * len(MODELS)]
    for core, name in CORES.items():
        for kind in dict.fromkeys(KINDS.values()):
            cells = []
            for model in MODELS:
                faults, accepted, attacks = sums.get((core, kind, model), (0, 0, set()))
                cells.append(f"{faults:,} in {len(attacks)}" + (f" (**{accepted}**)" if accepted else "")
                             if faults else "")
            if any(cells):
                lines.append(f"| {name} | {kind} | " + " | ".join(cells) + " |")
    total, accepted = sum(row["faults"] for row in rows), sum(sum(row["accepted"].values()) for row in rows)
    return "\n".join(lines) + f"\n\nIn all {total:,} faults, {accepted} of them accepted.\n"


def document(rows: list[dict[str, Any]]) -> str:
    """The whole of it, with this table."""
    text = DOCUMENT.read_text()
    return text[:text.index(BEGIN)] + f"{BEGIN}\n{table(rows)}\n{END}" + text[text.index(END) + len(END):]


def wanted() -> Iterator[tuple[Any, str, int]]:
    """Attacks, models, contents of registers: first each attack once."""
    from faults import composite, cose, wrappers, x509
    attacks = [*x509.attacks(), *composite.readings(), *cose.attacks(), *wrappers.attacks(), *composite.calls()]
    for registers in range(REGISTERS):
        for model in MODELS:
            for attack in attacks:
                yield attack, model, registers


def main() -> None:
    parser = argparse.ArgumentParser()
    for option in ("--run", "--again"):
        parser.add_argument(option, action="store_true")
    parser.add_argument("--core", choices=list(CORES), default="cortex-m3")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--last-first", action="store_true")
    parser.add_argument("--budget", type=float, default=float("inf"))
    asked, began = parser.parse_args(), time.monotonic()
    if asked.run:
        from faults import callers
        from alone import alone
        for attack, model, registers in list(wanted())[::-1 if asked.last_first else 1]:
            key = {"core": asked.core, "model": model, "attack": str(attack), "registers": registers}
            name = f"{model} {attack} registers{registers}"
            known = any(all(row[part] == key[part] for part in CASE) for row in recorded())
            if known and not asked.again or not all(word in name for word in asked.only):
                continue
            if time.monotonic() - began > asked.budget:
                break
            outcome = callers.attacked(attack, model, 1, on=asked.core, only=registers)
            with alone(RECORDED.parent):
                rows = [row for row in recorded() if any(row[part] != key[part] for part in CASE)]
                rows.append({**key, "faults": outcome.tried, "accepted": dict(outcome.accepted)})
                RECORDED.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
            print(time.strftime("%H:%M:%S"), name, outcome.tried, dict(outcome.accepted), flush=True)
    if BEGIN in DOCUMENT.read_text():
        DOCUMENT.write_text(document(recorded()))


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / folder) for folder in ("test", "test/support", "test/library", "tools")]
    main()
