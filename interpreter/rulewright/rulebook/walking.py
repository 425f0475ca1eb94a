"""All effects below a list of effects: branches, loops, cases and the steps that are run.

[{if: c, do: [end_turn]}]      ->      If, EndTurn
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook import nodes as rulebook


def all_effects(book: rulebook.Rulebook, effects: rulebook.Effects) -> Iterator[rulebook.AnyEffect]:
    """Each effect and those inside it; a step's effects once, however often it is run."""
    steps: set[str] = set()
    waiting = list(effects)
    while waiting:
        effect = waiting.pop()
        yield effect
        waiting += inner_effects(effect)
        match effect:
            case rulebook.RunStep(step=step) if step in book.steps and step not in steps:
                steps.add(step)
                waiting += book.steps[step].do
            case _:
                continue


def inner_effects(effect: rulebook.AnyEffect) -> rulebook.Effects:
    """The effects that stand in an effect."""
    match effect:
        case rulebook.If(do=do, else_=other) | rulebook.Pick(do=do, else_=other):
            return (*do, *other)
        case rulebook.For(do=do):
            return do
        case rulebook.By(cases=cases):
            return tuple(inner for case in cases for inner in case.do)
        case _:
            return ()
