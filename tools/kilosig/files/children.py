# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What other processes get to see of this one's environment: not the passphrase of a private key."""
from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

PASSPHRASE = "KILOSIG_PASSPHRASE"
_kept: bytes | None = None  # while a command runs


def environment(**more: str) -> dict[str, str]:
    """For a process that is started from here."""
    return {**{name: value for name, value in os.environ.items() if name != PASSPHRASE}, **more}


def passphrase() -> bytes | None:
    """That of the environment, or None."""
    return _kept if _kept is not None else os.environb.get(PASSPHRASE.encode())


@contextmanager
def passphrase_kept() -> Iterator[None]:
    """Meanwhile it is not in the environment, so that no process gets it that a package starts: a browser say, or the
    workers of multiprocessing."""
    global _kept
    before, _kept = _kept, passphrase()
    taken = os.environ.pop(PASSPHRASE, None)
    try:
        yield
    finally:
        _kept = before
        if taken is not None:
            os.environ[PASSPHRASE] = taken
