# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Who works: processes of this machine, or a Dask cluster."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

# A task: its number and its arguments.
Task = tuple[int, tuple[Any, ...]]
TRIES = 3  # of a task that fails: a disk or an object store may have been away for a moment
LOST_WORKERS = 10  # a task that so many workers died of is given up


class Cluster:
    """Workers."""

    @property
    def workers(self) -> int:
        """How many tasks run at once."""
        raise NotImplementedError

    @property
    def trusted(self) -> bool:
        """Whether what workers answer is true: they are processes of this run. Others are believed in nothing."""
        return True

    def run(self, job: Any, tasks: Iterator[Task], done: Callable[[int, Any], None],
            failed: Callable[[int, str], None]) -> None:
        """Does job.do(number, *arguments) for all tasks. Takes the next one as workers need it, so that memory stays
        flat. done and failed are told of each as it ends. A task whose worker dies is done by another. job.answer: the
        shapes of what do() may return (exchange.py)."""
        raise NotImplementedError


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def reason(error: BaseException) -> str:
    """Why a task failed, in one line."""
    return " ".join(str(error).split())[:300] or type(error).__name__


def cluster(scheduler: str | None = None, workers: int | None = None,
            listen: tuple[str, int] | None = None) -> AbstractContextManager[Cluster]:
    """The cluster at an address, else as many processes here as there are cores. listen: where workers of a cluster
    reach this process. Raises UserError."""
    if scheduler is None:
        from kilosig.fleet.processes import processes
        return processes(workers or cores())
    # Here, because it takes longer to load than a thousand tokens to verify.
    from kilosig.fleet.dask_cluster import dask_cluster
    return dask_cluster(scheduler, listen)
