"""Positions that can repeat without chance: what each side can force, worked backwards from where the game leaves them.

    A player who can force something better than play without an end does so; where neither can, play has no end.

This is retrograde analysis for any number of results: from the best result for a side downwards, a position has it if its player can go to
one that has it, or if the other player can go to no other. The order in which positions get it is the order of the shortest way, so a
player who takes the choice that is kept makes progress.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Generic, TypeVar

from rulewright.game.playouts.position_graph import PositionGraph

Number = TypeVar("Number", Fraction, float)


class Retrograde(Generic[Number]):
    """One component. `values` has what is known of the positions that follow it, and gets those of the component; `best` gets the choice
    of each. `raises(number)`: whether its player wants much."""

    def __init__(
        self,
        graph: PositionGraph,
        together: Sequence[int],
        values: list[Number],
        best: list[int],
        raises: Callable[[int], bool],
    ) -> None:
        self._graph, self._together = graph, together
        self._values: list[Number] = values
        self._best, self._raises = best, raises
        self._inside = set(together)
        self._into: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        """By position of the component: the positions that lead there, and by which choice."""
        self._exits: defaultdict[Number, list[tuple[int, int]]] = defaultdict(list)
        """By value: the positions from which a choice leaves the component with it."""
        for number in together:
            for choice in range(graph.choices[number], graph.choices[number + 1]):
                after = graph.after[graph.edges[choice]]
                if after in self._inside:
                    self._into[after].append((number, choice))
                else:
                    self._exits[values[after]].append((number, choice))

    def work_out(self, endless: Number) -> bool:
        """The values, where play without an end is worth `endless`; whether it is the best somewhere."""
        settled: set[int] = set()
        higher = sorted((value for value in self._exits if value > endless), reverse=True)
        lower = sorted(value for value in self._exits if value < endless)
        self._force(higher, True, settled)
        self._force(lower, False, settled)
        for number in self._together:
            if number not in settled:
                self._values[number] = endless
        for number in self._together:
            if number not in settled:
                self._best[number] = self._keeping(number, endless)
        return len(settled) < len(self._together)

    def _force(self, values: Sequence[Number], raising: bool, settled: set[int]) -> None:
        """Settle the positions in which the side that wants much (or little) can force each of these values, the best first."""
        graph = self._graph
        left = {number: graph.choices[number + 1] - graph.choices[number] for number in self._together}
        for value in values:
            waiting = list(self._exits[value])
            while waiting:
                following: list[tuple[int, int]] = []
                for number, choice in waiting:
                    left[number] -= 1
                    if number in settled or (self._raises(number) != raising and left[number]):
                        continue
                    settled.add(number)
                    self._values[number], self._best[number] = value, choice
                    following += self._into[number]
                waiting = following

    def _keeping(self, number: int, endless: Number) -> int:
        """A choice that gives nothing away."""
        graph = self._graph
        return next(
            choice
            for choice in range(graph.choices[number], graph.choices[number + 1])
            if self._values[graph.after[graph.edges[choice]]] == endless
        )
