# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig-bench campaign: kilosig's own tests on all cores or a cluster."""

import json
from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import ForceOption, VariantOption, check_places, needing_fleet, rejected, save
from kilosig.cli.fleet import ListenOption, PlainOption, SchedulerOption, WorkersOption, workers_at
from kilosig.cli.output import Value, out
from kilosig.cli.tables import Column
from kilosig.errors import UserError, did_you_mean

KINDS = ("fuzz", "faults", "vectors")
SHOWN = 20


def campaign(kind: Annotated[str, typer.Argument(help=f"One of {', '.join(KINDS)}.",
                                                 autocompletion=lambda incomplete: [one for one in KINDS
                                                                                    if one.startswith(incomplete)])],
             names: Annotated[list[str] | None, typer.Argument(
                 help="fuzz: targets; faults: how names of cases begin; vectors: files.")] = None,
             seeds: Annotated[int, typer.Option("--seeds", min=1, help="fuzz: how many seeds each target has.")] = 4,
             first_seed: Annotated[int, typer.Option("--first-seed", min=1, help="fuzz: the first of them.")] = 1,
             runs: Annotated[int, typer.Option("--runs", min=1, help="fuzz: executions of each seed.")] = 10000,
             model: Annotated[list[str] | None, typer.Option(
                 "--model", help="faults: what happens to an instruction; default: skip; may be repeated.")] = None,
             stride: Annotated[int, typer.Option(
                 "--stride", min=1, help="faults: of instructions that are executed often, one in so many.")] = 4001,
             variant: VariantOption = "default",
             report: Annotated[Path | None, typer.Option(
                 "--report", help="The whole report as JSON, to be written; - is stdout.")] = None,
             scheduler: SchedulerOption = None, workers: WorkersOption = None, plain_tcp: PlainOption = False,
             listen: ListenOption = None, force: ForceOption = False) -> None:
    """Split a campaign over the cores of this machine or a cluster. Exit code 1: it found something."""
    cluster = workers_at(scheduler, workers, plain_tcp, listen)
    if kind not in KINDS:
        raise UserError(f"Unknown campaign '{kind}'{did_you_mean(kind, KINDS)}: choose one of {', '.join(KINDS)}.")
    if kind == "vectors" and not names:
        raise UserError("There are no vectors: name their files.")
    if report:
        check_places((report,), force)
    with needing_fleet():
        from kilosig.fleet import campaign as engine
    wanted = names or []
    made: engine.Campaign = (
        engine.Vectors([Path(name) for name in wanted], variant) if kind == "vectors" else
        engine.Fuzz(wanted, range(first_seed, first_seed + seeds), runs) if kind == "fuzz" else
        engine.Faults(wanted, model or ["skip"], stride))
    with out().counting(kind) as progress:
        found = engine.run(made, cluster, progress)
    rows: list[list[Value]] = [[group, *(counts[name] for name in found.columns)]
                               for group, counts in found.rows.items()]
    out().table("groups", f"{kind}: {found.tasks:,} tasks on {found.workers} workers in {found.seconds:,.1f} s",
                (Column("group", "group", left=True), *(Column(name, name) for name in found.columns)), rows)
    totals = {name: sum(counts[name] for counts in found.rows.values()) for name in found.columns}
    out().put(kind=kind, tasks=found.tasks, workers=found.workers, seconds=round(found.seconds, 3),
              working_seconds=round(found.working, 3), totals=totals, findings=found.findings)
    for one in found.findings[:SHOWN]:
        out().say(f"{one['group']}: {one['what']}", style="red")
    out().say(", ".join(f"{count:,} {name}" for name, count in totals.items()) + f"; {len(found.findings):,} findings")
    if report:
        text = json.dumps({"kind": kind, "tasks": found.tasks, "workers": found.workers, "seconds": found.seconds,
                           "working_seconds": found.working, "totals": totals, "groups": found.rows,
                           "findings": found.findings}, indent=1)
        save(((report, text.encode() + b"\n", 0o666),), force)
    if found.findings:
        rejected()
