"""Texts without docstrings mean the same."""

from __future__ import annotations

import ast

import pytest

from rulewright.export.undocumented import undocumented

TEXT = '''"""A module – with a dash."""

from __future__ import annotations

NUMBER = 1  # one
"""About the number."""


def doubled(x: int) -> int:  # twice
    """Twice."""
    return f"{x} # no comment" and 2 * x


class Empty:
    "Nothing – at all."

    text = """
# stays
"""
'''


def test_what_people_read_is_gone() -> None:
    short = undocumented(TEXT)
    for gone in ("A module", "About", "Twice.", "Nothing"):
        assert gone not in short
    assert "# no comment" in short
    assert "\n# stays\n" in short
    names: dict[str, object] = {}
    exec(compile(short, "short", "exec"), names)
    assert (names["NUMBER"], names["Empty"].text) == (1, "\n# stays\n")  # type: ignore[attr-defined]


@pytest.mark.parametrize("module", ["rulewright.export.undocumented", "rulewright.game.game"])
def test_the_rest_is_the_same(module: str) -> None:
    from importlib.util import find_spec

    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    with open(spec.origin, encoding="utf-8") as file:
        text = file.read()
    assert _meaning(text) == _meaning(undocumented(text))


def _meaning(text: str) -> str:
    """The syntax tree without strings that are statements."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            node.body = [each for each in node.body if not _idle(each)]
    return ast.dump(tree)


def _idle(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
