"""A board as people know it, in lines of text: squares under their letters, hexagons in staggered rows.

    inscribed(layout, names)            3 │ X │   │ O │        the caller puts texts into the spaces;
    picture(plan, {0: Ink("X")}, 88)      ├───┼───┼───┤        empty ones show their number or name, or a dot

This module uses only the positions and names of spaces, and knows nothing about the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from rulewright.ir.layout import BoardLayout
from rulewright.language.shapes import SHAPES
from rulewright.problems.terminal import cells as width_of
from rulewright.source.dataclass import dataclass

DOT = "·"
BOXED_ROWS = 6
"""Grids of at most this many rows are drawn with lines between their squares."""
LONG = 9
"""Rows of at least this many spaces have their name at both ends."""

GAP = 4
"""The number of columns between adjacent drawings."""


@dataclass(frozen=True, slots=True)
class Ink:
    """A text, and the colour that a terminal writes it in (none: as everything else)."""

    text: str
    colour: str = ""


Line = tuple[Ink, ...]


@dataclass(frozen=True, slots=True)
class Rim:
    """A name to the left or right of a row, or at the place (x, y) where a column begins or ends."""

    rows: dict[int, str]
    columns: dict[tuple[int, int], str]


@dataclass(frozen=True, slots=True)
class Plan:
    """An empty board: the text in each space, and the names around it. `staggered`: every other row is shifted by half a space."""

    positions: tuple[tuple[int, int], ...]
    inside: tuple[str, ...]
    rim: Rim
    staggered: bool
    boxed: bool
    listed: bool
    """Not on a plane: a track, or spaces joined by links."""

    @property
    def named(self) -> bool:
        """Whether spaces show their names, not a dot."""
        return any(text != DOT for text in self.inside)


def inscribed(
    layout: BoardLayout, names: Sequence[str], at: Mapping[str, tuple[float, ...]] = MappingProxyType({})
) -> Plan:
    """The plan of one owner's board, whose spaces have these names; `at` is where a view draws them, to the right and down."""
    shape = SHAPES[layout.shape]
    staggered = shape.staggered
    if shape.listed:
        placed = [at[name] for name in names if name in at]
        if len(placed) == len(names) and all(x * 2 % 1 == y % 1 == 0 for x, y in placed):
            positions = tuple((int(2 * x), int(y)) for x, y in placed)
            between = any(x % 2 for x, _ in positions)
            return Plan(positions, tuple(names), Rim({}, {}), between, False, False)
        return Plan(layout.positions, tuple(names), Rim({}, {}), False, False, True)
    lettered = _lettered(layout, names)
    if lettered is not None:
        width, height = _extent(layout)
        whole = width * height == layout.spaces
        boxed = shape.plane == "squares" and height <= BOXED_ROWS and whole
        return Plan(layout.positions, (DOT,) * layout.spaces, lettered, staggered, boxed, False)
    shared = _shared_words(layout, names)
    if shared is not None:
        rows, inside = shared
        return Plan(layout.positions, inside, Rim(rows, {}), staggered, False, False)
    return Plan(layout.positions, tuple(names), Rim({}, {}), staggered, False, False)


def picture(plan: Plan, taken: Mapping[int, Ink], width: int) -> list[Line]:
    """A drawing of the board with texts in its spaces, or a list of the spaces if a drawing does not fit in the width."""
    if not plan.listed:
        drawn = _boxed(plan, taken) if plan.boxed else _rows(plan, taken)
        if max(line_width(line) for line in drawn) <= width:
            return drawn
        if plan.boxed:
            drawn = _rows(plan, taken)
            if max(line_width(line) for line in drawn) <= width:
                return drawn
    return _list(plan, taken, width)


def line_width(line: Line) -> int:
    """How many columns a line takes."""
    return sum(width_of(ink.text) for ink in line)


def written(line: Line, paint: Callable[[Ink], str] | None = None) -> str:
    """A line as text; `paint` colours its parts."""
    return "".join(ink.text if paint is None or not ink.colour else paint(ink) for ink in line).rstrip()


def beside(pictures: Sequence[Sequence[Line]], width: int) -> list[Line]:
    """Drawings side by side, as many to a row as fit, as evenly as possible; an empty line between rows of them."""
    widest = max((line_width(line) for drawn in pictures for line in drawn), default=0)
    fit = max(1, (width + GAP) // (widest + GAP))
    rows = -(-len(pictures) // fit)
    across = -(-len(pictures) // max(rows, 1))
    lines: list[Line] = []
    for first in range(0, len(pictures), across):
        group = pictures[first : first + across]
        lines += [()] if lines else []
        for index in range(max(len(drawn) for drawn in group)):
            parts: list[Ink] = []
            for drawn in group:
                line = drawn[index] if index < len(drawn) else ()
                parts += [*line, Ink(" " * (widest + GAP - line_width(line)))]
            lines.append(tuple(parts))
    return lines


# ------------------------------------------------------------------------------------------------- names


def _lettered(layout: BoardLayout, names: Sequence[str]) -> Rim | None:
    """The letters and numbers around a board whose spaces are named by both: `c2`."""
    parts = [re.fullmatch(r"([a-z]+)(\d+)", name) for name in names]
    if not all(parts):
        return None
    letters = [part[1] for part in parts if part]
    numbers = [part[2] for part in parts if part]
    slanted = SHAPES[layout.shape].columns != "beside"
    rows = [y for _, y in layout.positions]
    columns = [x - y if slanted else x for x, y in layout.positions]
    for by_row, by_column in ((numbers, letters), (letters, numbers)):
        row_names, column_names = _one_each(rows, by_row), _one_each(columns, by_column)
        if row_names is not None and column_names is not None:
            return Rim(row_names, _column_rim(layout, columns, column_names, row_names))
    return None


def _one_each(keys: Sequence[int], texts: Sequence[str]) -> dict[int, str] | None:
    """The one text of every key; None if a key has two."""
    found: dict[int, str] = {}
    for key, text in zip(keys, texts, strict=True):
        if found.setdefault(key, text) != text:
            return None
    return found


def _column_rim(
    layout: BoardLayout, columns: Sequence[int], names: dict[int, str], rows: dict[int, str]
) -> dict[tuple[int, int], str]:
    """Where columns are named, as the shape has it."""
    top, bottom = min(rows), max(rows)
    where = SHAPES[layout.shape].columns
    if where == "beside":
        y = top - 1 if rows[top] == "1" else bottom + 1
        return {(x, y): name for x, name in names.items()}
    if where == "above":
        return {(column + top - 1, top - 1): name for column, name in names.items()}
    lowest = dict.fromkeys(names, 0)
    for (_, y), column in zip(layout.positions, columns, strict=True):
        lowest[column] = max(lowest[column], y)
    return {(column + y + 1, y + 1): names[column] for column, y in lowest.items()}


def _shared_words(layout: BoardLayout, names: Sequence[str]) -> tuple[dict[int, str], tuple[str, ...]] | None:
    """The common beginning of the names in each row, which is printed to the left of it, and the rest of each name."""
    rows: dict[int, list[str]] = {}
    for (_, y), name in zip(layout.positions, names, strict=True):
        rows.setdefault(y, []).append(name)
    heads: dict[int, str] = {}
    for y, in_row in rows.items():
        words = [name.split()[:-1] for name in in_row]
        if any(each != words[0] for each in words) or not words[0]:
            return None
        heads[y] = " ".join(words[0])
    if len(set(heads.values())) < len(heads):
        return None
    return heads, tuple(name.split()[-1] for name in names)


def _extent(layout: BoardLayout) -> tuple[int, int]:
    across = {x for x, _ in layout.positions}
    return len(across), len({y for _, y in layout.positions})


# ----------------------------------------------------------------------------------------------- drawing


def _rows(plan: Plan, taken: Mapping[int, Ink]) -> list[Line]:
    """Spaces in rows, without lines between them."""
    inks = _inks(plan, taken)
    shown = [*(ink.text for ink in inks), *plan.inside, *plan.rim.columns.values()]
    widest = max(map(width_of, shown))
    half = (widest + 2) // 2
    right = plan.named
    left = min([x for x, _ in plan.positions] + [x for x, _ in plan.rim.columns])
    margin = max((width_of(name) + 2 for name in plan.rim.rows.values()), default=0)

    def column(x: int) -> int:
        return margin + ((x - left) * half if plan.staggered else (x - left) // 2 * (widest + 1))

    placed: dict[int, list[tuple[int, Ink]]] = {}
    for (x, y), ink in zip(plan.positions, inks, strict=True):
        placed.setdefault(y, []).append((column(x), _filled(ink, widest, right)))
    both_ends = bool(plan.rim.columns) and max(len(row) for row in placed.values()) >= LONG
    for y, name in plan.rim.rows.items():
        ends = sorted(at for at, _ in placed[y])
        begin = ends[0] if plan.staggered else column(min(x for x, _ in plan.positions))
        in_front = Ink(
            f"{name}  " if plan.staggered else _filled(Ink(name), margin - 2, name.isdigit()).text + "  "
        )
        placed[y].append((begin - width_of(in_front.text), in_front))
        if both_ends:
            placed[y].append((ends[-1] + widest + 1, Ink(f" {name}")))
    for (x, y), name in plan.rim.columns.items():
        placed.setdefault(y, []).append((column(x), _filled(Ink(name), widest, right)))
    return [_set_out(placed[y]) for y in sorted(placed)]


def _set_out(row: Sequence[tuple[int, Ink]]) -> Line:
    """Texts at their columns, with spaces between them."""
    parts: list[Ink] = []
    used = 0
    for at, ink in sorted(row, key=lambda entry: entry[0]):
        parts += [Ink(" " * (at - used)), ink]
        used = at + width_of(ink.text)
    return tuple(part for part in parts if part.text)


def _boxed(plan: Plan, taken: Mapping[int, Ink]) -> list[Line]:
    """A grid with lines between its squares."""
    inks = {position: taken.get(space, Ink(" ")) for space, position in enumerate(plan.positions)}
    widest = max(width_of(ink.text) for ink in [*inks.values(), *map(Ink, plan.rim.columns.values())])
    across = sorted({x for x, _ in plan.positions})
    rows = sorted({y for _, y in plan.positions})
    margin = " " * (max(width_of(name) for name in plan.rim.rows.values()) + 1)
    lines: list[Line] = []
    for y in rows:
        ends = ("┌", "┬", "┐") if y == rows[0] else ("├", "┼", "┤")
        lines.append((Ink(margin + _ruled(ends, widest, len(across))),))
        name = plan.rim.rows[y]
        row = [Ink(_filled(Ink(name), len(margin) - 1, True).text + " ")]
        for x in across:
            row += [Ink("│ "), _filled(inks[x, y], widest, False), Ink(" ")]
        lines.append((*row, Ink("│")))
    lines.append((Ink(margin + _ruled(("└", "┴", "┘"), widest, len(across))),))
    y, heads = next(iter({y for _, y in plan.rim.columns})), {x: n for (x, _), n in plan.rim.columns.items()}
    named = margin + "".join(f"  {_filled(Ink(heads[x]), widest, False).text} " for x in across)
    return [(Ink(named),), *lines] if y < rows[0] else [*lines, (Ink(named),)]


def _ruled(ends: tuple[str, str, str], widest: int, columns: int) -> str:
    return ends[0] + ends[1].join(["─" * (widest + 2)] * columns) + ends[2]


def _list(plan: Plan, taken: Mapping[int, Ink], width: int) -> list[Line]:
    """A list of all spaces with their names and texts, in columns."""
    names = plan.inside
    if not plan.listed and not plan.named:
        names = tuple(_name_on_rim(plan, space) for space in range(len(plan.positions)))
    head = max(width_of(name) for name in names)
    inks = [taken.get(space, Ink(DOT)) for space in range(len(names))]
    column = head + 2 + max(width_of(ink.text) for ink in inks) + 3
    across = max(1, (width + 3) // column)
    down = -(-len(names) // across)
    lines: list[Line] = []
    for first in range(down):
        parts: list[Ink] = []
        for space in range(first, len(names), down):
            name, ink = names[space], inks[space]
            filler = " " * (column - head - 2 - width_of(ink.text))
            parts += [Ink(_filled(Ink(name), head, name.isdigit()).text + "  "), ink, Ink(filler)]
        lines.append(tuple(parts))
    return lines


def _name_on_rim(plan: Plan, space: int) -> str:
    x, y = plan.positions[space]
    row = plan.rim.rows.get(y, "")
    at = x - y if plan.staggered else x
    for (column, line), name in plan.rim.columns.items():
        if (column - line if plan.staggered else column) == at:
            return f"{name}{row}" if row.isdigit() else f"{row}{name}"
    return row


def _inks(plan: Plan, taken: Mapping[int, Ink]) -> list[Ink]:
    return [taken.get(space, Ink(text)) for space, text in enumerate(plan.inside)]


def _filled(ink: Ink, width: int, right: bool) -> Ink:
    space = " " * (width - width_of(ink.text))
    return Ink(space + ink.text if right else ink.text + space, ink.colour)
