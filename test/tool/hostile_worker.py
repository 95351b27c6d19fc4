# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A preload of a Dask worker that was taken over: what it does with a task is in the file $KSIG_HOSTILE."""
from __future__ import annotations

import os
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

from distributed import get_worker

from kilosig.fleet import dask_cluster, work
from kilosig.fleet.exchange import Errand

# Dask loads a preload twice into one module: what was put in place of the tool's functions has them in `real`.
honest, made, real = (getattr(one, "real", one) for one in (work.Job.do, work.Job._made, dask_cluster._work))
PLACE = Path(os.environ["KSIG_HOSTILE"])


class Runs:
    """Leaves a file named by the process that unpickles it: Dask's own do."""

    def __reduce__(self) -> Any:
        return exec, (f"import os; open({str(PLACE)!r} + '-ran-%d' % os.getpid(), 'w').close()",)


class Raised(Exception):
    """The same as an error."""

    def __reduce__(self) -> Any:
        return Runs().__reduce__()


def do(self: work.Job, number: int, tokens: bytes, reasons: bytes) -> Any:
    mode = PLACE.read_text()
    if mode == "says so":  # and makes no file
        return {"file": number, "done": "written", "rows": len(reasons), "issued": len(reasons), "bytes": 1,
                "signing": 0.1, "seconds": 0.1, "at": 1.0}
    if mode == "other tokens":
        changed = bytearray(tokens)
        changed[20] ^= 1
        return honest(self, number, bytes(changed), reasons)
    done = honest(self, number, tokens, reasons)
    changes = {"shape": [done], "number": {**done, "signing": "1e999"}, "says": {**done, "done": "\x1b[2J"}}
    return changes.get(mode, done)


def forged(self: work.Job, number: int, rows: Any, marks: Any) -> Any:
    """With signatures by another key, or the footer of another plan."""
    if PLACE.read_text() == "other key":
        self = replace(self, key=replace(self.key, secret=bytes(32)), _signer=None)
    return made(self, number, rows, {**marks, "rows": "0"} if PLACE.read_text() == "other footer" else marks)


def task(ticket: Any, *arguments: Any) -> Any:
    mode = PLACE.read_text()
    if mode == "objects":  # in each place where Dask takes a pickle
        get_worker().log_event("warn", {"message": pickle.dumps(Runs())})
        get_worker().log_event("print", {"args": ("\x1b[2Jprinted",)})
        return Runs()
    if mode == "errors":
        raise Raised
    if mode == "pickle":  # as its answer
        with Errand(ticket, get_worker().security.get_connection_args("worker")["ssl_context"]) as errand:
            errand.bring(pickle.dumps(Runs()))
        return None
    return real(ticket, *arguments)


do.real, forged.real, task.real = honest, made, real  # type: ignore[attr-defined]
work.Job.do, work.Job._made, dask_cluster._work = do, forged, task  # type: ignore[method-assign]
