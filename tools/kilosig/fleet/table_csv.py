# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A table of devices as CSV: text in UTF-8 with commas, the names of the columns first. Columns become what they are in
Parquet; a value that is none becomes one that is refused, so that a bad row stops no other."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pc_csv

SUFFIX = ".csv"
BLOCK_BYTES = 1 << 20
MOST = str((1 << 64) - 1)
NO_TIME = -1  # is refused
COLUMNS = ("device", "feature", "counter", "expiry")


def _opened(file: Any, columns: list[str] | None = None) -> pc_csv.CSVStreamingReader:
    kinds = {name: pa.string() for name in COLUMNS}
    return pc_csv.open_csv(file, pc_csv.ReadOptions(use_threads=False, block_size=BLOCK_BYTES),
                           pc_csv.ParseOptions(newlines_in_values=False),
                           pc_csv.ConvertOptions(column_types=kinds, strings_can_be_null=False,
                                                 include_columns=columns or []))


def looked_at(file: Any) -> tuple[list[str], int]:
    """Names of the columns, and how many rows there are. Raises OSError and pa.ArrowException."""
    reader = _opened(file)
    return reader.schema.names, sum(batch.num_rows for batch in reader)


def batches(file: Any) -> Iterator[pa.RecordBatch]:
    """The rows, with types. Raises OSError and pa.ArrowException."""
    for batch in _opened(file):
        names = [name for name in COLUMNS if name in batch.schema.names]
        yield pa.RecordBatch.from_arrays([CONVERTED[name](batch.column(name)) for name in names], names)


def _counters(column: pa.Array) -> pa.Array:
    """Null for what is no number of 64 bits."""
    digits = pc.utf8_ltrim(pc.utf8_trim_whitespace(column), "0")
    right = pc.and_(pc.match_substring_regex(digits, "^[1-9][0-9]{0,19}$"), pc.or_(
        pc.less(pc.utf8_length(digits), len(MOST)), pc.less_equal(digits, MOST)))
    return pc.cast(pc.if_else(right, digits, pa.scalar(None, pa.string())), pa.uint64())


def _expiries(column: pa.Array) -> pa.Array:
    """Seconds since 1970; null for nothing."""
    text = pc.utf8_trim_whitespace(column)
    number = pc.match_substring_regex(text, "^[0-9]{1,18}$")
    seconds = pc.cast(pc.if_else(number, text, pa.scalar(None, pa.string())), pa.int64())
    found = [_time(one) if not is_number and one else None for one, is_number in zip(text.to_pylist(),
                                                                                     number.to_pylist())]
    return pc.coalesce(seconds, pa.array(found, pa.int64()))


def _time(text: str) -> int:
    try:
        return int(pc.cast(pc.cast(pa.scalar(text), pa.timestamp("s", "UTC")), pa.int64()).as_py())
    except pa.ArrowException:
        pass
    try:
        return int(pc.cast(pc.cast(pa.scalar(text), pa.timestamp("s")), pa.int64()).as_py())
    except pa.ArrowException:
        return NO_TIME


CONVERTED = {"device": lambda column: column, "feature": pc.utf8_trim_whitespace, "counter": _counters,
             "expiry": _expiries}
