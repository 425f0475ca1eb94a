"""Results as data frames."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import pandas
import pytest

import rulewright as rw
from rulewright.notebook.frames import rows
from rulewright.play.health.results import Rate, Usage

USAGE = Usage("roll", Rate(10, 0.5, 0.4, 0.6))


@dataclass
class Used:
    """A result with records in records."""

    usage: tuple[Usage, ...]


@pytest.fixture(scope="module")
def pig() -> rw.Game:
    return rw.load("pig", players=2)


def test_a_simulation_has_a_row_for_each_seat_and_one_for_each_end(pig: rw.Game) -> None:
    found = rw.simulate(pig, 40)
    frame = found.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["wins"]) == [seat.wins for seat in found.seats]
    assert frame["score_mean"][0] == found.seats[0].score.mean  # type: ignore[union-attr]  # this game has scores
    assert found.to_frame("ends").to_dict("records") == [{"name": "target_reached", "count": 40}]


def test_an_unknown_table_suggests_the_nearest(pig: rw.Game) -> None:
    with pytest.raises(ValueError, match="did you mean `seats`"):
        rw.simulate(pig, 2).to_frame("seat")


def test_a_table_without_rows_has_its_columns(pig: rw.Game) -> None:
    found = rw.simulate(pig, 2)
    failures = found.to_frame("failures")
    assert len(failures) == 0
    assert list(failures.columns) == ["number", "seed", "code", "message", "path", "place", "record"]
    assert list(found.to_frame("worths").columns) == ["name", "count"]
    assert list(rw.Checked().to_frame()["code"]) == []
    assert list(rw.to_frame(Used(()), "usage").columns) == list(rw.to_frame(Used((USAGE,)), "usage").columns)


def test_tables_of_rotated_players_say_so(pig: rw.Game) -> None:
    with pytest.raises(ValueError, match=r"`by_player` is there if .* rotated=True"):
        rw.simulate(pig, 2).to_frame("by_player")
    assert len(rw.simulate(pig, 2, rotated=True).to_frame("by_player")) == 2
    with pytest.raises(ValueError, match="there are `seats`, `ends`, `failures` and `worths`"):
        rw.simulate(pig, 2).to_frame("options")


def test_a_comparison_has_a_row_for_each_line(pig: rw.Game) -> None:
    found = rw.compare(pig, pig, games=20)
    assert list(found.to_frame()["id"]) == [line.id for line in found.lines]


def test_single_games_have_a_column_for_each_seat(pig: rw.Game) -> None:
    games: list[rw.PlayedGame] = []
    rw.simulate(pig, 5, each=games.append)
    frame = rw.to_frame(games)
    assert list(frame["number"]) == [0, 1, 2, 3, 4]
    assert list(frame["scores_2"]) == [game.scores[1] for game in games if game.scores]


def test_other_results_have_rows() -> None:
    noughts = rw.load("tic-tac-toe")
    solved = rw.solve(noughts)
    assert list(solved.to_frame()["action"]) == [move.action for move in solved.answer.moves]
    assert list(solved.to_frame("worths")["value"]) == [0.0, 0.0]
    assert list(rw.to_frame(rw.perft(noughts, 3))["positions"]) == [9, 72, 252]
    problems = rw.check_text("rulebook: 1")
    assert list(problems.to_frame()["code"]) == [each.code for each in problems]
    state = noughts.new_initial_state()
    state.apply_action("mark b2")
    reviewed = rw.review(state, by="mcts:50")
    assert reviewed.to_frame()["move"][0] == "mark b2"
    tuned = rw.tune("pig", ["seat 1 wins in 40..60 %"], ["options.target=40..60 step 20"], games=200)
    assert tuned.to_frame()["setting"][0] == "now"
    assert list(tuned.to_frame("figures")["wish"]) == ["seat 1 wins in 40..60 %"]


def test_what_has_no_rows_is_refused() -> None:
    with pytest.raises(TypeError, match="int has no rows"):
        rows(3)


def test_without_pandas_the_extra_is_named(pig: rw.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"\[notebook\]"):
        rw.simulate(pig, 2).to_frame()
