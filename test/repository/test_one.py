# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`make one`: which test a name means, and what is built for it."""
from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path, PurePath
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts"))  # last: it has a test.py, as Python has
one: Any = importlib.import_module("one")
# Of a folder test/, which is left out below: files of that name would have to exist.
TREE = {
    "unit/test_hash.c": "", "unit/research/test_mq.c": "", "unit/check.c": "", "can/test_bus.c": "",
    "configs/only_lms.c": "",
    "library/test_mq.py": "def test_bits():\n    pass\ndef test_chunks() -> None:\n    pass\n",
    "tool/test_cli.py": "class TestIt:\n    def test_chunks(self):\n        pass\ndef test_help():\n    pass\n",
    "tool/helper.py": "def test_no_test():\n    pass\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in TREE.items():
        path = tmp_path / "test" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


@pytest.mark.parametrize("name, found", [
    ("test_hash", ["unit/test_hash.c"]),
    ("test_bus.c", ["can/test_bus.c"]),
    ("test_config_only_lms", ["configs/only_lms.c"]),
    ("test_cli", ["tool/test_cli.py"]),
    ("test_mq", ["library/test_mq.py", "unit/research/test_mq.c"]),
    ("library/test_mq", ["library/test_mq.py"]),
    ("unit/research/test_mq.c", ["unit/research/test_mq.c"]),
    ("test_mq::test_bits", ["library/test_mq.py::test_bits"]),
    ("test_mq.py::test_bits[1-x]", ["library/test_mq.py::test_bits[1-x]"]),
    ("test_mq::test_help", []),
    ("test_help", ["tool/test_cli.py::test_help"]),
    ("test_chunks", ["library/test_mq.py::test_chunks", "tool/test_cli.py::test_chunks"]),
    ("test_cli.py::test_chunks", ["tool/test_cli.py::test_chunks"]),
    ("q", []), ("mq", []), ("check", []), ("test_no_test", []), ("", []), ("::test_bits", []), ("t_help[", []),
])
def test_names_lead_to_tests(tree: Path, name: str, found: list[str]) -> None:
    assert [str(place) for place in one.find(name, tree)] == [f"test/{path}" for path in found]
    if "/" in name:
        assert one.find(name, tree) == one.find(f"test/{name}", tree)


def test_parts_of_names(tree: Path) -> None:
    """Of one file, as pytest's -k; of two, both."""
    place, = one.find("bit", tree)
    assert (place.path.name, place.function, place.keyword) == ("test_mq.py", "", "bit")
    assert one.command(place)[-3:] == [str(place.path), "-k", "bit"]
    assert len(one.find("chunk", tree)) == 2


@pytest.mark.parametrize("name, said", [
    ("", "Say which"), ("test_gone", "No test is named test_gone"), ("test_mq", "is in 2 places"),
])
def test_what_is_not_one_test_is_said_in_a_sentence(tree: Path, name: str, said: str) -> None:
    sentence = one.complaint(name, one.find(name, tree))
    assert said in sentence and sentence.endswith(".") and "\n" not in sentence


def test_commands() -> None:
    assert one.command(one.Place(PurePath("test/unit/test_hash.c")))[1:] == ["--preset", "host", "-R", "^test_hash$"]
    assert one.command(one.Place(PurePath("test/configs/hooks.c")))[-1] == "^test_config_hooks$"
    assert one.command(one.Place(PurePath("tool/test_x.py"), "test_y"))[-1] == "tool/test_x.py::test_y"


@pytest.mark.parametrize("path, text, goals", [
    ("test/unit/test_hash.c", "", ["host:test_hash"]),
    ("test/configs/hooks.c", "", ["host:test_config_hooks"]),
    ("test/repository/test_one.py", "", []),
    ("test/tool/test_tool.py", "", ["host:tool"]),
    ("test/library/test_stateful.py", "", ["host:tool", "host:config_stateful_reduced"]),
    ("test/tool/test_tool.py", "x\npytestmark = [pytest.mark.board, x]\n", list(one.FIRMWARE)),
    ("test/tool/test_tool.py", "x\n@pytest.mark.board\ndef test_y():\n", list(one.FIRMWARE)),
    ("test/tool/test_tool.py", "text = 'pytest.mark.board'\n", ["host:tool"]),
])
def test_only_what_is_needed_is_built(path: str, text: str, goals: list[str]) -> None:
    assert list(one.goals(PurePath(path), text)) == goals


def test_every_room_is_known() -> None:
    """And nothing that is gone; presets are those of CMakePresets.json."""
    assert set(one.ROOMS) == {path.parts[1] for path in one.files(ROOT) if path.suffix == ".py"}
    assert [name for name in one.FILES if not (ROOT / name).is_file()] == []
    presets = {preset["name"] for preset in json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]}
    named = {goal.split(":")[0] for goals in (*one.ROOMS.values(), *one.FILES.values(), one.FIRMWARE) for goal in goals}
    assert "host" in named and named < presets


def test_exit_status() -> None:
    """2 for a name that is no test, and nothing is built or run."""
    done = subprocess.run([sys.executable, ROOT / "scripts/one.py", "test_gone_long_ago"], stderr=subprocess.PIPE)
    assert done.returncode == 2 and done.stderr.startswith(b"No test is named")
