# SPDX-License-Identifier: Apache-2.0 OR MIT
"""RV32E, 16 registers and no multiplication: the chips of 2 to 8 kB of RAM. Built and run in an emulator."""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Bytes of state and stack as docs/figures.md has them.
RAM = {("ml-dsa-44", "small"): 2912, ("ml-dsa-44", "default"): 4628, ("lms-sha256-h10-w8", "default"): 720}


def test_document() -> None:
    """What a buyer reads is what the test below holds."""
    text = (ROOT / "docs/figures.md").read_text()
    for (scheme, variant), most in RAM.items():
        assert f"| {scheme} verify | `{variant}` | **{most:,}** |" in text


@pytest.mark.board
@pytest.mark.full
def test_verifies_within_its_ram(tmp_path: Path) -> None:
    for tool in ("riscv64-unknown-elf-gcc", "qemu-system-riscv32"):
        if not shutil.which(tool):
            pytest.skip(f"{tool} is not installed")
    path = tmp_path / "rows.json"
    wanted = "--core rv32ec --opt Os --op verify --variant default small --scheme ml-dsa-44 lms-sha256-h10-w8".split()
    done = subprocess.run([sys.executable, ROOT / "bench/run.py", *wanted, "--output", path], capture_output=True,
                          text=True, timeout=1800)
    if "plugin interface" in done.stdout + done.stderr:
        pytest.skip("this QEMU has another plugin interface")
    assert done.returncode == 0, done.stdout + done.stderr
    rows = {(row["scheme"], row["variant"]): row for row in json.loads(path.read_text())}
    assert rows.keys() == RAM.keys()
    for name, row in rows.items():
        assert row["static"] == 0 and row["state"] + row["stack_painted"] <= RAM[name], name
