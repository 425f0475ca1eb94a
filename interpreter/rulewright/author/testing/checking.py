"""All checks of a rulebook that need no play: the problems of all stages, names in its examples that do not exist, and tables at
which the game cannot be set up.

    given: {upcard: [two of heart]}      ->      there is no piece of cards `two of heart`; did you mean `two of hearts`?

Pieces, values and moves in examples are read by a game that is set up, so this comes after all stages, and only if they find no
error.

Whether there are enough pieces for all hands is known only when they are dealt. So a game is set up with the fewest and the most
players, and with the smallest and largest values of the number options that set-up reads; for a large rulebook with many options
or variants, only the first of these tables are tried:

    options: {hand_size: {type: 1..30, default: 7, about: cards at the start}}
    setup: [{for: p in players, do: [{move: hand_size cards, from: deck, to: p.hand}]}]
    ->      30 cards cannot be taken from `deck`, which has 22 (found with `hand_size=30` and 2 players)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from rulewright import pipeline
from rulewright.author.examples.examples import table_of
from rulewright.author.examples.run import ExampleRun
from rulewright.author.testing.rulebook_tests import RulebookTests
from rulewright.checked.references import everything
from rulewright.checked.seatings import Table, found_at, other_tables
from rulewright.document import arguments, library
from rulewright.document.arguments import Name, Names
from rulewright.document.files import Files
from rulewright.expression import nodes as syntax
from rulewright.language.types import Integer, Optional
from rulewright.problems.limits import MOST_SET_UP
from rulewright.problems.problem import Problem, RulebookError
from rulewright.problems.rendering import summary
from rulewright.runtime.failures import RuleFailure
from rulewright.source.shown import Tabular
from rulewright.source.text import Source

if TYPE_CHECKING:
    from rulewright.pipeline import Book
    from rulewright.rulebook.nodes import Example, Rulebook


class Checked(Tabular, list[Problem]):
    """All problems of a rulebook, sorted by place; empty if there are none. Printed, they are shown with their lines."""

    __slots__ = ()

    def _in_short(self) -> str:
        return f": {summary(self)}"


def check(path: Name, overlays: Names = (), variant: str | None = None) -> Checked:
    """All problems of a rulebook or overlay and its examples, sorted by place: at its smallest and largest table, at other values
    of its options, and in every variant or the one that is named. Empty if there are none.

    A rulebook that is wrong or does not exist gives problems and never raises. Raises TypeError for an argument that is not a
    path.
    """
    try:
        source = library.demand(arguments.name_of(path))
    except RulebookError as error:
        return Checked(error.problems)
    return Checked(check_source(source, overlays, variant))


def check_text(text: str, overlays: Names = (), variant: str | None = None, name: str = "<text>") -> Checked:
    """Like `check`, for a text; problems name it `name`."""
    return Checked(check_source(Source(name, arguments.text_of(text)), overlays, variant))


def check_source(
    source: Source, overlays: Names = (), variant: str | None = None, files: Files = library
) -> list[Problem]:
    """Like `check`, for a text with its name, also that of a tuning file; `files` are those that it may open."""
    if library.is_tuning(source):
        from rulewright.author.tuning import file  # to start sooner: most files are none for `tune`

        return file.check_tuning(source, files)
    kept = pipeline.Kept()
    problems = pipeline.check_source(source, overlays, variant, files, kept)
    if any(problem.severity == "error" for problem in problems) or library.is_fragment(source):
        return problems
    found = _found_by_setting_up(source, overlays, variant, files, kept)
    return sorted((*problems, *found), key=lambda p: (p.file, p.span.start)) if found else problems


def _found_by_setting_up(
    source: Source, overlays: Names, variant: str | None, files: Files, kept: pipeline.Kept
) -> list[Problem]:
    """The problems that show when the game is set up; a table that cannot be opened was reported before."""
    with suppress(RulebookError):
        book = pipeline.open_source(source, None, variant, {}, overlays, "reference", files=files, kept=kept)
        tests = RulebookTests(book.at, variant=variant)  # which opens each table once
        return [*_unreadable(tests), *_set_up_in_vain(tests, variant)]
    return []


def _unreadable(tests: RulebookTests) -> Iterator[Problem]:
    """The names in the rulebook's own examples that do not exist."""
    for told in tests.examples():
        if told.example.inherited or not (told.example.given or told.example.play):
            continue
        with suppress(RulebookError):  # reported where the table is checked
            yield from _in_vain(tests, told.book, told.example)


def _in_vain(tests: RulebookTests, book: pipeline.Book, example: Example) -> list[Problem]:
    """The unknown names in an example. Its options seldom matter, so a table with them is opened only if there are problems without."""
    players, variant, options = table_of(example, book, None, None)
    found = list(ExampleRun(tests.open(players, variant, {}), example, 1).unreadable())
    if found and options:
        found = list(ExampleRun(tests.open(players, variant, options), example, 1).unreadable())
    return found


def _set_up_in_vain(tests: RulebookTests, variant: str | None) -> Iterator[Problem]:
    """Rules that fail while the game is set up, each once, with the first table at which it fails: an error, or a warning if the
    failure needs other options. Without a `variant`, each variant is set up too."""
    told = set()
    for found in _failures(tests, variant):
        if found.span not in told:
            told.add(found.span)
            yield found


def _failures(tests: RulebookTests, variant: str | None) -> Iterator[Problem]:
    book = tests.open(None, variant, {})
    many = max(2, MOST_SET_UP // book.resolved.tree.size)
    for table in islice(_tables(tests, book, variant), many):
        found = _failed(tests, variant, table)
        if found is not None:
            yield found
            if found.severity == "error":
                return
    for name in tuple(book.rulebook.variants)[: many // 2] if variant is None else ():
        with suppress(RulebookError):
            players = tests.open(None, name, {}).rulebook.players
            for table in ((seats, {}) for seats in sorted({players[0], players[-1]})):
                found = _failed(tests, name, table)
                if found is not None:
                    yield replace(found, help=f"with the variant `{name}`; {found.help}")
                    break


def _tables(tests: RulebookTests, book: Book, variant: str | None) -> Iterator[Table]:
    looked_at = _looked_at(book.rulebook)
    fewest, most = book.rulebook.players[0], book.rulebook.players[-1]
    yield fewest, {}
    for players, options in other_tables(book.checked, {most: tests.open(most, variant, {}).checked}):
        if all(name in looked_at and _is_number(book, name) for name in options):
            yield players, options


def _is_number(book: Book, option: str) -> bool:
    type_, _ = book.checked.options[option]
    return isinstance(type_.of if isinstance(type_, Optional) else type_, Integer)


def _looked_at(book: Rulebook) -> set[str]:
    """Every name in the parts of a rulebook that set-up can run, and in the definitions that they use."""
    found: set[str] = set()
    waiting: list[object] = [book.kinds, book.zones, book.setup, book.steps]
    waiting += [phase.automatic for phase in book.phases.values() if phase.automatic is not None]
    while waiting:
        for node in everything(waiting.pop()):
            match node:
                case syntax.Name(text=name) | syntax.Attribute(name=name) if name not in found:
                    found.add(name)
                    if name in book.definitions:
                        waiting.append(book.definitions[name])
    return found


def _failed(tests: RulebookTests, variant: str | None, table: Table) -> Problem | None:
    players, options = table
    with suppress(RulebookError):  # reported where the table is checked
        try:
            tests.open(players, variant, options).game.new_initial_state(seed=0)
        except RuleFailure as failure:
            problem = Problem(
                failure.code, failure.message, failure.span, help=failure.help, path=failure.path
            )
            return found_at(replace(problem, severity="warning") if options else problem, table)
    return None
