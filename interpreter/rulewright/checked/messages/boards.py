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
from rulewright.problems.templates import Parts
from rulewright.rulebook import nodes as rulebook


@reported
def owner_of_board(c: Context, declared: rulebook.Board) -> None: ...


@reported
def owner_of_route(c: Context, route: rulebook.Route) -> None: ...


@reported
def too_many_spaces(c: Context, declared: rulebook.Board, spaces: int, most: int) -> None: ...


@reported
def too_many_attributes(c: Context, declared: rulebook.Board, values: int, most: int) -> None: ...


@reported
def coordinate_without_name(c: Context, count: syntax.Name, words: str) -> Parts:
    """`rows: Colour`, where each row has a colour but the coordinate has no name."""
    return {"name": count.text.lower()}


@reported
def side_too_long(c: Context, side: rulebook.Side, count: int, most: int) -> None: ...


@reported
def too_many_lines(c: Context, declared: rulebook.Board, lines: int, most: int) -> None: ...


@reported
def size_of_nothing(c: Context, declared: rulebook.Board) -> None: ...


@reported
def unknown_space(c: Context, space: rulebook.SpaceName, board: str, names: Sequence[str]) -> Parts:
    words = [name for name in names if name.isalpha()]
    return {
        "help": types.nearest_or(space.text, names, f"its spaces are {types.listed(names[:12])}"),
        "fix": renamed(space.span, words, ()),
    }


@reported
def no_spaces(c: Context, declared: rulebook.Board) -> None: ...


@reported
def no_space_name(c: Context, space: rulebook.SpaceName) -> None: ...


@reported
def without_here(c: Context, space: rulebook.SpaceName) -> Parts:
    return {"shapes": CUT}


@reported
def link_needs_two(c: Context, declared: rulebook.Board, link: Sequence[rulebook.SpaceName]) -> Parts:
    return {"first": link[0] if link else declared, "given": len(link)}


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


@reported
def unknown_space_attribute(c: Context, name: syntax.Name, known: Sequence[str]) -> Parts:
    return {"help": types.nearest_or(name.text, known, f"they have {types.listed(known)}")}


@reported
def no_lines(c: Context, family: rulebook.Family, length: int) -> None: ...


@reported
def route_crosses_itself(c: Context, route: rulebook.Route, name: str) -> None: ...


@reported
def route_of_nobody(c: Context, route: rulebook.Route, owner: str) -> None: ...


@reported
def nobody_sits(c: Context, route: rulebook.Route, owner: str, known: Sequence[str]) -> Parts:
    return {"help": types.nearest_or(owner, known, f"seats are {types.listed(known)}")}


@reported
def route_missing(c: Context, route: rulebook.Route, owner: str) -> None: ...
