#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The shape of the C code: sizes of files and functions, comments, conditions, and who includes whom.

usage: house.py

`make house` calls it. test/repository/test_house.py holds the limits. Needs nothing but Python: functions begin and
end in column 0, since clang-format has formatted them.
"""
import pathlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
RESEARCH = ROOT / "research"
PARTS = ("src", "research", "bench/plugin", "firmware")
# Each folder of src may include those of lower floors, and itself. arch: the gates, which every C twin of assembly has.
# x509 reads for all families, Composite ML-DSA among them. The others are families.
FLOORS: dict[str, int] = {"arch": 0, "guard": 1, "util": 2, "hash": 3, "ring": 3, "stream": 4, "gf16": 3, "aes": 3,
                          "x509": 6, "api": 6}
FAMILY = 5

# Strings first: what is in them is no comment.
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(?P<comment>/\*.*?\*/|//[^\n]*)', re.DOTALL)
# From the type to the brace of the body: a name, perhaps made by a macro, and its arguments. After an #endif within the
# head, clang-format indents what is left of it.
HEAD = re.compile(r"^(?:(?=    \w+\n    \w+\()    )?[A-Za-z_][\w\s*]*?\b(?P<name>\w+(?:\(\w+\))?)\([^;{}]*\)\s*\{",
                  re.MULTILINE)
CONDITION = re.compile(r"^\s*#\s*(?:if|ifdef|ifndef|elif)\b", re.MULTILINE)
# Casts by `void *`, from one type of object to another.
CAST = re.compile(r"\w \*\)\s*\(void \*\)")
# Families whose memory plan is one file, NAME/NAME_plan.h: their casts are there.
PLANNED = ("mldsa",)
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)


class Function(NamedTuple):
    """line: of its name. lines: from there to its end."""

    path: pathlib.Path
    name: str
    line: int
    lines: int


class Measures(NamedTuple):
    """Of a folder."""

    files: list[int]  # lines of each, ascending; so the next ones
    functions: list[int]
    columns: list[int]  # of lines that are not blank
    conditions: int  # but the include guards
    comments: int  # characters
    code: int  # characters, without blanks

    def row(self) -> list[str]:
        lines = sum(self.files)
        files = f"{quantile(self.files, 0.5)} / {quantile(self.files, 1)}"
        functions = " / ".join(str(quantile(self.functions, part)) for part in (0.5, 0.9, 1))
        return [str(len(self.files)), f"{lines:,}", files, functions, f"{1000 * self.conditions / max(1, lines):.1f}",
                f"{self.comments / max(1, self.code):.2f}", str(quantile(self.columns, 0.9))]


COLUMNS = ["files", "lines", "file median / max", "function median / p90 / max", "#if per 1000 lines",
           "comment per code", "columns p90"]


def quantile(ascending: list[int], part: float) -> int:
    return ascending[min(len(ascending) - 1, int(len(ascending) * part))] if ascending else 0


def c_files(folder: pathlib.Path) -> list[pathlib.Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".c", ".h"))


def split(text: str) -> tuple[str, str]:
    """Code and comments. Code keeps its lines."""
    comments: list[str] = []

    def blanked(match: "re.Match[str]") -> str:
        if match["comment"] is None:
            return match[0]
        comments.append(match[0])
        return "\n" * match[0].count("\n")
    code = TOKEN.sub(blanked, text)
    return code, "".join(comments)


def functions_in(path: pathlib.Path, text: str) -> Iterator[Function]:
    code = split(text)[0]
    for match in HEAD.finditer(code):
        end = code.find("\n", match.end())
        if code[match.end():end].rstrip().endswith("}"):  # in one line
            last = match.end()
        else:
            last = code.index("\n}", match.end()) + 1
        line = code.count("\n", 0, match.start("name")) + 1
        yield Function(path, match["name"], line, code.count("\n", 0, last) + 2 - line)


def functions_of(folder: pathlib.Path) -> list[Function]:
    return [function for path in c_files(folder) for function in functions_in(path, path.read_text())]


def measure(folder: pathlib.Path) -> Measures:
    files, columns, conditions, comments, code = [], [], 0, 0, 0
    for path in c_files(folder):
        text = path.read_text()
        files.append(len(text.splitlines()))
        columns += [len(line.rstrip()) for line in text.splitlines() if line.strip()]
        conditions += len(CONDITION.findall(text)) - (path.suffix == ".h")
        parts = split(text)
        code += len("".join(parts[0].split()))
        comments += len(parts[1])
    lengths = [function.lines for function in functions_of(folder)]
    return Measures(sorted(files), sorted(lengths), sorted(columns), conditions, comments, code)


def takes_the_state(folder: pathlib.Path) -> dict[str, tuple[int, int]]:
    """{folder of a family: how many functions take its whole state, of how many}"""
    state = re.compile(rf"\bksig_{folder.name}_(?:\w+_)?state \*|\bvoid \*state\b")
    found: dict[str, tuple[int, int]] = {}
    for path in c_files(folder):
        heads = [match[0] for match in HEAD.finditer(split(path.read_text())[0])]
        count, functions = found.get(path.parent.name, (0, 0))
        found[path.parent.name] = count + sum(bool(state.search(head)) for head in heads), functions + len(heads)
    return found


def casts(folder: pathlib.Path) -> Counter[str]:
    """{file: casts by `void *`}"""
    return Counter({path.name: count for path in c_files(folder)
                    if (count := len(CAST.findall(split(path.read_text())[0])))})


# ---- Who includes whom. A .c file and its own header are one node: what the one includes, the other may.

Graph = dict[str, set[str]]


def node_of(path: pathlib.Path) -> str:
    return str(path.relative_to(ROOT).with_suffix(""))


def targets(path: pathlib.Path, name: str, known: dict[str, list[pathlib.Path]]) -> list[pathlib.Path]:
    """What `#include "name"` may be: beside the file; in its part, whose build names the folders (of boards, all that
    have such a header); or in another one."""
    beside = path.parent / name
    if beside.is_file():
        return [beside]
    part = next(ROOT / part for part in PARTS if ROOT / part in path.parents)
    found = [file for file in known[name.rsplit("/", 1)[-1]] if str(file).endswith("/" + name)]
    return [file for file in found if part in file.parents] or found


def include_graph() -> Graph:
    """Of the parts. The headers of include/ are below all: the public one includes the others, which need it.

    Raises ValueError for a header that is nowhere."""
    files = [path for part in PARTS for path in sorted((ROOT / part).rglob("*"))
             if path.suffix in (".c", ".h", ".S", ".inc", ".def")]
    known: dict[str, list[pathlib.Path]] = defaultdict(list)
    for path in files:
        known[path.name].append(path)
    graph: Graph = {node_of(path): set() for path in files}
    for path in files:
        for name in INCLUDE.findall(split(path.read_text())[0]):
            found = targets(path, name, known)
            if not found and not (ROOT / "include" / name).is_file():
                raise ValueError(f"{path.relative_to(ROOT)} includes {name}, which is in none of the folders")
            graph[node_of(path)] |= {node_of(target) for target in found} - {node_of(path)}
    return graph


def circles(graph: Graph) -> list[list[str]]:
    """Nodes that reach each other, as sorted lists; every circle is within one of them."""
    reached = {node: reach(graph, node) for node in graph}
    found = {tuple(sorted({node} | {other for other in reached[node] if node in reached[other]}))
             for node in graph if node in reached[node]}
    return sorted(map(list, found))


def reach(graph: Graph, start: str) -> set[str]:
    """What can be reached by one arrow or more."""
    seen: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += graph[node]
    return seen


def folder_arrows() -> dict[str, set[str]]:
    """{folder of src or research: other folders that it includes}. Raises ValueError for a header that is not named
    from src on, or from research on in a file below it."""
    found: dict[str, set[str]] = {}
    for room, rooms in ((SRC, (SRC,)), (RESEARCH, (SRC, RESEARCH))):
        for path in sorted(room.rglob("*")):
            folder = path.relative_to(room).parts[0]
            if path.suffix in (".c", ".h", ".S", ".inc") and folder != "include":
                names = [name for name in INCLUDE.findall(path.read_text()) if not name.startswith("kilosig/")]
                if not all(any((one / name).is_file() for one in rooms) for name in names):
                    raise ValueError(f"{path.relative_to(ROOT)} includes what is not in {rooms[-1].name}")
                found.setdefault(folder, set()).update({name.split("/")[0] for name in names} - {folder})
    return found


def upward(arrows: dict[str, set[str]]) -> list[str]:
    """Those to the same floor too: no family includes another."""
    return [f"{folder} -> {to}" for folder, below in arrows.items() for to in sorted(below)
            if FLOORS.get(to, FAMILY) >= FLOORS.get(folder, FAMILY)]


def table(rows: Iterable[tuple[str, list[str]]]) -> str:
    lines = [["", *COLUMNS], *([name, *row] for name, row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(COLUMNS) + 1)]
    return "\n".join("  ".join(cell.rjust(width) if column else cell.ljust(width)
                               for column, (cell, width) in enumerate(zip(line, widths))).rstrip() for line in lines)


def main() -> None:
    families = [f"{room.name}/{path.name}" for room in (SRC, RESEARCH) for path in sorted(room.iterdir())
                if path.is_dir() and c_files(path)]
    print(table((name, measure(ROOT / name).row()) for name in (*PARTS, *families)))
    for family in PLANNED:
        taking = takes_the_state(SRC / family)
        state, functions = (sum(count[number] for count in taking.values()) for number in (0, 1))
        found_casts = casts(SRC / family)
        outside = sum(count for name, count in found_casts.items() if name != f"{family}_plan.h")
        print(f"\nsrc/{family}: {state} of {functions} functions take the whole state "
              f"({', '.join(f'{folder} {count[0]} of {count[1]}' for folder, count in sorted(taking.items()))}); "
              f"{sum(found_casts.values())} casts, {outside} outside the plan")
    longest = sorted((function for part in PARTS for function in functions_of(ROOT / part)), key=lambda f: -f.lines)[:5]
    print("\nlongest functions")
    for function in longest:
        print(f"  {function.lines} {function.path.relative_to(ROOT)}:{function.line} {function.name}")
    graph, arrows = include_graph(), folder_arrows()
    found = circles(graph)
    print(f"\n{len(graph)} nodes, {sum(map(len, graph.values()))} arrows, {len(found)} circles")
    for circle in found:
        print(f"  circle: {' '.join(circle)}")
    most = Counter({node: len(below) for node, below in graph.items()}).most_common(3)
    print(f"most arrows out: {', '.join(f'{node} {count}' for node, count in most)}")
    count = sum(map(len, arrows.values()))
    print(f"{len(arrows)} folders in src and research, {count} arrows, {len(upward(arrows))} up")
    for arrow in upward(arrows):
        print(f"  up: {arrow}")


if __name__ == "__main__":
    main()
