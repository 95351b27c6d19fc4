# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig attest: an emulated board makes its signing key and answers a challenge with a signature."""

from typing import Annotated

import typer

from kilosig.cli.common import completing, rejected
from kilosig.cli.output import Value, out
from kilosig.cli.tables import Column
from kilosig.device.attest import BOARD, DEMO, HELD, IMAGES, Attestation, attestation
from kilosig.device.emulator import BOARDS


def show(board: str, made: list[Attestation]) -> None:
    """Two rows for each: the key and the signature."""
    rows: list[list[Value]] = []
    for one in made:
        verdicts = ["kilosig " + ("accepts" if one.ours else "REJECTS")]
        if one.kpqc is not None:
            verdicts.append("kpqc " + ("accepts" if one.kpqc else "REJECTS"))
        key = "as the library's" if one.key_agrees else "NOT the library's"
        for job, result, text in (("key", one.keygen, key), ("signature", one.sign, ", ".join(verdicts))):
            rows.append([one.scheme.name, job, result.state, result.stack, result.static, result.peak, result.ram,
                         result.steps, text])
    out().table("attestations", f"{board} makes a key and signs a challenge: bytes",
                [Column(name, name, left=name in ("scheme", "job", "result"), remark=name == "result",
                        rank={"steps": 1, "static": 2}.get(name, 0))
                 for name in ("scheme", "job", "state", "stack", "static", "peak", "ram", "steps", "result")], rows,
                "stack: below the library's calls; static: all data of the firmware; peak: with its deepest stack")


def attest_demo(board: str = BOARD) -> int:
    """What the demo shows, on one board. Returns the number of wrong results."""
    made = [attestation(board, scheme, image) for scheme, image in DEMO]
    show(board, made)
    return sum(not one.right for one in made)


def attest(board: Annotated[str, typer.Option("--board", help=f"Emulated board: {', '.join(BOARDS)}.",
                                             autocompletion=completing(tuple(BOARDS)))] = BOARD,
           scheme: Annotated[str, typer.Option("--scheme", "-s", help=f"{', '.join(HELD)}.",
                                                autocompletion=completing(HELD))] = HELD[0],
           image: Annotated[str, typer.Option("--image", help=f"{', '.join(IMAGES)}: all but the first with "
                                              "the schemes alone that need no buffer for a signature, for "
                                              f"{BOARD}.", autocompletion=completing(IMAGES))] = IMAGES[0]) -> None:
    """Let an emulated board make a signing key and sign a challenge; verify it. Exit code 1 if anything is wrong."""
    made = attestation(board, scheme, image)
    show(board, [made])
    if not made.right:
        rejected()
