# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/integrating.md: what it quotes is in examples/, which are compiled and run."""
from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_quotations() -> None:
    """Every block stands in its file, line by line."""
    text = (ROOT / "docs/integrating.md").read_text()
    blocks = re.findall(r"<!-- from (examples/\w+\.c) -->\n```c\n(.+?)\n```\n", text, re.DOTALL)
    assert len(blocks) >= 7 and len({name for name, _ in blocks}) >= 6
    assert len(blocks) == text.count("```c\n")
    for name, block in blocks:
        assert block in (ROOT / name).read_text(), f"{name}: {block}"
