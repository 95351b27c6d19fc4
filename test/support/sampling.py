# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which cases of a test run. KSIG_FULL=1, as in `make full`: all. Else so many that each value of each parameter
occurs, and each row that has an object: others for each test, so that among all of them each scheme meets each variant.
Of a test that is marked `sampled`, so many that every two values of two of its parameters meet, but in the run with
sanitizers. Of parameter sets that differ in numbers alone one in three, for each test others, unless it is marked
`every_set`."""
from __future__ import annotations

import itertools
import os
import re
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

FULL = os.environ.get("KSIG_FULL", "0") != "0"
SANITIZED = os.environ.get("KSIG_SANITIZED", "0") != "0"
Value = tuple[str, Any]  # a parameter and its value, or what tells that from others
Item = TypeVar("Item")


def rows_of(item: Any) -> list[list[str]]:
    """The parameters of a test that get their values together, in rows that somebody chose."""
    names = (mark.args[0] for mark in item.iter_markers("parametrize"))
    return [[name.strip() for name in each.split(",")] if isinstance(each, str) else list(each) for each in names]


def values_of(item: Any) -> list[Value]:
    """The parameters of a case. pytest's own indices number the cases, not the objects; these are the same in all cases
    of a product. An object in a row stands for the whole row."""
    params: dict[str, Any] = item.callspec.params
    rows = {name: row for row in rows_of(item) for name in row}

    def told(name: str) -> Any:
        value = params[name]
        return value if isinstance(value, (str, int)) else tuple(id(params[each]) for each in rows.get(name, [name]))

    return [(name, told(name)) for name in sorted(params)]


def pairs(values: Sequence[Value]) -> frozenset[Any]:
    """Each value with each of another parameter."""
    return frozenset(itertools.chain(values, itertools.combinations(values, 2)))


# Names of sets whose code is the same; what is in the group tells the code.
SETS = re.compile(r"(slh-dsa-sha2-128|slh-dsa-sha2|slh-dsa-shake)[-sf].*|(uov)-\w+-r3|(uov)-\w+-pkc-r3|(mayo)-.*")
SHARE = 3


def code_of(value: Any) -> str:
    """What sets of the same code have in common, or nothing."""
    found = SETS.fullmatch(value) if isinstance(value, str) else None
    return f"{found[found.lastindex or 0]} {found.lastindex}" if found else ""


def some_sets(name: str, items: Sequence[Any]) -> list[Any]:
    """The items of a test whose sets are among the share that it takes."""
    alike: dict[tuple[str, str], set[str]] = {}
    for item in items:
        for parameter, value in item.callspec.params.items():
            if code := code_of(value):
                alike.setdefault((parameter, code), set()).add(value)
    first = zlib.crc32(name.encode()) // SHARE
    taken = {value for names in alike.values() for number, value in enumerate(sorted(names))
             if (number + first) % min(SHARE, len(names)) == 0}
    return [item for item in items
            if all(not code_of(value) or value in taken for value in item.callspec.params.values())]


def cover(cases: Iterable[tuple[Item, frozenset[Any]]]) -> list[Item]:
    """Cases that have together what all have: always the one that adds most, of several the first."""
    left, chosen = list(cases), []
    missing = set().union(*(has for _, has in left))
    while missing:
        best = max(left, key=lambda case: len(case[1] & missing))
        chosen.append(best[0])
        missing -= best[1]
        left.remove(best)
    return chosen


def left_out(items: Sequence[Any]) -> list[Any]:
    """The items of pytest that do not run."""
    if FULL:
        return []
    dropped = [item for item in items if item.get_closest_marker("full")]
    gone = {id(item) for item in dropped}
    groups: dict[str, list[Any]] = {}
    for item in items:
        if hasattr(item, "callspec") and id(item) not in gone:
            groups.setdefault(item.nodeid.split("[")[0], []).append(item)
    for name, group in groups.items():
        if not group[0].get_closest_marker("every_set"):
            kept = {id(item) for item in some_sets(name, group)}
            dropped += [item for item in group if id(item) not in kept]
            group = [item for item in group if id(item) in kept]
        has = pairs if not SANITIZED and group[0].get_closest_marker("sampled") else frozenset
        first = zlib.crc32(name.encode()) % len(group) if has is frozenset else 0
        kept = {id(item) for item in cover((item, has(values_of(item))) for item in group[first:] + group[:first])}
        dropped += [item for item in group if id(item) not in kept]
    return dropped
