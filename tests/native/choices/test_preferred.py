"""What a strategy prefers in one position is the same in machine code as in the reference, wherever it is asked for."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("llvmlite")

from rulewright import Game, RuleFailure, load, load_text, simulate
from rulewright.native.driver import executor
from rulewright.native.driver.batch_calls import Preferring
from rulewright.native.driver.executor import Native
from rulewright.runtime.fallbacks import Collected, GaveUp
from tests.benchmarks.own_bots import Taking
from tests.games.books import loaded, with_strategies
from tests.native.test_fallbacks import WIDE

MOST = 60
"""The most decisions of a game that are compared."""
TAKING = """
rulebook: 1
name: taking
players: 2
variables: {left: {type: 0..30, start: 30}}
phases:
  main:
    actions:
      take: {choose: {n: 1..3}, when: {there: n <= left}, do: [{set: left, to: left - n}, end_turn]}
      pass: {do: [end_turn]}
end: {over: {when: left == 0 or round > 20, result: draw}}
strategies:
"""
MIXED = f"""{TAKING}
  bluff: {{prefer: {{take: 1, pass: 1}}, mix: {{take: n - 1, pass: 2}}}}
  nothing: {{prefer: {{take: 1, pass: 1}}, mix: {{take: 0, pass: 0}}}}
  most: {{prefer: {{take: n}}}}
"""
FAILS = f"""{TAKING.replace("start: 30", "start: 9")}
  prefers: {{prefer: {{take: 12 div (left - n - 4), pass: 0}}}}
  weighs: {{prefer: {{take: 1, pass: 1}}, mix: {{take: "12 div max(left - n - 4, 0)", pass: 1}}}}
"""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "HESITATION", 0)


def compared(game: Game, slow: Game, seed: int) -> None:
    """Compare all strategies at the decisions of a random game. Machine code knows them all."""
    native, random = game.executor, Random(seed)
    assert isinstance(native, Native)
    state, other = game.new_initial_state(seed), slow.new_initial_state(seed)
    for _ in range(MOST):
        if state.is_terminal():
            break
        for strategy in game.program.strategies:
            policy = [(str(action), share) for action, share in state.policy(strategy)]
            assert policy == [(str(action), share) for action, share in other.policy(strategy)]
            assert isinstance(native.preferred(state.cells, strategy), tuple)
        chosen = random.choice(state.legal_ids())
        state.apply_action(chosen)
        other.apply_action(chosen)


@pytest.mark.parametrize("name", with_strategies())
def test_a_game_is_the_same(name: str) -> None:
    compared(load(name, engine="native"), loaded(name, engine="reference"), 3)


def test_weights_are_the_same() -> None:
    game, slow = (load_text(MIXED, engine=engine) for engine in ("native", "reference"))
    for seed in range(5):
        compared(game, slow, seed)


@pytest.mark.parametrize("strategy", ["prefers", "weighs"])
def test_what_fails_is_said_in_the_same_words(strategy: str) -> None:
    failures = list[RuleFailure]()
    for engine in ("native", "reference"):
        state = load_text(FAILS, engine=engine).new_initial_state(1)
        state.apply_action("take 2")
        with Collected() as found, pytest.raises(RuleFailure, match="12 div 0 has no value") as failed:
            state.policy(strategy)
        assert not found.so_far(), "it fails in the reference too"
        failures.append(failed.value)
    native, reference = failures
    assert (str(native), native.code, native.path) == (str(reference), reference.code, reference.path)
    assert native.record is not None
    assert native.record == reference.record


def test_where_a_game_is_over_nobody_is_asked() -> None:
    state = load_text(MIXED, engine="native").new_initial_state(1)
    for _ in range(10):
        assert state.policy("most")
        state.apply_action("take 3")
    with Collected() as found:
        assert state.policy("most") == []
    assert not found.so_far()


def test_where_ids_are_too_wide_for_machine_code_the_reference_is_asked() -> None:
    text = f"{WIDE}strategies: {{last: {{prefer: {{pick: c}}}}}}\n"
    for engine in ("native", "reference"):
        state = load_text(text, engine=engine).new_initial_state(1)
        assert [action.choice.arguments for action in state.preferred("last")] == [(1, 2, 3)]


def test_what_machine_code_gives_up_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Preferring, "rows", lambda self, cells: GaveUp("endless"))
    state = load("pig", engine="native").new_initial_state(1)
    with Collected() as found:
        assert state.preferred("hold_at_20") == load("pig", engine="reference").new_initial_state(
            1
        ).preferred("hold_at_20")
    assert dict(found.so_far().reasons) == {"preference": 1}


def test_games_against_a_bot_in_python_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("sino", engine="native")
    bots: list[str | Taking] = [Taking(), *[next(iter(game.program.strategies))] * (game.num_players - 1)]
    by_code = simulate(game, 6, seed=2, bots=bots).to_json()
    monkeypatch.setattr(executor, "HESITATION", 10**9)
    assert simulate(load("sino", engine="native"), 6, seed=2, bots=bots).to_json() == by_code


def test_code_is_made_only_after_a_number_of_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "HESITATION", 3)
    state = load("pig", engine="native").new_initial_state(1)
    native = state.game.executor
    assert isinstance(native, Native)
    found = [native.preferred(state.cells, "hold_at_20") for _ in range(5)]
    assert [each is None for each in found] == [True, True, True, False, False]
