# SPDX-License-Identifier: Apache-2.0 OR MIT
"""test/ct/taint.c on a simulated AVR that follows secrets (test/avr/secrets.h)."""
from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from secret_sites import ROOT, Place, compile_all, place_at, run, sources

AVR = ROOT / "test/avr"
COMPILER = ("avr-gcc", "-mmcu=atmega2560", "-I", str(AVR), "-DKSIG_ENABLE_REASON_TEXT=0")
# Data memory as simulator.c has it. All functions stay: the lines of one that is dropped would lie over others.
LINK = ("-Wl,--defsym=__DATA_REGION_LENGTH__=0xfe00", "-Wl,--defsym=__stack=0xffff")


def available() -> bool:
    """Whether this computer has the tools."""
    return shutil.which("avr-gcc") is not None and Path("/usr/include/simavr/sim_avr.h").exists()


def simulator(folder: Path) -> Path:
    """The simulator, built."""
    path = folder / "simulator"
    run("gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-std=c99", AVR / "simulator.c", AVR / "secrets.c", "-o", path,
        "-lsimavr")
    return path


def objects(folder: Path, opt: str, variant: str, defines: Sequence[str] = ()) -> list[Path]:
    """The objects of an image."""
    assembly = sorted((ROOT / "src/arch/avr").rglob("*.S"))
    return compile_all((*COMPILER, opt), [AVR / "secrets_image.c", *sources(), *assembly], variant, folder, defines)


def link(parts: Sequence[Path], image: Path, *options: str) -> Path:
    """An image."""
    run(*COMPILER, *LINK, *options, *parts, "-o", image)
    return image


def follow(program: Path, image: Path, scheme: str, operation: str) -> set[tuple[Place, ...]]:
    """Where something depended on a secret: the places from the innermost call outwards."""
    done = subprocess.run([str(program), str(image), "secrets"], input=f"{scheme}\n{operation}\n1\n".encode(),
                          stdout=subprocess.PIPE, check=True)
    rows = [line.split() for line in done.stdout.decode().splitlines()]
    assert all(row[0] in ("branch", "address") for row in rows), rows
    places = _places(image, sorted({address for row in rows for address in row[1:]}))
    return {tuple(place for address in row[1:] for place in places[address]) for row in rows}


def _places(image: Path, addresses: Sequence[str]) -> dict[str, list[Place]]:
    """The lines of each address, from what is inlined outwards."""
    if not addresses:
        return {}
    told = run("avr-addr2line", "-a", "-f", "-i", "-e", image, *addresses).splitlines()
    found: dict[str, list[Place]] = {}
    current: list[Place] = []
    number = 0
    while number < len(told):
        if told[number].startswith("0x"):
            current = found.setdefault(f"{int(told[number], 16):x}", [])
            number += 1
            continue
        name, _, line = told[number + 1].split(" (")[0].rpartition(":")
        current.append(place_at(Path(name), int(line) if line.isdigit() else 0, told[number]))
        number += 2
    return found

