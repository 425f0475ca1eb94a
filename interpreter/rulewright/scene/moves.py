"""What is touched to make a move: for every argument the piece, space, zone or value that is drawn for it at the table.

    play 51 90        Touch("piece", "seat(1).hand", "51"), Touch("space", "board", "90")
    roll everything   Touch("value", "throw", "everything")

An interface that knows no game offers what the legal moves touch next, and narrows them down with each touch. A piece is
touched where the viewer sees it; one that the viewer names without seeing it is a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.author.story.moves import in_short, name_of
from rulewright.game.game import State
from rulewright.game.moves.action import Action, home_zone, rule_of
from rulewright.ir import nodes as ir
from rulewright.ir.layout import BoardLayout
from rulewright.language import types
from rulewright.runtime.executor import Value
from rulewright.runtime.labels import Wording
from rulewright.scene.records import Move, Observation, Touch
from rulewright.source.dataclass import dataclass


def moves_of(state: State, viewer: int | None, seen: Observation, names: Sequence[str]) -> tuple[Move, ...]:
    """The legal moves of a viewer with this observation; none while it is not this seat's turn. `names` are those of the people."""
    if viewer is None or state.current_player() != viewer:
        return ()
    found = Finder(state.game.wording, seen)
    return tuple(_move(state, action, found, names) for action in state.legal_actions())


def board_id(board: BoardLayout, owner: int) -> str:
    """The id of the board of an owner: `card`, or `card[2]` where each owner has one."""
    return f"{board.name}[{owner + 1}]" if board.owned_by else board.name


def _move(state: State, action: Action, found: Finder, names: Sequence[str]) -> Move:
    rule = rule_of(state.game.program, action.choice.action)
    touches: list[Touch] = []
    for parameter, value in zip(rule.parameters, action.choice.arguments, strict=True):
        touches += found.touches(parameter, parameter.type, value)
    said = in_short(state.game, action.choice, names) if rule.says is None else state.describe(action)
    return Move(action.id, str(action), said, rule.name, name_of(rule), tuple(touches))


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds what is touched in an observation."""

    wording: Wording
    seen: Observation

    def touches(self, parameter: ir.Parameter, type_: types.Type, value: Value) -> Iterator[Touch]:
        """What is drawn for an argument; several things for a set."""
        match type_:
            case types.Optional() if value is not None:
                yield from self.touches(parameter, type_.of, value)
            case types.Several():
                assert isinstance(value, tuple)
                for each in value:
                    yield from self.touches(parameter, type_.of, each)
            case types.Piece() if isinstance(value, int):
                yield self._piece(parameter, type_, value)
            case types.Space() if isinstance(value, int):
                board = self.wording.program.layout.boards[type_.board]
                where = board_id(board, value // board.spaces)
                yield Touch(
                    "space", where, self.wording.text(type_, value), self.wording.printed(type_, value)
                )
            case types.Line() if (
                isinstance(value, int) and f"line.{type_.board}" in self.wording.program.tables
            ):
                yield self._line(type_, value)
            case types.Zone() if isinstance(value, int):
                place, label = self.wording.program.labels.places[type_.kind][value]
                yield Touch("zone", place, place, label)
            case _:
                yield self._value(parameter, type_, value)

    def _line(self, type_: types.Line, line: int) -> Touch:
        program = self.wording.program
        board, names = program.layout.boards[type_.board], program.labels.spaces[type_.board]
        spaces = program.tables[f"line.{type_.board}"].values[line]
        assert isinstance(spaces, tuple)
        where = board_id(board, int(spaces[0]) // board.spaces if spaces else 0)
        text, label = self.wording.text(type_, line), self.wording.printed(type_, line)
        return Touch("line", where, text, label, spaces=tuple(names[int(space)][0] for space in spaces))

    def _value(self, parameter: ir.Parameter, type_: types.Type, value: Value) -> Touch:
        text = self.wording.text(type_, value, home_zone(self.wording, parameter))
        return Touch("value", parameter.name, text, self.wording.printed(type_, value))

    def _piece(self, parameter: ir.Parameter, type_: types.Piece, piece: int) -> Touch:
        kind, label = self.wording.kind(type_.kind), self.wording.printed(type_, piece)
        if not kind.identical:
            id_ = self.wording.piece(kind.name, piece)
            found = self._lies(kind.name, id_)
            return (
                self._value(parameter, type_, piece)
                if found is None
                else Touch("piece", found[0], id_, label, found[1])
            )
        code, look = divmod(piece, kind.looks)
        id_, place = self.wording.look(kind.name, look), kind.places[code]
        board = self.wording.program.layout.boards.get(place.zone)
        if board is None:
            return Touch("piece", self.wording.place(kind.name, code), id_, label)
        space = code - board.first
        typed = self.wording.program.labels.spaces[board.name][space][0]
        return Touch("piece", board_id(board, space // board.spaces), id_, label, typed)

    def _lies(self, kind: str, id_: str) -> tuple[str, str] | None:
        """Where a piece with a name is seen: a zone and nothing, or a board and a space."""
        for zone, contents in self.seen["zones"].get(kind, {}).items():
            if any(_named(each) == id_ for each in contents["pieces"] or ()):
                return zone, ""
        for board in self.wording.program.layout.boards.values():
            if board.kind != kind:
                continue
            for space, there in self.seen["boards"][board.name].items():
                if any(_named(each) == id_ for each in (there if isinstance(there, list) else [there])):
                    return self._board_with(board, space), space
        return None

    def _board_with(self, board: BoardLayout, space: str) -> str:
        if not board.owned_by:
            return board.name
        typed = [name for name, _ in self.wording.program.labels.spaces[board.name]]
        return board_id(board, typed.index(space) // board.spaces)


def _named(piece: Any) -> str:
    return str(piece["piece"] if isinstance(piece, dict) else piece)
