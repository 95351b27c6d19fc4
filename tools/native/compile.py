#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compiles the tool's shared libraries without CMake, by the compiler that CC names (cc, aarch64-linux-gnu-gcc).

usage: compile.py SOURCES OUTPUT     SOURCES: the folder of schemes.toml, include/, src/ and research/
"""
import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

# The check of the link has nothing to find here, and the linker for aarch64 makes no shared library with it.
OPTIONS = ["KSIG_RESEARCH=1", "KSIG_ENABLE_XMSS_RFC8391=1", "KSIG_ENABLE_LINK_CHECK=0"]


def definitions(sources: Path, variant: str) -> list[str]:
    """Everything that schemes.toml has, as ksig_definitions() and ksig_add_research() of cmake/library.cmake define it.
    variant: "" for the default one."""
    families = tomllib.loads((sources / "schemes.toml").read_text(encoding="utf-8"))["family"]
    made = list(OPTIONS)
    for family in families:
        if family.get("default") == 0:
            made.append(f"KSIG_ENABLE_{family['switch']}=1")
        if family.get("research"):
            names = [one.get("switch", one["name"]) for one in family["set"]]
            made += [f"KSIG_ENABLE_{name.upper().replace('-', '_')}=1" for name in names]
        if variant:
            made += [f"{option}=KSIG_VARIANT_{variant.upper()}" for option in family.get("variants", ())]
    return made


def compile_library(sources: Path, output: Path) -> None:
    """libkilosig-research.so, and those of the variants fast and small. Raises SystemExit with what is wrong."""
    output.mkdir(parents=True, exist_ok=True)
    compiler = shlex.split(os.environ.get("CC") or "cc")
    folders = [sources / "src", sources / "research"]
    include = [sources / "include", sources / "research/include", *folders]
    files = [*(path for folder in folders for path in sorted(folder.rglob("*.c"))),
             *sorted(Path(__file__).parent.glob("*.c"))]
    running = []
    for variant in ("", "fast", "small"):
        path = output / f"libkilosig-research{'-' + variant if variant else ''}.so"
        command = [*compiler, "-std=c99", "-O2", "-ffreestanding", "-fPIC", "-shared", "-fvisibility=hidden",
                   *(f"-D{definition}" for definition in definitions(sources, variant)),
                   *(f"-I{folder}" for folder in include), *map(str, files), "-o", str(path)]
        try:
            running.append(subprocess.Popen(command))
        except FileNotFoundError:
            raise SystemExit(f"There is no C compiler '{compiler[0]}': install one, or name it in CC.") from None
    if any([process.wait() for process in running]):
        raise SystemExit("The C library could not be compiled.")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    compile_library(Path(sys.argv[1]), Path(sys.argv[2]))
