"""The checker's messages about tables without an edge, and about the pieces with sides on them."""

from __future__ import annotations

from rulewright.checked.context import Context
from rulewright.checked.messages import types
from rulewright.checked.messages.types import reported
from rulewright.expression import nodes as syntax
from rulewright.language.types import Type
from rulewright.problems.problem import Note
from rulewright.rulebook import nodes as rulebook


def unbounded_needs_pieces(c: Context, declared: rulebook.Board) -> None:
    c.report(
        "unbounded-pieces",
        declared.holds.span if declared.holds is not None else declared.span,
        f"an unbounded board needs pieces that can be told apart, but `{declared.id}` has none",
        help="write `holds:` with a kind that has `one_per`, so that the table is as large as its pieces can spread",
    )


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


def laid_by_number(
    c: Context, effect: rulebook.Move, source: syntax.Expression, kind: str, kept: bool
) -> None:
    moved, to = effect.moved.span.text, effect.to.span.text
    pile = source.span.text
    way = (
        f"{{move: {pile}.top, to: {to}}}"
        if kept
        else f"{{pick: piece in {pile}, do: [{{move: piece, to: {to}}}]}}"
    )
    c.report(
        "unbounded-pieces",
        effect.moved.span,
        f"`{moved}` says how many, and on this table each of the `{kind}` lies on a space of its own",
        notes=(Note(effect.to.span, "a space of a table without an edge"),),
        help=f"lay one piece: `{way}`",
    )


def has_no_sides(c: Context, node: syntax.Expression, type_: Type, kind: str) -> None:
    c.report(
        "wrong-type",
        node.span,
        f"`side` needs a piece with sides, or the space on which it lies, but this is {types.words_of(type_)}",
        label=types.words_of(type_),
        help=f"declare `sides:` for `{kind}`" if kind else "name a piece, or the space on which it lies",
    )
