"""Boards among the things that a rule sheet says one needs: their shape in words, and a drawing of each, empty.

board: a grid of 8 rows and 8 columns
board: a hexagon of 90 spaces, 6 along each side, without its middle; numbered ring by ring from the middle
"""

from __future__ import annotations

from typing import assert_never

from rulewright.author.board_picture import inscribed, picture, written
from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.texts import plain
from rulewright.author.report.tree import Drawing, Item
from rulewright.language.shapes import SHAPES
from rulewright.problems.quoting import counted
from rulewright.rulebook import nodes as rules

WIDTH = 80


def board_item(phrases: Phrases, board: rules.Board) -> Item:
    """A board by its name: what shape it has, how its spaces are numbered, whose it is and what it is about."""
    holds = board.size is not None and board.holds is not None
    parts = [
        _shape(phrases, board) + _without(board),
        _numbering(phrases, board.number),
        phrases.one_each((board.per,)) if board.per is not None else "",
        _room(phrases, board) if holds else "",
        phrases.text(board.about),
    ]
    return Item(plain(board.id), "; ".join(part for part in parts if part))


def board_drawing(phrases: Phrases, board: rules.Board) -> Drawing:
    """The empty board, one owner's."""
    program = phrases.words.book.program
    layout = program.layout.boards[board.id]
    names = [printed for _, printed in program.labels.spaces[board.id]][: layout.spaces]
    lines = tuple(written(line) for line in picture(inscribed(layout, names), {}, WIDTH))
    return Drawing(plain(board.id), lines)


def _shape(phrases: Phrases, board: rules.Board) -> str:
    layout = phrases.words.book.program.layout.boards[board.id]
    match board.shape:
        case rules.Grid(rows=rows, columns=columns):
            across, down = ({place[axis] for place in layout.positions} for axis in (0, 1))
            sides = _side(phrases, rows, "row", len(down)), _side(phrases, columns, "column", len(across))
            return f"a grid of {sides[0]} and {sides[1]}"
        case rules.Sided(shape=name, side=side):
            return SHAPES[name].says.format(spaces=layout.spaces, side=phrases.phrase(side))
        case rules.Track():
            return f"a track of {layout.spaces} spaces"
        case rules.Graph(links=links):
            ways = "way" if len(links) == 1 else f"{len(links)} ways"
            return f"{layout.spaces} spaces and the {ways} between them"
        case rules.Unbounded():
            laid = f"; {phrases.words.kind(board.holds.text)} are laid edge to edge" if board.holds else ""
            return f"the table, without an edge{laid}"
        case _:
            assert_never(board.shape)


def _side(phrases: Phrases, side: rules.Side, one: str, count: int) -> str:
    """`8 rows`, or `5 rows (one for each colour)`."""
    said = counted(count, one)
    member = phrases.element(side.coordinate.domain) if side.coordinate is not None else ""
    return f"{said} (one for each {member})" if member else said


def _without(board: rules.Board) -> str:
    if not board.without:
        return ""
    names = ["its middle" if space.text == "center" else space.text for space in board.without]
    return f", without {' and '.join([', '.join(names[:-1]), names[-1]] if len(names) > 1 else names)}"


def _numbering(phrases: Phrases, numbering: rules.Numbering | None) -> str:
    if numbering is None:
        return ""
    match phrases.words.member_of(numbering.along):
        case "spiral":
            return "numbered ring by ring from the middle"
        case "meander" if numbering.start is not None:
            return "numbered ring by ring from the middle, every second ring the other way"
        case "meander":
            return "numbered row by row, every second row the other way"
    return "numbered row by row"


def _room(phrases: Phrases, board: rules.Board) -> str:
    """How many pieces a space takes, where it is not one."""
    assert board.holds is not None
    if board.size == "any" or board.size is None:
        return f"a space takes any number of {phrases.words.kind(board.holds.text)}"
    return f"a space takes {phrases.words.amount(phrases.phrase(board.size), board.holds.text)}"
