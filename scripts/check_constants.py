#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Checks the comments that say where a constant comes from: /* check: 8380417 == 2**23 - 2**13 + 1 */

An expression has integer literals, + - * / (exact) // % **, pow() and round(). No names: the comment is about numbers.
"""
import ast
import operator
import pathlib
import re
import sys
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHECK = re.compile(r"check:\s*(.*?)\s*(?:\*/|$)", re.MULTILINE)


def power(base, exponent):
    if exponent.denominator != 1 or abs(exponent) > 4096:
        raise ValueError("an exponent is an integer of at most 4096")
    return base ** int(exponent)


def modular_power(base, exponent, modulus=None):
    if modulus is None:
        return power(base, exponent)
    if not base.denominator == exponent.denominator == modulus.denominator == 1:
        raise ValueError("pow() with a modulus is for integers")
    return Fraction(pow(int(base), int(exponent), int(modulus)))


BINARY = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: lambda a, b: Fraction(a // b), ast.Mod: operator.mod, ast.Pow: power,
}
FUNCTIONS = {"pow": modular_power, "round": lambda value: Fraction(round(value))}


def value_of(node):
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return Fraction(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -value_of(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
        return BINARY[type(node.op)](value_of(node.left), value_of(node.right))
    if (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS
            and not node.keywords):
        return FUNCTIONS[node.func.id](*map(value_of, node.args))
    raise ValueError("only integers, + - * / // % **, pow() and round()")


def holds(text):
    tree = ast.parse(text, mode="eval").body
    if not isinstance(tree, ast.Compare) or any(type(op) is not ast.Eq for op in tree.ops):
        raise ValueError("not of the form EXPR == EXPR")
    first, *others = [value_of(node) for node in [tree.left, *tree.comparators]]
    return all(other == first for other in others)


def main():
    passed = failed = 0
    files = [path for folder in ("include", "src", "research") for path in sorted((ROOT / folder).rglob("*.[ch]"))]
    for path in files:
        text = path.read_text(encoding="utf-8")
        for match in CHECK.finditer(text):
            try:
                why = "" if holds(match[1]) else "not equal"
            except (ValueError, SyntaxError, ArithmeticError, TypeError) as error:
                why = str(error)
            passed, failed = passed + (not why), failed + bool(why)
            if why:
                line = text.count("\n", 0, match.start()) + 1
                print(f"{path.relative_to(ROOT)}:{line}: {match[1]}: {why}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
