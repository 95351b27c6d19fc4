# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the commands that sign share: --private, or --signer with --key."""
from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import passphrase_from, rejected, scheme_of_key, warn_if_broken, wrong_key_length
from kilosig.cli.output import out
from kilosig.errors import UserError
from kilosig.files.data import STREAM, read_file
from kilosig.files.keys import read_public_key
from kilosig.files.pkcs8 import PrivateKey, parse_private_key
from kilosig.library.catalog import scheme_by_name
from kilosig.schemes.family import Counted, Signature, Watch
from kilosig.schemes.registry import counted, same_keys
from kilosig.schemes.signer import BadSignature, CommandSigner, CountedSigner, KeySigner, Signer

PrivateOption = Annotated[Path | None, typer.Option("--private", "-p",
                                                    help="Private key: PEM, DER or COSE_Key; - is stdin.")]
SignerOption = Annotated[str | None, typer.Option(
    "--signer", help="Command that signs instead of --private: it gets mu, where the scheme has it, or the message on "
                     "stdin and writes the signature to stdout. Needs --key.")]
SignerKeyOption = Annotated[Path | None, typer.Option(
    "--key", "-k", help="Public key of the signer: its signature is verified before it is used.")]
RootKeyOption = Annotated[Path, typer.Option("--key", "-k", help="Public key that is trusted; - is stdin.")]


def read_private(path: Path, passphrase_file: Path | None) -> PrivateKey:
    """The private key of a file. Raises UserError."""
    return parse_private_key(read_file(path, "the private key"), str(path), lambda: passphrase_from(passphrase_file))


def watch() -> Watch:
    """What long work says meanwhile."""
    return Watch(out().counting, out().note, lambda left: out().put(signatures_left=left))


def check_beside(family: Counted, private: Path) -> None:
    """Raises UserError for what is beside a place for a key: the count of a key is never lowered, nor lost by
    --force."""
    for path in family.beside(private):
        if os.path.lexists(path):
            raise UserError(f"{path} is there, of a key that may still sign: choose another name, or remove it before.")


def key_signer(path: Path, scheme: str | None, passphrase_file: Path | None) -> KeySigner:
    """Who signs with the private key of a file. Raises UserError."""
    secret = read_private(path, passphrase_file)
    name = scheme_by_name(scheme or secret.scheme).name
    if not same_keys(name, secret.scheme):
        raise UserError(f"{path} is a key of {secret.scheme}: give --scheme {secret.scheme}, or omit it.")
    warn_if_broken(name)
    if counted(name) is None:
        return KeySigner(secret, name)
    if path == STREAM:
        raise UserError(f"A key of {name} counts its signatures in a file beside it: give its file, no stream.")
    return CountedSigner(secret, name, path, watch())


def chosen_signer(private: Path | None, command: str | None, key: Path | None, scheme: str | None,
                  passphrase_file: Path | None) -> Signer:
    """Who signs. Raises UserError for options that do not fit together."""
    if (private is None) == (command is None):
        raise UserError("Say who signs: give either --private or --signer.")
    if private is not None:
        if key is not None:
            raise UserError("The private key has its public key in it: omit --key.")
        return key_signer(private, scheme, passphrase_file)
    if key is None:
        raise UserError("A signature of --signer is verified before it is used: add --key with its public key.")
    public = read_public_key(key)
    known = scheme_of_key(scheme, public, str(key))
    if len(public.raw) != known.key_bytes and not known.key_varies:
        raise wrong_key_length(str(key), public, known)
    warn_if_broken(known.name)
    return CommandSigner(command or "", known.name, public.raw)


def signature_by(signer: Signer, wanted: Signature) -> bytes:
    """A signature. Ends the command with exit code 1 if a command answered something else."""
    try:
        return signer.sign(wanted)
    except BadSignature as error:
        out().put(accepted=False, text=str(error))
        out().note(str(error))
        rejected()
