# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What tests import has one name for one thing: of the folders in `pythonpath` (test/pytest.ini) none has a module of
another's name, of an installed package's, or of one of scripts/, which some tests add."""
from __future__ import annotations

import configparser
import sys
from collections import defaultdict
from importlib.machinery import PathFinder
from pathlib import Path
from collections.abc import Sequence

ROOT = Path(__file__).resolve().parents[2]
TEST = ROOT / "test"


def folders() -> list[Path]:
    ini = configparser.ConfigParser()
    ini.read(TEST / "pytest.ini")
    return [TEST / name for name in ini["pytest"]["pythonpath"].split()]


def importable(path: Sequence[Path]) -> dict[str, set[Path]]:
    """{name: files, packages and folders of modules that have it}. A folder that is no package is importable, too: what
    it hides, or what hides it, depends on the order of the path."""
    found: dict[str, set[Path]] = defaultdict(set)
    for folder in path:
        for entry in folder.iterdir():
            if entry.suffix == ".py":
                found[entry.stem].add(entry)
            elif entry.is_dir() and any(entry.glob("*.py")):
                found[entry.name].add(entry)
    return found


def modules(path: Sequence[Path]) -> list[str]:
    """Files and packages: these hide others of their name after them in the path."""
    return sorted(name for name, entries in importable(path).items()
                  if any(entry.suffix == ".py" or (entry / "__init__.py").is_file() for entry in entries))


def twice(path: Sequence[Path]) -> dict[str, set[Path]]:
    return {name: entries for name, entries in importable(path).items() if len(entries) > 1}


def installed(name: str, without: Path) -> bool:
    """In Python or a package of it: anywhere but below `without`."""
    path = [folder for folder in sys.path if folder and without not in (Path(folder), *Path(folder).parents)]
    spec = PathFinder.find_spec(name, path)
    return name in sys.builtin_module_names or (spec is not None and spec.origin is not None)


def test_names_are_of_one_module() -> None:
    assert len(importable(folders())) > 50
    assert twice(folders()) == {}


def test_nothing_hides_what_is_installed() -> None:
    ours = modules(folders())
    assert "support" in ours and "faults" in ours
    assert [name for name in ours if installed(name, TEST)] == []


def test_scripts_hide_no_helper() -> None:
    assert set(modules(folders())) & set(modules([ROOT / "scripts"])) == set()


def test_what_is_wrong_is_seen(tmp_path: Path) -> None:
    for name in ("a.py", "one/a.py", "one/b.py", "b/c.py", "two/__init__.py", "json.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    path = [tmp_path, tmp_path / "one"]
    assert set(twice(path)) == {"a", "b"}
    assert modules(path) == ["a", "b", "json", "two"]
    assert installed("json", tmp_path) and installed("pytest", tmp_path) and not installed("no_such_module", tmp_path)
