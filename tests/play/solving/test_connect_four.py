"""The solver of connect four says what trying everything says, and knows the same rules as the rulebook."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import rulewright as rw
from tests.play.solving.connect_four import SPACES, Position, Solver

LAST = 9
"""Spaces left, at which everything can be tried."""


@cache
def tried(position: Position) -> int:
    """The value found by trying everything."""
    values = [0]
    for number, column in enumerate(position.open_columns()):
        if position.wins_with(column):
            return (SPACES + 1 - position.moves) // 2
        value = -tried(position.after(column))
        values = [value] if number == 0 else [*values, value]
    return max(values)


def late(random: Random) -> tuple[Position, rw.State]:
    """A position late in a game that nobody has won, by the oracle and by the rulebook."""
    while True:
        position, state = Position(), rw.load("connect-four").new_initial_state(1)
        while position.moves < SPACES - LAST:
            column = random.choice([*position.open_columns()])
            wins = position.wins_with(column)
            state.apply_action(column)
            assert state.is_terminal() == wins
            if wins:
                break
            position = position.after(column)
            assert sorted(position.open_columns()) == sorted(state.legal_ids())
        else:
            return position, state


@pytest.mark.parametrize("seed", range(3))
def test_the_solver_finds_what_trying_everything_finds(seed: int) -> None:
    position, state = late(Random(seed))
    assert Solver().value(position) == tried(position)
    for column in Solver().best(position):
        assert column in state.legal_ids()


def test_known_positions_have_their_values() -> None:
    for line, value in (
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
    ):
        position = Position()
        for column in line:
            position = position.after(int(column) - 1)
        assert Solver().value(position) == value
