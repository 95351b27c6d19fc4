# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command line of whoever works on kilosig: measured rows, the RAM tables, campaigns, the site."""

from typing import Annotated

import typer

from kilosig.cli import bench, campaign, ram, read, site
from kilosig.cli.group import Command, Commands
from kilosig.cli.output import show_version

app = typer.Typer(cls=Commands, help="Measures and tests kilosig itself.", no_args_is_help=True,
                  pretty_exceptions_enable=False)

for _name, _function in (("rows", bench.bench), ("read", read.read), ("ram", ram.ram), ("campaign", campaign.campaign),
                         ("site", site.site)):
    app.command(_name, cls=Command)(_function)


@app.callback()
def options(version: Annotated[bool, typer.Option("--version", callback=show_version, is_eager=True,
                                                  help="Show the version.")] = False) -> None:
    """Measures and tests kilosig itself."""
