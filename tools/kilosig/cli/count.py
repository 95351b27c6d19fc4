# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig import, count and share: for keys that sign a limited number of times, which a file beside them counts."""

from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import ForceOption, PassphraseOption, SchemeOption, check_places, passphrase_from, save
from kilosig.cli.output import out
from kilosig.cli.signing import check_beside, read_private
from kilosig.errors import UserError
from kilosig.files import armour, count
from kilosig.files.data import STREAM, read_file
from kilosig.files.keys import decode_hex
from kilosig.files.pkcs8 import PrivateKey, private_file, public_file
from kilosig.library.catalog import scheme_by_name
from kilosig.schemes.family import Counted
from kilosig.schemes.registry import SIGNED, counted

PrivateArgument = Annotated[Path, typer.Argument(help="Private key, with its count beside it.", show_default=False)]
EncryptOption = Annotated[bool, typer.Option("--encrypt", help="Encrypt the private key.")]


def family_of(scheme: str) -> Counted:
    """Of a scheme whose keys count. Raises UserError for another one."""
    family = counted(scheme)
    if family is None:
        names = ", ".join(name for name in SIGNED if counted(name) is not None)
        raise UserError(f"Keys of {scheme} count nothing beside them: this is for {names}.")
    return family


def _no_stream(*paths: Path) -> None:
    if STREAM in paths:
        raise UserError("A key that counts its signatures has files beside it: give names, no stream.")


def import_key(source: Annotated[Path, typer.Argument(help="Private key from elsewhere, or from a backup: a key file, "
                                                      "or with --scheme raw or in hex.", show_default=False)],
               private: Annotated[Path, typer.Option("--private", "-p", help="Private key, to be written.")],
               made: Annotated[int | None, typer.Option(
                   "--made", min=0, help="How many signatures the key has made, wherever it was, or may have made. It "
                   "goes on from there.")] = None,
               scheme: SchemeOption = None,
               public: Annotated[Path | None, typer.Option("--public", help="Public key, to be written.")] = None,
               encrypt: EncryptOption = False, passphrase_file: PassphraseOption = None,
               force: ForceOption = False) -> None:
    """Take over a key that counts its signatures, without its count."""
    _no_stream(private)
    data = read_file(source, "the private key")
    if scheme is None or armour.is_armoured(data):
        key = read_private(source, passphrase_file)
    else:
        key = PrivateKey(scheme_by_name(scheme).name, decode_hex(data) or data)
    family = family_of(key.scheme)
    raw = family.public(key.scheme, key.secret)
    if made is None:
        raise UserError("How many signatures has this key made, and its copies? Nothing in it says so: add --made; a "
                        f"key signs at most {family.most:,} times, so take the most that it can be.")
    if made >= family.most:
        raise UserError(f"A key of {key.scheme} signs at most {family.most:,} times: make another one.")
    check_places((private, *([public] if public else [])), force)
    check_beside(family, private)
    passphrase = passphrase_from(passphrase_file) if encrypt else b""
    begun = count.new(key.scheme, raw, made, family.most)
    out().put(scheme=key.scheme, signatures_left=begun.left)
    save([(private, private_file(key, passphrase=passphrase), 0o600), (count.place(private), begun.file(), 0o600),
          *([(public, public_file(key.scheme, raw), 0o666)] if public else [])], force)
    out().note(f"{begun.left:,} signatures left, if no other copy of this key signs any more. The first one forms the "
               "tree, and looks whether the key is right.")


def _counted(private: Path, passphrase_file: Path | None) -> tuple[PrivateKey, bytes]:
    _no_stream(private)
    key = read_private(private, passphrase_file)
    return key, family_of(key.scheme).public(key.scheme, key.secret)


def show(private: PrivateArgument, passphrase_file: PassphraseOption = None) -> None:
    """Print how many signatures a key has made and how many are left."""
    key, public = _counted(private, passphrase_file)
    now = count.read(count.place(private), key.scheme, public)
    out().put(scheme=key.scheme, first=now.first, made=now.made - now.first, signatures_left=now.left)
    out().say(f"{key.scheme}: {now.made - now.first:,} signatures made, {now.left:,} left of "
              f"{now.end - now.first:,}")


def share(private: PrivateArgument,
          signatures: Annotated[int, typer.Option("--signatures", min=1, help="How many the copy may make: this key "
                                                  "loses them.")],
          copy: Annotated[Path, typer.Option("--private", "-p", help="The copy, to be written.")],
          encrypt: EncryptOption = False, passphrase_file: PassphraseOption = None) -> None:
    """Copy a key that counts its signatures and give the copy some of those that are left."""
    _no_stream(copy)
    key, public = _counted(private, passphrase_file)
    check_places((copy, count.place(copy)), force=False)
    passphrase = passphrase_from(passphrase_file) if encrypt or passphrase_file else b""
    given = count.shared(count.place(private), key.scheme, public, signatures)
    out().put(scheme=key.scheme, signatures_left=given.left)
    save([(copy, private_file(key, passphrase=passphrase), 0o600), (count.place(copy), given.file(), 0o600)], False)
