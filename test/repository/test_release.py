# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A release: it is of HEAD, whatever the work tree has; its statement and sums fit its files and nothing else. And the
locked packages: every one by its digests, and all that tools/pyproject.toml asks for."""
from __future__ import annotations

import importlib
import importlib.metadata
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import Marker, default_environment
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts"))  # last: it has a test.py, as Python has
described: Any = importlib.import_module("description")
provenance: Any = importlib.import_module("provenance")
release: Any = importlib.import_module("release")
requirements: Any = importlib.import_module("requirements")
PLANTED = b"/* planted: not committed */"
PYTHONS = ("3.11.0", "3.11.7", "3.12.1", "3.13.0")


# ---- HEAD and nothing else ----------------------------------------------------------------------------------------


def git(*words: object, cwd: Path = ROOT) -> str:
    return subprocess.run(["git", *map(str, words)], cwd=cwd, check=True, stdout=subprocess.PIPE,
                          text=True).stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A commit of what is here; in the work tree files that were changed, added, or removed since."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    folder = tmp_path / "checkout"
    git("clone", "--quiet", "--depth=1", ROOT.as_uri(), folder)
    for name in ("scripts", "tools/requirements", "ports/sbom"):  # as they are here, committed or not
        shutil.copytree(ROOT / name, folder / name, dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("__pycache__"))
    git("add", "-A", cwd=folder)
    git("-c", "user.name=x", "-c", "user.email=x", "commit", "--quiet", "--allow-empty", "-m", "x", cwd=folder)
    for name in ("src/api/verify.c", "include/kilosig/kilosig.h", "docs/boot.md", "tools/requirements/tool.txt",
                 "ports/arduino/library.properties", "LICENSE"):
        with (folder / name).open("ab") as file:
            file.write(b"\n" + PLANTED + b"\n")
    new = [folder / f"{name}/planted.{kind}" for name, kind in (("src/api", "c"), ("include/kilosig", "h"),
                                                                ("docs", "md"), ("tools/kilosig", "py"))]
    for path in new:
        path.write_bytes(PLANTED)
    git("add", new[0], cwd=folder)  # known to git, and still of no commit
    (folder / "src/util/bytes.h").unlink()
    return folder


def run(checkout: Path, *words: str) -> str:
    done = subprocess.run([sys.executable, *words], cwd=checkout, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout


def contents(path: Path) -> dict[str, bytes]:
    """Of an archive of either kind."""
    if path.name.endswith(".tar.gz"):
        with tarfile.open(path) as tar:
            return {one.name: tar.extractfile(one).read() for one in tar.getmembers()}  # type: ignore[union-attr]
    with zipfile.ZipFile(path) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def check_is_of_head(dist: Path) -> None:
    """Nothing of the work tree is in any file, and what was removed there is."""
    archives = [path for path in dist.iterdir() if path.suffix in (".gz", ".zip", ".pack")]
    assert len(archives) == 4 and len(list(dist.iterdir())) == 10
    for path in archives:
        for name, data in contents(path).items():
            assert PLANTED not in data and "planted" not in name, (path.name, name)
    for path in dist.iterdir():
        assert PLANTED not in path.read_bytes(), path.name
    assert any(name.endswith("src/util/bytes.h") for name in contents(next(dist.glob("*.tar.gz"))))


def test_files_are_those_of_head(checkout: Path, tmp_path: Path) -> None:
    """Every file is made of what is committed, and another run makes the same bytes."""
    program = ("import pathlib, sys; sys.path.insert(0, 'scripts'); import description, release\n"
               "for name in sys.argv[1:]:\n"
               "    pathlib.Path(name).mkdir()\n"
               "    release.build(description.read(), False, pathlib.Path(name), 40 * 'a')")
    first, second = tmp_path / "first", tmp_path / "second"
    run(checkout, "-c", program, str(first), str(second))
    check_is_of_head(first)
    assert {path.name: path.read_bytes() for path in first.iterdir()} == {
        path.name: path.read_bytes() for path in second.iterdir()}


@pytest.mark.full  # compiles what it made
def test_the_program_is_that_of_head(checkout: Path) -> None:
    """Programs of the work tree have no say either, and what is left out is named."""
    (checkout / "scripts/amalgamate.py").write_text("raise SystemExit('planted')\n")
    place = checkout / "scripts/manifests.py"
    place.write_text("raise SystemExit('planted')\n")
    said = run(checkout, "scripts/release.py", "--without-programs")
    assert "Not committed, and not in the release: " in said
    check_is_of_head(checkout / "dist")
    assert git("rev-parse", "HEAD", cwd=checkout).strip() in next((checkout / "dist").glob("*.intoto.json")).read_text()


# ---- Statement and sums -------------------------------------------------------------------------------------------

COMMIT = "c0ffee" + 34 * "0"


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """Files as those of a release, with their statement and sums."""
    d, folder = described.read(), tmp_path / "dist"
    folder.mkdir()
    for name in ("kilosig.tar.gz", "kilosig.whl"):
        (folder / name).write_text(name)
    for goal in ("tool", "build"):
        shutil.copy(requirements.FOLDER / f"{goal}.txt", folder / f"{d.name}-{d.version}-requirements-{goal}.txt")
    provenance.write(statement_of(folder), d, ROOT, COMMIT, 0, True)
    summed(folder)
    return folder


def statement_of(folder: Path) -> Path:
    d = described.read()
    return folder / f"{d.name}-{d.version}.intoto.json"


def summed(folder: Path) -> None:
    """As if whoever forged the files had made the sums, too."""
    lines = [f"{provenance.sha256(path)}  {path.name}\n" for path in sorted(folder.iterdir())
             if path.name != "SHA256SUMS"]
    (folder / "SHA256SUMS").write_text("".join(lines))


def refused(folder: Path, commit: str = COMMIT) -> str:
    """What is said of files that are not those of the release."""
    with pytest.raises(release.ReleaseError) as error:
        list(release.verify_sums(described.read(), folder, commit))
    return str(error.value)


def test_statement_and_sums(dist: Path) -> None:
    """A release as it is made; a changed file, one more, one less, with sums that fit and without."""
    assert len(list(release.verify_sums(described.read(), dist, COMMIT))) == 2
    said = json.loads(statement_of(dist).read_text())
    assert said["_type"] == "https://in-toto.io/Statement/v1" and said["predicateType"] == "https://slsa.dev/provenance/v1"
    assert {one["name"] for one in said["subject"]} == {path.name for path in dist.iterdir()} - {
        "SHA256SUMS", statement_of(dist).name}
    (dist / "kilosig.whl").write_text("forged")
    assert "is not what SHA256SUMS says" in refused(dist)
    summed(dist)
    assert "kilosig.whl has another digest" in refused(dist)
    (dist / "kilosig.whl").write_text("kilosig.whl")
    (dist / "more").write_text("more")
    assert "differ in more" in refused(dist)
    summed(dist)
    assert "other files than there are: more" in refused(dist)
    (dist / "more").unlink()
    (dist / "kilosig.whl").unlink()
    assert "differ in kilosig.whl" in refused(dist)
    summed(dist)
    assert "other files than there are: kilosig.whl" in refused(dist)


def damaged(place: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Sets a member of a statement, by its path."""
    def change(said: dict[str, Any]) -> None:
        *path, last = place.split("/")
        inner: Any = said
        for name in path:
            inner = inner[int(name)] if isinstance(inner, list) else inner[name]
        inner[int(last) if isinstance(inner, list) else last] = value

    return change


@pytest.mark.parametrize("place, value, says", [
    ("_type", "https://in-toto.io/Statement/v0.1", "another kind"),
    ("predicateType", "https://slsa.dev/provenance/v0.2", "another kind"),
    ("predicate/runDetails/builder/id", "https://example.invalid", "another builder"),
    ("predicate/buildDefinition/externalParameters/commit", 40 * "0", "is not of commit"),
    ("predicate/buildDefinition/resolvedDependencies/0/digest/gitCommit", 40 * "0", "is not of commit"),
    ("predicate/buildDefinition/externalParameters/version", "9.9.9", "is not of version"),
    ("predicate/buildDefinition/resolvedDependencies/2/digest/sha256", 64 * "0", "does not name all"),
    ("predicate/buildDefinition/resolvedDependencies/9/digest/sha256", 64 * "0", "does not name all"),
    ("predicate/buildDefinition/resolvedDependencies/9/uri", "pkg:pypi/other@1", "does not name all"),
    ("subject/0/digest/sha256", 64 * "0", "another digest"),
    ("subject/0/name", "SHA256SUMS", "other files"),
    ("subject/1", {"name": "kilosig.tar.gz", "digest": {"sha256": 64 * "0"}}, "other files"),
    ("predicate", {}, "is no statement"),
    ("subject", None, "is no statement"),
])
def test_wrong_statements(dist: Path, place: str, value: Any, says: str) -> None:
    """Each thing that it says is compared."""
    said = json.loads(statement_of(dist).read_text())
    damaged(place, value)(said)
    statement_of(dist).write_text(json.dumps(said))
    summed(dist)
    assert says in refused(dist)


def test_statement_of_another_commit(dist: Path) -> None:
    assert "is not of commit" in refused(dist, 40 * "1")
    assert "is not of commit" in refused(dist, "HEAD")
    statement_of(dist).unlink()
    summed(dist)
    assert "is no statement" in refused(dist)


# ---- What is locked -----------------------------------------------------------------------------------------------


def environment(version: str, machine: str) -> dict[str, str]:
    found = {name: str(value) for name, value in default_environment().items()}
    return {**found, "python_version": ".".join(version.split(".")[:2]), "python_full_version": version,
            "platform_machine": machine, "sys_platform": "linux", "platform_system": "Linux", "extra": ""}


def extras() -> dict[str, list[str]]:
    """{goal: requirements} of tools/pyproject.toml."""
    project = described.tomllib.loads((ROOT / "tools/pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {goal: project["dependencies"] + [line for name in names for line in project["optional-dependencies"][name]]
            for goal, names in requirements.EXTRAS.items()}


@pytest.mark.parametrize("goal", [*requirements.EXTRAS, "build"])
def test_everything_is_locked_by_digests(goal: str) -> None:
    """For every Python from 3.11 to 3.13: one version of each package, with digests, that fits what is asked for."""
    path = requirements.FOLDER / f"{goal}.txt"
    locked = requirements.read(path)
    assert len(locked) == path.read_text().count("==") - path.read_text().count("== '")
    assert all(one.hashes and all(re.fullmatch("[0-9a-f]{64}", digest) for digest in one.hashes) for one in locked)
    asked = list(requirements.BUILD) if goal == "build" else extras()[goal]
    for version in PYTHONS:
        for machine in ("x86_64", "aarch64"):
            here = environment(version, machine)
            chosen = [one for one in locked if not one.marker or Marker(one.marker).evaluate(here)]
            versions = {one.name: one.version for one in chosen}
            assert len(versions) == len(chosen) and versions
            for line in asked:
                wanted = Requirement(line)
                if wanted.marker is None or wanted.marker.evaluate(here):
                    name = re.sub("[-_.]+", "-", wanted.name).lower()
                    assert name in versions and wanted.specifier.contains(versions[name]), (version, line)


def test_what_locked_packages_need_is_locked() -> None:
    """In this environment: every requirement of an installed package of `test` has its place in the file."""
    here = environment(".".join(map(str, sys.version_info[:3])), "x86_64")
    locked = {one.name: one.version for one in requirements.read(requirements.FOLDER / "test.txt")
              if not one.marker or Marker(one.marker).evaluate(here)}
    seen = 0
    for name, version in locked.items():
        assert importlib.metadata.version(name) == version, f"{name}: run scripts/setup.sh test"
        for line in importlib.metadata.requires(name) or []:
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate(here):
                assert re.sub("[-_.]+", "-", needed.name).lower() in locked, (name, line)
                seen += 1
    assert seen > 50


def test_one_version_in_all_files() -> None:
    """What is installed for one goal stays for another."""
    seen: dict[tuple[str, str], str] = {}
    for version in PYTHONS:
        for path in requirements.FOLDER.glob("*.txt"):
            for one in requirements.read(path):
                if not one.marker or Marker(one.marker).evaluate(environment(version, "x86_64")):
                    assert seen.setdefault((version, one.name), one.version) == one.version, (path.name, one.name)


def test_programs_install_by_digests() -> None:
    """Each call of pip in scripts and CI asks for digests, or takes nothing but what lies here."""
    calls = []
    for path in [*(ROOT / "scripts").glob("*.*"), ROOT / "Makefile", ROOT / ".ci/run"]:
        text = re.sub(r"\\\n", " ", path.read_text(encoding="utf-8"))
        calls += [(path.name, line.strip()) for line in text.splitlines() if '"$@"' not in line and re.search(
            r"^pip |pip (install|wheel|download) -|^ *run\(\*pip|= \*pip", line)]
    assert len(calls) >= 7
    for name, line in calls:
        assert "--require-hashes" in line or "--no-index" in line, (name, line)


# ---- The SBOM -----------------------------------------------------------------------------------------------------


def test_sbom_has_what_the_tool_needs() -> None:
    """The library has no dependency, and says that this is all; the tool's are those that are locked, with versions,
    digests and licences, and each leads back to the tool."""
    sbom = json.loads((ROOT / "ports/sbom/kilosig.cdx.json").read_text())
    d = described.read()
    library, tool = sbom["metadata"]["component"]["bom-ref"], f"pkg:pypi/{d.name}@{d.version}"
    edges = {one["ref"]: set(one["dependsOn"]) for one in sbom["dependencies"]}
    components = {one["bom-ref"]: one for one in sbom["components"]}
    assert edges[library] == set()
    assert sbom["compositions"] == [{"aggregate": "complete", "dependencies": [library, tool]}]
    locked = {f"pkg:pypi/{one.name}@{one.version}": one for one in
              requirements.read(requirements.FOLDER / "tool.txt")}
    assert set(components) == {*locked, tool} and len(locked) > 15
    for reference, one in locked.items():
        assert [digest["content"] for digest in components[reference]["hashes"]] == one.hashes
        assert components[reference]["licenses"][0]["expression"] and components[reference]["version"] == one.version
    reached, todo = set(), [tool]
    while todo:
        reference = todo.pop()
        if reference not in reached:
            reached.add(reference)
            todo += edges[reference]
    assert reached == {*components, library}
