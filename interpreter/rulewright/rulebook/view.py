"""Reads `view`: how pieces and boards look where the default does not do.

pieces: {stone: {colours: {1: black}}}      ->      View(pieces={"stone": PieceView(colours=(Worded("1", "black"),), ...)}, ...)
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.rulebook import messages, nodes
from rulewright.rulebook.reading import Fields, Named, Reader

NO_SPACE = (".", "·")
"""What is written in a plan where no space is drawn."""


def view(reader: Reader, node: document.Node | None) -> nodes.View | None:
    """The section; None if there is none."""
    fields = reader.fields(node, "`view`") if node else None
    if fields is None:
        return None
    return nodes.View(
        pieces=reader.entries(fields.get("pieces"), "view.pieces", "how pieces look", _pieces),
        boards=reader.entries(fields.get("boards"), "view.boards", "how a board looks", _board),
        order=fields.ids("order", "a board, a zone or a variable"),
        hide=fields.ids("hide", "a board, a zone or a variable"),
        span=fields.span,
    )


def _pieces(reader: Reader, named: Named, fields: Fields) -> nodes.PieceView:
    forms: tuple[nodes.Form | str, ...] = ("", *nodes.FORMS)
    return nodes.PieceView(
        form=fields.choice("form", forms, "") if fields.has("form") else "",
        symbols=_worded(reader, fields.get("symbols"), "a symbol"),
        colours=_worded(reader, fields.get("colours"), "a colour"),
        size=_numbers(reader, fields.get("size"), "width and height in millimetres"),
        span=named.span,
    )


def _board(reader: Reader, named: Named, fields: Fields) -> nodes.BoardView:
    by, plans = _plans(reader, fields.get("plan"))
    return nodes.BoardView(
        at=tuple(_positions(reader, fields.get("at"))),
        worked_out=_worked_out(reader, fields.get("at")),
        by=by,
        plans=tuple(plans),
        colours=_worded(reader, fields.get("colours"), "a colour"),
        size=_numbers(reader, fields.get("size"), "a number of millimetres"),
        span=named.span,
    )


def _worded(reader: Reader, node: document.Node | None, what: str) -> tuple[nodes.Worded, ...]:
    """`{hearts: red}`."""
    found = []
    for entry in node if isinstance(node, document.Mapping) else ():
        scalar = reader.scalar(entry.value, what)
        if scalar is not None:
            found.append(
                nodes.Worded(
                    word=entry.key.text, text=scalar.text, span=entry.key.span, text_span=scalar.span
                )
            )
    return tuple(found)


def _positions(reader: Reader, node: document.Node | None) -> list[nodes.Position]:
    """`{rome: [2, 3]}`."""
    found = []
    for entry in node if isinstance(node, document.Mapping) else ():
        at = _numbers(reader, entry.value, "how far to the right and how far down")
        if len(at) == len("xy"):
            found.append(nodes.Position(space=entry.key.text, at=at, span=entry.key.span))
    return found


def _worked_out(reader: Reader, node: document.Node | None) -> tuple[syntax.Expression, ...]:
    """`[column, 3 - row]`."""
    found = reader.expressions(node) if isinstance(node, document.Sequence) else ()
    return found if len(found) == len("xy") else ()


def _plans(
    reader: Reader, node: document.Node | None
) -> tuple[syntax.Expression | None, Iterator[nodes.Plan]]:
    """A plan, or `{by: EXPRESSION, cases: {VALUE: PLAN}}`."""
    if not isinstance(node, document.Mapping):
        return None, _plan(reader, None, node)
    fields = Fields(reader, node, "plans")
    cases = fields.get("cases")
    return fields.expression("by"), (
        plan
        for entry in (cases if isinstance(cases, document.Mapping) else ())
        for plan in _plan(reader, reader.expression(entry.key), entry.value)
    )


def _plan(reader: Reader, key: syntax.Expression | None, node: document.Node | None) -> Iterator[nodes.Plan]:
    written = reader.scalar(node, "the spaces in their places, row by row") if node is not None else None
    if written is not None:
        yield nodes.Plan(key=key, spaces=tuple(_drawn(written)), span=written.span)


def _drawn(written: document.Scalar) -> Iterator[nodes.Position]:
    """The words of a text, each at the place where it is written: the third word of the second line is at (2, 1)."""
    start = written.span.start
    for down, line in enumerate(written.text.rstrip().split("\n")):
        for right, word in enumerate(line.split()):
            span = written.span.within(word, start)
            start = max(start, span.end if span is not written.span else start)
            if word not in NO_SPACE:
                yield nodes.Position(space=word, at=(float(right), float(down)), span=span)


def _numbers(reader: Reader, node: document.Node | None, what: str) -> tuple[float, ...]:
    """A number, or a list of them."""
    found = []
    for item in (node.items if isinstance(node, document.Sequence) else (node,)) if node else ():
        scalar = reader.scalar(item, what)
        if scalar is None:
            continue
        try:
            found.append(float(scalar.text))
        except ValueError:
            reader.problems.add(messages.wrong_shape(item, what))
    return tuple(found)
