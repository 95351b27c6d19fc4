# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Rust crate on a Cortex-M3 with 8 kB of RAM, in QEMU. It needs core for thumbv7m-none-eabi: that of a toolchain
which has the target, or one made from sources that a toolchain has (Debian: rustc-web and rust-web-src). KSIG_RUSTC
names a rustc that is asked first."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from kilosig.library.binding import load
from port_rows import BUILD, ROOT, output, record, skip
from support import flipped, private_key, public_key

PORT = "Rust crate, Cortex-M3"
TARGET = "thumbv7m-none-eabi"
PROJECT = ROOT / "test/ports/rust_cortex_m3"
OLDEST = (1, 82)  # cargo: -Zbuild-std of core alone
MESSAGE = b"activate 33 units of the machine."


def compiler() -> tuple[str, list[str]] | None:
    """A rustc, and what cargo is told so that there is a core for the target."""
    for rustc in (os.environ.get("KSIG_RUSTC"), "rustc", "/usr/bin/rustc"):
        if rustc and shutil.which(rustc):
            root = subprocess.run([rustc, "--print", "sysroot"], stdout=subprocess.PIPE, text=True,
                                  check=False).stdout.strip()
            if (Path(root) / "lib/rustlib" / TARGET / "lib").is_dir():
                return rustc, []
            if (Path(root) / "lib/rustlib/src/rust/library/core").is_dir():
                return rustc, ["-Zbuild-std=core"]
    return None


def test_verification(tmp_path: Path) -> None:
    """Genuine is accepted and forged rejected, from flash and pushed through embedded-io."""
    for program in ("cargo", "arm-none-eabi-gcc", "qemu-system-arm"):
        if shutil.which(program) is None:
            skip(PORT, f"{program} is not installed")
    found = compiler()
    if found is None:
        skip(PORT, f"no Rust toolchain has {TARGET}, or the sources of core")
        return
    rustc, options = found
    library = load()
    scheme = library.scheme("ml-dsa-44")
    assert scheme is not None
    key = public_key("ml-dsa-44")
    for name, data in (("anchor", scheme.anchor(key)), ("key", key), ("message", MESSAGE),
                       ("forged", flipped(MESSAGE, 9)), ("signature", private_key("ml-dsa-44").sign(MESSAGE))):
        (tmp_path / name).write_bytes(data)
    link = ["-mcpu=cortex-m3", "-mthumb", "-nostartfiles", "--specs=picolibc.specs", f"-T{PROJECT}/memory.ld"]
    flags = ["-Clinker=arm-none-eabi-gcc", *(f"-Clink-arg={flag}" for flag in link)]
    folder = BUILD / "ports/rust_cortex_m3"
    output("cargo", "build", "--release", *options, "--target", TARGET, "--manifest-path", PROJECT / "Cargo.toml",
           "--target-dir", folder, RUSTC=rustc, RUSTC_BOOTSTRAP="1", INPUTS=str(tmp_path),
           CARGO_ENCODED_RUSTFLAGS="\x1f".join(flags))
    image = folder / TARGET / "release/rust_cortex_m3"
    said = output("qemu-system-arm", "-M", "stm32vldiscovery", "-nographic", "-monitor", "none", "-serial", "none",
                  "-semihosting-config", "enable=on,target=native", "-kernel", image)
    assert said == "".join(f"{way}: genuine accepted, forged rejected\n" for way in ("at once", "pushed"))
    size = re.search(r"^\s*(\d+)\s+(\d+)\s+(\d+)", output("arm-none-eabi-size", image), re.MULTILINE)
    assert size and size[2] == size[3] == "0"
    record(PORT, f"image, {int(size[1]):,} bytes of flash", "QEMU stm32vldiscovery: ml-dsa-44 verified",
           "8,192 suffice")
