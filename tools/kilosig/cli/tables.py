# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tables for a terminal of any width: a figure is shown whole or not at all. Where columns do not fit, those of the
highest rank are left out, and the table says which; where not even the others fit, each row is stacked."""
from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

GAP, NARROW_GAP = 2, 1  # blanks between columns; and where columns had to go else
INDENT = 4  # of what is under a row
SHORTEST_REMARK = 10  # columns that are kept for a remark beside the row: `yes; flash`


@dataclass(frozen=True)
class Column:
    """A column of a table. key: its name in JSON; left: texts rather than numbers; rank: how early it is left out, 0
    never; remark: the last column, a sentence that goes under its row where it does not fit beside it."""

    key: str
    head: str
    left: bool = False
    rank: int = 0
    remark: bool = False


def plain(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[str]:
    """All of it, for a pipe: blanks between columns."""
    lines = [[column.head for column in columns], *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(columns))]
    return [_line(columns, widths, line) for line in lines]


def drawn(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """The same in at most `width` columns of a terminal, unless one word alone is longer."""
    widths = [max([len(column.head), *(len(row[i]) for row in rows)]) for i, column in enumerate(columns)]
    shortest = [min(size, SHORTEST_REMARK) if column.remark else size for size, column in zip(widths, columns)]
    gap = GAP if _sum(shortest, range(len(columns)), GAP) <= width else NARROW_GAP
    kept = _kept(columns, shortest, gap, width)
    dropped = [column.head for i, column in enumerate(columns) if i not in kept]
    beside = [i for i in kept if not columns[i].remark]
    if _sum(widths, beside, gap) > width:
        return _stacked(columns, rows, width)
    remark = next((i for i in kept if columns[i].remark), None)
    lines = _beside(columns, rows, widths, (beside, remark), gap, width)
    if dropped:
        lines += textwrap.wrap(f"Not shown here: {', '.join(dropped)}; a wider terminal, a pipe or --json has "
                               f"{'them' if len(dropped) > 1 else 'it'}.", width)
    return lines


def _sum(widths: Sequence[int], chosen: Sequence[int], gap: int) -> int:
    return sum(widths[i] for i in chosen) + gap * max(0, len(chosen) - 1)


def _kept(columns: Sequence[Column], widths: Sequence[int], gap: int, width: int) -> list[int]:
    """The columns that fit."""
    kept = list(range(len(columns)))
    while _sum(widths, kept, gap) > width:
        rank, worst = max((columns[i].rank, i) for i in kept)
        if rank == 0:
            break
        kept.remove(worst)
    return kept


def _line(columns: Sequence[Column], widths: Sequence[int], cells: Sequence[str], gap: int = GAP) -> str:
    return (" " * gap).join(cell.ljust(width) if column.left else cell.rjust(width)
                            for cell, width, column in zip(cells, widths, columns)).rstrip()


def _beside(columns: Sequence[Column], rows: Sequence[Sequence[str]], widths: Sequence[int],
            shown: tuple[Sequence[int], int | None], gap: int, width: int) -> list[str]:
    """Columns, and the number of a remark, if there is one."""
    beside, remark = shown
    used = _sum(widths, beside, gap)

    def whole(cells: Sequence[str]) -> list[str]:
        line = _line([columns[i] for i in beside], [widths[i] for i in beside], [cells[i] for i in beside], gap)
        if remark is None or not cells[remark]:
            return [line]
        if used + gap + len(cells[remark]) <= width:
            return [line.ljust(used) + " " * gap + cells[remark]]
        return [line, *_wrapped(cells[remark], width, INDENT)]

    lines = [line for row in rows for line in whole(row)]
    head = whole([column.head for column in columns])
    return [*head, "─" * max(len(line) for line in [*head, *lines]), *lines]


def _wrapped(text: str, width: int, indent: int) -> list[str]:
    return textwrap.wrap(text, width, initial_indent=" " * indent, subsequent_indent=" " * indent,
                         break_long_words=False, break_on_hyphens=False)


def _stacked(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Each row as its first cell, and under it the others with their names."""
    lines: list[str] = []
    for row in rows:
        lines.append(row[0])
        line = " " * INDENT
        for column, cell in list(zip(columns, row))[1:]:
            said = f"{column.head} {cell}"
            if line.strip() and len(line) + 2 + len(said) > width:
                lines.append(line)
                line = " " * INDENT
            line += (", " if line.strip() else "") + said
        if line.strip():
            lines.append(line)
    return lines
