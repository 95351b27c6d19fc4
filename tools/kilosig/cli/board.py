# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig token, provision, activate and emulate: the life of a device with firmware/activation."""

import os
import secrets
import signal
from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.bus import CanFdOption, CanOption, activate_on_bus, board_of, on_bus
from kilosig.cli.common import (ForceOption, KeyOption, PassphraseOption, PortOption, SchemeOption, SignatureOption,
                                VariantOption, check_places, completing, needing_fleet, one_stream,
                                parse_hex, print_verdict, rejected, save, scheme_of_key, warn_if_broken,
                                wrong_key_length)
from kilosig.cli.output import out
from kilosig.cli.send import ByteCounter, connected, one_place, print_figures, progress_bar
from kilosig.cli.signing import PrivateOption, SignerKeyOption, SignerOption, chosen_signer, signature_by
from kilosig.device import frames
from kilosig.device.emulator import BOARDS, Emulator, image_path
from kilosig.device.link import Inputs, verdict_of
from kilosig.device.transports import tcp_address
from kilosig.errors import UserError
from kilosig.files.data import STREAM, Data
from kilosig.files.keys import read_bytes, read_public_key
from kilosig.schemes.family import Signature

MOST_FEATURE, MOST_COUNTER = 31, (1 << 64) - 1
MOST_ANCHOR = 64  # the record of a provisioned device

DeviceOption = Annotated[str, typer.Option("--device-id", help="12 characters, or 24 hex digits after 0x.")]


def device_id(text: str) -> bytes:
    """The 12 bytes of --device-id. Raises UserError."""
    try:
        data = bytes.fromhex(text[2:]) if text.startswith("0x") else os.fsencode(text)
    except ValueError:
        data = b""
    if len(data) != frames.DEVICE_ID_BYTES:
        raise UserError(f"'{text}' is not a device id: give {frames.DEVICE_ID_BYTES} characters, or 24 hex digits "
                        "after 0x.")
    return data


def token(device: DeviceOption,
          feature: Annotated[int | None, typer.Option("--feature", min=0, max=MOST_FEATURE,
                                                      help="Number of the feature that the token activates.")] = None,
          counter: Annotated[int | None, typer.Option("--counter", min=1, max=MOST_COUNTER,
                                                      help="Greater than the counter in the device.")] = None,
          issued: Annotated[str | None, typer.Option(
              "--from", help="Take the device's token out of this folder of 'kilosig issue', and with --signature its "
                             "signature.")] = None,
          parameter: Annotated[str | None, typer.Option("--parameter",
                                                        help="Value for the application: 8 bytes in hex.")] = None,
          output: Annotated[Path, typer.Option("--output", "-o", help="File to be written; - is stdout.")] = STREAM,
          signature: Annotated[Path | None, typer.Option(
              "--signature", help="Sign it too, by --private or --signer, and write the raw signature here.")] = None,
          private: PrivateOption = None, signer: SignerOption = None, key: SignerKeyOption = None,
          passphrase_file: PassphraseOption = None, force: ForceOption = False) -> None:
    """Make an activation token, the 33-byte message of docs/protocol.md; with --signature, sign it too. Or take what
    was issued to a device out of a folder."""
    if issued is not None:
        if any(one is not None for one in (feature, counter, parameter, private, signer, key)):
            raise UserError("What was issued has its feature, counter and signature: give nothing else with --from, "
                            "--device-id, --output and --signature.")
        save(_issued(issued, device_id(device), output, signature), force)
        return
    if feature is None or counter is None:
        raise UserError(f"Missing option: give {'--feature' if feature is None else '--counter'}, or --from, see "
                        "'kilosig token --help'.")
    if signature is None and (private is not None or signer is not None or key is not None):
        raise UserError("Say where the signature goes: add --signature.")
    free = parse_hex(parameter, frames.PARAMETER_BYTES, "parameter") or bytes(frames.PARAMETER_BYTES)
    made = frames.token(device_id(device), feature, counter, free)
    out().put(token=made.hex())
    files = [(output, made, 0o666)]
    if signature is not None:
        check_places((output, signature), force)
        who = chosen_signer(private, signer, key, None, passphrase_file)
        files.append((signature, signature_by(who, Signature(Data(made))), 0o666))
    save(files, force)


def _issued(url: str, device: bytes, output: Path, signature: Path | None) -> list[tuple[Path, bytes, int]]:
    """The files of a token that was issued."""
    with needing_fleet():
        from kilosig.fleet import lookup
    made, signed = lookup.token_of(url, device)
    out().put(token=made.hex())
    return [(output, made, 0o666), *([(signature, signed, 0o666)] if signature is not None else [])]


def provision(key: KeyOption, device: DeviceOption, port: PortOption = None, scheme: SchemeOption = None,
              counter: Annotated[int, typer.Option("--counter", min=0, max=MOST_COUNTER,
                                                   help="The last counter that counts as used.")] = 0,
              secret: Annotated[str | None, typer.Option(
                  "--secret", help="The device's own secret: 16 bytes in hex; random if absent.")] = None,
              can: CanOption = None) -> None:
    """Give a device its scheme, trust anchor, identity and counter. It takes them once."""
    public = read_public_key(key)
    known = scheme_of_key(scheme, public, str(key))
    warn_if_broken(known.name)
    if len(public.raw) != known.key_bytes and not known.key_varies:
        raise wrong_key_length(str(key), public, known)
    anchor, identity = known.anchor(public.raw), device_id(device)
    if len(anchor) > MOST_ANCHOR:
        raise UserError(f"The anchor of {known.name} has {len(anchor)} bytes, and a device has room for {MOST_ANCHOR}: "
                        "choose another scheme.")
    device_secret = parse_hex(secret, frames.SECRET_BYTES, "secret") or secrets.token_bytes(frames.SECRET_BYTES)
    if can is not None:
        with one_place(None, port, can), on_bus(can, False) as unit:
            unit.provision(known.name, identity, counter, device_secret, anchor)
            name, (held, held_by), held_counter = board_of(unit), unit.identity(), unit.reason().counter
    else:
        with connected(None, needed(port), "default") as link:
            link.hello()
            link.provision(known.name, identity, counter, device_secret, anchor)
            info = link.hello()
        name, held, held_by, held_counter = info.board, info.scheme, info.device_id, info.counter
    right = held_by == identity and held == known.name
    out().put(board=name, scheme=held, device_id=held_by.hex(), counter=held_counter, provisioned=right)
    out().say(f"{name} is provisioned: {held}, device {device}, counter {held_counter:,}" if right else
              f"{name} does not hold what it was given", style="green" if right else "red")
    if not right:
        rejected()


def activate(key: KeyOption, signature: SignatureOption,
             message: Annotated[Path, typer.Option("--message", "-m", help="Token; - is stdin.")],
             port: PortOption = None, can: CanOption = None, can_fd: CanFdOption = False) -> None:
    """Activate a feature of a provisioned device by a signed token. Exit code 0: activated, 1: refused."""
    one_stream(key, signature, message)
    inputs = Inputs(read_public_key(key).raw, read_bytes(message, "the token"), read_bytes(signature, "the signature"))
    counter = ByteCounter()
    if can is not None:
        with one_place(None, port, can), on_bus(can, can_fd) as unit, progress_bar(inputs, counter) as hook:
            result, name = activate_on_bus(unit, inputs, hook), board_of(unit)
    else:
        with connected(None, needed(port), "default") as link:
            name = link.hello().board
            answer = link.activate(secrets.randbits(32), inputs)
            with progress_bar(inputs, counter) as hook:
                result = verdict_of(link.stream(answer, inputs, hook))
    print_figures(result, inputs, counter, name)
    verdict = print_verdict(result.verdict)
    activated = verdict.accepted and result.activation == frames.ACTIVATED
    number = result.activation
    reason = frames.ACTIVATIONS[number] if number < len(frames.ACTIVATIONS) else f"unknown reason {number}"
    out().put(activated=activated, activation=reason, counter=result.counter, features=result.features)
    if activated:
        out().say(f"activated: counter {result.counter:,}, features {result.features:#x}", style="green")
    else:
        if verdict.accepted:
            out().say(f"refused: {reason}", style="red")
        rejected()


def needed(port: str | None) -> str:
    """The port. Raises UserError if there is none: an emulated board lives no longer than a command."""
    if port is None:
        raise UserError("Say where the device is: give --port or --can, for an emulated one that of 'kilosig emulate'.")
    return port


def emulate(board: Annotated[str, typer.Argument(help=f"One of {', '.join(BOARDS)}.",
                                             autocompletion=completing(tuple(BOARDS)))],
            listen: Annotated[str, typer.Option("--listen", help="Address of its UART: tcp:HOST:PORT.")],
            variant: VariantOption = "default",
            research: Annotated[bool, typer.Option("--research", help="Image with the broken schemes and "
                                                   "candidates.")] = False,
            can: Annotated[bool, typer.Option("--can", help="The control unit on a CAN bus: reached by --can "
                                                            "slcan:tcp:HOST:PORT.")] = False,
            image: Annotated[Path | None, typer.Option("--image", help="ELF file of another firmware.")] = None
            ) -> None:
    """Run an emulated board until Ctrl-C; other commands reach it by --port. Its storage is empty at every start.
    SIGUSR1 (kill -USR1) is its reset button."""
    if can and (research or image):
        raise UserError("The image for CAN is one of its own: omit --research and --image.")
    file = image_path(board, variant, "can") if can else image
    with Emulator(board, variant, file, research=research, listen=tcp_address(listen)) as running:
        out().say(f"{board} runs; its {'bus is slcan:' if can else 'port is '}{listen}; Ctrl-C ends it")
        out().finish()
        if hasattr(signal, "SIGUSR1"):
            signal.signal(signal.SIGUSR1, lambda number, frame: running.cut_power())
        running.wait()
