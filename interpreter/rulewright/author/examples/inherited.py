"""Whether an inherited example holds in the game that wrote it. If it does not, no house rule is to blame for it.

ruff.rulebook.yaml       follow_suit: ... expect: [...]        does not hold there either: `test` of the house rule fails, too
spades.overlay.yaml      extends: ruff
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulewright import pipeline
from rulewright.author.examples.examples import (
    ExampleResult,
    OptionValue,
    cannot_be_run,
    options_known,
    run_example,
    table_of,
)
from rulewright.problems.problem import RulebookError

if TYPE_CHECKING:
    from rulewright.pipeline import Book
    from rulewright.rulebook.nodes import Example
    from rulewright.source.text import Source


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
        """The result of an inherited example that does not hold, or else that of its own game, where it does not hold either.

        `players` and `options` hold where it says nothing, as far as its own game knows them.
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
    """A result with the advice where to look."""
    source = found.span.source
    name = book.rulebook.name if source.short else source.name
    said = f"it does not hold in `{book.rulebook.name}` itself either: rulewright test {name} -k {found.id}"
    problems = tuple(
        replace(problem, help=f"{said}; {problem.help}" if problem.help else said)
        for problem in found.problems
    )
    return replace(found, problems=problems)
