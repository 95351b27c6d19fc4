# SPDX-License-Identifier: Apache-2.0 OR MIT
"""schemes.toml and what scripts/schemes.py writes from it."""
from __future__ import annotations

import importlib
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts"))  # last: it has a test.py, as Python has
schemes: Any = importlib.import_module("schemes")

FAMILY = """
[[family]]
name = "EXAMPLE"
folder = "example"
header = "example.h"
{more}
[[family.set]]
name = "example-1"
anchor = {{ bytes = 32, hash = "configured" }}
key = 100
signature = [10, 20]
state = "KSIG_EXAMPLE_STATE"
flags = ["HAS_CONTEXT"]
"""


def planted(folder: Path, more: str) -> Path:
    """A checkout with one more family, written."""
    (folder / "schemes.toml").write_text((ROOT / "schemes.toml").read_text() + FAMILY.format(more=more))
    schemes.wrong(folder, write=True)
    return folder


def test_no_drift(tmp_path: Path) -> None:
    """Every file is what it would be; a change of one is seen."""
    assert schemes.wrong(ROOT, write=False) == []
    for name in ("schemes.toml", *schemes.FILES):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    changed = tmp_path / "include/kilosig/schemes.def"
    changed.write_text(changed.read_text().replace("1312", "1313"))
    assert schemes.wrong(tmp_path, write=False) == ["include/kilosig/schemes.def"]


def test_folders_and_headers_exist() -> None:
    """Those of every family, in src/ or in research/."""
    for family in schemes.read():
        room = ROOT / ("research" if family.research else ".")
        assert (room / ("." if family.research else "src") / family.folder).is_dir(), family.name
        assert (room / "include/kilosig" / family.header).is_file(), family.name


def test_a_family_of_the_library(tmp_path: Path) -> None:
    """On by default, with an anchor by the configured hash, and in what CMake reads."""
    planted(tmp_path, "")
    text = (tmp_path / "include/kilosig/schemes.def").read_text()
    assert ("#ifndef KSIG_ENABLE_EXAMPLE_1\n#define KSIG_ENABLE_EXAMPLE_1 KSIG_ENABLE_DEFAULT\n#endif\n"
            "#if KSIG_ENABLE_EXAMPLE_1\n#define KSIG_USES_ANCHOR_HASH\n"
            'KSIG_SCHEME_EXAMPLE(EXAMPLE_1, example_1, "example-1", 32, KSIG_ANCHOR_HASH, 100, 10, 20, '
            "KSIG_EXAMPLE_STATE,\n    KSIG_HAS_CONTEXT)\n#endif\n") in text
    assert '"kilosig/example.h"' in (tmp_path / "include/kilosig/families.h").read_text()
    cmake = (tmp_path / "cmake/schemes.cmake").read_text()
    assert 'set(KSIG_SCHEME_example-1 KSIG_ENABLE_EXAMPLE_1 example "100")' in cmake
    assert re.search(r"set\(KSIG_FOLDERS example ", cmake)


@pytest.mark.parametrize("status, flag", [("broken", "KSIG_IS_BROKEN"), ("candidate", "KSIG_IS_DRAFT")])
def test_a_family_of_research(tmp_path: Path, status: str, flag: str) -> None:
    """Off by default, marked, in no file of the library but for the error that its switch is."""
    planted(tmp_path, f'switch = "EXAMPLE"\nresearch = true\nstatus = "{status}"')
    library = (tmp_path / "include/kilosig/schemes.def").read_text()
    assert "example" not in library and "(defined(KSIG_ENABLE_EXAMPLE) && KSIG_ENABLE_EXAMPLE)" in library
    text = (tmp_path / "research/include/kilosig/research.def").read_text()
    assert "#define KSIG_ENABLE_EXAMPLE 0\n" in text and "#define KSIG_ENABLE_EXAMPLE_1 KSIG_ENABLE_EXAMPLE\n" in text
    assert re.search(rf"KSIG_SCHEME_EXAMPLE\(EXAMPLE_1,[^;]*? KSIG_HAS_CONTEXT \| {flag}\)\n", text)
    assert '"kilosig/example.h"' in (tmp_path / "research/include/kilosig/research.h").read_text()
    cmake = (tmp_path / "cmake/schemes.cmake").read_text()
    assert re.search(r"set\(KSIG_RESEARCH_SWITCHES [^)]* KSIG_ENABLE_EXAMPLE_1\)", cmake)


@pytest.mark.parametrize("more", ["research = true", 'status = "broken"', 'sign = ["short"]', "folders = 1"])
def test_what_it_may_not_say(tmp_path: Path, more: str) -> None:
    """Research without a status, a status without research, and words that nobody reads."""
    text = FAMILY.format(more="" if more.startswith("sign") else more)
    (tmp_path / "schemes.toml").write_text(text + (more if more.startswith("sign") else ""))
    with pytest.raises((ValueError, TypeError)):
        schemes.read(tmp_path)
