# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Pictures of the states, byte by byte: SVG for the page "Memory" and for docs/memory.md."""
from __future__ import annotations

import html
from pathlib import Path

from kilosig_site import ROOT, VARIANTS
from kilosig_site.layouts import OPERATIONS, Area, Layout, layouts
from kilosig_site.pages import page, script, source, write

# As in static/js/memory-view.js.
COLOURS = ("#3566a8", "#a3521d", "#5a7d1f", "#8a4a9e", "#1d7f86", "#a23a5c", "#6b6a1c", "#4f5bb0", "#9a6a12", "#2d7d4f")
ROW_BYTES, CELL, ROW, LEFT, LINE = 128, 5, 10, 46, 20
STYLE = ("text{font:13px system-ui,sans-serif;fill:#16211f}.n{text-anchor:end}.s{fill:#4b5a5c}.b{fill:#fff}"
         "@media(prefers-color-scheme:dark){text{fill:#e6eeee}.s{fill:#b3c1c3}.b{fill:#10181a}}")
# For the documents: one or two of each family.
SHOWN = (("ml-dsa-44", "verify", "default"), ("ml-dsa-44", "verify", "fast"), ("ml-dsa-44", "verify", "small"),
         ("ml-dsa-44", "sign", "default"), ("slh-dsa-sha2-128s", "verify", "default"),
         ("slh-dsa-sha2-128f", "sign", "default"), ("lms", "verify", "default"), ("xmss", "verify", "default"),
         ("fn-dsa-512", "verify", "default"), ("haetae-2", "verify", "default"), ("haetae-2", "sign", "default"))


def name_of(one: Layout) -> str:
    """Of the file."""
    return f"{one.scheme}-{one.operation}" + ("" if one.variant == "default" else f"-{one.variant}")


def title_of(one: Layout) -> str:
    """In words."""
    words = {"verify": "verification", "keygen": "key generation", "sign": "signing"}[one.operation]
    variant = "" if one.variant == "default" else f", variant {one.variant}"
    return f"State of {one.scheme} {words}{variant}: {one.state_bytes:,} bytes"


def colour(number: int, area: Area) -> str:
    """Of an area; padding is grey."""
    return "#8b9b9e" if area.name in ("padding", "unused") else COLOURS[number % len(COLOURS)]


def boxes(area: Area, fill: str) -> list[str]:
    """One rectangle for each row that the area has a part of; whole rows together."""
    found, at, end = [], area.offset, area.offset + area.size
    while at < end:
        row, column = divmod(at, ROW_BYTES)
        rows = (end - at) // ROW_BYTES if column == 0 else 0
        width = ROW_BYTES if rows else min(ROW_BYTES - column, end - at)
        found.append(f'<rect x="{LEFT + CELL * column}" y="{ROW * row}" width="{CELL * width}" '
                     f'height="{ROW * max(rows, 1)}" fill="{fill}"/>')
        at += width * max(rows, 1)
    return found


def svg(one: Layout) -> str:
    """The picture: rows of 128 bytes, then a list of the areas."""
    rows = -(-one.state_bytes // ROW_BYTES)
    height = ROW * rows + 16
    parts = []
    for row in range(0, rows, 8):
        parts.append(f'<text class="n s" x="{LEFT - 5}" y="{ROW * row + 10}">{row * ROW_BYTES:,}</text>')
    for number, area in enumerate(one.areas):
        fill = colour(number, area)
        title = html.escape(f"{area.name}: {area.size:,} bytes from {area.offset:,}")
        parts.append(f"<g><title>{title}</title>{''.join(boxes(area, fill))}</g>")
        y = height + LINE * number
        also = f" (one of: {', '.join(area.also)})" if area.also else ""
        parts.append(f'<rect x="{LEFT}" y="{y}" width="12" height="12" fill="{fill}"/>'
                     f'<text x="{LEFT + 20}" y="{y + 11}">{html.escape(area.name + also)}</text>'
                     f'<text class="n" x="{LEFT + CELL * ROW_BYTES}" y="{y + 11}">{area.size:,}</text>')
    width, whole = LEFT + CELL * ROW_BYTES + 4, height + LINE * len(one.areas) + 4
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{whole}" viewBox="0 0 {width} {whole}" '
            f'role="img"><title>{html.escape(title_of(one))}</title><style>{STYLE}</style>'
            f'<rect class="b" width="{width}" height="{whole}"/>{"".join(parts)}</svg>\n')


def different() -> list[Layout]:
    """Every layout once: those of a variant only where they differ from the default's."""
    found: dict[tuple[str, str], list[Layout]] = {}
    for variant in VARIANTS:
        for one in layouts(variant):
            known = found.setdefault((one.scheme, one.operation), [])
            if all(one.areas != other.areas for other in known):
                known.append(one)
    return [one for kind in OPERATIONS for (_, operation), ones in found.items() if operation == kind for one in ones]


def make(output: Path) -> None:
    """Writes the page and its pictures."""
    entries = []
    for one in different():
        picture = svg(one)
        write(output / "memory" / f"{name_of(one)}.svg", picture)
        size = picture[:400].split('viewBox="0 0 ')[1].split('"')[0].split()
        entries.append({"file": f"memory/{name_of(one)}.svg", "scheme": one.scheme, "operation": one.operation,
                        "variant": one.variant, "bytes": one.state_bytes, "title": title_of(one), "width": int(size[0]),
                        "height": int(size[1]),
                        "areas": [[area.name, area.offset, area.size, ", ".join(area.also)] for area in one.areas]})
    script(output / "data" / "maps.js", ".maps", entries)
    write(output / "memory.html", page("Memory: kilosig", "Every state of the library byte by byte, from the debug "
                                       "information of its build.", source("memory.html"), "memory.html",
                                       ("data/maps.js", "js/memory.js")))


def documents(folder: Path = ROOT / "docs" / "memory") -> dict[Path, str]:
    """What docs/memory/ holds: {file: text}."""
    chosen = {(one.scheme, one.operation, one.variant): one for one in different()}
    return {folder / f"{name_of(chosen[key])}.svg": svg(chosen[key]) for key in SHOWN}
