# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig keygen and sign: test material for all schemes with a signer."""
# No deferred annotations here: before Python 3.10 they would hide the options from typer.

import os
import secrets
from pathlib import Path
from typing import Annotated, Optional

import typer

from kilosig import armour, fn_dsa, haetae_sign, rainbow, signing, slh_dsa
from kilosig.binding import load
from kilosig.cli_common import ContextOption, SchemeOption, console, warn_if_broken
from kilosig.errors import UserError
from kilosig.haetae import KeyGenerator
from kilosig.keys import parse_context, read_file

SEED_BYTES = 32
HAETAE = tuple(f"haetae-{level}{profile}" for level in (2, 3, 5) for profile in ("", "-kpqc"))
RAINBOW = "rainbow-1-classic"

PrivateOption = Annotated[Path, typer.Option("--private", help="Private key.")]


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
           public: Annotated[Path, typer.Option("--public", help="Public key, to be written.")],
           seed: Annotated[Optional[str],
                           typer.Option("--seed", help="Seed in hex: 32 bytes; random if absent.")] = None,
           compact: Annotated[bool, typer.Option("--compact", help="HAETAE: keep the seed, not what follows from it.")
                              ] = False) -> None:
    """Make a key pair. ML-DSA by `cryptography`: two PEM files (RFC 9881); HAETAE by the library; Falcon and FN-DSA by
    `py-fn-dsa`; SLH-DSA by `slh-dsa`; Rainbow here. Not encrypted."""
    warn_if_broken(scheme)
    seed_bytes = parse_hex(seed, SEED_BYTES, "seed")
    if compact and scheme not in HAETAE:
        raise UserError(f"The scheme {scheme} has no --compact: leave it out.")
    if scheme in HAETAE:
        level = int(scheme[len("haetae-")])
        pair = KeyGenerator(load(), level, compact).generate(seed_bytes or secrets.token_bytes(SEED_BYTES))
        files = (armour.wrap(armour.SECRET, f"haetae-{level}", pair.secret, compact),
                 armour.wrap(armour.PUBLIC, f"haetae-{level}", pair.public))
    elif scheme in fn_dsa.LOG_N:
        pair, name = fn_dsa.generate(scheme, seed_bytes or b""), fn_dsa.key_scheme(scheme)
        files = armour.wrap(armour.SECRET, name, pair.secret), armour.wrap(armour.PUBLIC, name, pair.public)
    elif scheme == RAINBOW:
        secret = seed_bytes or secrets.token_bytes(SEED_BYTES)
        files = (armour.wrap(armour.SECRET, scheme, secret),
                 armour.wrap(armour.PUBLIC, scheme, rainbow.public_key(rainbow.expand(secret))))
    elif scheme in slh_dsa.SETS:
        slh_pair = slh_dsa.generate(scheme, seed_bytes)
        files = (armour.wrap(armour.SECRET, scheme, slh_pair.secret), armour.wrap(armour.PUBLIC, scheme, slh_pair.public))
    else:
        key = signing.from_seed(scheme, seed_bytes) if seed_bytes else signing.generate(scheme)
        files = signing.private_pem(key), signing.public_pem(key)
    write_file(private, files[0], 0o600)
    write_file(public, files[1])
    console().print(f"wrote {private} and {public}")


def sign(private: PrivateOption,
         message: Annotated[Path, typer.Option("--message", help="Message.")],
         signature: Annotated[Path, typer.Option("--signature", help="Raw signature, to be written.")],
         context: ContextOption = "",
         scheme: Annotated[Optional[str], typer.Option("--scheme", help="haetae-2-kpqc, falcon-512-padded-r3 and so on.")] = None,
         rnd: Annotated[Optional[str], typer.Option("--rnd", help="HAETAE: 32 bytes in hex; random if absent.")] = None
         ) -> None:
    """Sign a message (pure). ML-DSA by `cryptography`, HAETAE by the library, Falcon and FN-DSA by `py-fn-dsa`, SLH-DSA
    by `slh-dsa`, Rainbow here."""
    data = read_file(message, "the message")
    context_bytes = parse_context(context)
    if len(context_bytes) > 255:
        raise UserError(f"The context has {len(context_bytes)} bytes: give at most 255.")
    content = read_file(private, "the private key")
    if armour.is_armoured(content):
        key = armour.unwrap(content, str(private))
        if key.scheme in fn_dsa.LOG_N:
            made = sign_falcon(key, str(private), scheme, data, context_bytes, rnd)
        elif key.scheme == RAINBOW:
            made = sign_rainbow(key, str(private), scheme, data, context_bytes, rnd)
        elif key.scheme in slh_dsa.SETS:
            made = sign_slh_dsa(key, str(private), scheme, data, context_bytes, rnd)
        else:
            made = sign_haetae(key, str(private), scheme, data, context_bytes, rnd)
    else:
        if scheme is not None or rnd is not None:
            raise UserError("ML-DSA has no --scheme and --rnd here: leave them out.")
        made = signing.load_private_pem(content, str(private)).sign(data, context_bytes)
    write_file(signature, made)
    console().print(f"wrote {signature}, {len(made):,} bytes")


def sign_rainbow(key: armour.ArmouredKey, name: str, scheme: Optional[str], message: bytes, context: bytes,
                 rnd: Optional[str]) -> bytes:
    """A Rainbow signature. Raises UserError."""
    warn_if_broken(RAINBOW)
    if key.label != armour.SECRET or len(key.raw) != rainbow.SEED_BYTES:
        raise UserError(f"{name} holds no {armour.SECRET} of {RAINBOW}: give the file that 'kilosig keygen' wrote.")
    if scheme not in (None, RAINBOW):
        raise UserError(f"{name} is a key of {RAINBOW}: give --scheme {RAINBOW}.")
    if context or rnd is not None:
        raise UserError(f"The scheme {RAINBOW} has no context and no rnd: leave them out.")
    return rainbow.sign(key.raw, message)


def sign_haetae(key: armour.ArmouredKey, name: str, scheme: Optional[str], message: bytes, context: bytes,
                rnd: Optional[str]) -> bytes:
    """A HAETAE signature under the key's level, in the profile that `scheme` names. Raises UserError."""
    chosen = scheme or key.scheme
    if key.label != armour.SECRET:
        raise UserError(f"{name} holds a {key.label}: give the file with the {armour.SECRET}.")
    if chosen not in HAETAE or chosen.removesuffix("-kpqc") != key.scheme:
        raise UserError(f"{name} is a key of {key.scheme}: give --scheme {key.scheme} or {key.scheme}-kpqc.")
    rnd_bytes = parse_hex(rnd, SEED_BYTES, "rnd")
    if chosen.endswith("-kpqc"):
        if context or rnd:
            raise UserError(f"The scheme {chosen} has no context and no rnd: leave them out.")
    elif rnd_bytes is None:
        rnd_bytes = secrets.token_bytes(SEED_BYTES)
    expected = KeyGenerator(load(), int(chosen[len("haetae-")]), key.compact).secret_key_bytes
    if len(key.raw) != expected:
        raise UserError(f"{name} holds {len(key.raw)} bytes, not {expected}: give the key file as it was written.")
    return haetae_sign.sign(load(), chosen, key.raw, message, context, rnd_bytes or b"", key.compact)


def sign_falcon(key: armour.ArmouredKey, name: str, scheme: Optional[str], message: bytes, context: bytes,
                rnd: Optional[str]) -> bytes:
    """A Falcon or FN-DSA signature, in the form that `scheme` names. Raises UserError."""
    chosen = scheme or key.scheme
    if key.label != armour.SECRET:
        raise UserError(f"{name} holds a {key.label}: give the file with the {armour.SECRET}.")
    if chosen not in fn_dsa.LOG_N or fn_dsa.key_scheme(chosen) != key.scheme:
        raise UserError(f"{name} is a key of {key.scheme}: give --scheme {key.scheme}, or another key.")
    if rnd is not None:
        raise UserError(f"The scheme {chosen} has no --rnd here: leave it out.")
    if context and chosen.startswith("falcon"):
        raise UserError(f"The scheme {chosen} has no context: leave it out.")
    return fn_dsa.sign(chosen, key.raw, message, context)


def sign_slh_dsa(key: armour.ArmouredKey, name: str, scheme: Optional[str], message: bytes, context: bytes,
                 rnd: Optional[str]) -> bytes:
    """A randomized SLH-DSA signature. Raises UserError."""
    if key.label != armour.SECRET:
        raise UserError(f"{name} holds a {key.label}: give the file with the {armour.SECRET}.")
    if scheme not in (None, key.scheme):
        raise UserError(f"{name} is a key of {key.scheme}: give --scheme {key.scheme}, or leave it out.")
    if rnd is not None:
        raise UserError(f"The scheme {key.scheme} has no --rnd here: leave it out.")
    if key.scheme.endswith("s"):
        console().print(f"signing with {key.scheme}: some seconds")
    return slh_dsa.sign(key.scheme, key.raw, message, context, randomize=True)


def parse_hex(text: Optional[str], length: int, what: str) -> Optional[bytes]:
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
