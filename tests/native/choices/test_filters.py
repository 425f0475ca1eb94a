"""Choices with filters and lists: only candidates are listed, by both executors and in the same order, and the filter is the reason for the others."""

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


LISTS = """
rulebook: 1
name: lists
players: 2
options: {top: {type: 30..99, default: 50}}
pieces: {men: {of: players, faces: [man, queen, rook, knight]}}
enums: {Piece: [pawn, queen]}
boards: {board: {grid: {rows: 3, columns: 3}, holds: men}}
variables: {best: {per: players, type: 0..100}}
setup: [{place: men, of: seat(1), to: a1}, {place: men, of: seat(2), to: c3}, {set: a1.face, to: man}]
phases:
  turn:
    actions:
      bid: {choose: {n: {one_of: [0, 20, 10, top]}}, do: [{set: me.best, to: n}, end_turn]}
      promote:
        choose: {at: board.spaces if at.owner == me, into: {one_of: [rook, queen], of: men, if: into != at.face}}
        do: [{set: at.face, to: into}, end_turn]
end: {late: {at: round, when: round > 9, result: highest best}}
standing: highest best
"""


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_ids_count_what_is_listed(engine: str) -> None:
    game = rw.load_text(LISTS, engine=engine)
    state = game.new_initial_state()
    assert game.num_distinct_actions == 4 + 9 * 2
    texts = [str(action) for action in state.legal_actions()]
    assert texts == ["bid 0", "bid 20", "bid 10", "bid 50", "promote a1 rook", "promote a1 queen"]
    assert state.legal_ids() == list(range(6))
    assert [str(game.action_from_id(number)) for number in state.legal_ids()] == texts
    (reason,) = state.why_not("bid 15")
    assert reason.says == "15 cannot be chosen for n, only 0, 20, 10 or 50."
    with pytest.raises(
        rw.UnknownMove, match="`king` is none of its values, but <into> is one of rook, queen"
    ):
        state.why_not("promote a1 king")


def test_lists_are_the_same_in_batches_and_saved() -> None:
    program = pipeline.load_text(LISTS, engine="reference").program
    reference, bare, course = Reference(program), Bare(program), Course()
    assert together(reference, bare, 1, 20, course) is None
    assert whole_games(reference, bare, range(2), 20, course=course) is None
    again, _, _ = saved.from_text(saved.to_text(program))
    assert again.actions["bid"].parameters[0].listed == (0, 20, 10, 50)
    other = pipeline.load_text(LISTS.replace("[rook, queen]", "[queen, rook]"), engine="reference").program
    assert again.fingerprint == program.fingerprint != other.fingerprint
    batch = rw.load_text(LISTS, engine="native").batch(1)
    batch.reset(seeds=[3])
    assert [number for number, legal in enumerate(batch.legal_mask()) if legal] == list(range(6))
