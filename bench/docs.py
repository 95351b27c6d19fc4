#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes docs/benchmarks.md and docs/plots/*.svg from the rows of run.py. Needs matplotlib.

usage: docs.py [ROWS.json]
"""
import argparse
import json
import pathlib
import sys
import textwrap

import plots
import tables
from elf import ROOT
from tables import OPT, select

DOCS = ROOT / "docs"
PUBLISHED = ROOT / "bench/published.json"
CORES = ("cortex-m3", "cortex-m4", "cortex-m0", "rv32imac")


def page(rows, published):
    # What is not checked before it leaves is no choice to show; its price is in the table.
    plotted = [row for row in select(tables.with_assembly(rows), core="cortex-m3", opt=OPT)
               if row["variant"] != "unchecked"]
    scheme = plotted[0]["scheme"]
    compilers = ", ".join(sorted({row["compiler"] for row in rows}))
    runs = {op: " or ".join(map(str, sorted({row["runs"] for row in select(rows, op=op)})))
            for op in ("verify", "keygen", "sign")}
    text = [f"""# Benchmarks

Written by `make bench-docs` from what `make bench` measured; not to be edited. [measuring.md](measuring.md) says how,
and with what error.

* Compiled by {compilers}.
* Inputs of each row: verify, {runs["verify"]} signatures of 33-byte messages, each under a key of its own, fed in
  chunks of 64 bytes; keygen, {runs["keygen"] or 0} seeds; sign, {runs["sign"] or 0} 33-byte messages;
  chain, one chain of certificates.
* **Cycles are modelled**, not measured on a board: QEMU executes the image and a plugin weighs its instructions.
  `ldrst = 0` is the same count with loads directly after stores at no extra cost, the one weight that is uncertain.
  Cortex-M0's are those of a Cortex-M0+ with a multiplier of one cycle; `mul = 32`, an estimate, is the same with one of
  32 cycles. RV32IMAC's are those of the E31 of SiFive's FE310, its products an estimate.
* RAM = state + stack below the library's calls + static data + what must be resident. The stack is the one counted on
  these inputs, in pure mode; the bound by the call graph, in the last table, holds for all inputs and modes.
* Flash is code and constants of the library without its hash functions, then the hash functions (all of them: those of
  pre-hash modes too), then the compiler's run-time functions.
* `hash` is the share of the cycles inside hash functions (of the instructions, where there are no cycles). `floor` is
  what the permutations of Keccak and the compressions of SHA-2 alone cost, as often as the runs call them and as long
  as they take in this image; `ratio` is the whole to it.
* `haetae-2-compact` and so on: key generation and signing with secret keys of 34 bytes
  ([schemes/haetae.md](schemes/haetae.md)); `ml-dsa-44-public`: signing with a seed whose public key is given.
* An empty cell is unknown.

## RAM

Cortex-M3, -{OPT}, bytes.

![RAM of each scheme and variant against 8 kB](plots/ram.svg)

{tables.ram_table(plotted)}
## KSIG_OPTIMIZE

What one option chooses between flash, time and RAM; flash and RAM on Cortex-M3, bytes. Flash is the library, the hash
functions that it runs and functions of the compiler and C library. Idle hashes come on top: they are linked and these
runs never enter them, being those of pre-hash modes (`KSIG_ENABLE_PREHASH 0` drops them; the rows of `size` have that)
or of a scheme that shares the code. `x floor`: cycles to the hash floor, which in `size` is that of its slower hashes.

{tables.optimize_table(rows)}
## Cycles against RAM

![Cycles against RAM, Cortex-M3](plots/cycles-ram-m3.svg)

![Cycles against RAM, Cortex-M4](plots/cycles-ram-m4.svg)

## Beside published figures

{tables.published_table(rows, published)}
"""]
    for source in published["sources"].values():
        text.append(textwrap.fill(f"* [{source['name']}]({source['url']}): {source['note']}", 120,
                                  subsequent_indent="  ", break_long_words=False, break_on_hyphens=False) + "\n")
    text.append(f"""* kilosig: modelled cycles, -{OPT}, the hash of the public key included; code + hash code.

## Where the cycles go

Cortex-M3, -{OPT}.

![Share of hashing](plots/hash-share.svg)

![Profile by function](plots/profile.svg)

## The hash floor

Calls of each permutation and compression in one operation (on Cortex-M3, mean of the runs), what they cost, and the
whole to it. -{OPT}. What is above the floor has to be explained: [performance.md](performance.md).

{tables.floor_table(select(tables.with_assembly(rows), opt=OPT))}
## Without assembly

Variant `c`: the default variant with `KSIG_ENABLE_ASSEMBLY` 0, -{OPT}; cycles at `ldrst` 3 and 0.

{tables.c_table(rows)}
""")
    for core in CORES:
        own = select(rows, core=core)
        if own:
            has_cycles = own[0]["cycles"] is not None
            what = "" if has_cycles else ": instructions only"
            text.append(f"## {core}{what}\n\n{tables.core_table(own, has_cycles)}\n")
    shown = [row for row in select(rows, scheme=scheme, op="verify", core="cortex-m3") if row["opt"] in ("Os", "O2")]
    text.append(f"""## Flash by source file

{scheme} on Cortex-M3: code and constants with their alignment, bytes.

{tables.flash_table(shown)}
## Stack, measured in three ways

Bytes below the deepest call of the library: an upper bound by the call graph of the image (`bench/static_stack.py`),
the lowest stack pointer that the emulator saw, and the lowest word that lost its paint. Call graph >= counted >=
painted is checked for every row. A path that is "not taken" is the deepest of the call graph, and the inputs of the
bench go another way.

{tables.stack_table(rows)}""")
    return "".join(text)


def points(published, core):
    """(name, RAM, cycles, scheme) of published verifications of the schemes measured here, where both are known and on
    the plot."""
    return [(f"{row['scheme'].replace('ml-dsa-', '')} {row['implementation']}", row["ram"], row["cycles"],
             row["scheme"])
            for row in published["rows"] if row["core"] == core and row["op"] == "verify"
            and row["cycles"] is not None and row["ram"] is not None and row["ram"] <= plots.MOST_RAM]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="?", type=pathlib.Path, default=ROOT / "build/bench.json")
    rows = tables.in_order(json.loads(parser.parse_args().rows.read_text()))
    published = json.loads(PUBLISHED.read_text())
    schemes = {row["scheme"] for row in rows}
    published["rows"] = [row for row in published["rows"] if row["scheme"] in schemes]
    # What is not checked before it leaves is no choice to show; its price is in the table.
    plotted = [row for row in select(tables.with_assembly(rows), core="cortex-m3", opt=OPT)
               if row["variant"] != "unchecked"]
    if not plotted:
        print(f"docs.py: no rows of cortex-m3 at {OPT}: run the whole bench first", file=sys.stderr)
        return 1
    folder = DOCS / "plots"
    folder.mkdir(parents=True, exist_ok=True)
    plots.ram(plotted, folder / "ram.svg")
    plots.hash_share(plotted, folder / "hash-share.svg")
    plots.profile(plotted, folder / "profile.svg")
    for core in ("cortex-m3", "cortex-m4"):
        own = select(tables.with_assembly(rows), core=core, op="verify", opt=OPT)
        if own:
            plots.cycles_ram(own, points(published, core), folder / f"cycles-ram-{core[-2:]}.svg")
    (DOCS / "benchmarks.md").write_text(page(rows, published), encoding="utf-8")
    print(f"docs/benchmarks.md and {len(list(folder.glob('*.svg')))} plots")
    return 0


if __name__ == "__main__":
    sys.exit(main())
