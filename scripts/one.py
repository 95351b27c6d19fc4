#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds what one test needs, and runs it.

usage: one.py NAME
    test_hash                       a program of test/unit or test/can, or a file of Python tests
    library/test_mq.py              the end of its path, where two files have one name
    test_mq.py::test_every_chunk    a function of a file, also with its case in brackets
    test_every_chunk                a function, if one file has it
    every_chunk                     a part of the names of functions, as pytest's -k, if one file has them

`make one T=NAME` calls it with the Python of .venv. Exit status 2 where NAME is no test or more than one.
"""
import pathlib
import re
import subprocess
import sys
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What a room of test/ needs: PRESET:TARGET for scripts/build.sh. Many tests build the rest themselves.
TOOL = "host:tool"
FIRMWARE = (TOOL, "cortex-m3:firmware", "cortex-m0:firmware", "rv32imac:firmware")
ROOMS = {
    "armv7m": (TOOL, "cortex-m3:tests"),
    "avr": (TOOL, "avr:tests"),
    "bench": (TOOL, "cortex-m3:tests", "cortex-m4:tests", "cortex-m0:tests", "rv32imac:tests"),
    "board": FIRMWARE,
    "boot": (TOOL, "host:boot_simulated", "host:boot_cuts"),
    "consumers": (),
    "ct": (TOOL,),
    "faults": (TOOL, "cortex-m3:tests"),
    "library": (TOOL,),
    "ports": (TOOL,),
    "repository": (),
    "sender": (TOOL, "host:kilosig", "host:kilosig_fast", "host:kilosig_small"),
    "site": (TOOL,),
    "tool": (TOOL,),
}
# What single files need, too; those with the mark "board" need the firmware.
FILES = {
    "test/library/test_ml_dsa_at_size.py": tuple(f"host:config_optimize_size{end}" for end in ("", "_fast", "_small")),
    "test/library/test_stateful.py": ("host:config_stateful_reduced",),
}
NOTHING_RUN = 5  # pytest's status


class Place(NamedTuple):
    """path: from test/'s parent on. function, keyword: of a Python file; empty: all of it."""

    path: pathlib.PurePath
    function: str = ""
    keyword: str = ""

    def __str__(self) -> str:
        return f"{self.path}::{self.function}" if self.function else str(self.path)


def files(root: pathlib.Path) -> list[pathlib.PurePath]:
    """Those that are a test each: programs and Python."""
    patterns = "unit/test_*.c", "unit/research/test_*.c", "can/test_*.c", "configs/*.c", "**/test_*.py"
    found = [path for pattern in patterns for path in (root / "test").glob(pattern)]
    return sorted(path.relative_to(root) for path in found)


def functions(root: pathlib.Path, path: pathlib.PurePath) -> list[str]:
    return re.findall(r"^ *def (test_\w+)", (root / path).read_text(), re.MULTILINE) if path.suffix == ".py" else []


def is_named(path: pathlib.PurePath, name: str) -> bool:
    """By the end of its path, with or without its suffix; by its program."""
    return any(f"/{whole}".endswith(f"/{name}") for whole in (str(path), str(path.with_suffix("")), program(path)))


def find(name: str, root: pathlib.Path) -> list[Place]:
    """Where `name` is: files, else functions, else parts of functions' names."""
    file, _, function = name.partition("::")
    by_file = [path for path in files(root) if is_named(path, file)] if file else []
    if function:
        return [Place(path, function) for path in by_file if function.partition("[")[0] in functions(root, path)]
    if by_file:
        return [Place(path) for path in by_file]
    by_function = [Place(path, name) for path in files(root) if name.partition("[")[0] in functions(root, path)]
    if by_function or not name:
        return by_function
    return [Place(path, keyword=name) for path in files(root) if any(name in each for each in functions(root, path))]


def complaint(name: str, places: list[Place]) -> str:
    """A sentence: why this is not one test, and what to do."""
    if not name:
        return "Say which test: make one T=test_hash."
    if not places:
        return f"No test is named {name}: give a file (test_hash), a function, or file::function."
    shown = ", ".join(map(str, places[:4])) + (", ..." if len(places) > 4 else "")
    return f"{name} is in {len(places)} places ({shown}): name one of them, as in make one T={places[0]}."


def program(path: pathlib.PurePath) -> str:
    """Of a C file: its target and its name in ctest, which are the same."""
    return f"test_config_{path.stem}" if path.parts[-2] == "configs" else path.stem


def goals(path: pathlib.PurePath, text: str) -> tuple[str, ...]:
    """What is to be built, each of it once."""
    if path.suffix == ".c":
        return (f"host:{program(path)}",)
    on_board = re.search(r"^(?:@|pytestmark = \[?)pytest\.mark\.board\b", text, re.MULTILINE)
    wanted = (*ROOMS[path.parts[1]], *FILES.get(path.as_posix(), ()), *(FIRMWARE if on_board else ()))
    return tuple(dict.fromkeys(wanted))


def command(place: Place) -> list[str]:
    if place.path.suffix == ".c":
        return ["ctest", "--preset", "host", "-R", f"^{program(place.path)}$"]
    return [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", str(place),
            *(["-k", place.keyword] if place.keyword else [])]


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    places = find(sys.argv[1], ROOT)
    if len(places) != 1:
        print(complaint(sys.argv[1], places), file=sys.stderr)
        return 2
    needed = goals(places[0].path, (ROOT / places[0].path).read_text())
    if needed:
        status = subprocess.run(["scripts/build.sh", *needed], cwd=ROOT).returncode
        if status:
            return status
    status = subprocess.run(command(places[0]), cwd=ROOT).returncode
    if status == NOTHING_RUN:
        print("Nothing ran: `make test` takes a sample. Set KSIG_FULL=1 to run every case.", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
