# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The wheel: it holds the library, and works without the checkout."""
from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from kilosig.library.binding import library_directory

pytestmark = pytest.mark.library
ROOT = Path(__file__).resolve().parents[2]


def clean(**more: str) -> dict:
    """An environment that says nothing of the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("KSIG_", "PYTHON"))}
    return {**kept, **more}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as scripts/wheel.sh does, by the setuptools that is locked."""
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-index",
                           "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT / "tools")],
                          capture_output=True, text=True, timeout=280,
                          env=clean(KSIG_LIBRARY_DIR=str(library_directory())))
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


def test_content(wheel: Path) -> None:
    """A tag of this system, all variants of the library, the accepted rows; nothing is left in the sources."""
    assert re.search(r"-py3-none-(manylinux_2_\d+_(x86_64|aarch64)|macosx_\w+|win\w+)\.whl$", wheel.name), wheel.name
    names: list[str] = zipfile.ZipFile(wheel).namelist()
    assert sum("/library/native/libkilosig-research" in name for name in names) == 3
    assert any(name.endswith("kilosig/files/accepted.json") for name in names)
    assert not (ROOT / "tools" / "build").exists()


def test_works_alone(wheel: Path, tmp_path: Path) -> None:
    """From key to verdict and advice, in a directory that knows no checkout."""
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    (tmp_path / "message").write_bytes(b"m")

    def run(*words: str) -> str:
        done = subprocess.run([sys.executable, "-m", "kilosig", *words], cwd=tmp_path, text=True, timeout=120,
                              env=clean(PYTHONPATH=str(tmp_path / "site")), capture_output=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    place = subprocess.run([sys.executable, "-c", "import kilosig; print(kilosig.__file__)"], cwd=tmp_path, text=True,
                           env=clean(PYTHONPATH=str(tmp_path / "site")), capture_output=True, check=True).stdout
    assert place.startswith(str(tmp_path))
    run("keygen", "--scheme", "ml-dsa-44", "--private", "key", "--public", "pub")
    run("sign", "--private", "key", "--message", "message", "--signature", "sig")
    for variant in ("default", "fast", "small"):
        assert run("verify", "--key", "pub", "--message", "message", "--signature", "sig", "--variant",
                   variant) == "accepted\n"
    assert json.loads(run("advise", "--ram", "8k", "--json"))["recommended"]["standing"] == "standard"
