# SPDX-License-Identifier: Apache-2.0 OR MIT
"""LMS and HSS by the package pyhsslms: its signatures are accepted, and no leaf signs twice."""
from __future__ import annotations

import errno
import fcntl
import json
import os
import shutil
from pathlib import Path

import pyhsslms
import pytest
from command_line import run, told
from typer.testing import Result

from kilosig.cli.app import app
from kilosig.errors import UserError
from kilosig.files import armour
from kilosig.library.binding import load
from kilosig.schemes import stateful_sign
from kilosig.schemes.stateful import LMS_SETS, LmsSet
from support import runner

pytestmark = pytest.mark.library

LEAST = [one for one in LMS_SETS.values() if one.height == 5]
W4 = "LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4"


def _accepted(scheme: str, key: bytes, message: bytes, signature: bytes) -> bool:
    return load().verify_at_once(load().scheme(scheme), key, message, signature).accepted


@pytest.mark.parametrize("one, levels", [(one, levels) for one in LEAST for levels in (0, 1, 2)
                                         if levels == 0 or one.width == 4])
def test_the_library_accepts_them(tmp_path: Path, one: LmsSet, levels: int) -> None:
    """levels 0: bare LMS. Another message, and a bit of the signature, are refused."""
    scheme = "hss" if levels else "lms"
    public, state = stateful_sign.generate(scheme, one, levels or 1)
    (tmp_path / "state").write_bytes(state)
    named, signature, left = stateful_sign.sign(tmp_path / "state", b"message")
    assert (named, left) == (scheme, 32 ** (levels or 1) - 1)
    assert _accepted(scheme, public, b"message", signature)
    assert not _accepted(scheme, public, b"messagf", signature)
    for at in (0, 7, len(signature) // 2, len(signature) - 1):
        wrong = bytearray(signature)
        wrong[at] ^= 1
        assert not _accepted(scheme, public, b"message", bytes(wrong))


def _made(tmp_path: Path, *more: str) -> list[str]:
    """A key in files; the command that signs with it."""
    (tmp_path / "message").write_bytes(b"message")
    done = runner().invoke(app, ["stateful-keygen", "--scheme", "lms", "--set", W4, "--state", str(tmp_path / "state"),
                                 "--public", str(tmp_path / "public"), *more])
    assert done.exit_code == 0 and "nobody copies" in done.stderr
    return ["stateful-sign", "--state", str(tmp_path / "state"), "--message", str(tmp_path / "message"),
            "--signature", str(tmp_path / "signature")]


def test_the_state_is_written_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A signature that could not be written has used its leaf, and none is used twice."""
    command = _made(tmp_path)
    assert (tmp_path / "state").stat().st_mode & 0o777 == 0o600

    def full(*_: object) -> None:
        raise UserError("The disk is full: make room.")

    monkeypatch.setattr("kilosig.cli.stateful.save", full)
    assert isinstance(runner().invoke(app, command).exception, (UserError, SystemExit))
    monkeypatch.undo()
    leaves = []
    for _ in range(3):
        assert runner().invoke(app, [*command, "--force"]).exit_code == 0
        leaves.append(int.from_bytes((tmp_path / "signature").read_bytes()[:4], "big"))
    assert leaves == [1, 2, 3]


def test_a_state_that_cannot_be_written_signs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = _made(tmp_path)
    before = (tmp_path / "state").read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("kilosig.schemes.stateful_sign.write_all", full)
    assert isinstance(runner().invoke(app, command).exception, (UserError, SystemExit))
    assert not (tmp_path / "signature").exists() and (tmp_path / "state").read_bytes() == before


def _leaf(path: Path) -> int:
    """Of an LMS signature."""
    return int.from_bytes(path.read_bytes()[:4], "big")


def _signs(command: list[str], state: Path, to: Path) -> Result:
    """The command with another name of the state."""
    changed = [*command, "--force"]
    changed[changed.index("--state") + 1], changed[changed.index("--signature") + 1] = str(state), str(to)
    return runner().invoke(app, changed)


def test_one_at_a_time(tmp_path: Path) -> None:
    """Whatever name the state is asked by: the lock is on the file."""
    command = _made(tmp_path)
    (tmp_path / "link").symlink_to("state")
    with open(tmp_path / "state", "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for name in ("state", "link"):
            done = _signs(command, tmp_path / name, tmp_path / "signature")
            assert done.exit_code == 2 and "signing elsewhere" in done.stderr
            assert not (tmp_path / "signature").exists()
    assert runner().invoke(app, command).exit_code == 0


def test_every_name_is_one_state(tmp_path: Path) -> None:
    """A link, a link to a link, a folder that is one, and `..`: no leaf signs twice, and no name is replaced."""
    command = _made(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "link").symlink_to("../state")
    (tmp_path / "again").symlink_to("folder/link")
    (tmp_path / "here").symlink_to(".")
    names = ["state", "folder/link", "again", "here/state", "folder/../state", "state"]
    inode = (tmp_path / "state").stat().st_ino
    for number, name in enumerate(names):
        assert _signs(command, tmp_path / name, tmp_path / f"signature{number}").exit_code == 0
    assert [_leaf(tmp_path / f"signature{number}") for number in range(len(names))] == list(range(len(names)))
    assert (tmp_path / "state").stat().st_ino == inode and (tmp_path / "again").is_symlink()


def test_a_state_has_one_name(tmp_path: Path) -> None:
    """Hard links are refused, by either name, until there is one name again."""
    command = _made(tmp_path)
    os.link(tmp_path / "state", tmp_path / "other")
    for name in ("state", "other"):
        done = _signs(command, tmp_path / name, tmp_path / "signature")
        assert done.exit_code == 2 and "hard links" in done.stderr and not (tmp_path / "signature").exists()
    (tmp_path / "state").unlink()
    assert _signs(command, tmp_path / "other", tmp_path / "signature").exit_code == 0


def test_what_is_no_file(tmp_path: Path) -> None:
    command = _made(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "nothing", "."):
        assert _signs(command, tmp_path / name, tmp_path / "signature").exit_code == 2
    assert _signs(command, Path("/dev/null"), tmp_path / "signature").exit_code == 2
    assert not (tmp_path / "signature").exists()


@pytest.mark.parametrize("when", ["opened", "signed"])
def test_a_state_that_is_replaced_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    """Between its opening and its lock, or while it signs: no signature leaves, although the file that was opened is
    still somewhere."""
    command = _made(tmp_path)

    def replace() -> None:
        os.rename(tmp_path / "state", tmp_path / "moved")
        shutil.copy(tmp_path / "moved", tmp_path / "state")

    flock, write_all = fcntl.flock, stateful_sign.write_all
    if when == "opened":
        monkeypatch.setattr(fcntl, "flock", lambda *words: (replace(), flock(*words)))
    else:
        monkeypatch.setattr(stateful_sign, "write_all", lambda *words: (write_all(*words), replace()))
    done = runner().invoke(app, command)
    assert done.exit_code == 2 and "was moved or replaced" in done.stderr
    assert not (tmp_path / "signature").exists()


@pytest.mark.parametrize("scheme, levels", [("lms", "1"), ("hss", "2")])
def test_an_append_that_was_broken_off(tmp_path: Path, scheme: str, levels: str) -> None:
    """Wherever it ended, and whatever the disk has put after: its leaf counts as used. A second one may follow."""
    command = _made(tmp_path, "--scheme", scheme, "--levels", levels)
    assert runner().invoke(app, command).exit_code == 0
    before = (tmp_path / "state").read_bytes()
    left = json.loads(runner().invoke(app, [*command, "--force", "--json"]).stdout)["signatures_left"]
    record = (tmp_path / "state").read_bytes()[len(before):]
    for tail in (record[:1], record[:20], record[:40], record[:len(record) // 2], record[:-20], bytes(4096)):
        (tmp_path / "state").write_bytes(before + tail)
        for number in range(2):
            found = json.loads(runner().invoke(app, [*command, "--force", "--json"]).stdout)
            assert found["signatures_left"] == left - 1 - number
    for tail in (record[:-1], record):  # whole
        (tmp_path / "state").write_bytes(before + tail)
        assert json.loads(runner().invoke(app, [*command, "--force", "--json"]).stdout)["signatures_left"] == left - 1


def test_states_that_do_not_follow_one_another(tmp_path: Path) -> None:
    """An older state after a newer one, one twice, another key's: nothing is signed."""
    command = _made(tmp_path)
    first = (tmp_path / "state").read_bytes()
    assert runner().invoke(app, command).exit_code == 0
    both = (tmp_path / "state").read_bytes()
    (tmp_path / "other").mkdir()
    _made(tmp_path / "other")
    for wrong in (both + first, both + both[len(first):], both + (tmp_path / "other" / "state").read_bytes()):
        (tmp_path / "state").write_bytes(wrong)
        done = runner().invoke(app, [*command, "--force"])
        assert done.exit_code == 2 and "do not follow" in done.stderr


def test_hss_goes_on_from_tree_to_tree(tmp_path: Path) -> None:
    """What the file keeps when a tree below is used up and another one begins."""
    public, state = stateful_sign.generate("hss", LMS_SETS[W4], 2)
    key = pyhsslms.HssPrivateKey.deserialize(armour.unwrap(state, "state").raw)
    key.prv[1].q = 31
    (tmp_path / "state").write_bytes(armour.wrap(armour.SECRET, "hss", key.serialize()))
    for left in (992, 991, 990):
        named, signature, more = stateful_sign.sign(tmp_path / "state", b"message")
        assert more == left and _accepted(named, public, b"message", signature)


def test_a_used_up_key(tmp_path: Path) -> None:
    command = _made(tmp_path)
    key = pyhsslms.HssPrivateKey.deserialize(armour.unwrap((tmp_path / "state").read_bytes(), "state").raw)
    key.prv[0].q = 31
    (tmp_path / "state").write_bytes(armour.wrap(armour.SECRET, "lms", key.serialize()))
    assert runner().invoke(app, command).exit_code == 0
    done = runner().invoke(app, [*command, "--force"])
    assert done.exit_code != 0 and "used up" in done.stderr


@pytest.mark.parametrize("arguments, said", [
    (["--scheme", "xmss"], "lms and hss"), (["--set", "LMS_SHA256_M32_H25/LMOTS_SHA256_N32_W8"], "hardware module"),
    (["--set", "LMS_SHA256"], "choose one of LMS_SHA256_M32_H5/"),
    (["--scheme", "lms", "--set", W4, "--levels", "2"], "levels"),
    (["--set", W4, "--levels", "9"], "levels")])
def test_wrong_arguments(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = runner().invoke(app, ["stateful-keygen", "--state", str(tmp_path / "state"),
                                 "--public", str(tmp_path / "public"), *arguments])
    assert done.exit_code != 0 and said in done.stderr and not (tmp_path / "state").exists()


@pytest.mark.parametrize("scheme, levels", [("lms", 1), ("hss", 1), ("hss", 2)])
def test_inspect(tmp_path: Path, scheme: str, levels: int) -> None:
    """Of a state, its public key and a signature: the set, what is left, which leaf; not of a key for another use."""
    state, public, signature, message = (tmp_path / name for name in ("state", "public", "signature", "message"))
    message.write_bytes(b"m")
    run("stateful-keygen", "--state", state, "--public", public, "--scheme", scheme, "--set", W4, "--levels", levels)
    for leaf in range(2):
        run("stateful-sign", "--state", state, "--message", message, "--signature", signature, "--force")
        found = told("inspect", signature)
        assert (found["kind"], found["scheme"], found["set"]) == ("signature", scheme, W4)
        assert found["leaf"] == leaf if scheme == "lms" else found["leaves"] == ["0"] * (levels - 1) + [str(leaf)]
    found = told("inspect", state)
    assert (found["kind"], found["scheme"], found["set"], found["levels"]) == ("state", scheme, W4, levels)
    assert found["signatures_left"] == 32 ** levels - 2 and found["next_leaf"] == 2
    assert told("inspect", public)["set"] == W4
    cut = tmp_path / "cut"
    cut.write_bytes(signature.read_bytes()[:-1])
    assert told("inspect", cut, code=1)["kind"] == "unknown"
    assert f"stateful-keygen --scheme {scheme}" in run("keygen", "--scheme", scheme, "--private", tmp_path / "k",
                                                      "--public", tmp_path / "p", code=2).stderr


def test_a_damaged_state(tmp_path: Path) -> None:
    command = _made(tmp_path)
    for raw in (b"", b"x" * 40, bytes(200)):
        (tmp_path / "state").write_bytes(armour.wrap(armour.SECRET, "lms", raw) if raw else b"")
        done = runner().invoke(app, command)
        assert done.exit_code != 0 and isinstance(done.exception, (UserError, SystemExit))
    assert not (tmp_path / "signature").exists()
