"""What cards count: hands of cribbage and the best five of seven at poker, beside scorers that work differently.

The rulebooks go through sets of cards; the scorers here count ranks and suits, and never look at a set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from math import comb, prod
from random import Random

import pytest

from rulewright.evaluate.machine import Machine
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.runtime.chance.sampled import new_position
from rulewright.source.text import NOWHERE
from tests.games.books import loaded
from tests.native.expressions.asked import Compiled, Question, Working

Card = tuple[int, int]
"""Rank (ace is 1) and suit."""
Ask = Callable[[Sequence[Card], Card | None, bool], object]
"""What the rulebook says of cards, with a starter, and whether they are the crib."""


def card(number: int) -> Card:
    """A card of the fragment `standard-52` by its number: rank by rank."""
    return number // 4 + 1, number % 4


# ---------------------------------------------------------------------------------------------- other scorers


def crib_points(hand: Sequence[Card], starter: Card, for_crib: bool) -> int:
    """The points of a hand or a crib with the starter."""
    five = [*hand, starter]
    return fifteens(five) + pairs(five) + runs(five) + flush(hand, starter, for_crib) + nobs(hand, starter)


def fifteens(cards: Sequence[Card]) -> int:
    ways = [1, *[0] * 15]
    for rank, _ in cards:
        value = min(rank, 10)
        ways = [there + (ways[total - value] if total >= value else 0) for total, there in enumerate(ways)]
    return 2 * ways[15]


def pairs(cards: Sequence[Card]) -> int:
    return sum(2 * comb(many, 2) for many in Counter(rank for rank, _ in cards).values())


def runs(cards: Sequence[Card]) -> int:
    many = Counter(rank for rank, _ in cards)
    found, row = 0, []
    for rank in range(1, 15):
        if many[rank]:
            row.append(many[rank])
            continue
        if len(row) >= 3:
            found += len(row) * prod(row)
        row = []
    return found


def flush(hand: Sequence[Card], starter: Card, for_crib: bool) -> int:
    suits = {suit for _, suit in hand}
    if len(suits) > 1:
        return 0
    if starter[1] in suits:
        return 5
    return 0 if for_crib else 4


def nobs(hand: Sequence[Card], starter: Card) -> int:
    return int((11, starter[1]) in hand)


def poker_worth(seven: Sequence[Card]) -> int:
    """The best five of seven as a number: the place of the hand and the heights of its cards in base 15."""
    place, heights = poker_hand(seven)
    worth = place
    for height in heights:
        worth = 15 * worth + height
    return worth


def poker_hand(seven: Sequence[Card]) -> tuple[int, list[int]]:
    by_suit = [[rank for rank, suit in seven if suit == wanted] for wanted in range(4)]
    of_a_suit = next((high(ranks) for ranks in by_suit if len(ranks) >= 5), [])
    if of_a_suit and (top := straight(of_a_suit)):
        return 8, list(range(top, top - 5, -1))
    many = Counter(high([rank for rank, _ in seven]))
    by_size = sorted(many, key=lambda rank: (many[rank], rank), reverse=True)
    first, second = by_size[:2]
    if many[first] == 4:
        return 7, [first] * 4 + rest(many, [first], 1)
    if many[first] == 3 and many[second] >= 2:
        return 6, [first] * 3 + [max(rank for rank in many if many[rank] >= 2 and rank != first)] * 2
    if of_a_suit:
        return 5, sorted(of_a_suit, reverse=True)[:5]
    if top := straight(list(many)):
        return 4, list(range(top, top - 5, -1))
    if many[first] == 3:
        return 3, [first] * 3 + rest(many, [first], 2)
    if many[first] == many[second] == 2:
        return 2, [first] * 2 + [second] * 2 + rest(many, [first, second], 1)
    if many[first] == 2:
        return 1, [first] * 2 + rest(many, [first], 3)
    return 0, sorted(many, reverse=True)[:5]


def high(ranks: Sequence[int]) -> list[int]:
    return [14 if rank == 1 else rank for rank in ranks]


def straight(ranks: Sequence[int]) -> int:
    """The highest card of the highest straight, 0 if there is none."""
    there = set(ranks) | ({1} if 14 in ranks else set())
    return next((top for top in range(14, 4, -1) if there.issuperset(range(top - 4, top + 1))), 0)


def rest(many: Counter[int], taken: Sequence[int], count: int) -> list[int]:
    left = sorted((rank for rank in many for _ in range(many[rank]) if rank not in taken), reverse=True)
    return left[:count]


# ------------------------------------------------------------------------------------------------ the rulebooks


class Asked:
    """A definition of a rulebook, in machine code or as the reference reads it."""

    def __init__(self, game: str, name: str, native: bool) -> None:
        self.program = loaded(game, 2).program
        definition = self.program.definitions[name]
        arguments = tuple(ir.Local(n, each, NOWHERE) for n, (each, _) in enumerate(definition.parameters))
        self.call = ir.Call(name, arguments, NOWHERE)
        frame = tuple(type_ for _, type_ in definition.parameters)
        self.compiled = Compiled(self.program, [Question(name, self.call, frame)]) if native else None
        self.prepared = Working(self.program)._prepared
        self.cells = new_position(self.program, 0).cells
        self.kind: KindLayout = self.program.layout.kinds["cards"]

    def say(self, *arguments: object, starter: int | None = None) -> object:
        cells = self.cells[:]
        if starter is not None:
            code = next(code for code, at in enumerate(self.kind.places) if at.zone == "starter")
            cells[self.kind.held + cells[self.kind.where + starter]] -= 1
            cells[self.kind.where + starter] = code
            cells[self.kind.held + code] = 1
        if self.compiled is not None:
            return self.compiled.ask(0, cells, 0, arguments)  # type: ignore[arg-type]  # sets, numbers and truths
        return Machine(self.prepared, cells).ask(self.call, len(arguments), 0, arguments)  # type: ignore[arg-type]  # as above


@cache
def asked(game: str, name: str, native: bool) -> Asked:
    return Asked(game, name, native)


def shows_agree(count: int, seed: int, native: bool) -> None:
    luck, ours = Random(seed), asked("cribbage", "hand_counts", native)
    for _ in range(count):
        *hand, starter = luck.sample(range(52), 5)
        for_crib = luck.random() < 0.3
        said = ours.say(tuple(sorted(hand)), for_crib, starter=starter)
        assert said == crib_points([*map(card, hand)], card(starter), for_crib), (hand, starter, for_crib)


def hands_agree(count: int, seed: int, native: bool) -> None:
    luck, ours = Random(seed), asked("limit-holdem", "best_of_seven", native)
    for _ in range(count):
        seven = sorted(luck.sample(range(52), 7))
        assert ours.say(tuple(seven)) == poker_worth([*map(card, seven)]), seven


def test_a_few_shows_of_cribbage() -> None:
    shows_agree(60, 1, native=False)


@pytest.mark.parametrize("seed", range(10))
def test_shows_of_cribbage(seed: int) -> None:
    pytest.importorskip("llvmlite")
    shows_agree(10_000, seed, native=True)


def test_a_few_hands_of_poker() -> None:
    hands_agree(6, 1, native=False)


@pytest.mark.parametrize("seed", range(10))
def test_hands_of_poker(seed: int) -> None:
    pytest.importorskip("llvmlite")
    hands_agree(10_000, seed, native=True)
