# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A Dask cluster. Tasks go out as they are done, so that memory stays flat."""
from __future__ import annotations

import logging
import uuid
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator

import dask
import distributed

from kilosig.errors import UserError
from kilosig.fleet.cluster import TRIES, Cluster, Task, reason

# Its functions have types, but not all of their arguments do.
Client: Any = distributed.Client
as_completed: Any = distributed.as_completed
get_worker: Any = distributed.get_worker

AHEAD = 2  # tasks that wait for each core, so that none has to wait for its next one
PATIENCE = "20s"  # with a scheduler that does not answer
JOBS = "kilosig_jobs"  # of a worker: by the names of their runs, because several may share a cluster


class _Plugin(distributed.WorkerPlugin):
    """Brings the job to each worker, to those that come later and those that were started again too. The arguments of a
    task may be seen in logs and on dashboards; this is not."""

    def __init__(self, job: Any) -> None:
        self._job = job
        self.name = f"kilosig-{uuid.uuid4().hex}"

    def __repr__(self) -> str:
        return "<kilosig>"

    def setup(self, worker: Any) -> None:
        """When a worker begins."""
        jobs_of(worker)[self.name] = self._job

    def teardown(self, worker: Any) -> None:
        """When it ends, or nobody needs the job any more."""
        jobs_of(worker).pop(self.name, None)


def jobs_of(worker: Any) -> Dict[str, Any]:
    """The jobs that a worker has at present."""
    if not hasattr(worker, JOBS):
        setattr(worker, JOBS, {})
    jobs: Dict[str, Any] = getattr(worker, JOBS)
    return jobs


def _work(name: str, *arguments: Any) -> Any:
    """On a worker."""
    job = jobs_of(get_worker()).get(name)
    if job is None:
        raise UserError("This worker was not given its job: start again.")
    return job.do(*arguments)


class DaskCluster(Cluster):
    """Workers, by their client."""

    def __init__(self, client: Any) -> None:
        self.client = client

    @property
    def workers(self) -> int:
        return max(1, int(sum(self.client.ncores().values())))

    def run(self, job: Any, tasks: Iterator[Task], done: Callable[[int, Any], None],
            failed: Callable[[int, str], None]) -> None:
        plugin = _Plugin(job)
        self.client.register_plugin(plugin)
        numbers, pending = {}, as_completed(raise_errors=False)
        waiting, exhausted = 0, False
        try:
            while True:
                while not exhausted and waiting < self.workers * (1 + AHEAD):
                    task = next(tasks, None)
                    if task is None:
                        exhausted = True
                        break
                    number, arguments = task
                    future = self.client.submit(_work, plugin.name, number, *arguments, pure=False, retries=TRIES - 1)
                    numbers[future.key] = number
                    pending.add(future)
                    waiting += 1
                if waiting == 0:
                    return
                future = next(pending)
                number = numbers.pop(future.key)
                waiting -= 1
                if future.status == "finished":
                    done(number, future.result())
                else:
                    failed(number, _reason(future))
                future.release()
        finally:
            pending.clear()
            try:
                self.client.unregister_worker_plugin(plugin.name)
            except Exception:  # pylint: disable=broad-exception-caught
                pass  # the cluster is gone, and with it what it was given


def _reason(future: Any) -> str:
    try:
        error = future.exception()
    except Exception as other:  # pylint: disable=broad-exception-caught
        error = other
    return reason(error)


@contextmanager
def dask_cluster(scheduler: str) -> Iterator[DaskCluster]:
    """The cluster at an address. Raises UserError."""
    # What workers say of a connection that is lost because a run ends is no news.
    for name in ("distributed", "distributed.nanny", "distributed.worker", "distributed.scheduler", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with dask.config.set({"distributed.comm.timeouts.connect": "30s"}):
        try:
            client = Client(scheduler, timeout=PATIENCE)
        except (OSError, ValueError, TimeoutError) as error:
            raise UserError(f"There is no Dask scheduler at {scheduler}: start 'dask scheduler', or leave --scheduler "
                            "out.") from error
        with client:
            if not client.ncores():
                raise UserError(f"The scheduler at {scheduler} has no workers: start 'dask worker {scheduler}'.")
            yield DaskCluster(client)
