# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The processes that sign and verify on one machine: those that die, tasks that fail, and what others can see."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

psutil = pytest.importorskip("psutil")

from kilosig.fleet.cluster import TRIES, Task  # noqa: E402
from kilosig.fleet.processes import Processes  # noqa: E402


LOST = 4  # instead of LOST_WORKERS: the start of a process takes a while


class Job:
    """Notes each try in a file. What a task does is its argument."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)

    def tries(self, number: int) -> int:
        """How often a task was begun."""
        return sum(name.startswith(f"{number}-") for name in os.listdir(self.folder))

    def do(self, number: int, what: str) -> tuple[int, int]:
        tries = self.tries(number)
        with open(os.path.join(self.folder, f"{number}-{tries}"), "w", encoding="ascii") as file:
            file.write(str(os.getpid()))
        if what == "dies" or what == "dies once" and not tries:
            os.kill(os.getpid(), signal.SIGKILL)
        if what == "fails" or what == "fails once" and not tries:
            raise ValueError("not\ntoday")
        if what == "cannot be sent":
            raise Unsendable()
        if what == "waits":
            time.sleep(3600)
        return number, os.getpid()


class Unsendable(Exception):
    """An error that no other process can read."""

    def __reduce__(self) -> Any:
        raise TypeError("no")


def ran(job: Job, tasks: Iterator[Task], count: int = 2) -> tuple[dict[int, int], dict[int, str]]:
    """Workers of the tasks that were done, and reasons of those that were not."""
    done: dict[int, int] = {}
    failed: dict[int, str] = {}

    def one(number: int, result: tuple[int, int]) -> None:
        assert result[0] == number and number not in done
        done[number] = result[1]

    before = children()
    Processes(count).run(job, tasks, one, lambda number, why: failed.update({number: why}))
    assert not set(done) & set(failed)
    gone(lambda: children() - before)
    return done, failed


def children() -> Any:
    """Workers: the processes below the one that they are forked from."""
    return {child.pid for server in psutil.Process().children() for child in server.children()}


def gone(left: Callable[[], Any]) -> None:
    """Waits until nothing is left."""
    end = time.monotonic() + 300
    while left():
        assert time.monotonic() < end, left()
        time.sleep(0.01)


def test_each_task_once(tmp_path: Path) -> None:
    """By several processes; no more tasks are taken than have somebody to do them, but for one."""
    job, taken = Job(tmp_path), []

    def tasks() -> Iterator[tuple[int, tuple[str]]]:
        for number in range(40):
            taken.append(number)
            finished = sum(name.endswith("-0") for name in os.listdir(tmp_path))
            assert number <= finished + 2 + 1
            yield number, ("",)

    done, failed = ran(job, tasks())
    assert sorted(done) == taken == list(range(40)) and not failed
    assert len(set(done.values())) <= 2 and os.getpid() not in done.values()
    assert ran(Job(tmp_path), iter(())) == ({}, {})


def test_what_goes_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A task whose worker dies, or that fails, is tried again, and given up in the end. No other one suffers."""
    monkeypatch.setattr("kilosig.fleet.processes.LOST_WORKERS", LOST)
    what = ["dies once", "", "fails once", "dies", "fails", "cannot be sent", "", "dies once", "dies"]
    job = Job(tmp_path)
    done, failed = ran(job, ((number, (one,)) for number, one in enumerate(what)))
    assert sorted(done) == [0, 1, 2, 6, 7] and sorted(failed) == [3, 4, 5, 8]
    assert [job.tries(number) for number in range(9)] == [2, 1, 2, LOST, TRIES, TRIES, 1, 2, LOST]
    assert failed[4] == "not today" and all("\n" not in why for why in failed.values())


def test_idle_worker_dies(tmp_path: Path) -> None:
    """One that has nothing to do is missed by nobody."""
    def tasks() -> Iterator[tuple[int, tuple[str]]]:
        yield 0, ("",)
        yield 1, ("",)
        gone(lambda: sum(path.read_text() != "" for path in tmp_path.iterdir()) < 2)  # each is there, and written
        for path in tmp_path.iterdir():
            os.kill(int(path.read_text()), signal.SIGKILL)
        yield 2, ("",)
        yield 3, ("",)

    done, failed = ran(Job(tmp_path), tasks())
    assert sorted(done) == [0, 1, 2, 3] and not failed


def test_error_ends_them(tmp_path: Path) -> None:
    """Whatever ends the run ends its workers, at whatever they are."""
    def tasks() -> Iterator[tuple[int, tuple[str]]]:
        yield 0, ("waits",)
        gone(lambda: not list(tmp_path.iterdir()))
        raise KeyboardInterrupt

    before = children()
    with pytest.raises(KeyboardInterrupt):
        Processes(2).run(Job(tmp_path), tasks(), lambda *_: None, lambda *_: None)
    gone(lambda: children() - before)


RUN = """import sys
from pathlib import Path
from kilosig.fleet.processes import Processes
from test_fleet_processes import Job
if __name__ == "__main__":
    job = Job(Path(sys.argv[1]))
    job.secret = "".join(("a secret ", "that nobody sees"))
    Processes(2).run(job, iter([(0, ("waits",)), (1, ("waits",))]), print, print)
"""


def test_run_is_killed(tmp_path: Path) -> None:
    """Its processes end by themselves. While they are there, neither their commands nor environments tell the job."""
    (tmp_path / "run.py").write_text(RUN)
    noted = tmp_path / "noted"
    noted.mkdir()
    running = subprocess.Popen([sys.executable, str(tmp_path / "run.py"), str(noted)], stdin=subprocess.DEVNULL,
                               env={**os.environ, "PYTHONPATH": os.pathsep.join(
                                   (str(Path(__file__).resolve().parents[2] / "tools"), str(Path(__file__).parent)))})
    gone(lambda: len(list(noted.iterdir())) < 2)
    workers: list[Any] = psutil.Process(running.pid).children(recursive=True)
    assert len(workers) >= 3
    for one in workers:
        assert b"nobody" not in (Path("/proc") / str(one.pid) / "cmdline").read_bytes()
        assert b"nobody" not in (Path("/proc") / str(one.pid) / "environ").read_bytes()
    running.kill()
    running.wait()
    gone(lambda: [one for one in workers if one.is_running() and one.status() != psutil.STATUS_ZOMBIE])
