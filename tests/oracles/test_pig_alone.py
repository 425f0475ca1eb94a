"""The exact program for pig, held against what can be worked out by hand and against games that it plays itself."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from tests.oracles.pig import Holds, exact, hold_at, hold_at_or_to_win


def test_a_race_to_two_by_hand() -> None:
    """Each turn wins with probability 5/6, after a roll and a hold; a one ends it after the roll."""
    found = exact(2, hold_at(2))
    assert found.turns == pytest.approx(6 / 5)
    assert found.rounds == pytest.approx(1 / (1 - 1 / 36))
    assert found.first_wins == pytest.approx(6 / 7)
    assert found.first_wins + found.second_wins == pytest.approx(1)
    assert found.decisions == pytest.approx(6 / 5 * (1 + 5 / 6))


def test_the_first_player_is_ahead_by_half_a_turn() -> None:
    found = exact(100, hold_at(20))
    assert found.rounds - found.turns / 2 == pytest.approx(found.first_wins / 2)
    assert 0.5 < found.first_wins < 0.55


@pytest.mark.parametrize(
    ("target", "holds"), [(30, hold_at(20)), (30, hold_at_or_to_win(20, 30)), (12, hold_at(5))]
)
def test_games_played_by_hand_come_to_the_same(target: int, holds: Holds) -> None:
    random, found = Random(1), exact(target, holds)
    games = [_played(target, holds, random) for _ in range(20_000)]
    for place, known in enumerate((found.turns, found.decisions, found.first_wins)):
        values = [game[place] for game in games]
        middle = fmean(values)
        error = (fmean((value - middle) ** 2 for value in values) / len(values)) ** 0.5
        assert abs(middle - known) < 4 * error


def _played(target: int, holds: Holds, random: Random) -> tuple[int, int, int]:
    """Turns, decisions, and whether the first player won."""
    scores, player, turns, decisions = [0, 0], 0, 0, 0
    while True:
        turns += 1
        pot = 0
        while True:
            decisions += 1
            if holds(pot, scores[player]):
                scores[player] += pot
                break
            face = random.randint(1, 6)
            if face == 1:
                break
            pot += face
        if scores[player] >= target:
            return turns, decisions, player == 0
        player = 1 - player
