#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes docs/benchmarks.md and docs/plots/*.svg from the rows of run.py. Needs matplotlib.

usage: docs.py [ROWS.json]
"""
import argparse
import json
import pathlib
import sys

import plots
from elf import ROOT

DOCS = ROOT / "docs"
PUBLISHED = ROOT / "bench/published.json"
PLOT_OPT = "O2"  # of the plots, and of the rows that stand beside published ones
CORES = ("cortex-m3", "cortex-m4", "cortex-m0", "rv32imac")
MODELLED = ("cortex-m3", "cortex-m4")
PRIMITIVES = ("keccak", "sha256", "sha512")
# What KSIG_OPTIMIZE chooses: (variant of the bench's rows, optimization). Of GeMSS the variant is an option of its own.
SETTINGS = {"size": ("size", "Os"), "balanced": ("default", "O2"), "speed": ("fast", "O2")}
OWN_VARIANT = ("gemss-128",)
LIMIT = 8192


def number(value):
    return "" if value is None else f"{value:,}"


def thousands(value):
    return "" if value is None else f"{round(value / 1000):,}k"


def percent(value):
    return "" if value is None else f"{100 * value:.0f} %"


def ratio(row):
    """To the hash floor."""
    return f"{row['floor_ratio']:.2f}"


def ram(row):
    """None where the stack was not counted."""
    parts = [row[name] for name in ("state", "stack", "static", "resident")]
    return None if None in parts else sum(parts)


def table(head, lines):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head),
                      *("| " + " | ".join(map(str, line)) + " |" for line in lines)]) + "\n"


def select(rows, **wanted):
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


def ram_table(rows):
    lines = [(row["scheme"], row["op"], row["variant"], number(row["state"]), number(row["stack"]), number(row["static"]),
              number(row["resident"]), number(ram(row)), "yes" if ram(row) <= LIMIT else "no") for row in rows]
    return table(("scheme", "op", "variant", "state", "stack", "static", "resident", "RAM", "within 8 kB"), lines)


def core_table(rows, has_cycles):
    head = ["scheme", "op", "variant", "opt", "RAM", "flash", "+ hash", "+ run time", "instructions"]
    if has_cycles:
        head += ["cycles", "min .. max", "ldrst = 0", "longest call"]
    lines = []
    for row in rows:
        line = [row["scheme"], row["op"], row["variant"], row["opt"], number(ram(row)), number(row["flash"]),
                number(row["flash_hash"]), number(row["flash_runtime"]), thousands(row["instructions"])]
        if has_cycles:
            spread = row["cycles"]
            line += [thousands(spread["mean"]), f"{thousands(spread['min'])} .. {thousands(spread['max'])}",
                     thousands(row["cycles_ldrst0"]["mean"]), thousands(row["longest_call"])]
        lines.append([*line, percent(row["hash_share"]), thousands(row["hash_floor"]), ratio(row)])
    return table([*head, "hash", "floor", "ratio"], lines)


def floor_table(rows):
    """One line for each scheme, operation and variant, of the cores that have a model."""
    lines, by_name = [], {}
    for core in MODELLED:
        for row in select(rows, core=core):
            by_name.setdefault((row["scheme"], row["op"], row["variant"]), {})[core] = row
    for name, own in by_name.items():
        calls = next(iter(own.values()))["hash_calls"]
        line = [*name, *(f"{calls[key]:,.0f}" if key in calls else "" for key in PRIMITIVES)]
        for row in map(own.get, MODELLED):
            line += [thousands(row["cycles"]["mean"]), thousands(row["hash_floor"]), ratio(row)] if row else [""] * 3
        lines.append(line)
    return table(("scheme", "op", "variant", "Keccak-f", "SHA-256", "SHA-512", "M3 cycles", "floor", "ratio", "M4 cycles",
                  "floor", "ratio"), lines)


def optimize_table(rows):
    """Each scheme and operation as each setting of KSIG_OPTIMIZE builds it; those that are the same in one line."""
    lines = []
    for scheme, op in dict.fromkeys((row["scheme"], row["op"]) for row in rows):
        found = {}
        for setting, (variant, opt) in SETTINGS.items():
            own = {core: select(rows, scheme=scheme, op=op, core=core, variant=variant, opt=opt) for core in MODELLED}
            if not own[MODELLED[0]] or (setting == "speed" and scheme in OWN_VARIANT):
                continue
            found[setting] = [own[core][0] if own[core] else None for core in MODELLED]
        if "size" not in found or "balanced" not in found:
            continue
        for setting, (m3, m4) in found.items():
            name = "balanced, speed" if setting == "balanced" and "speed" not in found else setting
            lines.append((scheme, op, name, "-" + m3["opt"], number(m3["flash"]),
                          number(m3["flash_hash"] - m3["flash_hash_idle"]), number(m3["flash_hash_idle"]),
                          number(m3["flash_runtime"]), number(ram(m3)), thousands(m3["cycles"]["mean"]), ratio(m3),
                          thousands(m4 and m4["cycles"]["mean"]), m4 and ratio(m4) or ""))
    return table(("scheme", "op", "KSIG_OPTIMIZE", "compiler", "flash", "+ its hashes", "+ idle hashes", "+ run time", "RAM",
                  "M3 cycles", "x floor", "M4 cycles", "x floor"), lines)


def stack_table(rows):
    """One line for all schemes that agree."""
    lines, seen = [], {}
    for row in rows:
        figures = (row["core"], row["op"], row["variant"], row["opt"], number(row["stack_static"]), number(row["stack"]),
                   number(row["stack_painted"]), row["stack_note"] or "")
        seen.setdefault(figures, []).append(row["scheme"])
    for figures, names in seen.items():
        schemes = {row["scheme"] for row in rows if row["op"] == figures[1]}
        lines.append((figures[0], "all" if set(names) == schemes else ", ".join(names), *figures[1:]))
    return table(("core", "scheme", "op", "variant", "opt", "call graph", "counted", "painted", "why they differ"), lines)


def published_table(rows, published):
    lines = []
    for row in published["rows"]:
        own = select(rows, scheme=row["scheme"], op=row["op"], core=row["core"], opt=PLOT_OPT)
        if not own:
            continue
        name = published["sources"][row["source"]]["name"]
        lines.append((row["scheme"], row["op"], row["core"], f"{row['implementation']} ({name})", number(row["ram"]),
                      number(row["stack"]), number(row["code"]), thousands(row["cycles"]),
                      thousands(row.get("instructions")), percent(row["hash_share"])))
        for other in own:
            line = (other["scheme"], other["op"], other["core"], f"kilosig {other['variant']}", number(ram(other)),
                    number(other["stack"]), f"{number(other['flash'])} + {number(other['flash_hash'])}",
                    thousands(other["cycles"]["mean"]), thousands(other["instructions"]), percent(other["hash_share"]))
            if line not in lines:
                lines.append(line)
    lines.sort(key=lambda line: (line[2], line[0], line[1], line[3].startswith("kilosig"), line[3]))
    return table(("scheme", "op", "core", "by", "RAM", "of it stack", "code", "cycles", "instructions", "hash"), lines)


def flash_table(rows):
    """By object file of the library."""
    names = sorted({name for row in rows for name in row["flash_objects"]})
    lines = [(name, *(number(row["flash_objects"].get(name)) for row in rows)) for name in names]
    return table(("file", *(f"{row['variant']}, {row['opt']}" for row in rows)), lines)


def page(rows, published):
    plotted = select(rows, core="cortex-m3", opt=PLOT_OPT)
    scheme = plotted[0]["scheme"]
    compilers = ", ".join(sorted({row["compiler"] for row in rows}))
    runs = {op: " or ".join(map(str, sorted({row["runs"] for row in select(rows, op=op)})))
            for op in ("verify", "keygen", "sign")}
    text = [f"""# Benchmarks

Written by `make bench-docs` from what `make bench` measured; not to be edited. [measuring.md](measuring.md) says how,
and with what error.

* Compiled by {compilers}. Inputs of each row: verify, {runs["verify"]} signatures of 33-byte messages, each under
  a key of its own, fed in chunks of 64 bytes; keygen, {runs["keygen"] or 0} seeds; sign, {runs["sign"] or 0} 33-byte messages.
* **Cycles are modelled**, not measured on a board: QEMU executes the image and a plugin weighs its instructions.
  `ldrst = 0` is the same count with loads directly behind stores at no extra cost, the one weight that is uncertain.
  Cortex-M0 and RISC-V have no calibrated model: instructions only.
* RAM = state + stack below the library's calls + static data + what must be resident. The stack is the one counted on
  these inputs, in pure mode; the bound by the call graph, in the last table, holds for all inputs and modes.
* Flash is code and constants of the library without its hash functions, then the hash functions (all of them: those of
  pre-hash modes too), then the compiler's run-time functions.
* `hash` is the share of the cycles inside hash functions (of the instructions, where there are no cycles). `floor` is
  what the permutations of Keccak and the compressions of SHA-2 alone cost, as often as the runs call them and as long as
  they take in this image; `ratio` is the whole to it.
* `haetae-2-compact` and so on: key generation and signing with secret keys of 34 bytes (docs/haetae.md).
* An empty cell is unknown.

## RAM

Cortex-M3, -{PLOT_OPT}, bytes.

![RAM of each scheme and variant against 8 kB](plots/ram.svg)

{ram_table(plotted)}
## KSIG_OPTIMIZE

What one option chooses between flash, time and RAM; flash and RAM on Cortex-M3, bytes. `size` is without pre-hash modes
and reason texts. Idle hashes are linked and these runs never enter them: they are those of pre-hash modes, which
`KSIG_ENABLE_PREHASH 0` drops, or of a scheme that shares the code.

{optimize_table(rows)}
## Cycles against RAM

![Cycles against RAM, Cortex-M3](plots/cycles-ram-m3.svg)

![Cycles against RAM, Cortex-M4](plots/cycles-ram-m4.svg)

## Beside published figures

{published_table(rows, published)}
"""]
    for source in published["sources"].values():
        text.append(f"* [{source['name']}]({source['url']}): {source['note']}\n")
    text.append(f"""* kilosig: modelled cycles, -{PLOT_OPT}, the hash of the public key included; code + hash code.

## Where the cycles go

Cortex-M3, -{PLOT_OPT}.

![Share of hashing](plots/hash-share.svg)

![Profile by function](plots/profile.svg)

## The hash floor

Calls of each permutation and compression in one operation (on Cortex-M3, mean of the runs), what they cost, and the
whole to it. -{PLOT_OPT}. What is above the floor has to be explained: [performance.md](performance.md).

{floor_table(select(rows, opt=PLOT_OPT))}
""")
    for core in CORES:
        own = select(rows, core=core)
        if own:
            has_cycles = own[0]["cycles"] is not None
            what = "" if has_cycles else ": instructions only"
            text.append(f"## {core}{what}\n\n{core_table(own, has_cycles)}\n")
    shown = [row for row in select(rows, scheme=scheme, op="verify", core="cortex-m3") if row["opt"] in ("Os", "O2")]
    text.append(f"""## Flash by source file

{scheme} on Cortex-M3: code and constants with their alignment, bytes.

{flash_table(shown)}
## Stack, measured in three ways

Bytes below the deepest call of the library: an upper bound by the call graph of the image (`bench/static_stack.py`),
the lowest stack pointer that the emulator saw, and the lowest word that lost its paint. Call graph >= counted >=
painted is checked for every row.

{stack_table(rows)}""")
    return "".join(text)


def points(published, core):
    """(name, RAM, cycles) of published verifications of the schemes measured here, where both are known and on the plot."""
    return [(f"{row['scheme'].replace('ml-dsa-', '')} {row['implementation']}", row["ram"], row["cycles"])
            for row in published["rows"] if row["core"] == core and row["op"] == "verify"
            and row["cycles"] is not None and row["ram"] is not None and row["ram"] <= plots.MOST_RAM]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="?", type=pathlib.Path, default=ROOT / "build/bench.json")
    rows = json.loads(parser.parse_args().rows.read_text())
    published = json.loads(PUBLISHED.read_text())
    schemes = {row["scheme"] for row in rows}
    published["rows"] = [row for row in published["rows"] if row["scheme"] in schemes]
    plotted = select(rows, core="cortex-m3", opt=PLOT_OPT)
    if not plotted:
        print(f"docs.py: no rows of cortex-m3 at {PLOT_OPT}: run the whole bench first", file=sys.stderr)
        return 1
    folder = DOCS / "plots"
    folder.mkdir(parents=True, exist_ok=True)
    order = list(dict.fromkeys(row["scheme"] for row in rows))
    plotted.sort(key=lambda row: (order.index(row["scheme"]), row["op"] != "verify", row["op"], plots.VARIANTS.index(row["variant"])))
    plots.ram(plotted, folder / "ram.svg")
    plots.hash_share(plotted, folder / "hash-share.svg")
    plots.profile(plotted, folder / "profile.svg")
    for core in ("cortex-m3", "cortex-m4"):
        own = select(rows, core=core, op="verify", opt=PLOT_OPT)
        if own:
            plots.cycles_ram(own, points(published, core), folder / f"cycles-ram-{core[-2:]}.svg")
    (DOCS / "benchmarks.md").write_text(page(rows, published), encoding="utf-8")
    print(f"docs/benchmarks.md and {len(list(folder.glob('*.svg')))} plots")
    return 0


if __name__ == "__main__":
    sys.exit(main())
