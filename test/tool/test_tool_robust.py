# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tool as a process: standard streams, pipes, full disks, any locale, interruption, long messages."""
from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import typer

from kilosig import __version__
from kilosig.cli.app import PANELS, app
from kilosig.library.catalog import SCHEMES, composites
from support import runner

pytestmark = pytest.mark.library
TOOL = [sys.executable, "-m", "kilosig"]


def process(*words: object, **extra: Any) -> subprocess.CompletedProcess:
    """The tool in a process of its own."""
    environment: dict[str, str] = {**os.environ, **extra.pop("env", {})}
    return subprocess.run([*TOOL, *map(str, words)], stderr=subprocess.PIPE, env=environment, timeout=250, **extra)


@pytest.fixture
def material(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Key, message and signature of ml-dsa-44."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "message").write_bytes(b"message")
    for words in (["keygen", "--scheme", "ml-dsa-44", "--private", "key", "--public", "pub"],
                  ["sign", "--private", "key", "--message", "message", "--signature", "sig"]):
        assert runner().invoke(app, words).exit_code == 0
    return tmp_path


VERIFY = ("verify", "--key", "pub", "--signature", "sig", "--message")


def test_full_disk() -> None:
    """One sentence and exit code 2, never that of a rejection."""
    with open("/dev/full", "wb") as full:
        for words in (("schemes",), ("schemes", "--json"), ("--version",), ("plan", "ml-dsa-44")):
            done = process(*words, stdout=full)
            assert done.returncode == 2, done.stderr
            assert len(done.stderr.splitlines()) == 1 and b"make room" in done.stderr


def test_full_disk_keeps_nothing(tmp_path: Path) -> None:
    """Neither file of a pair remains when one cannot be written."""
    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    done = process("keygen", "--scheme", "ml-dsa-44", "--private", tmp_path / "key", "--public", tmp_path / "pub",
                   preexec_fn=limited)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_closed_pipe() -> None:
    """`| head` gets what it wants, and nothing is said."""
    reader, writer = os.pipe()
    os.close(reader)
    done = process("schemes", stdout=writer)
    os.close(writer)
    assert done.stderr == b"" and done.returncode == 2


@pytest.mark.parametrize("env", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0",
                                                                 "PYTHONCOERCECLOCALE": "0"}])
def test_ascii_locale(material: Path, env: dict[str, str]) -> None:
    """Also with file names and contexts that the terminal does not have."""
    done = process("schemes", env=env, stdout=subprocess.PIPE)
    assert done.returncode == 0 and all(name.encode() in done.stdout for name in SCHEMES)
    done = process(*VERIFY, "m\u00e4ssage", env=env, stdout=subprocess.PIPE)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert process(*VERIFY, "message", "--context", "\u00e4", env=env, stdout=subprocess.PIPE).returncode == 1


def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C: exit code 130, no traceback."""
    message = tmp_path / "message"
    os.mkfifo(message)
    running = subprocess.Popen([*TOOL, "sign", "--private", "-", "--message", message, "--signature", "-"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    writer = None
    while writer is None and running.poll() is None:  # until the tool reads it, or ends without
        try:
            writer = os.open(message, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # nobody reads it yet
            time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert writer is not None, said
    os.close(writer)
    assert b"Traceback" not in said and running.returncode == 130


def test_longer_than_the_library_counts(material: Path) -> None:
    """More than 4 GiB is told before anything is read."""
    with open("long", "wb") as file:
        file.truncate((1 << 32) + 1)
    for words in ((*VERIFY, "long"), ("sign", "--private", "key", "--signature", "sig2", "--message", "long")):
        done = runner().invoke(app, list(words))
        assert done.exit_code == 2 and "4,294,967,297 bytes" in done.stderr and "--digest" in done.stderr


def test_flat_memory(material: Path) -> None:
    """A message of 200 MB is signed and verified in less memory than it has bytes."""
    with open("long", "wb") as file:
        file.truncate(200_000_000)
    most: list[int] = []
    # ru_maxrss would begin with what pytest has.
    script = ("import re, sys; from kilosig.__main__ import main\ntry:\n main()\nfinally:\n"
              " sys.stderr.write(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1])")
    for words in (("sign", "--private", "key", "--signature", "sig2", "--message", "long"),
                  ("verify", "--key", "pub", "--signature", "sig2", "--message", "long")):
        done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, timeout=280)
        assert done.returncode == 0, done.stderr
        most.append(int(done.stderr.split()[-1]))
    assert max(most) < 150_000, most  # kB


def test_streams(material: Path) -> None:
    """- for every input and output; one stdin is for one thing."""
    message = Path("message").read_bytes()
    done = runner().invoke(app, ["sign", "--private", "key", "--message", "-", "--signature", "-"], input=message)
    assert done.exit_code == 0 and len(done.stdout_bytes) == 2420
    for words, stdin in (((*VERIFY, "-"), message),
                         (("verify", "--key", "-", "--signature", "sig", "--message", "message"),
                          Path("pub").read_bytes()),
                         (("verify", "--key", "pub", "--signature", "-", "--message", "message"),
                          Path("sig").read_bytes())):
        done = runner().invoke(app, list(words), input=stdin)
        assert (done.exit_code, done.stdout) == (0, "accepted\n")
    done = runner().invoke(app, ["verify", "--key", "-", "--signature", "-", "--message", "message"])
    assert done.exit_code == 2 and "Only one" in done.stderr


def test_quiet_verbose_version(material: Path) -> None:
    """-q says nothing but by the exit code; -v more; all commands have the three."""
    done = runner().invoke(app, [*VERIFY, "message", "-q"])
    assert (done.exit_code, done.output) == (0, "")
    done = runner().invoke(app, [*VERIFY, "message", "-v"])
    assert done.exit_code == 0 and "ml-dsa-44" in done.stderr
    assert runner().invoke(app, ["--version"]).stdout == f"kilosig {__version__}\n"
    assert json.loads(runner().invoke(app, ["--json", "--version"]).stdout) == {"version": __version__}
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for command in commands.values():
        assert {"--json", "-q", "-v"} <= {opt for parameter in command.params for opt in parameter.opts}


def test_help() -> None:
    """Commands in groups; test_tool_examples.py has their examples."""
    shown = runner().invoke(app, ["--help"]).stdout
    assert all(panel in shown for panel in PANELS)
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    assert set(commands) == {name for panel in PANELS.values() for name, _, _ in panel} | {"image", "cose", "cms"}


@pytest.mark.parametrize("words, fields", [
    (("schemes",), {"schemes"}), (("plan", "ml-dsa-44"), {"scheme", "variant", "bytes", "milliseconds", "wants"}),
    (("advise", "--ram", "8k", "--scheme", "ml-dsa-44"), {"rows", "recommended"}),
])
def test_json(words: tuple, fields: set) -> None:
    """One object, the same for a pipe as for a terminal."""
    done = runner().invoke(app, [*words, "--json"])
    assert done.exit_code == 0 and set(json.loads(done.stdout)) == fields


def test_tables_are_whole_in_a_pipe() -> None:
    """No box, no cut name, one line for each scheme."""
    lines = runner().invoke(app, ["schemes"], env={"COLUMNS": "20"}).stdout.splitlines()
    assert [line.split()[0] for line in lines[2:]] == [*SCHEMES, *composites()]
    assert all(line.isascii() for line in lines)


def test_completion() -> None:
    """The shell is given the names of schemes."""
    done = process(env={"_KILOSIG_COMPLETE": "complete_bash", "COMP_WORDS": "kilosig keygen --scheme ml-",
                        "COMP_CWORD": "3", "_TYPER_COMPLETE_ARGS": "kilosig keygen --scheme ml-"},
                   stdout=subprocess.PIPE)
    assert b"ml-dsa-44" in done.stdout and b"haetae" not in done.stdout, done


def test_mistake_of_the_tool_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 2 and how to see more."""
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by\nzero")

    monkeypatch.setattr("kilosig.cli.plan.load", broken)
    done = runner().invoke(app, ["schemes"])
    assert done.exit_code == 2 and len(done.stderr.splitlines()) == 1 and "--verbose" in done.stderr
    assert isinstance(runner().invoke(app, ["schemes", "-v"]).exception, ZeroDivisionError)
