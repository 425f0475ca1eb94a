"""Reads boards: their shape, the pieces on them, their lines and routes.

board: {grid: {rows: 3, columns: 3}, holds: mark}      ->      Board(shape=Grid(...), holds=Name(mark), ...)
"""

from __future__ import annotations

import re

from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.language.shapes import SHAPES
from rulewright.rulebook import messages, nodes
from rulewright.rulebook.reading import Fields, Named, Reader

WORKED_OUT = re.compile(r"\.\..*[A-Za-z(]|[A-Za-z)].*\.\.")
"""A range of numbers that are not written as digits."""


def boards(reader: Reader, node: document.Node | None) -> dict[str, nodes.Board]:
    return reader.entries(node, "boards", "a board", _board)


def _board(reader: Reader, named: Named, fields: Fields) -> nodes.Board | None:
    which = fields.exactly_one(tuple(SHAPES), named.span)
    shape = _shape(reader, fields, which) if which is not None else None
    if shape is None:
        return None
    return nodes.Board(
        shape=shape,
        per=fields.domain("per"),
        holds=fields.name("holds", "a kind of pieces"),
        size="any" if _word(fields.get("size")) == "any" else fields.expression("size"),
        without=_spaces(reader, fields.get("without")),
        number=_numbering(reader, fields.get("number")),
        directions=fields.choice("directions", ("orthogonal", "diagonal", "all"), "all"),
        attributes=reader.attributes(fields.get("spaces"), "an attribute of the spaces"),
        lines=reader.entries(fields.get("lines"), f"{named.path}.lines", "a family of lines", _family),
        routes=reader.entries(fields.get("routes"), f"{named.path}.routes", "a route", _route),
        **named.head(fields),
    )


def _word(node: document.Node | None) -> str:
    return node.text if isinstance(node, document.Scalar) else ""


# ------------------------------------------------------------------------------------------------ shapes


def _shape(reader: Reader, fields: Fields, which: str) -> nodes.Shape | None:
    node = fields.get(which)
    assert node is not None, "it is the one that is there"
    match which:
        case "grid":
            return _grid(reader, node)
        case _ if SHAPES[which].sided:
            side = reader.expression(node)
            return nodes.Sided(shape=which, side=side) if side else None
        case "track":
            return _track(reader, node)
        case "graph":
            return _graph(reader, node)
        case _:
            fields.choice("unbounded", ("squares",), "squares")
            return nodes.Unbounded(span=node.span)


def _grid(reader: Reader, node: document.Node) -> nodes.Grid | None:
    fields = reader.fields(node, "a grid")
    if fields is None:
        return None
    rows, columns = _side(reader, fields.get("rows")), _side(reader, fields.get("columns"))
    return nodes.Grid(rows=rows, columns=columns) if rows and columns else None


def _side(reader: Reader, node: document.Node | None) -> nodes.Side | None:
    if node is None:
        return None
    if isinstance(node, document.Mapping):
        coordinates = reader.parameters(node)
        if len(coordinates) != 1:
            reader.problems.add(messages.wrong_shape(node, "a number, or one coordinate with its domain,"))
            return None
        return nodes.Side(count=None, coordinate=coordinates[0], span=node.span)
    count = reader.expression(node)
    return nodes.Side(count=count, coordinate=None, span=node.span) if count else None


def _track(reader: Reader, node: document.Node) -> nodes.Track | None:
    if isinstance(node, document.Sequence):
        return nodes.Track(count=None, listed=_spaces(reader, node))
    count = reader.expression(node)
    return nodes.Track(count=count, listed=()) if count else None


def _graph(reader: Reader, node: document.Node) -> nodes.Graph | None:
    fields = reader.fields(node, "a graph")
    if fields is None:
        return None
    links = fields.get("links")
    pairs = () if links is None else reader.sequence(links, "a list of pairs of spaces")
    return nodes.Graph(
        spaces=_spaces(reader, fields.get("spaces")), links=tuple(_spaces(reader, pair) for pair in pairs)
    )


def _spaces(reader: Reader, node: document.Node | None) -> tuple[nodes.SpaceName, ...]:
    def read(item: document.Node) -> nodes.SpaceName | None:
        scalar = reader.scalar(item, "a space")
        if scalar is None:
            return None
        worked_out = reader.expression(item) if WORKED_OUT.search(scalar.text) else None
        ends = worked_out if isinstance(worked_out, syntax.Range) else None
        return nodes.SpaceName(text=scalar.text, ends=ends, span=scalar.span)

    return reader.each(node, read)


# --------------------------------------------------------------------------- numbers, lines and routes


def _numbering(reader: Reader, node: document.Node | None) -> nodes.Numbering | None:
    fields = reader.fields(node, "a numbering") if node else None
    along = fields.expression("path") if fields else None
    if fields is None or along is None:
        return None
    start = fields.scalar("from", "a space")
    return nodes.Numbering(
        along=along,
        start=nodes.SpaceName(text=start.text, span=start.span) if start else None,
        towards=fields.expression("towards"),
        turning=fields.expression("turning"),
        first=fields.expression("first"),
        span=fields.span,
    )


def _family(reader: Reader, named: Named, fields: Fields) -> nodes.Family | None:
    if fields.exactly_one(("length", "by", "listed"), named.span) is None:
        return None
    listed = fields.get("listed")
    items = () if listed is None else reader.sequence(listed, "a list of lines")
    return nodes.Family(
        length=fields.expression("length"),
        over_gaps=fields.expression("over_gaps"),
        by=fields.name("by", "an attribute of the spaces"),
        listed=tuple(_spaces(reader, item) for item in items),
        **named.head(fields),
    )


def _route(reader: Reader, named: Named, fields: Fields) -> nodes.Route | None:
    spaces = fields.get("spaces")
    if spaces is None:
        return None
    return nodes.Route(
        of=fields.expression("of"),
        closed=fields.truth("closed"),
        spaces=_route_spaces(reader, spaces),
        **named.head(fields),
    )


def _route_spaces(reader: Reader, node: document.Node) -> tuple[tuple[str, tuple[nodes.SpaceName, ...]], ...]:
    """One list for everybody, or a list for each owner by the name of the seat."""
    if isinstance(node, document.Mapping):
        return tuple((entry.key.text, _spaces(reader, entry.value)) for entry in node)
    return (("", _spaces(reader, node)),)
