"""The checker's words about how boards are declared: shapes, spaces, numbers, lines and routes.

What is asked of boards is spoken of in `on_board_messages`, tables without an edge in `open_table_messages`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.context import Context
from rulewright.checked.messages import types
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


def too_many_spaces(c: Context, declared: rulebook.Board, spaces: int, most: int) -> None:
    c.report(
        "too-many",
        declared.span,
        f"{spaces:,} spaces are too many",
        help=f"all boards have at most {most:,} together, those of each player counted",
    )


def too_many_attributes(c: Context, declared: rulebook.Board, values: int, most: int) -> None:
    c.report(
        "too-many",
        declared.span,
        f"{values:,} values of attributes are too many",
        help=f"all spaces of all boards have at most {most:,} together; what only some rules need may be a definition",
    )


def coordinate_without_name(c: Context, count: syntax.Name, words: str) -> None:
    """`rows: Colour`, where each row has a colour, which is asked of spaces by a name."""
    c.report(
        "wrong-type",
        count.span,
        f"`{words}` is a number, or a name for what spaces have and `{count.text}` behind it",
        label="which name has it?",
        help=f"write `{words}: {{{count.text.lower()}: {count.text}}}`, so that a space `s` has `s.{count.text.lower()}`",
    )


def side_too_long(c: Context, side: rulebook.Side, count: int, most: int) -> None:
    c.report("too-many", side.span, f"{count:,} are too many", help=f"a board has at most {most:,} spaces")


def too_many_lines(c: Context, declared: rulebook.Board, lines: int, most: int) -> None:
    c.report(
        "too-many",
        declared.span,
        f"{lines:,} lines, as long as they are, are too many",
        help=f"a board has at most {most:,}, and fewer if they are long",
    )


def size_of_nothing(c: Context, declared: rulebook.Board) -> None:
    c.report(
        "nothing-stands",
        declared.span,
        f"`{declared.id}` says how many pieces a space takes, but not of which kind",
        help="write `holds:` with a kind of pieces, or leave `size` out",
    )


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


def no_space_name(c: Context, space: rulebook.SpaceName) -> None:
    c.report(
        "unknown-space",
        space.span,
        f"`{space.text}` cannot be the name of a space",
        help="spaces are called by numbers or ids; `1..24` stands for a row of numbers",
    )


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
        "unknown-space", span, f"a link joins two spaces, and this has {len(link)}", help="write `[a, b]`"
    )


def space_twice(c: Context, declared: rulebook.Board, name: str) -> None:
    c.report(
        "space-twice",
        declared.span,
        f"two spaces of `{declared.id}` are called `{name}`",
        help="what the label is made of must tell all spaces apart",
    )


def space_name_taken(c: Context, declared: rulebook.Board, name: str) -> None:
    c.report(
        "name-taken",
        declared.span,
        f"a space of `{declared.id}` is called `{name}`, and so is something else",
        help="every name means one thing: rename the other one",
    )


def attribute_taken(c: Context, node: syntax.Expression, name: str) -> None:
    c.report("name-taken", node.span, f"spaces have `{name}` already", help="give the attribute another name")


def numbering_start(c: Context, space: rulebook.SpaceName) -> None:
    c.report(
        "cannot-number",
        space.span,
        "a numbering begins at the `center` of a hexagon",
        help="leave `from` out where rows are numbered",
    )


def cannot_number(c: Context, numbering: rulebook.Numbering, path: str, shape: str) -> None:
    c.report(
        "cannot-number",
        numbering.along.span,
        f"a {shape} has no `{path}` to number along",
        help="a hexagon has `spiral` and `meander` from its center; every other board `rows` and `meander`",
    )


def none_of(c: Context, node: syntax.Expression, role: str, words: Sequence[str]) -> None:
    c.report(
        "cannot-number",
        node.span,
        f"{role} must be {types.listed(words)}",
        help="write one of these words, or an option with some of them as values",
    )


def family_taken(c: Context, family: rulebook.Family) -> None:
    c.report(
        "name-taken", family.span, f"boards have `{family.id}` already", help="give the lines another name"
    )


def unknown_space_attribute(c: Context, name: syntax.Name, known: Sequence[str]) -> None:
    c.report(
        "unknown-attribute",
        name.span,
        f"spaces have no `{name.text}`",
        label="not an attribute",
        help=types.nearest_or(name.text, list(known), f"they have {types.listed(list(known))}"),
    )


def no_lines(c: Context, family: rulebook.Family, length: int) -> None:
    c.report(
        "no-lines",
        family.span,
        f"there is no straight line of {length} spaces on this board",
        help="make the board larger or the lines shorter",
        warning=True,
    )


def route_crosses_itself(c: Context, route: rulebook.Route, name: str) -> None:
    c.report(
        "route-twice",
        route.span,
        f"`{route.id}` goes through `{name}` twice",
        help="from every space a route goes on to one space; `closed: true` leads from the last to the first",
    )


def route_of_nobody(c: Context, route: rulebook.Route, owner: str) -> None:
    c.report(
        "wrong-owner",
        route.span,
        f"`{route.id}` has a list of spaces for `{owner}`, and is nobody's",
        help="write `of: players` (or `of: teams`) beside `spaces`, or one list for all",
    )


def nobody_sits(c: Context, route: rulebook.Route, owner: str, known: Sequence[str]) -> None:
    c.report(
        "unknown-name",
        route.span,
        f"`{route.id}` has a list of spaces for `{owner}`, and nobody is called so",
        help=types.nearest_or(owner, list(known), f"seats are {types.listed(list(known))}"),
    )


def route_missing(c: Context, route: rulebook.Route, owner: str) -> None:
    c.report(
        "missing-key",
        route.span,
        f"`{route.id}` does not say which way `{owner}` goes",
        help="give a list of spaces for each, or one list for all",
    )
