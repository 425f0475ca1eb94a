"""Texts of authors with `you` where they wrote a placeholder for a player."""

from __future__ import annotations

import pytest

from rulewright.author.phrases.addressed import YOU, addressed


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("the entry square of <p>", "your entry square"),
        ("The hand of <p> wins", "Your hand wins"),
        ("the ones under the cup of <p>", "the ones under your cup"),
        ("from the first square to that of <p>", "from the first square to yours"),
        ("the number of black pieces of <p> on the lap", "the number of your black pieces on the lap"),
        ("a piece of <p> is there", "a piece of yours is there"),
        ("<p>'s cards", "your cards"),
        ("<p> has no piece left", "you have no piece left"),
        ("<p> is out, and <p> was first", "you are out, and you were first"),
        ("whoever <p> passes and <p> carries", "whoever you pass and you carry"),
        ("what is given to <p> is lost", "what is given to you is lost"),
        ("<p> always pays, and the ball of you has no <p>", "you always pay, and the ball of you has no you"),
    ],
)
def test_the_words_around_you_agree_with_it(written: str, said: str) -> None:
    parts = written.replace("<p>", f"\0{YOU}\0").split("\0")
    assert addressed(parts) == said
