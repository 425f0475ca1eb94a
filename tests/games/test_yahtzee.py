"""Yahtzee beside a scorer of its own: every hand in every box, and whole games with the forced joker.

The scorer counts dice and knows nothing of the rulebook; the games are played with loaded dice, since a second
yahtzee is rare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from random import Random

import rulewright as rw
from rulewright.runtime.chance.fixed import Fixed
from rulewright.runtime.chance.sampled import Sampled
from rulewright.runtime.executor import Luck
from tests.oracles.loaded import Loaded
from tests.oracles.sides import thrown

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (
    "three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight", "yahtzee", "chance",
)  # fmt: skip
FLAT = {"full_house": 25, "small_straight": 30, "large_straight": 40}
STRAIGHTS = {
    "small_straight": [{1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}],
    "large_straight": [{1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}],
}

Sheet = dict[str, int]


def scored(box: str, dice: Sequence[int], joker: bool = False) -> int:
    """What five dice score in a box; a joker fits the three boxes with fixed points (the others need no help)."""
    counts = sorted(Counter(dice).values(), reverse=True)
    if box in UPPER:
        number = UPPER.index(box) + 1
        return number * dice.count(number)
    if box in FLAT and joker:
        return FLAT[box]
    if box in STRAIGHTS:
        return FLAT[box] if any(run <= set(dice) for run in STRAIGHTS[box]) else 0
    needed = {"three_of_a_kind": counts[0] >= 3, "four_of_a_kind": counts[0] >= 4, "chance": True}
    if box in needed:
        return sum(dice) if needed[box] else 0
    if box == "full_house":
        return 25 if counts == [3, 2] else 0
    return 50 if counts == [5] else 0


def is_joker(dice: Sequence[int], sheet: Sheet) -> bool:
    return len(set(dice)) == 1 and "yahtzee" in sheet


def open_boxes(dice: Sequence[int], sheet: Sheet) -> list[str]:
    """The boxes that may be filled: any that is open, but a joker has to go where it is forced to."""
    blank = [box for box in (*UPPER, *LOWER) if box not in sheet]
    if not is_joker(dice, sheet):
        return blank
    own = UPPER[dice[0] - 1]
    if own in blank:
        return [own]
    return [box for box in blank if box in LOWER] or blank


def total(sheet: Sheet, bonuses: int) -> int:
    upper = sum(sheet.get(box, 0) for box in UPPER)
    return sum(sheet.values()) + (35 if upper >= 63 else 0) + 100 * bonuses


def test_every_hand_in_every_box() -> None:
    game = rw.load("yahtzee", players=1)
    luck = Sampled(game.program.streams)
    hands = list(combinations_with_replacement(range(1, 7), 5))
    assert len(hands) == 252
    for hand in hands:
        chance = Fixed(game.program, luck, rolled={"dice": [face - 1 for face in hand]})
        state = game.new_initial_state(seed=1, chance=chance)
        for box in (*UPPER, *LOWER):
            assert state.get(f"points({box})") == scored(box, hand), (box, hand)


def test_games_with_jokers() -> None:
    """Five alike go into the box for yahtzees as soon as they can, so that jokers come up."""
    found = [play_with_jokers(seed) for seed in range(16)]
    assert sum(jokers for jokers, _ in found) > 40
    assert sum(bonuses for _, bonuses in found) > 20


def play_with_jokers(seed: int) -> tuple[int, int]:
    """One game of one player, compared turn by turn; how many jokers and bonuses there were."""
    game = rw.load("yahtzee", players=1)
    random = Random(f"jokers {seed}")
    state = game.new_initial_state(seed, OftenAlike(game.program.streams, seed))
    sheet: Sheet = {}
    jokers, bonuses = 0, 0
    while not state.is_terminal():
        dice, boxes = faces(state), open_boxes(faces(state), sheet)
        scoring = {str(action) for action in state.legal_actions() if action.name == "score"}
        assert scoring == {f"score {box}" for box in boxes}
        box = "yahtzee" if "yahtzee" in boxes and len(set(dice)) == 1 else random.choice(boxes)
        joker = is_joker(dice, sheet)
        jokers += joker
        bonuses += joker and sheet["yahtzee"] == 50
        sheet[box] = scored(box, dice, joker)
        state.apply_action(f"score {box}")
        assert state.get("seat(1).final") == total(sheet, bonuses)
    assert len(sheet) == 13
    assert state.scores() == [total(sheet, bonuses)]
    return jokers, bonuses


def faces(state: rw.State) -> list[int]:
    """The dice of the throw that the turn began with."""
    return sorted(int(face) for face in thrown(state)["dice"])


class OftenAlike(Loaded):
    """Dice that are all alike more often than not."""

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        rolled = super().roll(luck, player, stream, kind, pieces, sides, alike)
        return (rolled[0],) * len(rolled) if self._random.random() < 0.6 else rolled
