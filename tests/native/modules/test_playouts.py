"""What the module for whole games is made of, and games few and many in one call."""

from __future__ import annotations

import re
from array import array
from functools import cache

import pytest

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.native.driver.executor import Native
from rulewright.native.from_ir import module_text
from rulewright.runtime import fast
from tests.native.flow.test_order_of_play import program

pytest.importorskip("llvmlite")


@cache
def text(game: str) -> str:
    return module_text(pipeline.open_book(game).program, "playouts")


def function(name: str, module: str) -> str:
    """The text of a function of a module."""
    found = re.search(rf'^define [^\n]*@"{re.escape(name)}"\(.*?^}}', module, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[0]


def test_a_note_is_carried_out_after_all_actions_and_not_in_each() -> None:
    carries_out = 'call fastcc void @"carry_out"'
    assert [carries_out in function(f"apply.{name}", text("pig")) for name in ("roll", "hold")] == [
        False,
        False,
    ]
    assert function("game", text("pig")).count(carries_out) == 1


def test_where_actions_leave_no_note_none_is_looked_for_after_them() -> None:
    assert "noted." not in function("game", text("sino"))
    assert "noted." in function("game", text("pig"))


def test_one_game_is_a_function_apart() -> None:
    assert function("one_game", text("pig")).partition("\n")[0].endswith("nounwind noinline {")


@pytest.mark.parametrize(("game", "stays"), [("pig", True), ("yahtzee", True), ("tic-tac-toe", False), ("reversi", False)])  # fmt: skip
def test_the_round_stays_in_memory_where_turns_have_several_decisions(game: str, stays: bool) -> None:
    loads = re.findall(r'load( volatile)? i32, ptr %"round"\n', text(game))
    assert loads
    assert all(bool(word) is stays for word in loads)


@pytest.mark.parametrize(("sort", "known"), [("plain", True), ("who begins", True), ("who begins a round", False),
                                             ("an extra turn", False), ("two seats on", False)])  # fmt: skip
def test_the_next_key_is_fetched_only_where_the_next_seat_is_known(sort: str, known: bool) -> None:
    assert ("play.next" in module_text(program(sort), "playouts")) is known


@cache
def native() -> Native:
    program = pipeline.open_book("pig").program
    return Native(program, Reference(program))


def test_no_games_read_no_seed() -> None:
    assert list(native().play_many(array("Q"), 100).column(fast.DECISIONS)) == []


@pytest.mark.parametrize("games", [1, 2, 7])
def test_games_do_not_depend_on_those_played_with_them(games: int) -> None:
    seeds = array("Q", range(100, 100 + games))
    together = native().play_many(seeds, 10_000)
    alone = [native().play_many(array("Q", [seed]), 10_000) for seed in seeds]
    for column in (fast.FAILED, fast.DECISIONS, fast.WINNERS):
        assert list(together.column(column)) == [next(iter(each.column(column))) for each in alone]
