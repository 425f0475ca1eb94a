"""The games of OpenSpiel pass its own tests, are solved as its own are, and agree with its own games move by move."""

from __future__ import annotations

import random
from pathlib import Path

import numpy
import pytest

import rulewright as rw
from rulewright.adapters import openspiel
from rulewright.adapters.toolkits import needed
from tests.games.books import books, loaded
from tests.oracles.outside.twins import LEFT_OUT, Twin, named

pyspiel = pytest.importorskip("pyspiel", reason="there is no OpenSpiel for this Python and system")

SMALL = ("connect-four", "kuhn-poker", "leduc-poker", "tic-tac-toe")
"""Games in which every result of chance is decided in a test of the quick tier."""
LONG = (
    "backgammon",
    "chess",
    "cinq-o",
    "crazy-eights",
    "farkle",
    "hearts",
    "international-draughts",
    "lines-of-action",
)
"""Games of which a random one takes long."""
MOST_MASKED = 10_000
"""The most actions with which masks are tried too."""
SEEDS = 3
TWINS = ("breakthrough", "connect-four", "hex 5", "pig", "tic-tac-toe")
ITERATIONS = 12


def game_of(name: str, seeds: int = 0) -> openspiel.SpielGame:
    return openspiel.game(loaded(books()[name], engine="reference"), seeds=seeds)


@pytest.mark.parametrize("name", SMALL)
def test_small_games_pass_the_test_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(openspiel.game(name, engine="reference"), 1, True, False)


@pytest.mark.parametrize("name", [name for name in rw.bundled_games() if name not in (*SMALL, *LONG)])
def test_every_game_passes_the_test_of_openspiel(name: str) -> None:
    game = game_of(name)
    pyspiel.random_sim_test(game, 1, False, False, game.num_distinct_actions() < MOST_MASKED)


@pytest.mark.parametrize("name", ["hearts", "pig"])
def test_games_of_which_all_luck_follows_from_a_seed_pass_it_too(name: str) -> None:
    options = {"target": 20} if name == "hearts" else {}
    game = openspiel.game(name, options=options, seeds=SEEDS)
    pyspiel.random_sim_test(game, 1, True, False, False)


@pytest.mark.parametrize("name", rw.bundled_games())
def test_states_are_copied_saved_and_replayed(name: str) -> None:
    """For a few steps, every result of chance being decided by itself."""
    game, choose = game_of(name), random.Random(3)
    state = game.new_initial_state()
    for _ in range(8):
        if state.is_terminal():
            break
        if state.is_chance_node():
            ids, shares = zip(*state.chance_outcomes(), strict=True)
            assert sum(shares) == pytest.approx(1)
            (action,) = choose.choices(ids, shares)
        else:
            action = choose.choice(state.legal_actions())
        before, copy = str(state), state.clone()
        state.apply_action(action)
        assert str(copy) == before
        copy.apply_action(action)
        assert str(copy) == str(state)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert [again.returns(), again.current_player()] == [state.returns(), state.current_player()]


def test_kuhn_poker_is_solved_as_that_of_openspiel_is() -> None:
    """Counterfactual regret minimisation leads to the same value and the same distance from an equilibrium."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    found = []
    for game in (pyspiel.load_game("kuhn_poker"), game_of("kuhn-poker")):
        solver = cfr.CFRSolver(game)
        for _ in range(ITERATIONS):
            solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
        found.append([*values, exploitability.nash_conv(game, policy)])
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    assert found[0][2] < 0.3


@pytest.mark.parametrize("twin", [*map(named, TWINS)], ids=str)
def test_games_of_openspiel_are_the_same_move_by_move(twin: Twin) -> None:
    ours = openspiel.game(twin.load()).new_initial_state()
    theirs, choose = pyspiel.load_game(twin.outside).new_initial_state(), random.Random(4)
    while not theirs.is_terminal():
        if theirs.is_chance_node():
            assert ours.is_chance_node()
            here = {
                twin.chance(ours.action_to_string(number)): (number, share)
                for number, share in ours.chance_outcomes()
            }
            there = {
                theirs.action_to_string(number): (number, share) for number, share in theirs.chance_outcomes()
            }
            assert {name: share for name, (_, share) in here.items()} == pytest.approx(
                {name: share for name, (_, share) in there.items()}
            )
            name = choose.choice(sorted(here, key=str))
            ours.apply_action(here[name][0])
            theirs.apply_action(there[name][0])
            continue
        assert ours.current_player() == twin_seat(twin, theirs.current_player())
        actions = {twin_action(twin, ours, number): number for number in ours.legal_actions()}
        actions.pop(LEFT_OUT, None)
        words = {theirs.action_to_string(number): number for number in theirs.legal_actions()}
        known = (
            words if isinstance(next(iter(actions)), str) else {number: number for number in words.values()}
        )
        assert actions.keys() == known.keys()
        chosen = choose.choice(sorted(actions, key=str))
        ours.apply_action(actions[chosen])
        theirs.apply_action(known[chosen])
    assert ours.is_terminal()
    assert ours.returns() == [theirs.returns()[twin.player(seat)] for seat in range(2)]


def twin_seat(twin: Twin, player: int) -> int:
    return next(seat for seat in range(twin.players) if twin.player(seat) == player)


def twin_action(twin: Twin, state: openspiel.SpielState, number: int) -> object:
    assert twin.theirs is not None
    assert state.now is not None
    return twin.theirs(state.now, state.now.game.action_from_id(number))


def test_a_playthrough_replays(tmp_path: Path) -> None:
    from absl import flags  # a part of OpenSpiel's own tools
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS.mark_as_parsed()
    openspiel.register()
    text = generate_playthrough.playthrough("rulewright_kuhn_poker(players=3)", None, seed=5)
    file = tmp_path / "kuhn.txt"
    file.write_text(text, encoding="utf-8")
    original, replayed = generate_playthrough.replay(str(file))
    assert replayed == original
    assert "drawn cards" in text


def test_names_take_parameters() -> None:
    openspiel.register()
    openspiel.register()
    game = pyspiel.load_game("rulewright_pig(players=3,options=target:20;roll_first:true,seeds=5)")
    assert (game.num_players(), game.rules.options) == (3, {"target": 20, "roll_first": True})
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    same = pyspiel.load_game(str(game))
    assert (str(same), same.rules.fingerprint) == (str(game), game.rules.fingerprint)
    own = pyspiel.load_game(f"rulewright(game={books()['rock-paper-scissors']})")
    assert own.rules.name == "rock-paper-scissors"
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(number, 0.2) for number in range(5)]
    state.apply_action(3)
    assert state.now == game.rules.new_initial_state(seed=3)
    assert [game.get_type().utility, game.min_utility(), game.max_utility()] == [
        pyspiel.GameType.Utility.ZERO_SUM, -0.5, 1.0
    ]  # fmt: skip


def test_a_player_sees_what_its_seat_may_know() -> None:
    game = openspiel.game(loaded(books()["crazy-eights"], engine="reference"), seeds=SEEDS)
    state = game.new_initial_state()
    assert [state.information_state_string(0), state.observation_string(0)] == ["", ""]
    state.apply_action(1)
    now = state.now
    assert now is not None
    other = state.clone()
    other.now = now.resample(0, 7)
    assert str(other) != str(state)
    for each in state, other:
        assert each.information_state_string(0) == now.information_state_string(0)
        assert each.observation_string(0) == state.observation_string(0)
        assert numpy.array_equal(each.observation_tensor(0), now.observation_row(0))
    assert other.observation_string(1) != state.observation_string(1)


def test_without_the_toolkit_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needed, "find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install '\.\[openspiel\]'"):
        openspiel.game  # noqa: B018
