"""Random rulebooks mean the same to both executors, and there is nothing in the IR that they do not use."""

from __future__ import annotations

from dataclasses import is_dataclass
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from tests.native.book_text import Tree, load, mended, written
from tests.native.executors import Bare
from tests.native.generated import Tally, accepted, nodes_of, rulebooks
from tests.native.rules import rulebook
from tests.native.shrinking import shrunk
from tests.native.side_by_side import Course, together, whole_games

pytest.importorskip("llvmlite")

SEEDS = range(60)
NOT_IN_RULES = {ir.Won, ir.Strategy}
"""Only examples and views may ask who won, and a way to play is no rule."""


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(tree=rulebooks)
def test_a_random_rulebook_is_played_alike(tree: Tree) -> None:
    left = accepted(tree, Tally())
    if left is None:
        return
    program = load(left).program
    reference, bare, course = Reference(program), Bare(program), Course()
    assert together(reference, bare, 1, 15, course) is None
    assert whole_games(reference, bare, range(2), 15, course=course) is None


def test_every_node_occurs() -> None:
    tally, found = Tally(), set[type]()
    every = {
        node
        for node in vars(ir).values()
        if isinstance(node, type) and is_dataclass(node) and node.__module__ == ir.__name__
    }
    for seed in SEEDS:
        tree = accepted(rulebook(Random(seed)), tally)
        if tree is not None:
            found |= nodes_of(load(tree).program)
    assert {node.__name__ for node in every - found} == {node.__name__ for node in NOT_IN_RULES}
    assert tally.accepted["not at all"] == 0
    assert tally.accepted["as drawn"] >= len(SEEDS) // 3


def test_what_is_refused_goes_and_the_rest_stays() -> None:
    tree: Tree = {
        "rulebook": 1, "name": "drawn", "players": 2, "variables": {"pot": {"type": "0..9"}},
        "define": {"wrong": "pot + nobody", "right": "pot + 1"},
        "phases": {"main": {"actions": {"go_on": {"do": [{"add": "right", "to": "pot"}, {"add": "wrong", "to": "pot"}, "end_turn"]}}}},
        "end": {"over": {"when": "pot > 5", "result": "draw"}},
    }  # fmt: skip
    game, left, times = mended(tree)
    assert game is not None
    assert times == 2
    assert "wrong" not in written(left)[0]
    assert "right" in written(left)[0]


def test_shrinking_keeps_what_is_needed() -> None:
    tree: Tree = {"keep": {"a": "x + (y * (needle + 2))", "b": "z"}, "list": [{"if": "c", "do": ["d"]}]}
    small = shrunk(tree, lambda one: "found" if "needle" in written(one)[0] else "")
    assert small == {"keep": {"a": "x + needle"}}
