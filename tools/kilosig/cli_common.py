# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the commands share: error reporting, options, and the reading of a verification's inputs."""
from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Iterator, NoReturn, Optional, Sequence

import click
import typer
from rich.console import Console
from rich.table import Table

from kilosig.binding import VARIANTS, Arguments, Chunk
from kilosig.emulator import BOARDS
from kilosig.errors import UserError
from kilosig.hashes import HASHES, MODE_DIGEST, MODE_EXTERNAL_MU, MODE_PREHASH, MODE_PURE
from kilosig.keys import parse_context, read_bytes, read_file, read_public_key
from kilosig.link import Inputs
from kilosig.schemes import SCHEMES, Scheme, is_broken, scheme_by_name

EXIT_REJECTED, EXIT_USER_ERROR, EXIT_INTERRUPTED = 1, 2, 130


# Newer click raises it with the help text; older click prints the help itself.
_NO_ARGUMENTS = getattr(click.exceptions, "NoArgsIsHelpError", ())


class Commands(typer.core.TyperGroup):
    """Reports every user error, of the command line too, as one sentence on stderr with exit code 2."""

    def main(self, args: Optional[Sequence[str]] = None, prog_name: Optional[str] = None, **extra: Any) -> NoReturn:
        """See click.Group.main; always exits."""
        extra["standalone_mode"] = False
        try:
            result = super().main(args, prog_name, **extra)
        except UserError as error:
            fail(str(error))
        except _NO_ARGUMENTS as error:
            typer.echo(error.format_message())
            sys.exit(EXIT_USER_ERROR)
        except click.MissingParameter as error:
            name = error.param.opts[-1] if error.param is not None else "an option"
            fail(f"Something is missing: give {name}, see 'kilosig --help'.")
        except click.ClickException as error:
            message = " ".join(error.format_message().split()).rstrip(".")
            fail(f"{message}: see 'kilosig --help'.")
        except (click.Abort, KeyboardInterrupt):
            sys.exit(EXIT_INTERRUPTED)
        sys.exit(result if isinstance(result, int) else 0)


def fail(sentence: str) -> NoReturn:
    """Ends with one sentence on stderr and exit code 2."""
    typer.echo(f"kilosig: {sentence}", err=True)
    sys.exit(EXIT_USER_ERROR)


def console() -> Console:
    """For results. Made when used, because tests replace stdout."""
    return Console(highlight=False, soft_wrap=True)


def warn_if_broken(scheme: str) -> None:
    """Says on stderr that a scheme is broken, wherever it is used."""
    if is_broken(scheme):
        typer.echo(f"kilosig: {scheme} is BROKEN: research only ({SCHEMES[scheme].broken}).", err=True)


def print_wide(out: Console, table: Table, columns: int) -> None:
    """Prints a table on at least `columns`: a narrower terminal wraps its lines rather than losing figures."""
    width = out.width
    out.width = max(width, columns)
    out.print(table)
    out.width = width


SchemeOption = Annotated[str, typer.Option("--scheme", help="Scheme, as 'kilosig schemes' lists them.")]
KeyOption = Annotated[Path, typer.Option("--key", help="Public key: PEM or DER (RFC 9881), raw or hex.")]
MessageOption = Annotated[Optional[Path], typer.Option("--message", help="Message, or with --digest its digest.")]
SignatureOption = Annotated[Path, typer.Option("--signature", help="Signature: raw or hex.")]
ContextOption = Annotated[str, typer.Option("--context", help="Context: text, or hex after 0x; at most 255 bytes.")]
PrehashOption = Annotated[Optional[str], typer.Option("--prehash", help=f"Pre-hash with {', '.join(HASHES)}.")]
DigestOption = Annotated[bool, typer.Option("--digest", help="The message file holds the digest under --prehash.")]
MuOption = Annotated[Optional[Path], typer.Option("--external-mu", help="64 bytes of mu instead of a message.")]
ChunkOption = Annotated[Optional[str], typer.Option("--chunk", help="Bytes per feed, or 'random'; default: as wanted.")]
VariantOption = Annotated[str, typer.Option("--variant", help=f"Library or firmware: {', '.join(VARIANTS)}.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Of the sizes of --chunk random.")]
BoardOption = Annotated[Optional[str], typer.Option(
    "--board", help=f"Emulated board: {', '.join(BOARDS)}.")]


@dataclass(frozen=True)
class Request:
    """A verification from the command line: the scheme, what is streamed, and how it is to be understood."""

    scheme: Scheme
    inputs: Inputs
    arguments: Arguments


def read_request(scheme_name: str, key: Path, message: Optional[Path], signature: Path, context: str,
                 prehash: Optional[str], digest: bool, mu: Optional[Path]) -> Request:
    """Reads the files of a verification. Raises UserError for files and options that do not fit together."""
    scheme = scheme_by_name(scheme_name)
    warn_if_broken(scheme.name)
    if prehash is not None and prehash not in HASHES:
        raise UserError(f"There is no hash '{prehash}': choose one of {', '.join(HASHES)}.")
    if digest and prehash is None:
        raise UserError("A digest needs its hash: add --prehash.")
    if mu is not None and (message is not None or prehash is not None or context):
        raise UserError("With --external-mu the message, context and hash are in mu already: leave those options out.")
    mode = MODE_PURE
    if mu is not None:
        mode, data = MODE_EXTERNAL_MU, read_bytes(mu, "mu")
    elif message is None:
        raise UserError("There is nothing to verify: add --message or --external-mu.")
    elif digest:
        mode, data = MODE_DIGEST, read_bytes(message, "the digest")
    else:
        mode = MODE_PREHASH if prehash else MODE_PURE
        data = read_file(message, "the message")
    public_key = read_public_key(key, scheme.name)
    hash_arc = HASHES[prehash][0] if prehash else 0
    arguments = Arguments(anchor=scheme.anchor(public_key), context=parse_context(context), mode=mode, hash=hash_arc)
    return Request(scheme, Inputs(public_key, data, read_bytes(signature, "the signature")), arguments)


def random_sizes(seed: int) -> Iterator[int]:
    """Endless feed sizes, small ones often."""
    generator = random.Random(seed)
    while True:
        yield generator.choice((1, generator.randint(1, 16), generator.randint(1, 400), generator.randint(1, 5000)))


def parse_chunk(text: Optional[str], seed: int) -> Chunk:
    """--chunk: a positive number, 'random', or absent. Raises UserError."""
    if text is None:
        return None
    if text == "random":
        return random_sizes(seed)
    if not text.isdecimal() or int(text) == 0:
        raise UserError(f"'{text}' is no chunk size: give a number of bytes, at least 1, or 'random'.")
    return int(text)
