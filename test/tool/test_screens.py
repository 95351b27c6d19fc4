# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/screens/: the pictures of the terminal show what the commands show today, and all are in docs/first-hour.md."""
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "screens"

pytestmark = pytest.mark.library


def test_the_terminal_is_as_it_was() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "scripts" / "screens.py"), "--check"], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_each_is_shown_and_small() -> None:
    shown = set(re.findall(r"!\[[^\]]+\]\(screens/([^)]+)\)", (ROOT / "docs" / "first-hour.md").read_text()))
    assert shown == {path.name for path in FOLDER.iterdir()}
    assert all(path.stat().st_size < 120_000 for path in FOLDER.iterdir())


def test_they_load_nothing() -> None:
    for path in FOLDER.glob("*.svg"):
        assert not re.search(r"url\(|<script|href=", path.read_text().replace("url(#", ""))
