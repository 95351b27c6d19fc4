# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ports/zephyr: the sample in the tree that ZEPHYR_BASE names, without west. KSIG_ZEPHYR_BOARDS: which boards;
KSIG_ZEPHYR_CMAKE: options for CMake, such as -DZEPHYR_MODULES=."""
from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from ports import BUILD, ROOT, output, record, skip

CHOSEN = os.environ.get("KSIG_ZEPHYR_BOARDS", "qemu_cortex_m3").split()


def test_the_module_names_what_is_there() -> None:
    """zephyr/module.yml, and the Kconfig that it leads to."""
    text = (ROOT / "zephyr/module.yml").read_text()
    cmake, kconfig = re.findall(r"^  (?:cmake|kconfig): (\S+)$", text, re.MULTILINE)
    assert (ROOT / cmake / "CMakeLists.txt").is_file()
    inner = re.search(r'rsource "(.+)"', (ROOT / kconfig).read_text())
    assert inner and (ROOT / kconfig).parent.joinpath(inner[1]).is_file()
    known = set(re.findall(r"^config (\w+)$", (ROOT / "ports/kconfig/Kconfig").read_text(), re.MULTILINE))
    used = set(re.findall(r"^CONFIG_(KSIG_\w+)=", (ROOT / "ports/zephyr/sample/prj.conf").read_text(), re.MULTILINE))
    assert used and used <= known


@pytest.mark.parametrize("board", CHOSEN)
def test_sample(board: str) -> None:
    """Everything is right."""
    tree = os.environ.get("ZEPHYR_BASE", "")
    if not (Path(tree) / "cmake/modules").is_dir():
        skip(f"Zephyr {board}", "ZEPHYR_BASE names no Zephyr tree")
    folder = BUILD / "ports/zephyr" / board
    options = os.environ.get("KSIG_ZEPHYR_CMAKE", "").split()
    output("cmake", "-S", ROOT / "ports/zephyr/sample", "-B", folder, "-G", "Ninja", f"-DBOARD={board}", *options)
    assert ".debug_ksig" not in output("cmake", "--build", folder)
    # native_sim flushes its pipe when it ends, at a second of its own time.
    native = folder / "zephyr/zephyr.exe"
    start = [native, "-stop_at=1"] if native.is_file() else ["cmake", "--build", folder, "--target", "run"]
    with subprocess.Popen([str(word) for word in start], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True, start_new_session=True) as process:
        lines = []
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if "selftest:" in line:
                break
        try:
            os.killpg(process.pid, signal.SIGTERM)  # the emulator, which is not our child
        except ProcessLookupError:
            pass
    said = "".join(lines)
    assert "selftest: 0 wrong" in said and "WRONG" not in said, said
    stack = re.search(r"^stack: (\d+) of (\d+)", said, re.MULTILINE)
    assert stack
    verified = len(re.findall(r"^ok \S+: verified", said, re.MULTILINE))
    record(f"Zephyr {board}", "module, sample", f"{verified} verifications, 2 signed",
           f"main stack {stack[1]} of {stack[2]}")
