"""Floods of small and large boards reach the same spaces in machine code, whatever bounds them."""

from __future__ import annotations

import pytest

from rulewright import pipeline
from rulewright.ir import nodes as ir
from rulewright.native.expressions import floods, steps
from rulewright.source.text import Source
from tests.native.expressions.asked import Compiled, compare, positions, questions

pytest.importorskip("llvmlite")

BOOK = """
rulebook: 1
name: floods
title: Floods
about: Put stones on a board, where groups are counted.
players: 2
pieces: {stone: {of: players}}
boards:
  board: {grid: {rows: SIDE, columns: SIDE}, directions: orthogonal, holds: stone}
variables:
  mark: {type: board.spaces or none}
  height: {type: 0..9, per: board.spaces}
define:
  tall: {of: {s: board.spaces}, is: height(s) > 0}
  owned: {of: {s: board.spaces}, is: count(t for t in reach(s) while t.owner == s.owner)}
  turned: {of: {s: board.spaces}, is: any(t == mark for t in reach(s) while s.owner == t.owner)}
  unmarked: {of: {s: board.spaces}, is: count(t for t in reach(s) while not t == mark and t.empty)}
  low: {of: {s: board.spaces}, is: sum(t.row for t in reach(s) while height(t) < 1)}
  by_definition: {of: {s: board.spaces}, is: any(t.row == 2 for t in reach(s) while tall(t))}
  first_free: {of: {s: board.spaces}, is: first(t for t in reach(s) while t.owner == me if not t == mark)}
phases:
  turn:
    actions:
      put:
        choose: {at: board.spaces}
        when:
          free: at.empty
          asked: >-
            owned(at) > 0 and (turned(at) or mark == none or not turned(at)) and unmarked(at) >= 0
            and low(at) >= 0 and (by_definition(at) or first_free(at) == none or at.empty)
        do:
          - {place: stone, to: at}
          - {set: mark, to: "none if at.row == 1 else at"}
          - {set: "height(at)", to: 3}
          - end_turn
end:
  full: {when: all(not s.empty for s in board.spaces), result: draw}
"""


def program(side: int) -> ir.Program:
    return pipeline.open_source(Source("floods.yaml", BOOK.replace("SIDE", str(side)))).program


def compared(side: int) -> None:
    asked = program(side)
    compiled = Compiled(asked, questions(asked))
    found = compare(asked, compiled, positions(asked, 4, seed=side, longest=30), seed=side, times=1)
    assert not found.different, "\n".join(found.different[:5])
    assert not found.alone, "native code fails where the reference does not"
    assert not found.short, "\n".join(found.short[:5])
    assert found.same > 40


@pytest.mark.parametrize("side", [2, 9])
def test_floods_of_words_reach_the_same_spaces(side: int) -> None:
    compared(side)


def test_floods_of_large_boards_reach_the_same_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floods, "MOST_AT_ONCE", 3)
    compared(9)


def test_floods_that_grow_by_one_step_after_another_reach_the_same_spaces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(floods, "FEW", 3)
    compared(9)


def test_floods_of_words_without_common_steps_reach_the_same_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "MOST_STEPS", 1)
    compared(9)
