#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the library as one C file and its public headers.

    scripts/amalgamate.py OUTPUT                              # every scheme that is on by default
    scripts/amalgamate.py OUTPUT --only ml-dsa-44 lms         # these alone
    scripts/amalgamate.py OUTPUT --cose --x509                # with the readers of kilosig/cose.h, kilosig/x509.h
    scripts/amalgamate.py OUTPUT --composite                  # with Composite ML-DSA, kilosig/composite.h; with
                                                              # --x509 also in chains, kilosig/x509_classical.h
    scripts/amalgamate.py OUTPUT --research                   # with what is below research/, which is off by default

OUTPUT gets kilosig.c and kilosig/*.h: compile the one with the directory of the other in the include path, no option
needed. C only: KSIG_ENABLE_ASSEMBLY is 0 unless a build says otherwise and adds the .S files. Names with file scope get
the file's name as a prefix, since they now share one.
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES, HEADERS = ROOT / "src", ROOT / "include/kilosig"
RESEARCH, RESEARCH_HEADERS = ROOT / "research", ROOT / "research/include/kilosig"
LISTS = ("kilosig/schemes.def", "kilosig/research.def")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include "([^"]+)".*\n', re.MULTILINE)
GUARD = re.compile(r"^#ifndef (KSIG_\w+_H)\n#define \1\n", re.MULTILINE)
TOKEN = re.compile(r"""/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|//[^\n]*"""
                   r"|(?<![\w.])(?<!->)[A-Za-z_]\w*", re.DOTALL)
# Folders that one asks for: their headers, and what they are.
ASKED = {"cose": (("cose",), "the readers of kilosig/cose.h"),
         "x509": (("classical", "x509"), "the reader of kilosig/x509.h"),
         "composite": (("classical", "composite"), "Composite ML-DSA, kilosig/composite.h")}
# What is for two of them together: their headers, and the files of one.
BOTH = {("composite", "x509"): (("x509_classical",), ("x509_alone", "x509_classical", "x509_composite", "x509_ecdsa",
                                                       "x509_ed25519"))}


def source_path(name):
    """Of an include in quotes."""
    return SOURCES / name if (SOURCES / name).is_file() else RESEARCH / name


def room(path):
    """The folder of a file below src/ or research/."""
    return path.relative_to(SOURCES if path.is_relative_to(SOURCES) else RESEARCH)


def sources(with_research):
    """Every C file."""
    return [*sorted(SOURCES.rglob("*.c")), *(sorted(RESEARCH.rglob("*.c")) if with_research else ())]


def folders(files):
    """{family of schemes.def: folder of its code}: where its descriptors are made."""
    return {family: room(path).parts[0] for path in files
            for family in re.findall(r"^#define KSIG_SCHEME_(\w+)", path.read_text(), re.MULTILINE)}


def schemes(folder_of):
    """{name: (switch, folder)} of schemes.def."""
    found, switch = {}, None
    lists = [HEADERS / "schemes.def", RESEARCH_HEADERS / "research.def"]
    for line in "\n".join(path.read_text() for path in lists if path.is_file()).splitlines():
        condition = re.match(r"#if (KSIG_ENABLE_\w+)$", line)
        entry = re.match(r'KSIG_SCHEME_(\w+)\(\w+, \w+, "([^"]+)"', line)
        if condition:
            switch = condition[1]
        elif entry and entry[1] in folder_of:
            found[entry[2]] = switch, folder_of[entry[1]]
    return found


def code(text):
    """Without comments and strings, for looking at."""
    return TOKEN.sub(lambda match: match[0] if match[0][0].isalpha() or match[0][0] == "_" else " ", text)


def file_scope_names(text):
    """What a C file declares for itself: static functions and objects, types, tags, enumerators. File scope is where a
    declaration begins its line."""
    plain = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", "", code(text), flags=re.MULTILINE)
    names = set(re.findall(r"^static\b[^;={]*?\b(\w+)\s*\(", plain, re.MULTILINE))
    names |= set(re.findall(r"^static\b[^;=(){}]*?\b(\w+)\s*(?:\[[^;=]*\])*\s*[=;]", plain, re.MULTILINE))
    names |= set(re.findall(r"^typedef\b[^;{]*?\b(\w+)\s*(?:\[[^;]*\])?;", plain, re.MULTILINE))
    names |= set(re.findall(r"^} (\w+);", plain, re.MULTILINE))
    names |= set(re.findall(r"^(?:typedef )?(?:struct|union|enum)\s+(\w+)\s*[{;]", plain, re.MULTILINE))
    for body in re.findall(r"^(?:typedef )?enum\b[^;{}()]*\{([^}]*)\}", plain, re.MULTILINE):
        names |= {item.split("=")[0].strip() for item in body.split(",") if item.strip()}
    return {name for name in names if re.match(r"[A-Za-z_]\w*$", name) and not name.lower().startswith("ksig_")
            and not re.match(r"(uint|int\d|size_t)", name)}


def member_places(text):
    """Where the bodies of structures and unions are."""
    plain = TOKEN.sub(lambda match: match[0] if match[0][0].isalpha() or match[0][0] == "_" else " " * len(match[0]),
                      text)
    for match in re.finditer(r"\b(?:struct|union)\b(?:\s+\w+)?\s*\{", plain):
        depth, end = 1, match.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(plain[end], 0)
            end += 1
        yield range(match.end(), end)


def renamed(text, names, prefix):
    """With a prefix on names, but as members (declared, or after . and ->) and in text."""
    bodies = list(member_places(text))

    def one(match):
        after = text[match.end():].lstrip()[:1]
        member = after in (";", "[", ",", ":") and any(match.start() in body for body in bodies)
        return f"{prefix}_{match[0]}" if match[0] in names and not member else match[0]
    return TOKEN.sub(one, text)


def defined_macros(text):
    return sorted(set(re.findall(r"^[ \t]*#[ \t]*define (\w+)", text, re.MULTILINE)))


class Amalgamation:
    def __init__(self, files):
        self.out, self.done = [], set()
        folders = {path.parent.name for path in files}
        self.asked = list(dict.fromkeys(
            header for asked, (headers, _) in [*(((name,), what) for name, what in ASKED.items()), *BOTH.items()]
            if folders.issuperset(asked) for header in headers))
        for path in files:
            self.add_headers(path)
        for path in files:
            self.add_source(path)

    def add_headers(self, path):
        """The guarded headers that a file needs, each after those that it needs."""
        for name in INCLUDE.findall(path.read_text()):
            header = source_path(name)
            if name.startswith("kilosig/") or header in self.done:
                continue
            self.done.add(header)
            self.add_headers(header)
            text = header.read_text()
            if GUARD.search(text):
                self.out.append(f"/* ---- {name} */\n" + INCLUDE.sub(
                    lambda match: match[0] if match[1] in LISTS else "", text))

    def body(self, path):
        """A file with its templates, which have no guard, in their places."""
        def inner(match):
            header = source_path(match[1])
            if match[1] in LISTS:
                return match[0]
            if match[1].startswith("kilosig/") or GUARD.search(header.read_text()):
                return ""
            return self.body(header)
        return INCLUDE.sub(inner, path.read_text())

    def add_source(self, path):
        text = self.body(path)
        text = renamed(text, file_scope_names(text), path.stem)
        undefine = "".join(f"#undef {name}\n" for name in defined_macros(text) if not name.startswith("KSIG_SCHEME"))
        self.out.append(f"/* ---- {room(path)} */\n{text}{undefine}")

    def text(self):
        return ("/* kilosig, all of it. Written by scripts/amalgamate.py: do not edit. "
                "SPDX-License-Identifier: Apache-2.0 OR MIT */\n"
                '#include <stddef.h>\n#include <stdint.h>\n\n#include "kilosig/kilosig.h"\n'
                + "".join(f'#include "kilosig/{header}.h"\n' for header in self.asked) + "\n"
                + "\n".join(self.out))


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Writes the library as one C file and its headers.")
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--only", nargs="+", metavar="SCHEME", help="names as the tool spells them; default: all")
    for folder, (_, what) in ASKED.items():
        parser.add_argument(f"--{folder}", action="store_true", help=f"with {what}")
    parser.add_argument("--research", action="store_true", help="with KSIG_RESEARCH and what is below research/")
    options = parser.parse_args(arguments)
    files = sources(options.research)
    folder_of = folders(files)
    known = schemes(folder_of)
    unknown = [name for name in options.only or () if name not in known]
    if unknown:
        parser.error(f"there is no scheme '{unknown[0]}': choose of {', '.join(known)}")
    wanted = {known[name] for name in options.only} if options.only else set(known.values())
    unwanted = set(folder_of.values()) - {folder for _, folder in wanted} | {
        folder for folder in ASKED if not getattr(options, folder)}
    apart = [both for folders, both in BOTH.items() if not all(getattr(options, folder) for folder in folders)]
    files = [path for path in files if room(path).parts[0] not in unwanted
             and not any(path.stem in stems for _, stems in apart)]
    configuration = ["#ifndef KSIG_ENABLE_ASSEMBLY\n#define KSIG_ENABLE_ASSEMBLY 0\n#endif\n"]
    if options.research:
        configuration.append("#ifndef KSIG_RESEARCH\n#define KSIG_RESEARCH 1\n#endif\n")
    if options.only:
        configuration.append("#define KSIG_ENABLE_DEFAULT 0\n")
        configuration += [f"#ifndef {switch}\n#define {switch} 1\n#endif\n"
                          for switch in sorted({s for s, _ in wanted})]
    folder = options.output / "kilosig"
    folder.mkdir(parents=True, exist_ok=True)
    headers = [*HEADERS.glob("*.h"), HEADERS / "schemes.def"]
    wanted_headers = {header for name, (them, _) in ASKED.items() if getattr(options, name) for header in them}
    unwanted_headers = {header for them, _ in (*ASKED.values(), *apart) for header in them} - wanted_headers
    if options.research:
        headers += sorted(RESEARCH_HEADERS.iterdir())
    for header in sorted(headers):
        if header.stem in unwanted_headers:
            continue
        text = header.read_text()
        if header.name == "config.h":
            text = text.replace("#ifdef KSIG_CONFIG_FILE\n", "".join(configuration) + "#ifdef KSIG_CONFIG_FILE\n", 1)
        (folder / header.name).write_text(text)
    (options.output / "kilosig.c").write_text(Amalgamation(files).text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
