"""Reviews of games: a planted mistake is found, luck is not skill, and exact values agree with a search."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright import Game, State
from rulewright.play.advising.judges import SearchJudge, SolvedJudge
from rulewright.play.advising.review import Review, review
from rulewright.play.solving.files import read, write
from rulewright.play.solving.solve import solve
from rulewright.play.solving.turn_by_turn import solve_by_turns
from tests.play.solving.small_games import SHEET, loaded

OTHER_PLAY = 0.1
"""How far a search may be from the exact value for another reason than luck: it plays on by strategies, which are not perfect."""


def played(game: Game, *moves: str, rolls: Sequence[int] = ()) -> State:
    """A game with these moves; each `roll` of pig falls as given."""
    state, dice = game.new_initial_state(1), iter(rolls)
    for move in moves:
        chance = game.fixed_chance(rolled={"dice": [next(dice)]}) if move == "roll" else None
        state.apply_action(move, chance)
    return state


def by_search(state: State, games: int) -> Review:
    return review(state, SearchJudge(state.game, games))


def worst(found: Review) -> tuple[int, int]:
    """The step and the player of the decision that gave away most."""
    most = max(found.decisions, key=lambda each: each.lost)
    return most.step, most.player


def test_connect_four_is_lost_by_the_open_three_that_was_allowed() -> None:
    moves = "drop d", "drop d", "drop c", "drop d", "drop e", "drop a", "drop f"
    found = by_search(played(rw.load("connect-four"), *moves), 4_000)
    assert worst(found) == (4, 1)
    assert [each.step for each in found.turning_points if each.player == 1] == [4]
    assert found.lost(1) > 0.2
    assert found.lost(1) > 3 * found.lost(0)
    assert found.lucks == ()
    assert found.ended == (1.0, -1.0)


def test_pig_is_lost_by_passing_the_dice_to_somebody_who_needs_a_single_roll() -> None:
    """Bob has 18 of 20; Ann, with nothing, holds a single point."""
    game = rw.load("pig", players=2, options={"target": 20})
    moves = "roll", *["roll"] * 3, "hold", "roll", "hold", "roll", "hold"
    state = played(game, *moves, rolls=[1, 6, 6, 6, 2, 4])
    found = by_search(state, 4_000)
    assert worst(found) == (7, 0)
    assert found.turning_points[-1].step == 7


def test_pig_by_search_and_by_its_solution_are_the_same_game(tmp_path: Path) -> None:
    game = rw.load("pig", players=2, options={"target": 10})
    write(solve(game), tmp_path / "pig.json")
    moves = "roll", "roll", "hold", "roll", "hold", "roll", "hold", "roll", "roll", "hold"
    state = played(game, *moves, rolls=[2, 3, 6, 2, 3, 3])
    exact = review(state, SolvedJudge(read(tmp_path / "pig.json", game)))
    found = by_search(state, 6_000)
    for one, other in zip(exact.decisions, found.decisions, strict=True):
        assert one.judged is not None, one
        assert other.judged is not None
        assert (
            abs(one.judged.lost.value - max(other.judged.lost.value, 0.0))
            < 5 * other.judged.lost.error + OTHER_PLAY
        )
    assert worst(exact) == worst(found)
    for mine, theirs in zip(exact.lucks, found.lucks, strict=True):
        assert abs(mine.gains[0].value - theirs.gains[0].value) < 5 * theirs.gains[0].error + OTHER_PLAY
        assert mine.results == 6
    won = exact.ended == (1.0, -1.0)
    began = exact.decisions[0].worth
    assert began is not None
    balance = began[0].value + exact.luck(0).value - exact.lost(0) + exact.lost(1)
    assert balance == pytest.approx(float(won)), "what luck gave and decisions gave away is all there is"


def test_a_draw_that_is_given_away_is_half_a_game(tmp_path: Path) -> None:
    game = rw.load("tic-tac-toe")
    write(solve(game, every=True), tmp_path / "toe.json")
    state = played(game, *(f"mark {space}" for space in ("a1", "b2", "a2", "c3", "a3")))
    found = review(state, SolvedJudge(read(tmp_path / "toe.json", game)))
    assert [(each.step, each.lost) for each in found.turning_points] == [(4, 0.5)]
    assert found.mistakes(0) == 0


def test_what_luck_gave_is_what_came_less_what_could_be_expected() -> None:
    book = {
        "rulebook": 1, "name": "throw", "players": 2,
        "pieces": {"die": {"count": 1, "faces": "1..6"}}, "zones": {"tray": {"holds": "die", "start": "all"}},
        "phases": {"turn": {"actions": {"throw": {"do": [{"roll": "tray"}, "end_turn"]}}}},
        "end": {
            "high": {"after": "throw", "when": "any(d.face > 4 for d in tray)", "result": {"wins": "me"}},
            "low": {"after": "throw", "when": "true", "result": {"wins": "me.left"}},
        },
    }  # fmt: skip
    game = rw.load_text(json.dumps(book), engine="reference")
    state = game.new_initial_state(1)
    state.apply_action("throw", game.fixed_chance(rolled={"die": [6]}))
    found = by_search(state, 200)
    (luck,) = found.lucks
    assert [gain.value for gain in luck.gains] == [pytest.approx(2 / 3), pytest.approx(-2 / 3)]
    assert (luck.results, luck.drawn) == (6, False)
    assert found.lost(0) == 0


def test_a_review_is_the_same_every_time_and_with_both_engines() -> None:
    moves = [f"mark {space}" for space in ("a1", "b2", "a2", "c3", "a3")]
    found = [
        by_search(played(rw.load("tic-tac-toe", engine=engine), *moves), 300)
        for engine in ("reference", "native")
    ]
    lost = [
        [(each.step, each.judged.lost) for each in one.decisions if each.judged is not None] for one in found
    ]
    assert lost[0] == lost[1]


def test_only_the_decisions_of_one_seat_are_judged() -> None:
    game = rw.load("connect-four")
    state = game.new_initial_state()
    for move in ("d", "b", "f", "c", "g", "d", "e"):
        state.apply_action(f"drop {move}")
    found = rw.review(state, by="mcts:300", seat=1)
    assert {each.player for each in found.decisions if each.judged is not None} == {1}
    assert all(each.worth is not None for each in found.decisions)
    assert found.mistakes(0) == 0
    assert [each.step for each in found.turning_points][-1] == 6
    with pytest.raises(ValueError, match="there is no seat 2"):
        rw.review(state, seat=2)
    with pytest.raises(ValueError, match="a game is judged by `mcts:N`"):
        rw.review(state, by="greedy")
    other: Any = game
    with pytest.raises(TypeError, match="a state is reviewed"):
        rw.review(other)


def test_what_was_solved_turn_by_turn_judges_exactly(tmp_path: Path) -> None:
    """Chance at the beginning, plus luck, less what was given away, is the result."""
    game = loaded(tmp_path, SHEET)
    write(solve_by_turns(game), tmp_path / "sheet.json")
    state = game.new_initial_state(5)
    bot = rw.bot_named(game, "random")
    bot.begin(2)
    while not state.is_terminal():
        state.apply_action(bot.choose(state, 0))
    found = rw.review(state, by=f"solved:{tmp_path / 'sheet.json'}")
    start = rw.solve(game).answer.worths[0].value
    assert start + found.luck(0).value - found.lost(0) == pytest.approx(state.returns()[0], abs=1e-9)
    assert found.mistakes(0)
