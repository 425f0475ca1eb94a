"""Choices of two values as bits, and conditions on what a value leads to: without their guards games differ.

pass      refuses                                            a rulebook that needs it
images    two spaces at once                                 `step(at, north).owner == step(at, south).owner`
images    none at the edge                                   `step(at, north).owner == none`
pairs     `let`                                              `let: {z: 12 div (at.column - 3)}`
pairs     what can fail, of neither value                    `12 div x > 3` behind another condition
"""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from tests.native.passes.guarded_books import board
from tests.native.passes.guards import Guarded, Unused, shown, shown_without, text_of, text_without

TWO = "at: field.spaces, way: field.directions"

GUARDS = [
    Guarded("two spaces", "one_image", board("step(at, north).owner == step(at, south).owner")),
    Guarded("beyond the edge", "leads_everywhere", board("step(at, north).owner == none")),
    Guarded("let", "binds_no_names", board(choose=TWO, let="z: 12 div (at.column - 3)")),
    Guarded("of neither value", "hoisted",
            board("step(at, way) == none or x == 0", "x != 0 and step(at, way) == none", "12 div x > 3", choose=TWO)),
]  # fmt: skip

PASSES = [
    Unused("images", board("not step(at, north).owner == me")),
    Unused("pairs", board("step(at, way).owner == none", choose=TWO)),
]


@pytest.mark.parametrize("guarded", GUARDS, ids=str)
def test_a_guard_keeps_games_the_same_and_without_it_they_differ(guarded: Guarded) -> None:
    assert shown(guarded.book) == ""
    assert shown_without(guarded) != ""


@pytest.mark.parametrize("unused", PASSES, ids=str)
def test_a_pass_is_used_where_its_guards_allow_it(unused: Unused) -> None:
    assert text_of(unused.book) != text_without(unused)
    assert shown(unused.book) == ""
