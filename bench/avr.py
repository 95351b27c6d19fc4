#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Cycles and RAM of verification on an 8-bit core: the table of docs/avr.md. `make bench-avr` writes it.

usage: avr.py [--only PATTERN]... [--seconds S] [--update]
       avr.py --calls
    --only     rows whose name matches, as in a shell: 'ml-dsa-*', 'slh-dsa-sha2-128-24'
    --seconds  of a scheme's eight inputs, those begun before so many seconds have passed; default 60
    --update   writes the document; rows that were not measured stay
    --calls    prints what one call of each assembly routine takes, and of its C twin: docs/performance.md

simavr runs the library (-O2) on an ATmega2560 whose data memory goes up to 0xffff, and counts cycles while it
works: what bench/inputs has, fed in pieces of up to 64 bytes."""
import argparse
import fnmatch
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from elf import ROOT

sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "test/support")]
from kilosig.library.catalog import SCHEMES  # noqa: E402
from kilosig.library.verdicts import ACCEPT  # noqa: E402
from simulated_avr import BUILD, SimulatedAvr, built_simulator  # noqa: E402

DOCUMENT = ROOT / "docs/avr.md"
BEGIN, END = "<!-- avr: begin -->\n", "<!-- avr: end -->"
CLOCK = 16e6  # of an ATmega2560, Hz
MESSAGE_BYTES = 33
SECRET = b"kilosig".ljust(16, b"\0")  # of schemes that take one, as in bench/firmware/verify.c
RAM_BYTES = 8192  # of an ATmega2560
HEAD = """| Scheme | Variant | State | Stack | Both | Cycles | Longest call | at 16 MHz |
|---|---|--:|--:|--:|--:|--:|--:|
"""
# Their keys are too large to lie in each record.
KEYS = {"rainbow-1-classic": ROOT / "test/vectors/rainbowI-classic.pk0.bin"}
LEFT_OUT = ("gemss-128", "uov-3*", "uov-5*", "mayo-3*", "mayo-5*")  # minutes to hours each


def sets():
    """Schemes whose keys name their set, by set: (scheme, bytes of a key, bytes of a signature)."""
    text = (ROOT / "bench/CMakeLists.txt").read_text()
    lengths = re.search(r"set\(BENCH_SETS\n(.*?)\)", text, re.S)[1].split()
    return {name: (name.split("-")[0], *map(int, numbers.split(",")))
            for name, numbers in (one.split("=") for one in lengths)}


def rows():
    """(name, variant) of all rows, in the catalogue's order."""
    names = [name for name in SCHEMES if (ROOT / f"bench/inputs/{name}.bin").exists()] + list(sets())
    for name in names:
        if not any(fnmatch.fnmatch(name, pattern) for pattern in LEFT_OUT):
            for variant in ("default", "fast", "small") if name.startswith(("ml-dsa", "dilithium")) else ("default",):
                yield name, variant


def key_of(name):
    """A key that is not in the records; None: it is."""
    if name.startswith("uov-"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "key"
            subprocess.run([sys.executable, str(ROOT / "bench/inputs/uov_key.py"), name, str(path)], check=True)
            return path.read_bytes()
    return KEYS[name].read_bytes() if name in KEYS else None


def records(name):
    """Scheme, then anchor, key, message and signature of each input."""
    data, key = (ROOT / f"bench/inputs/{name}.bin").read_bytes(), key_of(name)
    if name in sets():
        scheme, anchor_bytes, signature_bytes = sets()[name]
        key_bytes = 0
    else:
        scheme, sizes = name, SCHEMES[name]
        anchor_bytes, signature_bytes = sizes.anchor_bytes, sizes.signature_bytes
        key_bytes = 0 if key else sizes.key_bytes
    compressed = name in ("falcon-512-r3", "falcon-1024-r3")
    ends = [0]
    for length in (anchor_bytes, key_bytes, MESSAGE_BYTES, signature_bytes, 2 * compressed):
        ends.append(ends[-1] + length)
    assert len(data) % ends[-1] == 0, f"{name}: records of other lengths"
    for at in range(0, len(data), ends[-1]):
        anchor, own, message, signature, length = (data[at + begin:at + end] for begin, end in zip(ends, ends[1:]))
        if compressed:
            signature = signature[:int.from_bytes(length, "little")]
        yield scheme, anchor, key or own or anchor, message, signature


def measured(program, name, variant, seconds=float("inf"), count=8):
    """A line of the table: mean cycles of `count` inputs or those begun in so many seconds; the most of the rest."""
    began, found = time.monotonic(), []
    simulated = SimulatedAvr(program, variant, counts=True)
    for scheme, anchor, key, message, signature in records(name):
        if len(found) == count or found and time.monotonic() - began > seconds:
            break
        verdict = simulated.verify(scheme, anchor, key, message, signature, secret=SECRET)
        assert verdict == ACCEPT, f"{name}: the image says {verdict:#x}"
        found.append(simulated.work())
    simulated.close()
    cycles = sum(work.cycles for work in found) / len(found)
    longest, stack, state = (max(values) for values in list(zip(*found))[1:])
    few = "" if len(found) == len(list(records(name))) else f" (of {len(found)})"
    return (f"| {name} | {variant} | {state:,} | {stack:,} | {state + stack:,} | {cycles / 1e6:,.2f} M{few} "
            f"| {longest / 1e6:,.2f} M | {cycles / CLOCK:,.2f} s |")


def table(lines):
    """All rows that are known, in order; lines: {(name, variant): line}."""
    return HEAD + "".join(lines[row] + "\n" for row in rows() if row in lines)


def known():
    """Of the document: {(name, variant): line}."""
    found = {}
    for line in DOCUMENT.read_text().partition(BEGIN)[2].partition(END)[0].splitlines()[2:]:
        cells = [cell.strip() for cell in line.split("|")]
        found[cells[1], cells[2]] = line
    return found


def calls():
    """Cycles and stack of one call. ldi and out, which mark it, and icall are in: 6 cycles."""
    for name, kind, length, result in (("Keccak-f[1600]", b"K", 200, 200), ("SHA-256", b"S", 96, 32)):
        for twin in ("c", "assembly"):
            image = BUILD / "test/avr" / f"twins-{twin}.elf"
            done = subprocess.run([str(built_simulator()), str(image), "cycles"], capture_output=True,
                                  input=kind + bytes(range(length)) + (1).to_bytes(2, "little"))
            cycles, _, stack = map(int, done.stderr.split())
            assert len(done.stdout) == result + 1
            print(f"| {name} | {twin} | {cycles:,} | {stack:,} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--calls", action="store_true")
    arguments = parser.parse_args()
    if arguments.calls:
        return calls()
    program, lines = built_simulator(), known()
    for name, variant in rows():
        if any(fnmatch.fnmatch(name, pattern) for pattern in arguments.only or ["*"]):
            lines[name, variant] = measured(program, name, variant, arguments.seconds)
            print(lines[name, variant], flush=True)
            if arguments.update:
                head, _, rest = DOCUMENT.read_text().partition(BEGIN)
                DOCUMENT.write_text(head + BEGIN + table(lines) + END + rest.partition(END)[2])


if __name__ == "__main__":
    main()
