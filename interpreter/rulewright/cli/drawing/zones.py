"""Zones of a scene: a line for each with its pieces, more where they do not fit; tiles of one's own hand in three lines.

Bank    ‹1› ‹5›
deck    82 cards
hand    ┏  y8  ┓ ...
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.pads import is_counted
from rulewright.cli.drawing.spans import Drawing, Line, Span, Spot, filled, width_of
from rulewright.cli.drawing.tiles import hand, in_a_line
from rulewright.problems.terminal import cells, visible
from rulewright.scene.records import Piece, Zone

MANY = 8
"""More pieces than this that look the same are a number."""
WIDEST = 20
"""The greatest width of the column of names."""


def zones(shown: Sequence[Zone], marks: Marks, width: int) -> Drawing:
    """All zones that are no lines of a pad; those with nothing but a number of pieces come last."""
    shown = [zone for zone in shown if not is_counted(zone, marks)]
    shown = [zone for zone in shown if not _is_supply(zone)] + [zone for zone in shown if _is_supply(zone)]
    margin = min(max((cells(zone.label) for zone in shown), default=0), WIDEST) + 1
    lines: Drawing = []
    for zone in shown:
        lines += _zone(zone, marks, margin, width)
    return lines


def _is_supply(zone: Zone) -> bool:
    """Whether all that is to see of a zone is a number of pieces."""
    return zone.pieces is None or (len(zone.pieces) == 1 and zone.count > MANY)


def _zone(zone: Zone, marks: Marks, margin: int, width: int) -> Drawing:
    spot: Spot = ("zone", zone.id, zone.id, "")
    label = visible(zone.label)
    if spot in marks.open or marks.touched[spot]:
        name: Line = (marks.button(label, spot),)
    else:
        name = (Span(label, "bold" if zone.mine else ""),)
    apart = width_of(name) >= margin
    room = max(width - margin, 10)
    contents = _contents(zone, marks, room)
    if not contents:
        return []
    if apart and width_of(name) + 1 + width_of(contents[0]) > width:
        return [name, *((Span(" " * margin), *line) for line in contents)]
    first = (*name, Span(" ")) if apart else filled(name, margin)
    return [(*first, *contents[0]), *((Span(" " * margin), *line) for line in contents[1:])]


def _contents(zone: Zone, marks: Marks, room: int) -> Drawing:
    """The pieces of a zone in lines of a width."""
    if not zone.count:
        return [(Span(" –", "dim"),)]
    if zone.pieces is None:
        return [(Span(f" {zone.count} {visible(zone.noun)}"),)]
    seen = zone.pieces
    if any(piece.look.sides for piece in seen):
        if zone.mine or any(_spot(zone, piece) in marks.open for piece in seen):
            return hand(seen, zone.id, marks, room)
        return _wrapped([(Span(f"{in_a_line(piece)}  "),) for piece in seen], room)
    on_top = seen[-1:]
    if zone.pile and zone.count > 1 and not any(_spot(zone, piece) in marks.open for piece in seen[:-1]):
        return [
            (
                *_buttons(zone, on_top[0], marks)[0],
                Span(f"  on top of {zone.count - on_top[0].count} more", "dim"),
            )
        ]
    return _wrapped([button for piece in seen for button in _buttons(zone, piece, marks)], room)


def _spot(zone: Zone, piece: Piece) -> Spot:
    return ("piece", zone.id, piece.id, "")


def _buttons(zone: Zone, piece: Piece, marks: Marks) -> list[Line]:
    """A button for each of a few pieces that look the same, or one with their number."""
    spot, colour = _spot(zone, piece), marks.colour(piece.look)
    if piece.count > MANY:
        return [(marks.button(f"{piece.count} × {marks.mark(piece)}", spot, colour),)]
    taken = marks.touched[spot]
    return [(marks.button(marks.mark(piece), spot, colour, number < taken),) for number in range(piece.count)]


def _wrapped(entries: Sequence[Line], room: int) -> Drawing:
    lines: Drawing = [()]
    for entry in entries:
        if lines[-1] and width_of(lines[-1]) + width_of(entry) > room:
            lines.append(())
        lines[-1] = (*lines[-1], *entry)
    return lines
