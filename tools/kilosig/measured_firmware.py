# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tables of firmware/README.md: RAM of the example firmware, as the emulated boards report it."""
from __future__ import annotations

import tempfile
from pathlib import Path
from typing import List, Tuple, Union

from kilosig import attest, signing
from kilosig.attest import Attester, Result
from kilosig.binding import load
from kilosig.emulator import Emulator, build_directory
from kilosig.frames import DeviceVerdict, token
from kilosig.haetae import LEVELS, KeyGenerator
from kilosig.link import Inputs, Link, verdict_of
from kilosig.measured import BOARD
from kilosig.schemes import SCHEMES
from kilosig.verdicts import ACCEPT, DONE

# Image of `activation`, board, and the ML-DSA set with the largest state in it.
IMAGES = (
    ("stm32vldiscovery", BOARD, "ml-dsa-87"), ("stm32vldiscovery-flash", BOARD, "ml-dsa-87"),
    ("stm32vldiscovery-small", BOARD, "ml-dsa-87"), ("stm32vldiscovery-fast", BOARD, "ml-dsa-65"),
    ("mps2-an385-fast", "mps2-an385", "ml-dsa-87"),
)
ATTEST_BOARDS = (BOARD, "microbit", "sifive_e")
SEED = bytes(range(32))


def activation(image: str, board: str, scheme: str) -> DeviceVerdict:
    """The verdict of one image on a genuine signature."""
    key = signing.from_seed(scheme, SEED)
    message = token(b"KILOSIG-0001", 3, 1)
    inputs = Inputs(signing.public_raw(key), message, key.sign(message))
    path = build_directory() / ("cortex-m4" if board == "mps2-an386" else "cortex-m3") / f"firmware/activation-{image}.elf"
    with Emulator(board, image=path) as emulator:
        link = Link(emulator.connect())
        link.hello()
        verdict = verdict_of(link.stream(link.verify(1, inputs, scheme, SCHEMES[scheme].anchor(inputs.key)), inputs))
    assert verdict.verdict == ACCEPT, f"{image} rejects a genuine signature"
    return verdict


def attestation(board: str, level: int, folder: Path) -> Tuple[Result, Result]:
    """A key generation and a signature on a board."""
    name, generator = f"haetae-{level}", KeyGenerator(load(), level)
    with attest.start(board, folder) as running:
        made = Attester(running.connect()).keygen(name, SEED)
    with attest.start(board, folder, name, generator.generate(SEED).secret) as running:
        signed = Attester(running.connect()).sign(name, token(b"KILOSIG-0001", 3, 1))
    assert made.verdict == DONE and signed.verdict == DONE, f"{board} did not finish"
    return made, signed


def _line(*cells: Union[str, int]) -> str:
    return "| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in cells) + " |"


def activation_table() -> str:
    """RAM of `activation`, in bytes."""
    lines = [_line("image", "scheme", "static data", "of it state", "stack in library calls",
                   "peak = static + deepest stack", "of RAM"), "|---|---|--:|--:|--:|--:|--:|"]
    for image, board, scheme in IMAGES:
        ram = activation(image, board, scheme)
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
