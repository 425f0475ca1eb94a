"""What an invariant says is never none may be relied on: a rule that breaks it half-way fails by its name, in both executors."""

from __future__ import annotations

from random import Random

import pytest

import rulewright as rw
from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.runtime.failures import RuleFailure

BOOK = """
rulebook: 1
name: sit
title: Sit
players: 3
boards: {board: {grid: {rows: 2, columns: 2}, holds: men}}
pieces: {men: {of: players}}
zones: {gone: {holds: men}}
variables:
  stays: {per: players, type: bool, start: true}
  next: {type: players, start: seat(1)}
  held_by: {per: 1..3, type: players or none}
  held: {type: 0..3}
invariants:
  somebody: any(p.stays for p in players)
  each_is_held: all(held_by(n) != none for n in 1..held)
phases:
  turn:
    actions:
      out:
        do:
          - {set: me.stays, to: false}
          EFFECTS
          - {set: me.stays, to: true}
      pass: {do: [{set: me.stays, to: false}, end_turn, {set: me.stays, to: true}]}
end: {late: {when: round > 3, result: draw}}
"""
ALL_OUT = "- {for: p in players, do: [{set: p.stays, to: false}]}\n          "
"""Nobody is in where the next effect relies on somebody."""


def book(effects: str) -> str:
    return BOOK.replace("EFFECTS", effects)


RELYING = {
    "whose turn it is": "- {turn_of: first(p for p in clockwise(me) if p.stays)}",
    "a variable that is never none": "- {set: next, to: first(q for q in players if q.stays)}",
    "a name": "- {let: who, be: first(p for p in players if p.stays)}\n          - {set: who.stays, to: false}",
    "what belongs to somebody": "- {set: first(p for p in players if p.stays).stays, to: false}",
    "an attribute": "- {set: next, to: first(p for p in players if p.stays).left}",
    "whose piece is placed": "- {place: men, of: first(p for p in players if p.stays), to: 'board(1, 1)'}",
    "each of a range": "- {set: held, to: 1}\n          - {set: next, to: held_by(held)}",
}


@pytest.mark.parametrize("effects", RELYING.values(), ids=list(RELYING))
@pytest.mark.parametrize("engine", ["reference", "auto"])
def test_a_rule_that_relies_on_a_broken_invariant_fails_by_its_name(effects: str, engine: str) -> None:
    text = book(ALL_OUT + effects)
    assert [problem for problem in rw.check_text(text) if problem.severity == "error"] == []
    game = pipeline.load_text(text, engine=engine)
    with pytest.raises(RuleFailure) as failed:
        game.new_initial_state().apply_action("out")
    assert failed.value.code == "invariant"
    assert "is never none, but here it is" in failed.value.message


@pytest.mark.parametrize("effects", RELYING.values(), ids=list(RELYING))
def test_native_code_fails_as_the_reference_does(effects: str) -> None:
    pytest.importorskip("llvmlite")
    from tests.native.executors import Bare
    from tests.native.side_by_side import Course, together

    program = pipeline.load_text(book(ALL_OUT + effects), engine="reference").program
    course = Course()
    for seed in range(8):
        assert together(Reference(program), Bare(program), seed=seed, most=12, course=course) is None
    assert course.failures["invariant"] > 0
    assert not course.otherwise
    assert not course.needless


@pytest.mark.parametrize("effects", RELYING.values(), ids=list(RELYING))
def test_without_the_invariant_it_is_refused(effects: str) -> None:
    text = book(ALL_OUT + effects)
    found = text[: text.index("invariants:")] + text[text.index("phases:") :]
    assert {problem.code for problem in rw.check_text(found) if problem.severity == "error"} == {"maybe-none"}


def test_where_it_holds_nothing_fails() -> None:
    game = pipeline.load_text(
        book("- {turn_of: first(p for p in clockwise(me) if p.stays)}"), engine="reference"
    )
    state, random = game.new_initial_state(), Random(1)
    while not state.is_terminal():
        state.apply_action(random.choice(["out", "pass"]))
    assert state.get("round") == 4


def test_what_may_be_none_may_still_be_compared_with_none() -> None:
    """An invariant does not change what a test for none means."""
    text = book(
        ALL_OUT
        + "- if: first(p for p in players if p.stays) == none\n            do: [{set: next, to: me.left}]"
    )
    assert [problem.code for problem in rw.check_text(text) if problem.severity == "error"] == []
    state = pipeline.load_text(text, engine="reference").new_initial_state()
    state.apply_action("out")
    assert state.get("next == me.left")
