"""The checker's messages about expressions over boards, and about the pieces on them."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.boards.facts import BoardFacts
from rulewright.checked.context import Context
from rulewright.checked.messages import types
from rulewright.checked.messages.types import reported
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import BUILT_IN_ATTRIBUTES
from rulewright.language.shapes import SHAPES
from rulewright.language.types import Piece, Type
from rulewright.problems.fix import renamed
from rulewright.problems.problem import Note
from rulewright.source.text import Span


def nothing_stands(c: Context, span: Span, board: str) -> None:
    declared = c.book.boards[board]
    c.report(
        "nothing-stands",
        span,
        f"`{board}` is a board without pieces",
        notes=(Note(declared.span, "declared here"),),
        help="write `holds:` with a kind of pieces there, or keep what you need in a variable `per` its spaces",
    )


def nothing_called_so(c: Context, node: syntax.Attribute, board: BoardFacts, known: Sequence[str]) -> None:
    words = [*known, *_worded(board)]
    c.report(
        "unknown-attribute",
        node.name_span,
        f"`{board.name}` has nothing called `{node.name}`",
        label="no space, no lines, and nothing that can be asked",
        notes=(Note(c.book.boards[board.name].span, "declared here"),),
        help=types.nearest_or(node.name, words, _what_it_has(board)),
        fix=renamed(node.name_span, words, BUILT_IN_ATTRIBUTES),
    )


def _what_it_has(board: BoardFacts) -> str:
    """The attributes of a table without an edge, or the spaces of any other board."""
    if board.unbounded:
        return "it has `open` (the free spaces next to pieces), `spaces`, `directions` and `center`"
    if len(board.names) <= 8:
        return f"its spaces are {types.listed(list(board.names))}"
    return f"its spaces are `{board.names[0]}` to `{board.names[-1]}`; all of them are `{board.name}.spaces`"


@reported
def no_center(c: Context, node: syntax.Attribute, board: str) -> None: ...


def nothing_there(c: Context, node: syntax.Call, name: str, known: Sequence[str]) -> None:
    words = list(known)
    few = types.listed(words) if len(words) <= 8 else f"`{words[0]}` to `{words[-1]}`"
    c.report(
        "unknown-space",
        node.span,
        f"`{name}` has nothing there",
        label="beyond the board",
        help=f"it has {few}" if words else "",
    )


def spaces_without_key(c: Context, node: syntax.Call, name: str, names: Sequence[str]) -> None:
    c.report(
        "no-look-up",
        node.span,
        f"the spaces of `{name}` have no coordinates",
        help=f"they are called by name: {types.listed(list(names)[:8])}",
    )


@reported
def no_lines_declared(c: Context, node: syntax.Attribute, board: str) -> None: ...


@reported
def lines_without_key(c: Context, node: syntax.Call, name: str) -> None: ...


def not_a_space(c: Context, node: syntax.Expression, type_: Type, name: str) -> None:
    c.report(
        "wrong-type",
        node.span,
        f"`{name}` starts from a space, but this is {types.words_of(type_)}",
        label=types.words_of(type_),
        help="the space of a piece is `.space`; to choose a space write `board.spaces`"
        if isinstance(type_, Piece)
        else "",
    )


@reported
def not_a_family(c: Context, node: syntax.Expression, type_: Type) -> None: ...


@reported
def reach_needs_while(c: Context, clause: syntax.Clause) -> None: ...


@reported
def reach_without_clause(c: Context, node: syntax.Call) -> None: ...


def _worded(board: BoardFacts) -> tuple[str, ...]:
    """The names of spaces if these are words; `a1` and `a2` are near everything, so they are no guesses."""
    return board.names if SHAPES[board.geometry.shape].listed else ()


def place_of_counted(c: Context, kind: syntax.Name) -> None:
    c.report(
        "counted-pieces",
        kind.span,
        f"`{kind.text}` have a number, so none can appear",
        notes=(Note(c.book.kinds[kind.text].span, "declared here"),),
        help=f"move one: `{{move: 1 {kind.text}, from: ..., to: ...}}`, or leave `count` out of their declaration"
        if c.kinds[kind.text].identical
        else "move one that was chosen or picked: `{move: piece, to: ...}`",
    )


def remove_of_counted(c: Context, node: syntax.Expression, kind: str) -> None:
    c.report(
        "counted-pieces",
        node.span,
        f"`{kind}` have a number, so none can vanish",
        notes=(Note(c.book.kinds[kind].span, "declared here"),),
        help="move it to a zone, or `return` it; kinds without `count` can be removed",
    )


def owner_of_counted(c: Context, node: syntax.Expression, kind: str) -> None:
    c.report(
        "counted-pieces",
        node.span,
        f"everybody's `{kind}` have a number, so a piece keeps its owner",
        notes=(Note(c.book.kinds[kind].span, "declared here"),),
        help="leave `count` out of their declaration, or move this piece away and another one here",
    )


@reported
def nobody_owns(c: Context, node: syntax.Expression, kind: str) -> None: ...


@reported
def of_without_number(c: Context, node: syntax.Expression) -> None: ...
