"""The least rulebook that still shows something: entries are taken out, expressions replaced by simpler ones.

shrunk(tree, lambda tree: difference(tree))       ->      a tree for which the same sort of difference is told
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator

from rulewright.problems.problem import RulebookError
from tests.native.random_books.book_text import Path, Tree

PARTS = re.compile(r"\([^()]*\)")
SIMPLE = ("0", "1", "true", "false", "none", "me", "seat(1)")


def shrunk(tree: Tree, shows: Callable[[Tree], str]) -> Tree:
    """A tree without what is not needed; `shows` tells what is wrong, empty for nothing."""
    wanted = sort_of(shows(tree))
    while True:
        smaller = next((one for one in _smaller(tree) if _still(one, shows, wanted)), None)
        if smaller is None:
            return tree
        tree = smaller


def sort_of(told: str) -> str:
    """What a difference is about, without its numbers."""
    return re.sub(r"seed \d+, step \d+: |after .*|\d+", "", told)[:24]


def _still(tree: Tree, shows: Callable[[Tree], str], wanted: str) -> bool:
    try:
        return sort_of(shows(tree)) == wanted
    except RulebookError:
        return False


def _smaller(tree: Tree) -> Iterator[Tree]:
    """Simpler trees, the boldest first."""
    places = sorted(_paths(tree, ()), key=len)
    for path in places:
        yield _without(tree, path)
    for path in places:
        value = _at(tree, path)
        if isinstance(value, dict) and isinstance(path[-1], int):
            for inner in (value.get("do"), value.get("else")):
                if isinstance(inner, list):
                    yield _spliced(tree, path, inner)
        if isinstance(value, str):
            for text in _simpler(value):
                yield _with(tree, path, text)


def _simpler(text: str) -> Iterator[str]:
    """The expression with a part in parentheses, or all of it, replaced by less."""
    for simple in SIMPLE:
        if len(simple) < len(text):
            yield simple
    for start, end in _groups(text):
        inner = text[start + 1 : end - 1]
        whole = text[:start] + inner + text[end:]
        pieces = re.split(r" (?:and|or|==|!=|<=|>=|<|>|\+|-|\*|div|mod|if|else|otherwise|in) |, ", inner)
        whole_pieces = [piece for piece in pieces if piece.count("(") == piece.count(")")]
        for piece in [*SIMPLE, *whole_pieces] if len(pieces) > 1 else SIMPLE:
            candidate = text[:start] + piece.strip() + text[end:]
            if len(candidate) < len(whole):
                yield candidate


def _groups(text: str) -> list[tuple[int, int]]:
    """Where parts in balanced parentheses begin and end, the longest first."""
    open_, found = [], []
    for at, sign in enumerate(text):
        if sign == "(":
            open_.append(at)
        elif sign == ")" and open_:
            found.append((open_.pop(), at + 1))
    return sorted(found, key=lambda group: group[0] - group[1])


def _paths(tree: Tree, path: Path) -> Iterator[Path]:
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in entries:
        yield (*path, key)
        yield from _paths(value, (*path, key))


def _at(tree: Tree, path: Path) -> Tree:
    for key in path:
        tree = tree[key]  # type: ignore[index]
    return tree


def _without(tree: Tree, path: Path) -> Tree:
    tree = copy.deepcopy(tree)
    del _at(tree, path[:-1])[path[-1]]  # type: ignore[union-attr, arg-type]
    return tree


def _with(tree: Tree, path: Path, value: Tree) -> Tree:
    tree = copy.deepcopy(tree)
    _at(tree, path[:-1])[path[-1]] = value  # type: ignore[index]
    return tree


def _spliced(tree: Tree, path: Path, inner: list[Tree]) -> Tree:
    tree = copy.deepcopy(tree)
    around = _at(tree, path[:-1])
    assert isinstance(around, list)
    assert isinstance(path[-1], int)
    around[path[-1] : path[-1] + 1] = inner
    return tree
