#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds what a release consists of into dist/, and verifies it from a clean folder. Publishes nothing.

usage: release.py [--without-programs]      --without-programs: no wheel and no crate, which need the tool and cargo

The archives of one commit are the same on every machine: names sorted, times those of the commit.
"""
from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import xml.etree.ElementTree as ElementTree
import zipfile

import description as described

ROOT = described.ROOT
DIST = ROOT / "dist"
# Of ports/, at the root of the source archive: where their tools look.
AT_ROOT = {"meson/meson.build": "meson.build", "meson/meson_options.txt": "meson_options.txt",
           "platformio/library.json": "library.json", "esp-idf/idf_component.yml": "idf_component.yml"}


class ReleaseError(Exception):
    """What is wrong, in a sentence."""


def run(*command, cwd=ROOT):
    done = subprocess.run([str(part) for part in command], cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True)
    if done.returncode:
        raise ReleaseError(f"{' '.join(map(str, command))} failed:\n{done.stdout}")
    return done.stdout


def commit_time():
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, universal_newlines=True)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else 0


def tar(path, files, when):
    """files: {name in the archive: content}."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, (content, mode) in sorted(files.items()):
            info = tarfile.TarInfo(name)
            info.size, info.mtime, info.mode = len(content), when, mode
            archive.addfile(info, io.BytesIO(content))
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", mtime=when, fileobj=raw) as packed:
        packed.write(buffer.getvalue())


def zipped(path, files):
    """As tar; the format begins in 1980, and no tool needs the time."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, (content, mode) in sorted(files.items()):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.external_attr, info.compress_type = mode << 16, zipfile.ZIP_DEFLATED
            archive.writestr(info, content)


def content(path):
    return path.read_bytes(), 0o755 if path.stat().st_mode & 0o100 else 0o644


def tracked(names):
    """Those of the names that git knows: nothing that was built gets into an archive."""
    known = set(run("git", "ls-files", "-z").split("\0"))
    return [name for name in names if name in known]


def source_files(d):
    names = tracked(described.found([*d.files["release"], *d.licence_files]))
    # Links to folders (the Rust crate's) are not files: the crate is an archive of its own.
    files = {name: content(ROOT / name) for name in names if not name.startswith("ports/rust/library")}
    files.update({to: content(ROOT / "ports" / name) for name, to in AT_ROOT.items()})
    return files


def licences(d):
    return {name: content(ROOT / name) for name in (*d.licence_files, "README.md", "CHANGELOG.md")}


def below(folder):
    return {path.relative_to(folder).as_posix(): content(path) for path in folder.rglob("*") if path.is_file()}


def build(d, programs):
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    base, when = f"{d.name}-{d.version}", commit_time()
    tar(DIST / f"{base}.tar.gz", {f"{base}/{name}": value for name, value in source_files(d).items()}, when)
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, ROOT / "scripts/amalgamate.py", folder)
        one_file = below(pathlib.Path(folder))
    zipped(DIST / f"{base}-amalgamation.zip", {**one_file, **licences(d)})
    # Arduino compiles what is below src/, and finds headers there alone.
    arduino = {f"{d.name}/src/{name}": value for name, value in one_file.items()}
    header = '/* SPDX-License-Identifier: Apache-2.0 OR MIT */\n#include "kilosig/kilosig.h"\n'
    arduino[f"{d.name}/src/kilosig.h"] = header.encode(), 0o644
    arduino[f"{d.name}/library.properties"] = content(ROOT / "ports/arduino/library.properties")
    arduino.update({f"{d.name}/{name}": value for name, value in licences(d).items()})
    zipped(DIST / f"{base}-arduino.zip", arduino)
    pack = {name: content(ROOT / name) for name in tracked(described.found(["src/**/*", "include/**/*", "docs/**/*"]))}
    pdsc = f"{d.name}.{d.name}.pdsc"
    zipped(DIST / f"{d.name}.{d.name}.{d.version}.pack",
           {**pack, **licences(d), pdsc: content(ROOT / "ports/cmsis-pack" / pdsc)})
    shutil.copy(ROOT / "ports/sbom/kilosig.cdx.json", DIST / f"{base}.cdx.json")
    digest = hashlib.sha256((DIST / f"{base}.tar.gz").read_bytes()).hexdigest()
    wrap = (ROOT / "ports/meson/kilosig.wrap").read_text()
    (DIST / "kilosig.wrap").write_text(wrap.replace("\n\n[provide]", f"\nsource_hash = {digest}\n\n[provide]"))
    if programs:
        for goal in ("here", "sdist", "aarch64"):
            made = run("scripts/wheel.sh", goal).split()[-1]
            # The sources of the library and those of the tool are archives of one name.
            shutil.copy(ROOT / made, DIST / pathlib.Path(made).name.replace(f"{base}.tar.gz", f"{base}-tool.tar.gz"))
        run("cargo", "package", "--locked", "--allow-dirty", "--no-verify", "--manifest-path",
            ROOT / "ports/rust/Cargo.toml", "--target-dir", ROOT / "build/rust-package")
        shutil.copy(ROOT / f"build/rust-package/package/{d.name}-{d.version}.crate", DIST)
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(DIST.iterdir())]
    (DIST / "SHA256SUMS").write_text("".join(sums))


def verify(d, dist, programs):
    """From what lies in `dist` alone; what was found, line by line."""
    base = f"{d.name}-{d.version}"
    for line in (dist / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        if hashlib.sha256((dist / name).read_bytes()).hexdigest() != digest:
            raise ReleaseError(f"{name} is not what SHA256SUMS says.")
    yield f"{len(list(dist.iterdir())) - 1} files as SHA256SUMS says"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with tarfile.open(dist / f"{base}.tar.gz") as archive:
            archive.extractall(folder)  # our own, of names that we chose
        out, prefix = folder / "out", folder / "prefix"
        run("cmake", "-S", folder / base, "-B", out, "-G", "Ninja", "-DKSIG_ONLY=ml-dsa-44")
        run("cmake", "--build", out)
        run("cmake", "--install", out, "--prefix", prefix)
        run("cmake", "-S", folder / base / "ports/conan/test_package", "-B", folder / "app",
            f"-DCMAKE_PREFIX_PATH={prefix}")
        run("cmake", "--build", folder / "app")
        if run(folder / "app/consumer").strip() != d.version:
            raise ReleaseError(f"{base}.tar.gz: the consumer does not say {d.version}.")
        yield f"{base}.tar.gz: built, installed, consumed"
        consumer = folder / base / "ports/conan/test_package/consumer.c"
        for kind, inner in (("amalgamation", ""), ("arduino", f"{d.name}/src")):
            place = folder / kind
            zipfile.ZipFile(dist / f"{base}-{kind}.zip").extractall(place)
            run("cc", "-std=c99", "-O0", "-I", place / inner, place / inner / "kilosig.c", consumer, "-o",
                place / "app")
            if run(place / "app").strip() != d.version:
                raise ReleaseError(f"{base}-{kind}.zip: the consumer does not say {d.version}.")
            yield f"{base}-{kind}.zip: compiled, consumed"
        with zipfile.ZipFile(dist / f"{d.name}.{d.name}.{d.version}.pack") as pack:
            names = set(pack.namelist())
            tree = ElementTree.fromstring(pack.read(f"{d.name}.{d.name}.pdsc"))
            asked = {file.attrib["name"] for file in tree.iter("file") if not file.attrib["name"].endswith("/")}
            if asked - names:
                raise ReleaseError(f"The pack lacks {', '.join(sorted(asked - names))}.")
        yield f"{d.name}.{d.name}.{d.version}.pack: has the {len(asked)} files that it names"
        if programs:
            run(sys.executable, "-m", "venv", folder / "venv")
            run(folder / "venv/bin/pip", "install", "--quiet", *dist.glob(f"*_{platform.machine()}.whl"))
            run(folder / "venv/bin/kilosig", "schemes", cwd=folder)
            yield "wheel: installed, lists its schemes"
            run(folder / "venv/bin/pip", "install", "--quiet", "--force-reinstall", "--no-deps",
                dist / f"{base}-tool.tar.gz")
            run(folder / "venv/bin/kilosig", "schemes", cwd=folder)
            yield f"{base}-tool.tar.gz: compiled, installed, lists its schemes"
            with tarfile.open(dist / f"{base}.crate") as crate:
                crate.extractall(folder / "crate")
            run("cargo", "build", "--offline", "--target-dir", folder / "target", cwd=folder / "crate" / base)
            yield f"{base}.crate: builds"


def main():
    parser = argparse.ArgumentParser(description="Builds dist/ and verifies it from a clean folder.")
    parser.add_argument("--without-programs", action="store_true", help="no wheel and no crate")
    programs = not parser.parse_args().without_programs
    d = described.read()
    changes = (ROOT / "CHANGELOG.md").read_text()
    if not re.search(rf"^## {re.escape(d.version)} ", changes, re.MULTILINE):
        print(f"CHANGELOG.md has no section {d.version}.", file=sys.stderr)
        return 1
    try:
        build(d, programs)
        with tempfile.TemporaryDirectory() as folder:
            clean = shutil.copytree(DIST, pathlib.Path(folder) / "dist")
            for line in verify(d, clean, programs):
                print(line, flush=True)
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    print(*[f"dist/{path.name}" for path in sorted(DIST.iterdir())], sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
