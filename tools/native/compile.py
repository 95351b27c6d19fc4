#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compiles the tool's shared libraries without CMake, by the compiler that CC names (cc, aarch64-linux-gnu-gcc).

usage: compile.py SOURCES OUTPUT     SOURCES: the folder of include/ and src/
"""
import os
import shlex
import subprocess
import sys
from pathlib import Path

# As ksig_definitions() and ksig_add_research() of cmake/library.cmake.
# The check of the link has nothing to find here, and the linker for aarch64 makes no shared library with it.
RESEARCH = ("KSIG_ENABLE_RAINBOW_1_CLASSIC=1", "KSIG_ENABLE_GEMSS_128=1", "KSIG_ENABLE_XMSS_RFC8391=1",
            "KSIG_ENABLE_LINK_CHECK=0")
WITH_VARIANTS = ("KSIG_ML_DSA_VARIANT", "KSIG_ML_DSA_SIGN_VARIANT", "KSIG_HAETAE_SIGN_VARIANT",
                 "KSIG_GEMSS_128_VARIANT")


def compile_library(sources: Path, output: Path) -> None:
    """libkilosig-research.so, and those of the variants fast and small. Raises SystemExit with what is wrong."""
    output.mkdir(parents=True, exist_ok=True)
    compiler = shlex.split(os.environ.get("CC") or "cc")
    files = [*sorted((sources / "src").rglob("*.c")), Path(__file__).with_name("batch.c")]
    running = []
    for variant in ("", "fast", "small"):
        chosen = [f"{name}=KSIG_VARIANT_{variant.upper()}" for name in WITH_VARIANTS] if variant else []
        path = output / f"libkilosig-research{'-' + variant if variant else ''}.so"
        command = [*compiler, "-std=c99", "-O2", "-ffreestanding", "-fPIC", "-shared", "-fvisibility=hidden",
                   *(f"-D{definition}" for definition in (*RESEARCH, *chosen)), "-I", str(sources / "include"), "-I",
                   str(sources / "src"), *map(str, files), "-o", str(path)]
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
