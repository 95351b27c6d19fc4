#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Records what the faults did, and writes the tables of docs/assurance.md from that.

usage: report.py [--run | --again | --stale] [--only PATTERN]... [--budget SECONDS]
    --run      what is not recorded yet of this code, at this stride or a finer one; each result is recorded at once, so
               that a run may be ended and resumed at any time, and runs side by side keep each other's rows
    --again    what is recorded, too
    --stale    prints the rows that --run would run, and runs none
    --only     rows whose name matches, as in a shell: 'ml-dsa-44*', '*-comparison branch', 'sign-haetae*'; a name is
               [CORE-]SCHEME[-VARIANT]-KIND MODEL, or sign-SIGNER; CORE is not written for a Cortex-M3
    --budget   begins no row after so many seconds
    KSIG_FAULT_MODELS=skip,branch    these models only"""
from __future__ import annotations

import argparse
import fnmatch
import hashlib
import json
import os
import sys
import textwrap
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":  # pytest has these paths
    sys.path[:0] = [str(ROOT / name) for name in ("test", "test/support", "test/library", "tools")]
from alone import alone  # noqa: E402

RECORDED, DOCUMENT = ROOT / "test/faults/recorded.json", ROOT / "docs/assurance.md"
SIGNER_STRIDE = int(os.environ.get("KSIG_SIGNER_FAULT_STRIDE", "400009"))  # signing executes millions of instructions
SIGN = "sign"  # the kind of rows of signers
BEGIN, END = "<!-- faults: begin -->\n", "<!-- faults: end -->\n"
MODELS = {"skip": "skipped", "branch": "branch inverted", "register": "register forced", "pair": "fetched pair skipped",
          "bit": "bit flipped"}
CORE = "cortex-m3"  # of rows that name none
CASE = ("scheme", "variant", "kind", "model", "core")  # what tells rows apart
SMALL_CORES = {"cortex-m0": "Cortex-M0", "rv32imac": "RV32IMAC"}
ON_EACH = ("skip", "branch", "register")  # the models that every core was tried under
OLD = " †"  # after figures of rows whose code has changed since
# Since then the judge knows the genuine stream wherever it looks at a forged one; before, it gave up what it had not
# seen. Where `close` alone is attacked it has nothing to judge.
JUDGED = "2026-11-27T16:45:00Z"
UNJUDGED = ("comparison", SIGN)


def recorded() -> list[dict[str, Any]]:
    """What was recorded: a row for each case and model. `parts` is what it executes, `code` the fingerprint of that,
    `stale` whether that had changed when the document was written last."""
    if not RECORDED.exists():
        return []
    stored = json.loads(RECORDED.read_text())
    parts = {number: [stored["names"][place] for place in places] for number, places in stored["parts"].items()}
    return [{**row, **({"parts": parts[row["parts"]]} if "parts" in row else {}),
             "core": row.get("core", CORE)} for row in stored["rows"]]


def _write(rows: list[dict[str, Any]]) -> None:
    """Rows that execute the same parts share their list, of places in `names`. A line for each of them."""
    names = sorted({name for row in rows for name in row.get("parts", ())})
    place = {name: number for number, name in enumerate(names)}
    parts, stored = {}, []
    for row in rows:
        if "parts" in row:
            number = hashlib.sha256("\n".join(row["parts"]).encode()).hexdigest()[:8]
            parts[number], row = [place[name] for name in row["parts"]], {**row, "parts": number}
        stored.append({name: value for name, value in row.items() if (name, value) != ("core", CORE)})
    made = RECORDED.with_suffix(".new")
    listed = ",\n".join(f"{json.dumps(number)}: {json.dumps(places)}" for number, places in parts.items())
    made.write_text(f'{{"names": {json.dumps(names)},\n"parts": {{\n{listed}\n}},\n"rows": [\n'
                    + ",\n".join(map(json.dumps, stored)) + "\n]}\n")
    made.replace(RECORDED)  # whoever reads without the lock never sees a part


def record(row: dict[str, Any], place: Callable[[dict[str, Any]], Any]) -> None:
    """Adds a row, for one of the same case and model. What others recorded in the meantime stays. place: by which rows
    are sorted."""
    with alone(RECORDED.parent):
        rows = [other for other in recorded() if any(other[key] != row[key] for key in CASE)]
        _write(sorted([*rows, row], key=place))


def _cells(rows: list[dict[str, Any]], columns: dict[tuple[str, str], str]) -> list[str]:
    """Scheme and kind by core and model: faults, and of these accepted. columns: {(core, model): title}"""
    sums: dict[Any, Any] = defaultdict(lambda: [0, 0, False])
    for row in rows:
        column = row.get("core", CORE), row["model"]
        if row["kind"] == SIGN or column not in columns:
            continue
        entry = sums[row["scheme"], row["variant"], row["kind"].split("-")[0], column]
        entry[0] += row["faults"]
        entry[1] += sum(row["accepted"].values())
        entry[2] |= row.get("stale", False)
    lines = ["| Scheme | Forged | " + " | ".join(columns.values()) + " |", "|---|---|" + "---:|" * len(columns)]
    for scheme, variant, kind in dict.fromkeys(key[:3] for key in sums):
        cells = []
        for column in columns:
            faults, accepted, old = sums.get((scheme, variant, kind, column), (0, 0, False))
            cells.append(f"{faults:,}" + (f" (**{accepted}**)" if accepted else "") + OLD * old if faults else "")
        name = scheme + ("" if variant == "default" else f", {variant}")
        lines.append(f"| {name} | {kind} | " + " | ".join(cells) + " |")
    return lines


def cores(rows: list[dict[str, Any]]) -> str:
    """The same of the cores that are no Cortex-M3, and in all of each."""
    columns = {(core, model): f"{name}, {MODELS[model]}" for core, name in SMALL_CORES.items() for model in ON_EACH}
    sums = {core: [0, 0, 0] for core in SMALL_CORES}
    for row in rows:
        if row.get("core", CORE) in sums:
            add = 1, row["faults"], sum(row["accepted"].values())
            sums[row["core"]] = [old + new for old, new in zip(sums[row["core"]], add)]
    said = [f"{SMALL_CORES[core]}: {faults:,} faults in {count} rows, {accepted} of them accepted."
            for core, (count, faults, accepted) in sums.items()]
    return "\n".join(_cells(rows, columns)) + "\n\n" + "\n".join(said) + "\n"


def table(rows: list[dict[str, Any]]) -> str:
    """Of a Cortex-M3, with what is to be said of all."""
    lines = _cells(rows, {(CORE, model): title for model, title in MODELS.items()})
    rows = [row for row in rows if row["kind"] != SIGN]
    strides = sorted({row["stride"] for row in rows} - {1})
    every = sum(row["stride"] == 1 for row in rows)
    note = "Every instruction of every worker." if not strides else (
        "Of instructions that are executed often, and of those of hashes and transforms, one in "
        + " or ".join(map(str, strides)) + (f"; in {every} of {len(rows)} rows every one." if every else "."))
    total, accepted = sum(row["faults"] for row in rows), sum(sum(row["accepted"].values()) for row in rows)
    old = f"Figures with{OLD} were recorded before the code that they execute was changed last."
    said = textwrap.fill(f"In all {total:,} faults, {accepted} of them accepted (in bold). {note} {old}", 120)
    return "\n".join(lines) + f"\n\n{said}\n"


def _on(core: str) -> str:
    """What a line says of the core that it is of."""
    return "" if core == CORE else f", {SMALL_CORES[core]}"


def signers(rows: list[dict[str, Any]]) -> str:
    """What signers gave away, by outcome."""
    names = ("right", "nothing", "part", "later", "other", "wrong")
    lines = ["| Signer, first attempt | skipped | " + " | ".join(names) + " |", "|---|" + "---:|" * (len(names) + 1)]
    for row in rows:
        if row["kind"] == SIGN:
            cells = [row["faults"], *(row["outcomes"][name] for name in names)]
            title = row["scheme"] + _on(row["core"]) + OLD * row.get("stale", False)
            lines.append(f"| {title} | " + " | ".join(f"{cell:,}" for cell in cells) + " |")
    return ("\n".join(lines) if len(lines) > 2 else "Not recorded for the code as it is.") + "\n"


DIMENSIONS = (("start", "Memory and registers before"), ("call", "Call"), ("code", "Instruction of"))
UNKNOWN = "recorded before this was counted"


def dimensions(rows: list[dict[str, Any]]) -> str:
    """Faults in verifications, and in signers, by where they were made."""
    sums = {kind: {"verify": Counter(), SIGN: Counter()} for kind, _ in DIMENSIONS}  # type: dict[str, dict[str, Any]]
    for row in rows:
        who = SIGN if row["kind"] == SIGN else "verify"
        for kind, _ in DIMENSIONS:
            counted = {what: count for what, count in row.get("by", {}).items() if what.startswith(kind + ": ")}
            for what, count in counted.items():
                sums[kind][who][what.split(": ", 1)[1]] += count
            if not counted and not (who == SIGN and kind == "call"):
                sums[kind][who][UNKNOWN] += row["faults"]
    lines = []
    for kind, title in DIMENSIONS:
        names = sorted({*sums[kind]["verify"], *sums[kind][SIGN]}, key=lambda name: (name == UNKNOWN, name))
        lines += [f"| {title} | verification | signing |", "|---|---:|---:|"]
        lines += [f"| {name} | " + " | ".join(f"{sums[kind][who][name]:,}" if sums[kind][who][name] else ""
                                             for who in ("verify", SIGN)) + " |" for name in names]
        lines.append("")
    return "\n".join(lines)


def places(rows: list[dict[str, Any]]) -> str:
    """What was accepted: function and offset, model, forgeries."""
    found: dict[Any, Any] = defaultdict(set)
    for row in rows:
        for place in row["accepted"]:
            forgery, call, at = place.split(" / ")
            found[row["scheme"], at, MODELS[row["model"]], row.get("core", CORE)].add(forgery)
    if not found:
        return "None.\n"
    lines = ["| Scheme | Instruction | Model | Forgeries |", "|---|---|---|---|"]
    lines += [f"| {scheme} | `{at}` | {model}{_on(on)} | "
              + "; ".join(sorted(names)[:3]).replace("|", "\\|")
              + (f" and {len(names) - 3} more" if len(names) > 3 else "") + " |"
              for (scheme, at, model, on), names in sorted(found.items())]
    return "\n".join(lines) + "\n"


def generated(rows: list[dict[str, Any]]) -> str:
    """The part of the document between the marks."""
    return (f"{BEGIN}\n{table(rows)}\n### Smaller cores\n\n{cores(rows)}\n### By dimension\n\n{dimensions(rows)}\n"
            f"### What was accepted\n\n{places(rows)}\n### Signers\n\n{signers(rows)}\n{END}")


def document(rows: list[dict[str, Any]]) -> str:
    """The whole of it, with these tables."""
    text = DOCUMENT.read_text()
    return text[:text.index(BEGIN)] + generated(rows) + text[text.index(END) + len(END):]


def now() -> str:
    """The time, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def models(kind: str, on: str) -> list[str]:
    """Those under which a kind of forgery is tried on a core."""
    wanted = os.environ.get("KSIG_FAULT_MODELS", ",".join(MODELS)).split(",")
    return [model for model in MODELS if model in wanted and (on == CORE or model in ON_EACH) and (
        model == "skip" or kind in ("comparison", "check", "passes"))]


def places_of_rows() -> Callable[[dict[str, Any]], Any]:
    """By which rows are sorted: as the cases, signers after them."""
    from faults.cases import CASES
    from faults.signatures import SIGNERS
    cases = [*((case.scheme, case.variant, case.kind, case.on) for case in CASES),
             *((case.name, case.variant, SIGN, case.on) for case in SIGNERS)]
    order = {case: number for number, case in enumerate(cases)}
    return lambda row: (order.get((row["scheme"], row["variant"], row["kind"], row["core"]), len(order)),
                        list(MODELS).index(row["model"]))


class Attacked(Protocol):
    """A case of a campaign."""

    def image(self) -> Path:
        """What is attacked."""

    def executed(self) -> set[str]:
        """The parts of that which run."""


def fingerprint(case: Attacked, parts: list[str]) -> str:
    """Of what a row executes."""
    from faults import images
    return images.fingerprint(case.image(), tuple(parts))


class Row(NamedTuple):
    """What may be recorded: what tells it apart, the case, the stride, and the attack, which completes it."""

    name: str
    key: dict[str, Any]
    case: Attacked
    stride: int
    attack: Callable[[dict[str, Any]], str]

    def is_recorded(self, rows: list[dict[str, Any]]) -> bool:
        """For the code that it executes, at this stride or a finer one, by a campaign that knew of starts and judged
        well."""
        known = [row for row in rows if all(row[name] == value for name, value in self.key.items())]
        return any("by" in row and row["stride"] <= self.stride and row.get("parts")
                   and (row["kind"] in UNJUDGED or row.get("when", "") >= JUDGED)
                   and row["code"] == fingerprint(self.case, row["parts"]) for row in known)


def verifications() -> Iterator[Row]:
    """Cases: one model after the other."""
    from faults.campaign import STRIDE
    from faults.cases import CASES, Case

    def attacked(case: Case, model: str, row: dict[str, Any]) -> str:
        row.update(forgeries=0, faults=0, accepted={}, by={})
        for forgery, outcome in case.attacked(model).items():
            row["forgeries"] += 1
            row["faults"] += outcome.tried
            for what, count in sorted(outcome.by.items()):
                row["by"][what] = row["by"].get(what, 0) + count
            for place, count in outcome.accepted.items():
                call, at = place.rsplit(": ", 1)
                row["accepted"][f"{forgery} / {call} / {at}"] = count
        return f"{row['faults']} faults, {sum(row['accepted'].values())} accepted"

    for model in MODELS:
        for case in CASES:
            if model in models(case.kind, case.on):
                key = {"scheme": case.scheme, "variant": case.variant, "kind": case.kind, "model": model,
                       "core": case.on}
                yield Row(f"{case} {model}", key, case, STRIDE, partial(attacked, case, model))


def signatures() -> Iterator[Row]:
    """The same of signers."""
    from faults.signatures import SIGNERS, SignerCase

    def attacked(case: SignerCase, row: dict[str, Any]) -> str:
        outcomes = case.attacked(SIGNER_STRIDE)
        row.update(faults=outcomes.tried, outcomes=outcomes.counts, accepted={}, by=dict(sorted(outcomes.by.items())),
                   told=dict(sorted(outcomes.told.items())), places={
                       f"{what}: {place}": len(found) for (what, place), found in sorted(outcomes.places.items())})
        return str(outcomes.counts)

    for case in SIGNERS:
        key = {"scheme": case.name, "variant": case.variant, "kind": SIGN, "model": "skip", "core": case.on}
        yield Row(f"sign-{case}", key, case, SIGNER_STRIDE, partial(attacked, case))


def chosen(patterns: list[str]) -> list[Row]:
    """The rows whose names match; all without patterns."""
    return [row for rows in (verifications(), signatures()) for row in rows
            if not patterns or any(fnmatch.fnmatchcase(row.name, pattern) for pattern in patterns)]


@cache
def _rows() -> dict[str, Row]:
    return {row.name: row for row in chosen([])}


@cache
def _recorded() -> list[dict[str, Any]]:
    return recorded()


def is_current(name: str) -> bool:
    """Whether a row is recorded of the code that it executes today."""
    return _rows()[name].is_recorded(_recorded())


def mark(rows: list[Row]) -> None:
    """Notes at each row that is recorded whether it is stale."""
    with alone(RECORDED.parent):
        known = recorded()
        current = {tuple(row.key.values()) for row in rows if row.is_recorded(known)}
        _write([{**row, "stale": tuple(row[name] for name in CASE) not in current} for row in known])


def run(rows: list[Row], again: bool, budget: float) -> None:
    """Records rows, until the time is over."""
    place, until = places_of_rows(), time.monotonic() + budget
    for row in rows:
        if not again and row.is_recorded(recorded()):
            continue
        if time.monotonic() > until:
            print("the time is over: run again for what is left", flush=True)
            return
        began = time.process_time()
        parts = sorted(row.case.executed())
        assert parts, f"{row.name}: what it executes is not known"
        made = {**row.key, "code": fingerprint(row.case, parts), "parts": parts, "when": now(), "stride": row.stride}
        said = row.attack(made)
        made["seconds"] = round(time.process_time() - began)
        record(made, place)
        print(f"{row.name}: {said}, {made['seconds']} s", flush=True)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(usage=(__doc__ or "").split("usage: ")[1])
    for name in ("run", "again", "stale"):
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--budget", type=float, default=float("inf"))
    options = parser.parse_args(arguments)
    rows = chosen(options.only)
    if not rows:
        parser.error(f"no row is called {', '.join(options.only)}")
    if options.stale:
        known = recorded()
        print(*(row.name for row in rows if not row.is_recorded(known)), sep="\n")
        return
    if options.run or options.again:
        run(rows, options.again, options.budget)
    mark(chosen([]))
    with alone(RECORDED.parent):
        DOCUMENT.write_text(document(recorded()))


if __name__ == "__main__":
    main(sys.argv[1:])
