"""Choices with filters: only candidates are listed, by both executors and in the same order, and the filter is the reason for the others."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir.saved import program as saved
from tests.native.executors import Bare
from tests.native.side_by_side import Course, together, whole_games

pytest.importorskip("llvmlite")

BOOK = """
rulebook: 1
name: leapers
players: 2
pieces: {men: {of: players, faces: [man, king]}}
boards: {board: {grid: {rows: 5, columns: 5}, holds: men}}
setup:
  - {for: s in board.spaces if s.row == 1, do: [{place: men, of: seat(1), to: s}]}
  - {for: s in board.spaces if s.row == 5, do: [{place: men, of: seat(2), to: s}]}
define:
  hit: {of: {s: board.spaces}, is: s.owner == me.opponent}
  away: {of: {s: board.spaces, t: board.spaces, way: board.directions}, is: "distance(s, t, way) otherwise 9"}
phases:
  turn:
    actions:
      go:
        choose:
          from: {in: board.spaces, if: from.owner == me, says: Move a man of yours.}
          way: board.directions
          to: ray(from, way) if to.empty and away(from, to, way) <= (3 if from.face == king else 1)
        when: {open: "all(s.empty for s in ray(from, way) if away(from, s, way) < away(from, to, way))"}
        do: [{move: from.piece, to: to}, {if: to.row == 1 or to.row == 5, do: [{set: to.face, to: king}]}, end_turn]
      shoot:
        choose: {by: board.spaces if by.owner == me and by.face == king, at: neighbours(by) if hit(at)}
        do: [{remove: at}, end_turn]
      pass: {when: {stuck: not can(go) and not can(shoot)}, do: [end_turn]}
end: {late: {at: round, when: round > 30, result: draw}}
"""


def test_both_executors_list_the_same() -> None:
    program = pipeline.load_text(BOOK, engine="reference").program
    reference, bare, course = Reference(program), Bare(program), Course()
    assert together(reference, bare, 1, 40, course) is None
    assert whole_games(reference, bare, range(3), 60, course=course) is None


def test_a_saved_program_keeps_its_filters() -> None:
    program = pipeline.load_text(BOOK, engine="reference").program
    again, _, _ = saved.from_text(saved.to_text(program))
    assert again.fingerprint == program.fingerprint
    assert [*again.actions["go"].filters] == [0, 2]


def test_reasons() -> None:
    state = rw.load_text(BOOK).new_initial_state()
    assert [(each.id, each.path, each.says) for each in state.why_not("go a5 south a4")] == [
        ("from", "phases.turn.actions.go.choose.from.if", "Move a man of yours.")
    ]
    (reason,) = state.why_not("go a1 east b1")
    assert reason.id == "to"
    assert reason.says.startswith("b1 is not among `to`: ray(from, way) if to.empty and ")
    assert [each.id for each in state.why_not("shoot a1 a2")] == ["by", "at"]


def test_only_what_can_be_chosen_is_gone_through() -> None:
    """300 spaces with four choices each: the product of 300 × 300 × 300 × 300 is never listed."""
    text = """
rulebook: 1
name: wide
players: 2
pieces: {men: {of: players}}
boards: {board: {grid: {rows: 15, columns: 20}, holds: men}}
setup: [{place: men, of: seat(1), to: c3}, {place: men, of: seat(2), to: d9}]
phases:
  turn:
    actions:
      go:
        choose:
          a: board.spaces if a.owner == me
          b: neighbours(a) if b.empty
          c: neighbours(b) if c.empty and c != a
          d: neighbours(c) if d.empty and d != b
        do: [{move: a.piece, to: d}, end_turn]
end: {late: {at: round, when: round > 3, result: draw}}
"""
    for engine in ("reference", "native"):
        state = rw.load_text(text, engine=engine).new_initial_state()
        assert 300 < len(state.legal_ids()) < 600
