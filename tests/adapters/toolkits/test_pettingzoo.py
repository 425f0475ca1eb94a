"""The environments of PettingZoo pass its own tests, and show no seat what it cannot know."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import warnings
from functools import partial
from itertools import islice

import numpy
import pytest

import rulewright as rw
from rulewright.adapters import pettingzoo
from rulewright.adapters.toolkits import needed
from tests.games.books import books, loaded

with warnings.catch_warnings():  # of its own games, which its tests import in an old way
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo import make
    from pettingzoo.test import api_test, parallel_api_test, seed_test

# PettingZoo's own board games have masks in their observations too, and games may begin with nothing but zeros.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]
CYCLES = 12
RANKS = 200
HIDING = (
    "cinco", "crazy-eights", "crib-ino", "cribbage", "dominoes", "hearts", "kuhn-poker", "leduc-poker", "liars-dice", "limit-holdem",
)  # fmt: skip
"""Bundled games in which something is hidden."""
SIMULTANEOUS = ("cribbage", "hearts", "rock-paper-scissors")


def game_of(name: str) -> rw.Game:
    return loaded(books()[name], engine="reference")


def ranks_of(game: rw.Game) -> int | None:
    return RANKS if game.num_distinct_actions > 1 << 17 else None


@pytest.mark.parametrize("name", rw.bundled_games())
def test_every_game_passes_the_tests_of_pettingzoo(name: str) -> None:
    game = game_of(name)
    make = partial(pettingzoo.env, game, ranks=ranks_of(game))
    api_test(make(), CYCLES)
    seed_test(make, CYCLES)


@pytest.mark.parametrize("name", SIMULTANEOUS)
def test_games_of_simultaneous_choices_pass_those_for_parallel_ones(name: str) -> None:
    parallel_api_test(pettingzoo.parallel_env(game_of(name)), 2 * CYCLES)


@pytest.mark.parametrize("name", HIDING)
def test_a_seat_sees_the_same_where_it_cannot_tell_apart(name: str) -> None:
    """Hidden pieces are dealt again, and neither the row nor the mask of the seat to act changes."""
    game = game_of(name)
    env = pettingzoo.raw_env(game, ranks=ranks_of(game))
    env.reset(seed=5)
    choose = random.Random(5)
    for agent in islice(env.agent_iter(), 8):
        if env.terminations[agent]:
            break
        before, seen = env.now, {each: env.observe(each) for each in env.agents}
        for seat, each in enumerate(env.agents):
            env._state = before.resample(seat, choose.getrandbits(32))
            again = env.observe(each)
            assert numpy.array_equal(again["observation"], seen[each]["observation"])
            assert numpy.array_equal(again["action_mask"], seen[each]["action_mask"])
        env._state = before
        env.step(choose.choice(numpy.flatnonzero(seen[agent]["action_mask"])))


def test_agents_get_what_the_game_is_worth_to_them() -> None:
    game = game_of("connect-four")
    env = pettingzoo.env(game, render_mode="ansi")
    env.reset(seed=1)
    for column in (0, 1, 0, 1, 0, 1, 0):
        env.step(column)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0} == env._cumulative_rewards
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert "Connect Four" in env.render()
    assert str(env) == "rulewright_connect_four_v0"
    for _ in range(2):
        env.step(None)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(None)


def test_an_illegal_action_ends_the_game_or_is_refused() -> None:
    env, raw = pettingzoo.env("tic-tac-toe"), pettingzoo.raw_env("tic-tac-toe")
    for each in env, raw:
        with pytest.raises(RuntimeError, match="reset"):
            each.observe("player_0")
        each.reset(seed=1)
        each.step(numpy.int64(4))
    env.step(4)
    assert env.rewards == {"player_0": 0, "player_1": -1}
    assert all(env.truncations.values())
    with pytest.raises(rw.IllegalAction):
        raw.step(4)
    assert raw.agent_selection == "player_1"
    assert raw.observe("player_1")["action_mask"].sum() == 8


def test_a_game_can_be_cut_off() -> None:
    env = pettingzoo.env(game_of("pig"), max_steps=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    parallel = pettingzoo.parallel_env(game_of("rock-paper-scissors"), max_steps=1)
    parallel.reset(seed=1)
    *_, over, cut_off, _ = parallel.step({"player_0": 0, "player_1": 2})
    assert not any(over.values())
    assert all(cut_off.values())
    assert not parallel.agents


def test_seeds_begin_a_series_of_games() -> None:
    env = pettingzoo.env(game_of("crazy-eights"))
    series = []
    for _ in range(2):
        env.reset(seed=3)
        first = env.state().tolist()
        env.reset()
        series.append((first, env.state().tolist()))
    assert series[0] == series[1]
    assert series[0][0] != series[0][1]


def test_nobody_knows_what_the_others_choose_at_the_same_time() -> None:
    env = pettingzoo.parallel_env(game_of("rock-paper-scissors"))
    seen, _ = env.reset(seed=1)
    assert [each["action_mask"].sum() for each in seen.values()] == [3, 3]
    before = env.now.clone()
    env.step({"player_0": 0, "player_1": 2})
    one_by_one = [before.legal_ids()[0], 2]
    before.apply_action(one_by_one[0])
    before.apply_action(one_by_one[1])
    assert env.now == before
    with pytest.raises(ValueError, match="never choose simultaneously"):
        pettingzoo.parallel_env(game_of("pig"))


def test_actions_by_rank_where_there_are_too_many_ids() -> None:
    game = game_of("crib-ino")
    with pytest.raises(ValueError, match="ranks=1000"):
        pettingzoo.env(game)
    env = pettingzoo.raw_env(game, ranks=50)
    env.reset(seed=1)
    seen, *_, info = env.last()
    ids = env.now.legal_ids()
    assert info["legal_ids"] == ids
    assert seen["action_mask"].sum() == len(ids)
    other = env.now.clone()
    env.step(len(ids) - 1)
    other.apply_action(ids[-1])
    assert env.now == other
    with pytest.raises(rw.IllegalAction, match="legal actions here"):
        env.step(49)
    with pytest.raises(ValueError, match="whole number from 1"):
        pettingzoo.env(game, ranks=0)


@pytest.mark.parametrize("name", ["crazy-eights", "cinq-o"])
def test_a_picture_without_a_board_has_the_pieces_of_zones(name: str) -> None:
    env = pettingzoo.env(game_of(name), render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    zones = picture[60:400, 220:]
    assert picture.shape == (600, 800, 3)
    assert (zones == (0xF6, 0xF1, 0xE4)).all(axis=2).sum() > 1000


def test_a_picture_of_the_table() -> None:
    env = pettingzoo.env("reversi", render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert first.shape == (600, 800, 3)
    assert first.dtype == numpy.uint8
    env.step(env.now.legal_ids()[0])
    assert not numpy.array_equal(first, env.render())
    with pytest.raises(ValueError, match="render_mode"):
        pettingzoo.env("reversi", render_mode="human")


def test_a_game_that_is_loaded_has_its_settings() -> None:
    with pytest.raises(ValueError, match="has its settings already"):
        pettingzoo.env(game_of("pig"), players=3)
    assert pettingzoo.env("pig", players=3).possible_agents == ["player_0", "player_1", "player_2"]


def test_bundled_games_have_names() -> None:
    pettingzoo.register()
    pettingzoo.register()
    env = make("aec", "rulewright/Cinq-O-v0", players=3)
    assert (env.game.name, env.max_num_agents) == ("cinq-o", 3)


def test_without_the_toolkit_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needed, "find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install '\.\[pettingzoo\]'"):
        pettingzoo.raw_env  # noqa: B018
    with pytest.raises(AttributeError):
        pettingzoo.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_importing_the_adapters_loads_no_toolkit() -> None:
    program = (
        "import json, sys, rulewright.adapters.pettingzoo\n"
        "print(json.dumps(sorted({'numpy', 'gymnasium', 'pettingzoo', 'yaml', 'matplotlib'} & sys.modules.keys())))"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == []


def test_mistakes_are_said() -> None:
    one = pettingzoo.env(game_of("connect-four"))
    with pytest.raises(RuntimeError, match="call `reset` first"):
        one.step(3)
    one.reset(seed=1)
    with pytest.raises(TypeError, match="not None"):
        one.step(None)
    one.step(9)
    assert one.infos["player_0"]["illegal_action"].startswith("there is no action 9")
    together = pettingzoo.parallel_env(game_of("rock-paper-scissors"))
    together.reset(seed=1)
    before = together.now.serialize()
    with pytest.raises(KeyError, match="`player_1` chooses now"):
        together.step({"player_0": 0})
    with pytest.raises(rw.UnknownMove):
        together.step({"player_0": 0, "player_1": 99})
    assert together.now.serialize() == before
