# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How much flash the library takes where it has to be little: KSIG_OPTIMIZE=size at -Os."""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.board

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 16384  # without the hashes
VERIFIER_LIMIT = 8192  # with its hash
SPHINCS_LIMIT = 2602  # without it; 2 of them lie before a function that begins at a multiple of four
ML_DSA_LIMIT = 14000  # likewise, of one level or of all
VERIFIERS = [row["scheme"] for row in json.loads((ROOT / "bench/published.json").read_text())["rows"]
             if row["source"] == "eprint-2021-662"]


def flash_of(name: str) -> dict[str, Any]:
    """The figures of an image of the bench, built if need be."""
    done = subprocess.run(["cmake", "--build", "--preset", "cortex-m3", "--target", name], cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    printed = subprocess.run([sys.executable, ROOT / "bench/flash.py", ROOT / "build/cortex-m3/bench" / f"{name}.elf"],
                             check=True, stdout=subprocess.PIPE, text=True).stdout
    figures: dict[str, Any] = json.loads(printed.split(": ", 1)[1])
    return figures


@pytest.mark.parametrize("scheme", VERIFIERS)
def test_published_verifiers(scheme: str) -> None:
    """Each verifier of ePrint 2021/662 fits into 8 kB of flash, its hash included; without pre-hash and reason
    texts."""
    figures = flash_of(f"{scheme}-verify-size-Os")
    assert figures["flash_hash"] > 500
    assert figures["flash"] + figures["flash_hash"] + figures["flash_runtime"] <= VERIFIER_LIMIT
    assert not scheme.startswith("sphincs") or figures["flash"] <= SPHINCS_LIMIT


def check_all(scheme: str, limit: int) -> None:
    """Key generation, signing and verification in one image: within the limit, with the functions of the C library. The
    image works, too."""
    name = f"{scheme}-all-size-Os"
    image = ROOT / "build/cortex-m3/bench" / f"{name}.elf"
    figures = flash_of(name)
    family = "mldsa" if scheme.startswith("ml-dsa") else "haetae"
    for operation in ("keygen", "sign", "verify"):
        assert figures["flash_objects"][f"{family}_{operation}.c"] > 0
    assert limit // 2 < figures["flash"] + figures["flash_runtime"] <= limit
    assert figures["static"] == 0
    said = subprocess.run(["qemu-system-arm", "-M", "mps2-an385", "-nographic", "-monitor", "none", "-serial", "none",
                           "-chardev", "stdio,id=out", "-semihosting-config", "enable=on,target=native,chardev=out",
                           "-kernel", image], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=120, check=True,
                          text=True).stdout
    assert said.splitlines()[-1] == "right"


LMS_SOURCES = ("lms/lms_hash", "lms/lms_level", "lms/lms_sets", "lms/lms_verify", "api/verify", "stream/given",
               "stream/verdict", "stream/message", "util/bytes", "guard/tally", "hash/sha256", "hash/lmots_chain",
               "hash/prehash")
LMS_ALONE = ("ENABLE_LMS_SHAKE", "ENABLE_LMS_N24", "ENABLE_LMS_W1", "ENABLE_LMS_W2", "ENABLE_LMS_W4", "ENABLE_PREHASH",
             "ENABLE_REASON_TEXT", "ENABLE_ASSEMBLY")
LMS_PUBLIC = ("ksig_verify_open", "ksig_verify_want", "ksig_verify_feed", "ksig_verify_close", "ksig_lms")


@pytest.mark.parametrize("name, options, most", [
    ("file by file", [], 3300), ("link-time optimization", ["-flto"], 2950)])
def test_lms_alone(tmp_path: Path, name: str, options: list[str], most: int) -> None:
    """LMS with SHA-256, n = 32 and W = 8, its hash and the C library's functions: what a boot loader links."""
    if not shutil.which("arm-none-eabi-gcc"):
        pytest.skip("needs arm-none-eabi-gcc")
    machine = ["arm-none-eabi-gcc", "--specs=picolibc.specs", "-mcpu=cortex-m3", "-mthumb", "-Os", *options]
    defines = ["-DKSIG_OPTIMIZE=KSIG_OPTIMIZE_SIZE", *(f"-DKSIG_{option}=0" for option in LMS_ALONE)]
    objects = []
    for source in LMS_SOURCES:
        objects.append(tmp_path / f"{Path(source).name}.o")
        subprocess.run([*machine, "-std=c99", "-ffreestanding", "-ffunction-sections", "-fdata-sections", *defines,
                        "-I", ROOT / "include", "-I", ROOT / "src", "-c", ROOT / f"src/{source}.c", "-o", objects[-1]],
                       check=True)
    script, image = tmp_path / "all.ld", tmp_path / "lms.elf"
    script.write_text("SECTIONS { .text 0x1000 : { *(.text* .rodata*) } .data 0x20000000 : { *(.data* .bss* COMMON) }"
                      " /DISCARD/ : { *(.ARM.exidx*) } }\n")
    subprocess.run([*machine, "-nostartfiles", "-Wl,--gc-sections", "-Wl,-e,ksig_verify_open", f"-T{script}",
                    *(f"-Wl,-u,{symbol}" for symbol in LMS_PUBLIC), *objects, "-o", image], check=True)
    text, data, bss = map(int, subprocess.run(["arm-none-eabi-size", image], check=True, stdout=subprocess.PIPE,
                                              text=True).stdout.splitlines()[1].split()[:3])
    print(f"LMS alone, {name}: {text} bytes")
    assert 2000 < text <= most and data == bss == 0


@pytest.mark.parametrize("scheme", ["haetae-2", "haetae-3", "haetae-5", "haetae"])
def test_all_operations(scheme: str) -> None:
    """HAETAE, of one level and of all three."""
    check_all(scheme, LIMIT)


@pytest.mark.parametrize("scheme", ["ml-dsa-44", "ml-dsa-65", "ml-dsa-87", "ml-dsa"])
def test_all_operations_of_ml_dsa(scheme: str) -> None:
    """The same of ML-DSA; the secret key is a seed."""
    check_all(scheme, ML_DSA_LIMIT)
