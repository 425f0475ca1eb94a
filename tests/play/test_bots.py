"""Bots by name, and those that follow strategies: what they prefer, what they do when nothing is preferred, what they may see."""

from __future__ import annotations

from collections import Counter

import pytest

import rulewright as rw
from rulewright import Game
from rulewright.game.playouts.players import preferred
from rulewright.language.players import LEVELS
from rulewright.play.bots import RandomBot, StrategyBot, bot_named, bot_names, seat_bots

RULEBOOK = """
rulebook: 1
name: tastes
players: 2..3
variables: {{pot: {{type: 0..9}}}}
phases:
  turn:
    actions:
      take: {{choose: {{n: 1..4}}, do: [end_turn]}}
      give: {{choose: {{n: 1..2}}, do: [end_turn]}}
      wait: {{do: [end_turn]}}
end: {{late: {{when: round > 5, result: draw}}}}
strategies:
  tried: {{prefer: {prefer}}}
  other: {{prefer: {{wait: 1}}}}
"""


def tastes(prefer: str, players: int = 2) -> Game:
    return rw.load_text(RULEBOOK.format(prefer=prefer), players=players, engine="reference")


def favourites(prefer: str) -> list[str]:
    """What a strategy prefers in the first turn, in words."""
    game = tastes(prefer)
    state = game.new_initial_state(seed=1)
    actions = {action.choice: str(action) for action in state.legal_actions()}
    found = preferred(game.executor, game.program.strategies["tried"], state.cells, list(actions))
    return [actions[choice] for choice in found.choices]


@pytest.mark.parametrize(
    ("prefer", "expected"),
    [
        ("{wait: true}", ["wait"]),
        ("{wait: 1, take: true}", ["take 1", "take 2", "take 3", "take 4", "wait"]),
        ("{take: n}", ["take 4"]),
        ("{take: -n}", ["give 1", "give 2", "wait"]),
        ("{take: n - 4}", ["take 4", "give 1", "give 2", "wait"]),
        ("{take: n mod 2 == 0}", ["take 2", "take 4"]),
        ("{take: n if n > 2 else none, give: -1}", ["take 4"]),
        ("{take: false, give: none}", ["wait"]),
        ("{take: -1000000, give: none, wait: none}", ["take 1", "take 2", "take 3", "take 4"]),
        (
            "{take: false, give: none, wait: false}",
            ["take 1", "take 2", "take 3", "take 4", "give 1", "give 2", "wait"],
        ),
        (
            "{take: 3 * pot, give: pot, wait: pot}",
            ["take 1", "take 2", "take 3", "take 4", "give 1", "give 2", "wait"],
        ),
    ],
)
def test_the_highest_preference_is_taken_and_false_and_none_come_last(
    prefer: str, expected: list[str]
) -> None:
    assert favourites(prefer) == expected


def test_of_equal_ones_each_is_taken_equally_often() -> None:
    state = tastes("{take: n mod 2 == 0}").new_initial_state(seed=1)
    bot = StrategyBot("tried")
    bot.begin(7)
    taken = Counter(str(bot.choose(state, 0)) for _ in range(1000))
    assert taken.keys() == {"take 2", "take 4"}
    assert 400 < taken["take 2"] < 600


def test_a_bot_chooses_alike_after_the_same_beginning() -> None:
    state = tastes("{wait: 0}").new_initial_state(seed=1)
    chosen = []
    for seed in (3, 3, 4):
        bot = StrategyBot("tried")
        bot.begin(seed)
        chosen.append([str(bot.choose(state, 0)) for _ in range(20)])
    assert chosen[0] == chosen[1] != chosen[2]


def test_strategies_play_beside_those_who_can_play_everything() -> None:
    game = tastes("{wait: 1}")
    assert bot_names(game) == ["random", "greedy", "rollouts", "mcts", *LEVELS, "tried", "other"]
    assert isinstance(bot_named(game, "random"), RandomBot)
    assert isinstance(bot_named(game, "tried"), StrategyBot)
    assert all(bot_named(game, name) for name in bot_names(game))


@pytest.mark.parametrize(
    ("names", "people", "expected"),
    [
        ("tried", False, ("tried", "tried", "tried")),
        ("tried,other,random", False, ("tried", "other", "random")),
        (" tried , other,random ", False, ("tried", "other", "random")),
        ("tried", True, ("human", "tried", "tried")),
        ("tried,other", True, ("human", "tried", "other")),
        ("tried,human,other", True, ("tried", "human", "other")),
    ],
)
def test_one_name_is_for_all_seats_and_several_for_one_each(
    names: str, people: bool, expected: tuple[str, ...]
) -> None:
    assert seat_bots(tastes("{wait: 1}", players=3), names, people) == expected


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("tired", "nobody called `tired` plays tastes; did you mean `tried`?"),
        ("nobody", "there are random, greedy, rollouts, mcts, level:1 to level:6, tried and other"),
        ("level", "there is no `level`: level:1 is the weakest player and level:6 the strongest"),
        ("level:0", "there is no `level:0`"),
        ("level:7", "there is no `level:7`"),
        ("level:06", "there is no `level:06`"),
        ("tried,other", "2 bots are named, and 3 play"),
        ("tried,,other", "a name is missing"),
        ("", "a name is missing"),
        ("human", "people sit down only at `rulewright play`"),
    ],
)
def test_slips_in_names_are_told(names: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        seat_bots(tastes("{wait: 1}", players=3), names)


@pytest.mark.parametrize("name", ["random", "greedy", "rollouts:2", "hold_at_20"])
def test_a_bot_chooses_only_where_its_player_is_to_act(name: str) -> None:
    game = rw.load("pig", options={"target": 2})
    bot, state = bot_named(game, name), game.new_initial_state(seed=1, explicit_chance=True)
    bot.begin(seed=1)
    assert str(bot.choose(state, 0)) in ("roll", "hold")
    with pytest.raises(ValueError, match=r"it is seat 0's turn, counted from 0: .*, not for seat 1"):
        bot.choose(state, 1)
    with pytest.raises(ValueError, match="there is no seat 5"):
        bot.choose(state, 5)
    state.apply_action("roll")
    with pytest.raises(ValueError, match="chance decides next: no player has anything to choose"):
        bot.choose(state, 0)
    state.apply_action(4)
    state.apply_action("hold")
    assert state.is_terminal()
    for player in (0, 1, None):
        with pytest.raises(ValueError, match="the game is over: no player has anything to choose"):
            bot.choose(state, player)  # type: ignore[arg-type]  # what `current_player` gives at the end


def test_a_game_without_strategies_says_so() -> None:
    with pytest.raises(ValueError, match=r"its rulebook has no `strategies:`"):
        bot_named(rw.load("tic-tac-toe", engine="reference"), "bold")


@pytest.mark.parametrize("name", ["cautious", "bold"])
def test_strategies_choose_alike_where_the_player_sees_alike(name: str) -> None:
    """In crazy eights and Cinco hands are hidden: whatever the others may hold, the same is preferred."""
    for book in ("crazy-eights", "cinco"):
        game = rw.load(book, players=3, engine="reference")
        strategy = game.program.strategies[name]
        state = game.new_initial_state(seed=5)
        bot = StrategyBot(name)
        for step in range(12):
            player = state.current_player()
            if player is None:
                break
            legal = [action.choice for action in state.legal_actions()]
            wanted = preferred(game.executor, strategy, state.cells, legal)
            for seed in range(2):
                other = state.resample(player, seed)
                assert preferred(game.executor, strategy, other.cells, legal) == wanted, (book, step)
            state.apply_action(bot.choose(state, player))
