"""When two positions of a game are the same for the game that is to come.

    sameness = Sameness(program)
    sameness.exact(cells) == sameness.exact(others)        whatever happens next can happen in both
    sameness.loose(cells) == sameness.loose(others)        but for variables that count something

The round's number is left out where no rule looks at it: then it changes nothing but itself.
"""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Iterator
from functools import cached_property

from rulewright.ir import nodes as ir
from rulewright.ir.layout import ROUND

FEW_VALUES = 12
"""A number with fewer values than this says where the game stands; with more, it counts something."""


class Sameness:
    """Compares positions of one program."""

    def __init__(self, program: ir.Program) -> None:
        self._program = program

    def exact(self, cells: array[int]) -> bytes:
        """Equal for positions that are the same."""
        return self._without(cells, self._unread)

    def loose(self, cells: array[int]) -> bytes:
        """Equal for positions that are the same but for the round and for what is counted."""
        return self._without(cells, self._counting)

    def differing(self, one: array[int], other: array[int]) -> tuple[str, ...]:
        """Names of variables, and `round` where a rule reads it, that are not the same in both."""
        found = ["round"] if not self._unread and one[ROUND] != other[ROUND] else []
        for name, group in self._program.layout.groups.items():
            cells = slice(group.offset, group.offset + group.size)
            if one[cells] != other[cells]:
                found.append(name)
        return tuple(found)

    @cached_property
    def _unread(self) -> tuple[range, ...]:
        reads = any(isinstance(node, ir.Flow) and node.what == "round" for node in _nodes(self._program))
        return () if reads else (range(ROUND, ROUND + 1),)

    @cached_property
    def _counting(self) -> tuple[range, ...]:
        groups = self._program.layout.groups.values()
        counting = (
            group for group in groups if group.sort == "integer" and group.high - group.low >= FEW_VALUES
        )
        counted = (range(group.offset, group.offset + group.size) for group in counting)
        return (range(ROUND, ROUND + 1), *counted)

    def _without(self, cells: array[int], left_out: tuple[range, ...]) -> bytes:
        kept = cells[:]
        for part in left_out:
            for cell in part:
                kept[cell] = 0
        return kept.tobytes()


def _nodes(node: object) -> Iterator[object]:
    """A node and all below it."""
    if isinstance(node, tuple):
        for item in node:
            yield from _nodes(item)
    elif isinstance(node, dict):
        yield from _nodes(tuple(node.values()))
    elif dataclasses.is_dataclass(node) and type(node).__module__ == ir.__name__:
        yield node
        for part in dataclasses.fields(node):
            if part.name != "span":
                yield from _nodes(getattr(node, part.name))
