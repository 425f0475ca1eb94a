"""`-k EXPRESSION`: which tests to run, as pytest reads it.

chooser("bank and not six")("the_bank_is_full")        True
chooser("first_roll[long]")("first_roll[long]")        True: what is no expression is a part of a name
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

Choose = Callable[[str], bool]


def chooser(expression: str | None) -> Choose:
    """Whether a name is wanted. Names are compared without regard to case."""
    if not expression or not expression.strip():
        return lambda _: True
    wanted = expression.lower()
    try:
        tree = ast.parse(re.sub(r"[\w.\[\]:-]+", _as_name, wanted), mode="eval").body
        for part in ast.walk(tree):
            if not isinstance(part, _READ):
                raise ValueError(part)
    except (SyntaxError, ValueError):
        return lambda name: wanted.strip() in name.lower()
    return lambda name: _holds(tree, name.lower())


_WORDS = ("and", "or", "not")
_READ = (ast.BoolOp, ast.boolop, ast.UnaryOp, ast.Not, ast.Constant)


def _as_name(found: re.Match[str]) -> str:
    """A word as a text of Python, so that whatever is in it is one thing to its parser."""
    return found[0] if found[0] in _WORDS else f"({found[0]!r})"


def _holds(node: ast.expr, name: str) -> bool:
    match node:
        case ast.BoolOp(op=ast.And(), values=values):
            return all(_holds(value, name) for value in values)
        case ast.BoolOp(op=ast.Or(), values=values):
            return any(_holds(value, name) for value in values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _holds(operand, name)
        case ast.Constant(value=str() as part):
            return part in name
    raise ValueError(node)
