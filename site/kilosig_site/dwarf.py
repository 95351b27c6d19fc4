# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The states of the library as the debug information of a Cortex-M3 build has them: members, offsets, sizes; and the
bytes of a state as the descriptors in the same objects say."""
from __future__ import annotations

import os
import pickle
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from elftools.elf.elffile import ELFFile

from kilosig_site import BUILD, ROOT, wasm

COMPILE = ["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-std=c99", "-ffreestanding", "-O2", "-g",
           "-fno-eliminate-unused-debug-types"]
# Where states are declared and descriptors are made: below src/ or research/.
SOURCES = tuple(f"{family['folder']}/{name}" for family in wasm.families() for name in family.get("sources", ()))
# What differs from the default variant; rfc8391: with the sets of XMSS that SP 800-208 does not approve, as the site's
# WebAssembly has them.
WITH_VARIANTS = {"fast": ("mldsa/", "haetae/sign", "mq/gemss"), "small": ("mldsa/", "haetae/sign", "mq/gemss"),
                 "rfc8391": ("xmss/",)}
DESCRIPTORS = {"verify": "ksig_scheme", "keygen": "ksig_keygen_scheme", "sign": "ksig_sign_scheme"}


@dataclass
class Type:
    """A C type. kind: struct, union, array, or other; size in bytes, 0 for a flexible array."""

    kind: str
    size: int
    name: str = ""
    members: list[Member] = field(default_factory=list)


@dataclass
class Member:
    """Of a struct or a union, at an offset in it."""

    name: str
    offset: int
    type: Type


@dataclass(frozen=True)
class Build:
    """Types by name, and {operation: {identifier: state_bytes}}."""

    types: dict[str, Type]
    states: dict[str, dict[str, int]]


def objects(variant: str) -> list[Path]:
    """Compiles what is older than its sources."""
    folder = BUILD / "dwarf" / variant
    folder.mkdir(parents=True, exist_ok=True)
    own = [Path(__file__), Path(wasm.__file__), ROOT / "schemes.toml"]
    newest = max(path.stat().st_mtime for path in [*own, *(path for room in ("src", "include", "research")
                                                           for path in (ROOT / room).rglob("*.*"))])
    names = [name for name in SOURCES if variant == "default" or name.startswith(WITH_VARIANTS[variant])]
    options = wasm.definitions("default" if variant == "rfc8391" else variant)
    if variant != "rfc8391":
        options = [option for option in options if "RFC8391" not in option]

    def compile_one(name: str) -> Path:
        out = folder / f"{Path(name).name}.o"
        source = next(path for room in ("src", "research") if (path := ROOT / room / f"{name}.c").is_file())
        if not out.is_file() or out.stat().st_mtime < newest:
            subprocess.run([*COMPILE, *options, *wasm.INCLUDE, "-c", str(source), "-o", str(out)], check=True)
        return out

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(compile_one, names))


class _Reader:
    """The types of one object."""

    def __init__(self, elf: ELFFile) -> None:
        self.elf = elf
        self.found: dict[str, Type] = {}
        self._seen: dict[int, Type] = {}
        for unit in elf.get_dwarf_info().iter_CUs():
            for entry in unit.iter_DIEs():
                name = entry.attributes.get("DW_AT_name")
                if entry.tag in ("DW_TAG_structure_type", "DW_TAG_union_type", "DW_TAG_typedef") and name:
                    self.found.setdefault(name.value.decode(), self.read(entry))

    def read(self, entry: Any) -> Type:
        if entry.offset in self._seen:
            return self._seen[entry.offset]
        kind = {"DW_TAG_structure_type": "struct", "DW_TAG_union_type": "union"}.get(entry.tag, "other")
        value = entry.attributes.get("DW_AT_byte_size")
        name = entry.attributes.get("DW_AT_name")
        made = Type(kind, value.value if value else 0, name.value.decode() if name else "")
        self._seen[entry.offset] = made
        if entry.tag in ("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type"):
            if "DW_AT_type" in entry.attributes:
                inner = self.read(entry.get_DIE_from_attribute("DW_AT_type"))
                made.kind, made.size, made.members = inner.kind, inner.size, inner.members
        elif entry.tag == "DW_TAG_array_type":
            inner = self.read(entry.get_DIE_from_attribute("DW_AT_type"))
            count = 1
            for part in entry.iter_children():
                bound = part.attributes.get("DW_AT_upper_bound")
                count *= bound.value + 1 if bound and isinstance(bound.value, int) else 0
            made.kind, made.size, made.name = "array", count * inner.size, inner.name
        else:
            for part in entry.iter_children():
                if part.tag == "DW_TAG_member":
                    place = part.attributes.get("DW_AT_data_member_location")
                    label = part.attributes.get("DW_AT_name")
                    made.members.append(Member(label.value.decode() if label else "", place.value if place else 0,
                                               self.read(part.get_DIE_from_attribute("DW_AT_type"))))
        return made

    def states(self) -> dict[str, dict[str, int]]:
        """state_bytes of the descriptors that are defined here."""
        found: dict[str, dict[str, int]] = {name: {} for name in DESCRIPTORS}
        places = {op: next(m.offset for m in self.found[name].members if m.name == "state_bytes")
                  for op, name in DESCRIPTORS.items()}
        for symbol in self.elf.get_section_by_name(".symtab").iter_symbols():
            entry, section = symbol.entry, symbol["st_shndx"]
            if not isinstance(section, int) or entry["st_info"]["type"] != "STT_OBJECT":
                continue
            operation, identifier = operation_of(symbol.name)
            if entry["st_size"] == self.found[DESCRIPTORS[operation]].size and identifier:
                at = entry["st_value"] + places[operation]
                data = self.elf.get_section(section).data()[at:at + 2]
                found[operation][identifier] = int.from_bytes(data, "little")
        return found


def operation_of(symbol: str) -> tuple[str, str | None]:
    """("sign", "ml-dsa-44-expanded") of ksig_ml_dsa_44_expanded_sign; None for what is no descriptor's name."""
    if not symbol.startswith("ksig_"):
        return "verify", None
    name = symbol[len("ksig_"):]
    for operation in ("sign", "keygen"):
        if name.endswith(f"_{operation}"):
            return operation, name[:-len(operation) - 1].replace("_", "-")
    return "verify", name.replace("_", "-")


@cache
def build(variant: str) -> Build:
    """Of a variant; what has none is that of the default. Reading takes seconds, so it is kept beside the objects."""
    made = objects(variant)
    kept = made[0].with_name("types.pickle")
    if kept.is_file() and kept.stat().st_mtime > max(path.stat().st_mtime for path in made):
        return pickle.loads(kept.read_bytes())  # type: ignore[no-any-return]
    found = read(variant, made)
    fresh = kept.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(pickle.dumps(found))
    fresh.replace(kept)
    return found


def read(variant: str, made: list[Path]) -> Build:
    """What the objects say."""
    types: dict[str, Type] = {}
    states: dict[str, dict[str, int]] = {name: {} for name in DESCRIPTORS}
    for path in made:
        with path.open("rb") as file:
            reader = _Reader(ELFFile(file))
            types = {**reader.found, **types}
            for operation, found in reader.states().items():
                states[operation].update(found)
    if variant != "default":
        base = build("default")
        types = {**base.types, **types}
        states = {operation: {**base.states[operation], **found} for operation, found in states.items()}
    return Build(types, states)
