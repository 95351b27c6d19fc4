# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ports/riot in the RIOT tree that RIOTBASE names: the example verifies every scheme, and signs. KSIG_RIOT_BOARDS:
which boards, separated by spaces."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from ports import BUILD, ROOT, output, record, skip

EXAMPLE = ROOT / "ports/riot/example"
# board: what runs its image, environment of its build
QEMU = ["-display", "none", "-monitor", "none", "-serial", "stdio", "-kernel"]
BOARDS = {
    "native64": ([], {}),
    "hifive1": (["qemu-system-riscv32", "-M", "sifive_e", "-bios", "none", *QEMU], {"FEATURES_BLACKLIST": "newlib"}),
    "microbit": (["qemu-system-arm", "-M", "microbit", *QEMU], {"FEATURES_BLACKLIST": "newlib"}),
}
CHOSEN = os.environ.get("KSIG_RIOT_BOARDS", "native64").split()


@pytest.mark.parametrize("board", CHOSEN)
def test_example(board: str) -> None:
    """Everything is right, on the board's own stack."""
    tree = os.environ.get("RIOTBASE", "")
    if not (Path(tree) / "Makefile.include").is_file():
        skip(f"RIOT {board}", "RIOTBASE names no RIOT tree")
    emulator, environment = BOARDS[board]
    if emulator and shutil.which(emulator[0]) is None:
        skip(f"RIOT {board}", f"{emulator[0]} is not installed")
    folder = BUILD / "ports/riot"
    output("make", "-C", EXAMPLE, "all", RIOTBASE=tree, BOARD=board, BINDIRBASE=str(folder), QUIET="1", **environment)
    image = folder / board / "kilosig-selftest.elf"
    with subprocess.Popen([*emulator, str(image)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True) as process:
        lines, deadline = [], time.monotonic() + 600
        try:
            assert process.stdout is not None
            for line in process.stdout:
                lines.append(line)
                if "selftest:" in line or time.monotonic() > deadline:
                    break
        finally:
            process.kill()
    said = "".join(lines)
    right = re.findall(r"^ok (\S+): verified, forgeries rejected", said, re.MULTILINE)
    assert "selftest: 0 wrong" in said and "WRONG" not in said, said
    assert len(set(right)) == 15 and {"ok ml-dsa-44: signed", "ok haetae-2: signed"} <= set(said.splitlines())
    stack = re.search(r"^stack: (\d+) of (\d+)", said, re.MULTILINE)
    assert stack and int(stack[1]) < int(stack[2])
    record(f"RIOT {board}", "module, example", f"{len(set(right))} schemes verified, 2 signed",
           f"main stack {stack[1]} of {stack[2]}")
