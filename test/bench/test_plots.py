# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The plots of docs/benchmarks.md can be read: names do not overlap, scales are logarithmic, what is not to be
chosen is apart."""
from __future__ import annotations

import importlib
import json
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("matplotlib")

from matplotlib.text import Annotation  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
plots: Any = importlib.import_module("plots")


def rows(core: str) -> list[dict[str, Any]]:
    """The accepted ones, their RAM as if it were the state alone."""
    accepted = json.loads((ROOT / "bench/accepted.json").read_text())
    return [{**row, "state": row["ram"], "stack": 0, "static": 0, "resident": 0, "cycles": {"mean": row["cycles"]}}
            for row in accepted if (row["core"], row["op"], row["opt"]) == (core, "verify", "O2") and row["cycles"]]


def published(core: str) -> list[tuple[str, int, int, str]]:
    data = json.loads((ROOT / "bench/published.json").read_text())
    return list(importlib.import_module("docs").points(data, core))


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is drawn instead of being saved."""
    found: list[Any] = []
    monkeypatch.setattr(plots, "save", lambda figure, path: found.append(figure))
    return found


@pytest.mark.parametrize("core", ["cortex-m3", "cortex-m4"])
def test_cycles_against_ram(core: str, figures: list[Any]) -> None:
    own = rows(core)
    plots.cycles_ram(own, published(core), Path("x.svg"))
    figure = figures[0]
    renderer = figure.canvas.get_renderer()
    names: list[str] = []
    for axes in figure.axes:
        assert axes.get_xscale() == axes.get_yscale() == "log" and axes.get_legend() is not None
        labels = [text for text in axes.texts if isinstance(text, Annotation)]
        # The text without its line to the point.
        boxes = [text.get_bbox_patch() or super(Annotation, text).get_window_extent(renderer) for text in labels]
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        frame = axes.get_window_extent()
        assert all(frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
                   for box in boxes)
        names += [text.get_text() for text in labels]
    assert len(names) == len({row["scheme"] for row in own}) + len(published(core))
    assert [axes.get_title(loc="left") for axes in figure.axes][0] == "standards"


def test_totals_are_outside_their_bars(figures: list[Any]) -> None:
    own = [row for row in rows("cortex-m3") if row["scheme"].startswith("ml-dsa")]
    plots.ram(own, Path("x.svg"))
    axes = figures[0].axes[0]
    totals = [text for text in axes.texts if text.get_text() != "8 kB"]
    assert [text.get_position()[0] > row["ram"] for text, row in zip(totals, own)] == [True] * len(own)


def test_legends_are_within_sight(figures: list[Any]) -> None:
    """Each color of a bar is in them; a figure of several screens has one at both ends, outside its bars."""
    own = [{**row, "hash_share": 0.5, "floor_ratio": 2.5, "profile": [{"function": "f", "share": 0.4}]}
           for row in rows("cortex-m3") if row["variant"] in plots.COLORS]
    plots.hash_share(own, Path("x.svg"))
    plots.profile(own, Path("x.svg"))
    for figure, names in zip(figures, ({*{row["variant"] for row in own}, "hash floor"}, {"f", "others"})):
        figure.draw_without_rendering()
        axes = figure.axes[0]
        found = [axes.get_legend(), *figure.legends]
        assert [{text.get_text() for text in one.get_texts()} for one in found] == [names] * 2
        frame, places = axes.get_window_extent(), [one.get_window_extent() for one in found]
        assert min(place.y0 for place in places) > 0 and max(place.y1 for place in places) < figure.bbox.y1
        ticks = axes.xaxis.get_tightbbox()
        assert sorted((place.y0 > frame.y1, place.y1 < ticks.y0) for place in places) == [(False, True), (True, False)]
