"""Counters for marked work: never too few, and one where one is enough."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright import pipeline
from rulewright.native.llvm.assembly import Operand
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.metering import (
    LITTLE,
    LITTLE_AT_ONCE,
    is_little,
    is_marked,
    mark,
    metered,
    repeated,
    without_marks,
)
from rulewright.native.llvm.module import Building
from rulewright.native.llvm.speculation import back_to, standing

LOOP = ["  br label %head.1", "head.1:", "  br i1 %more, label %inside.2, label %after.3", "inside.2:"]
AGAIN = ["  br label %head.1", "after.3:"]


def counters(lines: list[str]) -> list[tuple[str, int]]:
    """The counters of a text: the block each is in, and what it counts."""
    found, block = [], "entry"
    for line in lines:
        if line.endswith(":") and not line.startswith("work."):
            block = line[:-1]
        elif count := re.fullmatch(r"  %work\.\d+\.rest = sub i32 %work\.\d+\.left, (\d+)", line):
            found.append((block, int(count[1])))
    return found


def test_a_round_that_does_little_is_counted_where_it_begins() -> None:
    body = [
        *LOOP,
        mark(3),
        "  br i1 %yes, label %then.4, label %else.5",
        "then.4:",
        mark(9),
        "else.5:",
        *AGAIN,
    ]
    assert counters(metered(body, "over")) == [("head.1", 12)]


def test_a_round_that_may_do_much_is_counted_block_by_block() -> None:
    much = LITTLE_AT_ONCE
    body = [
        *LOOP,
        mark(3),
        "  br i1 %yes, label %then.4, label %else.5",
        "then.4:",
        mark(much),
        "else.5:",
        *AGAIN,
    ]
    assert counters(metered(body, "over")) == [("inside.2", 3), ("then.4", much)]


def test_a_loop_that_does_little_in_all_is_counted_before_it() -> None:
    body = [*LOOP, mark(5), *AGAIN]
    assert repeated(body, 4) == [mark(20), *without_marks(body)]
    assert repeated(body, LITTLE // 5)[0] == mark(LITTLE)
    assert not any(line == mark(5) for line in repeated(body, LITTLE // 5 + 1)), "it is marked as in a loop"
    assert is_little(repeated(body, LITTLE_AT_ONCE // 5))
    assert not is_little(repeated(body, LITTLE // 5 + 1))


def test_a_loop_around_a_counted_loop_is_counted_as_well() -> None:
    inner = repeated([*LOOP, mark(50), *AGAIN], 100)
    outer = ["outer.9:", *inner, mark(2), "  br i1 %again, label %outer.9, label %end.8", "end.8:"]
    assert counters(metered(repeated(outer, 2), "over")) == [("outer.9", 2), ("inside.2", 50)]


@given(st.lists(st.integers(0, 60), max_size=12))
def test_in_a_straight_line_all_work_is_counted(works: list[int]) -> None:
    lines = [line for number, work in enumerate(works) for line in (f"block.{number}:", mark(work))]
    assert sum(work for _, work in counters(metered(lines, "over"))) == sum(works)
    assert is_marked(lines) == bool(works)


@pytest.mark.parametrize(("each", "most"), [(1, LITTLE_AT_ONCE), (3, 100)])
def test_work_for_a_number_of_elements_is_counted_when_it_is_known_unless_it_is_little(
    each: int, most: int
) -> None:
    e = Emitter(Building(pipeline.load("pig").program, metered=True), "counted")
    start = standing(e)
    e.spend_for(Operand("i32", "%many"), each, most)
    assert e.work == each * most, "the bound"
    text = "\n".join(e.code.lines)
    if each * most <= LITTLE_AT_ONCE:
        assert text == mark(each * most)
    else:
        assert f"mul i32 %many, {each}" in text
        assert "label %overworked" in text
    assert e.overworked == (each * most > LITTLE_AT_ONCE)
    back_to(e, start)
    assert (e.work, e.overworked, e.counts, e.code.lines) == (0, False, False, [])
