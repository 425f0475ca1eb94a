"""Cells that come from outside are refused in the author's words, or can be played on; those that play reaches are accepted."""

from __future__ import annotations

import json
import re
from array import array
from functools import cache
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright as rw
from rulewright.document.library import bundled
from rulewright.game.errors import RecordError, SavedStateError
from rulewright.game.game import Game
from rulewright.game.history import serial
from rulewright.ir.layout import CURRENT, ENDED, ROUND
from rulewright.runtime.failures import RuleFailure

NAMES = tuple(name for name, _ in bundled())
STRANGE = (-(2**31), -2, -1, 0, 1, 2, 5, 77, 2**31 - 1)


@cache
def game(name: str) -> Game:
    return rw.load(name, engine="reference")


@cache
def reached(name: str, seed: int, most: int = 12) -> tuple[array[int], ...]:
    """Cells on the way of a game of random players."""
    state, random = game(name).new_initial_state(seed), Random(seed)
    found = [state.cells]
    while not state.is_terminal() and len(found) < most:
        state.apply_action(random.choice(state.legal_actions()))
        found.append(state.cells)
    return tuple(found)


@pytest.mark.parametrize("name", NAMES)
def test_every_position_that_play_reaches_is_accepted(name: str) -> None:
    for seed in range(2):
        for cells in reached(name, seed):
            assert game(name).state_at(cells).cells == cells
    state = game(name).new_initial_state(1)
    assert game(name).deserialize_state(state.serialize()) == state


def test_the_round_has_room_to_count_on() -> None:
    cells = reached("tic-tac-toe", 0)[1][:]
    cells[ROUND] = 2**31 - 1
    with pytest.raises(ValueError, match="the round"):
        game("tic-tac-toe").state_at(cells)
    cells[ROUND] = 1_000_000_000
    state = game("tic-tac-toe").state_at(cells)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.cells[ROUND] > 1_000_000_000


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_random_cells_are_refused_or_can_be_played(name: str, data: st.DataObject) -> None:
    known = reached(name, 0)
    cells = known[data.draw(st.integers(0, len(known) - 1))][:]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(cells) - 1))
        other = data.draw(st.integers(0, len(cells) - 1))
        cells[at] = data.draw(st.sampled_from((*STRANGE, cells[other])))
    try:
        state = game(name).state_at(cells)
    except ValueError:
        return  # what it says is asked below
    try:
        for action in state.legal_actions()[:1]:
            state.apply_action(action)
    except RuleFailure:
        return  # the rules say themselves what is wrong: a position that play does not come to


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_has_a_name_and_a_range(name: str) -> None:
    cells = reached(name, 0)[0]
    for at in range(len(cells)):
        wrong = list(cells)
        wrong[at] = 2**40
        says = f"can be like this: {game(name).possible.name(at)} is {2**40}, and can be"
        with pytest.raises(ValueError, match=re.escape(says)):
            game(name).state_at(wrong)


def test_a_cell_is_named_in_the_words_of_the_author() -> None:
    table = game("reversi")
    (kind,) = table.program.layout.kinds.values()
    cells = table.new_initial_state().cells
    cells[kind.spots] = 9
    with pytest.raises(
        ValueError, match="no game of `reversi` can be like this: the piece on `a1` is 9, and can be 0 to 2"
    ):
        table.state_at(cells)


def test_a_die_too_few_is_refused() -> None:
    table = game("cinq-o")
    cells = table.new_initial_state().cells
    alike = [kind for kind in table.program.layout.kinds.values() if kind.identical]
    assert alike
    for kind in alike:
        first = next(at for at in range(kind.counts, table.program.layout.size) if cells[at])
        wrong = cells[:]
        wrong[first] -= 1
        with pytest.raises(ValueError, match=f"{kind.name}.* in all, and there must be"):
            table.state_at(wrong)


def test_who_is_to_act_fits_whether_the_game_is_over() -> None:
    table = game("pig")
    for place, number, says in (
        (CURRENT, -1, "the player to act is nobody"),
        (ENDED, 1, "the player to act is 0, and the game is over"),
        (CURRENT, 2, "the player to act is 2, and can be -1 to 1"),
    ):
        cells = table.new_initial_state().cells
        cells[place] = number
        with pytest.raises(ValueError, match=says):
            table.state_at(cells)


def test_cells_too_few_too_many_and_of_no_end_are_refused() -> None:
    table = game("pig")
    cells = list(table.new_initial_state().cells)
    for wrong, says in (
        (cells[:-1], "are given"),
        ([*cells, 0], "more are given"),
        (count(), "more are given"),
    ):
        with pytest.raises(ValueError, match=says):
            table.state_at(wrong)
    for no_numbers in ("many words", [*cells[:-1], 0.5], [*cells[:-1], None], 7):
        with pytest.raises(TypeError, match="cells are whole numbers"):
            table.state_at(no_numbers)  # type: ignore[arg-type]  # it is what is tested


def test_a_record_that_begins_in_no_position_is_refused() -> None:
    table = game("pig")
    record = table.state_at(table.new_initial_state().cells).record()
    record["start"]["cells"][CURRENT] = 9
    with pytest.raises(RecordError, match="the player to act is 9"):
        rw.replay(record, table)


def _changed(name: str, key: str, value: object) -> str:
    """A saved state with something else in its last step, and a checksum that fits."""
    state = game(name).new_initial_state(3)
    state.apply_action(state.legal_actions()[0])
    body = json.loads(state.serialize())
    body["steps"][-1][key] = value
    del body["checksum"]
    return serial.sealed(body)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("cells", [[CURRENT, 9]], "the player to act is 9"),
        ("cells", [[CURRENT, 2**70]], "damaged"),
        ("cells", [[10**6, 1]], "damaged"),
        ("cells", [[-1, 1, 1]], "damaged"),
        ("choice", [99, []], "choice\\[0\\]"),
        ("choice", [0, [1, 2, 3, 4]], "has no action"),
        ("choice", ["roll", []], "damaged"),
        ("luck", [0, [1], []], "luck"),
        ("luck", [0, ["a", "b", "c"], []], "luck"),
        ("player", 7, "damaged"),
    ],
)
def test_a_saved_state_that_nobody_saved_is_refused(key: str, value: object, says: str) -> None:
    with pytest.raises(SavedStateError, match=says):
        game("pig").deserialize_state(_changed("pig", key, value))


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_batch_refuses_ids_that_are_none(engine: str) -> None:
    if engine == "native":
        pytest.importorskip("llvmlite")
    batch = rw.load("pig", engine=engine).batch(2)
    before = batch.cells[:]
    for wrong in ([2**70, 0], [-5, 0], [10**6, 0], [0], [0, 0, 0], array("q", [0]), array("q", [0, 0, 0])):
        with pytest.raises(ValueError, match=r"is not allowed now|given, 2 needed: one for each game"):
            batch.apply(wrong)
    for no_ids in ([0.0, 0.0], ["0", "0"], [None, 0], array("d", [0.0, 0.0]), "00", 3):
        with pytest.raises(TypeError, match="whole numbers"):
            batch.apply(no_ids)  # type: ignore[arg-type]  # it is what is tested
    assert batch.cells == before
