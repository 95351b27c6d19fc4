#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the profiles of KSIG_FAULTS take: the table of docs/assurance.md, verification on Cortex-M3 at -O2.

usage: profiles.py [--scheme SCHEME]... [--update]
    --scheme   only these; by default one of each family
    --update   writes the document

Each profile is built in a folder of its own, build/faults-PROFILE. DOUBLE streams everything twice."""
import argparse
import os
import sys

from elf import ROOT
from measure import CORES, BenchError, measure
from run import BUILD, PLUGIN, Name, run
from static_stack import Image

DOCUMENT = ROOT / "docs/assurance.md"
BEGIN, END = "<!-- profiles: begin -->\n", "<!-- profiles: end -->"
CORE, OPT = "cortex-m3", "O2"
PROFILES = ("none", "single", "double")
SCHEMES = ("ml-dsa-44", "slh-dsa-sha2-128s", "falcon-512-r3", "haetae-2", "lms-sha256-h10-w8", "xmss-sha2-10-256")
HEAD = """| Scheme | Profile | State | Stack | Flash | Cycles | of `SINGLE` |
|---|---|--:|--:|--:|--:|--:|
"""


def figures(profile, schemes):
    """{scheme: (state, stack, flash, cycles)} of a profile."""
    folder = BUILD / f"faults-{profile}"
    run(["cmake", "--preset", CORE, "-B", folder, f"-DKSIG_FAULTS={profile}"], f"cmake of {profile}")
    images = {scheme: f"{scheme}-verify-default-{OPT}" for scheme in schemes}
    run(["cmake", "--build", folder, "--target", *images.values()], f"the build of {profile}")
    listed = [line.split() for line in (folder / "bench/images.txt").read_text().splitlines()]
    objects = {line[0]: line[4] for line in listed if line[1:4] == ["verify", "default", OPT]}
    found = {}
    for scheme, image in images.items():
        path = folder / "bench" / f"{image}.elf"
        row = measure(Name(scheme, "verify", CORE, "default", OPT), path, PLUGIN, folder / objects[scheme])
        stack = row["stack"]
        if profile == "double":
            stack = max(stack, Image(path, CORES[CORE].prefix).root("ksig_verify_again").bytes)
        found[scheme] = (row["state"], stack, row["flash"] + row["flash_hash"], row["cycles"]["mean"])
    return found


def table(measured, schemes):
    lines = []
    for scheme in schemes:
        for profile in PROFILES:
            state, stack, flash, cycles = measured[profile][scheme]
            share = cycles / measured["single"][scheme][3]
            lines.append(f"| `{scheme}` | `{profile.upper()}` | {state:,} | {stack} | {flash:,} | {cycles:,} | "
                         f"{share:.3f} |\n")
    return HEAD + "".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scheme", action="append", choices=SCHEMES)
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    if args.update and args.scheme:
        parser.error("--update writes every row: leave out --scheme")
    schemes = args.scheme or SCHEMES
    os.chdir(ROOT)
    try:
        run([ROOT / "bench/plugin/build.sh", PLUGIN], "the build of the plugin")
        text = table({profile: figures(profile, schemes) for profile in PROFILES}, schemes)
    except BenchError as error:
        print(f"FAILED: {error}", file=sys.stderr)
        return 1
    print(text, end="")
    if args.update:
        document = DOCUMENT.read_text()
        before, rest = document.split(BEGIN)
        DOCUMENT.write_text(before + BEGIN + "\n" + text + "\n" + END + rest.split(END)[1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
