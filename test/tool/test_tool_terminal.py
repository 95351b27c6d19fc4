# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tables in terminals of each width: no figure is cut, no line is longer than the terminal, and what is left out is
named."""
from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kilosig import errors
from kilosig.cli.app import app
from kilosig.cli.tables import Column, drawn
from support import runner

ADVISE = ("advise", "--ram", "5k", "--flash", "10k", "--bus", "500k", "--max-time", "300ms")
BENCH = ("rows", "--scheme", "ml-dsa-44")
WIDTHS = (80, 100, 120)


def program(command: tuple[str, ...]) -> list[str]:
    module = "kilosig.cli.repository" if command[0] == "rows" else "kilosig.cli.app"
    return [sys.executable, "-c", f"from {module} import app; app()", *command]


@cache
def in_terminal(command: tuple[str, ...], width: int) -> list[str]:
    """The lines that a terminal of this width shows, without colours; of the same command the same lines."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    environment = {**{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")},
                   "TERM": "xterm"}
    with subprocess.Popen(program(command), stdin=inner, stdout=inner, stderr=inner, env=environment) as child:
        os.close(inner)
        said = b""
        while True:
            try:
                piece = os.read(outer, 65536)
            except OSError:
                break
            if not piece:
                break
            said += piece
    os.close(outer)
    assert child.returncode == 0, said
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said.decode()).replace("\r\n", "\n").replace("\r", "\n").split("\n")


@cache
def as_json(command: tuple[str, ...]) -> dict[str, Any]:
    done = subprocess.run([*program(command), "--json"], capture_output=True, check=True)
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("command", [ADVISE, (*ADVISE, "--all"), BENCH, ("schemes",)],
                         ids=["advise", "advise all", "bench", "schemes"])
def test_tables(command: tuple[str, ...], width: int) -> None:
    """A line of the table is of one row, and every figure in it is one of the row's."""
    answer = as_json(command)
    rows = next(value for value in answer.values() if isinstance(value, list))
    lines = in_terminal(command, width)
    assert max(map(len, lines)) <= width
    rule = next(number for number, line in enumerate(lines) if set(line) == {"─"})
    heads = lines[rule - 1].split()
    assert heads[0] == "scheme" and {"RAM", "flash"} <= set(heads) or "state" in heads
    names = {row.get("scheme", row.get("name")) for row in rows}
    table = [line for line in lines[rule + 1:] if line.split()[:1] and line.split()[0] in names]
    assert len(table) == len(rows) or command == ADVISE
    for line in table:
        words = re.sub(r"[\d,]+ ms", "", line).split()
        whole = {f"{value:,}" if isinstance(value, int) else value for row in rows
                 if row.get("scheme", row.get("name")) == words[0] for value in row.values()
                 if value is not None and not isinstance(value, float)}
        bytes_ = [word for word in words[1:] if re.fullmatch(r"[\d,]{3,}", word)]
        assert bytes_ and set(bytes_) <= whole, line
    shown, missing = " ".join(lines), {"advise": "transfer", "rows": "floor", "schemes": "secret"}[command[0]]
    assert (missing in heads) != ("Not shown here: " in shown and missing in shown.split("Not shown here: ")[1])
    assert width < 120 or missing in heads


@pytest.mark.parametrize("width", WIDTHS)
def test_advice_begins_with_what_fits(width: int) -> None:
    """All that fits, then a few near misses; the others with --all."""
    rows = as_json(ADVISE)["rows"]
    fits = [row for row in rows if row["fits"].startswith("yes")]
    lines = in_terminal(ADVISE, width)
    names = {row["scheme"] for row in rows}
    table = [line.split()[0] for line in lines if line.split()[:1] and line.split()[0] in names]
    assert table[:len(fits)] == [row["scheme"] for row in fits]
    assert 0 < len(table) - len(fits) <= 5 < len(rows) - len(fits)
    assert f"{len(rows) - len(table)} more rows that do not fit: --all" in " ".join(lines)


def test_narrower_than_any_table() -> None:
    """Rows are stacked; words stay whole."""
    lines = in_terminal(("schemes",), 40)
    assert max(map(len, lines)) <= 40
    assert any(line.startswith("    ") and "public key 1,312" in line for line in lines)


def test_drawn() -> None:
    columns = (Column("a", "name", left=True), Column("b", "bytes"), Column("c", "late", rank=1),
               Column("d", "remark", left=True, remark=True))
    rows = [["one", "1,000", "77", "no: needs 1,000 of 900 bytes"], ["two", "22", "8", ""]]
    assert drawn(columns, rows, 60)[2] == "one   1,000    77  no: needs 1,000 of 900 bytes"
    assert drawn(columns, rows, 24) == ["name bytes remark", "─" * 22, "one  1,000", "    no: needs 1,000 of",
                                        "    900 bytes", "two     22", "Not shown here: late; a",
                                        "wider terminal, a pipe",
                                        "or --json has it."]


def test_demo() -> None:
    """In a terminal of 80 columns, bars too."""
    lines = in_terminal(("demo",), 80)
    assert max(map(len, lines)) <= 80
    assert "everything as it should be" in lines[-2]


def test_completion() -> None:
    """Of sets, boards, standards, hashes and the like, for the shell."""
    def offered(*words: str) -> set[str]:
        done = runner().invoke(app, [], prog_name="kilosig", env={
            "_KILOSIG_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(("kilosig", *words)),
            "COMP_CWORD": str(len(words))})
        assert done.exit_code == 0, done.output
        return set(done.stdout.split())

    assert offered("sign", "--scheme", "slh-dsa-sha2-128") >= {"slh-dsa-sha2-128s", "slh-dsa-sha2-128f"}
    assert offered("stateful-keygen", "--set", "LMS_SHA256_M32_H5") >= {"LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W8"}
    assert "stm32vldiscovery" in offered("send", "--board", "stm32")
    assert "microbit" in offered("emulate", "micro")
    assert offered("advise", "--standard", "c") == {"cnsa-2.0"}
    assert offered("advise", "--framing", "can") == {"can", "can-fd"}
    assert offered("advise", "--core", "cortex-m0") == {"cortex-m0"}
    assert offered("advise", "--op", "k") == {"keygen"}
    assert offered("sign", "--prehash", "sha3-2") == {"sha3-224", "sha3-256"}
    assert offered("anchor", "--format", "r") == {"rust"}


def test_bars(tmp_path: Path) -> None:
    """Where a file takes long: signing and verifying a large one."""
    names = {name: str(tmp_path / name) for name in ("key", "pub", "message", "sig")}
    (tmp_path / "message").write_bytes(bytes(64 << 20))
    in_terminal(("keygen", "-s", "ml-dsa-44", "-p", names["key"], "--public", names["pub"]), 80)
    for word, command in (("signing", ("sign", "--private", names["key"], "--message", names["message"], "--signature",
                                       names["sig"])),
                          ("verifying", ("verify", "--key", names["pub"], "--message", names["message"], "--signature",
                                         names["sig"]))):
        lines = in_terminal(command, 80)
        assert any(line.startswith(word) and "MB" in line for line in lines)
        assert max(map(len, lines)) <= 80


def test_messages_of_bad_options() -> None:
    """Named as they were given; no variable that there is not; the limit is said."""
    for command, said in ((("token", "--device-id", "KILOSIG-0001", "--counter", "1", "--feature", "99"), "0<=x<=31"),
                          (("issue", "--devices", "d", "--out", "o", "--rows-per-file", "65537"), "1<=x<=65536")):
        done = subprocess.run(program(command), capture_output=True, text=True, check=False)
        assert done.returncode == 2 and said in done.stderr and "env var" not in done.stderr
        assert done.stderr.count("\n") == 1


def test_no_script_without_a_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wheel's messages name what its user has."""
    assert errors.remedy("make tool", "install it") == "run 'make tool'"
    monkeypatch.setattr(errors, "in_checkout", lambda: False)
    assert errors.remedy("make tool", "install it") == "install it"
    ours = ("campaign.py", "site.py")  # of kilosig-bench, which is for who works on kilosig
    named = [f"{path.name}: {line.strip()}" for path in (Path(errors.__file__).parent).rglob("*.py")
             for line in path.read_text().splitlines() if re.search(r"'(make (tool|bench|site)|scripts/\S+)", line)
             and "remedy(" not in line and path.name not in ours]
    assert not named
