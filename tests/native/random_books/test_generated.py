"""Random rulebooks mean the same to both executors, and there is nothing in the IR that they do not use."""

from __future__ import annotations

from collections import Counter
from dataclasses import is_dataclass
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from tests.native.executors import Bare
from tests.native.modules.other_ways import WAYS
from tests.native.planted import BUGS, gives_up, in_haste, planted
from tests.native.random_books.book_text import Tree, load, mended, written
from tests.native.random_books.generated import Tally, accepted, games, nodes_of, rulebooks, without_luck
from tests.native.random_books.rules import rulebook
from tests.native.random_books.shrinking import shrunk
from tests.native.side_by_side import MAY_GIVE_UP, Course, together, whole_games

pytest.importorskip("llvmlite")

SEEDS = range(60)
NOT_IN_RULES = {ir.Won, ir.UtilitySum, ir.PieceView, ir.BoardView}
"""Only examples and views may ask who won, and no game that is drawn would have the sum of points that is drawn for it. How pieces
and boards look is part of no rule."""
COUNTED = """
rulebook: 1
name: counted
players: 2
variables: {score: {per: players, type: number}}
phases: {turn: {actions: {take: {choose: {k: 1..3}, do: [{add: "min(k, 2)", to: me.score}, end_turn]}}}}
end: {late: {at: round, when: round > 3, result: highest score}}
standing: highest score
strategies: {far: {prefer: {take: "min(k, 2)"}}}
"""


@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(tree=rulebooks)
def test_a_random_rulebook_is_played_alike(tree: Tree) -> None:
    left = accepted(tree, Tally())
    if left is None:
        return
    program = load(left).program
    reference, bare, course = Reference(program), Bare(program), Course()
    assert together(reference, bare, 1, 15, course) is None
    assert whole_games(reference, bare, range(2), 15, course=course) is None


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(tree=rulebooks)
def test_a_random_rulebook_means_the_same_in_every_way(way: str, tree: Tree) -> None:
    left = accepted(tree, Tally())
    program = None if left is None else without_luck(left) if way == "positions" else load(left).program
    assert program is None or WAYS[way](program, 1, Course()) is None


@pytest.mark.parametrize("way", WAYS)
def test_every_way_notices_a_planted_bug(way: str) -> None:
    program, course = pipeline.load_text(COUNTED, engine="reference").program, Course()
    assert WAYS[way](program, 1, course) is None
    assert course.games
    assert not course.needless
    with planted(next(bug for bug in BUGS if bug.name == "`min` and `max` are mixed up")), in_haste():
        assert WAYS[way](program, 1, course) is not None


@pytest.mark.parametrize("way", ["measured", "continued", "positions"])
def test_what_is_given_up_for_nothing_is_counted(way: str) -> None:
    program, course = pipeline.load_text(COUNTED, engine="reference").program, Course()
    with planted(gives_up(MAY_GIVE_UP)), in_haste():
        assert WAYS[way](program, 1, course) is None
    assert course.needless.total() > 0


def test_a_run_tells_that_native_code_gives_up_for_nothing() -> None:
    tally = Tally(1, Counter({"as drawn": 1}))
    with planted(gives_up(MAY_GIVE_UP)), in_haste():
        assert games(pipeline.load_text(COUNTED, engine="reference").program, 0, tally.course) is None
    assert tally.too_often == "only native code gives up in 6 of 6 games, where 1 may be"
    assert str(tally).endswith(tally.too_often)


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
