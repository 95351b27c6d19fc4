# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Jobs for measurements: kilosig issue with random bytes for signatures. Workers load them by their names."""
from __future__ import annotations

import os
from typing import Any

import numpy as np

from kilosig.fleet.parts import Signatures, encode
from kilosig.fleet.tokens import ISSUED, Rows
from kilosig.fleet.work import Job


class UnsignedJob(Job):
    """For measuring what is not signing."""

    size = 2420

    def _made(self, number: int, rows: Rows, marks: dict[str, Any]) -> Any:
        count = int((rows.reasons == ISSUED).sum())
        signatures = Signatures(os.urandom(count * self.size), np.full(count, self.size))
        return encode(rows, number * self.rows_per_file, signatures, marks), 0.0


class ShortJob(UnsignedJob):
    """With little to write."""

    size = 32


SIZES = {one.size: one for one in (UnsignedJob, ShortJob)}


class Nothing:
    """A job without work."""

    def do(self, number: int, tokens: bytes, reasons: bytes) -> int:
        """Looks at what was sent."""
        return number + len(tokens) + len(reasons)
