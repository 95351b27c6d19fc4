# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig keygen, pubkey and sign: for all schemes with a signer (schemes/registry.py)."""

import secrets
from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import (ContextOption, DigestOption, ForceOption, MessageOption, MuOption, PassphraseOption,
                                PrehashOption, SchemeOption, check_content, check_places, complete_scheme, one_stream,
                                parse_hex, passphrase_from, read_content, save, warn_if_broken)
from kilosig.cli.output import out
from kilosig.cli.signing import (PrivateOption, SignerKeyOption, SignerOption, chosen_signer, read_private,
                                 signature_by)
from kilosig.errors import UserError
from kilosig.files.data import STREAM
from kilosig.files.keys import parse_context
from kilosig.files.pkcs8 import FORMS, PrivateKey, check_form, private_file, public_file
from kilosig.library.catalog import scheme_by_name
from kilosig.library.hashes import HASHES, MODE_EXTERNAL_MU, MODE_PURE
from kilosig.schemes.family import SEED_BYTES, Features, Signature
from kilosig.schemes.registry import signer as signer_of_or_none, signer_of
from kilosig.schemes.signer import KeySigner

MOST_CONTEXT = 255
FormOption = Annotated[str | None, typer.Option(
    "--form", help=f"What the private key holds, where there is a choice: {', '.join(FORMS)}.",
    autocompletion=lambda incomplete: [form for form in FORMS if form.startswith(incomplete)])]

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
    """Make a key pair: both files, or neither. They say of which scheme they are."""
    family = signer_of(scheme)
    name = scheme_by_name(scheme).name
    warn_if_broken(name)
    seed_bytes = parse_hex(seed, SEED_BYTES, "seed") or secrets.token_bytes(SEED_BYTES)
    if compact and not family.features(name).compact:
        raise UserError(f"The scheme {name} has no --compact: leave it out.")
    if form:
        check_form(name, form)
    check_places((private, public), force)
    passphrase = passphrase_from(passphrase_file) if encrypt or passphrase_file else b""
    pair = family.generate(name, seed_bytes, compact)
    key = PrivateKey(name, pair.secret, compact)
    out().put(scheme=name, public_key_bytes=len(pair.public))
    save(((private, private_file(key.in_form(form) if form else key, der, passphrase), 0o600),
          (public, public_file(name, pair.public, der), 0o666)), force)


def pubkey(private: Annotated[Path, typer.Argument(help="Private key: PEM or DER; - is stdin.")],
           public: Annotated[Path, typer.Option("--public", help="Public key, to be written; - is stdout.")] = STREAM,
           passphrase_file: PassphraseOption = None, der: DerOption = False, force: ForceOption = False) -> None:
    """Write the public key of a private one."""
    check_places((public,), force)
    key = read_private(private, passphrase_file)
    raw = signer_of(key.scheme).public(key.scheme, key.secret, key.compact)
    out().put(scheme=key.scheme, public_key_bytes=len(raw))
    save(((public, public_file(key.scheme, raw, der), 0o666),), force)


def sign(signature: Annotated[Path, typer.Option("--signature", "-o",
                                                 help="Raw signature, to be written; - is stdout.")],
         private: PrivateOption = None, signer: SignerOption = None, key: SignerKeyOption = None,
         message: MessageOption = None, context: ContextOption = "", scheme: SchemeOption = None,
         prehash: PrehashOption = None, digest: DigestOption = False, external_mu: MuOption = None,
         rnd: Annotated[str | None, typer.Option("--rnd", help="Randomness: 32 bytes in hex.")] = None,
         deterministic: Annotated[bool, typer.Option("--deterministic", help="Without randomness.")] = False,
         passphrase_file: PassphraseOption = None, force: ForceOption = False) -> None:
    """Sign a message, its digest or mu. The key file says by which scheme."""
    one_stream(private, message, external_mu, key)
    check_places((signature,), force)
    if deterministic and rnd is not None:
        raise UserError("Give --rnd or --deterministic: not both.")
    if signer is not None and (deterministic or rnd is not None):
        raise UserError("The signer chooses its randomness: leave --rnd and --deterministic out.")
    content = read_content(message, prehash, digest, external_mu, context)
    check_content(content)
    who = chosen_signer(private, signer, key, scheme, passphrase_file)
    name, context_bytes = who.scheme, parse_context(context)
    features = signer_of(name).features(name) if private is not None else features_of(name)
    check_features(name, features, context_bytes, content.mode, rnd)
    wanted = Signature(content.data, context_bytes, content.mode, content.hash,
                       parse_hex(rnd, features.rnd_bytes, "rnd") or b"", deterministic,
                       isinstance(who, KeySigner) and who.key.compact)
    if features.slow:
        out().note(f"signing with {name}: some seconds.")
    made = signature_by(who, wanted)
    out().put(scheme=name, signature_bytes=len(made))
    out().detail(f"{name}: a signature of {len(made):,} bytes")
    save(((signature, made, 0o666),), force)


def features_of(name: str) -> Features:
    """What a signer of a scheme can be asked for, whoever it is; a scheme without a signer here signs messages."""
    family = signer_of_or_none(name)
    return Features() if family is None else family.features(name)


def check_features(name: str, features: Features, context: bytes, mode: int, rnd: str | None) -> None:
    """Raises UserError for what the scheme's signer does not have."""
    if context and not features.context:
        raise UserError(f"The scheme {name} has no context: leave it out.")
    if len(context) > MOST_CONTEXT:
        raise UserError(f"The context has {len(context)} bytes: give at most {MOST_CONTEXT}.")
    if mode == MODE_EXTERNAL_MU and not features.external_mu:
        raise UserError(f"The scheme {name} has no --external-mu: give the message.")
    if mode not in (MODE_PURE, MODE_EXTERNAL_MU) and not features.prehash:
        raise UserError(f"The scheme {name} has no --prehash ({', '.join(HASHES)}): leave it out.")
    if rnd is not None and not features.rnd_bytes:
        raise UserError(f"The scheme {name} has no --rnd here: leave it out.")
