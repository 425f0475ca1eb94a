"""Trials of choices: only what depends on the spaces that a trial touched is evaluated again, and that changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.native.flow import afterwards, watched
from rulewright.native.flow.afterwards import unread
from rulewright.native.from_ir import module_text
from rulewright.native.llvm.assembly import constant
from rulewright.native.passes import Passes
from tests.native.executors import Bare
from tests.native.planted import Bug, planted
from tests.native.side_by_side import Course, together, whole_games

BOOK = """
rulebook: 1
name: trials
players: 2
pieces: {men: {of: players, faces: [low, high, tall]}}
boards: {board: {grid: {rows: ROWS, columns: 4}, holds: men}}
variables:
  pot: {type: 0..400}
  seen: {type: 0..40}
  tall_ones: {per: players, type: 0..40}
define:
  chief: {of: {p: players}, is: "first(s for s in board.spaces if s.owner == p and s.face == tall) otherwise a1"}
  met: {of: {s: board.spaces, way: board.directions}, is: "first(t for t in ray(s, way) if not t.empty)"}
  hostile: {of: {t: board.spaces or none, p: players}, is: "t.owner == p and t.face == high"}
  struck: {of: {s: board.spaces, p: players}, is: "any(hostile(met(s, way), p) for way in board.directions) or near(s, p)"}
  near: {of: {s: board.spaces, p: players}, is: "any(s.row == t.row and t.face == low for t in board.spaces if t.owner == p)"}
  pairs: {of: {p: players}, is: "any(any(u.owner == p for u in neighbours(t)) for t in board.spaces if t.owner == p)"}
steps:
  put: {of: {a: board.spaces, b: board.spaces}, do: [{set: seen, to: b.row}, {if: not b.empty and a != b, do: [{remove: b}]}, {let: man, be: a.piece}, {if: man != none and a != b, do: [{move: man, to: b}]}]}
setup:
  - for: s in board.spaces if s.row <= 2
    do: [{place: men, of: seat(1) if s.column > 2 else seat(2), to: s}, {set: s.face, to: low if s.row == 1 else tall if s.column == 2 else high}]
phases:
  turn:
    actions:
      go:
        choose: {a: {in: board.spaces, if: a.owner == me}, b: {in: board.spaces, if: not b.owner == me}}
        when: {it: {leaves: CONDITION}}
        do: ["put(a, b)", {add: 1, to: pot}, {add: 1, to: me.tall_ones}, {if: me.tall_ones > 30, do: [{set: me.tall_ones, to: 0}]}, end_turn]
      drop:
        choose: {b: {in: board.spaces, if: b.empty}, n: 1..2}
        when: {it: {leaves: CONDITION}}
        do: [{place: men, to: b}, {set: b.face, to: low if n == 1 else high}, {add: n, to: pot}, end_turn]
      turn_coat:
        choose: {b: {in: board.spaces, if: b.owner == me.opponent}}
        when: {it: {leaves: CONDITION}}
        do: [{set: b.owner, to: me}, {add: 1, to: pot}, {for: t in neighbours(b) if t.face == high, do: [{set: t.face, to: low}]}, end_turn]
      pass: {do: [{add: 2, to: pot}, end_turn]}
end: {late: {when: pot > 40, result: draw}}
"""
CONDITIONS = {
    "attacked": "not struck(me.chief, me.opponent)",
    "attacked, of another piece": "struck(me.opponent.chief, me)",
    "by look": "any(s.face == low for s in board.spaces if s.owner == me) or a1.empty",
    "everywhere": "all(not s.owner == me.opponent or any(t.empty for t in neighbours(s)) for s in board.spaces)",
    "with a variable": "count(s for s in ray(a1, east) if s.owner == me) <= 2 and pot mod 3 != 1",
    "with a variable of players": "me.tall_ones != 2 or any(s.face == high for s in row_of(a2))",
    "with a variable that is only set": "seen mod 2 == 0 or a1.empty",
    "of a choice": "seen mod 2 == 0 or not b.owner == me",
    "while": "any(any(t.owner == me and t.face == high for t in ray(b2, way) while not t.owner == me.opponent) for way in board.directions)",
    "spaces of a few": "not any(s.row == s.column for s in board.spaces if s.owner == me.opponent and s.face == high)",
    "cases": "b2.owner == me or (c1.face == low if not c1.empty else d2.empty)",
    "a sum": "sum(s.row for s in board.spaces if s.owner == me) mod 3 != 1",
    "first of few": "not first(s.column for s in ray(a1, northeast) if s.owner == me) == 3",
    "in definitions": "not (me.pairs and me.opponent.pairs) or met(b1, east) == none",
    "found by a condition": "first(s for s in board.spaces if s.face == high and s.row < 3).owner == me or met(a1, north) == a3",
    "at the border of what holds": "any(s.empty for s in board.spaces if s.row == 2) and (a1.piece == none or a1.piece.face == low)",
    "nothing of the board": "pot < 20",
}


@cache
def program_of(condition: str, rows: int) -> ir.Program:
    text = (
        BOOK.replace("CONDITION", f'"{CONDITIONS[condition]}"')
        .replace("row_of(a2)", "ray(a2, east)")
        .replace("ROWS", str(rows))
    )
    return pipeline.load_text(text, engine="reference").program


@pytest.mark.usefixtures("unoptimised")
@pytest.mark.parametrize("condition", CONDITIONS)
def test_trials_of_machine_code_end_as_those_of_the_reference(condition: str) -> None:
    program, course = program_of(condition, 4), Course()
    reference, bare = Reference(program), Bare(program)
    for seed in range(3):
        assert together(reference, bare, seed, 40, course) is None
    assert whole_games(reference, bare, range(4), 40, course=course) is None
    assert course.steps > 30
    assert not course.failures
    assert not course.needless


def _nothing(_: Any) -> Callable[..., None]:
    return lambda *_: None


def _no_part(_: Any) -> Callable[..., Any]:
    return lambda *_: (constant(0), constant(0))


def _too_many(_: Any) -> Callable[..., frozenset[str]]:
    return lambda *_: frozenset({"seen"})


BUGS = {
    "no part depends on anything": (Bug("", _no_part, afterwards, "_depending"), "by look"),
    "no space is marked": (Bug("", _nothing, watched._Marking, "_space"), "while"),
    "only spaces are marked": (
        Bug("", lambda _: lambda *_: [], watched._Marking, "_not_ruled_out"),
        "by look",
    ),
    "spaces stay as a trial left them": (Bug("", _nothing, afterwards, "_put_back"), "a sum"),
    "variables that are read are left out": (
        Bug("", _too_many, afterwards, "unread"),
        "of a choice",
    ),
    "variables are not compared": (
        Bug("", lambda _: lambda *_: (), afterwards, "_compared"),
        "with a variable of players",
    ),
}


@pytest.mark.parametrize("name", BUGS)
def test_games_with_a_bug_planted_are_others(name: str) -> None:
    bug, condition = BUGS[name]
    program = program_of(condition, 4)
    with planted(bug):
        bare = Bare(program)
        assert any(together(Reference(program), bare, seed, 40) for seed in range(6))


APART = {
    "attacked": 10,
    "while": 9,
    "in definitions": 3,
    "cases": 3,
    "by look": 3,
    "a sum": 2,
}
"""How many parts there are, the one that the others depend on included."""


@pytest.mark.parametrize("condition", APART)
def test_a_condition_is_taken_apart(condition: str) -> None:
    program = program_of(condition, 4)
    (asked,) = program.actions["go"].conditions[-1:]
    assert isinstance(asked.holds, ir.After)
    assert watched.taken_apart(program, asked.holds.value).parts + 1 == APART[condition]
    text = module_text(program, "playouts")
    assert "watch.men." in text
    assert "watch.men." not in module_text(program, "playouts", passes=Passes(watched=False))


def test_effects_on_what_nothing_reads_any_more_are_left_out() -> None:
    program = program_of("attacked", 4)
    asked = program.actions["go"].conditions[-1].holds
    assert isinstance(asked, ir.After)
    assert unread(program, asked) == {"pot", "seen", "tall_ones"}
    assert "step.put.touching.men.without.seen" in module_text(program, "playouts")


FAILING = """
rulebook: 1
name: failing
players: 2
pieces: {men: {of: players, faces: [low, high]}}
boards: {board: {grid: {rows: 9, columns: 9}, holds: men}}
variables: {pot: {type: 0..3}}
define:
  tall: "only(s for s in board.spaces if s.owner == me and s.face == high)"
phases:
  turn:
    actions:
      crown:
        choose: {b: board.spaces}
        when:
          none_yet: "not any(s.owner == me and s.face == high for s in board.spaces) and b.empty"
          low: {leaves: "me_tall.row < 9 and pot < 4"}
        do: [{place: men, to: b}, {set: b.face, to: high}, EFFECT end_turn]
      pass: {do: [end_turn]}
end: {late: {when: round > 6, result: draw}}
""".replace("me_tall", "tall")


@pytest.mark.parametrize(("effect", "fails"), [("", False), ("{add: 2, to: pot},", True)])
def test_a_condition_may_fail_before_and_an_effect_is_left_out_only_if_it_cannot(
    effect: str, fails: bool
) -> None:
    text = FAILING.replace("EFFECT", effect).replace(" and pot < 4", "")
    program, course = pipeline.load_text(text, engine="reference").program, Course()
    reference, bare = Reference(program), Bare(program)
    for seed in range(4):
        assert together(reference, bare, seed, 12, course) is None
    assert bool(course.failures) == fails
    assert not course.needless
