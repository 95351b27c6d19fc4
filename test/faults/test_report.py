# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is recorded of faults is not lost, whoever records beside it."""
from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest

from faults import images, report, signatures

ROWS, RUNS = 40, 4


def row(scheme: str, **more: Any) -> dict[str, Any]:
    return {"scheme": scheme, "variant": "default", "kind": "check", "model": "skip", "core": report.CORE, "faults": 1,
            **more}


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
    assert [entry["scheme"] for entry in json.loads(recorded.read_text())["rows"]] == [
        f"{number}-{of_run:02}" for number in range(RUNS) for of_run in range(ROWS)]
    assert list(tmp_path.iterdir()) == [recorded]


def test_a_row_takes_the_place_of_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the same case and model; another model's stays."""
    monkeypatch.setattr(report, "RECORDED", tmp_path / "recorded.json")
    other = row("lms", model="branch")
    for entry in (row("lms", faults=1), other, row("lms", faults=2)):
        report.record(entry, lambda entry: entry["model"])
    assert report.recorded() == [other, row("lms", faults=2)]


class Attacked:
    """A case whose code is what its name says."""

    def __init__(self, name: str) -> None:
        self.name = name

    def image(self) -> Path:
        return Path(self.name)

    def executed(self) -> set[str]:
        return {f"{self.name}.c.obj:.text", "shared.c.obj:.text"}


def test_rows_of_older_code_are_marked() -> None:
    """Of a verification, and of a signer."""
    outcomes = dict.fromkeys(("right", "nothing", "part", "later", "other", "wrong"), 0)
    lines = report.signers([row("haetae-2, accepted", kind=report.SIGN, outcomes=outcomes, stale=True),
                            row("haetae-2, z", kind=report.SIGN, outcomes=outcomes, stale=False),
                            row("haetae-2, z", kind=report.SIGN, outcomes=outcomes, core="rv32imac")])
    assert [line.split(" | ")[0] for line in lines.splitlines()[2:]] == [
        "| haetae-2, accepted" + report.OLD, "| haetae-2, z", "| haetae-2, z, RV32IMAC"]
    lines = report.table([row("lms", stride=1, accepted={}, stale=True), row("hss", stride=1, accepted={})])
    assert [report.OLD in line for line in lines.splitlines()[2:4]] == [True, False]


def test_rows_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    """--only takes those that match; a row that counts no dimensions is stale, as is one of other code; what is
    recorded is not run again, and after the budget no row begins. Rows that execute the same share the list of it."""
    monkeypatch.setattr(report, "RECORDED", tmp_path / "recorded.json")
    monkeypatch.setattr(report, "places_of_rows", lambda: place)
    changed: list[str] = []
    monkeypatch.setattr(report, "fingerprint", lambda case, parts: f"{sorted(parts)} {changed}")
    ran = []

    def made(name: str) -> report.Row:
        def attack(entry: dict[str, Any]) -> str:
            ran.append(name)
            entry.update(faults=1, by={"start: zeros": 1})
            return "1"
        return report.Row(f"{name} skip", {"scheme": name, "variant": "default", "kind": "check", "model": "skip",
                                                   "core": report.CORE},
                          Attacked(name[:3]), 4001, attack)
    rows = [made("lms"), made("hss"), made("lms-w8")]
    monkeypatch.setattr(report, "verifications", lambda: iter(rows))
    monkeypatch.setattr(report, "signatures", lambda: iter(()))
    assert report.chosen(["lms*"]) == [rows[0], rows[2]] and report.chosen([]) == rows
    report.record(row("hss", code="[] []", stride=4001, parts=[]), place)
    report.record(row("lms-w8", code="other", stride=4001, by={"start: zeros": 1}, parts=[]), place)
    report.run(rows, False, -1)
    assert ran == [] and "time is over" in capsys.readouterr().out
    report.run(rows, False, 100)
    report.run(rows, False, 100)
    assert ran == ["lms", "hss", "lms-w8"]
    assert len(json.loads(report.RECORDED.read_text())["parts"]) == 2
    report.mark(rows[:2])
    assert [entry["stale"] for entry in report.recorded()] == [False, False, True]
    changed.append("in the core")
    report.mark(rows)
    assert all(entry["stale"] for entry in report.recorded())
    changed.clear()
    report.mark(rows)
    assert not any(entry["stale"] for entry in report.recorded())
    monkeypatch.setattr(report, "JUDGED", "9999")  # what was found before tells nothing
    report.mark(rows)
    assert all(entry["stale"] for entry in report.recorded())


def test_rows_by_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row of another core stands beside that of a Cortex-M3, and is counted in a table of its own."""
    monkeypatch.setattr(report, "RECORDED", tmp_path / "recorded.json")
    other = row("lms", core="rv32imac", faults=5, accepted={"forgery / close / compare + 0x2": 1}, stride=4001)
    for entry in (row("lms", faults=1, accepted={}, stride=4001), other):
        report.record(entry, lambda entry: str(entry["core"]))
    rows = report.recorded()
    assert [(entry["core"], entry["faults"]) for entry in rows] == [(report.CORE, 1), ("rv32imac", 5)]
    assert "core" not in json.loads(report.RECORDED.read_text())["rows"][0]
    assert "| lms | check | 1 |" in report.table(rows) and "In all 6 faults, 1 of them" in report.table(rows)
    lines = report.cores(rows).splitlines()
    assert "| lms | check |  |  |  | 5 (**1**) |  |  |" in lines
    assert "RV32IMAC: 5 faults in 1 rows, 1 of them accepted." in lines
    assert "| skipped, RV32IMAC |" in report.places(rows)


def test_code_that_a_row_executes() -> None:
    """The fingerprint is of the parts that ran and of the constants that they name, not of the rest of the image."""
    image = images.verifiers("default", False)
    names = {part.name for part in images.parts(image)}
    permutation = next(name for name in names if name.endswith(":.text.ksig_keccak_f1600"))
    inside = next(part.begin for part in images.parts(image) if part.name == permutation)
    assert images.executed(image, [inside, inside + 8]) == {permutation}
    code = images.fingerprint(image, (permutation,))
    assert code and code != images.fingerprint(image, tuple(sorted(names)))
    assert images.fingerprint(images.verifiers("small", False), (permutation,)) != ""
    assert images.fingerprint(image, (permutation, "gone.c.obj:.text.gone")) == ""


@pytest.mark.parametrize("name", ["haetae-2, accepted", "ml-dsa-44, seed with the public key, buffered"])
def test_code_that_a_signer_executes(name: str) -> None:
    """It is noted on the core that signs: that of HAETAE has others made meanwhile, and nothing was noted."""
    case = next(case for case in signatures.SIGNERS if str(case) == name)
    files = {part.split(".")[0] for part in case.executed()}
    assert {"keccak", "sign"} < files
    assert ("haetae_sign_columns" if name.startswith("haetae") else "mldsa_sign_rows") in files


def test_every_row_knows_its_code() -> None:
    """Else nothing would make it one of older code."""
    assert all(row["stale"] for row in report.recorded() if not row.get("parts"))


def test_faults_by_dimension() -> None:
    """Sums, and what was recorded before there were any."""
    lines = report.dimensions([row("lms", by={"start: zeros": 2, "call: open": 2, "code: other": 2}, faults=2),
                               row("hss", by={"start: zeros": 3, "call: close": 3, "code: other": 3}, faults=3),
                               row("old", faults=7)]).splitlines()
    assert "| zeros | 5 |  |" in lines and "| close | 3 |  |" in lines
    assert lines.count(f"| {report.UNKNOWN} | 7 |  |") == 3
