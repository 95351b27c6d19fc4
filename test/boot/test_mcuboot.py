# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ports/mcuboot: against stand-ins of what it uses of MCUboot, and, with MCUBOOT_DIR, against MCUboot's own headers."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from boot_device import ROOT
from boot_images import LMS_SET, lms_image

from kilosig.schemes.stateful_material import LmsPair

STUB = ROOT / "test/boot/mcuboot_stub"
INCLUDE = ["-I", ROOT / "firmware/boot", "-I", ROOT / "include", "-I", ROOT / "src", "-I", ROOT / "ports/mcuboot"]
WARNINGS = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror"]


def test_hooks(tmp_path: Path) -> None:
    """A good image; one changed; a rollback; a slot that does not exist. Every area that was opened is closed."""
    program = tmp_path / "program"
    boot = ROOT / "firmware/boot"
    subprocess.run(["gcc", *WARNINGS, "-Wpedantic", "-Wconversion", "-Wshadow", *INCLUDE, "-I", STUB,
                    ROOT / "ports/mcuboot/kilosig_mcuboot.c", ROOT / "test/boot/mcuboot_program.c", boot / "image.c",
                    boot / "verify.c", ROOT / "build/host/lib/libkilosig.a", "-o", program], check=True)
    pair = LmsPair(LMS_SET, b"mcuboot", 0)
    good = lms_image(pair, 900, "1.0.0", 5, 1).encode()
    bad = bytearray(good)
    bad[300] ^= 1
    for name, data in (("key", pair.key), ("good", good), ("bad", bytes(bad))):
        (tmp_path / name).write_bytes(data)

    def answers(counter: int) -> str:
        done = subprocess.run([program, tmp_path / "key", str(counter), tmp_path / "good", tmp_path / "bad"],
                              stdout=subprocess.PIPE, universal_newlines=True, check=True)
        return done.stdout

    assert answers(5) == "good 0\nbad 14\nbad 1\n"
    assert answers(6) == "bad 12\nbad 12\nbad 1\n"


@pytest.mark.skipif("MCUBOOT_DIR" not in os.environ, reason="MCUBOOT_DIR is not set")
def test_headers_of_mcuboot(tmp_path: Path) -> None:
    """The hooks fit MCUboot's own declarations. flash_map_backend.h and the configuration are of a port: the stubs'."""
    for name in ("flash_map_backend", "mcuboot_config"):
        (tmp_path / name).symlink_to(STUB / name)
    subprocess.run(["gcc", "-std=gnu11", "-Wall", "-Wextra", "-c", *INCLUDE, "-I", tmp_path, "-I",
                    Path(os.environ["MCUBOOT_DIR"]) / "boot/bootutil/include",
                    ROOT / "ports/mcuboot/kilosig_mcuboot.c", "-o", tmp_path / "hooks.o"], check=True)
