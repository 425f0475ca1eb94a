"""A table as the output of a cell: boards as pictures, then what lies elsewhere, and a column of values for each seat.

    to_html(page(scene_of(state, None)))
    svg(scene)                                  the boards alone, as one picture

A state is shown as everybody at the table sees it, a scene as the viewer sees it for whom it was made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rulewright.game.game import State
from rulewright.notebook.page import Block, Chip, Page, Picture, Pictures, Place, Places, Table
from rulewright.problems.quoting import series
from rulewright.scene.board_svg import OWNERS, board_svg, sheet_svg
from rulewright.scene.records import Board, Piece, Scene, Seat, Value, Zone
from rulewright.scene.table import scene_of

UNSEEN = "?"
"""In the place of a value that the viewer does not see."""
MOST_CHIPS = 60
"""The most pieces of a zone that are drawn."""


def scene(shown: object) -> Scene:
    """The scene of a state for everybody, or a scene itself."""
    if isinstance(shown, State):
        return scene_of(shown, None)
    assert isinstance(shown, Scene)
    return shown


def svg(of: Scene) -> str | None:
    """The boards as one picture; None where there is no board."""
    return sheet_svg(of.boards) or None


def page(of: Scene) -> Page:
    """The output for a scene."""
    return Page(_title(of), headline(of), blocks=list(_blocks(of)))


def headline(of: Scene) -> str:
    """`round 3, bidding, Ann to act`, or how the game ended."""
    words = [f"round {of.round}"] if of.round else []
    words += [of.phase] if of.phase and not of.over else []
    if of.over:
        words.append(f"over by `{of.ending}`".replace("`", "") if of.ending else "over")
        won = [seat.name for seat in of.seats if seat.number in of.winners]
        words.append(f"won by {series(won)}" if won else "nobody won")
    words += [f"{seat.name} to act" for seat in of.seats if seat.to_move]
    return ", ".join(words)


def _title(of: Scene) -> str:
    seen = [seat.name for seat in of.seats if seat.you]
    return f"{of.title}, as {seen[0]} sees it" if seen else of.title


def _blocks(of: Scene) -> Iterator[Block]:
    boards = [
        Picture(board_svg(board), board.label if len(of.boards) > 1 else "", _words(board))
        for board in of.boards
        if board.spaces
    ]
    if boards:
        yield Pictures(boards)
    forms = {kind.id: kind.form for kind in of.kinds}
    places = [_place(of, zone, forms) for zone in of.zones if zone.count or not _is_of_seat(of, zone)]
    if places:
        yield Places(places)
    rows = list(_values(of))
    if rows:
        yield Table(("", *(_seat(of, seat) for seat in of.seats)), rows)
    shared = [
        (" ".join((each.label, *each.keys)), UNSEEN if each.text is None else each.text)
        for each in of.values
        if each.owner is None and each.text != ""
    ]
    if shared:
        yield Table((), shared)


def _words(board: Board) -> str:
    """`a1: X, b2: O`."""
    lie = [
        f"{space.id}: {', '.join(_several(piece.look.label, piece.count) for piece in space.pieces)}"
        for space in board.spaces
        if space.pieces
    ]
    return "; ".join(lie) or "empty"


def _several(label: str, count: int) -> str:
    return f"{count} × {label}" if count > 1 else label


def _is_of_seat(of: Scene, zone: Zone) -> bool:
    return zone.owner is not None and len(of.seats) > 1


def _seat(of: Scene, seat: Seat) -> str:
    mark = "▸ " if seat.to_move else "★ " if seat.number in of.winners else ""
    sign = f" ({seat.mark})" if seat.mark and seat.mark != seat.name else ""
    return f"{mark}{seat.name}{sign}"


def _values(of: Scene) -> Iterator[tuple[str, ...]]:
    """A row for each variable, and for each of its lines, with a cell for each seat."""
    owned = [each for each in of.values if each.owner is not None]
    by_line = len({each.variable for each in owned if each.keys}) == 1
    for _, several in groupby(owned, key=lambda each: each.variable):
        lines: dict[tuple[str, ...], list[Value]] = {}
        for each in several:
            lines.setdefault(each.keys, []).append(each)
        for keys, cells in lines.items():
            by_owner = {each.owner: UNSEEN if each.text is None else each.text for each in cells}
            of_team = cells[0].of_team
            yield (
                " ".join(keys if by_line and keys else (cells[0].label, *keys)),
                *(by_owner.get(seat.team if of_team else seat.number, "") for seat in of.seats),
            )


def _place(of: Scene, zone: Zone, forms: dict[str, str]) -> Place:
    count = f"{zone.count} {zone.noun}" if zone.count else "empty"
    if zone.pieces is None:
        return Place(zone.label, f"{count}, face down" if zone.count else count, None)
    drawn = tuple(_chips(zone.pieces, forms))
    if len(drawn) > MOST_CHIPS:
        return Place(zone.label, count, None)
    return Place(zone.label, "" if drawn else count, drawn)


def _chips(pieces: Sequence[Piece], forms: dict[str, str]) -> Iterator[Chip]:
    for piece in pieces:
        look = piece.look
        form = forms.get(piece.kind, "")
        mark = look.mark or look.face or look.label
        owned = (
            "" if look.owner is None or form in ("die", "card") else f"{OWNERS[look.owner % len(OWNERS)]}55"
        )
        yield Chip(mark, look.label, form, piece.count, look.colour == "red", owned)
