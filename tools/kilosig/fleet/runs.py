# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What each run did, file by file: kept beside the tokens for the report, and never needed to go on."""
from __future__ import annotations

import json
import time
from typing import Any

from kilosig.fleet.store import Store

RUNS = "_runs"
EVERY = 10.0  # seconds between two writes
FIELDS = ("file", "done", "rows", "issued", "bytes", "signing", "seconds", "at")


class RunLog:
    """The log of a run. It is written anew from time to time, because object stores cannot append."""

    def __init__(self, store: Store, name: str, workers: int) -> None:
        self._store, self._name, self._written = store, name, 0.0
        self._content: dict[str, Any] = {"run": name, "workers": workers, "began": time.time(), "ended": None,
                                         "result": None, "fields": FIELDS, "files": []}

    def add(self, what: dict[str, Any]) -> None:
        """A file that is done."""
        self._content["files"].append([round(what[name], 4) if isinstance(what[name], float) else what[name]
                                       for name in FIELDS])
        if time.monotonic() - self._written > EVERY:
            self.flush()

    def finish(self, result: dict[str, Any]) -> None:
        """The run has ended by itself."""
        self._content.update(ended=time.time(), result=result)

    def flush(self) -> None:
        """Writes it."""
        self._store.write(f"{RUNS}/{self._name}.json", json.dumps(self._content).encode())
        self._written = time.monotonic()


def read_runs(store: Store) -> list[dict[str, Any]]:
    """All runs, the oldest first. What cannot be read is left out."""
    found: list[dict[str, Any]] = []
    for name in store.names(RUNS):
        try:
            content = json.loads(store.read(f"{RUNS}/{name}"))
            content["files"] = [dict(zip(content["fields"], entry)) for entry in content["files"]]
            found.append(content)
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found
