"""What is left out of the order of play because no rule needs it, and when it is not left out; words of chance that events share."""

from __future__ import annotations

from functools import cache

import pytest

pytest.importorskip("llvmlite")

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.layout import PHASE
from rulewright.native.flow.transitions import draws, noted, seats_in_order
from rulewright.native.from_ir import module_text
from rulewright.native.llvm.module import Building
from rulewright.native.modules import writers  # noqa: F401  (what can be written is registered there)
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.source.text import Source
from tests.native.executors import Bare
from tests.native.side_by_side import Course, together, whole_games

BOOK = """
rulebook: 1
name: order
players: 3
pieces: {{dice: {{count: {dice}, faces: 1..{faces}}}}}
zones: {{tray: {{holds: dice, start: all}}}}
variables:
  score: {{per: players, type: number}}
  luck: {{type: number}}
  tries: {{type: 0..99, lasts: {lasts}}}
steps:
  throw: {{do: [{{roll: tray}}, {{add: sum(d.face for d in tray), to: luck}}]}}
turns: {turns}
phases:
  main:
    actions:
      roll:
        when: {{some_left: tries < 40}}
        do: [{{add: 1, to: tries}}, {{roll: tray}}, {{add: sum(d.face for d in tray), to: me.score}}, {again}]
      pass: {{do: [{last}]}}
  other:
    actions:
      back: {{do: [{{add: 1, to: me.score}}, {{go: main}}]}}
end:
  over: {{when: round > 12, result: highest score}}
  {end}
"""
PLAIN = {
    "dice": "1",
    "faces": "6",
    "lasts": "turn",
    "turns": "{begin: [{set: luck, to: 0}]}",
    "again": "{if: me.score mod 5 == 0, do: [end_turn]}",
    "last": "end_turn",
    "end": "far: {when: luck > 5000, result: draw}",
}
SORTS = {
    "plain": {},
    "an extra turn": {"last": "{if: me.score mod 2 == 0, do: [extra_turn], else: [end_turn]}"},
    "whose turn it is": {"last": "{turn_of: me.right}"},
    "another phase": {"last": "{if: me.score mod 2 == 0, do: [{go: other}], else: [end_turn]}"},
    "two seats on": {"turns": "{next: me.left.left}"},
    "who begins a round": {"turns": "{round_first: seat(2) if seat(2).score > seat(1).score else seat(1)}"},
    "who begins": {"turns": "{first: seat(2)}"},
    "a roll between rounds": {"turns": "{round_end: [throw]}"},
    "something between rounds": {"turns": "{round_end: [{add: 1, to: luck}]}"},
    "what lasts a round": {"lasts": "round"},
    "an end of rounds": {"end": "far: {at: round, when: luck > 40, result: draw}"},
    "many rolls a turn": {"again": "{if: me.score mod 50 == 0, do: [end_turn]}"},
    "sides of no power of two": {"faces": "7"},
    "a coin": {"faces": "2"},
    "three dice from half a word": {"dice": "3"},
    "four dice from a word": {"dice": "4"},
    "more dice than a word has": {"dice": "14"},
    "many sides": {"faces": "1000"},
}


@cache
def program(sort: str) -> ir.Program:
    text = BOOK.format(**{**PLAIN, **SORTS[sort]})
    return pipeline.open_source(Source("<order>", text)).program


@pytest.mark.parametrize("sort", SORTS)
def test_games_are_those_of_the_reference(sort: str) -> None:
    reference, bare, course = Reference(program(sort)), Bare(program(sort)), Course()
    assert together(reference, bare, 5, 150, course) is None
    assert whole_games(reference, bare, range(40), 400, course=course) is None
    assert whole_games(reference, bare, range(40, 50), 400, rounds=3, course=course) is None
    assert not course.failures
    assert course.games == 51


@pytest.mark.parametrize(
    ("sort", "notes", "in_order"),
    [
        ("plain", {"end_turn", "go"}, True),
        ("an extra turn", {"end_turn", "extra_turn", "go"}, False),
        ("whose turn it is", {"end_turn", "turn_of", "go"}, False),
        ("two seats on", {"end_turn", "go"}, False),
        ("who begins", {"end_turn", "go"}, True),
    ],
)
def test_what_rules_can_note(sort: str, notes: set[str], in_order: bool) -> None:
    building = Building(program(sort))
    assert noted(building) == notes
    assert seats_in_order(building) is in_order


def test_chance_is_found_in_steps() -> None:
    assert draws(program("a roll between rounds"), program("a roll between rounds").turns.round_end.do)
    assert not draws(
        program("something between rounds"), program("something between rounds").turns.round_end.do
    )


def test_a_phase_that_no_rule_goes_to_is_never_asked_about() -> None:
    pig, order = pipeline.open_book("pig").program, program("plain")
    assert '%"note.phase"' not in module_text(pig, "playouts").partition('@"rulewright.playouts"')[0]
    assert '%"note.phase"' in module_text(order, "playouts")


def test_small_numbers_need_half_a_word() -> None:
    """Whole words are worked out apart, in the function that goes on after a rejected word."""
    for sort in ("a coin", "plain", "four dice from a word"):
        rolls = [
            text for text in functions(sort) if text.startswith('define internal fastcc i32 @"apply.roll"')
        ]
        assert len(rolls) == 1
        assert ('@"next_word"' in rolls[0]) is (sort != "a coin")


def functions(sort: str) -> list[str]:
    """The functions of a module."""
    return ["define" + text for text in module_text(program(sort), "playouts").split("define")]


def test_a_position_in_a_phase_without_actions_has_no_choices() -> None:
    """No game waits there, but the cells of a position may come from anywhere."""
    text = """
rulebook: 1
name: waiting
players: 2
variables: {score: {per: players, type: number}}
turns: {phase: before}
phases:
  main: {actions: {pass: {do: [{add: 1, to: me.score}, end_turn]}}}
  before: {do: [{go: main}]}
end: {late: {when: round > 9, result: highest score}}
"""
    program = pipeline.open_source(Source("<waiting>", text)).program
    reference, bare = Reference(program), Bare(program)
    position, chance = new_position(program, 1), Sampled(program.streams)
    reference.begin(position, chance)
    assert bare.legal(position.cells) == reference.legal(position.cells) != []
    position.cells[PHASE] = next(index for index, phase in enumerate(program.phases) if not phase.actions)
    assert bare.legal(position.cells) == reference.legal(position.cells) == []
