"""Decisions that are weighed, courses of games, and the shares of luck and skill."""

from __future__ import annotations

from collections import Counter

import pytest

import rulewright as rw
from rulewright.play.health.courses import Course
from rulewright.play.health.figuring import ratio
from rulewright.play.health.report import as_text
from rulewright.play.health.weighing import Valuing, covariance, weighed
from rulewright.runtime.executor import Luck, Position

pytestmark = pytest.mark.usefixtures("optimised")


def position_after(game: rw.Game, *moves: str) -> Position:
    state = game.new_initial_state(1)
    for move in moves:
        state.apply_action(move)
    return Position(state.cells, Luck(0, list(state.luck.turns)))


def course(ahead: list[tuple[float, int]], winner: int) -> Course:
    return Course(0, 10, Counter(), Counter({2: 10}), Counter(), Counter(), tuple(ahead), winner)


def test_a_choice_that_wins_at_once_weighs_much() -> None:
    game = rw.load("tic-tac-toe")
    found = weighed(
        Valuing(game, [()]), position_after(game, "mark a1", "mark b2", "mark a2", "mark c3"), 7, 0.5, 1.0
    )
    assert found is not None
    assert found.options == 5
    assert found.clear
    assert found.gain > 0.2
    assert found.luck == 0
    assert not found.king


def test_the_same_seed_weighs_the_same() -> None:
    game = rw.load("pig", players=2)
    once, again = (weighed(Valuing(game, [()]), position_after(game), 5, 0.0, 1.0) for _ in range(2))
    assert once == again


def test_where_there_is_nothing_but_noise_nothing_is_found_on_average() -> None:
    """The first roll of pig is the same for all: what follows it differs by luck alone."""
    game = rw.load("pig", players=2)
    found = [weighed(Valuing(game, [()]), position_after(game), seed, 0.0, 1.0) for seed in range(60)]
    gains = [each.gain for each in found if each is not None]
    assert abs(sum(gains) / len(gains)) < 0.03


def test_covariance_is_the_variance_that_halves_have_in_common() -> None:
    assert covariance([(1.0, 1.0), (3.0, 3.0)], sample=False) == 1
    assert covariance([(1.0, 1.0), (3.0, 3.0)], sample=True) == 2
    assert covariance([(1.0, 3.0), (3.0, 1.0)], sample=False) == -1
    assert covariance([(1.0, 1.0)], sample=True) == 0


def test_a_game_is_decided_when_the_winner_stays_ahead() -> None:
    found = course([(0.0, -1), (0.2, 0), (0.4, 1), (0.6, -1), (0.8, 1), (1.0, 1)], winner=1)
    assert found.decided == 0.8
    assert found.lead_changes == 1
    assert found.leader_at(0.5) == -1
    assert found.leader_at(0.4) == 1
    assert course([(0.0, 0), (1.0, 0)], winner=1).decided == 1
    assert course([(0.0, 0), (1.0, 0)], winner=-1).decided is None


def test_the_interval_of_a_ratio_is_that_of_games() -> None:
    assert ratio([(1, 2), (1, 2), (1, 2)]) == (0.5, 0.5, 0.5)
    share, low, high = ratio([(0, 2), (1, 2), (2, 2), (1, 2)])
    assert share == 0.5
    assert low < 0.5 < high
    assert high - 0.5 == pytest.approx(0.5 - low)


def test_without_chance_nothing_is_luck() -> None:
    found = rw.health(rw.load("tic-tac-toe"), levels=(), games=40, seconds=None)
    assert found.fortune is not None
    assert (found.fortune.luck, found.fortune.index) == (0, 1)
    assert found.choices is not None
    assert found.choices.gain is not None
    assert found.choices.gain > 0.05
    assert found.choices.clear is not None
    assert found.lead is not None
    assert not found.lead.by_score
    assert "Nothing is left to luck." in as_text(found)


def test_dice_are_luck_and_a_strategy_is_skill() -> None:
    found = rw.health(rw.load("pig", players=2), levels=(), games=100, seconds=None)
    assert found.fortune is not None
    assert 0.2 < found.fortune.luck < 0.9
    assert found.lead is not None
    assert found.lead.by_score
    assert {(each.strong, each.weak) for each in found.matches} == {
        ("hold_at_20", "random"),
        ("keep_pace", "random"),
    }
    assert all(each.low > 0.9 for each in found.matches)
    assert {each.action for each in found.usage} == {"roll", "hold"}
    assert sum(each.taken.share for each in found.usage) == pytest.approx(1)


def test_three_players_may_make_kings() -> None:
    found = rw.health(rw.load("pig", players=3), levels=(), games=20, seconds=None)
    assert found.choices is not None
    assert found.choices.king is not None
    assert all(each.fair == pytest.approx(1 / 3) for each in found.matches)


def test_one_player_has_scores() -> None:
    found = rw.health(rw.load("yahtzee", players=1), levels=(), games=6, seconds=None)
    assert found.choices is not None
    assert found.choices.in_points
    assert found.lead is None
    assert set(found.scores) == set(found.kinds)
