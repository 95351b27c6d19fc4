# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig stateful-keygen and stateful-sign: for schemes whose keys count their signatures."""

from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import ForceOption, check_places, completing, save
from kilosig.cli.output import out
from kilosig.errors import UserError
from kilosig.files.data import STREAM, read_file
from kilosig.files.pkcs8 import public_file
from kilosig.schemes import stateful_sign

StateOption = Annotated[Path, typer.Option(
    "--state", help="State of the private key: a file that every signature changes.")]
SCHEMES = f"{' or '.join(stateful_sign.NAMES)}."
WARNING = "for test material: this key must exist once, in one file that nobody copies or restores."


def keygen(state: StateOption,
           public: Annotated[Path, typer.Option("--public", help="Public key, to be written; - is stdout.")],
           scheme: Annotated[str, typer.Option("--scheme", "-s", help=SCHEMES,
                                               autocompletion=completing(stateful_sign.NAMES))
           ] = stateful_sign.NAMES[-1],
           parameters: Annotated[str, typer.Option("--set", help="Parameter set of all levels.",
                                                 autocompletion=completing(stateful_sign.SETS))] = "",
           levels: Annotated[int, typer.Option("--levels", help="Levels of trees, all of the same set.")] = 1,
           force: ForceOption = False) -> None:
    """Make a key that counts its signatures, for test material."""
    if state == STREAM:
        raise UserError("The state cannot be a stream: give a file, which changes with each signature.")
    one = stateful_sign.set_by_name(parameters)
    check_places((state, public), force)
    out().note(WARNING)
    key, held = stateful_sign.generate(scheme, one, levels)
    out().put(scheme=scheme, set=one.name, levels=levels, public_key_bytes=len(key))
    save(((state, held, 0o600), (public, public_file(scheme, key), 0o666)), force)


def sign(state: StateOption,
         message: Annotated[Path, typer.Option("--message", "-m", help="Message; - is stdin.")],
         signature: Annotated[Path, typer.Option("--signature", "-o",
                                                 help="Raw signature, to be written; - is stdout.")],
         force: ForceOption = False) -> None:
    """Sign with a key that counts its signatures. The state is written before the signature."""
    if state == STREAM:
        raise UserError("The state cannot be a stream: give its file.")
    check_places((signature,), force)
    content = read_file(message, "the message")
    out().note(WARNING)
    scheme, made, left = stateful_sign.sign(state, content)
    out().put(scheme=scheme, signature_bytes=len(made), signatures_left=left)
    out().detail(f"{scheme}: {left:,} more signatures")
    save(((signature, made, 0o666),), force)
