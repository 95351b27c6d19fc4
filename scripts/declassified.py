#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every place where the code says that something made of a secret is public (KSIG_DECLASSIFY, src/guard/guard.h):
file, function, what, and the reason from the comment before it.

usage: declassified.py [--write]

--write puts the table into docs/declassified.md, which test/repository/test_declassified.py compares: one more is a
change of that document, which a review sees. Needs nothing but Python.
"""
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/declassified.md"
BEGIN, END = "<!-- by scripts/declassified.py -->\n", "<!-- end -->\n"
CATALOGUE = "src/guard/guard.h"  # which defines them
USE = re.compile(r"\bKSIG_DECLASSIFY(?:_BYTES)?\(")
HEAD = re.compile(r"\w.*?\b(SHA2_NAME\(\w+\)|\w+)\(")  # of a function: what is not indented
REASON = re.compile(r"/\* Public: (.*)\*/\Z", re.DOTALL)


class Use(NamedTuple):
    """`line` to `last`: of the macro and its argument."""

    file: str
    line: int
    last: int
    function: str
    what: str
    reason: str


def _argument(text: str, begin: int) -> int:
    """Where the parenthesis that is open before `begin` is closed."""
    depth = 1
    while depth:
        depth += {"(": 1, ")": -1}.get(text[begin], 0)
        begin += 1
    return begin - 1


def _function(lines: list[str]) -> str:
    """That of the last line."""
    for line in reversed(lines):
        head = HEAD.match(line)
        if head and not line.endswith(";"):
            return head[1]
    return ""


def _reason(text: str, begin: int) -> str:
    """From the comment that ends in the line before the statement."""
    before = text[:text.rindex("\n", 0, begin)]
    while before and not before.endswith(("*/", ";", "{", "}", "\n")):  # the statement's first lines
        before = before[:before.rindex("\n")]
    opened = before.rfind("/*")
    found = REASON.match(before[opened:]) if before.endswith("*/") else None
    return re.sub(r"\s+(?:\* )?", " ", found[1]).strip() if found else ""


def uses(root: Path = ROOT) -> Iterator[Use]:
    """All of them, by file and line."""
    for path in sorted((root / "src").rglob("*.[ch]")):
        name = path.relative_to(root).as_posix()
        text = path.read_text()
        for found in USE.finditer(text) if name != CATALOGUE else ():
            end = _argument(text, found.end())
            line, last = text.count("\n", 0, found.start()) + 1, text.count("\n", 0, end) + 1
            yield Use(name, line, last, _function(text[:found.start()].splitlines()),
                      " ".join(text[found.end():end].split()), _reason(text, found.start()))


def table(found: list[Use]) -> str:
    """For the document: without numbers of lines, which change."""
    rows = [f"| `{use.file.rsplit('/', 1)[-1]}` | `{use.function}` | `{use.what.replace('|', chr(92) + '|')}` "
            f"| {use.reason} |" for use in found]
    return "\n".join(["| File | Function | What | Why it tells nothing |", "|---|---|---|---|", *rows, ""])


def written(found: list[Use], text: str) -> str:
    """The document with this table."""
    before, rest = text.split(BEGIN)
    return before + BEGIN + table(found) + END + rest.split(END)[1]


def main() -> int:
    found = list(uses())
    if "--write" in sys.argv[1:]:
        DOCUMENT.write_text(written(found, DOCUMENT.read_text()))
    for use in found:
        print(f"{use.file}:{use.line}: {use.function}: {use.what}\n    {use.reason}")
    without = [use for use in found if not use.reason]
    for use in without:
        print(f"{use.file}:{use.line}: no comment /* Public: ... */ before it", file=sys.stderr)
    return 1 if without else 0


if __name__ == "__main__":
    sys.exit(main())
