# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a wheel for this system is not: the source archive, which a compiler installs, and the wheel for 64-bit Arm,
whose library verifies in QEMU. Both compile the library three times: they run in `make ports`, by KSIG_PACKAGES."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from support import flipped, private_key, public_key

pytestmark = [pytest.mark.library,
              pytest.mark.skipif("KSIG_PACKAGES" not in os.environ, reason="KSIG_PACKAGES=1, make ports")]
ROOT = Path(__file__).resolve().parents[2]
MESSAGE = b"activate 33 units of the machine."
UNAVAILABLE = "No matching distribution|ConnectionError|Temporary failure"


def run(*command: object, **options: object) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("KSIG_", "PYTHON"))}
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, env=kept, **options)  # type: ignore[call-overload]
    if done.returncode and re.search(UNAVAILABLE, done.stdout):
        pytest.skip("packages cannot be fetched")
    assert done.returncode == 0, done.stdout
    return str(done.stdout)


def test_source_archive(tmp_path: Path) -> None:
    """Installed in a fresh environment by a compiler, outside the checkout; it verifies."""
    archive = ROOT / run(ROOT / "scripts/wheel.sh", "sdist").split()[-1]
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    run(tmp_path / "venv/bin/pip", "install", "--quiet", archive, cwd=tmp_path)
    tool = tmp_path / "venv/bin/kilosig"
    (tmp_path / "message").write_bytes(MESSAGE)
    run(tool, "keygen", "--scheme", "ml-dsa-44", "--private", "key", "--public", "pub", cwd=tmp_path)
    run(tool, "sign", "--private", "key", "--message", "message", "--signature", "sig", cwd=tmp_path)
    for variant in ("default", "fast", "small"):
        said = run(tool, "verify", "--key", "pub", "--message", "message", "--signature", "sig", "--variant", variant,
                   cwd=tmp_path)
        assert said == "accepted\n"
    place = run(tmp_path / "venv/bin/python", "-c", "import kilosig.library.binding as b; print(b.library_directory())",
                cwd=tmp_path)
    assert place.startswith(str(tmp_path))


def test_wheel_for_aarch64(tmp_path: Path) -> None:
    """The right tag, libraries of that machine, and verdicts of the one that is not special."""
    for program in ("aarch64-linux-gnu-gcc", "qemu-aarch64"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    wheel = ROOT / run(ROOT / "scripts/wheel.sh", "aarch64").split()[-1]
    assert re.search(r"-py3-none-manylinux_2_\d+_aarch64\.whl$", wheel.name)
    zipfile.ZipFile(wheel).extractall(tmp_path)
    libraries = sorted((tmp_path / "kilosig/library/native").glob("libkilosig-research*.so"))
    assert len(libraries) == 3
    for library in libraries:
        assert library.read_bytes()[18:20] == b"\xb7\0"  # EM_AARCH64
    loads = tmp_path / "loads"
    run("aarch64-linux-gnu-gcc", "-std=c99", "-Wall", "-Werror", "-DKSIG_ENABLE_LINK_CHECK=0", "-I", ROOT / "include",
        ROOT / "test/tool/loads.c", "-o", loads, "-ldl")
    for name, data in (("key", public_key("ml-dsa-44")), ("message", MESSAGE), ("forged", flipped(MESSAGE, 9)),
                       ("signature", private_key("ml-dsa-44").sign(MESSAGE))):
        (tmp_path / name).write_bytes(data)
    for message, status in (("message", 0), ("forged", 1)):
        done = subprocess.run(["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", loads, libraries[-1], tmp_path / "key",
                               tmp_path / message, tmp_path / "signature"], check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        assert libraries[-1].name == "libkilosig-research.so" and done.returncode == status, done.stdout
