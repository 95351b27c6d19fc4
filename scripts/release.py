#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Builds what a release consists of into dist/, and verifies it from a clean folder. Publishes nothing.

usage: release.py [--without-programs]      --without-programs: no wheel and no crate, which need the tool and cargo

A release is of the commit HEAD. `git archive` puts it into a clean folder, and this program of that folder builds it
there: what is not committed can neither get into a file nor change how one is made. The archives of one commit are the
same on every machine: names sorted, times those of the commit.
"""
from __future__ import annotations

import argparse
import atexit
import functools
import gzip
import io
import os
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
import provenance

ROOT = described.ROOT
# Of ports/, at the root of the source archive: where their tools look.
AT_ROOT = {"meson/meson.build": "meson.build", "meson/meson_options.txt": "meson_options.txt",
           "platformio/library.json": "library.json", "esp-idf/idf_component.yml": "idf_component.yml"}


class ReleaseError(Exception):
    """What is wrong, in a sentence."""


def run(*command, cwd=None, env=None):
    done = subprocess.run([str(part) for part in command], cwd=cwd or ROOT, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)
    if done.returncode:
        raise ReleaseError(f"{' '.join(map(str, command))} failed:\n{done.stdout}")
    return done.stdout


@functools.cache
def clean_tree():
    """A folder with what HEAD has and nothing else. In such a folder git knows nothing: then it is ROOT."""
    if not (ROOT / ".git").exists():
        return ROOT
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kilosig-release-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    packed = subprocess.run(["git", "-c", "core.autocrlf=false", "archive", "--format=tar", "HEAD"], cwd=ROOT,
                            stdin=subprocess.DEVNULL, capture_output=True)
    if packed.returncode:
        raise ReleaseError(f"git archive failed:\n{packed.stderr.decode(errors='replace')}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder)  # of names that git has
    return folder


def commit_time():
    """Of HEAD, in seconds since 1970; in its clean folder the caller says it."""
    if not (ROOT / ".git").exists():
        return int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    return int(run("git", "log", "-1", "--format=%ct"))


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


def committed(patterns):
    """{name: content} of the files of HEAD that match."""
    tree = clean_tree()
    return {name: content(tree / name) for name in described.found(patterns, tree)}


def source_files(d):
    # Links to folders (the Rust crate's) are not files: the crate is an archive of its own.
    files = {name: value for name, value in committed([*d.files["release"], *d.licence_files]).items()
             if not name.startswith("ports/rust/library")}
    files.update({to: content(clean_tree() / "ports" / name) for name, to in AT_ROOT.items()})
    return files


def licences(d):
    return committed([*d.licence_files, "README.md", "CHANGELOG.md"])


def below(folder):
    return {path.relative_to(folder).as_posix(): content(path) for path in folder.rglob("*") if path.is_file()}


def build(d, programs, dist, commit):
    """All files, in the clean folder of the commit."""
    tree, base, when = clean_tree(), f"{d.name}-{d.version}", commit_time()
    tar(dist / f"{base}.tar.gz", {f"{base}/{name}": value for name, value in source_files(d).items()}, when)
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, tree / "scripts/amalgamate.py", folder)
        one_file = below(pathlib.Path(folder))
    zipped(dist / f"{base}-amalgamation.zip", {**one_file, **licences(d)})
    # Arduino compiles what is below src/, and finds headers there alone.
    arduino = {f"{d.name}/src/{name}": value for name, value in one_file.items()}
    header = '/* SPDX-License-Identifier: Apache-2.0 OR MIT */\n#include "kilosig/kilosig.h"\n'
    arduino[f"{d.name}/src/kilosig.h"] = header.encode(), 0o644
    arduino[f"{d.name}/library.properties"] = content(tree / "ports/arduino/library.properties")
    arduino.update({f"{d.name}/{name}": value for name, value in licences(d).items()})
    zipped(dist / f"{base}-arduino.zip", arduino)
    pdsc = f"{d.name}.{d.name}.pdsc"
    zipped(dist / f"{d.name}.{d.name}.{d.version}.pack",
           {**committed(["src/**/*", "include/**/*", "docs/**/*"]), **licences(d),
            pdsc: content(tree / "ports/cmsis-pack" / pdsc)})
    shutil.copy(tree / "ports/sbom/kilosig.cdx.json", dist / f"{base}.cdx.json")
    for goal in ("tool", "build"):
        shutil.copy(tree / f"tools/requirements/{goal}.txt", dist / f"{base}-requirements-{goal}.txt")
    wrap = (tree / "ports/meson/kilosig.wrap").read_text()
    (dist / "kilosig.wrap").write_text(
        wrap.replace("\n\n[provide]", f"\nsource_hash = {provenance.sha256(dist / f'{base}.tar.gz')}\n\n[provide]"))
    if programs:
        for goal in ("here", "sdist", "aarch64"):
            made = run("scripts/wheel.sh", goal, cwd=tree).split()[-1]
            # The sources of the library and those of the tool are archives of one name.
            shutil.copy(tree / made, dist / pathlib.Path(made).name.replace(f"{base}.tar.gz", f"{base}-tool.tar.gz"))
        run("cargo", "package", "--locked", "--allow-dirty", "--no-verify", "--manifest-path",
            tree / "ports/rust/Cargo.toml", "--target-dir", tree / "build/rust-package")
        shutil.copy(tree / f"build/rust-package/package/{d.name}-{d.version}.crate", dist)
    provenance.write(dist / f"{base}.intoto.json", d, tree, commit, when, programs)
    sums = [f"{provenance.sha256(path)}  {path.name}\n" for path in sorted(dist.iterdir())]
    (dist / "SHA256SUMS").write_text("".join(sums))


def verify_sums(d, dist, commit):
    """That the digests are right: SHA256SUMS names every file, and the statement says of what they were made."""
    said = {name: digest for digest, name in (line.split("  ") for line in
                                              (dist / "SHA256SUMS").read_text().splitlines())}
    there = {path.name for path in dist.iterdir()} - {"SHA256SUMS"}
    if there != set(said):
        raise ReleaseError(f"SHA256SUMS and the folder differ in {', '.join(sorted(there ^ set(said)))}.")
    for name, digest in said.items():
        if provenance.sha256(dist / name) != digest:
            raise ReleaseError(f"{name} is not what SHA256SUMS says.")
    yield f"{len(said)} files as SHA256SUMS says"
    name = f"{d.name}-{d.version}.intoto.json"
    wrong = provenance.wrong(dist / name, d, dist, commit)
    if wrong:
        raise ReleaseError(f"{name}: {wrong}")
    yield f"{name}: says how each file was made, of commit {commit}"


def verify_sources(d, dist, tree):
    """That the source archive has the files of the commit's tree."""
    base = f"{d.name}-{d.version}"
    with tarfile.open(dist / f"{base}.tar.gz") as archive:
        for member in archive.getmembers():
            name = member.name[len(base) + 1:]
            origin = next((f"ports/{source}" for source, to in AT_ROOT.items() if to == name), name)
            if archive.extractfile(member).read() != (tree / origin).read_bytes():
                raise ReleaseError(f"{base}.tar.gz: {name} is not that of the commit.")
        yield f"{base}.tar.gz: {len(archive.getmembers())} files, those of the commit"


def verify(d, dist, programs):
    """From what lies in `dist` alone; what was found, line by line."""
    base = f"{d.name}-{d.version}"
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
            pip = folder / "venv/bin/pip", "install", "--quiet", "--disable-pip-version-check"
            run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", dist / f"{base}-requirements-build.txt")
            run(*pip, "--require-hashes", "--no-build-isolation", "-r", dist / f"{base}-requirements-tool.txt")
            own = *pip, "--no-index", "--no-deps", "--no-build-isolation", "--force-reinstall"
            run(*own, *dist.glob(f"*_{platform.machine()}.whl"))
            run(folder / "venv/bin/pip", "check")
            run(folder / "venv/bin/kilosig", "schemes", cwd=folder)
            yield "wheel: installed with what is locked, lists its schemes"
            run(*own, dist / f"{base}-tool.tar.gz")
            run(folder / "venv/bin/kilosig", "schemes", cwd=folder)
            yield f"{base}-tool.tar.gz: compiled, installed, lists its schemes"
            with tarfile.open(dist / f"{base}.crate") as crate:
                crate.extractall(folder / "crate")
            run("cargo", "build", "--locked", "--target-dir", folder / "target", cwd=folder / "crate" / base)
            yield f"{base}.crate: builds"


def here(programs, dist, commit):
    """In the clean folder: builds and verifies."""
    d = described.read()
    if not re.search(rf"^## {re.escape(d.version)} ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE):
        raise ReleaseError(f"CHANGELOG.md has no section {d.version}.")
    run(sys.executable, ROOT / "scripts/manifests.py", "--check")
    build(d, programs, dist, commit)
    with tempfile.TemporaryDirectory() as folder:
        clean = shutil.copytree(dist, pathlib.Path(folder) / "dist")
        for check in (verify_sums(d, clean, commit), verify_sources(d, clean, ROOT), verify(d, clean, programs)):
            for line in check:
                print(line, flush=True)


def of_head(programs):
    """In the checkout: has HEAD's own program build HEAD in a clean folder."""
    commit, changed = run("git", "rev-parse", "HEAD").strip(), run("git", "status", "--porcelain").splitlines()
    if changed:
        print(f"Not committed, and not in the release: {', '.join(line[3:] for line in changed[:5])}"
              f"{' ...' if len(changed) > 5 else ''}", flush=True)
    dist = ROOT / "dist"
    shutil.rmtree(dist, ignore_errors=True)  # nothing of an older commit stays if this fails
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, clean_tree() / "scripts/release.py", "--of", commit, "--dist", folder]
        # The folder has another name each time, which must not get into what is compiled.
        flags = f"{os.environ.get('CFLAGS', '')} -ffile-prefix-map={clean_tree()}=kilosig".strip()
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(commit_time()), "CFLAGS": flags}
        done = subprocess.run([str(word) for word in words] + ([] if programs else ["--without-programs"]),
                              cwd=clean_tree(), stdin=subprocess.DEVNULL, env=environment)
        if done.returncode:
            raise ReleaseError("There is no release.")
        dist.mkdir()
        for path in pathlib.Path(folder).iterdir():
            shutil.copy(path, dist)
    print(*[f"dist/{path.name}" for path in sorted(dist.iterdir())], sep="\n")


def main():
    parser = argparse.ArgumentParser(description="Builds dist/ of the commit HEAD and verifies it from a clean folder.")
    parser.add_argument("--without-programs", action="store_true", help="no wheel and no crate")
    parser.add_argument("--of", help=argparse.SUPPRESS)  # the commit whose clean folder this program lies in
    parser.add_argument("--dist", type=pathlib.Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    try:
        if options.of:
            here(not options.without_programs, options.dist, options.of)
        else:
            of_head(not options.without_programs)
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
