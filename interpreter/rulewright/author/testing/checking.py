"""All that can be said of a rulebook before it is played: what the stages find, what its own examples name in vain, and where it
cannot be set up.

    given: {upcard: [two of heart]}      ->      there is no piece of cards `two of heart`; did you mean `two of hearts`?

Pieces, values and moves are read by a game that is set up, so this comes after all stages, and only where they find no error.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from rulewright import pipeline
from rulewright.author.examples.examples import table_of
from rulewright.author.examples.run import ExampleRun
from rulewright.author.testing.rulebook_tests import RulebookTests
from rulewright.author.testing.set_up import set_up_in_vain
from rulewright.document import arguments, library
from rulewright.document.arguments import Name, Names
from rulewright.problems.problem import Problem, RulebookError
from rulewright.source.text import Source

if TYPE_CHECKING:
    from rulewright.rulebook.nodes import Example


def check(path: Name, overlays: Names = (), variant: str | None = None) -> list[Problem]:
    """All problems of a rulebook or overlay, its examples included, sorted by place: at its smallest and largest table, at other
    values of its options and in every variant, or in one if it is named. [] if all is well.

    Never raises for a bad rulebook, nor for one that is not there: that is a problem too. TypeError for what is no path.
    """
    try:
        source = library.demand(arguments.name_of(path))
    except RulebookError as error:
        return error.problems
    return check_source(source, overlays, variant)


def check_text(
    text: str, overlays: Names = (), variant: str | None = None, name: str = "<text>"
) -> list[Problem]:
    """Like `check`, for a text; `name` is what problems call it."""
    return check_source(Source(name, arguments.text_of(text)), overlays, variant)


def check_source(source: Source, overlays: Names = (), variant: str | None = None) -> list[Problem]:
    """Like `check`, for a text with its name."""
    problems = pipeline.check_source(source, overlays, variant)
    if any(problem.severity == "error" for problem in problems) or pipeline.is_fragment(source):
        return problems
    found = _found_by_setting_up(source, overlays, variant)
    return sorted((*problems, *found), key=lambda p: (p.file, p.span.start)) if found else problems


def _found_by_setting_up(source: Source, overlays: Names, variant: str | None) -> list[Problem]:
    """What shows when the game is set up; a table that cannot be opened has been told of."""
    with suppress(RulebookError):
        book = pipeline.open_source(source, None, variant, {}, overlays, "reference")
        return [*_unreadable(book, variant), *set_up_in_vain(book, variant)]
    return []


def _unreadable(book: pipeline.Book, variant: str | None) -> Iterator[Problem]:
    """What the rulebook's own examples name and it has not got."""
    tests = RulebookTests(book.at, variant=variant)
    for told in tests.examples():
        if told.example.inherited or not (told.example.given or told.example.play):
            continue
        with suppress(RulebookError):  # of which more is said where the table is
            yield from _in_vain(tests, told.book, told.example)


def _in_vain(tests: RulebookTests, book: pipeline.Book, example: Example) -> list[Problem]:
    """What an example names in vain. Its options seldom matter, so its own table is opened only if there is something to tell."""
    players, variant, options = table_of(example, book, None, None)
    found = list(ExampleRun(tests.open(players, variant, {}), example, 1).unreadable())
    if found and options:
        found = list(ExampleRun(tests.open(players, variant, options), example, 1).unreadable())
    return found
