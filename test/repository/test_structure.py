# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The shape of src/: every file name once, includes that point downward only, one way to hash bytes.

`python test/repository/test_structure.py` prints the counts."""
from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
# Each folder may include those of lower floors, and itself. arch: the gates, which every C twin of assembly has. The
# others are families.
BASE: dict[str, int] = {"arch": 0, "util": 1, "hash": 2, "ring": 2, "stream": 3, "api": 5}
FLOORS: dict[str, int] = {path.name: BASE.get(path.name, 4) for path in sorted(SRC.iterdir()) if path.is_dir()}


def repeated_names() -> list[str]:
    """C and assembly alike, headers apart."""
    sources = [path.stem for path in SRC.rglob("*") if path.suffix in (".c", ".S")]
    headers = [path.name for path in SRC.rglob("*.h")]
    assert len(sources) > 100 and len(headers) > 50
    return [name for names in (sources, headers) for name, count in Counter(names).items() if count > 1]


def arrows() -> dict[str, set[str]]:
    """{folder: other folders that it includes}"""
    found: dict[str, set[str]] = {folder: set() for folder in FLOORS}
    for path in SRC.rglob("*"):
        if path.suffix in (".c", ".h", ".S", ".inc"):
            folder = path.relative_to(SRC).parts[0]
            for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE):
                if not name.startswith("kilosig/"):
                    assert (SRC / name).is_file(), f"{path}: {name}"
                    found[folder] |= {name.split("/")[0]} - {folder}
    return found


def upward_arrows() -> list[str]:
    return [f"{folder} -> {to}" for folder, below in arrows().items() for to in sorted(below)
            if FLOORS[to] >= FLOORS[folder]]


def platforms() -> dict[str, set[str]]:
    """{file of a family: names of platforms that it asks for}"""
    files = [path for folder in FLOORS if folder not in BASE for path in (SRC / folder).rglob("*.[ch]")]
    found = {path.name: set(re.findall(r"\b__(?:ARM_ARCH|riscv|AVR|arm|thumb)\w*", path.read_text())) for path in files}
    return {name: names for name, names in found.items() if names}


def ways_to_hash() -> dict[str, list[str]]:
    """{type of a hash: functions that take the next bytes of any length}; of the types that hash messages and keys."""
    found: dict[str, set[str]] = {}
    for path in [*SRC.glob("hash/*.h"), SRC / "stream/anchor.h"]:
        for name, kind in re.findall(r"(\w+)\(ksig_(\w+) \*\w+,(?: unsigned \w+,)? const uint8_t \*(?!expected)\w+,"
                                     r" size_t \w+\)", path.read_text()):
            found.setdefault(kind, set()).add(name)
    found["keccak"].remove("ksig_keccak_absorb_seed")  # what fits into the first block: nothing to count
    return {kind: sorted(names) for kind, names in found.items()}


def test_names_are_unique() -> None:
    """Objects of all sources in one folder do not collide."""
    assert repeated_names() == []


def test_includes_point_downward() -> None:
    """No folder includes one above it, and no family another."""
    assert upward_arrows() == []
    assert set(BASE) < set(FLOORS)
    assert sum(map(len, arrows().values())) > 15


def test_one_way_to_hash() -> None:
    """Each hash has one function that takes bytes, and it returns how many it took."""
    ways = ways_to_hash()
    assert ways == {"keccak": ["ksig_keccak_absorb"],
                    **{kind: [f"ksig_{kind}_update"] for kind in ("sha256", "sha512", "prehash", "anchor")}}
    headers = "".join(path.read_text() for path in SRC.glob("*/*.h"))
    for names in ways.values():
        assert re.search(rf"\bsize_t {names[0]}\(", headers)


def test_families_know_no_platform() -> None:
    """How much deeper a core's stack goes is said once, in stream/wipe_stack.h. One file asks whether there is an
    instruction that divides, whose time must not depend on secrets."""
    assert set(platforms()) == {"haetae_rans_encode.c"}


@pytest.mark.library
def test_objects_in_one_folder_link(tmp_path: Path) -> None:
    """README's recipe: every C file of src compiled, objects side by side, an application linked to them."""
    files = sorted(SRC.rglob("*.c"))
    include = ["-I", ROOT / "include", "-I", SRC]
    subprocess.run(["gcc", "-std=c99", "-O0", *include, "-c", *files], cwd=tmp_path, check=True)
    objects = sorted(tmp_path.glob("*.o"))
    assert len(objects) == len(files)
    (tmp_path / "main.c").write_text('#include "kilosig/kilosig.h"\n'
                                     'int main(void) { return ksig_scheme_by_name("ml-dsa-44") == 0; }\n')
    subprocess.run(["gcc", "-std=c99", *include, "main.c", *objects, "-o", "main"], cwd=tmp_path, check=True)
    assert subprocess.run([tmp_path / "main"]).returncode == 0


if __name__ == "__main__":
    for name, below in arrows().items():
        print(f"{name:8} {' '.join(sorted(below))}")
    print(f"{len(FLOORS)} folders, {sum(map(len, arrows().values()))} arrows, {len(upward_arrows())} upward")
    print(f"{len(repeated_names())} file names that occur twice")
    print(f"ways to hash bytes: {', '.join(f'{kind} {len(names)}' for kind, names in ways_to_hash().items())}")
