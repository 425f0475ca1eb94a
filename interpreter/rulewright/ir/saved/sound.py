"""Checks a program from a file: names are names, and everything that is named, numbered or counted exists.

A program from the front end needs none of this.  One from a file may have been written by anybody, and executors
trust a program: they look up its names, and native code puts names into its text and computes addresses from its
numbers.  `saved` has already checked the type of each field.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import singledispatch
from math import prod
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below
from rulewright.ir.layout import Layout
from rulewright.ir.reads import reached
from rulewright.ir.saved.sound_layout import demand, demand_sound_layout, values_of
from rulewright.ir.walking import everything, parts
from rulewright.language import types
from rulewright.language.ranges import ordinals
from rulewright.language.types import HIGHEST, LOWEST

GAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
"""Names as the schema of rulebooks has them."""
DOTTED = re.compile(r"[A-Za-z_][A-Za-z_0-9]*(?:\.[A-Za-z_0-9]+)*")
"""Paths of rules, names of tables, and an action's name with the phase that it belongs to."""
MOST_LOCALS = 100_000
DEEPEST = 200
"""The longest chain of definitions, steps and actions of which each uses the next."""


def demand_sound(program: ir.Program) -> None:
    """Raises UnsoundError if some part of the program does not fit the others."""
    _names(program)
    demand_sound_layout(program)
    _parts(program)
    _frames(program, 0)
    _no_circles(program)


# ------------------------------------------------------------------------------------------------------ names


def _names(program: ir.Program) -> None:
    layout, labels = program.layout, program.labels
    demand(GAME.fullmatch(program.name) is not None, "the name of the game")
    _each(NAME, layout.groups, layout.kinds, layout.boards, program.definitions, program.steps)
    _each(
        NAME,
        program.positions,
        program.strategies,
        program.options,
        labels.enums,
        [phase.name for phase in program.phases],
    )
    _each(NAME, [place.zone for kind in layout.kinds.values() for place in kind.places])
    _each(NAME, [member for members in labels.enums.values() for member, _ in members])
    here = {name for phase in program.phases for name in phase.actions}
    demand(all(name in here for name in program.actions), "an action without a phase")
    _each(DOTTED, program.actions, program.tables, program.streams)
    called = (layout.groups, layout.kinds, layout.boards, program.definitions, program.steps, program.actions, program.tables, program.positions)  # fmt: skip
    for named in called:
        demand(all(node.name == name for name, node in named.items()), "a name")
    demand(all(strategy.id == name for name, strategy in program.strategies.items()), "a name")
    for node in everything(program):
        if not isinstance(node, ir.Program | ir.Case):  # a case may be called as its value is
            _each(DOTTED, [node.path] if hasattr(node, "path") and node.path else ())
            _each(NAME, [node.id] if hasattr(node, "id") else ())


def _each(pattern: re.Pattern[str], *names: Iterable[str]) -> None:
    for some in names:
        for name in some:
            demand(pattern.fullmatch(name) is not None, f"the name {name!r}")


# ------------------------------------------------------------------------------------------ what is named is there


def _parts(program: ir.Program) -> None:
    demand(len(program.phases) > 0 and 0 <= program.turns.phase < len(program.phases), "a phase")
    demand(len(program.labels.seats) == program.players, "the seats")
    counts = program.player_counts
    demand(
        not counts or (counts == tuple(sorted(set(counts))) and program.players in counts),
        "the numbers of players",
    )
    for name, kind in program.layout.kinds.items():
        demand(len(program.labels.places.get(name, ())) == len(kind.places), f"the places of {name}")
    for table in program.tables.values():
        axes = len(table.lows) == len(table.sizes) and all(size >= 0 for size in table.sizes)
        demand(axes and prod(table.sizes) == len(table.values), f"the table {table.name}")
        demand(_ways_fit(program, table), f"the directions of {table.name}")
        _all_numbers(table.values)
    for node in everything(program):
        names = _FIELDS.get(type(node), _NO_FIELDS)
        if names[0] and node.kind is not None:
            demand(node.kind in program.layout.kinds, "a kind")
        if names[1]:
            demand(0 <= node.stream < len(program.streams), "a source of chance")
        if names[2]:
            after = node.after if isinstance(node, ir.Trigger | ir.End) else node.actions
            demand(all(name in program.actions for name in after), "an action")
        _part(node, program)


def _ways_fit(program: ir.Program, table: ir.Table) -> bool:
    """Whether axes of directions have as many as there are values, in ascending order."""
    if not table.ways:
        return True
    if len(table.ways) != len(table.sizes):
        return False
    known = range(len(program.labels.ways))
    return all(
        not ways or (len(ways) == size and ways[0] == low and list(ways) == sorted({*ways} & {*known}))
        for ways, low, size in zip(table.ways, table.lows, table.sizes, strict=True)
    )


_NO_FIELDS = (False, False, False)
_FIELDS = {
    node: ("kind" in fields, "stream" in fields, "after" in fields or node is ir.Phase)
    for node, fields in ((each, getattr(each, "__dataclass_fields__", {})) for each in vars(ir).values() if isinstance(each, type))
}  # fmt: skip
"""The classes of nodes whose fields name a kind of pieces, a source of chance, or actions."""


def _all_numbers(values: Iterable[int | tuple[int, ...] | None]) -> None:
    for value in values:
        for number in value if isinstance(value, tuple) else (value,):
            demand(number is None or LOWEST <= number <= HIGHEST, "a number")


@singledispatch
def _part(node: object, program: ir.Program) -> None:
    """Checks the requirements of a node that its class does not declare."""


@_part.register
def _(node: ir.Constant, program: ir.Program) -> None:
    _all_numbers((node.value,))


@_part.register
def _(node: ir.UtilitySum, program: ir.Program) -> None:
    _all_numbers((node.value,))
    demand(len(program.utility) == 1, "the sum of points")


@_part.register
def _(node: ir.Members, program: ir.Program) -> None:
    _all_numbers(node.values)


@_part.register
def _(node: ir.Switch, program: ir.Program) -> None:
    _all_numbers(value for value, _ in node.cases)


@_part.register(ir.Cell)
@_part.register(ir.SetCell)
@_part.register(ir.AddCell)
def _(node: ir.Cell | ir.SetCell | ir.AddCell, program: ir.Program) -> None:
    _cell(program.layout, node.group, node.indices)


@_part.register
def _(node: ir.Pay, program: ir.Program) -> None:
    for group, indices in (node.source, node.to):
        _cell(program.layout, group, indices)


def _cell(layout: Layout, group: str, indices: tuple[ir.Expression, ...]) -> None:
    demand(group in layout.groups and len(indices) == len(layout.groups[group].axes), "a variable")


@_part.register
def _(node: ir.Lookup, program: ir.Program) -> None:
    table = program.tables.get(node.table)
    demand(table is not None and len(table.sizes) == len(node.indices), "a table")


@_part.register
def _(node: ir.Reached, program: ir.Program) -> None:
    table = program.tables.get(node.table)
    demand(table is not None and len(table.sizes) == 1 and table.lows == (0,), "a table")
    rows = table.values if table is not None else ()
    demand(all(isinstance(row, tuple) and all(0 <= space < len(rows) for space in row) for row in rows), "neighbours")  # fmt: skip


@_part.register
def _(node: ir.Call, program: ir.Program) -> None:
    found = program.definitions.get(node.definition)
    demand(found is not None and len(found.parameters) == len(node.arguments), "a definition")


@_part.register
def _(node: ir.RunStep, program: ir.Program) -> None:
    found = program.steps.get(node.step)
    demand(found is not None and len(found.parameters) == len(node.arguments), "a step")


@_part.register
def _(node: ir.Can, program: ir.Program) -> None:
    demand(node.action in program.actions, "an action")


@_part.register
def _(node: ir.After, program: ir.Program) -> None:
    for effect in effects_below(node.do, program):
        demand(not isinstance(effect, ir.Roll | ir.Shuffle | ir.Pick), "chance in what would hold")
        if isinstance(effect, ir.MoveCount):
            places = program.layout.kinds[effect.kind].places
            source = effect.source
            first = source.first if isinstance(source, ir.PlaceOf) else None
            zones = {place.zone for place in places if place.order == "shuffled"}
            fixed = first is not None and places[first].zone not in zones
            demand(not zones or fixed, "chance in what would hold")


@_part.register
def _(node: ir.NotePhase, program: ir.Program) -> None:
    demand(0 <= node.phase < len(program.phases), "a phase")


@_part.register
def _(node: ir.NoteTurn, program: ir.Program) -> None:
    demand((node.what == "turn_of") == (node.player is not None), "whose turn it is")


@_part.register
def _(node: ir.Within, program: ir.Program) -> None:
    demand(LOWEST <= node.low <= node.high <= HIGHEST, "a range")


@_part.register
def _(node: ir.Seat, program: ir.Program) -> None:
    demand(LOWEST <= node.by <= HIGHEST, "a number")


@_part.register
def _(node: ir.PlaceOf, program: ir.Program) -> None:
    demand(0 <= node.first < len(program.layout.kinds[node.kind].places), "a place")


@_part.register
def _(node: ir.LayPieces, program: ir.Program) -> None:
    kind = program.layout.kinds[node.kind]
    demand(kind.table == node.to and kind.table >= 0, "a place")


@_part.register(ir.PieceSpace)
@_part.register(ir.BoardCount)
@_part.register(ir.BoardFull)
@_part.register(ir.PiecesOn)
def _(node: ir.PieceSpace | ir.BoardCount | ir.BoardFull | ir.PiecesOn, program: ir.Program) -> None:
    places = len(program.layout.kinds[node.kind].places)
    demand(node.first >= 0 and node.count >= 0 and node.first + node.count <= places, "a place")


@_part.register(ir.GridStep)
@_part.register(ir.GridNeighbours)
@_part.register(ir.OpenSpaces)
def _(node: ir.GridStep | ir.GridNeighbours | ir.OpenSpaces, program: ir.Program) -> None:
    boards = [board for board in program.layout.boards.values() if board.shape == "unbounded"]
    demand(any(node.side > 0 and node.side**2 == board.spaces for board in boards), "a table without an edge")


@_part.register
def _(node: ir.Strategy, program: ir.Program) -> None:
    demand(all(name in program.actions for name in (*node.preferences, *node.weights)), "an action")


@_part.register
def _(node: ir.Parameter, program: ir.Program) -> None:
    demand(node.after_parameter >= -1, "a parameter")
    domain = node.domain
    if isinstance(domain, ir.Members):
        low, high = ordinals(node.type, lambda kind: values_of(program, "piece", kind))
        demand(all(low <= value <= high for value in domain.values), "a parameter")
        demand(
            node.listed in ((), domain.values) and len({*node.listed}) == len(node.listed),
            "a list of choices",
        )
    else:
        demand(not node.listed, "a list of choices")
    if isinstance(domain, ir.PiecesAt | ir.PiecesOn | ir.AllPieces):
        demand(node.type == types.Piece(domain.kind), "a parameter")


@_part.register(types.Player)
@_part.register(types.Team)
@_part.register(types.Way)
def _(node: types.Player | types.Team | types.Way, program: ir.Program) -> None:
    demand(0 <= node.count <= values_of(program, type(node).__name__.lower(), ""), "a type")


@_part.register
def _(node: types.Space, program: ir.Program) -> None:
    demand(0 <= node.count <= values_of(program, "space", node.board), "a type")


@_part.register
def _(node: types.Line, program: ir.Program) -> None:
    demand(0 <= node.first <= node.first + node.count <= values_of(program, "line", node.board), "a type")


@_part.register
def _(node: types.Face, program: ir.Program) -> None:
    demand(len(node.members) <= values_of(program, "face", node.kind), "a type")


@_part.register(types.Piece)
@_part.register(types.Side)
def _(node: types.Piece | types.Side, program: ir.Program) -> None:
    demand(node.kind in program.layout.kinds, "a type")
    demand(isinstance(node, types.Piece) or 0 <= node.count <= 4 * values_of(program, "piece", node.kind), "a type")  # fmt: skip


@_part.register
def _(node: types.Several, program: ir.Program) -> None:
    demand(0 <= node.least <= node.most <= HIGHEST, "a type")


# ----------------------------------------------------------------------------------------------------- frames


def _frames(node: Any, room: int) -> None:  # Any: nodes of all classes
    """Checks that every slot is within the frame of its rule. `room` is the size of the frame."""
    if hasattr(node, "locals"):
        room = node.locals
        demand(0 <= room <= MOST_LOCALS, "the size of a frame")
        demand(len(getattr(node, "parameters", ())) <= room, "the size of a frame")
    if hasattr(node, "slot"):
        demand(0 <= node.slot < room, "a slot")
    for part in parts(node):
        _frames(part, room)


# ---------------------------------------------------------------------------------------------------- circles


def _no_circles(program: ir.Program) -> None:
    """Checks that no definition, step or `can` of an action uses itself."""
    asked: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for name, definition in program.definitions.items():
        asked["define", name] = [*_asked(definition.body)]
    for name, step in program.steps.items():
        asked["step", name] = [*_asked(step.do)]
    for name, action in program.actions.items():
        asked["can", name] = [*_asked((action.parameters, action.lets, action.conditions))]
    for name, position in program.positions.items():
        asked["noted", name] = [*_asked((position.parts, position.forget))]
    asked |= {
        ("noted", node.position): [] for node in everything(program) if isinstance(node, ir.Times)
    } | asked
    turn = any(isinstance(each, ir.Times) for each in reached(program, program.turns.next))
    demand(not turn or not any(each.whose for each in program.positions.values()), "whose turn is next")
    depth: dict[tuple[str, str], int] = {}
    for each in asked:
        _deep(each, asked, depth, 0)


def _deep(at: tuple[str, str], asked: dict[tuple[str, str], list[tuple[str, str]]], known: dict[tuple[str, str], int], level: int) -> int:  # fmt: skip
    """The length of the longest chain from here on. One that is still being computed, in a cycle, counts as too deep."""
    demand(level <= DEEPEST, "something that asks for itself")
    if at not in known:
        known[at] = 1 + max((_deep(each, asked, known, level + 1) for each in asked[at]), default=0)
    return known[at]


def _asked(node: object) -> Iterator[tuple[str, str]]:
    for each in everything(node):
        if isinstance(each, ir.Call):
            yield "define", each.definition
        elif isinstance(each, ir.RunStep):
            yield "step", each.step
        elif isinstance(each, ir.Can):
            yield "can", each.action
        elif isinstance(each, ir.Times):
            yield "noted", each.position
