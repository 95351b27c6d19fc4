# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is recorded of faults is not lost, whoever records beside it."""
from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest

from faults import report

ROWS, RUNS = 40, 4


def row(scheme: str, **more: Any) -> dict[str, Any]:
    return {"scheme": scheme, "variant": "default", "kind": "check", "model": "skip", "faults": 1, **more}


def place(row: dict[str, Any]) -> str:
    return str(row["scheme"])


def write(recorded: Path, number: int) -> None:
    report.RECORDED = recorded
    for of_run in range(ROWS):
        report.record(row(f"{number}-{of_run:02}"), place)


def test_runs_at_once_lose_no_rows(tmp_path: Path) -> None:
    """Each adds its own rows to what the others wrote."""
    recorded = tmp_path / "recorded.json"
    runs = [multiprocessing.get_context("fork").Process(target=write, args=(recorded, number))
            for number in range(RUNS)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
        assert run.exitcode == 0
    assert [entry["scheme"] for entry in json.loads(recorded.read_text())] == [
        f"{number}-{of_run:02}" for number in range(RUNS) for of_run in range(ROWS)]
    assert list(tmp_path.iterdir()) == [recorded]


def test_a_row_takes_the_place_of_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the same case and model; another model's stays."""
    monkeypatch.setattr(report, "RECORDED", tmp_path / "recorded.json")
    other = row("lms", model="branch")
    for entry in (row("lms", faults=1), other, row("lms", faults=2)):
        report.record(entry, lambda entry: entry["model"])
    assert report.recorded() == [other, row("lms", faults=2)]


def test_rows_of_older_code_are_marked() -> None:
    """Of a signer, too, where another of its rows is newer; not one of another key form, whose image is another."""
    def signer(name: str, code: str, when: str) -> dict[str, Any]:
        return row(name, kind=report.SIGN, code=code, when=when, outcomes=dict.fromkeys(
            ("right", "nothing", "part", "later", "other", "wrong"), 0))

    lines = report.signers([signer("haetae-2, accepted", "old", "1"), signer("haetae-2, z", "new", "2"),
                            signer("ml-dsa-44, seed, z", "a", "1"), signer("ml-dsa-44, expanded, z", "b", "2")])
    assert [line.split(" | ")[0] for line in lines.splitlines()[2:]] == [
        "| haetae-2, accepted" + report.OLD, "| haetae-2, z", "| ml-dsa-44, seed, z", "| ml-dsa-44, expanded, z"]


def test_rows_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    """--only takes those that match; a row that counts no dimensions is stale, as is one of other code; what is
    recorded is not run again, and after the budget no row begins."""
    monkeypatch.setattr(report, "RECORDED", tmp_path / "recorded.json")
    monkeypatch.setattr(report, "places_of_rows", lambda: place)
    ran = []

    def made(name: str) -> report.Row:
        def attack(entry: dict[str, Any]) -> str:
            ran.append(name)
            entry.update(faults=1, by={"start: zeros": 1})
            return "1"
        return report.Row(f"{name} skip", {"scheme": name, "variant": "default", "kind": "check", "model": "skip"},
                          lambda: "code", 4001, attack)
    rows = [made("lms"), made("hss"), made("lms-w8")]
    monkeypatch.setattr(report, "verifications", lambda: iter(rows))
    monkeypatch.setattr(report, "signatures", lambda: iter(()))
    assert report.chosen(["lms*"]) == [rows[0], rows[2]] and report.chosen([]) == rows
    report.record(row("hss", code="code", stride=4001), place)
    report.record(row("lms-w8", code="other", stride=4001, by={"start: zeros": 1}), place)
    report.run(rows, False, -1)
    assert ran == [] and "time is over" in capsys.readouterr().out
    report.run(rows, False, 100)
    report.run(rows, False, 100)
    assert ran == ["lms", "hss", "lms-w8"]


def test_faults_by_dimension() -> None:
    """Sums, and what was recorded before there were any."""
    lines = report.dimensions([row("lms", by={"start: zeros": 2, "call: open": 2, "code: other": 2}, faults=2),
                               row("hss", by={"start: zeros": 3, "call: close": 3, "code: other": 3}, faults=3),
                               row("old", faults=7)]).splitlines()
    assert "| zeros | 5 |  |" in lines and "| close | 3 |  |" in lines
    assert lines.count(f"| {report.UNKNOWN} | 7 |  |") == 3
