# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ports/zephyr: the sample in the tree that ZEPHYR_BASE names, without west. KSIG_ZEPHYR_BOARDS: which boards;
KSIG_ZEPHYR_CMAKE: options for CMake, such as -DZEPHYR_MODULES=, the folder of Zephyr's CMSIS. Unless the environment
has ZEPHYR_TOOLCHAIN_VARIANT, a board is built with Debian's compiler and Zephyr's minimal libc."""
from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from port_rows import BUILD, ROOT, output, record, skip

CHOSEN = os.environ.get("KSIG_ZEPHYR_BOARDS", "qemu_cortex_m3").split()


@dataclass
class Board:
    """prefix: of the compiler; emulator: what Zephyr's target `run` starts."""

    prefix: str
    emulator: str
    environment: dict[str, str]
    options: list[str] = field(default_factory=list)


ARM = ("arm-none-eabi-", "qemu-system-arm",
       {"ZEPHYR_TOOLCHAIN_VARIANT": "gnuarmemb", "GNUARMEMB_TOOLCHAIN_PATH": "/usr"}, ["-DCONFIG_MINIMAL_LIBC=y"])
BOARDS = {
    "qemu_cortex_m3": Board(*ARM),
    "mps2/an385": Board(*ARM),
    "qemu_riscv32": Board("riscv64-unknown-elf-", "qemu-system-riscv32",
                          {"ZEPHYR_TOOLCHAIN_VARIANT": "cross-compile",
                           "CROSS_COMPILE": str(shutil.which("riscv64-unknown-elf-gcc"))[:-len("gcc")]},
                          ["-DCONFIG_MINIMAL_LIBC=y"]),
    "native_sim/native/64": Board("", "", {"ZEPHYR_TOOLCHAIN_VARIANT": "host"}),
}


def libgcc() -> list[str]:
    """GCC 12 finds no library for rv32imac_zicsr_zifencei, which Zephyr asks for: it has rv32imac's, which is as good.
    Without a sysroot Zephyr would take one that it finds in /usr."""
    found = output("riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32", "-print-libgcc-file-name").strip()
    return [f"-DLIB_INCLUDE_DIR=-L{Path(found).parent}", f"-DSYSROOT_DIR={Path(found).parent}"]


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


def toolchain(name: str) -> tuple[dict[str, str], list[str]]:
    """Environment and options for CMake, or a skip."""
    board = BOARDS.get(name, Board("", "", {}))
    options = os.environ.get("KSIG_ZEPHYR_CMAKE", "").split()
    if "ZEPHYR_TOOLCHAIN_VARIANT" in os.environ or name not in BOARDS:
        return {}, options
    for program in (board.prefix + "gcc", board.emulator):
        if program and shutil.which(program) is None:
            skip(f"Zephyr {name}", f"{program} is not installed")
    if name == "qemu_riscv32":
        options += libgcc()
    return board.environment, board.options + options


def memory(folder: Path) -> str:
    """What the linker says of RAM and flash."""
    said = (folder / "build.txt").read_text()
    used = dict(re.findall(r"^\s+(FLASH|S?RAM):\s+(\d+) B ", said, re.MULTILINE))
    words = {"RAM": "RAM", "SRAM": "RAM", "FLASH": "flash"}
    return ", ".join(f"{int(used[region]):,} B {word}" for region, word in words.items() if region in used)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("board", CHOSEN)
def test_sample(board: str) -> None:
    """Everything is right."""
    tree = os.environ.get("ZEPHYR_BASE", "")
    if not (Path(tree) / "share/zephyr-package").is_dir():
        skip(f"Zephyr {board}", "ZEPHYR_BASE names no Zephyr tree")
    environment, options = toolchain(board)
    folder = BUILD / "ports/zephyr" / board
    output("cmake", "-S", ROOT / "ports/zephyr/sample", "-B", folder, "-G", "Ninja", f"-DBOARD={board}", *options,
           **environment)
    said = output("cmake", "--build", folder, **environment)
    assert ".debug_ksig" not in said
    if re.search(r"^\s+S?RAM:", said, re.MULTILINE):  # it linked: not a build that had nothing to do
        (folder / "build.txt").write_text(said)
    # native_sim flushes its pipe when it ends, at a second of its own time.
    native = folder / "zephyr/zephyr.exe"
    start = [native, "-stop_at=1"] if native.is_file() else ["cmake", "--build", folder, "--target", "run"]
    with subprocess.Popen([str(word) for word in start], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True, start_new_session=True,
                          env={**os.environ, **environment}) as process:
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
    assert stack and int(stack[1]) <= int(stack[2])
    verified = len(re.findall(r"^ok \S+: verified", said, re.MULTILINE))
    assert verified == 5 + 2 and {"ok ml-dsa-44: signed", "ok haetae-2: signed"} <= set(said.splitlines()), said
    figures = memory(folder) if (folder / "build.txt").is_file() else ""
    record(f"Zephyr {board}", "module, sample", "5 verified, 2 signed",
           f"main stack {stack[1]} of {stack[2]}; {figures}" if figures else "")
