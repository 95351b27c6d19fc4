# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ports/classical with the libraries of others that are on this machine: a shared object of each."""
from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from kilosig.library.classical import ECDSA_P256, ECDSA_P384, ED25519, ED25519_DIGEST
from kilosig.library.composite import ffi

ROOT = Path(__file__).resolve().parents[2]
PORT, FOREIGN, BUILD = ROOT / "ports/classical", ROOT / "build/foreign", ROOT / "build/classical"
ALGORITHMS = {"bearssl": (ECDSA_P256, ECDSA_P384), "bearssl-15": (ECDSA_P256, ECDSA_P384),
              "monocypher": (ED25519, ED25519_DIGEST), "p256m": (ECDSA_P256,), "psa": (ECDSA_P256, ECDSA_P384)}


def _named(variable: str, default: Path) -> Path:
    return Path(os.environ.get(variable) or default)


def _found(*paths: Path) -> Path | None:
    return next((path for path in paths if path.exists()), None)


def _bearssl() -> tuple[list[str], str]:
    header = _found(Path("/usr/include/bearssl.h"), Path("/usr/local/include/bearssl.h"))
    return (["-lbearssl"], "") if header else ([], "bearssl.h is not installed: apt-get install libbearssl-dev")


def _monocypher() -> tuple[list[str], str]:
    unpacked = sorted(FOREIGN.glob("pymonocypher-*"))
    folder = _named("KSIG_MONOCYPHER_DIR", next((path for path in unpacked if path.is_dir()), FOREIGN / "monocypher"))
    if not (folder / "monocypher.c").exists():
        return [], "no monocypher.c: scripts/setup.sh test brings pymonocypher's, or name its folder in " \
                   "KSIG_MONOCYPHER_DIR"
    return [f"-I{folder}", str(folder / "monocypher.c")], ""


def _p256m() -> tuple[list[str], str]:
    folder = _named("KSIG_P256M_DIR", FOREIGN / "p256-m")
    if not (folder / "p256-m.c").exists():
        return [], "no p256-m.c: name its folder in KSIG_P256M_DIR"
    return [f"-I{folder}", str(folder / "p256-m.c")], ""


def _psa() -> tuple[list[str], str]:
    root = _named("KSIG_PSA_DIR", Path("/"))
    library = _found(*root.glob("usr/lib/*/libmbedcrypto.so"), *root.glob("usr/local/lib/libmbedcrypto.so"))
    if library is None:
        return [], "no libmbedcrypto.so: apt-get install libmbedtls-dev, or name the root that has it in KSIG_PSA_DIR"
    return [f"-I{root}/usr/include", str(library), f"-Wl,-rpath,{library.parent}"], ""


FINDERS: dict[str, Callable[[], tuple[list[str], str]]] = {
    "bearssl": _bearssl, "bearssl-15": _bearssl, "monocypher": _monocypher, "p256m": _p256m, "psa": _psa}


@cache
def adapter(name: str) -> tuple[Any, str]:
    """The adapter's ksig_classical_verify; or None, and why there is none."""
    options, missing = FINDERS[name]()
    if missing:
        return None, missing
    function = f"ksig_classical_{name.partition('-')[0]}"
    flags = ["-DKSIG_BEARSSL_15"] if name.endswith("-15") else []
    BUILD.mkdir(parents=True, exist_ok=True)
    library = BUILD / f"{name}-{os.getpid()}.so"
    subprocess.run(["gcc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-error=type-limits", "-shared",
                    "-fPIC", *flags, f"-I{ROOT / 'include'}", f"-I{PORT}", "-DKSIG_ENABLE_LINK_CHECK=0",
                    PORT / f"{function}.c", *options, "-o", library], check=True)
    own = type(ffi)()
    own.include(ffi)
    own.cdef(f"ksig_verdict {function}(const ksig_classical_input *);")
    opened = own.dlopen(str(library), own.RTLD_LAZY)  # p256-m asks for random bytes, to sign
    library.unlink()
    _KEPT.append(opened)
    return own.addressof(opened, function), ""


_KEPT: list[Any] = []
