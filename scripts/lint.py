#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Style and static checks: clang-format, clang-tidy, ruff, schemes, manifests, mypy, shellcheck, one version. The last
line is the result.

usage: lint.py [--deep] [NAME...]      all of them, or those named
    --deep: clang's analyzer follows as many paths of a function as it would by itself; takes four times as long

`make lint` calls it with the Python of .venv, whose extra `lint` has the programs, and with --deep as `make full` does.
`make test`, `make check` and .pre-commit-config.yaml do without.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = pathlib.Path(sys.executable).parent
LIBRARY = ["-std=c99", "-ffreestanding", "-Iinclude", "-Isrc"]
RESEARCH = ["-DKSIG_RESEARCH=1", "-Iresearch/include", "-Iresearch"]
# States of a function that clang's analyzer looks at, of 225,000: enough for most functions to the end.
STATES = ["-Xclang", "-analyzer-config", "-Xclang", "max-nodes=20000"]
DEEP = "--deep" in sys.argv[1:]


def tracked(*patterns):
    done = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *patterns], cwd=ROOT, check=True,
                          stdout=subprocess.PIPE, text=True)
    return [name for name in done.stdout.split() if (ROOT / name).exists()]


def run(program, *arguments):
    """What it says, if it is not content."""
    done = subprocess.run([str(PROGRAMS / program), *arguments], cwd=ROOT, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def clang_format():
    return run("clang-format", "--dry-run", "--Werror", *tracked("*.c", "*.h", "*.hpp", "*.cpp"))


def clang_tidy():
    """Headers are looked at where they are included. PyPI's program comes without the compiler's own headers."""
    resources = subprocess.run(["clang", "-print-resource-dir"], check=True, stdout=subprocess.PIPE,
                               text=True).stdout.strip()
    system = "-isystem", resources + "/include"
    states = [] if DEEP else STATES
    research = (ROOT / "research/include/kilosig/research.def").read_text()
    enabled = [f"-D{switch}=1" for switch in re.findall(r"^#if (KSIG_ENABLE_\w+)$", research, re.MULTILINE)]
    return (run("clang-tidy", "--quiet", *tracked("src/*.c"), "--", *LIBRARY, *states, *system) +
            run("clang-tidy", "--quiet", *tracked("research/*.c"), "--", *LIBRARY, *RESEARCH, *enabled, *states,
                *system) +
            run("clang-tidy", "--quiet", "--header-filter=kilosig.hpp", "test/consumers/app_hpp.cpp", "--",
                "-std=c++17", "-Iinclude", *system))


def ruff():
    return run("ruff", "check", "--no-cache", "--quiet", "--config", "tools/ruff.toml", *tracked("*.py"))


def manifests():
    """ports/ says what ports/description.toml does."""
    done = subprocess.run([sys.executable, ROOT / "scripts/manifests.py", "--check"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return done.stdout if done.returncode else ""


def schemes():
    """What names every parameter set says what schemes.toml does."""
    done = subprocess.run([sys.executable, ROOT / "scripts/schemes.py", "--check"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return done.stdout if done.returncode else ""


def mypy():
    return run("mypy", "--no-incremental", "--config-file", "tools/pyproject.toml", "tools/kilosig")


def shellcheck():
    return run("shellcheck", *tracked("*.sh", ".ci/run"))


def version():
    """One version: that of the header. CMake takes it from there."""
    header = (ROOT / "include/kilosig/kilosig.h").read_text()
    text = re.search(r'#define KSIG_VERSION "([\d.]+)"', header)[1]
    number = int(re.search(r"#define KSIG_VERSION_NUMBER (0x\w+)", header)[1], 16)
    major, minor, patch = map(int, text.split("."))
    wrong = [] if number == (major << 16 | minor << 8 | patch) else ["include/kilosig/kilosig.h: KSIG_VERSION_NUMBER"]
    for name in ("tools/pyproject.toml", "ports/rust/Cargo.toml"):
        found = re.search(r'^version = "([^"]+)"', (ROOT / name).read_text(), re.MULTILINE)
        # A build may ask another file, as the header.
        if found and found[1] != text:
            wrong.append(f"{name}: {found[1]}")
    return "\n".join(f"{line} is not {text}" for line in wrong)


CHECKS = {check.__name__.replace("_", "-"): check
          for check in (clang_format, clang_tidy, ruff, schemes, manifests, mypy, shellcheck, version)}


def main():
    parser = argparse.ArgumentParser(description="Style and static checks.")
    parser.add_argument("--deep", action="store_true", help="clang's analyzer takes its time")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(CHECKS)}; default: all")
    names = parser.parse_args().names or list(CHECKS)
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        parser.error(f"there is no check '{unknown[0]}': choose of {', '.join(CHECKS)}")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for name, said in zip(names, pool.map(lambda name: CHECKS[name](), names)):
            failed += bool(said)
            print(f"{name}: {'failed' if said else 'passed'}\n{said}", end="" if said else "\n")
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
