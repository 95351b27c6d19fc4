# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The figures of the bench: not worse than the accepted ones, and what the public header says."""
from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sampling import FULL, SHARE, code_of

pytestmark = pytest.mark.board

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "bench"
CORE, OPT = "cortex-m3", "O2"
PREFIX = "arm-none-eabi-"
MACHINE = [f"-mcpu={CORE}", "-mthumb", "-mfloat-abi=soft", "--specs=picolibc.specs"]
# Of one call, about: docs/performance.md.
CYCLES = {"keccak": 10100, "sha256": 2075, "sha512": 8526}
C_CYCLES = {"keccak": 20416, "sha256": 2717}  # of variant c
# kilosig.h: without assembly up to so many bytes of stack more.
C_STACK, C_STACK_GEMSS = 48, 88
VARIANTS = ("--variant", "default", "fast", "small")
FIRST_LEVELS = ("haetae-2", "haetae-2-compact", "ml-dsa-44", "ml-dsa-44-expanded")
LONG_CYCLES = 55_000_000  # with the plugin 5 s and more: others have the same code
# GeMSS's other variant has a library of its own, for one row.
OF_VARIANTS = ("ml-dsa-44", "ml-dsa-65", "ml-dsa-87", "dilithium2-r3")


def of_each_code() -> list[str]:
    """Schemes that have rows; of sets that differ in numbers alone one in three, and none that takes long."""
    rows = json.loads((BENCH / "accepted.json").read_text())
    names = {row["scheme"] for row in rows} - {row["scheme"] for row in rows if (row["op"], row["core"]) == (
        "verify", CORE) and row["cycles"] > LONG_CYCLES and code_of(row["scheme"])}
    alike: dict[str, list[str]] = {}
    for name in sorted(names):
        alike.setdefault(code_of(name) or name, []).append(name)
    return [name for same in alike.values() for name in same[::SHARE]]


SWEEPS = [[]] if FULL else [["--variant", "default", "--op", "verify", "chain", "--scheme", *of_each_code()],
                            ["--variant", "fast", "small", "--op", "verify", "--scheme", *OF_VARIANTS],
                            [*VARIANTS, "--op", "keygen", "sign", "--scheme", *FIRST_LEVELS],
                            [*VARIANTS, "--op", "keygen", "--scheme", "slh-dsa-sha2-128f"]]
NO_PLUGIN = "does not serve version 1 of the plugin interface"


def run(*command: object, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(part) for part in command], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, **options)


@pytest.fixture(scope="module")
def rows_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rows of one core and optimization, measured now. build/bench.json stays as it is. `make full` measures every
    row; else one in three of sets that differ in numbers alone, signers (but SLH-DSA's) and key generations of the
    first level, and no libraries without assembly, without SHAKE and without the check of signatures, nor GeMSS's
    other variant."""
    path, rows = tmp_path_factory.mktemp("bench") / "rows.json", []
    for options in SWEEPS:
        done = run(sys.executable, BENCH / "run.py", "--core", CORE, "--opt", OPT, *options, "--output", path)
        if NO_PLUGIN in done.stdout:
            pytest.skip("this QEMU has another plugin interface")
        assert done.returncode == 0, done.stdout
        rows += json.loads(path.read_text())
    path.write_text(json.dumps(rows))
    return path


@pytest.fixture(scope="module")
def rows(rows_path: Path) -> list[dict[str, Any]]:
    return json.loads(rows_path.read_text())


def test_rows_are_complete(rows: list[dict[str, Any]]) -> None:
    """Every scheme, operation and variant has a row without gaps, and figures that do not contradict one another."""
    assert len({(row["scheme"], row["op"], row["variant"]) for row in rows}) == len(rows) >= 21
    for row in rows:
        assert [key for key, value in row.items() if value is None and key != "stack_note"] == []
        streamed = row["scheme"].startswith("slh-dsa") or row["scheme"].startswith("ml-dsa") and (
            row["op"] == "keygen" or row["variant"] == "small")
        assert row["static"] == 0 and (row["resident"] == 0) == (row["op"] in ("verify", "chain") or streamed)
        assert row["stack_painted"] <= row["stack"] <= row["stack_static"]
        assert (row["stack_note"] is None) == (row["stack_painted"] == row["stack_static"])
        assert row["instructions"] < row["cycles_ldrst0"]["mean"] <= row["cycles"]["mean"]
        assert row["cycles_ldrst0"]["min"] <= row["cycles"]["min"]
        assert row["cycles"]["min"] <= row["cycles"]["mean"] <= row["cycles"]["max"]
        assert row["longest_call"] < row["cycles"]["max"]
        assert 0 < row["hash_share"] < 1
        # Hash functions are their permutations and compressions, and a little more; GeMSS and Rainbow have others too.
        assert 1 < row["floor_ratio"] == pytest.approx(row["cycles"]["mean"] / row["hash_floor"], rel=1e-3)
        assert row["hash_floor"] < (row["hash_share"] + 0.00005) * row["cycles"]["mean"]  # the share has four digits
        cycles = C_CYCLES if row["variant"] == "c" else CYCLES
        assert set(row["hash_calls"]) <= set(cycles) and row["hash_calls"]
        floor = sum(calls * cycles[name] for name, calls in row["hash_calls"].items())
        assert row["hash_floor"] == pytest.approx(floor, rel=0.08)
        assert row["flash_hash_idle"] < row["flash_hash"]
        assert sum(entry["share"] for entry in row["profile"]) <= 1.001
        assert sum(row["flash_objects"].values()) == row["flash"] + row["flash_hash"]
        # SLH-DSA's signatures are long, and so are certificates; of LMS, HSS and XMSS there is one of mean length of
        # chains; of Rainbow and GeMSS there is one key with a signature of 33 bytes.
        single = row["scheme"].startswith(("slh-dsa", "sphincs", "lms", "hss", "xmss", "rainbow", "gemss", "uov",
                                              "mayo"))
        assert row["runs"] >= (1 if single or row["op"] == "chain" else 4)


def test_calls_of_hashes(rows: list[dict[str, Any]]) -> None:
    """As many as the schemes say: see docs/performance.md for ML-DSA; HAETAE's anchor is SHA-256 of the key, in blocks
    of 64 bytes, 9 of them padding."""
    calls = {(row["scheme"], row["op"], row["variant"]): row["hash_calls"] for row in rows}
    # 16 polynomials of 5; 1,312 bytes of key at 136; mu and the challenge; c, which each row samples.
    assert calls["ml-dsa-44", "verify", "default"] == {"keccak": 16 * 5 + (1312 // 136 + 1) + 8 + 4}
    for level, key_bytes in ((2, 992), (3, 1472), (5, 2080)):
        assert calls[f"haetae-{level}", "verify", "default"]["sha256"] == (key_bytes + 9 + 63) // 64
        if level != 2 and not FULL:
            continue
        # Of a compact key the secret polynomials are sampled again, otherwise it is the same signature.
        compact, whole = (calls[name, "sign", "default"] for name in (f"haetae-{level}-compact", f"haetae-{level}"))
        assert whole["keccak"] < compact["keccak"] < 1.1 * whole["keccak"]


def test_floor_misses_no_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash function that the compiler inlined has no calls to count: an error instead of a floor that is too low."""
    monkeypatch.syspath_prepend(str(BENCH))
    import measure  # type: ignore[import-not-found]

    def operation(calls: int, cycles: int) -> dict[str, Any]:
        groups = [{"name": "sha256", "calls": 0, "cycles": 0}, {"name": "hash", "calls": 9, "cycles": 4000}]
        return {"calls": 2, "cycles": {"total": 5000},
                "groups": [{"name": "keccak", "calls": calls, "cycles": cycles}, *groups]}
    assert measure.hash_floor("image", operation(5, 2000)) == {
        "hash_calls": {"keccak": 2.5}, "hash_floor": 1000, "floor_ratio": 2.5}
    with pytest.raises(measure.BenchError):
        measure.hash_floor("image", operation(0, 0))


def test_cores_agree_on_the_calls_of_hashes(rows: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    import run as bench  # type: ignore[import-not-found]
    other = [{**row, "core": "cortex-m0"} for row in rows]
    assert bench.contradictions(rows + other) == []
    other[0]["hash_calls"] = {"keccak": other[0]["hash_calls"]["keccak"] - 1}
    assert len(bench.contradictions(rows + other)) == 1


def test_nothing_got_worse(rows_path: Path) -> None:
    """RAM and flash as accepted or less, cycles within 2 %. If a change is meant, `make bench-accept` accepts it."""
    done = run(sys.executable, BENCH / "check.py", rows_path)
    assert done.returncode == 0, done.stdout
    if "0 skipped" not in done.stdout:
        pytest.skip("accepted figures are of another compiler")


@pytest.mark.parametrize("figure, factor, worse", [
    ("ram", 1, False), ("state", 1.001, True), ("flash_hash", 1.001, True), ("stack_static", 1.001, True),
    ("cycles", 1.019, False), ("cycles", 1.021, True), ("cycles", 0.5, False), ("flash", 0.5, False)])
def test_check_sees_what_got_worse(rows: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
                                   figure: str, factor: float, worse: bool) -> None:
    monkeypatch.syspath_prepend(str(BENCH))
    import check  # type: ignore[import-not-found]
    monkeypatch.setattr(check, "ROOT", tmp_path)
    monkeypatch.setattr(check, "ACCEPTED", tmp_path / "accepted.json")
    check.accept(rows)
    changed = json.loads(json.dumps(rows))
    for row in changed:
        if figure == "cycles":
            row["cycles"]["mean"] = int(row["cycles"]["mean"] * factor)
        elif figure in row:
            row[figure] = int(row[figure] * factor) + (factor > 1)
    passed, failed, skipped = check.check(changed)
    assert skipped == 0 and (failed == len(rows) if worse else passed == len(rows))
    assert check.check([{**row, "opt": "O9"} for row in rows]) == (0, len(rows), 0)
    assert check.check([{**row, "compiler": "other"} for row in rows]) == (0, 0, len(rows))


def header_constant(scheme: str, op: str, variant: str) -> int | None:
    """The header's bound of an operation's stack: KSIG_..._VERIFY_STACK_BYTES of the scheme or of its family."""
    compiler = [PREFIX + "gcc", *MACHINE, f"-{OPT}", "-Iinclude", "-Iresearch/include", "-DKSIG_RESEARCH=1", "-xc", "-",
                f"-DKSIG_ML_DSA_VARIANT=KSIG_VARIANT_{variant.upper()}",
                f"-DKSIG_HAETAE_SIGN_VARIANT=KSIG_VARIANT_{variant.upper()}",
                f"-DKSIG_ML_DSA_SIGN_VARIANT=KSIG_VARIANT_{variant.upper()}"]
    text = '#include "kilosig/kilosig.h"\n'
    macros = re.findall(rf"^#define KSIG_(\w+)_{op.upper()}_STACK_BYTES\b",
                        run(*compiler, "-E", "-dM", input=text).stdout, re.MULTILINE)
    upper = scheme.upper().replace("-", "_")
    fitting = sorted((name for name in macros if (upper + "_").startswith(name + "_")), key=len)
    if not fitting:
        return None
    # The size of an array is what the compiler makes of the constant.
    text += f"char probe[KSIG_{fitting[-1]}_{op.upper()}_STACK_BYTES];\n"
    done = run(*compiler, "-S", "-o", "-", input=text)
    assert done.returncode == 0, done.stdout
    match = re.search(r"\.size\s+probe, (\d+)", done.stdout)
    assert match, done.stdout
    return int(match[1])


def test_header_says_the_stack(rows: list[dict[str, Any]]) -> None:
    """No call needs one byte of stack more than the header promises; by the call graph, so for any input. Of chains
    docs/x509.md says it, from accepted rows."""
    found, promised = 0, [row for row in rows if row["op"] != "chain"]
    for row in promised:
        without_assembly = row["variant"] == "c"
        constant = header_constant(row["scheme"], row["op"], "default" if without_assembly else row["variant"])
        if constant is not None:
            found += 1
            if without_assembly:
                constant += C_STACK_GEMSS if row["scheme"] == "gemss-128" else C_STACK
            name = f"{row['scheme']} {row['op']} {row['variant']}"
            assert row["stack_static"] <= constant, f"{name}: {row['stack_path']}"
    assert found == len(promised), "some schemes or operations have no constant"


def test_bench_measures_the_released_library() -> None:
    """The bench's own build of the library has the code and constants of the preset's."""
    cache = (ROOT / "build" / CORE / "CMakeCache.txt").read_text()
    match = re.search(r"^KSIG_OPT:STRING=(\w+)$", cache, re.MULTILINE)
    assert match
    opt = match[1]
    if opt == "O1":
        pytest.skip("the preset is built at -O1, which the bench does not measure")
    done = run("cmake", "--build", "--preset", CORE, "--target", "kilosig", f"bench_kilosig_{opt}_default")
    assert done.returncode == 0, done.stdout
    contents = []
    for library in ("libkilosig.a", f"bench/{opt}/libkilosig.a"):
        path = ROOT / "build" / CORE / "lib" / library
        code = run(PREFIX + "objdump", "-d", "-r", path).stdout
        data = run(PREFIX + "objdump", "-s", path).stdout
        constants = re.findall(r"^Contents of section \.rodata.*\n(?: .*\n)*", data, re.MULTILINE)
        contents.append((code.split("\n", 1)[1], constants))
    assert contents[0] == contents[1]
    assert len(contents[0][0]) > 10000 and contents[0][1]
