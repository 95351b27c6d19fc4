# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verifiers as other compilers and levels build them, for each core that is emulated: the compiler chooses which
register a fault hits."""
from __future__ import annotations

import hashlib
import os
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from alone import alone
from faults.core import Core
from faults.images import PLACES, ROOT
from faults.processors import RV32IMAC

FOLDER = ROOT / "build/faults"
# What ML-DSA, Falcon and LMS are verified with.
FOLDERS = ("falcon", "hash", "lms", "mldsa", "mldsa/alg", "mldsa/verify", "ring", "stream", "guard", "util",
           "arch/armv7m", "arch/armv7m/hash", "arch/armv7m/mldsa", "arch/armv7m/ring", "arch/armv6m",
           "arch/armv6m/hash", "arch/armv6m/mldsa", "arch/armv6m/ring", "arch/rv32", "arch/rv32/hash",
           "arch/rv32/mldsa", "arch/rv32/ring")
SCHEMES = ("ml-dsa-44", "dilithium2-r3", "fn-dsa-512", "lms")
FREE = ("-std=c99", "-ffreestanding", "-ffunction-sections", "-fdata-sections")
RV32 = ("-march=rv32imac", "-mabi=ilp32")


class Build(NamedTuple):
    """Of one compiler, for one core."""

    compiler: str
    level: str
    cpu: str = "cortex-m3"
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "-".join((self.compiler, self.level, self.cpu, *self.options))

    @property
    def command(self) -> tuple[str, ...]:
        target = "riscv64-unknown-elf" if self.cpu == RV32IMAC else "arm-none-eabi"
        compiler = (f"{target}-gcc",) if self.compiler == "gcc" else ("clang", f"--target={target.replace('64', '32')}")
        return (*compiler, *self.machine, f"-{self.level}", *FREE, *self.options)

    @property
    def machine(self) -> tuple[str, ...]:
        return RV32 if self.cpu == RV32IMAC else (f"-mcpu={self.cpu}", "-mthumb")


BUILDS = (*(Build("gcc", level) for level in ("O1", "Og", "Os", "O3")),
          *(Build("clang", level) for level in ("O1", "O2", "Os", "Oz")),
          *(Build("gcc", level, "cortex-m0") for level in ("Og", "O2", "Os")),
          *(Build("clang", level, "cortex-m0") for level in ("O2", "Oz")),
          *(Build("gcc", level, RV32IMAC) for level in ("O1", "Og", "Os", "O3")),
          *(Build("clang", level, RV32IMAC) for level in ("O2", "Oz")),
          Build("gcc", "O2", options=("-DKSIG_OPTIMIZE=0",)), Build("gcc", "O2", options=("-flto",)))


def refusal(build: Build) -> str:
    """What the compiler says of the verdict's source."""
    done = subprocess.run([*build.command, "-Iinclude", "-Isrc", "-fsyntax-only", "src/stream/verdict.c"], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout if done.returncode else ""


def _run(*command: object) -> None:
    done = subprocess.run([str(part) for part in command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    assert done.returncode == 0, done.stdout


def _image(build: Build) -> Path:
    sources = [ROOT / "src/api/verify.c"]
    for folder in FOLDERS:
        sources += sorted(path for path in (ROOT / "src" / folder).iterdir() if path.suffix in (".c", ".S"))
    inputs = sources + sorted(path for top in ("src", "include") for path in (ROOT / top).rglob("*.[hd]*"))
    state = hashlib.sha256(b"".join(path.read_bytes() for path in inputs) + repr(build).encode()).hexdigest()[:16]
    folder = FOLDER / str(build)
    image = folder / f"{state}.elf"
    if image.exists():
        return image
    folder.mkdir(parents=True, exist_ok=True)
    objects = []
    for source in sources:
        objects.append(folder / f"{source.parent.name}-{source.name}.o")
        _run(*build.command, "-Iinclude", "-Isrc", "-c", source, "-o", objects[-1])
    wanted = [f"-u,ksig_{scheme.replace('-', '_')}" for scheme in SCHEMES]
    wanted += [f"-u,ksig_verify_{call}" for call in ("want", "feed", "close")]
    linked = image.with_suffix(f".{os.getpid()}")
    options = ",".join(["-Wl", "--gc-sections", "-e,ksig_verify_open", *wanted])
    _run(build._replace(compiler="gcc").command[0], "--specs=picolibc.specs", *build.machine,
         f"-{build.level}".replace("z", "s"), "-nostartfiles", *build.options, options, *PLACES, "-o", linked, *objects)
    linked.replace(image)
    return image


@lru_cache(maxsize=1)
def core(build: Build) -> Core:
    """A core with these verifiers."""
    with alone(FOLDER):
        return Core(_image(build), on=build.cpu)
