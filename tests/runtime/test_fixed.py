"""Chance that is given by examples, people and records."""

from __future__ import annotations

import pytest

from rulewright.runtime.chance.fixed import ChanceMismatch, Fixed, Replayed
from rulewright.runtime.chance.sampled import Sampled, new_luck
from rulewright.runtime.executor import Event
from tests.evaluate import programs

DICE = programs.identical_dice()
CARDS = programs.cards()


def fixed_dice(*faces: int) -> Fixed:
    return Fixed(DICE, Sampled(DICE.streams), rolled={"dice": faces})


def test_given_rolls_are_used_in_order_and_then_chance_goes_on() -> None:
    chance, luck = fixed_dice(5, 4, 3), new_luck(1, 2)
    assert chance.roll(luck, 0, 0, "dice", (), [6, 6], True) == (5, 4)
    assert chance.left == {"dice": 1}
    assert chance.roll(luck, 0, 0, "dice", (), [6], True) == (3,)
    assert chance.left == {}
    assert len(chance.roll(luck, 0, 0, "dice", (), [6, 6, 6], True)) == 3


def test_a_given_roll_does_not_shift_the_luck_of_the_next() -> None:
    plain, given = new_luck(1, 2), new_luck(1, 2)
    sampled = Sampled(DICE.streams)
    sampled.roll(plain, 0, 0, "dice", (), [6] * 5, True)
    chance = fixed_dice(0, 0, 0, 0, 0)
    chance.roll(given, 0, 0, "dice", (), [6] * 5, True)
    assert sampled.roll(plain, 0, 0, "dice", (), [6] * 5, True) == chance.roll(
        given, 0, 0, "dice", (), [6] * 5, True
    )


@pytest.mark.parametrize(
    ("faces", "message"), [((1,), "2 dice are rolled here, and 1 result is given"), ((6, 0), "6 faces")]
)
def test_results_that_do_not_fit_are_told(faces: tuple[int, ...], message: str) -> None:
    with pytest.raises(ChanceMismatch, match=message):
        fixed_dice(*faces).roll(new_luck(1, 2), 0, 0, "dice", (), [6, 6], True)


def test_results_may_name_pieces() -> None:
    chance = Fixed(DICE, Sampled(DICE.streams), by_piece={"dice": {3: 5}})
    result = chance.roll(new_luck(1, 2), 0, 0, "dice", (1, 3), [6, 6], False)
    assert result[1] == 5
    assert result[0] == Sampled(DICE.streams).roll(new_luck(1, 2), 0, 0, "dice", (), [6, 6], False)[0]


def test_drawn_pieces_are_found_in_the_pool() -> None:
    chance = Fixed(CARDS, Sampled(CARDS.streams), drawn={"cards": [7, 3]})
    assert chance.draw(new_luck(1, 3), 0, 0, "cards", [2, 3, 5, 7], 2, False) == (3, 1)
    missing = Fixed(CARDS, Sampled(CARDS.streams), drawn={"cards": [9]})
    with pytest.raises(ChanceMismatch, match="it is not among the 2 values to draw from"):
        missing.draw(new_luck(1, 3), 0, 0, "cards", [2, 3], 1, False)


def test_identical_pieces_are_found_by_their_look() -> None:
    looks = DICE.layout.kinds["dice"].looks
    chance = Fixed(DICE, Sampled(DICE.streams), drawn={"dice": [looks + 4, looks + 4]})
    assert chance.draw(new_luck(1, 2), 0, 0, "dice", [2, 4, 4], 2, False) == (1, 2)


def test_a_record_replays_event_by_event() -> None:
    events = [
        Event("turn", values=(0,)),
        Event("drawn", "cards", (5, 2), (), (0, 2)),
        Event("shuffled", "cards", (), (1, 0), (1,)),
        Event("picked", "", (), (None,), (), "phases.deal.do"),
    ]
    chance, luck = Replayed(CARDS, events), new_luck(1, 3)
    assert chance.draw(luck, 0, 0, "cards", [2, 5], 2, True) == (1, 0)
    assert chance.draw(luck, 0, 0, "cards", [0, 1], 2, True) == (1, 0)
    assert chance.draw(luck, 0, 1, "", [0, -(2**31)], 1, False) == (1,)
    assert chance.left == 0
    with pytest.raises(ChanceMismatch, match="the record ends"):
        chance.draw(luck, 0, 0, "cards", [1], 1, False)


def test_another_event_than_recorded_is_told() -> None:
    chance = Replayed(DICE, [Event("rolled", "dice", (), (1, 2), (0, 0))])
    with pytest.raises(ChanceMismatch, match="rolled dice where drawn cards"):
        chance.draw(new_luck(1, 2), 0, 0, "cards", [1], 1, False)
