"""Exact odds of the first roll, as fractions, from merged outcomes; and what may be done after one of them."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import pytest

import rulewright as rw
from rulewright.runtime.chance.fixed import Fixed
from rulewright.runtime.chance.sampled import Sampled

Outcomes = list[tuple[Fraction, rw.State]]


@pytest.fixture(scope="module")
def first_rolls() -> Outcomes:
    """All first rolls of Cinq-O, with five of a kind left lying."""
    game = rw.load("cinq-o", players=2, options={"five_kind": "choice"})
    return game.new_initial_state().outcomes("roll everything")


@pytest.fixture(scope="module")
def first_hands() -> Outcomes:
    """All hands that a game of Red Hot Yott can begin with."""
    return rw.load("red-hot-yott", players=2).initial_outcomes()


def odds(outcomes: Iterable[tuple[Fraction, rw.State]], condition: str) -> Fraction:
    """How probable it is that a condition holds."""
    return sum((weight for weight, state in outcomes if state.get(condition)), Fraction(0))


def test_outcomes_of_the_first_roll_of_cinq_o(first_rolls: Outcomes) -> None:
    assert len(first_rolls) == 1512  # 252 hands of five dice, six faces of the Hi/Lo die
    assert sum(weight for weight, _ in first_rolls) == 1
    assert odds(first_rolls, "five_alike") == Fraction(1, 1296)
    assert odds(first_rolls, "longest_run(tray.face) == 5") == Fraction(5, 162)


def test_by_default_every_five_of_a_kind_leads_to_the_same_position_by_a_way_of_its_own() -> None:
    state = rw.load("cinq-o", players=2).new_initial_state()
    outcomes = state.outcomes("roll everything")
    assert len(outcomes) == 1512, "everybody saw which five they were"
    assert len({after for _, after in outcomes}) == 1512 - 36 + 1
    assert sum(weight for weight, _ in outcomes) == 1
    assert odds(outcomes, "seat(1).score == 10") == Fraction(1, 1296)
    assert odds(outcomes, "rolls == 0") == Fraction(1, 1296)


@pytest.mark.parametrize(
    ("category", "expected"),
    [
        ("natural_yott", Fraction(1, 1296)),
        ("red_hot_yott", Fraction(13, 648)),
        ("four_of_a_kind", Fraction(91, 486)),
        ("full_house", Fraction(58, 243)),
    ],
)
def test_odds_of_red_hot_yott_in_one_roll(first_hands: Outcomes, category: str, expected: Fraction) -> None:
    assert len(first_hands) == 252
    assert sum(weight for weight, _ in first_hands) == 1
    assert odds(first_hands, f"points({category}) > 0") == expected


def test_the_odds_hold_for_ordered_dice_too(first_rolls: Outcomes) -> None:
    """The same counted by hand, die by die: a merged outcome weighs what its ordered rolls weigh together."""
    counted: dict[tuple[str, ...], int] = {}
    for roll in product("123456", repeat=5):
        hand = tuple(sorted(roll))
        counted[hand] = counted.get(hand, 0) + 1
    for weight, state in first_rolls:
        assert weight == Fraction(counted[tuple(map(str, state.get("tray")))], 6**6)  # type: ignore[call-overload]  # a list of dice


# --------------------------------------------------------------------------------------------------------- EQ10


Split = tuple[tuple[str, ...], tuple[str, ...]]


def splits_after_rolling(faces: list[int]) -> set[Split]:
    """(rack, bank) of every position that racking and banking can reach from a first roll, at least one die racked."""
    game = rw.load("cinq-o", players=2)
    state = game.new_initial_state()
    luck = Sampled(game.program.streams)
    rolled = {"dice": [face - 1 for face in faces], "hilo": [0]}
    state.apply_action("roll everything", Fixed(game.program, luck, rolled))
    found: set[Split] = set()
    seen, waiting = {state}, [state]
    while waiting:
        state = waiting.pop()
        for action in state.legal_actions():
            if action.name not in ("rack", "bank_die"):
                continue
            after = state.clone()
            after.apply_action(action)
            if after.current_player() != 0:  # the fifth die was racked, and the dice went to the next player
                found.add((tuple(sorted(map(str, faces))), ()))
            elif after not in seen:
                seen.add(after)
                waiting.append(after)
                rack, bank = zone(after, "rack"), zone(after, "bank")
                if rack:
                    found.add((rack, bank))
    return found


def zone(state: rw.State, name: str) -> tuple[str, ...]:
    shown = state.get(name)
    assert isinstance(shown, tuple)
    return tuple(map(str, shown))


def test_eq10_ways_to_rack_and_bank() -> None:
    splits = splits_after_rolling([6, 5, 3, 3, 2])
    assert len(splits) == 138
    nothing_loose = [(rack, bank) for rack, bank in splits if len(rack) + len(bank) == 5 and bank]
    assert len(nothing_loose) == 22
