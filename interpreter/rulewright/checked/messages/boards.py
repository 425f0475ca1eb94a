"""The checker's messages about the declaration of boards: shapes, spaces, numbers, lines and routes.

Messages about expressions over boards are in `board_questions`, those about tables without an edge in `open_tables`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.context import Context
from rulewright.checked.messages import types
from rulewright.checked.messages.types import reported
from rulewright.expression import nodes as syntax
from rulewright.language.shapes import CUT
from rulewright.problems.fix import renamed
from rulewright.rulebook import nodes as rulebook


def owner_of_board(c: Context, declared: rulebook.Board) -> None:
    span = declared.per.span if declared.per is not None else declared.span
    c.report(
        "wrong-owner",
        span,
        "a board belongs to `players` or to `teams`",
        help="leave `per` out for one board",
    )


def owner_of_route(c: Context, route: rulebook.Route) -> None:
    span = route.of.span if route.of is not None else route.span
    c.report(
        "wrong-owner", span, "a route is that of `players` or `teams`", help="leave `of` out for one route"
    )


@reported
def too_many_spaces(c: Context, declared: rulebook.Board, spaces: int, most: int) -> None: ...


@reported
def too_many_attributes(c: Context, declared: rulebook.Board, values: int, most: int) -> None: ...


def coordinate_without_name(c: Context, count: syntax.Name, words: str) -> None:
    """`rows: Colour`, where each row has a colour but the coordinate has no name."""
    c.report(
        "wrong-type",
        count.span,
        f"`{words}` is a number, or a coordinate with its domain, such as `{{{count.text.lower()}: {count.text}}}`",
        label="which name has it?",
        help=f"write `{words}: {{{count.text.lower()}: {count.text}}}`; then a space `s` has `s.{count.text.lower()}`",
    )


@reported
def side_too_long(c: Context, side: rulebook.Side, count: int, most: int) -> None: ...


@reported
def too_many_lines(c: Context, declared: rulebook.Board, lines: int, most: int) -> None: ...


@reported
def size_of_nothing(c: Context, declared: rulebook.Board) -> None: ...


def unknown_space(c: Context, space: rulebook.SpaceName, board: str, names: Sequence[str]) -> None:
    words = [name for name in names if name.isalpha()]
    c.report(
        "unknown-space",
        space.span,
        f"`{board}` has no space `{space.text}`",
        label="no such space",
        help=types.nearest_or(space.text, list(names), f"its spaces are {types.listed(list(names)[:12])}"),
        fix=renamed(space.span, words, ()),
    )


@reported
def no_space_name(c: Context, space: rulebook.SpaceName) -> None: ...


def without_here(c: Context, space: rulebook.SpaceName) -> None:
    c.report(
        "unknown-space",
        space.span,
        f"`without` cuts spaces out of {CUT}",
        help="leave the space out of the list of spaces",
    )


def link_needs_two(c: Context, declared: rulebook.Board, link: Sequence[rulebook.SpaceName]) -> None:
    span = link[0].span if link else declared.span
    c.report(
        "unknown-space", span, f"a link joins two spaces, but this has {len(link)}", help="write `[a, b]`"
    )


@reported
def space_twice(c: Context, declared: rulebook.Board, name: str) -> None: ...


@reported
def space_name_taken(c: Context, declared: rulebook.Board, name: str) -> None: ...


@reported
def attribute_taken(c: Context, node: syntax.Expression, name: str) -> None: ...


@reported
def numbering_start(c: Context, space: rulebook.SpaceName) -> None: ...


@reported
def cannot_number(c: Context, numbering: rulebook.Numbering, path: str, shape: str) -> None: ...


@reported
def none_of(c: Context, node: syntax.Expression, role: str, words: Sequence[str]) -> None: ...


@reported
def family_taken(c: Context, family: rulebook.Family) -> None: ...


def unknown_space_attribute(c: Context, name: syntax.Name, known: Sequence[str]) -> None:
    c.report(
        "unknown-attribute",
        name.span,
        f"spaces have no `{name.text}`",
        label="not an attribute",
        help=types.nearest_or(name.text, list(known), f"they have {types.listed(list(known))}"),
    )


@reported
def no_lines(c: Context, family: rulebook.Family, length: int) -> None: ...


@reported
def route_crosses_itself(c: Context, route: rulebook.Route, name: str) -> None: ...


@reported
def route_of_nobody(c: Context, route: rulebook.Route, owner: str) -> None: ...


def nobody_sits(c: Context, route: rulebook.Route, owner: str, known: Sequence[str]) -> None:
    c.report(
        "unknown-name",
        route.span,
        f"`{route.id}` has a list of spaces for `{owner}`, and nobody is called so",
        help=types.nearest_or(owner, list(known), f"seats are {types.listed(list(known))}"),
    )


@reported
def route_missing(c: Context, route: rulebook.Route, owner: str) -> None: ...
