# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The limits of scripts/house.py: lines of a function and of a file, circles of includes, arrows that point upward."""
from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts"))  # last: it has a test.py, as Python has
house: Any = importlib.import_module("house")

FUNCTION_LINES = 70
FILE_LINES = 400
COLUMNS = 100
# Functions of a family's folders that take its whole state: limits, which only shrink. A function gets the rows, bytes
# and parameters that it works on; left are the interface, the stages, and what chooses a place in the state.
STATE_FUNCTIONS = {"mldsa": {"mldsa": 1, "alg": 0, "keygen": 7, "sign": 22, "verify": 22}}


@pytest.mark.parametrize("part", house.PARTS)
def test_functions_are_short(part: str) -> None:
    found = house.functions_of(ROOT / part)
    assert len(found) > (30 if part == "research" else 100)
    assert [function for function in found if function.lines > FUNCTION_LINES] == []


@pytest.mark.parametrize("part", house.PARTS)
def test_files_are_short(part: str) -> None:
    files = house.c_files(ROOT / part)
    assert len(files) > 5
    assert [path for path in files if len(path.read_text().splitlines()) > FILE_LINES] == []


@pytest.mark.parametrize("part", (*house.PARTS, "include"))
def test_comments_are_narrow(part: str) -> None:
    """clang-format leaves their tables and code as they are (.clang-format: CommentPragmas)."""
    lines = [(path, line) for path in house.c_files(ROOT / part) for line in path.read_text().splitlines()]
    assert len(lines) > 1000
    assert [found for found in lines if len(found[1]) > COLUMNS and found[1].lstrip().startswith(("*", "/*"))] == []


@pytest.mark.parametrize("family", house.PLANNED)
def test_only_the_memory_plan_casts(family: str) -> None:
    """And the algorithms know neither the plan nor a stage."""
    assert set(house.casts(ROOT / "src" / family)) == {f"{family}_plan.h"}
    algorithms = house.c_files(ROOT / "src" / family / "alg")
    assert len(algorithms) > 5
    for path in algorithms:
        names = house.INCLUDE.findall(path.read_text())
        assert [name for name in names if name.startswith(f"{family}/") and not name.startswith(
            (f"{family}/alg/", f"{family}/{family}_params.h"))] == [], path


@pytest.mark.parametrize("family", house.PLANNED)
def test_few_functions_take_the_whole_state(family: str) -> None:
    """Where there are fewer, lower the limit."""
    found = house.takes_the_state(ROOT / "src" / family)
    assert {folder: count[0] for folder, count in found.items()} == STATE_FUNCTIONS[family]
    assert sum(count[1] for count in found.values()) == len(house.functions_of(ROOT / "src" / family)) > 100


@pytest.mark.parametrize("family", house.PLANNED)
def test_few_lines_depend_on_options(family: str) -> None:
    """An option that changes an expression is an `if`, whose code the compiler drops."""
    assert house.measure(ROOT / "src" / family).conditions < 20


def test_includes_have_no_circles() -> None:
    graph = house.include_graph()
    assert len(graph) > 200 and sum(map(len, graph.values())) > 500
    assert house.circles(graph) == []


def test_includes_point_downward() -> None:
    """No folder of src includes one above it, and no family another."""
    arrows = house.folder_arrows()
    assert house.upward(arrows) == []
    assert set(house.FLOORS) < set(arrows)
    assert sum(map(len, arrows.values())) > 15


def test_what_is_wrong_is_seen() -> None:
    assert house.circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]
    assert house.circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert house.upward({"util": {"hash"}, "hash": {"util"}, "mldsa": {"haetae", "ring"}, "ring": {"hash"}}) == [
        "util -> hash", "mldsa -> haetae", "ring -> hash"]


def test_functions_are_measured() -> None:
    """Comments and strings with braces, one line, a macro's name, a head that an #if splits; no call or declaration."""
    text = ('/* int a(void) { */\nint one(void) { return 1; }\nint declared(int a);\nstatic void two(int a,\n'
            '                int b) {\n    if (a) {\n        puts("}");\n    }\n}\n#if X\nstatic\n#endif\n    void\n'
            '    three(void) {\n    one();\n}\nvoid NAME(four)(int a) {\n    for (;;) {\n    }\n}\n'
            'enum { A = (1) };\nstatic const int table[] = {\n    1,\n};\n')
    assert [function[1:] for function in house.functions_in(Path("x.c"), text)] == [
        ("one", 2, 1), ("two", 4, 6), ("three", 14, 3), ("NAME(four)", 17, 4)]


def test_comments_are_no_code() -> None:
    code, comments = house.split('a("/* no */"); /* yes\nit is */ b(\'"\'); // end\n')
    assert code == 'a("/* no */"); \n b(\'"\'); \n'
    assert comments == "/* yes\nit is */// end"


def test_measures(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text("#ifndef A\n#define A\n#if B\nint b;\n#endif\n#endif\n")
    (tmp_path / "a.c").write_text("/* 8888 */\n\nint a(void) {\n    return 1;\n}\n")
    measures = house.measure(tmp_path)
    assert measures.files == [5, 6] and measures.functions == [3] and measures.conditions == 1
    assert measures.comments == 10 and measures.code == len("inta(void){return1;}#ifndefA#defineA#ifBintb;#endif#endif")
    assert measures.columns == sorted([10, 13, 13, 1, 9, 9, 5, 6, 6, 6])
    assert [house.quantile([1, 2, 3, 4], part) for part in (0, 0.5, 0.9, 1)] == [1, 3, 4, 4]
