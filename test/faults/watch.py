# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Ends runs in an emulator that do not end themselves."""
from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from unicorn import Uc

PERIOD = 0.002  # seconds


class _Watch:
    """A thread that looks at what runs now, in whichever emulator: one for all, since each that wakes up interrupts
    what runs."""

    def __init__(self) -> None:
        self.running: tuple[Uc, float] | None = None
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        while True:
            time.sleep(PERIOD)
            if (running := self.running) is not None:
                uc, until = running
                if time.process_time() > until:
                    uc.emu_stop()


_watch: _Watch | None = None


@contextmanager
def watched(uc: Uc, seconds: float) -> Iterator[None]:
    """Meanwhile `uc` runs, for so many seconds of the processor's time."""
    global _watch
    if _watch is None:
        _watch = _Watch()
    _watch.running = uc, time.process_time() + seconds
    try:
        yield
    finally:
        _watch.running = None
