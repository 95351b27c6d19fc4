#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Checks what a built library contains: no static data, no foreign symbols, no division, nothing outside the ksig_ name
space.

usage: check_library.py [--prefix arm-none-eabi-] library.a ...
"""
import argparse
import os
import re
import subprocess
import sys

# What a freestanding compiler may call without being asked to, plus what the design allows.
ALLOWED = {"memcpy", "memset", "memmove"}
ALLOWED_PREFIX = "__aeabi_"  # Arm run-time ABI: 64-bit multiplication and shifts
# Divisions, of any run-time ABI, which a core without the instruction calls. Their time depends on the operands, and no
# operand is worth an exception: constants are divided by when compiling, powers of two by shifting.
DIVISION = re.compile(r"_\w*(div|mod)")


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout


def symbols(prefix, library):
    """(name, type letter as in nm) of every symbol of every member."""
    for line in run(prefix + "nm", "-P", library).splitlines():
        fields = line.split()
        if len(fields) >= 2 and len(fields[1]) == 1:
            yield fields[0], fields[1]


def static_bytes(prefix, library):
    """Bytes of .data and .bss (Berkeley columns 2 and 3) over all members."""
    rows = [line.split() for line in run(prefix + "size", library).splitlines()[1:]]
    return sum(int(row[1]) + int(row[2]) for row in rows)


def check(prefix, library):
    """(what is checked, what is wrong with it: empty if nothing)"""
    found = list(symbols(prefix, library))
    defined = {name for name, kind in found if kind.isupper() and kind != "U"}
    undefined = {name for name, kind in found if kind in "Uw"} - defined
    data = sorted(name for name, kind in found if kind in "dDbBcCgGsS")
    size = static_bytes(prefix, library)
    foreign = sorted(name for name in undefined if name not in ALLOWED and not name.startswith(ALLOWED_PREFIX))
    print(f"{library}: calls {', '.join(sorted(undefined)) or 'nothing'}")
    yield "holds code", "" if defined else "no global symbol at all"
    yield "no static data", f"{size} bytes of .data and .bss: {', '.join(data)}" if size or data else ""
    yield "no foreign symbols", ", ".join(foreign)
    yield "no division", ", ".join(sorted(name for name in undefined if DIVISION.match(name)))
    yield "names begin with ksig_", ", ".join(sorted(name for name in defined if not name.startswith("ksig_")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--prefix", default="arm-none-eabi-", help="of nm and size")
    parser.add_argument("libraries", nargs="+")
    args = parser.parse_args()
    passed = failed = 0
    for library in args.libraries:
        if not os.path.exists(library):
            print(f"{library}: FAILED: does not exist")
            failed += 1
            continue
        for what, wrong in check(args.prefix, library):
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print(f"{library}: FAILED: {what}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
