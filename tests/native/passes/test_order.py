"""Branches around what may fail, and rows as bits: without their guards games differ from those of the reference.

pass                  guards against                                a rulebook that needs it
and, or               what can fail, after what guards it           `x > 0 and 12 div x != at.n`
bitrows               `first` of more than the space itself         `first(s.row * 2 for s in field.spaces if ...)`
bitrows               `while`                                       `count(s for s in ray(at, west) while ...)`
bitrows, many lines   a condition on lines, or on their spaces      `all(... for s in l if s.column != 2)`
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from rulewright.ir import nodes as ir
from rulewright.native import passes
from rulewright.native.expressions import conditions
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.values import Truth
from tests.native.passes import test_masks, test_pairs, test_pieces
from tests.native.passes.guarded_books import board, slots
from tests.native.passes.guards import Guarded, Unused, shown, shown_without, text_of, text_without
from tests.native.planted import Bug


def _all_evaluated(_: Any) -> Callable[..., Truth]:
    """`and` and `or` that evaluate all their items."""

    def in_turn(e: Emitter, items: tuple[ir.Expression, ...], goes_on: bool) -> Truth:
        return Truth(reduce(e.code.both if goes_on else e.code.either, map(e.truth, items)), None)

    return in_turn


WITHOUT_BRANCHES = Bug("no branches", _all_evaluated, conditions, "_in_turn")

GUARDS = [
    Guarded("and: what is not worked out at once", WITHOUT_BRANCHES, slots("x > 0 and 12 div x != at.n")),
    Guarded("first of something else", "gives_the_space",
            board(do='{set: n, to: "(first(s.row * 2 for s in field.spaces if s.owner == me) otherwise 7) + n"}')),
    Guarded("while", "goes_through_all",
            board(do='{set: n, to: "count(s for s in ray(at, west) while not s.owner == me) + n"}')),
    Guarded("a condition on lines", "unconditional",
            board(row="any(all(s.owner == me for s in l) for l in field.three through at if x > 1)")),
    Guarded("a condition on the spaces of lines", "unconditional",
            board(row="any(all(s.owner == me for s in l if s.column != 2) for l in field.three through at)")),
]  # fmt: skip

PASSES = [
    Unused("bitrows", board(do='{set: n, to: "count(s for s in field.spaces if s.owner == me)"}')),
    Unused("narrowed", board(do='{set: n, to: "sum(s.row for s in field.spaces if s.owner == me) + n"}')),
    Unused("rows_of_rows",
            board(row="any(all(s.owner == me for s in l) for l in field.three through at)")),
]  # fmt: skip


@pytest.mark.parametrize("guarded", GUARDS, ids=str)
def test_a_guard_keeps_games_the_same_and_without_it_they_differ(guarded: Guarded) -> None:
    assert shown(guarded.book) == ""
    assert shown_without(guarded) != ""


def test_every_guard_is_tested() -> None:
    tested = {each.guard for each in (*GUARDS, *test_masks.GUARDS, *test_pairs.GUARDS, *test_pieces.GUARDS)}
    assert set(passes.GUARDS) <= tested


@pytest.mark.parametrize("unused", PASSES, ids=str)
def test_a_pass_is_used_where_its_guards_allow_it(unused: Unused) -> None:
    assert text_of(unused.book) != text_without(unused)
    assert shown(unused.book) == ""
