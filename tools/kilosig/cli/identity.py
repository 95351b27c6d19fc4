# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig identity: the certificate request of a device's own key."""

from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import (BoardOption, ForceOption, PassphraseOption, PortOption, check_places, completing,
                                rejected, save)
from kilosig.cli.output import out
from kilosig.cli.signing import read_private
from kilosig.device import identity as device
from kilosig.device.attest import Attester
from kilosig.device.transports import open_transport
from kilosig.errors import UserError
from kilosig.files import pem
from kilosig.schemes.family import SEED_BYTES

LABEL = "CERTIFICATE REQUEST"


def _secret(private: Path | None, scheme: str, passphrase_file: Path | None) -> bytes | None:
    if private is None:
        return None
    key = read_private(private, passphrase_file)
    if key.scheme != scheme or len(key.secret) != SEED_BYTES:
        raise UserError(f"{private} is not a seed of {scheme}, which is what a device keeps: make one with 'kilosig "
                        f"keygen --scheme {scheme}'.")
    return key.secret


def identity(serial: Annotated[str, typer.Option(
                 "--serial", help="Serial number of the device: 1 to 32 letters, digits, - . : /.")],
             output: Annotated[Path, typer.Option("--output", "-o", help="Request in PEM; - is stdout.")],
             scheme: Annotated[str, typer.Option("--scheme", "-s", help="Scheme of the device's key.",
                                                  autocompletion=completing(device.NAMES))] = device.SCHEME,
             board: BoardOption = None, port: PortOption = None,
             private: Annotated[Path | None, typer.Option(
                 "--private", "-p", help="With --board: the key in its flash; if absent, the board makes one.")] = None,
             passphrase_file: PassphraseOption = None, force: ForceOption = False) -> None:
    """Read the certificate request (PKCS #10) that a device signs with its own key. Exit code 1 if it is none."""
    if (board is None) == (port is None):
        raise UserError("Say which device: give either --board or --port.")
    if private is not None and board is None:
        raise UserError("A device at a port has its key already: omit --private.")
    check_places((output,), force)
    device.check_names(scheme, serial)
    try:
        if board is not None:
            made = device.emulated(board, scheme, serial, _secret(private, scheme, passphrase_file))
        else:
            transport = open_transport(port or "")
            try:
                made = device.request_of(Attester(transport), scheme, serial)
            finally:
                transport.close()
    except device.NoPossession as error:
        out().put(accepted=False, text=str(error))
        out().say(f"rejected: {error}", style="red")
        rejected()
    out().put(accepted=True, scheme=made.scheme, subject=made.subject, static=made.result.static,
              peak=made.result.peak, ram=made.result.ram)
    out().say(f"{made.subject}: {made.scheme}, signed by its own key; {made.result.peak:,} of {made.result.ram:,} "
              "bytes of RAM")
    save(((output, pem.encoded(LABEL, made.request), 0o666),), force)
