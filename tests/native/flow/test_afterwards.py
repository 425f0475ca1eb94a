"""What would hold after effects: in machine code it is what the reference says, and the position stays as it was."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything
from rulewright.native.flow.afterwards import written
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.module import Building
from tests.native.executors import Bare
from tests.native.side_by_side import Course, together, whole_games

BOOK = """
rulebook: 1
name: ahead
players: 2
pieces:
  men: {of: players, faces: [low, high]}
  dice: {count: 5, faces: 1..6}
  cards: {one_per: {number: 1..6}}
boards: {board: {grid: {rows: 3, columns: 3}, holds: men}}
zones:
  tray: {holds: dice, start: all}
  kept: {holds: dice}
  pile: {holds: cards, order: kept, start: all}
  row: {holds: cards, order: kept}
variables:
  pot: {type: 0..60}
  own: {per: players, type: -9..30}
  turned: {type: 0..20, lasts: turn}
define:
  free: {of: {s: board.spaces}, is: any(t.empty for t in neighbours(s))}
  mine: {of: {p: players}, is: count(s for s in board.spaces if s.owner == p)}
steps:
  gain: {of: {p: players, n: 1..6}, do: [{add: n, to: p.own}, {if: p.own > 20, do: [{set: p.own, to: 0}]}]}
turns: {begin: [{roll: tray}]}
phases:
  turn:
    actions:
      put:
        choose: {at: board.spaces}
        let: {before: pot}
        when:
          empty: at.empty
          lives: {leaves: "free(at) and me.mine > me.opponent.mine - 3"}
          grown: {leaves: pot > before and before < 50}
        do:
          - {place: men, to: at}
          - {set: at.face, to: high if pot mod 2 == 0 else low}
          - {let: twice, be: 2 * (1 + turned)}
          - {add: twice, to: pot}
          - {for: s in neighbours(at) if s.owner == me.opponent and not free(s), do: [{remove: s}]}
          - end_turn
      keep:
        choose: {those: 1..2 of tray}
        when:
          wise: "after(gain(me, those.count), me.own) > me.own or after(gain(me, 1), me.own >= 0)"
          sum: {leaves: sum(kept.face) <= 12 and tray.count >= 2 and those.count == count(d for d in those if d in kept)}
        do: [{move: all those, to: kept}, "gain(me, those.count)", {add: 1, to: turned}]
      draw:
        when: {rising: {leaves: "row.count < 2 or pile.empty or (row.top.number otherwise 9) > 1"}}
        do: [{if: not pile.empty, do: [{move: 1 cards, from: pile, to: row}]}, {add: 1, to: pot}, end_turn]
      pass: {do: [{return: dice}, {return: cards}, {add: 1, to: pot}, end_turn]}
end:
  full: {after: put, when: "not can(put, me.opponent) and not can(keep, me.opponent)", result: {wins: me}}
  late: {when: pot >= 55, result: highest own}
"""


def test_both_engines_look_ahead_alike() -> None:
    program = pipeline.load_text(BOOK, engine="reference").program
    assert any(isinstance(each, ir.After) for each in everything(program))
    reference, bare, course = Reference(program), Bare(program), Course()
    for seed in range(3):
        assert together(reference, bare, seed, 60, course) is None
    assert whole_games(reference, bare, range(6), 60, course=course) is None
    assert course.steps > 50
    assert not course.failures


def test_only_what_effects_write_is_copied() -> None:
    program = pipeline.load_text(BOOK, engine="reference").program
    e = Emitter(Building(program), "nothing")
    names = {
        action: {each.name for each in written(e, program.actions[action].do)} for action in program.actions
    }
    assert names["draw"] == {
        "var.pot", "piece.cards.where", "piece.cards.held", "piece.cards.order", "note.who", "note.player",
    }  # fmt: skip
    assert "var.own" in names["keep"]
    assert not any("cards" in name or "men" in name for name in names["keep"])
    assert {"piece.men.spots", "bits.men"} <= names["put"]
