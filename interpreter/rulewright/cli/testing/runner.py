"""Runs the tests of one rulebook and tells a reporter as it goes.  Ctrl-C ends it with what is done so far."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulewright import pipeline
from rulewright.author.testing import invariants
from rulewright.author.testing.rulebook_tests import RulebookTests
from rulewright.cli.common.game_arguments import OptionValue, Settings
from rulewright.cli.common.output import Progress
from rulewright.cli.testing.outcomes import ExampleOutcome, TableOutcome, Tested
from rulewright.cli.testing.report import Reporter
from rulewright.cli.testing.selection import Choose
from rulewright.cli.testing.untested_options import unplayed
from rulewright.document import library
from rulewright.problems.problem import RulebookError

if TYPE_CHECKING:
    from rulewright.author.testing.invariants import Table
    from rulewright.author.testing.rulebook_tests import Watch
    from rulewright.pipeline import Book


@dataclass(frozen=True, slots=True)
class Plan:
    """What to test, and when to stop."""

    games: int
    seed: int
    max_actions: int
    max_failures: int | None
    wanted: Choose

    def enough(self, failures: int) -> bool:
        return self.max_failures is not None and failures >= self.max_failures


def run_tests(
    settings: Settings, plan: Plan, reporter: Reporter, failures: int = 0, watch: Watch | None = None
) -> Tested:
    """Run examples, then games. `failures` there were before in other rulebooks. Of a rulebook that cannot be opened, its
    problems are all there is."""
    began = time.monotonic()

    def opening(players: int | None, variant: str | None, options: Mapping[str, OptionValue]) -> Book:
        return replace(settings, players=players, variant=variant, options=tuple(options.items())).open_book()

    tests = RulebookTests(opening, settings.players, settings.variant, dict(settings.options), watch)
    tested = Tested(settings, settings.game)
    reporter.begins(settings.game)
    try:
        book = tests.book
        tested.file = book.rulebook.span.file
        tested.ends = tuple(end.span.place for end in book.program.ends)
        shown = _examples(tests, plan, reporter, tested, failures)
        if not plan.enough(failures + tested.failures):
            _games(tests, plan, reporter, tested, failures)
    except KeyboardInterrupt:
        tested.interrupted = True
    except RulebookError as error:
        tested.problems = tuple(error.problems)
    reporter.section_ends()
    for table in tested.tables:
        reporter.table(table)
    reporter.ended(tested)
    if not tested.interrupted and not tested.problems:
        played = [table.table.book() for table in tested.tables if table.games]
        tested.unplayed = unplayed([*played, *shown] if played else [])
        tested.warnings = _warnings(settings)
    tested.seconds = time.monotonic() - began
    return tested


def _warnings(settings: Settings) -> int:
    """How many warnings `validate` has."""
    source = library.demand(settings.game)
    problems = pipeline.check_source(source, list(settings.overlays), settings.variant)
    return sum(problem.severity == "warning" for problem in problems)


def _examples(
    tests: RulebookTests, plan: Plan, reporter: Reporter, tested: Tested, failures: int
) -> list[Book]:
    """Run the examples; the rulebook at the tables of those that hold."""
    examples = [example for example in tests.examples() if plan.wanted(f"examples.{example.name}")]
    shown: list[Book] = []
    if not examples:
        return shown
    reporter.section("examples")
    for example in examples:
        began = time.monotonic()
        outcome = ExampleOutcome(example.name, example.run(), time.monotonic() - began)
        tested.examples.append(outcome)
        reporter.example(outcome)
        if outcome.result.passed:
            shown.append(example.opened())
        if plan.enough(failures + tested.failures):
            break
    reporter.section_ends()
    return shown


def _games(tests: RulebookTests, plan: Plan, reporter: Reporter, tested: Tested, failures: int) -> None:
    tables = [table for table in tests.tables() if plan.wanted(f"games.{table.id}")] if plan.games else []
    if not tables:
        return
    tested.tables = [TableOutcome(table) for table in tables]
    left = invariants.MOST_BROKEN
    if plan.max_failures is not None:
        left = min(left, plan.max_failures - failures - tested.failures)
    reporter.section("games")
    with Progress("games") as progress:
        began, done = time.monotonic(), 0
        for checked in invariants.checking(tables, plan.games, plan.seed, plan.max_actions, left):
            if checked.done > done:
                outcome = tested.tables[done % len(tables)]
                outcome.games += 1
                outcome.seconds += time.monotonic() - began
                reporter.game(bool(checked.broken))
            if not reporter.shows_games:
                progress(checked.done, checked.wanted)
            for broken in checked.broken:
                _of(tested.tables, broken.seen_at).broken.append(broken)
            began, done = time.monotonic(), checked.done
    if done > plan.games:
        reporter.once_each(len(tables))


def _of(outcomes: Sequence[TableOutcome], table: Table) -> TableOutcome:
    return next(outcome for outcome in outcomes if outcome.table is table)
