"""A number and its noun agree."""

from __future__ import annotations

import pytest

from rulewright.problems.quoting import counted


@pytest.mark.parametrize(
    ("count", "nouns", "said"),
    [
        (1, ("game",), "1 game"),
        (0, ("game",), "0 games"),
        (2000, ("game",), "2,000 games"),
        ("1", ("box", "boxes"), "1 box"),
        ("the pot", ("time",), "the pot times"),
    ],
)
def test_the_noun_is_that_of_the_number(count: int | str, nouns: tuple[str, ...], said: str) -> None:
    assert counted(count, *nouns) == said
