"""What came of the tests of a rulebook, thing by thing, whoever tells of it: the report, JSON or JUnit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.cli.common.game_arguments import Settings

if TYPE_CHECKING:
    from rulewright.author.examples.examples import ExampleResult
    from rulewright.author.testing.invariants import BrokenAt, Table
    from rulewright.problems.problem import Problem


@dataclass(frozen=True, slots=True)
class ExampleOutcome:
    """An example that was run, in so many seconds."""

    name: str
    result: ExampleResult
    seconds: float

    @property
    def failed(self) -> bool:
        return not self.result.passed and not self.result.changed


@dataclass(slots=True)
class TableOutcome:
    """The games at one table. A broken promise counts where it turned up first."""

    table: Table
    games: int = 0
    seconds: float = 0.0
    broken: list[BrokenAt] = field(default_factory=list)


@dataclass(slots=True)
class Tested:
    """What came of one rulebook; `file` is where it is written."""

    settings: Settings
    file: str
    examples: list[ExampleOutcome] = field(default_factory=list)
    tables: list[TableOutcome] = field(default_factory=list)
    problems: tuple[Problem, ...] = ()
    """Why it cannot be tested, or not to the end."""
    seconds: float = 0.0
    interrupted: bool = False
    ends: tuple[str, ...] = ()
    """Where the rulebook's ends are written."""
    records: dict[int, str] = field(default_factory=dict)
    """The file of each broken promise's record, by its number."""
    warnings: int = 0
    """How many `validate` has of the rulebook."""
    unplayed: tuple[str, ...] = ()
    """Values of options with which no game was played: `storm=true`, `target`: any but its own."""
    replaced: set[int] = field(default_factory=set)
    """Numbers of those whose file held the record of an earlier run."""

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
        """Those that a house rule (`house_rule`) or the table that was asked for (`table`) changed."""
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
