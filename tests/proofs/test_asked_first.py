"""What is chosen from may rely on the first conditions: where one does not hold there is nothing to choose, and nothing fails."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.evaluate.reference import Reference

BOOK = """
rulebook: 1
name: follow
title: Follow
players: 2
pieces: {men: {of: players}}
boards: {board: {grid: {rows: 3, columns: 3}, spaces: {part: row}, holds: men, lines: {part: {by: part}}}}
variables: {part: {type: 1..3 or none}, wild: {type: 0..3 or none}}
phases:
  turn:
    actions:
      lead:
        choose: {n: 1..3}
        when: {free: part == none, room: any(s.empty for s in board.part(n))}
        do: [{set: part, to: n}, end_turn]
      mark:
        choose: {at: 'board.part(part) if at.empty', n: 0..wild}
        when: {led: part != none and wild != none}
        do: [{place: men, to: at}, {set: part, to: none}, {set: wild, to: none}, end_turn]
      call: {choose: {n: 0..2}, when: {led: part != none, quiet: wild == none}, do: [{set: wild, to: n}, end_turn]}
end: {full: {when: all(not s.empty for s in board.spaces), result: draw}}
"""


def test_where_the_condition_fails_it_is_the_reason() -> None:
    state = rw.load_text(BOOK, engine="reference").new_initial_state()
    assert {action.name for action in state.legal_actions()} == {"lead"}
    for engine in ("reference", "auto"):
        state = rw.load_text(BOOK, engine=engine).new_initial_state()
        assert [refusal.id for refusal in state.why_not("mark a1 0")] == ["led"]
        for action in ("lead 2", "call 1"):
            state.apply_action(action)
        state.apply_action("mark a2 1")


def test_both_executors_choose_alike() -> None:
    pytest.importorskip("llvmlite")
    from tests.native.executors import Bare
    from tests.native.side_by_side import Course, together

    program = rw.load_text(BOOK, engine="reference").program
    course = Course()
    for seed in range(5):
        assert together(Reference(program), Bare(program), seed=seed, most=60, course=course) is None
    assert not course.failures
    assert not course.needless
    assert course.ended == 5
