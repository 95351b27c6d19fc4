# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The rows that `make bench` measures (docs/measuring.md), and what follows from them for a device."""
from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional

from kilosig.emulator import build_directory
from kilosig.errors import UserError
from kilosig.transfer import transfer_seconds

Row = Dict[str, Any]
KEYS = {"scheme", "op", "core", "variant", "opt", "state", "stack", "static", "resident", "flash", "flash_hash",
        "instructions", "cycles", "cycles_ldrst0", "hash_share", "hash_calls", "hash_floor", "floor_ratio", "runs"}


def read_rows(path: Optional[Path] = None) -> List[Row]:
    """The rows of a bench.json; without a path, of the newest measurement here. Raises UserError."""
    path = path or build_directory() / "bench.json"
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path} cannot be read: run 'make bench', or give a file with --rows.") from error
    except ValueError as error:
        raise UserError(f"{path} is not JSON: run 'make bench' again.") from error
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) and KEYS <= row.keys() for row in rows):
        raise UserError(f"{path} does not hold bench rows: run 'make bench' again.")
    return rows


def select(rows: List[Row], **wanted: Optional[str]) -> List[Row]:
    """The rows whose named keys have the wanted values; None = any."""
    return [row for row in rows if all(value is None or row[key] == value for key, value in wanted.items())]


def total(row: Row, *keys: str) -> Optional[int]:
    """The sum of some keys, or None if one of them is unknown."""
    values = [row[key] for key in keys]
    return None if None in values else sum(values)


def ram(row: Row) -> Optional[int]:
    """Bytes of RAM: state, stack, static data, and what must be resident."""
    return total(row, "state", "stack", "static", "resident")


def flash(row: Row) -> Optional[int]:
    """Bytes of flash with the hash code."""
    return total(row, "flash", "flash_hash")


def cycles(row: Row) -> Optional[int]:
    """Modelled cycles of the slowest measured run."""
    return row["cycles"]["max"] if row["cycles"] else None


@dataclass(frozen=True)
class Limits:
    """What a device has: bytes, bits per second, cycles per second, seconds. None = no limit."""

    ram: Optional[int] = None
    flash: Optional[int] = None
    bus: Optional[float] = None
    clock: float = 24e6
    seconds: Optional[float] = None


@dataclass(frozen=True)
class Advice:
    """How one row fits. misses: sentences, empty if it fits. bottleneck: the limit that is used up most."""

    row: Row
    transfer: Optional[float]
    compute: Optional[float]
    misses: List[str]
    bottleneck: str

    @property
    def seconds(self) -> Optional[float]:
        """Transfer and computation one after the other, as the device leads the transfer."""
        return None if self.compute is None else self.compute + (self.transfer or 0.0)


def advise(row: Row, payload_bytes: int, limits: Limits) -> Advice:
    """Judges a row whose operation streams `payload_bytes`. Unknown figures do not fit a limit."""
    count = cycles(row)
    compute = None if count is None else count / limits.clock
    transfer = None if limits.bus is None else transfer_seconds(payload_bytes, int(limits.bus))
    used = {"RAM": (ram(row), limits.ram), "flash": (flash(row), limits.flash)}
    if limits.seconds is not None:
        spent = None if compute is None else compute + (transfer or 0.0)
        longer = "bus" if transfer is not None and compute is not None and transfer > compute else "cycles"
        used[f"time ({longer})"] = (spent, limits.seconds)
    misses, shares = [], {}
    for name, (value, limit) in used.items():
        if limit is None:
            continue
        shares[name] = float("inf") if value is None else value / limit
        if value is None:
            misses.append(f"{name}: not measured")
        elif value > limit:
            need = f"{1000 * value:.1f} of {1000 * limit:.1f} ms" if name.startswith("time") else f"{value:,} of {limit:,} bytes"
            misses.append(f"{name}: needs {need}")
    return Advice(row, transfer, compute, misses, max(shares, key=lambda name: shares[name]) if shares else "none")
