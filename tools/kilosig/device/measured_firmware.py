# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tables of firmware/README.md: RAM of the example firmware, as the emulated boards report it."""
from __future__ import annotations

import tempfile
from pathlib import Path
from typing import List, Tuple, Union

from kilosig.device import attest
from kilosig.device.attest import Attester, Result
from kilosig.device.emulator import image_path
from kilosig.device.frames import token
from kilosig.device.measured import BOARD, LARGE_BOARD, measure
from kilosig.errors import UserError
from kilosig.library.binding import load
from kilosig.library.verdicts import ACCEPT, DONE
from kilosig.schemes.haetae import LEVELS, KeyGenerator

# Images of `activation` by board and variant, and the ML-DSA set with the largest state in each.
IMAGES = (
    (BOARD, "default", "ml-dsa-87"), (BOARD, "flash", "ml-dsa-87"), (BOARD, "small", "ml-dsa-87"),
    (BOARD, "fast", "ml-dsa-65"), (LARGE_BOARD, "fast", "ml-dsa-87"),
)
ATTEST_BOARDS = (BOARD, "microbit", "sifive_e")
SEED = bytes(range(32))


def attestation(board: str, level: int, folder: Path) -> Tuple[Result, Result]:
    """A key generation and a signature on a board."""
    name, generator = f"haetae-{level}", KeyGenerator(load(), level)
    with attest.start(board, folder) as running:
        made = Attester(running.connect()).keygen(name, SEED)
    with attest.start(board, folder, name, generator.generate(SEED).secret) as running:
        signed = Attester(running.connect()).sign(name, token(b"KILOSIG-0001", 3, 1))
    _expect(made.verdict == DONE and signed.verdict == DONE, board)
    return made, signed


def _expect(done: bool, board: str) -> None:
    if not done:
        raise UserError(f"{board} did not finish its job, so there are no figures: build the firmware again.")


def _line(*cells: Union[str, int]) -> str:
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


def attest_table() -> str:
    """RAM of `attest`, in bytes."""
    lines: List[str] = [_line("board", "job", "state", "output", "stack in library calls", "static data",
                              "peak = static + deepest stack", "of RAM"), "|---|---|--:|--:|--:|--:|--:|--:|"]
    library = load()
    with tempfile.TemporaryDirectory() as folder:
        for board in ATTEST_BOARDS:
            for level in LEVELS:
                scheme = library.scheme(f"haetae-{level}")
                assert scheme is not None
                outputs = KeyGenerator(library, level).secret_key_bytes, scheme.signature_bytes
                for job, output, ram in zip(("key", "signature"), outputs, attestation(board, level, Path(folder))):
                    lines.append(_line(f"`{board}`", f"{job}, level {level}", ram.state, output, ram.stack, ram.static,
                                       ram.peak, ram.ram))
    return "\n".join(lines) + "\n"


TABLES = {"activation": activation_table, "attest": attest_table}


def marks(name: str) -> Tuple[str, str]:
    """What stands before and behind a table."""
    return f"<!-- {name} table: begin -->", f"<!-- {name} table: end -->"
