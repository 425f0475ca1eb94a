"""Scandinavian Yatzy by hand: what five dice score in each of the fifteen boxes, and a game as a class.

scored("two_pairs", (2, 2, 6, 6, 6))        16
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
BOXES = (
    *UPPER, "one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind", "small_straight", "large_straight", "full_house",
    "chance", "yatzy",
)  # fmt: skip


def scored(box: str, dice: Sequence[int]) -> int:
    """What five dice score in a box, found from how often each number was thrown."""
    throw = sorted(dice, reverse=True)
    often = Counter(throw)
    pairs = [face for face in sorted(often, reverse=True) if often[face] > 1]
    match box:
        case "one_pair":
            return 2 * pairs[0] if pairs else 0
        case "two_pairs":
            return 2 * (pairs[0] + pairs[1]) if len(pairs) > 1 else 0
        case "three_of_a_kind" | "four_of_a_kind":
            needed = 3 if box.startswith("three") else 4
            return next((needed * face for face, times in often.items() if times >= needed), 0)
        case "small_straight":
            return 15 if throw == [5, 4, 3, 2, 1] else 0
        case "large_straight":
            return 20 if throw == [6, 5, 4, 3, 2] else 0
        case "full_house":
            return sum(throw) if sorted(often.values()) == [2, 3] else 0
        case "chance":
            return sum(throw)
        case "yatzy":
            return 50 if len(often) == 1 else 0
    face = UPPER.index(box) + 1
    return face * often[face]


def total(sheet: dict[str, int], bonus: int) -> int:
    return sum(sheet.values()) + (bonus if sum(sheet.get(box, 0) for box in UPPER) >= 63 else 0)


@dataclass
class Yatzy:
    """A game: `rolled` gives it dice, `apply` an action."""

    players: int
    bonus: int = 50
    in_order: bool = False
    current: int = 0
    rolls: int = 0
    dice: list[int] = field(default_factory=list)
    sheets: list[dict[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sheets = [{} for _ in range(self.players)]

    @property
    def over(self) -> bool:
        return all(len(sheet) == len(BOXES) for sheet in self.sheets)

    def rolled(self, dice: Sequence[int]) -> None:
        self.dice = sorted([*self.dice, *dice])
        self.rolls += 1
        assert len(self.dice) == 5

    def legal(self) -> set[str]:
        """The texts of the legal actions; sets of dice by how they look."""
        open_ = [box for box in BOXES if box not in self.sheets[self.current]]
        boxes = open_[:1] if self.in_order else open_
        sets = {()} if self.rolls == 3 else self._sets()
        return {f"score {box}" for box in boxes} | {
            f"reroll {' '.join(map(str, some))}" for some in sets if some
        }

    def apply(self, action: str) -> None:
        name, *words = action.split()
        if name == "reroll":
            for face in map(int, words):
                self.dice.remove(face)
            return
        self.sheets[self.current][words[0]] = scored(words[0], self.dice)
        self.current, self.rolls, self.dice = (self.current + 1) % self.players, 0, []

    def totals(self) -> list[int]:
        return [total(sheet, self.bonus) for sheet in self.sheets]

    def _sets(self) -> set[tuple[int, ...]]:
        sets: set[tuple[int, ...]] = {()}
        for face in self.dice:
            sets |= {tuple(sorted((*some, face))) for some in sets}
        return sets
