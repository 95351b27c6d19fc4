# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The shape of src/: every file name once, and includes that point downward only."""
from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Dict, Set

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
FAMILIES = ("mldsa", "haetae", "falcon", "slhdsa", "lms", "xmss", "mq")
# Each folder may include those of lower floors, and itself. arch: the gates, which every C twin of assembly has.
FLOORS: Dict[str, int] = {"arch": 0, "util": 1, "hash": 2, "ring": 2, "stream": 3,
                          **dict.fromkeys(FAMILIES, 4), "api": 5}


def test_names_are_unique() -> None:
    """Objects of all sources in one folder do not collide, nor do headers: C and assembly alike."""
    names = [path.stem for path in SRC.rglob("*") if path.suffix in (".c", ".S")]
    assert len(names) > 100
    assert [name for name, count in Counter(names).items() if count > 1] == []
    headers = [path.name for path in SRC.rglob("*.h")]
    assert [name for name, count in Counter(headers).items() if count > 1] == []


def test_includes_point_downward() -> None:
    """No folder includes one above it, and no family another."""
    arrows: Dict[str, Set[str]] = {folder: set() for folder in FLOORS}
    for path in SRC.rglob("*"):
        if path.suffix in (".c", ".h", ".S", ".inc"):
            folder = path.relative_to(SRC).parts[0]
            for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE):
                if not name.startswith("kilosig/"):
                    assert (SRC / name).is_file(), f"{path}: {name}"
                    arrows[folder].add(name.split("/")[0])
    wrong = [f"{folder} -> {to}" for folder, below in arrows.items() for to in below
             if to != folder and FLOORS[to] >= FLOORS[folder]]
    assert wrong == []
    assert sum(len(below - {folder}) for folder, below in arrows.items()) > 15


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
