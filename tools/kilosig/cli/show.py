# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig anchor, export and inspect: what a firmware takes from files."""

from pathlib import Path
from typing import Annotated, Any

import typer

from kilosig.cli.common import (ForceOption, PassphraseOption, SchemeOption, check_places, completing, one_stream, save,
                                scheme_of_key, warn_if_broken, wrong_key_length)
from kilosig.cli.keys import DerOption, FormOption
from kilosig.cli.output import out
from kilosig.cli.signing import read_private
from kilosig.errors import UserError
from kilosig.files.arrays import FORMATS, check_format, check_name, encoded
from kilosig.files.data import STREAM, open_data, read_file
from kilosig.schemes.inspection import inspect as inspected
from kilosig.files.keys import PublicKey, parse_public_key
from kilosig.files.pkcs8 import private_file
from kilosig.library.catalog import scheme_by_name

FormatOption = Annotated[str, typer.Option("--format", help=f"One of {', '.join(FORMATS)}.",
                                           autocompletion=completing(tuple(FORMATS)))]
OutputOption = Annotated[Path, typer.Option("--output", "-o", help="File to be written; - is stdout.")]
MOST_BYTES = 1 << 26


def _write(data: bytes, kind: str, name: str, comment: str, output: Path, force: bool) -> None:
    """Into a file, or as the result."""
    content = encoded(data, kind, name, comment)
    if output != STREAM:
        save(((output, content, 0o666),), force)
    elif kind == "bin" and not out().json:
        save(((STREAM, content, 0o666),), force)
    else:
        out().say(content.decode().rstrip("\n"), lines=True)


def small_file(path: Path, what: str) -> bytes:
    """All bytes of a file of at most MOST_BYTES. Raises UserError."""
    data = open_data(path, what, None)
    if len(data) > MOST_BYTES:
        raise UserError(f"{path} has {len(data):,} bytes, and this is for at most {MOST_BYTES:,}: give a key, a "
                        "signature, a token or an image.")
    return data.whole()


def anchor(key: Annotated[Path, typer.Argument(help="Public key: PEM or DER, raw or hex; a certificate; - is stdin.")],
           scheme: SchemeOption = None, format_: FormatOption = "hex",
           name: Annotated[str, typer.Option("--name", help="Name of the array.")] = "kilosig_anchor",
           output: OutputOption = STREAM, force: ForceOption = False) -> None:
    """Print the anchor of a public key: what the device stores (ksig_verify_args.anchor)."""
    kind, name = check_format(format_), check_name(name)
    check_places((output,), force)
    public = parse_public_key(read_file(key, "the public key"), str(key))
    known = scheme_of_key(scheme, public, str(key))
    warn_if_broken(known.name)
    if len(public.raw) != known.key_bytes and not known.key_varies:
        raise wrong_key_length(str(key), public, known)
    made = known.anchor(public.raw)
    out().put(scheme=known.name, anchor=made.hex(), bytes=len(made))
    _write(made, kind, name, f"Anchor of a public key of {known.name}, {len(made)} bytes.", output, force)


def export(file: Annotated[Path, typer.Argument(help="Public key, signature or any small file; - is stdin.")],
           format_: FormatOption = "c",
           name: Annotated[str, typer.Option("--name", help="Name of the array; default: the kind of file.")] = "",
           form: FormOption = None, der: DerOption = False, passphrase_file: PassphraseOption = None,
           output: OutputOption = STREAM, force: ForceOption = False) -> None:
    """Print a public key, without its container, or a signature as an array of C or Rust. A private key becomes no
    array: with --form it is written as a key file again, not encrypted, holding what the form says."""
    kind = check_format(format_)
    check_places((output,), force)
    if form:
        key = read_private(file, passphrase_file)
        save(((output, private_file(key.in_form(form), der), 0o600),), force)
        return
    if der or passphrase_file:
        raise UserError("--der and --passphrase-file are for private keys: add --form.")
    data = small_file(file, "a key or a signature")
    found = inspected(data, str(file))
    if found.kind == "private key":
        raise UserError(f"{file} is a private key, which belongs into no source: export its public key, see "
                        "'kilosig pubkey', or add --form.")
    if found.facts.get("form") == "hex":
        data = bytes.fromhex(data.decode())
    raw, what = (found.key, "Public key") if found.key is not None else (data, found.kind.capitalize())
    scheme = found.facts.get("scheme")
    of = f" of {scheme}" if scheme else ""
    out().put(kind=found.kind, scheme=scheme, bytes=len(raw), hex=raw.hex())
    _write(raw, kind, check_name(name or f"kilosig_{found.kind.replace(' ', '_')}"), f"{what}{of}, {len(raw)} bytes.",
           output, force)


def inspect(file: Annotated[Path, typer.Argument(help="Any file; - is stdin.")], scheme: SchemeOption = None) -> None:
    """Identify a file: key, signature, token, image. Exit code 1 if it is none of them."""
    one_stream(file)
    found = inspected(small_file(file, "what is to be inspected"), str(file))
    facts = dict(found.facts)
    known = scheme_by_name(scheme).name if scheme else facts.get("scheme")
    if found.key is not None and known:
        facts["scheme"] = known
        target = scheme_of_key(known, PublicKey(found.key, found.facts.get("scheme")), str(file))
        facts["anchor"] = target.anchor(found.key).hex()
        facts["standing"] = ("BROKEN" if target.broken else "superseded" if target.superseded else
                             "draft" if target.draft else "standard")
    out().put(kind=found.kind, **facts)
    out().say(found.kind)
    for name, value in facts.items():
        if value not in (None, [], ""):
            out().say(f"  {name.replace('_', ' ')}: {_shown(value)}")
    if found.kind == "unknown":
        raise typer.Exit(1)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, list) else f"{value:,}" if isinstance(value, int) else str(value)
