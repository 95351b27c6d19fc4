# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tables of DOCUMENTS: RAM of the example firmware, as the emulated boards report it."""
from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kilosig.device import attest
from kilosig.device.attest import PART_KEY, PART_SIGNATURE, Attester, Result
from kilosig.device.emulator import image_path
from kilosig.device.frames import token
from kilosig.device.measured import BOARD, LARGE_BOARD, measure
from kilosig.errors import UserError
from kilosig.library.catalog import SCHEMES
from kilosig.library.verdicts import ACCEPT, DONE
from kilosig.schemes.ml_dsa import NAMES
from kilosig.schemes.registry import signer_of

# Images of `activation` by board and variant, and the ML-DSA set with the largest state in each.
IMAGES = (
    (BOARD, "default", "ml-dsa-87"), (BOARD, "flash", "ml-dsa-87"), (BOARD, "small", "ml-dsa-87"),
    (BOARD, "fast", "ml-dsa-65"), (LARGE_BOARD, "fast", "ml-dsa-87"),
)
LEVELS = ("haetae-2", "haetae-3", "haetae-5")
STREAMED = (*NAMES, "slh-dsa-sha2-128f")
# What is shown of `attest`: by board and image. ML-DSA needs the same at every level.
ALL, SMALL = (BOARD, "default"), (BOARD, "streamed")
ATTEST = {
    ALL: (*LEVELS, *STREAMED), SMALL: STREAMED,
    ("microbit", "default"): (*LEVELS, *STREAMED[-2:]), ("sifive_e", "default"): (*LEVELS, *STREAMED[-2:]),
}
SEED = bytes(range(32))


@dataclass(frozen=True)
class Job:
    """A key generation or a signature on a board."""

    name: str
    result: Result
    output: int
    streamed: bool


@cache
def attestation(board: str, kind: str, scheme: str) -> tuple[Job, Job]:
    """A key generation and a signature, each on a freshly started board with an image of that kind."""
    pair = signer_of(scheme).generate(scheme, SEED)
    signature_bytes = SCHEMES[scheme].signature_bytes
    with tempfile.TemporaryDirectory() as folder:
        with attest.start(board, Path(folder), kind=kind) as running:
            attester = Attester(running.connect())
            result = attester.keygen(scheme, attest.device_seed(scheme, SEED))
            streamed = PART_KEY in attester.streamed
            made = Job("key", result, len(pair.public if streamed else pair.secret), streamed)
        with attest.start(board, Path(folder), scheme, pair.secret, kind) as running:
            attester = Attester(running.connect())
            result = attester.sign(scheme, token(b"KILOSIG-0001", 3, 1))
            signed = Job("signature", result, signature_bytes, PART_SIGNATURE in attester.streamed)
    _expect(made.result.verdict == DONE and signed.result.verdict == DONE, board)
    return made, signed


def _expect(done: bool, board: str) -> None:
    if not done:
        raise UserError(f"{board} did not finish its job, so there are no figures: build the firmware again.")


def _line(*cells: str | int) -> str:
    return "| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in cells) + " |"


def activation_table() -> str:
    """RAM of `activation`, in bytes."""
    lines = [_line("image", "scheme", "static data", "of it state", "stack in library calls",
                   "peak = static + deepest stack", "of RAM"), "|---|---|--:|--:|--:|--:|--:|"]
    for board, variant, scheme in IMAGES:
        ram = measure(scheme, variant, board).verdict
        _expect(ram.verdict == ACCEPT, board)
        image = image_path(board, variant).stem[len("activation-"):]
        lines.append(_line(f"`{image}`", scheme, ram.static, ram.state, ram.stack, ram.peak, ram.ram))
    return "\n".join(lines) + "\n"


def attest_table(shown: Iterable[tuple[str, str]] = tuple(ATTEST), family: str = "") -> str:
    """RAM of `attest`, in bytes. family: how the names of the schemes begin."""
    lines: list[str] = [_line("image", "job", "state", "output", "stack in library calls", "static data",
                              "peak = static + deepest stack", "of RAM"), "|---|---|--:|--:|--:|--:|--:|--:|"]
    for board, kind in shown:
        image = attest.attest_image(board, kind).stem[len("attest-"):]
        for scheme in (name for name in ATTEST[board, kind] if name.startswith(family)):
            for job in attestation(board, kind, scheme):
                ram = job.result
                lines.append(_line(f"`{image}`", f"{job.name}, {scheme}", ram.state,
                                   f"{job.output:,} streamed" if job.streamed else job.output, ram.stack, ram.static,
                                   ram.peak, ram.ram))
    return "\n".join(lines) + "\n"


TABLES: dict[str, Callable[[], str]] = {
    "activation": activation_table,
    "attest": attest_table,
    "attest ml-dsa": lambda: attest_table((SMALL,), "ml-dsa"),
    "attest slh-dsa": lambda: attest_table((SMALL,), "slh-dsa"),
}
# The documents that have them.
DOCUMENTS = ("firmware/README.md", "docs/schemes/ml_dsa_sign.md", "docs/schemes/slh_dsa_sign.md")


def marks(name: str) -> tuple[str, str]:
    """What stands before and after a table."""
    return f"<!-- {name} table: begin -->", f"<!-- {name} table: end -->"
