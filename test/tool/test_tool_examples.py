# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The example at the end of each command's help: whole on one line of a terminal of 80 columns, and run."""
from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from linked_code import HEADER, SLOT, Elf, slot_symbols, vector_code

from kilosig.cli.app import app
from support import runner

pytestmark = pytest.mark.library
# What a command needs that no other example makes: a device or a board, a key of a minute's work, others' files.
ELSEWHERE = {"import", "count", "share", "check-vectors", "vectors", "update", "demo", "emulate", "provision",
             "activate", "send", "bus", "authenticate", "attest", "identity", "issue", "audit", "report",
             "image provision"}
# Each after those whose files it takes.
ORDER = ["keygen", "pubkey", "anchor", "export", "request", "certify", "cert", "stateful-keygen", "stateful-sign",
         "sign", "verify", "inspect", "advise", "schemes", "plan", "token", "image sign", "image inspect",
         "image verify", "cose sign", "cose verify", "cose key", "cose delegate", "cose delegated", "cms sign",
         "cms verify"]


def commands() -> Iterator[tuple[str, typer.core.TyperCommand]]:
    for name, command in typer.main.get_command(app).commands.items():  # type: ignore[attr-defined]
        for inner, one in getattr(command, "commands", {"": command}).items():
            yield f"{name} {inner}".strip(), one


def example_of(command: typer.core.TyperCommand) -> str:
    head, _, line = (command.epilog or "").partition("\n\n")
    assert head == "Example:" and line, f"{command.name} has no example"
    return line


def test_every_command_has_one() -> None:
    """With options that the command has and all that it needs, and in its help as it is to be copied."""
    found = dict(commands())
    assert sorted(found) == sorted(ELSEWHERE | set(ORDER))
    for name, command in found.items():
        line = example_of(command)
        words = shlex.split(line)
        called = name.split()
        assert words[:1 + len(called)] == ["kilosig", *called]
        command.make_context(name, words[1 + len(called):])
        shown = runner().invoke(app, [*called, "--help"], env={"COLUMNS": "80", "TERMINAL_WIDTH": "80"}).stdout
        assert line in [one.strip() for one in shown.splitlines()], f"{name}: longer than 78 columns"


def test_they_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder with a message, a linked application and two keys that sign for others."""
    pytest.importorskip("elftools")
    monkeypatch.chdir(tmp_path)
    for name in ("file", "file.sig"):
        Path(name).write_bytes(b"a message")
    Path("code.elf").write_bytes(Elf([(SLOT + HEADER, vector_code(SLOT + HEADER))], slot_symbols()).encode())

    def run(line: str) -> None:
        done = runner().invoke(app, shlex.split(line)[1:])
        assert done.exit_code == 0, (line, done.output)

    for name in ("ca", "root"):
        run(f"kilosig keygen -s ml-dsa-65 -p {name}.key --public {name}.pub")
    run("kilosig request -p ca.key --subject CN=ca -o ca.csr")
    run("kilosig certify ca.csr -p ca.key -o ca.pem --ca --days 3650")
    found = dict(commands())
    for name in ORDER:
        if name == "pubkey":
            Path("key.pub").unlink()
        if name in ("sign", "stateful-sign"):
            Path("file.sig").unlink()
        run(example_of(found[name]))
