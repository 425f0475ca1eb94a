"""What is written with `=` and its like, as the effect to write instead."""

from __future__ import annotations

import pytest

from rulewright.rulebook.assignments import assignment


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("me.score = me.score + pot", "{add: pot, to: me.score}"),
        ("pot = pot + a - b", "{add: a - b, to: pot}"),
        ("pot = pot - a - b", "{set: pot, to: pot - a - b}"),
        ("pot = pot + 1 if a else 0", "{set: pot, to: pot + 1 if a else 0}"),
        ("me.sheet(twos) := 4", "{set: me.sheet(twos), to: 4}"),
        ("pot -= a * 2", "{set: pot, to: pot - (a * 2)}"),
        ("pot = max(a, b)", '{set: pot, to: "max(a, b)"}'),
        ("pot++", "{add: 1, to: pot}"),
        ("pot --", "{add: -1, to: pot}"),
    ],
)
def test_the_effect_that_was_meant(text: str, effect: str) -> None:
    found = assignment(text)
    assert found is not None
    assert found.effect == effect


@pytest.mark.parametrize("text", ["pot == 3", "refill", "cover(those)", "1 = 2", "pot =", "pot <= 3"])
def test_what_sets_nothing(text: str) -> None:
    assert assignment(text) is None
