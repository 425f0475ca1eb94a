"""Programs that differ only in numbers are compiled once, and each plays by its own numbers."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable

import pytest

import rulewright as rw
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.native.driver import machine
from rulewright.native.driver.executor import Native
from rulewright.native.driver.templates import Templates
from tests.native.seatings import Seating, seatings

TEXT = """@"row.0" = internal unnamed_addr constant [4 x i8] [i8 1, i8 2, i8 3, i8 4], align 8
define internal i32 @"step"(i32 %x) nounwind {{
  %y = mul i32 %x, {factor}
  %z = icmp sgt i32 %y, {limit}
  br i1 %z, label %more, label %less
more:
  br label %both
less:
  br label %both
both:
  %s = phi i32 [ {more}, %more ], [ {less}, %less ]
  %t = add i32 %s, %y
  ret i32 %t
}}
define i32 @"play"(i32 %x) nounwind {{
entry:
  %a = call i32 @"step"(i32 {first})
  %b = call i32 @"step"(i32 %x)
  %wide = zext i32 %b to i81
  %masked = and i81 %wide, {mask}
  %narrow = trunc i81 %masked to i32
  %i = and i32 %x, 3
  %j = zext i32 %i to i64
  %at = getelementptr inbounds i8, ptr @"row.0", i64 %j
  %byte = load i8, ptr %at
  %c = zext i8 %byte to i32
  %v0 = insertelement <4 x i32> zeroinitializer, i32 %x, i32 0
  %v1 = add <4 x i32> %v0, <i32 1, i32 {vector}, i32 3, i32 -4>
  %d = extractelement <4 x i32> %v1, i32 1
  %e = select i1 true, i32 {chosen}, i32 7
  %s1 = add i32 %a, %narrow
  %s2 = add i32 %s1, %c
  %s3 = mul i32 %s2, 31
  %s4 = add i32 %s3, %d
  %s5 = sub i32 {minuend}, %s4
  %s6 = xor i32 %s5, %e
  ret i32 %s6
}}
!4 = !{{}}
"""
PLAIN = {
    "factor": 3, "limit": 10, "more": 5, "less": -6, "first": 4, "mask": (1 << 80) - 1, "vector": 2,
    "chosen": 9, "minuend": 1000,
}  # fmt: skip
OTHER = {
    "factor": -7, "limit": -3, "more": 50, "less": 60, "first": -4, "mask": 0x5A5A5A5A, "vector": -200,
    "chosen": 0, "minuend": -1,
}  # fmt: skip


def function(code: bytes) -> Callable[[int], int]:
    found = machine.load(code, {"play": ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32)})["play"]
    return lambda number: int(found(number))


def same(shared: bytes, plain: str) -> None:
    one, other = function(shared), function(machine.object_code(plain))
    assert [one(number) for number in range(-9, 9)] == [other(number) for number in range(-9, 9)]


@pytest.mark.parametrize("name", sorted(PLAIN))
def test_any_number_may_differ(name: str) -> None:
    templates = Templates()
    for values in (PLAIN, PLAIN | {name: OTHER[name]}, PLAIN):
        text = TEXT.format(**values)
        same(templates.object_code(text), text)
    assert templates.compiled == 2


def test_all_numbers_and_the_rows_differ_at_once_and_a_third_text_costs_nothing() -> None:
    templates = Templates()
    rows = TEXT.format(**OTHER).replace("i8 1, i8 2, i8 3, i8 4", "i8 100, i8 -1, i8 0, i8 9")
    for text in (TEXT.format(**PLAIN), rows, TEXT.format(**PLAIN | {"limit": 999, "mask": 12})):
        same(templates.object_code(text), text)
    assert templates.compiled == 2


@pytest.mark.parametrize(
    "change",
    [
        ("mul i32", "mul nsw i32"),
        ("[4 x i8] [i8 1, i8 2, i8 3, i8 4]", "[5 x i8] [i8 1, i8 2, i8 3, i8 4, i8 5]"),
        ("%d = extractelement <4 x i32> %v1, i32 1", "%d = extractelement <4 x i32> %v0, i32 0"),
        ("  %s6 = xor i32 %s5, %e\n  ret i32 %s6", "  ret i32 %s5"),
    ],
)  # fmt: skip
def test_what_differs_in_more_than_numbers_is_compiled_by_itself(change: tuple[str, str]) -> None:
    templates = Templates()
    text = TEXT.format(**PLAIN)
    other = text.replace(*change)
    assert other != text
    for each in (text, other, text):
        same(templates.object_code(each), each)
    assert templates.compiled == 2


def played(executor: Native, game: Game) -> list[list[int]]:
    seats = [(name,) * game.num_players for name in (None, *sorted(game.program.strategies)[:1])]
    rows = executor.play_measured(array("Q", range(1, 30)), 2_000, seats)
    return [list(row) for row in rows.rows()]


def in_common(first: Native, game: Game) -> Native:
    executor = Native(game.program, Reference(game.program))
    executor.share_code(first)
    return executor


def test_targets_of_pig_are_compiled_twice_and_no_more() -> None:
    games = [rw.load("pig", players=2, options={"target": target}) for target in (100, 50, 60, 20)]
    first = Native(games[0].program, Reference(games[0].program))
    for game in games:
        assert played(in_common(first, game), game) == played(
            Native(game.program, Reference(game.program)), game
        )
    assert first._templates is not None
    assert first._templates.compiled == 2


@pytest.mark.parametrize("name", ["cinq-o", "farkle", "kalah"])
def test_games_with_other_options_play_as_if_each_were_compiled(name: str) -> None:
    tables: list[Seating] = [seating for seating in seatings([name]) if seating.variant is None][:4]
    first: Native | None = None
    for seating in tables:
        game = rw.load(seating.file, players=seating.players, options=dict(seating.options))
        first = first or Native(game.program, Reference(game.program))
        shared = in_common(first, game)
        assert played(shared, game) == played(Native(game.program, Reference(game.program)), game), seating
