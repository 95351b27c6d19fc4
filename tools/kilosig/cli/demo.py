# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig demo: activates a feature of an emulated board with 8 kB of RAM, attacks it, and breaks off a transfer; then
lets such a board make keys and sign, and updates the firmware of another."""
from __future__ import annotations

import secrets
import time

from kilosig.cli.attest import attest_demo
from kilosig.cli.boot_demo import boot_demo
from kilosig.cli.common import rejected
from kilosig.cli.output import Value, out
from kilosig.cli.send import ByteCounter, print_figures, progress_bar
from kilosig.cli.tables import Column
from kilosig.device import frames
from kilosig.device.emulator import Emulator
from kilosig.device.frames import DeviceVerdict, DeviceWant
from kilosig.device.link import Inputs, Link, verdict_of
from kilosig.device.measured import BOARD, MEASURED, measure, signed_by
from kilosig.library.catalog import SCHEMES
from kilosig.library.verdicts import ACCEPT, KEY, SIGNATURE, Verdict
from kilosig.schemes.family import SEED_BYTES, KeyPair
from kilosig.schemes.registry import signer_of

SCHEME = MEASURED[0]
DEVICE_ID = b"KILOSIG-0001"
FIRST_COUNTER = 6
FEATURE = 3


class Demo:
    """The story on one board. `wrong` counts what did not happen as it should."""

    def __init__(self, emulator: Emulator) -> None:
        self.emulator = emulator
        self.transport = emulator.connect()
        self.link = Link(self.transport)
        self.key = fresh_key()
        self.wrong = 0
        self.story: list[dict[str, object]] = []

    def expect(self, what: str, shown: str, right: bool) -> None:
        """One line of the story: what was tried, what the board did, and whether that is right."""
        self.wrong += not right
        self.story.append({"what": what, "shown": shown, "right": right})
        out().put(story=self.story)
        out().say(f"{'ok   ' if right else 'WRONG'} {what}: {shown}", style="" if right else "red", hang=6)

    def expect_verdict(self, what: str, result: DeviceVerdict, verdict: int, activation: int) -> None:
        """The same for a VERDICT."""
        shown = str(Verdict(result.verdict))
        if Verdict(result.verdict).accepted:
            shown = "signature accepted, " + ("feature activated" if result.activation == frames.ACTIVATED else
                                              f"activation refused: {_activation(result.activation)}")
        self.expect(what, shown, result.verdict == verdict and result.activation == activation)

    def signed(self, token: bytes, key: KeyPair | None = None) -> Inputs:
        """A token with its signature and public key."""
        return signed_by(SCHEME, key or self.key, token)

    def activate(self, inputs: Inputs) -> DeviceVerdict:
        """A whole transfer without a bar."""
        session = secrets.randbits(32)
        return verdict_of(self.link.stream(self.link.activate(session, inputs), inputs))

    def provision(self) -> None:
        """Gives the board its trust anchor, its identity and its counter."""
        info = self.link.hello()
        out().say(f"The emulated {info.board} has {info.ram:,} bytes of RAM.")
        anchor = SCHEMES[SCHEME].anchor(self.key.public)
        self.link.provision(SCHEME, DEVICE_ID, FIRST_COUNTER, secrets.token_bytes(frames.SECRET_BYTES), anchor)
        self.expect("provision", f"the board holds a digest of {len(anchor)} bytes of the vendor's key",
                    self.link.hello().provisioned)

    def genuine(self) -> Inputs:
        """The activation that must succeed, with its figures. Returns what was sent."""
        inputs = self.signed(frames.token(DEVICE_ID, FEATURE, FIRST_COUNTER + 1))
        counter = ByteCounter()
        started = self.link.activate(secrets.randbits(32), inputs)
        with progress_bar(inputs, counter, "activation token") as hook:
            result = verdict_of(self.link.stream(started, inputs, hook))
        self.expect_verdict("genuine token", result, ACCEPT, frames.ACTIVATED)
        self.expect("counter and feature stored", f"counter {result.counter}, features {result.features:#x}",
                    result.counter == FIRST_COUNTER + 1 and result.features == 1 << FEATURE)
        print_figures(result, inputs, counter, BOARD)
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
                            self.activate(self.signed(next_token, fresh_key())), KEY,
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


def fresh_key() -> KeyPair:
    """A random key pair."""
    return signer_of(SCHEME).generate(SCHEME, secrets.token_bytes(SEED_BYTES))


def ram_of_all(story: Demo) -> None:
    """Every set that is measured, on a freshly started board, as a table."""
    rows: list[list[Value]] = []
    for name in MEASURED:
        row = measure(name)
        inputs, result = row.inputs, row.verdict
        right = result.verdict == ACCEPT and result.peak <= result.ram
        story.wrong += not right
        rows.append([name, len(inputs.key), len(inputs.signature), result.state, result.stack,
                     result.state + result.stack, result.peak, Verdict(result.verdict).name])
    out().table("ram", f"Verification on {BOARD}: bytes",
                [Column(name, name, left=name in ("scheme", "verdict"))
                 for name in ("scheme", "key", "signature", "state", "stack", "both", "peak", "verdict")], rows,
                "both: RAM of the verification; peak: RAM of the firmware, whose buffer is for the largest set")


def demo() -> None:
    """Activate a feature of an emulated 8 kB board, attack it; then let it sign. Exit code 1 if anything is not as it
    should be."""
    begin = time.monotonic()
    with Emulator(BOARD) as emulator:
        story = Demo(emulator)
        story.provision()
        genuine = story.genuine()
        out().say()
        story.attacks(genuine)
        out().say()
        story.broken_off()
    out().say()
    ram_of_all(story)
    out().say()
    story.wrong += attest_demo()
    out().say()
    story.wrong += boot_demo()
    out().put(wrong=story.wrong)
    out().say(f"{time.monotonic() - begin:.1f} s; " +
              (f"{story.wrong} results are WRONG" if story.wrong else "everything as it should be"))
    if story.wrong:
        rejected()
