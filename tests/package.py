"""The source of the package as tests of its structure see it: its modules, each read and parsed once in a process.

    wrong(lambda path: re.findall(r"print\\(", text_of(path)))      ["cli/main.py: print("]

A rule about files is one test, and what `wrong` lists is its message: every place that breaks the rule, by file.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
PACKAGE = TOP / "interpreter" / "rulewright"
MODULES = sorted(PACKAGE.rglob("*.py"))
ROOMS = [path for path in MODULES if path.name == "__init__.py" and path.parent != PACKAGE]


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def module_of(path: Path) -> str:
    """`rulewright.game.game`; of an `__init__.py` the package."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


@cache
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """What `ast.walk` finds, found once."""
    return tuple(ast.walk(tree))


def found_in(check: Callable[[Path], Iterable[object]], paths: Sequence[Path] = MODULES) -> Iterator[str]:
    """What a check finds in each file, as `FILE: WHAT`."""
    assert paths, "nothing is checked"
    return (f"{name_of(path)}: {found}" for path in paths for found in check(path))
