"""Six levels: how much each gives away, that they search alike on both engines, and that the higher ones win."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulewright as rw
from rulewright import Game
from rulewright.language.players import LEVELS
from rulewright.play.bots import bot_named
from rulewright.play.looking_ahead import level_bot
from rulewright.play.looking_ahead.level_bot import Length, LevelBot, length_of, weights_for
from tests.benchmarks.bots import duel
from tests.games.books import loaded

pytestmark = pytest.mark.usefixtures("optimised")

LOSSES = st.lists(st.floats(0, 2), min_size=2, max_size=20).map(lambda losses: [0.0, *losses])


@given(LOSSES, st.floats(0.001, 1))
def test_what_is_lost_is_what_may_be_lost(losses: list[float], given_away: float) -> None:
    weights = weights_for(losses, given_away)
    lost = sum(loss * weight for loss, weight in zip(losses, weights, strict=True)) / sum(weights)
    at_random = sum(losses) / len(losses)
    assert lost <= min(given_away, at_random) + 1e-9
    smallest = min((loss for loss in losses if loss), default=0.0)
    if 0.01 < given_away < 0.99 * at_random and smallest > 1e-3:
        assert lost == pytest.approx(given_away, rel=1e-6)


@given(LOSSES, st.floats(0.001, 1))
def test_better_choices_are_taken_more_often(losses: list[float], given_away: float) -> None:
    weights = weights_for(losses, given_away)
    ranked = sorted(zip(losses, weights, strict=True))
    assert all(weight >= worse for (_, weight), (_, worse) in pairwise(ranked))
    assert weights[0] == 1


def test_a_win_at_hand_is_seldom_overlooked() -> None:
    """One of seven moves wins, the others leave the game open: by chance it is found once in seven times."""
    taken = [weights_for([0.0, *[0.7] * 6], given / 12)[0] for given in level_bot.GIVEN_AWAY[:-1]]
    found = [
        first / sum(weights_for([0.0, *[0.7] * 6], given / 12))
        for first, given in zip(taken, level_bot.GIVEN_AWAY, strict=False)
    ]
    assert found == sorted(found)
    assert found[0] > 0.4
    assert found[1] > 0.65
    assert found[3] > 0.9


def test_the_length_of_games_decides_how_long_levels_think() -> None:
    short, long = length_of(loaded("tic-tac-toe")), length_of(loaded("pig"))
    assert 2 <= short.of_a_player <= 5
    assert short.of_a_simulation < long.of_a_simulation
    bot = LevelBot(level=6)
    assert bot.simulations_for(short) == level_bot.MOST
    assert bot.simulations_for(Length(1_000.0, 2_000.0)) == 100
    assert LevelBot(level=1).simulations_for(Length(20_000.0, 40_000.0)) == level_bot.FEWEST


def moves(game: Game, level: str, many: int) -> list[str]:
    state, bot = game.new_initial_state(5), bot_named(game, level)
    bot.begin(2)
    made: list[str] = []
    while (player := state.current_player()) is not None and len(made) < many:
        made.append(str(bot.choose(state, player)))
        state.apply_action(made[-1])
    return made


@pytest.mark.parametrize("level", ["level:2", "level:6"])
def test_both_engines_choose_alike(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    monkeypatch.setattr(level_bot, "MOST", 60)
    for name in ("tic-tac-toe", "kuhn-poker"):
        one, other = (moves(rw.load(name, engine=engine), level, 3) for engine in ("reference", "native"))
        assert one == other


@pytest.mark.parametrize("name", ["connect-four", "pig"])
def test_a_much_higher_level_wins_beyond_doubt(name: str) -> None:
    pytest.importorskip("llvmlite")
    assert duel(loaded(name), "level:5", "level:1", 12).won


def test_every_level_has_a_name() -> None:
    assert len(LEVELS) == len(level_bot.GIVEN_AWAY) == len(level_bot.DECISIONS_AHEAD) == 6
    for number, name in enumerate(LEVELS, 1):
        bot = bot_named(loaded("pig"), name)
        assert isinstance(bot, LevelBot)
        assert (bot.level, bot.name) == (number, name)
