#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Flash and static data of an image, by where they come from: the library's hashes, the rest of the library, run time.

usage: flash.py IMAGE.elf...

What the linker kept of each archive, by its map: code and constants with their alignment. The run-time functions
(memcpy, division, ...) are the library's needs too: the image's own code has none of its own.
"""
import argparse
import json
import pathlib
import sys
from collections import Counter
from functools import cache

from elf import ROOT, Elf, read_map

STATIC = (".data", ".bss", ".noinit", ".sdata", ".sbss")
INPUTS = ".bench_inputs"


@cache
def hash_objects():
    """Names of the object files of src/hash and of their twins in src/arch. The map has no directories, so these names
    must be unique in src/ and research/."""
    sources = [path for room in ("src", "research") for path in (ROOT / room).rglob("*")
               if path.suffix in (".c", ".S", ".s")]
    names = Counter(path.name for path in sources)
    hashes = {path.name for path in sources if path.parent.name == "hash"}
    shared = sorted(name for name in hashes if names[name] > 1)
    if shared:
        raise SystemExit(f"src/hash and another directory have a file of the same name: {', '.join(shared)}")
    return hashes


def figures(path):
    """{flash, flash_hash, flash_runtime, static} in bytes, and flash by object file of the library (flash_objects).
    flash has no hash code and no run time."""
    hashes = hash_objects()
    elf = Elf(path)
    found = {"flash": 0, "flash_hash": 0, "flash_runtime": 0, "static": 0}
    placed, objects = Counter(), Counter()
    for section in read_map(elf):
        placed[section.output] += section.size
        if section.output == INPUTS or not section.archive:
            continue
        if section.output in STATIC:
            found["static"] += section.size if section.is_library else 0
            # Initial values lie in flash too.
            if section.output not in (".data", ".sdata"):
                continue
        if not section.is_library:
            found["flash_runtime"] += section.size
        elif pathlib.Path(section.member).stem in hashes:
            found["flash_hash"] += section.size
        else:
            found["flash"] += section.size
        if section.is_library:
            objects[pathlib.Path(section.member).stem] += section.size
    # A line of the map that was not understood would go missing in silence.
    for name, size in elf.allocated().items():
        if name not in (".stack", ".bss") and not size - 8 < placed[name] <= size:
            raise SystemExit(f"{path}: {name} has {size} bytes, its map explains {placed[name]}")
    return {**found, "flash_objects": dict(sorted(objects.items()))}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("images", nargs="+")
    for path in parser.parse_args().images:
        print(f"{path}: {json.dumps(figures(path))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
