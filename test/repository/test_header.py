# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The public headers: the tables of bytes in kilosig.h, asserted when compiling for 32 bits."""
from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEADERS = ROOT / "include/kilosig"
VARIANTS = ("DEFAULT", "FAST", "SMALL")
Rows = dict[str, tuple[str, ...]]


def tables() -> dict[str, Rows]:
    """{operation: {scheme: (cells)}} of kilosig.h."""
    found: dict[str, Rows] = {}
    rows: Rows = {}
    for line in (HEADERS / "kilosig.h").read_text().splitlines():
        title = re.match(r" \*   (verification|key generation|signing) +state ", line)
        row = re.match(r" \*   ([a-z0-9-]+)((?: +(?:\d+|-))+)$", line)
        if title:
            rows = found.setdefault(title[1], {})
        elif row:
            rows[row[1]] = tuple(row[2].split())
    return found


def assertions(variant: int) -> list[str]:
    """One constant expression for each number of the tables."""
    found = []
    for operation, suffix in (("verification", "VERIFY"), ("key generation", "KEYGEN"), ("signing", "SIGN")):
        for name, cells in tables()[operation].items():
            scheme = name.upper().replace("-", "_")
            family = re.sub(r"_(SHA2|SHAKE|EXPANDED|\d)\w*", "", scheme)
            state = cells[variant] if cells[variant] != "-" else cells[0]
            infix = "" if suffix == "VERIFY" else f"_{suffix}"
            if scheme.startswith("SLH_DSA_SHA2_128") and suffix != "VERIFY":
                family = "SLH_DSA_SHA2_128"
            found.append(f"KSIG_{scheme}{infix}_STATE_BYTES == {state}")
            if suffix == "VERIFY":
                found += [f"KEY_{scheme} == {cells[4]}", f"SIGNATURE_{scheme} == {cells[5]}",
                          f"ANCHOR_{scheme} == {cells[6]}"]
            if variant == 0:
                found.append(f"KSIG_{family}_{suffix}_STACK_BYTES == {cells[3]}")
    return found


@pytest.mark.parametrize("variant", range(3), ids=VARIANTS)
@pytest.mark.parametrize("compiler", ["arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb", "arm-none-eabi-gcc -mcpu=cortex-m0",
                                      "riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32"])
def test_stated_bytes(compiler: str, variant: int, tmp_path: Path) -> None:
    expressions = assertions(variant)
    assert len(expressions) > 30
    lines = [f'char a{i}[{text} ? 1 : -1]; /* {text} */' for i, text in enumerate(expressions)]
    source = tmp_path / "bytes.c"
    source.write_text(
        '#include "kilosig/kilosig.h"\n'
        "#define KSIG_SCHEME(ID, id, name, anchor, hash, key, least, signature, ...) \\\n"
        "    enum { KEY_##ID = (key), SIGNATURE_##ID = (signature), ANCHOR_##ID = (anchor) };\n"
        '#include "kilosig/schemes.def"\n' + "\n".join(lines) + "\n")
    definitions = [f"-DKSIG_{name}_VARIANT=KSIG_VARIANT_{VARIANTS[variant]}" for name in ("ML_DSA", "HAETAE_SIGN")]
    subprocess.run([*compiler.split(), "-std=c99", "-ffreestanding", "-fsyntax-only", "-I", ROOT / "include",
                    *definitions, source], check=True)


def test_tables_have_every_family() -> None:
    """Of schemes.def: each that has a set which is neither broken nor superseded."""
    entries = re.findall(r'^KSIG_SCHEME_\w+\(\w+, \w+, "([a-z]+(?:-dsa)?)([^;]*?)\)$',
                         (HEADERS / "schemes.def").read_text(), re.MULTILINE)
    families = {family for family, rest in entries if not re.search("KSIG_IS_(BROKEN|SUPERSEDED)", rest)}
    assert len(entries) > 30 and {"ml-dsa", "lms"} < families
    assert families <= {re.findall("^[a-z]+(?:-dsa)?", name)[0] for name in tables()["verification"]}


@pytest.mark.parametrize("header", sorted(path.name for path in HEADERS.glob("*.h")))
@pytest.mark.parametrize("language", ["-std=c99", "-xc++ -std=c++17"])
def test_each_header_alone(header: str, language: str, tmp_path: Path) -> None:
    source = tmp_path / "one.c"
    source.write_text(f'#include "kilosig/{header}"\n#include "kilosig/{header}"\ntypedef int unit;\n')
    subprocess.run(["gcc", *language.split(), "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
                    "-I", ROOT / "include", source], check=True)
