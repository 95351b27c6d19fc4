# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Of a product of parameters `make test` takes so many cases that each value occurs, whatever the values are."""
from __future__ import annotations

import itertools

import pytest

from kilosig.library.catalog import SCHEMES
from sampling import FULL, SHARE, code_of

OBJECTS = (("a", 1), ("b", 2), ("c", 3))


@pytest.mark.parametrize("one", OBJECTS)
@pytest.mark.parametrize("other", [frozenset(each) for each in OBJECTS], ids=str)
def test_a_product(request: pytest.FixtureRequest, one: tuple[str, int], other: frozenset[object]) -> None:
    """Of objects, too, which pytest itself tells apart by the number of their case."""
    if request.config.getoption("keyword") or any("::" in argument for argument in request.config.args):
        pytest.skip("not all cases were asked for")
    cases = [item.callspec.params for item in request.session.items  # type: ignore[attr-defined]
             if item.nodeid.split("[")[0] == request.node.nodeid.split("[")[0]]
    assert {case["one"] for case in cases} == set(OBJECTS) and len({case["other"] for case in cases}) == len(OBJECTS)
    assert len(cases) == (len(list(itertools.product(OBJECTS, OBJECTS))) if FULL else len(OBJECTS))
    assert any(case["one"] is one and case["other"] is other for case in cases)


ROWS = (("b", ("x",)), ("b", ("y",)), ("c", ("x",)))


@pytest.mark.parametrize("name, kind", ROWS)
def test_rows(request: pytest.FixtureRequest, name: str, kind: tuple[str]) -> None:
    """Rows that somebody chose stay, if they have objects."""
    if request.config.getoption("keyword") or any("::" in argument for argument in request.config.args):
        pytest.skip("not all cases were asked for")
    cases = [item.callspec.params for item in request.session.items  # type: ignore[attr-defined]
             if item.nodeid.split("[")[0] == request.node.nodeid.split("[")[0]]
    assert [(case["name"], case["kind"]) for case in cases] == list(ROWS) and (name, kind) in ROWS


SETS = [name for name in SCHEMES if code_of(name)]


def names_of(request: pytest.FixtureRequest) -> set[str]:
    return {item.callspec.params["name"] for item in request.session.items  # type: ignore[attr-defined]
            if item.nodeid.split("[")[0] == request.node.nodeid.split("[")[0]}


@pytest.mark.parametrize("name", SETS)
def test_sets_that_differ_in_numbers(request: pytest.FixtureRequest, name: str) -> None:
    """Some of each code."""
    if request.config.getoption("keyword") or any("::" in argument for argument in request.config.args):
        pytest.skip("not all cases were asked for")
    names = names_of(request)
    assert {code_of(each) for each in names} == {code_of(each) for each in SETS} and name in names
    assert names == set(SETS) if FULL else len(names) <= len(SETS) // SHARE + 5


@pytest.mark.every_set
@pytest.mark.parametrize("name", SETS)
def test_all_of_them(request: pytest.FixtureRequest, name: str) -> None:
    """Where a test asks for each."""
    if request.config.getoption("keyword") or any("::" in argument for argument in request.config.args):
        pytest.skip("not all cases were asked for")
    assert names_of(request) == set(SETS) and code_of(name)
