"""Checks that the numbers of a layout agree with each other, when a program comes from a file.

Native code reads and writes memory at the offsets of the layout, so these must be consistent: groups of cells follow one
another without gaps, each as large as its contents; pieces start at existing places with room for them; and all counts
are right.  `sound` checks the rest of a program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.ir import nodes as ir
from rulewright.ir.layout import FLOW_CELLS, Axis, BoardLayout, Group, KindLayout, Layout
from rulewright.ir.noted import lowest, note_words
from rulewright.language.types import HIGHEST, LOWEST

MOST_CELLS = 4_000_000
"""More than the limits of rulebooks allow."""
MOST_PLAYERS = 31
"""The winners are the bits of one cell."""

_SORTS = {
    "bool": "bool", "enum": "enum", "players": "player", "teams": "team", "pieces": "piece", "faces": "face",
    "spaces": "space", "lines": "line", "ways": "way",
}  # fmt: skip
"""The sorts of values that index a variable, by the kind of the axis."""


class UnsoundError(ValueError):
    """A part of a program does not fit the rest of it."""


def demand(fits: bool, what: str) -> None:
    """Raises UnsoundError unless `fits`; `what` names the part that is wrong."""
    if not fits:
        raise UnsoundError(what)


def demand_sound_layout(program: ir.Program) -> None:
    """Raises UnsoundError if the layout does not agree with itself, or with the players and labels of the program."""
    layout = program.layout
    demand(1 <= program.players <= MOST_PLAYERS and layout.players == program.players, "players")
    teams = program.teams
    demand(len(teams) == program.players and all(0 <= team < program.players for team in teams), "teams")
    demand({*teams} == {*range(max(teams) + 1)}, "teams")
    for kind in layout.kinds.values():
        _kind(program, kind)
    for board in layout.boards.values():
        _board(program, board)
    for group in layout.groups.values():
        _group(program, group)
    demand(layout.notes.keys() == program.positions.keys(), "positions that are noted")
    for position in program.positions.values():
        _noted(program, position)
    _side_by_side(program)


def values_of(program: ir.Program, sort: str, name: str) -> int:
    """The number of values of a sort: spaces of a board, members of an enum."""
    labels, kind = program.labels, program.layout.kinds.get(name)
    match sort:
        case "bool":
            return 2
        case "player":
            return program.players
        case "team":
            return max(program.teams) + 1
        case "enum":
            return len(labels.enums.get(name, ()))
        case "piece":
            return kind.pieces if kind is not None else 0
        case "face":
            return kind.faces if kind is not None else 0
        case "space":
            return len(labels.spaces.get(name, ()))
        case "line":
            return len(labels.lines.get(name, ()))
        case _:
            return len(labels.ways)


def _side_by_side(program: ir.Program) -> None:
    """Checks that the groups of cells together cover the cells of the state, each cell once."""
    layout = program.layout
    demand(FLOW_CELLS <= layout.size <= MOST_CELLS, "the number of cells")
    groups = [(group.offset, group.size) for group in layout.groups.values()]
    for kind in layout.kinds.values():
        groups += _cells(kind)
    demand((layout.worth >= 0) == any(end.worth is not None for end in program.ends), "the worth of results")
    if layout.worth >= 0:
        groups.append((layout.worth, 1))
    noted = [(notes.offset, notes.size) for notes in layout.notes.values()]
    before = max((at + many for at, many in groups), default=FLOW_CELLS)
    demand(all(at >= before for at, _ in noted), "where notes lie")
    groups += noted
    end = FLOW_CELLS
    for offset, size in sorted(each for each in groups if each[1]):
        demand(offset == end, "where cells lie")
        end += size
    demand(end == layout.size, "the number of cells")


def _noted(program: ir.Program, position: ir.NotedPosition) -> None:
    """Checks the cells of which a position consists, and those of its notes."""
    what, layout = f"the position {position.name}", program.layout
    notes = layout.notes[position.name]
    demand(notes.name == position.name and notes.most == position.most > 0, what)
    demand(all(-(2**31) <= lowest(part) <= part.high <= HIGHEST for part in position.parts), what)
    for part in position.parts:
        if isinstance(part, ir.NotedCells):
            demand(part.size > 0, what)
            demand(_is_in_a_group(layout, part.offset, part.size), what)
            demand(part.where < 0 or _is_in_a_group(layout, part.where, part.size), what)
    demand(notes.words == note_words(position.parts), what)


def _is_in_a_group(layout: Layout, offset: int, size: int) -> bool:
    """Whether cells are those of one variable or of one group of a kind."""
    groups = [(group.offset, group.size) for group in layout.groups.values()]
    for kind in layout.kinds.values():
        groups += _cells(kind)
    return any(at <= offset and offset + size <= at + many for at, many in groups)


# -------------------------------------------------------------------------------------------------- variables


def _group(program: ir.Program, group: Group) -> None:
    demand(LOWEST <= group.low <= group.high <= HIGHEST, f"the range of {group.name}")
    demand(not (group.optional and group.sort == "integer") or group.low > LOWEST, f"none of {group.name}")
    if group.sort != "integer":
        many = values_of(program, group.sort, group.of)
        demand(group.low >= 0 and group.high < many, f"the range of {group.name}")
    is_none = group.optional and group.start == group.none
    demand(is_none or group.low <= group.start <= group.high, f"the start of {group.name}")
    for axis in group.axes:
        demand(axis.size >= 0, f"the size of {group.name}")
        demand(_axis_fits(program, axis), f"what indexes {group.name}")


def _axis_fits(program: ir.Program, axis: Axis) -> bool:
    if axis.kind == "range":
        return axis.low >= LOWEST and axis.low + axis.size <= HIGHEST
    many = values_of(program, _SORTS[axis.kind], axis.name)
    last = axis.low + axis.size + len(axis.without) - 1
    return axis.low >= 0 and last < many and all(axis.low < index < last for index in {*axis.without})


# ------------------------------------------------------------------------------------------------------ kinds


def _kind(program: ir.Program, kind: KindLayout) -> None:
    what = f"the pieces of {kind.name}"
    owners = {"": 1, "players": program.players, "teams": max(program.teams) + 1}[kind.owned_by]
    demand(kind.owners == owners and kind.faces >= 0, what)
    demand(0 <= kind.pieces <= MOST_CELLS and kind.first_spot >= 0, what)
    demand(kind.looks <= MOST_CELLS, what)
    for place in kind.places:
        many = max(program.teams) + 1 if place.owner_is_team else program.players
        demand(place.owner is None or 0 <= place.owner < many, f"the owner of {place.zone}")
        demand(0 <= place.size <= HIGHEST and 0 <= place.start <= kind.pieces, f"the size of {place.zone}")
    named = kind.face_low is None and kind.faces > 0
    demand(not named or len(program.labels.faces.get(kind.name, ())) >= kind.faces, what)
    demand(kind.face_low is None or len(kind.face_low) in (1, kind.pieces), what)
    demand(all(LOWEST <= low <= HIGHEST - kind.faces for low in kind.face_low or ()), what)
    demand(len(kind.sides) in (0, kind.pieces) and all(0 <= n <= kind.faces for n in kind.sides), what)
    demand(-1 <= kind.table < len(kind.places), what)
    if kind.identical:
        _identical(kind, what)
    else:
        _with_identity(program, kind, what)


def _identical(kind: KindLayout, what: str) -> None:
    others = (kind.where, kind.face, kind.held, kind.space, kind.turned)
    demand(kind.counts >= 0 and others == (-1,) * 5 and not kind.order and not kind.homes, what)
    there = 0
    for code in range(_zones(kind)):
        starting = sum(kind.start_of(code, owner) for owner in range(kind.owners))
        demand(starting <= kind.places[code].size, f"the start of {kind.name}")
        there += starting
    demand(kind.unlimited or there == kind.pieces, f"the start of {kind.name}")


def _with_identity(program: ir.Program, kind: KindLayout, what: str) -> None:
    demand(kind.counts == -1 and not kind.unlimited and kind.where >= 0 and kind.held >= 0, what)
    demand((kind.face >= 0) == (kind.faces > 0) and len(kind.homes) == kind.pieces, what)
    demand(len(program.labels.pieces.get(kind.name, ())) == kind.pieces, what)
    kept = [code for code, place in enumerate(kind.places) if place.order == "kept"]
    demand(sorted(kind.order) == kept and all(code < _zones(kind) for code in kept), what)
    demand(kind.pieces % kind.owners == 0, what)
    for code, many in Counter(kind.homes).items():
        demand(0 <= code < _zones(kind) and many <= kind.places[code].size, f"the start of {kind.name}")
    demand((kind.space >= 0) == (kind.table >= 0) and (kind.turned < 0 or kind.space >= 0), what)


def _zones(kind: KindLayout) -> int:
    """The number of places that are no spaces for one piece."""
    return min(kind.first_spot, len(kind.places))


def _cells(kind: KindLayout) -> Iterator[tuple[int, int]]:
    """The offset and the size of each group of cells of a kind."""
    yield kind.spots, len(kind.places) - _zones(kind)
    if kind.identical:
        yield kind.counts, _zones(kind) * kind.looks
        return
    yield kind.where, kind.pieces
    yield kind.held, _zones(kind)
    ordered = sum(kind.places[code].size for code in kind.order)
    begin = min(kind.order.values(), default=0)
    for code, offset in kind.order.items():
        demand(begin <= offset <= begin + ordered, f"the order of {kind.name}")
        yield offset, kind.places[code].size
    for offset in (kind.face, kind.space, kind.turned):
        if offset >= 0:
            yield offset, kind.pieces


# ----------------------------------------------------------------------------------------------------- boards


def _board(program: ir.Program, board: BoardLayout) -> None:
    what = f"the board {board.name}"
    owners = {"": 1, "players": program.players, "teams": max(program.teams) + 1}[board.owned_by]
    demand(board.owners == owners, what)
    demand(all(0 <= space < board.spaces for line in board.lines for space in line), what)
    demand(values_of(program, "space", board.name) == board.spaces * owners, what)
    if board.kind:
        demand(board.kind in program.layout.kinds, what)
        kind = program.layout.kinds[board.kind]
        many = 1 if board.shape == "unbounded" else board.spaces * owners
        places = kind.places[board.first : board.first + many] if board.first >= 0 else ()
        demand(len(places) == many and all(place.zone == board.name for place in places), what)
    else:
        demand(board.first == -1, what)
