"""What may come into native code: cells that a game can have, and choices whose values are of their types.

    boundary = Boundary(program)
    boundary.admits(cells)                  whether every cell is in its range, and what lies where adds up
    boundary.admits_choice(choice)

Native code trusts what it is given: it reads tables at the numbers that stand in the cells.  Cells come from saved games and
from callers too, so they are looked at before; what does not pass is left to the reference executor.
"""

from __future__ import annotations

from array import array
from collections import Counter
from operator import le

from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED, FLOW_CELLS, KindLayout
from rulewright.language import types
from rulewright.language.types import HIGHEST
from rulewright.runtime.executor import Choice, Value


class Boundary:
    """The ranges of a program's cells and choices."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._kinds = tuple(program.layout.kinds.values())
        self._low, self._high = _ranges(program)
        self._parameters = [
            tuple(_Values(program, parameter.type) for parameter in action.parameters)
            for action in program.actions.values()
        ]

    def admits(self, cells: array[int]) -> bool:
        """Whether these are cells of a game that goes on."""
        return (
            len(cells) == len(self._low)
            and not cells[ENDED]
            and cells[CURRENT] >= 0
            and all(map(le, self._low, cells))
            and all(map(le, cells, self._high))
            and all(_adds_up(kind, cells) for kind in self._kinds)
        )

    def admits_choice(self, choice: Choice) -> bool:
        """Whether a choice is of an action there is, with values of the parameters' types."""
        if not 0 <= choice.action < len(self._parameters):
            return False
        parameters = self._parameters[choice.action]
        return len(parameters) == len(choice.arguments) and all(
            values.have(value) for values, value in zip(parameters, choice.arguments, strict=True)
        )


class _Values:
    """The values of a parameter's type."""

    def __init__(self, program: ir.Program, type_: types.Type) -> None:
        self.optional = isinstance(type_, types.Optional)
        inner = type_.of if isinstance(type_, types.Optional) else type_
        self.several = isinstance(inner, types.Several)
        self.most = inner.most if isinstance(inner, types.Several) else 1
        one = inner.of if isinstance(inner, types.Several) else inner
        self.low, self.high = _bounds(program, one)

    def have(self, value: Value) -> bool:
        if value is None:
            return self.optional
        if isinstance(value, tuple):
            return self.several and len(value) <= self.most and all(map(self._is_one, value))
        return not self.several and self._is_one(value)

    def _is_one(self, value: int) -> bool:
        return self.low <= value <= self.high


def _bounds(program: ir.Program, type_: types.Type) -> tuple[int, int]:
    match type_:
        case types.Integer(low=low, high=high):
            return low, high
        case types.Boolean():
            return 0, 1
        case types.Enum(members=members) | types.Face(members=members):
            return 0, len(members) - 1
        case types.Player(count=count) | types.Team(count=count) | types.Space(count=count):
            return 0, count - 1
        case types.Way(count=count) | types.Side(count=count):
            return 0, count - 1
        case types.Line(first=first, count=count):
            return first, first + count - 1
        case types.Piece(kind=name):
            kind = program.layout.kinds[name]
            return 0, (len(kind.places) * kind.looks if kind.identical else kind.pieces) - 1
        case _:
            return 0, -1


# -------------------------------------------------------------------------------------------------------- cells


def _ranges(program: ir.Program) -> tuple[list[int], list[int]]:
    """The least and the greatest value of each cell."""
    layout, players = program.layout, program.players
    low = [0] * layout.size
    high = [0] * layout.size
    everybody = min((1 << players) - 1, HIGHEST)
    high[:FLOW_CELLS] = [
        players - 1,
        len(program.phases) - 1,
        HIGHEST,
        players - 1,
        len(program.ends),
        everybody,
    ]
    for group in layout.groups.values():
        least = group.none if group.optional else group.low
        low[group.offset : group.offset + group.size] = [least] * group.size
        high[group.offset : group.offset + group.size] = [group.high] * group.size
    for kind in layout.kinds.values():
        for start, size, most in _cells_of(program, kind):
            high[start : start + size] = [most] * size
    return low, high


def _cells_of(program: ir.Program, kind: KindLayout) -> list[tuple[int, int, int]]:
    """The groups of a kind: where each begins, how many cells it has, and the greatest value of each."""
    zones = min(len(kind.places), kind.first_spot)
    pieces = kind.pieces
    groups = [(kind.spots, len(kind.places) - zones, kind.looks if kind.identical else pieces)]
    if kind.identical:
        groups.append((kind.counts, zones * kind.looks, pieces))
    else:
        spaces = [
            b.spaces for b in program.layout.boards.values() if b.kind == kind.name and b.shape == "unbounded"
        ]
        groups += [(kind.where, pieces, len(kind.places) - 1), (kind.face, pieces, kind.faces)]
        groups += [(kind.held + code, 1, kind.places[code].size) for code in range(zones)]
        groups += [(start, kind.places[code].size, pieces) for code, start in kind.order.items()]
        groups += [(kind.space, pieces, max(spaces, default=0)), (kind.turned, pieces, 3)]
    return [(start, size, most) for start, size, most in groups if start >= 0]


def _adds_up(kind: KindLayout, cells: array[int]) -> bool:
    """Whether what lies where is told in one way only."""
    zones = min(len(kind.places), kind.first_spot)
    if kind.identical:
        counts = cells[kind.counts : kind.counts + zones * kind.looks] if kind.counts >= 0 else array("i")
        standing = len(kind.places) - zones
        spots = cells[kind.spots : kind.spots + standing] if kind.spots >= 0 else array("i")
        if sum(counts) + standing - spots.count(0) > kind.pieces:
            return False
        looks = kind.looks
        return all(
            sum(counts[code * looks : (code + 1) * looks]) <= kind.places[code].size for code in range(zones)
        )
    where = Counter(cells[kind.where : kind.where + kind.pieces])
    for code in range(zones):
        held = cells[kind.held + code]
        if where[code] != held:
            return False
        if code in kind.order:
            start, size = kind.order[code], kind.places[code].size
            there = cells[start : start + held]
            if any(cells[start + held : start + size]) or len(set(there)) != held:
                return False
            if not all(piece and cells[kind.where + piece - 1] == code for piece in there):
                return False
    return all(_stands_alone(kind, cells, code, where[code]) for code in range(zones, len(kind.places)))


def _stands_alone(kind: KindLayout, cells: array[int], code: int, many: int) -> bool:
    """Whether a space for one piece holds the piece that lies there, and no other."""
    piece = cells[kind.spots + code - kind.first_spot]
    return many == (1 if piece else 0) and (not piece or cells[kind.where + piece - 1] == code)
