"""A board of an example's position, drawn as rows of letters.

board:
  diagram: |
    . . d .
    . L . .
  legend: {d: low of dark, L: king of light}

The rows are those of the board as it is drawn, from the top (those of its plan, if its view has one); a letter stands for what the legend says, or else for itself
(`X`, an owner); a point is an empty space. Blanks may separate the spaces, and have to where a name has several letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rulewright.author.examples.literals import NotUnderstood, one
from rulewright.document import nodes as document
from rulewright.ir import nodes as ir
from rulewright.ir.layout import BoardLayout
from rulewright.rulebook.view import NO_SPACE

KEYS = ("diagram", "legend")
EMPTY = NO_SPACE
"""What stands for an empty space: the same as for no space in a plan."""


def diagram_of(value: document.Node) -> document.Mapping | None:
    """The mapping, if it has a `diagram`. Raises NotUnderstood for any other key but `legend`."""
    if not isinstance(value, document.Mapping) or value.get("diagram") is None:
        return None
    for entry in value.entries:
        if entry.key.text not in KEYS:
            raise NotUnderstood(entry.key.span, "a diagram has only a `legend` with it: draw this piece, too")
    return value


def drawn(
    program: ir.Program,
    board: BoardLayout,
    names: Sequence[str],
    known: Sequence[str],
    diagram: document.Mapping,
) -> Iterator[tuple[document.Node, document.Scalar]]:
    """What is drawn on each space (an empty list on an empty one), and the space. `names` are those of the spaces of this board; letters that
    are not in the legend stand for what is `known` by this name. Raises NotUnderstood."""
    legend = _legend(diagram)
    for spaces, row in _rows(program, board, diagram.get("diagram")):
        for space, letter in zip(spaces, _letters(row, len(spaces)), strict=True):
            name = document.Scalar(names[space], "plain", letter.span)
            if letter.text in legend:
                yield legend[letter.text], name
            elif letter.text in known:
                yield letter, name
            elif letter.text in EMPTY:
                yield document.Sequence((), letter.span), name
            else:
                raise NotUnderstood(letter.span, _unknown(letter.text, known))


def _unknown(letter: str, known: Sequence[str]) -> str:
    piece = known[0] if known else "..."
    return f"nothing says what `{letter}` stands for: write `legend: {{{letter}: {piece}}}`, or `.` for an empty space"


def _legend(diagram: document.Mapping) -> dict[str, document.Node]:
    legend = diagram.get("legend")
    if legend is None:
        return {}
    if not isinstance(legend, document.Mapping):
        raise NotUnderstood(legend.span, "say what each letter stands for: `{X: seat(1)}`")
    for entry in legend.entries:
        if entry.key.text in EMPTY:
            raise NotUnderstood(entry.key.span, f"`{entry.key.text}` is an empty space in every diagram")
    return {entry.key.text: entry.value for entry in legend.entries}


def _rows(
    program: ir.Program, board: BoardLayout, diagram: document.Node | None
) -> Iterator[tuple[list[int], document.Scalar]]:
    """The spaces of each row from left to right, as numbers, and what is drawn for them."""
    assert diagram is not None
    at = _positions(program, board)
    if not at:
        raise NotUnderstood(
            diagram.span,
            f"the spaces of `{board.name}` are not in rows: list them, `{{a: ..., b: ...}}`, or draw a `plan` of them under `view`",
        )
    order = sorted(range(board.spaces), key=lambda space: at[space][::-1])
    rows = [list(row) for _, row in groupby(order, key=lambda space: at[space][1])]
    lines = (
        [one(item) for item in diagram.items] if isinstance(diagram, document.Sequence) else _lines(diagram)
    )
    if len(lines) != len(rows):
        are = f"{len(lines)} row{' is' if len(lines) == 1 else 's are'}"
        raise NotUnderstood(
            diagram.span.first_line,
            f"`{board.name}` has {len(rows)} row{'s' * (len(rows) != 1)}, and {are} drawn",
        )
    yield from zip(rows, lines, strict=True)


def _positions(program: ir.Program, board: BoardLayout) -> Sequence[tuple[float, ...]]:
    """Where each space is drawn: by the view, if it places them all, or else by the shape; nothing for a graph."""
    view = program.view.boards.get(board.name, ir.BoardView())
    given = [view.at.get(label) for _, label in program.labels.spaces[board.name][: board.spaces]]
    placed = [at for at in given if at is not None]
    if len(placed) == board.spaces:
        return placed
    return () if board.shape == "graph" else board.positions


def _lines(diagram: document.Node) -> list[document.Scalar]:
    """The lines of a text that are not blank, each with its place."""
    if not isinstance(diagram, document.Scalar):
        raise NotUnderstood(diagram.span, "draw the rows of the board, one on each line of a text after `|`")
    found: list[document.Scalar] = []
    start = diagram.span.start
    for line in filter(None, map(str.strip, diagram.text.splitlines())):
        span = diagram.span.within(line, start)
        found.append(document.Scalar(line, diagram.style, span))
        start = span.end if span is not diagram.span else start
    return found


def _letters(row: document.Scalar, count: int) -> list[document.Scalar]:
    """What is drawn for each space of a row."""
    words = row.text.split()
    letters = words if len(words) == count else list("".join(words))
    if len(letters) != count:
        spaces = f"{count} space{'s' * (count != 1)}"
        raise NotUnderstood(row.span, f"this row has {spaces}, and {len(letters)} are drawn")
    found: list[document.Scalar] = []
    start = row.span.start
    for letter in letters:
        span = row.span.within(letter, start)
        found.append(document.Scalar(letter, row.style, span))
        start = span.end if span is not row.span else start
    return found
