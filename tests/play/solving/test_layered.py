"""Games solved layer by layer, against the same games solved position by position, and against known counts."""

from __future__ import annotations

from array import array
from functools import partial
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from rulewright.game.playouts.layers import Layers, goes_in_layers
from rulewright.play.running.crews import Crew
from rulewright.play.solving.layered import LayeredSolution, solve_in_layers
from rulewright.play.solving.solve import Solution, TooLarge, solve
from rulewright.play.solving.ways import solve_any
from rulewright.runtime.fast import Judges, Spread
from tests.benchmarks.solving import connect_four
from tests.games.books import books
from tests.play.solving.small_games import NIM, loaded


def tic_tac_toe(tmp_path: Path, whoever_has_three_loses: bool) -> rw.Game:
    text = Path(books()["tic-tac-toe"]).read_text(encoding="utf-8").partition("\nexamples:")[0]
    assert "wins: me}" in text
    path = tmp_path / "tic-tac-toe.rulebook.yaml"
    path.write_text(
        text.replace("wins: me}", "wins: me.others}") + "\n" if whoever_has_three_loses else text + "\n",
        encoding="utf-8",
    )
    return rw.load(path, engine="native")


@pytest.mark.parametrize("loses", [False, True])
def test_both_ways_lead_to_the_same(tmp_path: Path, loses: bool) -> None:
    game = tic_tac_toe(tmp_path, loses)
    by_positions, in_layers = solve(game), solve_in_layers(game)
    assert in_layers.size == by_positions.size
    assert in_layers.answer == by_positions.answer
    drawn = Random(5)
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(drawn.choice(state.legal_actions()))
            assert in_layers.at(state) == by_positions.at(state)
    rest = solve_in_layers(late(game))
    assert rest.answer == by_positions.at(late(game))
    with pytest.raises(ValueError, match="was not looked at"):
        rest.at(game.new_initial_state())


def test_connect_four_is_a_draw_on_four_rows_and_columns(tmp_path: Path) -> None:
    solution = solve_any(connect_four(tmp_path, 4, 4))
    assert isinstance(solution, LayeredSolution)
    assert [worth.exact for worth in solution.answer.worths] == [0, 0]
    assert solution.size.positions == 161_029
    assert not solution.wins_or_loses
    with pytest.raises(TooLarge):
        solve_any(solution.game, most=20_000)


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_threads_makes_no_difference(
    tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.native.driver.batch_calls.LEAST_PART", 5)
    game = tic_tac_toe(tmp_path, whoever_has_three_loses=False)
    alone, together = Layers(game), Layers(game)
    cells = game.new_initial_state().cells
    alone.explore(cells, 10_000)
    alone.judge()
    with Crew(jobs) as crew:
        together.explore(cells, 10_000, crew=crew)
        together.judge(crew=crew)
    assert together.layers() == alone.layers()
    assert (together.sizes, together.moves, together.ends) == (alone.sizes, alone.moves, alone.ends)
    with pytest.raises(ValueError, match="was not looked at"):
        solve_in_layers(late(game), jobs=jobs).at(game.new_initial_state())


def test_a_crew_gives_results_in_order_and_passes_errors_on() -> None:
    with Crew(2) as crew:
        assert crew.all([partial(sum, range(number)) for number in range(5)]) == [0, 0, 1, 3, 6]
        with pytest.raises(ZeroDivisionError):
            crew.all([partial(divmod, 7, number) for number in range(2)])
        with pytest.raises(TimeoutError):
            crew.all([expire, expire])
        assert not crew.stopped
    assert crew.stopped


def expire() -> None:
    raise TimeoutError


def late(game: rw.Game) -> rw.State:
    """After the first move."""
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[4])
    return state


def test_games_in_which_each_action_places_a_piece_go_in_layers(tmp_path: Path) -> None:
    found = {
        name: goes_in_layers(rw.load(name, players=2, engine="native"))
        for name in ("tic-tac-toe", "connect-four", "kalah", "pig", "kuhn-poker")
    }
    assert [name for name, layers in found.items() if layers] == ["tic-tac-toe", "connect-four"]
    assert not goes_in_layers(rw.load("tic-tac-toe", engine="reference"))
    assert isinstance(solve_any(loaded(tmp_path, NIM)), Solution)


def test_a_position_that_is_missing_is_no_answer() -> None:
    game = rw.load("tic-tac-toe", engine="native")
    executor = game.executor
    assert isinstance(executor, Judges)
    cells = game.new_initial_state().cells
    nothing = Spread(array("i", bytes(4 * len(cells))), array("q", (0,)), 1)
    assert not executor.judge(Spread(cells, array("q", (0,)), 1), nothing)
