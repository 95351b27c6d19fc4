# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig issue, killed: at random moments, whole or a worker alone, and at every step that touches a file.

KSIG_FLEET_KILLS: how many random moments of runs whose workers are forked, on a slow disk (6; `make fleet` takes 200);
KSIG_FLEET_TOOL_KILLS: of the command, and of the command with a Dask cluster, whose start takes seconds (3; 30);
KSIG_FLEET_SEED: of the moments."""
from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import tempfile
import time
import traceback
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")
psutil = pytest.importorskip("psutil")

from fleet import keys, parts, rows, start, table  # noqa: E402

from kilosig.errors import UserError  # noqa: E402
from kilosig.files import whole  # noqa: E402
from kilosig.files.pkcs8 import parse_private_key  # noqa: E402
from kilosig.fleet import audit, issue as engine, plan as plans, store  # noqa: E402
from kilosig.fleet.cluster import Cluster  # noqa: E402
from kilosig.fleet.devices import Devices  # noqa: E402
from kilosig.fleet.tokens import ACTIVATION  # noqa: E402

pytestmark = pytest.mark.library
KILLS = int(os.environ.get("KSIG_FLEET_KILLS", "6"))
TOOL_KILLS = int(os.environ.get("KSIG_FLEET_TOOL_KILLS", "3"))
RESULTS = Path(__file__).resolve().parents[2] / "build" / "results"
ROWS, PER_FILE = 300, 20
# The tool alone, whose workers must end by themselves; the tool with its workers; a worker, and the run goes on.
MODES = ("tool", "all", "worker")


def children(parent: int, words: str = "", of: str = "") -> list[Any]:
    """Processes below one that are alive, with these words in their command, and those words in their parent's. Any of
    them may end meanwhile."""
    found = []
    try:
        for child in psutil.Process(parent).children(recursive=True):
            try:
                if (words in " ".join(child.cmdline()) and of in " ".join(child.parent().cmdline())
                        and child.status() != psutil.STATUS_ZOMBIE):
                    found.append(child)
            except (psutil.Error, AttributeError):
                pass
    except psutil.Error:
        pass
    return found


Begin = Callable[[Path], Any]  # of a run into a folder: something like a Popen, with its workers


class Chain:
    """One folder: runs that are killed, until one ends by itself."""

    def __init__(self, begin: Begin, folder: Path, dice: random.Random) -> None:
        self.begin, self.folder, self.dice = begin, folder, dice
        self.seen: dict[str, str] = {}
        self.kills: Counter = Counter()

    def moment(self, running: Any) -> None:
        """Waits for one: somewhere in the beginning, or some files later."""
        before, more = len(parts(self.folder)), self.dice.randrange(5)
        while more and running.poll() is None and len(list(self.folder.glob("part-*"))) < before + more:
            time.sleep(0.002)
        try:
            running.wait(self.dice.uniform(0, running.file if more else running.start))
        except subprocess.TimeoutExpired:
            pass

    def unchanged(self) -> None:
        """What was issued once stays as it is."""
        now = parts(self.folder)
        assert {name: now.get(name) for name in self.seen} == self.seen
        self.seen = now

    def marks(self) -> list[Path]:
        """Of slow_disk()."""
        return list((self.folder.parent / "marks").glob("*"))

    def wait_until_free(self) -> None:
        """What was killed, or had just been forked, holds the folder until it gets the processor."""
        until = time.monotonic() + 120
        while (self.folder / "_lock").exists():
            try:
                with store.Store(str(self.folder)).locked():
                    return
            except UserError:
                assert time.monotonic() < until
                time.sleep(0.01)

    def run(self, mode: str | None) -> bool:
        """One run. True: it ended by itself, and well."""
        for mark in self.marks():
            mark.unlink()
        running = self.begin(self.folder)
        if mode:
            self.moment(running)
        if mode and running.poll() is None:
            if mode == "tool":
                workers = running.workers()
                running.kill()
                psutil.wait_procs(workers, timeout=120)  # until they notice they hold the folder
            elif mode == "all":
                os.killpg(running.pid, signal.SIGKILL)
            else:
                workers = running.workers()
                if workers:
                    try:
                        self.dice.choice(workers).kill()
                        self.kills[mode] += 1
                    except psutil.Error:
                        pass  # it has just ended
            self.kills[mode] += mode != "worker"
        said, wrong = running.communicate(timeout=1500)
        if mode in ("tool", "all") and running.returncode == -signal.SIGKILL:
            self.kills["in a file"] += bool(self.marks())
            self.wait_until_free()
            self.unchanged()
            return False
        assert running.returncode == 0, (said[-2000:], wrong[-2000:])
        self.unchanged()
        return True


def campaign(tmp_path: Path, kills: int, seed: int, size: tuple[int, int], begin: Begin, whole: Begin,
             check: Callable[[Path], None], name: str) -> Counter:
    """So many kills; every folder is compared with that of a run that nobody disturbed, or with its ledger."""
    dice, total, folders = random.Random(seed), Counter(), 0
    files = size[0] // size[1]
    randomized = "randomized" in name
    undisturbed = whole(tmp_path / "whole")
    undisturbed.communicate(timeout=1500)
    assert undisturbed.returncode == 0
    expected = parts(tmp_path / "whole")
    assert len(expected) == files
    while sum(total[mode] for mode in MODES) < kills:
        folder = tmp_path / f"tokens-{folders}"
        chain = Chain(begin, folder, dice)
        while True:
            now = sum(total[mode] + chain.kills[mode] for mode in MODES)
            if chain.run(MODES[now % 3] if now < kills else None):
                break
        found = parts(folder)
        if randomized:
            assert len(found) == files
            assert {name: (folder / "_ledger" / name[5:11]).read_text() for name in found} == found
        else:
            assert found == expected
        assert not list((folder / "_unfinished").iterdir())
        check(folder)
        total += chain.kills
        folders += 1
        total["folders"] = folders
        record(seed, total, size[0], name)
    return total


def record(seed: int, total: Counter, size: int, name: str) -> None:
    """What was done, for the folder of results."""
    if "KSIG_FLEET_KILLS" in os.environ:
        RESULTS.mkdir(parents=True, exist_ok=True)
        counts = ", ".join(f"{mode} {total[mode]}" for mode in MODES)
        half = f"{total['in a file']} times with a file half written, " if total["in a file"] else ""
        (RESULTS / f"fleet-kills-{name}.txt").write_text(
            f"kilosig issue, {name}: killed {sum(total[mode] for mode in MODES)} times at random ({counts}), "
            f"{half}{total['folders']} folders of {size:,} tokens, each complete, unchanged and accepted in the end; "
            f"seed {seed}\n")


def a_seed() -> int:
    seed = int(os.environ.get("KSIG_FLEET_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"seed {seed}")
    return seed


def of_the_command(tmp_path: Path, workers: Callable[[int], list[Any]], name: str, *more: object) -> None:
    """Kills `kilosig issue`. workers: processes of a run, by its process."""
    devices, key = table(tmp_path / "devices.parquet", ROWS), keys(tmp_path)

    def begin(folder: Path) -> Any:
        running: Any = start("issue", "--key", key, "--devices", devices, "--out", folder, "--rows-per-file", PER_FILE,
                             "--json", *more)
        running.start, running.file, running.workers = 2, 0.1, lambda: workers(running.pid)
        return running

    total = campaign(tmp_path, TOOL_KILLS, a_seed(), (ROWS, PER_FILE), begin, begin,
                     lambda folder: audited(folder, devices, ROWS), name)
    assert sum(total[mode] for mode in MODES) >= TOOL_KILLS and all(total[mode] for mode in MODES)


@pytest.mark.timeout(36000)
def test_random_moments_of_the_command(tmp_path: Path) -> None:
    """As it is used. No token is lost, none is issued twice with another content; what is left of a run is removed by
    the next. A worker may be killed as soon as it exists."""
    server = "multiprocessing.forkserver"
    of_the_command(tmp_path, lambda parent: children(parent, server, server), "command")


@pytest.mark.full  # the clusters start for a long time; without Dask's workers the test above stays
@pytest.mark.timeout(36000)
def test_random_moments_with_dask(tmp_path: Path) -> None:
    """The same on a cluster that is there already, whose workers go on when the command is killed."""
    distributed = pytest.importorskip("distributed")
    import dask
    with dask.config.set({"distributed.scheduler.allowed-failures": 10}), distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0, silence_logs=50) as cluster:
        of_the_command(tmp_path, lambda _: children(os.getpid(), "spawn_main"), "dask", "--scheduler",
                       cluster.scheduler_address)


class Forked(Cluster):
    """Workers that are forked, and forked again if they die: what Dask does, without its start. A worker whose run is
    killed ends after the file that it is at, while the next run may have begun."""

    def __init__(self, count: int) -> None:  # pylint: disable=super-init-not-called
        self.count = count

    workers = 2  # type: ignore[assignment]

    def _work(self, job: Any, pipe: Any, parent: int) -> None:
        try:
            while os.getppid() == parent:
                if pipe.poll(0.02):
                    number, arguments = pipe.recv()
                    pipe.send((number, job.do(number, *arguments)))
        finally:
            os._exit(0)

    def _fork(self, job: Any) -> Any:
        near, far = Pipe()
        parent = os.getpid()
        if os.fork() == 0:
            os.closerange(3, far.fileno())  # the lock of the folder, and the other pipes
            os.closerange(far.fileno() + 1, 1024)
            self._work(job, far, parent)
        far.close()
        return near

    def run(self, job: Any, tasks: Iterator[tuple[int, tuple[Any, ...]]], done: Callable[[int, Any], None],
            failed: Callable[[int, str], None]) -> None:
        pipes: dict[Any, Any] = {self._fork(job): None for _ in range(self.count)}

        def give(pipe: Any, task: Any) -> None:
            """To this worker, or if it is dead to a new one."""
            try:
                pipe.send(task)
            except ConnectionError:
                del pipes[pipe]
                pipe = self._fork(job)
                pipe.send(task)
            pipes[pipe] = task

        while True:
            for pipe in [one for one, task in pipes.items() if task is None]:
                task = next(tasks, None)
                if task is not None:
                    give(pipe, task)
            busy = [one for one, task in pipes.items() if task is not None]
            if not busy:
                return
            for pipe in wait(busy):
                try:
                    number, result = pipe.recv()
                except (EOFError, ConnectionError):  # it died: another one does its task
                    give(self._fork(job), pipes.pop(pipe))
                    continue
                done(number, result)
                pipes[pipe] = None


class Run:
    """A forked process that does some work in a session of its own; like a Popen."""

    start, file = 0.3, 0.1

    def __init__(self, work: Callable[[], None]) -> None:
        self.returncode: int | None = None
        self.said = tempfile.TemporaryFile()
        self.pid = os.fork()
        if self.pid == 0:
            code = 1
            try:
                os.setsid()
                work()
                code = 0
            except BaseException:  # pylint: disable=broad-exception-caught
                self.said.write(traceback.format_exc().encode())
                self.said.flush()
            finally:
                os._exit(code)

    def poll(self) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, timeout: float) -> None:
        end = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("run", timeout)
            time.sleep(0.001)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def workers(self) -> list[Any]:
        return children(self.pid)

    def communicate(self, timeout: float) -> tuple[bytes, bytes]:
        self.wait(timeout)
        self.said.seek(0)
        return b"", self.said.read()


def slow_disk(marks: Path) -> Callable[[int, Iterable[bytes]], None]:
    """whole.write_all, in small pieces with time between them. While it writes there is a mark."""
    def write(handle: int, pieces: Iterable[bytes]) -> None:
        mark = marks / uuid.uuid4().hex
        mark.touch()
        for piece in pieces:
            for at in range(0, len(piece), 1000):
                os.write(handle, piece[at:at + 1000])
                time.sleep(0.001)
        mark.unlink()

    marks.mkdir()
    return write


def audited(folder: Path, devices: Path, count: int) -> None:
    """All tokens are there, are those of the table, and are accepted."""
    place = store.Store(str(folder))
    plan = plans.read_plan(place)
    expected = engine.expected_contents(Devices(str(devices), ACTIVATION), plan, [])
    found = audit.audit(place, plan, audit.trusted_key(place, plan, None), lambda: nullcontext(Forked(1)),
                        lambda rows, total: None, "default", expected)
    assert found.clean and found.accepted == count


@pytest.mark.timeout(36000)
@pytest.mark.parametrize("randomized", [False, True])
def test_random_moments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, randomized: bool) -> None:
    """The same of the engine alone, whose runs take a moment: many more kills, many of them in a file."""
    size = (60, 5)
    devices, key = table(tmp_path / "devices.parquet", size[0]), parse_private_key(keys(tmp_path).read_bytes(), "key")

    def begin(folder: Path) -> Any:
        rows_of_it = Devices(str(devices), ACTIVATION)
        return Run(lambda: assert_complete(engine.issue(
            key, rows_of_it, store.Store(str(folder)), lambda: nullcontext(Forked(2)), lambda rows, total: None, (),
            randomized, size[1])))

    def assert_complete(result: Any) -> None:
        assert result.issued == size[0] and not result.failed

    monkeypatch.setattr(whole, "write_all", slow_disk(tmp_path / "marks"))
    name = "forked" + ("-randomized" if randomized else "")
    kills = KILLS if not randomized else max(3, KILLS // 4)
    total = campaign(tmp_path, kills, a_seed(), size, begin, begin,
                     lambda folder: audited(folder, devices, size[0]), name)
    assert sum(total[mode] for mode in MODES) >= kills and all(total[mode] for mode in MODES)


class Dies:
    """In a forked child: ends the process without a word at the n-th call of a function that touches files."""

    WATCHED = ("open", "replace", "link", "unlink", "fsync", "mkdir")

    def __init__(self, at: int) -> None:
        self.left, self.half = at, False

    def step(self) -> None:
        """Before each call, and after it."""
        if self.left == 0:
            os._exit(77)
        self.left -= 1

    def install(self) -> None:
        """For good: the process ends soon."""
        def watched(function: Any) -> Any:
            def call(*arguments: Any, **named: Any) -> Any:
                self.step()
                result = function(*arguments, **named)
                self.step()
                return result
            return call

        for name in self.WATCHED:
            setattr(os, name, watched(getattr(os, name)))
        os.write = watched(self.halved(os.write))

    def halved(self, write: Any) -> Any:
        """Every other call takes half of what it is given: between the two the end may come."""
        def call(handle: int, data: Any) -> Any:
            self.half = not self.half
            return write(handle, data[:len(data) // 2 + 1] if self.half else data)
        return call


def forked(work: Any, at: int) -> int:
    """The exit code of a child that does the work and dies at a step."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            Dies(at).install()
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("randomized", [False, True])
def test_every_step(tmp_path: Path, randomized: bool) -> None:
    """A worker that dies before, in or after any single call that touches a file: the next one makes it right, and
    what was issued stays."""
    import numpy as np

    from kilosig.fleet.parts import part_name
    from kilosig.fleet.tokens import TOKEN
    from kilosig.fleet.work import HELD, THERE, Job

    key = parse_private_key(keys(tmp_path).read_bytes(), "key")
    tokens = np.zeros(5, TOKEN)
    tokens["version"], tokens["counter"], tokens["device"][:, 0] = 1, 1, np.arange(5)
    reasons = bytes([0, 0, 2, 0, 0])
    steps, digests = 0, set()
    while True:
        folder = tmp_path / str(steps)
        folder.mkdir()
        place_of = store.Store(str(folder))
        job = Job(place_of, "plan", 8, randomized, key)
        code = forked(partial(job.do, 3, tokens.tobytes(), reasons), steps)
        assert code in (0, 77)
        place = folder / part_name(3)
        seen = hashlib.sha256(place.read_bytes()).hexdigest() if place.exists() else None
        done = job.do(3, tokens.tobytes(), reasons)
        now = hashlib.sha256(place.read_bytes()).hexdigest()
        assert seen in (None, now) and done["issued"] == 4
        digests.add(now)
        assert job.do(3, tokens.tobytes(), reasons)["done"] == THERE
        assert hashlib.sha256(place.read_bytes()).hexdigest() == now
        if randomized:
            assert (folder / "_ledger" / "000003").read_text() == now
        place_of.remove_unfinished()
        assert not list((folder / "_unfinished").iterdir())
        assert len(list(folder.glob(f"{HELD}/*"))) <= 2
        if code == 0:
            break
        steps += 1
    assert steps > (40 if randomized else 10)
    assert len(digests) == (steps + 1 if randomized else 1)
    assert len(rows(folder)) == 5
