"""What the effects of a rule may touch, found by reading the program and not by playing.

The game needs it in four places: who may be told a picked value, which hidden variables a player can still be sure
of, whether carrying out an action may have shown something hidden, and who may be told of points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from rulewright.game.sight import Sight
from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.ir.walking import automatic_rules, everything

_ASKED: tuple[type[Any], ...] = (
    *get_args(ir.Expression),
    *get_args(ir.Domain),
)  # Any: whatever they have in common


def written_groups(program: ir.Program, effects: ir.Effects) -> set[tuple[str, bool]]:
    """Variables that effects may write, and whether only the acting player's own part is written."""
    found: set[tuple[str, bool]] = set()
    for effect in effects_below(effects, program):
        found.update((group, _is_mine(indices)) for group, indices in footprint(effect).cells)
    return found


def read_groups(program: ir.Program, effects: ir.Effects | ir.Expression) -> set[str]:
    """Variables that effects may read, in definitions and steps too."""
    return {node.group for node in _reached(program, effects) if isinstance(node, ir.Cell)}


def looked_at(program: ir.Program, effects: ir.Effects, actor: int) -> set[tuple[str, int]]:
    """Places (kind, code) whose pieces effects of a player may look at."""
    found: set[tuple[str, int]] = set()
    for node in _reached(program, effects):
        if isinstance(node, _ASKED) and hasattr(node, "kind"):
            found.update((node.kind, code) for code in _looked_through(program, node, node.kind, actor))
    return found


def _looked_through(
    program: ir.Program, node: ir.Expression | ir.Domain, name: str, actor: int
) -> Iterable[int]:
    """The places of a kind at whose pieces an expression may look; what is not known here looks everywhere."""
    kind = program.layout.kinds[name]
    match node:
        case ir.PlaceOf() | ir.PieceCount() | ir.BoardCount() | ir.BoardFull():
            return ()  # how many pieces lie somewhere is no secret
        case ir.PiecesAt(place=place) | ir.Top(place=place) | ir.Single(place=place):
            return () if place is None else _codes(program, name, place, actor)
        case ir.PiecesOn(first=first, at=None, count=count):
            return range(first, first + count)
        case ir.PiecesOn(first=first):
            return _same_zone(program, name, first)
        case ir.PieceAt() | ir.OpenSpaces():
            return (kind.table,)
        case (
            ir.PieceFace(piece=piece) | ir.PieceOwner(piece=piece) | ir.PiecePlace(piece=piece)
            | ir.PieceSpace(piece=piece) | ir.PieceTurned(piece=piece) | ir.SideOf(piece=piece)
        ) if _was_looked_at(piece):  # fmt: skip
            return ()
        case _:
            return range(len(kind.places))


def _was_looked_at(piece: ir.Expression) -> bool:
    """Whether a piece is had by a name, or from a place, so that it was looked at when it was found."""
    match piece:
        case ir.Local() | ir.Top() | ir.PieceAt():
            return True
        case ir.Single():
            return piece.place is not None
        case _:
            return False


def reads_openly(program: ir.Program, sight: Sight, value: ir.Expression, player: int) -> bool:
    """Whether a player (or who looks on) sees all that an expression can rest on, whatever the position. A kind that is hidden
    from this player anywhere counts as hidden, though only so many pieces may be counted."""
    hidden = set(sight.hidden_cells(player))
    for node in _reached(program, value):
        if isinstance(node, ir.Cell):
            group = program.layout.groups[node.group]
            if not hidden.isdisjoint(range(group.offset, group.offset + group.size)):
                return False
        kind = program.layout.kinds.get(getattr(node, "kind", ""))
        if kind is not None and sight.hidden_places(kind, player):
            return False
    return True


def turned_kinds(program: ir.Program) -> set[str]:
    """Kinds whose pieces a rule turns to a face of its own choice."""
    prints = map(footprint, effects_below(all_effects(program), program))
    return {each.kind for each in prints if each.kind is not None and each.face is not None}


def picks(program: ir.Program) -> dict[str, ir.Pick]:
    """Every `pick` of the program by the name of its source of chance."""
    nodes = _reached(program, all_effects(program))
    return {program.streams[node.stream]: node for node in nodes if isinstance(node, ir.Pick)}


def automatic_effects(program: ir.Program) -> ir.Effects:
    """All effects that are carried out by themselves: set-up, turn rules, automatic phases and triggers."""
    return tuple(effect for rule in (program.setup, *automatic_rules(program)) for effect in rule.do)


def all_effects(program: ir.Program) -> ir.Effects:
    """All effects of the program."""
    return (*automatic_effects(program), *(effect for rule in program.actions.values() for effect in rule.do))


def _codes(program: ir.Program, kind: str, place: ir.Expression, actor: int) -> list[int]:
    """The places that an expression may mean."""
    places = program.layout.kinds[kind].places
    if isinstance(place, ir.Constant) and isinstance(place.value, int):
        return [place.value]
    if not isinstance(place, ir.PlaceOf):
        return list(range(len(places)))
    if place.owner is None:
        return [place.first]
    if isinstance(place.owner, ir.Me) and not places[place.first].owner_is_team:
        return [place.first + actor]
    return _same_zone(program, kind, place.first)


def _same_zone(program: ir.Program, kind: str, first: int) -> list[int]:
    places = program.layout.kinds[kind].places
    return [code for code, info in enumerate(places) if info.zone == places[first].zone]


def _is_mine(indices: tuple[ir.Expression, ...]) -> bool:
    return bool(indices) and isinstance(indices[0], ir.Me)


def _reached(program: ir.Program, effects: ir.Effects | ir.Expression) -> Iterator[object]:
    """All nodes below, those of steps and definitions that are reached too, each of these once."""
    seen: set[str] = set()
    waiting: list[object] = [effects]
    while waiting:
        for node in everything(waiting.pop()):
            yield node
            if isinstance(node, ir.RunStep) and node.step not in seen:
                seen.add(node.step)
                waiting.append(program.steps[node.step].do)
            if isinstance(node, ir.Call) and node.definition not in seen:
                seen.add(node.definition)
                waiting.append(program.definitions[node.definition].body)
