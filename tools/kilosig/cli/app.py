# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command line of whoever uses kilosig; who works on it has another (kilosig.cli.repository). Every command is in a
module of this room, which is imported when somebody calls the command or asks for its help: all together take most of
a second."""

import importlib
from functools import partial
from typing import Annotated, Any

import click
import typer

from kilosig.cli.group import Command, Commands, Later, example
from kilosig.cli.output import show_version

# By what somebody wants to do: each command, where it is, and an example of it.
PANELS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "Keys": (
        ("keygen", "keys.keygen", "kilosig keygen --scheme ml-dsa-44 --private key.pem --public key.pub"),
        ("pubkey", "keys.pubkey", "kilosig pubkey key.pem --public key.pub"),
        ("anchor", "show.anchor", "kilosig anchor key.pub --format c"),
        ("export", "show.export", "kilosig export key.pub --format rust --output key.rs"),
        ("cert", "cert.cert", "kilosig cert device.pem --trust ca.pem"),
        ("request", "request.request", "kilosig request --private key.pem --subject 'CN=device 1' -o device.csr"),
        ("certify", "request.certify", "kilosig certify device.csr --private ca.key --issuer ca.pem -o device.pem"),
        ("import", "count.import_key", "kilosig import old.pem --made 1000 --private key.pem"),
        ("count", "count.show", "kilosig count key.pem"),
        ("share", "count.share", "kilosig share key.pem --signatures 1000 --private copy.pem"),
        ("stateful-keygen", "stateful.keygen", "kilosig stateful-keygen --state lms.state --public lms.pub"),
    ),
    "Sign and verify": (
        ("sign", "keys.sign", "kilosig sign --private key.pem --message file --signature file.sig"),
        ("verify", "verify.verify", "kilosig verify --key key.pub --message file --signature file.sig"),
        ("stateful-sign", "stateful.sign", "kilosig stateful-sign --state lms.state -m file -o file.sig"),
        ("inspect", "show.inspect", "kilosig inspect file.sig"),
        ("check-vectors", "vectors.check_vectors", "kilosig check-vectors mldsa_44_verify_test.json"),
        ("vectors", "vectors.vectors", "kilosig vectors signatures.json --output wycheproof.json"),
    ),
    "Choose a scheme": (
        ("advise", "bench.advise", "kilosig advise --ram 8k --flash 16k --bus 500k --max-time 200ms"),
        ("schemes", "plan.schemes", "kilosig schemes"),
        ("plan", "plan.plan", "kilosig plan ml-dsa-44 --message-length 33"),
    ),
    "Firmware": (
        ("update", "update.update", "kilosig update firmware.signed --port /dev/ttyACM0"),
    ),
    "Devices": (
        ("demo", "demo.demo", "kilosig demo"),
        ("emulate", "board.emulate", "kilosig emulate mps2-an385 --listen tcp:127.0.0.1:7777"),
        ("token", "board.token", "kilosig token --device-id KILOSIG-0001 --feature 3 --counter 1 -o token"),
        ("provision", "board.provision", "kilosig provision --port /dev/ttyACM0 -k key.pub --device-id KILOSIG-0001"),
        ("activate", "board.activate",
         "kilosig activate --port /dev/ttyACM0 -k key.pub -m token --signature token.sig"),
        ("send", "send.send", "kilosig send --board mps2-an385 -k key.pub -m file --signature file.sig"),
        ("bus", "bus.bus", "kilosig bus"),
        ("authenticate", "authenticate.authenticate",
         "kilosig authenticate me.pem --trust owner.pem -p me.key --can socketcan:can0"),
        ("attest", "attest.attest", "kilosig attest"),
        ("identity", "identity.identity", "kilosig identity --serial SN-0001 --port /dev/ttyACM0 -o device.csr"),
    ),
    "Fleet": (
        ("issue", "fleet.issue", "kilosig issue --private key.pem --devices cars.parquet --out tokens"),
        ("audit", "fleet.audit", "kilosig audit tokens"),
        ("report", "fleet.report", "kilosig report tokens --html"),
    ),
}
# Those that have commands of their own.
GROUPS = {"image": ("image.image", "Firmware"), "cose": ("cose.app", "Formats"), "cms": ("cms.app", "Formats")}


def _found(place: str) -> Any:
    module, name = place.split(".")
    return getattr(importlib.import_module(f"kilosig.cli.{module}"), name)


def _command(name: str, place: str, panel: str, line: str) -> click.Command:
    holder = typer.Typer(cls=Commands)
    holder.command(name, cls=Command, rich_help_panel=panel, epilog=example(line))(_found(place))
    return typer.main.get_group(holder).commands[name]


def _group(name: str, place: str, panel: str) -> click.Command:
    holder = typer.Typer(cls=Commands)
    holder.add_typer(_found(place), name=name, rich_help_panel=panel)
    return typer.main.get_group(holder).commands[name]


class Users(Commands):
    """The commands of PANELS and GROUPS, each when it is asked for."""

    def __init__(self, *arguments: Any, **extra: Any) -> None:
        super().__init__(*arguments, **extra)
        self.commands = Later({
            **{name: partial(_command, name, place, panel, line)
               for panel, commands in PANELS.items() for name, place, line in commands},
            **{name: partial(_group, name, place, panel) for name, (place, panel) in GROUPS.items()}})


app = typer.Typer(cls=Users, help="Verifies post-quantum signatures by streaming, here or on a microcontroller.",
                  no_args_is_help=True, pretty_exceptions_enable=False)


@app.callback()
def options(version: Annotated[bool, typer.Option("--version", callback=show_version, is_eager=True,
                                                  help="Show the version.")] = False) -> None:
    """Verifies post-quantum signatures by streaming, here or on a microcontroller."""
