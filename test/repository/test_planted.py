# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How tests change the library's code: by its structure (test/support/planted.py), never by quoting a line of it."""
from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from planted import Edit, Spot, after, before, kept, planted, planted_in_assembly, removed, replaced, wrapped

TEST = Path(__file__).resolve().parents[1]
CODE = """enum { CHECKS = A + 3 };
KSIG_NOINLINE const uint8_t *f(state *s, int x) {
    const int y = x < 2 ? (int)g(s->head.left) : 3, z = 0;
    s->rows[x].sum |= y; /* = */
    if (x)
        g(z);
    return (a | b) ^
           *s;
}
#if OTHER
static void twice(void) { one(); }
#else
static void twice(void) { other(); }
#endif
"""
EDITS = {  # what is in the code, what it becomes
    "a call": (replaced(Spot("f", "call", "g", which=0), "4"), "(int)g(s->head.left)", "(int)4"),
    "an operand": (replaced(Spot("f", "operation", "x", part="left"), "q"), "x < 2", "q < 2"),
    "a member": (before(Spot("f", "assignment", "sum"), "h();"), "s->rows", "h();\ns->rows"),
    "behind": (after(Spot("f", "assignment", "sum"), "h();"), "|= y;", "|= y;\nh();"),
    "a declaration": (after(Spot("f", "value", "y"), "h();"), "z = 0;", "z = 0;\nh();"),
    "a condition": (wrapped(Spot("f", "condition"), "!(", ")"), "x < 2", "!(x < 2)"),
    "a statement": (removed(Spot("f", "call", "g", which=-1)), "g(z);", ";"),
    "what is returned": (kept(Spot("f", "return"), "left"), "(a | b) ^\n           *s", "(a | b)"),
    "a constant": (wrapped(Spot("", "value", "CHECKS"), "(", ") - 1"), "A + 3", "(A + 3) - 1"),
    "one branch": (removed(Spot("twice", "call", "other")), "other();", ";"),
}


@pytest.fixture(name="path")
def code(tmp_path: Path) -> Path:
    """A file with all kinds of places."""
    path = tmp_path / "code.c"
    path.write_text(CODE)
    return path


@pytest.mark.parametrize("name", EDITS)
def test_an_edit(path: Path, name: str) -> None:
    """Of one place, and nothing else changes."""
    edit, old, new = EDITS[name]
    begin, _, end = CODE.partition(old)
    assert planted(path, edit) == begin + new + end


def test_several_edits(path: Path) -> None:
    """They find their places in the file as it was; two of one place are a mistake of the test."""
    value, returned = Spot("f", "value", "y"), Spot("f", "return")
    text = planted(path, wrapped(returned, "~(", ")"), before(value, "h();"), before(value, "i();"))
    assert "h();\ni();\nconst int y" in text and "return ~((a | b) ^\n           *s);" in text
    with pytest.raises(AssertionError, match="code.c: two edits of one place"):
        planted(path, replaced(returned, "1"), kept(returned, "left"))


@pytest.mark.parametrize("edit, said", [
    (removed(Spot("f", "call", "g")), "code.c, f: call g: there are 2, wanted one"),
    (removed(Spot("f", "call", "g", which=2)), "code.c, f: call g: there are 2, wanted number 2"),
    (removed(Spot("f", "call", "one")), "code.c, f: call one: there are 0, wanted one"),
    (removed(Spot("h", "call", "g")), "code.c has no function h"),
    (before(Spot("f", "call", "g", which=1), "h();"), "code.c, f: call g is in no statement of a block"),
], ids=["several", "too few", "none", "no function", "no block"])
def test_no_place(path: Path, edit: Edit, said: str) -> None:
    """It is said where what was looked for."""
    with pytest.raises(LookupError, match=said):
        planted(path, edit)


def test_assembly(tmp_path: Path) -> None:
    """After an instruction of one function, whose local labels do not end it."""
    path = tmp_path / "code.S"
    before_it = "f:\n    adr r1, x\nfunction g @ adr\n1:  nop\n    adr r2, x\n"
    behind = ".Lx:\n    nop\nend_function g\n    nop\n"
    path.write_text(before_it + behind)
    assert planted_in_assembly(path, "g", "adr", "    udf\n") == f"{before_it}    udf\n{behind}"
    assert planted_in_assembly(path, "f", "adr", "    udf\n").startswith("f:\n    adr r1, x\n    udf\n")
    with pytest.raises(LookupError, match="code.S, g: nop: there are 2, wanted one"):
        planted_in_assembly(path, "g", "nop", "")


# ---- No other way -----------------------------------------------------------------------------------------------

RENAMES = {"test_a_made_up_family"}  # the words of a family become those of another; no line is quoted
FOLDERS = ("src", "research", "firmware")
LISTS = ("sources", "assembly")  # functions of test/support that list files of these folders


def _targets(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """What is assigned in a function, and from what."""
    for child in ast.walk(node):
        if isinstance(child, ast.Assign):
            yield from ((target, child.value) for target in child.targets)
        elif isinstance(child, (ast.AnnAssign, ast.NamedExpr)) and child.value is not None:
            yield child.target, child.value
        elif isinstance(child, (ast.For, ast.comprehension)):
            yield child.target, child.iter


def _names(node: ast.AST) -> set[str]:
    return {child.id for child in ast.walk(node) if isinstance(child, ast.Name)}


def _is_path(node: ast.AST, paths: set[str]) -> bool:
    """A file of these folders, as far as its expression tells."""
    strings = [child.value for child in ast.walk(node) if isinstance(child, ast.Constant)
               and isinstance(child.value, str)]
    return bool(_names(node) & {*paths, *LISTS}) or any(text.split("/")[0] in FOLDERS for text in strings)


def _is_text(node: ast.AST, paths: set[str], texts: set[str]) -> bool:
    reads = [child.func.value for child in ast.walk(node) if isinstance(child, ast.Call)
             and isinstance(child.func, ast.Attribute) and child.func.attr in ("read_text", "read_bytes", "read")]
    return bool(_names(node) & texts) or any(_is_path(read, paths) for read in reads)


def _edited(function: ast.AST) -> list[ast.AST]:
    """In what a function replaces strings. A file's replace() has one argument."""
    calls = [(child, child.func) for child in ast.walk(function) if isinstance(child, ast.Call)]
    found: list[ast.AST] = []
    for call, name in calls:
        if isinstance(name, ast.Attribute) and name.attr == "replace" and len(call.args) > 1:
            found.append(name.value)
        if isinstance(name, ast.Attribute) and name.attr in ("sub", "subn"):
            found += call.args[2:3]
    return found


def quoting(code: str) -> list[str]:
    """Functions that replace strings in the text of a file of the library."""
    found = []
    for function in ast.walk(ast.parse(code)):
        edited = _edited(function) if isinstance(function, ast.FunctionDef) else []
        if not edited or not isinstance(function, ast.FunctionDef):
            continue
        assigned = list(_targets(function))
        paths: set[str] = set()
        texts: set[str] = set()
        for _ in range(4):  # a name may be assigned from one that is found later
            for target, value in assigned:
                if _is_text(value, paths, texts):
                    texts |= _names(target)
                elif _is_path(value, paths):
                    paths |= _names(target)
        if any(_is_text(text, paths, texts) for text in edited):
            found.append(function.name)
    return found


def test_no_test_quotes_the_code() -> None:
    """A line that is quoted breaks the test when it is formatted anew, though nothing is wrong."""
    files = sorted(TEST.rglob("*.py"))
    assert len(files) > 150
    found = {name for path in files if path != Path(__file__) for name in quoting(path.read_text())}
    assert found == RENAMES


@pytest.mark.parametrize("body", [
    'source = folder / "src" / name\n    text = source.read_text()\n    source.write_text(text.replace(old, new))',
    'text = (ROOT / "research/mq/mq_map.c").read_text()\n    return re.sub(old, new, text)',
    'path = next(path for path in sources() if path.name == file)\n    return path.read_text().replace(old, new)',
    'boot = ROOT / "firmware/boot"\n    text = (boot / name).read_text()\n    return text.replace(right, wrong)',
    'source, = (path for path in assembly(core))\n    x.write_text(source.read_text().replace(old, old + new))',
])
def test_quoting_is_seen(body: str) -> None:
    """In each way that there has been."""
    assert quoting(f"def f():\n    {body}\n") == ["f"]
