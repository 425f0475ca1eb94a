"""The outcome of the tests of a rulebook, as data for the report, JSON and JUnit, with the reason and place of each failure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from rulewright.author.testing.invariants import BREACHES
from rulewright.cli.common.game_arguments import Settings
from rulewright.play.hunting.hunt import GAMES_END
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.author.examples.examples import ExampleResult
    from rulewright.author.testing.invariants import BrokenAt
    from rulewright.author.testing.tables import Table
    from rulewright.problems.problem import Problem


@dataclass(frozen=True, slots=True)
class ExampleOutcome:
    """An example that was run, and its time in seconds."""

    name: str
    result: ExampleResult
    seconds: float

    @property
    def failed(self) -> bool:
        return not self.result.passed and not self.result.changed


@dataclass(slots=True)
class TableOutcome:
    """The games at one table; a broken promise is counted at the table where it was first found."""

    table: Table
    games: int = 0
    seconds: float = 0.0
    broken: list[BrokenAt] = field(default_factory=list)


@dataclass(slots=True)
class Tested:
    """The outcome of one rulebook; `file` is the path of its file."""

    settings: Settings
    file: str
    examples: list[ExampleOutcome] = field(default_factory=list)
    tables: list[TableOutcome] = field(default_factory=list)
    problems: tuple[Problem, ...] = ()
    """Errors because of which it could not be tested, or not to the end."""
    seconds: float = 0.0
    interrupted: bool = False
    ends: tuple[str, ...] = ()
    """The places of the rulebook's ends."""
    records: dict[int, str] = field(default_factory=dict)
    """The file of each broken promise's record, by its number."""
    warnings: int = 0
    """How many warnings `validate` gives for the rulebook."""
    unplayed: tuple[str, ...] = ()
    """Values of options with which no game was played: `storm=true`, `target other than 50`."""
    replaced: set[int] = field(default_factory=set)
    """Numbers of broken promises whose record replaced one of an earlier run."""

    @property
    def games(self) -> int:
        return sum(table.games for table in self.tables)

    @property
    def broken(self) -> list[BrokenAt]:
        return [broken for table in self.tables for broken in table.broken]

    @property
    def failed_examples(self) -> list[ExampleOutcome]:
        return [example for example in self.examples if example.failed]

    def changed_examples(self, by: str) -> list[ExampleOutcome]:
        """Examples that come out differently because of a house rule (`house_rule`) or the chosen table (`table`)."""
        return [example for example in self.examples if example.result.changed_by == by]

    @property
    def failures(self) -> int:
        return len(self.failed_examples) + len(self.broken) + bool(self.problems)

    def to_json(self) -> dict[str, object]:
        return {
            "game": self.settings.game,
            "fine": not self.failures,
            "problems": [problem.to_json() for problem in self.problems],
            "examples": [example.result.to_json() for example in self.examples],
            "games": self.games,
            "warnings": self.warnings,
            "never_played": list(self.unplayed),
            "interrupted": self.interrupted,
            "broken": [
                {**broken.to_json(), "kept_as": self.records.get(number)}
                for number, broken in enumerate(self.broken)
            ],
        }


def counted(many: int, what: str) -> str:
    return f"{many} {what}{'' if many == 1 else 's'}"


def example_reason(outcome: ExampleOutcome) -> str:
    """`pot == 8` is expected (pot is 7)."""
    problem = outcome.result.problems[0]
    return problem.message + (f" ({problem.label})" if problem.label else "")


def changed_reason(outcome: ExampleOutcome, settings: Settings) -> str:
    """the house rule changed this: `pot == 8` is expected (pot is 7), ruff.rulebook.yaml:104"""
    by = settings.asked if outcome.result.at_asked_table else "the house rule"
    return f"{by} changed this: {example_reason(outcome)}, {outcome.result.problems[0].span.place}"


def changed_counts(all_tested: Sequence[Tested]) -> list[str]:
    """The numbers of changed examples, by cause: `1 changed by the house rule`, `6 changed by --variant rounds`."""
    by = {"house_rule": "the house rule", "table": all_tested[0].settings.asked}
    many = {what: sum(len(tested.changed_examples(what)) for tested in all_tested) for what in by}
    return [f"{many[what]} changed by {name}" for what, name in by.items() if many[what]]


def unread_reason(tested: Tested) -> str:
    """a rulebook needs the key `phases` (and 1 more error)"""
    errors = [problem for problem in tested.problems if problem.severity == "error"]
    more = len(errors) - 1
    return errors[0].message + (f" (and {counted(more, 'more error')})" if more else "")


def unread_place(tested: Tested) -> str:
    """The place of the first error."""
    first = next(problem for problem in tested.problems if problem.severity == "error")
    return tested.settings.game if first.span.source.is_typed else first.span.place


def broken_reason(broken: BrokenAt) -> str:
    """The promise that was broken, on one line."""
    problem = broken.problem
    if problem is not None:
        return problem.message
    return BREACHES.get(broken.mistake.promise, broken.mistake.promise)


def unplayed_by_games(all_tested: Sequence[Tested]) -> dict[str, list[str]]:
    """Values of options with which no game was played, by the rulebooks that have them, in words (none if there is only one).

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
    """The phrase that names these games, among `of` rulebooks of which `opened` could be opened."""
    if of == 1:
        return ""
    return " in any of them" if len(games) == opened > 1 else f" in {', '.join(games)}"


def broken_place(broken: BrokenAt, tested: Tested) -> str:
    """The place of the rule that failed, or of the rulebook's first end if games do not end, or the file."""
    if broken.problem is not None:
        return broken.problem.span.place
    return tested.ends[0] if tested.ends and broken.mistake.promise == GAMES_END else tested.file
