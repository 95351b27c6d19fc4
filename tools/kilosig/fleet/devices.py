# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The table of devices: a file of Parquet or CSV or a folder of them, read in order and in pieces, from wherever fsspec
reads."""
from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import fsspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from kilosig.errors import UserError
from kilosig.fleet import table_csv
from kilosig.fleet.tokens import COLUMNS, OPTIONAL, Rows, Template, rows_of

BUFFER = 1 << 20  # of a column that is being read


class Devices:
    """The table at a path or URL. Raises UserError for what is none."""

    def __init__(self, url: str, template: Template) -> None:
        self.url, self.template = url, template
        self.digest = ""  # of all rows, once they were read to the end
        try:
            self._fs, path = fsspec.core.url_to_fs(url)
            if self._fs.isdir(path):
                self._paths: list[str] = sorted(name for name in self._fs.find(path)
                                                if name.endswith((".parquet", table_csv.SUFFIX)))
            else:
                self._paths = [path]
            self.rows = 0
            for name in self._paths:
                if name.endswith(table_csv.SUFFIX):
                    with self._fs.open(name, "rb") as text:
                        columns, count = table_csv.looked_at(text)
                else:
                    with self._opened(name) as file:
                        columns, count = file.schema_arrow.names, file.metadata.num_rows
                self._check(name, columns)
                self.rows += count
        except (OSError, ImportError, ValueError, pa.ArrowException) as error:
            raise UserError(f"{url} cannot be read ({_short(error)}): give a file of devices, Parquet or CSV, or a "
                            "folder of them.") from error
        if not self.rows:
            raise UserError(f"{url} has no rows: give a file of devices, Parquet or CSV, or a folder of them.")

    def _opened(self, path: str) -> Any:
        # Beside the file pyarrow has the handle to close.
        return pq.ParquetFile(self._fs.open(path, "rb"), buffer_size=BUFFER, pre_buffer=False)

    @staticmethod
    def _check(name: str, columns: Sequence[str]) -> None:
        missing = [column for column in COLUMNS if column not in columns and column not in OPTIONAL]
        if missing:
            raise UserError(f"{name} has no column {' or '.join(missing)}: it needs {', '.join(COLUMNS[:-1])}, and may "
                            f"have {COLUMNS[-1]}.")

    def pieces(self, size: int) -> Iterator[Rows]:
        """All rows in their order, `size` at a time. Raises UserError for a damaged file."""
        hashes = hashlib.sha256(), hashlib.sha256()
        for rows in self._pieces(size):
            hashes[0].update(rows.tokens.tobytes())
            hashes[1].update(rows.reasons.tobytes())
            yield rows
        self.digest = hashlib.sha256(hashes[0].digest() + hashes[1].digest()).hexdigest()

    def _pieces(self, size: int) -> Iterator[Rows]:
        kept: list[pa.RecordBatch] = []
        count = 0
        try:
            for path in self._paths:
                with self._batches(path, size) as batches:
                    for batch in batches:
                        while count + batch.num_rows >= size:
                            kept.append(batch.slice(0, size - count))
                            batch, count = batch.slice(size - count), 0
                            yield self._rows(kept)
                            kept = []
                        if batch.num_rows:
                            kept.append(batch)
                            count += batch.num_rows
        except (OSError, pa.ArrowException) as error:
            raise UserError(f"{self.url} cannot be read ({_short(error)}): give the file as it was written.") from error
        if kept:
            yield self._rows(kept)

    @contextmanager
    def _batches(self, path: str, size: int) -> Iterator[Iterator[pa.RecordBatch]]:
        """The wanted columns of a file."""
        if path.endswith(table_csv.SUFFIX):
            with self._fs.open(path, "rb") as text:
                yield table_csv.batches(text)
        else:
            with self._opened(path) as file:
                wanted = [name for name in COLUMNS if name in file.schema_arrow.names]
                yield file.iter_batches(batch_size=size, columns=wanted, use_threads=False)

    def _rows(self, batches: list[pa.RecordBatch]) -> Rows:
        # Of several files the columns may differ in type: each batch is converted for itself.
        made = [rows_of(batch, self.template) for batch in batches]
        if len(made) == 1:
            return made[0]
        return Rows(np.concatenate([one.tokens for one in made]), np.concatenate([one.reasons for one in made]),
                    tuple(column for one in made for column in one.spelled))


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
