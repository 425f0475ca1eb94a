"""All tests of a rulebook, one after the other, as the command line and the pytest plugin run them.

    tests = RulebookTests(opening)
    for example in tests.examples(): example.name, example.run().passed
    for table in tests.tables(): ...                                    what `invariants.checking` plays

A rulebook is tested without a variant and in each of its variants: with the examples that only the variant has, and with
random games at every number of players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING

from rulewright.author.examples.blame import OwnGames, at_own_table
from rulewright.author.examples.examples import (
    ExampleResult,
    Opening,
    OptionValue,
    options_known,
    run_examples,
    table_of,
)
from rulewright.author.testing.tables import Table
from rulewright.document import nodes as document
from rulewright.problems.problem import RulebookError
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.pipeline import Book
    from rulewright.rulebook.nodes import Example

Watch = Callable[["Book", bool], "Book"]
"""Replaces a book by one that is watched while it is played, in examples (True) or in games."""


@dataclass(frozen=True, slots=True)
class OneExample:
    """An example to run. `own_to` is the variant if only that has it, as in its `name`: `first_roll[long]`."""

    tests: RulebookTests
    book: Book
    example: Example
    own_to: str | None

    @property
    def name(self) -> str:
        return f"{self.example.id}[{self.own_to}]" if self.own_to else self.example.id

    @property
    def file(self) -> str:
        return self.example.span.file

    @property
    def line(self) -> int:
        return self.example.span.line

    def run(self) -> ExampleResult:
        result = self._run(self.tests.open_example, self.book, *self._asked())
        if result.passed or not self._was_asked:
            return result
        return at_own_table(result, self._run(self.tests.open, self._own_book(), None, {}))

    def _run(
        self, opening: Opening, book: Book, players: int | None, options: Mapping[str, OptionValue]
    ) -> ExampleResult:
        """The result in a book, with these settings where the example has none."""
        others = set(book.rulebook.examples) - {self.example.id}
        (result,) = run_examples(opening, book, players, options, skip=others)
        if result.passed or not self.example.inherited:
            return result
        return self.tests.own_games.judged(result, self.example, players, options)

    @property
    def _was_asked(self) -> bool:
        """Whether it was played at another table than its own."""
        own = table_of(self.example, self._own_book(), None, None)
        return table_of(self.example, self.book, *self._asked()) != own

    def _asked(self) -> tuple[int | None, Mapping[str, OptionValue]]:
        """The players and options that were asked for, as far as the variant of the example has them."""
        tests, variant = self.tests, self.example.variant
        if self.own_to is not None:
            return None, {}
        if variant not in self.book.rulebook.variants or variant == tests.variant:
            return tests.players, tests.options
        book = tests.open(None, variant, {})
        players = tests.players if tests.players in book.rulebook.players else None
        return players, options_known(book, tests.options)

    def _own_book(self) -> Book:
        """The rulebook for which it was written: without a variant, or with the one that has the example."""
        if self.own_to is not None or self.tests.variant is None:
            return self.book
        plain = self.tests.open(None, None, {})
        there, here = (_written(book, self.example.id) for book in (plain, self.book))
        return plain if there and here and document.same(there, here) else self.book

    def opened(self) -> Book:
        """The rulebook at the table of the example. Raises RulebookError."""
        return self.tests.open_example(*table_of(self.example, self.book, *self._asked()))


def _written(book: Book, example: str) -> document.Node | None:
    """The tree of an example, None if there is no such example."""
    examples = book.tree.get("examples")
    return examples.get(example) if isinstance(examples, document.Mapping) else None


@dataclass(slots=True)
class RulebookTests:
    """The tests of a rulebook. `opening` opens it; `players`, `variant` and `options` narrow down what is tested."""

    opening: Opening
    players: int | None = None
    variant: str | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    watch: Watch | None = None
    _opened: dict[object, Book] = field(default_factory=dict, init=False, repr=False)
    _read: dict[str | None, Book] = field(default_factory=dict, init=False, repr=False)
    """By variant, the first book that was opened, so that other tables need not read the file again."""
    own_games: OwnGames = field(default_factory=OwnGames, init=False, repr=False)

    @property
    def book(self) -> Book:
        """The rulebook with the settings that were asked for. Raises RulebookError."""
        return self.open(self.players, self.variant, self.options)

    @property
    def variants(self) -> list[str]:
        """The variants that are tested in addition."""
        return [] if self.variant else list(self.book.rulebook.variants)

    def open(
        self, players: int | None, variant: str | None, options: Mapping[str, OptionValue], plays: str = ""
    ) -> Book:
        """The rulebook at a table, opened once for each use."""
        key = (players, variant, tuple(sorted(options.items(), key=str)), plays)
        if key not in self._opened:
            if variant in self._read:
                book = self._read[variant].at(players, variant, options)
            else:
                book = self._read[variant] = self.opening(players, variant, options)
            watched = self.watch is not None and plays
            self._opened[key] = self.watch(book, plays == "examples") if watched and self.watch else book
        return self._opened[key]

    def open_example(
        self, players: int | None, variant: str | None, options: Mapping[str, OptionValue]
    ) -> Book:
        """The rulebook at the table of an example."""
        return self.open(players, variant, options, "examples")

    def examples(self) -> Iterator[OneExample]:
        """The examples of the rulebook in written order, then those that only a variant has."""
        known = set(self.book.rulebook.examples)
        for example in self.book.rulebook.examples.values():
            yield OneExample(self, self.book, example, None)
        for variant in filter(partial(_writes_examples, self.book), self.variants):
            book = self.open(None, variant, {})
            for example in book.rulebook.examples.values():
                if example.id not in known:
                    yield OneExample(self, book, example, variant)

    def tables(self) -> list[Table]:
        """Every number of players, without a variant and with each; options apply where the variant has them."""
        found = [self._table(number, self.variant, self.options) for number in self._numbers(self.book)]
        for variant in self.variants:
            book = self.open(None, variant, {})
            kept = options_known(book, self.options)
            found += [self._table(number, variant, kept) for number in self._numbers(book)]
        return found

    def _numbers(self, book: Book) -> tuple[int, ...]:
        """The numbers of players to play with; with --players, a variant may have none."""
        numbers = book.rulebook.players
        if self.players is None:
            return numbers
        base = book is self.book
        return (self.players,) if base else tuple(n for n in numbers if n == self.players)

    def _table(self, players: int, variant: str | None, options: Mapping[str, OptionValue]) -> Table:
        opens = partial(self.open, players, variant, dict(options), "games")
        return Table(players, variant, tuple(sorted(options.items())), opens)


def _writes_examples(book: Book, variant: str) -> bool:
    """Whether a variant adds examples, or changes some."""
    changes = book.tree.section("variants").section(variant)
    return any(changes.section(how).entry("examples") is not None for how in ("add", "change"))


def opens(tests: RulebookTests) -> bool:
    """Whether the rulebook can be opened, in every variant."""
    try:
        tests.tables()
    except RulebookError:
        return False
    return True
