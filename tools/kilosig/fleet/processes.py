# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Processes of this machine, by concurrent.futures. Each is an executor of its own: if one dies, the others go on, and
it is known at which task."""
from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from kilosig.fleet.cluster import LOST_WORKERS, TRIES, Cluster, Task, reason


class _Worker:
    """What a worker process has."""

    job: Any = None


def _begin(job: Any) -> None:
    """When a worker begins. It ends with the process that started it, however that one ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for that process
    _Worker.job = job
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _work(number: int, *arguments: Any) -> Any:
    """On a worker."""
    return _Worker.job.do(number, *arguments)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that begin meanwhile do not hear Ctrl-C; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Processes(Cluster):
    """So many processes."""

    def __init__(self, count: int) -> None:
        self._count = count
        # Workers are forked from a process that has loaded what they need, and that has no threads.
        method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        self._context: Any = multiprocessing.get_context(method)

    @property
    def workers(self) -> int:
        return self._count

    def run(self, job: Any, tasks: Iterator[Task], done: Callable[[int, Any], None],
            failed: Callable[[int, str], None]) -> None:
        self._context.set_forkserver_preload([__name__, type(job).__module__])
        idle: list[ProcessPoolExecutor | None] = [None] * self._count  # None: a process that is not there yet
        at_work: dict[Future[Any], tuple[ProcessPoolExecutor, Task]] = {}
        again: deque[Task] = deque()
        failures: Counter[int] = Counter()
        losses: Counter[int] = Counter()
        others = set(multiprocessing.active_children())
        started: list[ProcessPoolExecutor] = []

        def begun() -> ProcessPoolExecutor:
            started.append(ProcessPoolExecutor(1, self._context, _begin, (job,)))
            return started[-1]

        def ended(future: Future[Any], task: Task) -> bool:
            """Whether its worker is still there."""
            error, number = future.exception(), task[0]
            lost = isinstance(error, BrokenProcessPool)
            (losses if lost else failures)[number] += error is not None
            if error is None:
                done(number, future.result())
            elif losses[number] < LOST_WORKERS and failures[number] < TRIES:
                again.append(task)
            else:
                failed(number, reason(error))
            return not lost

        try:
            following = next(tasks, None)  # is read while they work
            while True:
                while idle and (again or following):
                    task = again.popleft() if again else following
                    assert task is not None
                    worker = idle.pop() or begun()
                    at_work[_submitted(worker, task)] = worker, task
                    if task is following:
                        following = next(tasks, None)
                if not at_work:
                    break
                for future in wait(at_work, return_when=FIRST_COMPLETED).done:
                    worker, task = at_work.pop(future)
                    if ended(future, task):
                        idle.append(worker)
                    else:
                        worker.shutdown()
                        idle.append(None)
            for one in idle:
                if one is not None:
                    one.shutdown()  # before the rest are killed: these have done their work
        finally:
            for child in set(multiprocessing.active_children()) - others:
                child.kill()
            for one in started:  # else its thread may still end while Python exits, which then complains
                one.shutdown(cancel_futures=True)


def _submitted(worker: ProcessPoolExecutor, task: Task) -> Future[Any]:
    """What will come of a task."""
    try:
        with _deaf():
            return worker.submit(_work, task[0], *task[1])
    except BrokenProcessPool as error:  # it died while it had nothing to do
        lost: Future[Any] = Future()
        lost.set_exception(error)
        return lost


@contextmanager
def processes(count: int) -> Iterator[Processes]:
    """So many, which begin with the first task."""
    yield Processes(count)
