# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tables of devices, runs of the tool as processes, and what a folder of tokens holds."""
from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kilosig.cli.app import app
from support import runner

TOOL = [sys.executable, "-m", "kilosig"]


def table(path: Path, rows: int, **columns: Any) -> Path:
    """A Parquet file of devices; columns replace the usual ones, or leave one out with None."""
    import pyarrow as pa
    import pyarrow.parquet as pq
    usual: dict[str, Any] = {"device": [f"CAR-{number:08d}" for number in range(rows)],
                             "feature": [number % 32 for number in range(rows)],
                             "counter": [number % 7 + 1 for number in range(rows)], "expiry": [1_900_000_000] * rows}
    kept = {name: column for name, column in {**usual, **columns}.items() if column is not None}
    pq.write_table(pa.table(kept), path)
    return path


def many_rows(path: Path, rows: int) -> Path:
    """A table of any number of rows, all of which may be issued, made in pieces; row groups as pyarrow makes them."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq
    schema = pa.schema([("device", pa.string()), ("feature", pa.int64()), ("counter", pa.int64()),
                        ("expiry", pa.int64())])
    with pq.ParquetWriter(path, schema) as writer:
        for first in range(0, rows, 1 << 20):
            numbers = np.arange(first, min(rows, first + (1 << 20)))
            writer.write_table(pa.table([
                pa.array(np.char.add("CAR-", np.char.zfill(numbers.astype("U8"), 8)), pa.string()), numbers % 32,
                numbers % 7 + 1, np.full(len(numbers), 1_900_000_000)], schema))
    return path


def keys(folder: Path, scheme: str = "ml-dsa-44") -> Path:
    """A key pair of a fixed seed: the private key's file; beside it is `public`."""
    private = folder / f"{scheme}.key"
    done = runner().invoke(app, ["keygen", "--scheme", scheme, "--private", str(private), "--public",
                                 str(folder / f"{scheme}.pub"), "--seed", "07" * 32])
    assert done.exit_code == 0, done.output
    return private


def start(*words: object, **extra: Any) -> subprocess.Popen[bytes]:
    """The tool in a session of its own."""
    return subprocess.Popen([*TOOL, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            start_new_session=True, **extra)


def tool(*words: object, code: int = 0, **environment: str) -> dict[str, Any]:
    """Its JSON."""
    done = subprocess.run([*TOOL, *map(str, words), "--json"], capture_output=True, timeout=1500,
                          env={**os.environ, **environment})
    assert done.returncode == code, (words, done.stdout[-2000:], done.stderr[-2000:])
    return dict(json.loads(done.stdout or b"{}"))


def parts(folder: Path) -> dict[str, str]:
    """Digests of the files of tokens."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("part-*.parquet"))}


def rows(folder: Path) -> list[dict[str, Any]]:
    """All rows of all files."""
    import pyarrow.parquet as pq
    return [row for path in sorted(folder.glob("part-*.parquet")) for row in pq.ParquetFile(path).read().to_pylist()]


def issue(key: Path, devices: Path, out: Path, *more: object, code: int = 0) -> dict[str, Any]:
    """kilosig issue."""
    return tool("issue", "--key", key, "--devices", devices, "--out", out, *more, code=code)


def reasons(found: Sequence[dict[str, Any]]) -> list[Any]:
    """(row, reason) of refused rows."""
    return [(row["row"], row["refused"]) for row in found if row["refused"]]
