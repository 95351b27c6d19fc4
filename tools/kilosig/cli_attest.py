# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig attest: an emulated board makes its signing key and answers a challenge with a signature."""
# No deferred annotations here: before Python 3.10 they would hide the options from typer.

import secrets
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Optional, Tuple

import typer
from rich.console import Console
from rich.table import Table

from kilosig import attest as device
from kilosig.binding import Arguments, load
from kilosig.cli_common import EXIT_REJECTED, console, print_wide
from kilosig.emulator import BOARDS
from kilosig.errors import UserError
from kilosig.haetae import KeyGenerator
from kilosig.schemes import Scheme, scheme_by_name
from kilosig.verdicts import Verdict

BOARD = "stm32vldiscovery"
CHALLENGE_BYTES = 64
CONTEXT = b"kilosig attest"
KPQC_SUFFIX = "-kpqc"

TABLE_COLUMNS = 108


@dataclass(frozen=True)
class Attestation:
    """What became of one board: the figures of both jobs, and who accepts the signature (None: was not asked)."""

    scheme: Scheme
    keygen: device.Result
    sign: device.Result
    key_agrees: bool
    ours: bool
    kpqc: Optional[bool]

    @property
    def right(self) -> bool:
        """Everything as it should be."""
        fits = max(self.keygen.peak, self.sign.peak) <= self.sign.ram
        return fits and self.key_agrees and self.ours and self.kpqc is not False


def kpqc_verdict(scheme: Scheme, key: bytes, message: bytes, signature: bytes, context: bytes) -> Optional[bool]:
    """The verdict of the package kpqc, which has the KS X profile alone; None where it cannot say."""
    if not scheme.has_context:
        return None
    try:
        import kpqc  # pylint: disable=import-outside-toplevel
    except ImportError:
        return None
    oracle = getattr(kpqc, scheme.name.replace("-", ""))
    return bool(oracle.verify(message, signature, key, context=context))


def make_key(board: str, level: str, seed: bytes) -> Tuple[device.Result, bytes]:
    """A board without a key makes one. Returns the figures and the secret key, which the image then gets."""
    generator = KeyGenerator(load(), int(level[len("haetae-"):]))
    with device.start(board, Path()) as emulator:
        attester = device.Attester(emulator.connect())
        result = device.expect_done(attester.keygen(level, seed), lambda code: Verdict(code).text)
        return result, attester.fetch(device.PART_SECRET_KEY, generator.secret_key_bytes)


def attestation(board: str, scheme_name: str) -> Attestation:
    """Key, challenge, signature and verdicts on a freshly started board. Raises UserError."""
    scheme = scheme_by_name(scheme_name)
    level = scheme.name[:-len(KPQC_SUFFIX)] if scheme.name.endswith(KPQC_SUFFIX) else scheme.name
    if level not in device.LEVELS:
        raise UserError(f"The board does not sign with {scheme.name}: choose one of {', '.join(device.LEVELS)}, "
                        f"also with {KPQC_SUFFIX}.")
    seed, challenge = secrets.token_bytes(device.SEED_BYTES), secrets.token_bytes(CHALLENGE_BYTES)
    keygen, secret_key = make_key(board, level, seed)
    public_key = secret_key[:scheme.key_bytes]
    agrees = KeyGenerator(load(), int(level[len("haetae-"):])).generate(seed).secret == secret_key
    context, rnd = (CONTEXT, secrets.token_bytes(device.SEED_BYTES)) if scheme.has_context else (b"", b"")
    with tempfile.TemporaryDirectory(prefix="kilosig-") as folder, \
            device.start(board, Path(folder), level, secret_key) as emulator:
        attester = device.Attester(emulator.connect())
        sign = device.expect_done(attester.sign(scheme.name, challenge, context, rnd), lambda code: Verdict(code).text)
        signature = attester.fetch(device.PART_SIGNATURE, scheme.signature_bytes)
    library = load()
    verifier = library.scheme(scheme.name)
    assert verifier is not None
    ours = library.verify(verifier, public_key, challenge, signature, Arguments(context=context)).accepted
    return Attestation(scheme, keygen, sign, agrees, ours,
                       kpqc_verdict(scheme, public_key, challenge, signature, context))


def attest_table(board: str) -> Table:
    """The empty table."""
    table = Table(title=f"{board} makes a key and signs a challenge: bytes", title_justify="left")
    for column in ("scheme", "job", "state", "stack", "static", "peak", "ram", "steps", "result"):
        table.add_column(column, justify="left" if column in ("scheme", "job", "result") else "right", no_wrap=True)
    table.caption = ("stack: below the library's calls; static: all data of the firmware; peak: with its deepest stack")
    table.caption_justify = "left"
    return table


def add_rows(table: Table, made: Attestation) -> None:
    """One row for each job."""
    verdicts = ["kilosig " + ("accepts" if made.ours else "REJECTS")]
    if made.kpqc is not None:
        verdicts.append("kpqc " + ("accepts" if made.kpqc else "REJECTS"))
    key = "as the library's" if made.key_agrees else "NOT the library's"
    for name, job, result, text in ((made.scheme.name, "key", made.keygen, key),
                                    ("", "signature", made.sign, ", ".join(verdicts))):
        figures = (result.state, result.stack, result.static, result.peak, result.ram, result.steps)
        table.add_row(name, job, *(f"{figure:,}" for figure in figures), text)


def attest_all(out: Console, board: str = BOARD) -> int:
    """Every level on one board: the second part of the demo. Returns the number of wrong results."""
    table, wrong = attest_table(board), 0
    for level in device.LEVELS:
        made = attestation(board, level)
        add_rows(table, made)
        wrong += not made.right
    print_wide(out, table, TABLE_COLUMNS)
    return wrong


def attest(board: Annotated[str, typer.Option("--board", help=f"Emulated board: {', '.join(BOARDS)}.")] = BOARD,
           scheme: Annotated[str, typer.Option("--scheme", help="haetae-2, -3 or -5, also with -kpqc.")] = "haetae-2"
           ) -> None:
    """Let an emulated board make a signing key and sign a challenge; verify it. Exit code 1 if anything is wrong."""
    made = attestation(board, scheme)
    table = attest_table(board)
    add_rows(table, made)
    out = console()
    print_wide(out, table, TABLE_COLUMNS)
    if not made.right:
        raise typer.Exit(EXIT_REJECTED)
