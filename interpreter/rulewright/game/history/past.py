"""The past of a game in progress: the step from which it is stepped in place, computed when somebody asks.

    past = Past.of_seed(7)                          the set-up with this seed
    past = Past.after(past, ids, seed=None)         the position after actions, given by their ids
    past.step(table)                                the `Step`, with the chain of those before it

A game that is stepped in place remembers the ids of its actions and nothing else; luck follows from the seed, so everything can be
played once more.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import replace

from rulewright.game.history.steps import Step
from rulewright.game.moves.step import begun, moved
from rulewright.game.table import Table


class Past:
    """A step, or how to compute it: the past before it, the ids of the actions that followed, and the seed of the luck that
    follows, if another one. Immutable, apart from what it has computed."""

    __slots__ = ("_before", "_ids", "_seed", "_step")

    def __init__(
        self,
        step: Step | None,
        before: Past | None = None,
        ids: array[int] | None = None,
        seed: int | None = None,
    ) -> None:
        self._step = step
        self._before = before
        self._ids = ids
        self._seed = seed

    @staticmethod
    def of_seed(seed: int) -> Past:
        """The first step of a game with this seed."""
        return Past(None, seed=seed)

    @staticmethod
    def after(before: Past, ids: array[int], seed: int | None = None) -> Past:
        """The step after these actions. With a seed, other luck follows it."""
        return Past(None, before, ids, seed)

    def step(self, table: Table) -> Step:
        """The step, computed now if it was not needed before."""
        waiting: list[Past] = []
        past: Past | None = self
        while past is not None and past._step is None:
            waiting.append(past)
            past = past._before
        step = None if past is None else past._step
        for each in reversed(waiting):
            step = each._computed(table, step)
        assert step is not None
        return step

    def _computed(self, table: Table, before: Step | None) -> Step:
        seed = self._seed
        if before is None:
            assert seed is not None
            step = begun(table, seed, table.sampled)
        else:
            step = played_on(table, before, self._ids or ())
            if seed is not None:
                step = step.with_luck(replace(step.luck.copy(), seed=seed))
        self._step, self._before, self._ids = step, None, None
        return step


def played_on(table: Table, step: Step, ids: Iterable[int]) -> Step:
    """The step after actions that were carried out before, given by their ids."""
    for number in ids:
        step = moved(table, step, table.numbering.known_choice(number), table.sampled)
    return step
