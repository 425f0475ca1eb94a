"""Exact answers against other ways to them: known values, theorems, and recursion over states."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright.play.solving.estimate import continued, estimate
from rulewright.play.solving.sides import CannotSolve
from rulewright.play.solving.solve import TooLarge, solve
from tests.play.solving.small_games import (
    ALONE,
    CIRCLE,
    MORRIS,
    NIM,
    SQUASH,
    loaded,
    minimax,
    nim_is_won,
    plain,
    retrograde,
)


def best(solution: Any) -> list[str]:
    return [move.action for move in solution.answer.moves if move.best]


def test_tic_tac_toe_is_a_draw() -> None:
    solution = solve(rw.load("tic-tac-toe"))
    assert [worth.exact for worth in solution.answer.worths] == [0, 0]
    assert (solution.size.positions, solution.size.moves, solution.size.ends) == (5478, 16167, 958)
    assert len(best(solution)) == 9
    assert solution.size.layers == (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)


def test_every_position_of_tic_tac_toe_is_worth_what_recursion_says() -> None:
    state = rw.load("tic-tac-toe").new_initial_state()
    for action in ("mark a1", "mark b2"):
        state.apply_action(action)
    solution = solve(state)
    for text in ("mark c3", "mark b1", "mark c1"):
        after = state.clone()
        after.apply_action(text)
        assert solution.at(after).worths[0].exact == minimax(after)
    over = rw.load("tic-tac-toe").new_initial_state()
    with pytest.raises(ValueError, match="was not looked at"):
        solution.at(over)


def test_nim_is_won_as_its_theorem_says(tmp_path: Path) -> None:
    solution = solve(loaded(tmp_path, NIM, small=2, middle=3, large=4))
    game = solution.game
    for heaps in product(range(3), range(4), range(5)):
        state = game.new_initial_state()
        cells = list(state.cells)
        cells[-3:] = heaps
        if sum(heaps) in (0, 8) or heaps == (
            1,
            2,
            3,
        ):  # the end, and what only the second player can be left with
            continue
        answer = solution.at(game.state_at(cells))
        assert answer.worths[0].exact == (1 if nim_is_won(heaps) else -1), heaps


@pytest.mark.parametrize(("houses", "results"), [(2, "W L L L"), (3, "D W")])
def test_kalah_of_few_seeds_is_worth_what_was_published(houses: int, results: str) -> None:
    """Irving, Donkers and Uiterwijk (2000) list who wins for each number of houses, from one seed in each upwards."""
    found = []
    for seeds in range(1, len(results.split()) + 1):
        game = rw.load("kalah", options={"houses": houses, "seeds": seeds})
        exact = solve(game, every=False).answer.worths[0].exact
        assert exact is not None
        found.append({1: "W", 0: "D", -1: "L"}[int(exact)])
    assert " ".join(found) == results


def test_every_position_of_a_game_without_an_end_is_worth_what_rounds_of_retrograde_analysis_say(
    tmp_path: Path,
) -> None:
    game = loaded(tmp_path, MORRIS)
    solution, known = solve(game), retrograde(game.new_initial_state())
    assert solution.size.positions == len(known) == 5390
    values = list(solution.worths())
    for number, value in enumerate(values):
        assert value.exact == known[plain(game.state_at(solution.cells(number)))]
    assert {int(value.exact or 0) for value in values} == {-1, 0, 1}
    assert solution.up_to_symmetry() == (8, 744)


def test_play_that_goes_round_in_circles(tmp_path: Path) -> None:
    """By hand: from 3 and 4 the goal 5 is one move away. From 1 and 2 every move to 3 or 4 loses, and 2 can only go there."""
    solution = solve(loaded(tmp_path, CIRCLE))
    worths = {marker: _at_marker(solution, marker) for marker in (0, 1, 2, 3, 4, 6)}
    assert worths == {0: 1, 1: 1, 2: -1, 3: 1, 4: 1, 6: -1}
    assert solution.size.positions == 14
    assert best(solution) == ["go 2"]
    endless = solve(loaded(tmp_path, CIRCLE, goal=9))
    assert endless.answer.worths[0].exact == 0
    assert best(endless) == ["go 1", "go 2"]
    trapped = solve(loaded(tmp_path, CIRCLE, goal=9, trap=3))
    assert trapped.answer.worths[0].exact == 0


def _at_marker(solution: Any, marker: int) -> Fraction:
    state = solution.game.new_initial_state()
    cells = list(state.cells)
    cells[-1] = marker
    worth: Fraction = solution.at(solution.game.state_at(cells)).worths[0].exact
    return worth


def test_chance_that_can_repeat_has_proved_bounds(tmp_path: Path) -> None:
    """The first to toss heads wins with 1/2 + 1/8 + 1/32 + ... = 2/3; passing is worse."""
    solution = solve(loaded(tmp_path, SQUASH, target=1))
    worth = solution.answer.worths[0]
    assert worth.exact is None
    assert worth.low <= 1 / 3 <= worth.high
    assert worth.error < 1e-13
    assert best(solution) == ["toss"]
    assert [move.worth.value for move in solution.answer.moves] == pytest.approx([1 / 3, -1 / 3], abs=1e-12)
    assert (solution.wins_or_loses, solution.has_chance, solution.size.every) == (True, True, True)


def test_play_that_is_given(tmp_path: Path) -> None:
    """By geometric series: with a coin tossed by each the first wins 2/3 of the games; against one who tosses every other time 4/5."""
    game = loaded(tmp_path, SQUASH, target=1)

    def chance(*players: str) -> float:
        return (1 + solve(game, players=players).answer.worths[0].value) / 2

    assert chance("bold", "bold") == pytest.approx(2 / 3, abs=1e-12)
    assert chance("best", "torn") == pytest.approx(4 / 5, abs=1e-12)
    assert chance("best", "shy") == pytest.approx(1, abs=1e-12)
    assert chance("shy", "best") == pytest.approx(0, abs=1e-12)
    assert solve(game, players=("shy", "shy")).answer.worths[0].exact == 0
    with pytest.raises(
        ValueError, match="there is no strategy `bald` in squash; there are best, bold, shy and torn"
    ):
        solve(game, players=("best", "bald"))
    with pytest.raises(ValueError, match="1 players are named, and 2 play"):
        solve(game, players=("best",))


def test_pig_to_two_is_worth_what_algebra_says() -> None:
    """With 5/6 a roll is enough to win: p = 5/6 + (1 - p) / 6."""
    solution = solve(rw.load("pig", players=2, options={"target": 2}), every=False)
    chance = (1 + solution.answer.worths[0].value) / 2
    assert chance == pytest.approx(6 / 7, abs=1e-13)
    assert not solution.size.every


def test_one_player_gets_what_can_be_expected(tmp_path: Path) -> None:
    """Known from every course: 3.5, 4.25 and 14/3 with one, two and three rolls."""
    for rolls, expected in ((1, "7/2"), (2, "17/4"), (3, "14/3")):
        solution = solve(loaded(tmp_path, ALONE, rolls=rolls))
        assert solution.answer.worths[0].exact == Fraction(expected)
        assert (solution.starts, solution.answer.player) == (6, None)
    lowest = solve(loaded(tmp_path, ALONE.replace("highest", "lowest"), rolls=2))
    assert lowest.answer.worths[0].exact == Fraction(7) - Fraction(17, 4)


def test_chance_without_circles_is_exact_as_recursion_says(tmp_path: Path) -> None:
    game = loaded(tmp_path, ALONE, rolls=3)
    state = game.new_initial_state(seed=3)
    solution = solve(state)
    assert solution.answer.worths[0].exact == minimax(state)
    assert {move.action: move.best for move in solution.answer.moves}.keys() == {"again", "keep"}


def test_what_is_not_solved_is_refused() -> None:
    with pytest.raises(CannotSolve, match="Pig for 3 has no exact answer"):
        solve(rw.load("pig", players=3))
    with pytest.raises(CannotSolve, match="`solve_hidden` is for such games"):
        solve(rw.load("kuhn-poker", players=2))
    game = rw.load("connect-four", engine="reference")
    with pytest.raises(TooLarge, match="Connect Four has more than 100 positions") as refused:
        solve(game, most=100)
    assert refused.value.layers == (1, 7, 49)
    with pytest.raises(TooLarge, match="Connect Four has more than 10,000 positions"):
        solve(game)
    name: Any = "pig"
    with pytest.raises(TypeError, match="game"):
        solve(name)
    state = rw.load("pig", players=2).new_initial_state(explicit_chance=True)
    state.apply_action("roll")
    with pytest.raises(ValueError, match="waits for chance"):
        solve(state)


def test_an_estimate_counts_no_more_than_what_cells_can_hold() -> None:
    """After a first roll there is but one layer, which says nothing of growth: there are far fewer positions than it would lead to."""
    game = rw.load("cinq-o", players=2)
    guess = estimate(game, (1, 1477))
    assert guess.grown > 1e100
    assert 1e9 < guess.positions < 1e13


def test_an_estimate_continues_the_growth() -> None:
    """Connect four has 4.5 * 10^12 positions, of 42 layers."""
    layers = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275)
    assert 1e10 < continued(layers, 41).positions < 1e16
    assert continued((1, 1), 5).positions == 2 + 4
    doubling = tuple(2**layer for layer in range(9))
    assert continued(doubling, 10_000).positions > 1e100
    square = tuple(layer**2 for layer in range(1, 12))
    assert 1e5 < continued(square, 100).positions < 1e7


UNTIL_BOTH = """\
rulebook: 1
name: until-both
about: Roll two dice until both have shown a three. The fewer rounds, the better.
players: 1
options: {last: {type: 0..400, default: 0, about: the last round (with 0 there is none)}}
pieces: {dice: {count: 2, faces: 1..3}}
zones: {tray: {holds: dice, start: all}, kept: {holds: dice}}
phases:
  turn:
    actions:
      roll:
        do:
          - {roll: tray}
          - {for: d in tray if d.face == 3, do: [{move: d, to: kept}]}
          - end_turn
end:
  both: {at: round, when: tray.empty or (last > 0 and round >= last), result: lowest round}
"""


def test_positions_without_an_end_are_refused_soon(tmp_path: Path) -> None:
    with pytest.raises(TooLarge) as refused:
        solve(loaded(tmp_path, UNTIL_BOTH))
    assert refused.value.goes_on
    assert refused.value.most == 10_000


def test_the_fewest_rounds_can_be_expected(tmp_path: Path) -> None:
    """In n rounds both have shown a three with (1 - (2/3)^n)^2, so that 1 + the sum of 1 less that over n < 30 rounds are expected."""
    solution = solve(loaded(tmp_path, UNTIL_BOTH, last=30))
    worth = solution.answer.worths[0].value
    assert worth == pytest.approx(sum(1 - (1 - (2 / 3) ** n) ** 2 for n in range(30)), abs=1e-12)
