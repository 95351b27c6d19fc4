# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Dask: the cores of this machine, or a cluster. Tasks go out as they are done, so that memory stays flat."""
from __future__ import annotations

import logging
import os
import signal
import threading
import uuid
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, Optional, Tuple

import dask
import distributed

from kilosig.errors import UserError

# Its functions have types, but not all of their arguments do.
Client: Any = distributed.Client
LocalCluster: Any = distributed.LocalCluster
as_completed: Any = distributed.as_completed
get_worker: Any = distributed.get_worker

AHEAD = 2  # tasks that wait for each core, so that none has to wait for its next one
LOST_WORKERS = 10  # a task that so many workers died of is given up
PATIENCE = "20s"  # with a scheduler that does not answer
JOBS = "kilosig_jobs"  # of a worker: by the names of their runs, because several may share a cluster

SETTINGS = {
    "distributed.scheduler.allowed-failures": LOST_WORKERS, "distributed.comm.timeouts.connect": "30s",
    "distributed.admin.log-format": "%(message)s",
    # Pages and samples that nobody looks at; on a busy machine they cost more than the work.
    "distributed.scheduler.http.routes": [], "distributed.worker.http.routes": [],
    "distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s"}

# A task: its number and its arguments.
Task = Tuple[int, Tuple[Any, ...]]


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


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Cluster:
    """Workers, by their client."""

    def __init__(self, client: Any) -> None:
        self.client = client

    @property
    def workers(self) -> int:
        """How many tasks run at once."""
        return max(1, int(sum(self.client.ncores().values())))

    def run(self, job: Any, tasks: Iterator[Task], done: Callable[[int, Any], None],
            failed: Callable[[int, str], None]) -> None:
        """Does job.do(number, *arguments) for all tasks, some ahead of the workers. done and failed are told of each as
        it ends. A task whose worker dies is done by another."""
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
                    future = self.client.submit(_work, plugin.name, number, *arguments, pure=False, retries=2)
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
    return " ".join(str(error).split())[:300] or type(error).__name__


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that begin meanwhile do not hear Ctrl-C: this one does, and ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def cluster(scheduler: Optional[str] = None, workers: Optional[int] = None) -> Iterator[Cluster]:
    """The cluster at an address, else as many processes here as there are cores. Raises UserError."""
    # What workers say of a connection that is lost because a run ends is no news.
    for name in ("distributed", "distributed.nanny", "distributed.worker", "distributed.scheduler", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with dask.config.set(SETTINGS):
        if scheduler is None:
            # memory_limit 0: memory is flat, and a worker must not be stopped for what the system counts as its own.
            # The HTTP server cannot be left out: it has no routes, and any port of this machine alone.
            with _deaf():
                made = LocalCluster(n_workers=workers or cores(), threads_per_worker=1, processes=True, memory_limit=0,
                                    dashboard_address=None, scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                                    silence_logs=logging.CRITICAL)
            with made as local, Client(local) as client:
                yield Cluster(client)
            return
        try:
            client = Client(scheduler, timeout=PATIENCE)
        except (OSError, ValueError, TimeoutError) as error:
            raise UserError(f"There is no Dask scheduler at {scheduler}: start 'dask scheduler', or leave --scheduler "
                            "out.") from error
        with client:
            if not client.ncores():
                raise UserError(f"The scheduler at {scheduler} has no workers: start 'dask worker {scheduler}'.")
            yield Cluster(client)
