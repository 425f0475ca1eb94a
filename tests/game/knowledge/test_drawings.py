"""States as text: what a spectator sees, and nothing else."""

from __future__ import annotations

from random import Random

import pytest

import rulewright as rw
from tests.games.books import Table, books, tables

FEW = [table for table in tables() if table.variant is None and table.players <= 3]
MOVES = 12

BEGUN = """\
Flower Beds: round 1, turn, 1 to act

bed of 1
  2  . .
  1  . .
     a b
bed of 2
  2  . .
  1  . .
     a b

score: 0 0

deck: 16 hidden
seat(1).hand: 2 hidden
seat(2).hand: 2 hidden
discard: -
"""


@pytest.mark.parametrize("table", FEW, ids=str)
def test_what_spectators_cannot_tell_apart_is_drawn_alike(table: Table) -> None:
    random, state = Random(str(table)), table.load().new_initial_state(seed=3)
    for move in range(MOVES):
        text = str(state)
        assert text.startswith(f"{state.game.title}: ")
        other = state.resample(move % table.players, seed=move)
        if other.observation("spectator") == state.observation("spectator"):
            assert str(other) == text
        if state.is_terminal():
            break
        state.apply_action(random.choice(state.legal_ids()))


def test_a_table_is_drawn() -> None:
    state = rw.load(books()["flower-beds"], players=2).new_initial_state()
    assert str(state) + "\n" == BEGUN


def test_players_are_named_as_people_count_them() -> None:
    state = rw.load("dominoes").new_initial_state(seed=1)
    starter = state.observation("spectator")["variables"]["starter"]
    assert f"starter: {starter + 1}\n" in str(state)
    assert f", {starter + 1} to act\n" in str(state)


def test_the_end_of_a_game_is_drawn() -> None:
    state = rw.load("tic-tac-toe").new_initial_state()
    for move in ("a1", "b1", "a2", "b2", "a3"):
        state.apply_action(f"mark {move}")
    assert str(state).splitlines()[0] == "Tic-tac-toe: over (three_in_a_row), won by X"
