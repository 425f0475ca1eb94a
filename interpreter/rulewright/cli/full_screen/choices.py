"""The list of moves: each with its sign, its sentence and what it is certain to score, and what can be touched otherwise.

     1 ‹roll›                  2 ‹rack 6  +10›
    place: 115 moves; touch a space, or type one, as in `place c3`

Moves of an action that are too many for a list are made by touching, or by typing. Values that lie nowhere on the table, such as a
suit or a number, can be touched here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.spans import (
    Drawing,
    Line,
    Span,
    Spot,
    extent,
    filled,
    side_by_side,
    spot_of,
    spot_of_move,
    text_line,
    width_of,
)
from rulewright.cli.full_screen.picking import Picked
from rulewright.problems.quoting import counted
from rulewright.problems.terminal import cells, visible
from rulewright.scene.records import Move, Touch

MARGIN = 4
"""The width of the signs before the moves."""
FEW = 14
"""Up to this number, the moves of an action are listed one by one."""


def listed(picked: Picked, few: int = FEW) -> Sequence[Move]:
    """The moves that are listed one by one."""
    fitting, found = picked.fitting(), list(picked.complete())
    for action in dict.fromkeys(move.action for move in fitting):
        moves = [move for move in fitting if move.action == action]
        if len(moves) <= few:
            found += [move for move in moves if move not in found]
    return found


def choices(
    picked: Picked,
    marks: Marks,
    signs: Mapping[int, str],
    previews: Mapping[int, str],
    on_table: frozenset[Spot],
    width: int,
) -> Drawing:
    """The list. `on_table` are the spots that the table shows."""
    shown = listed(picked)
    lines = _in_columns([_entry(move, marks, signs, previews, width) for move in shown], width)
    rest = [move for move in picked.fitting() if move not in shown]
    for action in dict.fromkeys(move.action for move in rest):
        lines += _many([move for move in rest if move.action == action], picked, marks, on_table, width)
    return lines


def _entry(
    move: Move, marks: Marks, signs: Mapping[int, str], previews: Mapping[int, str], width: int
) -> Drawing:
    """A move, in several lines where it is too long for one."""
    spot, worth = spot_of_move(move.id), previews.get(move.id, "")
    style = "reverse bold" if spot == marks.cursor else ""
    room = max(width - MARGIN - (cells(worth) + 1 if worth else 0) - 1, 10)
    lines: Drawing = []
    for number, text in enumerate(wrap(f"‹{visible(move.sentence)}›", room)):
        sign = "" if number else signs.get(move.id, "")
        lines.append((Span(f"{sign:>{MARGIN - 1}} ", "dim"), Span(text, style, spot)))
    if worth:
        lines[-1] = (*lines[-1], Span(f" {worth}", "green"))
    return lines


def _many(
    moves: Sequence[Move], picked: Picked, marks: Marks, on_table: frozenset[Spot], width: int
) -> Drawing:
    """A line for the many moves of an action, and buttons for values that are not on the table."""
    next_: dict[Spot, Touch] = {}
    for move in moves:
        left = picked.left(move)
        next_.update((spot_of(touch), touch) for touch in move.touches if left[spot_of(touch)])
    there = [touch for spot, touch in next_.items() if spot in on_table]
    told = f"{moves[0].label}: {counted(len(moves), 'move')}"
    how = (
        f"; touch {_sorts(there)}, or type one, as in `{moves[0].text}`"
        if there
        else f"; as in `{moves[0].text}`"
    )
    lines = [
        text_line(line, "dim")
        for line in wrap(visible(told + how), max(width, 20), initial_indent="    ", subsequent_indent="    ")
    ]
    values = [touch for spot, touch in next_.items() if spot[0] == "value" and spot not in on_table]
    return lines + _in_a_row([(marks.button(touch.label, spot_of(touch)),) for touch in values], width)


def _sorts(touches: Sequence[Touch]) -> str:
    sorts = dict.fromkeys("a line" if touch.sort == "value" else f"a {touch.sort}" for touch in touches)
    return " or ".join(sorts)


def _in_columns(entries: Sequence[Drawing], width: int) -> Drawing:
    """Entries in columns of one width, read row by row."""
    if not entries:
        return []
    widest = max(map(extent, entries)) + 1
    across = max(1, width // widest)
    lines: Drawing = []
    for first in range(0, len(entries), across):
        row = [[filled(line, widest) for line in entry] for entry in entries[first : first + across]]
        lines += side_by_side(row, 0)
    return lines


def _in_a_row(entries: Sequence[Line], width: int) -> Drawing:
    lines: Drawing = []
    for entry in entries:
        if not lines or width_of(lines[-1]) + width_of(entry) > width:
            lines.append((Span("    "),))
        lines[-1] = (*lines[-1], *entry)
    return lines
