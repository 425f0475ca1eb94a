"""Python's texts without docstrings, which only people read. They mean the same, and take less room, also in memory.

undocumented('def f():\\n    "Doubles."\\n    return 2\\n')        'def f():\\n    ...\\n    return 2\\n'
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

BODIES = ("body", "orelse", "finalbody", "handlers", "cases")
"""Where a statement has other statements."""


def undocumented(text: str) -> str:
    """The text of a module without docstrings and other strings that are statements. Other lines keep their words."""
    lines = text.split("\n")
    tree = ast.parse(text)
    for node in sorted(_strings(tree), key=lambda each: -each.lineno):
        last = node.end_lineno or node.lineno
        head = _begin(lines[node.lineno - 1], node.col_offset)
        tail = lines[last - 1][len(_begin(lines[last - 1], node.end_col_offset or 0)) :]
        # At the top there may be nothing before `from __future__`; in a body something has to be left.
        lines[node.lineno - 1 : last] = [head + ("" if node in tree.body else "...") + tail]
    return "\n".join(lines)


def _strings(node: ast.AST) -> Iterator[ast.Expr]:
    """All strings that are statements."""
    for name in BODIES:
        for each in getattr(node, name, ()):
            if isinstance(each, ast.Expr):
                if isinstance(each.value, ast.Constant) and isinstance(each.value.value, str):
                    yield each
            else:
                yield from _strings(each)


def _begin(line: str, count: int) -> str:
    """The first bytes of a line, `count` of them, as text; syntax trees count columns in bytes."""
    return line.encode()[:count].decode()
