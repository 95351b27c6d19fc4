# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What commands print: for people, for pipes, or as one JSON object."""
from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import typer
from rich.console import Console
from rich.progress import (BarColumn, DownloadColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn,
                           TimeElapsedColumn, TimeRemainingColumn)
from rich.text import Text

from kilosig import __version__
from kilosig.cli.tables import Column, drawn, plain

BAR_FROM = 8 << 20  # bytes of an input that is worth a bar


@dataclass(frozen=True)
class Cell:
    """A value that people see as another text."""

    value: Any
    text: str


Value = None | int | str | Cell


def printable(text: str) -> str:
    """The text as it may be shown on a terminal: what strangers have written, in a file or on a device, can neither
    move the cursor nor turn the direction of writing. Control characters, and those that are not seen, are spelled in
    hex; lines stay lines."""
    return "".join(letter if letter == "\n" or letter == " " or letter.isprintable() else _spelled(letter)
                   for letter in text)


def _spelled(letter: str) -> str:
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def one_line(text: str) -> str:
    """The same of what has one line."""
    return printable(text).replace("\n", "\\n")


def _text(value: Value) -> str:
    if isinstance(value, Cell):
        return one_line(value.text)
    if value is None:
        return "-"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else one_line(str(value))


class _Rate(ProgressColumn):
    """How many a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f}/s" if speed else "-/s")


class _Console(Console):
    """A console that lets the command know that nobody reads: rich would exit with 1, which says `rejected`."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Output:
    """Results go to stdout, what is beside them to stderr. Made afresh for each command line."""

    def __init__(self) -> None:
        self.json = self.quiet = self.verbose = False
        self._diverted = False
        self._fields: dict[str, Any] = {}

    def console(self, err: bool = False) -> Console:
        """A console. Made when used, because tests replace stdout."""
        return _Console(stderr=err or self._diverted, highlight=False, soft_wrap=True)

    def divert(self) -> None:
        """From now on stdout is for data alone."""
        self._diverted = True

    def say(self, text: str = "", style: str = "", lines: bool = False, hang: int | None = None) -> None:
        """A result for people. lines: it may have several. hang: a sentence, which a terminal has wrapped between
        words, further lines indented so far."""
        if self.json or self.quiet:
            return
        out, said = self.console(), printable(text) if lines else one_line(text)
        if hang is not None and out.is_terminal:
            said = "\n".join(textwrap.wrap(said, out.width, subsequent_indent=" " * hang, break_long_words=False,
                                           break_on_hyphens=False))
        out.print(Text(said, style=style))

    def note(self, text: str) -> None:
        """What is beside the result."""
        if not self.quiet:
            self.console(err=True).print(Text(f"kilosig: {one_line(text)}"))

    def detail(self, text: str) -> None:
        """The same, with --verbose alone."""
        if self.verbose:
            self.note(text)

    def put(self, **fields: Any) -> None:
        """Fields of the JSON object."""
        self._fields.update(fields)

    def table(self, name: str, title: str, columns: Sequence[Column], rows: Sequence[Sequence[Value]],
              caption: str = "", shown: Sequence[Sequence[Value]] | None = None) -> None:
        """A table: on a terminal as wide as that is, in a pipe whole. JSON has all rows; people see `shown`, if it is
        given."""
        self._fields[name] = [{column.key: cell.value if isinstance(cell, Cell) else cell
                               for column, cell in zip(columns, row)} for row in rows]
        if self.json or self.quiet:
            return
        cells = [[_text(cell) for cell in row] for row in (rows if shown is None else shown)]
        out = self.console()
        if not out.is_terminal:
            lines = [one_line(title), *plain(columns, cells), *([printable(caption)] if caption else [])]
            out.print(Text("\n".join(lines)))
            return
        out.print(Text("\n".join(textwrap.wrap(one_line(title), out.width)), style="bold"))
        out.print(Text("\n".join(drawn(columns, cells, out.width))))
        if caption:
            out.print(Text("\n".join(textwrap.wrap(printable(caption), out.width)), style="dim"))

    @contextmanager
    def progress(self, title: str, total: int, always: bool = False) -> Iterator[Callable[[str, int], None]]:
        """A hook that is called with a name and the bytes that were moved; it draws a bar on a terminal. always: also
        for few bytes, because they are slow."""
        console = _Console(stderr=True)
        if self.quiet or self.json or not console.is_terminal or (total < BAR_FROM and not always):
            yield lambda part, count: None
            return
        bar = Progress(TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn(),
                       console=console)
        with bar:
            task = bar.add_task(title, total=total)
            moved = 0

            def hook(part: str, count: int) -> None:
                nonlocal moved
                moved += count
                bar.update(task, advance=count, total=max(total, moved),
                           description=f"{title}: {part}" if part else title)

            yield hook
            bar.update(task, total=moved, completed=moved)

    @contextmanager
    def counting(self, title: str) -> Iterator[Callable[[int, int], None]]:
        """A hook that is called with how many more are done, and of how many; it draws a bar on a terminal, with the
        rate and the time that is left."""
        console = _Console(stderr=True)
        if self.quiet or self.json or not console.is_terminal:
            yield lambda count, total: None
            return
        with Progress(TextColumn(title), BarColumn(), MofNCompleteColumn(), _Rate(), TimeElapsedColumn(),
                      TextColumn("left"), TimeRemainingColumn(), console=console) as bar:
            task = bar.add_task(title, total=None)
            yield lambda count, total: bar.update(task, advance=count, total=total)

    def finish(self, error: str | None = None) -> None:
        """Ends the output. error: the sentence of a failure. Raises OSError if stdout takes nothing more."""
        if self.json:
            if error is not None:
                self._fields = {"error": error}
            if self._fields:
                text = json.dumps(self._fields, indent=2)
                print(text, file=sys.stderr if self._diverted else sys.stdout)
        sys.stdout.flush()


_current = Output()


def out() -> Output:
    """The output of the command that runs."""
    return _current


def fresh() -> Output:
    """Begins the output of a command line."""
    global _current
    _current = Output()
    return _current


def show_version(wanted: bool) -> None:
    """Of --version: says it, and ends."""
    if wanted:
        out().put(version=__version__)
        out().say(f"kilosig {__version__}")
        raise typer.Exit()
