# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Campaigns that `make test` does not repeat. What they attack is made of the files below by the compilers of this
machine; `make campaigns` runs them and notes in test/campaigns.json of which files and compilers. While these are the
same, `make test` skips what is marked `campaign`; after any change it runs all of it. `make full` always does."""
from __future__ import annotations

import datetime
import hashlib
import json
import os
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "test/campaigns.json"
FILES = ("CMakeLists.txt", "CMakePresets.json", "schemes.toml", "scripts/declassified.py", "test/CMakeLists.txt",
         "test/conftest.py", "test/pytest.ini", "tools/requirements/test.txt")
FOLDERS = ("bench/firmware", "cmake", "firmware", "include", "research", "src", "test/armv7m", "test/avr", "test/boot",
           "test/ct", "test/faults", "test/library", "test/support", "test/vectors", "tools/kilosig", "tools/native")
RECORDS = ("test/faults/recorded.json", "test/faults/readers.json")  # what campaigns found is no part of them
COMPILERS = ("arm-none-eabi-gcc", "riscv64-unknown-elf-gcc", "avr-gcc", "gcc", "clang", "valgrind")
REASON = "what it attacks has not changed since `make campaigns`"


def inputs() -> list[Path]:
    """The files, without what Python makes of them."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")
             if path.is_file() and path.suffix != ".pyc" and path.relative_to(ROOT).as_posix() not in RECORDS]
    return sorted([*found, *(ROOT / name for name in FILES)])


def version(compiler: str) -> str:
    """What it calls itself, or nothing."""
    try:
        done = subprocess.run([compiler, "--version"], stdout=subprocess.PIPE, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.splitlines()[0] if done.stdout else ""


@cache
def fingerprint() -> str:
    """Of the files, their names and the compilers."""
    made = hashlib.sha256("\n".join(map(version, COMPILERS)).encode())
    for path in inputs():
        made.update(f"\n{path.relative_to(ROOT).as_posix()}\n{hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
    return made.hexdigest()


def not_repeated(items: Iterable[Any]) -> list[Any]:
    """Campaigns among pytest's items, if `make test` asks for it and they were run on these files, and all passed."""
    if "KSIG_SKIP_UNCHANGED" not in os.environ or not RECORD.is_file():
        return []
    if json.loads(RECORD.read_text())["fingerprint"] != fingerprint():
        return []
    return [item for item in items if item.get_closest_marker("campaign")]


def record(passed: int) -> None:
    """Notes that they were, how many, and on which day."""
    noted = {"fingerprint": fingerprint(), "passed": passed, "when": f"{datetime.date.today()}"}
    RECORD.write_text(json.dumps(noted, indent=2) + "\n")
