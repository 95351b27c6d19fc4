# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tables of docs/benchmarks.md (bench/tables.py) and README.md's (bench/headline.py), from rows made up for the
test."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCH))
    import tables as module  # type: ignore[import-not-found]
    return module


def row(scheme: str, variant: str = "default", opt: str = "O2", core: str = "cortex-m3",
        **changes: Any) -> dict[str, Any]:
    return {"scheme": scheme, "op": "verify", "core": core, "variant": variant, "opt": opt, "state": 4000, "stack": 200,
            "static": 0, "resident": 0, "flash": 8000, "flash_hash": 17000, "flash_hash_idle": 9400,
            "flash_runtime": 44, "cycles": {"mean": 1800000}, "hash_calls": {"keccak": 102.0}, "hash_floor": 1000000,
            "floor_ratio": 1.8, **changes}


def cells(text: str) -> list[list[str]]:
    """The lines after the head."""
    return [[cell.strip() for cell in line.strip("|\n").split("|")] for line in text.splitlines()[2:]]


def test_settings_that_are_the_same_share_a_line(tables: Any) -> None:
    rows = [row("a", "size", "Os"), row("a"), row("a", "fast"), row("b", "size", "Os"), row("b"), row("c"),
            row("gemss-128", "size", "Os"), row("gemss-128"), row("gemss-128", "fast"), row("a", "small"),
            row("a", opt="O3")]
    lines = cells(tables.optimize_table(rows))
    assert [(line[0], line[2], line[3]) for line in lines] == [
        ("a", "size", "-Os"), ("a", "balanced", "-O2"), ("a", "speed", "-O2"), ("b", "size", "-Os"),
        ("b", "balanced, speed", "-O2"), ("gemss-128", "size", "-Os"), ("gemss-128", "balanced, speed", "-O2")]


def test_flash_of_a_setting(tables: Any) -> None:
    """The sum has the hashes that are run and no others. The other core's cells stay empty where it was not
    measured."""
    rows = [row("a", "size", "Os"), row("a"), row("a", core="cortex-m4", cycles={"mean": 1600000}, floor_ratio=1.6)]
    assert [line[4:] for line in cells(tables.optimize_table(rows))] == [
        ["8,000", "7,600", "44", "15,644", "9,400", "4,200", "1,800k", "1.80", "", ""],
        ["8,000", "7,600", "44", "15,644", "9,400", "4,200", "1,800k", "1.80", "1,600k", "1.60"]]


def test_floor_of_both_cores_in_one_line(tables: Any) -> None:
    rows = [row("a"), row("b", hash_calls={"keccak": 8.5, "sha256": 2199.4}),
            row("a", core="cortex-m4", floor_ratio=1.6), row("c", core="cortex-m4")]
    cycles = ["1,800k", "1,000k", "1.80"]
    assert cells(tables.floor_table(rows)) == [
        ["a", "verify", "default", "102", "", "", *cycles, "1,800k", "1,000k", "1.60"],
        ["b", "verify", "default", "8.5", "2,199", "", *cycles, "", "", ""],
        ["c", "verify", "default", "102", "", "", "", "", "", *cycles]]


def test_order(tables: Any) -> None:
    """A scheme that is not measured at -Os keeps its place."""
    rows = [row("a", opt="Os"), row("c", opt="Os"), row("a", "fast"), row("b"), row("c"), row("a", op="sign"), row("a")]
    assert [(one["scheme"], one["op"], one["variant"], one["opt"]) for one in tables.in_order(rows)] == [
        ("a", "verify", "default", "Os"), ("a", "verify", "default", "O2"), ("a", "verify", "fast", "O2"),
        ("a", "sign", "default", "O2"), ("b", "verify", "default", "O2"), ("c", "verify", "default", "Os"),
        ("c", "verify", "default", "O2")]


def test_headline_ratio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    import headline  # type: ignore[import-not-found]
    assert headline.ratio({"cycles": 1786588, "hash_floor": 1034922}) == "1.73"
    assert headline.ratio({"cycles": 1786588}) == ""


def test_cores_have_a_second_figure_of_their_own(tables: Any) -> None:
    """ldrst on Armv7-M, the multiplier on Armv6-M; none where there is no model."""
    spread = {"min": 1700000, "mean": 1800000, "max": 1900000}
    full = {"instructions": 1500000, "cycles": spread, "longest_call": 300000, "hash_share": 0.5}
    m3 = row("a", **full, cycles_ldrst0={"mean": 1750000})
    m0 = row("a", core="cortex-m0", **full, cycles_ldrst0=None, cycles_mul32={"mean": 4000000})
    rv32 = row("a", core="rv32imac", **{**full, "cycles": None, "longest_call": None}, cycles_ldrst0=None)
    for one, title, cell in ((m3, "ldrst = 0", "1,750k"), (m0, "mul = 32", "4,000k")):
        table = tables.core_table([one], True)
        head = [cell.strip() for cell in table.splitlines()[0].strip("|").split("|")]
        assert dict(zip(head, cells(table)[0]))[title] == cell
    assert "cycles" not in tables.core_table([rv32], False)
