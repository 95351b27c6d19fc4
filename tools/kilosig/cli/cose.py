# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig cose: COSE_Sign1 objects, COSE_Keys, and CWTs by which a root key names a signing key."""

import time
from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import (ForceOption, PassphraseOption, check_places, one_stream, print_verdict, rejected, save,
                                scheme_of_key, wrong_key_length)
from kilosig.cli.group import Command, Commands, example
from kilosig.cli.output import out
from kilosig.cli.signing import (PrivateOption, RootKeyOption, SignerKeyOption, SignerOption, chosen_signer,
                                 read_private, signature_by)
from kilosig.cli.verify import library_scheme
from kilosig.errors import UserError
from kilosig.files import cose
from kilosig.files.data import STREAM, Data, read_file
from kilosig.files.keys import parse_context, read_public_key
from kilosig.library import cose as device
from kilosig.library.binding import Arguments
from kilosig.library.catalog import Scheme
from kilosig.library.verdicts import ACCEPT
from kilosig.schemes.family import Signature
from kilosig.schemes.registry import signer_of

MOST_BYTES = 1 << 28
MOST_CONTENT_TYPE = (1 << 15) - 1
AadOption = Annotated[str, typer.Option("--external-aad", help="Data that both sides know: text, or hex after 0x.")]
FileArgument = Annotated[Path, typer.Argument(help="COSE_Sign1; - is stdin.")]
PayloadOption = Annotated[Path | None, typer.Option("--message", "-m", help="The payload, if it is detached.")]

app = typer.Typer(cls=Commands, help="Sign and verify COSE_Sign1 (RFC 9052, RFC 9964), and let a root key name a "
                  "signing key (RFC 8392, RFC 8747).", no_args_is_help=True)


def small_file(path: Path, what: str) -> bytes:
    """All of a file that has to be in memory. Raises UserError."""
    data = read_file(path, what)
    if len(data) > MOST_BYTES:
        raise UserError(f"{path} has {len(data):,} bytes, and COSE is made here of at most {MOST_BYTES:,}: sign its "
                        "digest.")
    return data


def sign(message: Annotated[Path, typer.Option("--message", "-m", help="Payload; - is stdin.")],
         private: PrivateOption = None, signer: SignerOption = None, key: SignerKeyOption = None,
         output: Annotated[Path, typer.Option("--output", "-o", help="Object, to be written; - is stdout.")] = STREAM,
         detached: Annotated[bool, typer.Option("--detached", help="Do not put the payload into the object.")] = False,
         external_aad: AadOption = "",
         content_type: Annotated[int | None, typer.Option(
             "--content-type", min=0, max=MOST_CONTENT_TYPE, help="Its number in the CoAP registry.")] = None,
         kid: Annotated[str, typer.Option("--kid", help="Name of the key: text, or hex after 0x.")] = "",
         deterministic: Annotated[bool, typer.Option("--deterministic", help="Sign without randomness.")] = False,
         passphrase_file: PassphraseOption = None, force: ForceOption = False) -> None:
    """Sign a payload as COSE_Sign1, with the headers and the encoding that a device takes."""
    one_stream(private, message, key)
    check_places((output,), force)
    if content_type == cose.CONTENT_CWT:
        raise UserError("Content type 61 is that of a CWT: use 'kilosig cose delegate'.")
    payload = small_file(message, "the payload")
    who = chosen_signer(private, signer, key, None, passphrase_file)
    protected = cose.protected_header(who.scheme, content_type, parse_context(kid))
    _warn_if_draft(who.scheme)
    signed = cose.sig_structure(protected, payload, parse_context(external_aad))
    signature = signature_by(who, Signature(Data(signed), deterministic=deterministic))
    made = cose.sign1(protected, None if detached else payload, signature)
    out().put(scheme=who.scheme, algorithm=cose.algorithm_of(who.scheme), bytes=len(made))
    save(((output, made, 0o666),), force)


def _warn_if_draft(scheme: str) -> None:
    """Says on stderr that a number may change."""
    if scheme in cose.DRAFT:
        out().note(f"the COSE number of {scheme}, {cose.DRAFT[scheme]}, is that of a draft, and may change.")


def _key(path: Path) -> tuple[Scheme, bytes]:
    public = read_public_key(path)
    known = scheme_of_key(None, public, str(path))
    cose.algorithm_of(known.name)
    _warn_if_draft(known.name)
    if len(public.raw) != known.key_bytes and not known.key_varies:
        raise wrong_key_length(str(path), public, known)
    return known, public.raw


def _accepted(known: Scheme, public: bytes, found: cose.Sign1, payload: bytes, aad: bytes) -> bool:
    """Prints the verdict of the library on a parsed object."""
    if found.algorithm != cose.algorithm_of(known.name):
        out().say(f"rejected: the object's algorithm is {found.algorithm}, and the key's is "
                  f"{cose.algorithm_of(known.name)}", style="red")
        out().put(accepted=False, verdict="algorithm")
        return False
    target = library_scheme(known.name, "default")
    signed = cose.sig_structure(found.protected, payload, aad)
    arguments = Arguments(anchor=known.anchor(public))
    return print_verdict(target.library.verify(target, public, signed, found.signature, arguments).code).accepted


def _on_device(known: Scheme, public: bytes, data: bytes, payload: bytes, detached: bool, aad: bytes) -> bool:
    """Prints the verdict of the device's reader."""
    target = library_scheme(known.name, "default")
    state = device.Device(target, known.anchor(public), cose.algorithm_of(known.name), aad, detached)
    verdict = device.verify(state, data, public, payload)
    text = device.reason(target, verdict)
    out().put(accepted=verdict == ACCEPT, text=text)
    out().say(f"accepted as a device does: {text}" if verdict == ACCEPT else f"rejected as a device does: {text}",
              style="green" if verdict == ACCEPT else "red")
    return verdict == ACCEPT


def verify(file: FileArgument, key: RootKeyOption, message: PayloadOption = None, external_aad: AadOption = "",
           as_device: Annotated[bool, typer.Option("--device", help="By the device's reader, which is stricter: "
                                                   "one encoding, few headers.")] = False,
           output: Annotated[Path | None, typer.Option("--output", "-o", help="Payload, to be written if accepted; "
                                                       "- is stdout.")] = None,
           force: ForceOption = False) -> None:
    """Verify a COSE_Sign1 with a trusted key. Exit code 0: accepted, 1: rejected."""
    one_stream(file, key, message)
    if output is not None:
        check_places((output,), force)
        if output == STREAM:
            out().divert()
    known, public = _key(key)
    data = small_file(file, "the COSE_Sign1")
    aad = parse_context(external_aad)
    outside = small_file(message, "the payload") if message is not None else b""
    out().put(scheme=known.name)
    if as_device and not _on_device(known, public, data, outside, message is not None, aad):
        rejected()
    found = cose.parse_sign1(data, str(file))
    if found.is_cwt:
        raise UserError(f"{file} is a CWT, which names a key and is no message: use 'kilosig cose delegated'.")
    if (found.payload is None) != (message is not None):
        raise UserError(f"{file} has no payload in it: add --message." if found.payload is None else
                        f"{file} has its payload in it: omit --message.")
    payload = outside if found.payload is None else found.payload
    if not as_device and not _accepted(known, public, found, payload, aad):
        rejected()
    out().put(kid=found.kid.hex(), payload_bytes=len(payload))
    if output is not None:
        save(((output, payload, 0o666),), force)


def delegate(signing_key: Annotated[Path, typer.Argument(help="Public key that is named; - is stdin.")],
             private: PrivateOption = None, signer: SignerOption = None, key: SignerKeyOption = None,
             issued: Annotated[int | None, typer.Option(
                 "--issued", min=0, help="Seconds since 1970; now if absent. A device can refuse older ones.")] = None,
             expires: Annotated[int | None, typer.Option(
                 "--expires", min=0, help="Seconds since 1970. A device without a clock refuses it.")] = None,
             issuer: Annotated[str, typer.Option("--issuer", help="Name of the issuer, at most 16 bytes.")] = "",
             deterministic: Annotated[bool, typer.Option("--deterministic", help="Sign without randomness.")] = False,
             output: Annotated[Path, typer.Option("--output", "-o", help="CWT, to be written; - is stdout.")] = STREAM,
             passphrase_file: PassphraseOption = None, force: ForceOption = False) -> None:
    """Let a root key, which signs, name a signing key: a CWT for ksig_cwt_open."""
    one_stream(private, signing_key, key)
    check_places((output,), force)
    if len(issuer.encode()) > 16:
        raise UserError("The issuer has more than 16 bytes, and a device keeps 64 of the whole: give a shorter one.")
    named, public = _key(signing_key)
    who = chosen_signer(private, signer, key, None, passphrase_file)
    when = int(time.time()) if issued is None else issued
    claims = cose.delegation_claims(cose.CoseKey(named.name, public), when, expires, issuer)
    protected = cose.protected_header(who.scheme, cose.CONTENT_CWT)
    signature = signature_by(who, Signature(Data(cose.sig_structure(protected, claims)), deterministic=deterministic))
    made = cose.sign1(protected, claims, signature)
    out().put(root=who.scheme, names=named.name, issued=when, expires=expires, bytes=len(made))
    save(((output, made, 0o666),), force)


def delegated(file: Annotated[Path, typer.Argument(help="CWT; - is stdin.")], key: RootKeyOption,
              oldest: Annotated[int, typer.Option("--oldest", min=0, help="The earliest time of issue to accept.")] = 0,
              now: Annotated[int, typer.Option("--now", min=0, help="Seconds since 1970; 0: no clock.")] = 0,
              output: Annotated[Path | None, typer.Option(
                  "--output", "-o", help="The key that it names, to be written as a COSE_Key; - is stdout.")] = None,
              force: ForceOption = False) -> None:
    """Verify a CWT as a device does, and print which key it names. Exit code 0: accepted, 1: rejected."""
    one_stream(file, key)
    if output is not None:
        check_places((output,), force)
        if output == STREAM:
            out().divert()
    known, public = _key(key)
    data = small_file(file, "the CWT")
    found = cose.parse_sign1(data, str(file))
    if not found.is_cwt:
        raise UserError(f"{file} is not a CWT: its content type is not {cose.CONTENT_CWT}. Use 'kilosig cose verify'.")
    says = cose.parse_delegation(found.payload or b"\xf6", f"The payload of {file}")
    named = says["key"]
    root, scheme = library_scheme(known.name, "default"), library_scheme(named.scheme, "default")
    verdict, claims = device.verify_cwt(
        device.Device(root, known.anchor(public), cose.algorithm_of(known.name)),
        device.Delegated(scheme, cose.algorithm_of(named.scheme), cose.KEY_TYPES[named.scheme], now, oldest), data,
        public)
    text = device.reason(root, verdict)
    out().put(accepted=verdict == ACCEPT, text=text)
    if verdict != ACCEPT:
        out().say(f"rejected: {text}", style="red")
        rejected()
    anchor = claims.anchor[:scheme.anchor_bytes]
    out().put(names=named.scheme, anchor=anchor.hex(), issued=claims.issued, expires=claims.expires or None)
    out().say(f"accepted: names a key of {named.scheme}, issued {claims.issued}; its anchor is", style="green")
    out().say(anchor.hex())
    if output is not None:
        save(((output, cose.key_bytes(named), 0o666),), force)


def key(source: Annotated[Path, typer.Argument(help="Public or, with --secret, private key; - is stdin.")],
        output: Annotated[Path, typer.Option("--output", "-o", help="COSE_Key, to be written; - is stdout.")] = STREAM,
        kid: Annotated[str, typer.Option("--kid", help="Name of the key: text, or hex after 0x.")] = "",
        secret: Annotated[bool, typer.Option("--secret", help="Write the private key.")] = False,
        passphrase_file: PassphraseOption = None, force: ForceOption = False) -> None:
    """Write a key as a COSE_Key. Every command reads COSE_Keys."""
    check_places((output,), force)
    name = parse_context(kid)
    if not secret:
        known, public = _key(source)
        made = cose.CoseKey(known.name, public, kid=name)
    else:
        private = read_private(source, passphrase_file)
        cose.algorithm_of(private.scheme)
        if len(private.secret) != cose.PRIVATE_BYTES.get(private.scheme):
            raise UserError(f"{source} holds the expanded key, and a COSE_Key the seed: give a file with the seed."
                            if private.scheme in cose.PRIVATE_BYTES else
                            f"No draft says how a private COSE_Key of {private.scheme} is written: omit --secret.")
        made = cose.CoseKey(private.scheme, signer_of(private.scheme).public(private.scheme, private.secret),
                            private.secret, name)
    out().put(scheme=made.scheme, public_key_bytes=len(made.public), secret=secret)
    save(((output, cose.key_bytes(made), 0o600 if secret else 0o666),), force)


_COMMANDS = (
    ("sign", sign, "kilosig cose sign --private key.pem --message file --output file.cose"),
    ("verify", verify, "kilosig cose verify file.cose --key key.pub"),
    ("delegate", delegate, "kilosig cose delegate key.pub --private root.key --output key.cwt"),
    ("delegated", delegated, "kilosig cose delegated key.cwt --key root.pub"),
    ("key", key, "kilosig cose key key.pub --output key.cbor"),
)
for _name, _function, _example in _COMMANDS:
    app.command(_name, cls=Command, epilog=example(_example))(_function)
