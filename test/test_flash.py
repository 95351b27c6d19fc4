# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Key generation, signing and verification of HAETAE in one image: how much flash they take together."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.board

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 16384  # without the hashes


@pytest.mark.parametrize("scheme", ["haetae-2", "haetae-3", "haetae-5", "haetae"])
def test_all_operations(scheme: str) -> None:
    """One level, and all three: within the limit at -Os, with the functions of the C library. The image works, too."""
    name = f"{scheme}-all-default-Os"
    image = ROOT / "build/cortex-m3/bench" / f"{name}.elf"
    done = subprocess.run(["cmake", "--build", "--preset", "cortex-m3", "--target", name], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    assert done.returncode == 0, done.stdout
    printed = subprocess.run([sys.executable, ROOT / "bench/flash.py", image], check=True, stdout=subprocess.PIPE,
                             universal_newlines=True).stdout
    figures = json.loads(printed.split(": ", 1)[1])
    for operation in ("keygen.c", "sign.c", "verify.c"):
        assert figures["flash_objects"][operation] > 0
    assert LIMIT // 2 < figures["flash"] + figures["flash_runtime"] <= LIMIT
    assert figures["static"] == 0
    said = subprocess.run(["qemu-system-arm", "-M", "mps2-an385", "-nographic", "-monitor", "none", "-serial", "none",
                           "-chardev", "stdio,id=out", "-semihosting-config", "enable=on,target=native,chardev=out",
                           "-kernel", image], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=120, check=True,
                          universal_newlines=True).stdout
    assert said.splitlines()[-1] == "right"
