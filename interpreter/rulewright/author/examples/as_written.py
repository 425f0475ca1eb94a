"""Whether an example that does not hold at the table somebody asked for holds in the game as it is written.

rulewright test GAME --set target=50      ninety_nine_do_not: the game is over at 99. At 100 it is not: no mistake
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.author.examples.examples import CHANGED, ExampleResult


def as_written(asked: ExampleResult, own: ExampleResult) -> ExampleResult:
    """What came of an example, by its result at the table that was asked for, where it does not hold, and at its own.

    One that holds at its own table tells of another game than was asked for, unless a rule failed on the way: such a rule
    is wrong at that table. One that holds at neither fails by its own.
    """
    if asked.rule_failed:
        return asked
    if not own.passed:
        return own
    problems = tuple(
        replace(problem, severity="warning", code=CHANGED, help="it holds in the game as it is written")
        for problem in asked.problems
    )
    return replace(asked, problems=problems, at_asked_table=True)
