# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library as WebAssembly, once for each variant: clang and wasm-ld, no C library, no run-time system.

The objects are made of every C file of src/ and of site/wasm/. The schemes are those of the tool, the broken ones
included."""
from __future__ import annotations

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kilosig_site import BUILD, ROOT, SITE

STACK_BYTES = 65536
COMPILE = ["clang", "--target=wasm32", "-std=c99", "-ffreestanding", "-fno-builtin", "-O2", "-ffunction-sections",
           "-fdata-sections", "-Wall", "-Wextra", "-Werror"]
RESEARCH = ["-DKSIG_ENABLE_RAINBOW_1_CLASSIC=1", "-DKSIG_ENABLE_GEMSS_128=1", "-DKSIG_ENABLE_XMSS_RFC8391=1"]
# stack-first: an overflow leaves memory and traps, instead of writing over data.
LINK = ["wasm-ld", "--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-z", f"stack-size={STACK_BYTES}",
        "--export=__heap_base"]


def definitions(variant: str) -> list[str]:
    """The options of a variant, as cmake/library.cmake has them."""
    if variant == "default":
        return RESEARCH
    switches = ("ML_DSA", "ML_DSA_SIGN", "HAETAE_SIGN", "GEMSS_128")
    return RESEARCH + [f"-DKSIG_{switch}_VARIANT=KSIG_VARIANT_{variant.upper()}" for switch in switches]


def sources() -> list[Path]:
    """Every C file; names are unique."""
    return sorted((ROOT / "src").rglob("*.c")) + sorted((SITE / "wasm").glob("*.c"))


def build(variant: str) -> Path:
    """Compiles what is older than the sources, and links. Returns the module."""
    folder = BUILD / "wasm" / variant
    folder.mkdir(parents=True, exist_ok=True)
    module = folder / "kilosig.wasm"
    headers = [path for room in ("src", "include") for path in (ROOT / room).rglob("*.[hd]*")]
    newest = max(path.stat().st_mtime for path in [*sources(), *headers, Path(__file__)])
    if module.is_file() and module.stat().st_mtime > newest:
        return module
    include = [f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}"]

    def compile_one(source: Path) -> str:
        out = folder / f"{source.stem}.o"
        subprocess.run([*COMPILE, *definitions(variant), *include, "-c", str(source), "-o", str(out)], check=True)
        return str(out)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_one, sources()))
    subprocess.run([*LINK, *objects, "-o", str(module)], check=True)
    return module
