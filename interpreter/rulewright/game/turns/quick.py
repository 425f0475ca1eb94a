"""What follows an action in which chance decides nothing after the first rolls, found in machine code.

    quick = Quick(executor, counters, rolled.without_rolls())
    quick.after(cells, choice)           After(cells, turned=True); None if that takes a look at what happened on the way

`cells` already show what was rolled.  Machine code reports no events, so what must not happen is made an end of the game: an automatic rule that holds
although a turn has just begun. That is known by the number of the round, which is 1 before and greater after.  A turn that leaves the round as it was is
left to the caller.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import NamedTuple

from rulewright.game.turns.counters import Counters
from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.ir.layout import ENDED, ROUND
from rulewright.ir.walking import automatic_rules
from rulewright.runtime.chance.enumerated import Enumerated
from rulewright.runtime.chance.sampled import new_luck
from rulewright.runtime.executor import Choice, Event, Executor, Position
from rulewright.runtime.fast import Stepping


class After(NamedTuple):
    """The position at the next decision, and whether a turn has ended."""

    cells: array[int]
    turned: bool


class Quick:
    """Carries out actions without their first rolls."""

    def __init__(self, executor: Executor, counters: Counters, without_rolls: ir.Program) -> None:
        by_chance = by_chance_in(without_rolls)
        self._plain = executor.remake(without_rolls)
        watched = _watched(without_rolls, counters)
        quick = executor.remake(watched or without_rolls)
        self._step = quick.step if isinstance(quick, Stepping) else None
        self._any = {number for number in range(len(without_rolls.actions)) if number not in by_chance}
        self._turns = watched is not None

    def knows(self, choice: Choice) -> bool:
        """Whether chance decides nothing after the first rolls of a choice."""
        return choice.action in self._any

    def after(self, cells: array[int], choice: Choice) -> After | None:
        """What follows, if nothing that happens on the way has to be looked at."""
        if self._step is None:
            return None
        position = self._step(Position(cells, new_luck(0, 1)), choice)
        if not isinstance(position, Position):
            return None
        turns, found = position.luck.turns[1], position.cells
        if not turns:
            return None if found[ENDED] else After(found, False)
        if turns > 1 or not self._turns or found[ENDED] or found[ROUND] == cells[ROUND]:
            return None
        return After(found, True)

    def with_events(self, cells: array[int], choice: Choice) -> tuple[array[int], list[Event]]:
        """What follows, and what happened on the way."""
        position = Position(cells[:], new_luck(0, 1))
        events = self._plain.apply(position, choice, Enumerated((), 0, 1))
        return position.cells, events


def by_chance_in(program: ir.Program) -> frozenset[int]:
    """The numbers of the actions in which chance may decide, or in a rule that may follow automatically."""

    def rolls(do: ir.Effects) -> bool:
        return any(footprint(effect).stream is not None for effect in effects_below(do, program))

    always = any(rolls(rule.do) for rule in automatic_rules(program))
    return frozenset(
        number for number, action in enumerate(program.actions.values()) if always or rolls(action.do)
    )


def _watched(program: ir.Program, counters: Counters) -> ir.Program | None:
    """The program in which the game is over when an automatic rule holds in a later round; None if that cannot be asked."""
    if len(program.phases) != 1 or not counters.ends or program.phases[0].automatic is not None:
        return None
    triggers, end = program.phases[0].triggers, counters.ends[0]
    if not triggers:
        return program
    asked = [trigger.condition for trigger in triggers if trigger.condition is not None]
    if len(asked) != len(triggers) or any(trigger.after for trigger in triggers):
        return None
    later = ir.Compare("!=", ir.Flow("round", end.span), ir.Constant(1, end.span), end.span)
    condition = ir.And((later, ir.Or(tuple(asked), end.span)), end.span)
    most = max(trigger.locals for trigger in triggers)
    return replace(program, ends=(replace(end, after=(), at="action", condition=condition, locals=most),))
