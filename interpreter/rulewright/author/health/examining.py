"""Examines a game: measures its health in games, and finds out which of its rules never mattered, and what its knobs move.

    base = Base("my-game", players=3)
    examining = Examining(base.open(), base, levels=(1, 3, 6), seconds=60)
    examining.measure()                 may be interrupted
    examining.health()                  the result of the games so far

`play.health.measuring` needs only a game.  What is added here needs its rulebook as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from rulewright.author.health.idle import IdleRules
from rulewright.author.health.knobs import Turning
from rulewright.author.tuning.opening import Base
from rulewright.ir import nodes as ir
from rulewright.pipeline import Book
from rulewright.play.health.budget import Budget
from rulewright.play.health.measuring import (
    GAMES,
    PER_DECISION,
    SECONDS,
    USUAL_LEVELS,
    Measuring,
    Progress,
    rounded_up,
)
from rulewright.play.health.results import Health
from rulewright.problems.quoting import counted, listed

if TYPE_CHECKING:
    from concurrent.futures import Executor

MEASURED, COUNTED, TURNED = 0.7, 0.8, 1.0
"""The shares of the time after which the measuring of games ends, the counting of rules, and the turning of knobs."""
MOST_COUNTED: Final = 200
"""In how many games rules are counted, at most."""

MOST_LEFT: Final = 6
"""The most names of knobs in a sentence."""


class Examining:
    """Examines a game by its rulebook. `measure` may be interrupted, and `health` is the result of all that was done before."""

    def __init__(
        self,
        book: Book,
        base: Base,
        levels: Sequence[int] = USUAL_LEVELS,
        games: int = GAMES,
        seconds: float | None = SECONDS,
        seconds_per_decision: float = PER_DECISION,
        seed: int = 0,
        jobs: int = 1,
        max_actions: int = 10_000,
    ) -> None:
        part = None if seconds is None else MEASURED * seconds
        self.measuring = Measuring(
            book.game, levels, games, part, seconds_per_decision, seed, jobs, max_actions
        )
        self._seconds = seconds
        self._jobs = jobs
        players = self.measuring.plain[min(1, len(self.measuring.plain) - 1)]
        self._turning = Turning(base, book, players, games, seed, max_actions)
        self._actions = book.game.program.actions
        self._idle = IdleRules(book, self.measuring.plain, min(games, MOST_COUNTED), seed, max_actions)

    def measure(self, progress: Progress | None = None, executor: Executor | None = None) -> None:
        """Play the games."""
        budget = Budget(self._seconds)
        told = progress or (lambda what, done, of: None)
        self.measuring.measure(progress, executor)
        self._idle.play(budget.until(COUNTED), partial(told, "games in which rules are counted"))
        self._turning.play(budget.until(TURNED), self._jobs, partial(told, "house rules and options"))

    def health(self) -> Health:
        """The result of the games so far."""
        found = self.measuring.health()
        cut = list(found.cut)
        if self._turning.left:
            left = listed(self._turning.left, most=MOST_LEFT)
            enough = rounded_up(self._turning.wanted / (TURNED - COUNTED))
            said = (
                f": {counted(enough, 'second')} (--seconds) would be enough" if self._turning.wanted else ""
            )
            cut.append(f"games with {left}{said}")
        idle = self._idle.idle().without(set(_mattered(found, self._actions)))
        if idle.games < self._idle.games:
            cut.append(f"{counted(idle.games, 'game')} in which rules are counted, of {self._idle.games}")
        return replace(found, idle=idle, knobs=self._turning.knobs(), cut=tuple(cut))


def _mattered(found: Health, actions: Mapping[str, ir.Action]) -> Iterator[str]:
    """The paths of the ends and actions that the measured games had."""
    yield from {f"end.{end}" for each in found.ends for end, share in each.ends.items() if share}
    yield from (actions[each.action].path for each in found.usage if each.taken.count)
