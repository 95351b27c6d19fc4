#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes what names every parameter set, from schemes.toml.

usage: schemes.py [--check]     --check: writes nothing; exit status 1 and the names of files that are not what they
                                would be

What it writes is committed: who builds the library needs no Python.
"""
from __future__ import annotations

import argparse
import pathlib
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
NOTE = "Written by scripts/schemes.py from schemes.toml: edit that."
SPDX = "SPDX-License-Identifier: Apache-2.0 OR MIT"
HASHES = {"shake256": "KSIG_HASH_SHAKE256", "configured": "KSIG_ANCHOR_HASH", None: "0"}
STATUS = {"broken": "IS_BROKEN", "candidate": "IS_DRAFT"}
FORMS = ("plain", "compact", "expanded")


@dataclass(frozen=True)
class Set:
    """One of schemes.toml, whose head says what the members are. switch and default: full names; flags: full names."""

    name: str
    family: Family
    switch: str
    default: str
    anchor_bytes: int | str
    anchor_hash: str
    key: int | str
    signature: tuple[int | str, int | str]
    state: str
    flags: tuple[str, ...]
    keygen: tuple[str, ...]
    sign: tuple[str, ...]

    @property
    def identifier(self) -> str:
        return self.name.replace("-", "_")

    @property
    def is_off(self) -> bool:
        """By default."""
        return self.family.research or self.family.default is not None


@dataclass(frozen=True)
class Family:
    """One of schemes.toml."""

    name: str
    folder: str
    header: str
    title: str = ""
    switch: str = ""
    default: int | None = None
    variants: tuple[str, ...] = ()
    research: bool = False
    status: str = ""
    linked: str = ""
    sources: tuple[str, ...] = ()
    states: dict[str, list[str]] = field(default_factory=dict)
    sets: list[Set] = field(default_factory=list)


def family_of(entry: dict[str, Any]) -> Family:
    given = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items() if key != "set"}
    family = Family(**given)
    if family.research != (family.status in STATUS):
        raise ValueError(f"{family.name}: a family below research/ has a status, {' or '.join(STATUS)}, no other has")
    fallback = "0" if family.research else "KSIG_ENABLE_DEFAULT"
    default = f"KSIG_ENABLE_{family.switch}" if family.switch else fallback
    for one in entry["set"]:
        identifier = one["name"].replace("-", "_").upper()
        signature = one["signature"] if isinstance(one["signature"], list) else [one["signature"]] * 2
        own = [STATUS[family.status]] if family.research else []
        flags = tuple(f"KSIG_{flag}" for flag in [*one.get("flags", []), *own])
        unknown = {*one.get("keygen", []), *one.get("sign", [])} - {*FORMS}
        if unknown:
            raise ValueError(f"{one['name']}: no form of a secret key is {', '.join(sorted(unknown))}")
        family.sets.append(Set(
            one["name"], family, f"KSIG_ENABLE_{one.get('switch', identifier)}", default, one["anchor"]["bytes"],
            HASHES[one["anchor"].get("hash")], one["key"], (signature[0], signature[1]), one["state"], flags,
            tuple(one.get("keygen", [])), tuple(one.get("sign", []))))
    return family


def read(root: pathlib.Path = ROOT) -> list[Family]:
    """The families in their order. Raises ValueError, KeyError or TypeError for what schemes.toml may not say."""
    text = (root / "schemes.toml").read_text(encoding="utf-8")
    return [family_of(entry) for entry in tomllib.loads(text)["family"]]


def sets_of(families: list[Family], research: bool) -> list[Set]:
    return [one for family in families if family.research == research for one in family.sets]


def unique(names: Iterator[str] | list[str]) -> list[str]:
    return list(dict.fromkeys(names))


# ---- schemes.def

HEAD = f"""/* The list of parameter sets. {SPDX}
 * {NOTE}
 *
 * Everything that lists schemes is made from this file: switches, descriptors, types and sizes of states, the lists of
 * src/api/schemes.c, the Rust crate, the union of the firmware.
 *
 * Define one of these macros and include it; it undefines them all. To get the entries of one family only, define
 * KSIG_SCHEME_<FAMILY> instead of KSIG_SCHEME.
 *
 *   KSIG_SCHEME(ID, id, name, anchor_bytes, anchor_hash, key_bytes, signature_least, signature_bytes, state, flags)
 *     ID, id           in KSIG_<ID>_STATE_BYTES and ksig_<id>
 *     name             as the tool spells it
 *     anchor_hash      0: the anchor is the key itself
 *     signature_least  equal to signature_bytes where the length does not vary
 *     state            bytes of a verification's state
 *     flags            KSIG_HAS_*, KSIG_IS_*
 *   KSIG_KEYGEN_SCHEME(id), KSIG_SIGN_SCHEME(id)   ksig_<id>_keygen, ksig_<id>_sign
 *
 * KSIG_USES_ANCHOR_HASH is defined if an enabled set has an anchor by KSIG_ANCHOR_HASH. */
#ifndef KSIG_SCHEME
#define KSIG_SCHEME(ID, id, name, anchor_bytes, anchor_hash, key_bytes, signature_least, signature_bytes, state, flags)
#endif
#ifndef KSIG_KEYGEN_SCHEME
#define KSIG_KEYGEN_SCHEME(id)
#endif
#ifndef KSIG_SIGN_SCHEME
#define KSIG_SIGN_SCHEME(id)
#endif
"""
RESEARCH_HEAD = f"""/* The list of parameter sets below research/. {SPDX}
 * {NOTE}
 *
 * schemes.def includes it where KSIG_RESEARCH is 1, and says what an entry means. Every switch is 0 by default. */
"""
DEFAULT = """
/* The default of all switches. */
#ifndef KSIG_ENABLE_DEFAULT
#define KSIG_ENABLE_DEFAULT 1
#endif
"""


def guarded(name: str, value: str) -> str:
    return f"#ifndef {name}\n#define {name} {value}\n#endif\n"


def wrapped(text: str) -> str:
    """Lines of at most 120 columns, broken at blanks."""
    return textwrap.fill(text, 120, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False) + "\n"


def makers(sets: list[Set]) -> str:
    """Key generations, then signers: by form, then by set."""
    lines = []
    for macro in ("KEYGEN", "SIGN"):
        for form in FORMS:
            suffix = "" if form == "plain" else f"_{form}"
            lines += [f"KSIG_{macro}_SCHEME({one.identifier}{suffix})\n" for one in sets
                      if form in getattr(one, macro.lower())]
    return "".join(lines)


def block(sets: list[Set]) -> str:
    """The sets of one switch."""
    first = sets[0]
    text = "" if first.switch == first.default else guarded(first.switch, first.default)
    text += f"#if {first.switch}\n"
    if any(one.anchor_hash == HASHES["configured"] for one in sets):
        text += "#define KSIG_USES_ANCHOR_HASH\n"
    for one in sets:
        least, most = one.signature
        text += wrapped(f"KSIG_SCHEME_{one.family.name}({one.identifier.upper()}, {one.identifier}, \"{one.name}\", "
                        f"{one.anchor_bytes}, {one.anchor_hash}, {one.key}, {least}, {most}, {one.state}, "
                        f"{' | '.join(one.flags)})")
    return text + makers(sets) + "#endif\n"


def entries(families: list[Family]) -> str:
    text, known = "", set()
    for family in families:
        if family.title:
            text += "\n" + f"/* {family.title} */\n"
        switch = f"KSIG_ENABLE_{family.switch}"
        if family.switch and switch not in known:
            off = family.research or family.default == 0
            text += guarded(switch, "0" if off else "KSIG_ENABLE_DEFAULT")
            known.add(switch)
        for name in unique([one.switch for one in family.sets]):
            text += block([one for one in family.sets if one.switch == name])
    return text


def refused(sets: list[Set]) -> str:
    """Of sets below research/, where KSIG_RESEARCH is 0."""
    names = unique([name for one in sets for name in (one.default, one.switch) if name != "0"])
    condition = " || \\\n    ".join(f"(defined({name}) && {name})" for name in names)
    return (f"\n/* The schemes below research/. */\n#if KSIG_RESEARCH\n#include \"kilosig/research.def\"\n"
            f"#elif {condition}\n#error \"This scheme is in research/, no part of the library: see KSIG_RESEARCH in "
            "kilosig/config.h\"\n#endif\n")


def definitions(families: list[Family], research: bool) -> str:
    chosen = [family for family in families if family.research == research]
    names = [f"KSIG_SCHEME_{name}" for name in unique([family.name for family in chosen])]
    own = "".join(guarded(name, "KSIG_SCHEME") for name in names)
    undefined = "\n" + "".join(f"#undef {name}\n" for name in names)
    if research:
        return RESEARCH_HEAD + own + entries(chosen) + undefined
    common = "\n#undef KSIG_SCHEME\n#undef KSIG_KEYGEN_SCHEME\n#undef KSIG_SIGN_SCHEME"
    return HEAD + own + DEFAULT + entries(chosen) + refused(sets_of(families, True)) + common + undefined


# ---- Headers

def includes(families: list[Family], research: bool) -> str:
    names = sorted({family.header for family in families if family.research == research})
    return "".join(f'#include "kilosig/{name}"\n' for name in names)


# A header by itself.
FIRST = '#include "kilosig/kilosig.h" /* which includes this file: so before the guard */\n\n'


def families_header(families: list[Family]) -> str:
    return (f"/* kilosig: the headers of all families. Included by kilosig.h.\n * {NOTE}\n * {SPDX} */\n"
            f"{FIRST}#ifndef KILOSIG_FAMILIES_H\n#define KILOSIG_FAMILIES_H\n\n"
            f"{includes(families, False)}#if KSIG_RESEARCH\n#include \"kilosig/research.h\"\n#endif\n\n#endif\n")


def research_header(families: list[Family]) -> str:
    linked = unique([family.linked for family in families if family.linked])
    return ("/* kilosig: the schemes below research/, broken ones and candidates. Included by kilosig/families.h\n"
            f" * where KSIG_RESEARCH is 1. {NOTE}\n * {SPDX} */\n"
            f"{FIRST}#ifndef KILOSIG_RESEARCH_H\n#define KILOSIG_RESEARCH_H\n\n"
            f"{includes(families, True)}\n/* The symbols of each family for kilosig/linked.h. */\n"
            f"#define KSIG_LINKED_RESEARCH(X) {' '.join(f'{name}(X)' for name in linked)}\n\n#endif\n")


# ---- CMake

def cmake_list(name: str, words: list[str]) -> str:
    return textwrap.fill(f"set({name} {' '.join(words)})", 120, subsequent_indent="    ", break_long_words=False,
                         break_on_hyphens=False) + "\n"


def cmake(families: list[Family]) -> str:
    text = f"# {NOTE} {SPDX}\n\n"
    for prefix, research in (("KSIG", False), ("KSIG_RESEARCH", True)):
        sets = sets_of(families, research)
        chosen = [family for family in families if family.research == research]
        text += cmake_list(f"{prefix}_SCHEMES", [one.name for one in sets])
        text += cmake_list(f"{prefix}_FOLDERS", sorted({family.folder for family in chosen}))
        text += cmake_list(f"{prefix}_VARIANT_OPTIONS", [name for family in chosen for name in family.variants])
    text += "\n# Those that are off by default.\n"
    text += cmake_list("KSIG_OFF_SCHEMES", [one.name for one in sets_of(families, False) if one.is_off])
    text += cmake_list("KSIG_OFF_SWITCHES", unique([f"KSIG_ENABLE_{family.switch}" for family in families
                                                    if not family.research and family.default == 0]))
    text += cmake_list("KSIG_RESEARCH_SWITCHES", unique([one.switch for one in sets_of(families, True)]))
    text += "\n# Switch, folder of the code, bytes of a public key.\n"
    for family in families:
        for one in family.sets:
            text += f'set(KSIG_SCHEME_{one.name} {one.switch} {family.folder} "{one.key}")\n'
    return text


FILES = {
    "include/kilosig/schemes.def": lambda families: definitions(families, False),
    "include/kilosig/families.h": families_header,
    "research/include/kilosig/research.def": lambda families: definitions(families, True),
    "research/include/kilosig/research.h": research_header,
    "cmake/schemes.cmake": cmake,
}


def wrong(root: pathlib.Path, write: bool) -> list[str]:
    """Names of the files that are not what schemes.toml says; writes them if told."""
    families, found = read(root), []
    for name, made in FILES.items():
        path, text = root / name, made(families)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            found.append(name)
            if write:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Writes what names every parameter set, from schemes.toml.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if something would change")
    check = parser.parse_args().check
    for name in (found := wrong(ROOT, not check)):
        print(f"{name}: {'differs from schemes.toml' if check else 'written'}")
    return 1 if check and found else 0


if __name__ == "__main__":
    sys.exit(main())
