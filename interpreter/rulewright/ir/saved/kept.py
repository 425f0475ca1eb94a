"""A program in the user's own cache, which this version wrote for itself: read without the checks that `program` makes.

    from_kept(to_kept(program, overlays, texts))        ->      the same three, in a tenth of the time

Only for a text that nobody but the user can have written, and that the same version wrote: `source.cache` sees to the first, the
key under which it is kept to the second.  Tuples of plain values are written as they are, `["#", 1, 2]`, and tuples of such tuples
as `["##", [1, 2], [3]]`, which JSON's own reader makes most of.  No part of a text is ever run.
"""

from __future__ import annotations

from typing import Any

from rulewright.ir import nodes
from rulewright.ir.saved.writing import CLASSES, Writer, fields_of
from rulewright.source.text import Source, Span
from rulewright.source.texts import Texts

_PLAIN = {int, str, bool, float, type(None)}
Read = tuple[nodes.Program, tuple[str, ...], Texts | None]


def to_kept(program: nodes.Program, overlays: tuple[str, ...], texts: Texts | None) -> list[Any]:
    """The program, the names of its overlays and the texts of its files, as JSON data."""
    writer = _Packing()
    body = writer.write(program)
    files = None if texts is None else writer.texts(texts)
    return [
        [[source.name, source.text, source.short] for source in writer.sources],
        list(overlays),
        files,
        body,
    ]


def from_kept(kept: Any) -> Read:  # Any: JSON data that `to_kept` made
    """What was kept. Raises one of `writing.AMISS` for other data."""
    sources, overlays, texts, body = kept
    reader = _Reader([Source(name, text, short=short) for name, text, short in sources])
    files = None
    if texts is not None:
        named = {name: sources[number][1] for name, number in texts["files"].items()}
        files = Texts(texts["rulebook"], tuple(texts["house_rules"]), named)
    return reader.read(body), tuple(overlays), files


class _Packing(Writer):
    def write(self, value: object) -> Any:  # Any: JSON data of any shape
        if type(value) is tuple:
            if {*map(type, value)} <= _PLAIN:
                return ["#", *value]
            if all(type(row) is tuple and {*map(type, row)} <= _PLAIN for row in value):
                return ["##", *value]
        return super().write(value)


class _Reader:
    def __init__(self, sources: list[Source]) -> None:
        self._sources = sources

    def read(self, data: Any) -> Any:  # Any: JSON data, and a node of any class
        if type(data) is not list:
            return data
        tag = data[0]
        if tag == "#":
            return tuple(data[1:])
        if tag == "##":
            return tuple(map(tuple, data[1:]))
        if tag == "@":
            return Span(self._sources[data[1]], data[2], data[3])
        if tag == "()":
            return tuple(map(self.read, data[1:]))
        if tag == "{}":
            return {self.read(key): self.read(item) for key, item in data[1:]}
        if tag == "~":
            return data[1]
        kind = CLASSES[tag]
        made: Any = object.__new__(kind)  # Any: a node of any class
        values = map(self.read, data[1:])
        if hasattr(made, "__dict__"):
            vars(made).update(zip(fields_of(kind), values, strict=True))  # `__init__` does no more
            return made
        return kind(*values)
