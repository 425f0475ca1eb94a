"""Habits from elsewhere as data: the tables can be used, and all of them are."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from rulewright.expression import syntax_hints
from rulewright.expression.habits import Habit, habit, table
from rulewright.expression.syntax_error import Mistake, words_of
from rulewright.source.text import Source, Span

GROUPS = {
    name: [Habit(**each) for each in entries]
    for name, entries in table().items()
    if isinstance(entries, list)
}


@pytest.mark.parametrize(
    "each", [each for habits in GROUPS.values() for each in habits], ids=lambda each: each.pattern
)
def test_fields_of_a_habit_are_groups_of_its_pattern(each: Habit) -> None:
    groups = {"whole", *re.findall(r"\(\?P<(\w+)>", each.pattern)}
    fields = {
        name for text in (each.message, each.help) for _, name, _, _ in string.Formatter().parse(text) if name
    }
    assert fields <= groups
    assert each.message
    assert each.help


def test_every_group_is_looked_for() -> None:
    source = Path(syntax_hints.__file__).read_text(encoding="utf-8")
    assert set(re.findall(r'habit\("(\w+)"\)', source)) == GROUPS.keys()


def mistake(text: str, at: int, start: str = "expr") -> Mistake:
    return Mistake(tuple(words_of(Span(Source("a", text), 0, len(text)))), at, start, frozenset())


@pytest.mark.parametrize(
    ("group", "text", "at", "wrong", "instead"),
    [
        ("negation", "x not in tray", 1, "not in", "write `not x in y`"),
        ("possessive", "my hand", 1, "my hand", "write a dot: `me.hand`"),
        ("missing_dot", "seat(1) score", 4, "seat(1) score", "write a dot: `seat(1).score`"),
        ("half_compared", "1 < pot and < 3", 4, "<", "repeat what is compared: `x > 1 and x < 3`"),
        ("quantifier", "no dice in tray", 1, "no dice", "write `tray.empty`, or `not any(CONDITION for x in DOMAIN)`"),
    ],
)  # fmt: skip
def test_a_habit_is_shown_where_it_is(group: str, text: str, at: int, wrong: str, instead: str) -> None:
    problem = habit(group)(mistake(text, at))
    assert problem is not None
    assert (problem.span.text, problem.help) == (wrong, instead)


@pytest.mark.parametrize(
    ("group", "text", "at", "start"),
    [
        ("negation", "x nothing", 1, "expr"),
        ("possessive", "name hand", 1, "expr"),
        ("possessive", "me and", 1, "expr"),
        ("missing_dot", "highest score", 1, "expr"),
        ("moved", "2 of cup", 1, "expr"),
        ("asked_of_a_set", "dice where face == 6 else 0", 1, "expr"),
    ],
)
def test_words_that_only_look_like_a_habit_are_none(group: str, text: str, at: int, start: str) -> None:
    assert habit(group)(mistake(text, at, start)) is None
