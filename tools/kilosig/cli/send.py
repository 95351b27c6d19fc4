# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig send: a verification on a board, emulated or real."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kilosig.cli.bus import CanFdOption, CanOption, board_of, on_bus, verify_on_bus
from kilosig.cli.common import (BoardOption, ContextOption, DigestOption, KeyOption, MessageOption, MuOption,
                                PortOption, PrehashOption, SchemeOption, SignatureOption, VariantOption, print_verdict,
                                read_request, rejected)
from kilosig.cli.output import out
from kilosig.cli.tables import Column
from kilosig.device.emulator import Emulator
from kilosig.device.frames import DeviceVerdict
from kilosig.device.link import Answer, Inputs, Link, verdict_of
from kilosig.device.transfer import NOTE, format_times
from kilosig.device.transports import open_transport
from kilosig.errors import UserError
from kilosig.library.binding import PART_NAMES
from kilosig.library.catalog import is_research
from kilosig.library.verdicts import CONTEXT

LONGEST_CONTEXT = 255


@contextmanager
def connected(board: str | None, port: str | None, variant: str, research: bool = False) -> Iterator[Link]:
    """A link to the emulated board, which runs while the `with` lasts, or to the device at `port`."""
    if (board is None) == (port is None):
        raise UserError("Say where to send: give --board, --port or --can.")
    if board is not None:
        with Emulator(board, variant, research=research) as emulator:
            yield Link(emulator.connect())
        return
    transport = open_transport(port or "")
    try:
        yield Link(transport)
    finally:
        transport.close()


@contextmanager
def one_place(board: str | None, port: str | None, can: str | None) -> Iterator[None]:
    """Raises UserError if several places are named."""
    if can is not None and (board is not None or port is not None):
        raise UserError("Say where to send: give one of --board, --port and --can.")
    yield


class ByteCounter:
    """Counts streamed bytes by part and in all."""

    def __init__(self) -> None:
        self.parts: dict[int, int] = {}

    def add(self, part: int, count: int) -> None:
        """To be given to Link.stream."""
        self.parts[part] = self.parts.get(part, 0) + count

    @property
    def total(self) -> int:
        """Payload bytes of all parts, those sent again for a later pass included."""
        return sum(self.parts.values())


@contextmanager
def progress_bar(inputs: Inputs, counter: ByteCounter,
                 title: str = "streaming") -> Iterator[Callable[[int, int], None]]:
    """A progress hook that draws a bar and counts. A variant that wants bytes again makes the bar longer."""
    with out().progress(title, inputs.length, always=True) as hook:
        def counted(part: int, count: int) -> None:
            counter.add(part, count)
            hook(PART_NAMES[part], count)

        yield counted


def print_figures(verdict: DeviceVerdict, inputs: Inputs, counter: ByteCounter, board: str) -> None:
    """What a transfer took: bytes, times, and the RAM figures of the VERDICT."""
    rows = (("public key", len(inputs.key)), ("signature", len(inputs.signature)), ("message", len(inputs.message)),
            ("streamed in all", counter.total), ("RAM: state of the verification", verdict.state),
            ("RAM: stack of the verification", verdict.stack), ("RAM: state + stack", verdict.state + verdict.stack),
            ("RAM: whole firmware, static data", verdict.static), ("RAM: whole firmware, peak", verdict.peak),
            ("RAM: the board has", verdict.ram))
    out().table("figures", f"On {board}", (Column("what", "what", left=True), Column("bytes", "bytes")), rows,
                f"{format_times(counter.total)}\n{NOTE}")


def send(key: KeyOption, signature: SignatureOption, scheme: SchemeOption = None, message: MessageOption = None,
         context: ContextOption = "", prehash: PrehashOption = None, digest: DigestOption = False,
         external_mu: MuOption = None, board: BoardOption = None, port: PortOption = None,
         variant: VariantOption = "default", can: CanOption = None, can_fd: CanFdOption = False) -> None:
    """Verify on a board, which activates nothing. Exit code 0: accepted, 1: rejected."""
    request = read_request(scheme, key, message, signature, context, prehash, digest, external_mu)
    arguments, inputs = request.arguments, request.inputs
    if len(arguments.context) > LONGEST_CONTEXT:
        # The protocol cannot say it; the library would answer this.
        print_verdict(CONTEXT)
        rejected()
    counter = ByteCounter()
    if can is not None:
        with one_place(board, port, can), on_bus(can, can_fd) as device, progress_bar(inputs, counter) as hook:
            name = board_of(device)
            result = verify_on_bus(device, request.scheme.name, arguments, inputs, hook)
        finish(result, inputs, counter, name)
        return
    with connected(board, port, variant, is_research(request.scheme.name)) as link:
        info = link.hello()
        answer: Answer = link.verify(secrets.randbits(32), inputs, request.scheme.name, arguments.anchor or b"",
                                     arguments.context, arguments.mode, arguments.hash)
        with progress_bar(inputs, counter) as hook:
            result = verdict_of(link.stream(answer, inputs, hook))
    finish(result, inputs, counter, info.board)


def finish(result: DeviceVerdict, inputs: Inputs, counter: ByteCounter, board: str) -> None:
    """Prints what there is to say; ends with 1 if rejected."""
    print_figures(result, inputs, counter, board)
    if not print_verdict(result.verdict).accepted:
        rejected()
