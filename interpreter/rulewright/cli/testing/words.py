"""What is said of a test that failed on one line: why, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.author.testing.invariants import BREACHES
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.testing.outcomes import ExampleOutcome, Tested, counted
from rulewright.play.hunting.hunt import GAMES_END

if TYPE_CHECKING:
    from rulewright.author.testing.invariants import BrokenAt


def example_reason(outcome: ExampleOutcome) -> str:
    """`pot == 8` is expected (pot is 7)."""
    problem = outcome.result.problems[0]
    return problem.message + (f" ({problem.label})" if problem.label else "")


def changed_reason(outcome: ExampleOutcome, settings: Settings) -> str:
    """the house rule changed this: `pot == 8` is expected (pot is 7), ruff.rulebook.yaml:104"""
    by = settings.asked if outcome.result.at_asked_table else "the house rule"
    return f"{by} changed this: {example_reason(outcome)}, {outcome.result.problems[0].span.place}"


def changed_counts(all_tested: Sequence[Tested]) -> list[str]:
    """How many examples what changed: `1 changed by the house rule`, `6 changed by --variant rounds`."""
    by = {"house_rule": "the house rule", "table": all_tested[0].settings.asked}
    many = {what: sum(len(tested.changed_examples(what)) for tested in all_tested) for what in by}
    return [f"{many[what]} changed by {name}" for what, name in by.items() if many[what]]


def unread_reason(tested: Tested) -> str:
    """a rulebook needs the key `phases` (and 1 more error)"""
    errors = [problem for problem in tested.problems if problem.severity == "error"]
    more = len(errors) - 1
    return errors[0].message + (f" (and {counted(more, 'more error')})" if more else "")


def unread_place(tested: Tested) -> str:
    """Where the first error stands."""
    first = next(problem for problem in tested.problems if problem.severity == "error")
    return tested.settings.game if first.span.source.is_typed else first.span.place


def broken_reason(broken: BrokenAt) -> str:
    """What was broken, on one line."""
    problem = broken.problem
    if problem is not None:
        return problem.message
    return BREACHES.get(broken.mistake.promise, broken.mistake.promise)


def unplayed_by_games(all_tested: Sequence[Tested]) -> dict[str, list[str]]:
    """Values of options with which no game was played, by the rulebooks that have them, as words: where there is only one, none.

    {" in any of them": ["storm=true"], " in quick.overlay.yaml": ["target other than 30"]}
    """
    games: dict[str, list[str]] = {}
    for tested in all_tested:
        for value in tested.unplayed:
            games.setdefault(value, []).append(tested.settings.game)
    opened = sum(not tested.problems for tested in all_tested)
    found: dict[str, list[str]] = {}
    for value, those in games.items():
        found.setdefault(_among(those, len(all_tested), opened), []).append(value)
    return found


def _among(games: Sequence[str], of: int, opened: int) -> str:
    """Which of so many rulebooks, of which some could be opened."""
    if of == 1:
        return ""
    return " in any of them" if len(games) == opened > 1 else f" in {', '.join(games)}"


def broken_place(broken: BrokenAt, tested: Tested) -> str:
    """Where the rule stands that failed, or else the rulebook's ends."""
    if broken.problem is not None:
        return broken.problem.span.place
    return tested.ends[0] if tested.ends and broken.mistake.promise == GAMES_END else tested.file
