"""Selects and runs the tests of one rulebook, and reports them as it goes.  Ctrl-C ends it with what is done so far.

chooser("bank and not six")("the_bank_is_full")        True: `-k` as pytest reads it
chooser("first_roll[long]")("first_roll[long]")        True: a text that is no expression is a part of a name

unplayed(books)        ("storm=true", "ties=lowest_seat", "target other than 50"): values that no game was played with
"""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright import pipeline
from rulewright.author.testing import invariants
from rulewright.author.testing.rulebook_tests import RulebookTests
from rulewright.cli.common.game_arguments import OptionValue, Settings
from rulewright.cli.common.output import Progress
from rulewright.cli.testing.kept import Kept
from rulewright.cli.testing.outcomes import ExampleOutcome, TableOutcome, Tested
from rulewright.cli.testing.report import Reporter
from rulewright.document import library
from rulewright.problems.problem import RulebookError
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from rulewright.author.testing.rulebook_tests import Watch
    from rulewright.author.testing.tables import Table
    from rulewright.pipeline import Book
    from rulewright.rulebook.nodes import Option


@dataclass(frozen=True, slots=True)
class Plan:
    """What to test, and when to stop."""

    games: int
    seed: int
    max_actions: int
    max_failures: int | None
    wanted: Choose
    executor: Executor | None = None
    """What plays the random games; None for this process."""
    checkpoint: Path | None = None

    def enough(self, failures: int) -> bool:
        return self.max_failures is not None and failures >= self.max_failures


def run_tests(
    settings: Settings, plan: Plan, reporter: Reporter, failures: int = 0, watch: Watch | None = None
) -> Tested:
    """Run the examples, then random games. `failures` is the number of failures in the rulebooks before. If the rulebook cannot
    be opened, the result has only its problems."""
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
    """How many warnings `validate` gives."""
    source = library.demand(settings.game)
    problems = pipeline.check_source(source, list(settings.overlays), settings.variant)
    return sum(problem.severity == "warning" for problem in problems)


def _examples(
    tests: RulebookTests, plan: Plan, reporter: Reporter, tested: Tested, failures: int
) -> list[Book]:
    """Run the examples; the rulebook at the table of each one that passed."""
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
    kept = None
    if plan.checkpoint is not None:
        played = [table.game() for table in tables]
        kept = Kept.of(plan.checkpoint, played[0].name, played, plan.seed, plan.max_actions)
    reporter.section("games")
    with ExitStack() as closing, Progress("games") as progress:
        if kept is not None:
            closing.callback(kept.write)
        began, done = time.monotonic(), 0
        for checked in invariants.checking(
            tables, plan.games, plan.seed, plan.max_actions, left, plan.executor, kept
        ):
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


Choose = Callable[[str], bool]


def chooser(expression: str | None) -> Choose:
    """A predicate for names of tests, from the expression of `-k`; names are compared without regard to case."""
    if not expression or not expression.strip():
        return lambda _: True
    wanted = expression.lower()
    try:
        tree = ast.parse(re.sub(r"[\w.\[\]:-]+", _as_name, wanted), mode="eval").body
        for part in ast.walk(tree):
            if not isinstance(part, _READ):
                raise ValueError(part)
    except (SyntaxError, ValueError):
        return lambda name: wanted.strip() in name.lower()
    return lambda name: _holds(tree, name.lower())


_WORDS = ("and", "or", "not")
_READ = (ast.BoolOp, ast.boolop, ast.UnaryOp, ast.Not, ast.Constant)


def _as_name(found: re.Match[str]) -> str:
    """A word as a Python string literal, so that the parser reads it as one operand."""
    return found[0] if found[0] in _WORDS else f"({found[0]!r})"


def _holds(node: ast.expr, name: str) -> bool:
    match node:
        case ast.BoolOp(op=ast.And(), values=values):
            return all(_holds(value, name) for value in values)
        case ast.BoolOp(op=ast.Or(), values=values):
            return any(_holds(value, name) for value in values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _holds(operand, name)
        case ast.Constant(value=str() as part):
            return part in name
    raise ValueError(node)


def unplayed(books: Iterable[Book]) -> tuple[str, ...]:
    """The values of options with which none of these books was opened; for a number, `NAME other than VALUE`."""
    options: dict[str, Option] = {}
    played: dict[str, set[OptionValue]] = {}
    for book in books:
        for option in book.rulebook.options.values():
            if option.fixed or option.id not in book.program.options:
                continue
            options.setdefault(option.id, option)
            played.setdefault(option.id, set()).add(book.program.options[option.id])
    return tuple(said for option in options.values() for said in _others(option, played[option.id]))


def _others(option: Option, played: set[OptionValue]) -> list[str]:
    if option.one_of:
        return [f"{option.id}={choice.id}" for choice in option.one_of if choice.id not in played]
    if all(isinstance(value, bool) for value in played):
        return [f"{option.id}={str(value).lower()}" for value in (False, True) if value not in played]
    if len(played) == 1:
        (value,) = played
        return [f"{option.id} other than {'none' if value is None else value}"]
    return []
