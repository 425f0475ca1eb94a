"""Assumptions at a place of a rule: bound names, and the ranges of expressions that conditions on the way there narrow.

    if: pot > 3        below it `pot` is at least 4, until something writes `pot`

Expressions have no effects, so what a condition implies about one is true until something that it reads is written, or
its names are bound again.  Expressions are compared by their form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, is_dataclass
from typing import Any, TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir import walking
from rulewright.language.node_fields import node_fields
from rulewright.language.ranges import ANYTHING, Abstract, Values, join, union
from rulewright.source.dataclass import dataclass

Form: TypeAlias = tuple[Any, ...]
"""An expression without its place, so that it equals others of the same form."""

PIECES = "#pieces"
"""Stands for the places and faces of pieces, among the things that an expression reads."""


@dataclass(slots=True)
class Forms:
    """The forms of expressions and the things they read, each computed once."""

    program: ir.Program
    forms: dict[int, Form] = field(default_factory=dict)
    reads: dict[int, frozenset[str | int]] = field(default_factory=dict)
    definitions: dict[str, frozenset[str | int]] = field(default_factory=dict)

    def form(self, node: ir.Expression) -> Form:
        known = self.forms.get(id(node))
        if known is None:
            known = self.forms[id(node)] = _form(node)
        return known

    def of(self, node: ir.Expression) -> Form:
        """The form of a temporary node, which is not cached."""
        return _form(node)

    def read_of(self, node: ir.Expression) -> frozenset[str | int]:
        """The things that a temporary node reads; not cached."""
        return frozenset(self._read(node))

    def read(self, node: object) -> frozenset[str | int]:
        """The things that a node reads: names of variables, PIECES, and slots of bound names (as numbers)."""
        known = self.reads.get(id(node))
        if known is None:
            known = self.reads[id(node)] = frozenset(self._read(node))
        return known

    def _read(self, node: object) -> Iterator[str | int]:
        match node:
            case ir.Cell(group=group):
                yield group
            case ir.Local(slot=slot) | ir.Clause(slot=slot):
                yield slot
            case ir.Call(definition=name):
                yield from self._definition(name)
            case ir.Can() | ir.Times():
                yield PIECES
                yield from self.program.layout.groups
            case (
                ir.PiecesAt() | ir.AllPieces() | ir.PieceFace() | ir.PiecePlace() | ir.PieceCount() | ir.Top() | ir.Single()
                | ir.PieceOwner() | ir.PieceSpace() | ir.BoardCount() | ir.BoardFull() | ir.PiecesOn()
            ):  # fmt: skip
                yield PIECES
            case _:
                pass
        for part in walking.parts(node):
            yield from self.read(part)

    def _definition(self, name: str) -> frozenset[str | int]:
        if name not in self.definitions:
            read = self.read(self.program.definitions[name].body)
            self.definitions[name] = frozenset(each for each in read if isinstance(each, str))
        return self.definitions[name]


def _form(node: object) -> Form:
    return type(node).__name__, *(_part(getattr(node, name)) for name in node_fields(type(node)))


def _part(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(_part, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    return _form(value) if is_dataclass(value) else value


@dataclass(slots=True)
class Known:
    """`names` by slot; `facts` by the form of an expression, with what it reads. `began`: the first turn has begun."""

    names: dict[int, Abstract] = field(default_factory=dict)
    facts: dict[Form, tuple[Values, frozenset[str | int]]] = field(default_factory=dict)
    began: bool = True

    def copy(self) -> Known:
        return Known(self.names.copy(), self.facts.copy(), self.began)

    def name(self, slot: int) -> Abstract:
        return self.names.get(slot, ANYTHING)

    def bind(self, slot: int, value: Abstract) -> None:
        """Binds a name to a new value, and drops assumptions about the old one."""
        self.forget({slot})
        self.names[slot] = value

    def forget(self, written: Iterable[str | int]) -> None:
        """Drops assumptions about expressions that read something that is written."""
        if not self.facts:
            return
        gone = set(written)
        self.facts = {form: entry for form, entry in self.facts.items() if not entry[1] & gone}

    def either(self, other: Known) -> Known:
        """The assumptions that are true on both of two paths."""
        names = {
            slot: join(value, other.names[slot]) for slot, value in self.names.items() if slot in other.names
        }
        facts = {
            form: (union(value, other.facts[form][0]), read)
            for form, (value, read) in self.facts.items()
            if form in other.facts
        }
        return Known(names, facts, self.began)
