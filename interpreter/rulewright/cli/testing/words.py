"""What is said of a test that failed on one line: why, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.cli.testing.outcomes import ExampleOutcome, Tested

if TYPE_CHECKING:
    from rulewright.author.promises import BrokenAt


def example_reason(outcome: ExampleOutcome) -> str:
    """`pot == 8` is expected (pot is 7)."""
    problem = outcome.result.problems[0]
    return problem.message + (f" ({problem.label})" if problem.label else "")


def broken_reason(broken: BrokenAt) -> str:
    """What was broken, on one line."""
    from rulewright.author.promises import BREACHES

    problem = broken.problem
    if problem is not None:
        return problem.message
    return BREACHES.get(broken.mistake.promise, broken.mistake.promise)


def broken_place(broken: BrokenAt, tested: Tested) -> str:
    """Where the rule stands that failed, or else the rulebook's ends."""
    from rulewright.play.hunt import GAMES_END

    if broken.problem is not None:
        return broken.problem.span.place
    return tested.ends[0] if tested.ends and broken.mistake.promise == GAMES_END else tested.file
