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
        match effect:
            case rulebook.If(do=do, else_=other) | rulebook.Pick(do=do, else_=other):
                waiting += [*do, *other]
            case rulebook.For(do=do):
                waiting += do
            case rulebook.By(cases=cases):
                waiting += [inner for case in cases for inner in case.do]
            case rulebook.RunStep(step=step) if step in book.steps and step not in steps:
                steps.add(step)
                waiting += book.steps[step].do
            case _:
                continue
