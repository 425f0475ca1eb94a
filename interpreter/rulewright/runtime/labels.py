"""Run-time values in words: the names that `str(action)`, observations and records contain and people type.

In cells and choices an enum member is an ordinal and a die is a number; here they become `hearts` and `6`.

    wording.text(Piece("dice"), 41, home="tray")     "6"             a loose six: the home zone is left out
    wording.text(Piece("dice"), 48, home="tray")     "6 from bank"
    wording.friendly(Player(4), 2)                   2               Python counts seats from 0, people from 1
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import assert_never

from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group, KindLayout
from rulewright.language import types
from rulewright.language.directions import COMPASS
from rulewright.runtime.executor import Value
from rulewright.source.dataclass import dataclass

Friendly = int | bool | str | None | tuple["Friendly", ...]
"""A Python value: ids for members and pieces, seats from 0, tuples for sets."""


@dataclass(frozen=True, slots=True)
class Wording:
    program: ir.Program
    _blank: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def kind(self, name: str) -> KindLayout:
        return self.program.layout.kinds[name]

    # ------------------------------------------------------------------------------------------ single values

    def face(self, kind: str, index: int, piece: int = 0) -> str:
        """The id of a face by its index; a numbered face is its number."""
        layout = self.kind(kind)
        if layout.face_low is not None:
            low = layout.face_low[piece if len(layout.face_low) > 1 else 0]
            return str(low + index)
        return self.program.labels.faces[kind][index][0]

    def face_label(self, kind: str, index: int, piece: int = 0) -> str:
        if self.kind(kind).face_low is not None:
            return self.face(kind, index, piece)
        return self.program.labels.faces[kind][index][1]

    def blank(self, kind: str) -> str:
        """The word for a piece that shows nothing, different from all faces of the kind."""
        if kind not in self._blank:
            faces = {id_ for id_, _ in self.program.labels.faces.get(kind, ())}
            words = ("blank", "unrolled", "nothing_shown", "no_face_shown", "without_a_face")
            self._blank[kind] = next(word for word in words if word not in faces)
        return self._blank[kind]

    def look(self, kind: str, look: int, printed: bool = False, names: Sequence[str] = ()) -> str:
        """The look of an identical piece, with its owner: `6`, `blank`, `chip`, `6 of 2`; printed, `north's die 6`.
        `names` are those of the people in the seats."""
        layout = self.kind(kind)
        owner, face = divmod(look, layout.faces + 1)
        noun = self.program.labels.kinds.get(kind, (kind, kind))[0]
        if layout.faces == 0:
            word = noun if printed else kind
        elif face == 0:
            word = self.blank(kind)
        else:
            word = self.face_label(kind, face - 1) if printed else self.face(kind, face - 1)
        if layout.owners == 1:
            return word
        if not printed:
            return f"{word} of {owner + 1}"
        return f"{self._owner(layout, owner, names)}'s {f'{noun} {word}' if word.isdigit() else word}"

    def _owner(self, layout: KindLayout, owner: int, names: Sequence[str]) -> str:
        if layout.owned_by == "teams":
            return f"team {owner + 1}"
        seats = names or self.program.labels.seats
        return seats[owner] if owner < len(seats) and seats[owner] else f"seat {owner + 1}"

    def codes_as_declared(self, kind: str) -> list[int]:
        """The place codes of a kind, zones in the order in which the rulebook declares them."""
        rank = {name: position for position, name in enumerate(self.program.shown)}
        places = self.kind(kind).places
        return sorted(range(len(places)), key=lambda code: (rank.get(places[code].zone, len(rank)), code))

    def place(self, kind: str, code: int) -> str:
        """A zone as people type it: `bank`, `seat(1).hand`."""
        return self.program.labels.places[kind][code][0]

    def piece(self, kind: str, number: int, home: str = "") -> str:
        """A piece as people type it; an identical one with its zone unless that is the home zone."""
        layout = self.kind(kind)
        if not layout.identical:
            return self.program.labels.pieces[kind][number][0]
        place, look = divmod(number, layout.looks)
        if place == self.home_place(kind, home):
            return self.look(kind, look)
        return f"{self.look(kind, look)} from {self.place(kind, place)}"

    def home_place(self, kind: str, home: str) -> int:
        """The place that texts leave out: the first one of the home zone."""
        for code, info in enumerate(self.kind(kind).places):
            if info.zone == home:
                return code
        return 0

    def seat(self, player: int) -> str:
        seats = self.program.labels.seats
        return seats[player] if player < len(seats) and seats[player] else str(player + 1)

    def seat_in_words(self, player: int) -> str:
        """A seat within a sentence: the name that the rulebook gives it, or `seat 2`."""
        named, number = self.seat(player), str(player + 1)
        return f"seat {number}" if named == number else named

    # ------------------------------------------------------------------------------------------- typed values

    def text(self, type_: types.Type, value: Value, home: str = "") -> str:
        """A value as people type it. A set lists its pieces with spaces."""
        if isinstance(type_, types.Several):
            assert isinstance(value, tuple)
            return " ".join(self.text(type_.of, item, home) for item in value)
        if isinstance(type_, types.Optional):
            return "none" if value is None else self.text(type_.of, value, home)
        friendly = self.friendly(type_, value, home)
        if isinstance(type_, types.Player | types.Team) and isinstance(friendly, int):
            return str(friendly + 1)
        return _written(friendly)

    def printed(self, type_: types.Type, value: Value) -> str:
        """A value as sentences show it: by its label, seats by number or id."""
        if value is None:
            return "none"
        match type_:
            case types.Optional():
                return self.printed(type_.of, value)
            case types.Several():
                assert isinstance(value, tuple)
                return ", ".join(self.printed(type_.of, item) for item in value)
            case types.Enum() if isinstance(value, int):
                return self.members(type_)[value][1]
            case types.Face() if isinstance(value, int):
                return self.face_label(type_.kind, value)
            case types.Piece() if isinstance(value, int):
                layout = self.kind(type_.kind)
                if layout.identical:
                    return self.look(type_.kind, value % layout.looks, printed=True)
                return self.program.labels.pieces[type_.kind][value][1]
            case types.Player() if isinstance(value, int):
                return self.seat(value)
            case types.Space() if isinstance(value, int):
                return self.program.labels.spaces[type_.board][value][1]
            case types.Line() if isinstance(value, int):
                return self.program.labels.lines[type_.board][value][1]
            case _:
                return self.text(type_, value)

    def friendly(self, type_: types.Type, value: Value, home: str = "") -> Friendly:
        """A run-time value as a Python value."""
        if value is None:
            return None
        match type_:
            case types.Optional():
                return self.friendly(type_.of, value, home)
            case types.Several():
                assert isinstance(value, tuple)
                return tuple(self.friendly(type_.of, item, home) for item in value)
            case types.Boolean():
                return bool(value)
            case types.Enum():
                assert isinstance(value, int)
                return self.members(type_)[value][0]
            case types.Face():
                assert isinstance(value, int)
                return self.face(type_.kind, value)
            case types.Piece():
                assert isinstance(value, int)
                return self.piece(type_.kind, value, home)
            case types.Zone():
                assert isinstance(value, int)
                return self.place(type_.kind, value)
            case types.Space():
                return self.program.labels.spaces[type_.board][value][0]  # type: ignore[index]  # a number
            case types.Line():
                return self.program.labels.lines[type_.board][value][0]  # type: ignore[index]  # a number
            case types.Side():
                assert isinstance(value, int)
                return f"{self.piece(type_.kind, value // 4)} {COMPASS[value % 4 * 2]}"
            case types.Way():
                return self.program.labels.ways[value]  # type: ignore[index]  # a number
            case types.Integer() | types.Player() | types.Team() | types.Unknown():
                return value
            case types.Nothing() | types.Kind() | types.Board():
                return None
            case _ as never:
                assert_never(never)

    def members(self, type_: types.Enum) -> tuple[tuple[str, str], ...]:
        known = self.program.labels.enums.get(type_.name)
        return known if known is not None else tuple((member, member) for member in type_.members)

    # ------------------------------------------------------------------------------------------------ variables

    def group_type(self, group: Group) -> types.Type:
        """The type of a variable's values."""
        layout = self.program.layout
        plain: types.Value
        match group.sort:
            case "integer":
                plain = types.Integer(group.low, group.high)
            case "bool":
                plain = types.Boolean()
            case "enum":
                plain = types.Enum(
                    group.of, tuple(id_ for id_, _ in self.program.labels.enums.get(group.of, ()))
                )
            case "player":
                plain = types.Player(layout.players)
            case "team":
                plain = types.Team(max(self.program.teams) + 1)
            case "piece":
                plain = types.Piece(group.of)
            case "face":
                plain = types.Face(
                    group.of, tuple(id_ for id_, _ in self.program.labels.faces.get(group.of, ()))
                )
            case "space":
                plain = types.Space(group.of, group.high + 1)
            case "line":
                plain = types.Line(group.of, "", group.low, group.high - group.low + 1)
            case "way":
                plain = types.Way(group.high + 1)
            case _ as never:
                assert_never(never)
        return types.Optional(plain) if group.optional else plain

    def cell_value(self, group: Group, cell: int) -> Value:
        """The run-time value that a cell of a variable holds."""
        if group.optional and cell == group.none:
            return None
        return bool(cell) if group.sort == "bool" else cell

    def axis_keys(self, group: Group, axis: int) -> Iterator[str]:
        """The indices of one axis of a variable in words."""
        what = group.axes[axis]
        for index in what.indices:
            match what.kind:
                case "players":
                    yield self.seat(index)
                case "teams":
                    yield str(index + 1)
                case "range":
                    yield str(index)
                case "enum":
                    yield self.program.labels.enums[what.name][index][0]
                case "bool":
                    yield "true" if index else "false"
                case "pieces":
                    yield self.piece(what.name, index)
                case "faces":
                    yield self.face(what.name, index)
                case "spaces":
                    yield self.program.labels.spaces[what.name][index][0]
                case "lines":
                    yield self.program.labels.lines[what.name][index][0]
                case "ways":
                    yield self.program.labels.ways[index]
                case _ as never:
                    assert_never(never)


def _written(value: Friendly) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
