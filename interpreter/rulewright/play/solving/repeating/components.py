"""The order in which positions are worked out: those that can repeat together, each set after all that can follow it.

    for together in components(graph):          [5477], [5476], ..., [1, 2, 3]
        ...

These are the strongly connected components, by Tarjan's algorithm, without recursion. Within one, positions come roughly after those that
follow them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from rulewright.game.playouts.position_graph import PositionGraph

UNKNOWN = -1


def components(graph: PositionGraph) -> Iterator[list[int]]:
    """The components, each after those that follow it."""
    size, edges, choices, after = graph.size, graph.edges, graph.choices, graph.after
    seen = array("i", (UNKNOWN,)) * size
    lowest = array("i", (0,)) * size
    done = bytearray(size)
    at = array("q", (edges[choices[number]] for number in range(size)))
    waiting: list[int] = []
    found = 0
    for start in range(size):
        if seen[start] != UNKNOWN:
            continue
        way = [start]
        seen[start] = lowest[start] = found
        found += 1
        waiting.append(start)
        while way:
            number = way[-1]
            if at[number] < edges[choices[number + 1]]:
                following = after[at[number]]
                at[number] += 1
                if seen[following] == UNKNOWN:
                    seen[following] = lowest[following] = found
                    found += 1
                    waiting.append(following)
                    way.append(following)
                elif not done[following] and seen[following] < lowest[number]:
                    lowest[number] = seen[following]
                continue
            way.pop()
            if way and lowest[number] < lowest[way[-1]]:
                lowest[way[-1]] = lowest[number]
            if lowest[number] == seen[number]:
                together: list[int] = []
                while not together or together[-1] != number:
                    together.append(waiting.pop())
                    done[together[-1]] = 1
                yield together


def repeats(graph: PositionGraph, together: list[int]) -> bool:
    """Whether a position of a component can come again."""
    if len(together) > 1:
        return True
    (number,) = together
    first, last = graph.edges[graph.choices[number]], graph.edges[graph.choices[number + 1]]
    return number in graph.after[first:last]
