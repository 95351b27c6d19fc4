# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The plots of docs/benchmarks.md. The same rows give the same bytes, with one version of matplotlib."""
import math
import re

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402 (the back end comes first)
from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: E402
from matplotlib.patches import Patch  # noqa: E402
from matplotlib.transforms import Bbox  # noqa: E402

LIMIT = 8192
MOST_RAM = 24576
VARIANTS = ("fast", "default", "small")
COLORS = {"fast": "#1b7837", "default": "#2166ac", "small": "#b2182b", "sha2": "#762a83"}
PARTS = "#2166ac", "#92c5de", "#d6604d", "#f4a582"
PROFILE_FUNCTIONS = 6
LONG = 40  # bars, of more than a screen

plt.rcParams.update({"svg.hashsalt": "kilosig", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
                     "axes.spines.right": False, "figure.constrained_layout.use": True})


def save(figure, path):
    """Without the date, and without the tool's version."""
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)
    # Line ends without the blanks that matplotlib leaves, and places to a hundredth of a point: the page that shows a
    # plot must stay small.
    text = "\n".join(line.rstrip() for line in path.read_text(encoding="utf-8").splitlines())
    path.write_text(re.sub(r"(\d\.\d\d)\d+", r"\1", text) + "\n", encoding="utf-8")


def name_of(row):
    """The operation where it is no verification, and the variant."""
    words = [row["scheme"], *([] if row["op"] == "verify" else [row["op"]]), row["variant"]]
    return " ".join(words[:-1] if row["op"] != "verify" and row["variant"] == "default" else words)


def bars(rows, height=0.28):
    """A figure for horizontal bars, one for each row, labelled, the first on top."""
    figure, axes = plt.subplots(figsize=(7.5, 0.9 + height * len(rows)))
    axes.set_yticks(range(len(rows)), [name_of(row) for row in rows])
    axes.set_ylim(len(rows) - 0.3, -0.9)
    axes.tick_params(axis="y", length=0)
    return figure, axes


def legend(axes, handles, columns):
    """Above the bars; of a long figure below them as well, within sight of the last ones."""
    common = {"handles": handles, "ncols": columns, "frameon": False}
    if len(axes.get_yticks()) > LONG:
        axes.figure.legend(loc="outside lower center", **common)
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), **common)


def ram(rows, path):
    """State and stack of each scheme and variant against 8 kB."""
    figure, axes = bars(rows)
    left = [0] * len(rows)
    for part, color in zip(("state", "stack", "static", "resident"), PARTS):
        widths = [row[part] for row in rows]
        if any(widths):
            axes.barh(range(len(rows)), widths, left=left, color=color, label=part)
        left = [a + b for a, b in zip(left, widths)]
    for number, whole in enumerate(left):
        axes.text(whole + 60, number, f"{whole:,}", va="center")
    axes.axvline(LIMIT, color="black", linewidth=1)
    axes.text(LIMIT + 60, -0.4, "8 kB", va="center")
    axes.set_xlim(0, 1.1 * max(LIMIT, *left))
    axes.set_xlabel("bytes of RAM")
    legend(axes, axes.get_legend_handles_labels()[0], len(PARTS))
    save(figure, path)


def standing(row):
    """In which panel a row is."""
    scheme, _ = scheme_of(row)
    return ("broken and superseded" if scheme.broken or scheme.superseded else
            "drafts and candidates" if scheme.draft else "standards")


def scheme_of(row):
    """The catalog's entry of a measured row."""
    from kilosig.files.bench_rows import IDENTITY, Row, scheme_of as entry
    unknown = {name: None for name in ("ram", "bound", "flash", "instructions", "cycles", "cycles_max", "hash_floor")}
    return entry(Row(**{name: row.get(name) or "" for name in IDENTITY}, **unknown, flash_idle=0, detail={}))


def around(size):
    """Where a label of this size may lie beside its point, the nearest first: its lower left corner, in points."""
    width, height = size
    for distance in range(4, 160, 6):
        for turn in range(16):
            x, y = (distance * f(math.pi * turn / 8) for f in (math.cos, math.sin))
            yield x - (width if x < -1 else width / 2 if x < 1 else 0), y - (height if y < -1 else height / 2 if y < 1
                                                                             else 0)


def label(axes, points):
    """Writes names beside points, so that none lies over another, over a point or outside; a line leads to those that
    are far. points: (name, x, y), of which those without a name are only kept free. The figure has its layout."""
    renderer = axes.figure.canvas.get_renderer()
    scale, frame = renderer.points_to_pixels(1), axes.get_window_extent()
    places = [(name, *axes.transData.transform((x, y))) for name, x, y in points]
    taken = [Bbox.from_bounds(x - 3 * scale, y - 3 * scale, 6 * scale, 6 * scale) for _, x, y in places]
    for (name, x, y), (_, *at) in zip(places, points):
        if not name:
            continue
        text = axes.annotate(name, at, xytext=(0, 0), textcoords="offset points", fontsize=7,
                             arrowprops={"arrowstyle": "-", "linewidth": 0.4, "color": "gray", "shrinkA": 0,
                                         "shrinkB": 2})
        size = text.get_window_extent(renderer)
        for left, low in around((size.width / scale, size.height / scale)):
            box = Bbox.from_bounds(x + left * scale, y + low * scale, size.width, size.height)
            inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
            if inside and not any(box.overlaps(other) for other in taken):
                break
        text.set_position((left, low))
        taken.append(box)


def cycles_ram(rows, published, path):
    """Cycles against RAM, what is not to be chosen in a panel of its own; published: (name, bytes, cycles,
    scheme). Each scheme has its name once; a line joins its variants."""
    panels = {name: [row for row in rows if standing(row) == name]
              for name in ("standards", "drafts and candidates", "broken and superseded")}
    panels = {name: chosen for name, chosen in panels.items() if chosen}
    figure, all_axes = plt.subplots(len(panels), 1, figsize=(7.5, 4.2 * len(panels)), squeeze=False, sharex=True)
    cycles = [row["cycles"]["mean"] / 1e6 for row in rows] + [y / 1e6 for _, _, y, _ in published]
    named = []
    for axes, (title, chosen) in zip(all_axes[:, 0], panels.items()):
        points, seen = [], {}
        for row in chosen:
            seen.setdefault(row["scheme"], []).append(
                (row["state"] + row["stack"] + row["static"] + row["resident"], row["cycles"]["mean"] / 1e6,
                 row["variant"]))
        for name, places in seen.items():
            axes.plot(*list(zip(*places))[:2], color="lightgray", linewidth=0.8, zorder=1)
            points += [("" if at else name.replace("slh-dsa-", "slh-").replace("sphincs-", "sphincs+-"), x, y)
                       for at, (x, y, _) in enumerate(places)]
        for variant in dict.fromkeys((*VARIANTS, *(row["variant"] for row in chosen))):
            own = [place for places in seen.values() for place in places if place[2] == variant]
            if own:
                axes.scatter(*list(zip(*own))[:2], color=COLORS.get(variant, "#e08214"), s=14, zorder=3,
                             label=f"kilosig {variant}")
        others = [(name, x, y / 1e6) for name, x, y, scheme in published if standing({"scheme": scheme}) == title]
        if others:
            axes.scatter(*list(zip(*others))[1:], color="black", marker="x", s=14, label="published", zorder=3)
            points += others
        axes.axvline(LIMIT, color="black", linewidth=1)
        axes.set_xscale("log", base=2)
        axes.set_xticks([512, 1024, 2048, 4096, 8192, 16384], ["512", "1 kB", "2 kB", "4 kB", "8 kB", "16 kB"])
        axes.set_xlim(400, MOST_RAM)
        axes.set_yscale("log")
        axes.set_ylim(min(cycles) / 2, max(cycles) * 2)
        axes.tick_params(labelbottom=True)
        axes.set_title(title, loc="left", pad=22)
        axes.set_ylabel("million cycles (kilosig: modelled)")
        axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=6, frameon=False,
                    columnspacing=1, handletextpad=0.1)
        named.append((axes, points))
    all_axes[-1, 0].set_xlabel("RAM, bytes")
    FigureCanvasAgg(figure).draw()  # the layout, and how long names are
    figure.set_layout_engine("none")
    for axes, points in named:
        label(axes, points)
    save(figure, path)


def hash_share(rows, path):
    """The share of the cycles inside the hash functions, and in their permutations and compressions alone."""
    figure, axes = bars(rows)
    shares = [100 * row["hash_share"] for row in rows]
    axes.barh(range(len(rows)), shares, color=[COLORS[row["variant"]] for row in rows])
    for number, share in enumerate(shares):
        axes.text(share + 1, number, f"{share:.0f} %", va="center")
    floor, = axes.plot([100 / row["floor_ratio"] for row in rows], range(len(rows)), "|", color="black", markersize=9,
                       label="hash floor")
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the cycles in hash functions")
    variants = {row["variant"] for row in rows}
    colors = [Patch(color=color, label=variant) for variant, color in COLORS.items() if variant in variants]
    legend(axes, [*colors, floor], len(colors) + 1)
    save(figure, path)


def profile(rows, path):
    """The functions with the largest shares of the cycles, by themselves."""
    weights = {}
    for row in rows:
        for entry in row["profile"]:
            weights[entry["function"]] = weights.get(entry["function"], 0) + entry["share"]
    names = sorted(weights, key=lambda name: (-weights[name], name))[:PROFILE_FUNCTIONS]
    figure, axes = bars(rows)
    palette = plt.get_cmap("tab10").colors
    left = [0.0] * len(rows)
    for color, name in zip((*palette[:len(names)], "#cccccc"), (*names, "others")):
        if name == "others":
            widths = [100 - whole for whole in left]
        else:
            widths = [sum(100 * entry["share"] for entry in row["profile"] if entry["function"] == name)
                      for row in rows]
        axes.barh(range(len(rows)), widths, left=left, color=color, label=name)
        left = [a + b for a, b in zip(left, widths)]
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the cycles")
    legend(axes, axes.get_legend_handles_labels()[0], 2)
    save(figure, path)
