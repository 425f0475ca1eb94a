"""Tables without an edge, and pieces with sides -> IR.

    side(step(at, way), opposite(way)).colour      ->      Lookup("side.cards.colour", (SideOf(PieceAt(GridStep(...)), ...),))

Such a table has no cells for its spaces: the position of a piece is stored with the piece, and spaces are computed from that.
"""

from __future__ import annotations

from rulewright.checked.bindings import BoardMeaning
from rulewright.checked.boards.facts import BoardFacts
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.ir.lower.context import Frame, Lowering
from rulewright.language.types import Integer, Optional, Space
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span


def width(facts: BoardFacts) -> int:
    """The width of the table in spaces."""
    _, east, _ = facts.coordinates[0]
    assert isinstance(east, Integer), "columns are counted from the middle"
    return 1 + 2 * east.high


def on_table(w: Lowering, node: syntax.Expression) -> bool:
    """Whether an expression is a space of a table without an edge."""
    info = w.c.infos.get(node)
    type_ = info.type if info is not None else None
    inner = type_.of if isinstance(type_, Optional) else type_
    return isinstance(inner, Space) and w.c.boards[inner.board].unbounded


def piece_at(w: Lowering, space: syntax.Expression, frame: Frame) -> ir.PieceAt:
    return ir.PieceAt(w.kind_of(space), w.lower(space, frame), space.span)


def asked_of_space(w: Lowering, node: syntax.Expression, name: str, frame: Frame) -> ir.Expression:
    """`.piece`, `.empty`, `.full`, `.count` of a space; a space holds one piece at most."""
    assert isinstance(node, syntax.Attribute)
    piece, span = piece_at(w, node.of, frame), node.span
    nothing = ir.Constant(None, span)
    match name:
        case "piece":
            return piece
        case "space_empty":
            return ir.Compare("==", piece, nothing, span)
        case "space_full":
            return ir.Compare("!=", piece, nothing, span)
        case _:
            one, none = ir.Constant(1, span), ir.Constant(0, span)
            return ir.IfElse(ir.Compare("==", piece, nothing, span), none, one, span)


def pieces_there(w: Lowering, node: syntax.Expression, frame: Frame) -> ir.Domain:
    """The piece on a space as a domain of at most one."""
    piece, span = piece_at(w, node, frame), node.span
    empty = ir.Compare("==", piece, ir.Constant(None, span), span)
    return ir.Chosen(empty, ir.Members((), span), ir.Elements(piece, True, span), span)


def space_of(w: Lowering, facts: BoardFacts, piece: ir.Expression, span: Span) -> ir.Expression:
    """The space on which a piece lies, none if it lies elsewhere."""
    return ir.PieceSpace(facts.kind, piece, -1, facts.spaces, span)


def piece_space(w: Lowering, node: syntax.Expression, piece: ir.Expression) -> ir.Expression:
    """The space of a board on which a piece lies."""
    type_ = w.c.infos[node].type
    inner = type_.of if isinstance(type_, Optional) else type_
    assert isinstance(inner, Space)
    facts = w.c.boards[inner.board]
    if facts.unbounded:
        return space_of(w, facts, piece, node.span)
    return ir.PieceSpace(facts.kind, piece, w.place_codes[facts.kind, facts.name], facts.spaces, node.span)


def lower_open(w: Lowering, node: syntax.Expression, board: syntax.Expression) -> ir.Domain:
    meaning = w.c.infos[board].meaning
    assert isinstance(meaning, BoardMeaning)
    facts = w.c.boards[meaning.board]
    return ir.OpenSpaces(facts.kind, width(facts), node.span)


def lower_sides(w: Lowering, node: syntax.Expression, piece: syntax.Expression, frame: Frame) -> ir.Domain:
    """The four sides of a piece, from the north of the piece unturned."""
    span = node.span
    first = ir.Arithmetic("*", w.lower(piece, frame), ir.Constant(4, span), span)
    return ir.Between(first, ir.Arithmetic("+", first, ir.Constant(3, span), span), span)


def lower_side(
    w: Lowering, node: syntax.Expression, arguments: tuple[syntax.Expression, ...], frame: Frame
) -> ir.Expression:
    """`side(at, way)`, `side(card, way)`, `side(card, way, turned)`."""
    of = arguments[0]
    piece = piece_at(w, of, frame) if on_table(w, of) else w.lower(of, frame)
    turned = w.lower(arguments[2], frame) if len(arguments) == 3 else None
    return ir.SideOf(w.kind_of(of), piece, w.lower(arguments[1], frame), turned, node.span)


def lower_lay(w: Lowering, effect: rulebook.Move, kind: str, pieces: ir.Domain, frame: Frame) -> ir.LayPieces:
    """A move to a space of a table without an edge."""
    type_ = w.c.infos[effect.to].type
    assert isinstance(type_, Space)
    turned = w.lower(effect.turned, frame) if effect.turned is not None else None
    return ir.LayPieces(
        kind, pieces, w.place_codes[kind, type_.board], w.lower(effect.to, frame), turned, effect.span
    )
