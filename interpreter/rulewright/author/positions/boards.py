"""The contents of a board in an example's position, by owner or by space.

board: {X: [a1, b2], O: [c3]}          the spaces of each owner
board: {a1: king of 1, c3: man of 2}   the piece on each space; a list of spaces where all pieces look alike
board: {a1: 4, b1: 3 of low of X}      how many pieces, where a space holds several
board: {diagram: ..., legend: {...}}   rows of letters

A table without an edge lists which piece lies on which space, and how it is turned:

table: {center: 7, e1: 16 turned 1, n1: {piece: 1, turned: 2}}

Spaces are named from the center: `e2n1` is two to the east and one to the north. Pieces that lay on the table and are not
listed go home; listed pieces are taken from wherever they were.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING

from rulewright.author.examples.literals import NotUnderstood, Written, one
from rulewright.author.positions.diagrams import diagram_of, drawn
from rulewright.author.positions.looks import looks_of
from rulewright.author.positions.pieces import WithIdentity
from rulewright.document import nodes as document
from rulewright.ir import nodes as ir
from rulewright.ir.layout import BoardLayout, KindLayout

if TYPE_CHECKING:
    from rulewright.pipeline import Book

Contents = dict[int, document.Node]
_Entry = tuple[document.Node | None, list[document.Scalar]]
"""What was written for some spaces (None: just the spaces), and these."""


def standing(program: ir.Program, name: str, owner: int, value: document.Node) -> tuple[str, Contents]:
    """The kind of pieces on a board, and the contents of each of its spaces, by place code; spaces that are not given are empty.
    Raises NotUnderstood."""
    board = program.layout.boards[name]
    first = owner * board.spaces
    codes = range(board.first + first, board.first + first + board.spaces)
    contents: Contents = {code: document.Sequence((), value.span) for code in codes}
    names = [typed for typed, _ in program.labels.spaces[name]][first : first + board.spaces]
    short = [printed for _, printed in program.labels.spaces[name]][first : first + board.spaces]
    for what, spaces in _entries(program, board, value, names, short):
        for space in spaces:
            text = " ".join(space.text.split())
            at = (
                short.index(text)
                if text in short
                else Written(program).one_of(space, names, f"space of {name}")
            )
            code = board.first + first + at
            there = contents[code]
            assert isinstance(there, document.Sequence)
            contents[code] = document.Sequence((*there.items, *_pieces_on(what, space)), space.span)
    return board.kind, contents


def _entries(
    program: ir.Program, board: BoardLayout, value: document.Node, typed: list[str], short: list[str]
) -> list[_Entry]:
    """The entries of a board, each with the pieces and the spaces on which they are."""
    diagram, names = diagram_of(value), [*typed, *short]
    if diagram is not None and "diagram" not in names:
        looks = looks_of(program, board.kind)
        return [(what, [space]) for what, space in drawn(program, board, typed, looks, diagram)]
    match value:
        case document.Sequence():
            return [(None, [one(item, "name") for item in value.items])]
        case document.Mapping():
            found: list[_Entry] = []
            for entry in value.entries:
                if " ".join(entry.key.text.split()) in names:
                    found.append((entry.value, [entry.key]))
                else:
                    found.append(_by_what(program, entry, names))
            return found
        case _ if value.is_null:
            return []
        case _:
            raise NotUnderstood(value.span, "write whose pieces are where: `{seat(1): [a1, b2]}`")


def _by_what(program: ir.Program, entry: document.Entry, names: list[str]) -> _Entry:
    """`X: [a1, b2]`: the pieces on these spaces. Raises NotUnderstood if the key is neither an owner nor a piece."""
    key = document.Scalar(entry.key.text, "plain", entry.key.span)
    if isinstance(entry.value, document.Mapping):
        raise NotUnderstood(entry.value.span, "write the spaces first: `{c3: man of seat(1)}`")
    spaces = _spaces(entry.value)
    known = any(" ".join(space.text.split()) in names for space in spaces)
    if spaces and not known and not _is_owner(program, key.text.strip()):
        Written(program).one_of(key, list(dict.fromkeys(names)), "space")
    return key, spaces


def _is_owner(program: ir.Program, text: str) -> bool:
    return text in program.labels.seats or text.startswith(("seat(", "team("))


def _pieces_on(what: document.Node | None, space: document.Scalar) -> list[document.Node]:
    """The pieces that were written for a space, `{seat(1): 3}` for three; None stands for the only look of a kind."""
    match what:
        case None:
            return [document.Scalar("", "plain", space.span)]
        case document.Sequence(items=items):
            return list(items)
        case _:
            return [what]


def _spaces(value: document.Node) -> list[document.Scalar]:
    if isinstance(value, document.Sequence):
        return [one(item, "name") for item in value.items]
    return [one(value, "name")]


TURNED = re.compile(r"(.+?)\s+turned\s+(\S+)")


def lay(book: Book, cells: array[int], name: str, value: document.Node) -> set[tuple[str, int]]:
    """Lay these pieces on a table without an edge and return them as (kind, number). Raises NotUnderstood."""
    kind = book.program.layout.kinds[book.program.layout.boards[name].kind]
    pieces, laid = WithIdentity(book, cells, kind), laid_on(book, name, value)
    lying = pieces.lying()
    for piece in lying[kind.table]:
        lying[kind.homes[piece]].append(piece)
    lying = {code: [piece for piece in there if piece not in laid] for code, there in lying.items()}
    pieces.write({**lying, kind.table: list(laid)})
    for piece, (space, turned, _) in laid.items():
        cells[kind.space + piece] = space + 1
        if kind.turned >= 0:
            cells[kind.turned + piece] = turned
    return {(kind.name, piece) for piece in laid}


def laid_on(book: Book, name: str, value: document.Node) -> dict[int, tuple[int, int, document.Entry]]:
    """By piece, the space of a table without an edge where it is written, how it is turned, and the entry that says so. Raises
    NotUnderstood."""
    kind, written = book.program.layout.kinds[book.program.layout.boards[name].kind], Written(book.program)
    if not (isinstance(value, document.Mapping) or (isinstance(value, document.Scalar) and value.is_null)):
        raise NotUnderstood(value.span, "say what lies where: `{center: 7, e1: 16 turned 1}`")
    laid = dict[int, tuple[int, int, document.Entry]]()
    for entry in value.entries if isinstance(value, document.Mapping) else ():
        space = written.space(entry.key, name)
        piece, turned = _piece(written, entry.value, kind)
        if space in (taken for taken, *_ in laid.values()):
            raise NotUnderstood(entry.key.span, f"`{entry.key.text}` is given twice")
        if piece in laid:
            raise NotUnderstood(entry.value.span, "this piece lies on another space already")
        laid[piece] = space, turned, entry
    return laid


def _piece(written: Written, value: document.Node, kind: KindLayout) -> tuple[int, int]:
    match value:
        case document.Scalar():
            found = TURNED.fullmatch(value.text.strip())
            if found is None:
                return written.piece(value, kind.name), 0
            named = document.Scalar(found[1], value.style, value.span)
            if found[2] not in ("0", "1", "2", "3"):
                raise NotUnderstood(
                    value.span,
                    f"`{found[2]}` is not a number of quarter turns to the right: write 0, 1, 2 or 3",
                )
            return written.piece(named, kind.name), int(found[2])
        case document.Mapping():
            piece, turned = value.get("piece"), value.get("turned")
            if isinstance(piece, document.Scalar) and (turned is None or isinstance(turned, document.Scalar)):
                return written.piece(piece, kind.name), 0 if turned is None else written.number(turned, 0, 3)
    raise NotUnderstood(value.span, "write the piece, and how it is turned: `16 turned 1`")
