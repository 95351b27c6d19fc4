# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A Dask cluster. Tasks go out as they are done, so that memory stays flat.

Dask says which worker does a task, and no more: job and answer have connections of their own (exchange.py), and what
the cluster sends to this process makes no object in it (_DataOnly). A worker that was taken over, and the scheduler
that it takes over next, can refuse to work and can answer wrongly, which the run checks; they run nothing here."""
from __future__ import annotations

import logging
import queue
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import dask
import distributed
from distributed.comm.addressing import get_local_address_for

from kilosig.errors import UserError
from kilosig.fleet.cluster import TRIES, Cluster, Task, reason
from kilosig.fleet.exchange import ERROR, Errand, Exchange, Ticket, decode, encode

# Its functions have types, but not all of their arguments do.
Client: Any = distributed.Client
get_worker: Any = distributed.get_worker

AHEAD = 2  # tasks that wait for each core, so that none has to wait for its next one
PATIENCE = "20s"  # with a scheduler that does not answer
GLANCE = 1.0  # seconds between two looks at the connection to the scheduler


class _DataOnly:
    """While it is held, nothing in this process is unpickled that names a class or a function.

    Dask's protocol has pickles in more places than a client can switch off: any message may be marked as one, whatever
    deserializers are allowed, and so are errors of tasks. Python asks its audit hooks before a pickle gets at a name
    (PEP 578); without names, a pickle is numbers, strings and lists."""

    _holders = 0
    _guard = threading.Lock()
    _hooked = False

    @classmethod
    def _hook(cls, event: str, arguments: tuple[Any, ...]) -> None:
        # Dask wraps bytes by naming their class. It takes a TypeError for an error that it cannot read.
        if event == "pickle.find_class" and cls._holders and arguments not in (("builtins", "bytes"),):
            raise TypeError("the cluster sent an object, not data")

    def __enter__(self) -> None:
        with self._guard:
            if not _DataOnly._hooked:
                sys.addaudithook(_DataOnly._hook)
                _DataOnly._hooked = True
            _DataOnly._holders += 1

    def __exit__(self, *_: object) -> None:
        with self._guard:
            _DataOnly._holders -= 1


def _work(ticket: Ticket, *arguments: Any) -> None:
    """On a worker. Says nothing to Dask, not even of an error."""
    try:
        context = get_worker().security.get_connection_args("worker")["ssl_context"]
        with Errand(ticket, context) as errand:
            try:
                answer = encode(errand.job.do(ticket.number, *arguments))
            except Exception as error:  # pylint: disable=broad-exception-caught
                answer = encode({"failed": reason(error)})
            errand.bring(answer)
    except Exception:  # pylint: disable=broad-exception-caught
        pass  # the run sees that there is no answer


@dataclass
class _AtWork:
    """A task that was given out. future: Dask's, of the last try."""

    task: Task
    future: Any
    tries: int


class DaskCluster(Cluster):
    """Workers, by their client. listen: where they reach this process."""

    def __init__(self, client: Any, listen: tuple[str, int]) -> None:
        self.client, self.listen = client, listen

    @property
    def workers(self) -> int:
        return max(1, int(sum(self.client.ncores().values())))

    @property
    def trusted(self) -> bool:
        return False

    def run(self, job: Any, tasks: Iterator[Task], done: Callable[[int, Any], None],
            failed: Callable[[int, str], None]) -> None:
        tls = self.client.scheduler.address.startswith("tls://")
        context = self.client.security.get_listen_args("client")["ssl_context"] if tls else None
        try:
            exchange = Exchange(job, self.listen, context)
        except OSError as error:
            raise UserError(f"Nobody can listen at {self.listen[0]}:{self.listen[1]} ({error.strerror}): give --listen "
                            "an address of this machine that workers reach.") from error
        with exchange:
            _Run(self, exchange, job.answer, done, failed).all(tasks)


class _Run:
    """All tasks of a job."""

    def __init__(self, cluster: DaskCluster, exchange: Exchange, shapes: tuple[Any, ...],
                 done: Callable[[int, Any], None], failed: Callable[[int, str], None]) -> None:
        self._cluster, self._exchange, self._shapes = cluster, exchange, shapes
        self._done, self._failed = done, failed
        self._at_work: dict[int, _AtWork] = {}
        self._tries: Counter[int] = Counter()

    def all(self, tasks: Iterator[Task]) -> None:
        """From the first to the last."""
        exhausted = False
        while True:
            while not exhausted and len(self._at_work) < self._cluster.workers * (1 + AHEAD):
                task = next(tasks, None)
                exhausted = task is None
                if task is not None:
                    self._give(task)
            if not self._at_work:
                return
            self._event()

    def _give(self, task: Task) -> None:
        number, arguments = task
        self._tries[number] += 1
        future = self._cluster.client.submit(_work, self._exchange.ticket(number), *arguments, pure=False)
        self._at_work[number] = _AtWork(task, future, self._tries[number])
        tries = self._tries[number]
        future.add_done_callback(lambda _: self._exchange.events.put((number, tries)))

    def _event(self) -> None:
        """Waits for an answer, or for the end of a task that has none."""
        try:
            number, what = self._exchange.events.get(timeout=GLANCE)
        except queue.Empty:
            if self._cluster.client.status not in ("running", "connecting"):
                raise UserError("The connection to the scheduler has ended: start again.") from None
            return
        one = self._at_work.get(number)
        if one is None or (isinstance(what, int) and what != one.tries):
            return  # a task that is done, or an earlier try
        if isinstance(what, bytes):
            self._answered(one, what)
        elif one.future.status == "error":
            self._ended(one, "its workers died, or did not begin")
        else:
            self._again(one, "its worker brought no answer; if none does, see --listen")

    def _ended(self, one: _AtWork, why: str | None) -> None:
        number = one.task[0]
        self._exchange.withdraw(number)
        del self._at_work[number]
        self._tries.pop(number)
        one.future.release()
        if why is not None:
            self._failed(number, why)

    def _again(self, one: _AtWork, why: str) -> None:
        """Another try, if there is one left."""
        if one.tries >= TRIES:
            self._ended(one, why)
            return
        one.future.release()
        self._give(one.task)

    def _answered(self, one: _AtWork, answer: bytes) -> None:
        try:
            result = decode(answer, ERROR, *self._shapes)
        except ValueError as error:
            self._ended(one, str(error))
            return
        if result.keys() == ERROR.keys():
            self._again(one, " ".join(result["failed"].split())[:300])
            return
        self._ended(one, None)
        self._done(one.task[0], result)


def _keep_errors_closed(client: Any) -> None:
    """The client would unpickle why a task failed, and lose the task where that fails."""
    handlers = client._stream_handlers  # pylint: disable=protected-access
    tell = handlers["task-erred"]
    handlers["task-erred"] = lambda key=None, **_: tell(key=key, exception="it failed", traceback=None)


@contextmanager
def dask_cluster(scheduler: str, listen: tuple[str, int] | None = None) -> Iterator[DaskCluster]:
    """The cluster at an address. listen: host and port where its workers reach this process; else the address that it
    has on the way to the scheduler. Raises UserError."""
    # What is said of a connection that is lost because a run ends is no news, and strangers' words are not printed.
    for name in [name for name in logging.root.manager.loggerDict if name.startswith(("distributed", "tornado"))]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    Client._default_event_handlers = {}  # by which workers would print here  # pylint: disable=protected-access
    with _DataOnly(), dask.config.set({"distributed.comm.timeouts.connect": "30s"}):
        try:
            client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError, TypeError, RuntimeError) as error:
            if scheduler.startswith("tls://") and not dask.config.get("distributed.comm.tls.ca-file"):
                raise UserError(f"{scheduler} needs certificates: name them in Dask's configuration, "
                                "distributed.comm.tls (docs/fleet.md).") from error
            raise UserError(f"There is no Dask scheduler at {scheduler}, or none that takes this machine: start 'dask "
                            "scheduler', or omit --scheduler.") from error
        with client:
            _keep_errors_closed(client)
            if not client.ncores():
                raise UserError(f"The scheduler at {scheduler} has no workers: start 'dask worker {scheduler}'.")
            here = get_local_address_for(client.scheduler.address).partition("://")[2].strip("[]")
            yield DaskCluster(client, listen or (here, 0))
