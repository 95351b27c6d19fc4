# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig demo: activates a feature of an emulated board with 8 kB of RAM, attacks it, and breaks off a transfer; then
lets such a board make keys and sign."""
from __future__ import annotations

import secrets
import time
from typing import Any, Optional

import typer
from rich.console import Console
from rich.table import Table

from kilosig import frames, signing
from kilosig.cli_attest import attest_all
from kilosig.cli_common import EXIT_REJECTED, console
from kilosig.cli_send import ByteCounter, figures_table, progress_bar
from kilosig.emulator import Emulator
from kilosig.frames import DeviceVerdict, DeviceWant
from kilosig.link import Inputs, Link, verdict_of
from kilosig.measured import BOARD, measure
from kilosig.schemes import SCHEMES
from kilosig.verdicts import ACCEPT, KEY, SIGNATURE, Verdict

SCHEME = "ml-dsa-44"
DEVICE_ID = b"KILOSIG-0001"
FIRST_COUNTER = 6
FEATURE = 3


class Demo:
    """The story on one board. `wrong` counts what did not happen as it should."""

    def __init__(self, out: Console, emulator: Emulator) -> None:
        self.out = out
        self.emulator = emulator
        self.transport = emulator.connect()
        self.link = Link(self.transport)
        self.key = signing.generate(SCHEME)
        self.wrong = 0

    def expect(self, what: str, shown: str, right: bool) -> None:
        """One line of the story: what was tried, what the board did, and whether that is right."""
        self.wrong += not right
        mark = "[green]ok   [/green]" if right else "[red]WRONG[/red]"
        self.out.print(f"{mark} {what}: {shown}")

    def expect_verdict(self, what: str, result: DeviceVerdict, verdict: int, activation: int) -> None:
        """The same for a VERDICT."""
        shown = str(Verdict(result.verdict))
        if Verdict(result.verdict).accepted:
            shown = "signature accepted, " + ("feature activated" if result.activation == frames.ACTIVATED else
                                              f"activation refused: {_activation(result.activation)}")
        self.expect(what, shown, result.verdict == verdict and result.activation == activation)

    def signed(self, token: bytes, key: Optional[Any] = None) -> Inputs:
        """A token with its signature and public key."""
        signer = key or self.key
        return Inputs(signing.public_raw(signer), token, signer.sign(token))

    def activate(self, inputs: Inputs) -> DeviceVerdict:
        """A whole transfer without a bar."""
        session = secrets.randbits(32)
        return verdict_of(self.link.stream(self.link.activate(session, inputs), inputs))

    def provision(self) -> None:
        """Gives the board its trust anchor, its identity and its counter."""
        info = self.link.hello()
        self.out.print(f"The emulated {info.board} has {info.ram:,} bytes of RAM.")
        anchor = SCHEMES[SCHEME].anchor(signing.public_raw(self.key))
        self.link.provision(SCHEME, DEVICE_ID, FIRST_COUNTER, secrets.token_bytes(frames.SECRET_BYTES), anchor)
        self.expect("provision", f"the board holds a digest of {len(anchor)} bytes of the vendor's key",
                    self.link.hello().provisioned)

    def genuine(self) -> Inputs:
        """The activation that must succeed, with its figures. Returns what was sent."""
        inputs = self.signed(frames.token(DEVICE_ID, FEATURE, FIRST_COUNTER + 1))
        counter = ByteCounter()
        started = self.link.activate(secrets.randbits(32), inputs)
        with progress_bar(self.out, inputs, counter, "activation token") as hook:
            result = verdict_of(self.link.stream(started, inputs, hook))
        self.expect_verdict("genuine token", result, ACCEPT, frames.ACTIVATED)
        self.expect("counter and feature stored", f"counter {result.counter}, features {result.features:#x}",
                    result.counter == FIRST_COUNTER + 1 and result.features == 1 << FEATURE)
        self.out.print(figures_table(result, inputs, counter, BOARD))
        self.expect("everything fits", f"{result.peak:,} of {result.ram:,} bytes", result.peak <= result.ram == 8192)
        return inputs

    def attacks(self, genuine: Inputs) -> None:
        """What must be refused."""
        next_token = frames.token(DEVICE_ID, FEATURE + 1, FIRST_COUNTER + 2)
        inputs = self.signed(next_token)
        flipped = bytes([inputs.signature[0] ^ 1]) + inputs.signature[1:]
        self.expect_verdict("one flipped bit in the signature",
                            self.activate(Inputs(inputs.key, inputs.message, flipped)), SIGNATURE,
                            frames.ACTIVATION_NONE)
        self.expect_verdict("a token of another signer, with that signer's key",
                            self.activate(self.signed(next_token, signing.generate(SCHEME))), KEY,
                            frames.ACTIVATION_NONE)
        self.expect_verdict("the genuine token once more", self.activate(genuine), ACCEPT, frames.NOT_FRESH)
        self.expect_verdict("a genuine token for another device",
                            self.activate(self.signed(frames.token(b"KILOSIG-0002", FEATURE, FIRST_COUNTER + 2))),
                            ACCEPT, frames.OTHER_DEVICE)

    def broken_off(self) -> None:
        """A transfer that loses its connection half-way."""
        inputs = self.signed(frames.token(DEVICE_ID, FEATURE + 1, FIRST_COUNTER + 2))
        session = secrets.randbits(32)
        counter = ByteCounter()
        half = (len(inputs.key) + len(inputs.message) + len(inputs.signature)) // 2
        stands = self.link.stream(self.link.activate(session, inputs), inputs, counter.add, stop_after=half)
        self.transport.close()
        self.transport = self.emulator.connect()
        self.link.reconnect(self.transport)
        resumed = self.link.resume(session)
        self.expect(f"connection lost after {counter.total:,} bytes", "the board waits where it was",
                    isinstance(stands, DeviceWant) and resumed == stands)
        result = verdict_of(self.link.stream(resumed, inputs, counter.add))
        self.expect_verdict("resumed over a new connection", result, ACCEPT, frames.ACTIVATED)
        self.expect("nothing was sent twice", f"{counter.total:,} bytes in all",
                    counter.total == len(inputs.key) + len(inputs.message) + len(inputs.signature))


def _activation(number: int) -> str:
    return frames.ACTIVATIONS[number] if number < len(frames.ACTIVATIONS) else f"unknown reason {number}"


def ram_of_all(demo: Demo) -> Table:
    """Every ML-DSA set on a freshly started board, as a table."""
    table = Table(title=f"Every ML-DSA set on {BOARD}: bytes", title_justify="left")
    for column in ("scheme", "key", "signature", "state", "stack", "both", "peak", "verdict"):
        table.add_column(column, justify="left" if column in ("scheme", "verdict") else "right", no_wrap=True)
    table.caption = "both: RAM of the verification; peak: RAM of the firmware, whose buffer is for the largest set"
    table.caption_justify = "left"
    for name in signing.PRIVATE_KEYS:
        row = measure(name)
        inputs, result = row.inputs, row.verdict
        right = result.verdict == ACCEPT and result.peak <= result.ram
        demo.wrong += not right
        table.add_row(name, f"{len(inputs.key):,}", f"{len(inputs.signature):,}", f"{result.state:,}",
                      f"{result.stack:,}", f"{result.state + result.stack:,}", f"{result.peak:,}",
                      Verdict(result.verdict).name)
    return table


def demo() -> None:
    """Activate a feature of an emulated 8 kB board, attack it; then let it sign. Exit code 1 if anything is not as it
    should be."""
    out, begin = console(), time.monotonic()
    with Emulator(BOARD) as emulator:
        story = Demo(out, emulator)
        story.provision()
        genuine = story.genuine()
        out.print()
        story.attacks(genuine)
        out.print()
        story.broken_off()
    out.print()
    out.print(ram_of_all(story))
    out.print()
    story.wrong += attest_all(out)
    out.print(f"{time.monotonic() - begin:.1f} s; " +
              (f"{story.wrong} results are WRONG" if story.wrong else "everything as it should be"))
    if story.wrong:
        raise typer.Exit(EXIT_REJECTED)
