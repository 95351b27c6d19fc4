# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig cms: signatures in CMS, beside what they sign."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from kilosig.cli.common import (ForceOption, PassphraseOption, VariantOption, check_places, completing, one_stream,
                                rejected, save, scheme_of_key, warn_if_broken, wrong_key_length)
from kilosig.cli.group import Command, Commands, example
from kilosig.cli.output import out
from kilosig.cli.signing import PrivateOption, RootKeyOption, SignerKeyOption, SignerOption, chosen_signer, signature_by
from kilosig.cli.verify import library_scheme
from kilosig.errors import UserError
from kilosig.files import certificates
from kilosig.files.data import LARGEST, STREAM, Data, open_data, read_file
from kilosig.files.keys import read_public_key
from kilosig.library.binding import PART_NAMES, Arguments
from kilosig.library.hashes import HASHES
from kilosig.schemes.family import Signature

MOST_BYTES = 1 << 24  # of an object: the content stays outside, and is streamed

app = typer.Typer(cls=Commands, help="Sign and verify CMS (RFC 5652, RFC 9882, RFC 9814): detached signatures, as "
                  "build systems want them.", no_args_is_help=True)


@contextmanager
def _needing_cms() -> Iterator[None]:
    """Around the import of what the extra brings. Raises UserError if it is not installed."""
    try:
        yield
    except ImportError as error:
        raise UserError(f"This command needs the extra 'cms' ({error}): run pip install 'kilosig[cms]'.") from error


def _certificate(path: Path, public: bytes) -> Any:
    """The signer's certificate. Raises UserError for that of another key."""
    chain = certificates.read_chain(read_file(path, "the certificate"), str(path))
    if certificates.key_of(chain[0]).raw != public:
        raise UserError(f"{path} is the certificate of another key: give the signer's, first in its file.")
    return chain[0]


def sign(message: Annotated[Path, typer.Option("--message", "-m", help="Content, of any length; - is stdin.")],
         private: PrivateOption = None, signer: SignerOption = None, key: SignerKeyOption = None,
         output: Annotated[Path, typer.Option("--output", "-o", help="Object, to be written; - is stdout.")] = STREAM,
         certificate: Annotated[Path | None, typer.Option(
             "--certificate", help="Certificate of the signer, which is put into the object.")] = None,
         no_attributes: Annotated[bool, typer.Option(
             "--no-attributes", help="Sign the content itself, not attributes that have its digest.")] = False,
         hash_: Annotated[str | None, typer.Option(
             "--hash", help=f"Hash of the digest in the attributes: {', '.join(HASHES)}.",
             autocompletion=completing(tuple(HASHES)))] = None,
         pem: Annotated[bool, typer.Option("--pem", help="Write PEM instead of DER.")] = False,
         deterministic: Annotated[bool, typer.Option("--deterministic", help="Sign without randomness.")] = False,
         passphrase_file: PassphraseOption = None, force: ForceOption = False) -> None:
    """Sign a file: the object holds the signature, not the file."""
    with _needing_cms():
        from kilosig.files import cms
    if no_attributes and hash_:
        raise UserError("Without attributes there is no digest: omit --hash or --no-attributes.")
    one_stream(private, message, key, certificate)
    check_places((output,), force)
    who = chosen_signer(private, signer, key, None, passphrase_file)
    cms.check_scheme(who.scheme)
    chosen = cms.chosen_hash(who.scheme, hash_)
    named = None if certificate is None else _certificate(certificate, who.public)
    content = open_data(message, "the content", None)
    if no_attributes and len(content) > LARGEST:
        raise UserError(f"{message} has {len(content):,} bytes, of which only a digest can be signed: omit "
                        "--no-attributes.")
    if no_attributes and cms.looks_signed(content):
        raise UserError(f"{message} is a set of signed attributes, whose signature would be one of another content, "
                        "too: omit --no-attributes.")
    attributes = None if no_attributes else cms.attributes_of(cms.digest(chosen, content))
    signature = signature_by(who, Signature(content if attributes is None else Data(attributes),
                                            deterministic=deterministic))
    made = cms.signed_data(who.scheme, cms.SignerInfo(who.scheme, chosen, attributes, signature, ""), who.public, named)
    made = cms.armoured(made) if pem else made
    out().put(scheme=who.scheme, hash=None if no_attributes else chosen, attributes=not no_attributes, bytes=len(made))
    save(((output, made, 0o666),), force)


def _verified(known: Any, public: bytes, signed: Data, signature: bytes, variant: str) -> Any:
    """The library's verdict."""
    target = library_scheme(known.name, variant)
    parts = {1: public, 3: signature}
    with out().progress("verifying", len(signed)) as hook:
        def bring(part: int, offset: int, length: int) -> bytes:
            data = signed.read(offset, length) if part == 2 else parts[part][offset:offset + length]
            hook(PART_NAMES[part], len(data))
            return data

        return target.library.verify(target, public, signed, signature, Arguments(anchor=known.anchor(public)),
                                     source=bring)


def verify(file: Annotated[Path, typer.Argument(help="Object in DER, BER or PEM; - is stdin.")], key: RootKeyOption,
           message: Annotated[Path | None, typer.Option(
               "--message", "-m", help="The content, if it is not in the object.")] = None,
           variant: VariantOption = "default") -> None:
    """Verify that one of the signatures in an object is by a trusted key. Certificates in it are not looked at. Exit
    code 0: accepted, 1: rejected."""
    with _needing_cms():
        from kilosig.files import cms
    one_stream(file, key, message)
    trusted = read_public_key(key)
    known = scheme_of_key(None, trusted, str(key))
    if len(trusted.raw) != known.key_bytes and not known.key_varies:
        raise wrong_key_length(str(key), trusted, known)
    cms.check_scheme(known.name)
    warn_if_broken(known.name)
    held = open_data(file, "the CMS object", None)
    if len(held) > MOST_BYTES:
        raise UserError(f"{file} has {len(held):,} bytes, and an object at most {MOST_BYTES:,}: give the signature, "
                        "and what it signs with --message.")
    found = cms.parse(held.whole(), str(file))
    if (found.content is None) != (message is not None):
        raise UserError(f"{file} has no content in it: add --message." if found.content is None else
                        f"{file} has its content in it: omit --message.")
    content = Data(found.content or b"") if message is None else open_data(message, "the content", None)
    out().put(scheme=known.name, signers=len(found.signers))
    why = f"rejected: none of its {len(found.signers)} signatures is of {known.name}"
    for signer in (one for one in found.signers if one.scheme == known.name):
        try:
            verdict = _verified(known, trusted.raw, cms.signed_bytes(found, signer, content), signer.signature, variant)
        except cms.Refused as error:
            why = f"rejected: {error}"
            continue
        if verdict.accepted:
            out().put(accepted=True, text=verdict.text, signer=signer.signer, attributes=signer.attributes is not None,
                      hash=signer.hash if signer.attributes is not None else None)
            out().say(f"accepted: signed by {signer.signer}", style="green")
            return
        why = f"rejected: {verdict.text}"
    out().put(accepted=False, text=why)
    out().say(why, style="red")
    rejected()


_COMMANDS = (
    ("sign", sign, "kilosig cms sign --private key.pem --message file --output file.p7s"),
    ("verify", verify, "kilosig cms verify file.p7s --key key.pub --message file"),
)
for _name, _function, _example in _COMMANDS:
    app.command(_name, cls=Command, epilog=example(_example))(_function)
