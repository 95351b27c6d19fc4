# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A signature by the C library, of a message at once or of one that is too long for memory."""
from __future__ import annotations

from kilosig.errors import UserError
from kilosig.files.data import Data
from kilosig.library.binding import PART_MESSAGE, Library
from kilosig.library.making import SignatureMaking
from kilosig.library.verdicts import DONE, PENDING


def signed_at_once(library: Library, run: SignatureMaking, message: bytes) -> bytes:
    """Raises ValueError with the library's sentence if there is no signature."""
    verdict, signature = run.at_once(message)
    if verdict != DONE:
        raise ValueError(library.reason_text(verdict) or str(verdict))
    return signature


def signed(library: Library, run: SignatureMaking, message: Data) -> bytes:
    """Feeds the message piece by piece, whenever it is wanted, and takes the steps. Raises UserError with the library's
    sentence if there is no signature."""
    verdict = run.open()
    while verdict == PENDING:
        if run.wants() == PART_MESSAGE:
            run.feed(b"")  # all of the empty message
            for piece in message.pieces():
                run.feed(piece)
        verdict = run.step()
    verdict = run.close()
    if verdict != DONE:
        raise UserError(f"The library does not sign this ({library.reason_text(verdict) or verdict}): check the "
                        "options and the key.")
    return run.output_now()
