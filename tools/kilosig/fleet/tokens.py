# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rows of a table of devices, and the activation tokens (docs/protocol.md) that they become, many at once."""
from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kilosig.device.frames import DEVICE_ID_BYTES
from kilosig.errors import UserError

# The token, packed. Its parameter holds the expiry: seconds since 1970, 0 = never.
TOKEN = np.dtype([("version", "u1"), ("device", "u1", (DEVICE_ID_BYTES,)), ("feature", "<u4"), ("counter", "<u8"),
                  ("expiry", "<u8")])
VERSION = 1
MOST_FEATURE = 31

# Why a row gets no token. 0: it gets one.
REASONS: tuple[tuple[str, str], ...] = (
    ("", ""),
    ("device-id", "the device id is neither 12 bytes nor 24 hex digits after 0x"),
    ("feature", "the template knows no such feature"),
    ("counter", "the counter is not a number from 1 to 2^64 - 1"),
    ("expiry", "the expiry is not a time from 1970 on"),
    ("device-twice", "an earlier row names the device"),
    ("counter-back", "the counter is not greater than that of the device's token before"),
)
ISSUED, DEVICE_ID, FEATURE, COUNTER, EXPIRY, TWICE, BACK = range(len(REASONS))

COLUMNS = ("device", "feature", "counter", "expiry")
OPTIONAL = ("expiry",)


@dataclass(frozen=True)
class Template:
    """What the features of a table may be: numbers, or names of numbers."""

    name: str
    features: dict[str, int]


ACTIVATION = Template("activation", {str(number): number for number in range(MOST_FEATURE + 1)})


def read_template(text: str) -> Template:
    """`activation`, or a JSON file: {"template": "activation", "features": {"seat-heating": 3}}. Raises UserError."""
    if text == ACTIVATION.name:
        return ACTIVATION
    try:
        content = json.loads(Path(text).read_text())
        features = dict(content["features"])
        right = content["template"] == ACTIVATION.name and features and all(
            type(number) is int and 0 <= number <= MOST_FEATURE for number in features.values())
    except OSError as error:
        raise UserError(f"Unknown template '{text}' ({error.strerror}): give 'activation', or a JSON "
                        "file.") from error
    except (ValueError, TypeError, KeyError):
        right = False
    if not right:
        raise UserError(f'{text} is not a template: it needs "template": "activation" and "features" with a number '
                        f"from 0 to {MOST_FEATURE} for each name.")
    return Template(ACTIVATION.name, features)


@dataclass(frozen=True)
class Rows:
    """Consecutive rows. tokens: an array of TOKEN; reasons: u1, 0 where a token may be issued; spelled: the devices as
    the table has them, in arrays one after the other, where somebody may ask."""

    tokens: Any
    reasons: Any
    spelled: tuple[pa.Array, ...] = ()

    def __len__(self) -> int:
        return len(self.reasons)

    def device_at(self, at: int) -> str:
        """How the table spells a device; bytes in hex."""
        for column in self.spelled:
            if at < len(column):
                value = column[at].as_py()
                return "0x" + value.hex() if isinstance(value, bytes) else "" if value is None else str(value)
            at -= len(column)
        return ""

    def part(self, begin: int, end: int) -> Rows:
        """Some of them."""
        return Rows(self.tokens[begin:end], self.reasons[begin:end])


def rows_of(batch: pa.RecordBatch, template: Template) -> Rows:
    """The tokens of a batch of the table. A row with a fault keeps zeros in its place."""
    count = batch.num_rows
    tokens, reasons = np.zeros(count, TOKEN), np.zeros(count, np.uint8)
    tokens["version"] = VERSION
    for name, code, convert in (("expiry", EXPIRY, _expiries), ("counter", COUNTER, _counters),
                                ("feature", FEATURE, lambda column: _features(column, template)),
                                ("device", DEVICE_ID, _devices)):
        if name in batch.schema.names:
            values, right = convert(_plain(batch.column(name)))
            right = np.asarray(right, bool)
            tokens[name][right] = values[right]
            reasons[~right] = code  # the first column that is wrong is named: it comes last
    return Rows(tokens, reasons, (_plain(batch.column("device")),) if "device" in batch.schema.names else ())


def _plain(column: pa.Array) -> pa.Array:
    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


def _refused(column: pa.Array) -> tuple[Any, Any]:
    return np.zeros(len(column), np.uint64), np.zeros(len(column), bool)


def _numbers(column: pa.Array, least: int) -> tuple[Any, Any]:
    """Values as u8 and which are there and not below `least`."""
    if not pa.types.is_integer(column.type):
        return _refused(column)
    values = pc.fill_null(column, 0).to_numpy(zero_copy_only=False)
    right = np.asarray(pc.is_valid(column).to_numpy(zero_copy_only=False), bool) & (values >= least)
    return np.where(right, values, 0).astype(np.uint64), right


def _counters(column: pa.Array) -> tuple[Any, Any]:
    return _numbers(column, 1)


def _expiries(column: pa.Array) -> tuple[Any, Any]:
    """Null is 0: never."""
    if pa.types.is_null(column.type):
        return np.zeros(len(column), np.uint64), np.ones(len(column), bool)
    if pa.types.is_timestamp(column.type) or pa.types.is_date(column.type):
        column = pc.cast(pc.cast(column, pa.timestamp("s"), safe=False), pa.int64())
    values, right = _numbers(column, 0)
    return values, right | np.asarray(pc.is_null(column).to_numpy(zero_copy_only=False), bool)


def _features(column: pa.Array, template: Template) -> tuple[Any, Any]:
    """Names of the template, or its numbers."""
    numbers = np.array(list(template.features.values()), np.uint64)
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        found = pc.index_in(column, value_set=pa.array(list(template.features), column.type))
        right = np.asarray(pc.is_valid(found).to_numpy(zero_copy_only=False), bool)
        return numbers[pc.fill_null(found, 0).to_numpy(zero_copy_only=False)], right
    values, right = _numbers(column, 0)
    return values, right & np.isin(values, numbers)


def _devices(column: pa.Array) -> tuple[Any, Any]:
    """12 bytes or characters; in text also 0x and 24 hex digits."""
    text = pa.types.is_string(column.type) or pa.types.is_large_string(column.type)
    out = np.zeros((len(column), DEVICE_ID_BYTES), np.uint8)
    if not (text or pa.types.is_binary(column.type) or pa.types.is_large_binary(column.type)
            or pa.types.is_fixed_size_binary(column.type)):
        return out, np.zeros(len(column), bool)
    raw = pc.cast(column, pa.large_binary())
    lengths = pc.fill_null(pc.binary_length(raw), 0).to_numpy(zero_copy_only=False)
    right = lengths == DEVICE_ID_BYTES
    whole = pc.filter(raw, pa.array(right))
    if len(whole):
        fixed = pc.cast(whole, pa.binary(DEVICE_ID_BYTES))
        out[right] = np.frombuffer(fixed.buffers()[1], np.uint8, len(fixed) * DEVICE_ID_BYTES,
                                   fixed.offset * DEVICE_ID_BYTES).reshape(-1, DEVICE_ID_BYTES)
    if text:
        for number in np.flatnonzero(lengths == 2 + 2 * DEVICE_ID_BYTES):
            spelled = raw[int(number)].as_py()
            try:
                value = bytes.fromhex(spelled[2:].decode("ascii")) if spelled[:2] == b"0x" else b""
            except ValueError:
                value = b""
            if len(value) == DEVICE_ID_BYTES:
                out[number], right[number] = np.frombuffer(value, np.uint8), True
    return out, right
