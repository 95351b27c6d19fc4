# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which rows of a table name a device again, or take its counter back: of any number of rows, in flat memory.

What is needed of each row goes into one of many temporary files, by its device; each file is then sorted for itself."""
from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from kilosig.fleet.tokens import BACK, ISSUED, TWICE, Rows

ENTRY = np.dtype([("high", ">u8"), ("low", ">u4"), ("row", "<i8"), ("counter", "<u8")])  # high, low: the device
EARLIER = -1  # the row of a token that was issued before
PER_FILE = 1 << 17
MOST_FILES = 512


class Order:
    """Collects rows, then says which are refused."""

    def __init__(self, rows: int) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="kilosig-order-")
        count = min(MOST_FILES, rows // PER_FILE + 1)
        self._paths = [os.path.join(self._folder.name, str(number)) for number in range(count)]

    def close(self) -> None:
        """Removes the temporary files."""
        self._folder.cleanup()

    def add(self, rows: Rows, first: int) -> None:
        """Rows of the table, from number `first` on. Those with a fault do not count."""
        right = np.flatnonzero(rows.reasons == ISSUED)
        self._put(rows.tokens["device"][right], right + first, rows.tokens["counter"][right])

    def add_earlier(self, devices: Any, counters: Any) -> None:
        """Tokens that were issued before. devices: an array of 12 bytes each."""
        self._put(devices, np.full(len(counters), EARLIER, np.int64), counters)

    def add_issued(self, devices: Any, numbers: Any, counters: Any) -> None:
        """Rows by their numbers."""
        self._put(devices, numbers, counters)

    def _put(self, devices: Any, numbers: Any, counters: Any) -> None:
        entries = np.empty(len(counters), ENTRY)
        whole = np.ascontiguousarray(devices, np.uint8).reshape(-1, 12)
        entries["high"], entries["low"] = whole[:, :8].copy().view(">u8")[:, 0], whole[:, 8:].copy().view(">u4")[:, 0]
        entries["row"], entries["counter"] = numbers, counters
        mixed = (entries["high"].astype(np.uint64) ^ entries["low"].astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        place = (mixed >> np.uint64(32)) % np.uint64(len(self._paths))
        order = np.argsort(place, kind="stable")
        ends = np.searchsorted(place[order], np.arange(len(self._paths) + 1))
        for number, path in enumerate(self._paths):
            if ends[number] < ends[number + 1]:
                with open(path, "ab") as file:
                    file.write(entries[order[ends[number]:ends[number + 1]]].tobytes())

    def refused(self) -> tuple[Any, Any]:
        """Rows in rising order and their reasons."""
        found = [one for path in self._paths if os.path.exists(path)
                 for one in (_refused_of(np.fromfile(path, ENTRY)),) if len(one[0])]
        if not found:
            return np.empty(0, np.int64), np.empty(0, np.uint8)
        rows, reasons = (np.concatenate([one[at] for one in found]) for at in (0, 1))
        order = np.argsort(rows)
        return rows[order], reasons[order]


def _refused_of(entries: Any) -> tuple[Any, Any]:
    """Of all entries of some devices. A device's first row whose counter is greater than those of earlier tokens is
    issued. What comes after is refused, and so is what stands before it."""
    entries = entries[np.lexsort((entries["row"], entries["low"], entries["high"]))]
    begins = np.flatnonzero(np.r_[True, (entries["high"][1:] != entries["high"][:-1])
                                  | (entries["low"][1:] != entries["low"][:-1])])
    group = np.zeros(len(entries), np.int64)
    group[begins[1:]] = 1
    group = np.cumsum(group)
    earlier = entries["row"] == EARLIER
    floor = np.maximum.reduceat(np.where(earlier, entries["counter"], 0), begins)[group]
    fresh = ~earlier & (entries["counter"] > floor)
    before = np.cumsum(fresh) - fresh
    fresh_before = before - before[begins][group]  # of the same device
    issued = fresh & (fresh_before == 0)
    last = np.maximum.reduceat(np.where(issued, entries["counter"], 0), begins)[group]
    back = np.where(fresh_before > 0, entries["counter"] < last, ~fresh)
    bad = ~earlier & ~issued
    return entries["row"][bad], np.where(back[bad], BACK, TWICE).astype(np.uint8)


def applied(pieces: Iterable[Rows], rows: Any, reasons: Any) -> Iterator[tuple[int, Rows]]:
    """The pieces with the number of their first row and with these refusals among their reasons."""
    first = 0
    for piece in pieces:
        begin, end = np.searchsorted(rows, (first, first + len(piece)))
        marked = piece.reasons.copy()
        marked[rows[begin:end] - first] = reasons[begin:end]
        yield first, Rows(piece.tokens, marked, piece.spelled)
        first += len(piece)
