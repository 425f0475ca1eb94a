"""Conditions on the piece on a space that depend only on its look, evaluated while machine code is written.

    holds(program, s.face.straight, OnSpace(..., look=5))      ->      whether a piece of this look moves straight

The spaces for which such a condition holds are those of the looks for which it does. `Unfixed` is raised for everything else: what
depends on the state, and what can fail.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rulewright.ir import nodes as ir
from rulewright.language.types import HIGHEST, LOWEST


class Unfixed(Exception):
    """An expression whose value depends on more than the look of a piece."""


@dataclass(frozen=True, slots=True)
class OnSpace:
    """The piece on the space in a slot, by its look; without a piece there if `look` is negative."""

    kind: str
    first: int
    """The place of the first space."""
    slot: int
    faces: int
    look: int


Value: TypeAlias = int | bool | tuple[int, ...] | OnSpace | None


def holds(program: ir.Program, node: ir.Expression, piece: OnSpace) -> bool:
    """Whether a condition holds, which must not be none."""
    found = _value(program, node, piece)
    if not isinstance(found, bool):
        raise Unfixed
    return found


def _value(program: ir.Program, node: ir.Expression, piece: OnSpace) -> Value:
    match node:
        case ir.Constant():
            return node.value
        case ir.PieceFace() | ir.PieceOwner() | ir.PieceCount() | ir.Single():
            return _of_piece(node, piece)
        case ir.And() | ir.Or():
            stops = isinstance(node, ir.Or)
            return stops is any(holds(program, item, piece) is stops for item in node.items)
        case ir.Not():
            return not holds(program, node.operand, piece)
        case ir.IfElse():
            chosen = node.value if holds(program, node.condition, piece) else node.otherwise
            return _value(program, chosen, piece)
        case ir.Otherwise():
            found = _value(program, node.value, piece)
            return _value(program, node.default, piece) if found is None else found
        case ir.Compare():
            return _compared(node.sign, _value(program, node.left, piece), _value(program, node.right, piece))
        case ir.Arithmetic(sign="+" | "-" | "*"):
            left, right = _number(program, node.left, piece), _number(program, node.right, piece)
            return _fitting(_ARITHMETIC[node.sign](left, right))
        case ir.Contains(domain=ir.Between() as domain):
            low, high = _number(program, domain.low, piece), _number(program, domain.high, piece)
            item = _value(program, node.item, piece)
            return isinstance(item, int) and low <= item <= high
        case ir.Lookup():
            return _entry(program, node, piece)
        case _:
            raise Unfixed


def _number(program: ir.Program, node: ir.Expression, piece: OnSpace) -> int:
    found = _value(program, node, piece)
    if not isinstance(found, int):
        raise Unfixed
    return int(found)


def _entry(program: ir.Program, node: ir.Lookup, piece: OnSpace) -> Value:
    table = program.tables[node.table]
    indices = [_value(program, index, piece) for index in node.indices]
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
