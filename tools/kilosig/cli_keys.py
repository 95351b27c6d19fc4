# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig keygen and sign: test material for ML-DSA."""
# No deferred annotations here: before Python 3.10 they would hide the options from typer.

import os
from pathlib import Path
from typing import Annotated

import typer

from kilosig import signing
from kilosig.cli_common import ContextOption, SchemeOption, console
from kilosig.errors import UserError
from kilosig.keys import parse_context, read_file

PrivateOption = Annotated[Path, typer.Option("--private", help="Private key in PEM.")]


def write_file(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Writes a new file. Raises UserError if it exists: a key is never overwritten."""
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
    except FileExistsError as error:
        raise UserError(f"{path} exists already: choose another name, or remove it.") from error
    except OSError as error:
        raise UserError(f"{path} cannot be written ({error.strerror}): choose another place.") from error


def keygen(scheme: SchemeOption, private: PrivateOption,
           public: Annotated[Path, typer.Option("--public", help="Public key in PEM, to be written.")]) -> None:
    """Make an ML-DSA key pair: two PEM files (RFC 9881). For tests: the private key is not encrypted."""
    key = signing.generate(scheme)
    write_file(private, signing.private_pem(key), 0o600)
    write_file(public, signing.public_pem(key))
    console().print(f"wrote {private} and {public}")


def sign(private: PrivateOption,
         message: Annotated[Path, typer.Option("--message", help="Message.")],
         signature: Annotated[Path, typer.Option("--signature", help="Raw signature, to be written.")],
         context: ContextOption = "") -> None:
    """Sign a message with ML-DSA (pure)."""
    data = read_file(message, "the message")
    context_bytes = parse_context(context)
    if len(context_bytes) > 255:
        raise UserError(f"The context has {len(context_bytes)} bytes: give at most 255.")
    key = signing.load_private_pem(read_file(private, "the private key"), str(private))
    made = key.sign(data, context_bytes)
    write_file(signature, made)
    console().print(f"wrote {signature}, {len(made):,} bytes")
