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
from rulewright.problems.templates import Parts
from rulewright.source.text import Span


@reported
def nothing_stands(c: Context, span: Span, board: str) -> None: ...


@reported
def nothing_called_so(c: Context, node: syntax.Attribute, board: BoardFacts, known: Sequence[str]) -> Parts:
    words = [*known, *_worded(board)]
    return {
        "help": types.nearest_or(node.name, words, _what_it_has(board)),
        "fix": renamed(node.name_span, words, BUILT_IN_ATTRIBUTES),
    }


@reported
def too_many_pairs(c: Context, call: syntax.Call, board: BoardFacts, most: int) -> None: ...


def _what_it_has(board: BoardFacts) -> str:
    """The attributes of a table without an edge, or the spaces of any other board."""
    if board.unbounded:
        return "it has `open` (the free spaces next to pieces), `spaces`, `directions` and `center`"
    if len(board.names) <= 8:
        return f"its spaces are {types.listed(list(board.names))}"
    return f"its spaces are `{board.names[0]}` to `{board.names[-1]}`; all of them are `{board.name}.spaces`"


@reported
def no_center(c: Context, node: syntax.Attribute, board: str) -> None: ...


@reported
def nothing_there(c: Context, node: syntax.Call, name: str, known: Sequence[str]) -> Parts:
    few = types.listed(known) if len(known) <= 8 else f"`{known[0]}` to `{known[-1]}`"
    return {"help": f"it has {few}" if known else ""}


@reported
def spaces_without_key(c: Context, node: syntax.Call, name: str, names: Sequence[str]) -> None: ...


@reported
def no_lines_declared(c: Context, node: syntax.Attribute, board: str) -> None: ...


@reported
def lines_without_key(c: Context, node: syntax.Call, name: str) -> None: ...


@reported
def not_a_space(c: Context, node: syntax.Expression, type_: Type, name: str) -> Parts:
    help_ = "the space of a piece is `.space`; to choose a space write `board.spaces`"
    return {"help": help_ if isinstance(type_, Piece) else ""}


@reported
def not_a_family(c: Context, node: syntax.Expression, type_: Type) -> None: ...


@reported
def reach_needs_while(c: Context, clause: syntax.Clause) -> None: ...


@reported
def reach_without_clause(c: Context, node: syntax.Call) -> None: ...


def _worded(board: BoardFacts) -> tuple[str, ...]:
    """The names of spaces if these are words; `a1` and `a2` are near everything, so they are no guesses."""
    return board.names if SHAPES[board.geometry.shape].listed else ()


@reported
def place_of_counted(c: Context, kind: syntax.Name) -> Parts:
    if c.kinds[kind.text].identical:
        moved = f"{{move: 1 {kind.text}, from: ..., to: ...}}"
        return {"help": f"move one: `{moved}`, or leave `count` out of their declaration"}
    return {"help": "move one that was chosen or picked: `{move: piece, to: ...}`"}


@reported
def remove_of_counted(c: Context, node: syntax.Expression, kind: str) -> None: ...


@reported
def owner_of_counted(c: Context, node: syntax.Expression, kind: str) -> None: ...


@reported
def nobody_owns(c: Context, node: syntax.Expression, kind: str) -> None: ...


@reported
def of_without_number(c: Context, node: syntax.Expression) -> None: ...
