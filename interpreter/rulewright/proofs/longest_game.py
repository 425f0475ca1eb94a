"""The longest game: an upper bound on the number of actions in a game, where one can be proved.

    most_actions(program)        9 on a board of nine spaces, if each action puts a piece on it and none is ever removed; else None
    counts_actions(program)      True if it is one piece each time: then a position shows how many actions led to it

A full space is a failure of the rules, so actions that each place a piece of a kind that is never removed can be
carried out at most as often as there is room for pieces. Nothing else is proved yet: None means not known.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import EFFECTS, effects_below, footprint
from rulewright.ir.walking import automatic_rules, everything


def most_actions(program: ir.Program) -> int | None:
    """An upper bound on the number of actions from the set-up to the end; None if none is proved."""
    filling = {kind: room for kind, room in _rooms(program) if _only_grows(program, kind)}
    needed: set[str] = set()
    for action in program.actions.values():
        if action.switched_off:
            continue
        placed = next((kind for kind in _placed(program, action.do) if kind in filling), None)
        if placed is None:
            return None
        needed.add(placed)
    return sum(filling[kind] for kind in needed)


def counts_actions(program: ir.Program) -> bool:
    """Whether each action places exactly one piece of the same kind, which is never removed or placed in another way."""
    for kind, _ in _rooms(program):
        if not _only_grows(program, kind):
            continue
        by_action = [_places_of(action.do, program, kind) for action in program.actions.values()]
        sure = [list(_placed(program, action.do)).count(kind) for action in program.actions.values()]
        elsewhere = [_places_of(rule.do, program, kind) for rule in automatic_rules(program)]
        if {*by_action, *sure} == {1} and not any(elsewhere):
            return True
    return False


def _places_of(effects: ir.Effects, program: ir.Program, kind: str) -> int:
    """How many effects change the pieces of a kind, each counted once."""
    return sum(footprint(each).kind == kind for each in effects_below(effects, program))


def _rooms(program: ir.Program) -> Iterator[tuple[str, int]]:
    """The kinds of pieces that actions can place, and how many pieces there is room for."""
    for kind in program.layout.kinds.values():
        if kind.unlimited and kind.table < 0:
            yield kind.name, sum(place.size for place in kind.places)


def _only_grows(program: ir.Program, kind: str) -> bool:
    """Whether no rule may reduce the number of pieces of a kind."""
    changes = [
        node for node in everything(program) if isinstance(node, EFFECTS) and footprint(node).kind == kind
    ]
    return all(isinstance(node, ir.PlacePiece | ir.SetOwner) for node in changes)


def _placed(program: ir.Program, effects: ir.Effects) -> Iterator[str]:
    """The kinds of which effects place a piece in any case."""
    for effect in effects:
        if isinstance(effect, ir.PlacePiece):
            yield effect.kind
        elif isinstance(effect, ir.RunStep):
            yield from _placed(program, program.steps[effect.step].do)
