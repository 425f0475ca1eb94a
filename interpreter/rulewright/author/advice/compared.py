"""A quantity of the rulebook in games that were played on after one move and after another: how much it differs, and what that explains.

compared = Compared(quantity, after=[40, 0, 0], instead=[0, 0, 0], results=[1, -1, -1, -1, -1, -1])
compared.is_telling          whether it differs by more than luck
compared.explains       how much of the difference between the results goes with it
compared.words          "large straight in your sheet in 41 of 100 games, against 28"
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import sqrt
from typing import Final

from rulewright.author.advice.quantities import Quantity

STRIKING: Final = 4.0
"""A quantity is named if its mean differs by this many standard errors: some of a hundred differ by two or three through luck alone."""
OFTEN: Final = 0.03
"""What is so in hardly more games than before is not named."""
NEARLY_ALWAYS: Final = 0.9
"""Of what is more than nothing so often, its size is reported."""


class Compared:
    """A quantity game by game after a move, and with the same luck after another; the results are those of all these games, one after the other."""

    def __init__(
        self, quantity: Quantity, after: Sequence[int], instead: Sequence[int], results: Sequence[float]
    ) -> None:
        self.quantity, self._after, self._instead = quantity, after, instead
        many = len(after)
        apart = [one - two for one, two in zip(after, instead, strict=True)]
        self._apart = sum(apart) / many
        error = sqrt(sum((each - self._apart) ** 2 for each in apart) / max(many - 1, 1) / many)
        self._is_striking = abs(self._apart) > STRIKING * error and bool(self._apart)
        self._often = sum(map(bool, after)) / many, sum(map(bool, instead)) / many
        self.explains = self._apart * _slope([*after, *instead], results)

    @property
    def is_telling(self) -> bool:
        """Whether it differs by more than luck, and in favour of the first move."""
        far = not self._is_counted or abs(self._often[0] - self._often[1]) >= OFTEN
        return self._is_striking and far and self.explains > 0

    def only_grows(self, now: array[int]) -> bool:
        """Whether it is never less at the end than in this position: then it says little but how long games are."""
        return min(*self._after, *self._instead) >= self.quantity.of(now)

    @property
    def words(self) -> str:
        """A clause that names both moves' figures, the first move's first."""
        quantity, owned = self.quantity, self.quantity.owned
        one, two = (f"{sum(values) / len(values):.1f}" for values in (self._after, self._instead))
        often, instead = (round(100 * share) for share in self._often)
        hundred, average = f"in {often} of 100 games, against {instead}", f"on average {one}, against {two}"
        match quantity.sort:
            case "end":
                return f"{f'{quantity.whose} wins' if quantity.whose else 'you win'} by `{quantity.label}` {hundred}"
            case "line":
                return f"points for {quantity.label} {hundred if self._is_counted else average}"
            case _ if quantity.key:
                return f"{quantity.key} in {owned} {hundred if self._is_counted else average}"
            case "truth":
                return f"{owned} {hundred}"
        if quantity.sort == "pieces" and self._is_counted:
            return f"any of {owned} at the end {hundred}"
        return f"{owned} above 0 {hundred}" if self._is_counted else f"{owned} at the end, {average}"

    @property
    def _is_counted(self) -> bool:
        """Whether the clause says how often it is above 0, and not how large it is."""
        if self.quantity.sort in ("truth", "end"):
            return True
        if self.quantity.sort == "score" or min(*self._after, *self._instead) < 0:
            return False
        often, instead = self._often
        return max(often, instead) < NEARLY_ALWAYS and abs(often - instead) >= OFTEN


def _slope(values: Sequence[int], results: Sequence[float]) -> float:
    """How much better results are, on average, where a value is 1 more."""
    many = len(values)
    mean, middle = sum(values) / many, sum(results) / many
    spread = sum((value - mean) ** 2 for value in values)
    together = sum((value - mean) * (result - middle) for value, result in zip(values, results, strict=True))
    return together / spread if spread else 0.0
