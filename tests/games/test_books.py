"""What collecting reads of rulebooks is what the games are."""

from __future__ import annotations

from functools import cache

from rulewright import pipeline
from rulewright.document.bundled import rulebooks_folder
from rulewright.document.library import bundled, bundled_fragments, bundled_house_rules
from tests.games.books import HIDING, Table, books, tables, with_strategies


@cache
def opened(file: str) -> pipeline.Book:
    return pipeline.open_book(file)


def test_tables_are_those_at_which_rulebooks_are_played() -> None:
    found = list[Table]()
    for name, file in books().items():
        plain = opened(file)
        for variant in (None, *plain.resolved.variants):
            book = plain if variant is None else plain.at(None, variant, {})
            found += [Table(name, file, number, variant) for number in book.rulebook.players]
    assert tables() == tuple(found)


def test_games_that_hide_something_are_listed() -> None:
    assert {name for name, file in books().items() if opened(file).game.hides} == HIDING


def test_games_with_strategies_are_found() -> None:
    found = tuple(name for name, file in books().items() if opened(file).program.strategies)
    assert with_strategies() == found


def test_every_file_comes_along_wherever_it_lies() -> None:
    """A folder that nobody lists would hide its games."""
    found = [*bundled(), *bundled_fragments(), *bundled_house_rules()]
    assert sorted(path for _, path in found) == sorted(rulebooks_folder().rglob("*.yaml"))
    assert len({name for name, _ in found}) == len(found)
