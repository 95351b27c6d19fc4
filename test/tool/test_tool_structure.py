# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The rooms of tools/kilosig: who may know whom, where families are named, what the library is asked for."""
from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from kilosig.library.binding import load
from kilosig.library.catalog import SCHEMES, is_research
from kilosig.schemes.registry import FAMILIES, SIGNED, signer

pytestmark = pytest.mark.library
PACKAGE = Path(__file__).resolve().parents[2] / "tools" / "kilosig"
# Each knows only those before it.
ROOMS = ("errors", "library", "files", "schemes", "device", "fleet", "cli")
FAMILY_NAMES = re.compile(r"ml.?dsa|haetae|falcon|fn.?dsa|slh|sphincs|rainbow|gemss|lms|xmss|hss", re.IGNORECASE)


def imports(path: Path) -> Iterator[str]:
    """Rooms that a module imports from."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kilosig."):
            yield str(node.module).split(".")[1]


def test_rooms() -> None:
    """No room knows a later one."""
    seen: set[tuple[str, str]] = set()
    for path in PACKAGE.glob("*/*.py"):
        for room in imports(path):
            assert ROOMS.index(room) <= ROOMS.index(path.parent.name), f"{path} imports {room}"
            seen.add((path.parent.name, room))
    assert ("cli", "schemes") in seen and ("schemes", "library") in seen


def test_cli_names_no_family() -> None:
    """Neither in names nor in texts: a new family changes schemes/ alone. Examples in help do."""
    found = []
    for path in (PACKAGE / "cli").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            text = (node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else
                    node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else "")
            if FAMILY_NAMES.search(text) and not text.startswith("kilosig "):
                found.append(f"{path.name}: {text[:80]}")
    assert found == []


def test_research_is_that_of_the_list() -> None:
    """What only a build of its own has: the families below research/ of schemes.toml."""
    families = tomllib.loads((PACKAGE.parents[1] / "schemes.toml").read_text())["family"]
    listed = {one["name"] for family in families if family.get("research") for one in family["set"]}
    assert {name for name in SCHEMES if is_research(name)} == listed & set(SCHEMES) == listed


def test_signers_are_those_of_the_library() -> None:
    """What the library can make keys for, the tool does by it; every signer is of one family."""
    library = load()
    for scheme in library.schemes():
        if library.sign_schemes(scheme.name):
            assert signer(scheme.name) is not None, scheme.name
    assert len(SIGNED) == len(set(SIGNED)) == sum(len(family.names) for family in FAMILIES)
    declared = (PACKAGE / "library" / "binding.py").read_text()
    assert not re.search(r"extern \w+ ksig_\w+_(keygen|sign);", declared)
    for name in ("ml-dsa-44", "haetae-2"):
        lengths = [entry.secret_key_bytes for entry in library.sign_schemes(name)]
        assert lengths == sorted(lengths) and len(lengths) == 2
    assert library.sign_schemes("lms") == [] == library.keygen_schemes("no-such")
