"""Running a rulebook's `examples:`, short games whose expectations have to hold.

Each is played at its own table (its players, options and variant).  Where chance is left open it is played with
several seeds and has to hold every time.  An inherited example that no longer holds is no mistake: it shows what the
house rule changed.

    for result in run_examples(opening, book): result.passed, result.problems
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING

from rulewright.author.examples.run import ExampleRun
from rulewright.problems.problem import Note, Problem, RulebookError
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

if TYPE_CHECKING:
    from rulewright.pipeline import Book

SEEDS = 5
CHANGED = "example-changed"
OptionValue = int | bool | str | None
Opening = Callable[[int | None, str | None, Mapping[str, OptionValue]], "Book"]
"""Opens the rulebook for a number of players (None: the smallest), a variant and options."""


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """The result of an example. `seeds`: how many times it was played; `problems`: what did not hold."""

    id: str
    path: str
    span: Span = field(repr=False)
    inherited: bool
    seeds: int
    problems: tuple[Problem, ...]
    understood: bool = True
    """Whether the rulebook has everything that the example names; if not, it could not be played."""
    story: tuple[str, ...] = ()
    """What happened in an example that failed, in lines."""
    rule_failed: bool = False
    """Whether a rule failed in a position that was reached by play and not given."""
    at_asked_table: bool = False
    """Whether it fails only at the table that was asked for, and holds with the game's own settings."""

    @property
    def passed(self) -> bool:
        return not self.problems

    @property
    def changed(self) -> bool:
        """Whether it fails without being a mistake, because a house rule or the table that was asked for changed its result."""
        return not self.passed and all(problem.code == CHANGED for problem in self.problems)

    @property
    def changed_by(self) -> str | None:
        """What changed its result (`table` or `house_rule`), None if nothing did."""
        return None if not self.changed else "table" if self.at_asked_table else "house_rule"

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "result": "passed" if self.passed else "changed" if self.changed else "failed",
            "changed_by": self.changed_by,
            "seeds": self.seeds,
            "file": self.span.file,
            "line": self.span.line,
            "problems": [problem.to_json() for problem in self.problems],
            "story": list(self.story),
        }


def run_examples(
    opening: Opening,
    book: Book,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    skip: Container[str] = (),
) -> Iterator[ExampleResult]:
    """Run every example of a book in written order, except those to `skip`. `players` and `options` apply where an
    example sets nothing."""
    opened: dict[object, Book] = {}
    for example in book.rulebook.examples.values():
        if example.id in skip:
            continue
        table = table_of(example, book, players, options)
        key = (table[0], table[1], tuple(sorted(table[2].items())))
        try:
            if key not in opened:
                opened[key] = opening(*table)
        except RulebookError as error:
            yield cannot_be_run(example, error)
            continue
        yield run_example(opened[key], example)


def table_of(
    example: rules.Example, book: Book, players: int | None, options: Mapping[str, OptionValue] | None
) -> tuple[int | None, str | None, dict[str, OptionValue]]:
    """The table of an example: players, variant and options, as an `Opening` takes them."""
    chosen = {**(options or {}), **options_of(example)}
    return example.players or players, example.variant or book.rulebook.variant, chosen


def options_known(book: Book, options: Mapping[str, OptionValue] | None) -> dict[str, OptionValue]:
    """The given options that a rulebook has and does not fix."""
    known = book.rulebook.options
    return {name: value for name, value in (options or {}).items() if name in known and not known[name].fixed}


def options_of(example: rules.Example) -> dict[str, OptionValue]:
    """The options that an example sets."""
    return {name: _option(value.text) for name, value in example.options.items()}


def run_example(book: Book, example: rules.Example) -> ExampleResult:
    """Run one example at the table the book was opened for."""
    run, problems = played(book, example)
    result = _result(example, run.seed, problems, run.understood, run.told() if problems else (), run.failed)
    return replace(result, rule_failed=run.failed and not example.given)


def played(book: Book, example: rules.Example) -> tuple[ExampleRun, tuple[Problem, ...]]:
    """The run of an example with the first seed for which it fails, or else with the last seed, and its problems."""
    for seed in range(1, SEEDS + 1):
        run = ExampleRun(book, example, seed)
        problems = run.problems()
        if problems or not run.left_to_chance:
            break
    return run, problems


def cannot_be_run(example: rules.Example, error: RulebookError) -> ExampleResult:
    """The result of an example whose table cannot be opened."""
    problem = _at_its_line(example, replace(error.problems[0], path=example.path))
    return _result(example, 0, (problem,), understood=False)


def _at_its_line(example: rules.Example, problem: Problem) -> Problem:
    """A problem of a table, moved to the line of the example that asks for this table."""
    if problem.code == "wrong-players" and example.players_span is not None:
        note = Note(problem.span, problem.label)
        return replace(problem, span=example.players_span, label="", notes=(note, *problem.notes))
    name = problem.span.text.partition("=")[0]
    if problem.span.source.is_typed and name in example.options:
        return replace(problem, span=example.options[name].span)
    return problem


def _result(
    example: rules.Example, seeds: int, problems: tuple[Problem, ...], understood: bool = True,
    story: tuple[str, ...] = (), in_play: bool = False,
) -> ExampleResult:  # fmt: skip
    """The result of an example. For an inherited one, all problems become warnings about what changed, except that a rule which
    fails `in_play` stays an error, unless the position was given: a house rule may make that position impossible."""
    if example.inherited and (example.given or not in_play):
        problems = tuple(
            replace(
                problem,
                severity="warning",
                code=CHANGED,
                help="the house rule changes the result of this example",
            )
            for problem in problems
        )
    return ExampleResult(
        example.id, example.path, example.span, example.inherited, seeds, problems, understood, story
    )


def _option(text: str) -> OptionValue:
    words: dict[str, bool | None] = {"true": True, "false": False, "none": None}
    if text in words:
        return words[text]
    return int(text) if text.lstrip("-").isdigit() else text
