# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig issue, killed: at random moments, whole or a worker alone, and at every step that touches a file.

KSIG_FLEET_KILLS: how many random moments (4; `make fleet` takes 200); KSIG_FLEET_SEED: of the moments."""
from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any, Dict, List, Optional

import pytest

pytest.importorskip("pyarrow")
psutil = pytest.importorskip("psutil")

from fleet import issue, keys, parts, rows, start, table, tool  # noqa: E402

pytestmark = pytest.mark.library
KILLS = int(os.environ.get("KSIG_FLEET_KILLS", "4"))
RESULTS = Path(__file__).resolve().parents[2] / "build" / "results"
ROWS, PER_FILE = 800, 20
# The tool alone, whose workers must end by themselves; the tool with its workers; a worker, and the run goes on.
MODES = ("tool", "all", "worker")


class Chain:
    """One folder: runs that are killed, until one ends by itself."""

    def __init__(self, words: List[object], folder: Path, dice: random.Random) -> None:
        self.words, self.folder, self.dice = words, folder, dice
        self.seen: Dict[str, str] = {}
        self.kills: Counter = Counter()
        self.unfinished = 0

    def moment(self, running: "subprocess.Popen[bytes]") -> None:
        """Waits for one: somewhere in the beginning, or some files later."""
        before, more = len(parts(self.folder)), self.dice.randrange(5)
        while more and running.poll() is None and len(list(self.folder.glob("part-*"))) < before + more:
            time.sleep(0.002)
        try:
            running.wait(self.dice.uniform(0, 0.3 if more else 3))
        except subprocess.TimeoutExpired:
            pass

    def unchanged(self) -> None:
        """What was issued once stays as it is."""
        now = parts(self.folder)
        assert {name: now.get(name) for name in self.seen} == self.seen
        self.seen = now

    def run(self, mode: Optional[str]) -> bool:
        """One run. True: it ended by itself, and well."""
        running = start(*self.words, "--json")
        if mode:
            self.moment(running)
        if mode and running.poll() is None:
            if mode == "tool":
                running.kill()
            elif mode == "all":
                os.killpg(running.pid, signal.SIGKILL)
            else:
                workers = [child for child in psutil.Process(running.pid).children(recursive=True)
                           if "spawn_main" in " ".join(child.cmdline()) and child.status() != psutil.STATUS_ZOMBIE]
                if workers:
                    self.dice.choice(workers).kill()
                    self.kills[mode] += 1
            self.kills[mode] += mode != "worker"
        said, wrong = running.communicate(timeout=1500)
        if mode in ("tool", "all") and running.returncode == -signal.SIGKILL:
            self.unchanged()
            return False
        assert running.returncode == 0, (said[-2000:], wrong[-2000:])
        self.unchanged()
        return True


def campaign(tmp_path: Path, kills: int, seed: int, *more: object) -> Counter:
    """So many kills; every folder is compared with that of a run that nobody disturbed."""
    dice, total, folders = random.Random(seed), Counter(), 0
    devices, key = table(tmp_path / "devices.parquet", ROWS), keys(tmp_path)
    randomized = "--randomized" in more
    expected: Dict[str, str] = {}
    if not randomized:
        issue(key, devices, tmp_path / "whole", "--rows-per-file", PER_FILE)
        expected = parts(tmp_path / "whole")
        assert len(expected) == ROWS // PER_FILE
    while sum(total[mode] for mode in MODES) < kills:
        folder = tmp_path / f"tokens-{folders}"
        chain = Chain(["issue", "--key", key, "--devices", devices, "--out", folder, "--rows-per-file", PER_FILE,
                       "--workers", dice.choice((1, 2)), *more], folder, dice)
        while True:
            left = kills - sum(total[mode] for mode in MODES) - chain.kills.total()
            mode = MODES[(sum(total[mode] for mode in MODES) + chain.kills.total()) % 3] if left > 0 else None
            if chain.run(mode):
                break
        found = parts(folder)
        if randomized:
            assert len(found) == ROWS // PER_FILE
            assert {name: (folder / "_ledger" / name[5:11]).read_text() for name in found} == found
        else:
            assert found == expected
        assert not list((folder / "_unfinished").iterdir())
        report = tool("audit", folder, "--devices", devices)
        assert report["accepted"] == ROWS and report["clean"]
        total += chain.kills
        folders += 1
        total["folders"] = folders
        record(seed, total, kills, more)
    return total


def record(seed: int, total: Counter, kills: int, more: Any) -> None:
    """What was done, for the folder of results."""
    if kills > 4:
        RESULTS.mkdir(parents=True, exist_ok=True)
        counts = ", ".join(f"{mode} {total[mode]}" for mode in MODES)
        name = "fleet-kills" + ("-randomized" if more else "")
        (RESULTS / f"{name}.txt").write_text(
            f"kilosig issue {' '.join(map(str, more))}: killed {sum(total[mode] for mode in MODES)} times at random "
            f"({counts}), {total['folders']} folders of {ROWS:,} tokens, each complete, unchanged and accepted in the "
            f"end; seed {seed}\n")


@pytest.mark.timeout(36000)
def test_random_moments(tmp_path: Path) -> None:
    """No token is lost, none is issued twice with another content; what is left of a run is removed by the next."""
    seed = int(os.environ.get("KSIG_FLEET_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"seed {seed}")
    total = campaign(tmp_path, KILLS, seed)
    assert sum(total[mode] for mode in MODES) >= KILLS and all(total[mode] for mode in MODES)


@pytest.mark.timeout(36000)
def test_random_moments_randomized(tmp_path: Path) -> None:
    """The same of signatures that would differ each time: a quarter of the kills."""
    seed = int(os.environ.get("KSIG_FLEET_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"seed {seed}")
    total = campaign(tmp_path, max(1, KILLS // 4), seed, "--randomized")
    assert sum(total[mode] for mode in MODES) >= max(1, KILLS // 4)


class Dies:
    """In a forked child: ends the process without a word at the n-th call of a function that touches files."""

    WATCHED = ("open", "replace", "link", "unlink", "fsync", "makedirs")

    def __init__(self, at: int) -> None:
        self.left = at

    def step(self) -> None:
        """Before each call, and behind it."""
        if self.left == 0:
            os._exit(77)
        self.left -= 1

    def install(self) -> None:
        """For good: the process ends soon."""
        import builtins

        def watched(function: Any) -> Any:
            def call(*arguments: Any, **named: Any) -> Any:
                self.step()
                result = function(*arguments, **named)
                self.step()
                return result
            return call

        for name in self.WATCHED:
            setattr(os, name, watched(getattr(os, name)))
        opened = builtins.open

        class Half:
            """A file whose writes are cut in half by the end."""

            def __init__(self, file: Any, dies: Dies) -> None:
                self.file, self.dies = file, dies

            def __enter__(self) -> "Half":
                return self

            def __exit__(self, *_: Any) -> None:
                self.file.close()

            def write(self, data: bytes) -> int:
                half = len(data) // 2
                self.file.write(data[:half])
                self.file.flush()
                self.dies.step()
                return half + int(self.file.write(data[half:]))

            def __getattr__(self, name: str) -> Any:
                return getattr(self.file, name)

        def opening(path: Any, mode: str = "r", *arguments: Any, **named: Any) -> Any:
            self.step()
            file = opened(path, mode, *arguments, **named)
            return Half(file, self) if "w" in mode else file

        builtins.open = opening


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
    """A worker that dies before, in or behind any single call that touches a file: the next one makes it right, and
    what was issued stays."""
    import numpy as np

    from kilosig.files.pkcs8 import parse_private_key
    from kilosig.fleet.parts import part_name
    from kilosig.fleet.store import Store
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
        store = Store(str(folder))
        job = Job(store, "plan", 8, randomized, key)
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
        store.remove_unfinished()
        assert not list((folder / "_unfinished").iterdir())
        assert len(list(folder.glob(f"{HELD}/*"))) <= 2
        if code == 0:
            break
        steps += 1
    assert steps > (40 if randomized else 10)
    assert len(digests) == (steps + 1 if randomized else 1)
    assert len(rows(folder)) == 5
