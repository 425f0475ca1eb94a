"""The pages of the house rules are what the script would write, and what was measured is what games come to."""

from __future__ import annotations

import pytest

from docs import generate_house_rules
from docs.generate_house_rules import Page

PAGES = generate_house_rules.pages()
QUICK = "cinq-o-quick"
"""The house rule that is measured anew."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.game)
def test_pages_are_up_to_date(page: Page) -> None:
    wrong = "python docs/generate_house_rules.py writes it anew"
    assert [rule.name for rule in page.rules if rule.key not in page.measured()] == [], wrong
    assert page.current() == page.wanted(), wrong


def test_what_was_measured_is_what_games_come_to() -> None:
    (page,) = (page for page in PAGES if any(rule.name == QUICK for rule in page.rules))
    (rule,) = (rule for rule in page.rules if rule.name == QUICK)
    assert page.measured()[rule.key] == rule.measure(), "python docs/generate_house_rules.py --measure"


def test_each_game_has_two_house_rules_of_a_few_lines() -> None:
    assert {page.game: len(page.rules) for page in PAGES if len(page.rules) < 2} == {}
    assert sum(len(page.rules) for page in PAGES) >= 10


def test_each_house_rule_has_an_example_of_its_own() -> None:
    for page in PAGES:
        for rule in page.rules:
            book = rule.books[1]
            assert [e for e in book.rulebook.examples.values() if not e.inherited], rule.name
