# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The shape of src/: every file name once, one way to hash bytes, no platform in a family. test_house.py has more.

`python test/repository/test_structure.py` prints the counts."""
from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
sys.path.append(str(ROOT / "scripts"))  # last: it has a test.py, as Python has
house: Any = importlib.import_module("house")
FAMILIES = [path.name for path in sorted(SRC.iterdir()) if path.is_dir() and path.name not in house.FLOORS]


def repeated_names() -> list[str]:
    """C and assembly alike, headers apart."""
    sources = [path.stem for path in SRC.rglob("*") if path.suffix in (".c", ".S")]
    headers = [path.name for path in SRC.rglob("*.h")]
    assert len(sources) > 100 and len(headers) > 50
    return [name for names in (sources, headers) for name, count in Counter(names).items() if count > 1]


def platforms() -> dict[str, set[str]]:
    """{file of a family: names of platforms that it asks for}"""
    files = [path for folder in FAMILIES for path in (SRC / folder).rglob("*.[ch]")]
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


def test_every_file_of_code_has_its_licence() -> None:
    """On one line, as tools that read licences expect it, within the first six."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True,
                            text=True).stdout.split()
    code = [ROOT / name for name in listed if (ROOT / name).is_file() and Path(name).suffix in (
        ".c", ".h", ".S", ".def", ".hpp", ".cpp", ".py", ".sh", ".cmake", ".js", ".rs", ".ld", ".css")]
    assert len(code) > 1000
    tag = "SPDX-License-Identifier: Apache-2.0 OR MIT"
    assert [path for path in code if tag not in "".join(path.read_text().splitlines(True)[:6])] == []


def test_names_are_unique() -> None:
    """Objects of all sources in one folder do not collide."""
    assert repeated_names() == []


def test_one_way_to_hash() -> None:
    """Each hash has one function that takes bytes, and it returns how many it took; SHA-2 and a sponge another for
    messages, which shows the address, too."""
    ways = ways_to_hash()
    assert ways == {"keccak": ["ksig_keccak_absorb", "ksig_keccak_take"],
                    **{kind: [f"ksig_{kind}_take", f"ksig_{kind}_update"] for kind in ("sha256", "sha512")},
                    **{kind: [f"ksig_{kind}_update"] for kind in ("prehash", "anchor")}}
    headers = "".join(path.read_text() for path in SRC.glob("*/*.h"))
    for names in ways.values():
        assert re.search(rf"\bsize_t {names[0]}\(", headers)


def test_families_know_no_platform() -> None:
    """How much deeper a core's stack goes is said once, in stream/wipe_stack.h. One file asks whether there is an
    instruction that divides, whose time must not depend on secrets."""
    assert set(platforms()) == {"haetae_rans_encode.c"}


def test_configurations_name_their_tests() -> None:
    """CMake reads the lines of test/configs that say "tested by" or "loaded by": on another line a test is not run."""
    heads = {path.name: path.read_text().split("*/")[0] for path in sorted((ROOT / "test/configs").glob("*.h"))}
    assert sum("tested by: " in head for head in heads.values()) > 20
    for name, head in heads.items():
        for line in head.splitlines():
            assert re.search(r"(tested|loaded) by: ", line) or not re.search(r"\btest_\w+", line), (name, line)


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


@pytest.mark.full
def test_what_8_kb_libraries_share(tmp_path: Path) -> None:
    """firmware/CMakeLists.txt compiles once what does not know ML-DSA-87: it is the same code without that set."""
    rules = (ROOT / "firmware/CMakeLists.txt").read_text()
    own = re.search(r"FILTER KSIG_SOURCES INCLUDE REGEX \"(.*)\"", rules)
    assert own is not None
    files = [path for path in sorted(SRC.rglob("*.[cS]")) if not re.search(own[1], str(path))]
    made = []
    for options in ([], ["-DKSIG_ENABLE_ML_DSA_87=0"]):
        folder = tmp_path / str(len(made))
        folder.mkdir()
        subprocess.run(["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-std=c99", "-ffreestanding", "-O1",
                        *options, "-I", ROOT / "include", "-I", SRC, "-c", *files], cwd=folder, check=True)
        made.append({path.name: path.read_bytes() for path in folder.glob("*.o")})
    assert len(made[0]) == len(files) > 100
    assert [name for name, code in made[0].items() if code != made[1][name]] == []


if __name__ == "__main__":
    print(f"{len(repeated_names())} file names that occur twice")
    print(f"ways to hash bytes: {', '.join(f'{kind} {len(names)}' for kind, names in ways_to_hash().items())}")
