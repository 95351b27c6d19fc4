# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Files of tokens: Parquet, a row for each row of the table, with its token and signature or with why it has none."""
from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from kilosig.fleet.plan import Plan
from kilosig.fleet.store import Store
from kilosig.fleet.tokens import DEVICE_ID, ISSUED, REASONS, TOKEN, Rows

SCHEMA = pa.schema([
    ("row", pa.uint64()), ("device", pa.binary(12)), ("feature", pa.uint32()), ("counter", pa.uint64()),
    ("expiry", pa.uint64()), ("token", pa.binary(TOKEN.itemsize)), ("signature", pa.binary()),
    ("refused", pa.string())])
# Random bytes cannot be made smaller.
COMPRESSION = {name: "none" if name in ("token", "signature") else "snappy" for name in SCHEMA.names}
FOOTER = b"kilosig"


def part_name(number: int) -> str:
    """The file of a block of rows."""
    return f"part-{number:06d}.parquet"


def digest(rows: Rows) -> str:
    """Of what a file must hold, except for the signatures."""
    hashed = hashlib.sha256(rows.tokens.tobytes())
    hashed.update(rows.reasons.tobytes())
    return hashed.hexdigest()


def footer(plan_digest: str, number: int, rows: Rows) -> dict[str, Any]:
    """What a file says of itself."""
    return {"plan": plan_digest, "file": number, "rows": digest(rows)}


@dataclass(frozen=True)
class Signatures:
    """Of the rows that are issued, in order. data: they follow one another; lengths: an array of integers."""

    data: Any
    lengths: Any

    @staticmethod
    def of(signatures: list[bytes]) -> Signatures:
        """Of single ones."""
        return Signatures(b"".join(signatures), np.array([len(one) for one in signatures], np.int64))


def encode(rows: Rows, first: int, signatures: Signatures, marks: dict[str, Any]) -> memoryview:
    """The file. The same input makes the same bytes."""
    issued = rows.reasons == ISSUED
    count = len(rows)

    def column(name: str, kind: pa.DataType, there: Any) -> pa.Array:
        return pa.array(rows.tokens[name].astype(f"u{kind.bit_width // 8}"), kind, mask=~there)

    known = rows.reasons != DEVICE_ID
    columns = [
        pa.array(np.arange(first, first + count, dtype=np.uint64)),
        _fixed(rows.tokens["device"], 12, known),
        column("feature", pa.uint32(), issued), column("counter", pa.uint64(), issued),
        column("expiry", pa.uint64(), issued), _fixed(rows.tokens, TOKEN.itemsize, issued),
        _variable(signatures, issued),
        pa.array([REASONS[code][0] or None for code in rows.reasons], pa.string())]
    table = pa.table(columns, SCHEMA.with_metadata({FOOTER: json.dumps(marks).encode()}))
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(sink, table.schema, compression=COMPRESSION, use_dictionary=["refused"],
                          write_statistics=["row", "device", "counter"]) as writer:
        writer.write_table(table, row_group_size=max(1, count))
    return memoryview(sink.getvalue())


def _variable(signatures: Signatures, there: Any) -> pa.Array:
    """An array of binary from their memory."""
    offsets = np.zeros(len(there) + 1, np.int32)
    offsets[1:][there] = signatures.lengths
    offsets = np.cumsum(offsets, dtype=np.int32)
    return pa.Array.from_buffers(pa.binary(), len(there), [
        pa.array(there).buffers()[1], pa.py_buffer(offsets), pa.py_buffer(signatures.data)])


def _fixed(values: Any, width: int, there: Any) -> pa.Array:
    """An array of fixed-size binary from the memory of a numpy array."""
    mask = pa.array(there).buffers()[1]
    data = pa.py_buffer(np.ascontiguousarray(values).tobytes())
    return pa.Array.from_buffers(pa.binary(width), len(there), [mask, data])


def read_marks(store: Store, number: int) -> dict[str, Any] | None:
    """What the file of a block says of itself; None if there is no whole file."""
    try:
        with store.open(part_name(number)) as file:
            stored = pq.read_schema(file).metadata or {}
        marks = json.loads(stored[FOOTER])
        return marks if isinstance(marks, dict) else None
    except (OSError, KeyError, ValueError, pa.ArrowException):
        return None


class DamagedPart(Exception):
    """A file that is not what `encode` makes."""


def read_part(store: Store, plan: Plan, number: int) -> pa.Table:
    """A whole file, of the right plan, columns and number of rows. Raises DamagedPart."""
    try:
        with store.open(part_name(number)) as handle:
            with pq.ParquetFile(handle) as file:
                marks = json.loads((file.schema_arrow.metadata or {}).get(FOOTER, b"{}"))
                if not file.schema_arrow.equals(SCHEMA, check_metadata=False):
                    raise DamagedPart("its columns are others")
                if marks.get("plan") != plan.digest or marks.get("file") != number:
                    raise DamagedPart("it belongs to another plan or place")
                if file.metadata.num_rows != plan.rows_of(number):
                    raise DamagedPart(f"it has {file.metadata.num_rows} rows, not {plan.rows_of(number)}")
                table = file.read(use_threads=False).combine_chunks()
        table.validate(full=True)
        return table
    except (OSError, ValueError, AttributeError, pa.ArrowException) as error:
        reason = "it is not there" if isinstance(error, FileNotFoundError) else " ".join(str(error).split())[:120]
        raise DamagedPart(reason) from error
