# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library as WebAssembly, once for each variant: clang and wasm-ld, no C library, no run-time system.

The objects are made of every C file of src/, research/ and site/wasm/. The schemes are those of the tool, the broken
ones included."""
from __future__ import annotations

import os
import subprocess
import tomllib
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from kilosig_site import BUILD, ROOT, SITE

STACK_BYTES = 65536
COMPILE = ["clang", "--target=wasm32", "-std=c99", "-ffreestanding", "-fno-builtin", "-O2", "-ffunction-sections",
           "-fdata-sections", "-Wall", "-Wextra", "-Werror"]
INCLUDE = [f"-I{ROOT / folder}" for folder in ("include", "research/include", "src", "research")]
# stack-first: an overflow leaves memory and traps, instead of writing over data.
LINK = ["wasm-ld", "--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-z", f"stack-size={STACK_BYTES}",
        "--export=__heap_base"]


def definitions(variant: str) -> list[str]:
    """The options of a variant, with every scheme of schemes.toml, as cmake/library.cmake has them."""
    made = ["-DKSIG_RESEARCH=1", "-DKSIG_ENABLE_XMSS_RFC8391=1"]
    for family in families():
        if family.get("default") == 0:
            made.append(f"-DKSIG_ENABLE_{family['switch']}=1")
        if family.get("research"):
            names = [one.get("switch", one["name"]) for one in family["set"]]
            made += [f"-DKSIG_ENABLE_{name.upper().replace('-', '_')}=1" for name in names]
        if variant != "default":
            made += [f"-D{option}=KSIG_VARIANT_{variant.upper()}" for option in family.get("variants", ())]
    return made


@cache
def families() -> list[dict[str, Any]]:
    """Those of schemes.toml, which is read once: every layout asks for them."""
    found: list[dict[str, Any]] = tomllib.loads((ROOT / "schemes.toml").read_text(encoding="utf-8"))["family"]
    return found


def sources() -> list[Path]:
    """Every C file; names are unique."""
    rooms = [*(ROOT / "src").rglob("*.c"), *(ROOT / "research").rglob("*.c")]
    return sorted(rooms) + sorted((SITE / "wasm").glob("*.c"))


def build(variant: str) -> Path:
    """Compiles what is older than the sources, and links. Returns the module."""
    folder = BUILD / "wasm" / variant
    folder.mkdir(parents=True, exist_ok=True)
    module = folder / "kilosig.wasm"
    headers = [path for room in ("src", "include", "research") for path in (ROOT / room).rglob("*.[hd]*")]
    newest = max(path.stat().st_mtime for path in [*sources(), *headers, ROOT / "schemes.toml", Path(__file__)])
    if module.is_file() and module.stat().st_mtime > newest:
        return module

    def compile_one(source: Path) -> str:
        out = folder / f"{source.stem}.o"
        subprocess.run([*COMPILE, *definitions(variant), *INCLUDE, "-c", str(source), "-o", str(out)], check=True)
        return str(out)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_one, sources()))
    subprocess.run([*LINK, *objects, "-o", str(module)], check=True)
    return module
