# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is said to be written is on the disk: the calls that a command makes, in their order, as the C library sees them
(test/support/calls.c); and what is left when a process is killed or the disk is full."""
from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from kilosig.cli.app import app
from kilosig.files import whole
from support import runner
ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.library, pytest.mark.skipif(sys.platform != "linux", reason="the system is not Linux")]
W4 = "LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4"
Call = tuple[str, int, str]


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("calls") / "calls.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", made, ROOT / "test/support/calls.c",
                    "-ldl"], check=True)
    return made


def calls(shim: Path, folder: Path, *words: object, code: int = 0, **environment: str) -> list[Call]:
    """Of a command of the tool, in a folder."""
    log = folder / "calls.log"
    log.unlink(missing_ok=True)
    done = subprocess.run([sys.executable, "-m", "kilosig", *map(str, words), "-q"], cwd=folder, capture_output=True,
                          env={**os.environ, "LD_PRELOAD": str(shim), "KSIG_CALLS": str(log), **environment},
                          timeout=600)
    assert done.returncode == code, done.stderr
    split = [line.split(" ", 2) for line in log.read_text().splitlines()]
    return [(what, int(inode), os.path.join(folder, name) if name else "") for what, inode, name in split]


def first(found: list[Call], what: str, inode: int, after: int = -1) -> int:
    """The place of a call after another. Fails if there is none."""
    return next(at for at, call in enumerate(found) if at > after and call[:2] == (what, inode))


def settled(found: list[Call], path: Path) -> None:
    """Written; then on the disk; then given its name; then the name on the disk."""
    inode = path.stat().st_ino
    written = max(at for at, call in enumerate(found) if call[:2] == ("write", inode))
    synced = first(found, "fsync", inode, written)
    named = next(at for at, (what, _, name) in enumerate(found) if what in ("link", "rename") and name == str(path))
    assert written < synced < named
    first(found, "fsync", path.parent.stat().st_ino, named)


def test_keys_are_on_the_disk(shim: Path, tmp_path: Path) -> None:
    """Both files of a pair, also where others are replaced."""
    words = ("keygen", "-s", "ml-dsa-44", "--private", "key", "--public", "pub")
    for more in ((), ("--force",)):
        found = calls(shim, tmp_path, *words, *more)
        settled(found, tmp_path / "key")
        settled(found, tmp_path / "pub")
    calls(shim, tmp_path, *words[:4], "lost", "--public", "lost.pub", code=2, KSIG_FSYNC="fails")
    assert not list(tmp_path.glob("*lost*"))


def state_in(folder: Path) -> None:
    """A key that counts its signatures."""
    done = runner().invoke(app, ["stateful-keygen", "-s", "lms", "--set", W4, "--state", str(folder / "state"),
                                 "--public", str(folder / "lms.pub")])
    assert done.exit_code == 0, done.output


def test_a_state_is_on_the_disk_before_its_signature(shim: Path, tmp_path: Path) -> None:
    """The state is appended to in its place, and flushed; then the signature appears. Where it cannot be flushed, there
    is no signature, and the leaf is used."""
    state_in(tmp_path)
    state, sign = tmp_path / "state", ("stateful-sign", "--state", "state", "--message", "lms.pub", "--signature")
    inode, before = state.stat().st_ino, state.read_bytes()
    found = calls(shim, tmp_path, *sign, "one")
    assert state.stat().st_ino == inode and state.read_bytes().startswith(before) and state.read_bytes() != before
    written = max(at for at, call in enumerate(found) if call[:2] == ("write", inode))
    assert first(found, "fsync", inode, written) < first(found, "link", (tmp_path / "one").stat().st_ino)
    calls(shim, tmp_path, *sign, "two", code=2, KSIG_FSYNC="fails")
    assert not (tmp_path / "two").exists()
    calls(shim, tmp_path, *sign, "three")
    assert [int.from_bytes((tmp_path / name).read_bytes()[:4], "big") for name in ("one", "three")] == [0, 2]


@pytest.mark.parametrize("more", [(), ("--randomized",)])
def test_parts_are_on_the_disk(shim: Path, tmp_path: Path, more: tuple[str, ...]) -> None:
    """Each file of tokens, what names them, and the ledger before the file that it names."""
    fleet = pytest.importorskip("fleet", reason="there is no pyarrow")
    pytest.importorskip("pyarrow")
    key, devices = fleet.keys(tmp_path), fleet.table(tmp_path / "devices.parquet", 6)
    out = tmp_path / "t"
    found = calls(shim, tmp_path, "issue", "--key", key, "--devices", devices, "--out", out, "--rows-per-file", 3,
                  "--workers", 1, *more)
    for name in ("_plan.json", "_public.pem", "part-000000.parquet", "part-000001.parquet", "_refused.csv"):
        settled(found, out / name)
    if more:
        for number in ("000000", "000001"):
            settled(found, out / "_ledger" / number)
            entry = first(found, "fsync", (out / "_ledger").stat().st_ino,
                          first(found, "link", (out / "_ledger" / number).stat().st_ino))
            part = out / f"part-{number}.parquet"
            assert entry < first(found, "rename", part.stat().st_ino)


def test_the_ledger_is_claimed_once(tmp_path: Path) -> None:
    """By whoever is first, wherever the store is: the second finds the first one's entry, and puts the first one's file
    in its place, although it has signed another."""
    pytest.importorskip("pyarrow")
    import numpy as np
    from fleet import keys

    from kilosig.files.pkcs8 import parse_private_key
    from kilosig.fleet.store import Store
    from kilosig.fleet.tokens import TOKEN
    from kilosig.fleet.work import Job
    for url in (str(tmp_path), "memory://claims"):
        store = Store(url)
        assert store.claim("_ledger/1", b"first") and not store.claim("_ledger/1", b"second")
        assert store.read("_ledger/1") == b"first"
    key = parse_private_key(keys(tmp_path).read_bytes(), "key")
    tokens, place = np.zeros(2, TOKEN), tmp_path / "t"
    tokens["counter"], tokens["device"][:, 0] = 1, (1, 2)
    place.mkdir()
    first, second = (Job(Store(str(place)), "plan", 2, True, key) for _ in range(2))
    made = second._made

    def late(*words: object) -> object:
        """The first is quicker by a moment."""
        found = made(*words)
        assert first.do(0, tokens.tobytes(), bytes(2))["done"] == "written"
        issued.append((place / "part-000000.parquet").read_bytes())
        return found

    issued: list[bytes] = []
    second._made = late  # type: ignore[method-assign]
    assert second.do(0, tokens.tobytes(), bytes(2))["done"] == "finished"
    assert (place / "part-000000.parquet").read_bytes() == issued[0]
    assert files_in(place) == ["_ledger/000000", "part-000000.parquet"]


# ---- A full disk ----------------------------------------------------------------------------------------------------


def on_full_disk(work: Callable[[], object], room: int = 1000) -> None:
    """In a child, whose files cannot grow beyond so many bytes: the work fails by that."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            work()
        except OSError as error:
            code = 77 if error.errno == errno.EFBIG else 1
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 77


def files_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("randomized", [False, True])
def test_a_full_disk_leaves_no_part(tmp_path: Path, randomized: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither of a file, nor of one that is held back while the ledger cannot be written, so that each try has the room
    that the first one had; when there is room, the file is made."""
    pytest.importorskip("pyarrow")
    import numpy as np
    from fleet import keys

    from kilosig.files.pkcs8 import parse_private_key
    from kilosig.fleet.store import Store
    from kilosig.fleet.tokens import TOKEN
    from kilosig.fleet.work import Job
    key = parse_private_key(keys(tmp_path).read_bytes(), "key")
    tokens, place = np.zeros(2, TOKEN), tmp_path / "t"
    tokens["counter"], tokens["device"][:, 0] = 1, (1, 2)
    place.mkdir()
    job = Job(Store(str(place)), "plan", 2, randomized, key)
    for _ in range(3):
        on_full_disk(lambda: job.do(0, tokens.tobytes(), bytes(2)))
        assert files_in(place) == []
    if randomized:
        def full(*_: object) -> bool:
            raise OSError(errno.EFBIG, "full")

        with monkeypatch.context() as patched:
            patched.setattr(Store, "claim", full)
            with pytest.raises(OSError):
                job.do(0, tokens.tobytes(), bytes(2))
        assert files_in(place) == []
    with tempfile.TemporaryFile() as report:
        report.write(bytes(5000))
        on_full_disk(lambda: job.store.put("_refused.csv", report))
    assert files_in(place) == []
    assert job.do(0, tokens.tobytes(), bytes(2))["done"] == "written"
    assert files_in(place) == ["_ledger/000000"] * randomized + ["part-000000.parquet"]


# ---- A process that is killed ---------------------------------------------------------------------------------------


KILLED = """import os, signal, sys
from pathlib import Path
from kilosig.files import whole
step, force = sys.argv[2], sys.argv[3] == "force"
if sys.argv[4] == "named":
    del os.O_TMPFILE  # as on a file system without
real = getattr(os, step)
def call(*arguments, **named):
    if step == "replace" or os.fstat(arguments[0]).st_size == 6:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*arguments, **named)
setattr(os, step, call)
from kilosig.files.data import write_files
write_files(((Path(sys.argv[1]), b"secret", 0o600),), force)
"""


@pytest.mark.parametrize("step, force, kind", [("fsync", "", "unnamed"), ("fsync", "force", "unnamed"),
                                               ("replace", "force", "unnamed"), ("fsync", "", "named")])
def test_a_killed_command_leaves_no_key(tmp_path: Path, step: str, force: str, kind: str) -> None:
    """Before it is whole a file has no name, or one that the next command removes. A file that somebody still writes is
    left alone."""
    place = tmp_path / "k*y"
    if force:
        place.write_bytes(b"before")
    done = subprocess.run([sys.executable, "-c", KILLED, place, step, force, kind], capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    left = [name for name in files_in(tmp_path) if name != "k*y"]
    assert len(left) == (0 if (step, kind) == ("fsync", "unnamed") else 1), left
    assert not force or place.read_bytes() == b"before"
    other = tmp_path / ".key.kilosig-new-of-another"
    other.write_bytes(b"")
    with whole.NewFile(place, [b"after"], 0o600) as one, whole.NewFile(place, [b"later"], 0o600) as two:
        two.place(replace=True)
        one.place(replace=True)
    assert place.read_bytes() == b"after" and files_in(tmp_path) == [other.name, "k*y"]


def test_terminated_while_it_writes(tmp_path: Path) -> None:
    """By signals that end it at once, as those of a closed terminal do."""
    script = KILLED.replace("SIGKILL)", "int(sys.argv[5]))")
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        done = subprocess.run([sys.executable, "-c", script, tmp_path / "key", "fsync", "", "", str(int(number))],
                              capture_output=True)
        assert done.returncode != 0 and files_in(tmp_path) == []
