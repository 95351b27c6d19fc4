# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The statement of a release: which files were made, of which commit, by what. in-toto's Statement with the predicate
"provenance" of SLSA, both version 1."""
from __future__ import annotations

import hashlib
import json
import platform
import re
import subprocess
import time

import requirements

STATEMENT, PREDICATE = "https://in-toto.io/Statement/v1", "https://slsa.dev/provenance/v1"
UNSAID = ("SHA256SUMS",)  # made after the statement, of which it has the digest
LOCKS = ("build", "tool")
PROGRAMS = ("cc", "cmake", "ninja", "aarch64-linux-gnu-gcc", "cargo")


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def version_of(program):
    """The first line of what it says, or nothing."""
    try:
        done = subprocess.run([program, "--version"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
    except OSError:
        return ""
    return done.stdout.splitlines()[0] if done.returncode == 0 and done.stdout else ""


def materials(d, locks, crates, commit):
    """The commit, and every file that a package index may have given: for the build, and for the wheel's dependencies.
    locks: {goal: file}; crates: digest of Cargo.lock, which has those of crates."""
    made = [{"uri": f"git+{d.url}", "digest": {"gitCommit": commit}},
            {"name": "ports/rust/Cargo.lock", "digest": {"sha256": crates}}]
    for goal, path in locks.items():
        made.append({"name": f"tools/requirements/{goal}.txt", "digest": {"sha256": sha256(path)}})
        made += [{"uri": f"pkg:pypi/{one.name}@{one.version}", "digest": {"sha256": digest},
                  "annotations": {"for": goal}} for one in requirements.read(path) for digest in one.hashes]
    return made


def statement(d, tree, commit, when, programs, subjects):
    """As a dictionary."""
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(when))
    versions = {name: text for name, text in ((name, version_of(name)) for name in PROGRAMS) if text}
    return {"_type": STATEMENT,
            "subject": [{"name": name, "digest": {"sha256": digest}} for name, digest in sorted(subjects.items())],
            "predicateType": PREDICATE,
            "predicate": {
                "buildDefinition": {
                    "buildType": f"{d.url}/docs/releasing.md#provenance",
                    "externalParameters": {"repository": d.url, "commit": commit, "version": d.version,
                                           "programs": programs},
                    "internalParameters": {"sourceDateEpoch": when},
                    "resolvedDependencies": materials(
                        d, {goal: tree / f"tools/requirements/{goal}.txt" for goal in LOCKS},
                        sha256(tree / "ports/rust/Cargo.lock"), commit)},
                "runDetails": {
                    "builder": {"id": f"{d.url}/scripts/release.py",
                                "version": {"python": platform.python_version(), "system": platform.platform(),
                                            **versions}},
                    # The commit's time: what varies with every run would be no description of the files.
                    "metadata": {"startedOn": moment}}}}


def write(path, d, tree, commit, when, programs):
    """Of all files beside it."""
    subjects = {file.name: sha256(file) for file in path.parent.iterdir() if file != path}
    text = json.dumps(statement(d, tree, commit, when, programs, subjects), indent=1) + "\n"
    path.write_text(text, encoding="utf-8")


def wrong(path, d, dist, commit):
    """What is wrong with the statement of a release, in a sentence; nothing if it is right."""
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        definition = read["predicate"]["buildDefinition"]
        subjects = {one["name"]: one["digest"]["sha256"] for one in read["subject"]}
        given = definition["resolvedDependencies"]
        crates = given[1]["digest"]["sha256"]
        parameters, builder = definition["externalParameters"], read["predicate"]["runDetails"]["builder"]["id"]
        kind = read["_type"], read["predicateType"]
    except (OSError, ValueError, LookupError, TypeError) as error:
        return f"is no statement: {error!r}."
    if kind != (STATEMENT, PREDICATE) or builder != f"{d.url}/scripts/release.py":
        return "is a statement of another kind, or of another builder."
    if not re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", commit) or parameters["commit"] != commit or \
            given[0].get("digest") != {"gitCommit": commit}:
        return f"is not of commit {commit}."
    if parameters["version"] != d.version:
        return f"is not of version {d.version}."
    files = {file.name: sha256(file) for file in dist.iterdir() if file.name not in (path.name, *UNSAID)}
    if len(read["subject"]) != len(subjects) or subjects.keys() != files.keys():
        return f"names other files than there are: {', '.join(sorted(subjects.keys() ^ files.keys()))}."
    for name, digest in files.items():
        if subjects[name] != digest:
            return f"{name} has another digest."
    locks = {goal: dist / f"{d.name}-{d.version}-requirements-{goal}.txt" for goal in LOCKS}
    if given != materials(d, locks, crates, commit):
        return "does not name all that the locked requirements ask for, and nothing else."
    return ""
