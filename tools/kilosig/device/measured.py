# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The RAM of a verification, as an emulated board reports it with the verdict."""
from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from kilosig.device import frames
from kilosig.device.emulator import Emulator
from kilosig.device.frames import DeviceVerdict
from kilosig.device.link import Inputs, Link, verdict_of
from kilosig.files.data import Data
from kilosig.library.binding import VARIANTS
from kilosig.library.catalog import SCHEMES
from kilosig.schemes.family import SEED_BYTES, KeyPair, Signature
from kilosig.schemes.ml_dsa import NAMES
from kilosig.schemes.registry import signer_of

MEASURED = NAMES  # the schemes whose RAM the tables show
BOARD = "stm32vldiscovery"
# The board for an image that does not fit into 8 kB together with the example firmware: the same core, more RAM.
LARGE_BOARD = "mps2-an385"
DOES_NOT_FIT = {("ml-dsa-87", "fast")}
README_BEGIN, README_END = "<!-- ram table: begin -->", "<!-- ram table: end -->"


@dataclass(frozen=True)
class Row:
    """One scheme and variant on one board; RAM in bytes is in `verdict`."""

    scheme: str
    variant: str
    board: str
    inputs: Inputs
    verdict: DeviceVerdict


def signed_by(scheme: str, pair: KeyPair, message: bytes) -> Inputs:
    """The message with its signature and public key."""
    return Inputs(pair.public, message, signer_of(scheme).sign(scheme, pair.secret, Signature(Data(message))))


def measure(scheme: str, variant: str = "default", board: str = BOARD) -> Row:
    """Verifies a fresh signature of a 33-byte message on a freshly started board."""
    pair = signer_of(scheme).generate(scheme, secrets.token_bytes(SEED_BYTES))
    inputs = signed_by(scheme, pair, frames.token(b"KILOSIG-0001", 3, 1))
    with Emulator(board, variant) as emulator:
        link = Link(emulator.connect())
        link.hello()
        first = link.verify(1, inputs, scheme, SCHEMES[scheme].anchor(inputs.key))
        return Row(scheme, variant, board, inputs, verdict_of(link.stream(first, inputs)))


def all_rows() -> Iterator[Row]:
    """Every ML-DSA set in every variant, on the 8 kB board where the image fits."""
    for variant in VARIANTS:
        for scheme in MEASURED:
            yield measure(scheme, variant, LARGE_BOARD if (scheme, variant) in DOES_NOT_FIT else BOARD)


def markdown(rows: list[Row]) -> str:
    """README's table."""
    lines = ["| scheme | variant | state | stack | RAM |", "|---|---|--:|--:|--:|"]
    for row in rows:
        mark = "" if row.board == BOARD else " \\*"
        result = row.verdict
        lines.append(f"| {row.scheme} | {row.variant} | {result.state:,} | {result.stack:,} | "
                     f"**{result.state + result.stack:,}**{mark} |")
    return "\n".join(lines) + "\n"
