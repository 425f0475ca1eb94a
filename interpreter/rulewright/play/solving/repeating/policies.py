"""Positions that can repeat by chance where a player may go on for ever: bounds proved by what one player does.

    found = settled(graph, together, raises, endless, low, high)
    found.choices[7]             a choice with which its player gets the bound

Bounds from below and from above need not meet there, since the one counts play without an end as the worst and the other as the best.  So good play
is guessed: from values that begin with that of play without an end, a player who can have more takes a choice that leads out of the circle, and
one who can have no more any of the best.  What is guessed is then proved: one player does just this, and the other answers as well as can be.
Wherever the other one can go round for ever (an end component), doing so is one more choice, with the worth of play without an end; without these
circles, improving values again and again from the worst ones gives bounds that hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from rulewright.game.playouts.position_graph import PositionGraph
from rulewright.source.dataclass import dataclass

MOST_ROUNDS = 20_000
CLOSE = 1e-12
"""Rounds end when no value changes by more, as a part of the greatest."""
ALIKE = 1e-9
"""Choices whose values differ by no more are taken for equally good, when play is guessed."""
LAST_DIGIT = 2.0**-52


@dataclass(frozen=True, slots=True)
class Settled:
    """Proved bounds of the positions, and a choice of each for its player."""

    low: Mapping[int, float]
    high: Mapping[int, float]
    choices: Mapping[int, int]


def settled(
    graph: PositionGraph,
    together: Sequence[int],
    raises: Callable[[int], bool],
    endless: float,
    low: Sequence[float],
    high: Sequence[float],
) -> Settled:
    """One component in which chance decides. `low` and `high` are bounds of all positions, those outside known as well as can be."""
    of = _Component(graph, together, raises, endless)
    middle = of.middle({number: (low[number] + high[number]) / 2 for number in of.outside})
    choices = {**of.progress(middle, True), **of.progress(middle, False)}
    lower = of.proved(choices, True, {number: low[number] for number in of.outside})
    upper = of.proved(choices, False, {number: high[number] for number in of.outside})
    return Settled(lower, upper, choices)


class _Component:
    def __init__(
        self, graph: PositionGraph, together: Sequence[int], raises: Callable[[int], bool], endless: float
    ) -> None:
        self._together, self._endless = together, endless
        inside = set(together)
        self._raises = {number: raises(number) for number in together}
        shares = [float(share) for share in graph.fractions]
        self._edges: dict[int, list[tuple[int, list[tuple[float, int]]]]] = {
            number: [
                (choice, [(shares[graph.shares[edge]], graph.after[edge]) for edge in range(*graph.edges[choice : choice + 2])])
                for choice in range(*graph.choices[number : number + 2])
            ]
            for number in together
        }  # fmt: skip
        self.outside = {
            after
            for every in self._edges.values()
            for _, edges in every
            for _, after in edges
            if after not in inside
        }

    def middle(self, known: Mapping[int, float]) -> dict[int, float]:
        """Values in rounds that begin with play without an end; those outside are known."""
        values = {**known, **dict.fromkeys(self._together, self._endless)}
        scale = max(1.0, *map(abs, values.values()))
        for _ in range(MOST_ROUNDS):
            changed = 0.0
            for number in self._together:
                pick = max if self._raises[number] else min
                value = pick(_mean(edges, values) for _, edges in self._edges[number])
                changed = max(changed, abs(value - values[number]))
                values[number] = value
            if changed <= CLOSE * scale:
                break
        return values

    def progress(self, values: Mapping[int, float], raising: bool) -> dict[int, int]:
        """A choice for each position of one player: any of the best, and where that is worth more to them than play without an end, one that leads
        out of the circle."""
        sign = 1 if raising else -1
        near = ALIKE * max(1.0, *map(abs, values.values()))
        good = {
            number: [
                (choice, edges)
                for choice, edges in every
                if abs(_mean(edges, values) - values[number]) <= near
            ]
            or every
            for number, every in self._edges.items()
        }
        wants = {number for number in self._together if sign * (values[number] - self._endless) > near}
        chosen = {number: good[number][0][0] for number in self._together if self._raises[number] == raising}
        into: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for number in wants:
            for choice, edges in good[number]:
                for _, after in edges:
                    into[after].append((number, choice))
        left = {number: {choice for choice, _ in good[number]} for number in wants}
        done: set[int] = set()
        waiting = [after for after in into if after not in wants]
        while waiting:
            following: list[int] = []
            for after in waiting:
                for number, choice in into[after]:
                    if number in done:
                        continue
                    left[number].discard(choice)
                    if self._raises[number] == raising:
                        chosen[number] = choice
                    elif left[number]:
                        continue
                    done.add(number)
                    following.append(number)
            waiting = following
        return chosen

    def proved(
        self, choices: Mapping[int, int], raising: bool, known: Mapping[int, float]
    ) -> dict[int, float]:
        """What a player gets for certain who takes these choices, whatever the other one does: a bound of each position."""
        pick, sign = (min, 1) if raising else (max, -1)
        edges = {
            number: [each for each in every if self._raises[number] != raising or each[0] == choices[number]]
            for number, every in self._edges.items()
        }
        circles = list(_circles(edges))
        of = {number: place for place, (numbers, _) in enumerate(circles) for number in numbers}
        worst = pick((*known.values(), self._endless))
        values = {**known, **dict.fromkeys(self._together, worst)}
        scale = max(1.0, *map(abs, values.values()))
        slack = scale * LAST_DIGIT
        exits = [
            [each for number in numbers for each in edges[number] if each[0] not in within]
            for numbers, within in circles
        ]
        alone = [number for number in self._together if number not in of]

        def worth(row: list[tuple[float, int]]) -> float:
            return _mean(row, values) - sign * (len(row) + 3) * slack

        for _ in range(MOST_ROUNDS):
            changed = 0.0
            for place, (numbers, _) in enumerate(circles):
                value = pick([self._endless, *(worth(row) for _, row in exits[place])])
                changed = max(changed, sign * (value - values[numbers[0]]))
                for number in numbers:
                    values[number] = value
            for number in alone:
                value = pick(worth(row) for _, row in edges[number])
                if sign * (value - values[number]) > 0:
                    changed = max(changed, sign * (value - values[number]))
                    values[number] = value
            if changed <= slack:
                break
        return {number: values[number] for number in self._together}


def _mean(edges: Sequence[tuple[float, int]], values: Mapping[int, float]) -> float:
    if len(edges) == 1:
        return values[edges[0][1]]
    return sum(share * values[after] for share, after in edges)


Choices = list[tuple[int, list[tuple[float, int]]]]


def _circles(edges: Mapping[int, Choices]) -> Iterator[tuple[list[int], set[int]]]:
    """Where play can go on for ever, whatever chance does: each time the most positions, and the choices that stay within."""
    waiting = [dict(edges)]
    while waiting:
        every = waiting.pop()
        for together in _strong(every):
            inside = set(together)
            staying = {
                number: [each for each in every[number] if all(after in inside for _, after in each[1])]
                for number in together
            }
            kept = {number: some for number, some in staying.items() if some}
            if kept == {number: every[number] for number in together}:
                yield together, {choice for some in kept.values() for choice, _ in some}
            elif kept:
                waiting.append(kept)


def _strong(edges: Mapping[int, Choices]) -> Iterator[list[int]]:
    """The strongly connected components, by Tarjan's algorithm without recursion."""
    seen: dict[int, int] = {}
    lowest: dict[int, int] = {}
    done: set[int] = set()
    waiting: list[int] = []
    for start in edges:
        if start in seen:
            continue
        seen[start] = lowest[start] = len(seen)
        waiting.append(start)
        way = [(start, _following(start, edges))]
        while way:
            number, after = way[-1]
            following = next(after, None)
            if following is None:
                way.pop()
                if way:
                    lowest[way[-1][0]] = min(lowest[way[-1][0]], lowest[number])
                if lowest[number] == seen[number]:
                    together: list[int] = []
                    while not together or together[-1] != number:
                        together.append(waiting.pop())
                    done.update(together)
                    yield together
            elif following not in seen:
                seen[following] = lowest[following] = len(seen)
                waiting.append(following)
                way.append((following, _following(following, edges)))
            elif following not in done:
                lowest[number] = min(lowest[number], seen[following])


def _following(number: int, edges: Mapping[int, Choices]) -> Iterator[int]:
    return iter([after for _, row in edges[number] for _, after in row if after in edges])
