"""Counting positions: what can be counted, and how deep."""

from __future__ import annotations

from typing import Any, Literal

import numpy
import pytest

import rulewright as rw
from rulewright.play import perft


def test_a_depth_is_a_whole_number() -> None:
    game, two = rw.load("tic-tac-toe"), numpy.int64(2)
    assert [ply.sequences for ply in rw.perft(game, two)] == [9, 72]  # type: ignore[arg-type]  # as of other counts
    assert list(rw.perft(game, 0)) == []
    depths: list[Any] = ["2", 2.0, None, True]
    for depth in depths:
        with pytest.raises(TypeError, match="`depth` is a whole number from 0 on, not "):
            rw.perft(game, depth)
    with pytest.raises(ValueError, match="`depth` is a whole number from 0 on, not -1"):
        rw.perft(game, -1)


def test_only_a_game_that_was_loaded_is_counted() -> None:
    name: Any = "tic-tac-toe"
    with pytest.raises(TypeError, match=r"and is 'tic-tac-toe': rulewright\.load\('tic-tac-toe'\)"):
        rw.perft(name, 2)


TWO_STONES = """\
rulebook: 1
name: two-stones
about: Whoever is to act lays two stones.
players: 2
pieces:
  stone: {of: players}
boards:
  board: {grid: {rows: 1, columns: 4}, holds: stone}
variables:
  laid: {type: 0..2, lasts: turn}
phases:
  turn:
    actions:
      lay:
        choose: {at: board.spaces}
        when: {free: at.empty}
        do:
          - {place: stone, to: at}
          - {add: 1, to: laid}
          - if: laid == 2
            do: [end_turn]
end:
  full: {when: board.full, result: draw}
"""


def counts(start: rw.Game | rw.State, depth: int, by: perft.By = "turn") -> list[tuple[int, int, int]]:
    return [(ply.sequences, ply.positions, ply.ended) for ply in rw.perft(start, depth, by)]


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_turn_is_all_that_a_player_does(engine: Literal["reference", "native"]) -> None:
    game = rw.load_text(TWO_STONES, engine=engine)
    assert counts(game, 9) == [(4 * 3, 6, 0), (4 * 3 * 2, 6, 24)]
    assert counts(game, 4, "decision") == [(4, 4, 0), (12, 6, 0), (24, 12, 0), (24, 6, 24)]


def test_counting_begins_where_a_state_is() -> None:
    state = rw.load_text(TWO_STONES).new_initial_state()
    state.apply_action(state.legal_actions()[0])
    before = state.serialize()
    assert counts(state, 9) == [(3, 3, 0), (3 * 2, 3, 6)], "the rest of this turn, and the next"
    assert counts(state, 1, "decision") == [(3, 3, 0)]
    assert state.serialize() == before
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert counts(state, 2) == []


@pytest.mark.parametrize("name", ["tic-tac-toe", "reversi", "connect-four"])
def test_by_turn_is_by_decision_where_a_turn_is_one_decision(name: str) -> None:
    game = rw.load(name)
    assert counts(game, 3) == counts(game, 3, "decision")


def test_a_turn_that_need_not_end_is_not_counted_for_ever() -> None:
    endless = rw.load_text(TWO_STONES.replace("{add: 1, to: laid}", "{remove: at}"))
    with pytest.raises(ValueError, match=r"a turn of more than 1,000 decisions, which may go on for ever"):
        counts(endless, 1)
    assert counts(endless, 2, "decision") == [(4, 1, 0), (16, 1, 0)]


def test_a_ply_is_a_decision_or_a_turn() -> None:
    wrong: Any = "round"
    with pytest.raises(ValueError, match="`by` is 'decision' or 'turn', not 'round'"):
        rw.perft(rw.load("tic-tac-toe"), 2, wrong)


def test_a_state_that_waits_for_chance_is_no_start() -> None:
    state = rw.load("pig").new_initial_state(explicit_chance=True)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="this state waits for chance"):
        rw.perft(state, 1)
