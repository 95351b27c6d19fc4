# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/boot.md and docs/first-hour.md in a copy of the tree, as a new user would go through them: every line as it
stands there, and what it prints."""
from __future__ import annotations

import re
from pathlib import Path

import pytest
from transcript import COLUMNS, ROOT, commands, copy_of_tree, likeness, shell, steps, tidied

import first_hour
from kilosig.device.emulator import free_port
from kilosig.files import images
from kilosig.files.slot import BOARD_SLOTS
from support import skip_without

pytestmark = pytest.mark.board
BOOT = ROOT / "docs/boot.md"
# What is refused, or never answers: the number of each such step's exit status.
REFUSED = {"kilosig update own-1.bin --can $BUS": (0, 1), "kilosig update eve.bin --can $BUS": (1,),
           "kilosig update hangs.bin --can $BUS": (1,)}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    skip_without("microbit")
    pytest.importorskip("can")
    return copy_of_tree(tmp_path_factory.mktemp("clone"))


def test_boot_document(tree: Path) -> None:
    """Each line of its blocks ends with exit status 0."""
    lines = commands(BOOT)
    assert len(lines) >= 25
    with shell(tidied(tree), free_port()) as bash:
        said = {line: bash.run(line) for line in lines}
    assert not {line: text for line, (status, text) in said.items() if status}
    text = "\n".join(output for _, output in said.values())
    assert "version 1.2.0 runs" in text and "version 1.0.0 runs" in text and "0x123: hello 1" in text
    assert "ACCEPTED" in text
    forms = [images.parse((tree / name).read_bytes()) for name in ("app.bin", "hex.bin", "raw.bin", "lms.bin")]
    assert len({form.code for form in forms}) == 1


def test_first_hour(tree: Path) -> None:
    """Every step does what the document says, but for numbers that compilers and runs differ in."""
    document = first_hour.DOCUMENT.read_text()
    found = first_hour.outputs(tidied(tree), document)
    count: dict[str, int] = {}
    for (command, status, said), (_, expected) in zip(found, steps(document), strict=True):
        number = count[command] = count.get(command, -1) + 1
        allowed = REFUSED.get(command, (0,))
        if "image sign code.bin" in command and "0x200" not in command:
            assert status == 2, command
        else:
            assert status == allowed[min(number, len(allowed) - 1)], (command, said)
        assert likeness(said) == likeness(expected), f"{command}: run 'python test/boot/first_hour.py --update'"
    text = "\n".join(said for _, _, said in found)
    assert "started on trial" in text or "was to start on trial" in text
    assert text.count("0x123: hello 1") == 2 and text.count("0x123: hello 2") == 4


def test_width() -> None:
    """What is typed and printed fits a terminal of 80 columns."""
    document = first_hour.DOCUMENT.read_text()
    blocks = re.findall(r"^```console\n(.*?)^```", document, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 8 and max(len(line) for block in blocks for line in block.splitlines()) <= COLUMNS


def test_boards() -> None:
    """The table of addresses is that of each flash.c and memory.ld."""
    rows = re.search(r"<!-- boards: begin -->\n(.*?)<!-- boards: end -->", BOOT.read_text(), re.DOTALL)
    assert rows
    found = {}
    for line in rows[1].splitlines()[2:]:
        name, _, loader, memory, slot, second, length, ram = [cell.strip(" `") for cell in line.strip("|").split("|")]
        path = ROOT / "firmware/boards" / ("mps2" if name == "mps2-an385" else name)
        flash, script = (path / "flash.c").read_text(), (path / "memory.ld").read_text()
        layout = re.search(r"board_layout = \{(\d+), \{(\w+), (\w+)\}, (\d+), (\w+)", flash)
        boot = re.search(r"board_boot = (\w+)", flash)
        origin = re.search(r"RAM .*ORIGIN = (\w+), LENGTH = (\w+)", script)
        assert layout and boot and origin
        assert [int(one, 0) for one in (slot, second, memory, loader)] == \
            [int(one, 0) for one in (layout[2], layout[3], layout[5], boot[1])]
        assert length == f"{int(layout[1]) * int(layout[4]) // 1024}K" and ram == f"{origin[1]}, {origin[2]}"
        found[name] = int(slot, 0)
    assert found == {name: one.addresses[0] for name, one in BOARD_SLOTS.items()}
