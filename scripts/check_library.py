#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Checks what a built library contains: no static data, no foreign symbols, no division, nothing outside the ksig_ name
space; and in what key generation and signing use, no product whose time depends on secrets.

usage: check_library.py [--prefix arm-none-eabi-] [--short-products] library.a ...
"""
import argparse
import os
import re
import subprocess
import sys
from collections import namedtuple

# What a freestanding compiler may call without being asked to, plus what the design allows.
ALLOWED = {"memcpy", "memset", "memmove"}
ALLOWED_PREFIX = "__aeabi_"  # Arm run-time ABI: 64-bit multiplication and shifts
# Divisions, of any run-time ABI, which a core without the instruction calls. Their time depends on the operands, and no
# operand is worth an exception: constants are divided by when compiling, powers of two by shifting.
DIVISION = re.compile(r"_\w*(div|mod)")
# Products of 64 bits, likewise: libgcc's branch on a carry. Verification may call them, all its data is public.
LONG_PRODUCT = re.compile(r"__(aeabi_l|)mul(di3|ti3|)$|__u?mulsidi3$")
# Instructions for them take longer or shorter with their operands on Cortex-M3.
LONG_INSTRUCTION = re.compile(r"\t(?:[us]mu?l(?:l|al)\w*|umaal)\b")
# Where key generation and signing begin: the calls and the descriptors.
SECRET_ROOT = re.compile(r"ksig_(\w+_)?(keygen|sign)(_\w+)?$")
# Multiplies by nothing: a factor there would be the sign of bimodal rejection.
NO_PRODUCT = "haetae_sign_challenge.c"

Member = namedtuple("Member", "name defined undefined instructions")


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def symbols(prefix, library):
    """(name, type letter as in nm) of every symbol of every member."""
    for line in run(prefix + "nm", "-P", library).splitlines():
        fields = line.split()
        if len(fields) >= 2 and len(fields[1]) == 1:
            yield fields[0], fields[1]


def members(prefix, library):
    """Every file of the archive, in order: names need not be unique."""
    found, code = [], []
    for line in run(prefix + "nm", "-P", library).splitlines():
        header = re.match(r".*\[(.*)\]:$", line)
        fields = line.split()
        if header:
            found.append((header[1], set(), set()))
        elif len(fields) >= 2:
            found[-1][2 if fields[1] in "Uw" else 1].add(fields[0])
    for line in run(prefix + "objdump", "-d", library).splitlines():
        if re.match(r".*:\s+file format ", line):
            code.append([])
        elif code:
            code[-1].append(line)
    assert len(found) == len(code), library
    return [Member(*symbols_of, lines) for symbols_of, lines in zip(found, code)]


def with_secrets(every):
    """The members that the linker takes for key generation and signing."""
    home = {name: member for member in every for name in member.defined}
    wanted = [name for name in home if SECRET_ROOT.match(name)]
    taken = {}
    while wanted:
        member = home.get(wanted.pop())
        if member is not None and id(member) not in taken:
            taken[id(member)] = member
            wanted.extend(member.undefined)
    return list(taken.values())


def long_products(taken, short):
    """Where a product's time may depend on a secret: calls, and instructions where there must be none."""
    for member in taken:
        for name in sorted(member.undefined):
            if LONG_PRODUCT.match(name):
                yield f"{member.name} calls {name}"
        if (short or member.name.startswith(NO_PRODUCT)) and any(map(LONG_INSTRUCTION.search, member.instructions)):
            yield f"{member.name} has long multiplications"


def static_bytes(prefix, library):
    """Bytes of .data and .bss (Berkeley columns 2 and 3) over all members."""
    rows = [line.split() for line in run(prefix + "size", library).splitlines()[1:]]
    return sum(int(row[1]) + int(row[2]) for row in rows)


def check(prefix, library, short):
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
    taken = with_secrets(members(prefix, library))
    yield "finds key generation and signing", "" if any(m.name.startswith(NO_PRODUCT) for m in taken) else "not there"
    yield "no product whose time depends on secrets", ", ".join(long_products(taken, short))
    yield "names begin with ksig_", ", ".join(sorted(name for name in defined if not name.startswith("ksig_")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--prefix", default="arm-none-eabi-", help="of nm, size and objdump")
    parser.add_argument("--short-products", action="store_true", help="the library has KSIG_SHORT_PRODUCTS 1")
    parser.add_argument("libraries", nargs="+")
    args = parser.parse_args()
    passed = failed = 0
    for library in args.libraries:
        if not os.path.exists(library):
            print(f"{library}: FAILED: does not exist")
            failed += 1
            continue
        for what, wrong in check(args.prefix, library, args.short_products):
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print(f"{library}: FAILED: {what}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
