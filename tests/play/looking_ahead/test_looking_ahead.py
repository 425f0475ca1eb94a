"""Bots that look ahead: what they take, that nothing hidden guides them, and that they beat those who do not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulewright as rw
from rulewright import Action, Game, State
from rulewright.play.bots import Bot, RandomBot, bot_named, seat_bots
from rulewright.play.looking_ahead.greedy import GreedyBot
from rulewright.play.looking_ahead.level_bot import Length, LevelBot
from rulewright.play.looking_ahead.lookahead import views_of
from rulewright.play.looking_ahead.rollouts import RolloutsBot
from rulewright.play.looking_ahead.tree_bot import TreeBot
from rulewright.runtime.chance.random_words import seed_of
from tests.benchmarks.bots import duel
from tests.games.books import HIDING, books, loaded

FEW_GAMES = 24
BOTS: dict[str, Callable[[], Bot]] = {
    "greedy": GreedyBot,
    "rollouts": lambda: RolloutsBot(games=FEW_GAMES),
    "mcts": lambda: TreeBot(simulations=2 * FEW_GAMES),
    "level": lambda: Hasty(level=3),
}


class Hasty(LevelBot):
    """A level that does not think for long."""

    def simulations_for(self, length: Length) -> int:
        return 2 * FEW_GAMES


Effects = list[object]
"""What an action does, as in a rulebook."""


def race(
    actions: dict[str, Effects], players: int = 2, teams: bool = False, result: str = "highest score",
    ends: dict[str, object] | None = None, more: dict[str, object] | None = None,
) -> Game:  # fmt: skip
    """A game of six rounds in which everybody does one of these and collects points."""
    book = {
        "rulebook": 1, "name": "race", "players": players,
        **({"teams": {"count": 2, "seats": "alternate"}} if teams else {}),
        "pieces": {"dice": {"count": 2, "faces": "1..6"}},
        "zones": {"tray": {"holds": "dice", "start": "all"}},
        "variables": {"score": {"per": "teams", "type": "-99..30"}},
        "phases": {"turn": {"actions": {name: {"do": [*do, "end_turn"]} for name, do in actions.items()} | {
            "give": {"choose": {"p": "players"}, "when": {"another": "p != me"}, "do": [add(1, "p.team.score"), "end_turn"]},
        }}},
        "end": {**(ends or {}), "late": {"when": "round > 6", "result": result}}, **(more or {}),
    }  # fmt: skip
    return rw.load_text(json.dumps(book), engine="reference")


def add(amount: object, to: str = "me.team.score") -> object:
    return {"add": amount, "to": to}


ROLL: object = {"roll": "tray"}
"""36 results, 21 for dice that look alike."""


def chosen(bot: Bot, state: State, seed: int = 0) -> str:
    player = state.current_player()
    assert player is not None
    bot.begin(seed)
    return str(bot.choose(state, player))


# --------------------------------------------------------------------------------------------------------- greedy


@pytest.mark.parametrize(("sure", "expected"), [(7, "take"), (6, "dare")])
def test_a_greedy_bot_weighs_all_results_where_they_are_few(sure: int, expected: str) -> None:
    """13 points in one of two games: no sample of 64 would tell 6.5 from 6 and 7 every time."""
    game = race({"take": [add(sure)], "dare": [ROLL, add("13 if sum(tray.face) mod 2 == 0 else 0")]})
    assert {chosen(GreedyBot(), game.new_initial_state(), seed) for seed in range(30)} == {expected}


@pytest.mark.parametrize(("sure", "expected"), [(18, "take"), (10, "dare")])
def test_a_greedy_bot_samples_where_results_are_many(sure: int, expected: str) -> None:
    """Two rolls of two dice have more than 36 results, and come to 14."""
    twice = [ROLL, add("sum(tray.face)"), ROLL, add("sum(tray.face)")]
    game = race({"take": [add(sure)], "dare": twice})
    assert {chosen(GreedyBot(), game.new_initial_state(), seed) for seed in range(20)} == {expected}


def test_the_lowest_score_is_best_where_it_wins() -> None:
    game = race({"take": [add(1)], "leave": [add(-1)]}, result="lowest score")
    assert chosen(GreedyBot(), game.new_initial_state()) in {"leave", "give 2"}
    game = race({"take": [add(1)]}, result="lowest score")
    assert chosen(GreedyBot(), game.new_initial_state()) == "give 2"


def test_what_counts_is_the_lead_over_the_best_of_the_others() -> None:
    """A point for whoever is behind changes no lead."""
    game = race({"take": [add(-1)]}, players=3)
    cells = game.new_initial_state().cells
    score = game.program.layout.groups["score"].offset
    cells[score + 1], cells[score + 2] = 9, 4
    assert chosen(GreedyBot(), game.state_at(cells)) == "give 3"


def test_what_a_partner_has_is_ones_own() -> None:
    game = race({"take": [add(0)]}, players=4, teams=True)
    assert chosen(GreedyBot(), game.new_initial_state()) == "give 3"


def test_winning_comes_before_points_and_losing_after_everything() -> None:
    actions = {"win": [add(-50)], "lose": [add(30)], "take": [add(1)]}
    ends: dict[str, object] = {
        "won": {"after": "win", "when": "true", "result": {"wins": "me"}},
        "lost": {"after": "lose", "when": "true", "result": {"wins": "me.left"}},
    }
    game = race(actions, ends=ends)
    assert chosen(GreedyBot(), game.new_initial_state()) == "win"
    del actions["win"], ends["won"]
    assert chosen(GreedyBot(), race(actions, ends=ends).new_initial_state()) == "take"


def test_what_comes_to_the_same_is_drawn_by_lot() -> None:
    state = race({"take": [add(1)], "fetch": [add(1)], "leave": []}).new_initial_state()
    taken = {chosen(GreedyBot(), state, seed) for seed in range(60)}
    assert {"take", "fetch"} <= taken
    assert "leave" not in taken


def test_a_turn_of_many_steps_is_looked_at_to_its_end() -> None:
    """Nothing is scored before the last die is racked: 1 Lo asks for low dice."""
    game = rw.load("cinq-o", engine="reference")
    state = game.new_initial_state(seed=1)
    state.apply_action(
        "roll everything", game.fixed_chance(rolled={"dice": [1, 1, 6, 6, 6], "hilo": ["down3"]})
    )
    taken = [chosen(GreedyBot(), state, seed) for seed in range(8)]
    assert not {"rack 6", "bank 6"} & set(taken)


# ------------------------------------------------------------------------------------------------------- rollouts


def opened(name: str, *moves: str) -> State:
    game = rw.load(name, engine="reference")
    state = game.new_initial_state()
    for move in moves:
        state.apply_action(move)
    return state


@pytest.mark.parametrize("bot", BOTS)
def test_a_line_of_three_is_closed(bot: str) -> None:
    assert chosen(BOTS[bot](), opened("tic-tac-toe", "mark a1", "mark a2", "mark b1", "mark b2")) == "mark c1"


def test_only_rollouts_see_what_the_other_threatens() -> None:
    state = opened("tic-tac-toe", "mark a1", "mark b2", "mark b1")
    assert {chosen(RolloutsBot(games=200), state, seed) for seed in range(5)} == {"mark c1"}
    assert len({chosen(GreedyBot(), state, seed) for seed in range(20)}) > 1


def test_rollouts_follow_strategies_where_there_are_some() -> None:
    """Luck is worth its price only to those who spend it, as the strategy does and players at random do not."""
    more: dict[str, object] = {
        "variables": {
            "score": {"per": "teams", "type": "-99..90"},
            "luck": {"per": "players", "type": "0..20"},
        }
    }
    actions: dict[str, Effects] = {
        "buy": [{"set": "me.luck", "to": 8}],
        "spend": [add("me.luck"), {"set": "me.luck", "to": 0}],
        "take": [add(3)],
        **{f"idle_{number}": [] for number in range(10)},
    }
    knowing: dict[str, object] = {
        "strategies": {"keen": {"prefer": {"spend": "me.luck", "take": 1, "give": -1}}}
    }
    plain, told = race(actions, more=more), race(actions, more=more | knowing)
    bot = RolloutsBot(games=600)
    assert {chosen(bot, told.new_initial_state(), seed) for seed in range(4)} == {"buy"}
    assert {chosen(bot, plain.new_initial_state(), seed) for seed in range(4)} == {"take"}


@pytest.mark.parametrize("bot", BOTS)
def test_a_rule_that_fails_stops_nobody(bot: str) -> None:
    """Ten points more than 25 are more than the score may be."""
    game = race({"take": [add(10)], "leave": [add(-1)]})
    cells = game.new_initial_state().cells
    cells[game.program.layout.groups["score"].offset] = 25
    assert chosen(BOTS[bot](), game.state_at(cells)) in {"take", "leave", "give 2"}


# ---------------------------------------------------------------------------------------- the same, and seeing no more


HIDING_FILES = [file for name, file in books().items() if name in HIDING]
"""Games of which players do not see everything."""


def somewhere(game: Game, seed: int, steps: int) -> State:
    """A state after some random actions, at which somebody has to choose."""
    state, random = game.new_initial_state(seed), Random(seed)
    for _ in range(steps):
        before = state.clone()
        state.apply_action(random.choice(state.legal_actions()))
        if state.is_terminal():
            return before
    return state


class Peeking:
    """Looks where nobody may: what it takes hangs on where everything lies."""

    def begin(self, seed: int) -> None:
        """It needs no seed."""

    def choose(self, state: State, player: int) -> Action:
        actions = state.legal_actions()
        return actions[crc32(state.cells.tobytes()) % len(actions)]


def choices_in_look_alikes(bot: Bot, state: State, seeds: range) -> set[str]:
    """What a bot takes in a state and in others that the player to act cannot tell from it."""
    player = state.current_player()
    assert player is not None
    return {chosen(bot, each) for each in (state, *(state.resample(player, seed) for seed in seeds))}


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", HIDING_FILES, ids=lambda name: Path(name).name.partition(".")[0])
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 30))
def test_choices_hang_on_what_the_player_sees_alone(name: str, bot: str, seed: int, steps: int) -> None:
    state = somewhere(loaded(name), seed, steps)
    assert len(choices_in_look_alikes(BOTS[bot](), state, range(3))) == 1


def test_a_bot_that_peeks_is_caught() -> None:
    state = somewhere(loaded("cinco"), 3, 6)
    assert len(choices_in_look_alikes(Peeking(), state, range(20))) > 1


@pytest.mark.parametrize("name", HIDING_FILES, ids=lambda name: Path(name).name.partition(".")[0])
def test_views_are_the_states_that_resample_deals(name: str) -> None:
    state = somewhere(loaded(name), 5, 7)
    player = state.current_player()
    assert player is not None
    legal = state.legal_actions()
    dealt = [state.resample(player, seed_of(9, number)) for number in range(GreedyBot.most_views)]
    views = views_of(state, player, 9, GreedyBot.most_views)
    assert [view.cells for view in views] == [each.cells for each in dealt if each.legal_actions() == legal]
    assert views


def test_the_luck_to_come_is_not_looked_at() -> None:
    """The same position with other luck."""
    game = rw.load("pig", engine="reference")
    one, other = (game.state_at(game.new_initial_state(1).cells, seed) for seed in (1, 2))
    for bot in BOTS.values():
        assert [chosen(bot(), one, seed) for seed in range(5)] == [
            chosen(bot(), other, seed) for seed in range(5)
        ]


@pytest.mark.parametrize(
    ("name", "bot"),
    [
        *((name, "greedy") for name in ("cinq-o", "red-hot-yott", "sino", "pig")),
        *((name, "rollouts") for name in ("pig", "crazy-eights", "tic-tac-toe")),
        *((name, "mcts") for name in ("pig", "kuhn-poker", "tic-tac-toe", "kalah")),
    ],
)
def test_executors_make_no_difference(name: str, bot: str) -> None:
    """That all games go on alike with both is tested in `tests/native/modules/test_continued.py`."""
    pytest.importorskip("llvmlite")
    games = [rw.load(name, engine=engine) for engine in ("reference", "native")]
    for seed, steps in ((1, 0), (2, 9)):
        one, other = (chosen(BOTS[bot](), somewhere(game, seed, steps), seed) for game in games)
        assert one == other


# -------------------------------------------------------------------------------------------------------- strength


@pytest.mark.parametrize(
    ("name", "games"), [("cinq-o", 12), ("red-hot-yott", 12), ("crib-ino", 12), ("cinco", 24)]
)
def test_a_greedy_bot_beats_players_at_random(name: str, games: int) -> None:
    """Beyond doubt. `tests.benchmarks.bots --look-ahead` has figures of all games."""
    assert duel(rw.load(name, players=2), "greedy", "random", games).won


@pytest.mark.usefixtures("optimised")
def test_rollouts_beat_a_greedy_bot() -> None:
    assert duel(rw.load("cinco", players=2), "rollouts", "greedy", 6).won


def test_how_many_games_rollouts_play_may_be_said() -> None:
    game = loaded("pig")
    assert isinstance(bot_named(game, "rollouts"), RolloutsBot)
    bot = bot_named(game, "rollouts:30")
    assert isinstance(bot, RolloutsBot)
    assert bot.games == 30
    assert seat_bots(game, "rollouts:30,greedy") == ("rollouts:30", "greedy")
    for wrong in ("rollouts:", "rollouts:0", "rollouts:ten", "rollouts:9999999", "rollouts:²"):
        with pytest.raises(ValueError, match="how many games may be played"):
            bot_named(game, wrong)


def test_bots_begin_anew_with_each_game() -> None:
    for make in (*BOTS.values(), RandomBot):
        state, bot = somewhere(loaded("crib-ino"), 4, 3), make()
        first = chosen(bot, state, 7)
        chosen(bot, somewhere(loaded("crib-ino"), 5, 4), 8)
        assert chosen(bot, state, 7) == first
