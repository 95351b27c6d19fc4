#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Locks the Python packages: tools/requirements/*.txt, which scripts/setup.sh and a release install by their hashes.

usage: requirements.py [--upgrade]      --upgrade: the newest versions, instead of those that are locked

It needs uv (`pip install uv`), a package index, and `make test` run before: the licences are those that the installed
packages name. Each file is for every Python since 3.11 and every system, with the digests of all files of a version.
"""
from __future__ import annotations

import argparse
import importlib.metadata
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tools/requirements"
PYTHON = "3.11"
# The extras of tools/pyproject.toml in each file: those of setup.sh's goals, and what a test of ports/ installs apart.
EXTRAS = {"tool": (), "site": ("site",), "bench": ("bench",),
          "test": ("test", "lint", "fleet", "ports", "can", "cms", "site"), "packages": ("packages",)}
# What builds our own package, and packages that are no wheel for a system: kpqc, and py-fn-dsa on 64-bit Arm.
BUILD = ("setuptools>=77.0.3", "hatchling>=1.27", "cffi>=1.17")
HEADER = "# Locked by scripts/requirements.py. pip install --require-hashes --no-build-isolation -r FILE\n"
# Of packages whose metadata says no SPDX expression.
LICENCES = {"colorama": "BSD-3-Clause", "pyserial": "BSD-3-Clause", "intelhex": "BSD-3-Clause", "MIT License": "MIT",
            "pyelftools": "Unlicense",
            "ISC License (ISCL)": "ISC", "GNU Lesser General Public License v3 or later (LGPLv3+)": "LGPL-3.0-or-later"}


class RequirementsError(Exception):
    """What is wrong, in a sentence."""


@dataclass
class Locked:
    """One version of a package. marker: of the systems that get it; needed_by: names of packages."""

    name: str
    version: str
    marker: str
    hashes: list
    needed_by: list
    licence: str


def read(path):
    """The packages of a file, in its order."""
    made = []
    for block in re.split(r"^(?=[a-z0-9])", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        head = re.match(r"([a-z0-9-]+)==(\S+)(?: ; (.*?))? *\\?\n", block)
        licence = re.search(r"^ +# licence: (.+)$", block, re.MULTILINE)
        made.append(Locked(head[1], head[2], (head[3] or "").strip(),
                           re.findall(r"--hash=sha256:([0-9a-f]{64})", block),
                           re.findall(r"^ +#(?: via|  ) ([a-z0-9-]+)(?: .*)?$", block, re.MULTILINE),
                           licence[1] if licence else ""))
    return made


def licence(name):
    """SPDX, of an installed package."""
    try:
        metadata = importlib.metadata.metadata(name)
    except importlib.metadata.PackageNotFoundError:
        metadata = {}
    says = LICENCES.get(name) or (metadata or {}).get("License-Expression")
    classes = [line.split(" :: ")[-1] for line in (metadata.get_all("Classifier") or [] if metadata else [])
               if line.startswith("License")]
    for one in classes:
        says = says or LICENCES.get(one)
    if not says:
        raise RequirementsError(f"{name} does not say its licence: install it, or put it into LICENCES.")
    return says


def compiled(target, sources, extras=(), hashes=True, upgrade=False):
    """Has uv write `target`, with versions that are in it already where they may stay."""
    words = ["uv", "pip", "compile", *sources, "--universal", "--python-version", PYTHON, "--quiet", "--no-header",
             "--output-file", target, *(f"--extra={one}" for one in extras)]
    words += [*(["--generate-hashes"] if hashes else []), *(["--upgrade"] if upgrade else [])]
    done = subprocess.run([str(word) for word in words], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise RequirementsError(done.stderr.strip())


def lock(upgrade):
    """Writes the files: all from one resolution, so that no two have different versions for one system."""
    with tempfile.TemporaryDirectory() as name:
        everything, build = pathlib.Path(name) / "everything.txt", pathlib.Path(name) / "build.in"
        build.write_text("\n".join(BUILD) + "\n")
        before = {f"{one.name}=={one.version}" + (f" ; {one.marker}" if one.marker else "")
                  for path in FOLDER.glob("*.txt") for one in read(path)}
        everything.write_text("".join(f"{line}\n" for line in sorted(before)))
        extras = sorted({extra for names in EXTRAS.values() for extra in names})
        project = "tools/pyproject.toml"
        compiled(everything, (project, build), extras, hashes=False, upgrade=upgrade)
        for goal, names in {**EXTRAS, "build": None}.items():
            made = pathlib.Path(name) / f"{goal}.txt"
            shutil.copy(everything, made)
            compiled(made, (build,) if names is None else (project,), names or ())
            text = made.read_text(encoding="utf-8").replace(f"-r {build}", "kilosig")
            if goal == "tool":  # of what the tool's wheel needs, the SBOM names the licences
                text = re.sub(r"^([a-z0-9-]+)==(?:.*\n(?: +.*\n)*)",
                              lambda match: f"{match[0]}    # licence: {licence(match[1])}\n", text, flags=re.MULTILINE)
            FOLDER.mkdir(exist_ok=True)
            (FOLDER / f"{goal}.txt").write_text(HEADER + text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Locks the Python packages in tools/requirements.")
    parser.add_argument("--upgrade", action="store_true", help="the newest versions")
    upgrade = parser.parse_args().upgrade
    try:
        if shutil.which("uv") is None:
            raise RequirementsError("uv is missing: pip install uv")
        lock(upgrade)
    except RequirementsError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
