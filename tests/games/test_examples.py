"""The examples of every bundled rulebook and house rule come true, and the house rules play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright as rw
from rulewright import pipeline
from rulewright.author.examples.examples import run_examples
from rulewright.play.hunting.conformance import check_game
from tests.games.books import TESTS, books
from tests.offenders import assert_none

HOUSE = {
    path.name.removesuffix(".overlay.yaml"): path
    for path in sorted((TESTS.parent / "rulebooks" / "house").iterdir())
}
WORKED = {
    "cinq-o": [f"EQ{number}" for number in range(1, 10)],
    "crib-ino": [f"EB{number}" for number in range(1, 10)],
    "red-hot-yott": [f"EY{number}" for number in range(1, 13)],
    "sino": [f"ES{number}" for number in range(1, 8)],
    "cinco": [f"EN{number}" for number in range(1, 8)],
}
"""The sheets' worked examples; EQ10 is in `test_exact_chance.py`."""


@pytest.mark.parametrize("name", books())
def test_the_examples_come_true(name: str) -> None:
    changed, _ = examples_changed(books()[name])
    assert changed == []


@pytest.mark.parametrize("name", HOUSE)
def test_the_examples_of_house_rules_come_true(name: str) -> None:
    """Of those that a house rule has from its rulebook it changes some, not most."""
    changed, examples = examples_changed(str(HOUSE[name]))
    assert len(changed) < examples / 3


def examples_changed(file: str) -> tuple[list[str], int]:
    """The examples that a house rule changed, and how many there are; all others have come true, and nothing is wrong."""
    assert rw.check(file) == []
    book = pipeline.open_book(file)
    results = list(run_examples(book.at, book))
    assert results
    assert_none(problem.message for result in results if not result.changed for problem in result.problems)
    return [result.id for result in results if result.changed], len(results)


@pytest.mark.parametrize("name", HOUSE)
def test_house_rules_play(name: str) -> None:
    game = rw.load(str(HOUSE[name]))
    assert [str(broken) for broken in check_game(game, range(2))] == []


@pytest.mark.parametrize("name", WORKED)
def test_the_worked_examples_of_the_sheet_are_examples_of_the_rulebook(name: str) -> None:
    given = {example.split("_")[0] for example in pipeline.open_book(name).rulebook.examples}
    assert set(WORKED[name]) <= given


@pytest.mark.parametrize(
    ("name", "rules", "open_questions"),
    [
        ("cinq-o", [f"Q{number}" for number in range(1, 32)], [1, 4, 5, 7, 8, 9, 10, 11, 12]),
        (
            "crib-ino",
            [f"B{number}" for number in range(1, 38) if number != 21],
            [*range(1, 8), *range(9, 14)],
        ),
        ("red-hot-yott", [f"Y{number}" for number in range(1, 26)], [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]),
        ("sino", [f"S{number}" for number in range(1, 26) if number != 2], [*range(2, 13)]),
        ("cinco", [f"N{number}" for number in range(1, 18)], [*range(1, 9), 10]),
    ],
)
def test_every_rule_of_the_sheet_is_named_where_it_stands(
    name: str, rules: list[str], open_questions: list[int]
) -> None:
    comments = re.findall(r"#(.*)", Path(books()[name]).read_text(encoding="utf-8"))
    named = {word for comment in comments for word in re.findall(r"(?:C-)?[BQYSN]\d+", comment)}
    letter = rules[0][0]
    assert set(rules) | {f"C-{letter}{number}" for number in open_questions} <= named
