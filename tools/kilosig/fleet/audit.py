# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verifies the tokens of a folder by the library, as devices will: none is missing, doubled or out of place."""
from __future__ import annotations

import hashlib
import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kilosig.errors import UserError
from kilosig.fleet.cluster import Cluster
from kilosig.fleet.order import Order
from kilosig.fleet.parts import DamagedPart, part_name, read_part
from kilosig.fleet.plan import KEY, Plan
from kilosig.fleet.store import Store
from kilosig.fleet.tokens import COLUMNS, ISSUED, REASONS, TOKEN, VERSION
from kilosig.library.batch import verify_batch
from kilosig.library.binding import load
from kilosig.library.catalog import SCHEMES
from kilosig.library.verdicts import ACCEPT, Verdict

AUDIT = "_audit.json"
BATCH = 1024  # verifications of one call
NAMED = 100  # bad rows that are named: of each file, and in all
SAMPLE = 8  # signatures of a file that are verified beside a worker that may lie
CODES = {name: code for code, (name, _) in enumerate(REASONS) if name}


def contents(tokens: Any, reasons: Any) -> str:
    """Digest of the tokens that are issued, and of the reasons of all rows."""
    hashed = hashlib.sha256(tokens.tobytes())
    hashed.update(np.ascontiguousarray(reasons, np.uint8).tobytes())
    return hashed.hexdigest()


def fixed_bytes(column: pa.Array) -> Any:
    """The bytes of an array of fixed-size binary without nulls, as u1 of count x width."""
    width = column.type.byte_width
    if not len(column):
        return np.empty((0, width), np.uint8)
    return np.frombuffer(column.buffers()[1], np.uint8, len(column) * width, column.offset * width).reshape(-1, width)


@dataclass
class Check:
    """What the audit of all files has in common. sample: so many signatures of a file are verified; 0: all."""

    store: Store
    plan: Plan
    key: bytes
    variant: str
    sample: int = 0
    answer = ({"file": int, "error": str},
              {"file": int, "error": str, "rows": int, "issued": int, "refused": {str: int}, "bad": int,
               "bad_issued": int, "named": [(int, str)], "verifying": float, "bytes": int, "tokens": int,
               "devices": bytes, "counters": bytes, "numbers": bytes, "seconds": float})

    def do(self, number: int, expected: str | None = None) -> dict[str, Any]:
        """Checks a file. expected: `contents` of what it must hold, if that is known."""
        began = time.time()
        try:
            table = read_part(self.store, self.plan, number)
        except DamagedPart as error:
            return {"file": number, "error": str(error)}
        first, count = number * self.plan.rows_per_file, table.num_rows
        bad: dict[int, str] = {}

        def mark(rows: Any, why: str) -> None:
            for row in rows.tolist():
                bad.setdefault(row, why)

        rows = np.arange(first, first + count, dtype=np.uint64)
        if table.column("row").null_count or not np.array_equal(table.column("row").to_numpy(), rows):
            return {"file": number, "error": "its row numbers are not those of its place"}
        issued = pc.is_null(table.column("refused")).to_numpy()
        named = table.column("refused").to_pylist()
        reasons = np.array([ISSUED if name is None else CODES.get(name, 255) for name in named], np.uint8)
        for name in ("token", "signature"):
            mark(rows[~issued & pc.is_valid(table.column(name)).to_numpy()], f"a refused row has a {name}")
        mark(rows[reasons == 255], "nobody refuses a row for that")
        whole = issued.copy()
        for name in (*COLUMNS, "token", "signature"):
            whole &= pc.is_valid(table.column(name)).to_numpy()
        mark(rows[issued & ~whole], "something of the row is missing")
        some = table if whole.all() else table.filter(pa.array(whole)).combine_chunks()
        numbers = rows[whole]
        columns = {name: some.column(name).chunk(0) if some.num_rows else pa.array([], some.schema.field(name).type)
                   for name in some.schema.names}
        tokens = fixed_bytes(columns["token"]).copy().reshape(-1).view(TOKEN)
        self._compare(columns, tokens, numbers, mark)
        seconds = self._verify(columns, tokens, numbers, mark)
        if expected is not None and contents(tokens, reasons) != expected:
            return {"file": number, "error": "its tokens are not those of the table of devices"}
        counted = {name: int(times) for name, times in zip(*np.unique(
            np.array([name for name in named if name is not None], str), return_counts=True))}
        return {"file": number, "error": "", "rows": count, "issued": int(issued.sum()), "refused": counted,
                "bad": len(bad), "bad_issued": sum(bool(issued[row - first]) for row in bad),
                "named": sorted(bad.items())[:NAMED], "verifying": seconds,
                "bytes": int(self.store.fs.size(self.store.path(part_name(number)))),
                "tokens": int(sum(len(columns[name].buffers()[-1] or b"") for name in ("token", "signature"))),
                "devices": tokens["device"].tobytes(), "counters": tokens["counter"].tobytes(),
                "numbers": numbers.tobytes(), "seconds": time.time() - began}

    def _compare(self, columns: dict[str, Any], tokens: Any, numbers: Any, mark: Callable[[Any, str], None]) -> None:
        """The token says what its row says, and what the template allows."""
        same = (tokens["version"] == VERSION) & (tokens["device"] == fixed_bytes(columns["device"])).all(axis=1)
        for name in ("feature", "counter", "expiry"):
            same &= tokens[name] == columns[name].to_numpy(zero_copy_only=False)
        mark(numbers[~same], "the token does not say what its row says")
        known = np.isin(tokens["feature"], np.array(list(self.plan.features.values()), np.uint32))
        mark(numbers[~known], "the template knows no such feature")
        mark(numbers[tokens["counter"] == 0], "no device accepts the counter 0")

    def _verify(self, columns: dict[str, Any], tokens: Any, numbers: Any, mark: Callable[[Any, str], None]) -> float:
        scheme = load(self.variant).scheme(self.plan.scheme)
        assert scheme is not None
        began, count = time.time(), len(tokens)
        _, offsets, data = columns["signature"].buffers() if count else (None, b"\0" * 4, b"")
        at = columns["signature"].offset if count else 0
        ends = np.frombuffer(offsets, np.int32)[at:at + count + 1]
        batches = [(begin, min(BATCH, count - begin)) for begin in range(0, count, BATCH)]
        if 0 < self.sample < count:
            batches = [(one, 1) for one in random.SystemRandom().sample(range(count), self.sample)]
        for begin, size in batches:
            accepted, verdicts = verify_batch(
                scheme, self.key, tokens[begin:begin + size].tobytes(), TOKEN.itemsize, data or b"",
                ends[begin:begin + size + 1].copy(), size)
            if accepted != size:
                for one in range(size):
                    if verdicts[one] != ACCEPT:
                        mark(numbers[begin + one:begin + one + 1], str(Verdict(verdicts[one])))
        return time.time() - began


@dataclass
class Audited:
    """What an audit found. named: the first of the bad rows."""

    scheme: str
    anchor: str
    variant: str
    rows: int
    files: int
    accepted: int = 0
    bad: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    bytes: int = 0
    token_bytes: int = 0
    verifying: float = 0.0
    seconds: float = 0.0
    at: float = 0.0
    named: list[tuple[int, str]] = field(default_factory=list)
    failed: list[tuple[int, str]] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Every row has an accepted token or a reason, once."""
        return not (self.bad or self.failed or self.extra)


def trusted_key(store: Store, plan: Plan, given: bytes | None) -> bytes:
    """The public key: the given one, else that of the folder. Raises UserError if it is not that of the plan."""
    from kilosig.files.keys import parse_public_key  # here, because workers load this module and need no keys' files
    try:
        raw = parse_public_key(store.read(KEY), store.path(KEY)).raw if given is None else given
    except OSError as error:
        raise UserError(f"{store.path(KEY)} cannot be read: give the public key with --key.") from error
    if plan.scheme not in SCHEMES:
        raise UserError(f"The library has no scheme '{plan.scheme}': choose a library that has it.")
    if SCHEMES[plan.scheme].anchor(raw).hex() != plan.anchor:
        raise UserError(f"{store.url} was issued with another key: give the public key of that one.")
    return raw


def audit(store: Store, plan: Plan, key: bytes, cluster: Callable[[], Any], progress: Callable[[int, int], None],
          variant: str = "default", expected: Callable[[], Iterator[str]] | None = None) -> Audited:
    """All of it. expected: gives `contents` of every file. Raises UserError."""
    result = Audited(plan.scheme, plan.anchor, variant, plan.rows, plan.files)
    wanted = {part_name(number) for number in range(plan.files)}
    result.extra = [name for name in store.names() if name.endswith(".parquet") and name not in wanted]
    order = Order(plan.rows)
    arguments: dict[int, tuple[Any, ...]] = {}  # of tasks that are at work

    def tasks() -> Iterator[tuple[int, tuple[Any, ...]]]:
        known = expected() if expected else None
        for number in range(plan.files):
            arguments[number] = () if known is None else (next(known),)
            yield number, arguments[number]

    def done(number: int, found: dict[str, Any]) -> None:
        progress(plan.rows_of(number), plan.rows)
        given = arguments.pop(number)
        if not workers.trusted:
            found = agreed(found, Check(store, plan, key, variant, SAMPLE).do(number, *given))
        if found["error"]:
            result.failed.append((number, found["error"]))
            return
        result.bad += found["bad"]
        result.accepted += found["issued"] - found["bad_issued"]
        result.bytes += found["bytes"]
        result.token_bytes += found["tokens"]
        result.verifying += found["verifying"]
        for reason, times in found["refused"].items():
            result.refused[reason] = result.refused.get(reason, 0) + times
        result.named = sorted([*result.named, *found["named"]])[:NAMED]
        order.add_issued(np.frombuffer(found["devices"], np.uint8), np.frombuffer(found["numbers"], np.int64),
                         np.frombuffer(found["counters"], np.uint64))

    began = time.monotonic()
    try:
        with cluster() as workers:
            assert isinstance(workers, Cluster)
            began = time.monotonic()
            workers.run(Check(store, plan, key, variant), tasks(), done,
                        lambda number, reason: result.failed.append((number, reason)))
        twice, _ = order.refused()  # a row of which that is true and something else too counts twice as bad
        result.accepted = max(0, result.accepted - len(twice))
        result.bad += len(twice)
        result.named = sorted([*result.named, *((int(row), "the device has a token already") for row in twice[:NAMED])])
        result.named = result.named[:NAMED]
    finally:
        order.close()
    result.failed.sort()
    result.seconds, result.at = time.monotonic() - began, time.time()
    return result


def agreed(theirs: dict[str, Any], ours: dict[str, Any]) -> dict[str, Any]:
    """What is known of a file that a worker has verified, and whose rows and a few signatures were looked at here. Of
    what the worker says only its bad rows are taken."""
    if theirs["error"] or ours["error"]:
        return {"file": ours["file"], "error": ours["error"] or theirs["error"]}
    if ours["bad"] and not theirs["bad"]:
        return {"file": ours["file"], "error": "its worker found nothing wrong, and here it is: " + ours["named"][0][1]}
    bad = min(max(0, theirs["bad"]), ours["rows"])
    return {**ours, "bad": bad, "bad_issued": min(max(0, theirs["bad_issued"]), bad), "verifying": theirs["verifying"],
            "named": sorted(theirs["named"])[:NAMED]}


def save(store: Store, result: Audited) -> None:
    """Beside the tokens, for the report."""
    store.write(AUDIT, json.dumps(asdict(result), indent=1).encode())
