# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig-bench ram: the tables of RAM in the documents, measured now."""

from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import rejected
from kilosig.cli.output import out
from kilosig.device import measured_firmware
from kilosig.device.measured import README_BEGIN, README_END, all_rows, markdown
from kilosig.errors import UserError
from kilosig.library.verdicts import ACCEPT

UpdateOption = Annotated[Path | None, typer.Option("--update", help="Write the table into this README.")]
FirmwareOption = Annotated[list[Path] | None, typer.Option(
    "--firmware", help="Measure the example firmware too and write its tables into this document. Repeatable: each "
                       "table goes where its place is.")]


def ram(update: UpdateOption = None, firmware: FirmwareOption = None) -> None:
    """Measure the RAM of every set and variant of the READMEs on emulated boards and print Markdown tables."""
    rows = list(all_rows())
    if any(row.verdict.verdict != ACCEPT for row in rows):
        out().note("A genuine signature was rejected: the figures are not those of a whole verification.")
        rejected()
    table = markdown(rows)
    show("verification", table)
    if update is not None:
        write_table(update, README_BEGIN, README_END, table)
    if firmware:
        for name, measure in measured_firmware.TABLES.items():
            table = measure()
            show(name, table)
            begin, end = measured_firmware.marks(name)
            place = next((path for path in firmware if begin in path.read_text()), firmware[0])
            write_table(place, begin, end, table)


def show(name: str, table: str) -> None:
    """A Markdown table."""
    out().put(**{name: table})
    out().say(table)


def write_table(path: Path, begin: str, end: str, table: str) -> None:
    """Replaces what stands between two marks. Raises UserError if they are not there."""
    text = path.read_text()
    if begin not in text or end not in text:
        raise UserError(f"{path} has no place for the table: put '{begin}' and '{end}' into it.")
    head, rest = text.split(begin, 1)
    path.write_text(f"{head}{begin}\n{table}{end}{rest.split(end, 1)[1]}")
