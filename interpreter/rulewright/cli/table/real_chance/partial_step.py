"""The results of chance so far in a step, so that the step can be repeated up to there.

so_far.repeated()          the next earlier result, or None if it must be asked for
so_far.take_back()         forgets the last result that was typed, and all after it
so_far.next_event(...)     the event of the next result: which zone a card is drawn to
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from rulewright.game.knowledge.events import CHANCE
from rulewright.runtime.chance.sampled import use_index
from rulewright.runtime.executor import Chance, Event, Luck
from rulewright.runtime.failures import RuleFailure
from rulewright.source.dataclass import dataclass

Result = tuple[int, ...]
"""Indices of faces, or of pieces in the pool that they are drawn from."""
Tried = Callable[[Chance], Sequence[Event]]
"""Carries out the step on a copy, and returns its events."""


@dataclass(slots=True)
class SoFar:
    """The results of a step, in order, each with whether it was typed; `at` of them have been repeated."""

    results: list[tuple[Result, bool]] = field(default_factory=list)
    at: int = 0

    def repeated(self) -> Result | None:
        """The next result if it is known, else None."""
        if self.at == len(self.results):
            return None
        self.at += 1
        return self.results[self.at - 1][0]

    def add(self, result: Result, typed: bool) -> Result:
        self.results.append((result, typed))
        self.at += 1
        return result

    def take_back(self) -> bool:
        """Forget the last result that was typed, and go back to the beginning; false if none was."""
        typed = [number for number, (_, typed) in enumerate(self.results) if typed]
        del self.results[typed[-1] if typed else 0 :]
        self.at = 0
        return bool(typed)

    def next_event(self, tried: Tried, otherwise: Chance) -> Event | None:
        """The event of the result that is asked for now; None if the step fails before."""
        try:
            events = tried(_Repeating([result for result, _ in self.results], otherwise))
        except RuleFailure:
            return None
        by_chance = [event for event in events if event.what in CHANCE]
        return by_chance[len(self.results)] if len(self.results) < len(by_chance) else None


class _Repeating:
    """A source of chance that gives known results, then those of another source."""

    def __init__(self, results: Sequence[Result], otherwise: Chance) -> None:
        self._results = iter(results)
        self._otherwise = otherwise

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        result = next(self._results, None)
        if result is None:
            return self._otherwise.roll(luck, player, stream, kind, pieces, sides, alike)
        use_index(luck, stream)
        return result

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        result = next(self._results, None)
        if result is None:
            return self._otherwise.draw(luck, player, stream, kind, pool, count, ordered)
        use_index(luck, stream)
        return result
