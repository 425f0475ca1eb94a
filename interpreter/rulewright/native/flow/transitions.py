"""The notes that the rules of a program can leave: for other notes no code is written.

noted(building)      ->      {"end_turn", "go"}        somewhere a turn ends and a phase is entered; nobody gets another turn
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.native.llvm.module import Building

GO = "go"
"""The note about a phase."""


def noted(building: Building) -> frozenset[str]:
    """The notes that rules can leave: `end_turn`, `extra_turn`, `turn_of`, and GO."""
    if building.noted is None:
        building.noted = frozenset(_notes(building.program))
    return building.noted


def seats_in_order(building: Building) -> bool:
    """Whether every turn is followed by that of the next seat, and no rule can change that."""
    following = building.program.turns.next.value
    by_seat = isinstance(following, ir.Seat) and isinstance(following.player, ir.Me) and following.by == 1
    return by_seat and noted(building) <= {"end_turn", GO}


def draws(program: ir.Program, effects: ir.Effects) -> bool:
    """Whether effects, or the steps they run, may use chance."""
    return any(footprint(effect).stream is not None for effect in effects_below(effects, program))


def _notes(program: ir.Program) -> Iterator[str]:
    for effects in _rules(program):
        for effect in effects_below(effects):
            match footprint(effect).note:
                case None:
                    continue
                case "phase":
                    yield GO
                case what:
                    yield what


def _rules(program: ir.Program) -> Iterator[ir.Effects]:
    """The effects of every rule."""
    turns = program.turns
    for rule in (program.setup, turns.begin, turns.end, turns.round_end):
        yield rule.do
    for action in program.actions.values():
        yield action.do
    for step in program.steps.values():
        yield step.do
    for phase in program.phases:
        if phase.automatic is not None:
            yield phase.automatic.do
        for trigger in phase.triggers:
            yield trigger.do
