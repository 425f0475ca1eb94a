"""Conditions on many spaces at once are the same in machine code as space by space, whatever they are made of."""

from __future__ import annotations

import pytest

from rulewright import pipeline
from rulewright.ir import nodes as ir
from rulewright.native.choices import masks
from rulewright.native.from_ir import module_text
from rulewright.source.text import Source
from tests.native.expressions.asked import Compiled, compare, positions, questions
from tests.native.passes.guards import shown

pytest.importorskip("llvmlite")

BOOK = """
rulebook: 1
name: bits
title: Bits
about: Put men on a board, where what is around them counts.
players: 2
seats: [red, blue]
pieces:
  men:
    of: players
    plural: men
    faces: {horse: {fast: true}, ox: {fast: false}, hen: {fast: false}}
boards:
  board: {grid: {rows: 3, columns: 4}, holds: men}
variables:
  mark: {type: board.spaces or none}
  divisor: {type: 0..3, start: 2}
  heights: {type: 0..9, per: [players, board.spaces]}
define:
  free: {of: {s: board.spaces}, is: any(u.empty for u in neighbours(s))}
  alone: {of: {s: board.spaces}, is: all(u.empty or u.owner == me for u in neighbours(s) if not u == mark)}
  beside_free: {is: count(s for s in board.spaces if free(s))}
  beside_men: {is: count(s for s in board.spaces if any(u.owner == me and not u == mark for u in neighbours(s)))}
  crowded: {is: sum(s.row for s in board.spaces if all(not u.empty for u in neighbours(s) if not u.owner == me))}
  alone_at_most: {is: count(s for s in board.spaces if not alone(s))}
  near_itself: {is: count(s for s in board.spaces if any(u.owner == s.owner for u in neighbours(s)))}
  oxen: {is: count(s for s in board.spaces if s.face == ox)}
  not_oxen: {is: count(s for s in board.spaces if s.face != ox)}
  blank: {is: count(s for s in board.spaces if s.face == none)}
  fast: {of: {p: players}, is: count(s for s in board.spaces if s.owner == p and s.face.fast == true)}
  either: {is: count(s for s in board.spaces if (s.face == hen if s.owner == me else s.empty))}
  by_cases:
    of: {s: board.spaces}
    cases:
      here: {when: s == mark, is: s.empty}
      hens: {when: s.face == hen, is: s.owner == me}
    otherwise: s.owner == me.opponent
  cases_hold: {is: count(s for s in board.spaces if by_cases(s))}
  any_tall: {is: "any(me.heights(s) > 2 and s.row * me.heights(s) > 9 for s in board.spaces)"}
  all_low: {is: "all(me.heights(s) <= 2 or s.row * me.heights(s) < 9 for s in board.spaces)"}
  only_hen: {is: only(s for s in board.spaces if s.face == hen and s.owner == me)}
  first_hen: {is: first(s for s in board.spaces if s.face == hen and s.row >= divisor)}
  may_fail: {is: any(s.owner == me and 6 div (divisor - 1) > s.row for s in board.spaces)}
  all_may_fail: {is: all(not s.owner == me or 6 div divisor > s.row for s in board.spaces if s.row > 1)}
  tall: {of: {p: players, s: board.spaces}, is: "p.heights(s) > 2 and s.column < 4"}
  tall_somewhere: {is: "any(me.tall(s) and (not s.empty and s.column > 1) for s in board.spaces)"}
phases:
  turn:
    actions:
      put:
        choose: {at: board.spaces}
        when:
          free: at.empty
          allowed: free(at) or any(me.tall(s) for s in board.spaces if s.column == at.column and s.row != at.row)
        do:
          - {place: men, to: at}
          - {set: at.face, to: "horse if at.row == 1 else ox if at.column < 3 else hen"}
          - {set: mark, to: "none if at.row == 1 else at"}
          - {set: "me.heights(at)", to: (at.row + at.column) mod 5}
          - {set: divisor, to: (divisor + at.column) mod 4}
          - end_turn
      pass: {do: [{set: mark, to: none}, end_turn]}
end:
  full: {when: all(not s.empty for s in board.spaces), result: draw}
"""


def program() -> ir.Program:
    return pipeline.open_source(Source("bits.yaml", BOOK)).program


def test_conditions_on_all_spaces_are_the_same_as_space_by_space() -> None:
    asked = program()
    found = compare(
        asked, Compiled(asked, questions(asked)), positions(asked, 6, seed=3, longest=14), seed=3, times=1
    )
    assert not found.different, "\n".join(found.different[:5])
    assert not found.alone, "native code fails where the reference does not"
    assert not found.short, "\n".join(found.short[:5])
    assert found.same > 300


def test_values_with_a_sufficient_condition_are_not_asked_further(monkeypatch: pytest.MonkeyPatch) -> None:
    used = module_text(program(), "playouts")
    assert shown(BOOK) == "", "games of both engines differ"
    monkeypatch.setattr(masks, "sufficient", lambda *_: None)
    assert module_text(program(), "playouts") != used
