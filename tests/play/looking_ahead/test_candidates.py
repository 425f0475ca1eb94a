"""Of many choices only those are searched that strategies think highly of, and what a strategy does is left only for what is clearly better."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright import Game
from rulewright.game.playouts.players import preferred
from rulewright.play.looking_ahead.candidates import Candidates, candidates_of
from rulewright.play.looking_ahead.lookahead import Outlook, views_of
from rulewright.play.looking_ahead.tree_bot import Found, TreeBot
from tests.games.books import loaded


def outlook(game: Game, seed: int = 3) -> Outlook:
    """What the first player knows at the beginning."""
    state = game.new_initial_state(seed)
    player = state.current_player()
    assert player is not None
    choices = [action.choice for action in state.legal_actions()]
    return Outlook(game, player, views_of(state, player, seed, 4), choices, seed)


@pytest.mark.parametrize("name", ["cinco", "red-hot-yott", "leduc-poker", "hearts"])
def test_candidates_are_what_strategies_rank_highest(name: str) -> None:
    game = loaded(name)
    seen = outlook(game)
    everything = range(len(seen.choices))
    found = candidates_of(seen, everything, 6)
    usual = {
        seen.choices.index(choice)
        for strategy in game.program.strategies.values()
        for choice in preferred(game.executor, strategy, seen.views[0].cells, seen.choices).some().choices
    }
    assert found.usual == usual
    assert usual <= set(found.numbers) <= set(everything)
    assert len(found.numbers) == max(min(6, len(everything)), len(usual | set(found.numbers)))
    assert list(found.numbers) == sorted(found.numbers)
    assert set(candidates_of(seen, everything, len(everything)).numbers) == set(everything)


def test_only_what_is_allowed_is_a_candidate() -> None:
    seen = outlook(loaded("cinco"))
    allowed = range(5, len(seen.choices), 7)
    found = candidates_of(seen, allowed, 4)
    assert 0 < len(found.numbers) < len(allowed)
    assert found.usual <= set(found.numbers) <= set(allowed)


def test_without_strategies_every_choice_is_one() -> None:
    seen = outlook(loaded("tic-tac-toe"))
    assert candidates_of(seen, range(9), 2) == Candidates(range(9))


FAILING = """
rulebook: 1
name: no-opinion
players: 2
variables:
  score: {per: players, type: 0..99}
phases:
  turn:
    actions:
      take: {choose: {n: 1..4}, do: [{add: n, to: me.score}, end_turn]}
end:
  late: {when: round > 3, result: highest score}
strategies:
  divided: {prefer: {take: 6 div (n - 3)}}
"""


def test_where_a_preference_fails_every_choice_is_one() -> None:
    seen = outlook(rw.load_text(FAILING))
    assert candidates_of(seen, range(4), 2) == Candidates(range(4))


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_with_few_games_it_does_as_a_strategy(engine: str) -> None:
    """A choice that did better in three games is not clearly better."""
    if engine == "native":
        pytest.importorskip("llvmlite")
    seen = outlook(rw.load("cinco", players=2, engine=engine))
    found = TreeBot(simulations=8).search(seen)
    usual = candidates_of(seen, range(len(seen.choices)), 2).usual
    assert set(found.best()) <= usual
    assert sum(map(bool, found.visits)) <= max(len(usual), 2)


def test_what_was_not_tried_is_worth_as_much_as_the_worst() -> None:
    found = Found(visits=[4, 0, 2], sums=[2.0, 0.0, -1.0], left=[0])
    assert [found.worth(number) for number in range(3)] == [0.5, -0.5, -0.5]
    assert Found(visits=[0, 0], sums=[0.0, 0.0], left=[]).worth(0) == 0
