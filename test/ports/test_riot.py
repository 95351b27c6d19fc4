# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ports/riot in the RIOT tree that RIOTBASE names: the example verifies every scheme, and signs; `ram` measures the
stacks of signers. KSIG_RIOT_BOARDS: which boards, separated by spaces.

RIOT fetches packages, or takes them from PKG_SOURCE_LOCAL_* in the environment. It has one name for ST's headers of all
families; PKG_SOURCE_LOCAL_STM32CMSIS_F4 and _L4 are for the boards of one."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from port_rows import BUILD, ROOT, output, record, skip

# Debian's cross compilers come with picolibc, not with newlib.
PICOLIBC = {"FEATURES_BLACKLIST": "newlib"}
# Its 8 kB of RAM hold one scheme at a time, and no signer.
LMS_ALONE = {"CFLAGS": "-DKSIG_ENABLE_DEFAULT=0 -DKSIG_ENABLE_LMS=1 -DKSIG_ENABLE_REASON_TEXT=0 -DSELFTEST_SIGNS=0"}


@dataclass
class Board:
    """emulator: what runs an image; none: this computer. machine "": no emulator has the board. raw: takes no ELF."""

    emulator: str
    machine: str
    environment: dict[str, str] = field(default_factory=dict)
    size: str = "arm-none-eabi-size"
    raw: str = ""
    schemes: int = 15
    signers: tuple[str, ...] = ("haetae-2", "ml-dsa-44")

    def command(self, image: Path) -> list[str]:
        """What runs the image."""
        if not self.emulator:
            return [str(image)]
        how = ["-bios", str(image)] if self.raw else ["-kernel", str(image)]
        return [self.emulator, "-M", self.machine, *(["-bios", "none"] if self.machine == "sifive_e" else []),
                "-display", "none", "-monitor", "none", "-serial", "stdio", *how]


BOARDS = {
    "native64": Board("", "", size=""),
    "hifive1": Board("qemu-system-riscv32", "sifive_e", PICOLIBC, size="riscv64-unknown-elf-size"),
    "microbit": Board("qemu-system-arm", "microbit", PICOLIBC),
    "netduinoplus2": Board("qemu-system-arm", "netduinoplus2", PICOLIBC),
    "nucleo-l4r5zi": Board("qemu-system-arm", "", PICOLIBC),
    "arduino-mega2560": Board("qemu-system-avr", "mega2560", LMS_ALONE, size="avr-size", raw="avr-objcopy",
                              schemes=1, signers=()),
}
FAMILIES = {"netduinoplus2": "F4", "nucleo-l4r5zi": "L4"}
CHOSEN = os.environ.get("KSIG_RIOT_BOARDS", "native64").split()


def image(port: str, application: str, board: str) -> Path:
    """Builds an application of ports/riot, or skips."""
    assert board in BOARDS, f"KSIG_RIOT_BOARDS: {board} is none of {', '.join(BOARDS)}"
    tree = os.environ.get("RIOTBASE", "")
    if not (Path(tree) / "Makefile.include").is_file():
        skip(port, "RIOTBASE names no RIOT tree")
    if BOARDS[board].emulator and shutil.which(BOARDS[board].emulator) is None:
        skip(port, f"{BOARDS[board].emulator} is not installed")
    environment = dict(BOARDS[board].environment)
    headers = os.environ.get(f"PKG_SOURCE_LOCAL_STM32CMSIS_{FAMILIES.get(board)}")
    if headers:
        environment["PKG_SOURCE_LOCAL_STM32CMSIS"] = headers
    folder = BUILD / "ports/riot" / application
    output("make", "-C", ROOT / "ports/riot" / application, "all", f"RIOTBASE={tree}", f"BOARD={board}",
           f"BINDIRBASE={folder}", "QUIET=1", **environment)
    return next((folder / board).glob("kilosig-*.elf"))


def sizes(board: str, elf: Path) -> tuple[int, int]:
    """Bytes of flash and of static RAM, by the names of sections: constants are "data" to some ports of `size`."""
    lines = [line.split() for line in output(BOARDS[board].size, "-A", elf).splitlines()]
    sections = {line[0]: int(line[1]) for line in lines if len(line) == 3 and line[1].isdigit()}
    text, data, zero = (sum(sections.get(name, 0) for name in names) for names in (
        (".init", ".text", ".rodata", ".ARM.exidx", ".ARM.extab"), (".data", ".relocate"),
        (".bss", ".noinit", ".stack")))
    return text + data, data + zero


def said(board: str, elf: Path, last: str) -> str:
    """What an image says until the line that begins with `last`."""
    if BOARDS[board].raw:
        raw = elf.with_suffix(".raw")
        output(BOARDS[board].raw, "-O", "binary", elf, raw)
        elf = raw
    with subprocess.Popen(BOARDS[board].command(elf), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True) as process:
        lines, deadline = [], time.monotonic() + 900
        try:
            assert process.stdout is not None
            for line in process.stdout:
                lines.append(line)
                if line.startswith(last) or time.monotonic() > deadline:
                    break
        finally:
            process.kill()
    return "".join(lines)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("board", CHOSEN)
def test_example(board: str) -> None:
    """Everything is right, on the board's own stack."""
    elf = image(f"RIOT {board}", "example", board)
    figures = ""
    if BOARDS[board].size:
        flash, ram = sizes(board, elf)
        figures = f"{ram:,} B static, {flash:,} B flash"
    if BOARDS[board].emulator and not BOARDS[board].machine:
        record(f"RIOT {board}", "module, example", "", figures, "no emulator has this board")
        return
    text = said(board, elf, "selftest:")
    right = set(re.findall(r"^ok (\S+): verified, forgeries rejected", text, re.MULTILINE))
    assert "selftest: 0 wrong" in text and "WRONG" not in text, text
    assert len(right) == BOARDS[board].schemes, text
    assert re.findall(r"^ok (\S+): signed", text, re.MULTILINE) == sorted(BOARDS[board].signers, reverse=True)
    stack = re.search(r"^stack: (\d+) of (\d+)", text, re.MULTILINE)
    assert stack and int(stack[1]) < int(stack[2])
    record(f"RIOT {board}", "module, example",
           f"{len(right)} verified, {len(BOARDS[board].signers)} signed",
           f"main stack {stack[1]} of {stack[2]}" + (f"; {figures}" if figures else ""))


@pytest.mark.timeout(1800)
def test_package(tmp_path: Path) -> None:
    """The example with kilosig as RIOT's package instead of a module, for this computer: one scheme."""
    tree = os.environ.get("RIOTBASE", "")
    if not (Path(tree) / "Makefile.include").is_file():
        skip("RIOT package", "RIOTBASE names no RIOT tree")
    for part in ("src", "include", "ports/riot/kilosig", "ports/kconfig"):
        shutil.copytree(ROOT / part, tmp_path / "kilosig" / part)
    output("make", "-C", ROOT / "ports/riot/example", "all", f"RIOTBASE={tree}", "BOARD=native64", "KILOSIG_PACKAGE=1",
           f"PKG_SOURCE_LOCAL_KILOSIG={tmp_path}/kilosig", f"BUILD_DIR={tmp_path}/build", f"BINDIRBASE={tmp_path}/bin",
           "QUIET=1", CFLAGS="-DKSIG_ENABLE_DEFAULT=0 -DKSIG_ENABLE_LMS=1")
    assert (tmp_path / "build/pkg/kilosig/src").is_dir()
    text = said("native64", tmp_path / "bin/native64/kilosig-selftest.elf", "selftest:")
    assert "ok lms: verified, forgeries rejected" in text and "selftest: 0 wrong" in text, text
    record("RIOT package", "package, example", "LMS verified, native64")


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("board", [board for board in CHOSEN if board in ("native64", "netduinoplus2")])
def test_ram(board: str) -> None:
    """Every signer makes a key, signs and verifies in a thread of its own; what it took, for ports/riot/README.md:
    build/results/riot-ram-BOARD.md."""
    text = said(board, image(f"RIOT {board}, stacks", "ram", board), "ram:")
    assert "ram: 0 wrong" in text, text
    idle = re.search(r"^thread that does nothing: stack (\d+)$", text, re.MULTILINE)
    rows = re.findall(r"^(\S+) (keygen|sign|verify): stack (\d+), state (\d+), output (\d+)$", text, re.MULTILINE)
    assert idle and len(rows) == 6 * 3, text
    lines = ["| set | operation | stack of the thread | state | stack + state | and what it writes |",
             "|---|---|---|---|---|---|"]
    for name, job, *figures in rows:
        stack, state, written = map(int, figures)
        assert int(idle[1]) < stack
        lines.append(f"| {name} | {job} | {stack:,} | {state:,} | {stack + state:,} | {stack + state + written:,} |")
    results = BUILD / "results"
    results.mkdir(parents=True, exist_ok=True)
    (results / f"riot-ram-{board}.md").write_text("\n".join(lines) + f"\n\nA thread that does nothing: {idle[1]}\n")
    readme = (ROOT / "ports/riot/README.md").read_text()
    as_there = re.search(r"arm-none-eabi-gcc (\S+), a thread that does nothing: (\d+)", readme)
    assert as_there
    if board == "netduinoplus2" and as_there[2] == idle[1] and \
            as_there[1] == output("arm-none-eabi-gcc", "-dumpfullversion").strip():
        assert not [line for line in lines if line not in readme]
    signing = {name: int(stack) + int(state) for name, job, stack, state, _ in rows if job == "sign"}
    record(f"RIOT {board}, stacks", "module, ram", "keygen, sign, verify of 6 sets",
           f"haetae-2 signs in {signing['haetae-2']:,} B of stack and state")
