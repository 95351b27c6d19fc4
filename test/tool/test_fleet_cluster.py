# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A cluster that is not believed: over TLS with certificates, with workers that were taken over, and with a run that is
killed; who may fetch a job; and which networks a key goes over."""
from __future__ import annotations

import datetime
import gc
import json
import os
import pickle
import secrets
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")
distributed = pytest.importorskip("distributed")

import dask  # noqa: E402
from cryptography import x509  # noqa: E402
from cryptography.hazmat.primitives import hashes, serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402
from cryptography.x509.oid import NameOID  # noqa: E402
from distributed.protocol import ToPickle, to_serialize  # noqa: E402
from fleet import keys, parts, start, table  # noqa: E402

from kilosig.cli.app import app  # noqa: E402
from kilosig.cli.repository import app as repository  # noqa: E402
from kilosig.fleet import exchange  # noqa: E402
from kilosig.fleet.dask_cluster import _DataOnly  # noqa: E402
from kilosig.fleet.exchange import Errand, Exchange, Ticket, decode, encode  # noqa: E402
from support import runner  # noqa: E402

pytestmark = pytest.mark.library
HERE = Path(__file__).resolve().parent
# What a worker that was taken over does, and how its files are named then.
MODES = {"says so": "it is not there", "other tokens": "not those of the table", "other key": "rejected",
         "other footer": "does not say of which rows", "shape": "not of its shape", "number": "not of its shape",
         "says": "does not say what it did", "pickle": "", "objects": "no answer", "errors": "its workers died"}


# ---- Certificates ---------------------------------------------------------------------------------------------------


def certificates(folder: Path) -> dict[str, str]:
    """Those of a cluster, with an authority of its own, as Dask's configuration names them."""
    folder.mkdir()
    now, private = datetime.datetime(2026, 1, 1), [ec.generate_private_key(ec.SECP256R1()) for _ in range(2)]
    names = [x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]) for name in ("authority", "member")]
    for name, key, subject, path in (("authority", private[0], names[0], "ca"),
                                     ("member", private[1], names[1], "cert")):
        made = x509.CertificateBuilder(names[0], subject, key.public_key(), x509.random_serial_number(), now,
                                       now + datetime.timedelta(days=36500)).add_extension(
            x509.BasicConstraints(name == "authority", None), True).sign(private[0], hashes.SHA256())
        (folder / path).write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key").write_bytes(private[1].private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return {"ca-file": str(folder / "ca"), **{f"{role}.{what}": str(folder / what) for what in ("cert", "key")
                                              for role in ("client", "scheduler", "worker")}}


def configured(names: dict[str, str]) -> Any:
    """Dask's configuration in this process."""
    return dask.config.set({f"distributed.comm.tls.{name}": path for name, path in names.items()})


def environment(names: dict[str, str]) -> dict[str, str]:
    """The same of a process."""
    return {**os.environ, **{"DASK_DISTRIBUTED__COMM__TLS__" + name.upper().replace(".", "__").replace("-", "_"): path
                             for name, path in names.items()}}


# ---- A cluster ------------------------------------------------------------------------------------------------------


class Started:
    """A scheduler and workers, each a process, over TLS."""

    def __init__(self, folder: Path) -> None:
        self.names, self.processes = certificates(folder / "tls"), []  # type: dict[str, str], list[Any]
        self.mode, self.folder = folder / "mode", folder
        self.mode.write_text("")
        self.scheduler = self._begin("scheduler", "--host", "tls://127.0.0.1", "--port", "0", "--scheduler-file",
                                     folder / "file", "--no-dashboard")
        while not (folder / "file").exists() or not (folder / "file").read_text():
            time.sleep(0.05)
        self.address = json.loads((folder / "file").read_text())["address"]
        assert self.address.startswith("tls://")
        self.worker()

    def _begin(self, *words: object) -> Any:
        log = open(self.folder / f"log-{len(self.processes)}", "wb")
        begun = subprocess.Popen([sys.executable, "-m", f"distributed.cli.dask_{words[0]}", *map(str, words[1:])],
                                 stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                                 env={**environment(self.names), "KSIG_HOSTILE": str(self.mode)})
        self.processes.append(begun)
        return begun

    def worker(self) -> Any:
        """One more, which is there when this returns."""
        before = len(self.processes) - 1
        begun = self._begin("worker", self.address, "--nthreads", "1", "--no-dashboard", "--no-nanny", "--preload",
                            HERE / "hostile_worker.py", "--local-directory", self.folder)
        with configured(self.names), distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(before + 1, timeout=300)
        return begun

    def end(self) -> None:
        for one in reversed(self.processes):
            one.terminate()
        for one in self.processes:
            try:
                one.wait(20)
            except subprocess.TimeoutExpired:  # a worker may wait for its scheduler for longer
                one.kill()
                one.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    made = Started(tmp_path_factory.mktemp("cluster"))
    yield made
    made.end()


def kilosig(*words: object) -> Any:
    """The tool in this process."""
    return runner().invoke(app, [*map(str, words), "--json"])


def test_over_tls(cluster: Started, tmp_path: Path) -> None:
    """With the certificates of the cluster tokens are signed and verified; without them, or with others, there is one
    sentence."""
    key, devices, out = keys(tmp_path), table(tmp_path / "d.parquet", 40), tmp_path / "t"
    words = ("issue", "--key", key, "--devices", devices, "--rows-per-file", 20, "--scheduler", cluster.address,
             "--out")
    for names, said in (({}, "certificates"), (certificates(tmp_path / "other"), "none that takes this machine")):
        with configured(names) if names else dask.config.set({}):
            done = kilosig(*words, tmp_path / "none")
        assert done.exit_code == 2 and said in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
    assert not parts(tmp_path / "none")
    with configured(cluster.names):
        done = kilosig(*words, out)
        assert done.exit_code == 0 and json.loads(done.stdout)["issued"] == 40, done.output
        done = kilosig("audit", out, "--devices", devices, "--scheduler", cluster.address)
        assert json.loads(done.stdout)["accepted"] == 40
        # A worker that says that all is well is not believed about what is seen here.
        damaged = parts_of(out)[1]
        damaged.write_bytes(parts_of(out)[0].read_bytes())
        done = kilosig("audit", out, "--devices", devices, "--scheduler", cluster.address)
        assert done.exit_code == 1
    here = kilosig("issue", "--key", key, "--devices", devices, "--rows-per-file", 20, "--out", tmp_path / "here")
    assert here.exit_code == 0 and parts(tmp_path / "here")["part-000000.parquet"] == parts(out)["part-000000.parquet"]


def parts_of(folder: Path) -> list[Path]:
    return sorted(folder.glob("part-*.parquet"))


@pytest.mark.parametrize("mode", MODES)
def test_a_worker_that_was_taken_over(cluster: Started, tmp_path: Path, mode: str) -> None:
    """It runs nothing in the process of the run, prints nothing there, and is not believed: every file is looked at,
    and the one that is not right is named. Nobody is told that tokens were signed."""
    key, devices = keys(tmp_path), table(tmp_path / "d.parquet", 3)
    cluster.mode.write_text(mode)
    try:
        with configured(cluster.names):
            done = kilosig("issue", "--key", key, "--devices", devices, "--out", tmp_path / "t", "--scheduler",
                           cluster.address)
    finally:
        cluster.mode.write_text("")
    found = json.loads(done.stdout)
    assert done.exit_code == 1 and found["issued"] == found["signed_now"] == 0, done.output
    assert [one["file"] for one in found["failed"]] == [0] and MODES[mode] in found["failed"][0]["reason"], found
    assert not cluster.mode.with_name(f"mode-ran-{os.getpid()}").exists()
    assert "\x1b" not in done.output and "printed" not in done.output


def holds(process: int, secret: bytes) -> bool:
    """Whether the memory of a process has these bytes anywhere."""
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb", 0) as memory:
        for line in maps:
            place, rights = line.split()[:2]
            begin, end = (int(number, 16) for number in place.split("-"))
            if rights.startswith("rw") and end - begin < 1 << 30:
                with suppress(OSError, ValueError, OverflowError):
                    memory.seek(begin)
                    if secret in memory.read(end - begin):
                        return True
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="memory of other processes is read as Linux has it")
def test_a_run_that_is_killed_leaves_no_key(cluster: Started, tmp_path: Path) -> None:
    """The scheduler never has it, and a worker that begins afterwards is given none."""
    secret, devices, out = secrets.token_bytes(32), table(tmp_path / "d.parquet", 20000), tmp_path / "t"
    made = kilosig("keygen", "-s", "ml-dsa-44", "--private", tmp_path / "k", "--public", tmp_path / "p", "--seed",
                   secret.hex())
    assert made.exit_code == 0
    running = start("issue", "--key", tmp_path / "k", "--devices", devices, "--out", out, "--rows-per-file", 100,
                    "--scheduler", cluster.address, env=environment(cluster.names))
    while not parts_of(out):
        assert running.poll() is None, running.communicate()
        time.sleep(0.02)
    assert holds(running.pid, secret) and not holds(cluster.scheduler.pid, secret)
    running.kill()
    running.communicate()
    fresh = cluster.worker()
    time.sleep(0.5)
    assert not holds(fresh.pid, secret) and not holds(cluster.scheduler.pid, secret)
    assert len(parts_of(out)) < 200


# ---- Who may fetch a job --------------------------------------------------------------------------------------------


class Contexts:
    """Of TLS, as Dask makes them."""

    def __init__(self, names: dict[str, str]) -> None:
        with configured(names):
            security = distributed.Security()
            self.listening: ssl.SSLContext = security.get_listen_args("client")["ssl_context"]
            self.connecting: ssl.SSLContext = security.get_connection_args("worker")["ssl_context"]


@pytest.mark.parametrize("tls", [False, True])
def test_a_job_needs_a_ticket(tmp_path: Path, tls: bool) -> None:
    """One of this run, of a task that is not done, with its secret; over TLS, a certificate too. A second ticket of a
    task takes the place of the first; who has a job when its ticket ends is not heard."""
    own = Contexts(certificates(tmp_path / "own")) if tls else None
    listening, connecting = (own.listening, own.connecting) if own else (None, None)
    with Exchange({"secret": 7}, ("127.0.0.1", 0), listening) as exchanged:
        def refused(ticket: Ticket, context: ssl.SSLContext | None = connecting) -> None:
            with pytest.raises(OSError):
                with Errand(ticket, context):
                    pass

        first = exchanged.ticket(3)
        assert "secret" not in repr(first) and str(first.address[1]) not in repr(first)
        for wrong in (Ticket(first.address, 3, bytes(32)), Ticket(first.address, 4, first.secret),
                      Ticket(first.address, 3, first.secret[:-1] + bytes([first.secret[-1] ^ 1]))):
            refused(wrong)
        if tls:
            refused(first, Contexts(certificates(tmp_path / "stranger")).connecting)
            bare = ssl.create_default_context(cafile=str(tmp_path / "own" / "ca"))
            bare.check_hostname = False
            refused(first, bare)
            refused(first, None)
        with Errand(first, connecting) as errand:
            assert errand.job == {"secret": 7}
            errand.bring(b"answer")
        assert exchanged.events.get(timeout=10) == (3, b"answer")
        refused(first)
        second = exchanged.ticket(3)
        refused(first)
        with Errand(second, connecting) as errand:
            exchanged.withdraw(3)
            errand.bring(b"late")
        refused(second)
        assert exchanged.events.empty()
        last = exchanged.ticket(5)
        late = Errand(last, connecting)
    refused(last)
    with pytest.raises(OSError):
        late.bring(b"after the end")
    late.__exit__(None, None, None)


def test_nobody_stands_between(tmp_path: Path) -> None:
    """A job is unpickled only if it is of who made the ticket, and an answer is heard only if it is of who has it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ticket = Ticket(("127.0.0.1", listener.getsockname()[1]), 1, secrets.token_bytes(32))
        import threading

        def stranger() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.sendall(bytes(32))
                connection.recv(1000)
                job = pickle.dumps(Makes(tmp_path / "ran"))
                connection.sendall(exchange.HEAD.pack(len(job), bytes(32)) + job)

        other = threading.Thread(target=stranger)
        other.start()
        with pytest.raises(OSError, match="not authentic"):
            Errand(ticket, None)
        other.join()
    assert not (tmp_path / "ran").exists()
    with Exchange("job", ("127.0.0.1", 0), None) as exchanged, Errand(exchanged.ticket(1), None) as errand:
        errand._connection.sendall(exchange.HEAD.pack(1, bytes(32)) + b"x")
        with pytest.raises(OSError):
            exchange._exactly(errand._connection, 1)
        assert exchanged.events.empty()


class Makes:
    """A folder, when it is unpickled."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.place),)


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    """However a message of Dask's protocol has it; plain data is read."""
    from distributed.core import clean_exception
    from distributed.protocol import dumps, loads
    evil = Makes(tmp_path / "ran")
    with _DataOnly():
        for message in ({"a": ToPickle(evil)}, {"a": to_serialize(evil)}):
            with pytest.raises(TypeError):
                loads([bytes(frame) for frame in dumps(message)])
        assert "ran" not in repr(clean_exception(pickle.dumps(evil))[1].__class__)
        with pytest.raises(TypeError):
            pickle.loads(pickle.dumps(evil))
        assert loads(dumps({"a": [1, "b", b"c"], "d": to_serialize(b"e")})) == {"a": (1, "b", b"c"), "d": b"e"}
    assert not (tmp_path / "ran").exists()
    assert pickle.loads(pickle.dumps(os.mkdir)) is os.mkdir  # afterwards, as ever


def test_answers_are_data() -> None:
    """Of the shape that was asked for, whatever else JSON may be."""
    shape = {"a": int, "b": [(str, bytes)], "c": {str: float}, "d": bool}
    value = {"a": 1 << 70, "b": [("x", b"\0\xff")], "c": {"y": 1.5, "z": 2}, "d": True}
    assert decode(encode(value), {"failed": str}, shape) == value
    gc.collect()  # what other tests left is not finalized at the depth that one of these reaches
    for wrong in (b"", b"{", b"\xff", b"[]", b"null", b"1", b"[" * 100000, pickle.dumps(value),
                  encode({**value, "a": True}), encode({**value, "a": 1.0}), encode({**value, "d": 1}),
                  encode({**value, "b": [("x",)]}), encode({**value, "b": ["x"]}), encode({**value, "e": 1}),
                  encode({**value, "b": [("x", "?")]}), encode({"a": 1}),
                  encode(value).replace(b"1.5", b"NaN"), encode(value).replace(b"1.5", b"1e999"),
                  encode(value).replace(b"1.5", b"9" * 5000)):
        with pytest.raises(ValueError):
            decode(wrong, shape)


# ---- Networks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["issue", "audit", "campaign"])
@pytest.mark.parametrize("words, said", [
    (("--scheduler", "tcp://10.1.2.3:8786"), "--plain-tcp"), (("--scheduler", "10.1.2.3:8786"), "--plain-tcp"),
    (("--scheduler", "tcp://127.0.0.1.example.org:8786"), "--plain-tcp"),
    (("--scheduler", "tcp://localhost.example.org:1"), "--plain-tcp"),
    (("--scheduler", "tcp://[::2]:1"), "--plain-tcp"),
    (("--scheduler", "TCP://127.0.0.1:8786"), "not an address"),
    (("--scheduler", "ucx://127.0.0.1:8786"), "not an address"),
    (("--scheduler", "inproc://127.0.0.1/1/1"), "not an address"),
    (("--scheduler", "tcp://127.0.0.1@10.1.2.3:1"), "not an address"),
    (("--scheduler", "tcp://127.0.0.1:1", "--listen", "10.1.2.3"), "--plain-tcp"),
    (("--scheduler", "tcp://127.0.0.1"), "no port"), (("--scheduler", "tcp://127.0.0.1:x"), "not an address"),
    (("--scheduler", "tls://10.1.2.3:1", "--listen", "h:p"), "not an address"), (("--plain-tcp",), "--scheduler"),
    (("--listen", "127.0.0.1"), "--scheduler"), (("--scheduler", "tcp://127.0.0.1:1", "--workers", "1"), "--workers")])
def test_which_network(command: str, words: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without TLS no other machine is spoken to, unless somebody says so; nothing is connected before."""
    monkeypatch.setattr("kilosig.fleet.dask_cluster.Client", lambda *_, **__: pytest.fail("it connects"))
    rest = {"issue": ("--key", "k", "--devices", "d", "--out", "t"), "audit": ("t",), "campaign": ("vectors", "v")}
    done = runner().invoke(repository if command == "campaign" else app, [command, *rest[command], *words])
    assert done.exit_code == 2 and said in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr


@pytest.mark.parametrize("words, address", [
    (("--scheduler", "tcp://10.1.2.3:8786", "--plain-tcp"), "tcp://10.1.2.3:8786"),
    (("--scheduler", "tls://10.1.2.3:8786"), "tls://10.1.2.3:8786"), (("--scheduler", "[::1]:1"), "tcp://[::1]:1"),
    (("--scheduler", "tcp://127.0.0.1:8786"), "tcp://127.0.0.1:8786"),
    (("--scheduler", "localhost:8786"), "tcp://localhost:8786")])
def test_networks_that_may_be(words: Any, address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The address is the one that was looked at."""
    seen = []

    def connect(scheduler: str, **_: object) -> None:
        seen.append(scheduler)
        raise OSError

    monkeypatch.setattr("kilosig.fleet.dask_cluster.Client", connect)
    done = kilosig("issue", "--key", keys(tmp_path), "--devices", table(tmp_path / "d", 2), "--out", tmp_path / "t",
                   *words)
    assert done.exit_code == 2 and seen == [address]
