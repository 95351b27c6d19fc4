# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig's own campaigns on a cluster: vectors, fuzzing by seeds, faults by injection points; one report of each."""
from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kilosig.errors import UserError
from kilosig.files.children import environment
from kilosig.schemes.vectors import Vector, checked_by, read_vectors
from kilosig.library.binding import load

ROOT = Path(__file__).resolve().parents[3]
TOGETHER = 32  # vectors of a task
LONGEST_INPUT = 16384  # the largest key, signature and a message fit
ROOMS = ("test", "test/support", "test/library", "tools")  # where the fault campaign's modules are


@dataclass
class Outcome:
    """Of a campaign. rows: by group, what was counted; findings: what should not be."""

    kind: str
    columns: tuple[str, ...]
    rows: dict[str, dict[str, int]] = field(default_factory=dict)
    findings: list[dict[str, str]] = field(default_factory=list)
    tasks: int = 0
    seconds: float = 0.0
    working: float = 0.0
    workers: int = 0

    def add(self, group: str, counts: dict[str, int], findings: list[dict[str, str]], working: float) -> None:
        """What a task did."""
        row = self.rows.setdefault(group, dict.fromkeys(self.columns, 0))
        for name, count in counts.items():
            row[name] += count
        self.findings += findings
        self.working += working
        self.tasks += 1


# Arguments of a task; the first is its group.
Arguments = tuple[Any, ...]


class Campaign:
    """A kind of campaign: its tasks, and what a worker does for one. It is sent to the workers."""

    kind = ""
    columns: tuple[str, ...] = ()
    answer = ({"counts": {str: int}, "findings": [{str: str}], "seconds": float},)

    def tasks(self) -> Iterator[Arguments]:
        """In the order in which they are begun."""
        raise NotImplementedError

    def do(self, number: int, *arguments: Any) -> dict[str, Any]:
        """On a worker."""
        began = time.time()
        counts, findings = self.work(*arguments)
        return {"counts": counts, "findings": findings, "seconds": time.time() - began}

    def work(self, *arguments: Any) -> tuple[dict[str, int], list[dict[str, str]]]:
        """Counts and findings of a task."""
        raise NotImplementedError


class Vectors(Campaign):
    """Every vector of files, by the library."""

    kind, columns = "vectors", ("passed", "failed", "skipped")

    def __init__(self, files: Sequence[Path], variant: str) -> None:
        self.variant = variant
        self._files = [(path.name, read_vectors(path)) for path in files]

    def __getstate__(self) -> dict[str, Any]:
        return {"variant": self.variant}

    def tasks(self) -> Iterator[Arguments]:
        for name, vectors in self._files:
            for begin in range(0, len(vectors), TOGETHER):
                yield name, vectors[begin:begin + TOGETHER]

    def work(self, *arguments: Any) -> tuple[dict[str, int], list[dict[str, str]]]:
        name, vectors = arguments
        counts, findings = dict.fromkeys(self.columns, 0), []
        for vector in vectors:
            assert isinstance(vector, Vector)
            verdict = checked_by(load(self.variant), vector)
            result = "skipped" if verdict is None else "passed" if verdict.accepted == vector.valid else "failed"
            counts[result] += 1
            if result == "failed":
                findings.append({"group": name, "what": f"{vector.scheme} id {vector.id} ({vector.why}): expected "
                                 f"{'accept' if vector.valid else 'reject'}, {verdict}"})
        return counts, findings


class Fuzz(Campaign):
    """Fuzz targets (libFuzzer), each with several seeds. The workers find them where this machine has them."""

    kind, columns = "fuzz", ("seeds", "executions", "crashes")

    def __init__(self, names: Sequence[str], seeds: Sequence[int], runs: int) -> None:
        folder = Path(os.environ.get("KSIG_BUILD_DIR", ROOT / "build")) / "host-clang" / "fuzz"
        targets = sorted(path for path in folder.glob("fuzz_*") if os.access(path, os.X_OK) and path.is_file())
        self._targets = [path for path in targets if not names or path.name in names]
        unknown = set(names) - {path.name for path in targets}
        if unknown or not targets:
            raise UserError(f"{folder} has no {' or '.join(sorted(unknown)) or 'fuzz targets'}: run 'scripts/build.sh "
                            "host-clang'.")
        self._seeds, self._runs = list(seeds), runs

    def tasks(self) -> Iterator[Arguments]:
        for seed in self._seeds:
            for target in self._targets:
                yield target.name, str(target), seed, self._runs

    def work(self, *arguments: Any) -> tuple[dict[str, int], list[dict[str, str]]]:
        name, target, seed, runs = arguments
        # Variants of a target begin with the same inputs: fuzz_x for fuzz_x, fuzz_x_fast, ...
        inputs = [path for path in (ROOT / "test/fuzz/corpus").glob("*") if f"{name}_".startswith(f"{path.name}_")]
        with tempfile.TemporaryDirectory(prefix="kilosig-fuzz-") as scratch:
            done = subprocess.run([target, f"-seed={seed}", f"-runs={runs}", f"-max_len={LONGEST_INPUT}",
                                   f"-artifact_prefix={scratch}/found-", "-print_final_stats=1", *map(str, inputs)],
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  cwd=scratch, errors="replace", text=True, env=environment())
            executed = re.search(r"number_of_executed_units: (\d+)", done.stdout)
            counts = {"seeds": 1, "executions": int(executed[1]) if executed else 0,
                      "crashes": int(done.returncode != 0)}
            if done.returncode == 0:
                return counts, []
            found = [path.read_bytes() for path in sorted(Path(scratch).glob("found-*"))]
        return counts, [{"group": name, "what": f"seed {seed}: exit status {done.returncode}",
                         "input": base64.b64encode(found[0]).decode() if found else "", "output": done.stdout[-4000:]}]


@cache
def _cases() -> dict[str, Any]:
    """The fault campaign of the checkout, by the names of its cases. Raises UserError."""
    sys.path[:0] = [str(ROOT / room) for room in ROOMS if str(ROOT / room) not in sys.path]
    try:
        from faults.cases import CASES
    except ImportError as error:
        raise UserError(f"The fault campaign needs a checkout and the extra 'test' ({error}): run 'scripts/setup.sh "
                        "test' in one.") from error
    return {str(case): case for case in CASES}


class Faults(Campaign):
    """Forged streams against an emulated core, with faults in single instructions. A task has the injection points of
    one forgery under one fault model."""

    kind, columns = "faults", ("forgeries", "faults", "accepted")

    def __init__(self, names: Sequence[str], models: Sequence[str], stride: int) -> None:
        known = _cases()
        self._cases = [case for case in known if any(case.startswith(name) for name in names)] if names else list(known)
        if not self._cases:
            raise UserError(f"Unknown case '{names[0]}': the names begin as in {', '.join(list(known)[:3])}.")
        from faults.models import MODELS
        unknown = [model for model in models if model not in MODELS]
        if unknown:
            raise UserError(f"Unknown fault model '{unknown[0]}': choose of {', '.join(MODELS)}.")
        self._models, self._stride = list(models), stride

    def tasks(self) -> Iterator[Arguments]:
        for name in self._cases:
            for number in range(len(_cases()[name].chosen())):
                for model in self._models:
                    yield f"{name} {model}", name, number, model, self._stride

    def work(self, *arguments: Any) -> tuple[dict[str, int], list[dict[str, str]]]:
        group, name, number, model, stride = arguments
        case = _cases()[name]
        from faults.campaign import Campaign as Attack
        from faults.images import core
        forgery = case.chosen()[number]
        outcome = Attack(core(case.scheme, case.variant), forgery).attack(model, stride)
        return ({"forgeries": 1, "faults": outcome.tried, "accepted": sum(outcome.accepted.values())},
                [{"group": group, "what": f"{forgery}: {place}: accepted {count} times"}
                 for place, count in outcome.accepted.items()])


def run(campaign: Campaign, cluster: Callable[[], Any], progress: Callable[[int, int], None]) -> Outcome:
    """All tasks of a campaign."""
    outcome, groups = Outcome(campaign.kind, campaign.columns), []
    tasks = list(campaign.tasks())

    def numbered() -> Iterator[tuple[int, Arguments]]:
        for number, arguments in enumerate(tasks):
            groups.append(arguments[0])
            yield number, arguments

    def done(number: int, what: dict[str, Any]) -> None:
        if not what["counts"].keys() <= set(campaign.columns) or not all(
                {"group", "what"} <= one.keys() for one in what["findings"]):
            failed(number, "the answer of its worker is none of this campaign")
            return
        outcome.add(groups[number], what["counts"], what["findings"], what["seconds"])
        progress(1, len(tasks))

    def failed(number: int, reason: str) -> None:
        outcome.findings.append({"group": groups[number], "what": f"task {number} was not done: {reason}"})
        progress(1, len(tasks))

    with cluster() as workers:
        outcome.workers, began = workers.workers, time.monotonic()
        workers.run(campaign, numbered(), done, failed)
        outcome.seconds = time.monotonic() - began
    order = list(dict.fromkeys(arguments[0] for arguments in tasks))
    outcome.rows = {group: outcome.rows[group] for group in order if group in outcome.rows}
    return outcome
