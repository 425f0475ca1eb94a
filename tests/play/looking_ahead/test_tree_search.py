"""Tree search: both executors search alike, the tree keeps to its room, and what it takes is good."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import count, pairwise
from math import inf
from random import Random

import pytest

import rulewright as rw
from rulewright import Game, State
from rulewright.game.results.standing import keeps_score
from rulewright.ir.utility import utility
from rulewright.language.players import is_timed
from rulewright.play.bots import bot_named, bot_names, seat_bots
from rulewright.play.looking_ahead import tree_bot
from rulewright.play.looking_ahead.lookahead import Outlook, views_of
from rulewright.play.looking_ahead.tree import PlainTree, task_for, tree_for
from rulewright.play.looking_ahead.tree_bot import Found, TreeBot, room_for
from rulewright.runtime import tree_search
from rulewright.runtime.fast import Until
from rulewright.runtime.tree_search import Judging, Statistics
from tests.games.books import loaded

A_GAME = Until(most=40)
"""The most decisions of a game that is played on: the reference takes its time."""


def outlook(game: Game, seed: int = 3, steps: int = 0, views: int = 4) -> Outlook:
    """What the player to act knows after the first legal actions of a game."""
    state = game.new_initial_state(seed)
    for _ in range(steps):
        state.apply_action(state.legal_ids()[-1])
    player = state.current_player()
    assert player is not None
    choices = [action.choice for action in state.legal_actions()]
    return Outlook(game, player, views_of(state, player, seed, views), choices, seed)


def plain(game: Game) -> Judging:
    """The measure that machine code is made for, with numbers of ours."""
    players = game.num_players
    points = keeps_score(game.program) and utility(game.program) == "points"
    return Judging(points, (0.5,) * players, (3.0,) * players, 1.0, 0.5)


def searched(
    game: Game, numbers: Sequence[range], seats: Sequence[tuple[str | None, ...]] = ((),), **more: int
) -> list[Statistics | None]:
    """The statistics after each series of simulations."""
    seen = outlook(game, **more)
    task, tree = task_for(game, seen.views, seats, A_GAME, plain(game)), tree_for(game, 10_000)
    found = []
    for several in numbers:
        assert tree.simulate(task, 9, several)
        found.append(tree.statistics())
    return found


# ------------------------------------------------------------------------------------------- both executors alike


GAMES = [
    ("tic-tac-toe", 2, 0), ("connect-four", 2, 5), ("pig", 2, 3), ("kuhn-poker", 2, 0), ("leduc-poker", 2, 1), ("kalah", 2, 2),
    ("sino", 2, 1), ("red-hot-yott", 3, 2), ("crib-ino", 3, 1), ("hearts", 4, 4), ("yahtzee", 1, 1), ("chess", 2, 6),
]  # fmt: skip
"""Open and hidden, with chance, for one to four, of points, with teams, with positions that are noted."""


@pytest.mark.parametrize(("name", "players", "steps"), GAMES, ids=[name for name, *_ in GAMES])
def test_machine_code_searches_as_the_reference_does(name: str, players: int, steps: int) -> None:
    pytest.importorskip("llvmlite")
    several = [range(1), range(1, 12), range(12, 18)]
    one, other = (
        searched(rw.load(name, players=players, engine=engine), several, steps=steps)
        for engine in ("reference", "native")
    )
    assert one == other


def test_strategies_play_games_on_alike() -> None:
    pytest.importorskip("llvmlite")
    seats = (("cautious", None), ("bold", "cautious"))
    one, other = (
        searched(rw.load("cinq-o", players=2, engine=engine), [range(8)], seats, steps=1)
        for engine in ("reference", "native")
    )
    assert one == other
    assert one != searched(rw.load("cinq-o", players=2), [range(8)], steps=1)


@pytest.mark.parametrize(
    ("name", "guided"),
    [
        ("english-draughts", False),
        ("oware", False),
        ("pig", True),
        ("leduc-poker", True),
        ("connect-four", False),
    ],
)
def test_strategies_guide_a_tree_where_there_is_chance_or_something_hidden(name: str, guided: bool) -> None:
    game = loaded(name)
    task = TreeBot().task(outlook(game), 5)
    assert task.guided == guided
    assert all(map(any, task.seats)) == bool(game.program.strategies)


def test_a_full_tree_stays_as_it_is() -> None:
    pytest.importorskip("llvmlite")
    found = []
    for engine in ("reference", "native"):
        game = rw.load("tic-tac-toe", engine=engine)
        seen = outlook(game)
        tree = tree_for(game, 30)
        assert tree.simulate(task_for(game, seen.views, [()], A_GAME, plain(game)), 9, range(40))
        assert tree.is_half_full()
        statistics = tree.statistics()
        assert statistics is not None
        assert sum(statistics.visits) == 40
        found.append(statistics)
    assert found[0] == found[1]


FAILING = """
rulebook: 1
name: over-the-top
players: 2
variables:
  score: {per: players, type: 0..9}
phases:
  turn:
    actions:
      take: {do: [{add: 3, to: me.score}, end_turn]}
      wait: {do: [end_turn]}
end:
  late: {when: round > 6, result: highest score}
"""


def test_a_tree_that_grows_for_long_has_more_room() -> None:
    assert room_for(1_000, None) == tree_bot.ROOM == room_for(1_000, 0.05)
    assert tree_bot.ROOM < room_for(500_000, None) < room_for(1_000_000, None) < tree_bot.MOST_ROOM
    assert room_for(1_000, 600.0) == tree_bot.MOST_ROOM


def test_a_simulation_in_which_a_rule_fails_is_worth_nothing() -> None:
    """The fourth 3 is more than a score may be."""
    pytest.importorskip("llvmlite")
    one, other = (
        searched(rw.load_text(FAILING, engine=engine), [range(300)], steps=1)
        for engine in ("reference", "native")
    )
    assert one == other
    bot = TreeBot(simulations=50)
    game = rw.load_text(FAILING)
    assert str(bot.choose(game.new_initial_state(), 0)) in {"take", "wait"}


# ------------------------------------------------------------------------------------------------------ proving


def proven(game: Game, plan: str, simulations: int, several: int = 3) -> list[Statistics | None]:
    """The statistics after series of simulations of each choice, and of any, after the actions with these texts."""
    state = game.new_initial_state()
    for action in plan.split(","):
        if action:
            state.apply_action(action)
    choices = [action.choice for action in state.legal_actions()]
    seen = Outlook(game, state.current_player() or 0, views_of(state, 0, 3, 1), choices, 3)
    task = task_for(game, seen.views, [()], A_GAME, plain(game), proving=True)
    tree, found = tree_for(game, 50_000), []
    for number in range(several):
        numbers = range(number * simulations, (number + 1) * simulations)
        assert all(tree.simulate(task, 9, numbers, choice) for choice in range(len(choices)))
        assert tree.simulate(task, 10, numbers)
        found.append(tree.statistics())
    return found


PROVEN = [
    ("tic-tac-toe", "mark a1,mark a2,mark b1,mark b2", 30), ("tic-tac-toe", "mark a1,mark b1", 200),
    ("connect-four", "drop d,drop d,drop c,drop d,drop b,drop d", 8), ("kalah", "", 6), ("pig", "", 6),
]  # fmt: skip


@pytest.mark.parametrize(("name", "plan", "simulations"), PROVEN)
def test_both_executors_prove_alike(name: str, plan: str, simulations: int) -> None:
    pytest.importorskip("llvmlite")
    one, other = (
        proven(rw.load(name, engine=engine), plan, simulations) for engine in ("reference", "native")
    )
    assert one == other


@pytest.mark.parametrize("seed", range(12))
def test_what_is_proven_is_true(seed: int) -> None:
    """By the exact values of tic-tac-toe, after some moves at random."""
    game = loaded("tic-tac-toe")
    solution, random = rw.solve(game), Random(seed)
    state, plan = game.new_initial_state(), list[str]()
    for _ in range(2 + seed % 4):
        plan.append(str(random.choice(state.legal_actions())))
        state.apply_action(plan[-1])
    if state.is_terminal():
        return
    (known,) = proven(game, ",".join(plan), 400, several=1)
    assert known is not None
    worths = {move.action: move.worth.value for move in solution.at(state).moves}
    for action, total in zip(state.legal_actions(), known.sums, strict=True):
        value = worths[str(action)]
        assert (total == inf, total == -inf) == (value == 1, value == -1), (str(action), value, total)


def test_it_takes_what_is_won_and_holds_out_where_all_is_lost() -> None:
    found = Found(visits=[4, 9, 7, 9], sums=[-inf, -inf, -inf, -inf], left=[0, 1, 2, 3])
    assert found.best() == [1, 3]
    assert found.worth(0) == -1
    found = Found(visits=[4, 9, 7, 9], sums=[3.5, inf, -inf, 9.0], left=[0, 1, 2, 3])
    assert found.best() == [1]
    assert found.worth(1) == 1
    state = loaded("connect-four").new_initial_state()
    for column in "daca":
        state.apply_action(f"drop {column}")
    bot = TreeBot(simulations=50_000)
    player = state.current_player()
    assert player is not None
    choices = [action.choice for action in state.legal_actions()]
    known = bot.search(Outlook(state.game, player, views_of(state, player, 1, 1), choices, 1))
    assert inf in known.sums
    assert sum(known.visits) < 50_000
    assert {str(state.legal_actions()[number]) for number in known.best()} == {"drop e"}


def test_what_is_hidden_or_chance_cannot_be_proven() -> None:
    names = ("tic-tac-toe", "kalah", "reversi", "pig", "kuhn-poker", "yahtzee")
    found = [name for name in names if tree_search.provable(loaded(name).program)]
    assert found == ["tic-tac-toe", "kalah", "reversi"]


# ------------------------------------------------------------------------------------------------------- strength


def played(game: Game, names: str, seed: int) -> State:
    state = game.new_initial_state(seed)
    bots = [bot_named(game, name) for name in seat_bots(game, names)]
    for seat, bot in enumerate(bots):
        bot.begin(seed + seat)
    while (player := state.current_player()) is not None:
        state.apply_action(bots[player].choose(state, player))
    return state


@pytest.mark.parametrize("seed", range(6))
def test_nobody_wins_against_it_at_tic_tac_toe(seed: int) -> None:
    game = loaded("tic-tac-toe")
    names = "mcts:800,rollouts:60" if seed % 2 else "rollouts:60,mcts:800"
    assert played(game, names, seed).returns()[1 - seed % 2] >= 0


def test_it_sees_a_threat_two_moves_ahead() -> None:
    """Three in a row at the bottom of connect four, open at both ends, win."""
    game = loaded("connect-four")
    state = game.new_initial_state()
    for column in "daca":
        state.apply_action(f"drop {column}")
    bot = TreeBot(simulations=1_500)
    assert {_chosen(bot, state, seed) for seed in range(3)} == {"drop e"}


def _chosen(bot: TreeBot, state: State, seed: int) -> str:
    player = state.current_player()
    assert player is not None
    bot.begin(seed)
    return str(bot.choose(state, player))


def test_the_tree_is_kept_from_move_to_move_in_games_without_a_score() -> None:
    game = loaded("tic-tac-toe")
    bot = TreeBot(simulations=100)
    bot.begin(1)
    state = game.new_initial_state()
    state.apply_action(bot.choose(state, 0))
    kept = bot._kept
    state.apply_action(state.legal_actions()[0])
    bot.choose(state, 0)
    assert kept is not None
    assert bot._kept is not None
    assert bot._kept[1] is kept[1]
    bot.begin(2)
    assert bot._kept is None


# ---------------------------------------------------------------------------------------------------------- names


def test_how_long_it_thinks_may_be_said() -> None:
    game = loaded("pig")
    assert "mcts" in bot_names(game)
    for name, simulations, seconds in (
        ("mcts", tree_bot.SIMULATIONS, None),
        ("mcts:30", 30, None),
        ("mcts:50ms", tree_bot.SIMULATIONS, 0.05),
        ("mcts:1.5s", tree_bot.SIMULATIONS, 1.5),
    ):
        bot = bot_named(game, name)
        assert isinstance(bot, TreeBot)
        assert (bot.simulations, bot.seconds) == (simulations, seconds)
        assert is_timed(name) == (seconds is not None)
    for wrong in ("mcts:", "mcts:0", "mcts:ten", "mcts:0ms", "mcts:2h", "mcts:9999s", "mcts:²"):
        with pytest.raises(ValueError, match="how long it may think"):
            bot_named(game, wrong)


def test_a_strategy_of_that_name_comes_first() -> None:
    text = FAILING + "strategies:\n  mcts: {prefer: {take: 1}}\n"
    game = rw.load_text(text)
    assert bot_names(game).count("mcts") == 1
    assert not isinstance(bot_named(game, "mcts"), TreeBot)


def test_thinking_for_a_time_ends_in_time_and_takes_a_legal_action() -> None:
    game = loaded("connect-four")
    state = game.new_initial_state()
    assert bot_named(game, "mcts:5ms").choose(state, 0) in state.legal_actions()


@pytest.mark.parametrize("name", ["connect-four", "hearts"])
def test_where_time_is_over_at_once_a_single_game_decides(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by an hour whenever somebody looks at it: one choice is tried, and hidden cards are dealt once."""
    monkeypatch.setattr(time, "perf_counter", map((3600.0).__mul__, count()).__next__)
    seen: list[Found] = []

    class Watched(TreeBot):
        def search(self, outlook: Outlook, among: Sequence[int] | None = None) -> Found:
            assert len(outlook.views) == 1
            seen.append(super().search(outlook))
            return seen[-1]

    state = loaded(name).new_initial_state(1)
    player = state.current_player()
    assert player is not None
    assert Watched(seconds=0.05).choose(state, player) in state.legal_actions()
    assert sum(seen[0].visits) == len(seen[0].left) == 1


def ticking(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """A clock that goes on by so much whenever somebody looks at it."""
    monkeypatch.setattr(time, "perf_counter", map(seconds.__mul__, count()).__next__)


def test_by_time_every_choice_is_tried_before_some_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Go has 82 choices at the beginning, and seven times as many of them as there is time for before half of them are left out: all are tried at once."""
    ticking(monkeypatch, 1.0)
    seen = outlook(loaded("go"))
    found = TreeBot(seconds=2.0 * len(seen.choices), guided=False).search(seen)
    assert all(found.visits)
    assert sum(found.visits) > len(seen.choices)


@pytest.mark.parametrize(("name", "guided"), [("breakthrough", False), ("pig", True), ("tic-tac-toe", False)])
def test_by_time_open_games_are_played_on_at_random_where_strategies_are_slow(
    name: str, guided: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = loaded(name)
    monkeypatch.setattr(tree_bot, "SLOWLY", 0.0)
    assert any(map(any, TreeBot(seconds=9.0).task(outlook(game), 5).seats)) == guided
    monkeypatch.setattr(tree_bot, "SLOWLY", inf)
    assert any(map(any, TreeBot(seconds=9.0).task(outlook(game), 5).seats)) == bool(game.program.strategies)


def test_logarithms_are_those_of_whole_numbers() -> None:
    table = tree_search.logarithms()
    assert table[0] == table[1] == 0
    assert len(table) == tree_search.LOGARITHMS
    assert all(one < other for one, other in pairwise(table[1:]))


def test_without_machine_code_python_searches() -> None:
    assert isinstance(tree_for(rw.load("pig", engine="reference"), 100), PlainTree)
