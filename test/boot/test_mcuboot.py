# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ports/mcuboot: against stand-ins of what it uses of MCUboot, and, with MCUBOOT_DIR, in MCUboot itself, on this
computer."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from boot_device import ROOT
from boot_images import LMS_SET, lms_image

from kilosig.schemes.stateful_material import LmsPair

STUB, PORT = ROOT / "test/boot/mcuboot_stub", ROOT / "test/boot/mcuboot_port"
SOURCES = ("loader", "bootutil_loader", "image_validate", "bootutil_img_hash", "tlv", "bootutil_misc",
           "bootutil_public", "bootutil_area", "swap_scratch", "fault_injection_hardening")
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


@pytest.mark.skipif("MCUBOOT_DIR" not in os.environ, reason="MCUBOOT_DIR names no checkout of MCUboot")
def test_mcuboot_starts_what_the_hooks_accept(tmp_path: Path) -> None:
    """MCUboot's boot_go from its source, direct execution in place: it starts the newest image that the policy accepts.
    Its own check, of the digest, reads these images too."""
    bootutil, boot = Path(os.environ["MCUBOOT_DIR"]) / "boot/bootutil", ROOT / "firmware/boot"
    include = ["-I", PORT, "-I", bootutil / "include", "-I", bootutil / "src", *INCLUDE]
    # What is MCUboot's is compiled without our warnings.
    subprocess.run(["gcc", "-std=gnu11", "-w", "-O1", *include, *(bootutil / "src" / f"{name}.c" for name in SOURCES),
                    ROOT / "ports/mcuboot/kilosig_mcuboot.c", ROOT / "test/boot/mcuboot_boot.c", boot / "image.c",
                    boot / "verify.c", ROOT / "build/host/lib/libkilosig.a", "-o", tmp_path / "program"], check=True)
    pair = LmsPair(LMS_SET, b"mcuboot", 0)
    old, new = lms_image(pair, 900, "1.0.0", 5, 1).encode(), lms_image(pair, 700, "1.1.0", 6, 2).encode()
    forged, damaged = bytearray(new), bytearray(new)
    forged[-40] ^= 1  # the signature: the digest is right
    damaged[300] ^= 1
    stranger = lms_image(LmsPair(LMS_SET, b"stranger", 0), 700, "2.0.0", 9, 3).encode()
    (tmp_path / "key").write_bytes(pair.key)

    def starts(counter: int, *slots: bytes) -> str:
        for name, data in zip("01", slots):
            (tmp_path / name).write_bytes(data)
        done = subprocess.run([tmp_path / "program", tmp_path / "key", str(counter), tmp_path / "0", tmp_path / "1"],
                              stdout=subprocess.PIPE, universal_newlines=True, check=True)
        return done.stdout.rsplit(" ", 1)[0]

    assert starts(5, old, new) == "good good 1"
    assert starts(5, new, old) == "good good 0"
    assert starts(5, old, bytes(forged)) == "good good 0"
    assert starts(5, old, bytes(damaged)) == "good bad 0"
    assert starts(5, old, stranger) == "good good 0"
    assert starts(6, old, new) == "good good 1"
    assert starts(6, old, bytes(forged)) == "good good -1"
    assert starts(5, old, b"") == "good bad 0"
    assert starts(5, bytes(forged), stranger) == "good good -1"
