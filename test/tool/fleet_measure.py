#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Speed and memory of kilosig issue and audit beside bare loops in C; the figures of docs/fleet.md.

usage: fleet_measure.py [ROWS]... [--unsigned ROWS]...    into build/results/fleet-speed.txt
    ROWS        tables that are signed and audited; none: the costs of a row and of a task alone
    --unsigned  tables whose signatures are random bytes: for the memory of many rows, which signing does not change

Times are those of processors, which other programs on the machine change least; ratios, not times, are what counts."""
from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "test/support"), str(ROOT / "tools")]

import numpy as np  # noqa: E402
import psutil  # noqa: E402

RESULTS = ROOT / "build/results/fleet-speed.txt"
SCHEME, TOKEN_BYTES = "ml-dsa-44", 33
LOOP = 2000  # signatures of a bare loop, on each core
CORES = len(os.sched_getaffinity(0))


def measured(work: Callable[[], None]) -> float:
    """Seconds of processors, of the processes that it starts as well."""
    def used() -> float:
        return sum(one.ru_utime + one.ru_stime for one in map(resource.getrusage, (
            resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))
    before = used()
    work()
    return used() - before


def on_all_cores(work: Callable[[], None]) -> None:
    """In a process for each core, at once."""
    children = []
    for _ in range(CORES):
        child = os.fork()
        if child == 0:
            work()
            os._exit(0)
        children.append(child)
    for child in children:
        assert os.waitpid(child, 0)[1] == 0


def loops() -> Tuple[float, float, float]:
    """Seconds of a processor for a token: signed by one call in C for all, verified so, and verified in batches from
    Python."""
    from kilosig.library.batch import sign_batch, verify_batch
    from kilosig.library.binding import load
    from kilosig.schemes.registry import signer_of
    library, family = load(), signer_of(SCHEME)
    pair = family.generate(SCHEME, bytes(32))
    messages = np.random.default_rng(1).bytes(LOOP * TOKEN_BYTES)
    run, scheme = family.making(SCHEME, pair.secret), library.scheme(SCHEME)
    assert run is not None and scheme is not None
    signing = measured(lambda: on_all_cores(lambda: None if sign_batch(library, run, messages, TOKEN_BYTES) else None))
    signatures = b"".join(sign_batch(library, run, messages, TOKEN_BYTES))
    size = len(signatures) // LOOP
    ends = np.arange(0, len(signatures) + 1, size, dtype=np.int32)

    def whole() -> None:
        assert verify_batch(scheme, pair.public, messages, TOKEN_BYTES, signatures, ends, LOOP)[0] == LOOP

    def batches() -> None:
        for at in range(0, LOOP, 100):
            part = ends[at:at + 101] - ends[at]
            accepted, _ = verify_batch(scheme, pair.public, messages[TOKEN_BYTES * at:TOKEN_BYTES * (at + 100)],
                                       TOKEN_BYTES, signatures[size * at:size * (at + 100)], part, 100)
            assert accepted == 100

    # In turns, so that both see the same machine.
    times = [(measured(whole), measured(batches)) for _ in range(5)]
    verifying, batched = (sorted(one[at] for one in times)[2] / LOOP for at in (0, 1))
    return signing / (CORES * LOOP), verifying, batched


class Watch(threading.Thread):
    """The most memory that a process and its children have at once (PSS, so that shared pages count once)."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        super().__init__(daemon=True)
        self.process, self.most, self.own = process, 0, 0

    def run(self) -> None:
        while self.process.poll() is None:
            try:
                top = psutil.Process(self.process.pid)
                sizes = [one.memory_full_info().pss for one in (top, *top.children(recursive=True))]
                self.most, self.own = max(self.most, sum(sizes)), max(self.own, sizes[0])
            except (psutil.Error, OSError):
                pass
            time.sleep(0.3)


def watched(words: List[str]) -> Dict[str, Any]:
    """A command that prints JSON: that, its seconds of processors, and its memory."""
    result: Dict[str, Any] = {}

    def work() -> None:
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen([sys.executable, *words], stdout=said)
            watch = Watch(process)
            watch.start()
            assert process.wait() == 0
            watch.join()
            said.seek(0)
            result.update(json.loads(said.read()))
            result.update(memory=watch.most, own=watch.own)

    result["processors"] = measured(work)
    return result


def unsigned(devices: str, out: str) -> None:
    """kilosig issue whose signer draws random bytes. In a process of its own."""
    from fleet_unsigned import UnsignedJob

    from kilosig.files.pkcs8 import PrivateKey
    from kilosig.fleet import cluster, issue
    from kilosig.fleet.devices import Devices
    from kilosig.fleet.store import Store
    from kilosig.fleet.tokens import ACTIVATION
    issue.Job = UnsignedJob  # type: ignore[misc]
    result = issue.issue(PrivateKey(SCHEME, bytes(32), False), Devices(devices, ACTIVATION), Store(out),
                         lambda: cluster.cluster(None, None), lambda rows, total: None)
    assert result.rows == result.plan.rows
    print(json.dumps({"rows": result.rows, "seconds": result.seconds}))


class Nothing:
    """A job without work."""

    def do(self, number: int, tokens: bytes, reasons: bytes) -> int:
        return number + len(tokens) + len(reasons)


def costs(folder: Path) -> Tuple[float, float, float, float]:
    """Seconds of a processor, but for the signing: of a row, to read the table twice and to order it; of a row, to make
    and write its file; of a row, to read its file and to compare it for an audit; of a task, to send it out."""
    from fleet import table
    from fleet_unsigned import UnsignedJob

    from kilosig.files.pkcs8 import PrivateKey
    from kilosig.fleet.audit import Check
    from kilosig.fleet.cluster import cluster
    from kilosig.fleet.devices import Devices
    from kilosig.fleet.issue import ordered
    from kilosig.fleet.plan import MOST_ROWS, Plan
    from kilosig.fleet.store import Store
    from kilosig.fleet.tokens import ACTIVATION
    rows, files = 20 * MOST_ROWS, 4
    devices = Devices(str(table(folder / "costs.parquet", rows)), ACTIVATION)
    blocks: List[Any] = []

    def read() -> None:
        ordered(devices, ())
        blocks.extend((one.tokens.tobytes(), one.reasons.tobytes()) for one in devices.pieces(MOST_ROWS))

    reading = measured(read)
    store = Store(str(folder / "costs"))
    store.prepare()
    plan = Plan(SCHEME, "", "activation", ACTIVATION.features, files * MOST_ROWS, MOST_ROWS, "", "", "deterministic")
    job = UnsignedJob(store, plan.digest, MOST_ROWS, False, PrivateKey(SCHEME, bytes(32), False))
    drawing = measured(lambda: [os.urandom(2420) for _ in range(files * MOST_ROWS)] and None)
    writing = measured(lambda: [job.do(number, *blocks[number]) for number in range(files)] and None) - drawing
    check = Check(store, plan, b"", "default")
    check._verify = lambda *_: 0.0  # type: ignore[method-assign]
    looking = measured(lambda: [check.do(number) for number in range(files)] and None)
    tasks, used = 200, []

    def send() -> None:
        with cluster(None, 1) as workers:
            for count in (1, tasks):
                began = time.process_time()
                others = [psutil.Process(one) for one in workers.client.run(os.getpid).values()]
                before = sum(sum(one.cpu_times()[:2]) for one in others)
                workers.run(Nothing(), ((number, blocks[0]) for number in range(count)), lambda *_: None,
                            lambda number, why: sys.exit(why))
                used.append(time.process_time() - began
                            + sum(sum(one.cpu_times()[:2]) for one in others) - before)

    send()
    return reading / rows, writing / (files * MOST_ROWS), looking / (files * MOST_ROWS), used[1] / tasks


def main(arguments: List[str]) -> None:
    if arguments[:1] == ["run-unsigned"]:
        unsigned(*arguments[1:])
        return
    from fleet import keys, table
    split = arguments.index("--unsigned") if "--unsigned" in arguments else len(arguments)
    signed, drawn = (list(map(int, part)) for part in (arguments[:split], arguments[split + 1:]))
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"{CORES} cores, load {os.getloadavg()[0]:.1f} when it began; seconds are those of processors"]

    def say(text: str) -> None:
        lines.append(text)
        print(text, flush=True)
        RESULTS.write_text("\n".join(lines) + "\n")

    signing, verifying, batched = loops()
    say(f"bare loop on all cores: {1000 * signing:.3f} ms to sign; one core: {1e6 * verifying:.1f} us to verify")
    say(f"verification in batches of 100 from Python: {verifying / batched:.1%} of the loop in C")
    with tempfile.TemporaryDirectory(dir=os.environ.get("KSIG_SCRATCH")) as scratch:
        reading, writing, looking, sending = costs(Path(scratch))
    beside = reading + writing + sending / 8192
    say(f"beside the signing: {1e6 * reading:.1f} us to read and order a row, {1e6 * writing:.1f} us to write it, "
        f"{1e3 * sending:.1f} ms for the task of a file of 8,192 rows; with them {signing / (signing + beside):.1%} of "
        "the bare loop")
    say(f"beside the verification: {1e6 * looking:.1f} us to read and compare a row; with that "
        f"{verifying / (verifying + looking + sending / 8192):.1%} of the bare loop")
    points: Dict[str, List[Tuple[int, int]]] = {"issue": [], "unsigned issue": [], "audit": []}
    with tempfile.TemporaryDirectory(dir=os.environ.get("KSIG_SCRATCH")) as scratch:
        folder = Path(scratch)
        key = keys(folder)
        for rows, real in [*((rows, True) for rows in signed), *((rows, False) for rows in drawn)]:
            devices, out = table(folder / "d.parquet", rows), folder / f"tokens-{rows}-{real}"
            if real:
                first = signing
                words = ["-m", "kilosig", "issue", "--key", str(key), "--devices", str(devices), "--out", str(out),
                         "--json"]
                done = watched(words)
                again, _, _ = loops()  # the machine may have changed meanwhile
                bare = (first + again) / 2
                start = watched(words)["processors"]
                whole, rest = (bare * rows / used for used in (done["processors"], done["processors"] - start))
                say(f"issue, {rows:,} rows: {done['processors']:.1f} s, {start:.1f} s of them to start and to look; "
                    f"{whole:.1%} of the bare loop, {rest:.1%} without the start")
                points["issue"].append((rows, done["memory"]))
                found = watched(["-m", "kilosig", "audit", str(out), "--json"])
                assert found["accepted"] == rows
                whole = verifying * rows / found["processors"]
                say(f"audit, {rows:,} rows: {found['processors']:.1f} s, {whole:.1%} of the bare loop; memory "
                    f"{found['memory'] / 1e6:,.0f} MB")
                points["audit"].append((rows, found["memory"]))
            else:
                done = watched([__file__, "run-unsigned", str(devices), str(out)])
                points["unsigned issue"].append((rows, done["memory"]))
                say(f"unsigned issue, {rows:,} rows: {done['processors']:.1f} s, "
                    f"{1e6 * done['processors'] / rows:.0f} us a row")
            say(f"   memory of all processes {done['memory'] / 1e6:,.0f} MB, of the first {done['own'] / 1e6:,.0f} MB; "
                f"{sum(one.stat().st_size for one in out.glob('part-*')) / rows:,.0f} bytes a row")
            subprocess.run(["rm", "-r", str(out)], check=True)
    for name, found in points.items():
        if len(found) > 1:
            (few, small), (many, large) = found[0], found[-1]
            slope = (large - small) / (many - few)
            say(f"{name}: {slope:.1f} bytes of memory for each row more; estimated for 10,000,000 rows: "
                f"{(large + slope * (10_000_000 - many)) / 1e6:,.0f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
