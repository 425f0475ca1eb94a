"""Strategies of the checked rulebook -> IR: each preference and each weight in the frame of the action's parameters.

prefer: {reroll: 2 - those.count}      ->      {"reroll": Asked(Arithmetic("-", ...), locals=1)}
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.labels import fixed_text, spoken
from rulewright.ir import nodes as ir
from rulewright.ir.lower.context import Lowering, frame_of
from rulewright.ir.lower.expressions import lower
from rulewright.rulebook import nodes as rulebook


def lower_strategy(w: Lowering, strategy: rulebook.Strategy, written: dict[str, str]) -> ir.Strategy:
    """The strategy, with a preference and a weight for each action of the name, since several phases may have one. `written` maps the
    places of its parts to marks of their texts."""
    label, about = fixed_text(w.c, strategy.label, spoken(strategy.id)), fixed_text(w.c, strategy.about, "")
    preferences, weights = _by_action(w, strategy.preferences), _by_action(w, strategy.mix)
    return ir.Strategy(strategy.id, strategy.path, label, about, preferences, written, strategy.span, weights)


def _by_action(w: Lowering, asked: Sequence[rulebook.Preference]) -> dict[str, ir.Asked]:
    found: dict[str, ir.Asked] = {}
    for each in asked:
        for name, action in w.actions_called(each.action.id):
            frame = frame_of(*(parameter.name for parameter in action.choose))
            value = lower(w, each.value, frame)
            found[name] = ir.Asked(each.path, value, frame.size[0], each.value.span)
    return found
