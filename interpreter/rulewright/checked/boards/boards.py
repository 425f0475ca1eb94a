"""Boards once options and players are known: their spaces with their names, lines, routes and numbers.

    board: {hexagon: 6, without: [center], number: {...}}      ->      90 spaces, `board(67)`, `board.five`

Everything here is constant; `ir.lower.boards` makes tables of it.  With `per:` each owner has a board of the same shape, and
spaces and lines are numbered owner after owner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from rulewright.checked.bindings import Fixed
from rulewright.checked.boards.directions import way_type
from rulewright.checked.boards.facts import BoardFacts
from rulewright.checked.boards.geometry import (
    SIDED,
    Geometry,
    by_rows,
    graph,
    grid,
    spiral,
    track,
    unbounded,
)
from rulewright.checked.boards.lines import families, routes
from rulewright.checked.boards.lists import find, listed_names, too_large
from rulewright.checked.boards.spaces import scopes
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations, lookup
from rulewright.checked.declarations.combinations import told_apart
from rulewright.checked.declarations.lookup import owners_of, works_out
from rulewright.checked.facts import Attributes
from rulewright.checked.infer import infer
from rulewright.checked.labels import filled
from rulewright.checked.messages import boards, open_tables
from rulewright.checked.messages.declarations import unknown_kind
from rulewright.expression import nodes as syntax
from rulewright.expression.words import is_name
from rulewright.language.directions import COMPASS, EAST, NORTH, NORTHWEST, SOUTH, WEST
from rulewright.language.shapes import SHAPES
from rulewright.language.types import Enum, Integer, Optional, Unknown, Value
from rulewright.problems.limits import MOST_ATTRIBUTES, MOST_SPACES
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import replace

MOST_LAID = 120
"""The most pieces of a table without an edge, which has room for all of them in every direction."""
MANY = 1_000
"""The most pieces on a space that takes any number of them."""

ORTHOGONAL = (NORTH, EAST, SOUTH, WEST)
PATHS = Enum("path", ("spiral", "meander", "rows"))
TURNING = Enum("turning", ("clockwise", "counterclockwise"))


@works_out(rulebook.Board)
def _board(c: Context, declared: rulebook.Board) -> BoardFacts | None:
    owner = owners_of(declared.per)
    if declared.per is not None and not owner:
        boards.owner_of_board(c, declared)
    before = len(c.problems.found)
    owners = c.owners(owner)
    kind = declared.holds.text if declared.holds is not None else ""
    if declared.holds is not None and kind not in c.book.kinds:
        unknown_kind(c, declared.holds)
        return None
    made = _shape(c, declared)
    if made is None:
        return None
    geometry, coordinates = made
    if _too_many_together(c, declared, geometry.size * owners):
        return None
    size = 1
    if declared.size is not None:
        size = MANY if declared.size == "any" else declarations.constant_number(c, declared.size, f"`size` of {declared.id}", 1)  # fmt: skip
        if not kind:
            boards.size_of_nothing(c, declared)
    facts = BoardFacts(
        declared.id, kind, owner, owners, size, geometry, coordinates, Attributes({}), {}, {}, geometry.names
    )
    facts = _numbered(c, declared, facts)
    facts = _with_attributes(c, declared, facts)
    if len(c.problems.found) == before:
        facts = _named(c, declared, facts)
        _check_names(c, declared, facts)
    facts = replace(facts, families=families(c, declared, facts))
    return replace(facts, routes=routes(c, declared, facts))


# ------------------------------------------------------------------------------------------------ shapes

_Coordinates = tuple[tuple[str, Value, tuple[Fixed, ...]], ...]


def _shape(c: Context, declared: rulebook.Board) -> tuple[Geometry, _Coordinates] | None:
    without = frozenset(space.text for space in declared.without)
    match declared.shape:
        case rulebook.Grid() as shape:
            made = _grid(c, declared, shape, without)
        case rulebook.Sided(shape=name, side=side):
            number = declarations.constant_number(c, side, f"the side of a {name}", 1)
            sided = SIDED[name]
            if too_large(c, declared, sided.spaces(number)):
                return None
            made = _by_rows(sided.made(number, without), sided.rows(number))
        case rulebook.Track() as shape:
            made = _track(c, declared, shape)
        case rulebook.Graph() as shape:
            made = _graph(c, declared, shape)
        case rulebook.Unbounded():
            made = _unbounded(c, declared)
        case _:
            assert_never(declared.shape)
    if made is not None:
        _check_without(c, declared, made[0])
    return made


def _unbounded(c: Context, declared: rulebook.Board) -> tuple[Geometry, _Coordinates] | None:
    """A table as large as its pieces can spread; `east` and `north` count from the center."""
    held = c.book.kinds[declared.holds.text] if declared.holds is not None else None
    if held is None or not held.one_per:
        open_tables.unbounded_needs_pieces(c, declared)
        return None
    pieces = told_apart(c, held.id)
    if not pieces:
        return None  # reported by `told_apart`
    if pieces > MOST_LAID:
        open_tables.too_many_laid(c, declared, pieces, MOST_LAID)
        return None
    for key in (declared.number, declared.per, declared.size, *declared.without, *declared.lines.values()):
        if key is not None:
            open_tables.not_unbounded(c, declared)
            return None
    return _laid_out(pieces)


@lru_cache(maxsize=16)
def _laid_out(pieces: int) -> tuple[Geometry, _Coordinates]:
    geometry, span = unbounded(pieces), Integer(-pieces, pieces)
    return geometry, (
        ("east", span, tuple(column for _, column in geometry.points)),
        ("north", span, tuple(row for row, _ in geometry.points)),
    )


def _too_many_together(c: Context, declared: rulebook.Board, spaces: int) -> bool:
    """Whether all boards together have too many spaces or values of attributes; reported at the first board above the limit."""
    if isinstance(declared.shape, rulebook.Unbounded):  # its spaces are worked out, not kept
        return False
    before = [facts for facts in c.boards.values() if not facts.unbounded]
    every = spaces + sum(facts.spaces for facts in before)
    values = spaces * len(declared.attributes) + sum(
        facts.spaces * len(c.book.boards[facts.name].attributes) for facts in before
    )
    if every > MOST_SPACES:
        boards.too_many_spaces(c, declared, every, MOST_SPACES)
    elif values > MOST_ATTRIBUTES:
        boards.too_many_attributes(c, declared, values, MOST_ATTRIBUTES)
    return every > MOST_SPACES or values > MOST_ATTRIBUTES


def _grid(
    c: Context, declared: rulebook.Board, shape: rulebook.Grid, without: frozenset[str]
) -> tuple[Geometry, _Coordinates] | None:
    rows, columns = _side(c, shape.rows, "row", "rows"), _side(c, shape.columns, "column", "columns")
    if rows is None or columns is None or too_large(c, declared, len(rows[2]) * len(columns[2])):
        return None
    ways = tuple(range(len(COMPASS)))
    if declared.directions != "all":
        ways = ORTHOGONAL if declared.directions == "orthogonal" else tuple(set(ways) - set(ORTHOGONAL))
    downwards = shape.rows.coordinate is not None
    geometry = grid(len(rows[2]), len(columns[2]), ways, downwards, without)
    return geometry, (
        (rows[0], rows[1], tuple(rows[2][row] for row, _ in geometry.points)),
        (columns[0], columns[1], tuple(columns[2][column] for _, column in geometry.points)),
    )


def _side(
    c: Context, side: rulebook.Side, name: str, words: str
) -> tuple[str, Value, tuple[Fixed, ...]] | None:
    if side.coordinate is not None:
        axis = declarations.axis_of(c, side.coordinate.domain, f"`{words}`")
        return None if axis is None else (side.coordinate.name, axis.type, axis.values)
    assert side.count is not None
    if isinstance(side.count, syntax.Name) and side.count.text in c.book.enums:
        boards.coordinate_without_name(c, side.count, words)
        return None
    count = declarations.constant_number(c, side.count, f"the number of {words}", 1, default=0)
    if count == 0:
        return None
    if count > MOST_SPACES:
        boards.side_too_long(c, side, count, MOST_SPACES)
        return None
    return name, Integer(1, count), tuple(range(1, count + 1))


def _by_rows(geometry: Geometry, rows: int) -> tuple[Geometry, _Coordinates]:
    """The coordinates of hexagons in rows: `row` and `column` are numbered as in the names of the spaces."""
    numbers = [int("".join(ch for ch in name if ch.isdigit())) for name in geometry.names]
    lettered = [_letter_number("".join(ch for ch in name if ch.isalpha())) for name in geometry.names]
    row, column = (lettered, numbers) if SHAPES[geometry.shape].rings else (numbers, lettered)
    span = Integer(1, rows)
    return geometry, (("row", span, tuple(row)), ("column", span, tuple(column)))


def _letter_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number


def _track(
    c: Context, declared: rulebook.Board, shape: rulebook.Track
) -> tuple[Geometry, _Coordinates] | None:
    if shape.count is not None:
        count = declarations.constant_number(c, shape.count, "the number of spaces", 1)
        if too_large(c, declared, count):
            return None
        names: tuple[str, ...] = tuple(str(number) for number in range(1, count + 1))
    else:
        names = _spaces(c, declared, shape.listed)
    return (track(names), _numbers(names)) if names else None


def _spaces(c: Context, declared: rulebook.Board, listed: tuple[rulebook.SpaceName, ...]) -> tuple[str, ...]:
    """The names of the spaces of a board that lists them."""
    if not listed:
        boards.no_spaces(c, declared)
    return listed_names(c, declared, listed)


def _numbers(names: tuple[str, ...]) -> _Coordinates:
    """The coordinate `number` of each space; none for spaces whose name is not a number."""
    found = [int(name) if name.isdigit() else None for name in names]
    known = [number for number in found if number is not None]
    if not known:
        return ()
    plain = Integer(min(known), max(known))
    return (("number", plain if len(known) == len(found) else Optional(plain), tuple(found)),)


def _graph(
    c: Context, declared: rulebook.Board, shape: rulebook.Graph
) -> tuple[Geometry, _Coordinates] | None:
    names = _spaces(c, declared, shape.spaces)
    links = []
    for link in shape.links:
        ends = [find(c, declared, space, names) for space in link]
        if len(ends) != 2:
            boards.link_needs_two(c, declared, link)
        elif ends[0] is not None and ends[1] is not None:
            links.append((ends[0], ends[1]))
    return (graph(names, tuple(links)), _numbers(names)) if names else None


def _check_without(c: Context, declared: rulebook.Board, geometry: Geometry) -> None:
    if SHAPES[geometry.shape].plane is None:
        for space in declared.without:
            boards.without_here(c, space)
    elif len(geometry.whole) - geometry.size != len({s.text for s in declared.without}):
        for space in declared.without:
            if not _removes(geometry, space.text):
                boards.unknown_space(c, space, declared.id, geometry.names)


def _removes(geometry: Geometry, name: str) -> bool:
    """Whether a name is that of a space of the whole shape that the board leaves out."""
    if name == "center":
        return SHAPES[geometry.shape].rings
    letters = "".join(ch for ch in name if ch.isalpha())
    digits = name.removeprefix(letters)
    return (
        bool(letters)
        and digits.isdigit()
        and name not in geometry.names
        and _inside(geometry, letters, int(digits))
    )


def _inside(geometry: Geometry, letters: str, number: int) -> bool:
    first = [row for row, _ in geometry.whole]
    second = [column for _, column in geometry.whole]
    if SHAPES[geometry.shape].rings:
        far = max(first)
        return (far - _letter_number(letters) + 1, number - far - 1) in geometry.whole
    return _letter_number(letters) - 1 in second and number - 1 in first


# --------------------------------------------------------------------------------- numbers and attributes


def _numbered(c: Context, declared: rulebook.Board, facts: BoardFacts) -> BoardFacts:
    numbering = declared.number
    if numbering is None:
        return facts
    order = _path(c, numbering, facts.geometry)
    if order is None:
        return facts
    first = 1
    if numbering.first is not None:
        first = declarations.constant_number(c, numbering.first, "the first number", 0)
    numbers = [0] * facts.geometry.size
    for index, space in enumerate(order):
        numbers[space] = first + index
    span = Integer(first, first + len(order) - 1)
    coordinate: tuple[str, Value, tuple[Fixed, ...]] = ("number", span, tuple(numbers))
    others = {name: (type_, values) for name, type_, values in facts.coordinates}
    return replace(
        facts, coordinates=(coordinate,), names=tuple(str(n) for n in numbers), attributes=Attributes(others)
    )


def _path(c: Context, numbering: rulebook.Numbering, geometry: Geometry) -> tuple[int, ...] | None:
    path = _word(c, numbering.along, PATHS, "`path`")
    turning = "clockwise"
    if numbering.turning is not None:
        turning = _word(c, numbering.turning, TURNING, "`turning`")
    towards = NORTHWEST
    if numbering.towards is not None:
        value = declarations.constant(c, numbering.towards, way_type(c), "`towards`")
        towards = value if isinstance(value, int) else NORTHWEST
    if numbering.start is not None and (numbering.start.text != "center" or not SHAPES[geometry.shape].rings):
        boards.numbering_start(c, numbering.start)
    if SHAPES[geometry.shape].rings and path != "rows":
        order = spiral(geometry, towards, turning == "clockwise", path == "meander")
    elif path == "spiral":
        order = None
    else:
        order = by_rows(geometry, path == "meander")
    if order is None:
        boards.cannot_number(c, numbering, path, geometry.shape)
    return order


def _word(c: Context, node: syntax.Expression, words: Enum, role: str) -> str:
    """The value of a setting of a numbering: one of a few words, or an option with these values."""
    if isinstance(node, syntax.Name) and node.text in words.members and not lookup.is_declared(c, node.text):
        return node.text
    with c.only_constants():
        info = infer(c, node, declarations.SETUP)
    if isinstance(info.type, Enum) and info.fixed and isinstance(info.value, int):
        word = info.type.members[info.value]
        if word in words.members:
            return word
    boards.none_of(c, node, role, words.members)
    return words.members[0]


def _with_attributes(c: Context, declared: rulebook.Board, facts: BoardFacts) -> BoardFacts:
    """Evaluate the attributes in `spaces:` once for every space; later attributes may use earlier ones."""
    table = dict(facts.attributes.table)
    for name, type_, values in facts.coordinates:
        table[name] = (type_, values)
    for name, node in declared.attributes.items():
        before = len(c.problems.found)
        found = declarations.each_constant(
            c, node, scopes(table, facts.geometry.size), "an attribute of a space"
        )
        for at in range(
            before, len(c.problems.found)
        ):  # so that the same mistake in several is reported once
            path = f"boards.{declared.id}.spaces"
            c.problems.found[at] = replace(c.problems.found[at], path=path)
        if found is None:  # which was reported: what uses it has no problem of its own
            nothing = (Unknown(), (None,) * facts.geometry.size)
            table.setdefault(name, nothing)  # type: ignore[arg-type]  # not a value, so that it fits everywhere
            continue
        if name in table or name in ("empty", "full", "count", "piece", "owner", "face"):
            boards.attribute_taken(c, node, name)
        table[name] = found
    return replace(facts, attributes=Attributes(table))


def _named(c: Context, declared: rulebook.Board, facts: BoardFacts) -> BoardFacts:
    """Name the spaces by the board's label, if it has placeholders."""
    label = declared.label
    if label is None or all(isinstance(part, str) for part in label.parts):
        return facts
    rows = scopes(facts.attributes.table, facts.geometry.size)
    each = map(rows.scope, range(rows.many))
    names = (filled(c, label, lambda part, scope=scope: infer(c, part, scope)) for scope in each)  # type: ignore[misc]  # bound now
    return replace(facts, names=tuple(names))


def _check_names(c: Context, declared: rulebook.Board, facts: BoardFacts) -> None:
    taken, seen = lookup.declared_names(c.book), set(facts.names)
    if len(seen) == len(facts.names) and seen.isdisjoint(taken):
        return
    seen.clear()
    for name in facts.names:
        if name in seen:
            boards.space_twice(c, declared, name)
            return
        seen.add(name)
        if name in taken and is_name(name):
            boards.space_name_taken(c, declared, name)
            return
