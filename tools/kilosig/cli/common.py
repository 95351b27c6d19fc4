# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the commands share: options, and the reading of what belongs to a verification."""
from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from kilosig.cli.group import EXIT_REJECTED
from kilosig.cli.output import out
from kilosig.device.emulator import BOARDS
from kilosig.device.link import Inputs
from kilosig.errors import UserError, did_you_mean
from kilosig.files.children import PASSPHRASE, passphrase
from kilosig.files.data import STREAM, Data, check_writable, open_data, read_file, write_files
from kilosig.files.keys import PublicKey, parse_context, read_bytes, read_public_key
from kilosig.files.signature_file import SignatureFile, is_signature_file, is_signed_text, parse
from kilosig.library.binding import VARIANTS, Arguments, Chunk
from kilosig.library.catalog import SCHEMES, Scheme, composites, is_broken, scheme_by_name
from kilosig.library.hashes import HASHES, MODE_DIGEST, MODE_EXTERNAL_MU, MODE_PREHASH, MODE_PURE, MU_BYTES
from kilosig.library.verdicts import Verdict
from kilosig.schemes.registry import same_keys


def warn_if_broken(scheme: str) -> None:
    """Says on stderr that a scheme is broken, wherever it is used."""
    if is_broken(scheme):
        out().note(f"{scheme} is BROKEN: research only ({SCHEMES[scheme].broken}).")


def completing(names: Sequence[str]) -> Any:
    """Of the names, those that begin so: for the shell."""
    return lambda incomplete: [name for name in names if name.startswith(incomplete)]


def complete_scheme(incomplete: str) -> list[str]:
    """Names of schemes, for the shell."""
    return [name for name in (*SCHEMES, *composites()) if name.startswith(incomplete)]


SchemeOption = Annotated[str | None, typer.Option(
    "--scheme", "-s", help="Scheme, as 'kilosig schemes' lists them; if absent, the one that the key file names.",
    autocompletion=complete_scheme)]
KeyOption = Annotated[Path, typer.Option(
    "--key", "-k", help="Public key: PEM or DER, raw or hex; or a certificate, whose key is trusted; - is stdin.")]
MessageOption = Annotated[Path | None, typer.Option(
    "--message", "-m", help="Message, or with --digest its digest; - is stdin.")]
SignatureOption = Annotated[Path, typer.Option(
    "--signature", help="Signature: raw or hex, for 'verify' also a signature file; - is stdin.")]
ContextOption = Annotated[str, typer.Option("--context", help="Context: text, or hex after 0x; at most 255 bytes.")]
PrehashOption = Annotated[str | None, typer.Option("--prehash", help=f"Pre-hash with {', '.join(HASHES)}.",
                                                   autocompletion=completing(tuple(HASHES)))]
DigestOption = Annotated[bool, typer.Option("--digest", help="The message file holds the digest under --prehash.")]
MuOption = Annotated[Path | None, typer.Option("--external-mu", help="64 bytes of mu instead of a message.")]
ChunkOption = Annotated[str | None, typer.Option("--chunk", help="Bytes per feed, or 'random'; default: as wanted.")]
VariantOption = Annotated[str, typer.Option("--variant", help=f"Library or firmware: {', '.join(VARIANTS)}.",
                                            autocompletion=completing(VARIANTS))]
SeedOption = Annotated[int, typer.Option("--seed", help="Seed of the sizes of --chunk random.")]
BoardOption = Annotated[str | None, typer.Option("--board", help=f"Emulated board: {', '.join(BOARDS)}.",
                                                 autocompletion=completing(tuple(BOARDS)))]
PortOption = Annotated[str | None, typer.Option("--port", help="Serial port, unix:PATH or tcp:HOST:PORT.")]
ForceOption = Annotated[bool, typer.Option("--force", "-f", help="Overwrite files that exist.")]
PassphraseOption = Annotated[Path | None, typer.Option(
    "--passphrase-file", help="Its first line opens the private key; else KILOSIG_PASSPHRASE, else it is asked for.")]


# ---- Files ---------------------------------------------------------------------------------------------------------


def save(files: Sequence[tuple[Path, bytes, int]], force: bool) -> None:
    """Writes all files or none; what goes to stdout has it for itself. Raises UserError."""
    if any(path == STREAM for path, _, _ in files):
        out().divert()
    write_files(files, force)
    names = [str(path) for path, _, _ in files if path != STREAM]
    if names:
        out().say(f"wrote {' and '.join(names)}")
    out().put(files=names)


def check_places(paths: Sequence[Path], force: bool) -> None:
    """Raises UserError before any work is done for files that cannot be written."""
    for path in paths:
        check_writable(path, force)


def passphrase_from(path: Path | None) -> bytes:
    """The passphrase of a private key. Raises UserError for an empty one."""
    if path is not None:
        lines = read_file(path, "the passphrase").splitlines()
        text = lines[0] if lines else b""
    elif (kept := passphrase()) is not None:
        text = kept
    elif not has_terminal():
        raise UserError("There is no terminal to ask for the passphrase: give --passphrase-file or set "
                        f"{PASSPHRASE}.")
    else:
        text = typer.prompt("Passphrase", hide_input=True, err=True).encode()
    if not text:
        raise UserError("The passphrase is empty: give one of at least one character.")
    return text


def has_terminal() -> bool:
    """Whether somebody can be asked: the standard input may be a message meanwhile."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return sys.stdin.isatty()
    return True


def parse_hex(text: str | None, length: int, what: str) -> bytes | None:
    """`length` bytes in hex, or None for None. Raises UserError."""
    if text is None:
        return None
    try:
        data = bytes.fromhex(text)
    except ValueError:
        data = b""
    if len(data) != length:
        raise UserError(f"The {what} is not {length} bytes in hex: give {2 * length} digits.")
    return data


@contextmanager
def needing_fleet() -> Iterator[None]:
    """Around the import of what the extra brings. Raises UserError if it is not installed."""
    try:
        yield
    except ImportError as error:
        raise UserError(f"This command needs the extra 'fleet' ({error}): run pip install 'kilosig[fleet]'.") from error


# ---- A verification ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Request:
    """A verification from the command line: the scheme, what is streamed, and how it is to be understood.
    said: of a signature file, whose text is not yet put in place of the message."""

    scheme: Scheme
    inputs: Inputs
    arguments: Arguments
    said: SignatureFile | None = None


@dataclass(frozen=True)
class Content:
    """What is signed: the message, or by the mode its digest or mu, and the name of the hash."""

    data: Data
    mode: int
    hash: str


def read_content(message: Path | None, prehash: str | None, digest: bool, mu: Path | None,
                 context: str) -> Content:
    """Reads what is signed. Raises UserError for options that do not fit together."""
    if prehash is not None:
        prehash = prehash.lower()
        if prehash not in HASHES:
            raise UserError(f"Unknown hash '{prehash}'{did_you_mean(prehash, HASHES)}: choose one of "
                            f"{', '.join(HASHES)}.")
    if digest and prehash is None:
        raise UserError("A digest needs its hash: add --prehash.")
    if mu is not None:
        if message is not None or prehash is not None or context:
            raise UserError("With --external-mu the message, context and hash are in mu already: omit those options.")
        return Content(Data(read_bytes(mu, "mu")), MODE_EXTERNAL_MU, "")
    if message is None:
        raise UserError("There is no message: add --message or --external-mu.")
    if digest:
        return Content(Data(read_bytes(message, "the digest")), MODE_DIGEST, prehash or "")
    return Content(open_data(message, "the message"), MODE_PREHASH if prehash else MODE_PURE, prehash or "")


def check_content(content: Content) -> None:
    """Raises UserError for a digest or mu of a wrong length."""
    expected = {MODE_DIGEST: HASHES[content.hash][1] if content.hash else 0, MODE_EXTERNAL_MU: MU_BYTES}
    if content.mode in expected and len(content.data) != expected[content.mode]:
        raise UserError(f"The file has {len(content.data)} bytes, not {expected[content.mode]}: give the digest or mu, "
                        "raw or in hex.")


def scheme_of_key(wanted: str | None, key: PublicKey, name: str) -> Scheme:
    """The scheme of the option, or else of the key file. Raises UserError if they do not fit."""
    if wanted is None:
        if key.scheme is None:
            raise UserError(f"{name} does not say of which scheme it is: add --scheme.")
        return scheme_by_name(key.scheme)
    scheme = scheme_by_name(wanted)
    if key.scheme is not None and not same_keys(scheme.name, key.scheme):
        raise UserError(f"{name} holds an {key.scheme} key: give --scheme {key.scheme}, or another key.")
    return scheme


def wrong_key_length(name: str, key: PublicKey, scheme: Scheme) -> UserError:
    """The sentence for a key that the scheme cannot have."""
    return UserError(f"{name} holds {len(key.raw)} bytes, and a key of {scheme.name} has {scheme.key_bytes}: give its "
                     "public key.")


def read_request(scheme_name: str | None, key: Path, message: Path | None, signature: Path, context: str,
                 prehash: str | None, digest: bool, mu: Path | None, signature_files: bool = False) -> Request:
    """Reads the files of a verification. signature_files: whether the caller verifies them. Raises UserError for files
    and options that do not fit together."""
    one_stream(key, message, signature, mu)
    if scheme_name is not None:
        scheme_by_name(scheme_name)
    content = read_content(message, prehash, digest, mu, context)
    public_key = read_public_key(key)
    scheme = scheme_of_key(scheme_name, public_key, str(key))
    warn_if_broken(scheme.name)
    signature_bytes = read_bytes(signature, "the signature")
    said = parse(signature_bytes, str(signature)) if is_signature_file(signature_bytes) else None
    if said is not None:
        if not signature_files or content.mode != MODE_PURE:
            raise UserError(f"{signature} is a signature file, which 'kilosig verify' takes with the message: give a "
                            "raw signature, or omit --prehash and --external-mu.")
        signature_bytes = said.signature
    elif content.mode == MODE_PURE and is_signed_text(content.data):
        raise UserError("The message is the text of a signature file: verify that file with what it is about.")
    arguments = Arguments(anchor=scheme.anchor(public_key.raw), context=parse_context(context), mode=content.mode,
                          hash=HASHES[content.hash][0] if content.hash else 0)
    out().put(scheme=scheme.name)
    out().detail(f"{scheme.name}: key {len(public_key.raw):,} bytes, message {len(content.data):,}, signature "
                 f"{len(signature_bytes):,}")
    return Request(scheme, Inputs(public_key.raw, content.data, signature_bytes), arguments, said)


def one_stream(*paths: Path | None) -> None:
    """Raises UserError if stdin is to be read for two things."""
    if sum(path == STREAM for path in paths) > 1:
        raise UserError("Only one file can be - : give names for the others.")


def print_verdict(code: int) -> Verdict:
    """Prints a verdict in its colour."""
    verdict = Verdict(code)
    out().put(accepted=verdict.accepted, verdict=verdict.name, text=verdict.text)
    out().say(str(verdict), style="green" if verdict.accepted else "red")
    return verdict


def rejected() -> NoReturn:
    """Ends the command with exit code 1."""
    raise typer.Exit(EXIT_REJECTED)


def random_sizes(seed: int) -> Iterator[int]:
    """Endless feed sizes, small ones often."""
    generator = random.Random(seed)
    while True:
        yield generator.choice((1, generator.randint(1, 16), generator.randint(1, 400), generator.randint(1, 5000)))


def parse_chunk(text: str | None, seed: int) -> Chunk:
    """--chunk: a positive number, 'random', or absent. Raises UserError."""
    if text is None:
        return None
    if text == "random":
        return random_sizes(seed)
    if not text.isdecimal() or int(text) == 0:
        raise UserError(f"'{text}' is not a chunk size: give a number of bytes, at least 1, or 'random'.")
    return int(text)
