# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig image sign, inspect and verify: firmware images for firmware/boot and MCUboot (docs/boot.md)."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import (ForceOption, PassphraseOption, check_places, completing, rejected, save,
                                scheme_of_key, wrong_key_length)
from kilosig.cli.group import Command, Commands, example
from kilosig.cli.output import out
from kilosig.cli.signing import key_signer
from kilosig.cli.stateful import WARNING
from kilosig.cli.tables import Column
from kilosig.errors import UserError
from kilosig.files import images
from kilosig.files.boot_loaders import NEVER, provisioned
from kilosig.files.data import STREAM, Data, read_file
from kilosig.files.images import Image, Tlv, Version
from kilosig.files.keys import PublicKey, read_bytes, read_public_key
from kilosig.files.linked import read
from kilosig.files.slot import BOARD_SLOTS, Asked, check_start, fitted, slot_of
from kilosig.library.binding import Arguments
from kilosig.library.catalog import Scheme, library_scheme, scheme_by_name
from kilosig.library.verdicts import Verdict
from kilosig.schemes import stateful_sign
from kilosig.schemes.family import Signature

MOST_U32 = 0xFFFFFFFF
ALIGNMENTS = (1, 2, 4, 8, 16, 32)  # as imgtool
image = typer.Typer(cls=Commands, help="Sign, inspect and verify firmware images in MCUboot's format.",
                    no_args_is_help=True, pretty_exceptions_enable=False)

FileArgument = Annotated[Path, typer.Argument(help="Image; - is stdin.", show_default=False)]
KeysOption = Annotated[list[Path] | None, typer.Option(
    "--key", "-k", help="Public key whose signature the image must have; for several, all of them.")]


def number(text: str) -> int:
    """A number of 32 bits, in decimal or in hex after 0x. Raises UserError."""
    try:
        value = int(text, 0)
    except ValueError:
        value = -1
    if not 0 <= value <= MOST_U32:
        raise UserError(f"'{text}' is not a number of 32 bits: give it in decimal, or in hex after 0x.")
    return value


def read_image(path: Path) -> Image:
    """The image of a file. Raises UserError."""
    return images.parse(read_file(path, "the image"), str(path))


def public_of(path: Path) -> tuple[Scheme, bytes]:
    """Scheme and bytes of a public key that says what it is. Raises UserError."""
    key: PublicKey = read_public_key(path)
    scheme = scheme_of_key(None, key, str(path))
    if not scheme.key_varies and len(key.raw) != scheme.key_bytes:
        raise wrong_key_length(str(path), key, scheme)
    return scheme, key.raw


def anchor_of(scheme: Scheme, key: bytes) -> bytes:
    """The anchor as the device has it: a key whose length varies without the zeros after it."""
    anchor = scheme.anchor(key)
    return anchor[:len(key)] if scheme.key_anchor else anchor


def tlvs_of(scheme: Scheme, key: bytes, signature: bytes, digest: bool) -> list[Tlv]:
    """The TLVs of a signature."""
    if digest:
        return images.digest_tlvs(key, signature)
    return [images.own_tlv(scheme.name, anchor_of(scheme, key), streamed_key(scheme, key), signature)]


def streamed_key(scheme: Scheme, key: bytes) -> bytes:
    """What of a key the device does not have in its anchor."""
    return b"" if scheme.key_anchor else key[:library_scheme(scheme.name).streamed_bytes]


def _sign(made: Image, private: Path, passphrase: Path | None) -> list[Tlv]:
    who = key_signer(private, None, passphrase)
    signed = who.sign(Signature(Data(made.to_sign()), compact=who.key.compact))
    return tlvs_of(scheme_by_name(who.scheme), who.public, signed, digest=False)


def _sign_with_state(made: Image, state: Path) -> list[Tlv]:
    """By a key that counts its signatures: it signs the digest, as the proposal for MCUboot has it."""
    out().note(WARNING)
    signed = stateful_sign.signed(
        state, lambda scheme: made.digest() if scheme == images.DIGEST_SCHEME else made.to_sign())
    out().put(signatures_left=signed.left)
    out().detail(f"{signed.scheme}: {signed.left:,} more signatures")
    return tlvs_of(scheme_by_name(signed.scheme), signed.key, signed.signature, signed.scheme == images.DIGEST_SCHEME)


def _with_states(made: Image, states: list[Path]) -> bytes:
    """The image as long as it will be with their signatures. Raises UserError."""
    bound = []
    for state in states:
        if state == STREAM:
            raise UserError("The state cannot be a stream: give its file.")
        scheme, length = stateful_sign.signature_bytes(state)
        bound += (images.digest_tlvs(b"", bytes(length)) if scheme == images.DIGEST_SCHEME else
                  [images.own_tlv(scheme, bytes(images.ID_BYTES), b"", bytes(length))])
    return replace(made, tlvs=made.tlvs + bound).encode()


def _attach(made: Image, text: str) -> list[Tlv]:
    """--attach KEY:SIGNATURE: what another signer, an HSM say, made of --to-sign or --to-sign-digest."""
    names = text.split(":")
    if len(names) != 2 or not all(names):
        raise UserError(f"'{text}' names no two files: give the public key and the signature, as KEY:SIGNATURE.")
    scheme, key = public_of(Path(names[0]))
    signature = read_bytes(Path(names[1]), "the signature")
    for digest in (False, True):
        if digest and not scheme.key_anchor:
            break
        if _check(made, scheme, key, signature, digest).accepted:
            return tlvs_of(scheme, key, signature, digest)
    raise UserError(f"{names[1]} is not a signature of this image by {names[0]}: sign what --to-sign or "
                    "--to-sign-digest writes, with the same version and counter.")


def ram_range(text: str) -> tuple[int, int]:
    """--ram. Raises UserError."""
    begin, colon, end = text.partition(":")
    found = (number(begin), number(end)) if colon else (0, 0)
    if found[0] >= found[1]:
        raise UserError(f"'{text}' is not a range: give the addresses where RAM begins and ends, as "
                        "0x20000000:0x20004000.")
    return found


def product_number(text: str) -> int:
    """A product's identifier. Raises UserError."""
    found = number(text)
    if not found:
        raise UserError("Product 0 means none: give a number from 1.")
    return found


def sign(code: Annotated[Path, typer.Argument(help="The linker's ELF file, Intel HEX, or a raw binary.",
                                              show_default=False)],
         output: Annotated[Path, typer.Argument(help="Image, to be written; - is stdout.", show_default=False)],
         version: Annotated[str, typer.Option("--version", help="Version of the image, like 1.2.3+4.")],
         counter: Annotated[str, typer.Option("--counter", help="Security counter: not below the device's.")],
         private: Annotated[list[Path] | None, typer.Option(
             "--private", "-p", help="Private key; repeat it for several signatures.")] = None,
         state: Annotated[list[Path] | None, typer.Option(
             "--state", help="State of a key of 'kilosig stateful-keygen': every signature changes the file.")] = None,
         attach: Annotated[list[str] | None, typer.Option(
             "--attach", help="KEY:SIGNATURE of another signer: a public key, and its signature of what --to-sign or "
             "--to-sign-digest wrote.")] = None,
         header: Annotated[str | None, typer.Option(
             "--header-size", help="Bytes from the beginning of the slot to where the code is linked.")] = None,
         slot_size: Annotated[str | None, typer.Option(
             "--slot-size", help="Bytes of the device's slot. An ELF file linked with slot.ld has both.")] = None,
         board: Annotated[str | None, typer.Option(
             "--board", help="Board of this project, which determines header, slot and RAM: "
             f"{', '.join(BOARD_SLOTS)}.", autocompletion=completing(tuple(BOARD_SLOTS)))] = None,
         product: Annotated[str | None, typer.Option(
             "--product", help="Identifier of the product that the image is for, as in image provision.")] = None,
         slot: Annotated[str | None, typer.Option(
             "--slot-address", help="Of the slot that the code is linked for, where images run in either.")] = None,
         ram: Annotated[str | None, typer.Option(
             "--ram", help="BEGIN:END of RAM, if it does not begin at 0x20000000.")] = None,
         no_vectors: Annotated[bool, typer.Option(
             "--no-vectors", help="Code that begins with its first instruction: a raw binary for RISC-V.")] = False,
         pad: Annotated[bool, typer.Option(
             "--pad", help="Fill the slot, with MCUboot's magic at its end, as imgtool --pad.")] = False,
         align: Annotated[int | None, typer.Option(
             "--align", help="Bytes in which MCUboot writes flash: its trailer gets room, as with imgtool.")] = None,
         to_sign: Annotated[Path | None, typer.Option(
             "--to-sign", help="Write here what a signature covers.")] = None,
         to_sign_digest: Annotated[Path | None, typer.Option(
             "--to-sign-digest", help="Write here its SHA-256, for signers of digests.")] = None,
         passphrase_file: PassphraseOption = None, force: ForceOption = False) -> None:
    """Make a signed image from code. Each key determines the scheme of its signature."""
    outputs = [path for path in (output, to_sign, to_sign_digest) if path is not None]
    check_places(outputs, force)
    if align is not None and align not in ALIGNMENTS:
        raise UserError(f"An alignment of {align} does not work: give one of {', '.join(map(str, ALIGNMENTS))}.")
    at = None if slot is None else number(slot)
    size = None if slot_size is None else number(slot_size)
    asked = Asked(None if header is None else number(header), size, at, board, None if ram is None else ram_range(ram),
                  no_vectors)
    place, found = slot_of(read(read_file(code, "the code"), str(code)), asked)
    check_start(found, place)
    made = images.build(found.data, Version.parse(version), number(counter), place.header, at,
                        0 if product is None else product_number(product), found.address)
    if not (private or state or attach or to_sign or to_sign_digest):
        raise UserError("No signer was given: add --private, --state or --attach, or --to-sign for another signer.")
    for path in private or ():
        made.tlvs += _sign(made, path, passphrase_file)
    for text in attach or ():
        made.tlvs += _attach(made, text)
    fitted(_with_states(made, state or []), place, align, pad)
    for path in state or ():  # last: what went wrong before has used no leaf
        made.tlvs += _sign_with_state(made, path)
    files = [(output, fitted(made.encode(), place, align, pad), 0o666)]
    files += [(path, content, 0o666) for path, content in
              ((to_sign, made.to_sign()), (to_sign_digest, made.digest())) if path is not None]
    out().put(image_bytes=len(files[0][1]), signatures=len(made.tlvs) - 1)
    save(files, force)


def inspect(path: FileArgument) -> None:
    """Print what an image contains. Verifies nothing."""
    found = read_image(path)
    out().put(version=str(found.version), counter=found.counter, flags=found.flags, load_address=found.load_address,
              header_bytes=found.header_bytes, code_bytes=len(found.code), image_bytes=len(found.encode()))
    out().put(product=found.number(images.PRODUCT), code_address=found.number(images.ADDRESS))
    good = any(tlv.type == images.SHA256 and tlv.value == found.digest() for tlv in found.tlvs)
    out().put(digest_is_right=good)
    out().say(f"version {found.version}, security counter {'none' if found.counter is None else found.counter}, "
              f"code of {len(found.code):,} bytes after a header of {found.header_bytes:,}, "
              f"{len(found.encode()):,} in all")
    out().say(f"SHA-256 {'is right' if good else 'is missing or WRONG'}")
    out().table("tlvs", "TLVs", (Column("type", "type", left=True), Column("name", "what", left=True),
                                 Column("protected", "protected", left=True), Column("bytes", "bytes")),
                [(f"0x{tlv.type:04x}", tlv.name, "yes" if tlv in found.protected else "no", len(tlv.value))
                 for tlv in (*found.protected, *found.tlvs)])


def _check(made: Image, scheme: Scheme, key: bytes, signature: bytes, digest: bool) -> Verdict:
    target = library_scheme(scheme.name)
    message = made.digest() if digest else made.to_sign()
    return target.library.verify(target, key, message, signature, Arguments(anchor=scheme.anchor(key)))


def _signature_by(found: Image, scheme: Scheme, key: bytes) -> tuple[bytes, bool] | None:
    """The first signature by that key, and whether it signs the digest."""
    before = Tlv(0, b"")
    anchor_id = images.id_of(scheme.name, anchor_of(scheme, key))
    streamed = streamed_key(scheme, key)
    number = {**images.OWN_TYPES, **images.COMPOSITES}.get(scheme.name)
    for tlv in found.tlvs:
        if tlv.type == number and tlv.value.startswith(anchor_id + streamed):
            return tlv.value[len(anchor_id + streamed):], False
        if [before, tlv] == images.digest_tlvs(key, tlv.value) and scheme.name == images.DIGEST_SCHEME:
            return tlv.value, True
        before = tlv
    return None


def verify(path: FileArgument, key: KeysOption = None) -> None:
    """Verify an image: its digest, and a signature by each key. Exit code 0: accepted, 1: rejected."""
    if not key:
        raise UserError("No trusted key was given: add --key.")
    found = read_image(path)
    keys = [public_of(name) for name in key]
    problems = []
    if not any(tlv.type == images.SHA256 and tlv.value == found.digest() for tlv in found.tlvs):
        problems.append("the SHA-256 in it is missing or wrong")
    for name, (scheme, raw) in zip(key, keys):
        signed = _signature_by(found, scheme, raw)
        if signed is None:
            problems.append(f"it has no signature by {name}")
            continue
        verdict = _check(found, scheme, raw, *signed)
        if not verdict.accepted:
            problems.append(f"signature by {name}: {verdict}")
        else:
            out().detail(f"{scheme.name}: {verdict}")
    out().put(accepted=not problems, problems=problems, version=str(found.version), counter=found.counter)
    for problem in problems:
        out().say(f"REJECTED: {problem}", style="red")
    if problems:
        rejected()
    out().say(f"ACCEPTED: version {found.version}, security counter {found.counter}", style="green")


def provision(loader: Annotated[Path, typer.Argument(help="ELF file of the boot loader.", show_default=False)],
              output: Annotated[Path, typer.Argument(help="The same with the keys' anchors, to be written.",
                                                     show_default=False)],
              key: Annotated[list[str] | None, typer.Option(
                  "--key", "-k", help="Public key that the boot loader trusts, up to two of a scheme; KEY@COUNTER is "
                  "retired from that security counter on.")] = None,
              product: Annotated[str | None, typer.Option(
                  "--product", help="Identifier of this product: images must be signed for it. Without, they must be "
                  "for none.")] = None,
              force: ForceOption = False) -> None:
    """Write the anchors of trusted keys into a boot loader."""
    if not key:
        raise UserError("The boot loader needs a key to trust: add --key.")
    check_places((output,), force)
    anchors: dict[int, list[tuple[bytes, int]]] = {}
    for text in key:
        name, at, retired = text.rpartition("@")
        scheme, raw = public_of(Path(name if at else text))
        kind = images.DIGEST_SIGNATURE if scheme.name == images.DIGEST_SCHEME else images.OWN_TYPES.get(scheme.name, 0)
        anchors.setdefault(kind, []).append((anchor_of(scheme, raw), number(retired) if at else NEVER))
    made = provisioned(read_file(loader, "the boot loader"), str(loader), anchors,
                       0 if product is None else product_number(product))
    save(((output, made, 0o666),), force)


_COMMANDS = (
    ("provision", provision, "kilosig image provision boot-microbit-ml-dsa-44.elf boot.elf -k key.pub"),
    ("sign", sign, "kilosig image sign code.elf app.bin --version 1.0.0 --counter 1 -p key.pem"),
    ("inspect", inspect, "kilosig image inspect app.bin"),
    ("verify", verify, "kilosig image verify app.bin -k key.pub"),
)
for _name, _function, _example in _COMMANDS:
    image.command(_name, cls=Command, epilog=example(_example))(_function)
