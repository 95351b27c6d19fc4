# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command line: every command is in a module of this room."""

from typing import Annotated

import typer

from kilosig import __version__
from kilosig.cli import (attest, bench, board, bus, campaign, cert, cms, cose, demo, fleet, image, keys, plan, ram,
                         send, show, site, stateful, update, vectors, verify)
from kilosig.cli.group import Command, Commands
from kilosig.cli.output import out

app = typer.Typer(cls=Commands, help="Verifies post-quantum signatures by streaming, here or on a microcontroller.",
                  no_args_is_help=True, pretty_exceptions_enable=False)

for _name, _function in (
        ("verify", verify.verify), ("send", send.send), ("plan", plan.plan), ("schemes", plan.schemes),
        ("check-vectors", vectors.check_vectors), ("vectors", vectors.vectors), ("demo", demo.demo),
        ("bench", bench.bench), ("advise", bench.advise), ("ram", ram.ram), ("keygen", keys.keygen),
        ("sign", keys.sign), ("pubkey", keys.pubkey), ("stateful-keygen", stateful.keygen),
        ("stateful-sign", stateful.sign), ("anchor", show.anchor), ("export", show.export),
        ("inspect", show.inspect),
        ("token", board.token), ("provision", board.provision), ("activate", board.activate),
        ("cert", cert.cert), ("emulate", board.emulate), ("update", update.update),
        ("bus", bus.bus), ("attest", attest.attest),
        ("issue", fleet.issue), ("audit", fleet.audit), ("report", fleet.report), ("campaign", campaign.campaign),
        ("site", site.site)):
    app.command(_name, cls=Command)(_function)
app.add_typer(cose.app, name="cose")
app.add_typer(cms.app, name="cms")
app.add_typer(image.image, name="image")


def _version(wanted: bool) -> None:
    if wanted:
        out().put(version=__version__)
        out().say(f"kilosig {__version__}")
        raise typer.Exit()


@app.callback()
def options(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True,
                                                  help="Show the version.")] = False) -> None:
    """Verifies post-quantum signatures by streaming, here or on a microcontroller."""
