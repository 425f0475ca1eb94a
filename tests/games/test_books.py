"""What collecting reads of rulebooks is what the games are."""

from __future__ import annotations

import rulewright as rw
from rulewright import pipeline
from tests.games.books import HIDING, Table, books, tables, with_strategies


def test_tables_are_those_at_which_rulebooks_are_played() -> None:
    found = list[Table]()
    for name, file in books().items():
        for variant in (None, *pipeline.open_book(file).resolved.variants):
            players = pipeline.open_book(file, variant=variant).rulebook.players
            found += [Table(name, file, number, variant) for number in players]
    assert tables() == tuple(found)


def test_games_that_hide_something_are_listed() -> None:
    assert {name for name, file in books().items() if rw.load(file).hides} == HIDING


def test_games_with_strategies_are_found() -> None:
    found = tuple(name for name, file in books().items() if rw.load(file).program.strategies)
    assert with_strategies() == found
