# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Mistakes that tests plant in the library's code. A place is found by the structure of the code: no line is quoted, so
none has to stay as it is formatted."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

import tree_sitter_c
from tree_sitter import Language, Node, Parser

PARSER = Parser(Language(tree_sitter_c.language()))
# Kinds of places: the grammar's types of node, and the fields of which one has the name that is sought.
KINDS = {
    "call": (("call_expression",), ("function",)),  # of a function or macro
    "assignment": (("assignment_expression",), ("left",)),  # to a variable or member, also by index
    "value": (("init_declarator", "enumerator"), ("declarator", "name")),  # with which it is declared
    "operation": (("binary_expression",), ("left", "right")),  # an operand is this variable or member, or is called
    "return": (("return_statement",), ()),  # what is returned
    "condition": (("conditional_expression",), ()),  # of ?:
}
# From an expression towards its name. Declarators of functions, pointers and arrays have the field `declarator`.
TOWARDS_NAME = {"call_expression": "function", "field_expression": "field", "subscript_expression": "argument",
                "pointer_expression": "argument", "cast_expression": "value"}
BLOCKS = ("compound_statement", "case_statement", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif")
Found = TypeVar("Found")
Splice = tuple[int, int, bytes]  # from a byte to another, and what is written there


class Spot(NamedTuple):
    """An expression. function: its name; empty: anywhere. kind: of KINDS, with what `name` names there.

    which: of several, from 0 on or from -1 back; without, there is one. part: of an operation, `left` or `right`."""

    function: str
    kind: str
    name: str = ""
    which: int | None = None
    part: str = ""


class Source:
    """A C file, parsed."""

    def __init__(self, path: Path) -> None:
        self.name, self.bytes = path.name, path.read_bytes()
        self.root = PARSER.parse(self.bytes).root_node

    def expression(self, spot: Spot) -> Node:
        """The only one there, or the one that is meant. A function may be there twice, in branches of an #if."""
        bodies = [self.root]
        if spot.function:
            bodies = [_field(node, "body") for node in _below(self.root)
                      if node.type == "function_definition" and _name(node) == spot.function]
            if not bodies or any(body.has_error for body in bodies):
                raise LookupError(f"{self.name} has no function {spot.function} that the parser understands")
        found = [match for body in bodies for node in _below(body) for match in _matches(node, spot)]
        node = _one(found, spot.which, f"{self.name}, {spot.function}: {spot.kind} {spot.name}")
        return _field(node, spot.part) if spot.part else node

    def statement(self, spot: Spot, beside: bool = True) -> Node:
        """What the expression is in: a statement or declaration. beside: others may stand beside it."""
        node = self.expression(spot)
        while not node.type.endswith(("_statement", "declaration")) and node.parent is not None:
            node = node.parent
        if beside and (node.parent is None or node.parent.type not in BLOCKS):
            raise LookupError(f"{self.name}, {spot.function}: {spot.kind} {spot.name} is in no statement of a block")
        return node


Edit = Callable[[Source], list[Splice]]


def before(spot: Spot, text: str) -> Edit:
    """C in front of the statement."""
    return lambda source: [(at := source.statement(spot).start_byte, at, f"{text}\n".encode())]


def after(spot: Spot, text: str) -> Edit:
    """C after the statement."""
    return lambda source: [(at := source.statement(spot).end_byte, at, f"\n{text}".encode())]


def removed(spot: Spot) -> Edit:
    """An empty statement in its place."""
    return lambda source: [(*source.statement(spot, beside=False).byte_range, b";")]


def replaced(spot: Spot, text: str) -> Edit:
    """Another expression."""
    return lambda source: [(*source.expression(spot).byte_range, text.encode())]


def kept(spot: Spot, operand: str) -> Edit:
    """Of an operation its operand `left` or `right` alone."""
    return lambda source: [(*source.expression(spot).byte_range, _field(source.expression(spot), operand).text or b"")]


def wrapped(spot: Spot, begin: str, end: str) -> Edit:
    """The expression between two texts."""
    return lambda source: [(at, at, text.encode()) for at, text in zip(source.expression(spot).byte_range,
                                                                       (begin, end))]


def planted(path: Path, *edits: Edit) -> str:
    """The text of a C file after the edits, each of which finds its place in the file as it was."""
    source = Source(path)
    splices = [splice for edit in edits for splice in edit(source)]
    made, at = b"", 0
    for begin, end, text in sorted(splices, key=lambda splice: splice[:2]):
        assert at <= begin, f"{path.name}: two edits of one place"
        made, at = made + source.bytes[at:begin] + text, end
    return (made + source.bytes[at:]).decode()


def planted_in_assembly(path: Path, label: str, mnemonic: str, text: str, which: int | None = None) -> str:
    """The text of an assembly file with lines after an instruction of a function: `label` stands before a colon or
    behind `function`."""
    lines, here, found = path.read_text().splitlines(keepends=True), "", []
    for number, line in enumerate(lines, 1):
        words = line.split("@")[0].split()
        while words and words[0].endswith(":"):
            name = words.pop(0)[:-1]
            here = here if name.startswith(".") or name.isdigit() else name
        if words[:1] in (["function"], ["end_function"]):
            here = words[1] if words[0] == "function" else ""
        elif here == label and words[:1] == [mnemonic]:
            found.append(number)
    at = _one(found, which, f"{path.name}, {label}: {mnemonic}")
    return "".join((*lines[:at], text, *lines[at:]))


def _one(found: Sequence[Found], which: int | None, sought: str) -> Found:
    at = 0 if which is None else which
    if not -len(found) <= at < len(found) or (which is None and len(found) > 1):
        raise LookupError(f"{sought}: there are {len(found)}, wanted {'one' if which is None else f'number {which}'}")
    return found[at]


def _below(node: Node) -> Iterator[Node]:
    """A node and all that is in it, in the order of the text."""
    yield node
    for child in node.named_children:
        yield from _below(child)


def _field(node: Node, name: str) -> Node:
    child = node.child_by_field_name(name)
    assert child is not None, f"{node.type} has no {name}"
    return child


def _name(node: Node | None) -> str:
    """Of what is called, of a member or variable, of what is declared; without index, asterisk, cast, parentheses."""
    while node is not None and node.type not in ("identifier", "field_identifier"):
        field = TOWARDS_NAME.get(node.type, "declarator")
        inside = node.named_children[0] if node.type == "parenthesized_expression" else None
        node = inside or node.child_by_field_name(field)
    return (node.text or b"").decode() if node is not None else ""


def _matches(node: Node, spot: Spot) -> list[Node]:
    """The expression of a node that is of the kind and has the name, if it is; else none."""
    types, fields = KINDS[spot.kind]
    if node.type not in types or (fields and spot.name not in [_name(node.child_by_field_name(one)) for one in fields]):
        return []
    if spot.kind == "return":
        return [child for child in node.named_children if not child.is_extra]
    field = {"value": "value", "condition": "condition"}.get(spot.kind)
    return [child for child in [node.child_by_field_name(field) if field else node] if child is not None]
