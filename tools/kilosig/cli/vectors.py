# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig check-vectors and vectors."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.common import (BoardOption, ChunkOption, ForceOption, SeedOption, VariantOption, check_places,
                                parse_chunk, rejected, save, warn_if_broken)
from kilosig.cli.output import out
from kilosig.device.emulator import Emulator
from kilosig.device.frames import UNKNOWN_SCHEME
from kilosig.device.link import DeviceError, Inputs, Link, verdict_of
from kilosig.errors import UserError
from kilosig.files.data import STREAM
from kilosig.schemes.vectors import Vector, checked_by, read_vectors
from kilosig.schemes.wycheproof import written
from kilosig.library.binding import load
from kilosig.library.catalog import SCHEMES, is_research
from kilosig.library.verdicts import CONTEXT, Verdict

# Answers a vector with a verdict, or None if the scheme is not there.
Checker = Callable[[Vector], Verdict | None]


def library_checker(variant: str, chunk: str | None, seed: int) -> Checker:
    """Verifies with the library. The trust anchor is the digest of the genuine key."""
    library = load(variant)
    sizes = parse_chunk(chunk, seed)
    return lambda vector: checked_by(library, vector, sizes)


def board_checker(link: Link) -> Checker:
    """Verifies with VERIFY on a device."""
    session = 0

    def check(vector: Vector) -> Verdict | None:
        nonlocal session
        if vector.scheme not in SCHEMES or vector.key is None or vector.anchor_key is None:
            return None
        if len(vector.context) > 255:
            # The protocol cannot say it; the library would answer this.
            return Verdict(CONTEXT)
        session += 1
        inputs = Inputs(vector.key, vector.message, vector.signature)
        anchor = SCHEMES[vector.scheme].anchor(vector.anchor_key)
        try:
            first = link.verify(session, inputs, vector.scheme, anchor, vector.context, vector.mode, vector.hash)
            return Verdict(verdict_of(link.stream(first, inputs)).verdict)
        except DeviceError as error:
            if error.code == UNKNOWN_SCHEME:
                return None
            raise

    return check


def check_vectors(files: Annotated[list[Path], typer.Argument(help="Vector files, see tools/README.md.")],
                  chunk: ChunkOption = None, board: BoardOption = None, variant: VariantOption = "default",
                  seed: SeedOption = 1) -> None:
    """Verify every vector of the files. Exit code 1 if a verdict is not the expected one."""
    if board is not None and chunk is not None:
        raise UserError("A board takes the chunks that it announces: omit --chunk or --board.")
    # All files first: an unreadable one must not show only after minutes.
    contents = [(path, read_vectors(path)) for path in files]
    names = dict.fromkeys(vector.scheme for _, vectors in contents for vector in vectors)
    for name in names:
        warn_if_broken(name)
    passed = failed = skipped = 0
    with ExitStack() as stack:
        if board is None:
            check = library_checker(variant, chunk, seed)
        else:
            link = Link(stack.enter_context(Emulator(board, variant, research=any(map(is_research, names)))).connect())
            link.hello()
            check = board_checker(link)
        for path, vectors in contents:
            before = passed, failed, skipped
            reported = set()
            for vector in vectors:
                verdict = check(vector)
                if verdict is None:
                    skipped += 1
                    reason = f"{vector.scheme}: " + ("the public key is not in the file" if vector.key is None
                                                     and vector.scheme in SCHEMES else "the library has no such scheme")
                    if reason not in reported:
                        out().say(f"skipped {reason}", style="yellow")
                        reported.add(reason)
                elif verdict.accepted == vector.valid:
                    passed += 1
                else:
                    failed += 1
                    expected = "accept" if vector.valid else "reject"
                    out().say(f"FAILED {path.name} {vector.scheme} id {vector.id} ({vector.why}): "
                              f"expected {expected}, {verdict}", style="red")
            out().say(summary(f"{path.name}: ", *(now - then for now, then in zip((passed, failed, skipped), before))))
    out().say(summary("", passed, failed, skipped))
    out().put(passed=passed, failed=failed, skipped=skipped)
    if failed:
        rejected()


def summary(head: str, passed: int, failed: int, skipped: int) -> str:
    """`N passed, N failed`, and `, N skipped` if there are any."""
    return f"{head}{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")


def vectors(files: Annotated[list[Path], typer.Argument(help="Vector files of one scheme, see tools/README.md.")],
            output: Annotated[Path, typer.Option("--output", "-o", help="File to be written; - is stdout.")] = STREAM,
            force: ForceOption = False) -> None:
    """Write vectors in Wycheproof's schema, which 'kilosig check-vectors' and others read."""
    check_places((output,), force)
    data, left_out = written([vector for path in files for vector in read_vectors(path)])
    if left_out:
        out().note(f"{left_out} vectors have no room in the schema: another key is streamed than the trusted one, or a "
                   "digest.")
    out().put(left_out=left_out)
    save(((output, data, 0o666),), force)
