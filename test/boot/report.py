# SPDX-License-Identifier: Apache-2.0 OR MIT
"""RAM and flash of the boot loaders, measured on the emulated boards: the table of docs/boot.md.

`python test/boot/report.py` prints it, with --update it writes it there. Needs cmake's target firmware of cortex-m0,
cortex-m3 and rv32imac."""
from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from kilosig.device.boot_firmware import (IN_PLACE, IN_PLACE_POLICY, POLICIES, SILENT, SLOTS, flash_bytes,
                                          measured)
from kilosig.device.emulator import image_path

DOCUMENT = Path(__file__).resolve().parents[2] / "docs/boot.md"
BEGIN, END = "<!-- boot table: begin -->", "<!-- boot table: end -->"


def table(built: bool = False) -> str:
    """Of every board and policy. built: only of those whose image is there."""
    lines = ["| board | policy | RAM, static | RAM in all | flash |", "|---|---|--:|--:|--:|"]
    with tempfile.TemporaryDirectory() as folder:
        for board in SLOTS:
            for policy in POLICIES:
                if policy == IN_PLACE_POLICY and board not in IN_PLACE:
                    continue
                if built and not image_path(board, policy, "boot").is_file():
                    continue
                flash = flash_bytes(board, policy)
                if policy.endswith(SILENT):
                    lines.append(f"| `{board}` | {policy} | - | - | {flash:,} |")
                    continue
                report = measured(board, policy, Path(folder))
                lines.append(f"| `{board}` | {policy} | {report.static:,} | {report.peak:,} | {flash:,} |")
    return "\n".join(lines)


def documented() -> str:
    """What the document has."""
    found = re.search(f"{BEGIN}\n(.*?)\n{END}", DOCUMENT.read_text(), re.DOTALL)
    return found[1] if found else ""


if __name__ == "__main__":
    made = table()
    if "--update" in sys.argv[1:]:
        text = DOCUMENT.read_text()
        DOCUMENT.write_text(text.replace(f"{BEGIN}\n{documented()}\n{END}", f"{BEGIN}\n{made}\n{END}"))
    else:
        print(made)
