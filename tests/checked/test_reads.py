"""What is looked at is noted once, however often definitions use each other."""

from __future__ import annotations

import pytest

import rulewright as rw

BOOK = """
rulebook: 1
name: doubling
players: 2
variables: {fate: {type: 0..9, seen_by: nobody}}
phases: {turn: {actions: {pass: {do: [end_turn]}, stop: {when: {now: a0}, do: [end_turn]}}}}
end: {late: {when: round > 9 and a0, result: draw}}
define:
"""


@pytest.mark.parametrize("last", ["round > 1", "fate > 1"])
def test_definitions_that_use_the_next_one_twice_are_checked_at_once(last: str) -> None:
    lines = [f"  a{number}: a{number + 1} or a{number + 1}\n" for number in range(60)]
    problems = rw.check_text(BOOK + "".join(lines) + f"  a60: {last}\n")
    errors = [problem.code for problem in problems if problem.severity == "error"]
    assert errors == ["hidden-from-actor"] * ("fate" in last)
