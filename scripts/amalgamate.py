#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the library as one C file and its public headers.

    scripts/amalgamate.py OUTPUT                              # every scheme that is on by default
    scripts/amalgamate.py OUTPUT --only ml-dsa-44 lms         # these alone
    scripts/amalgamate.py OUTPUT --cose                       # with the readers of kilosig/cose.h

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
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include "([^"]+)".*\n', re.MULTILINE)
GUARD = re.compile(r"^#ifndef (KSIG_\w+_H)\n#define \1\n", re.MULTILINE)
TOKEN = re.compile(r"""/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|//[^\n]*"""
                   r"|(?<![\w.])(?<!->)[A-Za-z_]\w*", re.DOTALL)
COSE = "cose"  # the folder and the header that one asks for
# Where the code of a family of schemes.def is: where its descriptors are made.
FOLDERS = {family: path.relative_to(SOURCES).parts[0] for path in sorted(SOURCES.rglob("*.c"))
           for family in re.findall(r"^#define KSIG_SCHEME_(\w+)", path.read_text(), re.MULTILINE)}


def schemes():
    """{name: (switch, folder)} of schemes.def."""
    found, switch = {}, None
    for line in (HEADERS / "schemes.def").read_text().splitlines():
        condition = re.match(r"#if (KSIG_ENABLE_\w+)$", line)
        entry = re.match(r'KSIG_SCHEME_(\w+)\(\w+, \w+, "([^"]+)"', line)
        if condition:
            switch = condition[1]
        elif entry:
            found[entry[2]] = switch, FOLDERS[entry[1]]
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
        self.has_cose = any(path.parent.name == COSE for path in files)
        for path in files:
            self.add_headers(path)
        for path in files:
            self.add_source(path)

    def add_headers(self, path):
        """The guarded headers that a file needs, each after those that it needs."""
        for name in INCLUDE.findall(path.read_text()):
            header = SOURCES / name
            if name.startswith("kilosig/") or header in self.done:
                continue
            self.done.add(header)
            self.add_headers(header)
            text = header.read_text()
            if GUARD.search(text):
                self.out.append(f"/* ---- {name} */\n" + INCLUDE.sub(
                    lambda match: match[0] if match[1] == "kilosig/schemes.def" else "", text))

    def body(self, path):
        """A file with its templates, which have no guard, in their places."""
        def inner(match):
            header = SOURCES / match[1]
            if match[1] == "kilosig/schemes.def":
                return match[0]
            if match[1].startswith("kilosig/") or GUARD.search(header.read_text()):
                return ""
            return self.body(header)
        return INCLUDE.sub(inner, path.read_text())

    def add_source(self, path):
        text = self.body(path)
        text = renamed(text, file_scope_names(text), path.stem)
        undefine = "".join(f"#undef {name}\n" for name in defined_macros(text) if not name.startswith("KSIG_SCHEME"))
        self.out.append(f"/* ---- {path.relative_to(SOURCES)} */\n{text}{undefine}")

    def text(self):
        return ("/* kilosig, all of it. Written by scripts/amalgamate.py: do not edit. "
                "SPDX-License-Identifier: Apache-2.0 OR MIT */\n"
                '#include <stddef.h>\n#include <stdint.h>\n\n#include "kilosig/kilosig.h"\n'
                + '#include "kilosig/cose.h"\n' * self.has_cose + "\n"
                + "\n".join(self.out))


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Writes the library as one C file and its headers.")
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--only", nargs="+", metavar="SCHEME", help="names as the tool spells them; default: all")
    parser.add_argument("--cose", action="store_true", help="with the readers of kilosig/cose.h")
    options = parser.parse_args(arguments)
    known = schemes()
    unknown = [name for name in options.only or () if name not in known]
    if unknown:
        parser.error(f"there is no scheme '{unknown[0]}': choose of {', '.join(known)}")
    wanted = {known[name] for name in options.only} if options.only else set(known.values())
    unwanted = set(FOLDERS.values()) - {folder for _, folder in wanted} | (set() if options.cose else {COSE})
    files = [path for path in sorted(SOURCES.rglob("*.c"))
             if path.relative_to(SOURCES).parts[0] not in unwanted]
    configuration = ["#ifndef KSIG_ENABLE_ASSEMBLY\n#define KSIG_ENABLE_ASSEMBLY 0\n#endif\n"]
    if options.only:
        configuration.append("#define KSIG_ENABLE_DEFAULT 0\n")
        configuration += [f"#ifndef {switch}\n#define {switch} 1\n#endif\n"
                          for switch in sorted({s for s, _ in wanted})]
    folder = options.output / "kilosig"
    folder.mkdir(parents=True, exist_ok=True)
    for header in sorted([*HEADERS.glob("*.h"), HEADERS / "schemes.def"]):
        if header.stem == COSE and not options.cose:
            continue
        text = header.read_text()
        if header.name == "config.h":
            text = text.replace("#ifdef KSIG_CONFIG_FILE\n", "".join(configuration) + "#ifdef KSIG_CONFIG_FILE\n", 1)
        (folder / header.name).write_text(text)
    (options.output / "kilosig.c").write_text(Amalgamation(files).text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
