"""Expressions that depend only on a few numbers, evaluated while machine code is written.

    Fixed(program).value(node, {0: 12, 1: 14})      ->      whether space 12 is a knight's move away from space 14

Such an expression becomes a constant table of bits. `Unfixed` is raised for everything else: what depends on the state, and what
can fail.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from rulewright.ir import nodes as ir
from rulewright.language.types import HIGHEST, LOWEST


class Unfixed(Exception):
    """An expression whose value is not fixed."""


@dataclass(frozen=True, slots=True)
class OnSpace:
    """The piece on a space for one piece, by its look; without a piece there if `look` is negative."""

    kind: str
    first: int
    slot: int
    """The place of the first space, and the slot of the space."""
    faces: int
    look: int


Value: TypeAlias = int | bool | tuple[int, ...] | OnSpace | None
Slots: TypeAlias = Mapping[int, Value]


@dataclass(slots=True)
class Fixed:
    """Evaluates expressions, and remembers the values of calls."""

    program: ir.Program
    calls: dict[tuple[object, ...], Value] = field(default_factory=dict)

    def value(self, node: ir.Expression, slots: Slots, piece: OnSpace | None = None) -> Value:
        match node:
            case ir.Constant():
                return node.value
            case ir.Local() if node.slot in slots:
                return slots[node.slot]
            case ir.PieceFace() | ir.PieceOwner() | ir.PieceCount() | ir.Single() if piece is not None:
                return _of_piece(node, piece)
            case ir.And() | ir.Or():
                stops = isinstance(node, ir.Or)
                return stops is any(self.truth(item, slots, piece) is stops for item in node.items)
            case ir.Not():
                return not self.truth(node.operand, slots, piece)
            case ir.IfElse():
                holds = self.truth(node.condition, slots, piece)
                return self.value(node.value if holds else node.otherwise, slots, piece)
            case ir.Otherwise():
                found = self.value(node.value, slots, piece)
                return self.value(node.default, slots, piece) if found is None else found
            case ir.Compare():
                sides = self.value(node.left, slots, piece), self.value(node.right, slots, piece)
                return _compared(node, *sides)
            case ir.Negate():
                return _number(-self.number(node.operand, slots, piece))
            case ir.Arithmetic(sign="+" | "-" | "*"):
                left, right = self.number(node.left, slots, piece), self.number(node.right, slots, piece)
                return _number(_ARITHMETIC[node.sign](left, right))
            case ir.Contains(domain=ir.Between() as domain):
                low, high = self.number(domain.low, slots, piece), self.number(domain.high, slots, piece)
                item = self.value(node.item, slots, piece)
                return isinstance(item, int) and low <= item <= high
            case ir.Lookup():
                return self._entry(node, slots, piece)
            case ir.Call() if piece is None:
                return self._called(node, slots)
            case _:
                raise Unfixed

    def truth(self, node: ir.Expression, slots: Slots, piece: OnSpace | None = None) -> bool:
        """A condition, which must not be none."""
        found = self.value(node, slots, piece)
        if not isinstance(found, bool):
            raise Unfixed
        return found

    def number(self, node: ir.Expression, slots: Slots, piece: OnSpace | None = None) -> int:
        found = self.value(node, slots, piece)
        if not isinstance(found, int):
            raise Unfixed
        return int(found)

    def _entry(self, node: ir.Lookup, slots: Slots, piece: OnSpace | None) -> Value:
        table = self.program.tables[node.table]
        indices = [self.value(index, slots, piece) for index in node.indices]
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

    def _called(self, node: ir.Call, slots: Slots) -> Value:
        arguments = tuple(self.value(argument, slots) for argument in node.arguments)
        key = node.definition, *arguments
        if key not in self.calls:
            body = self.program.definitions[node.definition].body
            self.calls[key] = self.value(body, dict(enumerate(arguments)))
        return self.calls[key]


def _of_piece(node: ir.Expression, piece: OnSpace) -> Value:
    """A question about the piece on the space, or the piece itself as its look."""
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
        case _:
            return piece if there else None


def _is_there(node: ir.Single | ir.PieceCount, piece: OnSpace) -> bool:
    match node.place:
        case ir.PlaceOf(first=piece.first, owner=ir.Local(slot=piece.slot)):
            return node.kind == piece.kind
        case _:
            return False


def _compared(node: ir.Compare, left: Value, right: Value) -> bool:
    if node.sign in ("==", "!="):
        if left is not None and right is not None and not (isinstance(left, int) and isinstance(right, int)):
            raise Unfixed
        return (left == right) is (node.sign == "==")
    if not isinstance(left, int) or not isinstance(right, int):
        raise Unfixed
    return _SIGNS[node.sign](left, right)


def _number(found: int) -> int:
    if not LOWEST <= found <= HIGHEST:
        raise Unfixed
    return found


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
}
_SIGNS: dict[str, Callable[[int, int], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
