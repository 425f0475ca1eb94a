"""Boards of a scene, each space at its place, with pieces, values, and signs where it can be touched.

       a   b   c
    2  ·   X  ‹·›
    1 ‹·›  O   ·

Spaces that are named by letters and numbers have these around the board; others show their names. Where the drawing does not fit, or
spaces would overlap, they are listed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulewright.cli.full_screen.marks import PLAIN, Marks
from rulewright.cli.full_screen.spans import Drawing, Line, Span, Spot, extent, filled, text_line, width_of
from rulewright.cli.full_screen.tiles import laid
from rulewright.problems.terminal import cells, visible
from rulewright.scene.records import Board, Piece, Space

DOT = "·"
CROWDED = 30
"""With more open spaces than this, they have no signs around them."""
FEW = 10
"""Up to this number of columns, there is an empty one between spaces."""
Ghost = Mapping[str, tuple[Piece, ...]]


@dataclass(frozen=True, slots=True)
class Placed:
    """A space at a column and a line, both counted in steps of the board."""

    space: Space
    column: float
    line: int


@dataclass(frozen=True, slots=True)
class Rim:
    """The name to the left of each line, and above each column of the first line."""

    rows: dict[float, str]
    columns: dict[float, str]


def board(shown: Board, marks: Marks, ghost: Ghost, width: int) -> Drawing:
    """The drawing of a board. `ghost` is what would lie on spaces after the move that is chosen."""
    title = [text_line(shown.label, "bold")] if shown.owner is not None or len(marks.scene.boards) > 1 else []
    if shown.unbounded:
        return [*title, *laid(shown, marks, dict(ghost))]
    placed = _placed(shown.spaces)
    drawn = _rows(shown, placed, marks, ghost) if placed else []
    if not drawn or extent(drawn) > width:
        drawn = _listed(shown, marks, ghost, width)
    return [*title, *drawn]


def _placed(spaces: Sequence[Space]) -> list[Placed]:
    """The columns and lines of spaces; [] if two of them overlap."""
    rows = sorted({space.y for space in spaces})
    regular = all(after - before >= 2 for before, after in pairwise(rows))
    line = {y: number if regular else round((y - rows[0]) / 2) for number, y in enumerate(rows)}
    left = min((space.x for space in spaces), default=0)
    placed = [Placed(space, (space.x - left) / 2, line[space.y]) for space in spaces]
    by_line: dict[int, list[float]] = {}
    for each in placed:
        by_line.setdefault(each.line, []).append(each.column)
    for columns in by_line.values():
        columns.sort()
        if any(after - before < 0.99 for before, after in pairwise(columns)):
            return []
    return placed


# ---------------------------------------------------------------------------------------------- texts of spaces


def _inside(shown: Board, space: Space, marks: Marks, ghost: Ghost, empty: str, crowded: bool) -> Span:
    """What a space shows, with its signs."""
    spot = _spot(shown, space, marks)
    pieces = ghost.get(space.id) or space.pieces
    text, colour = marks.pieces(pieces) if pieces else ("", "")
    text += "".join(_value(value.text, value.owner, value.of_team, marks) for value in space.values)
    colour = colour or ("" if text else space.colour)
    touched = marks.touched[spot] > 0
    if crowded and not touched:
        span = marks.span(f" {text or empty} ", spot, colour or ("green" if spot in marks.open else ""))
    else:
        span = marks.button(text or empty, spot, colour, touched)
    if not text and spot not in marks.open:
        return Span(span.text, f"{span.style} dim".strip(), span.spot)
    return span


def _value(text: str | None, owner: int | None, of_team: bool, marks: Marks) -> str:
    """A value of a variable in a space: for yes the mark of its owner, or a dot."""
    mark = "" if owner is None else marks.owner(owner, of_team)
    if text == "yes":
        return mark or PLAIN
    return mark + ("?" if text is None else visible(text))


def _spot(shown: Board, space: Space, marks: Marks) -> Spot:
    """The spot of a space: a piece on it if that can be touched, else the space."""
    for piece in space.pieces:
        own: Spot = ("piece", shown.id, piece.id, space.id)
        if own in marks.open or marks.touched[own]:
            return own
    return ("space", shown.id, space.id, "")


# ------------------------------------------------------------------------------------------------- drawings


def _rows(shown: Board, placed: Sequence[Placed], marks: Marks, ghost: Ghost) -> Drawing:
    """All spaces at their places, with letters and numbers around them."""
    rim = _rim(placed)
    crowded = sum(_spot(shown, each.space, marks) in marks.open for each in placed) > CROWDED
    inside = [
        _inside(shown, each.space, marks, ghost, DOT if rim else visible(each.space.label), crowded)
        for each in placed
    ]
    step = max(cells(span.text) for span in inside)
    if len({each.column for each in placed}) <= FEW:
        step += 1
    if any(each.column % 1 for each in placed):
        step += step % 2
    margin = max(map(cells, rim.rows.values())) + 1 if rim else 0
    lines: list[Line] = [()] * (max(each.line for each in placed) + 1)
    for each, span in sorted(
        zip(placed, inside, strict=True), key=lambda pair: (pair[0].line, pair[0].column)
    ):
        row = lines[each.line]
        if rim and not row:
            row = (Span(f"{rim.rows[each.line]:>{margin - 1}} ", "dim"),)
        middle = margin + round(each.column * step) + step // 2
        lines[each.line] = (*filled(row, middle - cells(span.text) // 2), span)
    return [_letters(placed, rim, margin, step), *lines] if rim else lines


def _letters(placed: Sequence[Placed], rim: Rim, margin: int, step: int) -> Line:
    """The line above a board with the names of its columns, each above its space in the first row."""
    line: Line = ()
    for each in sorted((each for each in placed if each.line == 0), key=lambda each: each.column):
        middle = margin + round(each.column * step) + step // 2
        line = (*filled(line, middle), Span(rim.columns[each.column], "dim"))
    return line


def _rim(placed: Sequence[Placed]) -> Rim | None:
    """The names of rows and columns, if every space is named by a letter and a number."""
    parts = [re.fullmatch(r"([a-z]+)(\d+)", each.space.label) for each in placed]
    if not all(parts):
        return None
    letters = [part[1] for part in parts if part]
    numbers = [part[2] for part in parts if part]
    lines = [each.line for each in placed]
    first = {each.column for each in placed if each.line == 0}
    for slant in (0.0, 0.5):
        columns = [each.column - slant * each.line for each in placed]
        for by_line, by_column in ((numbers, letters), (letters, numbers)):
            rows, names = _one_each(lines, by_line), _one_each(columns, by_column)
            if rows is not None and names is not None and set(columns) <= first:
                return Rim(rows, names)
    return None


def _one_each(keys: Sequence[float], names: Sequence[str]) -> dict[float, str] | None:
    """The one name of each key; None if a key has two."""
    found: dict[float, str] = {}
    for key, name in zip(keys, names, strict=True):
        if found.setdefault(key, name) != name:
            return None
    return found


def _listed(shown: Board, marks: Marks, ghost: Ghost, width: int) -> Drawing:
    """The spaces one after another, each with its name and what is on it, in lines of this width."""
    lines: Drawing = []
    line: Line = ()
    for space in shown.spaces:
        inside = _inside(shown, space, marks, ghost, DOT, False)
        entry: Line = (Span(f"{visible(space.label)} ", "dim"), inside, Span("  "))
        if line and width_of(line) + width_of(entry) > width:
            lines.append(line)
            line = ()
        line = (*line, *entry)
    return [*lines, line] if line else lines


def legend(shown: Board, marks: Marks) -> list[str]:
    """Whose pieces the marks on a board are, and what else they mean."""
    told: dict[str, str] = {}
    for space in shown.spaces:
        for piece in space.pieces:
            look = piece.look
            if not look.sides and look.mark and look.mark.casefold() not in look.label.casefold().split():
                told.setdefault(look.mark, look.label)
        for value in space.values:
            if value.owner is not None:
                told.setdefault(
                    marks.owner(value.owner, value.of_team), _owner(value.owner, value.of_team, marks)
                )
    return [f"{mark} {label}" for mark, label in told.items()]


def _owner(owner: int, of_team: bool, marks: Marks) -> str:
    seats = marks.scene.seats
    return " and ".join(seat.name for seat in seats if (seat.team if of_team else seat.number) == owner)
