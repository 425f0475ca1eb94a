"""Drawings of boards: their pieces, and the values of variables of spaces and lines.

    b2 held by Ann, c3 by Bob          a drawing, with a mark for each owner and a line that says whose it is
    table: {unbounded: squares}        its pieces, with what their sides show, and the free spaces
    covered: {per: [players, ...]}     a drawing for each player, side by side
    won_by: {per: card.lines}          won by   Ann: across red · Bob: down 3

Pieces and variables come from an observation, so values hidden from a player are `?`.

On an unbounded board each free space next to a piece has its name, which is typed in moves:

              e1n1
            ┌  p3  ┐
    center  y5 12 r3  e2
            └  g1  ┘

A board that is too wide is drawn around one space, and the rest is listed; a single row is wrapped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.author.board_picture import Ink, Line, beside, inscribed, line_width, picture
from rulewright.author.story.variables import in_sight, key_names, variable_name
from rulewright.cli.table.drawing.pieces import folded, in_columns, padded
from rulewright.cli.table.drawing.tiles import EAST, NORTH, SOUTH, WEST, Frame, Tile, Tiles, frame_for
from rulewright.ir import nodes as ir
from rulewright.ir.layout import BoardLayout, Group, KindLayout
from rulewright.scene.marks import owner_colours, owner_marks, short_names

Observation = Mapping[str, Any]  # JSON: what it holds is known by the names alone
FILLED = "●"
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Boards:
    """Draws the boards of one game. `names` are the players' names; `value` formats a value of a variable."""

    program: ir.Program
    names: Sequence[str]
    value: Callable[[object, Group], str]
    _marks: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _tiles: dict[str, Tiles] = field(default_factory=dict, init=False, repr=False, compare=False)

    def lines(self, seen: Observation, width: int) -> list[Line]:
        """All boards, each with a legend of its marks."""
        lines: list[Line] = []
        for board in self.program.layout.boards.values():
            for part in self._drawings(board, seen, width):
                lines += [(), *part] if lines else part
        for kind in self.program.labels.sides:
            lines += _wrapped([[Ink(each)] for each in self.tiles(kind).legend()], width)
        return lines

    def tiles(self, kind: str) -> Tiles:
        """The pieces of a kind, to be drawn with their sides."""
        if kind not in self._tiles:
            self._tiles[kind] = Tiles(self.program, kind)
        return self._tiles[kind]

    def draws(self, group: Group) -> bool:
        """Whether a variable is drawn on a board: it has a value for each space, or for each owner and space."""
        kinds = [axis.kind for axis in group.axes]
        plain = kinds == ["spaces"] or kinds in (["players", "spaces"], ["teams", "spaces"])
        if not plain:
            return False
        board = self.program.layout.boards[group.axes[-1].name]
        return board.shape != "unbounded" and (len(kinds) == 1 or board.owners == 1)

    def team(self, team: int) -> str:
        """A team by its players: `Ann`, `Ann and Cleo`, `Ann, Cleo and Eve`."""
        *others, last = self.members(team)
        return f"{', '.join(others)} and {last}" if others else last

    def members(self, team: int) -> list[str]:
        return [name for name, of in zip(self.names, self.program.teams, strict=True) if of == team]

    # ---------------------------------------------------------------------------------------------- drawings

    def _drawings(self, board: BoardLayout, seen: Observation, width: int) -> list[list[Line]]:
        """Drawings of a board: with its pieces, then with each variable of its spaces."""
        if board.shape == "unbounded":
            return [self._laid(board, seen, width)]
        drawn = []
        if board.kind:
            drawn.append(self._standing(board, seen["boards"][board.name], width))
        for group in self.program.layout.groups.values():
            if group.name not in in_sight(self.program):
                continue
            if self.draws(group) and group.axes[-1].name == board.name:
                drawn.append(self._written(board, group, seen["variables"][group.name], width))
        return drawn or [self._titled([(self._title(board), self._picture(board, {}, width))], width)]

    def _title(self, board: BoardLayout, sort: str = "", owner: int = 0) -> str:
        """`Ann's card`, or the board's name where there are several boards."""
        if sort:
            return f"{self._owner(sort, owner)}'s {_plain(board.name)}"
        return _plain(board.name) if len(self.program.layout.boards) > 1 else ""

    def _picture(self, board: BoardLayout, taken: Mapping[int, Ink], width: int) -> list[Line]:
        labels = self.program.labels.spaces[board.name][: board.spaces]
        return picture(inscribed(board, [printed for _, printed in labels]), taken, width)

    def _titled(self, drawn: Sequence[tuple[str, list[Line]]], width: int) -> list[Line]:
        """Drawings side by side, each under its title."""
        pictures = [([(Ink(title),)] if title else []) + lines for title, lines in drawn]
        return beside(pictures, width) if len(pictures) > 1 else pictures[0]

    def _standing(self, board: BoardLayout, taken: Mapping[str, Any], width: int) -> list[Line]:
        kind = self.program.layout.kinds[board.kind]
        typed = [name for name, _ in self.program.labels.spaces[board.name]]
        drawn = []
        for owner in range(board.owners):
            first = owner * board.spaces
            inks = {
                space - first: self._pieces(kind, taken[typed[space]])
                for space in range(first, first + board.spaces)
                if typed[space] in taken
            }
            title = self._title(board, board.owned_by, owner)
            drawn.append((title, self._picture(board, inks, width)))
        return self._titled(drawn, width) + self._legend(kind, taken, width)

    def _laid(self, board: BoardLayout, seen: Observation, width: int) -> list[Line]:
        """An unbounded board; if it is too wide, only around the space that a variable names."""
        numbers = {name: number for number, (name, _) in enumerate(self.program.labels.spaces[board.name])}
        there = {name: self._tile(board.kind, piece) for name, piece in seen["boards"][board.name].items()}
        drawn = laid(board, numbers, there).lines(self._named_space(board, seen), width)
        return self._titled([(self._title(board), [(Ink(line),) for line in drawn])], width)

    def _tile(self, kind: str, piece: Any) -> Tile:
        if isinstance(piece, dict):
            return self.tiles(kind).tile(str(piece["piece"]), piece["turned"])
        return self.tiles(kind).tile(str(piece))

    def _named_space(self, board: BoardLayout, seen: Observation) -> str | None:
        """The value of the first variable that holds a space of a board, usually that of the last piece."""
        for group in self.program.layout.groups.values():
            value = seen["variables"][group.name]
            if group.sort == "space" and group.of == board.name and isinstance(value, str):
                return value
        return None

    def _written(self, board: BoardLayout, group: Group, value: Any, width: int) -> list[Line]:
        """Drawings of a variable of the spaces, one for everybody, or one for each owner of the board or player."""
        owners: list[tuple[str, int, list[Any]]]
        if len(group.axes) == 2:
            owners = [(group.axes[0].kind, owner, list(each.values())) for owner, each in enumerate(value)]
        else:
            values, size = list(value.values()), board.spaces
            owners = [
                (board.owned_by, owner, values[owner * size : (owner + 1) * size])
                for owner in range(board.owners)
            ]
        drawn: list[tuple[str, list[Line]]] = []
        for sort, owner, values in owners:
            title = self._title(board, sort, owner)
            if all(isinstance(each, dict) for each in values):
                drawn.append((title, [(Ink("hidden from you"),)]))
                continue
            inks = {space: ink for space, each in enumerate(values) if (ink := self._value(each, group))}
            drawn.append((title, self._picture(board, inks, width)))
        name = variable_name(self.program, group.name)
        told = f"{FILLED} {name}" if group.sort == "bool" else f"in the spaces: {name}"
        return [*self._titled(drawn, width), (Ink(told),), *self._value_legend(group, width)]

    # ------------------------------------------------------------------------------------------------- marks

    def _value(self, value: object, group: Group) -> Ink | None:
        """A variable's value in a space; None for a default value."""
        match value:
            case None | False:
                return None
            case dict():
                return Ink(UNKNOWN)
            case True:
                return Ink(FILLED)
            case int() if group.sort == "player":
                return self._mark("players", value)
            case int() if group.sort == "team":
                return self._mark("teams", value)
            case 0:
                return None
        said = self.value(value, group)
        return Ink(short_names(self._members(group)).get(said, said))

    def _members(self, group: Group) -> list[str]:
        """The labels of the values of a variable whose type is an enumeration, a face or a piece."""
        labels = self.program.labels
        known = {"enum": labels.enums, "face": labels.faces, "piece": labels.pieces}.get(group.sort, {})
        return [label for _, label in known.get(group.of, ())]

    def _value_legend(self, group: Group, width: int) -> list[Line]:
        """The legend of the marks of a variable."""
        if group.sort in ("player", "team"):
            return self._owner_legend(group.sort)
        short = short_names(self._members(group))
        told = [f"{text} {label}" for label, text in short.items() if text != label]
        return _wrapped([[Ink(each)] for each in told], width)

    def _pieces(self, kind: KindLayout, there: Any) -> Ink:
        """The pieces of a space: `X`, `3X`, `2X1O`."""
        if not isinstance(there, list):
            return self._piece(kind, there)
        marks = [self._piece(kind, piece) for piece in there]
        texts = list(dict.fromkeys(mark.text for mark in marks))
        counts = {text: sum(mark.text == text for mark in marks) for text in texts}
        colour = marks[0].colour if len({mark.colour for mark in marks}) == 1 else ""
        return Ink("".join(f"{counts[text]}{text}" if len(there) > 1 else text for text in texts), colour)

    def _piece(self, kind: KindLayout, piece: Any) -> Ink:
        text = str(piece["piece"] if isinstance(piece, dict) else piece)
        face = "" if not isinstance(piece, dict) or piece["face"] is None else str(piece["face"])
        mark, own = Ink(""), text
        if kind.owners > 1:
            own, _, number = text.rpartition(" of ")
            mark = self._mark(kind.owned_by, int(number) - 1)
        if not kind.identical:
            own = self._short_piece(kind, text)
        elif not kind.faces:
            own = "" if mark.text else FILLED
        else:
            own = self._short_face(kind, own)
        shown = self._short_face(kind, face) if face else ""
        return Ink(f"{mark.text}{own}{shown}", mark.colour)

    def _short_piece(self, kind: KindLayout, typed: str) -> str:
        """The short name of a piece that has a name; its owner's mark precedes it."""
        labels = dict(self.program.labels.pieces[kind.name])
        bare = {label: label for label in labels.values()}
        return short_names(list(bare)).get(labels[typed], labels[typed]) if kind.pieces > 1 else ""

    def _short_face(self, kind: KindLayout, face: str) -> str:
        labels = dict(self.program.labels.faces.get(kind.name, ()))
        if face in labels:
            return short_names(list(labels.values()))[labels[face]]
        return face if face.isdigit() else ""

    def _mark(self, sort: str, owner: int) -> Ink:
        called = self._called(sort)
        if sort not in self._marks:
            self._marks[sort] = owner_marks(called)
        return Ink(self._marks[sort][owner], owner_colours(called)[owner])

    def _called(self, sort: str) -> list[str]:
        """The names from which marks of owners are made: the rulebook's names for seats, else the players' own names."""
        seats = self.program.labels.seats
        players = [seat or name for seat, name in zip(seats, self.names, strict=True)]
        if sort == "players":
            return players
        teams = range(max(self.program.teams) + 1)
        if all(len(self.members(team)) == 1 for team in teams):
            return [players[self.program.teams.index(team)] for team in teams]
        return [f"team {team + 1}" for team in teams]

    def _owner(self, sort: str, owner: int) -> str:
        return self.names[owner] if sort == "players" else self.team(owner)

    # ------------------------------------------------------------------------------------------------ legend

    def _legend(self, kind: KindLayout, taken: Mapping[str, Any], width: int) -> list[Line]:
        """The legend of the marks: owners, then faces and names of the pieces on the board."""
        lines = self._owner_legend(kind.owned_by) if kind.owners > 1 else []
        short: dict[str, str] = {}
        if kind.faces and kind.face_low is None:
            short |= short_names([label for _, label in self.program.labels.faces[kind.name]])
        if not kind.identical and kind.pieces > 1:
            labels = dict(self.program.labels.pieces[kind.name])
            there = {
                labels[str(piece["piece"] if isinstance(piece, dict) else piece)]
                for each in taken.values()
                for piece in (each if isinstance(each, list) else [each])
            }
            every = short_names(list(dict.fromkeys(labels.values())))
            short |= {label: text for label, text in every.items() if label in there}
        told = [f"{text} {label}" for label, text in short.items() if text != label]
        return lines + _wrapped([[Ink(each)] for each in told], width)

    def _owner_legend(self, sort: str) -> list[Line]:
        """`D Ann (dark) · L Bob (light)`; empty if the marks are the players' names."""
        owner_sort = {"player": "players", "team": "teams"}.get(sort, sort)
        called, said = self._called(owner_sort), []
        for owner, id_ in enumerate(called):
            mark, name = self._mark(owner_sort, owner), self._owner(owner_sort, owner)
            alone = owner_sort == "players" or len(self.members(owner)) == 1
            if alone and mark.text.casefold() != id_.casefold() and _plain(id_).casefold() != name.casefold():
                name = f"{name} ({_plain(id_)})"
            said.append((mark, name))
        if all(mark.text == name for mark, name in said):
            return []
        return _wrapped([[mark, Ink(f" {name}")] for mark, name in said], 88)

    # -------------------------------------------------------------------------------------------------- lines

    def on_lines(self, group: Group, value: Any, width: int) -> list[str]:
        """A variable of lines or spaces that is not drawn, as a list of its values without default values."""
        found: dict[tuple[str, str], list[str]] = {}
        name, called = variable_name(self.program, group.name), key_names(self.program, group)
        cells = _flat(group, value)
        if cells and all(isinstance(each, dict) for _, _, each in cells):
            return [f"{name}  hidden from you"]
        for owner, key, each in cells:
            if each is None or each is False or (each == 0 and group.sort == "integer"):
                continue
            who = "" if owner is None else self._owner(group.axes[0].kind, owner)
            said = "" if each is True else self.value(each, group)
            found.setdefault((who, said), []).append(called.get(key, key))
        if not found:
            return [f"{name}  -"] if group.lasts == "game" else []
        lines: list[str] = []
        for (who, said), keys in found.items():
            head = ": ".join(part for part in (who, said) if part)
            told = [*([head + ":"] if head else []), *(f"{key}," for key in keys[:-1]), keys[-1]]
            lines += _filled_up(told, width - len(name) - 2)
        return [
            padded(name if number == 0 else "", len(name) + 2) + line for number, line in enumerate(lines)
        ]


def of_boards(group: Group) -> bool:
    """Whether a variable has a value for each space, line or direction."""
    return any(axis.kind in ("spaces", "lines") for axis in group.axes)


def _flat(group: Group, value: Any) -> list[tuple[int | None, str, Any]]:
    """(owner, indices in words, value) of every cell."""
    if group.axes[0].kind in ("players", "teams"):
        return [(owner, key, each) for owner, below in enumerate(value) for key, each in _keyed(below)]
    return [(None, key, each) for key, each in _keyed(value)]


def _keyed(value: Any, before: str = "") -> list[tuple[str, Any]]:
    if isinstance(value, dict) and not value.get("hidden"):
        return [found for key, below in value.items() for found in _keyed(below, f"{before} {key}".strip())]
    if isinstance(value, list):
        return [
            found
            for number, below in enumerate(value, 1)
            for found in _keyed(below, f"{before} {number}".strip())
        ]
    return [(before, value)]


def _wrapped(parts: Sequence[Sequence[Ink]], width: int) -> list[Line]:
    lines: list[Line] = []
    for part in parts:
        if lines and line_width(lines[-1]) + 3 + line_width(tuple(part)) <= width:
            lines[-1] = (*lines[-1], Ink(" · "), *part)
        else:
            lines.append(tuple(part))
    return lines


def _filled_up(words: Sequence[str], width: int) -> list[str]:
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _plain(name: str) -> str:
    return name.replace("_", " ")


STEPS = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
Spot = tuple[int, int]
"""Column and row of a space, rows counted downwards."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The tiles on an unbounded board, and the free spaces next to them."""

    tiles: Mapping[Spot, Tile]
    free: Mapping[Spot, str]
    names: Mapping[Spot, str]

    def lines(self, round_: str | None, width: int) -> list[str]:
        """The board; if it is too wide, the part of it around the space of this name."""
        frame = frame_for(self.tiles.values(), self.free.values())
        fit = max(1, (width + 1) // (frame.width + 1))
        spots = [*self.tiles, *self.free]
        first, last = min(x for x, _ in spots), max(x for x, _ in spots)
        if last - first < fit:
            return self._drawn(frame, first, last)
        if len({y for _, y in spots}) == 1:
            return [
                line
                for start in range(first, last + 1, fit)
                for line in self._drawn(frame, start, min(last, start + fit - 1))
            ]
        middle = next((x for (x, _), name in self.names.items() if name == round_), (first + last) // 2)
        start = min(max(first, middle - fit // 2), last - fit + 1)
        return [*self._drawn(frame, start, start + fit - 1), *self._rest(start, start + fit - 1, width)]

    def _drawn(self, frame: Frame, first: int, last: int) -> list[str]:
        """Some columns of the board, without empty rows above and below."""
        rows = [y for x, y in (*self.tiles, *self.free) if first <= x <= last]
        lines: list[str] = []
        for y in range(min(rows), max(rows) + 1):
            drawn = [self._cell(frame, (x, y)) for x in range(first, last + 1)]
            lines += (" ".join(parts).rstrip() for parts in zip(*drawn, strict=True))
        while lines and not lines[0]:
            del lines[0]
        while lines and not lines[-1]:
            del lines[-1]
        return lines

    def _cell(self, frame: Frame, spot: Spot) -> list[str]:
        tile = self.tiles.get(spot)
        return frame.named(self.free.get(spot, "")) if tile is None else frame.drawn(tile)

    def _rest(self, first: int, last: int, width: int) -> list[str]:
        """The tiles and the free spaces outside these columns, as a list."""
        away = {spot: tile for spot, tile in self.tiles.items() if not first <= spot[0] <= last}
        free = [name for (x, _), name in self.free.items() if not first <= x <= last]
        lines: list[str] = []
        if away:
            clockwise = ", sides from the north clockwise" if any(any(t.sides) for t in away.values()) else ""
            told = [f"{self.names[spot]}: {tile.told()}" for spot, tile in away.items()]
            lines += ["", *folded([f"further away{clockwise}:"], width), *in_columns(told, width)]
        if free:
            lines += folded([f"free there: {' '.join(free)}"], width)
        return lines


def laid(board: BoardLayout, names: Mapping[str, int], taken: Mapping[str, Tile]) -> Laid:
    """An unbounded board, from the tiles by the names of their spaces. `names` gives the number of every space by its name."""
    spots = {name: _spot(board, number) for name, number in names.items()}
    tiles = {spots[name]: tile for name, tile in taken.items()}
    free = set(_beside(tiles)) if tiles else {spots["center"]}
    called = {spot: name for name, spot in spots.items() if spot in free or spot in tiles}
    ordered = sorted(spot for spot in free if spot in called)
    return Laid(tiles, {spot: called[spot] for spot in ordered}, called)


def _beside(tiles: Mapping[Spot, Tile]) -> Iterator[Spot]:
    """The free spaces next to sides that show something."""
    for (x, y), tile in tiles.items():
        for side in tile.showing:
            across, down = STEPS[side]
            if (x + across, y + down) not in tiles:
                yield x + across, y + down


def _spot(board: BoardLayout, number: int) -> Spot:
    across, down = board.positions[number]
    return across // 2, down
