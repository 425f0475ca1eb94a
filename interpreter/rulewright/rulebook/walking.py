"""All effects below a list of effects: branches, loops, cases and the steps that are run.

[{if: c, do: [end_turn]}]      ->      If, EndTurn
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import footprint


def all_effects(book: rulebook.Rulebook, effects: rulebook.Effects) -> Iterator[rulebook.AnyEffect]:
    """Each effect and those inside it; a step's effects once, however often it is run."""
    steps: set[str] = set()
    waiting = list(effects)
    while waiting:
        effect = waiting.pop()
        yield effect
        found = footprint(effect)
        waiting += (each for do in found.inside for each in do)
        if found.step in book.steps and found.step not in steps:
            steps.add(found.step)
            waiting += book.steps[found.step].do


def inner_effects(effect: rulebook.AnyEffect) -> rulebook.Effects:
    """The effects inside an effect."""
    return tuple(each for do in footprint(effect).inside for each in do)
