#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Speed and memory of kilosig issue and audit beside bare loops in C; the figures of docs/fleet.md.

usage: fleet_measure.py [ROWS]... [--unsigned ROWS]... [--short ROWS]...    into build/results/fleet-speed.txt
    ROWS        tables that are signed and audited, the first also by one worker and by all; none: the costs of a row
                and of a task alone
    --unsigned  tables whose signatures are random bytes: for the memory of many rows, which signing does not change
    --short     the same with 32 bytes for a signature: the process that reads the table has as much to do as ever

Times are those of processors. The machine's change while a run lasts, so that the bare loop is measured in the midst of
it: every few seconds the run is stopped, the loop runs on all cores, and the run goes on. Linux alone."""
from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / name) for name in ("test", "test/support", "tools")]

import numpy as np  # noqa: E402
import psutil  # noqa: E402

RESULTS = ROOT / "build/results/fleet-speed.txt"
SCHEME, TOKEN_BYTES = "ml-dsa-44", 33
SIGNED, VERIFIED = 400, 2400  # by a bare loop on each core, each time
SLICE = 4.0  # seconds from one bare loop to the next
CORES = len(os.sched_getaffinity(0))
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: whose parent has ended is waited for here, and its time counted


def used(who: int = resource.RUSAGE_CHILDREN) -> float:
    """Seconds of processors."""
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def measured(work: Callable[[], object]) -> float:
    """Seconds of processors, in this process."""
    before = used(resource.RUSAGE_SELF)
    work()
    return used(resource.RUSAGE_SELF) - before


class Bare:
    """Loops in C, in a process for each core at once. Seconds of a processor for a token, and of all that was used."""

    def __init__(self) -> None:
        from kilosig.library.batch import sign_batch, verify_batch
        from kilosig.library.binding import load
        from kilosig.schemes.registry import signer_of
        library, family = load(), signer_of(SCHEME)
        pair = family.generate(SCHEME, bytes(32))
        messages = np.random.default_rng(1).bytes(SIGNED * TOKEN_BYTES)
        run, scheme = family.making(SCHEME, pair.secret), library.scheme(SCHEME)
        assert run is not None and scheme is not None
        signatures = bytes(sign_batch(library, run, messages, TOKEN_BYTES))
        size = run.output_bytes
        ends = np.arange(0, len(signatures) + 1, size, dtype=np.int32)

        def sign() -> None:
            assert len(sign_batch(library, run, messages, TOKEN_BYTES)) == len(signatures)

        def verify() -> None:
            for _ in range(VERIFIED // SIGNED):
                assert verify_batch(scheme, pair.public, messages, TOKEN_BYTES, signatures, ends, SIGNED)[0] == SIGNED

        def batches() -> None:
            for _ in range(VERIFIED // SIGNED):
                for at in range(0, SIGNED, 100):
                    accepted, _ = verify_batch(
                        scheme, pair.public, messages[TOKEN_BYTES * at:TOKEN_BYTES * (at + 100)], TOKEN_BYTES,
                        signatures[size * at:size * (at + 100)], ends[at:at + 101] - ends[at], 100)
                    assert accepted == 100

        self.work = {"sign": (sign, SIGNED), "verify": (verify, VERIFIED), "batches": (batches, VERIFIED)}

    def sample(self, kind: str) -> tuple[float, float]:
        work, count = self.work[kind]
        children, seconds, whole = [], 0.0, 0.0
        for _ in range(CORES):
            near, far = os.pipe()
            child = os.fork()
            if child == 0:
                began = time.process_time()
                work()
                os.write(far, repr(time.process_time() - began).encode())
                os._exit(0)
            os.close(far)
            children.append((child, near))
        for child, near in children:
            seconds += float(os.read(near, 100))
            os.close(near)
            _, status, usage = os.wait4(child, 0)
            assert status == 0
            whole += usage.ru_utime + usage.ru_stime
        return seconds / (CORES * count), whole


class Watch(threading.Thread):
    """The most memory that a process and its children have at once (PSS, so that shared pages count once)."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        super().__init__(daemon=True)
        self.process, self.most, self.own, self.ended = process, 0, 0, False

    def run(self) -> None:
        while not self.ended:
            try:
                top = psutil.Process(self.process.pid)
                sizes = [one.memory_full_info().pss for one in (top, *top.children(recursive=True))]
                self.most, self.own = max(self.most, sum(sizes)), max(self.own, sizes[0])
            except (psutil.Error, OSError):
                pass
            time.sleep(0.3)


def watched(words: list[str], bare: Bare | None = None, kind: str = "") -> dict[str, Any]:
    """A command that prints JSON: that, its seconds of processors, its memory, and `bare`: seconds of the loop for a
    token, the mean of those before, in the midst of it, and behind."""
    samples: list[float] = []
    others, before = 0.0, used()

    def sample() -> None:
        nonlocal others
        if bare:
            seconds, whole = bare.sample(kind)
            samples.append(seconds)
            others += whole

    sample()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen([sys.executable, *words], stdout=said, start_new_session=True)
        watch = Watch(process)
        watch.start()
        try:
            while process.poll() is None:
                try:
                    process.wait(SLICE)
                except subprocess.TimeoutExpired:
                    if bare:
                        os.killpg(process.pid, signal.SIGSTOP)
                        sample()
                        os.killpg(process.pid, signal.SIGCONT)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        finally:
            watch.ended = True
            watch.join()
        assert process.returncode == 0, words
        while True:  # its workers, and what they were forked from
            try:
                os.waitpid(-1, 0)
            except ChildProcessError:
                break
        sample()
        said.seek(0)
        return {**json.loads(said.read()), "memory": watch.most, "own": watch.own, "processors":
                used() - before - others, "bare": sum(samples) / max(1, len(samples)), "samples": len(samples)}


def unsigned(devices: str, out: str, size: str) -> None:
    """kilosig issue whose signer draws random bytes. In a process of its own."""
    import fleet_unsigned

    from kilosig.files.pkcs8 import PrivateKey
    from kilosig.fleet import cluster, issue
    from kilosig.fleet.devices import Devices
    from kilosig.fleet.store import Store
    from kilosig.fleet.tokens import ACTIVATION
    issue.Job = fleet_unsigned.SIZES[int(size)]  # type: ignore[misc]
    result = issue.issue(PrivateKey(SCHEME, bytes(32), False), Devices(devices, ACTIVATION), Store(out),
                         cluster.cluster, lambda rows, total: None)
    assert result.rows == result.plan.rows
    print(json.dumps({"rows": result.rows, "seconds": result.seconds}))


def tasks(count: str) -> None:
    """Tasks as large as those of the largest files, which do nothing. In a process of its own."""
    from fleet_unsigned import Nothing

    from kilosig.fleet.cluster import cluster
    from kilosig.fleet.plan import MOST_ROWS
    with cluster() as workers:
        workers.run(Nothing(), ((number, (bytes(TOKEN_BYTES * MOST_ROWS), bytes(MOST_ROWS)))
                                for number in range(int(count))), lambda *_: None, lambda number, why: sys.exit(why))
    print("{}")


def costs(folder: Path) -> tuple[float, float, float, float]:
    """Seconds of a processor, but for the signing: of a row, to read the table twice and to order it; of a row, to make
    and write its file; of a row, to read its file and to compare it for an audit; of a task, to send it out."""
    from fleet import table
    from fleet_unsigned import UnsignedJob

    from kilosig.files.pkcs8 import PrivateKey
    from kilosig.fleet.audit import Check
    from kilosig.fleet.devices import Devices
    from kilosig.fleet.issue import ordered
    from kilosig.fleet.plan import MOST_ROWS, Plan
    from kilosig.fleet.store import Store
    from kilosig.fleet.tokens import ACTIVATION
    rows, files = 20 * MOST_ROWS, 4
    devices = Devices(str(table(folder / "costs.parquet", rows)), ACTIVATION)
    blocks: list[Any] = []

    def read() -> None:
        ordered(devices, ())
        blocks.extend((one.tokens.tobytes(), one.reasons.tobytes()) for one in devices.pieces(MOST_ROWS))

    reading = measured(read)
    store = Store(str(folder / "costs"))
    store.prepare()
    plan = Plan(SCHEME, "", "activation", ACTIVATION.features, files * MOST_ROWS, MOST_ROWS, "", "", "deterministic")
    job = UnsignedJob(store, plan.digest, MOST_ROWS, False, PrivateKey(SCHEME, bytes(32), False))
    drawing = measured(lambda: [os.urandom(2420 * MOST_ROWS) for _ in range(files)])
    writing = measured(lambda: [job.do(number, *blocks[number]) for number in range(files)]) - drawing
    check = Check(store, plan, b"", "default")
    check._verify = lambda *_: 0.0  # type: ignore[method-assign]
    looking = measured(lambda: [check.do(number) for number in range(files)])
    few, many = (min(watched([__file__, "run-tasks", str(count)])["processors"] for _ in range(3))
                 for count in (CORES, CORES + 400))
    return reading / rows, writing / (files * MOST_ROWS), looking / (files * MOST_ROWS), max(0.0, many - few) / 400


def scaling(say: Callable[[str], None], words: list[str], out: Path) -> None:
    """Rows in a second of the clock, with one worker and with all cores. Only a quiet machine tells something."""
    rates: dict[str, dict[int, float]] = {"issue": {}, "audit": {}}
    for workers in (1, CORES):
        subprocess.run(["rm", "-r", str(out)], check=True)
        for name, command in (("issue", words), ("audit", ["-m", "kilosig", "audit", str(out), "--json"])):
            done = watched([*command, "--workers", str(workers)])
            rates[name][workers] = done["rows"] / done["seconds"]
    for name, rate in rates.items():
        say(f"{name}, {rate[1]:,.0f} rows a second with 1 worker, {rate[CORES]:,.0f} with {CORES}: "
            f"{rate[CORES] / rate[1]:.2f} times")


def main(arguments: list[str]) -> None:
    assert ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0) == 0
    if arguments[:1] in (["run-unsigned"], ["run-tasks"]):
        (unsigned if arguments[0] == "run-unsigned" else tasks)(*arguments[1:])
        return
    from fleet import keys, many_rows

    from kilosig.fleet.plan import MOST_ROWS
    wanted: dict[str, list[int]] = {"": [], "--unsigned": [], "--short": []}
    option = ""
    for word in arguments:
        if word in wanted:
            option = word
        else:
            wanted[option].append(int(word))
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"{CORES} cores, load {os.getloadavg()[0]:.1f} when it began; seconds are those of processors"]

    def say(text: str) -> None:
        lines.append(text)
        print(text, flush=True)
        RESULTS.write_text("\n".join(lines) + "\n")

    bare = Bare()
    signing = bare.sample("sign")[0]
    turns = [(bare.sample("verify")[0], bare.sample("batches")[0]) for _ in range(5)]
    verifying, batched = (sorted(one[at] for one in turns)[2] for at in (0, 1))
    say(f"bare loop on all cores: {1e6 * signing:.0f} us to sign, {1e6 * verifying:.1f} us to verify")
    say(f"verification in batches of 100 from Python: {verifying / batched:.1%} of the loop in C")
    with tempfile.TemporaryDirectory(dir=os.environ.get("KSIG_SCRATCH")) as scratch:
        reading, writing, looking, sending = costs(Path(scratch))
    say(f"beside the signing: {1e6 * reading:.1f} us to read and order a row, {1e6 * writing:.1f} us to write it, "
        f"{1e3 * sending:.1f} ms for the task of a file of {MOST_ROWS:,} rows; with them "
        f"{signing / (signing + reading + writing + sending / MOST_ROWS):.1%} of the bare loop")
    say(f"beside the verification: {1e6 * looking:.1f} us to read and compare a row; with that "
        f"{verifying / (verifying + looking + sending / MOST_ROWS):.1%} of the bare loop")
    points: dict[str, list[tuple[int, int]]] = {}
    with tempfile.TemporaryDirectory(dir=os.environ.get("KSIG_SCRATCH")) as scratch:
        folder = Path(scratch)
        key, out = keys(folder), folder / "tokens"

        def note(name: str, rows: int, done: dict[str, Any]) -> None:
            points.setdefault(name, []).append((rows, done["memory"]))
            say(f"   memory of all processes {done['memory'] / 1e6:,.0f} MB, of the first {done['own'] / 1e6:,.0f} MB")

        for rows in wanted[""]:
            devices = many_rows(folder / "d.parquet", rows)
            words = ["-m", "kilosig", "issue", "--key", str(key), "--devices", str(devices), "--out", str(out),
                     "--json"]
            done = watched(words, bare, "sign")
            start = watched(words)["processors"]
            whole, rest = (done["bare"] * rows / time for time in (done["processors"], done["processors"] - start))
            say(f"issue, {rows:,} rows: {done['processors']:.1f} s, {start:.1f} s of them to start and to look; "
                f"{whole:.1%} of the bare loop ({1e6 * done['bare']:.0f} us, {done['samples']} times), {rest:.1%} "
                f"without the start; {sum(one.stat().st_size for one in out.glob('part-*')) / rows:,.0f} bytes a row")
            note("issue", rows, done)
            found = watched(["-m", "kilosig", "audit", str(out), "--json"], bare, "verify")
            assert found["accepted"] == rows
            say(f"audit, {rows:,} rows: {found['processors']:.1f} s, {found['bare'] * rows / found['processors']:.1%} "
                f"of the bare loop ({1e6 * found['bare']:.1f} us, {found['samples']} times)")
            note("audit", rows, found)
            if rows == wanted[""][0]:
                scaling(say, words, out)
            subprocess.run(["rm", "-r", str(out)], check=True)
        for option, size in (("--unsigned", 2420), ("--short", 32)):
            for rows in wanted[option]:
                done = watched([__file__, "run-unsigned", str(many_rows(folder / "d.parquet", rows)), str(out),
                                str(size)])
                say(f"issue with {size:,} random bytes for a signature, {rows:,} rows: {done['processors']:.1f} s, "
                    f"{1e6 * done['processors'] / rows:.0f} us a row")
                note(f"issue with {size:,} random bytes", rows, done)
                subprocess.run(["rm", "-r", str(out)], check=True)
    for name, memory in points.items():
        if len(memory) > 1:
            (few, small), (many, large) = memory[-2:]
            slope = (large - small) / (many - few)
            say(f"{name}, from {few:,} to {many:,} rows: {slope:.1f} bytes of memory for each row more; by that "
                f"{(large + slope * (10_000_000 - many)) / 1e6:,.0f} MB for 10,000,000 rows")


if __name__ == "__main__":
    main(sys.argv[1:])
