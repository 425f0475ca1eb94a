"""Which games of a batch a rule failed in: all of them, with what it takes to look into each.

try:
    batch.apply(ids)
except BatchFailure as failure:
    for each in failure.games:
        print(each.place, each.seed, each.failure, each.failure.record)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.runtime.failures import RuleFailure


@dataclass(frozen=True, slots=True)
class FailedGame:
    """A game in which a rule failed: its place in the batch, its seed then, and the failure. The failure's `record` begins
    where the game stood before, or with its set-up if that failed, and replays to the failure."""

    place: int
    seed: int
    failure: RuleFailure


class BatchFailure(RuleFailure):
    """A rule failed in some games of a batch, `games`; all others have gone on. `code`, `message`, `path` and `record` are
    those of the first."""

    def __init__(self, games: Sequence[FailedGame]) -> None:
        first = games[0].failure
        super().__init__(first.code, first.message, first.span, first.path, first.help)
        self.record = first.record
        self.games = tuple(games)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.games,), self.__dict__

    def __str__(self) -> str:
        first, others = self.games[0], len(self.games) - 1
        more = f", and {others} more (`games` lists them)" if others else ""
        return f"{super().__str__()}; in game {first.place} of the batch, seed {first.seed}{more}"
