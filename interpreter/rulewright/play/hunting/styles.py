"""Styles of random games in search of mistakes: fair ones, and three kinds of biased ones.

Uniformly random players and fair dice seldom reach the corners of a game.  So three games out of four are played by players
with whims (one never stops, another always takes the first action), with odd luck (all dice alike, all lowest, all highest), or
with both.

    STYLES[3].chooser(Random(7)), STYLES[3].results(Random(7))
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rulewright.game.playouts.chance_codes import Fair, Results
from rulewright.game.playouts.trial import Chooser
from rulewright.runtime.executor import Choice
from rulewright.source.dataclass import dataclass

WHIMS = (0.0, 0.05, 1.0, 1.0, 8.0)
"""The weights from which that of an action is drawn."""
LAZY = 0.3
"""The probability that the first or the last choice for an action is taken."""


@dataclass(frozen=True, slots=True)
class Style:
    """A style. `whims`: players prefer some actions and avoid others. `odd_luck`: results of chance are biased too.

    Only games with neither show whether games end.
    """

    whims: bool
    odd_luck: bool

    @property
    def fair(self) -> bool:
        return not (self.whims or self.odd_luck)

    def chooser(self, random: Random) -> Chooser:
        return Whims(random) if self.whims else lambda legal: random.randrange(len(legal))

    def results(self, random: Random) -> Results:
        return OddLuck(random) if self.odd_luck else Fair(random)


STYLES = (Style(False, False), Style(True, True), Style(False, True), Style(True, False))
"""The styles, which games use in turn."""


class Whims:
    """Chooses actions by weights that are drawn once for a whole game."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._weights: dict[int, float] = {}

    def __call__(self, legal: Sequence[Choice]) -> int:
        by_action: dict[int, list[int]] = {}
        for index, choice in enumerate(legal):
            by_action.setdefault(choice.action, []).append(index)
        actions = list(by_action)
        weights = [self._weights.setdefault(action, self._random.choice(WHIMS)) + 1e-9 for action in actions]
        (action,) = self._random.choices(actions, weights)
        found = by_action[action]
        if self._random.random() < LAZY:
            return found[0] if self._random.random() < 0.5 else found[-1]
        return self._random.choice(found)


class OddLuck:
    """Rolls and draws with a pattern that changes from time to time: fair, all alike, all but one alike, first, last, in a row."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._favour = self._new_favour()

    def numbers(self, of: Sequence[int]) -> Sequence[int]:
        if self._random.random() < 0.2:
            self._favour = self._new_favour()
        match self._favour:
            case "alike":
                same = self._random.random()
                return [int(same * each) for each in of]
            case "nearly alike":
                same, most = self._random.random(), max(len(of) - 1, 1)
                odd = self._random.randrange(len(of)) if of else 0
                return [
                    self._random.randrange(each) if place == odd and most < len(of) else int(same * each)
                    for place, each in enumerate(of)
                ]
            case "first":
                return [0 for _ in of]
            case "last":
                return [each - 1 for each in of]
            case "in a row":
                start = self._random.randrange(max(of, default=1))
                return [(start + place) % each for place, each in enumerate(of)]
        return [self._random.randrange(each) for each in of]

    def _new_favour(self) -> str:
        return self._random.choice(
            ("as it comes", "as it comes", "alike", "nearly alike", "first", "last", "in a row")
        )
