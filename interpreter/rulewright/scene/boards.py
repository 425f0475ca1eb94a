"""Boards of a scene: their spaces at coordinates, with pieces and the values of variables that belong to spaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright.author.story.variables import in_sight, variable_name
from rulewright.ir.layout import BoardLayout, Group
from rulewright.language.shapes import SHAPES
from rulewright.scene.looks import Looks
from rulewright.scene.moves import board_id
from rulewright.scene.plane import spread, winding
from rulewright.scene.records import Board, Piece, Space, Touch, Value
from rulewright.scene.signs import colour_of
from rulewright.scene.values import value_text

Observation = Mapping[str, Any]  # JSON: its contents are known by their names alone


def boards_of(looks: Looks, seen: Observation, touched: Sequence[Touch]) -> Iterator[Board]:
    """All boards, one for each owner. `touched` are the spaces that moves name: the free ones of an unbounded board are those."""
    for layout in looks.program.layout.boards.values():
        if layout.shape == "unbounded":
            yield _unbounded(looks, layout, seen, touched)
        else:
            yield from (_board(looks, layout, seen, owner) for owner in range(layout.owners))


def _board(looks: Looks, layout: BoardLayout, seen: Observation, owner: int) -> Board:
    labels = looks.program.labels
    first, links = owner * layout.spaces, labels.links.get(layout.name, ())
    names = labels.spaces[layout.name][first : first + layout.spaces]
    colours = [colour_of(each) for each in _described(looks, layout)]
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
            zip(names, positions(layout, links), colours, strict=True), first
        )
    ]
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
    )


def positions(layout: BoardLayout, links: tuple[tuple[int, int], ...]) -> Sequence[tuple[float, float]]:
    """The middle of each space of one owner's board."""
    match layout.shape:
        case "graph":
            return spread(layout.spaces, links)
        case "track":
            return winding(layout.spaces)
        case _:
            return [(x, 2 * y) for x, y in layout.positions]


def _described(looks: Looks, layout: BoardLayout) -> Iterator[str]:
    """The name and the attributes of each space of one owner's board, in words."""
    attributes = looks.program.labels.attributes.get(layout.name, ())
    for number, (_, label) in enumerate(looks.program.labels.spaces[layout.name][: layout.spaces]):
        yield " ".join([label, *(each.texts[number] for each in attributes)])


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
        if group.name not in in_sight(looks.program) or not has_spaces(group, layout.name):
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
