"""Notes of positions that are tried out: changed by what a trial touches, they are the notes of the whole position."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.native.flow import sums
from rulewright.native.from_ir import module_text
from rulewright.native.passes import Passes
from tests.native.executors import Bare
from tests.native.planted import Bug, planted
from tests.native.side_by_side import Course, together, whole_games

BOOK = """
rulebook: 1
name: wanderers
players: 2
pieces: {men: {of: players, faces: [low, high, tall]}}
boards: {board: {grid: {rows: ROWS, columns: 6}, holds: men}}
variables:
  lamp: {type: 0..9}
  steps: {type: 0..900}
positions:
  stood: {of: board, most: 900}
  whole: {of: [lamp, board, me, "count(s for s in board.spaces if s.owner == me)"], most: 900}
setup:
  - {place: men, of: seat(1), to: a1}
  - {place: men, of: seat(1), to: f1}
  - {place: men, of: seat(2), to: a4}
  - {place: men, of: seat(2), to: f4}
  - {place: men, of: seat(2), to: c4}
phases:
  turn:
    actions:
      go:
        choose: {a: {in: board.spaces, if: a.owner == me}, b: {in: board.spaces, if: not b.owner == me}}
        when:
          beside: b in neighbours(a)
          new: {leaves: CONDITION}
        do:
          - {let: man, be: a.piece}
          - if: not b.empty
            do: [{remove: b}]
          - if: man != none
            do: [{move: man, to: b}, {set: b.face, to: tall if b.row == 2 else none}]
          - {set: lamp, to: 1 - lamp if lamp < 2 else 0}
          - {add: 1, to: steps}
          - end_turn
      pass: {do: [{add: 1, to: steps}, end_turn]}
end: {late: {when: steps > 300, result: draw}}
"""
CONDITIONS = {
    "the board": "times(stood) == 0",
    "more than the board": "times(whole) == 0",
    "both, and the choice": "times(stood) + times(whole) < 2 or b.column == 1",
    "in a part": "steps < 5 or (times(stood) < 3 and (a.column == 3 or times(whole) == 0))",
}


@cache
def program_of(condition: str, rows: int = 8) -> ir.Program:
    text = BOOK.replace("CONDITION", f'"{CONDITIONS[condition]}"').replace("ROWS", str(rows))
    return pipeline.load_text(text, engine="reference").program


@pytest.mark.parametrize("condition", CONDITIONS)
def test_machine_code_counts_the_notes_of_trials_as_the_reference_does(condition: str) -> None:
    program, course = program_of(condition), Course()
    reference, bare = Reference(program), Bare(program)
    for seed in range(3):
        assert together(reference, bare, seed, 90, course) is None
    assert whole_games(reference, bare, range(3), 90, course=course) is None
    assert course.steps > 200
    assert not course.failures
    assert not course.needless


def test_they_are_kept_where_a_note_is_a_digest() -> None:
    assert "keep.stood" in module_text(program_of("the board"), "playouts")
    assert "keep.stood" not in module_text(program_of("the board", 4), "playouts")
    assert "keep.stood" not in module_text(program_of("the board"), "playouts", passes=Passes(sums=False))


def _nothing(_: Any) -> Callable[..., None]:
    return lambda *_: None


BUGS = {
    "what a trial touches is not noted": (Bug("", _nothing, sums.Trial, "_change"), "the board"),
    "what lies apart is left out": (Bug("", _nothing, sums.Trial, "_put_apart"), "more than the board"),
    "shares stay": (Bug("", _nothing, sums.Trial, "_mix"), "the board"),
}


@pytest.mark.parametrize("name", BUGS)
def test_games_with_a_bug_planted_are_others(name: str) -> None:
    bug, condition = BUGS[name]
    program = program_of(condition)
    with planted(bug):
        bare = Bare(program)
        assert any(together(Reference(program), bare, seed, 90) for seed in range(4))
