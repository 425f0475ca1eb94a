"""The strategies of the bundled rulebooks: they hold at every table and with every option, and they play well.

`python -m tests.benchmarks.bots` plays more, with intervals.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rulewright as rw
from rulewright.document import nodes
from rulewright.game.playouts.playout import Plain, measure
from tests.benchmarks.bots import duel
from tests.games.books import Table, books, resolved, tables, with_strategies

MISSION = ("cinco", "cinq-o", "crib-ino", "red-hot-yott", "sino")
FEW = 25
"""Decisions that are looked at."""


def few_tables() -> Iterator[Table]:
    """Each rulebook and variant that has strategies, at its smallest and its largest table."""
    found: dict[tuple[str, str | None], list[Table]] = {}
    for table in tables():
        if table.name in with_strategies():
            found.setdefault((table.name, table.variant), []).append(table)
    for alike in found.values():
        yield alike[0]
        if len(alike) > 1:
            yield alike[-1]


def settings() -> Iterator[tuple[str, str, object]]:
    """Each value of each option that has a few, and the ends of the others."""
    for name in MISSION:
        for option in resolved(books()[name]).tree.section("options"):
            yield from ((name, option.key.text, value) for value in values_of(option.value))


def values_of(option: nodes.Node) -> list[object]:
    assert isinstance(option, nodes.Mapping)
    if option.get("one_of") is not None:
        return [*option.section("one_of").keys()]
    type = option.get("type")
    text = type.text if isinstance(type, nodes.Scalar) else ""
    if text == "bool":
        return [True, False]
    low, dots, high = text.removesuffix(" or none").partition("..")
    return [int(low), int(high)] if dots and low.isdigit() and high.isdigit() else []


def play_a_little(game: rw.Game, seed: int) -> None:
    """A few decisions with each strategy in each seat in turn."""
    names = list(game.program.strategies)
    for first in range(len(names)):
        seats = tuple(names[(first + seat) % len(names)] for seat in range(game.num_players))
        measure(game, seed, FEW, Plain(game, seed, seats))


def test_every_game_of_the_mission_has_a_cautious_and_a_bold_player() -> None:
    for name in MISSION:
        found = rw.load(name, engine="reference").program.strategies
        assert {"cautious", "bold"} <= found.keys()
        assert all(strategy.about for strategy in found.values())


@pytest.mark.parametrize("table", list(few_tables()), ids=str)
def test_strategies_hold_at_every_table(table: Table) -> None:
    game = table.load("reference")
    assert game.program.strategies
    play_a_little(game, 1)


@pytest.mark.parametrize(("name", "option", "value"), list(settings()), ids=str)
def test_strategies_hold_with_every_option(
    name: str, option: str, value: Any
) -> None:  # Any: whatever an option may be
    play_a_little(rw.load(name, options={option: value}, engine="reference"), 2)


@pytest.mark.parametrize("seed", [1, 2])
def test_games_of_strategies_end_where_nobody_can_win_any_more(seed: int) -> None:
    """Cinco for three teams often fills the board: somebody has to put down the last tokens."""
    game = rw.load("cinco", players=3, engine="reference")
    assert measure(game, seed, 1_000, Plain(game, seed, ("cautious", "bold", "cautious"))).ended


@pytest.mark.parametrize("name", ["hold_at_20", "keep_pace"])
def test_who_holds_in_time_beats_chance_at_pig(name: str) -> None:
    assert duel(rw.load("pig", engine="reference"), name, "random", 40).share > 0.9


@pytest.mark.parametrize(("game", "least"), [("cinq-o", 0.95), ("cinco", 0.95)])
def test_strategies_beat_chance_by_far(game: str, least: float) -> None:
    loaded = rw.load(game, engine="reference")
    assert all(duel(loaded, name, "random", 6).share >= least for name in loaded.program.strategies)
