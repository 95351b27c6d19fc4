# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How much flash the library takes where it has to be little: KSIG_OPTIMIZE=size at -Os."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict

import pytest

pytestmark = pytest.mark.board

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 16384  # without the hashes
VERIFIER_LIMIT = 8192  # with its hash
SPHINCS_LIMIT = 2600  # without it
VERIFIERS = [row["scheme"] for row in json.loads((ROOT / "bench/published.json").read_text())["rows"]
             if row["source"] == "eprint-2021-662"]


def flash_of(name: str) -> Dict[str, Any]:
    """The figures of an image of the bench, built if need be."""
    done = subprocess.run(["cmake", "--build", "--preset", "cortex-m3", "--target", name], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    assert done.returncode == 0, done.stdout
    printed = subprocess.run([sys.executable, ROOT / "bench/flash.py", ROOT / "build/cortex-m3/bench" / f"{name}.elf"],
                             check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout
    figures: Dict[str, Any] = json.loads(printed.split(": ", 1)[1])
    return figures


@pytest.mark.parametrize("scheme", VERIFIERS)
def test_published_verifiers(scheme: str) -> None:
    """Each verifier of ePrint 2021/662 fits into 8 kB of flash, its hash included; without pre-hash and reason
    texts."""
    figures = flash_of(f"{scheme}-verify-size-Os")
    assert figures["flash_hash"] > 500
    assert figures["flash"] + figures["flash_hash"] + figures["flash_runtime"] <= VERIFIER_LIMIT
    assert not scheme.startswith("sphincs") or figures["flash"] <= SPHINCS_LIMIT


@pytest.mark.parametrize("scheme", ["haetae-2", "haetae-3", "haetae-5", "haetae"])
def test_all_operations(scheme: str) -> None:
    """Key generation, signing and verification of HAETAE in one image, of one level and of all three: within the limit,
    with the functions of the C library. The image works, too."""
    name = f"{scheme}-all-size-Os"
    image = ROOT / "build/cortex-m3/bench" / f"{name}.elf"
    figures = flash_of(name)
    for operation in ("haetae_keygen.c", "haetae_sign.c", "haetae_verify.c"):
        assert figures["flash_objects"][operation] > 0
    assert LIMIT // 2 < figures["flash"] + figures["flash_runtime"] <= LIMIT
    assert figures["static"] == 0
    said = subprocess.run(["qemu-system-arm", "-M", "mps2-an385", "-nographic", "-monitor", "none", "-serial", "none",
                           "-chardev", "stdio,id=out", "-semihosting-config", "enable=on,target=native,chardev=out",
                           "-kernel", image], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=120, check=True,
                          universal_newlines=True).stdout
    assert said.splitlines()[-1] == "right"
