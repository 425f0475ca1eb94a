"""Boards of a scene: their spaces at coordinates, with pieces and the values of variables that belong to spaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright.author.story.variables import in_sight, variable_name
from rulewright.ir import nodes as ir
from rulewright.ir.layout import BoardLayout, Group
from rulewright.language.shapes import SHAPES
from rulewright.scene.looks import Looks
from rulewright.scene.moves import board_id
from rulewright.scene.plane import WIDTH, Point, spread, winding
from rulewright.scene.records import Board, Observation, Piece, Space, Touch, Value
from rulewright.scene.signs import colour_of
from rulewright.scene.values import value_text


def boards_of(
    looks: Looks, seen: Observation, touched: Sequence[Touch], shown: Sequence[str]
) -> Iterator[Board]:
    """The boards that are shown, one for each owner. `touched` are the spaces that moves name: the free ones of an unbounded
    board are those."""
    boards = looks.program.layout.boards
    for layout in (boards[name] for name in shown if name in boards):
        if layout.shape == "unbounded":
            yield _unbounded(looks, layout, seen, touched)
        else:
            yield from (_board(looks, layout, seen, owner) for owner in range(layout.owners))


def empty_boards(looks: Looks, layout: BoardLayout) -> Iterator[Board]:
    """A board without pieces and values, one for each owner; one without an edge has no spaces."""
    nothing: Observation = {"boards": {layout.name: {}}, "variables": {}}
    if layout.shape == "unbounded":
        yield _unbounded(looks, layout, nothing, ())
    else:
        yield from (_board(looks, layout, nothing, owner) for owner in range(layout.owners))


def _board(looks: Looks, layout: BoardLayout, seen: Observation, owner: int) -> Board:
    labels = looks.program.labels
    first, links = owner * layout.spaces, labels.links.get(layout.name, ())
    names = labels.spaces[layout.name][first : first + layout.spaces]
    view = looks.program.view.boards.get(layout.name, ir.BoardView())
    spaces = [
        Space(
            typed,
            label,
            x,
            y,
            colour,
            _pieces(looks, layout, seen, typed),
            _values(looks, layout, seen, number),
        )
        for number, ((typed, label), (x, y), colour) in enumerate(
            zip(names, positions(layout, links, view, names), _colours(looks, layout, view), strict=True),
            first,
        )
    ]
    if layout.shape == "track" and view.at:
        links = tuple(pair for pair in links if _straight(spaces, pair))
    plain = layout.name.replace("_", " ")
    of = owner if layout.owned_by else None
    label = plain if of is None else f"{looks.called(layout.owned_by, of)}'s {plain}"
    return Board(
        board_id(layout, owner),
        label,
        of,
        SHAPES[layout.shape].plane or "circles",
        False,
        tuple(spaces),
        links,
        view.size,
    )


def _straight(spaces: Sequence[Space], pair: tuple[int, int]) -> bool:
    """Whether two spaces are in one row or one column. Others of a track have no line between them: it would cross the board."""
    one, other = (spaces[number] for number in pair)
    return one.x == other.x or one.y == other.y


def positions(
    layout: BoardLayout,
    links: tuple[tuple[int, int], ...],
    view: ir.BoardView,
    names: Sequence[tuple[str, str]],
) -> Sequence[tuple[float, float]]:
    """The middle of each space of one owner's board: where the rulebook says, or else where its shape has it."""
    match layout.shape:
        case "graph":
            found: Sequence[tuple[float, float]] = spread(layout.spaces, links)
        case "track":
            found = winding(layout.spaces)
        case _:
            found = [(x, 2 * y) for x, y in layout.positions]
    given = {label: (2 * at[0], 2 * at[1]) for _, label in names if (at := view.at.get(label))}
    return list(_placed(given, [label for _, label in names], found)) if given else found


def _placed(given: Mapping[str, Point], labels: Sequence[str], found: Sequence[Point]) -> Iterator[Point]:
    """Where each space is drawn: where it was given, or else where its shape has it; below all others if something is there."""
    below, beside = max(y for _, y in given.values()) + 3, 0.0
    for label, (x, y) in zip(labels, found, strict=True):
        if label in given:
            yield given[label]
        elif any(abs(x - u) < WIDTH and abs(y - v) < WIDTH for u, v in given.values()):
            yield beside, below
            beside += WIDTH
        else:
            yield x, y


def _colours(looks: Looks, layout: BoardLayout, view: ir.BoardView) -> Iterator[str]:
    """The colour of each space of one owner's board, empty where it has none: by its name, or by one of its attributes."""
    attributes = looks.program.labels.attributes.get(layout.name, ())
    for number, (_, label) in enumerate(looks.program.labels.spaces[layout.name][: layout.spaces]):
        words = [label, *(each.texts[number] for each in attributes)]
        given = next((view.colours[word] for word in words if word in view.colours), "")
        yield given or colour_of(" ".join(words))


def _unbounded(looks: Looks, layout: BoardLayout, seen: Observation, touched: Sequence[Touch]) -> Board:
    taken = seen["boards"][layout.name] if layout.kind else {}
    named = {touch.id for touch in touched if touch.sort == "space" and touch.where == layout.name}
    shown = named | set(taken)
    spaces = [
        Space(typed, label, x, 2 * y, colour_of(label), _pieces(looks, layout, seen, typed))
        for (typed, label), (x, y) in zip(
            looks.program.labels.spaces[layout.name], layout.positions, strict=True
        )
        if typed in shown
    ]
    return Board(layout.name, layout.name.replace("_", " "), None, "squares", True, tuple(spaces))


def _pieces(looks: Looks, layout: BoardLayout, seen: Observation, space: str) -> tuple[Piece, ...]:
    if not layout.kind:
        return ()
    there = seen["boards"][layout.name].get(space, [])
    return looks.pieces(layout.kind, there if isinstance(there, list) else [there])


def _values(looks: Looks, layout: BoardLayout, seen: Observation, space: int) -> tuple[Value, ...]:
    """The values of variables that belong to a space (by its number), without those that are nothing."""
    found = []
    for group in looks.program.layout.groups.values():
        if group.name not in seen["variables"] or group.name not in in_sight(looks.program):
            continue
        if not has_spaces(group, layout.name):
            continue
        label, of_team = variable_name(looks.program, group.name), group.axes[0].kind == "teams"
        for owner, value in _of_space(group, seen["variables"][group.name], space):
            text = value_text(looks, group, value)
            if value not in (0, False, None):
                found.append(Value(group.name, group.name, label, (), owner, of_team, text))
    return tuple(found)


def has_spaces(group: Group, board: str = "") -> bool:
    """Whether a variable has a value for each space of a board, or for each owner and space; of any board by default."""
    kinds = [axis.kind for axis in group.axes]
    plain = kinds == ["spaces"] or kinds in (["players", "spaces"], ["teams", "spaces"])
    return plain and board in ("", group.axes[-1].name)


def _of_space(group: Group, values: Any, space: int) -> Iterator[tuple[int | None, object]]:
    """(owner, value) of a variable at a space."""
    if len(group.axes) == 1:
        yield None, list(values.values())[space]
    else:
        yield from ((owner, list(each.values())[space]) for owner, each in enumerate(values))
