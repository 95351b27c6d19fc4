# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig ram: README's table of RAM, measured now."""
# No deferred annotations here: before Python 3.10 they would hide the options from typer.

from pathlib import Path
from typing import Annotated, Optional

import typer

from kilosig.cli_common import EXIT_REJECTED
from kilosig.errors import UserError
from kilosig.measured import README_BEGIN, README_END, all_rows, markdown
from kilosig.verdicts import ACCEPT

UpdateOption = Annotated[Optional[Path], typer.Option("--update", help="Write the table into this README.")]


def ram(update: UpdateOption = None) -> None:
    """Measure the RAM of every ML-DSA set and variant on emulated boards and print it as a Markdown table."""
    rows = list(all_rows())
    if any(row.verdict.verdict != ACCEPT for row in rows):
        typer.echo("A genuine signature was rejected: the figures are not those of a whole verification.", err=True)
        raise typer.Exit(EXIT_REJECTED)
    table = markdown(rows)
    typer.echo(table, nl=False)
    if update is not None:
        text = update.read_text()
        if README_BEGIN not in text or README_END not in text:
            raise UserError(f"{update} has no place for the table: put '{README_BEGIN}' and '{README_END}' into it.")
        head, rest = text.split(README_BEGIN, 1)
        update.write_text(f"{head}{README_BEGIN}\n{table}{README_END}{rest.split(README_END, 1)[1]}")
