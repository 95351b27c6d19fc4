# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig keygen, pubkey and sign: for all schemes with a signer (schemes/registry.py)."""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import (Content, ContextOption, DigestOption, ForceOption, MessageOption, MuOption,
                                PassphraseOption, PrehashOption, SchemeOption, check_content, check_places,
                                complete_scheme, completing, one_stream, parse_hex, passphrase_from, read_content, save,
                                warn_if_broken)
from kilosig.cli.output import out
from kilosig.cli.signing import (PrivateOption, SignerKeyOption, SignerOption, check_beside, chosen_signer,
                                 read_private, signature_by, watch)
from kilosig.errors import UserError
from kilosig.files.data import STREAM, Data
from kilosig.files.keys import parse_context
from kilosig.files.pkcs8 import FORMS, PrivateKey, check_form, private_file, public_file
from kilosig.files.signature_file import (LONGEST_COMMENT, LONGEST_NAME, SignatureFile, checked, is_signed_text,
                                          key_id)
from kilosig.library.catalog import scheme_by_name
from kilosig.library.hashes import HASHES, MODE_EXTERNAL_MU, MODE_PURE
from kilosig.schemes.family import SEED_BYTES, Counted, Features, Signature
from kilosig.schemes.registry import signer as signer_of_or_none, signer_of
from kilosig.schemes.signer import KeySigner

MOST_CONTEXT = 255
FormOption = Annotated[str | None, typer.Option(
    "--form", help=f"What the private key holds, where there is a choice: {', '.join(FORMS)}.",
    autocompletion=completing(tuple(FORMS)))]

DerOption = Annotated[bool, typer.Option("--der", help="Write DER instead of PEM.")]


def keygen(scheme: Annotated[str, typer.Option("--scheme", "-s", help="Scheme, as 'kilosig schemes' lists them.",
                                               autocompletion=complete_scheme)],
           private: Annotated[Path, typer.Option("--private", "-p", help="Private key, to be written; - is stdout.")],
           public: Annotated[Path, typer.Option("--public", help="Public key, to be written; - is stdout.")],
           seed: Annotated[str | None,
                           typer.Option("--seed", help="Seed in hex: 32 bytes; random if absent.")] = None,
           compact: Annotated[bool, typer.Option(
               "--compact", help="Keep the seed, not what follows from it, where the scheme has such keys.")] = False,
           form: FormOption = None,
           encrypt: Annotated[bool, typer.Option("--encrypt", help="Encrypt the private key.")] = False,
           passphrase_file: PassphraseOption = None, der: DerOption = False, force: ForceOption = False) -> None:
    """Make a key pair: both files or neither. Each file names its scheme."""
    family = signer_of(scheme)
    name = scheme_by_name(scheme).name
    warn_if_broken(name)
    if isinstance(family, Counted):
        if seed is not None:
            raise UserError(f"A key of {name} that is made again from its seed would count its signatures from 0 again:"
                            " omit --seed.")
        if compact or form:
            raise UserError(f"Private keys of {name} have one form: omit --compact and --form.")
        _keygen_counted(family, name, private, public, encrypt, passphrase_file, der, force)
        return
    seed_bytes = parse_hex(seed, SEED_BYTES, "seed") or secrets.token_bytes(SEED_BYTES)
    if compact and not family.features(name).compact:
        raise UserError(f"The scheme {name} has no --compact: omit it.")
    if form:
        check_form(name, form)
    check_places((private, public), force)
    passphrase = passphrase_from(passphrase_file) if encrypt or passphrase_file else b""
    pair = family.generate(name, seed_bytes, compact)
    key = PrivateKey(name, pair.secret, compact)
    out().put(scheme=name, public_key_bytes=len(pair.public))
    save(((private, private_file(key.in_form(form) if form else key, der, passphrase), 0o600),
          (public, public_file(name, pair.public, der), 0o666)), force)


def _keygen_counted(family: Counted, name: str, private: Path, public: Path, encrypt: bool,
                    passphrase_file: Path | None, der: bool, force: bool) -> None:
    """A key of four files, which takes long; one that was begun there is gone on with."""
    if STREAM in (private, public):
        raise UserError(f"A key of {name} has files beside it: give names, no stream.")
    check_places((private, public), force)
    check_beside(family, private)
    if der:
        raise UserError(f"No standard says how this key of {name} is written in DER: omit --der.")
    passphrase = passphrase_from(passphrase_file) if encrypt or passphrase_file else b""
    with family.making_key(name, private, passphrase, watch()) as made:
        out().put(scheme=name, public_key_bytes=len(made.pair.public), signatures_left=family.most)
        save([(private, private_file(PrivateKey(name, made.pair.secret), passphrase=passphrase), 0o600),
              (public, public_file(name, made.pair.public), 0o666), *made.files], force)
    out().note(f"this key signs at most {family.most:,} times, which the files beside it count: keep them with it, and "
               "copy none but by 'kilosig share'.")


def pubkey(private: Annotated[Path, typer.Argument(help="Private key: PEM or DER; - is stdin.")],
           public: Annotated[Path, typer.Option("--public", help="Public key, to be written; - is stdout.")] = STREAM,
           passphrase_file: PassphraseOption = None, der: DerOption = False, force: ForceOption = False) -> None:
    """Write the public key of a private one."""
    check_places((public,), force)
    key = read_private(private, passphrase_file)
    raw = signer_of(key.scheme).public(key.scheme, key.secret, key.compact)
    out().put(scheme=key.scheme, public_key_bytes=len(raw))
    save(((public, public_file(key.scheme, raw, der), 0o666),), force)


def sign(signature: Annotated[Path, typer.Option(
             "--signature", "-o", help="To be written: the raw signature, or with --comment or --key-name a signature "
                                       "file; - is stdout.")],
         private: PrivateOption = None, signer: SignerOption = None, key: SignerKeyOption = None,
         message: MessageOption = None, context: ContextOption = "", scheme: SchemeOption = None,
         prehash: PrehashOption = None, digest: DigestOption = False, external_mu: MuOption = None,
         rnd: Annotated[str | None, typer.Option("--rnd", help="Randomness: 32 bytes in hex.")] = None,
         deterministic: Annotated[bool, typer.Option("--deterministic", help="Sign without randomness.")] = False,
         comment: Annotated[str, typer.Option(
             "--comment", help="A line that is signed with the message; 'verify' shows it.")] = "",
         key_name: Annotated[str, typer.Option("--key-name", help="The name of the key, which is signed too.")] = "",
         passphrase_file: PassphraseOption = None, force: ForceOption = False) -> None:
    """Sign a message, its digest or mu. The key file names the scheme."""
    one_stream(private, message, external_mu, key)
    check_places((signature,), force)
    if deterministic and rnd is not None:
        raise UserError("Give --rnd or --deterministic: not both.")
    if signer is not None and (deterministic or rnd is not None):
        raise UserError("The signer chooses its randomness: omit --rnd and --deterministic.")
    content = read_content(message, prehash, digest, external_mu, context)
    check_content(content)
    named = bool(comment or key_name)
    _check_message(content, named)
    checked(comment, "comment", LONGEST_COMMENT)
    checked(key_name, "key name", LONGEST_NAME)
    who = chosen_signer(private, signer, key, scheme, passphrase_file)
    name, context_bytes = who.scheme, parse_context(context)
    features = signer_of(name).features(name) if private is not None else features_of(name)
    check_features(name, features, context_bytes, content.mode, rnd)
    said, data = SignatureFile(name, key_id(who.public) if named else "", key_name, comment), content.data
    if named:
        with out().progress("hashing", len(data)) as data.watch:
            data = Data(said.signed_text(data))
    wanted = Signature(data, context_bytes, content.mode, content.hash,
                       parse_hex(rnd, features.rnd_bytes, "rnd") or b"", deterministic,
                       isinstance(who, KeySigner) and who.key.compact)
    if features.slow:
        out().note(f"signing with {name}: some seconds.")
    if features.slow or features.counted:  # these show how far they are, or wait for other things than the message
        made = signature_by(who, wanted)
    else:
        with out().progress("signing", len(data)) as data.watch:
            made = signature_by(who, wanted)
    out().put(scheme=name, signature_bytes=len(made), **({"key_id": said.key_id} if named else {}))
    out().detail(f"{name}: a signature of {len(made):,} bytes")
    save(((signature, replace(said, signature=made).encoded() if named else made, 0o666),), force)


def _check_message(content: Content, named: bool) -> None:
    """Raises UserError for what a signature file cannot sign, and for a message whose signature could be put into
    one."""
    if named and content.mode != MODE_PURE:
        raise UserError("A signature file signs the SHA-512 of the message: omit --prehash and --external-mu.")
    if not named and content.mode == MODE_PURE and is_signed_text(content.data):
        raise UserError("The message is the text of a signature file: sign the file that it is about.")


def features_of(name: str) -> Features:
    """What a signer of a scheme can be asked for, whoever it is; a scheme without a signer here signs messages."""
    family = signer_of_or_none(name)
    return Features() if family is None else family.features(name)


def check_features(name: str, features: Features, context: bytes, mode: int, rnd: str | None) -> None:
    """Raises UserError for what the scheme's signer does not have."""
    if context and not features.context:
        raise UserError(f"The scheme {name} has no context: omit it.")
    if len(context) > MOST_CONTEXT:
        raise UserError(f"The context has {len(context)} bytes: give at most {MOST_CONTEXT}.")
    if mode == MODE_EXTERNAL_MU and not features.external_mu:
        raise UserError(f"The scheme {name} has no --external-mu: give the message.")
    if mode not in (MODE_PURE, MODE_EXTERNAL_MU) and not features.prehash:
        raise UserError(f"The scheme {name} has no --prehash ({', '.join(HASHES)}): omit it.")
    if rnd is not None and not features.rnd_bytes:
        raise UserError(f"The scheme {name} has no --rnd here: omit it.")
