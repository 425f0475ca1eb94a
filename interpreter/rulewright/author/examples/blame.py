"""The cause of a failing example: the rules, the options of the table, or the game from which the example was inherited.

rulewright test GAME --set target=50      ninety_nine_do_not: the game is over at 99. At 100 it is not: no mistake

ruff.rulebook.yaml       follow_suit: ... expect: [...]        it fails there too: the house rule is not to blame
spades.overlay.yaml      extends: ruff
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING

from rulewright import pipeline
from rulewright.author.examples.examples import (
    CHANGED,
    ExampleResult,
    OptionValue,
    cannot_be_run,
    options_known,
    run_example,
    table_of,
)
from rulewright.problems.problem import RulebookError
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.pipeline import Book
    from rulewright.rulebook.nodes import Example
    from rulewright.source.text import Source


def at_own_table(asked: ExampleResult, own: ExampleResult) -> ExampleResult:
    """The result to report of an example that fails at the table that was asked for, given its result at its own table.

    If it holds at its own table, it is about another game than the one asked for: a warning, unless a rule failed on the
    way, because such a rule is wrong at that table. If it holds at neither, the result at its own table is reported.
    """
    if asked.rule_failed:
        return asked
    if not own.passed:
        return own
    problems = tuple(
        replace(problem, severity="warning", code=CHANGED, help="it holds in the game as written")
        for problem in asked.problems
    )
    return replace(asked, problems=problems, at_asked_table=True)


@dataclass(slots=True)
class OwnGames:
    """The games that examples were inherited from, each opened once."""

    _opened: dict[Source, Book | None] = field(default_factory=dict)

    def judged(
        self,
        result: ExampleResult,
        example: Example,
        players: int | None,
        options: Mapping[str, OptionValue] | None,
    ) -> ExampleResult:
        """The result to report of an inherited example that fails: that in its own game, if it fails there too.

        `players` and `options` are used where the example says nothing, as far as its own game has them.
        """
        book = self._open(example.span.source)
        own = book.rulebook.examples.get(example.id) if book is not None else None
        if book is None or own is None or own.inherited:
            return result
        if players not in book.rulebook.players:
            players = None
        table = table_of(own, book, players, options_known(book, options))
        try:
            found = run_example(book.at(*table), own)
        except RulebookError as error:
            found = cannot_be_run(own, error)
        return result if found.passed else _not_here_alone(found, book)

    def _open(self, source: Source) -> Book | None:
        if source not in self._opened:
            try:
                self._opened[source] = pipeline.open_source(source, engine="reference")
            except RulebookError:
                self._opened[source] = None
        return self._opened[source]


def _not_here_alone(found: ExampleResult, book: Book) -> ExampleResult:
    """The result, with a note that the example fails in its own game too and how to run it there."""
    source = found.span.source
    name = book.rulebook.name if source.short else source.name
    said = f"it does not hold in `{book.rulebook.name}` itself either: rulewright test {name} -k {found.id}"
    problems = tuple(
        replace(problem, help=f"{said}; {problem.help}" if problem.help else said)
        for problem in found.problems
    )
    return replace(found, problems=problems)
