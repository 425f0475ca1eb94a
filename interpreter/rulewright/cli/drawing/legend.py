"""What the marks on a table mean: whose pieces they are, and the words that letters are short for.

● Ann   ○ Bob                    owners of pieces and of values
p purple   r red   k king        letters of names, sides and faces
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.cli.drawing.marks import Marks
from rulewright.problems.terminal import visible
from rulewright.scene.records import Look, Piece, Scene, Value


def legend(marks: Marks) -> list[str]:
    """Each mark with its meaning, in the order in which they are found: boards first, then zones."""
    scene = marks.scene
    found: dict[str, str] = {}
    for board in scene.boards:
        for space in board.spaces:
            for piece in space.pieces:
                _add(found, _of_piece(scene, piece.look, True))
            _add(found, (_of_value(marks, value) for value in space.values if value.owner is not None))
    for zone in scene.zones:
        for piece in zone.pieces or ():
            if not _is_many(piece):
                _add(found, _of_piece(scene, piece.look, False))
    return [
        f"{mark} {visible(word)}"
        for mark, word in found.items()
        if mark and mark.casefold() != word.casefold()
    ]


def _add(found: dict[str, str], entries: Iterator[tuple[str, str]]) -> None:
    for mark, word in entries:
        found.setdefault(mark, word)


def _is_many(piece: Piece) -> bool:
    """Whether it is only counted, so that its look says nothing."""
    return not piece.look.mark


def _of_piece(scene: Scene, look: Look, on_board: bool) -> Iterator[tuple[str, str]]:
    """The entries for a look. Whole names of pieces are only needed on boards; the list of moves has those of one's own."""
    own = ""
    if look.owner is not None:
        own = next((seat.mark for seat in scene.seats if seat.owner == look.owner), "")
        yield own, _names(scene, look.owner)
    rest = look.mark.removeprefix(own)
    if own and look.face:
        yield rest, look.face
    elif not own:
        short = [] if look.symbol else list(letters(look.mark, look.label))
        yield from short
        whole = (
            not short
            and not look.symbol
            and not look.sides
            and rest.casefold() not in look.label.casefold().split()
        )
        if on_board and whole:
            yield rest, look.label
    for side in look.sides:
        yield from letters(side.mark, side.text)


def letters(mark: str, text: str) -> Iterator[tuple[str, str]]:
    """The letters of a mark with the words that they begin: `b6` of `blue die 6` is (b, blue). Nothing, if some begin no word."""
    found, words = [], iter(text.split())
    for part in re.findall(r"[^\W\d_]+|\d+", mark):
        word = next((word for word in words if word.casefold().startswith(part.casefold())), None)
        if word is None:
            return
        found.append((part, word))
    yield from ((part, word) for part, word in found if part.casefold() != word.casefold())


def _of_value(marks: Marks, value: Value) -> tuple[str, str]:
    assert value.owner is not None
    seats = marks.scene.seats
    names = [seat.name for seat in seats if (seat.team if value.of_team else seat.number) == value.owner]
    return marks.owner(value.owner, value.of_team), " and ".join(names)


def _names(scene: Scene, owner: int) -> str:
    return " and ".join(seat.name for seat in scene.seats if seat.owner == owner)
