# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Completion in the shells themselves: the script that the tool prints is sourced, and completes. zsh and fish where
they are installed."""
from __future__ import annotations

import os
import pty
import select
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from kilosig.cli.app import app
from sampling import FULL

pytestmark = pytest.mark.library
PATIENCE_S = 60
# What stands before the Tab, and what it offers.
OFFERED = {
    "sign --scheme slh-dsa-sha2-128": {"slh-dsa-sha2-128s", "slh-dsa-sha2-128f", "slh-dsa-sha2-128-24"},
    "stateful-keygen --set LMS_SHA256_M32_H5/": {f"LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W{w}" for w in (1, 2, 4, 8)},
    "emulate stm32": {"stm32vldiscovery"}, "image sign --board mic": {"microbit"},
    "advise --standard ": {"fips", "cnsa-2.0", "kpqc", "research"}, "sign --prehash sha3-2": {"sha3-224", "sha3-256"},
    "cose del": {"delegate", "delegated"},
}


# What fish is asked, which starts the tool twice for each.
OF_FISH = list(OFFERED) if FULL else ["sign --scheme slh-dsa-sha2-128", "advise --standard ", "cose del"]


@pytest.fixture(scope="module")
def scripts() -> dict[str, str]:
    """Of each shell."""
    found = {}
    for name in ("bash", "zsh", "fish"):
        found[name] = subprocess.run([Path(sys.executable).parent / "kilosig"], capture_output=True, check=True,
                                     text=True, env={**os.environ, "_KILOSIG_COMPLETE": f"source_{name}"}).stdout
    return found


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scripts: dict[str, str]) -> Path:
    """A folder where the scripts are, and where no file's name begins like an answer."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    monkeypatch.setenv("TERM", "dumb")
    for name, text in scripts.items():
        (tmp_path / f"complete.{name}").write_text(text)
    return tmp_path


def shell(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def answers(done: subprocess.CompletedProcess[str]) -> Iterator[set[str]]:
    assert done.returncode == 0 and not done.stderr, done.stderr
    for part in done.stdout.split("END\n")[:-1]:
        yield {line.split("\t")[0] for line in part.splitlines()}


def test_every_list_is_offered() -> None:
    """Whatever option takes one of some names."""
    lists = {"--scheme", "--set", "--board", "--standard", "--prehash", "--hash", "--format", "--form", "--variant",
             "--core", "--framing", "--op"}
    found = [(f"{name} {inner}".strip(), parameter.opts[0]) for name, command in get_command(app).commands.items()
             for inner, one in getattr(command, "commands", {"": command}).items() for parameter in one.params
             if lists & set(parameter.opts) and not getattr(parameter, "is_flag", False)
             and parameter._custom_shell_complete is None]
    assert not found


def test_bash(place: Path) -> None:
    """By the function that bash calls, in the variables in which it passes the line."""
    script = ["source ./complete.bash", "complete -p kilosig | grep -q -- '-F _kilosig_completion kilosig$' || exit 9"]
    for line in OFFERED:
        words = ["kilosig", *line.split(" ")]
        script += [f"COMP_WORDS=({' '.join(map(shlex.quote, words))}); COMP_CWORD={len(words) - 1}; COMPREPLY=()",
                   "_kilosig_completion kilosig", "printf '%s\\n' \"${COMPREPLY[@]}\"", "echo END"]
    done = subprocess.run([shell("bash"), "--norc", "-c", "\n".join(script)], capture_output=True, text=True,
                          check=False)
    assert list(answers(done)) == list(OFFERED.values())


def test_fish(place: Path) -> None:
    script = ["source complete.fish"]
    for line in OF_FISH:
        script += [f"complete -C {shlex.quote(f'kilosig {line}')}", "echo END"]
    done = subprocess.run([shell("fish"), "--no-config", "-c", "\n".join(script)], capture_output=True, text=True,
                          check=False, env={**os.environ, "HOME": str(place)})
    assert list(answers(done)) == [OFFERED[line] for line in OF_FISH]


class Typist:
    """An interactive shell in a terminal."""

    def __init__(self, *command: str) -> None:
        self.child, self.terminal = pty.fork()
        if not self.child:
            os.execvp(command[0], command)
        self.shown = b""

    def types(self, text: str, until: str) -> None:
        """Waits until the terminal shows it."""
        os.write(self.terminal, text.encode())
        self.shown, end = b"", time.monotonic() + PATIENCE_S
        while until.encode() not in self.shown:
            assert time.monotonic() < end, self.shown
            if select.select([self.terminal], [], [], 0.2)[0]:
                self.shown += os.read(self.terminal, 4096).replace(b"\a", b"")

    def leaves(self) -> None:
        os.close(self.terminal)
        os.waitpid(self.child, 0)


@pytest.mark.parametrize("command, source", [
    (("bash", "--norc", "-i"), "source ./complete.bash"),
    (("zsh", "-f", "-i"), "autoload -U compinit; compinit -u -D; source ./complete.zsh")])
def test_a_tab(place: Path, command: tuple[str, ...], source: str) -> None:
    """What the only answer adds is on the line."""
    shell(command[0])
    typist = Typist(*command)
    try:
        typist.types(f"{source}; echo READ''Y\n", "READY\r\n")
        typist.types("kilosig emulate micro\t", "microbit ")
        typist.types("\x15kilosig sign --scheme ml-dsa-44-ed\t", "ml-dsa-44-ed25519 ")
        typist.types("\x15kilosig stateful-keygen --set LMS_SHA256_M32_H5/\t", "LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W")
    finally:
        typist.leaves()
