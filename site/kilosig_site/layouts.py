# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What lies where in a state, byte by byte: from the debug information (dwarf.py), with what lies after the last
member split as the library's headers say."""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from kilosig_site import ROOT, wasm
from kilosig_site.dwarf import Build, Type, build

SMALL = 16  # members of fewer bytes are shown together with their neighbours
OPERATIONS = ("verify", "keygen", "sign")
HASHES = {"sha2-128": "sha256_state", "sha2-192": "sha512_state", "sha2-256": "sha512_state", "shake": "shake_state",
          "sphincs": "sha256_state"}


@dataclass(frozen=True)
class Area:
    """Bytes of a state. also: what else lies there at other times, if it is a union."""

    name: str
    offset: int
    size: int
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Layout:
    """The areas of a state, without gaps."""

    scheme: str
    operation: str
    variant: str
    state_bytes: int
    areas: tuple[Area, ...]


def areas_of(kind: Type, start: int = 0, skip: Sequence[str] = (), inside: Sequence[str] = ()) -> list[Area]:
    """One for each member; small neighbours together. inside: members whose own members are shown."""
    found: list[Area] = []
    for member in kind.members:
        if member.name in skip or member.type.size == 0:
            continue
        if member.name in inside:
            found += [Area(f"{member.name}.{area.name}", *_rest(area)) for area in
                      areas_of(member.type, start + member.offset)]
            continue
        also = tuple(part.name for part in member.type.members if part.name) if member.type.kind == "union" else ()
        found.append(Area(member.name, start + member.offset, member.type.size, also))
    joined: list[Area] = []
    for area in found:
        before = joined[-1] if joined else None
        if (before and area.size < SMALL and before.size < SMALL and not before.also and not area.also
                and "." not in area.name + before.name):
            joined[-1] = Area(f"{before.name}, {area.name}", before.offset, area.offset + area.size - before.offset)
        else:
            joined.append(area)
    return [Area(_named(area.name), *_rest(area)) for area in joined]


def _rest(area: Area) -> tuple[int, int, tuple[str, ...]]:
    return area.offset, area.size, area.also


def _named(names: str) -> str:
    """At most four of several names, without fillers."""
    parts = [part for part in names.split(", ") if part not in ("unused", "padding")] or ["unused"]
    return ", ".join(parts[:4]) + (" ..." if len(parts) > 4 else "")


def tail_sizes(scheme: str) -> tuple[int, int]:
    """c~ and hint of an ML-DSA state: the last arguments of KSIG_ML_DSA_STATE_BYTES in schemes.def."""
    text = (ROOT / "include" / "kilosig" / "schemes.def").read_text(encoding="utf-8")
    match = re.search(rf'"{scheme}",.*?KSIG_ML_DSA_STATE_BYTES\(\d+, \d+, (\d+), (\d+)\)', text, re.DOTALL)
    assert match, scheme
    return int(match[1]), int(match[2])


def tail(scheme: str, operation: str, start: int, end: int) -> list[Area]:
    """What lies after the last member, up to the end of the state."""
    if operation == "verify" and scheme.startswith(("ml-dsa", "dilithium")):
        challenge, hint = tail_sizes(scheme)
        kept = (end - start - challenge - hint) // 64 * 64  # packed polynomials are multiples of 64 bytes
        sizes = [("z", kept), ("c~", challenge), ("hint", hint)]
    elif operation == "verify" and scheme.startswith(("falcon", "fn-dsa")):
        sizes = [("h, then s2 h", (end - start) // 2), ("s2; before: context and key", (end - start) // 2)]
    elif scheme.startswith("haetae"):
        name = "rows" if operation == "verify" else "more rows" if operation == "sign" else "secret in the making"
        sizes = [(name, (end - start) // 128 * 128)]
    elif scheme.startswith("slh-dsa"):
        sizes = [("nodes of the tree in hand", end - start)]
    elif scheme.startswith("uov"):
        sizes = [("planes of y, the column that comes, x, cipher", end - start)]
    elif scheme.startswith("mayo"):
        sizes = [("sums, y, target, cipher, s", end - start)]
    else:
        sizes = [("rows", end - start)]
    found: list[Area] = []
    for name, size in sizes:
        if size > 0:
            found.append(Area(name, start, size))
            start += size
    return found


def struct_of(scheme: str, operation: str) -> tuple[str, tuple[str, ...]]:
    """Name of the state's struct, and members that are shown with what is in them."""
    family = next(one for one in wasm.families()
                  if any(f"{scheme}-".startswith(f"{each['name']}-") for each in one["set"]))
    name, *inside = family["states"][operation]
    return name, tuple(inside)


def layout(scheme: str, operation: str, variant: str, found: Build) -> Layout:
    """Of one state."""
    state_bytes = found.states[operation][scheme]
    name, inside = struct_of(scheme, operation)
    kind = found.types[name]
    areas = [area for area in areas_of(kind, inside=inside) if area.offset + area.size <= state_bytes]
    end = max(area.offset + area.size for area in areas)
    if scheme.startswith(("slh-dsa", "sphincs")):
        hashes = next(found.types[struct] for key, struct in HASHES.items() if key in scheme)
        common = next(member.type.size for member in hashes.members if member.name == "common")
        areas += areas_of(hashes, kind.size - common, skip=("common",))
        end = max(area.offset + area.size for area in areas)
    areas += tail(scheme, operation, end, state_bytes) if state_bytes - end >= SMALL else []
    whole: list[Area] = []
    at = 0
    for area in [*sorted(areas, key=lambda one: one.offset), Area("", state_bytes, 0)]:
        assert area.offset >= at, (scheme, operation, variant, area, at)
        if area.offset > at:
            whole.append(Area("padding", at, area.offset - at))
        if area.size:
            whole.append(area)
        at = area.offset + area.size
    return Layout(scheme, operation, variant, state_bytes, tuple(whole))


@cache
def layouts(variant: str) -> list[Layout]:
    """Of every scheme and operation."""
    found = build(variant)
    return [layout(scheme, operation, variant, found) for operation in OPERATIONS
            for scheme in sorted(found.states[operation])]


def for_page(variant: str) -> dict[str, list[dict[str, object]]]:
    """What the page "Run it" colours: {scheme: areas} of verifications, with XMSS as the WebAssembly has it."""
    chosen = {one.scheme: one for one in layouts(variant) if one.operation == "verify"}
    wide = build("rfc8391")
    chosen.update({name: layout(name, "verify", "rfc8391", wide) for name in ("xmss", "xmssmt")})
    return {name: [{"name": area.name, "offset": area.offset, "size": area.size} for area in one.areas]
            for name, one in chosen.items()}
