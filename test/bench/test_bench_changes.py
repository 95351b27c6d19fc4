# SPDX-License-Identifier: Apache-2.0 OR MIT
"""bench/changes.py: figures of two commits beside each other, and what docs/assurance.md says that
protection costs."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROW: dict[str, Any] = {"scheme": "s", "op": "verify", "core": "cortex-m3", "variant": "default", "opt": "O2",
                       "compiler": "c", "ram": 100, "flash": 1000, "cycles": 2000, "instructions": 1500}


def changes(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "bench/changes.py", *words], cwd=ROOT, capture_output=True,
                          text=True)


def test_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Differences of rows that both have; instructions where one has no cycles."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    import changes as bench  # type: ignore[import-not-found]
    small, other, gone = {**ROW, "core": "cortex-m0", "cycles": None}, {**ROW, "opt": "Os"}, {**ROW, "op": "sign"}
    now = [{**ROW, "ram": 96, "flash": 1010, "cycles": 2010}, {**small, "instructions": 1530},
           {**other, "compiler": "d"}, {**ROW, "scheme": "new"}]
    found = bench.changes([ROW, small, other, gone], now)
    names = [("s", "verify", core, "default", "O2") for core in ("cortex-m0", "cortex-m3")]
    assert sorted(found) == names
    assert found[names[0]] == (100, 0, 1000, 0, 1500, pytest.approx(2))
    assert found[names[1]] == (100, -4, 1000, 10, 2000, pytest.approx(0.5))
    assert bench.table(found).splitlines()[3] == (
        "| s | verify | cortex-m3 | default | O2 | 100 | -4 | 1,000 | +10 | 2,000 | +0.50 |")


def test_no_such_commit() -> None:
    done = changes("nothing")
    assert done.returncode == 1 and "no bench/accepted.json in nothing" in done.stderr


def test_what_protection_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/assurance.md has the figures."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    import changes as bench
    try:
        documented = bench.documented()
    except SystemExit as reason:  # not a whole clone
        pytest.skip(str(reason))
    assert bench.DOCUMENT.read_text() == documented, "run bench/changes.py --document"
