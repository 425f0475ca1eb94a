"""What the effects of rules may read and write, found in the program without playing.

It decides which players see a picked value, which hidden variables a player can still be sure of, whether an action may
have shown something hidden, and which players see scores.
"""

from __future__ import annotations

from rulewright.game.knowledge.visibility import Sight
from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.ir.reads import reached
from rulewright.ir.walking import automatic_rules


def written_groups(program: ir.Program, effects: ir.Effects) -> set[tuple[str, bool]]:
    """Variables that effects may write, and whether only the acting player's own part is written."""
    found: set[tuple[str, bool]] = set()
    for effect in effects_below(effects, program):
        found.update((group, _is_mine(indices)) for group, indices in footprint(effect).cells)
    return found


def read_groups(program: ir.Program, effects: ir.Effects | ir.Expression) -> set[str]:
    """Variables that effects may read, in definitions and steps too."""
    return {node.group for node in reached(program, effects) if isinstance(node, ir.Cell)}


def reads_openly(program: ir.Program, sight: Sight, value: ir.Expression, player: int) -> bool:
    """Whether a player (or spectator) sees everything that an expression can read, whatever the position. A kind that
    is hidden from this player anywhere counts as hidden, even if the expression only counts pieces."""
    hidden = set(sight.hidden_cells(player))
    for node in reached(program, value):
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
    nodes = reached(program, all_effects(program))
    return {program.streams[node.stream]: node for node in nodes if isinstance(node, ir.Pick)}


def automatic_effects(program: ir.Program) -> ir.Effects:
    """All effects that are carried out automatically: set-up, turn rules, automatic phases and triggers."""
    return tuple(effect for rule in (program.setup, *automatic_rules(program)) for effect in rule.do)


def all_effects(program: ir.Program) -> ir.Effects:
    """All effects of the program."""
    return (*automatic_effects(program), *(effect for rule in program.actions.values() for effect in rule.do))


def _is_mine(indices: tuple[ir.Expression, ...]) -> bool:
    return bool(indices) and isinstance(indices[0], ir.Me)
