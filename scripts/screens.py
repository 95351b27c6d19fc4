#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""usage: scripts/screens.py [--check]

Writes docs/screens/: what commands show in a terminal of 80 columns, as SVG, and what the site (`make site`) shows on a
phone of 390 x 844 pixels, as PNG. --check compares the SVG with what the commands show now; pixels of a browser are
not compared. Without Chromium the PNG stay as they are."""
from __future__ import annotations

import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "screens"
COLUMNS, WIDTH, HEIGHT = 80, 390, 844
SEED = "07" * 32  # so that each run makes the same key
SESSIONS = {
    "advise": ("kilosig advise --ram 5k --flash 10k --bus 500k --max-time 300ms",),
    "sign": (f"kilosig keygen -s ml-dsa-44 -p key.pem --public public.pem \\\n    --seed {SEED}",
             "kilosig sign -p key.pem -m firmware.bin -o firmware.sig \\\n"
             "    --key-name 'Release 2026' --comment 'firmware 1.4 for board C'",
             "kilosig verify -k public.pem -m firmware.bin --signature firmware.sig",
             "echo changed >> firmware.bin",
             "kilosig verify -k public.pem -m firmware.bin --signature firmware.sig"),
}
PAGES = ("index", "run", "advisor", "docs/first-hour")


def shown(command: str, folder: Path) -> str:
    """What a command writes to a terminal."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    environment = {**{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")},
                   "TERM": "xterm-256color", "PATH": f"{folder}/bin:{os.environ['PATH']}",
                   "PYTHONPATH": str(ROOT / "tools")}
    said = b""
    with subprocess.Popen(["sh", "-c", command], stdin=inner, stdout=inner, stderr=inner, cwd=folder,
                          env=environment) as child:
        os.close(inner)
        while piece := _read(outer):
            said += piece
    os.close(outer)
    if child.returncode not in (0, 1):
        raise SystemExit(f"{command}: {said.decode()}")
    return said.decode().replace("\r\n", "\n").rstrip("\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # of Linux, for the end
        return b""


def picture(name: str) -> str:
    """The SVG of a session, without the fonts that it would load from a network."""
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True, color_system="truecolor",
                      legacy_windows=False)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "bin").mkdir()
        program = folder / "bin" / "kilosig"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kilosig "$@"\n')
        program.chmod(0o755)
        (folder / "firmware.bin").write_bytes(b"firmware")
        for command in SESSIONS[name]:
            console.print(Text(f"$ {command}", style="bold"))
            said = shown(command, folder)
            if said:
                console.print(Text.from_ansi(said))
        console.print()  # the picture ends in the middle of its last line, without its underscores
    drawing = console.export_svg(title=f"{COLUMNS} columns", unique_id=f"screen-{name}")
    drawing = re.sub(r"@font-face \{.*?\}\s*", "", drawing, flags=re.DOTALL)
    return "\n".join(line.rstrip() for line in drawing.splitlines()) + "\n"


def phone() -> None:
    """The first screen of pages of the site."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium") or shutil.which("chromium-browser")
    site = ROOT / "dist" / "site"
    if program is None or not (site / "index.html").exists():
        print("screens: no Chromium, or no site (make site): docs/screens/*.png stay as they are")
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light").new_page()
        for name in PAGES:
            page.goto((site / f"{name}.html").as_uri())
            if name == "run":
                page.locator("#verdict", has_text="Ready").wait_for()
                page.click("#finish")
                page.locator("#verdict", has_text="Accepted").wait_for()
            if name == "advisor":
                page.locator("#plot .label").first.wait_for(state="attached")
                page.locator("#plot").scroll_into_view_if_needed()
            page.screenshot(path=str(FOLDER / f"{name.split('/')[-1]}.png"))
        browser.close()


def main() -> int:
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        print(__doc__, file=sys.stderr)
        return 2
    other = []
    for name in SESSIONS:
        file, drawing = FOLDER / f"{name}.svg", picture(name)
        if check and (not file.exists() or file.read_text(encoding="utf-8") != drawing):
            other.append(str(file))
        if not check:
            file.write_text(drawing, encoding="utf-8")
    if other:
        print(f"{', '.join(other)}: run scripts/screens.py, the commands show something else now", file=sys.stderr)
        return 1
    if not check:
        phone()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
