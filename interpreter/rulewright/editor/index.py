"""The nodes of a rulebook by their places: which expression is at an offset, and what is bound there.

at(analysis, offset)      ->      [Compare(...), Attribute(...), Name(me)], from the outside in
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from pathlib import Path as FilePath

from rulewright.document import nodes as document
from rulewright.document.expand import Path
from rulewright.editor.analysis import Analysis
from rulewright.editor.texts import path_of
from rulewright.expression import nodes as syntax
from rulewright.expression.children import children
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass
from rulewright.source.record import Record
from rulewright.source.text import Source

_PLACES = frozenset({"span", "whole", "players_span", "text_span"})


@dataclass(frozen=True, slots=True)
class Found:
    """An expression that is no part of another, and the entry in which it is written."""

    root: syntax.Node
    entry: rules.Entry | None


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """The whole expressions of one file in the order of their places, and the entries with a name there."""

    roots: tuple[Found, ...]
    starts: tuple[int, ...]
    entries: tuple[rules.Entry, ...]

    def around(self, offset: int) -> Found | None:
        """The whole expression that contains an offset, or ends there."""
        at = bisect_right(self.starts, offset) - 1
        while at >= 0 and at >= bisect_right(self.starts, offset) - 3:
            if self.roots[at].root.span.end >= offset:
                return self.roots[at]
            at -= 1
        return None

    def within(self, start: int, end: int) -> list[Found]:
        """The whole expressions in a part of the file."""
        first = bisect_right(self.starts, start - 1)
        return [
            each for each in self.roots[first : bisect_right(self.starts, end)] if each.root.span.end <= end
        ]


@lru_cache(maxsize=16)
def index_of(analysis: Analysis, file: FilePath | None = None) -> Index:
    """The index of a file of an analysis; without a file, of the text that was analysed."""
    wanted = file or path_of(analysis.source)
    roots: list[Found] = []
    entries: list[rules.Entry] = []
    own: dict[Source, bool] = {}
    for node, entry in all_nodes(analysis.rulebook) if analysis.rulebook is not None else ():
        source = node.span.source
        if source not in own:
            own[source] = source.name not in ("<built in>", "") and path_of(source) == wanted
        if not own[source]:
            continue
        if isinstance(node, rules.Entry):
            entries.append(node)
        elif isinstance(node, syntax.Node):
            roots.append(Found(node, entry))
    roots.sort(key=lambda each: each.root.span.start)
    return Index(tuple(roots), tuple(each.root.span.start for each in roots), tuple(entries))


def all_nodes(book: rules.Rulebook) -> Iterator[tuple[rules.Placed | syntax.Node, rules.Entry | None]]:
    """The parts of a rulebook and its whole expressions, each with the entry around it."""
    waiting: list[tuple[object, rules.Entry | None]] = [(each, None) for each in parts(book)]
    while waiting:
        node, entry = waiting.pop()
        if isinstance(node, syntax.Node):
            yield node, entry
            continue
        if isinstance(node, rules.Placed):
            yield node, entry
        inside = node if isinstance(node, rules.Entry) else entry
        waiting += [(part, inside) for part in parts(node)]


def parts(node: object) -> Iterator[object]:
    """The direct parts of a part of a rulebook."""
    if isinstance(node, tuple | list):
        yield from node
    elif isinstance(node, dict):
        yield from node.values()
    elif isinstance(node, Record) and not isinstance(node, syntax.Node):
        for part in fields(node):
            value = getattr(node, part.name)
            if part.name not in _PLACES and not isinstance(value, str | int):
                yield value


def at(root: syntax.Node, offset: int) -> list[syntax.Node]:
    """The nodes of an expression that contain an offset or end there, from the outside in."""
    found = [root]
    while True:
        inside = [
            part
            for part in children(found[-1])
            if part.span.start <= offset <= part.span.end and part.span.source == root.span.source
        ]
        if not inside:
            return found
        found.append(inside[-1])


def part_at(tree: document.Node | None, path: Path) -> document.Node | None:
    """The part of a tree at a path, in which positions of lists are texts."""
    for step in path:
        match tree:
            case document.Mapping():
                tree = tree.get(step)
            case document.Sequence(items=items):
                tree = items[int(step)] if step.isdigit() and int(step) < len(items) else None
            case _:
                return None
    return tree
