"""Where indentation makes no sense, both lines are shown, and the one first that the others speak against."""

from __future__ import annotations

import pytest

from rulewright.problems.problem import Problem
from tests.document.reading import read

DEEPER = """\
a:
   b: 1
  c: 2
"""
TOO_DEEP = """\
a:
  b: 1
    c: 2
"""
LEFT_OF_BOTH = """\
a:
  - b
 - c
"""
BETWEEN = """\
examples:
  one:
      given: 1
    expect: 2
"""
NO_COLON = """\
a:
  at; round
  when: over
"""
NO_DASH = """\
do:
  - one
  two: 3
  - four
"""
DASH_LOST_FIRST = """\
do:
  {roll: tray}
  - end_turn
"""
KEY_TOO_DEEP = """\
roll:
  when:
    ready: true
      do:
    - end_turn
"""
LIST_LEFT_OF_ITS_KEY = """\
roll:
  when:
    ready:
      holds: true
      do:
    - end_turn
"""
FIRST_LINE = """\
    rulebook: 1
name: pig
"""


@pytest.mark.parametrize(
    ("text", "marked", "noted"),
    [
        (DEEPER, "b:", ["c:"]),
        (TOO_DEEP, "c:", ["b:"]),
        (LEFT_OF_BOTH, "- c", ["a:", "- b"]),
        (BETWEEN, "expect:", ["one:", "given:"]),
        (NO_COLON, "at; round", []),
        (NO_DASH, "two:", ["- one"]),
        (DASH_LOST_FIRST, "{roll: tray}", ["- end_turn"]),
        (KEY_TOO_DEEP, "do:", ["ready:"]),
        (LIST_LEFT_OF_ITS_KEY, "- end_turn", ["do:"]),
        (FIRST_LINE, "name:", ["rulebook:"]),
    ],
)
def test_lines_that_disagree_are_both_shown(text: str, marked: str, noted: list[str]) -> None:
    problem = only(read(text)[1])
    assert (problem.span.text, [note.span.text for note in problem.notes]) == (marked, noted)


def test_the_depth_of_both_lines_is_told() -> None:
    problem = only(read(DEEPER)[1])
    assert (problem.label, problem.notes[0].text) == ("indented by 3 spaces", "indented by 2 spaces")


def test_a_bracket_that_closes_nothing_is_named() -> None:
    assert only(read("a: {b: 1}}\n")[1]).message == "this `}` closes nothing"


def test_what_stands_left_of_its_key_is_offered_to_it() -> None:
    problem = only(read("a:\n  b:\n  c: 1\n  d: 2\n")[1])
    assert (problem.span.text, problem.notes[0].span.text) == ("b", "c")


def test_keys_that_follow_an_empty_one_are_not_told_as_doubled() -> None:
    text = "one:\n  play: 1\n  two:\n  play: 2\n"
    assert [problem.code for problem in read(text)[1]] == ["null-value"]


def only(problems: list[Problem]) -> Problem:
    (problem,) = problems
    return problem
