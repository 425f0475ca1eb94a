"""Positions that have been before: both engines note the same, and what is kept of a game keeps the notes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import pytest

import rulewright as rw
from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.saved.program import from_text, to_text
from rulewright.runtime.cell_validation import Possible
from tests.native.agree import compare

pytest.importorskip("llvmlite")

BOOK = str(Path(__file__).with_name("seen-before.rulebook.yaml"))


@cache
def game(players: int, engine: Literal["reference", "native"] = "reference") -> rw.Game:
    return rw.load(BOOK, players=players, engine=engine)


@cache
def program(players: int) -> ir.Program:
    return pipeline.load(BOOK, players=players).program


@pytest.mark.parametrize("players", [2, 3])
def test_machine_code_notes_what_the_reference_notes(players: int) -> None:
    compared = compare(str(players), program(players), 4, 0, 120)
    assert compared.wrong == ""
    assert compared.course.steps > 300


def test_what_no_rule_asks_for_is_not_noted() -> None:
    assert list(program(2).positions) == ["all_of_it", "little", "stood", "hats_on"]
    assert list(program(2).layout.notes) == list(program(2).positions)


def test_notes_lie_behind_all_other_cells() -> None:
    layout = program(3).layout
    assert layout.before_notes == min(notes.offset for notes in layout.notes.values())
    assert layout.size == layout.before_notes + sum(notes.size for notes in layout.notes.values())
    assert all(notes.room % 16 == 0 and notes.room >= notes.most for notes in layout.notes.values())


def played(players: int, decisions: int, seed: int = 4) -> rw.State:
    state = game(players).new_initial_state(seed)
    for number in range(decisions):
        actions = state.legal_actions()
        state.apply_action(actions[(7 * number + seed) % len(actions)])
    return state


def test_what_is_kept_of_a_state_keeps_its_notes() -> None:
    state = played(2, 25)
    assert state.cells[game(2).program.layout.notes["stood"].offset] > 3
    again = game(2).deserialize_state(state.serialize())
    assert again.cells == state.cells
    assert again == state
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert copy != state
    assert game(2).state_at(list(state.cells)).cells == state.cells


SWITCH = """\
rulebook: 1
name: switch
about: A switch, which is noted.
players: 2
variables: {lit: {type: bool}}
positions: {seen: {of: lit, most: 9}}
phases: {turn: {actions: {press: {do: [{set: lit, to: not lit}, end_turn]}}}}
end: {often: {at: turn, when: times(seen) == 4, result: draw}}
"""


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_undo_takes_notes_back(engine: Literal["reference", "native"]) -> None:
    state = rw.load_text(SWITCH, engine=engine).new_initial_state()
    before = state.cells[:]
    state.apply_action("press")
    assert state.cells != before
    state.undo(together=True)
    assert state.cells == before


def test_a_saved_program_notes_the_same() -> None:
    read, _, _ = from_text(to_text(program(2)))
    assert read.layout == program(2).layout
    cells = played(2, 25).cells
    reference = Reference(read)
    assert reference.legal(cells) == Reference(program(2)).legal(cells)


def test_cells_behind_the_notes_are_a_fault() -> None:
    state = played(2, 25)
    possible, notes = Possible(program(2)), program(2).layout.notes["stood"]
    cells = state.cells[:]
    assert possible.fault(cells) is None
    cells[notes.offset] -= 1
    assert possible.fault(cells) == "the notes of `stood` do not end where their number says"
    cells[notes.offset] = notes.most + 1
    assert possible.fault(cells) == f"the notes of `stood` is {notes.most + 1}, and can be 0 to {notes.most}"


def test_a_batch_has_the_notes_in_its_rows() -> None:
    batch = game(2, "native").batch(2)
    batch.reset(seed=4)
    for _ in range(20):
        ids = [batch.legal_ids(place)[0] for place in range(2)]
        batch.apply(ids)
    for place in range(2):
        state = batch.state(place)
        assert state.cells[game(2).program.layout.notes["stood"].offset] > 3
        row = batch.observations(0)[place * len(state.cells) :][: len(state.cells)]
        assert row == state.cells, "everybody sees what was noted"
