# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/algorithms.md leads from every algorithm to its function: files exist, functions are defined in them, FIPS 204
and 205 are complete, and the code names the algorithm where the document sends its reader."""
from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs/algorithms.md"
LAST = {"FIPS 204: ML-DSA": 49, "FIPS 205: SLH-DSA": 25}
STANDARDS = [*LAST, "RFC 8554: LMS and HSS", "RFC 8391: XMSS", "Falcon and FN-DSA", "HAETAE"]


class Row(NamedTuple):
    """A line of a table. algorithm: number, name, and after a colon which part of it or which variant."""

    algorithm: str
    functions: list[str]
    file: str

    @property
    def number(self) -> int:
        """0 for those that have none."""
        found = re.match(r"\d+", self.algorithm)
        return int(found[0]) if found else 0

    @property
    def name(self) -> str:
        return re.sub(r"^\d+[a-z]? ", "", self.algorithm).partition(":")[0]


def sections(text: str) -> dict[str, str]:
    """{heading: what follows it}"""
    parts = re.split(r"^## (.*)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def rows(section: str) -> list[Row]:
    found = []
    for line in re.findall(r"^\| (?!Algorithm \|)(.*) \|$", section, re.MULTILINE):
        algorithm, functions, file = line.split(" | ")
        link = re.fullmatch(r"\[(.*)\]\(\.\./(.*)\)", file)
        assert link and link[1] == link[2], line
        found.append(Row(algorithm, re.findall(r"`(\w+)`", functions), link[1]))
    return found


def not_implemented(section: str) -> set[int]:
    """Of the sentence that begins so."""
    sentence = re.search(r"^Not implemented by a function of their own: ([\d, and]+)\.", section, re.MULTILINE)
    return set(map(int, re.findall(r"\d+", sentence[1]))) if sentence else set()


def definitions(function: str, code: str) -> list[int]:
    """Where they begin, those of static functions too; a call or a declaration is no definition."""
    head = rf"^ *[A-Za-z_][\w\s*]*[\s*]{function}\([^;{{}}]*\)\s*\{{"
    return [match.start() for match in re.finditer(head, code, re.MULTILINE)]


def comments_above(function: str, code: str) -> str:
    """Those that end on the line before a definition."""
    above = [re.search(r"/\*(?:(?!\*/).)*\*/\n\Z", code[:at], re.DOTALL) for at in definitions(function, code)]
    return "".join(match[0] for match in above if match)


def names_algorithm(name: str, code: str) -> bool:
    """As a whole: HighBits is not in KSIG_HIGHBITS_BYTES."""
    return bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", code, re.IGNORECASE))


@cache
def code_of(file: str) -> str:
    return (ROOT / file).read_text()


SECTIONS = sections(DOCUMENT.read_text())


@pytest.mark.parametrize("standard", STANDARDS)
def test_functions_are_where_the_document_says(standard: str) -> None:
    found = rows(SECTIONS[standard])
    assert len(found) > 5
    for row in found:
        assert (ROOT / row.file).is_file(), row
        assert row.functions, row
        for function in row.functions:
            assert definitions(function, code_of(row.file)), (function, row)


@pytest.mark.parametrize("standard", STANDARDS)
def test_code_names_the_algorithm(standard: str) -> None:
    """Above one function of the row, so that `git grep` finds it, too. Rows with a number: other names have no one
    spelling."""
    missing = [row for row in rows(SECTIONS[standard]) if row.number and not any(
        names_algorithm(row.name, comments_above(function, code_of(row.file))) for function in row.functions)]
    assert not missing


@pytest.mark.parametrize("standard", LAST)
def test_every_number_has_a_place(standard: str) -> None:
    """Once: in the table, or in the sentence of what is not implemented."""
    named, left_out = {row.number for row in rows(SECTIONS[standard])} - {0}, not_implemented(SECTIONS[standard])
    assert named | left_out == set(range(1, LAST[standard] + 1))
    assert not named & left_out
    numbers = [row.number for row in rows(SECTIONS[standard]) if row.number]
    assert numbers == sorted(numbers)


def test_every_section_is_tested() -> None:
    assert list(SECTIONS) == STANDARDS


def test_what_is_wrong_is_seen() -> None:
    code = "static void used(int a);\nstatic KSIG_NOINLINE void defined(int a,\n    int b) {\n    used(a);\n}\n"
    assert definitions("defined", code) and not definitions("used", code) and not definitions("fined", code)
    assert definitions("there", "    void\n    there(void) {") and definitions("there", "static int *there(void) { }")
    assert comments_above("f", "/* A */\n/* B */\nint f(void) {\n}\n/* C */\n") == "/* B */\n"
    assert comments_above("f", "/* A */\n\nint f(void) {\n}\n") == ""
    assert names_algorithm("NTT^-1", "/* NTT^-1 (FIPS 204) */") and not names_algorithm("chain", "begin_chains(v)")
    assert not_implemented("x\nNot implemented by a function of their own: 9, 10 and 13. 44 is.\n") == {9, 10, 13}
    assert rows("| Algorithm | Function | File |\n|---|---|---|\n| 4b A: x | `f`, `g` | [a/b.c](../a/b.c) |\n") == [
        Row("4b A: x", ["f", "g"], "a/b.c")]
    assert Row("4b A: x", [], "").name == "A" and Row("4b A: x", [], "").number == 4
