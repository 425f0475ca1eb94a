"""Cells that are forgotten make no difference: the same choices are legal, and the same can follow."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.game.playouts.forgotten import forgotten
from rulewright.game.playouts.position_graph import Exploration
from rulewright.ir.layout import ENDED, ROUND
from rulewright.runtime.executor import Position

FACES = {"pig": 1, "backgammon": 7, "yahtzee": 0, "tic-tac-toe": 0}


@pytest.mark.parametrize("name", FACES)
def test_the_round_and_faces_that_were_read_are_forgotten(name: str) -> None:
    left_out = forgotten(rw.load(name, engine="reference").program)
    assert left_out[0] == (ROUND, 1)
    assert len(left_out) - 1 == FACES[name]


@pytest.mark.parametrize("name", ["pig", "backgammon"])
def test_what_is_forgotten_makes_no_difference(name: str) -> None:
    game = rw.load(name, engine="reference")
    exploration = Exploration(game)
    state, left_out = game.new_initial_state(5), forgotten(game.program)
    different = 0
    for step in range(24):
        cells = state.cells
        if cells[ENDED]:
            break
        blank = cells[:]
        for cell, value in left_out:
            blank[cell] = value
        different += blank != cells
        assert game.executor.legal(blank) == game.executor.legal(cells)
        choice = state.legal_actions()[step % len(state.legal_actions())]
        other = game.state_in(Position(blank, state.luck))
        keys = []
        for each in (state, other):
            outcomes: dict[bytes, object] = {}
            for share, after in each.outcomes(choice):
                key = exploration.key(after.cells)
                outcomes[key] = outcomes.get(key, 0) + share  # type: ignore[operator]
            keys.append(outcomes)
        assert keys[0] == keys[1]
        state.apply_action(choice)
    assert different > 3


def test_faces_that_a_condition_reads_are_kept() -> None:
    """In yahtzee the dice are kept or rolled again by what they show."""
    assert forgotten(rw.load("yahtzee", engine="reference").program) == ((ROUND, 1),)
