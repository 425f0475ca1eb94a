"""Rules that follow one another without end: a circle is noticed at once, anything else when the work is used up."""

from __future__ import annotations

import time

import pytest

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.failures import RuleFailure

BOOK = """
rulebook: 1
name: chain
players: 2
pieces: {{dice: {{count: 1, faces: 1..6}}}}
zones: {{cup: {{holds: dice, start: all}}}}
variables: {{n: {{type: 0..100000}}, m: {{type: 0..9}}}}
phases:
  turn:
    actions: {{go: {{do: [{{set: n, to: 1}}]}}}}
    as_soon_as: {{{rules}}}
end: {{late: {{when: round > 9, result: draw}}}}
"""


def after_go(rules: str) -> int:
    """`n` after the action and the rules that follow by themselves."""
    book = pipeline.load_text(BOOK.format(rules=rules))
    program = book.program
    reference, position, chance = Reference(program), new_position(program, 7), Sampled(program.streams)
    reference.begin(position, chance)
    reference.apply(position, reference.legal(position.cells)[0], chance)
    return position.cells[program.layout.groups["n"].offset]


@pytest.mark.parametrize(
    ("rules", "said", "path"),
    [
        ("same: {when: n == 1, do: [{set: n, to: 1}]}", "this rule leaves everything as it was", "same"),
        (
            "up: {when: n in 1..2, do: [{add: 1, to: n}]}, down: {when: n == 3, do: [{set: n, to: 1}]}",
            "the last of 3 that leave everything as it was",
            "up",
        ),
        (
            "count: {when: n in 1..149, do: [{add: 1, to: n}]}, same: {when: n == 150, do: [{set: n, to: 150}]}",
            "this rule leaves everything as it was",
            "same",
        ),
    ],
    ids=["one rule", "three in turn", "a way into it"],
)
def test_a_circle_is_noticed_at_once(rules: str, said: str, path: str) -> None:
    began = time.process_time()
    with pytest.raises(RuleFailure, match=said) as caught:
        after_go(rules)
    assert caught.value.code == "endless"
    assert caught.value.path == f"phases.turn.as_soon_as.{path}"
    assert time.process_time() - began < 1.0


def test_a_long_chain_that_ends_is_no_circle() -> None:
    assert after_go("count: {when: n in 1..4999, do: [{add: 1, to: n}, {set: m, to: n mod 3}]}") == 5000


def test_a_chain_that_waits_for_chance_is_no_circle() -> None:
    """Again and again the die shows what it showed and `m` is 0 as it was; some time there are three sixes in a row."""
    sixes = "{if: any(d.face == 6 for d in cup), do: [{add: 1, to: m}], else: [{set: m, to: 0}]}"
    assert after_go(f"wait: {{when: n == 1 and m < 3, do: [{{roll: cup}}, {sixes}]}}") == 1


def test_what_is_never_as_it_was_is_stopped_by_the_work_it_does() -> None:
    with pytest.raises(RuleFailure, match="750,000 steps") as caught:
        after_go("more: {when: n > 0, do: [{add: 1, to: n}]}")
    assert caught.value.code == "endless"
