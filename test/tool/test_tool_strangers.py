# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What others bring or watch: text for the terminal, costs of a key file, pipes in the place of a key, and what child
processes see."""
from __future__ import annotations

import ast
import json
import os
import sys
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat import asn1

from kilosig.cli import output
from kilosig.cli.app import app
from kilosig.cli.output import Output
from kilosig.cli.tables import Column
from kilosig.device.emulator import Emulator
from kilosig.errors import UserError
from kilosig.files import pbes2, pkcs8
from kilosig.files.children import PASSPHRASE
from kilosig.files.der import any_of, decoded
from support import runner

pytestmark = pytest.mark.library
PACKAGE = Path(output.__file__).resolve().parents[1]
# Moves the cursor, clears the screen, sets a title, hides, turns the direction, adds a line, ends one early, C1's CSI.
HOSTILE = "a\x1b[2J\x1b]0;t\x07\x08\x7f\u202e\u2066\u200b\u2028\x85\x9b1A\r\nkilosig: accepted\udc80"


def harmless(text: str) -> bool:
    return all(letter == "\n" or letter.isprintable() for letter in text) and "\nkilosig: accepted" not in text


@pytest.mark.parametrize("terminal", [False, True])
def test_strangers_text_is_spelled(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
                                   terminal: bool) -> None:
    """Whatever prints it."""
    if terminal:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "dumb")
        monkeypatch.setattr(output._Console, "is_terminal", True)
    out = Output()
    out.verbose = True
    out.say(HOSTILE)
    out.note(HOSTILE)
    out.detail(HOSTILE)
    out.table("t", HOSTILE, (Column("a", "a", left=True), Column("b", "b")), [(HOSTILE, 1)],
              HOSTILE.replace("\n", ""))
    found = capsys.readouterr()
    for text in (found.out, found.err):
        assert harmless(text) and "\\x1b[2J" in text and "\\u202e" in text and "\\n" in text
    assert output.printable("ä € 漢\ttwo\nlines") == "ä € 漢\\x09two\nlines"


def test_errors_and_files_of_strangers(tmp_path: Path) -> None:
    """Of a folder, a file's name, vectors."""
    (tmp_path / "t").mkdir()
    plan = {"scheme": HOSTILE.replace("\udc80", ""), "anchor": "", "template": "x", "features": {"a": 1}, "rows": 1,
            "rows_per_file": 1, "devices": "", "refused": "", "signing": "x", "format": "kilosig-tokens-1"}
    (tmp_path / "t" / "_plan.json").write_text(json.dumps(plan))
    words: list[Any] = [["inspect", str(tmp_path / HOSTILE)], ["check-vectors", str(tmp_path / HOSTILE)],
                        ["plan", HOSTILE], ["no-such" + HOSTILE]]
    pa = pytest.importorskip("pyarrow")
    assert pa
    words += [["report", str(tmp_path / "t")], ["audit", str(tmp_path / "t"), "--key", str(tmp_path / "none")]]
    for one in words:
        done = runner().invoke(app, one)
        assert harmless(done.output) and harmless(done.stderr) and (done.output or done.stderr), (one, done.output)


def test_one_place_prints() -> None:
    """In the commands nothing writes to the terminal but output.py, and the last sentence of group.py."""
    for path in (PACKAGE / "cli").glob("*.py"):
        if path.name == "output.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("print", "click.echo", "typer.secho"), path
                assert called not in ("sys.stdout.write", "sys.stderr.write"), path
                if called == "typer.echo":
                    assert path.name == "group.py" and ("one_line" in ast.unparse(node) or "format_message" in
                                                        ast.unparse(node))


# ---- Costs ----------------------------------------------------------------------------------------------------------


@lru_cache
def sealed_key() -> bytes:
    return pbes2.encrypted(pkcs8.private_der("ml-dsa-44", bytes(32)), b"x")


def asking(n: int, r: int, p: int) -> bytes:
    """An encrypted key whose scrypt has these parameters."""
    key = decoded(pbes2.EncryptedKey, sealed_key())
    scheme = decoded(pbes2.Scheme, key.algorithm.parameters)
    scheme.derivation.parameters = any_of(pbes2.ScryptCosts(salt=bytes(16), n=n, r=r, p=p))
    key.algorithm.parameters = any_of(scheme)
    return asn1.encode_der(key)


@pytest.mark.parametrize("n, r, p", [(1 << 20, 64, 1), (1 << 20, 8, 1), (1 << 19, 8, 1), (1 << 14, 64, 64),
                                     (2, 1 << 24, 1), (1 << 60, 1 << 60, 1), (2, 8, 1 << 40)])
def test_a_key_file_does_not_say_what_is_spent(tmp_path: Path, n: int, r: int, p: int) -> None:
    """More than 256 MiB, or than seconds: one sentence at once."""
    (tmp_path / "key").write_bytes(asking(n, r, p))
    (tmp_path / "word").write_bytes(b"x")
    began = time.process_time()
    done = runner().invoke(app, ["pubkey", str(tmp_path / "key"), "--passphrase-file", str(tmp_path / "word")])
    assert done.exit_code == 2 and "encrypt it again" in done.stderr and time.process_time() - began < 2


def test_iterations_are_limited() -> None:
    with pytest.raises(pbes2.TooExpensive):
        pbes2._by_pbkdf2(decoded(pbes2.Pbkdf2Costs, bytes.fromhex("300a0402000002040fffffff")), 32, b"x")


# ---- Pipes ----------------------------------------------------------------------------------------------------------


def test_a_private_key_goes_into_no_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor into a device, by whatever name, unless --force says so; what is public does."""
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    os.symlink("pipe", "link")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    keygen = ["keygen", "-s", "ml-dsa-44", "--public", "pub", "--private"]
    for name in ("pipe", "link", "/dev/null"):
        done = runner().invoke(app, [*keygen, name])
        assert done.exit_code == 2 and "--force" in done.stderr and not Path("pub").exists()
    assert os.read(reader, 100) == b""
    assert runner().invoke(app, [*keygen, "key"]).exit_code == 0
    for words in (["export", "key", "--form", "expanded", "--output", "pipe"],
                  ["stateful-keygen", "--state", "pipe", "--public", "lms", "--set",
                   "LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W1"]):
        assert runner().invoke(app, words).exit_code == 2
    assert os.read(reader, 100) == b"" and not Path("lms").exists()
    assert runner().invoke(app, ["pubkey", "key", "--public", "pipe"]).exit_code == 0
    assert os.read(reader, 10000).startswith(b"-----BEGIN PUBLIC KEY")
    Path("pub").unlink()
    assert runner().invoke(app, [*keygen, "pipe", "--force"]).exit_code == 0
    assert os.read(reader, 10000).startswith(b"-----BEGIN PRIVATE KEY")
    os.close(reader)


# ---- Child processes ------------------------------------------------------------------------------------------------


def test_an_emulator_is_told_no_passphrase(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "qemu-system-arm").write_text(f"#!{sys.executable}\nimport os, sys\n"
                                              f"open({str(tmp_path / 'seen')!r}, 'w').write(repr(dict(os.environ)))\n")
    (tmp_path / "qemu-system-arm").chmod(0o755)
    (tmp_path / "image").write_bytes(b"")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv(PASSPHRASE, "open sesame")
    with Emulator("stm32vldiscovery", image=tmp_path / "image") as emulator, pytest.raises(UserError):
        emulator.wait()
    seen = (tmp_path / "seen").read_text()
    assert "PATH" in seen and "sesame" not in seen and PASSPHRASE not in seen


def test_while_a_command_runs_nobody_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also what packages start: the passphrase is not in the environment, and the command knows it all the same."""
    seen = []

    def look(*_: object) -> None:
        seen.append(PASSPHRASE in os.environ)
        raise UserError("It was looked at: go on.")

    monkeypatch.setenv(PASSPHRASE, "open sesame")
    monkeypatch.setattr("kilosig.cli.plan.load", look)
    assert runner().invoke(app, ["schemes"]).exit_code == 2 and seen == [False]
    assert os.environ[PASSPHRASE] == "open sesame"
    names = [str(tmp_path / "key"), str(tmp_path / "pub")]
    for _ in range(2):
        done = runner().invoke(app, ["keygen", "-s", "ml-dsa-44", "--encrypt", "--private", names[0], "--public",
                                     names[1], "--force"])
        assert done.exit_code == 0 and runner().invoke(app, ["pubkey", names[0]]).exit_code == 0
    monkeypatch.setenv(PASSPHRASE, "another")
    assert runner().invoke(app, ["pubkey", names[0]]).exit_code == 2
