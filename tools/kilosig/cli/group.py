# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What all commands have in common: their options, and the end of everything that goes wrong."""
from __future__ import annotations

import errno
import os
import sys
from collections import UserDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn

import click
import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from kilosig.cli.output import Output, fresh, one_line, out
from kilosig.errors import UserError, did_you_mean
from kilosig.files.children import passphrase_kept

EXIT_REJECTED, EXIT_USER_ERROR, EXIT_INTERRUPTED = 1, 2, 130

# Newer click raises it with the help text; older click prints the help itself.
_NO_ARGUMENTS = getattr(click.exceptions, "NoArgsIsHelpError", ())


def example(line: str) -> str:
    """The end of a command's help: on a line of its own, which can be copied from a terminal of 80 columns."""
    return f"Example:\n\n{line}"


class Later(UserDict[str, click.Command]):
    """Commands by name, each made when it is asked for, once."""

    def __init__(self, makers: Mapping[str, Callable[[], click.Command]]) -> None:
        super().__init__()
        self._makers = makers

    def __getitem__(self, name: str) -> click.Command:
        if name not in self.data:
            self.data[name] = self._makers[name]()
        return self.data[name]

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def _setter(name: str) -> Any:
    def set_it(context: click.Context, parameter: click.Parameter, value: bool) -> None:
        if value:
            setattr(out(), name, True)

    return set_it


def _common() -> list[click.Parameter]:
    return [TyperOption(param_decls=list(names), is_flag=True, expose_value=False, is_eager=True, default=False,
                        callback=_setter(attribute), help=text)
            for attribute, names, text in (
                ("json", ("--json",), "Print one JSON object."),
                ("quiet", ("-q", "--quiet"), "Print errors only; the exit code is the answer."),
                ("verbose", ("-v", "--verbose"), "Print more on stderr."))]


class Command(TyperCommand):
    """A command with the options that all have."""

    def __init__(self, *arguments: Any, **extra: Any) -> None:
        extra["params"] = [*(extra.get("params") or []), *_common()]
        super().__init__(*arguments, **extra)


class Commands(TyperGroup):
    """Reports every user error, of the command line too, as one sentence on stderr with exit code 2."""

    def __init__(self, *arguments: Any, **extra: Any) -> None:
        extra["params"] = [*(extra.get("params") or []), *_common()]
        super().__init__(*arguments, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of their table; none is made for that."""
        return list(self.commands)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """With a suggestion for a name that does not exist."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise UserError(f"No such command '{args[0]}'{did_you_mean(args[0], self.list_commands(ctx))}: see "
                            f"'{ctx.command_path} --help'.")
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None,  # type: ignore[override]
             **extra: Any) -> NoReturn:
        """See click.Group.main; always exits."""
        extra["standalone_mode"] = False
        report = fresh()
        try:
            with suppress(AttributeError):
                # Names of files may have letters that the terminal does not.
                sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
                sys.stderr.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
            with passphrase_kept():
                result = super().main(args, prog_name, **extra)
            report.finish()
        except _NO_ARGUMENTS as error:
            typer.echo(error.format_message())
            sys.exit(EXIT_USER_ERROR)
        except (click.Abort, KeyboardInterrupt):
            _abandon_stdout()
            sys.exit(EXIT_INTERRUPTED)
        except Exception as error:  # pylint: disable=broad-exception-caught
            _fail(report, error)
        sys.exit(result if isinstance(result, int) else 0)


def _fail(report: Output, error: Exception) -> NoReturn:
    """Ends with one sentence on stderr and exit code 2."""
    if isinstance(error, BrokenPipeError) or (isinstance(error, OSError) and error.errno == errno.EPIPE):
        # Nobody reads any more, `| head` say.
        _abandon_stdout()
        sys.exit(EXIT_USER_ERROR)
    if report.verbose and not isinstance(error, (UserError, click.ClickException)):
        raise error
    sentence = _sentence(error)
    with suppress(OSError):
        typer.echo(f"kilosig: {one_line(sentence)}", err=True)
    try:
        report.finish(error=sentence)
    except OSError:
        _abandon_stdout()
    sys.exit(EXIT_USER_ERROR)


def _sentence(error: Exception) -> str:
    if isinstance(error, UserError):
        return str(error)
    if isinstance(error, click.MissingParameter):
        if isinstance(error.param, click.Argument) and error.ctx is not None:
            return f"Missing argument: give {error.param.make_metavar(error.ctx)}, see '{_command(error)} --help'."
        name = max(error.param.opts, key=len) if error.param is not None else "an option"
        return f"Missing option: give {name}, see '{_command(error)} --help'."
    if isinstance(error, click.NoSuchOption) and error.ctx is not None:
        known = [option for parameter in error.ctx.command.params for option in parameter.opts
                 if isinstance(parameter, click.Option)]
        return (f"No such option '{error.option_name}'{did_you_mean(error.option_name, known)}: see "
                f"'{_command(error)} --help'.")
    if isinstance(error, click.ClickException):
        # Newer click names the variable of an option that has none.
        said = " ".join(error.format_message().split()).replace(" (env var: 'None')", "")
        return said.rstrip(".") + f": see '{_command(error)} --help'."
    if isinstance(error, MemoryError):
        return "There is not enough memory for this: give a smaller input."
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else "The output cannot be written: "
        return f"{where}{error.strerror or 'input or output failed'}: make room or choose another place."
    return (f"Internal error ({type(error).__name__}: {error}): please report it with the command line; --verbose "
            "prints the traceback.").replace("\n", " ")


def _command(error: click.ClickException) -> str:
    """The command that was given, as it was called."""
    context = getattr(error, "ctx", None)
    return context.command_path if context is not None else "kilosig"


def _abandon_stdout() -> None:
    """What is still buffered would fail again when the interpreter ends."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
