# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The plugin against hand counts: each weight, stack, regions, profile, and what it does with the unexpected."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plugin_runs import (ARM_SOURCES, E31, HAZARD3, M0, M0_SOURCES, M0PLUS, M3, M4, RISCV, Count, Target, build,
                         hand_counts, measure, riscv_counts, start)

pytestmark = pytest.mark.board

REGIONS_OF_BEHAVIOUR = ("stack_reserved", "stack_nested", "recurse", "stack_dynamic", "stack_dynamic_callee",
                        "stack_forms", "spin", "outer", "inner", "inmost", "supervisor", "leaf")
GROUPS = ("leaves:leaf+leaf_behind", "outers:call_leaf+outer", "none:no_such_function", "recursion:recurse",
          "chain:outer+inner+inmost")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where this module builds."""
    return tmp_path_factory.mktemp("plugin")


@pytest.fixture(scope="module", params=(M3, M4), ids=lambda target: target.core)
def figures(request: pytest.FixtureRequest, folder: Path) -> tuple[Target, dict[str, Any]]:
    """The behaviour regions on each core."""
    target = request.param
    image = build(target, folder, ARM_SOURCES)
    return target, measure(target, folder, image, REGIONS_OF_BEHAVIOUR, GROUPS, f"{target.core}.json")


def on(target: Target, count: Count) -> bool:
    return target.core in count.cycles


@pytest.mark.parametrize("target, second, least", (
    (M0, "cycles_mul32", 13), (M0PLUS, "cycles_mul32", 13), (M3, "cycles_ldrst0", 56), (M4, "cycles_ldrst0", 56)),
    ids=("m0", "m0plus", "m3", "m4"))
def test_hand_counts(target: Target, second: str, least: int, folder: Path) -> None:
    """Instructions, both figures of cycles, and stack of every routine are what was counted by hand."""
    image = build(target, folder, M0_SOURCES if target in (M0, M0PLUS) else ARM_SOURCES)
    counts = [count for count in hand_counts() if on(target, count)]
    assert len(counts) >= least
    wrong = []
    for first in range(0, len(counts), 60):
        part = counts[first:first + 60]
        regions = measure(target, folder, image, [count.name for count in part])["regions"]
        for count in part:
            region = regions[count.name]
            found = (region["calls"], region["instructions"]["total"], region["cycles"]["total"],
                     region[second]["total"], region["stack"])
            hand = (1, count.instructions, *count.cycles[target.core], count.stack or 0)
            if found != hand:
                wrong.append(f"{count.name}: counted {found}, by hand {hand}, {region['events']}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("target", (E31, HAZARD3), ids=lambda target: target.core)
def test_hand_counts_riscv(target: Target, folder: Path) -> None:
    """Interlocks and predictors of both RISC-V cores; weighted events, profile and running totals agree."""
    image = build(target, folder, ("riscv_timing.S",), script="riscv.ld")
    counts = riscv_counts()
    assert len(counts) >= 16
    figures = measure(target, folder, image, list(counts), name=f"{target.core}.json")
    wrong = []
    for name, (instructions, cycles) in counts.items():
        region = figures["regions"][name]
        found = region["instructions"]["total"], region["cycles"]["total"]
        if found != (instructions, cycles[target.core]):
            wrong.append(f"{name}: counted {found}, by hand {instructions, cycles[target.core]}, {region['events']}")
        weighted = sum(figures["weights"][event] * times for event, times in region["events"].items())
        assert region["sum"]["cycles"] == region["cycles"]["total"] == instructions + weighted
        assert sum(row["cycles"] for row in region["profile"]) == region["sum"]["cycles"]
        assert "cycles_ldrst0" not in region
    assert not wrong, "\n".join(wrong)


def test_blocks_do_not_matter_riscv(folder: Path) -> None:
    """What waits and what is foreseen does not depend on how QEMU splits code into blocks."""
    for target in (E31, HAZARD3):
        image = build(target, folder, ("riscv_timing.S",), script="riscv.ld")
        for name, options in (("blocks", []), ("single", ["-singlestep"])):
            measure(target, folder, image, list(riscv_counts()), name=f"{target.core}-{name}.json", options=options)
        assert (folder / f"{target.core}-blocks.json").read_bytes() == \
            (folder / f"{target.core}-single.json").read_bytes()


def test_sums_agree(figures: tuple[Target, dict[str, Any]]) -> None:
    """Running totals, sums over the graph, profile and weighted events are four ways to the same figure."""
    _, all_figures = figures
    weights = all_figures["weights"]
    for region in [*all_figures["regions"].values(), all_figures["total"]]:
        sums, events = region["sum"], region["events"]
        for kind in ("instructions", "cycles", "cycles_ldrst0"):
            assert sum(row[kind] for row in region["profile"]) == sums[kind]
            if "name" in region:
                assert region[kind]["total"] == sums[kind]
        assert sums["instructions"] + sum(weights[e] * n for e, n in events.items()) == sums["cycles"]
        assert sums["cycles"] - sums["cycles_ldrst0"] == 3 * (events["ldrst"] + events["ldrst_multi"])


@pytest.mark.parametrize("name, stack", (
    ("stack_reserved", 60), ("stack_nested", 5080), ("recurse", 48), ("stack_dynamic", 88),
    ("stack_dynamic_callee", 80), ("stack_forms", 5072), ("spin", 0), ("leaf", 0), ("inner", 8 + 8 - 8)))
def test_stack(figures: tuple[Target, dict[str, Any]], name: str, stack: int) -> None:
    assert figures[1]["regions"][name]["stack"] == stack


def test_regions(figures: tuple[Target, dict[str, Any]]) -> None:
    """Calls, recursion, spread, and functions that are left without a return of their own."""
    target, all_figures = figures
    regions = all_figures["regions"]
    assert regions["recurse"]["calls"] == 2 and regions["recurse"]["recursive_calls"] == 7
    assert regions["recurse"]["instructions"]["total"] == (5 * 6 + 4) + (2 * 6 + 4)
    spin = regions["spin"]
    assert spin["calls"] == 3
    assert spin["instructions"] == {"total": 3 * 15 + 3 * 4, "min": 7, "mean": 19.0, "max": 34}
    assert spin["cycles"] == {"total": 3 * 15 + 3 * 6 + 2 * (15 - 3), "min": 9, "mean": 29.0, "max": 54}
    assert regions["leaf"]["calls"] == 2
    assert [regions[name]["calls"] for name in ("outer", "inner", "inmost")] == [1, 1, 1]
    assert regions["inner"]["instructions"]["total"] == 2 + 3
    assert all(region["open_calls"] == 0 for region in regions.values())
    assert all_figures["unknown"] == 0


def test_diagnostics(figures: tuple[Target, dict[str, Any]]) -> None:
    """The SVC is an exception; nothing else is out of order."""
    diagnostics = figures[1]["diagnostics"]
    assert diagnostics["exceptions"] == 1
    assert diagnostics["calls_too_deep"] == diagnostics["sp_not_restored"] == diagnostics["sp_unresolved"] == 0


def test_profile_and_groups(figures: tuple[Target, dict[str, Any]]) -> None:
    """A function's own cost, calls, and groups with and without what they call."""
    target, all_figures = figures
    profile = {row["function"]: row for row in all_figures["total"]["profile"]}
    assert profile["leaf"]["calls"] == 2 and profile["leaf"]["cycles"] == 6
    assert profile["recurse"]["calls"] == 9
    assert profile["call_leaf"]["instructions"] == 3 and profile["call_leaf"]["cycles"] == 11
    cycles = [row["cycles"] for row in all_figures["total"]["profile"]]
    assert cycles == sorted(cycles, reverse=True)
    groups = {group["name"]: group for group in all_figures["total"]["groups"]}
    assert groups["leaves"]["cycles"] == groups["leaves"]["self"]["cycles"] == 9
    outer = all_figures["regions"]["outer"]["sum"]["cycles"]
    assert groups["outers"]["cycles"] == 14 + outer
    assert groups["outers"]["self"]["cycles"] == 11 + profile["outer"]["cycles"]
    assert groups["outers"]["share"] == round((14 + outer) / all_figures["total"]["sum"]["cycles"], 4)
    assert groups["none"]["cycles"] == 0 and groups["none"]["missing"] == ["no_such_function"]
    inside = {group["name"]: group for group in all_figures["regions"]["leaf"]["groups"]}
    # Calls: the outermost ones, by whichever function of the group they come in.
    assert {name: group["calls"] for name, group in groups.items()} == {
        "leaves": 3, "outers": 2, "none": 0, "recursion": 2, "chain": 1}
    assert (inside["leaves"]["calls"], inside["outers"]["calls"]) == (2, 0)
    assert inside["leaves"]["share"] == 1.0 and inside["outers"]["cycles"] == 3


def test_deterministic(folder: Path) -> None:
    image = build(M3, folder, ARM_SOURCES)
    for name in ("first.json", "second.json"):
        measure(M3, folder, image, REGIONS_OF_BEHAVIOUR, GROUPS, name)
    assert (folder / "first.json").read_bytes() == (folder / "second.json").read_bytes()


def test_blocks_do_not_matter(folder: Path) -> None:
    """QEMU may split code into blocks as it likes: one instruction a block gives the same figures."""
    image = build(M4, folder, ARM_SOURCES)
    measure(M4, folder, image, REGIONS_OF_BEHAVIOUR, GROUPS, "blocks.json")
    measure(M4, folder, image, REGIONS_OF_BEHAVIOUR, GROUPS, "single.json", ["-singlestep"])
    assert (folder / "blocks.json").read_bytes() == (folder / "single.json").read_bytes()


def test_instructions_are_qemus(folder: Path) -> None:
    """QEMU's own log of executed instructions is as long as the count."""
    image = build(M3, folder, ARM_SOURCES)
    log = folder / "exec.log"
    all_figures = measure(M3, folder, image, options=["-singlestep", "-d", "exec,nochain", "-D", str(log)])
    assert all_figures["total"]["sum"]["instructions"] == log.read_text().count("Trace ")


def test_unknown_instructions(folder: Path) -> None:
    """An instruction that the decoder does not know is named, with its executions."""
    image = build(M3, folder, ARM_SOURCES, "-DFAULT")
    all_figures = measure(M3, folder, image, ["undefined"])
    assert all_figures["unknown"] == 1
    unknown = all_figures["unknown_instructions"][0]
    assert unknown["bytes"] == "00de" and unknown["executions"] == 2
    assert all_figures["diagnostics"]["exceptions"] == 3
    assert all_figures["regions"]["undefined"]["calls"] == 2


@pytest.mark.parametrize("arguments, sentence", (
    ("core=m3,elf={elf},out={out},region=nowhere", "region=nowhere: the ELF file has no such function"),
    ("core=m5,elf={elf},out={out}", "core=m5: the cores are m0, m0plus, m3, m4, m33, m7, riscv, e31 and"),
    ("core=riscv,elf={elf},out={out}", "riscv: not a core of this QEMU"),
    ("core=m3,elf=/nonexistent,out={out}", "/nonexistent: the ELF file cannot be read"),
    ("core=m3,elf={script},out={out}", "not an ELF file of 32 bits"),
    ("core=m3,elf={elf}", "out=FILE are needed"),
    ("core=m3,elf={elf},out={out},speed=1", "speed=1: the arguments are"),
))
def test_refusals(folder: Path, arguments: str, sentence: str) -> None:
    """Wrong arguments end in a sentence and no run."""
    image = build(M3, folder, ARM_SOURCES)
    result = start(M3, folder, image, arguments.format(elf=image, out=folder / "refused.json",
                                                       script=Path(__file__).with_name("image.ld")))
    assert result.returncode != 0 and sentence in result.stderr
    assert not (folder / "refused.json").exists()


@pytest.mark.parametrize("target", (M0, M0PLUS), ids=lambda target: target.core)
def test_cortex_m0(target: Target, folder: Path) -> None:
    """The sums agree, and only multiplications differ between the two figures."""
    image = build(target, folder, M0_SOURCES)
    all_figures = measure(target, folder, image, ["main", "deep"])
    total, weights = all_figures["total"], all_figures["weights"]
    sums, events = total["sum"], total["events"]
    assert sums["instructions"] + sum(weights[e] * n for e, n in events.items()) == sums["cycles"]
    assert sums["cycles_mul32"] - sums["cycles"] == 31 * events["mul"] == 31 * 2
    assert weights["mul"] == weights["ldrst"] == 0
    assert sum(row["cycles_mul32"] for row in total["profile"]) == sums["cycles_mul32"]
    assert all_figures["regions"]["main"]["calls"] == 1 and all_figures["unknown"] == 0


def test_riscv(folder: Path) -> None:
    """Instructions and calls, compressed or not; neither cycles nor stack."""
    image = build(RISCV, folder, ("riscv.S",), script="riscv.ld")
    all_figures = measure(RISCV, folder, image, ["main", "sum", "twice"], ["both:sum+twice"])
    regions = all_figures["regions"]
    assert all_figures["weights"] is None
    assert regions["sum"]["calls"] == 3 and regions["twice"]["calls"] == 1
    assert regions["sum"]["instructions"] == {"total": 93, "min": 31, "mean": 31.0, "max": 31}
    assert regions["twice"]["instructions"]["total"] == 62 + 8
    assert regions["main"]["cycles"] is None and regions["main"]["stack"] is None
