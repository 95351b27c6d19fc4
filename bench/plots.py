# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The plots of docs/benchmarks.md. The same rows give the same bytes, with one version of matplotlib."""
import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402 (the back end comes first)

LIMIT = 8192
MOST_RAM = 24576
VARIANTS = ("fast", "default", "small")
COLORS = {"fast": "#1b7837", "default": "#2166ac", "small": "#b2182b", "sha2": "#762a83"}
PARTS = "#2166ac", "#92c5de", "#d6604d", "#f4a582"
PROFILE_FUNCTIONS = 6

plt.rcParams.update({"svg.hashsalt": "kilosig", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
                     "axes.spines.right": False, "figure.constrained_layout.use": True})


def save(figure, path):
    """Without the date, and without the tool's version."""
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)
    # Line ends without the blanks that matplotlib leaves.
    text = "\n".join(line.rstrip() for line in path.read_text(encoding="utf-8").splitlines())
    path.write_text(text + "\n", encoding="utf-8")


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
        axes.text(60, number, f"{whole:,}", va="center", color="white")
    axes.axvline(LIMIT, color="black", linewidth=1)
    axes.text(LIMIT + 60, -0.4, "8 kB", va="center")
    axes.set_xlim(0, max(LIMIT * 1.1, *left))
    axes.set_xlabel("bytes of RAM")
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=len(PARTS), frameon=False)
    save(figure, path)


def label(axes, points, offset=(4, 4)):
    """Writes names at points, once where points are the same but for a hundredth. points: (name, x, y)."""
    places = []
    for name, x, y in points:
        place = next((place for place in places if abs(place[1] - x) < 0.01 * x and abs(place[2] - y) < 0.01 * y), None)
        if place:
            place[0].append(name)
        else:
            places.append(([name], x, y))
    for names, x, y in places:
        axes.annotate(", ".join(names), (x, y), xytext=offset, textcoords="offset points")


def cycles_ram(rows, published, path):
    """Cycles against RAM; published: (name, bytes, cycles)."""
    figure, axes = plt.subplots(figsize=(7.5, 4.5))
    for variant in VARIANTS:
        points = [(row["scheme"].replace("ml-dsa-", ""),
                   row["state"] + row["stack"] + row["static"] + row["resident"], row["cycles"]["mean"] / 1e6)
                  for row in rows if row["variant"] == variant]
        axes.scatter(*list(zip(*points))[1:], color=COLORS[variant], label=f"kilosig {variant}", zorder=3)
        label(axes, points)
    points = [(name, x, y / 1e6) for name, x, y in published]
    if points:
        axes.scatter(*list(zip(*points))[1:], color="black", marker="x", label="published", zorder=3)
        label(axes, points, (4, -10))
    axes.axvline(LIMIT, color="black", linewidth=1)
    axes.set_xscale("log", base=2)
    axes.set_xticks([2048, 4096, 8192, 16384], ["2 kB", "4 kB", "8 kB", "16 kB"])
    axes.set_xlim(2048 * 0.9, MOST_RAM)
    axes.set_ylim(0)
    axes.set_xlabel("RAM")
    axes.set_ylabel("million cycles (kilosig: modelled)")
    axes.legend(frameon=False)
    save(figure, path)


def hash_share(rows, path):
    """The share of the cycles inside the hash functions, and in their permutations and compressions alone."""
    figure, axes = bars(rows)
    shares = [100 * row["hash_share"] for row in rows]
    axes.barh(range(len(rows)), shares, color=[COLORS[row["variant"]] for row in rows])
    for number, share in enumerate(shares):
        axes.text(share + 1, number, f"{share:.0f} %", va="center")
    axes.plot([100 / row["floor_ratio"] for row in rows], range(len(rows)), "|", color="black", markersize=9,
              label="hash floor")
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the cycles in hash functions")
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), frameon=False)
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
    axes.legend(loc="upper center", bbox_to_anchor=(0.4, -0.14), ncols=3, frameon=False)
    save(figure, path)
