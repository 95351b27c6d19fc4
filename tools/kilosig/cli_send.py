# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig send: a verification on a board, emulated or real."""
# No deferred annotations here: before Python 3.10 they would hide the options from typer.

import secrets
from contextlib import contextmanager
from typing import Annotated, Dict, Iterator, Optional

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn
from rich.table import Table

from kilosig.binding import PART_NAMES
from kilosig.cli_common import (EXIT_REJECTED, BoardOption, ContextOption, DigestOption, KeyOption, MessageOption,
                                MuOption, PrehashOption, SchemeOption, SignatureOption, VariantOption, console,
                                read_request)
from kilosig.emulator import Emulator
from kilosig.errors import UserError
from kilosig.frames import DeviceVerdict
from kilosig.link import Answer, Inputs, Link
from kilosig.link import Progress as ProgressHook
from kilosig.link import verdict_of
from kilosig.schemes import is_broken
from kilosig.transfer import NOTE, format_times
from kilosig.transports import open_transport
from kilosig.verdicts import CONTEXT, Verdict

PortOption = Annotated[Optional[str], typer.Option("--port", help="Serial port, unix:PATH or tcp:HOST:PORT.")]
LONGEST_CONTEXT = 255


@contextmanager
def connected(board: Optional[str], port: Optional[str], variant: str, research: bool = False) -> Iterator[Link]:
    """A link to the emulated board, which runs while the `with` lasts, or to the device at `port`."""
    if (board is None) == (port is None):
        raise UserError("Say where to send: give either --board or --port.")
    if board is not None:
        with Emulator(board, variant, research=research) as emulator:
            yield Link(emulator.connect())
        return
    transport = open_transport(port or "")
    try:
        yield Link(transport)
    finally:
        transport.close()


class ByteCounter:
    """Counts streamed bytes by part and in all."""

    def __init__(self) -> None:
        self.parts: Dict[int, int] = {}

    def add(self, part: int, count: int) -> None:
        """To be given to Link.stream."""
        self.parts[part] = self.parts.get(part, 0) + count

    @property
    def total(self) -> int:
        """Payload bytes of all parts, those sent again for a later pass included."""
        return sum(self.parts.values())


@contextmanager
def progress_bar(out: Console, inputs: Inputs, counter: ByteCounter,
                 title: str = "streaming") -> Iterator[ProgressHook]:
    """A progress hook that draws a bar and counts. A variant that wants bytes again makes the bar longer."""
    expected = len(inputs.key) + len(inputs.message) + len(inputs.signature)
    bar = Progress(TextColumn("{task.description}"), BarColumn(), DownloadColumn(), console=out)
    with bar:
        task = bar.add_task(title, total=expected)

        def hook(part: int, count: int) -> None:
            counter.add(part, count)
            bar.update(task, advance=count, total=max(expected, counter.total),
                       description=f"{title}: {PART_NAMES[part]}")

        yield hook


def figures_table(verdict: DeviceVerdict, inputs: Inputs, counter: ByteCounter, board: str) -> Table:
    """What a transfer took: bytes, times, and the RAM figures of the VERDICT."""
    table = Table(title=f"On {board}", title_justify="left")
    table.add_column("what", no_wrap=True)
    table.add_column("bytes", justify="right", no_wrap=True)
    rows = (("public key", len(inputs.key)), ("signature", len(inputs.signature)), ("message", len(inputs.message)),
            ("streamed in all", counter.total), ("RAM: state of the verification", verdict.state),
            ("RAM: stack of the verification", verdict.stack), ("RAM: state + stack", verdict.state + verdict.stack),
            ("RAM: whole firmware, static data", verdict.static), ("RAM: whole firmware, peak", verdict.peak),
            ("RAM: the board has", verdict.ram))
    for name, count in rows:
        table.add_row(name, f"{count:,}")
    table.caption = f"{format_times(counter.total)}\n{NOTE}"
    table.caption_justify = "left"
    return table


def print_verdict(out: Console, code: int) -> Verdict:
    """Prints a verdict in its colour."""
    verdict = Verdict(code)
    out.print(str(verdict), style="green" if verdict.accepted else "red")
    return verdict


def send(scheme: SchemeOption, key: KeyOption, signature: SignatureOption, message: MessageOption = None,
         context: ContextOption = "", prehash: PrehashOption = None, digest: DigestOption = False,
         external_mu: MuOption = None, board: BoardOption = None, port: PortOption = None,
         variant: VariantOption = "default") -> None:
    """Stream a verification to a board. Exit code 0: accepted, 1: rejected."""
    request = read_request(scheme, key, message, signature, context, prehash, digest, external_mu)
    arguments, inputs, out = request.arguments, request.inputs, console()
    if len(arguments.context) > LONGEST_CONTEXT:
        # The protocol cannot say it; the library would answer this.
        print_verdict(out, CONTEXT)
        raise typer.Exit(EXIT_REJECTED)
    with connected(board, port, variant, is_broken(request.scheme.name)) as link:
        info = link.hello()
        session = secrets.randbits(32)
        counter = ByteCounter()
        answer: Answer = link.verify(session, inputs, request.scheme.name, arguments.anchor or b"", arguments.context,
                                     arguments.mode, arguments.hash)
        with progress_bar(out, inputs, counter) as hook:
            result = verdict_of(link.stream(answer, inputs, hook))
    out.print(figures_table(result, inputs, counter, info.board))
    if not print_verdict(out, result.verdict).accepted:
        raise typer.Exit(EXIT_REJECTED)
