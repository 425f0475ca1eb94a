"""Hints: the best moves with their worths, and a reason that a person would give."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulewright as rw
from rulewright import State
from rulewright.author.advice.hint import Hint, hint_for
from rulewright.game.results.measure import measure_of
from tests.games.books import HIDING, books, loaded
from tests.play.looking_ahead.test_looking_ahead import somewhere

NAMES = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"]


def after(name: str, *moves: str, players: int | None = None, engine: str = "reference") -> State:
    state = rw.load(name, players=players, engine=engine).new_initial_state()
    for move in moves:
        state.apply_action(move)
    return state


def hint(state: State, effort: int = 600) -> Hint:
    player = state.current_player()
    assert player is not None
    return hint_for(state, player, NAMES, effort)


def test_a_row_that_is_to_be_blocked_is_blocked_and_the_reason_says_so() -> None:
    found = hint(after("tic-tac-toe", "mark a1", "mark b2", "mark a2"))
    assert found.moves[0].words == "mark a3"
    assert re.fullmatch(
        r"After mark \w\d, Ann could win at once with `mark a3`; not after mark a3\.", found.why
    )


def test_a_win_at_once_is_taken() -> None:
    found = hint(after("tic-tac-toe", "mark a1", "mark b2", "mark a2", "mark c3"))
    assert found.why == "Mark a3 wins at once."
    assert found.lines[0] == "  mark a3   100 %"


def test_both_engines_say_the_same() -> None:
    moves = "mark a1", "mark b2", "mark a2"
    found = [
        hint(after("tic-tac-toe", *moves, engine=engine)).to_json() for engine in ("reference", "native")
    ]
    assert found[0] == found[1]


def test_where_one_move_is_possible_it_is_said() -> None:
    moves = "a1", "b2", "c3", "a2", "a3", "c1", "b1", "b3"
    found = hint(after("tic-tac-toe", *(f"mark {space}" for space in moves)))
    assert found.lines == ["Only one move is possible: mark c2."]
    assert found.to_json()["moves"] == []


def test_where_all_moves_are_worth_the_same_it_is_said() -> None:
    book = {
        "rulebook": 1, "name": "lots", "players": 2,
        "phases": {"turn": {"actions": {name: {"do": ["end_turn"]} for name in ("left", "right")}}},
        "end": {"late": {"when": "round > 2", "result": "draw"}},
    }  # fmt: skip
    found = hint(rw.load_text(json.dumps(book), engine="reference").new_initial_state())
    assert found.why == "All 2 moves are worth the same."
    assert {each.worth.value for each in found.moves} == {0.5}


def test_the_reason_names_what_differs_most() -> None:
    """Two fields: one brings fruit, the other stones, and only fruit wins."""
    book = {
        "rulebook": 1, "name": "orchard", "players": 2,
        "enums": {"Crop": ["apples", "stones"]},
        "pieces": {"dice": {"count": 2, "faces": "1..6"}}, "zones": {"tray": {"holds": "dice", "start": "all"}},
        "variables": {"barn": {"per": ["players", "Crop"], "type": "0..60", "label": "barn"}},
        "phases": {"turn": {"actions": {
            "pick": {"do": [{"roll": "tray"}, {"add": "sum(tray.face)", "to": "me.barn(apples)"}, "end_turn"]},
            "dig": {"do": [{"roll": "tray"}, {"add": "sum(tray.face)", "to": "me.barn(stones)"}, "end_turn"]},
        }}},
        "define": {"crop": {"of": {"p": "players"}, "is": "p.barn(apples)"}},
        "end": {"late": {"when": "round > 4", "result": "highest crop"}},
    }  # fmt: skip
    found = hint(rw.load_text(json.dumps(book), engine="native").new_initial_state(), 20_000)
    assert found.moves[0].words == "pick"
    assert re.fullmatch(
        r"Pick rather than dig: apples in your barn on average \d+\.\d, against \d+\.\d\.",
        found.why,
    )


def test_worths_are_told_in_what_the_game_is_about() -> None:
    assert measure_of(rw.load("yahtzee", players=1)).kind == "points"
    assert measure_of(rw.load("tic-tac-toe")).kind == "wins"
    assert measure_of(rw.load("backgammon")).kind == "result"
    three = measure_of(rw.load("pig", players=3))
    assert (three.kind, three.sides) == ("wins", 3)
    assert [three.of(payoff) for payoff in (1.0, -0.5, 0.0)] == [1.0, 0.0, 1 / 3]


@pytest.mark.parametrize("name", [file for name, file in books().items() if name in HIDING][::3])
@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 30))
def test_a_hint_hangs_on_what_the_player_sees_alone(name: str, seed: int, steps: int) -> None:
    state = somewhere(loaded(name), seed, steps)
    player = state.current_player()
    assert player is not None
    alike = [state, *(state.resample(player, number) for number in range(2))]
    assert len({json.dumps(hint_for(each, player, NAMES, 300).to_json()) for each in alike}) == 1
