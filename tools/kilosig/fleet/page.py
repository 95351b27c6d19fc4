# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The operator's page: what a folder of tokens holds, what its runs did, what the last audit said. Needs no network."""
from __future__ import annotations

import io
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kilosig.fleet.audit import AUDIT
from kilosig.fleet.parts import part_name
from kilosig.fleet.plan import Plan, read_plan
from kilosig.fleet.runs import read_runs
from kilosig.fleet.store import Store, read_text
from kilosig.fleet.tokens import REASONS
from kilosig.fleet.work import THERE

TEXTS = dict(REASONS)
MOST_POINTS = 2000  # of a curve


@dataclass
class Run:
    """What a run did. curve: (seconds since it began, tokens, bytes), both summed up, for each file that it made."""

    name: str
    began: str
    ended: bool
    workers: int
    made: int
    there: int
    tokens: int
    bytes: int
    seconds: float
    signing: float
    curve: list[tuple[float, int, int]]
    last: float  # when the last file was made, in seconds since 1970

    @property
    def rate(self) -> float:
        """Tokens a second, all workers together."""
        return self.tokens / self.seconds if self.seconds > 0 else 0.0


@dataclass
class Overview:
    """All that the page says. audit: the fields of Audited, or None."""

    url: str
    plan: Plan
    files: int
    missing: list[int]
    bytes: int
    refused: dict[str, int]
    failed: list[tuple[int, str]]
    runs: list[Run]
    audit: dict[str, Any] | None

    @property
    def issued(self) -> int:
        """Rows with a token, as far as is known: by the audit, else by the plan and the refusals."""
        if self.audit:
            return int(self.audit["accepted"])
        return sum(self.plan.rows_of(number) for number in range(self.plan.files)
                   if number not in set(self.missing)) - sum(self.refused.values())

    @property
    def state(self) -> str:
        """One word: incomplete, bad, clean, or unaudited."""
        if self.missing:
            return "incomplete"
        if not self.audit or any(run.made and run.last > float(self.audit["at"]) for run in self.runs):
            return "unaudited"
        bad = self.audit["bad"] or self.audit["failed"] or self.audit["extra"]
        return "bad" if bad else "clean"

    @property
    def rate(self) -> float:
        """Tokens a second of all runs that signed something."""
        seconds = sum(run.seconds for run in self.runs if run.tokens)
        return sum(run.tokens for run in self.runs) / seconds if seconds else 0.0


def _run(content: dict[str, Any]) -> Run:
    began = float(content["began"])
    made = [one for one in content["files"] if one["done"] != THERE]
    made.sort(key=lambda one: float(one["at"]))
    tokens = size = 0
    curve: list[tuple[float, int, int]] = []
    for one in made:
        tokens, size = tokens + int(one["issued"]), size + int(one["bytes"])
        curve.append((max(0.0, float(one["at"]) - began), tokens, size))
    return Run(str(content["run"]), time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(began)),
               content["ended"] is not None, int(content["workers"]), len(made), len(content["files"]) - len(made),
               tokens, size, curve[-1][0] if curve else 0.0, sum(float(one["signing"]) for one in made), curve,
               max((float(one["at"]) for one in made), default=0.0))


def overview(url: str) -> Overview:
    """Of a folder. Raises UserError if it is none."""
    store = Store(url)
    plan = read_plan(store)
    there = set(store.names())
    missing = [number for number in range(plan.files) if part_name(number) not in there]
    size = sum(int(store.fs.size(store.path(name))) for name in there if name.startswith("part-"))
    contents = read_runs(store)
    runs = [_run(content) for content in contents]
    result: dict[str, Any] = next((one["result"] for one in reversed(contents) if one.get("result")), {})
    try:
        audited = json.loads(read_text(store, AUDIT) or "null")
    except ValueError:
        audited = None
    refused = dict((audited or {}).get("refused") or result.get("refused") or {})
    failed = [(int(number), str(why)) for number, why in result.get("failed") or []]
    return Overview(url, plan, len(there & {part_name(number) for number in range(plan.files)}), missing, size, refused,
                    failed, runs, audited)


def plot(runs: list[Run]) -> str:
    """Tokens and bytes over time, as SVG; empty if nothing was signed."""
    drawn = [run for run in runs if run.curve]
    if not drawn:
        return ""
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(1, 2, figsize=(11, 3.6), layout="constrained")
    for run in drawn:
        curve = run.curve[::max(1, len(run.curve) // MOST_POINTS)]
        if curve[-1] != run.curve[-1]:
            curve.append(run.curve[-1])
        times = [0.0, *(point[0] for point in curve)]
        axes[0].plot(times, [0, *(point[1] for point in curve)], marker=".", label=run.began)
        axes[1].plot(times, [0.0, *(point[2] / 1e6 for point in curve)], marker=".", label=run.began)
    for axis, title, unit in zip(axes, ("Tokens signed", "Size of the files"), ("tokens", "MB")):
        axis.set(title=title, xlabel="seconds since the run began", ylabel=unit)
        axis.set_ylim(bottom=0)
        axis.set_xlim(left=0)
        axis.grid(alpha=0.3)
    if 1 < len(drawn) <= 8:
        axes[0].legend(fontsize="small")
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    return text.getvalue()[text.getvalue().index("<svg"):]


def page(found: Overview) -> str:
    """HTML with everything inside it."""
    import jinja2
    import markupsafe
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True,
                                     lstrip_blocks=True)
    environment.filters["thousands"] = lambda number: f"{number:,.0f}"
    template = environment.from_string((Path(__file__).parent / "page.html").read_text())
    return template.render(found=found, plan=found.plan, audit=found.audit, texts=TEXTS,
                           plot=markupsafe.Markup(plot(found.runs)),
                           made=time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime()))
