# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the images of bench/firmware/boards print over a serial port, and how far the modelled rows are off."""
from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

from kilosig.errors import UserError
from kilosig.files.bench_rows import Row

# The core of each board, as the rows name it.
CORES = {"nucleo-f207zg": "cortex-m3", "nucleo-l4r5zi": "cortex-m4", "nucleo-g071rb": "cortex-m0", "pico": "cortex-m0",
         "pico2-arm": "cortex-m33", "pico2-riscv": "hazard3"}
# The figures of cycles in a row; the second and third are those of other chips with the core.
FIGURES = ("cycles", "cycles_ldrst0", "cycles_mul32")

_NUMBER = re.compile(r"(hz|state|cycles|runs|painted \w+) 0x([0-9a-f]{1,8})")


@dataclass
class Run:
    """One start of an image. cycles: of each operation, 0 = the machine has no counter; painted: deepest stack in
    bytes; right: it ended, and every result was right."""

    board: str
    hz: int
    image: str = ""
    state: int | None = None
    painted: int | None = None
    cycles: list[int] = field(default_factory=list)
    right: bool = False

    @property
    def counted(self) -> bool:
        return bool(self.cycles) and 0 not in self.cycles

    def identity(self) -> tuple[str, ...]:
        """scheme, op, core, variant and optimization, as in a row. Raises UserError."""
        match = re.fullmatch(r"(.+)-(verify|keygen|sign)-([\w-]+)-(O\w)", self.image.removeprefix(f"{self.board}-"))
        if self.board not in CORES or not match:
            raise UserError(f"Unknown image '{self.image}' of a board '{self.board}': give what a board of "
                            f"{', '.join(CORES)} has printed.")
        return match[1], match[2], CORES[self.board], match[3], match[4]


def read_log(path: Path) -> list[Run]:
    """Every start in a log that got as far as its image's name; noise of the line before and between is left out.
    Raises UserError."""
    try:
        text = path.read_text(errors="replace")
    except OSError as error:
        raise UserError(f"{path} cannot be read: give the file that the serial port was written to.") from error
    runs: list[Run] = []
    for line in text.replace("\r", "\n").splitlines():
        if match := re.search(r"board ([\w-]+)$", line):
            runs.append(Run(match[1], 0))
        elif line.startswith('{"image"'):
            _take_row(runs, line)
        elif runs:
            _take(runs[-1], line)
    runs = [run for run in runs if run.image]
    if not runs:
        raise UserError(f"{path} has no run of an image of bench/firmware/boards: record it again from the start.")
    return runs


def _take(run: Run, line: str) -> None:
    name, _, value = line.partition(" ")
    match = _NUMBER.fullmatch(line)
    if name == "image":
        run.image = value
    elif line in ("right", "WRONG", "FAULT"):
        run.right = line == "right"
    elif line == "exit 1":
        run.right = False
    elif match and match[1] == "cycles":
        run.cycles.append(int(match[2], 16))
    elif match and match[1].startswith("painted"):
        run.painted = max(run.painted or 0, int(match[2], 16))
    elif match and match[1] in ("hz", "state"):
        setattr(run, match[1], int(match[2], 16))


def _take_row(runs: list[Run], line: str) -> None:
    """The row as JSON: what a log of these lines alone has, and the same once more in a whole one."""
    try:
        row = json.loads(line)
        image, state, painted, right = (row[name] for name in ("image", "state", "stack_painted", "right"))
        cycles = [int(number) for number in row["cycles"]]
    except (ValueError, KeyError, TypeError):
        return  # garbled on the line
    if not runs or runs[-1].image != image:
        board = next((name for name in CORES if image.startswith(f"{name}-")), "")
        runs.append(Run(board, 0, image))
    runs[-1].state, runs[-1].painted, runs[-1].right, runs[-1].cycles = state, painted, right, cycles


def deviations(run: Run, row: Row) -> dict[str, float]:
    """How much more each figure of a row is than the board's mean, as 0.02 for 2 %; those that both have. Of an
    accepted row, which has no more, `cycles` alone."""
    if not run.counted:
        return {}
    found: dict[str, Any] = {name: row.detail.get(name) and row.detail[name]["mean"] for name in FIGURES}
    found["cycles"] = row.cycles
    return {name: value / mean(run.cycles) - 1 for name, value in found.items() if value}


def differences(run: Run, row: Row) -> list[str]:
    """What else should be equal and is not."""
    said = []
    for name, here, there in (("state", run.state, row.detail.get("state")),
                              ("stack", run.painted, row.detail.get("stack_painted"))):
        if None not in (here, there) and here != there:
            said.append(f"{name} {here} on the board, {there} in the row")
    return said
