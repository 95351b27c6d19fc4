# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Devices on a CAN bus (docs/bus.md): what send, provision and activate do with --can, and kilosig bus."""

import random
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import VariantOption, complete_scheme, completing, rejected
from kilosig.cli.output import Cell, Value, out
from kilosig.cli.ram import write_table
from kilosig.cli.tables import Column
from kilosig.cli.verify import library_scheme
from kilosig.device.bus import (BIT_RATE, DATA_BIT_RATE, DID_BOARD, PURPOSE_ACTIVATE, PURPOSE_VERIFY, BusDevice,
                                Reason, open_bus)
from kilosig.device.can_frames import Traffic, doip_seconds
from kilosig.device.emulator import BOARDS, Emulator, free_port, image_path
from kilosig.device.frames import DeviceVerdict
from kilosig.device.link import Inputs, Progress
from kilosig.device.transfer import ETHERNET_BIT_RATE, transfer_seconds
from kilosig.errors import UserError
from kilosig.library.binding import Arguments, LibraryScheme
from kilosig.library.verdicts import ACCEPT
from kilosig.schemes.family import Example
from kilosig.schemes.registry import COMPARED, example

CanOption = Annotated[str | None, typer.Option(
    "--can", help="CAN bus of the device: slcan:tcp:HOST:PORT, slcan:/dev/ttyACM0, socketcan:can0.")]
CanFdOption = Annotated[bool, typer.Option("--can-fd", help="Send CAN FD frames.")]
TABLE_BEGIN, TABLE_END = "<!-- bus table: begin -->", "<!-- bus table: end -->"
MESSAGE_BYTES = 33
MOST_CONTEXT = 32  # a request to the device has 152 bytes


@contextmanager
def on_bus(can: str, fd: bool) -> Iterator[BusDevice]:
    """A device in its extended session."""
    with BusDevice(open_bus(can, fd), fd) as device:
        device.session()
        yield device


def board_of(device: BusDevice) -> str:
    """The name of its board."""
    return device.read(DID_BOARD).rstrip(b"\0").decode("ascii", "replace")


def as_verdict(device: BusDevice, reason: Reason) -> DeviceVerdict:
    """The verdict with the RAM figures that the device measured."""
    figures = device.figures()
    return DeviceVerdict(0, reason.verdict, figures.state, figures.stack, figures.static, figures.peak, figures.ram,
                         reason.activation, reason.counter, reason.features)


def verify_on_bus(device: BusDevice, scheme: str, arguments: Arguments, inputs: Inputs,
                  progress: Progress | None = None) -> DeviceVerdict:
    """A verdict of the device, which activates nothing. Raises UserError."""
    if len(arguments.context) > MOST_CONTEXT:
        raise UserError(f"A device on CAN takes a context of {MOST_CONTEXT} bytes at most: send over a serial port.")
    anchor = arguments.anchor or b""
    rest = struct.pack(">32sBBB", scheme.encode(), arguments.mode, arguments.hash, len(arguments.context))
    rest += anchor.rstrip(b"\0").ljust(64, b"\0") + arguments.context
    return as_verdict(device, device.run(PURPOSE_VERIFY, inputs, rest, progress))


def activate_on_bus(device: BusDevice, inputs: Inputs, progress: Progress | None = None) -> DeviceVerdict:
    """The verdict on a token, and what became of it. Raises UserError."""
    reason = device.run(PURPOSE_ACTIVATE, inputs, progress=progress)
    return as_verdict(device, device.activate() if reason.verdict == ACCEPT else reason)


def measure(board: str, variant: str, target: LibraryScheme, material: Example, fd: bool) -> Traffic:
    """Every frame of one verification on an emulated board. Raises UserError."""
    port, traffic = free_port(), Traffic()
    with Emulator(board, image=image_path(board, variant, "can"), listen=("127.0.0.1", port)):
        with on_bus(f"slcan:tcp:127.0.0.1:{port}", fd) as device:
            device.record(traffic)
            verdict = verify_on_bus(device, target.name, Arguments(anchor=target.anchor(material.key)),
                                    Inputs(material.key, bytes(MESSAGE_BYTES), material.signature))
    if material.accepted and verdict.verdict != ACCEPT:
        raise UserError(f"The board rejected a genuine signature of {target.name}: build the firmware again.")
    return traffic


def bus(schemes: Annotated[list[str] | None, typer.Option("--scheme", help="Scheme; may be repeated.",
                                                                   autocompletion=complete_scheme)] = None,
        board: Annotated[str, typer.Option("--board", help="Emulated board.",
                                             autocompletion=completing(tuple(BOARDS)))] = "stm32vldiscovery",
        variant: VariantOption = "default",
        update: Annotated[Path | None, typer.Option("--update", help="Write the table into this document.")] = None
        ) -> None:
    """Measure the frames of a verification over CAN on an emulated board: a table of bus load and transfer times."""
    rows: list[list[Value]] = []
    for name in schemes or COMPARED:
        target = library_scheme(name, variant)
        material = example(target, bytes(MESSAGE_BYTES), b"", ())
        if not material.accepted:  # zeros, which would have more stuff bits than any signature
            material = replace(material, signature=random.Random(0).randbytes(len(material.signature)))
        classic, fast = (measure(board, variant, target, material, fd) for fd in (False, True))
        payload = (0 if target.anchor_hash == 0 else len(material.key)) + len(material.signature)
        rows.append([target.name, payload, milliseconds(transfer_seconds(payload, BIT_RATE)), classic.frames,
                     classic.nominal_bits, milliseconds(classic.seconds(BIT_RATE, BIT_RATE)), fast.frames,
                     milliseconds(fast.seconds(BIT_RATE, DATA_BIT_RATE)),
                     milliseconds(transfer_seconds(payload, ETHERNET_BIT_RATE)),
                     milliseconds(doip_seconds(classic.messages, ETHERNET_BIT_RATE))])
    if not rows:
        rejected()
    if update is not None:
        write_table(update, TABLE_BEGIN, TABLE_END, markdown(rows))
    out().table("transfers", f"Times in ms on {board}, variant {variant}, message of {MESSAGE_BYTES} bytes",
                (Column("scheme", "scheme", left=True), Column("payload", "payload"),
                 Column("payload_500k", "alone at 500 kbit/s"), Column("frames", "CAN frames"),
                 Column("bits", "their bits"), Column("can_500k", "CAN 500 kbit/s"), Column("fd_frames", "FD frames"),
                 Column("fd_2m", "CAN FD 2 Mbit/s"), Column("payload_20m", "alone at 20 Mbit/s"),
                 Column("doip_20m", "DoIP 20 Mbit/s")), rows, NOTE)


def markdown(rows: Sequence[Sequence[Value]]) -> str:
    """The table of docs/bus.md."""
    lines = ["| scheme | payload | alone, 500 kbit/s | CAN frames | their bits | CAN, 500 kbit/s | FD frames | CAN FD, "
             "2 Mbit/s | alone, 20 Mbit/s | DoIP, 20 Mbit/s |", "|---|" + "--:|" * 9]
    for row in rows:
        cells = (value.text if isinstance(value, Cell) else f"{value:,}" if isinstance(value, int) else str(value)
                 for value in row)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


NOTE = ("Payload: key and signature, the key not where it is the anchor; alone: its bits at that rate, as ePrint "
        "2021/662 counts. CAN and CAN FD: every frame that was on the bus, both ways, from the first request to the "
        "verdict, with the stuff bits that its contents have and the interframe space, without the time that the "
        "device computes. DoIP: the same requests and responses in Ethernet frames, computed.")


def milliseconds(seconds: float) -> Cell:
    """As the table shows it."""
    return Cell(round(1000 * seconds, 2), f"{1000 * seconds:,.2f}")
