# SPDX-License-Identifier: Apache-2.0 OR MIT
"""LMS and HSS by the package pyhsslms: its signatures are accepted, and no leaf signs twice."""
from __future__ import annotations

import fcntl
from pathlib import Path
from typing import List

import pyhsslms
import pytest

from kilosig.cli.app import app
from kilosig.errors import UserError
from kilosig.files import armour
from kilosig.library.binding import load
from kilosig.schemes import stateful_sign
from kilosig.schemes.stateful import LMS_SETS, LmsSet
from support import runner

pytestmark = pytest.mark.library

LEAST = [one for one in LMS_SETS.values() if one.height == 5]
W8 = "LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W8"


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


def _made(tmp_path: Path, *more: str) -> List[str]:
    """A key in files; the command that signs with it."""
    (tmp_path / "message").write_bytes(b"message")
    done = runner().invoke(app, ["stateful-keygen", "--scheme", "lms", "--set", W8, "--state", str(tmp_path / "state"),
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
        raise UserError("The disk is full: make room.")

    monkeypatch.setattr("kilosig.schemes.stateful_sign.write_files", full)
    assert isinstance(runner().invoke(app, command).exception, (UserError, SystemExit))
    assert not (tmp_path / "signature").exists() and (tmp_path / "state").read_bytes() == before


def test_one_at_a_time(tmp_path: Path) -> None:
    command = _made(tmp_path)
    with open(tmp_path / ".state.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = runner().invoke(app, command)
        assert done.exit_code != 0 and not (tmp_path / "signature").exists()
    assert runner().invoke(app, command).exit_code == 0


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
    (["--set", "LMS_SHA256"], "no set"), (["--scheme", "lms", "--set", W8, "--levels", "2"], "levels"),
    (["--set", W8, "--levels", "9"], "levels")])
def test_wrong_arguments(tmp_path: Path, arguments: List[str], said: str) -> None:
    done = runner().invoke(app, ["stateful-keygen", "--state", str(tmp_path / "state"),
                                 "--public", str(tmp_path / "public"), *arguments])
    assert done.exit_code != 0 and said in done.stderr and not (tmp_path / "state").exists()


def test_a_damaged_state(tmp_path: Path) -> None:
    command = _made(tmp_path)
    for raw in (b"", b"x" * 40, bytes(200)):
        (tmp_path / "state").write_bytes(armour.wrap(armour.SECRET, "lms", raw) if raw else b"")
        done = runner().invoke(app, command)
        assert done.exit_code != 0 and isinstance(done.exception, (UserError, SystemExit))
    assert not (tmp_path / "signature").exists()
