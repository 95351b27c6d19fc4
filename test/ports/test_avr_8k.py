# SPDX-License-Identifier: Apache-2.0 OR MIT
"""An ATmega2560 as it is, with 8 kB of RAM, in QEMU: one image for each scheme verifies genuine signatures and rejects
forgeries; ML-DSA-44 and HAETAE-2 sign. RAM and instructions go into the table of `make ports`. test/avr has what needs
more RAM than the chip has."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kilosig.files.data import Data
from kilosig.schemes.family import Signature
from kilosig.schemes.registry import signer_of
from port_rows import BUILD, ROOT, output, record, skip

PORTS = ROOT / "ports"
FOLDER = BUILD / "ports/avr"
RAM = 8192
FULL = os.environ.get("KSIG_AVR") == "full"  # every scheme that fits
SECONDS = 1800 if FULL else 600  # a busy computer must not reach it
SHORT = ("ml-dsa-44", "lms")
LONG = ("ml-dsa-65", "haetae-2", "fn-dsa-512", "ml-dsa-87", "haetae-3", "haetae-5", "fn-dsa-1024",
        "slh-dsa-sha2-128s", "slh-dsa-shake-128s", "hss", "xmss", "xmssmt")
SCHEMES = SHORT + (LONG if FULL else ())
# ML-DSA-87's state alone takes 6.6 kB, so it streams z again.
OPTIONS = {"ml-dsa-87": ("-DKSIG_ML_DSA_VARIANT=KSIG_VARIANT_SMALL",)}


def image(name: str, only: str, *files: Path, options: tuple[str, ...] = ()) -> Path:
    """An image with one scheme, for its size."""
    for program in ("avr-gcc", "qemu-system-avr"):
        if shutil.which(program) is None:
            skip("AVR ATmega2560", f"{program} is not installed")
    folder = FOLDER / name
    output(sys.executable, ROOT / "scripts/amalgamate.py", folder, "--only", only)
    output("avr-gcc", "-mmcu=atmega2560", "-std=gnu99", "-Os", "-Wall", "-ffunction-sections", "-fdata-sections",
           "-Wl,--gc-sections", "-DKSIG_ENABLE_REASON_TEXT=0", "-DKSIG_ENABLE_PREHASH=0", *options, "-I", folder, "-I",
           PORTS / "selftest", folder / "kilosig.c", PORTS / "avr/console.c",
           PORTS / "avr/qemu_multiply.S", *files, "-o", folder / "image.elf")
    return folder / "image.elf"


@pytest.fixture(scope="module", name="counter")
def _counter() -> Path:
    """The plugin that counts instructions."""
    path = FOLDER / "count.so"
    path.parent.mkdir(parents=True, exist_ok=True)
    output("gcc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I", ROOT / "bench/plugin",
           ROOT / "test/ports/avr_count.c", "-o", path)
    return path


def counts() -> bool:
    """The plugin interface of bench/plugin went away with QEMU 9."""
    version = re.search(r"version (\d+)", output("qemu-system-avr", "--version"))
    return version is not None and int(version[1]) < 9


def run(elf: Path, end: str, plugin: Path, first: str, last: str) -> tuple[str, str]:
    """What the image says until a line has `end`, and how many instructions it executed between the functions."""
    symbols = {line.split()[0]: line.split()[2] for line in output("avr-nm", "--format=posix", elf).splitlines()
               if len(line.split()) > 2}
    counted = elf.with_suffix(".count")
    counted.unlink(missing_ok=True)
    options = ["-plugin", f"{plugin},from=0x{symbols[first]},to=0x{symbols[last]},out={counted}"] if counts() else []
    with subprocess.Popen(["qemu-system-avr", "-machine", "mega2560", "-bios", str(elf), "-display", "none", "-monitor",
                           "none", "-serial", "stdio", *options], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True) as process:
        lines = []
        limit = threading.Timer(SECONDS, process.kill)  # an image may say nothing at all
        limit.start()
        try:
            assert process.stdout is not None
            for line in process.stdout:
                lines.append(line)
                if end in line:
                    break
        finally:
            limit.cancel()
            process.kill()
    return "".join(lines), f"{int(counted.read_text()):,} instructions" if counted.exists() else ""


def check_ram(said: str, elf: Path, what: str, count: str) -> None:
    """Data and stack do not meet."""
    match = re.search(r"^static (\d+) stack (\d+)$", said, re.MULTILINE)
    assert match, said
    data, stack = int(match[1]), int(match[2])
    assert 0 < stack and data + stack < RAM
    size = re.search(r"^\s*(\d+)\s+(\d+)", output("avr-size", elf), re.MULTILINE)
    assert size
    assert bool(count) == counts()
    record("AVR ATmega2560", f"image, {int(size[1]) + int(size[2]):,} bytes of flash", f"QEMU: {what}, {count}",
           f"{data + stack:,} of {RAM:,} (static {data:,}, stack {stack:,})")


def check_skips(elf: Path) -> None:
    """QEMU 7.2 hangs where a `ret` or an indirect jump is skipped: better a failed test than an image that says
    nothing. ports/avr/qemu_multiply.S replaces the one that libgcc has."""
    listing = output("avr-objdump", "-d", "--no-show-raw-insn", elf)
    assert not re.search(r"\t(sbrs|sbrc|cpse|sbic|sbis)\t.*\n.*\t(ret|reti|e?ijmp|e?icall)\b", listing)


@pytest.mark.parametrize("name", SCHEMES)
def test_verification(name: str, counter: Path, tmp_path: Path) -> None:
    """Genuine signatures and forgeries, in 8 kB."""
    vectors = tmp_path / "vectors.c"
    output(sys.executable, PORTS / "selftest/vectors.py", vectors)
    elf = image(name, name, PORTS / "avr/main.c", PORTS / "selftest/selftest.c", vectors,
                options=("-DSELFTEST_SIGNS=0", *OPTIONS.get(name, ())))
    check_skips(elf)
    # The first verification is of the genuine signature; it ends before the second begins.
    said, count = run(elf, "selftest: ", counter, "ksig_verify_open", "ksig_verify_open")
    assert f"ok {name}: verified, forgeries rejected\n" in said and "selftest: 0 wrong\n" in said, said
    check_ram(said, elf, f"{name} verified", count)


# scheme: options for its image. HAETAE-2 takes minutes in the emulator.
SIGNERS: dict[str, tuple[str, ...]] = {"ml-dsa-44": ()}
if FULL:
    SIGNERS["haetae-2"] = ("-DKSIG_ANCHOR_HASH=KSIG_HASH_SHAKE256",)


@pytest.mark.parametrize("scheme", SIGNERS)
def test_signing(scheme: str, counter: Path, tmp_path: Path) -> None:
    """The signature that leaves the chip is the library's, byte for byte."""
    message, rnd = b"kilosig signs here\0", bytes([4, 5, 6]).ljust(32, b"\0")
    family = signer_of(scheme)
    secret = family.generate(scheme, bytes([1, 2, 3]).ljust(32, b"\0")).secret
    expected = family.sign(scheme, secret, Signature(Data(message), b"", rnd=rnd, deterministic=False))
    (tmp_path / "secret_key.h").write_text(f"#define SECRET_KEY {', '.join(map(str, secret))}\n")
    elf = image(f"{scheme}-sign", scheme, PORTS / "avr/sign.c", options=(*SIGNERS[scheme], "-I", str(tmp_path)))
    check_skips(elf)
    said, count = run(elf, "sign", counter, "ksig_sign_open", "ksig_sign_close")
    assert said.splitlines()[0] == expected.hex() and said.endswith("signed\n"), said
    check_ram(said, elf, f"{scheme} signed", count)
