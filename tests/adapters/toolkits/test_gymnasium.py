"""The environments of Gymnasium pass its checks, and play the games that the rulebooks describe."""

from __future__ import annotations

import random

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

import rulewright as rw
from rulewright.adapters.gymnasium import GameEnv, GameVectorEnv, register
from rulewright.adapters.toolkits import needed
from tests.games.books import books, loaded

RANKS = 200
SIZE = 6


def game_of(name: str) -> rw.Game:
    return loaded(books()[name], engine="reference")


def ranks_of(game: rw.Game) -> int | None:
    return RANKS if game.num_distinct_actions > 1 << 17 else None


# `gymnasium.make` gives environments a specification; without one, other modes of rendering are not checked.
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes:UserWarning")
@pytest.mark.parametrize("name", rw.bundled_games())
def test_every_game_passes_the_check_of_gymnasium(name: str) -> None:
    game = game_of(name)
    check_env(GameEnv(game, ranks=ranks_of(game), render_mode="ansi"))


def test_bundled_games_have_names() -> None:
    register()
    env = gymnasium.make("rulewright/Cinq-O-v0", players=3, opponents=["cautious", "random"], seat=1)
    plain = env.unwrapped
    assert isinstance(plain, GameEnv)
    assert (plain.game.name, plain.game.num_players, plain.seat) == ("cinq-o", 3, 1)
    check_env(plain, skip_render_check=True)
    many = gymnasium.make_vec("rulewright/Pig-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert isinstance(many.unwrapped, GameVectorEnv)


def test_an_episode_is_a_game_of_the_seat() -> None:
    env = GameEnv(game_of("connect-four"), "greedy", seat=1)
    seen, info = env.reset(seed=4)
    assert env.now.current_player() == 1
    assert len(env.now.history) == 2
    over, choose = False, random.Random(1)
    while not over:
        assert numpy.array_equal(seen, env.now.observation_row(1))
        seen, reward, over, cut_off, info = env.step(choose.choice(numpy.flatnonzero(info["action_mask"])))
        assert not cut_off
    assert reward == env.now.returns()[1]
    assert not info["action_mask"].any()
    with pytest.raises(RuntimeError, match="call `reset`"):
        env.step(0)


def test_bots_of_ones_own_play_on_copies_with_other_luck() -> None:
    class Peeking:
        def begin(self, seed: int) -> None:
            self.copies: list[rw.State] = []

        def choose(self, state: rw.State, player: int) -> rw.Action:
            self.copies.append(state)
            return state.legal_actions()[0]

    bot = Peeking()
    env = GameEnv(game_of("pig"), bot, seat=1)
    env.reset(seed=1)
    assert bot.copies
    assert bot.copies[0] is not env.now
    assert bot.copies[0].luck != game_of("pig").new_initial_state(seed=1).luck
    with pytest.raises(ValueError, match="1 opponents are needed"):
        GameEnv(game_of("pig"), ["random", "random"])


def test_an_illegal_action_ends_the_game_or_is_refused() -> None:
    env = GameEnv("tic-tac-toe")
    env.reset(seed=1)
    env.step(4)
    *_, reward, over, _, info = env.step(4)
    assert (reward, over) == (-1, True)
    assert "4" in info["illegal_action"] or "b2" in info["illegal_action"]
    strict = GameEnv("tic-tac-toe", illegal_reward=None)
    with pytest.raises(RuntimeError, match="reset"):
        strict.step(4)
    strict.reset(seed=1)
    strict.step(4)
    with pytest.raises(rw.IllegalAction):
        strict.step(4)


def test_a_game_for_one_needs_no_opponents() -> None:
    env = GameEnv(game_of("yahtzee"))
    _, info = env.reset(seed=1)
    _, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert (reward, over) == (0, False)


# --------------------------------------------------------------------------------------------------- many games


def stepped(env: GameVectorEnv, steps: int) -> list[object]:
    """What some steps of a random player with masks give."""
    choose, found = numpy.random.default_rng(3), list[object]()
    seen, info = env.reset(seed=5)
    for _ in range(steps):
        chosen = (choose.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)
        seen, reward, over, cut_off, info = env.step(chosen)
        assert seen in env.observation_space
        assert reward.shape == over.shape == (SIZE,)
        assert not cut_off.any()
        found.append((seen.copy(), reward, over, {name: value.copy() for name, value in info.items()}))
    return found


@pytest.mark.parametrize("name", ["cinq-o", "connect-four", "crazy-eights", "hearts", "pig", "yatzy"])
@pytest.mark.parametrize("opponents", [None, "random"])
def test_many_games_are_the_same_from_the_same_seed(name: str, opponents: str | None) -> None:
    game = game_of(name)
    first, again = (stepped(GameVectorEnv(game, SIZE, opponents, copy=copy), 20) for copy in (True, False))
    assert data_equivalence(first, again)


def test_whoever_acts_gets_the_reward_and_the_next_step_begins_anew() -> None:
    env = GameVectorEnv(game_of("tic-tac-toe"), 2)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    env.reset(seed=1)
    for action in (0, 3, 1, 4):
        *_, info = env.step(numpy.array([action, action]))
    assert info["current_player"].tolist() == [0, 0]
    _, reward, over, _, info = env.step(numpy.array([2, 8]))
    assert reward.tolist() == [1, 0]
    assert over.tolist() == [True, False]
    assert info["returns"].tolist() == [[1, -1], [0, 0]]
    assert info["action_mask"][0].all()
    _, reward, over, _, info = env.step(numpy.array([7, 5]))
    assert reward.tolist() == [0, 1]
    assert over.tolist() == [False, True]
    assert env.batch.state(0).legal_ids() == list(range(9))
    with pytest.raises(rw.IllegalAction):
        env.step(numpy.array([99, 0]))


def test_against_a_strategy_the_agent_plays_its_seat_alone() -> None:
    env = GameVectorEnv(game_of("pig"), 40, "hold_at_20", seat=1)
    _, info = env.reset(seed=1)
    gained = 0.0
    for _ in range(60):
        assert set(info["current_player"].tolist()) <= {1, -1}
        _, reward, over, _, info = env.step(numpy.full(40, -1))
        assert numpy.array_equal(reward[over], info["returns"][over, 1])
        gained += reward.sum()
    assert gained < 0
    with pytest.raises(ValueError, match="other bots play in"):
        GameVectorEnv(game_of("pig"), 2, "mcts")


def test_a_picture_of_each_game() -> None:
    env = GameVectorEnv(game_of("tic-tac-toe"), 2, render_mode="ansi")
    env.reset(seed=1)
    assert [text.splitlines()[0][:11] for text in env.render()] == ["Tic-tac-toe"] * 2


def test_without_the_toolkit_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.adapters import gymnasium as adapter

    monkeypatch.setattr(needed, "find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install '\.\[gymnasium\]'"):
        adapter.GameEnv  # noqa: B018


def test_a_game_that_an_illegal_action_ended_is_over() -> None:
    env = GameEnv(game_of("connect-four"))
    env.reset(seed=1)
    with pytest.raises(TypeError, match="an action is a whole number, not 'drop d'"):
        env.step("drop d")
    with pytest.raises(TypeError, match="not True"):
        env.step(True)
    _, reward, over, _, info = env.step(9)
    assert (reward, over, bool(info["action_mask"].any())) == (-1, True, False)
    assert info["illegal_action"].startswith("there is no action 9")
    with pytest.raises(RuntimeError, match="call `reset`"):
        env.step(1)
    env.reset()
    assert not env.step(1)[2]


def test_opponents_that_there_are_not() -> None:
    with pytest.raises(ValueError, match="but not None"):
        GameEnv(game_of("connect-four"), None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`opponents` may be random, alert; other bots play in `GameEnv`"):
        GameVectorEnv(game_of("connect-four"), 2, "mcts")


def test_a_text_shows_what_the_seat_may_see() -> None:
    env = GameEnv(game_of("crazy-eights"), seat=1, render_mode="ansi")
    env.reset(seed=3)
    zones = env.now.observation(1)["zones"]["cards"]
    lines = dict(line.split(": ", 1) for line in env.render().splitlines() if line.startswith("seat("))
    assert lines["seat(2).hand"] == ", ".join(zones["seat(2).hand"]["pieces"])
    assert lines["seat(1).hand"] == f"{zones['seat(1).hand']['count']} hidden"
