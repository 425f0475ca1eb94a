"""Values of a scene: those of the game in a line, and those of each player, or team, in a column of a table.

pot 6 · rolls 2
              Ann   Bob
chips           3     2         what pieces each has, where these are only counted
score          42    30
full house    ‹–›     25        a line of a score pad that a move names can be touched
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.spans import Drawing, Line, Span, Spot, filled, side_by_side, text_line
from rulewright.problems.terminal import cells, visible
from rulewright.scene.records import Scene, Seat, Value, Zone
from rulewright.source.dataclass import dataclass

HIDDEN = "?"
NAME = 10
"""The greatest width of a name above a column."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a pad: its name, and the value of each owner."""

    name: str
    by_owner: Mapping[int | None, Value]


def shared(scene: Scene, width: int) -> Drawing:
    """The values that nobody owns, one after another."""
    lines: Drawing = []
    for value in scene.values:
        if value.owner is None and not value.keys:
            said = f"{visible(value.label)} {visible(value.text) if value.text is not None else HIDDEN}"
            parted = f"{lines[-1][0].text} · {said}" if lines else said
            if lines and cells(parted) <= width:
                lines[-1] = (Span(parted),)
            else:
                lines.append((Span(said),))
    return lines


def pads(scene: Scene, marks: Marks, width: int, columns: int = 1) -> Drawing:
    """The values of the owners, in tables whose lines are divided into `columns` side by side; owners for whom a line has no room
    follow in a table below."""
    lines: Drawing = []
    every = [*counts(scene, marks), *map(partial(_as_of_player, scene), scene.values)]
    every = [value for value in every if value.owner is not None or value.keys]
    margin = max((cells(row.name) for row in _rows(every)), default=0)
    for of_team in (False, True):
        values = [value for value in every if value.of_team == of_team]
        owners = sorted({value.owner for value in values}, key=lambda owner: -1 if owner is None else owner)
        rows = list(_rows(values))
        names = {owner: _owner(scene, owner, of_team) for owner in owners}
        heads = [Head(owner, names[owner], _widest(rows, owner, names[owner])) for owner in owners]
        if sum(head.width + 2 for head in heads) > (width - margin) // columns and len(heads) > 1:
            heads = [Head(owner, names[owner], _width(names[owner]), coins=False) for owner in owners]
        while heads:
            fit = _fitting(heads, width - margin)
            lines += _table(rows, heads[:fit], Pad(scene, marks, margin), columns)
            heads = heads[fit:]
    return lines


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column of a table. `coins`: whether its amounts are shown in coins too."""

    owner: int | None
    name: str
    width: int
    coins: bool = True

    def text(self, row: Row) -> str:
        """What the column has in a line."""
        value = row.by_owner.get(self.owner)
        text = "" if value is None else HIDDEN if value.text is None else visible(value.text)
        return text if self.coins else text.split(" = ")[0]


def _widest(rows: Sequence[Row], owner: int | None, name: str) -> int:
    head = Head(owner, name, 0)
    return max([_width(name), *(cells(head.text(row)) for row in rows)])


def is_counted(zone: Zone, marks: Marks) -> bool:
    """Whether a zone is a number of pieces that its owner has: it is a line of a pad then. Not while a move touches it."""
    alike = zone.pieces is not None and not any(
        piece.look.face or piece.look.symbol or piece.look.sides for piece in zone.pieces
    )
    kinds = {kind.id: kind.form for kind in marks.scene.kinds}
    touched = any(spot[1] == zone.id for spot in (*marks.open, *marks.touched))
    return zone.owner is not None and alike and kinds[zone.kind] == "token" and not touched


def counts(scene: Scene, marks: Marks) -> Iterator[Value]:
    """The numbers of pieces that owners have, as values."""
    for zone in scene.zones:
        if zone.owner is not None and is_counted(zone, marks):
            _, _, place = zone.id.rpartition(".")
            label = zone.label.rpartition("'s ")[2]
            yield Value(zone.id, place, label, (), zone.owner, zone.of_team, str(zone.count))


@dataclass(frozen=True, slots=True)
class Pad:
    """What the tables are drawn from."""

    scene: Scene
    marks: Marks
    margin: int
    """The width of the names of the lines."""


def _fitting(heads: Sequence[Head], left: int) -> int:
    """How many columns fit in a width; one at least."""
    for number, head in enumerate(heads):
        left -= head.width + 2
        if left < 0 and number:
            return number
    return len(heads)


def _table(rows: Sequence[Row], heads: Sequence[Head], pad: Pad, columns: int) -> Drawing:
    size = -(-len(rows) // min(columns, len(rows)))
    heading: Line = (
        Span(" " * pad.margin),
        *(Span(f" {head.name:>{head.width}} ", "bold") for head in heads),
    )
    drawn = []
    for first in range(0, len(rows), size):
        lines = [_row(row, heads, pad) for row in rows[first : first + size]]
        drawn.append([heading, *lines] if any(head.name for head in heads) else lines)
    return side_by_side(drawn)


def _rows(values: Sequence[Value]) -> Iterator[Row]:
    """The rows in their order; those of a variable with keys are named by these, under a line with its label if several have some."""
    keyed = {value.variable for value in values if value.keys}
    rows: dict[tuple[str, tuple[str, ...]], dict[int | None, Value]] = {}
    for value in values:
        rows.setdefault((value.variable, value.keys), {})[value.owner] = value
    for (_, keys), by_owner in rows.items():
        label = visible(next(iter(by_owner.values())).label)
        key = visible(" ".join(keys))
        says_enough = len(keyed) == 1 and not key.isdigit()
        yield Row(key if keys and says_enough else f"{label} {key}".rstrip(), by_owner)


def _row(row: Row, heads: Sequence[Head], pad: Pad) -> Line:
    line: Line = filled(text_line(row.name), pad.margin)
    for head in heads:
        value, text = row.by_owner.get(head.owner), head.text(row)
        spot = _spot(pad.scene, value, pad.marks) if value is not None else None
        span = Span(f" {text} ") if spot is None else pad.marks.button(text, spot)
        line = (*line, Span(" " * max(0, head.width + 2 - cells(span.text))), span)
    return line


def _spot(scene: Scene, value: Value, marks: Marks) -> Spot | None:
    """What is touched at a value of the viewer's pad: a value of the same name that a move takes."""
    if value.owner not in (scene.viewer, None) or value.of_team or not value.keys:
        return None
    wanted = [*marks.open, *marks.touched]
    return next((spot for spot in wanted if spot[0] == "value" and value.id.endswith(f"[{spot[2]}]")), None)


def _as_of_player(scene: Scene, value: Value) -> Value:
    """A value of a team as that of its only player, if all play alone."""
    teams = [seat.team for seat in scene.seats]
    if not value.of_team or len(set(teams)) < len(teams) or value.owner is None:
        return value
    return replace(value, of_team=False, owner=teams.index(value.owner))


def _owner(scene: Scene, owner: int | None, of_team: bool) -> str:
    if owner is None:
        return ""
    members = [seat for seat in scene.seats if (seat.team if of_team else seat.number) == owner]
    return _short(members)


def _short(members: Sequence[Seat]) -> str:
    name = visible(" + ".join(seat.name for seat in members))
    return name if cells(name) <= NAME or len(members) == 1 else name[: NAME - 1] + "…"


def _width(name: str) -> int:
    return max(cells(name), 3)
