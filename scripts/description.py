# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads ports/description.toml, and from the sources what it leaves out: version, files, options, schemes."""
from __future__ import annotations

import pathlib
import re
import tomllib
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADERS = ROOT / "include/kilosig"


@dataclass
class Option:
    """One of config.h. values: {name in C: name in a menu}; empty: 1 or 0. default: a key of values, "1", "0", or ""
    where another option or the compiler decides."""

    name: str
    text: str
    default: str
    values: dict = field(default_factory=dict)


@dataclass
class Description:
    """name, summary, text, licence, licence_files, authors, url and keywords are those of description.toml."""

    given: dict
    version: str
    sources: list
    headers: list
    options: list
    switches: dict  # {KSIG_ENABLE_ML_DSA_44: ["ml-dsa-44"]}: what each enables

    def __getattr__(self, name):
        return self.given[name]


def found(patterns, root=ROOT):
    """Paths below a folder, sorted; without what tools leave behind."""
    paths = {path for pattern in patterns for path in root.glob(pattern) if path.is_file()}
    names = sorted(path.relative_to(root).as_posix() for path in paths)
    return [name for name in names if not re.search(r"__pycache__|\.egg-info|(^|/)(target|build)/", name)]


def sentence(comment):
    """The text of a comment of config.h, on one line."""
    return " ".join(line.strip(" *") for line in comment.splitlines()).strip()


def expanded(names):
    """KSIG_ENABLE_LMS_W1, _W2 -> the full names."""
    full = []
    for name in re.findall(r"\w+", names):
        if name.startswith("_"):
            name = re.sub(r"_[A-Z0-9]+$", "", full[0]) + name
        full.append(name)
    return full


def options(text):
    """Those of config.h, in its order; the switches of schemes are not among them, nor KSIG_RESEARCH: what is below
    research/ is in no package."""
    defaults = dict(re.findall(r"^#ifndef (KSIG_\w+)\n#define \1 (.+)$", text, re.MULTILINE))
    # The others have an #if before their #define.
    defaults.update({name: "" for name in re.findall(r"^#ifndef (KSIG_\w+)\n#if ", text, re.MULTILINE)})
    made = []
    for comment in re.findall(r"/\*(.*?)\*/", text, re.DOTALL):
        for part in re.split(r"(?:^|\n)[ *]*Name: ", comment)[1:]:
            # The values are the last parentheses of the head.
            head = re.match(r"((?:KSIG_\w+|_\w+|,|\s|\*|\.\.\.)+)\(([^)]*)\)(.*)", part, re.DOTALL)
            for name in expanded(head[1]):
                if name not in defaults or name == "KSIG_RESEARCH":
                    continue
                values = {} if head[2] == "1 or 0" else {
                    value: re.sub(r"^KSIG_(OPTIMIZE|VARIANT|HASH|FAULTS)_", "", value).lower()
                    for value in re.findall(r"KSIG_\w+", head[2])}
                default = defaults[name] if defaults[name] in ("1", "0", *values) else ""
                made.append(Option(name, sentence(head[3]), default, values))
    missing = set(defaults) - {option.name for option in made} - {"KSIG_RESEARCH"}
    if missing:
        raise SystemExit(f"include/kilosig/config.h: no comment with 'Name:' for {', '.join(sorted(missing))}")
    return made


def switches(text):
    """{switch: names of schemes} of schemes.def."""
    made, switch = {}, None
    for line in text.splitlines():
        condition = re.match(r"#if (KSIG_ENABLE_\w+)$", line)
        entry = re.match(r'KSIG_SCHEME_\w+\(\w+, \w+, "([^"]+)"', line)
        if condition:
            switch = condition[1]
        elif entry:
            made.setdefault(switch, []).append(entry[1])
    return made


def read():
    given = tomllib.loads((ROOT / "ports/description.toml").read_text(encoding="utf-8"))
    version = re.search(r'#define KSIG_VERSION "([\d.]+)"', (HEADERS / "kilosig.h").read_text())[1]
    enabled = switches((HEADERS / "schemes.def").read_text())
    return Description(given, version, found(given["files"]["sources"]), found(given["files"]["headers"]),
                       options((HEADERS / "config.h").read_text()), enabled)
