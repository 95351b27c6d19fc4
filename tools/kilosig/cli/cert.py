# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig cert: from a certificate chain to the anchor of a device."""

import datetime
from pathlib import Path
from typing import Annotated

import typer
from cryptography import x509

from kilosig.cli.common import ForceOption, check_places, one_stream, rejected, save, warn_if_broken
from kilosig.cli.output import out
from kilosig.cli.show import FormatOption, OutputOption
from kilosig.errors import UserError
from kilosig.files import certificates
from kilosig.files.arrays import check_format, check_name, encoded
from kilosig.files.data import STREAM, read_file
from kilosig.files.keys import parse_public_key
from kilosig.files.pkcs8 import public_file
from kilosig.library.catalog import refuse_unnumbered, scheme_by_name


def _moment(text: str | None) -> datetime.datetime:
    """--time, else now. Raises UserError."""
    if text is None:
        return datetime.datetime.now(datetime.UTC)
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError as error:
        raise UserError(f"'{text}' is not a time: write it like 2026-11-22 or 2026-11-22T18:30:00.") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=datetime.UTC)


def _trust(path: Path) -> certificates.Trust:
    data = read_file(path, "what is trusted")
    try:
        chain = certificates.read_chain(data, str(path))
    except UserError:
        public = parse_public_key(data, str(path))
        if public.scheme is None:
            raise UserError(f"{path} does not say of which scheme it is: give a key in PEM or DER, or a "
                            "certificate.") from None
        refuse_unnumbered(public.scheme)
        return certificates.Trust(public)
    if len(chain) != 1:
        raise UserError(f"{path} holds {len(chain)} certificates: give the one that is trusted.")
    return certificates.trust_of(chain[0])


def cert(chain: Annotated[list[Path], typer.Argument(
             help="Certificates in PEM or DER, end certificate first, in one file or several; - is stdin.")],
         trust: Annotated[Path, typer.Option("--trust", help="Trusted certificate or public key.")],
         time: Annotated[str | None, typer.Option("--time", help="When the chain must be valid; now if absent. UTC, "
                                                  "like 2026-11-22.")] = None,
         public: Annotated[Path | None, typer.Option("--public", help="End key, to be written.")] = None,
         stream: Annotated[Path | None, typer.Option("--stream", help="The chain as a device takes it, to be written: "
                                                     "docs/x509.md.")] = None,
         format_: FormatOption = "hex",
         name: Annotated[str, typer.Option("--name", help="Name of the array.")] = "kilosig_anchor",
         output: OutputOption = STREAM, force: ForceOption = False) -> None:
    """Check that the end key of a chain is under a trusted one, and print its anchor for a device. Exit code 1 if it is
    not."""
    kind, name = check_format(format_), check_name(name)
    one_stream(*chain, trust)
    check_places([output, *(path for path in (public, stream) if path)], force)
    moment, trusted = _moment(time), _trust(trust)
    found: list[x509.Certificate] = []
    for path in chain:
        found += certificates.read_chain(read_file(path, "the certificates"), str(path))
    try:
        key = certificates.check_chain(found, trusted, moment)
        chain_bytes = certificates.streamed(found, trusted, moment) if stream else b""
    except certificates.Refused as error:
        out().put(accepted=False, text=str(error))
        out().say(f"rejected: {error}", style="red")
        rejected()
    assert key.scheme is not None
    warn_if_broken(key.scheme)
    anchor = scheme_by_name(key.scheme).anchor(key.raw)
    out().put(accepted=True, scheme=key.scheme, subject=certificates.subject_of(found[0]), anchor=anchor.hex(),
              bytes=len(anchor))
    out().detail(f"{certificates.subject_of(found[0])}: {key.scheme}, under a chain of {len(found)}")
    if public is not None:
        save(((public, public_file(key.scheme, key.raw), 0o666),), force)
    if stream is not None:
        save(((stream, chain_bytes, 0o666),), force)
        out().detail(f"{stream}: {len(chain_bytes)} bytes, what the trusted key signed first")
    content = encoded(anchor, kind, name, f"Anchor of a public key of {key.scheme}, {len(anchor)} bytes.")
    if output != STREAM or (kind == "bin" and not out().json):
        save(((output, content, 0o666),), force)
    else:
        out().say(content.decode().rstrip("\n"), lines=True)
