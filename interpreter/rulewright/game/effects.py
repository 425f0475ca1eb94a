"""What the effects of a rule may touch, found by reading the program and not by playing.

The game needs it in four places: who may be told a picked value, which hidden variables a player can still be sure
of, whether carrying out an action may have shown something hidden, and who may be told of points.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.game.sight import Sight
from rulewright.ir import nodes as ir
from rulewright.ir.walking import automatic_rules, everything


def written_groups(program: ir.Program, effects: ir.Effects) -> set[tuple[str, bool]]:
    """Variables that effects may write, and whether only the acting player's own part is written."""
    found: set[tuple[str, bool]] = set()
    for node in _reached(program, effects):
        match node:
            case ir.SetCell() | ir.AddCell():
                found.add((node.group, _is_mine(node.indices)))
            case ir.Pay():
                found.update((group, _is_mine(indices)) for group, indices in (node.source, node.to))
    return found


def read_groups(program: ir.Program, effects: ir.Effects | ir.Expression) -> set[str]:
    """Variables that effects may read, in definitions and steps too."""
    return {node.group for node in _reached(program, effects) if isinstance(node, ir.Cell)}


def looked_at(program: ir.Program, effects: ir.Effects, actor: int) -> set[tuple[str, int]]:
    """Places (kind, code) whose pieces effects of a player may look at."""
    found: set[tuple[str, int]] = set()
    for node in _reached(program, effects):
        if isinstance(node, ir.AllPieces):
            found.update((node.kind, code) for code in range(len(program.layout.kinds[node.kind].places)))
        elif isinstance(node, ir.PiecesAt | ir.Top | ir.Single) and node.place is not None:
            found.update((node.kind, code) for code in _codes(program, node.kind, node.place, actor))
    return found


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
    return {node.kind for node in _reached(program, all_effects(program)) if isinstance(node, ir.SetFace)}


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
    same = [code for code, info in enumerate(places) if info.zone == places[place.first].zone]
    if isinstance(place.owner, ir.Me) and not places[place.first].owner_is_team:
        return [place.first + actor]
    return same


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
