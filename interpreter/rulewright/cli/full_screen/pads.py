"""Values of a scene: those of the game in a line, and those of each player, or team, in a column of a table.

pot 6 · rolls 2
              Ann   Bob
score          42    30
full house    ‹–›     25        a line of a score pad that a move names can be touched
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.cli.full_screen.marks import Marks
from rulewright.cli.full_screen.spans import Drawing, Line, Span, Spot, filled, side_by_side, text_line
from rulewright.problems.terminal import cells, visible
from rulewright.scene.records import Scene, Seat, Value

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
    for of_team in (False, True):
        values = [
            value
            for value in scene.values
            if (value.owner is not None or value.keys) and value.of_team == of_team
        ]
        owners = sorted({value.owner for value in values}, key=lambda owner: -1 if owner is None else owner)
        rows = list(_rows(values))
        while owners:
            names = [_owner(scene, owner, of_team) for owner in owners]
            fit = _fitting(rows, names, width)
            lines += _table(rows, owners[:fit], names[:fit], Pad(scene, marks), columns)
            owners = owners[fit:]
    return lines


@dataclass(frozen=True, slots=True)
class Pad:
    """What the tables are drawn from."""

    scene: Scene
    marks: Marks


def _fitting(rows: Sequence[Row], names: Sequence[str], width: int) -> int:
    """How many columns fit in a width; one at least."""
    left = width - max(cells(row.name) for row in rows)
    for number, name in enumerate(names):
        left -= _width(name) + 2
        if left < 0 and number:
            return number
    return len(names)


def _table(
    rows: Sequence[Row], owners: Sequence[int | None], names: Sequence[str], pad: Pad, columns: int
) -> Drawing:
    size = -(-len(rows) // min(columns, len(rows)))
    margin = max(cells(row.name) for row in rows)
    heading: Line = (Span(" " * margin), *(Span(f" {name:>{_width(name)}} ", "bold") for name in names))
    drawn = []
    for first in range(0, len(rows), size):
        lines = [_row(row, owners, names, pad, margin) for row in rows[first : first + size]]
        drawn.append([heading, *lines] if any(names) else lines)
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
        yield Row(key if keys and len(keyed) == 1 else f"{label} {key}".rstrip(), by_owner)


def _row(row: Row, owners: Sequence[int | None], names: Sequence[str], pad: Pad, margin: int) -> Line:
    line: Line = filled(text_line(row.name), margin)
    for owner, name in zip(owners, names, strict=True):
        value = row.by_owner.get(owner)
        text = "" if value is None else HIDDEN if value.text is None else visible(value.text)
        text = text.split(" = ")[0] if len(owners) > 1 else text
        spot = _spot(pad.scene, value, pad.marks) if value is not None else None
        span = Span(f" {text} ") if spot is None else pad.marks.button(text, spot)
        line = (*line, Span(" " * max(0, _width(name) + 2 - cells(span.text))), span)
    return line


def _spot(scene: Scene, value: Value, marks: Marks) -> Spot | None:
    """What is touched at a value of the viewer's pad: a value of the same name that a move takes."""
    if value.owner not in (scene.viewer, None) or value.of_team or not value.keys:
        return None
    wanted = [*marks.open, *marks.touched]
    return next((spot for spot in wanted if spot[0] == "value" and value.id.endswith(f"[{spot[2]}]")), None)


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
