# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig-bench read: what a board measured beside the modelled rows."""

from pathlib import Path
from statistics import mean
from typing import Annotated

import typer

from kilosig.cli.bench import RowsOption
from kilosig.cli.common import rejected
from kilosig.cli.output import Cell, Value, out
from kilosig.cli.tables import Column
from kilosig.files.bench_rows import IDENTITY, read_rows
from kilosig.files.board_log import FIGURES, deviations, differences, read_log


def percent(value: float | None) -> Value:
    return None if value is None else Cell(round(value, 5), f"{value:+.1%}")


def read(log: Annotated[Path, typer.Argument(help="What the board printed: bench/firmware/boards/README.md.")],
         rows: RowsOption = None) -> None:
    """Put what a board measured beside the modelled rows. Exit code 1 if an image failed or ended early.

    model: the row's mean of cycles, and by how much that is more than the board's; ldrst 0 and mul 32 likewise, for
    other chips with the same core. These two are in the rows of a `make bench` alone.
    """
    by_name = {tuple(getattr(row, key) for key in IDENTITY): row for row in read_rows(rows)}
    runs = read_log(log)
    lines: list[list[Value]] = []
    for run in runs:
        scheme, op, _, variant, opt = name = run.identity()
        row = by_name.get(name)
        off = deviations(run, row) if row else {}
        average = round(mean(run.cycles)) if run.counted else None
        time = average / run.hz if average and run.hz else None
        remark = "" if run.right else "failed, or ended early"
        if row:
            remark = "; ".join([*([remark] if remark else []), *differences(run, row)])
        clock = Cell(run.hz, f"{run.hz / 1e6:g}") if run.hz else None
        lines.append([run.board, scheme, op, variant, opt, len(run.cycles), clock,
                      min(run.cycles) if run.counted else None, average, max(run.cycles) if run.counted else None,
                      None if time is None else Cell(time, f"{1000 * time:,.1f}"),
                      row.cycles if row else None, *(percent(off.get(figure)) for figure in FIGURES), remark])
    names = (("board", "board"), ("scheme", "scheme"), ("op", "op"), ("variant", "variant"), ("opt", "opt"),
             ("runs", "runs"), ("hz", "MHz"), ("min", "min"), ("mean", "cycles"), ("max", "max"), ("seconds", "ms"),
             ("model", "model"), ("deviation", "off"), ("deviation_ldrst0", "ldrst 0"), ("deviation_mul32", "mul 32"),
             ("remark", "remark"))
    ranks = (5, 0, 0, 0, 6, 7, 8, 9, 0, 10, 4, 0, 0, 3, 2, 0)
    columns = [Column(key, head, left=number < 5 or key == "remark", rank=ranks[number], remark=key == "remark")
               for number, (key, head) in enumerate(names)]
    out().table("runs", "Measured on a board", columns, lines, "off: how much more the model has than the board")
    if not all(run.right for run in runs):
        rejected()
