# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Campaigns are skipped only while nothing that they depend on has changed: test/support/unchanged.py."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import unchanged

ROOT = Path(__file__).resolve().parents[2]
fresh = unchanged.fingerprint.__wrapped__  # without what it remembers
# Prints the files of this repository that a test imports.
IMPORTED = """import importlib.util, sys
sys.path[:0] = ["test", "test/support", "test/library", "test/boot", "tools"]
for number, name in enumerate(sys.argv[1:]):
    spec = importlib.util.spec_from_file_location(f"test_{number}", name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
files = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
print(*sorted(files - {None}), sep="\\n")
"""


@pytest.fixture
def tree(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A repository of two files."""
    monkeypatch.setattr(unchanged, "ROOT", tmp_path)
    monkeypatch.setattr(unchanged, "FOLDERS", ("room",))
    monkeypatch.setattr(unchanged, "FILES", ("CMakeLists.txt",))
    monkeypatch.setattr(unchanged, "RECORD", tmp_path / "campaigns.json")
    (tmp_path / "room").mkdir()
    (tmp_path / "room/a.c").write_text("int a;\n")
    (tmp_path / "CMakeLists.txt").write_text("project(a)\n")
    return tmp_path


def test_every_change_is_seen(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a file, of its name, of how many there are, and of a compiler."""
    seen = [fresh()]

    def changed() -> None:
        seen.append(fresh())
        assert len(set(seen)) == len(seen)
    (tree / "room/a.c").write_text("int b;\n")
    changed()
    (tree / "room/a.c").rename(tree / "room/b.c")
    changed()
    (tree / "room/c.c").write_text("")
    changed()
    (tree / "CMakeLists.txt").write_text("project(b)\n")
    changed()
    monkeypatch.setattr(unchanged, "version", lambda compiler: f"another {compiler}")
    changed()
    (tree / "room/c.pyc").write_text("")
    (tree / "other.c").write_text("")
    assert fresh() == seen[-1]


class Item:
    """As pytest has them."""

    def __init__(self, *marks: str) -> None:
        self.marks = marks

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None


@pytest.mark.parametrize("asked, recorded, skips", [
    (True, "same", 1), (True, "other", 0), (True, "", 0), (False, "same", 0)])
def test_what_is_skipped(tree: Path, monkeypatch: pytest.MonkeyPatch, asked: bool, recorded: str, skips: int) -> None:
    """Campaigns, by `make test`, of the very files that are recorded."""
    monkeypatch.setattr(unchanged, "fingerprint", lambda: "same")
    monkeypatch.delenv("KSIG_SKIP_UNCHANGED", raising=False)
    if asked:
        monkeypatch.setenv("KSIG_SKIP_UNCHANGED", "1")
    if recorded:
        (tree / "campaigns.json").write_text(json.dumps({"fingerprint": recorded}))
    items = Item("campaign", "board"), Item("board")
    assert unchanged.not_repeated(items) == list(items[:skips])


def test_their_code_is_counted() -> None:
    """All that campaigns import of this repository is among the files that are compared."""
    tests = [str(path) for path in sorted((ROOT / "test").rglob("test_*.py")) if "mark.campaign" in path.read_text()
             and path != Path(__file__)]
    assert len(tests) > 10
    done = subprocess.run([sys.executable, "-c", IMPORTED, *tests], cwd=ROOT, check=True, stdout=subprocess.PIPE,
                          text=True)
    own = {Path(line) for line in done.stdout.splitlines() if (ROOT / ".venv") not in Path(line).parents
           and ROOT in Path(line).parents}
    missing = sorted(path.relative_to(ROOT).as_posix() for path in own - set(unchanged.inputs()))
    assert len(own) > 50 and not missing, missing
