# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One process at a time in a folder, whichever rooms and programs want to build there."""
from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Makes the folder if it is missing, and waits until nobody else who asks is in it. The lock goes with the
    process: none is left by one that is killed."""
    folder.mkdir(parents=True, exist_ok=True)
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)
