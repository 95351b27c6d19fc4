# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds the plugin and test programs, and runs a program under the plugin."""
from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PLUGIN_SOURCES = ROOT / "bench" / "plugin"

ARM_SOURCES = ("start.S", "memory.S", "control.S", "arithmetic.S", "behaviour.S")
M0_SOURCES = ("start.S", "m0.S")
ARM_GCC = "arm-none-eabi-gcc"
RISCV_GCC = "riscv64-unknown-elf-gcc"


@dataclass(frozen=True)
class Target:
    """A core: how to build for it, and the machine that has it."""

    core: str
    compiler: str
    flags: tuple[str, ...]
    qemu: str
    machine: str


FREESTANDING = ("-nostdlib", "-ffreestanding", "-Wl,--build-id=none")
M0 = Target("m0", ARM_GCC, ("-mcpu=cortex-m0", "-mthumb"), "qemu-system-arm", "microbit")
M0PLUS = Target("m0plus", ARM_GCC, ("-mcpu=cortex-m0plus", "-mthumb"), "qemu-system-arm", "microbit")
M3 = Target("m3", ARM_GCC, ("-mcpu=cortex-m3", "-mthumb"), "qemu-system-arm", "mps2-an385")
M4 = Target("m4", ARM_GCC, ("-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"), "qemu-system-arm",
            "mps2-an386")
RISCV = Target("riscv", RISCV_GCC, ("-march=rv32imac", "-mabi=ilp32"), "qemu-system-riscv32", "sifive_e")
E31 = replace(RISCV, core="e31")
HAZARD3 = replace(RISCV, core="hazard3")


def run(*command: object) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end and returns what it said; it may fail."""
    return subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=120)


def need(*tools: str) -> None:
    """Skips the test that calls it if a tool is not installed."""
    for tool in tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")


@cache
def reason_to_skip(qemu: str) -> str:
    """Why this QEMU cannot run the plugin, or nothing."""
    version = re.search(r"version (\d+)", run(qemu, "--version").stdout)
    if version and int(version[1]) > 8:
        return f"{qemu} {version[1]} does not serve version 1 of the plugin interface"
    return "" if "-plugin " in run(qemu, "-help").stdout else f"{qemu} was built without plugins"


@cache
def plugin(folder: Path) -> Path:
    """The plugin, built in `folder`."""
    built = run(PLUGIN_SOURCES / "build.sh", folder / "plugin.so")
    assert built.returncode == 0, built.stderr
    return folder / "plugin.so"


def build(target: Target, folder: Path, sources: Sequence[str], *options: str, script: str = "image.ld") -> Path:
    """Links an image of assembly sources of this directory."""
    need(target.compiler)
    image = folder / f"{target.core}{''.join(options)}.elf"
    result = run(target.compiler, *target.flags, *FREESTANDING, *options, f"-Wl,-T,{HERE / script}",
                 *(HERE / name for name in sources), "-o", image)
    assert result.returncode == 0, result.stderr
    return image


def start(target: Target, folder: Path, image: Path, arguments: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs an image with these plugin arguments and QEMU options."""
    need(target.qemu)
    if reason_to_skip(target.qemu):
        pytest.skip(reason_to_skip(target.qemu))
    return run(target.qemu, *options, "-M", target.machine, "-display", "none", "-monitor", "none", "-serial", "null",
               *(("-bios", "none") if target.machine == RISCV.machine else ()),
               "-semihosting-config", "enable=on,target=native", "-kernel", image,
               "-plugin", f"{plugin(folder)},{arguments}")


def measure(target: Target, folder: Path, image: Path, regions: Sequence[str] = (), groups: Sequence[str] = (),
            name: str = "out.json", options: Sequence[str] = ()) -> dict[str, Any]:
    """Runs an image under the plugin and returns its figures, the regions by name."""
    out = folder / name
    words = [f"core={target.core}", f"elf={image}", f"out={out}", *(f"region={r}" for r in regions),
             *(f"group={g}" for g in groups)]
    result = start(target, folder, image, ",".join(words), *options)
    assert result.returncode == 0, result.stderr
    figures: dict[str, Any] = json.loads(out.read_text())
    figures["regions"] = {region["name"]: region for region in figures["regions"]}
    return figures


@dataclass(frozen=True)
class Count:
    """A hand count: `@=` lines in the sources."""

    name: str
    instructions: int
    cycles: dict[str, tuple[int, int]]  # core: cycles, and the second figure
    stack: int | None


def hand_counts() -> list[Count]:
    """Every hand count of the Cortex-M sources, by core."""
    counts = []
    for source in (*ARM_SOURCES, *M0_SOURCES):
        for line in (HERE / source).read_text().splitlines():
            if not line.startswith("@="):
                continue
            match = re.fullmatch(r"@= (\w+): (\d+)((?:, m\w+ \d+(?:/\d+)?)*)(?:, stack (\d+))?", line)
            assert match, line
            cycles = {core: (int(first), int(second or first))
                      for core, first, second in re.findall(r"(m\w+) (\d+)(?:/(\d+))?", match[3])}
            counts.append(Count(match[1], int(match[2]), cycles, int(match[4]) if match[4] else None))
    return counts


def riscv_counts() -> dict[str, tuple[int, dict[str, int]]]:
    """Those of the RISC-V sources: name, instructions, cycles by core."""
    found = {}
    for line in (HERE / "riscv_timing.S").read_text().splitlines():
        if line.startswith("#="):
            match = re.fullmatch(r"#= (\w+): (\d+), e31 (\d+), hazard3 (\d+)", line)
            assert match, line
            found[match[1]] = int(match[2]), {"e31": int(match[3]), "hazard3": int(match[4])}
    return found
