"""Names and an author's words inside messages."""

from __future__ import annotations

import pytest

from rulewright.problems.quoting import listed, quoted, shortened


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["a"], "`a`"),
        (["a", "b"], "`a` and `b`"),
        (["a", "b", "c"], "`a`, `b` and `c`"),
    ],
)
def test_names_are_listed_as_in_a_sentence(names: list[str], said: str) -> None:
    assert listed(names) == said


def test_a_list_may_offer_a_choice() -> None:
    assert listed(["a", "b", "c"], "or") == "`a`, `b` or `c`"


def test_a_long_list_says_how_many_are_left_out() -> None:
    assert listed(["a", "b", "c", "d"], most=2) == "`a`, `b` and 2 more"
    assert listed(["a", "b"], most=2) == "`a` and `b`"


def test_an_authors_words_stand_on_one_line() -> None:
    assert quoted("die.face\n  == 1") == "`die.face == 1`"


def test_long_texts_are_cut_to_the_length_asked_for() -> None:
    assert shortened("x" * 40) == "x" * 40
    assert shortened("x" * 41) == "x" * 39 + "…"
    assert len(quoted("x" * 100)) == 62
