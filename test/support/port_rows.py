# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the tests of ports/ leave for the table of `make ports`: one line of JSON for each port, in
build/results/ports.jsonl."""
from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
ROWS = BUILD / "results" / "ports.jsonl"


def record(port: str, built: str, run: str = "", ram: str = "", skipped: str = "") -> None:
    """A row: what was built, what ran, bytes of RAM as text, and why the rest did not."""
    ROWS.parent.mkdir(parents=True, exist_ok=True)
    row = {"port": port, "built": built, "run": run, "ram": ram, "skipped": skipped}
    with open(ROWS, "a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def skip(port: str, because: str) -> None:
    """Skips a test, with the same reason in the table."""
    record(port, "", skipped=because)
    pytest.skip(because)


def output(*command: object, **environment: str) -> str:
    """What a command says, stderr too; AssertionError with it if it fails."""
    done = subprocess.run([str(part) for part in command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, env={**os.environ, **environment},
                          check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout
