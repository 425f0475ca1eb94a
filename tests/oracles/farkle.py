"""Farkle by hand: what dice count is found by trying every way to part them into sets, and the order of play is a class.

    worth((1, 1, 1, 1, 5, 5), Options())        1500: four alike and a pair are three pairs

Nothing of the rulebook is used; dice are tuples of numbers, actions the texts that people type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

Dice = tuple[int, ...]


@dataclass(frozen=True)
class Options:
    target: int = 10_000
    opening: int = 500
    three_ones: int = 300
    more_alike: str = "fixed"
    straight: int = 1500
    three_pairs: int = 1500
    two_triplets: int = 2500
    last_turns: bool = True


@cache
def worth(dice: Dice, options: Options) -> int | None:
    """The most that these dice count if they are parted into sets; None if some die is in no set."""
    if not dice:
        return 0
    found = []
    for size in range(1, len(dice) + 1):
        for others in combinations(range(1, len(dice)), size - 1):
            one = (dice[0], *(dice[at] for at in others))
            rest = tuple(die for at, die in enumerate(dice) if at and at not in others)
            value, more = one_set(one, options), worth(rest, options)
            if value is not None and more is not None:
                found.append(value + more)
    return max(found, default=None)


def one_set(dice: Dice, options: Options) -> int | None:
    """What dice count as a single set; None if they are none."""
    counts = Counter(dice)
    values = []
    if dice in ((1,), (5,)):
        values.append(100 if dice == (1,) else 50)
    if len(counts) == 1 and len(dice) >= 3:
        three = options.three_ones if dice[0] == 1 else 100 * dice[0]
        if len(dice) == 3:
            values.append(three)
        elif options.more_alike == "fixed":
            values.append({4: 1000, 5: 2000, 6: 3000}[len(dice)])
        elif options.more_alike == "doubled":
            values.append(three << (len(dice) - 3))
    if len(dice) == 6:
        patterns = {
            (1, 1, 1, 1, 1, 1): options.straight,
            (2, 2, 2): options.three_pairs,
            (2, 4): options.three_pairs,
            (3, 3): options.two_triplets,
        }
        values.append(patterns.get(tuple(sorted(counts.values())), 0))
    return max((value for value in values if value > 0), default=None)


def subsets(dice: Sequence[int]) -> Iterator[Dice]:
    """Every set of some of the dice, as it looks."""
    yield from sorted({
        some for size in range(1, len(dice) + 1) for some in combinations(sorted(dice), size)
    })  # fmt: skip


def legal_takes(dice: Sequence[int], options: Options) -> dict[Dice, int]:
    """The sets that may be set aside, with what they count."""
    found = {some: worth(some, options) for some in subsets(dice)}
    return {some: value for some, value in found.items() if value is not None}


@dataclass
class Farkle:
    """A game: `rolled` tells it dice, `apply` an action."""

    players: int
    options: Options
    scores: list[int] = field(init=False)
    current: int = 0
    pot: int = 0
    tray: Dice = ()
    taken: bool = True
    waiting: int = 0
    """How many dice have to be rolled before anything else."""
    last: int | None = None
    """Who began the last turns."""
    over: bool = False

    def __post_init__(self) -> None:
        self.scores = [0] * self.players

    def rolled(self, dice: Sequence[int]) -> None:
        assert len(dice) == self.waiting
        self.tray, self.taken, self.waiting = tuple(sorted(dice)), False, 0
        if not legal_takes(self.tray, self.options):
            self._next()

    def legal(self) -> list[str]:
        if not self.taken:
            return [f"take {' '.join(map(str, some))}" for some in legal_takes(self.tray, self.options)]
        opened = self.scores[self.current] > 0 or self.pot >= self.options.opening
        return ["roll", *(["bank"] if opened and self.pot else [])]

    def apply(self, action: str) -> None:
        if action == "roll":
            self.waiting = len(self.tray) or 6
        elif action == "bank":
            self.scores[self.current] += self.pot
            reached = self.scores[self.current] >= self.options.target
            if reached and self.last is None:
                self.last = self.current
                self.over = not self.options.last_turns
            self._next()
        else:
            some = tuple(map(int, action.split()[1:]))
            value = worth(some, self.options)
            assert value is not None
            self.pot += value
            self.tray = tuple((Counter(self.tray) - Counter(some)).elements())
            self.taken = True

    def winners(self) -> set[int]:
        return {seat for seat, score in enumerate(self.scores) if score == max(self.scores)}

    def _next(self) -> None:
        self.current = (self.current + 1) % self.players
        self.pot, self.tray, self.taken, self.waiting = 0, (), True, 0
        self.over = self.over or self.current == self.last
