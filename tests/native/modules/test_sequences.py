"""Sequences counted depth first, without merging, by machine code: the same as with merging by the reference."""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import Literal

import pytest

import rulewright as rw
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.game.playouts.branches import first_generation, sequences_after, size
from rulewright.ir.chance import has_chance
from rulewright.native.driver import batch_calls
from rulewright.native.driver.executor import Native
from rulewright.play import perft
from rulewright.runtime.fast import Spread, Totals
from tests.native.modules.other_ways import positions
from tests.native.seatings import Seating, seatings
from tests.native.side_by_side import Course

pytest.importorskip("llvmlite")
TABLES = [seating for seating in seatings(with_options=False) if seating.players <= 3]


@pytest.mark.usefixtures("unoptimised")
@pytest.mark.parametrize("seating", TABLES, ids=str)
def test_counts_are_those_of_the_reference(seating: Seating) -> None:
    program, course = seating.program(), Course()
    assert positions(program, 1, course) is None
    assert has_chance(program) or (course.games and not course.needless)


LINE = """\
rulebook: 1
name: line
about: Whoever is to act lays one stone or two.
players: 2
pieces:
  stone: {of: players}
boards:
  board: {grid: {rows: 1, columns: 5}, holds: stone}
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
      stop:
        when: {laid: laid == 1}
        do: [end_turn]
end:
  full: {after: lay, when: board.full, result: {wins: me}}
"""
Engine = Literal["reference", "native"]


@pytest.fixture
def deep_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is merged, and all room is too small at first."""
    monkeypatch.setattr(perft, "FEW", 0)
    monkeypatch.setattr(perft, "ALIKE", 0)
    monkeypatch.setattr(batch_calls, "FEW_POSITIONS", 2)
    monkeypatch.setattr(batch_calls, "SEQUENCES_AT_ONCE", 4)


def without_positions(plies: list[rw.Ply]) -> list[rw.Ply]:
    return [replace(ply, positions=0) for ply in plies]


@pytest.mark.usefixtures("deep_at_once")
@pytest.mark.parametrize("by", ["decision", "turn"])
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_sequences_alone(engine: Engine, by: perft.By) -> None:
    merged = list(rw.perft(rw.load_text(LINE, engine="reference"), 9, by))
    assert list(rw.perft(rw.load_text(LINE, engine=engine), 9, by, unique=False)) == without_positions(merged)


@pytest.mark.usefixtures("deep_at_once")
def test_sequences_of_a_game_with_notes_and_from_a_state() -> None:
    chess = rw.load("chess", options={"repetitions": 2, "quiet_moves": 1})
    merged = list(rw.perft(chess, 3))
    assert any(ply.drawn for ply in merged)
    assert list(rw.perft(chess, 3, unique=False)) == without_positions(merged)
    state = chess.new_initial_state()
    state.apply_action("move e2 e4")
    assert list(rw.perft(state, 2, unique=False)) == without_positions(list(rw.perft(state, 2)))


@pytest.mark.usefixtures("deep_at_once")
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_turn_that_need_not_end_and_a_rule_that_fails_are_told_as_ever(engine: Engine) -> None:
    endless = rw.load_text(LINE.replace("{add: 1, to: laid}", "{remove: at}"), engine=engine)
    with pytest.raises(ValueError, match=r"a turn of more than 1,000 decisions, which may go on for ever"):
        list(rw.perft(endless, 1, "turn", unique=False))
    failing = rw.load_text(LINE.replace("{type: 0..2,", "{type: 0..1,"), engine=engine)
    found: list[int] = []
    with pytest.raises(rw.RuleFailure):
        found.extend(ply.sequences for ply in rw.perft(failing, 3, unique=False))
    assert found == [5]


def test_machine_code_gives_up_what_it_cannot_count() -> None:
    program = rw.load_text(LINE, engine="reference").program
    game = Game(Native(program, Reference(program)))
    first = first_generation(game)
    assert sequences_after(game, first, 1, turns=False) == Totals(5, 0, 0, (0, 0))
    assert sequences_after(game, first, 10, turns=True) == Totals(0, 0, 0, (0, 0))
    assert sequences_after(game, first, batch_calls.MOST_FRAMES + 1, turns=False) is None
    assert isinstance(first, dict)
    heavy = Spread(array("i", b"".join(first)), array("Q", [2**62]), size(first))
    assert sequences_after(game, heavy, 1, turns=False) is None
    assert sequences_after(Game(Reference(program)), first, 1, turns=False) is None
