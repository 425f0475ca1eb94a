"""Choices as rows of numbers, for callers and for native code.

    Choice(2, (5, (0, 1)))      ->      [2, 5, 2, 0, 1, 0, 0, 0]        the length of a set before its members, padded

A number is written unchanged, `none` is -2147483648, a truth value is 0 or 1.  All rows of a program have the same width.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.runtime.executor import Choice, Value
from rulewright.source.dataclass import dataclass

NONE_IN_ROW = -(2**31)

ROOM = 16_384
"""The choices for which players at random have room; a position with more is left to the reference."""


@dataclass(frozen=True, slots=True)
class RowLayout:
    """`starts[a]`: where each parameter of action a begins in its row; `sorts[a]`: how it is written."""

    width: int
    starts: tuple[tuple[int, ...], ...]
    sorts: tuple[tuple[str, ...], ...]
    room: tuple[tuple[int, ...], ...]
    """The most members of each parameter that is a set, 0 for others."""

    def encode(self, choice: Choice) -> list[int]:
        """A choice as a row. ValueError if there is no such action or a value does not fit its
        parameter."""
        if not 0 <= choice.action < len(self.starts) or len(choice.arguments) != len(
            self.starts[choice.action]
        ):
            raise ValueError(f"{choice} is no choice of this game")
        row = [0] * self.width
        row[0] = choice.action
        own = zip(self.starts[choice.action], self.room[choice.action], choice.arguments, strict=True)
        for start, room, value in own:
            if isinstance(value, tuple):
                if len(value) > room:
                    raise ValueError(f"a set of {len(value)} is larger than any of this game")
                row[start] = len(value)
                row[start + 1 : start + 1 + len(value)] = value
            else:
                row[start] = NONE_IN_ROW if value is None else int(value)
        return row

    def decode(self, row: Sequence[int]) -> Choice:
        """The choice of a row."""
        action = row[0]
        arguments: list[Value] = []
        for start, sort in zip(self.starts[action], self.sorts[action], strict=True):
            value = row[start]
            match sort:
                case "row":
                    arguments.append(tuple(row[start + 1 : start + 1 + value]))
                case "truth":
                    arguments.append(None if value == NONE_IN_ROW else value == 1)
                case _:
                    arguments.append(None if value == NONE_IN_ROW else value)
        return Choice(action, tuple(arguments))


def row_layout(program: ir.Program) -> RowLayout:
    """The layout of rows for the choices of a program."""
    starts: list[tuple[int, ...]] = []
    sorts: list[tuple[str, ...]] = []
    rooms: list[tuple[int, ...]] = []
    width = 1
    for action in program.actions.values():
        at, own, sort, room = 1, [], [], []
        for parameter in action.parameters:
            own.append(at)
            members = _most(program, parameter.type)
            sort.append("row" if members >= 0 else "truth" if _is_truth(parameter.type) else "number")
            room.append(max(members, 0))
            at += 1 + max(members, 0)
        starts.append(tuple(own))
        sorts.append(tuple(sort))
        rooms.append(tuple(room))
        width = max(width, at)
    return RowLayout(width, tuple(starts), tuple(sorts), tuple(rooms))


def standing_lines(program: ir.Program) -> list[ir.Best]:
    """The outcomes by which players are compared during the game: each is a line of `scores`."""
    for result in [program.standing] if program.standing else [end.result for end in program.ends]:
        best = [outcome for outcome in result if isinstance(outcome, ir.Best)]
        if best:
            return best
    return []


def _most(program: ir.Program, type: types.Type) -> int:
    """The most members of a set type, -1 for any other."""
    if isinstance(type, types.Optional):
        return _most(program, type.of)
    if not isinstance(type, types.Several):
        return -1
    if isinstance(type.of, types.Piece):
        return min(type.most, program.layout.kinds[type.of.kind].pieces)
    return type.most


def _is_truth(type: types.Type) -> bool:
    return isinstance(type.of if isinstance(type, types.Optional) else type, types.Boolean)
