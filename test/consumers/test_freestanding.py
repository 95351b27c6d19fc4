# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library needs memcpy and memset and nothing else, in each of README's four ways to build it, with gcc and clang,
told -ffreestanding or not: linked with -nostdlib, without a warning."""
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMPILERS = ("gcc", "clang")
LEAST_FLASH = ("-Os", "-DKSIG_OPTIMIZE=KSIG_OPTIMIZE_SIZE", "-DKSIG_ENABLE_PREHASH=0", "-DKSIG_ENABLE_REASON_TEXT=0")
USUAL = ("-O2",)
ONE_SET = ("-DKSIG_ENABLE_DEFAULT=0", "-DKSIG_ENABLE_ML_DSA_44=1")
# Without unused functions: one file has what some sets alone use.
WARNINGS = ("-Wall", "-Wextra", "-Wno-unused-function", "-Werror")
ALONE = ("-nostdlib", "-static", "-no-pie", "-Wl,-e,main")

APP = """#include "kilosig/kilosig.h"
void *memcpy(void *restrict to, const void *restrict from, size_t length) {
    for (size_t n = 0; n < length; n++)
        ((volatile char *)to)[n] = ((const char *)from)[n];
    return to;
}
void *memset(void *to, int byte, size_t length) {
    for (size_t n = 0; n < length; n++)
        ((volatile char *)to)[n] = (char)byte;
    return to;
}
int main(void) {
    static ksig_verify_ml_dsa_44 verification;
    static ksig_sign_ml_dsa signing;
    static uint8_t bytes[5000];
    ksig_verify_args args = {.anchor = bytes, .key_length = 1312, .signature_length = 2420};
    ksig_sign_args how = {.secret_key = bytes, .rnd = bytes};
    if (ksig_sign_open(&signing, sizeof signing, &ksig_ml_dsa_44_sign, &how, bytes) == KSIG_PENDING &&
        ksig_sign_step(&signing) == KSIG_PENDING)
        return 2;
    return ksig_verify_with_key(&verification, sizeof verification, &ksig_ml_dsa_44, &args, bytes, bytes, bytes) !=
        KSIG_ACCEPT;
}
"""


def run(*command: object, cwd: Path | None = None) -> str:
    """What it said; AssertionError if it fails."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, cwd=cwd)
    assert done.returncode == 0, done.stdout
    return done.stdout


def linked(folder: Path, compiler: str, flags: tuple[str, ...], include: Path, *library: object) -> None:
    """An application that verifies and signs, linked with nothing but what it brings."""
    (folder / "app.c").write_text(APP)
    run(compiler, "-std=c99", "-ffreestanding", *flags, "-I", include, "-c", folder / "app.c", "-o", folder / "app.o")
    run(compiler, *ALONE, folder / "app.o", *library, "-o", folder / "app")


@pytest.mark.parametrize("flags", [pytest.param(LEAST_FLASH, id="least flash"),
                                   pytest.param(USUAL, id="usual", marks=pytest.mark.full)])
@pytest.mark.parametrize("compiler", ["gcc", pytest.param("clang", marks=pytest.mark.full)])  # as in one file
def test_sources(compiler: str, flags: tuple[str, ...], tmp_path: Path) -> None:
    """Without -ffreestanding, so that the compiler may know memmove."""
    flags = (*flags, *ONE_SET)
    sources = [path for suffix in ("c", "S") for path in sorted((ROOT / "src").rglob(f"*.{suffix}"))]
    run(compiler, "-std=c99", *WARNINGS, *flags, "-I", ROOT / "include", "-I", ROOT / "src", "-c", *sources,
        cwd=tmp_path)
    linked(tmp_path, compiler, flags, ROOT / "include", *tmp_path.glob("*.o"))


@pytest.mark.parametrize("only", [pytest.param(True, id="one set"),
                                  pytest.param(False, id="all sets", marks=pytest.mark.full)])
@pytest.mark.parametrize("flags", [LEAST_FLASH, USUAL], ids=["least flash", "usual"])
@pytest.mark.parametrize("hosted", [False, True])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_one_file(compiler: str, hosted: bool, flags: tuple[str, ...], only: bool, tmp_path: Path) -> None:
    flags = (*flags, *(() if hosted else ("-ffreestanding",)))
    run(sys.executable, ROOT / "scripts/amalgamate.py", tmp_path, *(("--only", "ml-dsa-44") if only else ()))
    said = run(compiler, "-std=c99", *WARNINGS, *flags, "-I", tmp_path, "-c", tmp_path / "kilosig.c", "-o",
               tmp_path / "kilosig.o")
    assert said == ""
    linked(tmp_path, compiler, flags, tmp_path, tmp_path / "kilosig.o")


@pytest.mark.parametrize("way", ["installed", "a subdirectory"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_cmake(compiler: str, way: str, tmp_path: Path) -> None:
    """README's options of the least flash."""
    (tmp_path / "no.h").write_text("#define KSIG_ENABLE_PREHASH 0\n#define KSIG_ENABLE_REASON_TEXT 0\n")
    choice = ("-DKSIG_ONLY=ml-dsa-44", "-DKSIG_OPTIMIZE=size", f"-DKSIG_CONFIG={tmp_path}/no.h",
              f"-DCMAKE_C_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=MinSizeRel", "-DKSIG_WERROR=ON")
    if way == "installed":
        run("cmake", "-S", ROOT, "-B", tmp_path / "build", "-G", "Ninja", *choice)
        run("cmake", "--build", tmp_path / "build")
        run("cmake", "--install", tmp_path / "build", "--prefix", tmp_path / "prefix")
        linked(tmp_path, compiler, ("-Os",), tmp_path / "prefix/include", tmp_path / "prefix/lib/libkilosig.a")
        return
    project = tmp_path / "project"
    project.mkdir()
    (project / "app.c").write_text(APP)
    (project / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.16)\nproject(app C)\n"
        f"add_subdirectory({ROOT} kilosig)\nadd_executable(app app.c)\n"
        "target_compile_options(app PRIVATE -ffreestanding)\n"
        f"target_link_libraries(app kilosig::kilosig)\ntarget_link_options(app PRIVATE {' '.join(ALONE)})\n")
    run("cmake", "-S", project, "-B", project / "build", "-G", "Ninja", *choice)
    run("cmake", "--build", project / "build")


def test_readme_names_these_options() -> None:
    text = (ROOT / "README.md").read_text()
    sentence = re.search(r"least flash.*?\n\n", text[text.index("headline: end"):], re.S)
    assert sentence and all(name in sentence[0] for name in (
        "-Os", "KSIG_OPTIMIZE_SIZE", "KSIG_ENABLE_PREHASH 0", "KSIG_ENABLE_REASON_TEXT 0"))
