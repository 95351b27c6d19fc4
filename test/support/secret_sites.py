# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What test_taint.py, test_traces.py and test_avr_secrets.py share: which schemes have secrets, what of them is public
by KSIG_DECLASSIFY in the source (scripts/declassified.py), and builds of the library's code."""
from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import results

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts"))
import declassified  # noqa: E402
from declassified import Use  # noqa: E402

CT = ROOT / "test/ct"
VARIANTS = ("default", "fast", "small")
FOLDERS = ("api", "stream", "haetae", "mldsa", "slhdsa", "hash", "guard", "util")
RINGS = ("ntt16", "ntt16_table", "short23", "compact23", "sum23", "ntt23", "ntt23_table")
# `make ct`: everything. Else what `make test` has time for.
FULL = os.environ.get("KSIG_CT") == "full"


class Scheme(NamedTuple):
    """A row of test/ct/taint.c."""

    name: str
    operations: tuple[str, ...] = ("keygen", "sign")


HAETAE = tuple(Scheme(f"haetae-{level}{form}") for level in (2, 3, 5) for form in ("", "-compact"))
ML_DSA = tuple(Scheme(f"ml-dsa-{level}{form}") for level in (44, 65, 87) for form in ("", "-expanded"))
SLH_DSA = tuple(Scheme(f"slh-dsa-{name}") for name in ("sha2-128f", "sha2-192f", "shake-128f"))
SCHEMES = HAETAE + ML_DSA + SLH_DSA


class Place(NamedTuple):
    """Where something was executed. Without a file: code that the compiler gives no line."""

    file: str
    line: int
    function: str


# What is public though it was made of secrets, by the markers in the source. A branch or an address that depends on a
# secret beside them is one too many, wherever it is and however it is spelled.
USES = tuple(declassified.uses())
TAINT = (f'-DKSIG_TAINT_FILE="{CT / "taint.h"}"',)  # for a build that tells a checker


def use_at(path: str, line: int) -> Use | None:
    """The marker in a line of a source file."""
    return next((use for use in USES if Path(path).name == Path(use.file).name and use.line <= line <= use.last), None)


def encoder() -> Use:
    """From there on symbols of an attempt that has passed all rejections of HAETAE decide."""
    use, = (use for use in USES if use.what.startswith("symbols,"))
    return use


def sources() -> list[Path]:
    """The C of everything that key generation and signing may use."""
    folders = [path for folder in FOLDERS for path in sorted((ROOT / "src" / folder).rglob("*.c"))]
    return folders + [ROOT / f"src/ring/{name}.c" for name in RINGS]


def signing_sources() -> list[Path]:
    """The same without what only verification runs, which has no secrets."""
    public = {f"slhdsa_{part}" for part in ("verify", "schemes", "message")} | {"brwhash", "given"}
    return [path for path in sources() if path.parent.name != "verify" and path.stem not in public and (
        path.parent.name != "api" or path.stem in ("keygen", "sign", "lifecycle"))]


def compile_all(compiler: Sequence[str], files: Sequence[Path], variant: str, folder: Path,
                defines: Sequence[str] = (), lines: bool = True) -> list[Path]:
    """The objects of all files, two at a time. lines: they tell the lines of the source."""
    upper = variant.upper()
    options = ["-gdwarf-4" if lines else "-g0", "-std=c99", "-ffreestanding", "-ffunction-sections", "-fdata-sections",
               "-I", ROOT / "include", "-I", ROOT / "src", f'-DKSIG_CONFIG_FILE="{CT / "config.h"}"',
               f"-DKSIG_HAETAE_SIGN_VARIANT=KSIG_VARIANT_{upper}",
               f"-DKSIG_ML_DSA_SIGN_VARIANT=KSIG_VARIANT_{upper}", *defines]
    jobs: dict[Path, Path] = {folder / f"{number}-{source.stem}.o": source for number, source in enumerate(files)}
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda job: run(*compiler, *options, "-c", job[1], "-o", job[0]), jobs.items()))
    return list(jobs)


def run(*command: object) -> str:
    """What a command prints; what it says if it fails is in the exception."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout


def record(text: str) -> None:
    """A line of what was done, for who wants the counts: build/results/ct.txt."""
    results.add("ct.txt", text)
    print(text)
