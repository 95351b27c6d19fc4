# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Issues a token for each row of a table, exactly once: what is there stays, what is not is made."""
from __future__ import annotations

import csv
import hashlib
import io
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow.compute as pc

from kilosig.errors import UserError
from kilosig.files.pkcs8 import public_file
from kilosig.fleet.audit import SAMPLE, Check, contents, fixed_bytes
from kilosig.fleet.cluster import Cluster, reason
from kilosig.fleet.devices import Devices
from kilosig.fleet.order import Order, applied
from kilosig.fleet.parts import DamagedPart, footer, part_name, read_marks, read_part
from kilosig.fleet.plan import KEY, Plan, read_plan, rows_per_file, settle
from kilosig.fleet.runs import RunLog
from kilosig.fleet.store import Store, read_text
from kilosig.fleet.tokens import ISSUED, REASONS, Rows
from kilosig.fleet.work import DONE, HELD, THERE, By, Job, ledger_name
from kilosig.library.catalog import SCHEMES, refuse_composite
from kilosig.schemes.registry import signer_of
from kilosig.schemes.signer import CommandSigner

REFUSED = "_refused.csv"
PIECE = 1 << 14  # rows that are read at once
NAMED = 100  # refused rows that the result itself names


@dataclass
class Issued:
    """What a run did. files: by what was done with them; refused: rows by reason; named: the first of them."""

    plan: Plan
    resumed: bool
    unfinished: int
    files: dict[str, int] = field(default_factory=lambda: dict.fromkeys(DONE, 0))
    rows: int = 0
    issued: int = 0
    signed: int = 0
    signing: float = 0.0
    seconds: float = 0.0
    refused: dict[str, int] = field(default_factory=dict)
    named: list[tuple[int, str, str]] = field(default_factory=list)
    failed: list[tuple[int, str]] = field(default_factory=list)


# Is told of rows that are done, and of how many there are.
Progress = Callable[[int, int], None]


def earlier_tokens(stores: Sequence[Store]) -> Iterator[tuple[Any, Any]]:
    """Devices and counters of tokens that were issued before, file by file. Raises UserError."""
    for store in stores:
        plan = read_plan(store)
        for number in range(plan.files):
            try:
                table = read_part(store, plan, number)
            except DamagedPart as error:
                raise UserError(f"{store.url}, file {number} cannot be read ({error}): see 'kilosig audit'.") from error
            table = table.filter(pc.is_null(table.column("refused")))
            column = table.column("device").combine_chunks()
            yield fixed_bytes(column), table.column("counter").to_numpy()


def ordered(devices: Devices, earlier: Sequence[Store]) -> tuple[Any, Any, str, str]:
    """Refused rows, their reasons, and digests of all rows and of the refusals."""
    order, first = Order(devices.rows), 0
    try:
        for known, counters in earlier_tokens(earlier):
            order.add_earlier(known, counters)
        for rows in devices.pieces(PIECE):
            order.add(rows, first)
            first += len(rows)
        refused, reasons = order.refused()
    finally:
        order.close()
    return refused, reasons, devices.digest, hashlib.sha256(refused.tobytes() + reasons.tobytes()).hexdigest()


def expected_contents(devices: Devices, plan: Plan, earlier: Sequence[Store]) -> Callable[[], Iterator[str]]:
    """`contents` of every file of a plan that was made of this table. Raises UserError if it was another one."""
    refused, reasons, digest, refusals = ordered(devices, earlier)
    if (digest, refusals) != (plan.devices, plan.refused):
        raise UserError("The tokens were not issued for these rows: give the --devices, --template and --after of the "
                        "issue.")
    return lambda: (contents(rows.tokens[rows.reasons == ISSUED], rows.reasons)
                    for _, rows in applied(devices.pieces(plan.rows_per_file), refused, reasons))


def public_of(key: By) -> bytes:
    """The raw public key."""
    if isinstance(key, CommandSigner):
        return key.public
    return signer_of(key.scheme).public(key.scheme, key.secret, key.compact)


class _Refusals:
    """The report of refused rows, as the rows go by."""

    def __init__(self, result: Issued) -> None:
        self._result = result
        self.file = tempfile.TemporaryFile()
        self._text = io.TextIOWrapper(self.file, "utf-8", newline="\n", write_through=True)
        self._lines = csv.writer(self._text, lineterminator="\n")
        self._lines.writerow(("row", "device", "refused", "why"))

    def add(self, first: int, rows: Rows) -> None:
        """Rows of the table, from number `first` on."""
        for at in np.flatnonzero(rows.reasons != ISSUED):
            name, why = REASONS[rows.reasons[at]]
            device = rows.device_at(int(at))
            self._lines.writerow((first + at, device, name, why))
            self._result.refused[name] = self._result.refused.get(name, 0) + 1
            if len(self._result.named) < NAMED:
                self._result.named.append((int(first + at), device, name))


def issue(key: By, devices: Devices, store: Store, cluster: Callable[[], Any], progress: Progress,
          earlier: Sequence[Store] = (), randomized: bool = False, per_file: int | None = None) -> Issued:
    """All of it. cluster: gives a context manager of a Cluster, which is asked for once the plan stands. randomized:
    signatures may differ each time, so that there is a ledger; of a command nobody knows. Raises UserError."""
    randomized = randomized or isinstance(key, CommandSigner)
    refused, reasons, digest, refusals = ordered(devices, earlier)
    refuse_composite(key.scheme, "Tokens")
    public = public_of(key)
    template = devices.template
    plan = Plan(key.scheme, SCHEMES[key.scheme].anchor(public).hex(), template.name, template.features, devices.rows,
                rows_per_file(devices.rows, SCHEMES[key.scheme].signature_bytes, per_file), digest, refusals,
                "randomized" if randomized else "deterministic")
    store.prepare()
    with store.locked():
        resumed = settle(store, plan)
        if not store.exists(KEY):
            store.write(KEY, public_file(key.scheme, public))
        result = Issued(plan, resumed, store.remove_unfinished())
        with cluster() as workers:
            _run(plan, public, Job(store, plan.digest, plan.rows_per_file, randomized, key), result, workers, progress,
                 lambda: applied(devices.pieces(plan.rows_per_file), refused, reasons),
                 lambda: devices.digest != plan.devices)
        result.unfinished += store.remove_unfinished()  # of workers that outlived a killed run for a moment
        if randomized and not result.failed:
            for name in store.names(HELD):  # every file is in its place, and the ledger names it
                store.remove(f"{HELD}/{name}")
    return result


class _Parts:
    """Looks at each file that a worker says is there: it is that of the plan and of its rows, a few of its signatures
    are right, and where there is a ledger, that names it."""

    def __init__(self, store: Store, plan: Plan, public: bytes) -> None:
        self._check, self._due = Check(store, plan, public, "default", SAMPLE), {}  # type: Any, dict[int, Any]

    def expect(self, number: int, rows: Rows) -> None:
        """A file that will be made, of these rows."""
        issued = rows.reasons == ISSUED
        self._due[number] = (footer(self._check.plan.digest, number, rows), contents(rows.tokens[issued], rows.reasons),
                             len(rows), int(issued.sum()))

    def looked_at(self, number: int, what: dict[str, Any], seconds: float) -> dict[str, Any]:
        """What was done with a file, as far as it is true. seconds: since the run began. Raises DamagedPart."""
        marks, digest, rows, issued = self._due.pop(number)
        store, name = self._check.store, part_name(number)
        found = self._check.do(number, digest)
        if found["error"] or found["bad"]:
            raise DamagedPart(found["error"] or found["named"][0][1])
        if read_marks(store, number) != marks:
            raise DamagedPart("it does not say of which rows it is")
        if self._check.plan.signing == "randomized" and read_text(store, ledger_name(number)) != hashlib.sha256(
                store.read(name)).hexdigest():
            raise DamagedPart(f"{ledger_name(number)} does not name it")
        if what["done"] not in DONE:
            raise DamagedPart("its worker does not say what it did")
        return {"file": number, "done": what["done"], "rows": rows, "issued": issued, "at": time.time(),
                "bytes": 0 if what["done"] == THERE else found["bytes"],
                **{name: min(max(0.0, what[name]), seconds) for name in ("signing", "seconds")}}


def _run(plan: Plan, public: bytes, job: Job, result: Issued, workers: Cluster, progress: Progress,
         pieces: Callable[[], Iterator[tuple[int, Rows]]], changed: Callable[[], bool]) -> None:
    report, parts = _Refusals(result), _Parts(job.store, plan, public)
    log = RunLog(job.store, f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}-{uuid.uuid4().hex[:8]}", workers.workers)

    def tasks() -> Iterator[tuple[int, tuple[bytes, bytes]]]:
        for first, rows in pieces():
            report.add(first, rows)
            parts.expect(first // plan.rows_per_file, rows)
            yield first // plan.rows_per_file, (rows.tokens.tobytes(), rows.reasons.tobytes())

    def done(number: int, said: dict[str, Any]) -> None:
        try:
            what = parts.looked_at(number, said, time.monotonic() - began)
        except (DamagedPart, OSError) as error:
            result.failed.append((number, f"{part_name(number)} is not what it should be: {reason(error)}; remove it"))
            return
        result.files[what["done"]] += 1
        result.rows += what["rows"]
        result.issued += what["issued"]
        if what["signing"]:
            result.signed += what["issued"]
            result.signing += what["signing"]
        log.add(what)
        progress(what["rows"], plan.rows)

    began = time.monotonic()
    try:
        workers.run(job, tasks(), done, lambda number, reason: result.failed.append((number, reason)))
        result.seconds = time.monotonic() - began
        if changed():
            raise UserError("The table of devices has changed while it was read: start again.")
        job.store.put(REFUSED, report.file)
        log.finish({"refused": result.refused, "failed": result.failed})
    finally:
        log.flush()
