# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ports/mcuboot: against stand-ins of what it uses of MCUboot, and, with MCUBOOT_DIR, in MCUboot itself, on this
computer and as the boot loader of an emulated Cortex-M3."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from boot_device import ROOT
from boot_images import LMS_SET, lms_image
from support import skip_without

from kilosig.device.boot_firmware import application, booted, signer, with_segment
from kilosig.device.emulator import Emulator, build_directory
from kilosig.device.link import Link
from kilosig.device.update import Updater
from kilosig.files import images
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
                              stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout

    assert answers(5) == "good 0\nbad 14\nbad 1\n"
    assert answers(6) == "bad 12\nbad 12\nbad 1\n"


needs_mcuboot = pytest.mark.skipif("MCUBOOT_DIR" not in os.environ,
                                   reason="MCUBOOT_DIR names no checkout of MCUboot")


@needs_mcuboot
def test_mcuboot_starts_what_the_hooks_accept(tmp_path: Path) -> None:
    """MCUboot's boot_go from its source, direct execution in place: it starts the newest image that the policy accepts.
    Its own check, of the digest, reads these images too."""
    bootutil, boot = Path(os.environ["MCUBOOT_DIR"]) / "boot/bootutil", ROOT / "firmware/boot"
    include = ["-I", PORT, "-I", bootutil / "include", "-I", bootutil / "src", *INCLUDE]
    # What is MCUboot's is compiled without our warnings.
    subprocess.run(["gcc", "-std=gnu11", "-w", "-O1", *include, *(bootutil / "src" / f"{name}.c" for name in SOURCES),
                    ROOT / "ports/mcuboot/kilosig_mcuboot.c", ROOT / "test/boot/mcuboot_boot.c",
                    ROOT / "test/boot/mcuboot_flash.c", boot / "image.c", boot / "verify.c",
                    ROOT / "build/host/lib/libkilosig.a", "-o", tmp_path / "program"], check=True)
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
                              stdout=subprocess.PIPE, text=True, check=True)
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


BOARD, PRIMARY, SECONDARY = "mps2-an385", 0x10000, 0x20000  # the slots of mcuboot_board.c


def board_image(folder: Path, counter: int) -> Path:
    """MCUboot with the hooks, for the board, with a device that has this security counter."""
    bootutil, firmware = Path(os.environ["MCUBOOT_DIR"]) / "boot/bootutil", ROOT / "firmware"
    include = [PORT, bootutil / "include", bootutil / "src", ROOT / "test/boot", ROOT / "ports/mcuboot",
               ROOT / "include", ROOT / "src",
               *(firmware / name for name in ("boot", "activation", "boards", "boards/armv7m"))]
    key, _ = signer(images.DIGEST_SCHEME)
    sources = [*(bootutil / "src" / f"{name}.c" for name in SOURCES),
               *(ROOT / f"{name}.c" for name in ("ports/mcuboot/kilosig_mcuboot", "test/boot/mcuboot_board",
                                                 "test/boot/mcuboot_flash")),
               *(firmware / f"{name}.c" for name in (
                   "boot/image", "boot/verify", "activation/stack", "activation/protocol/frame",
                   "activation/protocol/crc16", "boards/armv7m/startup", "boards/armv7m/systick",
                   "boards/armv7m/wakeup", "boards/armv7m/jump", "boards/mps2/board"))]
    made = folder / f"mcuboot-{counter}.elf"
    subprocess.run(["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "--specs=picolibc.specs", "-std=gnu11", "-w",
                    "-Os", "-DNDEBUG", "-ffunction-sections", "-fdata-sections", *(f"-I{path}" for path in include),
                    f'-DKSIG_CONFIG_FILE="{firmware}/boot/configs/lms.h"', f'-DBOARD_NAME="{BOARD}"',
                    f"-DMCUBOOT_COUNTER={counter}", f"-DMCUBOOT_KEY={','.join(map(str, key))}", *sources,
                    "-nostartfiles", f"-L{firmware}/boards", f"-T{firmware}/boards/mps2/memory.ld", "-Wl,--gc-sections",
                    "-Wl,--defsym=stack_least=616", build_directory() / "cortex-m3/firmware/libboot_lms.a", "-o", made],
                   check=True)
    return made


@needs_mcuboot
@pytest.mark.board
def test_mcuboot_on_a_board(tmp_path: Path) -> None:
    """An image that the policy accepts is started and answers; none that was forged, changed, or is a rollback, and not
    instead of an older one that is good."""
    skip_without(BOARD)
    good, newer = application(BOARD, "lms", "1.0.0", 5), application(BOARD, "lms", "1.1.0", 6)
    stranger = application(BOARD, "lms", "2.0.0", 9, number=1)
    forged, changed = bytearray(newer), bytearray(good)
    forged[-40] ^= 1  # the signature: the digest is right
    changed[600] ^= 1
    loaders = {counter: board_image(tmp_path, counter) for counter in (5, 6)}

    def starts(counter: int, first: bytes, second: bytes = b"") -> tuple[int, bool]:
        """The slot that is started, and whether an image then answers."""
        elf = with_segment(loaders[counter].read_bytes(), PRIMARY, first)
        image = tmp_path / "board.elf"
        image.write_bytes(with_segment(elf, SECONDARY, second) if second else elf)
        with Emulator(BOARD, image=image) as emulator:
            found = booted(emulator)
            assert found is not None
            if found.slot < 0:
                return found.slot, False
            transport = emulator.connect()
            try:
                return found.slot, not Updater(Link(transport)).slots().recovery
            finally:
                transport.close()

    assert starts(5, good) == (0, True)
    assert starts(5, good, bytes(forged)) == starts(5, good, stranger) == (0, True)
    for counter, *slots in ((6, good), (5, bytes(changed)), (5, bytes(forged)), (5, stranger),
                            (6, good, bytes(forged))):
        assert starts(counter, *slots) == (-1, False)
