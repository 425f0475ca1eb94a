"""The checker's words about boards: shapes, spaces, lines, routes, and the pieces that stand on them."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.board_facts import BoardFacts
from rulewright.checked.context import Context
from rulewright.checked.messages import listed, words_of
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import BUILT_IN_ATTRIBUTES
from rulewright.language.types import Type
from rulewright.problems.fix import renamed
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note
from rulewright.rulebook import nodes as rulebook

# ------------------------------------------------------------------------------------------------ shapes


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


def unbounded_needs_pieces(c: Context, declared: rulebook.Board) -> None:
    c.report(
        "unbounded-pieces",
        declared.holds.span if declared.holds is not None else declared.span,
        f"a table without an edge is laid with pieces that can be told apart, and `{declared.id}` has none",
        help="write `holds:` with a kind that has `one_per`, so that the table is as large as its pieces can spread",
    )


def too_many_laid(c: Context, declared: rulebook.Board, pieces: int, most: int) -> None:
    c.report(
        "too-many",
        declared.span,
        f"{pieces} pieces are too many for a table without an edge",
        help=f"at most {most}",
    )


def not_unbounded(c: Context, declared: rulebook.Board) -> None:
    c.report(
        "unbounded-pieces",
        declared.span,
        "a table without an edge is one table, without lines, numbers or missing spaces, with one piece to a space",
        help="leave `per`, `size`, `without`, `number` and `lines` out",
    )


def no_walk_here(c: Context, node: syntax.Expression, name: str, board: str) -> None:
    c.report(
        "unbounded-pieces",
        node.span,
        f"`{name}` has no end on `{board}`, which has no edge",
        help="look at `neighbours(at)` and `step(at, way)`",
    )


def only_unbounded(c: Context, node: syntax.Attribute, board: str) -> None:
    c.report(
        "unknown-attribute",
        node.name_span,
        f"`{board}` has an edge, so there is no `.open`",
        help="the free spaces of a board are `s in board.spaces if s.empty`",
    )


def turned_without_sides(c: Context, node: syntax.Expression, kind: str) -> None:
    c.report(
        "unbounded-pieces",
        node.span,
        f"`{kind}` have no sides, so they cannot be turned",
        help="declare `sides:` for the kind, or leave `turned` out",
    )


def sides_need_identity(c: Context, declared: rulebook.Kind) -> None:
    c.report(
        "unbounded-pieces",
        declared.span,
        f"pieces with sides are told apart, and `{declared.id}` look alike",
        help="write `one_per:` with what tells them apart",
    )


def unknown_space(c: Context, space: rulebook.SpaceName, board: str, names: Sequence[str]) -> None:
    near = nearest(space.text, list(names))
    words = [name for name in names if name.isalpha()]
    c.report(
        "unknown-space",
        space.span,
        f"`{board}` has no space `{space.text}`",
        label="no such space",
        help=f"did you mean `{near}`?" if near else f"its spaces are {listed(list(names)[:12])}",
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
        "`without` cuts spaces out of a grid, a hexagon or a rhombus",
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


# ------------------------------------------------------------------------------------- numbers and lines


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
        f"{role} must be {listed(words)}",
        help="write one of these words, or an option with some of them as values",
    )


def family_taken(c: Context, family: rulebook.Family) -> None:
    c.report(
        "name-taken", family.span, f"boards have `{family.id}` already", help="give the lines another name"
    )


def unknown_space_attribute(c: Context, name: syntax.Name, known: Sequence[str]) -> None:
    near = nearest(name.text, list(known))
    c.report(
        "unknown-attribute",
        name.span,
        f"spaces have no `{name.text}`",
        label="not an attribute",
        help=f"did you mean `{near}`?" if near else f"they have {listed(list(known))}",
    )


def no_lines(c: Context, family: rulebook.Family, length: int) -> None:
    c.report(
        "no-lines",
        family.span,
        f"there is no straight line of {length} spaces on this board",
        help="make the board larger or the lines shorter",
        warning=True,
    )


def no_lines_declared(c: Context, node: syntax.Attribute, board: str) -> None:
    c.report(
        "no-lines",
        node.name_span,
        f"`{board}` declares no lines",
        help="write a family under `lines:`; rows and columns of a grid are `.rows` and `.columns`",
    )


def lines_without_key(c: Context, node: syntax.Call, name: str) -> None:
    c.report(
        "no-look-up",
        node.span,
        f"the lines of `{name}` are not told apart by one value",
        help="lines `by` an attribute are found by its value; go through the others with `for`",
    )


def spaces_without_key(c: Context, node: syntax.Call, name: str, names: Sequence[str]) -> None:
    c.report(
        "no-look-up",
        node.span,
        f"the spaces of `{name}` have no coordinates",
        help=f"they are called by name: {listed(list(names)[:8])}",
    )


def nothing_there(c: Context, node: syntax.Call, name: str) -> None:
    c.report("unknown-space", node.span, f"`{name}` has nothing there", label="beyond the board")


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
    near = nearest(owner, list(known))
    c.report(
        "unknown-name",
        route.span,
        f"`{route.id}` has a list of spaces for `{owner}`, and nobody is called so",
        help=f"did you mean `{near}`?" if near else f"seats are {listed(list(known))}",
    )


def route_missing(c: Context, route: rulebook.Route, owner: str) -> None:
    c.report(
        "missing-key",
        route.span,
        f"`{route.id}` does not say which way `{owner}` goes",
        help="give a list of spaces for each, or one list for all",
    )


# ----------------------------------------------------------------------------------------- in expressions


def nothing_stands(c: Context, node: syntax.Attribute, board: str) -> None:
    declared = c.book.boards[board]
    c.report(
        "nothing-stands",
        node.name_span,
        f"no pieces stand on `{board}`",
        notes=(Note(declared.span, "declared here"),),
        help="write `holds:` with a kind of pieces there, or keep what you need in a variable `per` its spaces",
    )


def nothing_called_so(c: Context, node: syntax.Attribute, board: BoardFacts, known: Sequence[str]) -> None:
    words = [*known, *_worded(board)]
    near = nearest(node.name, words)
    c.report(
        "unknown-attribute",
        node.name_span,
        f"`{board.name}` has nothing called `{node.name}`",
        label="no space, no lines, and nothing that can be asked",
        notes=(Note(c.book.boards[board.name].span, "declared here"),),
        help=f"did you mean `{near}`?" if near else f"its spaces are {listed(board.names[:12])}",
        fix=renamed(node.name_span, words, BUILT_IN_ATTRIBUTES),
    )


def _worded(board: BoardFacts) -> tuple[str, ...]:
    """The names of spaces that have words for names: `a1` and `a2` say nothing about what was meant."""
    return board.names if board.geometry.shape in ("track", "graph") else ()


def no_center(c: Context, node: syntax.Attribute, board: str) -> None:
    c.report("unknown-space", node.name_span, f"`{board}` has no space at its center", label="no center")


def not_a_space(c: Context, node: syntax.Expression, type_: Type, name: str) -> None:
    c.report(
        "wrong-type",
        node.span,
        f"`{name}` starts from a space, and this is {words_of(type_)}",
        label=words_of(type_),
    )


def has_no_sides(c: Context, node: syntax.Expression, type_: Type) -> None:
    c.report(
        "wrong-type",
        node.span,
        f"`side` is asked of a piece with sides, or of the space on which it lies, and this is {words_of(type_)}",
        label=words_of(type_),
        help="declare `sides:` for the kind of pieces",
    )


def not_a_family(c: Context, node: syntax.Expression, type_: Type) -> None:
    c.report(
        "wrong-type",
        node.span,
        f"what stands before `through` must be lines of a board, and this is {words_of(type_)}",
        label=words_of(type_),
        help="write a family, such as `board.rows through at`",
    )


def reach_needs_while(c: Context, clause: syntax.Clause) -> None:
    c.report(
        "while-missing",
        clause.span,
        "`reach` needs a `while` that says how far it spreads",
        help=f"write `{clause.span.text} while {clause.name.text}.owner == me`, or whatever holds the group together",
    )


# ------------------------------------------------------------------------------------------------ pieces


def place_of_counted(c: Context, kind: syntax.Name) -> None:
    c.report(
        "counted-pieces",
        kind.span,
        f"`{kind.text}` have a number, so none can appear",
        notes=(Note(c.book.kinds[kind.text].span, "declared here"),),
        help=f"move one: `{{move: 1 {kind.text}, from: ..., to: ...}}`, or leave `count` out of their declaration",
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


def nobody_owns(c: Context, node: syntax.Expression, kind: str) -> None:
    c.report(
        "wrong-owner",
        node.span,
        f"`{kind}` belong to nobody",
        help="write `of: players` at their declaration",
    )


def of_without_number(c: Context, node: syntax.Expression) -> None:
    c.report(
        "wrong-owner",
        node.span,
        "`of` says whose pieces are taken when a number of them is moved",
        help="leave it out: it is known whose this piece is",
    )
