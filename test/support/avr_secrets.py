# SPDX-License-Identifier: Apache-2.0 OR MIT
"""test/ct/taint.c on a simulated AVR that follows secrets (test/avr/secrets.h)."""
from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from secret_sites import ROOT, TAINT, Place, compile_all, run, signing_sources

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


def objects(folder: Path, opt: str, variant: str, defines: Sequence[str] = TAINT) -> list[Path]:
    """The objects of an image, whose code says what is public: only of such a one are lines asked for."""
    assembly = sorted((ROOT / "src/arch/avr").rglob("*.S"))
    files = [AVR / "secrets_image.c", *signing_sources(), *assembly]
    return compile_all((*COMPILER, opt), files, variant, folder, defines, lines=set(TAINT) <= set(defines))


def link(parts: Sequence[Path], image: Path, *options: str) -> Path:
    """An image."""
    run(*COMPILER, *LINK, *options, *parts, "-o", image)
    return image


class Followed(NamedTuple):
    """Places from the innermost call outwards: where something depended on a secret, and where it became public."""

    depends: set[tuple[Place, ...]]
    public: set[tuple[Place, ...]]


def follow(program: Path, image: Path, scheme: str, operation: str) -> Followed:
    """What the simulator found."""
    done = subprocess.run([str(program), str(image), "secrets"], input=f"{scheme}\n{operation}\n1\n".encode(),
                          stdout=subprocess.PIPE, check=True)
    rows = [line.split() for line in done.stdout.decode().splitlines()]
    assert all(row[0] in ("branch", "address", "public") for row in rows), rows
    places = _places(image, sorted({address for row in rows for address in row[1:]}))
    found = Followed(set(), set())
    for kind, *addresses in rows:
        (found.public if kind == "public" else found.depends).add(
            tuple(place for address in addresses for place in places[address]))
    return found


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
        current.append(Place(Path(name).name, int(line) if line.isdigit() else 0, told[number]))
        number += 2
    return found

