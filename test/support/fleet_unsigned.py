# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A job of kilosig issue whose signatures are random bytes. Workers load it by its name."""
from __future__ import annotations

import os
from typing import Any, Dict

from kilosig.fleet.parts import encode
from kilosig.fleet.tokens import ISSUED, Rows
from kilosig.fleet.work import Job

SIGNATURE_BYTES = 2420


class UnsignedJob(Job):
    """For measuring what is not signing."""

    def _made(self, number: int, rows: Rows, marks: Dict[str, Any]) -> Any:
        count = int((rows.reasons == ISSUED).sum())
        signatures = [os.urandom(SIGNATURE_BYTES) for _ in range(count)]
        return encode(rows, number * self.rows_per_file, signatures, marks), 0.0
