"""How much a decision and the luck after it weigh: games are played on after each choice, and after each of several results of chance.

    found = weighed(game, position, seed=7, players=[()])
    found.gain          how much more the best choice is worth than one at random
    found.choice        the variance of worths among the choices
    found.luck          the variance of worths among results of chance after one of them

A worth is a mean over games, so part of its variance is noise.  Games are divided into two halves with luck of their own: the product of deviations in
both halves has no noise in its mean, and the choice that is best in one half is valued in the other.  So nothing is exaggerated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Final, TypeAlias

from rulewright.game.game import Game
from rulewright.game.playouts.playout import play_on
from rulewright.game.playouts.searching import decision as due_in
from rulewright.game.results.measure import measure_of
from rulewright.game.results.standing import fewest_are_best
from rulewright.play.figures.margins import sides_of
from rulewright.play.looking_ahead.lookahead import ANY, luck_of
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.chance.sampled import Sampled
from rulewright.runtime.executor import Choice, Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import ENDED, FAILED, SCORES, WINNERS, Bulk, Seats, Until
from rulewright.source.dataclass import dataclass

MOST_CHOICES: Final = 24
"""The most choices of a decision that are tried; of more, some are drawn."""
GAMES: Final = 32
"""The games after a choice in each half."""
LUCKS: Final = 8
"""The results of chance that are tried."""
LONGEST: Final = 2_000
"""Games are broken off after this number of decisions; then all have an equal part."""
OUT: Final = 0.05
"""A side whose share is less than this after every choice is out of the running."""
FAR: Final = 2.3263
"""The 99 % point of the normal distribution."""
KING: Final = 0.1
"""A choice makes a king if it moves the share of another side by this much."""

Worths: TypeAlias = list[list[float]]
"""By half, the mean worth to each side."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision. `place`: where in the game, from 0 to 1; `weight`: for how many decisions of its game it counts; `side` decides. `gain`, `choice` and
    `luck` are above; `clear`: whether choices differ by more than noise would explain; `king`: whether a side that is out of the running decides who of the
    others wins."""

    place: float
    weight: float
    side: int
    options: int
    gain: float
    choice: float
    luck: float
    clear: bool
    king: bool


class Valuing:
    """What games are worth to each side: shares of the win, or points where these are what players get."""

    def __init__(self, game: Game, players: Sequence[Seats]) -> None:
        self.game, self.players = game, players
        self.sides = sides_of(game.program.teams)
        self.in_points = measure_of(game).kind == "points"
        self._first = [(bits & -bits).bit_length() - 1 for bits in self.sides]
        self._sign = -1 if fewest_are_best(game.program) else 1

    def after(self, position: Position, firsts: Sequence[int], seed: int, games: int) -> list[Worths]:
        """The worths after each of these first choices, with the same luck."""
        start = Position(position.cells, Luck(0, list(position.luck.turns)))
        each = -(-games // len(self.players))
        totals = [[[0.0] * len(self.sides) for _ in range(2)] for _ in firsts]
        counts = [[0, 0] for _ in firsts]
        for number, seats in enumerate(self.players):
            luck = luck_of(seed, 2 * number * each, 2 * each)
            rows = play_on(self.game, start, firsts, luck, Until(most=LONGEST), seats)
            for place, row in enumerate(rows.rows()):
                first, half = place // (2 * each), place % (2 * each) // each
                if not row[FAILED]:
                    counts[first][half] += 1
                    for side, worth in enumerate(self.of(row)):
                        totals[first][half][side] += worth
        return [
            [[total / max(many, 1) for total in half] for half, many in zip(halves, count, strict=True)]
            for halves, count in zip(totals, counts, strict=True)
        ]

    def of(self, row: Sequence[int]) -> list[float]:
        """The worths of a game to each side, by its row."""
        many = len(self.sides)
        if self.in_points:
            return [float(self._sign * row[SCORES + seat]) for seat in self._first]
        winning = [bool(row[WINNERS] & bits) for bits in self.sides] if row[ENDED] else []
        if not any(winning):
            return [1 / many if many > 1 else 0.0] * many
        return [won / sum(winning) for won in winning]


def weighed(
    valuing: Valuing, position: Position, seed: int, place: float, weight: float, games: int = GAMES
) -> Weighed | None:
    """A decision that is due in a position; None if a rule fails."""
    game = valuing.game
    found = due_in(game, position.cells)
    if found is None:
        return None
    side = next(number for number, bits in enumerate(valuing.sides) if bits >> found[0] & 1)
    legal = game.executor.legal(position.cells)
    rng = Random(seed)
    many = len(legal)
    numbers = sorted(rng.sample(range(many), MOST_CHOICES)) if many > MOST_CHOICES else list(range(many))
    worths = valuing.after(position, numbers, seed_of(seed, 1), games)
    mine = [(one[side], other[side]) for one, other in worths]
    first = [(one[0], other[0]) for one, other in worths]
    luck = 0.0
    if game.has_chance:
        after = _results(game, position, legal[rng.choice(numbers)], seed_of(seed, 2))
        if after is None:
            return None
        luck = covariance(
            [start_worth(valuing, each, seed_of(seed, 3 + at), games) for at, each in enumerate(after)],
            sample=True,
        )
    return Weighed(
        place, weight, side, many, _gain(mine), covariance(first, sample=len(numbers) < many), luck,
        _is_clear(mine, games), _makes_king(worths, side),
    )  # fmt: skip


def _gain(pairs: Sequence[tuple[float, float]]) -> float:
    """How much more the choice that is best in one half is worth in the other than a choice at random, on average over both halves."""
    found = 0.0
    for half, other in ((0, 1), (1, 0)):
        best = max(pairs, key=lambda pair: pair[half])
        found += (best[other] - sum(pair[other] for pair in pairs) / len(pairs)) / 2
    return found


def covariance(pairs: Sequence[tuple[float, float]], sample: bool) -> float:
    """The variance that both halves have in common; of a `sample`, with n - 1."""
    many = len(pairs)
    if many < 2:
        return 0.0
    means = [sum(pair[half] for pair in pairs) / many for half in range(2)]
    return sum((one - means[0]) * (other - means[1]) for one, other in pairs) / (many - 1 if sample else many)


def _is_clear(pairs: Sequence[tuple[float, float]], games: int) -> bool:
    """Whether the worths of choices differ: in games that are won or lost by a test of homogeneity at 1 %, by the approximation of Wilson and Hilferty (1931)."""
    many = len(pairs)
    if many < 2:
        return False
    means = [sum(pair) / 2 for pair in pairs]
    mean = sum(means) / many
    noise = sum((one - other) ** 2 for one, other in pairs) / (4 * many)
    if min(means) >= 0 and max(means) <= 1:
        noise = max(noise, mean * (1 - mean) / (2 * games))
    if noise <= 0:
        return False
    degrees = many - 1
    statistic = sum((value - mean) ** 2 for value in means) / noise
    scale = 2 / (9 * degrees)
    return bool(((statistic / degrees) ** (1 / 3) - (1 - scale)) / scale**0.5 > FAR)


def _makes_king(worths: Sequence[Worths], side: int) -> bool:
    """Whether a side that is out of the running moves the win from one of the others to another. The choices are picked by one half and valued by the other."""
    many = len(worths[0][0])
    if many < 3 or max(max(half[side] for half in each) for each in worths) >= OUT:
        return False
    for other in range(many):
        ranked = sorted(worths, key=partial(_of_first_half, other))
        if other != side and ranked[-1][1][other] - ranked[0][1][other] > KING:
            return True
    return False


def _of_first_half(side: int, worths: Worths) -> float:
    return worths[0][side]


def start_worth(valuing: Valuing, position: Position, seed: int, games: int = GAMES) -> tuple[float, float]:
    """The worth of a position to the first side, in both halves."""
    if due_in(valuing.game, position.cells) is None:
        rows = play_on(valuing.game, position, [ANY], luck_of(seed, 0, 1), Until(most=1))
        (worth, *_) = valuing.of(next(iter(rows.rows())))
        return worth, worth
    ((one, other),) = valuing.after(position, [ANY], seed, games)
    return one[0], other[0]


def _results(game: Game, position: Position, choice: Choice, seed: int) -> list[Position] | None:
    """Positions after a choice, each with luck of its own."""
    executor, chance = game.executor, Sampled(game.program.streams)
    carry: Callable[[Position], object] = (
        (lambda each: executor.carry_out(each, choice))
        if isinstance(executor, Bulk)
        else (lambda each: executor.apply(each, choice, chance))
    )
    found = []
    for luck in luck_of(seed, 0, LUCKS):
        after = Position(position.cells[:], Luck(luck, position.luck.turns.copy()))
        try:
            carry(after)
        except RuleFailure:
            return None
        found.append(after)
    return found
