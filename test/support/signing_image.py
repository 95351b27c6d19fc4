# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Key generation and signing of ML-DSA, HAETAE and SLH-DSA as an image of functions without a main, for any core,
optimization and variant, in the Unicorn emulator."""
from __future__ import annotations

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from unicorn import UC_ARCH_RISCV, UC_MODE_RISCV32, Uc
from unicorn.riscv_const import UC_RISCV_REG_A0, UC_RISCV_REG_PC, UC_RISCV_REG_RA, UC_RISCV_REG_SP

from alone import alone
from cortex import RETURN, STACK_TOP, Machine

ROOT = Path(__file__).resolve().parents[2]
CORES: dict[str, tuple[str, ...]] = {
    "cortex-m0": ("arm-none-eabi-gcc", "--specs=picolibc.specs", "-mcpu=cortex-m0", "-mthumb"),
    "cortex-m3": ("arm-none-eabi-gcc", "--specs=picolibc.specs", "-mcpu=cortex-m3", "-mthumb"),
    "cortex-m4": ("arm-none-eabi-gcc", "--specs=picolibc.specs", "-mcpu=cortex-m4", "-mthumb"),
    "rv32imac": ("riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-march=rv32imac", "-mabi=ilp32"),
}
ARCHITECTURES = {"cortex-m0": "armv6m", "rv32imac": "rv32"}  # the others are armv7m
ROOTS = [f"ksig_{call}" for call in ("keygen", "keygen_open", "keygen_step", "keygen_take", "keygen_close", "sign",
                                     "sign_open", "sign_want", "sign_feed", "sign_step", "sign_take", "sign_close")]
ML_DSA_DESCRIPTORS = [f"ksig_ml_dsa_{level}_{form}" for level in (44, 65)
                      for form in ("keygen", "expanded_keygen", "sign", "expanded_sign")]
SLH_DSA_DESCRIPTORS = [f"ksig_slh_dsa_{name}_{form}" for name in ("sha2_128f", "sha2_192f", "shake_128f")
                       for form in ("keygen", "sign")]
DESCRIPTORS = ML_DSA_DESCRIPTORS + SLH_DSA_DESCRIPTORS + [f"ksig_haetae_{level}{form}{operation}" for level in (2, 3, 5)
               for form, operation in (("", "_keygen"), ("_compact", "_keygen"), ("", "_sign"), ("_compact", "_sign"))]


class RiscvMachine(Machine):
    """The same for RV32IMAC; functions of up to eight words."""

    def emulator(self) -> Uc:
        return Uc(UC_ARCH_RISCV, UC_MODE_RISCV32)

    def call(self, function: str, *arguments: int, skip: object = None, limit: int = 0) -> int:
        assert skip is None
        for number, value in enumerate(arguments):
            self._uc.reg_write(UC_RISCV_REG_A0 + number, value)
        self._uc.reg_write(UC_RISCV_REG_SP, STACK_TOP)
        self._uc.reg_write(UC_RISCV_REG_RA, RETURN)
        self._uc.emu_start(self.symbols[function], RETURN)
        assert self._uc.reg_read(UC_RISCV_REG_PC) == RETURN
        return int(self._uc.reg_read(UC_RISCV_REG_A0))


def sources() -> list[Path]:
    """What key generation and signing need, and what the linker drops."""
    found = [path for folder in ("haetae", "mldsa", "slhdsa", "stream", "guard", "util")
             for path in sorted((ROOT / "src" / folder).rglob("*.c"))]
    found = [path for path in found if path.parent.name != "verify" and path.stem not in (
        "slhdsa_verify", "slhdsa_schemes", "slhdsa_message")]
    found += [ROOT / "src" / name for name in (
        "api/keygen.c", "api/sign.c", "api/lifecycle.c", "hash/keccak.c", "hash/keccak_f1600.c", "hash/prehash.c",
        "hash/sha256.c", "hash/sha256_chain.c", "hash/sha512.c", "ring/ntt16.c", "ring/ntt16_table.c", "ring/ntt23.c",
        "ring/ntt23_table.c", "ring/short23.c", "ring/compact23.c", "ring/sum23.c")]
    return found


def build(folder: Path, core: str, opt: str, variant: str, *options: str) -> Path:
    """The image, with the flags of a release; built once, by whichever room comes first."""
    with alone(folder):
        return _build(folder, core, opt, variant, *options)


def _is_new(image: Path, made_by: Path, command: str) -> bool:
    """Whether there is an image of that command, younger than what it is made of."""
    if not image.exists() or not made_by.exists() or made_by.read_text() != command:
        return False
    inputs = [Path(__file__), *(ROOT / "src").rglob("*.*"), *(ROOT / "include").rglob("*.*")]
    return image.stat().st_mtime > max(path.stat().st_mtime for path in inputs)


def _build(folder: Path, core: str, opt: str, variant: str, *options: str) -> Path:
    compiler = [*CORES[core], f"-{opt}", "-g", "-std=c99", "-ffreestanding", "-ffunction-sections", "-fdata-sections",
                f"-DKSIG_HAETAE_SIGN_VARIANT=KSIG_VARIANT_{variant.upper()}",
                f"-DKSIG_ML_DSA_SIGN_VARIANT=KSIG_VARIANT_{variant.upper()}", "-I", ROOT / "include", "-I",
                ROOT / "src", *options]
    files = sources()
    files += sorted((ROOT / "src/arch" / ARCHITECTURES.get(core, "armv7m")).rglob("*.S"))

    def compiled(source: Path) -> Path:
        target = folder / f"{source.parent.name}-{source.stem}-{source.suffix[1:]}.o"
        subprocess.run([str(part) for part in (*compiler, "-c", source, "-o", target)], check=True)
        return target

    script, image, made_by = folder / "functions.ld", folder / "image.elf", folder / "command.txt"
    told = " ".join(str(part) for part in [*compiler, *files])
    if _is_new(image, made_by, told):
        return image
    made_by.unlink(missing_ok=True)
    with ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compiled, files))
    script.write_text("SECTIONS { .text 0x1000 : { *(.text* .rodata* .srodata*) } /DISCARD/ : { *(.ARM.exidx*) } }\n")
    wanted = [f"-Wl,-u,{name}" for name in ROOTS + DESCRIPTORS]
    command = [*CORES[core], "-nostartfiles", "-Wl,--gc-sections", "-Wl,-e,ksig_sign", "-Wl,--no-warn-rwx-segments",
               f"-Wl,-Map={image.with_suffix('.map')}", *wanted, f"-T{script}", *objects, "-o", image]
    subprocess.run([str(part) for part in command], check=True)
    made_by.write_text(told)
    return image


def machine(image: Path, core: str) -> Machine:
    """The image in an emulator."""
    return RiscvMachine(image) if core == "rv32imac" else Machine(image)


def available(core: str) -> bool:
    """Whether this computer has the core's compiler."""
    return shutil.which(CORES[core][0]) is not None
