"""Expressions evaluated while machine code is written, from what is known then.

    condition(program, s.face.straight)(OnSpace(..., look=5))      ->      whether a piece of this look moves straight
    evaluated(program, step(at, north))(Names({0: 17}))            ->      the space to the north of space 17, or none

An expression is evaluated for thousands of values, so it becomes a Python function first. The spaces for which a condition on the piece there holds are those of the looks for which it does. `Unfixed` is raised for everything
else: what depends on the state, and what can fail.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from rulewright.ir import nodes as ir
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.source.dataclass import dataclass


class Unfixed(Exception):
    """An expression whose value depends on more than what is known."""


@dataclass(frozen=True, slots=True)
class Names:
    """The values of names, by slot. Nothing else of the position is known."""

    values: Mapping[int, Value]


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
Known: TypeAlias = Names | OnSpace
"""What is known of a position."""
Evaluated: TypeAlias = Callable[[Known], Value]
"""An expression as a function of what is known. It raises `Unfixed`."""


def condition(program: ir.Program, node: ir.Expression) -> Callable[[Known], bool]:
    """A condition as a function of what is known: whether it holds; it must not be none."""
    return _truth(evaluated(program, node))


def evaluated(program: ir.Program, node: ir.Expression) -> Evaluated:
    """An expression as a function of what is known."""
    return _Making(program).of(node)


class _Making:
    """Makes functions of the expressions of a program."""

    def __init__(self, program: ir.Program) -> None:
        self._program = program
        self._bodies: dict[str, Evaluated] = {}

    def of(self, node: ir.Expression) -> Evaluated:
        match node:
            case ir.Constant(value=value):
                return lambda known: value
            case ir.Local(slot=slot):
                return _named(slot)
            case ir.Lookup():
                table = self._program.tables[node.table]
                return _entry(table, node.lenient, [self.of(index) for index in node.indices])
            case ir.Arithmetic(sign="+" | "-" | "*"):
                return _calculated(_ARITHMETIC[node.sign], self.of(node.left), self.of(node.right))
            case ir.Compare():
                return _compared(node.sign, self.of(node.left), self.of(node.right))
            case ir.And() | ir.Or():
                return _joined([_truth(self.of(item)) for item in node.items], isinstance(node, ir.Or))
            case ir.Not():
                operand = _truth(self.of(node.operand))
                return lambda known: not operand(known)
            case ir.IfElse():
                holds = _truth(self.of(node.condition))
                return _chosen(holds, self.of(node.value), self.of(node.otherwise))
            case ir.Otherwise():
                return _or_else(self.of(node.value), self.of(node.default))
            case ir.Contains(domain=ir.Between() as domain):
                return _between(
                    self.of(node.item), _number(self.of(domain.low)), _number(self.of(domain.high))
                )
            case ir.Contains(domain=ir.Elements(value=listed, single=False)):
                return _is_in(self.of(node.item), self.of(listed))
            case ir.PieceFace() | ir.PieceOwner() | ir.PieceCount() | ir.Single():
                return _of_piece(node)
            case ir.Call():
                return self._called(node.definition, [self.of(argument) for argument in node.arguments])
            case ir.Nth():
                return _nth(self.of(node.row), _number(self.of(node.number)))
            case _:
                return _unfixed

    def _called(self, name: str, arguments: Sequence[Evaluated]) -> Evaluated:
        def call(known: Known) -> Value:
            if not isinstance(known, Names):
                raise Unfixed
            body = self._bodies.get(name)
            if body is None:
                body = self._bodies[name] = self.of(self._program.definitions[name].body)
            return body(Names(dict(enumerate([argument(known) for argument in arguments]))))

        return call


def _unfixed(known: Known) -> Value:
    raise Unfixed


def _named(slot: int) -> Evaluated:
    def named(known: Known) -> Value:
        if not isinstance(known, Names) or slot not in known.values:
            raise Unfixed
        return known.values[slot]

    return named


def _truth(made: Evaluated) -> Callable[[Known], bool]:
    def truth(known: Known) -> bool:
        found = made(known)
        if found is True or found is False:
            return found
        raise Unfixed

    return truth


def _number(made: Evaluated) -> Callable[[Known], int]:
    def number(known: Known) -> int:
        found = made(known)
        if not isinstance(found, int):
            raise Unfixed
        return int(found)

    return number


def _entry(table: ir.Table, lenient: bool, indices: Sequence[Evaluated]) -> Evaluated:
    axes = list(zip(indices, table.lows, table.sizes, strict=True))

    def entry(known: Known) -> Value:
        place, missing = 0, False
        for made, low, size in axes:
            index = made(known)
            if index is None and lenient:
                missing = True
            elif not isinstance(index, int) or not low <= index < low + size:
                raise Unfixed
            else:
                place = place * size + index - low
        return None if missing else table.values[place]

    return _unfixed if table.ways else entry


def _calculated(how: Callable[[int, int], int], left: Evaluated, right: Evaluated) -> Evaluated:
    one, other = _number(left), _number(right)

    def calculated(known: Known) -> Value:
        found = how(one(known), other(known))
        if not LOWEST <= found <= HIGHEST:
            raise Unfixed
        return found

    return calculated


def _compared(sign: str, left: Evaluated, right: Evaluated) -> Evaluated:
    if sign not in ("==", "!="):
        how, first, second = _SIGNS[sign], _number(left), _number(right)
        return lambda known: how(first(known), second(known))

    def equal(known: Known) -> Value:
        one, other = left(known), right(known)
        both = isinstance(one, int) and isinstance(other, int)
        if not both and one is not None and other is not None:
            raise Unfixed
        return (one == other) is (sign == "==")

    return equal


def _joined(items: Sequence[Callable[[Known], bool]], stops: bool) -> Evaluated:
    def joined(known: Known) -> Value:
        return any(item(known) is stops for item in items) is stops

    return joined


def _chosen(holds: Callable[[Known], bool], value: Evaluated, otherwise: Evaluated) -> Evaluated:
    def chosen(known: Known) -> Value:
        return value(known) if holds(known) else otherwise(known)

    return chosen


def _or_else(value: Evaluated, default: Evaluated) -> Evaluated:
    def or_else(known: Known) -> Value:
        found = value(known)
        return default(known) if found is None else found

    return or_else


def _between(item: Evaluated, low: Callable[[Known], int], high: Callable[[Known], int]) -> Evaluated:
    def between(known: Known) -> Value:
        least, most, found = low(known), high(known), item(known)
        return isinstance(found, int) and least <= found <= most

    return between


def _is_in(item: Evaluated, listed: Evaluated) -> Evaluated:
    def is_in(known: Known) -> Value:
        row, found = listed(known), item(known)
        if not isinstance(row, tuple) or not isinstance(found, int):
            raise Unfixed
        return found in row

    return is_in


def _nth(row: Evaluated, number: Callable[[Known], int]) -> Evaluated:
    def nth(known: Known) -> Value:
        found, place = row(known), number(known)
        if place < 1 or not isinstance(found, tuple | None):
            raise Unfixed
        return None if found is None or place > len(found) else found[place - 1]

    return nth


def _of_piece(node: ir.PieceFace | ir.PieceOwner | ir.PieceCount | ir.Single) -> Evaluated:
    """A question about the piece on the space, or the piece itself."""
    asked = node.piece if isinstance(node, ir.PieceFace | ir.PieceOwner) else node

    def of_piece(known: Known) -> Value:
        if (
            not isinstance(known, OnSpace)
            or not isinstance(asked, ir.Single | ir.PieceCount)
            or not _is_there(asked, known)
        ):
            raise Unfixed
        there = known.look >= 0
        owner, face = divmod(known.look, known.faces + 1)
        match node:
            case ir.PieceCount():
                return int(there)
            case ir.PieceOwner():
                return owner if there else None
            case ir.PieceFace():
                return face - 1 if there and face else None
            case ir.Single():
                return known if there else None

    return of_piece


def _is_there(node: ir.Single | ir.PieceCount, piece: OnSpace) -> bool:
    match node.place:
        case ir.PlaceOf(first=piece.first, owner=ir.Local(slot=piece.slot)):
            return node.kind == piece.kind
        case _:
            return False


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
