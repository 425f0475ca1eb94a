"""The table as the player to act sees it, in lines of text.

    Round 3 · Ann to move

      ┌───┬───┬───┐            boards with their pieces
    2 │ X │   │ O │

    tray    ┌───┐ ┌───┐            zones with their pieces
            │ 4 │ │ 2 │
            └───┘ └───┘
    pot  6                         variables of the game
            Ann   Bob              and of each player
    score    42    30

Everything comes from the observation of one player, so nothing hidden from that player can appear.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.cells import cell_len

from rulewright.author.board_picture import Ink, written
from rulewright.author.phrases.texts import noun as counted
from rulewright.author.story.hand_end import final_position
from rulewright.author.story.variables import in_sight, key_names, variable_name
from rulewright.cli.common.streams import styled
from rulewright.cli.table.drawing.boards import Boards, of_boards
from rulewright.cli.table.drawing.columns import Columns
from rulewright.cli.table.drawing.fit import Fit
from rulewright.cli.table.drawing.pieces import boxes, folded, in_a_row, padded
from rulewright.game.game import State
from rulewright.game.history.steps import Step
from rulewright.game.knowledge.observation import observation
from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group, KindLayout, PlaceInfo
from rulewright.runtime.coins import with_coins

Observation = Mapping[str, Any]  # JSON: what it holds is known by the names alone
WIDTH = 88
MOST_SHOWN = 24


@dataclass(frozen=True, slots=True)
class Screen:
    """Draws observations of one game. `names` are the players' names, in seat order; `width` is the number of
    columns."""

    program: ir.Program
    names: Sequence[str]
    width: int = WIDTH
    colour: bool = False
    _boards: Boards = field(init=False, repr=False)
    _columns: Columns = field(init=False, repr=False)

    def __post_init__(self) -> None:
        boards = Boards(self.program, self.names, self._value)
        object.__setattr__(self, "_boards", boards)
        object.__setattr__(
            self, "_columns", Columns(self.program, self.names, self.width, boards, self._value)
        )

    def lines(
        self, seen: Observation, viewer: int | None, headline: str = "", fit: Fit = Fit.WHOLE
    ) -> list[str]:
        """The table under a headline, compressed according to `fit`."""
        parts = [
            [headline or self.headline(seen)], self.boards(seen), self.zones(seen, viewer, fit), self.shared(seen),
            self.each_owner(seen, viewer, fit),
        ]  # fmt: skip
        if fit >= Fit.PLAIN:
            *drawn, owned = parts  # an empty line of a board is a part of its picture
            return [*(line for part in drawn for line in part), *(line for line in owned if line.strip())]
        return [line for part in parts if part for line in ("", *part)]

    def hand_end(
        self, state: State, step: Step, viewer: int | None, for_all: bool = False, fit: Fit = Fit.WHOLE
    ) -> list[str]:
        """The table at the end of a hand, if a step ended one (else []), as a viewer sees it (None: everything), or only what
        is public, if `for_all`."""
        game, cells = state.game, final_position(state.game, step)
        if cells is None:
            return []
        seen = seen_by_all(state, cells) if for_all else observation(game.wording, game.sight, cells, viewer)
        return self.lines(seen, viewer, "How the hand ended", fit)

    def headline(self, seen: Observation) -> str:
        words = [f"Round {seen['round']}"] if seen["round"] else []
        if len(self.program.phases) > 1 and seen["phase"]:
            phase = next(phase for phase in self.program.phases if phase.name == seen["phase"])
            words.append(phase.label or _plain(phase.name))
        current = seen["current_player"]
        if seen["over"]:
            words.append("the game is over")
        elif current is not None:
            words.append(f"{self.names[current]} to move")
        return " · ".join(words)

    def team_name(self, team: int) -> str:
        """What people call a team: its players."""
        return self._boards.team(team)

    # ---------------------------------------------------------------------------------------- boards and zones

    def boards(self, seen: Observation) -> list[str]:
        """The boards, with owners in colours where there are any."""
        lines = self._boards.lines(seen, self.width)
        return [written(line, _painted if self.colour else None) for line in lines]

    def zones(self, seen: Observation, viewer: int | None, fit: Fit = Fit.WHOLE) -> list[str]:
        """All zones but those that only count pieces for each player; the viewer's own come last."""
        rows: list[tuple[KindLayout, int]] = []
        own: list[tuple[KindLayout, int]] = []
        for kind in self._kinds():
            for code in self._codes(kind):
                place = kind.places[code]
                if place.zone in self.program.layout.boards or (_of_a_player(place) and is_counter(kind)):
                    continue
                mine = place.owner is not None and not place.owner_is_team and place.owner == viewer
                (own if mine else rows).append((kind, code))
        names = {(kind.name, code): self.place_name(kind, code) for kind, code in rows + own}
        column = max(map(cell_len, names.values()), default=0) + 2
        lines: list[str] = []
        for kind, code in rows + own:
            contents = seen["zones"][kind.name][self.program.labels.places[kind.name][code][0]]
            told = self._contents(kind, code, contents, self.width - column, fit)
            told = folded(told, self.width - column) if len(told) == 1 else told
            lines += _beside(names[kind.name, code], told, column)
        return lines

    def place_name(self, kind: KindLayout, code: int) -> str:
        """`bank`, or `Ann's hand`."""
        place = kind.places[code]
        label = self.program.labels.places[kind.name][code][1]
        if place.owner is None:
            return label
        owner = self._boards.team(place.owner) if place.owner_is_team else self.names[place.owner]
        return f"{owner}'s {label}"

    def _contents(
        self, kind: KindLayout, code: int, contents: Observation, width: int, fit: Fit = Fit.WHOLE
    ) -> list[str]:
        pieces, count = contents["pieces"], contents["count"]
        noun = counted(self.program.labels.kinds.get(kind.name, (kind.name, kind.name)), count)
        if count == 0:
            return ["-"]
        if is_counter(kind):
            return [f"{count} {noun}"]
        if kind.identical and not kind.faces and pieces is not None:
            told = self._by_owner(kind, pieces, noun)
            return [told if kind.places[code].owner is None else f"{count} {noun}"]
        if pieces is None:
            hidden = kind.places[code].seen_by != "nobody"
            return [f"{count} {noun} (hidden from you)" if hidden else f"{count} {noun}"]
        if kind.name in self.program.labels.sides:
            return self._tiles(kind, code, pieces, noun, width)
        place = kind.places[code]
        own = place.owner if place.owner_is_team == (kind.owned_by == "teams") else None
        faces = [self.piece_text(kind, piece, own) for piece in pieces]
        if kind.places[code].order == "kept" and count > 1:
            top, more = faces[-1:], f"on top of {count - 1} more"
            return [f"{top[0]} {more}"] if fit >= Fit.PLAIN else [*boxes(top, width), more]
        if count > MOST_SHOWN:
            return [f"{count} {noun}"]
        return in_a_row(faces, width) if fit >= Fit.PLAIN else boxes(faces, width)

    def _tiles(
        self, kind: KindLayout, code: int, pieces: Sequence[object], noun: str, width: int
    ) -> list[str]:
        """Pieces with their sides: all those of an owner, or the top of a pile."""
        place, tiles = kind.places[code], self._boards.tiles(kind.name)
        typed = [str(piece["piece"] if isinstance(piece, dict) else piece) for piece in pieces]
        if place.owner is None and place.order == "kept" and len(typed) > 1:
            return [*tiles.in_rows(typed[-1:], width), f"on top of {len(typed) - 1} more"]
        if place.owner is None and len(typed) > MOST_SHOWN:
            return [f"{len(typed)} {noun}"]
        return tiles.in_rows(typed, width)

    def _by_owner(self, kind: KindLayout, pieces: Sequence[object], noun: str) -> str:
        """`stones: 3 of Ann, 2 of Bob`."""
        owners = [int(str(piece).rpartition(" of ")[2]) - 1 for piece in pieces]
        counts = {owner: owners.count(owner) for owner in dict.fromkeys(owners)}
        return f"{noun}: " + ", ".join(
            f"{many} of {self._called(kind, owner)}" for owner, many in counts.items()
        )

    def _called(self, kind: KindLayout, owner: int) -> str:
        return self._boards.team(owner) if kind.owned_by == "teams" else self.names[owner]

    def piece_text(self, kind: KindLayout, piece: object, own: int | None = None) -> str:
        """The label of a piece of an observation: `6`, `●`, `ten of hearts`, `blue 3`, `6 (Ann)`; empty if it shows nothing. The
        owner is left out if it is `own`."""
        if isinstance(piece, dict):
            face = "" if piece["face"] is None else self._face(kind, str(piece["face"]))
            return face if kind.pieces == 1 else f"{self._piece(kind, str(piece['piece']))} {face}".rstrip()
        text = str(piece)
        if not kind.identical:
            return self._piece(kind, text)
        face, _, owner = text.rpartition(" of ") if kind.owners > 1 else (text, "", "")
        shown = (
            "" if face in ("blank", "unrolled", "nothing_shown", "no_face_shown") else self._face(kind, face)
        )
        if kind.owners == 1 or int(owner) - 1 == own:
            return shown
        return f"{shown} ({self._called(kind, int(owner) - 1)})"

    def _face(self, kind: KindLayout, id_: str) -> str:
        return dict(self.program.labels.faces.get(kind.name, ())).get(id_, id_)

    def _piece(self, kind: KindLayout, typed: str) -> str:
        return dict(self.program.labels.pieces.get(kind.name, ())).get(typed, typed)

    # --------------------------------------------------------------------------------------------- variables

    def shared(self, seen: Observation) -> list[str]:
        """Variables that belong to nobody, side by side."""
        said: list[str] = []
        on_lines: list[str] = []
        for group in self._groups():
            value = seen["variables"][group.name]
            if self._boards.draws(group):
                continue
            name = variable_name(self.program, group.name)
            if of_boards(group):
                on_lines += self._boards.on_lines(group, value, self.width)
            elif not self._columns.owns(group):
                said += self._named_values(name, value, group)
        return [*on_lines, *_wrapped(said, self.width)]

    def _named_values(self, name: str, value: object, group: Group) -> list[str]:
        if isinstance(value, dict) and not value.get("hidden"):
            called = key_names(self.program, group)
            return [
                part
                for key, below in value.items()
                for part in self._named_values(f"{name} {called.get(str(key), key)}", below, group)
            ]
        if isinstance(value, list):
            return [
                part
                for index, below in enumerate(value)
                for part in self._named_values(f"{name} {index + 1}", below, group)
            ]
        money = self.program.labels.denominations.get(group.name, ())
        if money and isinstance(value, int):
            return [f"{name} {with_coins(value, money)}"]
        return [f"{name} {self._value(value, group)}"]

    def each_owner(self, seen: Observation, viewer: int | None = None, fit: Fit = Fit.WHOLE) -> list[str]:
        """Tables with a column for each player or team: variables that they own, and how many counters they have."""
        counters = [kind for kind in self._kinds() if is_counter(kind)]
        return self._columns.lines(seen, self._groups(), counters, viewer, fit)

    def _value(self, value: object, group: Group) -> str:
        """A value as people read it."""
        match value:
            case None:
                return "-"
            case dict():
                return "?"
            case bool():
                return "yes" if value else "no"
            case int() if group.sort == "player":
                return self.names[value]
            case int() if group.sort == "team":
                return self._boards.team(value)
        text = str(value)
        labels = self.program.labels
        by_sort = {
            "enum": labels.enums, "face": labels.faces, "piece": labels.pieces, "space": labels.spaces,
            "line": labels.lines,
        }  # fmt: skip
        return dict(by_sort.get(group.sort, {}).get(group.of, ())).get(text, text)

    # ------------------------------------------------------------------------------------------------- order

    def _kinds(self) -> list[KindLayout]:
        """The kinds in the order of the rulebook: by the first of their zones."""
        kinds = self.program.layout.kinds.values()
        return sorted(
            kinds, key=lambda kind: min((self._place(place.zone) for place in kind.places), default=0)
        )

    def _codes(self, kind: KindLayout) -> list[int]:
        return sorted(range(len(kind.places)), key=lambda code: (self._place(kind.places[code].zone), code))

    def _groups(self) -> list[Group]:
        groups, looked_at = self.program.layout.groups.values(), in_sight(self.program)
        return sorted(
            (group for group in groups if group.name in looked_at), key=lambda group: self._place(group.name)
        )

    def _place(self, name: str) -> int:
        shown = self.program.shown
        return shown.index(name) if name in shown else len(shown)


def seen_by_all(state: State, cells: array[int] | None = None) -> Observation:
    """The part of the observation that is the same for all players; of another position if `cells` are given."""
    game, everybody = state.game, range(state.game.num_players)
    cells = state.cells if cells is None else cells
    seen: Observation = _shared([observation(game.wording, game.sight, cells, each) for each in everybody])
    return seen


def _shared(seen: Sequence[Any]) -> Any:
    """The common part of several observations; differing values are hidden."""
    first = seen[0]
    if all(each == first for each in seen):
        return first
    if any(isinstance(each, dict) and each.get("hidden") for each in seen):
        return {"hidden": True}
    if all(isinstance(each, dict) for each in seen):
        return {key: _shared([each.get(key) for each in seen]) for key in first}
    if all(isinstance(each, list) and len(each) == len(first) for each in seen):
        return [_shared([each[index] for each in seen]) for index in range(len(first))]
    return None


def is_counter(kind: KindLayout) -> bool:
    """Whether pieces of a kind are only counted: identical, without faces or owners."""
    return kind.identical and kind.looks == 1


def _of_a_player(place: PlaceInfo) -> bool:
    return place.owner is not None and not place.owner_is_team


def _painted(ink: Ink) -> str:
    return styled(ink.text, fg=ink.colour, bold=True)


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _beside(name: str, contents: Sequence[str], column: int) -> list[str]:
    """The name to the left of the first line, or of the middle of a box."""
    middle = 1 if len(contents) >= 3 else 0
    return [padded(name if index == middle else "", column) + line for index, line in enumerate(contents)]


def _wrapped(parts: Sequence[str], width: int) -> list[str]:
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 3 + len(part) <= width:
            lines[-1] += f" · {part}"
        else:
            lines.append(part)
    return lines
