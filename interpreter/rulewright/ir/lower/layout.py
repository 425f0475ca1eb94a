"""Declarations -> the layout of the state. Groups are laid out by name, so that their order in the file is free."""

from __future__ import annotations

from typing import Literal

from rulewright.checked.bindings import Fixed
from rulewright.checked.boards.directions import boards_of
from rulewright.checked.boards.facts import BoardFacts
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations
from rulewright.checked.declarations.starts import starts
from rulewright.checked.facts import AxisFacts, KindFacts
from rulewright.ir.layout import FLOW_CELLS, Axis, BoardLayout, Group, KindLayout, Layout, PlaceInfo
from rulewright.language.ranges import ordinals
from rulewright.language.types import (
    HIGHEST,
    LOWEST,
    Boolean,
    Enum,
    Face,
    Integer,
    Line,
    Optional,
    Piece,
    Player,
    Space,
    Team,
    Type,
    Value,
    Way,
)
from rulewright.source.dataclass import replace

Sort = Literal["integer", "bool", "enum", "player", "team", "piece", "face", "space", "line", "way"]
AxisKind = Literal["range", "bool", "enum", "players", "teams", "pieces", "faces", "spaces", "lines", "ways"]
_STORED: dict[type[Type], tuple[Sort, AxisKind, str]] = {
    Integer: ("integer", "range", ""),
    Boolean: ("bool", "bool", ""),
    Enum: ("enum", "enum", "name"),
    Player: ("player", "players", ""),
    Team: ("team", "teams", ""),
    Face: ("face", "faces", "kind"),
    Piece: ("piece", "pieces", "kind"),
    Space: ("space", "spaces", "board"),
    Line: ("line", "lines", "board"),
    Way: ("way", "ways", ""),
}
"""The sort of a cell and the kind of an axis for each type, and the attribute of the type that names its enum, kind or board."""


def lower_layout(c: Context) -> tuple[Layout, dict[tuple[str, str], int]]:
    """The layout, and the first place code of every zone."""
    offset = FLOW_CELLS
    groups: dict[str, Group] = {}
    for name in sorted(c.book.variables):
        group = _group(c, name, offset)
        groups[name] = group
        offset += group.size
    kinds: dict[str, KindLayout] = {}
    codes: dict[tuple[str, str], int] = {}
    for name in sorted(c.book.kinds):
        kinds[name], offset = _kind(c, c.kinds[name], offset, codes)
    declared = {name: groups[name] for name in c.book.variables}
    boards = {name: _board(facts, codes.get((facts.kind, name), -1)) for name, facts in c.boards.items()}
    worth = offset if any(end.worth is not None for end in c.book.ends.values()) else -1
    size = offset + (worth >= 0)
    return Layout(
        size, c.players, declared, {name: kinds[name] for name in c.book.kinds}, boards, worth
    ), codes


def _board(facts: BoardFacts, first: int) -> BoardLayout:
    lines = tuple(line for family in facts.families.values() if family.declared for line in family.lines)
    shape, positions = facts.geometry.shape, facts.geometry.positions
    return BoardLayout(facts.name, shape, facts.kind, first, facts.owner, facts.owners, positions, lines)


# -------------------------------------------------------------------------------------------------- variables


def _group(c: Context, name: str, offset: int) -> Group:
    declared, facts = c.book.variables[name], c.variables[name]
    optional = isinstance(facts.type, Optional)
    inner = facts.type.of if isinstance(facts.type, Optional) else facts.type
    sort, of, low, high = _cell(c, inner)
    if sort == "integer" and optional:
        low = max(low, LOWEST + 1)
    none = low - 1 if sort == "integer" else -1
    start: Fixed = None
    if declared.start is not None:
        start = declarations.constant(c, declared.start, facts.type, f"`start` of {name}")
    elif not optional:
        start = 0 if sort not in ("integer", "line") or low <= 0 <= high else low
    assert not isinstance(start, tuple)
    return Group(
        name, offset, tuple(_axis(axis) for axis in facts.axes), sort, of, low, high, optional,
        none if start is None else int(start), declared.lasts, declared.seen_by,
    )  # fmt: skip


def _cell(c: Context, type_: Type) -> tuple[Sort, str, int, int]:
    """(sort, enum or kind, lowest, highest) of a cell."""
    low, high = ordinals(type_, lambda kind: c.kinds[kind].pieces)
    sort, _, of = _STORED[type(type_)]
    return sort, getattr(type_, of) if of else "", low, min(high, HIGHEST)


def _axis(axis: AxisFacts) -> Axis:
    found = axis_of(axis.type, len(axis.values), axis.values[0])
    if found.kind != "ways":
        return found
    ways = [way for way in axis.values if isinstance(way, int)]
    return replace(found, without=tuple(way for way in range(ways[0], ways[-1]) if way not in ways))


def axis_of(type_: Value, size: int, first: Fixed) -> Axis:
    _, kind, of = _STORED[type(type_)]
    low = type_.first if isinstance(type_, Line) else 0
    if isinstance(type_, Integer | Way):
        assert isinstance(first, int)
        low = first
    return Axis(kind, getattr(type_, of) if of else "", low, size)


# ------------------------------------------------------------------------------------------------------ kinds


def _kind(
    c: Context, facts: KindFacts, offset: int, codes: dict[tuple[str, str], int]
) -> tuple[KindLayout, int]:
    places, first_spot = _places(c, facts, codes)
    looks = facts.owners * (facts.faces + 1)
    counts = where = face = held = -1
    order: dict[int, int] = {}
    homes: tuple[int, ...] = ()
    if facts.identical:
        counts, offset = offset, offset + first_spot * looks
    else:
        where, offset = offset, offset + facts.pieces
        if facts.faces:
            face, offset = offset, offset + facts.pieces
        held, offset = offset, offset + first_spot
        for code, place in enumerate(places):
            if place.order == "kept":
                order[code], offset = offset, offset + place.size
        homes = _homes(facts, places)
    spots, offset = offset, offset + len(places) - first_spot
    space = turned = -1
    table = next((codes[facts.name, b] for b in boards_of(c, facts.name) if c.boards[b].unbounded), -1)
    if table >= 0:
        space, offset = offset, offset + facts.pieces
    if table >= 0 and facts.sides is not None:
        turned, offset = offset, offset + facts.pieces
    layout = KindLayout(
        facts.name, facts.identical, facts.pieces, facts.owners, facts.owned_by, facts.faces, facts.lows,
        places, counts, where, face, held, order, homes, (), first_spot, spots, facts.unlimited,
        space, turned, table,
    )  # fmt: skip
    return layout, offset


def _places(
    c: Context, facts: KindFacts, codes: dict[tuple[str, str], int]
) -> tuple[tuple[PlaceInfo, ...], int]:
    """The places of a kind, and the first of them that is a space for one piece."""
    begins = starts(c, c.book.kinds[facts.name])
    places: list[PlaceInfo] = []
    for name in sorted(z.id for z in c.book.zones.values() if z.holds.text == facts.name):
        declared, zone = c.book.zones[name], c.zones[name]
        codes[facts.name, name] = len(places)
        owners: tuple[int | None, ...] = (None,)
        if zone.owner:
            owners = tuple(range(c.players if zone.owner == "players" else max(c.teams) + 1))
        for owner in owners:
            places.append(
                PlaceInfo(name, owner, zone.owner == "teams", zone.size, declared.order, declared.seen_by,
                          begins.get(name, 0))
            )  # fmt: skip
    boards = [c.boards[name] for name in sorted(boards_of(c, facts.name))]
    for board in boards:
        if board.unbounded:
            codes[facts.name, board.name] = len(places)
            places.append(PlaceInfo(board.name, None, False, facts.pieces, "none", "all", 0))
    boards = [board for board in boards if not board.unbounded]
    _spaces(facts, places, codes, [board for board in boards if board.size > 1])
    first_spot = len(places)
    _spaces(facts, places, codes, [board for board in boards if board.size == 1])
    return tuple(places), first_spot


def _spaces(
    facts: KindFacts, places: list[PlaceInfo], codes: dict[tuple[str, str], int], boards: list[BoardFacts]
) -> None:
    for board in boards:
        codes[facts.name, board.name] = len(places)
        for space in range(board.spaces):
            owner = space // board.geometry.size if board.owner else None
            info = PlaceInfo(board.name, owner, board.owner == "teams", board.size, "none", "all", 0)
            places.append(info)


def _homes(facts: KindFacts, places: tuple[PlaceInfo, ...]) -> tuple[int, ...]:
    """The place where each piece starts: its owner's own, where pieces and zones have the same owners."""
    own = facts.pieces // facts.owners
    homes = []
    for piece in range(facts.pieces):
        owner = piece // own
        code = next(
            code
            for code, place in enumerate(places)
            if place.start and (place.owner is None or facts.owners == 1 or place.owner == owner)
        )
        homes.append(code)
    return tuple(homes)
