"""Boards of a scene, each space at its place, with pieces, values, and signs where it can be touched.

       a   b   c
    2  ·   X  ‹·›
    1 ‹·›  O   ·

Spaces that are named by letters and numbers have these around the board; others have their names below them, or on a tall board
show them only where they are empty. Where the drawing does not fit, what is wide may reach over the gaps next to its space, or is written
below the board; if that does not fit either, or spaces would overlap, they are listed.

      2B   ·  3W
      12  11  10
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil

from rulewright.cli.drawing.marks import PLAIN, Marks
from rulewright.cli.drawing.spans import Drawing, Line, Span, Spot, extent, filled, text_line, width_of
from rulewright.cli.drawing.tiles import laid
from rulewright.problems.terminal import cells, visible
from rulewright.scene.records import Board, Piece, Space
from rulewright.source.dataclass import dataclass

DOT = "·"
ENDLESS = 1_000_000
"""A width that everything has."""
CROWDED = 30
"""With more open spaces than this, they have no signs around them."""
TALL = 4
"""With more rows of spaces than this, there is no line for their names."""
CLOSE = ((ENDLESS, 2), (ENDLESS, 1), (ENDLESS, 0), (6, 0), (4, 0))
"""Where a board is too wide: how wide the contents of a space may be, of which those that are wider are written below the board, and
how far apart spaces are beyond what they need."""
ELSEWHERE = "…"
"""What a space shows whose contents are written below the board."""
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
        return [*title, *laid(shown, marks, dict(ghost), width)]
    placed = _placed(shown.spaces)
    for dense in (False, True) if placed else ():
        drawn = _rows(shown, placed, marks, ghost, dense)
        if extent(drawn) <= width:
            return [*title, *drawn]
    for widest, apart in CLOSE if placed else ():
        drawn = _rows(shown, placed, marks, ghost, True, widest, apart)
        if extent(drawn) <= width:
            wide = [space for space in shown.spaces if _is_wide(shown, space, marks, ghost, widest)]
            return [*title, *drawn, *_listed(shown, wide, marks, ghost, width)]
    return [*title, *_listed(shown, shown.spaces, marks, ghost, width)]


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


def _are_counted(shown: Board) -> bool:
    """Whether a space has several pieces that look alike: then the number of a single one is written, too."""
    return any(piece.count > 1 for space in shown.spaces for piece in space.pieces)


def _inside(
    shown: Board, space: Space, marks: Marks, ghost: Ghost, empty: str, crowded: bool, counted: bool
) -> Span:
    """What a space shows, with its signs."""
    spot = _spot(shown, space, marks)
    pieces = ghost.get(space.id) or space.pieces
    text, colour = marks.pieces(pieces, counted) if pieces else ("", "")
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


def _rows(
    shown: Board,
    placed: Sequence[Placed],
    marks: Marks,
    ghost: Ghost,
    dense: bool,
    widest: int | None = None,
    apart: int = 0,
) -> Drawing:
    """All spaces at their places, with letters and numbers around them; `dense`: without room for signs. With `widest`, spaces are only
    as far from each other as what they show needs, and none shows more than that."""
    rim = _rim(placed)
    below = rim is None and max(each.line for each in placed) < TALL
    if below:
        placed = [replace(each, line=2 * each.line) for each in placed]
    crowded = dense or sum(_spot(shown, each.space, marks) in marks.open for each in placed) > CROWDED
    counted = _are_counted(shown)
    inside = [
        _inside(
            shown,
            each.space,
            marks,
            ghost,
            DOT if rim or below else visible(each.space.label),
            crowded,
            counted,
        )
        for each in placed
    ]
    if dense:
        inside = [replace(span, text=span.text.strip()) for span in inside]
    if widest is not None:
        inside = [replace(span, text=ELSEWHERE) if cells(span.text) > widest else span for span in inside]
    names = [Span(visible(each.space.label), "dim") for each in placed] if below else []
    step = max(max(cells(span.text) for span in inside) + dense, *(cells(span.text) + 1 for span in names), 0)
    if widest is not None:
        step = max(_nearest(placed, inside), _nearest(placed, names)) + apart
    if not dense and len({each.column for each in placed}) <= FEW:
        step += 1
    if any(each.column % 1 for each in placed):
        step += step % 2
    margin = max(map(cells, rim.rows.values())) + 1 if rim else 0
    if widest is not None:
        beyond = (
            cells(span.text) // 2 - round(each.column * step) - step // 2
            for each, span in zip(placed, inside, strict=True)
        )
        margin += max(*beyond, 0)
    middles = [margin + round(each.column * step) + step // 2 for each in placed]
    joined = _joined(shown, placed, middles)
    lines: list[Line] = [()] * (max(each.line for each in placed) + 1 + below)
    if rim:
        lines = [(Span(f"{rim.rows.get(line, ''):>{margin - 1}} ", "dim"),) for line in range(len(lines))]
    written = [(each.line, middle, span) for each, middle, span in zip(placed, middles, inside, strict=True)]
    if below:
        written += [
            (each.line + 1, middle, span) for each, middle, span in zip(placed, middles, names, strict=True)
        ]
    for line, middle, span in sorted(written, key=lambda known: known[:2]):
        row = _up_to(lines[line], middle - cells(span.text) // 2, joined.get(line, {}))
        lines[line] = (*row, span)
    lines = [_up_to(row, max(middles) + 1, joined.get(number, {})) for number, row in enumerate(lines)]
    return [_letters(placed, rim, margin, step), *lines] if rim else lines


def _nearest(placed: Sequence[Placed], texts: Sequence[Span]) -> int:
    """How far spaces one column apart have to be from each other so that no two texts of a line touch."""
    by_line: dict[int, list[tuple[float, int]]] = {}
    for each, span in zip(placed, texts, strict=False):
        by_line.setdefault(each.line, []).append((each.column, cells(span.text)))
    return max(
        (
            ceil(((one - one // 2) + other // 2 + 1) / (after - before))
            for row in by_line.values()
            for (before, one), (after, other) in pairwise(sorted(row))
        ),
        default=1,
    )


def _is_wide(shown: Board, space: Space, marks: Marks, ghost: Ghost, widest: int) -> bool:
    inside = _inside(shown, space, marks, ghost, "", False, _are_counted(shown))
    return cells(inside.text.strip()) > widest


def _joined(shown: Board, placed: Sequence[Placed], middles: Sequence[int]) -> dict[int, dict[int, str]]:
    """The signs, by line and column, that join spaces one of which is right above, or to the left of, the other."""
    found: dict[int, dict[int, str]] = {}
    for pair in shown.edges:
        (top, left), (bottom, right) = sorted((placed[each].line, middles[each]) for each in pair)
        if top == bottom:
            found.setdefault(top, {}).update(dict.fromkeys(range(left, right), "─"))
        elif left == right:
            for line in range(top + 1, bottom):
                found.setdefault(line, {})[left] = "│"
    return found


def _up_to(line: Line, width: int, joined: Mapping[int, str]) -> Line:
    """A line that is continued to a width, with the signs that join spaces."""
    begun = width_of(line)
    text = "".join(joined.get(column, " ") for column in range(begun, width))
    return (*line, Span(text, "dim" if text.strip() else "")) if text else line


def _letters(placed: Sequence[Placed], rim: Rim, margin: int, step: int) -> Line:
    """The line above a board with the names of its columns, each above its space in the first row, or where that would be."""
    line: Line = ()
    straight = len(rim.columns) == len({each.column for each in placed})
    first = rim.columns if straight else {each.column for each in placed if each.line == 0}
    for column in sorted(first):
        middle = margin + round(column * step) + step // 2
        line = (*filled(line, middle), Span(rim.columns[column], "dim"))
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
            if rows is not None and names is not None and (not slant or set(columns) <= first):
                return Rim(rows, names)
    return None


def _one_each(keys: Sequence[float], names: Sequence[str]) -> dict[float, str] | None:
    """The one name of each key; None if a key has two."""
    found: dict[float, str] = {}
    for key, name in zip(keys, names, strict=True):
        if found.setdefault(key, name) != name:
            return None
    return found


def _listed(shown: Board, spaces: Sequence[Space], marks: Marks, ghost: Ghost, width: int) -> Drawing:
    """Spaces one after another, each with its name and what is on it, in lines of this width."""
    lines: Drawing = []
    line: Line = ()
    for space in spaces:
        inside = _inside(shown, space, marks, ghost, DOT, False, _are_counted(shown))
        entry: Line = (Span(f"{visible(space.label)} ", "dim"), inside, Span("  "))
        if line and width_of(line) + width_of(entry) > width:
            lines.append(line)
            line = ()
        line = (*line, *entry)
    return [*lines, line] if line else lines
