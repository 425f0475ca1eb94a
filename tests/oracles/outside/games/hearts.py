"""Hearts in OpenSpiel is a single deal: where cards are passed is drawn, and the three cards are passed one by one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import rulewright as rw
from tests.oracles.outside.twins import CHANCE, Key, Other, Twin, in_openspiel

RANKS = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
SUITS = ("clubs", "diamonds", "hearts", "spades")
SIGNS = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"]
"""Of the cards, by their numbers there."""
DIRECTIONS = {"never": 0, "left": 1, "rotating": 1, "across": 2, "right": 3}
DEALT, IN_A_HAND, PASSED = 53, 13, 12


@dataclass(frozen=True)
class ThreeAtOnce:
    """The game there, in which a player passes three cards in one action, numbered after the cards."""

    inner: Other
    done: list[int]
    """The numbers of all actions up to now."""

    def turn(self) -> int:
        return self.inner.turn()

    def legal(self) -> Mapping[int, str]:
        one = self.inner.legal()
        return dict(self._threes(one)) if self._passing() else one

    def chance(self) -> Mapping[int, tuple[str, float]]:
        return self.inner.chance()

    def apply(self, number: int) -> None:
        three = self._three(number) if self._passing() else (number,)
        for card in three:
            self.inner.apply(card)
            self.done.append(card)

    def returns(self) -> Sequence[float]:
        return self.inner.returns()

    def copy(self) -> ThreeAtOnce:
        return ThreeAtOnce(self.inner.copy(), [*self.done])

    def __str__(self) -> str:
        return str(self.inner)

    def _passing(self) -> bool:
        began = self.inner.turn() != CHANCE and self.done[0] != DIRECTIONS["never"]
        return began and len(self.done) < DEALT + PASSED

    def _threes(self, one: Mapping[int, str]) -> Iterator[tuple[int, str]]:
        for number, cards in enumerate(combinations(sorted(one), 3), len(SIGNS)):
            yield number, " ".join(SIGNS[card] for card in cards)

    def _three(self, number: int) -> tuple[int, ...]:
        return tuple(SIGNS.index(sign) for sign in self.legal()[number].split())


def opens(game: str) -> Callable[[], Other]:
    return lambda: ThreeAtOnce(in_openspiel(game)(), [])


def cards(text: str) -> list[int]:
    """The numbers of the cards that a text of ours names."""
    return sorted(
        RANKS.index(rank) * 4 + SUITS.index(suit) for rank, suit in re.findall(r"(\w+) of (\w+)", text)
    )


def theirs(state: rw.State, action: rw.Action) -> Key:
    return " ".join(SIGNS[card] for card in cards(str(action)))


def dealt(ours: rw.State, theirs: Other) -> Iterator[Key]:
    """Where cards are passed, and the cards as they lie in our hands, one to each player in turn."""
    yield DIRECTIONS[str(ours.game.options["passing"])]
    hands = [cards(str(ours.get(f"seat({seat}).hand"))) for seat in range(1, 5)]
    for round_ in range(IN_A_HAND):
        for hand in hands:
            yield hand[round_]


def returns(state: rw.State) -> list[float]:
    return [26.0 - int(str(state.get(f"seat({seat}).score"))) for seat in range(1, 5)]


def twin(name: str, outside: str, **options: str | bool) -> Twin:
    game = f"hearts({outside})" if outside else "hearts"
    return Twin(
        "hearts",
        game,
        theirs,
        name=name,
        players=4,
        options={"target": 1, **options},
        dealt=dealt,
        returns=returns,
        opens=opens(game),
        differs="OpenSpiel plays a single deal, and draws to whom cards are passed.",
    )


TWINS = (
    twin("hearts", "", queen_breaks=True),
    twin("hearts right", "qs_breaks_hearts=false", passing="right"),
    twin(
        "hearts across",
        "no_pts_on_first_trick=false",
        passing="across",
        queen_breaks=True,
        points_at_once=True,
    ),
    twin("hearts never", "jd_bonus=true,qs_breaks_hearts=false", passing="never", jack_counts=True),
)
