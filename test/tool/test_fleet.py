# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig issue and audit: what becomes of each row, what an audit sees, and where the data may lie."""
from __future__ import annotations

import json
import os
import shutil
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import typer

pa = pytest.importorskip("pyarrow")

import numpy as np  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402
from fleet import keys, parts, reasons, rows, start, table, tool  # noqa: E402

from kilosig.cli.app import app  # noqa: E402
from kilosig.cli.repository import app as repository  # noqa: E402
from kilosig.device import frames  # noqa: E402
from kilosig.files.keys import read_public_key  # noqa: E402
from kilosig.fleet import order, tokens as tokens_module  # noqa: E402
from kilosig.fleet.cluster import Cluster  # noqa: E402
from kilosig.fleet.tokens import ACTIVATION, BACK, TOKEN, TWICE, Rows, rows_of  # noqa: E402
from kilosig.library.batch import sign_batch, verify_batch  # noqa: E402
from kilosig.library.binding import Arguments, load  # noqa: E402
from kilosig.library.verdicts import ACCEPT, KEY  # noqa: E402
from kilosig.schemes.registry import signer_of  # noqa: E402
from sampling import FULL  # noqa: E402
from support import VECTORS, runner  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.library


class Here(Cluster):
    """One worker in this process, for what needs no other process. Jobs are sent to it as to any worker."""

    def __init__(self) -> None:  # pylint: disable=super-init-not-called
        pass

    workers = 1  # type: ignore[assignment]

    def run(self, job: Any, tasks: Iterator[tuple[int, tuple[Any, ...]]], done: Callable[[int, Any], None],
            failed: Callable[[int, str], None]) -> None:
        import pickle
        job = pickle.loads(pickle.dumps(job))
        for number, arguments in tasks:
            try:
                result = job.do(number, *arguments)
            except Exception as error:  # pylint: disable=broad-exception-caught
                failed(number, str(error))
                continue
            done(number, result)


@contextmanager
def here(*_: object) -> Iterator[Here]:
    """Instead of kilosig.fleet.cluster.cluster."""
    yield Here()


def command_line(words: Sequence[object]) -> typer.Typer:
    """The one that has a command."""
    return repository if words[0] == "campaign" else app


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """The tool and its worker in this process, in a folder of its own."""
    monkeypatch.setattr("kilosig.fleet.cluster.cluster", here)
    monkeypatch.chdir(tmp_path)

    def call(*words: object, code: int = 0) -> dict[str, Any]:
        done = runner().invoke(command_line(words), [*map(str, words), "--json"])
        assert done.exit_code == code, (words, done.output, done.exception)
        return dict(json.loads(done.stdout or "{}"))

    return call


def test_thousand_devices(inside: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    """By processes, as used: every row has its token, `kilosig token` makes the same one, `kilosig verify` accepts
    it; begun again, by one process, it finds everything; and the audit accepts all."""
    key, devices, out = keys(tmp_path), table(tmp_path / "devices.parquet", 1000), tmp_path / "tokens"
    done = tool("issue", "--key", key, "--template", "activation", "--devices", devices, "--out", out)
    assert (done["issued"], done["rows"], done["resumed"], done["signed_now"]) == (1000, 1000, False, 1000)
    assert done["files"] == {"there": 0, "written": 4, "replaced": 0, "finished": 0}
    before = parts(out)
    again = inside("issue", "--key", key, "--devices", devices, "--out", out)
    assert again["resumed"] and again["files"]["there"] == 4 and again["signed_now"] == 0 and parts(out) == before
    found = rows(out)
    assert [row["row"] for row in found] == list(range(1000)) and reasons(found) == []
    assert all(row["token"] == frames.token(row["device"], row["feature"], row["counter"],
                                            struct.pack("<Q", 1_900_000_000)) for row in found)
    for number in (0, 511, 999):
        (tmp_path / "t").write_bytes(found[number]["token"])
        (tmp_path / "s").write_bytes(found[number]["signature"])
        inside("verify", "--key", "ml-dsa-44.pub", "--message", "t", "--signature", "s")
    audit = tool("audit", out, "--devices", devices, "--key", tmp_path / "ml-dsa-44.pub")
    assert audit["clean"] and audit["accepted"] == 1000 and audit["bad"] == 0


def test_rows_that_are_refused(inside: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    """Each is named with its row and reason; all others get their token."""
    devices = ["CAR-00000000", "CAR-00000001", "CAR-00000000", "CAR-00000000", "short", None, "0x" + "ab" * 12,
               "0x" + "zz" * 12, "CAR-00000008", "CAR-00000009", "CAR-00000010", "CAR-00000011", "CAR-00000009"]
    path = table(tmp_path / "d.parquet", len(devices), device=devices,
                 feature=pa.array([0, 31, 1, 1, 1, 1, 1, 1, 32, None, -1, 3, 3], pa.int64()),
                 counter=pa.array([5, 1, 6, 5, 1, 1, 1, 1, 1, 1, 1, 0, 2], pa.int64()),
                 expiry=pa.array([None, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1], pa.int64()))
    done = inside("issue", "--key", keys(tmp_path), "--devices", path, "--out", "t", code=1)
    expected = [(2, "device-twice"), (3, "device-twice"), (4, "device-id"), (5, "device-id"), (7, "device-id"),
                (8, "feature"), (9, "feature"), (10, "feature"), (11, "counter"), (12, "expiry")]
    assert reasons(rows(tmp_path / "t")) == expected
    assert [(row["row"], row["refused"]) for row in done["refused_rows"]] == expected
    assert done["issued"] == 3 and sum(done["refused"].values()) == 10
    lines = (tmp_path / "t" / "_refused.csv").read_text().splitlines()
    assert len(lines) == 11 and [line.split(",")[1] for line in lines[1:7]] == [
        "CAR-00000000", "CAR-00000000", "short", "", "0x" + "zz" * 12, "CAR-00000008"]
    found = rows(tmp_path / "t")
    assert found[6]["device"] == bytes.fromhex("ab" * 12) and found[0]["token"][-8:] == bytes(8)
    assert inside("audit", "t", "--devices", path)["accepted"] == 3
    # The next activation: counters must be greater than those that were issued.
    path = table(tmp_path / "e.parquet", 3, device=["CAR-00000000", "CAR-00000001", "CAR-00000099"], counter=[5, 2, 1],
                 feature=[1, 1, 1], expiry=None)
    inside("issue", "--key", keys_again(tmp_path), "--devices", path, "--out", "u", "--after", "t", code=1)
    assert reasons(rows(tmp_path / "u")) == [(0, "counter-back")]
    assert inside("audit", "u", "--devices", path, "--after", "t")["clean"]
    inside("audit", "u", "--devices", path, code=2)


def keys_again(folder: Path) -> Path:
    return folder / "ml-dsa-44.key"


def test_columns_of_any_type() -> None:
    """Text, bytes of fixed or any length, dictionaries, times; and what is no such thing is refused, not an error."""
    ids = [f"CAR-{number:08d}" for number in range(3)]
    raw = [one.encode() for one in ids]
    seconds = [0, 1_900_000_000, None]
    good: list[dict[str, Any]] = [
        {"device": pa.array(ids), "feature": pa.array([1, 2, 3], pa.uint8()),
         "counter": pa.array([1, 2, 3], pa.uint64())},
        {"device": pa.array(ids, pa.large_string()), "feature": pa.array(["1", "2", "3"]),
         "counter": pa.array([1, 2, (1 << 64) - 1], pa.uint64()), "expiry": pa.array(seconds, pa.timestamp("s"))},
        {"device": pa.array(raw, pa.binary(12)), "feature": pa.array([1, 2, 3], pa.int8()),
         "counter": pa.array([1, 2, 3], pa.int32()), "expiry": pa.nulls(3)},
        {"device": pa.array(raw), "feature": pa.array(["1", "2", "3"]).dictionary_encode(),
         "counter": pa.array([1, 2, 3], pa.int8()), "expiry": pa.array(seconds, pa.int64())},
        {"device": pa.array(ids).dictionary_encode(), "feature": pa.array([1, 2, 3]), "counter": pa.array([1, 2, 3]),
         "expiry": pa.array([1000 * one if one is not None else None for one in seconds], pa.timestamp("ms", "UTC"))},
    ]
    for columns in good:
        made = rows_of(pa.record_batch(columns), ACTIVATION)
        assert not made.reasons.any(), columns
        assert made.tokens["device"].tobytes() == b"".join(raw) and made.tokens["feature"].tolist() == [1, 2, 3]
        if "expiry" in columns and not pa.types.is_null(columns["expiry"].type):
            assert made.tokens["expiry"].tolist() == [0, 1_900_000_000, 0]
    sliced = rows_of(pa.record_batch(good[2]).slice(1), ACTIVATION)
    assert sliced.tokens["device"].tobytes() == b"".join(raw[1:])
    for name, column in (("device", pa.array([1, 2, 3])), ("feature", pa.array([1.0, 2.0, 3.0])),
                         ("feature", pa.array(["x", "01", None])), ("counter", pa.array(["1", "2", "3"])),
                         ("counter", pa.array([0, -1, None])), ("counter", pa.array([1.5, 2, 3])),
                         ("expiry", pa.array(["now", "", None])), ("device", pa.nulls(3))):
        made = rows_of(pa.record_batch({**good[0], name: column}), ACTIVATION)
        codes = {tokens_module.REASONS[code][0] for code in made.reasons if code}
        assert codes == {"device-id" if name == "device" else name}, (name, column)
        assert made.reasons.all() or name == "expiry"


def test_template_with_names(inside: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    """The features of a file, by name; others are unknown."""
    Path("t.json").write_text(json.dumps({"template": "activation", "features": {"seat": 3, "mirror": 31}}))
    path = table(tmp_path / "d.parquet", 3, feature=["seat", "3", "mirror"])
    inside("issue", "--key", keys(tmp_path), "--devices", path, "--out", "t", "--template", "t.json", code=1)
    assert [row["feature"] for row in rows(tmp_path / "t")] == [3, None, 31]
    assert inside("audit", "t")["clean"]
    words = ("issue", "--key", keys_again(tmp_path), "--devices", path, "--out", "x", "--template", "bad.json")
    for text in ("{}", "[]", '{"template": "activation", "features": {}}', "\xff",
                 '{"template": "x", "features": {"a": 1}}', '{"template": "activation", "features": {"a": 32}}',
                 '{"template": "activation", "features": {"a": true}}'):
        Path("bad.json").write_text(text, encoding="latin-1")
        inside(*words, code=2)


def model(entries: list[tuple[int, int, int]]) -> dict[int, int]:
    """Row: reason, one row after the other. entries: (device, row, counter); row -1: issued earlier."""
    floor: dict[int, int] = {}
    for device, row, counter in entries:
        if row < 0:
            floor[device] = max(floor.get(device, 0), counter)
    last, refused = dict(floor), {}
    issued = set()
    for device, row, counter in entries:
        if row >= 0:
            if device in issued:
                refused[row] = TWICE if counter >= last[device] else BACK
            elif counter <= last.get(device, 0):
                refused[row] = BACK
            else:
                issued.add(device)
                last[device] = counter
    return refused


def test_order_against_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many small tables with many repetitions, in one file and in several."""
    generator = np.random.default_rng(19)
    for per_file in (4, 1 << 17):
        monkeypatch.setattr(order, "PER_FILE", per_file)
        for _ in range(100):
            count, earlier = int(generator.integers(1, 60)), int(generator.integers(0, 10))
            devices = generator.integers(0, 12, count + earlier)
            counters = generator.integers(1, 6, count + earlier)
            made = np.zeros(count + earlier, TOKEN)
            made["device"][:, 3], made["counter"] = devices, counters
            entries = [(int(devices[at]), at if at < count else -1, int(counters[at])) for at in range(count + earlier)]
            checked = order.Order(count)
            checked.add_earlier(made["device"][count:], made["counter"][count:])
            for begin in range(0, count, 7):
                some = made[begin:min(count, begin + 7)]
                checked.add(Rows(some, np.zeros(len(some), np.uint8)), begin)
            found, why = checked.refused()
            checked.close()
            assert dict(zip(found.tolist(), why.tolist())) == model(entries) and (np.diff(found) > 0).all()


def forgeries(folder: Path) -> Iterator[tuple[str, Callable[[Path], None], str]]:
    """(name, how a folder is changed, what the audit says)"""
    def rewrite(change: Callable[[dict[str, list[Any]]], None], number: int = 0) -> Callable[[Path], None]:
        def apply(place: Path) -> None:
            path = place / f"part-{number:06d}.parquet"
            whole = pq.ParquetFile(path).read()
            columns = whole.to_pydict()
            change(columns)
            pq.write_table(pa.table({name: pa.array(columns[name], whole.schema.field(name).type)
                                     for name in whole.schema.names}, whole.schema), path)
        return apply

    def flip(name: str, row: int, at: int) -> Callable[[dict[str, list[Any]]], None]:
        def change(columns: dict[str, list[Any]]) -> None:
            data = bytearray(columns[name][row])
            data[at] ^= 1
            columns[name][row] = bytes(data)
        return change

    def put(name: str, row: int, value: Any) -> Callable[[dict[str, list[Any]]], None]:
        def change(columns: dict[str, list[Any]]) -> None:
            columns[name][row] = value
        return change

    def swap(columns: dict[str, list[Any]]) -> None:
        for name in ("token", "signature"):
            columns[name][1], columns[name][2] = columns[name][2], columns[name][1]

    def twice(columns: dict[str, list[Any]]) -> None:
        for name in columns:
            if name != "row":
                columns[name][1] = columns[name][0]

    def consistent(columns: dict[str, list[Any]]) -> None:
        columns["counter"][0] += 1
        columns["token"][0] = frames.token(columns["device"][0], columns["feature"][0], columns["counter"][0],
                                           struct.pack("<Q", columns["expiry"][0]))

    def shorter(columns: dict[str, list[Any]]) -> None:
        for column in columns.values():
            column.pop()

    for at in (0, 31, 32, 1200, 2339, 2340, 2419):
        yield f"signature byte {at}", rewrite(flip("signature", 0, at)), "rejected"
    for at in range(33):
        yield f"token byte {at}", rewrite(flip("token", 0, at)), "does not say"
    yield "signature one byte short", rewrite(lambda c: put("signature", 0, c["signature"][0][:-1])(c)), "rejected"
    yield "signature one byte long", rewrite(lambda c: put("signature", 0, c["signature"][0] + b"0")(c)), "rejected"
    yield "no bytes of signature", rewrite(put("signature", 0, b"")), "rejected"
    yield "no signature", rewrite(put("signature", 0, None)), "missing"
    yield "no token", rewrite(put("token", 0, None)), "missing"
    yield "device of the row", rewrite(flip("device", 0, 0)), "does not say"
    yield "counter of the row", rewrite(put("counter", 0, 9)), "does not say"
    yield "counter of row and token", rewrite(consistent), "rejected"
    yield "tokens swapped", rewrite(swap), "does not say"
    yield "a device twice", rewrite(twice), "has a token already"
    yield "refused, with a token", rewrite(put("refused", 0, "feature")), "has a token"
    yield "refused for nothing", rewrite(put("refused", 0, "so")), "has a token"
    yield "row number", rewrite(put("row", 0, 1)), "row numbers"
    yield "a row less", rewrite(shorter), "rows, not"

    def copy(to: str) -> Callable[[Path], None]:
        def apply(place: Path) -> None:
            shutil.copy(place / "part-000001.parquet", place / to)
        return apply

    def cut(length: int) -> Callable[[Path], None]:
        def apply(place: Path) -> None:
            path = place / "part-000000.parquet"
            path.write_bytes(path.read_bytes()[:length])
        return apply

    yield "another file's place", copy("part-000000.parquet"), "another plan or place"
    yield "gone", lambda place: (place / "part-000001.parquet").unlink(), "not there"
    for length in (0, 4, 8, 1000, -8, -1):
        yield f"cut: {length}", cut(length), ""
    yield "one more", copy("part-000009.parquet"), "part-000009.parquet"


def test_audit_sees(inside: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    """Every forgery of a folder, each by what names it; never a traceback."""
    path = table(tmp_path / "d.parquet", 8)
    inside("issue", "--key", keys(tmp_path), "--devices", path, "--out", "t", "--rows-per-file", 4)
    assert inside("audit", "t")["clean"]
    count = 0
    for name, change, said in forgeries(tmp_path):
        shutil.rmtree("u", ignore_errors=True)
        shutil.copytree("t", "u")
        change(tmp_path / "u")
        found = inside("audit", "u", code=1)
        assert not found["clean"] and found["accepted"] < 8 or name == "one more", name
        assert said in json.dumps([found["bad_rows"], found["failed"], found["extra_files"]]), (name, found)
        count += 1
    assert count >= 55
    # Started again, the tool makes good what is gone or cannot be read, with the same content.
    shutil.rmtree("u")
    shutil.copytree("t", "u")
    Path("u/part-000000.parquet").write_bytes(b"PAR1")
    Path("u/part-000001.parquet").unlink()
    done = inside("issue", "--key", keys_again(tmp_path), "--devices", path, "--out", "u", "--rows-per-file", 4)
    assert done["files"] == {"there": 0, "written": 1, "replaced": 1, "finished": 0}
    assert parts(tmp_path / "u") == parts(tmp_path / "t")


def test_random_damage(inside: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    """Any byte of a file: refused or harmless, never a crash; what is accepted is what was issued."""
    path = table(tmp_path / "d.parquet", 3)
    inside("issue", "--key", keys(tmp_path), "--devices", path, "--out", "t")
    place, generator = Path("t/part-000000.parquet"), np.random.default_rng(3)
    whole = place.read_bytes()
    tail, others = (200, 100) if FULL else (80, 40)
    for at in [*range(len(whole) - tail, len(whole)), *generator.integers(0, len(whole), others)]:
        damaged = bytearray(whole)
        damaged[at] ^= int(generator.integers(1, 256))
        place.write_bytes(damaged)
        done = runner().invoke(app, ["audit", "t", "--devices", str(path), "--json"])
        assert done.exit_code in (0, 1), (at, done.output)
        assert done.exit_code == 1 or json.loads(done.stdout)["accepted"] == 3


def test_another_run(inside: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    """A folder takes the rows, key and options of its first run, and no others."""
    path, other = table(tmp_path / "d.parquet", 5), table(tmp_path / "e.parquet", 5, counter=[1, 2, 3, 4, 6])
    key = keys(tmp_path)
    inside("issue", "--key", key, "--devices", path, "--out", "t")
    before = parts(tmp_path / "t")
    runner().invoke(app, ["keygen", "--scheme", "ml-dsa-44", "--private", "key2", "--public", "pub2"])
    for words in (("--key", key, "--devices", other), ("--key", "key2", "--devices", path),
                  ("--key", key, "--devices", path, "--randomized"),
                  ("--key", key, "--devices", path, "--rows-per-file", 2)):
        said = inside("issue", *words, "--out", "t", code=2)
        del said
    assert parts(tmp_path / "t") == before
    inside("audit", "t", "--key", "pub2", code=2)
    inside("audit", "t", "--devices", other, code=2)


@pytest.mark.parametrize("words", [
    ("issue", "--key", "k", "--devices", "nowhere.parquet", "--out", "t"),
    ("issue", "--key", "k", "--devices", "k", "--out", "t"),
    ("issue", "--key", "k", "--devices", "nosuch://y", "--out", "t"),
    ("issue", "--key", "k", "--devices", "d", "--out", "nosuch://y"),
    ("issue", "--key", "k", "--devices", "no_counter", "--out", "t"),
    ("issue", "--key", "k", "--devices", "none", "--out", "t"),
    ("issue", "--key", "k", "--devices", "d", "--out", "t", "--workers", "1", "--scheduler", "tcp://127.0.0.1:1"),
    ("issue", "--key", "k", "--devices", "d", "--out", "t", "--template", "no.json"),
    ("issue", "--key", "d", "--devices", "d", "--out", "t"), ("audit", "nowhere"), ("audit", "t", "--after", "t"),
    ("report", "nowhere"), ("report", "nowhere", "--html"), ("campaign", "fuz"), ("campaign", "vectors"),
    ("campaign", "fuzz", "no-such"), ("campaign", "vectors", "nowhere")])
def test_one_sentence(words: tuple[str, ...], inside: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    """What cannot be done is told in one sentence, with exit code 2."""
    shutil.copy(keys(tmp_path), "k")
    table(tmp_path / "d", 2)
    table(tmp_path / "no_counter", 2, counter=None)
    table(tmp_path / "none", 0)
    done = runner().invoke(command_line(words), list(words))
    assert done.exit_code == 2 and len(done.stderr.strip().splitlines()) == 1, done.output
    assert "Internal error" not in done.stderr


SIGNER = """import os, sys
from cryptography.hazmat.primitives.asymmetric import mldsa
with open(sys.argv[1], "a") as calls:
    calls.write("x")
data = sys.stdin.buffer.read()
assert os.environ["KILOSIG_INPUT"] == "mu" and len(data) == 64
sys.stdout.buffer.write(mldsa.MLDSA44PrivateKey.from_seed_bytes(bytes([int(sys.argv[2])]) * 32).sign_mu(data))
"""


def test_signer_behind_a_command(inside: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    """Each token by a command whose signatures differ each time: the ledger keeps what was issued. A command that
    answers another key's signatures issues nothing."""
    keys(tmp_path)
    (tmp_path / "signer.py").write_text(SIGNER)
    path = table(tmp_path / "d.parquet", 7, feature=[1, 1, 1, 99, 1, 1, 1])

    def issue(out: str, number: int, code: int) -> dict[str, Any]:
        command = f"'{sys.executable}' signer.py calls {number}"
        return inside("issue", "--key", "ml-dsa-44.pub", "--signer", command, "--devices", path, "--out", out,
                      "--rows-per-file", 3, code=code)

    wrong = issue("wrong", 8, 1)
    assert wrong["issued"] == 0 and len(wrong["failed"]) == 3 and "no signature by this key" in wrong["failed"][0][
        "reason"] and not parts(tmp_path / "wrong")
    (tmp_path / "calls").unlink()
    assert issue("t", 7, 1)["issued"] == 6
    before = parts(tmp_path / "t")
    assert len((tmp_path / "calls").read_text()) == 6
    os.unlink(tmp_path / "t" / "part-000001.parquet")
    lost = issue("t", 7, 1)
    assert lost["failed"][0]["file"] == 1 and "bring it back" in lost["failed"][0]["reason"]
    assert {**before, **parts(tmp_path / "t")} == before and len((tmp_path / "calls").read_text()) == 6
    os.unlink(tmp_path / "t" / "_ledger" / "000001")  # somebody decides that it never left
    assert issue("t", 7, 1)["files"]["there"] == 2 and len((tmp_path / "calls").read_text()) == 8
    assert inside("audit", "t", "--devices", path, "--key", "ml-dsa-44.pub")["accepted"] == 6
    for bad in ("", "/nowhere/program"):
        inside("issue", "--key", "ml-dsa-44.pub", "--signer", bad, "--devices", path, "--out", "bad", code=1)
    inside("issue", "--key", "ml-dsa-44.key", "--signer", "x", "--devices", path, "--out", "bad", code=2)


@pytest.mark.parametrize("scheme", ["ml-dsa-65", "haetae-2", "haetae-2-kpqc", "slh-dsa-sha2-128f", "fn-dsa-512"])
def test_schemes(scheme: str, inside: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    """Every family that the tool signs with, deterministic, and with a ledger where it may be random."""
    if scheme == "fn-dsa-512":
        pytest.importorskip("py_fn_dsa", exc_type=ImportError)
    path, key = table(tmp_path / "d.parquet", 3), keys(tmp_path, scheme)
    inside("issue", "--key", key, "--devices", path, "--out", "t")
    inside("issue", "--key", key, "--devices", path, "--out", "u", "--rows-per-file", 2)
    assert [row["signature"] for row in rows(tmp_path / "t")] == [row["signature"] for row in rows(tmp_path / "u")]
    assert inside("audit", "t")["accepted"] == 3
    if scheme in ("ml-dsa-65", "fn-dsa-512"):
        inside("issue", "--key", key, "--devices", path, "--out", "r", "--randomized")
        assert [row["signature"] for row in rows(tmp_path / "r")] != [row["signature"] for row in rows(tmp_path / "t")]
        before = parts(tmp_path / "r")
        done = inside("issue", "--key", key, "--devices", path, "--out", "r", "--randomized")
        assert done["files"]["there"] == 1 and parts(tmp_path / "r") == before
        assert inside("audit", "r")["accepted"] == 3
        # What was issued and is gone is not made again with another content.
        Path("r/part-000000.parquet").unlink()
        lost = inside("issue", "--key", key, "--devices", path, "--out", "r", "--randomized", code=1)
        assert "bring it back" in lost["failed"][0]["reason"]
    if scheme == "haetae-2-kpqc":
        # This signer has no randomness.
        failed = inside("issue", "--key", key, "--devices", path, "--out", "r", "--randomized", code=1)
        assert "omit --randomized" in failed["failed"][0]["reason"]


def test_batches_are_those_of_single_calls(tmp_path: Path) -> None:
    """Verdicts and signatures of a batch are those of ksig_verify and ksig_sign, whatever is wrong with some."""
    library = load()
    scheme = library.scheme("ml-dsa-44")
    assert scheme is not None
    pair = signer_of("ml-dsa-44").generate("ml-dsa-44", bytes(32))
    run = signer_of("ml-dsa-44").making("ml-dsa-44", pair.secret)
    assert run is not None
    messages = bytes(range(100))
    whole = sign_batch(library, run, messages, 20)
    signatures = [whole[at:at + run.output_bytes] for at in range(0, len(whole), run.output_bytes)]
    from kilosig.schemes.ml_dsa import sign
    assert signatures == [sign(library, "ml-dsa-44", pair.secret, messages[at:at + 20]) for at in range(0, 100, 20)]
    changed = [signatures[0], signatures[1][:-1], b"", signatures[3] + b"\0", bytes(2420)]
    ends = np.cumsum([0, *map(len, changed)]).astype(np.int32)
    accepted, verdicts = verify_batch(scheme, pair.public, messages, 20, b"".join(changed), ends, 5)
    single = [library.verify_at_once(scheme, pair.public, messages[20 * n:20 * n + 20], changed[n]).code
              for n in range(5)]
    assert accepted == 1 and list(verdicts) == single and single[0] == ACCEPT
    other = signer_of("ml-dsa-44").generate("ml-dsa-44", bytes([1] * 32)).public
    _, verdicts = verify_batch(scheme, other, messages, 20, b"".join(signatures),
                               np.arange(0, 6 * 2420, 2420, dtype=np.int32), 5)
    assert ACCEPT not in list(verdicts)
    falling = np.array([2420, 0, 2420, -1, 2420, 2420], np.int32)
    accepted, _ = verify_batch(scheme, pair.public, messages, 20, b"".join(signatures), falling, 5)
    assert accepted == 0
    with pytest.raises(ValueError):
        verify_batch(scheme, pair.public, messages, 20, b"".join(signatures), np.full(6, 1 << 30, np.int32), 5)
    with pytest.raises(ValueError):
        verify_batch(scheme, pair.public, messages[:-1], 20, b"".join(signatures), np.zeros(6, np.int32), 5)
    assert KEY in {library.verify(scheme, other, messages[:20], signatures[0], Arguments(
        anchor=scheme.anchor(pair.public))).code}


def test_private_key_is_not_told(tmp_path: Path) -> None:
    """Neither in the text of a job, nor of what sends it."""
    from kilosig.files.pkcs8 import parse_private_key
    from kilosig.fleet.exchange import Ticket
    from kilosig.fleet.store import Store
    from kilosig.fleet.work import Job
    key = parse_private_key(keys(tmp_path).read_bytes(), "key")
    job = Job(Store(str(tmp_path)), "plan", 8, False, key)
    for text in (repr(job), str(job), repr(Ticket(("host", 1), 2, key.secret))):
        assert key.secret.hex() not in text and repr(key.secret) not in text and "secret" not in text


def test_public_key_of_the_folder(inside: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    """It is the signer's, and an audit with one that the plan does not name is refused."""
    inside("issue", "--key", keys(tmp_path), "--devices", table(tmp_path / "d.parquet", 2), "--out", "t")
    assert read_public_key(Path("t/_public.pem")).raw == read_public_key(tmp_path / "ml-dsa-44.pub").raw
    runner().invoke(app, ["keygen", "--scheme", "ml-dsa-44", "--private", "key2", "--public", "pub2"])
    shutil.copy("pub2", "t/_public.pem")
    inside("audit", "t", code=2)
    assert inside("audit", "t", "--key", tmp_path / "ml-dsa-44.pub")["clean"]


def test_url(inside: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    """A store that is no local folder, and a table in several files of different types."""
    fsspec = pytest.importorskip("fsspec")
    Path("devices").mkdir()
    table(tmp_path / "devices" / "b.parquet", 3, device=[f"NEW-{n:08d}".encode() for n in range(3)])
    table(tmp_path / "devices" / "a.parquet", 300)
    url = "memory://fleet/tokens"
    for more in ((), ("--randomized",)):
        place = url + "".join(more)
        inside("issue", "--key", keys_again(tmp_path) if more else keys(tmp_path), "--devices",
               f"file://{tmp_path}/devices", "--out", place, "--rows-per-file", 100, *more)
        assert inside("issue", "--key", keys_again(tmp_path), "--devices", "devices", "--out", place,
                      "--rows-per-file", 100, *more)["files"]["there"] == 4
        assert inside("audit", place, "--devices", "devices")["accepted"] == 303
        inside("report", place, "--html")
    files = fsspec.filesystem("memory").find("/fleet/tokens")
    assert any(name.endswith("part-000003.parquet") for name in files)


def test_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster that is there already: it signs, and keeps nothing of it. One that is not is told in a sentence."""
    distributed = pytest.importorskip("distributed")
    key, devices = keys(tmp_path), table(tmp_path / "d.parquet", 300)
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None, memory_limit=0) as cluster:
        done = tool("issue", "--key", key, "--devices", devices, "--out", tmp_path / "t", "--scheduler",
                    cluster.scheduler_address)
        assert done["issued"] == 300
        assert tool("audit", tmp_path / "t", "--scheduler", cluster.scheduler_address)["accepted"] == 300
        kept = cluster.scheduler
        assert not kept.tasks and not any("kilosig" in name for name in kept.worker_plugins)
    monkeypatch.setattr("kilosig.fleet.dask_cluster.PATIENCE", "1s")
    done = runner().invoke(app, ["audit", str(tmp_path / "t"), "--scheduler", "tcp://127.0.0.1:9"])
    assert done.exit_code == 2 and "There is no Dask scheduler" in done.stderr


def test_campaign_vectors(inside: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    """Every vector once; one that the library decides otherwise is found."""
    whole = json.loads((VECTORS / "falcon-512.json").read_text())
    found = inside("campaign", "vectors", VECTORS / "falcon-512.json", "--report", "r.json")
    count = len(whole["tests"])
    assert found["totals"] == {"passed": count, "failed": 0, "skipped": 0} and count > 40 and found["tasks"] > 1
    assert json.loads(Path("r.json").read_text())["totals"] == found["totals"]
    valid = next(name for name, value in whole["tests"][0].items() if isinstance(value, bool))
    whole["tests"][-1][valid] = not whole["tests"][-1][valid]
    Path("wrong.json").write_text(json.dumps(whole))
    found = inside("campaign", "vectors", "wrong.json", code=1)
    assert found["totals"]["failed"] == 1 and len(found["findings"]) == 1 and "expected" in found["findings"][0]["what"]


def test_campaign_fuzz(inside: Callable[..., dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seed of each target once; what a target leaves of a crash is in the report."""
    monkeypatch.setenv("KSIG_BUILD_DIR", str(tmp_path))
    folder = tmp_path / "host-clang" / "fuzz"
    folder.mkdir(parents=True)
    for name, crash in (("fuzz_calm", 99), ("fuzz_wild", 3)):
        path = folder / name
        path.write_text(f"""#!/bin/sh
case "$1" in -seed={crash}) printf boom >"${{4#-artifact_prefix=}}crash"; echo trace; exit 77 ;; esac
echo "stat::number_of_executed_units: ${{2#-runs=}}"
""")
        path.chmod(0o755)
    found = inside("campaign", "fuzz", "--seeds", 4, "--runs", 50, code=1)
    assert found["groups"] == [{"group": "fuzz_calm", "seeds": 4, "executions": 200, "crashes": 0},
                               {"group": "fuzz_wild", "seeds": 4, "executions": 150, "crashes": 1}]
    one, = found["findings"]
    assert (one["group"], one["what"], one["input"]) == ("fuzz_wild", "seed 3: exit status 77", "Ym9vbQ==")
    assert inside("campaign", "fuzz", "fuzz_wild", "--seeds", 2, "--first-seed", 4)["tasks"] == 2


def test_campaign_faults(inside: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """The cases of docs/assurance.md, forgery by forgery: outside `make full` a few, for test/faults has them all."""
    if not (ROOT / "build" / "cortex-m3" / "lib" / "bench").is_dir():
        pytest.skip("there are no images for a Cortex-M3")
    pytest.importorskip("unicorn")
    if not FULL:
        monkeypatch.syspath_prepend(str(ROOT / "test"))
        from faults.cases import Case
        monkeypatch.setattr(Case, "chosen", lambda case: list(case.forgeries(case.on))[:4])
    found = inside("campaign", "faults", "lms-check", "--stride", 400009)
    assert found["totals"]["accepted"] == 0 and found["totals"]["faults"] > 100 and found["tasks"] > 1
    assert found["totals"]["forgeries"] == found["tasks"]
    inside("campaign", "faults", "no-such", code=2)
    inside("campaign", "faults", "--model", "no-such", code=2)


def test_interrupted(inside: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    """Ctrl-C, which the terminal sends to all processes: exit code 130 and not a word; then it goes on."""
    key, devices, out = keys(tmp_path), table(tmp_path / "d.parquet", 600), tmp_path / "t"
    # A test that runs in the background may have been told to ignore it.
    running = start("issue", "--key", key, "--devices", devices, "--out", out, "--rows-per-file", 10,
                    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    while running.poll() is None and len(list(out.glob("part-*"))) < 2:
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    said, wrong = running.communicate(timeout=1500)
    assert (running.returncode, said, wrong) == (130, b"", b"")
    there = len(list(out.glob("part-*")))
    assert 2 <= there < 60
    again = inside("issue", "--key", key, "--devices", devices, "--out", out, "--rows-per-file", 10)
    assert again["files"]["there"] >= there and again["issued"] == 600
