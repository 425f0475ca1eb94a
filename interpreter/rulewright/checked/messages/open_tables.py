"""The checker's messages about tables without an edge, and about the pieces with sides on them."""

from __future__ import annotations

from rulewright.checked.context import Context
from rulewright.checked.messages.types import reported
from rulewright.expression import nodes as syntax
from rulewright.language.types import Type
from rulewright.problems.templates import Parts
from rulewright.rulebook import nodes as rulebook


@reported
def unbounded_needs_pieces(c: Context, declared: rulebook.Board) -> None: ...


@reported
def too_many_laid(c: Context, declared: rulebook.Board, pieces: int, most: int) -> None: ...


@reported
def not_unbounded(c: Context, declared: rulebook.Board) -> None: ...


@reported
def no_walk_here(c: Context, node: syntax.Expression, name: str, board: str) -> None: ...


@reported
def only_unbounded(c: Context, node: syntax.Attribute, board: str) -> None: ...


@reported
def sides_need_identity(c: Context, declared: rulebook.Kind) -> None: ...


@reported
def turned_without_sides(c: Context, node: syntax.Expression, kind: str) -> None: ...


@reported
def laid_by_number(
    c: Context, effect: rulebook.Move, source: syntax.Expression, kind: str, kept: bool
) -> Parts:
    pile, to = source.span.text, effect.to.span.text
    top, picked = (
        f"{{move: {pile}.top, to: {to}}}",
        f"{{pick: piece in {pile}, do: [{{move: piece, to: {to}}}]}}",
    )
    return {"way": top if kept else picked}


@reported
def has_no_sides(c: Context, node: syntax.Expression, type_: Type, kind: str) -> Parts:
    declare = f"declare `sides:` for `{kind}`"
    return {"help": declare if kind else "name a piece, or the space on which it lies"}
