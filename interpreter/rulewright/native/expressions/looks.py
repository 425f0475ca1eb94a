"""Expressions evaluated while machine code is written, from what is known then.

    holds(program, s.face.straight, OnSpace(..., look=5))      ->      whether a piece of this look moves straight
    value_of(program, step(at, north), Names({0: 17}))         ->      the space to the north of space 17, or none

The spaces for which a condition on the piece there holds are those of the looks for which it does. `Unfixed` is raised for everything
else: what depends on the state, and what can fail.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from rulewright.ir import nodes as ir
from rulewright.language.types import HIGHEST, LOWEST


class Unfixed(Exception):
    """An expression whose value depends on more than what is known."""


class Known(Protocol):
    """What is known of a position."""

    def of(self, program: ir.Program, node: ir.Expression) -> Value:
        """The value of a node that does not follow from the values of its parts."""


@dataclass(frozen=True, slots=True)
class Names:
    """The values of names, by slot. Nothing else of the position is known."""

    values: Mapping[int, Value]

    def of(self, program: ir.Program, node: ir.Expression) -> Value:
        match node:
            case ir.Local() if node.slot in self.values:
                return self.values[node.slot]
            case ir.Call():
                given = (value_of(program, argument, self) for argument in node.arguments)
                return value_of(
                    program, program.definitions[node.definition].body, Names(dict(enumerate(given)))
                )
            case ir.Nth():
                row, number = value_of(program, node.row, self), _number(program, node.number, self)
                if number < 1 or not isinstance(row, tuple | None):
                    raise Unfixed
                return None if row is None or number > len(row) else row[number - 1]
            case _:
                raise Unfixed


@dataclass(frozen=True, slots=True)
class OnSpace:
    """The piece on the space in a slot, by its look; without a piece there if `look` is negative."""

    kind: str
    first: int
    """The place of the first space."""
    slot: int
    faces: int
    look: int

    def of(self, program: ir.Program, node: ir.Expression) -> Value:
        """The answer to a question about the piece, or the piece itself."""
        if not isinstance(node, ir.PieceFace | ir.PieceOwner | ir.PieceCount | ir.Single):
            raise Unfixed
        return _of_piece(node, self)


Value: TypeAlias = int | bool | tuple[int, ...] | OnSpace | None


def holds(program: ir.Program, node: ir.Expression, known: Known) -> bool:
    """Whether a condition holds, which must not be none."""
    found = value_of(program, node, known)
    if not isinstance(found, bool):
        raise Unfixed
    return found


def value_of(program: ir.Program, node: ir.Expression, known: Known) -> Value:
    """The value of an expression."""
    match node:  # the most frequent first, since a condition may be evaluated for thousands of values
        case ir.Constant():
            return node.value
        case ir.Local():
            return known.of(program, node)
        case ir.Lookup():
            return _entry(program, node, known)
        case ir.Arithmetic(sign="+" | "-" | "*"):
            left, right = _number(program, node.left, known), _number(program, node.right, known)
            return _fitting(_ARITHMETIC[node.sign](left, right))
        case ir.Compare():
            return _compared(
                node.sign, value_of(program, node.left, known), value_of(program, node.right, known)
            )
        case ir.And() | ir.Or():
            stops = isinstance(node, ir.Or)
            return stops is any(holds(program, item, known) is stops for item in node.items)
        case ir.Not():
            return not holds(program, node.operand, known)
        case ir.IfElse():
            chosen = node.value if holds(program, node.condition, known) else node.otherwise
            return value_of(program, chosen, known)
        case ir.Otherwise():
            found = value_of(program, node.value, known)
            return value_of(program, node.default, known) if found is None else found
        case ir.Contains(domain=ir.Between() as domain):
            low, high = _number(program, domain.low, known), _number(program, domain.high, known)
            item = value_of(program, node.item, known)
            return isinstance(item, int) and low <= item <= high
        case ir.Contains(domain=ir.Elements(value=listed, single=False)):
            row, item = value_of(program, listed, known), value_of(program, node.item, known)
            if not isinstance(row, tuple) or not isinstance(item, int):
                raise Unfixed
            return item in row
        case _:
            return known.of(program, node)


def _number(program: ir.Program, node: ir.Expression, known: Known) -> int:
    found = value_of(program, node, known)
    if not isinstance(found, int):
        raise Unfixed
    return int(found)


def _entry(program: ir.Program, node: ir.Lookup, known: Known) -> Value:
    table = program.tables[node.table]
    indices = [value_of(program, index, known) for index in node.indices]
    if table.ways:
        raise Unfixed
    if node.lenient and None in indices:
        return None
    place = 0
    for index, low, size in zip(indices, table.lows, table.sizes, strict=True):
        if not isinstance(index, int) or not low <= index < low + size:
            raise Unfixed
        place = place * size + int(index) - low
    return table.values[place]


def _of_piece(node: ir.PieceFace | ir.PieceOwner | ir.PieceCount | ir.Single, piece: OnSpace) -> Value:
    """A question about the piece on the space, or the piece itself."""
    asked = node.piece if isinstance(node, ir.PieceFace | ir.PieceOwner) else node
    if not isinstance(asked, ir.Single | ir.PieceCount) or not _is_there(asked, piece):
        raise Unfixed
    there = piece.look >= 0
    owner, face = divmod(piece.look, piece.faces + 1)
    match node:
        case ir.PieceCount():
            return int(there)
        case ir.PieceOwner():
            return owner if there else None
        case ir.PieceFace():
            return face - 1 if there and face else None
        case ir.Single():
            return piece if there else None


def _is_there(node: ir.Single | ir.PieceCount, piece: OnSpace) -> bool:
    match node.place:
        case ir.PlaceOf(first=piece.first, owner=ir.Local(slot=piece.slot)):
            return node.kind == piece.kind
        case _:
            return False


def _compared(sign: str, left: Value, right: Value) -> bool:
    numbers = isinstance(left, int) and isinstance(right, int)
    if sign in ("==", "!="):
        if not numbers and left is not None and right is not None:
            raise Unfixed
        return (left == right) is (sign == "==")
    if not numbers:
        raise Unfixed
    assert isinstance(left, int)
    assert isinstance(right, int)
    return _SIGNS[sign](left, right)


def _fitting(found: int) -> int:
    if not LOWEST <= found <= HIGHEST:
        raise Unfixed
    return found


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
_SIGNS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
