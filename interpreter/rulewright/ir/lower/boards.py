"""Boards of the checked rulebook -> IR: geometry becomes constant tables, and expressions look values up in them.

    step(at, north)         Lookup("step.board", (at, way))            ray(at, way)     Elements(Lookup("ray.board", ...))

A table is made when a rule first uses it, since tables over pairs of spaces are large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from rulewright.checked.bindings import (
    BoardMeaning,
    BoardPartMeaning,
    BuiltinMeaning,
    Fixed,
    FoundMeaning,
    RouteMeaning,
    SpaceMeaning,
)
from rulewright.checked.boards.directions import way_names
from rulewright.checked.boards.facts import BoardFacts
from rulewright.checked.boards.questions import lines_through
from rulewright.checked.context import Context
from rulewright.checked.declarations.declarations import values_of
from rulewright.checked.facts import AxisFacts
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.ir.lower.context import Frame, Lowering
from rulewright.ir.lower.layout import axis_of
from rulewright.ir.lower.open_tables import lower_side, width
from rulewright.language.directions import opposite
from rulewright.language.types import Line, Optional, Several, Space
from rulewright.source.text import Span

Following: TypeAlias = Mapping[tuple[int, int], int | None]
"""The next space by space and direction; None at an edge."""


def static_tables(w: Lowering) -> None:
    """The tables of the attributes of spaces, which exist even if no rule uses them."""
    for facts in w.c.boards.values():
        for attribute, (_, values) in facts.attributes.table.items():
            name = f"space.{facts.name}.{attribute}"
            w.tables[name] = ir.Table(name, (0,), (facts.spaces,), values * facts.owners)


# ------------------------------------------------------------------------------------------------ domains


def lower_part(w: Lowering, node: syntax.Expression, part: BoardPartMeaning, frame: Frame) -> ir.Domain:
    """`board.spaces`, `board.lines`, a family, `board.directions`."""
    facts, span = w.c.boards[part.board], node.span
    if facts.unbounded and part.what == "spaces":
        count = facts.geometry.size
        return ir.Between(ir.Constant(0, span), ir.Constant(count - 1, span), span)
    if part.what == "directions":
        return ir.Members(facts.geometry.ways, span)
    first, count, each = 0, facts.geometry.size, facts.geometry.size
    if part.owner is None and facts.owner:  # a type: the boards of all owners
        return ir.Members(tuple(range(facts.owners * (each if part.what == "spaces" else facts.lines))), span)
    if part.what == "lines":
        count, each = facts.declared_lines, facts.lines
    elif part.what == "family":
        family = facts.families[part.family]
        first, count, each = family.first, len(family.lines), facts.lines
    if part.owner is None:
        return ir.Members(tuple(range(first, first + count)), span)
    begin = _further(w.lower(part.owner, frame), each, first, span)
    return ir.Between(begin, ir.Arithmetic("+", begin, ir.Constant(count - 1, span), span), span)


def _further(owner: ir.Expression, each: int, first: int, span: Span) -> ir.Expression:
    """`owner * each + first`: the number of something on an owner's board."""
    at = ir.Arithmetic("*", owner, ir.Constant(each, span), span)
    return ir.Arithmetic("+", at, ir.Constant(first, span), span) if first else at


def lower_pieces_on(w: Lowering, node: syntax.Expression, frame: Frame) -> ir.Domain:
    meaning = w.c.infos[node].meaning
    if isinstance(meaning, BoardMeaning) and w.c.boards[meaning.board].unbounded:
        kind = w.c.boards[meaning.board].kind
        return ir.PiecesAt(
            kind, ir.PlaceOf(kind, w.place_codes[kind, meaning.board], None, node.span), node.span
        )
    return ir.PiecesOn(*_board_places(w, node, frame))


def _board_places(
    w: Lowering, node: syntax.Expression, frame: Frame
) -> tuple[str, int, ir.Expression | None, int, Span]:
    meaning = w.c.infos[node].meaning
    assert isinstance(meaning, BoardMeaning)
    facts = w.c.boards[meaning.board]
    at = None
    if meaning.owner is not None:
        at = _further(w.lower(meaning.owner, frame), facts.geometry.size, 0, node.span)
    return facts.kind, w.place_codes[facts.kind, facts.name], at, facts.geometry.size, node.span


def lower_line(w: Lowering, node: syntax.Expression, frame: Frame) -> ir.Domain:
    """The spaces of a line, in order."""
    type_ = w.c.infos[node].type
    assert isinstance(type_, Line)
    facts = w.c.boards[type_.board]
    table = _table(w, f"line.{facts.name}", (facts.lines * facts.owners,), facts.all_lines)
    return ir.Elements(ir.Lookup(table, (w.lower(node, frame),), False, node.span), False, node.span)


def lower_walk(w: Lowering, node: syntax.Expression, meaning: BuiltinMeaning, frame: Frame) -> ir.Domain:
    """`ray`, `reach`, `neighbours`, `family through at`."""
    span = node.span
    match meaning.name:
        case "ray":
            at, way = (w.lower(argument, frame) for argument in meaning.arguments)
            return ir.Elements(
                ir.Lookup(_rays(w, _facts(w, meaning.arguments[0])), (at, way), False, span), False, span
            )
        case "reach" | "neighbours":
            facts = _facts(w, meaning.arguments[0])
            if facts.unbounded:
                return ir.GridNeighbours(w.lower(meaning.arguments[0], frame), width(facts), span)
            table = _beside(w, facts)
            at = w.lower(meaning.arguments[0], frame)
            if meaning.name == "reach":
                return ir.Reached(at, table, span)
            return ir.Elements(ir.Lookup(table, (at,), False, span), False, span)
        case _:
            family, of = meaning.arguments
            part = w.c.infos[family].meaning
            assert isinstance(part, BoardPartMeaning)
            facts = w.c.boards[part.board]
            name = f"through.{facts.name}.{part.family or 'lines'}"
            table = _table(w, name, (facts.spaces,), lambda: _through(facts, part.family))
            return ir.Elements(ir.Lookup(table, (w.lower(of, frame),), False, span), False, span)


def _through(facts: BoardFacts, family: str) -> tuple[tuple[int, ...], ...]:
    own = lines_through(facts, family)
    return tuple(
        tuple(line + owner * facts.lines for line in lines) for owner in range(facts.owners) for lines in own
    )


# -------------------------------------------------------------------------------------------- expressions


def lower_found(w: Lowering, node: syntax.Expression, meaning: FoundMeaning, frame: Frame) -> ir.Expression:
    """`board(2, 3)`, `card.across(blue)`."""
    facts, span = w.c.boards[meaning.board], node.span
    name = f"found.{facts.name}.{meaning.family}" if meaning.family else f"found.{facts.name}"
    table = _found(w, facts, meaning.family, name)
    at: ir.Expression = ir.Lookup(table, tuple(w.lower(key, frame) for key in meaning.keys), False, span)
    if meaning.owner is None:
        return at
    each = facts.lines if meaning.family else facts.geometry.size
    return ir.Arithmetic("+", _further(w.lower(meaning.owner, frame), each, 0, span), at, span)


def _found(w: Lowering, facts: BoardFacts, family: str, name: str) -> str:
    """The table from coordinates to spaces, or from the attribute by which a family is formed to its lines."""
    if family:
        known = facts.families[family]
        assert known.key is not None
        types = [known.key]
        at: dict[tuple[Fixed, ...], int] = {(key,): known.first + i for i, key in enumerate(known.keys)}
    else:
        types = [type_.of if isinstance(type_, Optional) else type_ for _, type_, _ in facts.coordinates]
        keys = zip(*(values for *_, values in facts.coordinates), strict=True)
        at = {key: space for space, key in enumerate(keys)}
    axes = [AxisFacts(type_, values_of(w.c, type_) or ()) for type_ in types]
    shapes = [axis_of(axis.type, len(axis.values), axis.values[0]) for axis in axes]

    def values() -> tuple[int | None, ...]:
        rows: list[tuple[Fixed, ...]] = [()]
        for axis in axes:
            rows = [(*row, value) for row in rows for value in axis.values]
        return tuple(at.get(row) for row in rows)

    return _table(w, name, tuple(s.size for s in shapes), values, tuple(s.low for s in shapes))


def lower_space(w: Lowering, node: syntax.Expression, meaning: SpaceMeaning, frame: Frame) -> ir.Expression:
    facts = w.c.boards[meaning.board]
    return _further(w.lower(meaning.owner, frame), facts.geometry.size, meaning.at, node.span)


def lower_route(w: Lowering, node: syntax.Expression, meaning: RouteMeaning, frame: Frame) -> ir.Expression:
    """A route of an owner as a direction."""
    ways = w.c.boards[meaning.board].routes[meaning.route].ways
    assert meaning.owner is not None
    first = ir.Constant(ways[0], node.span)
    return ir.Arithmetic("+", first, w.lower(meaning.owner, frame), node.span)


def lower_board_function(
    w: Lowering, node: syntax.Expression, name: str, arguments: tuple[syntax.Expression, ...], frame: Frame
) -> ir.Expression | None:
    """An attribute of a board, space or direction; None if the name is no such attribute."""
    span = node.span
    if name.startswith("board_"):
        return _board_number(w, name, arguments[0], frame)
    if name == "side":
        return lower_side(w, node, arguments, frame)
    if name == "opposite":
        return ir.Lookup(_opposites(w), (w.lower(arguments[0], frame),), False, span)
    if name not in ("step", "toward", "distance"):
        return None
    facts = _facts(w, arguments[0])
    if facts.unbounded:
        return ir.GridStep(w.lower(arguments[0], frame), w.lower(arguments[1], frame), width(facts), span)
    lowered = [w.lower(argument, frame) for argument in arguments]
    if name == "step":
        return _step(w, facts, arguments, lowered, span)
    if name == "toward":
        table = _table(w, f"toward.{facts.name}", (facts.spaces, facts.spaces), lambda: _towards(facts))
        return ir.Lookup(table, tuple(lowered), False, span)
    row = ir.Lookup(_rays(w, facts), (lowered[0], lowered[2]), False, span)
    same = ir.Compare("==", lowered[0], lowered[1], span)
    return ir.IfElse(same, ir.Constant(0, span), ir.Position(row, lowered[1], span), span)


def _step(
    w: Lowering,
    facts: BoardFacts,
    arguments: tuple[syntax.Expression, ...],
    lowered: list[ir.Expression],
    span: Span,
) -> ir.Expression:
    at, way = lowered[0], lowered[1]
    one = ir.Lookup(_steps(w, facts), (at, way), True, span)
    if len(arguments) == 2:
        return one
    number = w.c.infos[arguments[2]]
    if number.fixed and number.value == 1:
        return one
    times = _beyond_rounds(w, facts, (at, way), lowered[2], span)
    further = ir.Nth(ir.Lookup(_rays(w, facts), (at, way), True, span), times, span)
    nowhere = ir.Compare("==", times, ir.Constant(0, span), span)
    return ir.IfElse(nowhere, at, further, span)


def _beyond_rounds(
    w: Lowering, facts: BoardFacts, at: tuple[ir.Expression, ...], times: ir.Expression, span: Span
) -> ir.Expression:
    """A number of steps without the whole rounds of a closed route."""
    if not any(route.closed for route in facts.routes.values()):
        return times
    rounds = ir.Lookup(_rounds(w, facts), at, True, span)
    goes_round = ir.And(
        (
            ir.Compare(">=", times, ir.Constant(0, span), span),
            ir.Compare("!=", rounds, ir.Constant(None, span), span),
        ),
        span,
    )
    return ir.IfElse(goes_round, ir.Arithmetic("mod", times, rounds, span), times, span)


def _board_number(w: Lowering, name: str, of: syntax.Expression, frame: Frame) -> ir.Expression:
    kind, first, at, count, span = _board_places(w, of, frame)
    if w.c.boards[w.c.infos[of].type.board].unbounded:  # type: ignore[union-attr]  # it is a board
        held = ir.PieceCount(kind, ir.PlaceOf(kind, first, None, span), span)
        if name == "board_count":
            return held
        most = w.c.kinds[kind].pieces if name == "board_full" else 0  # full is: nothing is left to be laid
        return ir.Compare("==", held, ir.Constant(most, span), span)
    if name == "board_full":
        return ir.BoardFull(kind, first, at, count, span)
    pieces = ir.BoardCount(kind, first, at, count, span)
    return pieces if name == "board_count" else ir.Compare("==", pieces, ir.Constant(0, span), span)


# ------------------------------------------------------------------------------------------------- tables


def _facts(w: Lowering, node: syntax.Expression) -> BoardFacts:
    type_ = w.c.infos[node].type
    inner = type_.of if isinstance(type_, (Optional, Several)) else type_
    assert isinstance(inner, Space)
    return w.c.boards[inner.board]


def _table(
    w: Lowering,
    name: str,
    sizes: tuple[int, ...],
    values: Callable[[], Iterable[int | tuple[int, ...] | None]],
    lows: tuple[int, ...] = (),
) -> str:
    """The name of a table; its values are computed only if the table is new."""
    if name not in w.tables:
        w.tables[name] = ir.Table(name, lows or (0,) * len(sizes), sizes, tuple(values()))
    return name


def _by_way(
    w: Lowering,
    facts: BoardFacts,
    name: str,
    value: Callable[[Following, int, int], int | tuple[int, ...] | None],
) -> str:
    """A table over spaces and directions, of a function of all next spaces."""
    ways = len(way_names(w.c))

    def values() -> list[int | tuple[int, ...] | None]:
        following = {(space, way): to for space, way, to in _each_step(w.c, facts)}
        return [value(following, space, way) for space in range(facts.spaces) for way in range(ways)]

    return _table(w, f"{name}.{facts.name}", (facts.spaces, ways), values)


def _steps(w: Lowering, facts: BoardFacts) -> str:
    return _by_way(w, facts, "step", lambda following, space, way: following[space, way])


def _each_step(c: Context, facts: BoardFacts) -> list[tuple[int, int, int | None]]:
    """(space, direction, next space) over the boards of all owners and all directions, routes too."""
    own, found = facts.geometry.size, []
    routes = {
        way: route.spaces[owner] for route in facts.routes.values() for owner, way in enumerate(route.ways)
    }
    closed = {way for route in facts.routes.values() if route.closed for way in route.ways}
    for space in range(facts.spaces):
        owner, at = divmod(space, own)
        for way in range(len(way_names(c))):
            to = facts.geometry.steps[at][way] if way < len(facts.geometry.steps[at]) else None
            if way in routes:
                to = _along(routes[way], at, way in closed)
            found.append((space, way, None if to is None else to + owner * own))
    return found


def _along(route: tuple[int, ...], at: int, closed: bool) -> int | None:
    if at not in route:
        return None
    index = route.index(at) + 1
    return route[index] if index < len(route) else route[0] if closed else None


def _rays(w: Lowering, facts: BoardFacts) -> str:
    return _by_way(w, facts, "ray", _ray)


def _rounds(w: Lowering, facts: BoardFacts) -> str:
    """The table of the number of steps from a space back to it in a direction; none if the way ends."""
    return _by_way(w, facts, "round", _round)


def _round(following: Following, space: int, way: int) -> int | None:
    beyond = _ray(following, space, way)
    return len(beyond) + 1 if following[(beyond or (space,))[-1], way] == space else None


def _ray(following: Following, space: int, way: int) -> tuple[int, ...]:
    found: list[int] = []
    at = following[space, way]
    while at is not None and at != space:
        found.append(at)
        at = following[at, way]
    return tuple(found)


def _beside(w: Lowering, facts: BoardFacts) -> str:
    def values() -> list[tuple[int, ...]]:
        own = facts.geometry.size
        return [
            tuple(other + owner * own for other in beside)
            for owner in range(facts.owners)
            for beside in facts.geometry.neighbours
        ]

    return _table(w, f"neighbours.{facts.name}", (facts.spaces,), values)


def _towards(facts: BoardFacts) -> list[int | None]:
    """The direction from each space to each other one; none if they are on no common straight line."""
    own, geometry = facts.geometry.size, facts.geometry
    directions: dict[tuple[int, int], int] = {}
    for space in range(own):
        for way in geometry.ways:
            for other in geometry.run(space, way):
                directions.setdefault((space, other), way)
    return [
        directions.get((one % own, other % own)) if one // own == other // own else None
        for one in range(facts.spaces)
        for other in range(facts.spaces)
    ]


def _opposites(w: Lowering) -> str:
    names = way_names(w.c)
    return _table(
        w,
        "opposite",
        (len(names),),
        lambda: [opposite(way) if way < 10 else None for way in range(len(names))],
    )
