"""The verdict at the top of the page of a comparison: what is stated, and what is not."""

from __future__ import annotations

import rulewright as rw
from rulewright.author.comparison.verdict import label, verdict


def test_effects_are_stated_and_what_was_not_found_has_its_bounds() -> None:
    shorter = rw.compare(rw.load("pig"), rw.load("pig", options={"target": 60}), games=200)
    length, wins, scores, *others = verdict(shorter)
    assert length.startswith("Games are 4")
    assert " % shorter: " in length
    assert wins.startswith("Who wins does not change, to within ")
    assert scores.startswith("Scores are lower by ")
    assert others[-1].startswith("Used less often: ")


def test_the_same_game_has_no_effect() -> None:
    same = rw.compare(rw.load("pig"), rw.load("pig"), games=20)
    assert verdict(same) == [
        "Games are as long as before.",
        "Who wins does not change.",
        "Scores stay the same.",
    ]


def test_names_are_words() -> None:
    assert [label(name) for name in ("last_roll_made", "turns.begin", "roll")] == [
        "last roll made", "the beginning of a turn", "roll",
    ]  # fmt: skip
