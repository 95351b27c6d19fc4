# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Images of the released library, for a Cortex-M3 and for smaller cores."""
from __future__ import annotations

import bisect
import hashlib
import os
import re
import subprocess
from collections.abc import Iterable
from functools import lru_cache, cache
from pathlib import Path
from typing import NamedTuple

import signing_image
from alone import alone
from cortex import Machine
from faults.core import Core
from faults.layout import STATE_BYTES
from faults.processors import CORTEX_M3, RV32IMAC
from kilosig.library.catalog import is_research

ROOT = Path(__file__).resolve().parents[2]
BUILDS = ROOT / "build"  # a folder for each core
BUILD = BUILDS / CORTEX_M3
DRAFT = "-24"  # how the names end of sets that are off by default; a library with the research has them
PLACES = [f"-Wl,--defsym=__{name}={value}" for name, value in (
    ("flash", "0"), ("flash_size", "0x200000"), ("ram", "0x20000000"), ("ram_size", "0x10000"))]


def _build(target: str, on: str = CORTEX_M3) -> None:
    """One run at a time: two in one directory disturb each other."""
    with alone(BUILDS / on):
        first = [] if (BUILDS / on / "build.ninja").exists() else [["cmake", "--preset", on]]
        for command in (*first, ["cmake", "--build", "--preset", on, "--target", target]):
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            assert done.returncode == 0, done.stdout


def bench_image(name: str) -> Machine:
    """An image of bench/, built if need be."""
    _build(name)
    return Machine(BUILD / "bench" / f"{name}.elf")


def _linked(image: Path, library: Path, entry: str, *wanted: str) -> Path:
    """What of a library is needed for these symbols."""
    made = image.with_suffix(f".{os.getpid()}")  # another run may read the image
    options = ",".join(["--gc-sections", f"-e,{entry}", *(f"-u,{symbol}" for symbol in wanted),
                        f"-Map={image.with_suffix('.map')}"])
    command = signing_image.CORES[image.parent.name if image.parent.parent == BUILDS else CORTEX_M3]
    subprocess.run([*command, "-nostartfiles", f"-Wl,{options}", *PLACES, "-o", made, library], cwd=ROOT, check=True,
                   stderr=subprocess.DEVNULL)
    made.replace(image)
    return image


@cache
def library(variant: str, research: bool, on: str = CORTEX_M3) -> Path:
    """What the bench measures at -O2."""
    kind, folder = ("research", "O2-research") if research else ("kilosig", "O2")
    _build(f"bench_{kind}_O2_{variant}", on)
    return BUILDS / on / "lib/bench" / folder / ("libkilosig.a" if variant == "default" else f"libkilosig-{variant}.a")


@cache
def verifiers(variant: str, research: bool, on: str = CORTEX_M3) -> Path:
    """All verifiers of a variant in one image."""
    kind = "research" if research else "kilosig"
    return _linked(BUILDS / on / f"faults-{kind}-{variant}.elf", library(variant, research, on), "ksig_verify",
                   "ksig_schemes")


def linked_for(scheme: str, image: Path, from_library: Path) -> Path:
    """A verifier, with what it calls."""
    calls = [f"ksig_verify_{name}" for name in ("want", "feed", "close")]
    return _linked(image, from_library, "ksig_verify_open", "ksig_" + scheme.replace("-", "_"), *calls)


@cache
def callers(on: str = CORTEX_M3) -> Path:
    """All that calls a verification, with it: the calls over memory, push, the readers of COSE, CWT and X.509, and
    Composite ML-DSA."""
    return _linked(BUILDS / on / "faults-callers.elf", library("default", False, on), "ksig_verify", "ksig_schemes",
                   *(f"ksig_verify_{name}" for name in ("twice", "with_key", "push")),
                   *(f"ksig_cose_{name}" for name in ("open", "want", "feed", "push", "close", "verify")),
                   "ksig_cwt_open", "ksig_cwt_close",
                   *(f"ksig_x509_{name}" for name in ("open", "want", "feed", "push", "close",
                                                    "close_classical", "ml_dsa_44_ecdsa_p256", "ecdsa_p256",
                                                    "ed25519")),
                   "ksig_composite_schemes",
                   *(f"ksig_composite_{name}" for name in ("open", "want", "feed", "push", "close", "verify")))


def addresses_of(image: Path, *sources: str) -> list[tuple[int, int]]:
    """Where the functions of these files are: begin and end."""
    text = image.with_suffix(".map").read_text().split("Linker script and memory map")[1]
    found = re.findall(r"^ \.text\.\S+\s+0x([0-9a-f]+)\s+0x([0-9a-f]+)\s+\S+\((\S+)\.c\.obj\)$", text, re.MULTILINE)
    return [(int(at, 16), int(at, 16) + int(size, 16)) for at, size, name in found if name in sources]


@cache
def signer(symbol: str, variant: str = "default", on: str = CORTEX_M3) -> Path:
    """One signer, of the same library."""
    calls = [f"ksig_sign_{name}" for name in ("want", "feed", "step", "take", "close")]
    image = BUILDS / on / f"faults-{symbol}{'' if variant == 'default' else '-' + variant}.elf"
    return _linked(image, library(variant, False, on), "ksig_sign_open", *calls, symbol)


def signing() -> Path:
    """Signers whose parameters are objects that a test may replace."""
    return signing_image.build(ROOT / "build/stack/cortex-m3-O2-default", "cortex-m3", "O2", "default")


@lru_cache(maxsize=1)
def signer_core(symbol: str, variant: str = "default", on: str = CORTEX_M3) -> Core:
    """A core with a signer, and room for the largest signature."""
    large = "87" in symbol or variant == "fast"
    return Core(signer(symbol, variant, on), 2 * STATE_BYTES if large else STATE_BYTES, on)


@cache
def sections(archive: str, tools: str) -> dict[tuple[str, str], str]:
    """{member and section of a library: its code and constants, with names in place of addresses}"""
    text = subprocess.run([f"{tools}-objdump", "-Drz", archive], check=True, stdout=subprocess.PIPE,
                          text=True).stdout
    found = {}
    for member in re.split(r"^(?=\S+:\s+file format )", text, flags=re.MULTILINE)[1:]:
        for section in member.split("\nDisassembly of section ")[1:]:
            name, code = section.split(":\n", 1)
            # RISC-V's objects have the compiler's labels, whose numbers any change of the file and of what debuggers
            # are told moves; where they are stands beside the name. Constants keep theirs.
            code = re.sub(r"\n\n[0-9a-f]+ <\.L(?!C\d|ANCHOR)[^>]*>:\n", "\n", code)
            code = re.sub(r"<\.L(?!C\d|ANCHOR)[^>]*>", "<>", code)
            code = re.sub(r"(\sR_RISCV_\S+\s+)\.L(?!C\d|ANCHOR)\w*", r"\1.L", code)
            found[member.split(":", 1)[0], name] = code
    return found


class Part(NamedTuple):
    """A section of an image: where it lies, and what of which library it is."""

    begin: int
    end: int
    name: str  # MEMBER:SECTION
    archive: str


@cache
def parts(image: Path) -> list[Part]:
    """Code and constants of an image, by address."""
    text = image.with_suffix(".map").read_text().split("Linker script and memory map")[1]
    found = re.findall(r"^ (\.(?:text|s?rodata)\S*)\s+0x([0-9a-f]+)\s+0x0*([1-9a-f][0-9a-f]*)\s+(\S+)\((\S+)\)$", text,
                       re.MULTILINE)
    assert found, image
    return sorted(Part(int(at, 16), int(at, 16) + int(size, 16), f"{member}:{name}", archive)
                  for name, at, size, archive, member in found)


def executed(image: Path, addresses: Iterable[int]) -> set[str]:
    """The names of the parts in which these addresses are."""
    every = parts(image)
    begins = [part.begin for part in every]
    hit = {bisect.bisect_right(begins, address) - 1 for address in addresses}
    return {every[number].name for number in hit if number >= 0}


@cache
def fingerprint(image: Path, names: tuple[str, ...]) -> str:
    """Of these parts of an image and the constants that they name, wherever they lie: what is moved stays the same.
    Empty if a part is no longer there."""
    archives = {part.name: part.archive for part in parts(image)}
    constants = {part.name.split(":")[1]: part.name for part in parts(image) if "rodata" in part.name.split(":")[1]}
    tools = "riscv64-unknown-elf" if image.parent.name == RV32IMAC else "arm-none-eabi"
    left, code = set(names), {}
    while left:
        name = left.pop()
        if name not in archives:
            return ""
        member, section = name.split(":")
        code[name] = sections(archives[name], tools)[member, section]
        for wanted in set(re.findall(r"R_(?:ARM|RISCV)_\S+\s+([^\s+-]+)", code[name])):
            own = f"{member}:{wanted}" if wanted.startswith(".rodata") else constants.get(f".rodata.{wanted}")
            # For RISC-V a constant of the same file has a label, which does not say in which section it is.
            near = [other for other in constants.values() if wanted.startswith((".LC", ".LANCHOR"))
                    and other.startswith(f"{member}:")]
            left.update(other for other in (own, *near) if other in archives and other not in code)
    return hashlib.sha256("\n".join(f"{name}\n{text}" for name, text in sorted(code.items())).encode()).hexdigest()[:16]


def verifier(scheme: str, variant: str = "default", on: str = CORTEX_M3) -> Path:
    """The image with the verifier of a scheme."""
    return verifiers(variant, is_research(scheme) or scheme.endswith(DRAFT), on)


@lru_cache(maxsize=2)
def core(scheme: str, variant: str = "default", on: str = CORTEX_M3) -> Core:
    """A core with the verifier."""
    return Core(verifier(scheme, variant, on), on=on)
