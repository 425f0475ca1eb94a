"""Games solved turn by turn, against the same games solved position by position."""

from __future__ import annotations

from array import array
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from rulewright.play.solving import turn_by_turn
from rulewright.play.solving.solve import Solution, TooLarge, solve
from rulewright.play.solving.turn_by_turn import TurnsSolution, solve_by_turns
from rulewright.play.solving.ways import solve_any
from rulewright.runtime.by_turns import NotByTurns
from rulewright.runtime.sweeps import GREATEST, MEAN, NEVER, Plain, Row, Sweep, Sweeps, padded
from tests.play.solving.small_games import NIM, SHEET, loaded

FORMS = {
    "as it is": ("", "", 2),
    "one roll": ("", "", 1),
    "a bonus that counts more with a sum": ("+ p.extra +", "+ p.extra * (2 if p.low >= 4 else 1) +", 2),
    "a box that counts twice": ("+ p.extra +", "+ p.extra + 2 * (p.box(alike) otherwise 0) +", 1),
    "an end at the end of a round": ("filled: {when", "filled: {at: round, when", 1),
}
TOKEN = (
    (
        "  rolls: {type: 0..3, lasts",
        "  token: {per: players, type: 0..2, start: 1}\n  rolls: {type: 0..30, lasts",
    ),
    ("roll_left: rolls < rolls_each", "roll_left: rolls < rolls_each or me.token > 0"),
    ("do: [throw(those)]", "do: [{if: rolls >= rolls_each, do: [{add: -1, to: me.token}]}, throw(those)]"),
)
"""A further roll for a token, of which one is kept from turn to turn."""


@pytest.mark.parametrize("form", FORMS)
def test_both_ways_lead_to_the_same(tmp_path: Path, form: str) -> None:
    before, after, rolls = FORMS[form]
    assert before in SHEET
    game = loaded(tmp_path, SHEET.replace(before, after) if before else SHEET, rolls_each=rolls)
    by_positions, by_turns = solve(game), solve_by_turns(game)
    (worth,), (exact,) = by_turns.answer.worths, by_positions.answer.worths
    assert exact.exact is not None
    assert worth.low <= exact.exact <= worth.high
    assert worth.error < 1e-11


def test_what_is_kept_may_change_within_turns(tmp_path: Path) -> None:
    text = SHEET
    for before, after in TOKEN:
        assert before in text
        text = text.replace(before, after, 1)
    game = loaded(tmp_path, text, rolls_each=1)
    solution = solve_by_turns(game)
    (exact,), (worth,) = solve(game).answer.worths, solution.answer.worths
    assert exact.exact is not None
    assert worth.low <= exact.exact <= worth.high
    assert (
        solution.size.positions_of_a_turn == 6 * 2
    )  # with the token and without it, however often was rolled


def test_every_move_is_worth_the_same_both_ways(tmp_path: Path) -> None:
    game = loaded(tmp_path, SHEET)
    by_positions, by_turns = solve(game), solve_by_turns(game)
    drawn = Random(7)
    for seed in range(10):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            one, other = by_positions.at(state), by_turns.at(state)
            assert other.worths[0].value == pytest.approx(one.worths[0].value, abs=1e-11)
            assert [move.action for move in one.moves] == [move.action for move in other.moves]
            for move, again in zip(one.moves, other.moves, strict=True):
                assert move.worth.exact is not None
                assert again.worth.low <= move.worth.exact <= again.worth.high
                assert move.best == again.best
            state.apply_action(drawn.choice(state.legal_actions()))
    with pytest.raises(ValueError, match="was not looked at"):
        by_turns.at(state)


def test_it_is_used_where_there_are_many_positions(tmp_path: Path) -> None:
    game = loaded(tmp_path, SHEET)
    assert isinstance(solve_any(game), Solution)
    assert isinstance(solve_any(game, most=100), TurnsSolution)
    with pytest.raises(TooLarge):
        solve(game, most=100)
    with pytest.raises(TooLarge):
        solve_any(loaded(tmp_path, NIM), most=10)


CHANGES = {
    "a box is read": ("me.box(b) == none", "(me.box(b) otherwise 10) > 9"),
    "a box may be written again": ("      blank: me.box(b) == none\n", "      blank: true\n"),
    "the bonus is read": ("roll_left: rolls < rolls_each", "roll_left: rolls < rolls_each + me.extra"),
    "a sum becomes less": ("+ p.extra +", "+ p.extra + 2 * (p.box(alike) otherwise 1) +"),
    "the bonus may leave its range": ("type: 0..20", "type: 0..3"),
    "a box is written before the turn ends": (
        "    do: [{roll: those}, {add: 1, to: rolls}]",
        "    do: [{roll: those}, {add: 1, to: rolls}, {set: me.box(ones), to: none}]",
    ),
}


def test_other_games_are_refused(tmp_path: Path) -> None:
    for what, (before, after) in CHANGES.items():
        assert before in SHEET, what
        game = loaded(tmp_path, SHEET.replace(before, after))
        with pytest.raises(NotByTurns):
            solve_by_turns(game)
    with pytest.raises(NotByTurns, match="one player"):
        solve_by_turns(loaded(tmp_path, NIM))


def test_machine_code_sweeps_as_the_definition_does() -> None:
    executor = rw.load("pig", players=2, engine="native").executor
    assert isinstance(executor, Sweeps)
    drawn = Random(3)
    source = array("d", (drawn.uniform(-9, 9) for _ in range(64)))
    for cases in (1, 8, 13):
        wide = padded(cases)
        rows = [
            None
            if number == 4
            else Row(
                source, 8 * number, array("i", (drawn.randrange(8) for _ in range(wide))), drawn.uniform(0, 5)
            )
            for number in range(6)
        ]
        steps, weights, many = array("i"), array("d"), 40
        for step in range(many):
            what, count = drawn.choice((GREATEST, MEAN)), drawn.randint(1, 5)
            steps.extend((what, count, *(drawn.randrange(6 + step) for _ in range(count))))
            if what == MEAN:
                weights.extend(drawn.random() for _ in range(count))
        sweep = Sweep(6, steps, weights, many)
        found = executor.sweeping(sweep).work_out(rows, cases)
        assert found.tobytes() == Plain(sweep).work_out(rows, cases).tobytes()
        assert found[4 * wide] == NEVER


@pytest.mark.parametrize(("name", "value"), [("yahtzee", 254.587729)])
def test_games_whose_value_is_published(name: str, value: float) -> None:
    solution = solve_any(rw.load(name, players=1))
    assert isinstance(solution, TurnsSolution)
    assert solution.size.positions_of_a_turn == 756
    assert round(solution.answer.worths[0].value, 6) == round(value, 6)
    assert solution.answer.worths[0].error < 1e-8


def test_cases_are_worked_out_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = loaded(tmp_path, SHEET, rolls_each=1, enough=4)
    whole = solve_by_turns(game).worths_of_starts()
    monkeypatch.setattr(turn_by_turn, "TOGETHER", 8)
    assert solve_by_turns(game).worths_of_starts() == whole


def test_the_number_of_threads_makes_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_by_turn, "AT_ONCE", 1)
    loaded(tmp_path, SHEET)
    game = rw.load(tmp_path / "game.rulebook.yaml", engine="native")
    alone, together = solve_by_turns(game), solve_by_turns(game, jobs=3)
    assert together.worths_of_starts() == alone.worths_of_starts()
    assert together.answer == alone.answer
