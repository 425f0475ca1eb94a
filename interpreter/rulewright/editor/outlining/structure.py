"""What can be folded, and what is selected step by step from the inside out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.document.nodes import Mapping, Node, Sequence
from rulewright.editor.desk import Desk
from rulewright.editor.index import at, index_of
from rulewright.source.text import Span


def foldings(desk: Desk, path: Path) -> list[tuple[int, int]]:
    """The first and the last line, from 0, of every part of a text that has several lines; comments too."""
    analysis = desk.analysis(path)
    if analysis is None:
        return []
    found = set(_parts(analysis.tree)) if analysis.tree is not None else set()
    start: int | None = None
    for number, line in enumerate([*analysis.source.text.split("\n"), ""]):
        if line.lstrip().startswith("#"):
            start = number if start is None else start
        elif start is not None:
            if number - 1 > start:
                found.add((start, number - 1))
            start = None
    return sorted(found)


def _parts(node: Node) -> Iterator[tuple[int, int]]:
    for entry in node if isinstance(node, Mapping) else ():
        first, last = entry.key.span.line - 1, entry.value.span.source.position(entry.value.span.end)[0] - 1
        if last > first:
            yield first, last
        yield from _parts(entry.value)
    for item in node if isinstance(node, Sequence) else ():
        first, last = item.span.line - 1, item.span.source.position(item.span.end)[0] - 1
        if last > first:
            yield first, last
        yield from _parts(item)


def selections(desk: Desk, path: Path, offset: int) -> list[Span]:
    """The parts of a text that contain an offset, each inside the next one."""
    analysis = desk.analysis(path)
    if analysis is None:
        return []
    found: list[Span] = []
    root = index_of(analysis, path.resolve()).around(offset)
    if root is not None:
        found += [node.span for node in reversed(at(root.root, offset))]
    if analysis.tree is not None:
        found += reversed(list(_around(analysis.tree, offset)))
    found.append(Span(analysis.read, 0, len(analysis.read.text)))
    wider: list[Span] = []
    for span in found:
        if not wider or (span.start <= wider[-1].start and span.end >= wider[-1].end and span != wider[-1]):
            wider.append(span)
    return wider


def _around(node: Node, offset: int) -> Iterator[Span]:
    if not node.span.start <= offset <= node.span.end:
        return
    yield node.span
    for entry in node if isinstance(node, Mapping) else ():
        whole = entry.key.span.to(entry.value.span)
        if whole.start <= offset <= whole.end:
            yield whole
            if entry.key.span.end >= offset:
                yield entry.key.span
            yield from _around(entry.value, offset)
            return
    for item in node if isinstance(node, Sequence) else ():
        if item.span.start <= offset <= item.span.end:
            yield from _around(item, offset)
            return
