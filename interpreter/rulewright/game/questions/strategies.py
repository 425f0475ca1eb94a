"""What a strategy of the rulebook would do at a position, and why, as a trace.

    state.trace("bluffer")        bet: 1 in 3, since it weighs 1 and all weigh 3

Each legal action comes with its probability, the value of its preference and its weight; those that are chosen come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from rulewright.game.history.steps import Step
from rulewright.game.moves.action import choice_text
from rulewright.game.moves.legal import legal, preferred_of
from rulewright.game.table import Table
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED
from rulewright.runtime.executor import Choice
from rulewright.runtime.trace import Trace, Tracer

MOST_ACTIONS = 20
"""The most actions that are listed."""


def traced_strategy(table: Table, tip: Step, tracer: Tracer, name: str, may_see: bool) -> Trace:
    """What the player to act would do by a strategy. `may_see`: whether the viewer sees all that this player sees."""
    strategy = table.program.strategies[name]
    if tip.cells[ENDED]:
        return Trace(f"{strategy.label}: the game is over", what="list", span=strategy.span)
    who = table.wording.seat(tip.cells[CURRENT])
    if not may_see:
        return Trace(f"what seat {who} does as {name}", what="reading", hidden=True, shown="hidden")
    choices = legal(table, tip)
    meant = preferred_of(table, tip, name, choices)
    share = dict.fromkeys(choices, Fraction(0))
    share |= {
        choice: Fraction(weight, meant.total)
        for choice, weight in zip(meant.choices, meant.weights, strict=True)
    }
    ordered = sorted(choices, key=lambda choice: -share[choice])
    parts = tuple(
        _action(table, tip, tracer, strategy, choice, share[choice]) for choice in ordered[:MOST_ACTIONS]
    )
    more = len(choices) - len(parts)
    note = f"and {more} actions more" if more else ""
    return Trace(f"what seat {who} does as {name}", what="list", parts=parts, span=strategy.span, note=note)


def _action(
    table: Table, tip: Step, tracer: Tracer, strategy: ir.Strategy, choice: Choice, share: Fraction
) -> Trace:
    text = choice_text(table.wording, choice)
    parts = tuple(_asked(table, tip, tracer, strategy, choice))
    return Trace(text, str(share), _chance(share), "action", parts=parts)


def _asked(table: Table, tip: Step, tracer: Tracer, strategy: ir.Strategy, choice: Choice) -> Iterator[Trace]:
    """The preference and the weight of an action, where the strategy has them."""
    name = list(table.program.actions)[choice.action]
    for label, asked in (("prefers", strategy.preferences.get(name)), ("weighs", strategy.weights.get(name))):
        if asked is not None:
            yield replace(tracer.preference(tip.cells, asked, choice, ""), label=label, line=True)


def _chance(share: Fraction) -> str:
    """`always`, `never` or `1 in 3`."""
    if share in (0, 1):
        return "always" if share else "never"
    return f"{share.numerator} in {share.denominator}"
