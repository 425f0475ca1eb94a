"""Wishes and knobs as people write them, and what is said about those that cannot be understood."""

from __future__ import annotations

import numpy as np
import pytest

import rulewright as rw
from rulewright.author.tuning.house_rule import overlay_text, parts_of
from rulewright.author.tuning.turning import KnobError, read_knobs
from rulewright.author.tuning.wishing import WishError, read_wishes
from rulewright.play.tuning.wishes import BEATS, Measure, Wish

PIG = rw.load("pig", players=2)
INF = float("inf")


def read(text: str) -> Wish:
    (wish,) = read_wishes([text], PIG, ("random",))
    return wish


@pytest.mark.parametrize(
    ("text", "measure", "low", "high"),
    [
        ("median rounds in 18..22", Measure("rounds", 50), 18, 22),
        ("mean rounds in 18 .. 22", Measure("rounds"), 18, 22),
        ("90 % of decisions at most 60", Measure("decisions", 90), -INF, 60),
        ("rounds at least 7.5", Measure("rounds"), 7.5, INF),
        ("seat 1 wins in 48..52 %", Measure("wins.1", is_share=True), 0.48, 0.52),
        ("wins.1 in 48..52%", Measure("wins.1", is_share=True), 0.48, 0.52),
        ("ends by target_reached in 100 %", Measure("end.target_reached", is_share=True), 1, 1),
        ("draws at most 5 %", Measure("nobody", is_share=True), -INF, 0.05),
        ("choices per decision in 1..2", Measure("choices_per_decision"), 1, 2),
        ("hold_at_20 beats random in 90 %", Measure(BEATS, None, ("hold_at_20", "random"), True), 0.9, 0.9),
        ("hold at least 3", Measure("fired.hold"), 3, INF),
        ("action hold is taken in at least 2 %", Measure("taken.hold", is_share=True), 0.02, INF),
        (
            "action hold is taken in 5 .. 40 % of the decisions where it is legal",
            Measure("taken.hold", is_share=True),
            0.05,
            0.4,
        ),
        ("taken.hold at most 9 %", Measure("taken.hold", is_share=True), -INF, 0.09),
    ],
)
def test_wishes(text: str, measure: Measure, low: float, high: float) -> None:
    wish = read(text)
    assert (wish.measure, wish.low, wish.high, wish.weight) == (measure, low, high, 1)


def test_who_plays_and_how_much_it_counts() -> None:
    wish = read("rounds in 3..4, at hold_at_20 and random, weight 2.5")
    assert (wish.measure.players, wish.weight) == (("hold_at_20", "random"), 2.5)
    assert read("hold_at_20 wins in 50..60 %, at hold_at_20 and random").measure.figure == "wins.hold_at_20"
    wish = read("rounds stays within 10 %")
    assert wish.as_now
    assert (wish.at(20).low, wish.at(20).high) == (18, 22)


def test_every_seat_is_a_wish_for_each() -> None:
    texts = [wish.text for wish in read_wishes(["every seat wins in 48..52 %"], PIG, ("random",))]
    assert texts == ["seat 1 wins in 48..52 %", "seat 2 wins in 48..52 %"]


def test_every_action_is_a_wish_for_each() -> None:
    asked = "every action is taken in at least 2 % of the decisions where it is legal, at level 4"
    found = read_wishes([asked], PIG, ("random",))
    assert [wish.measure.figure for wish in found] == ["taken.roll", "taken.hold"]
    assert found[1].text == "action hold is taken in at least 2 %, at level:4"
    assert found[1].measure.players == ("level:4",)
    with pytest.raises(WishError, match="never choose between actions"):
        read_wishes([asked], rw.load("tic-tac-toe"), ("random",))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("rounds 18", "a wish looks like"),
        ("rounds in 18 of the decisions where it is legal", "a wish looks like"),
        ("action halt is taken in at least 2 %", "did you mean `action hold is taken`?"),
        ("action hold is taken at least 2", "write its range with `%`"),
        ("roundes in 18..22", "did you mean `rounds`?"),
        ("mean minutes in 18..22", "at 5 seconds a decision, 18 to 22 minutes are `decisions in 216..264`"),
        ("rounds in 22..18", "write the smaller number first"),
        ("rounds in 18..22 %", "is no share; leave `%` out"),
        ("seat 1 wins in 0.4..0.5", "write its range with `%`"),
        ("median seat 1 wins in 4..5 %", "has no median"),
        ("median score in 4..5", "name one seat"),
        ("rounds in 3..4, at hold_at_21", "did you mean"),
        ("rounds in 3..4, with hold_at_20", "only `at PLAYERS` and `weight NUMBER`"),
        ("rounds in 3..4, weight 0", "only `at PLAYERS` and `weight NUMBER`"),
        ("random beats random in 50 %", "name two different players"),
        ("random beats hold_at_20 in 5 %, at random", "names its players itself"),
        ("rounds stays within 10", "takes a percentage"),
        ("rounds in 3..4, at random and random and random", "3 players are named, and 2 play"),
    ],
)
def test_wishes_that_cannot_be_understood(text: str, what: str) -> None:
    with pytest.raises(WishError, match=what.replace("?", r"\?").replace("`", ".")):
        read(text)


@pytest.mark.parametrize(
    "text", ["median rounds in 3..4", "rounds at most 5", "seat 1 wins in 40..60 %", "rounds in 4"]
)
def test_misses_of_an_array_are_those_of_its_numbers(text: str) -> None:
    wish, values = read(text), np.array([0.1, 0.45, 0.9, 2.4, 3.5, 4.0, 5.5, 9.0])
    assert list(wish.miss(values)) == [wish.miss(float(value)) for value in values]


def test_a_miss_is_in_per_cent() -> None:
    assert [read("rounds in 4..5").miss(value) for value in (2.0, 4.5, 6.0)] == [50, 0, 20]
    assert read("seat 1 wins in 40..60 %").miss(0.35) == pytest.approx(5)
    assert read("rounds at least 0").miss(1e300) == 0


def test_knobs() -> None:
    knobs = read_knobs(
        [
            "options.target=20..60 step 20",
            "tables.a.rows.27..28=8,9",
            "mine.overlay.yaml",
            "x=true, none, red",
        ]
    )
    assert [(knob.name, knob.values) for knob in knobs.knobs] == [
        ("options.target", (20, 40, 60)),
        ("tables.a.rows.27..28", (8, 9)),
        ("mine.overlay.yaml", (False, True)),
        ("x", (True, None, "red")),
    ]
    assert knobs.size == 36


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("options.target", "needs its values"),
        ("options.target=5", "two values or more"),
        ("options.target=9..5", "begins with its smaller end"),
        ("options.target=0..5000", "more than 1000 values"),
        ("options.target=1,,2", "empty between commas"),
        ("=1..2", "a knob looks like"),
    ],
)
def test_knobs_that_cannot_be_understood(text: str, what: str) -> None:
    with pytest.raises(KnobError, match=what):
        read_knobs([text])


def test_the_same_knob_twice() -> None:
    with pytest.raises(KnobError, match="given twice"):
        read_knobs(["a.b=1..2", "a.b=3..4"])


def test_a_house_rule_is_written_by_its_paths() -> None:
    assert parts_of("tables.hi.rows.27..28") == ["tables", "hi", "rows", "27..28"]
    text = overlay_text("mine", "cinq-o", {"options.target": 40, "tables.hi.rows.30": 9}, ["Shorter."])
    game = rw.load_text(text)
    assert game.options["target"] == 40
    assert "about: >-\n  Shorter." in text
