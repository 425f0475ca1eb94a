"""A table without an edge in an example's position: which piece lies on which space, and how it is turned.

    table: {center: 7, e1: 16 turned 1, n1: {piece: 1, turned: 2}}

Spaces are named from the center: `e2n1` is two to the east and one to the north. Pieces that lay there and are not
listed go home; listed ones are taken from wherever they were.
"""

from __future__ import annotations

import re
from array import array

from rulewright.author.examples.literals import NotUnderstood, Written
from rulewright.document import nodes as document
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout

TURNED = re.compile(r"(.+?)\s+turned\s+(\S+)")


def lay(program: ir.Program, cells: array[int], name: str, value: document.Node) -> set[tuple[str, int]]:
    """Let these pieces lie on a table; which they are, as (kind, number). Raises NotUnderstood."""
    kind = program.layout.kinds[program.layout.boards[name].kind]
    if isinstance(value, document.Scalar) and value.is_null:
        entries: tuple[document.Entry, ...] = ()
    elif isinstance(value, document.Mapping):
        entries = value.entries
    else:
        raise NotUnderstood(value.span, "say what lies where: `{center: 7, e1: 16 turned 1}`")
    for piece in range(kind.pieces):
        if cells[kind.where + piece] == kind.table:
            _move(cells, kind, piece, kind.homes[piece])
    written, taken = Written(program), set()
    for entry in entries:
        space = written.space(entry.key, name)
        piece, turned = _piece(written, entry.value, kind)
        if space in taken:
            raise NotUnderstood(entry.key.span, f"`{entry.key.text}` is given twice")
        taken.add(space)
        if cells[kind.where + piece] == kind.table:
            raise NotUnderstood(entry.value.span, "this piece lies on another space already")
        _move(cells, kind, piece, kind.table)
        cells[kind.space + piece] = space + 1
        if kind.turned >= 0:
            cells[kind.turned + piece] = turned
    return {(kind.name, piece) for piece in range(kind.pieces) if cells[kind.where + piece] == kind.table}


def _piece(written: Written, value: document.Node, kind: KindLayout) -> tuple[int, int]:
    match value:
        case document.Scalar():
            found = TURNED.fullmatch(value.text.strip())
            if found is None:
                return written.piece(value, kind.name), 0
            named = document.Scalar(found[1], value.style, value.span)
            if found[2] not in ("0", "1", "2", "3"):
                raise NotUnderstood(
                    value.span, f"`{found[2]}` is no number of quarters to the right: write 0, 1, 2 or 3"
                )
            return written.piece(named, kind.name), int(found[2])
        case document.Mapping():
            piece, turned = value.get("piece"), value.get("turned")
            if isinstance(piece, document.Scalar) and (turned is None or isinstance(turned, document.Scalar)):
                return written.piece(piece, kind.name), 0 if turned is None else written.number(turned, 0, 3)
    raise NotUnderstood(value.span, "write the piece, and how it is turned: `16 turned 1`")


def _move(cells: array[int], kind: KindLayout, piece: int, to: int) -> None:
    """Take a piece from where it is to a place that keeps no order."""
    before = cells[kind.where + piece]
    if before in kind.order:
        start, held = kind.order[before], cells[kind.held + before]
        left = [cell for cell in cells[start : start + held] if cell != piece + 1]
        cells[start : start + held] = array("i", [*left, 0])
    if before == kind.table:
        cells[kind.space + piece] = 0
        if kind.turned >= 0:
            cells[kind.turned + piece] = 0
    cells[kind.held + before] -= 1
    if to in kind.order:
        cells[kind.order[to] + cells[kind.held + to]] = piece + 1
    cells[kind.where + piece] = to
    cells[kind.held + to] += 1
