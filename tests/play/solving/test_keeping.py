"""Long solves that are stopped, and go on from what they kept."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright.play.solving.keeping import Keeping, WrongParts, text_of
from rulewright.play.solving.levels.by_levels import LevelsSolution, solve_by_levels
from rulewright.play.solving.solve import Solution, solve
from rulewright.play.solving.turn_by_turn import TurnsSolution, solve_by_turns
from tests.play.solving.small_games import RACE, SHEET, loaded

Solve = Callable[[rw.Game, Callable[[str, int, int], None], Keeping], LevelsSolution | TurnsSolution]


def by_levels(game: rw.Game, report: Callable[[str, int, int], None], kept: Keeping) -> LevelsSolution:
    return solve_by_levels(game, report, kept=kept)


def by_turns(game: rw.Game, report: Callable[[str, int, int], None], kept: Keeping) -> TurnsSolution:
    return solve_by_turns(game, report, go_on=kept)


def of_parts(parts: Mapping[str, list[Any]], written: Callable[..., None] = lambda parts: None) -> Keeping:
    """Parts as a file has them, to which more is added at every opportunity."""
    hours = count(0, 3600)
    return Keeping(json.loads(json.dumps(parts)), written, lambda: float(next(hours)))


@pytest.mark.parametrize(("solve", "text"), [(by_levels, RACE), (by_turns, SHEET)])
def test_a_solve_goes_on_from_what_it_kept(
    tmp_path: Path, solve: Solve, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped after each part in turn, it finds the same, and works out each level or situation once."""
    monkeypatch.setattr("rulewright.game.turns.levels.BETWEEN", 5)
    monkeypatch.setattr("rulewright.play.solving.turn_by_turn.AT_ONCE", 1)
    game = loaded(tmp_path, text)
    whole = of_parts({})
    expected = solve(game, lambda *_: None, whole)
    stops = sum(map(len, whole.parts.values()))
    assert stops > 3
    parts: Mapping[str, list[Any]] = {}

    def stop(_: object) -> None:
        raise KeyboardInterrupt

    for _ in range(stops):
        kept = of_parts(parts, stop)
        with pytest.raises(KeyboardInterrupt):
            solve(game, lambda *_: None, kept)
        assert sum(map(len, kept.parts.values())) == sum(map(len, parts.values())) + 1
        parts = kept.parts
    found = solve(game, lambda *_: None, of_parts(parts, stop))
    assert found.answer.worths == expected.answer.worths
    assert found.worths_of_starts() == expected.worths_of_starts()
    assert found.size == expected.size


def by_positions(game: rw.Game | rw.State, kept: Keeping) -> Solution:
    return solve(game, every=False, kept=kept)


def test_positions_that_were_found_are_not_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped after each part in turn, it finds the same positions, in the same order, with the same values."""
    monkeypatch.setattr("rulewright.game.playouts.position_graph.BETWEEN_REPORTS", 40)
    game = rw.load("pig", players=2, options={"target": 8})
    whole = of_parts({})
    expected = by_positions(game, whole)
    stops = len(whole.parts["positions"])
    assert stops > 3
    parts: Mapping[str, list[Any]] = {}

    def stop(_: object) -> None:
        raise KeyboardInterrupt

    for number in range(stops):
        kept = of_parts(parts, stop)
        with pytest.raises(KeyboardInterrupt):
            by_positions(game, kept)
        parts = kept.parts
        assert len(parts["positions"]) == number + 1
    found = by_positions(game, of_parts(parts, stop))
    assert found.size == expected.size
    assert found.answer == expected.answer
    assert list(found.worths()) == list(expected.worths())
    assert found.decisions() == expected.decisions()
    refuse_damaged_positions(game, parts["positions"])


def refuse_damaged_positions(game: rw.Game, kept: list[Any]) -> None:
    first = kept[0]
    later = game.new_initial_state()
    later.apply_action(later.legal_actions()[0])
    for start, parts in (
        (game, ["eA=="]),
        (game, [7]),
        (game, [first, first]),
        (game, kept[1:]),
        (game, [{**first, "after": text_of(array("i", (10**6,)) * 10)}]),
        (game, [{**first, "choices": text_of(array("q"))}]),
        (game, [{**first, "fractions": ["1/0"]}]),
        (game, [{**first, "players": text_of(array("b", (5,)) * 40)}]),
        (later, kept),
    ):
        with pytest.raises(WrongParts):
            by_positions(start, of_parts({"positions": parts}))


@pytest.mark.parametrize(("solve", "text", "name"), [(by_levels, RACE, "levels"), (by_turns, SHEET, "turns")])
def test_parts_that_do_not_fit_are_refused(tmp_path: Path, solve: Solve, text: str, name: str) -> None:
    game = loaded(tmp_path, text)
    kept = of_parts({})
    solve(game, lambda *_: None, kept)
    whole = kept.parts
    for wrong in (
        {**whole, name: ["eA=="]},
        {**whole, name: [7]},
        {**whole, name: [*whole[name], whole[name][-1]]},
    ):
        with pytest.raises(WrongParts):
            solve(game, lambda *_: None, of_parts(wrong))


@pytest.mark.parametrize("level", [{}, 3, {"leaves": 3}])
def test_a_level_that_is_damaged_is_refused(tmp_path: Path, level: object) -> None:
    with pytest.raises(WrongParts):
        solve_by_levels(loaded(tmp_path, RACE), kept=of_parts({"level": [level]}))
