"""The elements of domains on a position, always in the same order.

    1..3 of tray      Subsets(PiecesAt("dice", tray), 1, 3)      ->      (4,), (7,), (4, 4), (4, 7), (4, 4, 7)

Both executors list choices in this order, so it is part of the language's definition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from rulewright.evaluate.aggregates import gathered, subset_sizes
from rulewright.evaluate.machine import Machine, integer, missing, register
from rulewright.evaluate.pieces import all_pieces, pieces_at, place
from rulewright.ir import nodes as ir
from rulewright.language import choices


def elements_between(machine: Machine, node: ir.Between) -> Sequence[int]:
    low = integer(machine, node.low, "a number is needed here")
    return range(low, integer(machine, node.high, "a number is needed here") + 1)


def elements_members(machine: Machine, node: ir.Members) -> Sequence[int | bool]:
    return node.values


def elements_around(machine: Machine, node: ir.Around) -> Sequence[int]:
    player = integer(machine, node.player, "a player is needed here")
    players = machine.players
    return [(player + by) % players for by in range(1, players + (not node.others))]


def elements_team_members(machine: Machine, node: ir.TeamMembers) -> Sequence[int]:
    wanted = integer(machine, node.team, "a team is needed here")
    return [player for player, team in enumerate(machine.program.teams) if team == wanted]


def elements_pieces_at(machine: Machine, node: ir.PiecesAt) -> Sequence[int]:
    return pieces_at(machine, machine.kinds[node.kind], place(machine, node.place))


def elements_all_pieces(machine: Machine, node: ir.AllPieces) -> Sequence[int]:
    return all_pieces(machine, machine.kinds[node.kind])


def elements_joined(machine: Machine, node: ir.Joined) -> Sequence[Any]:
    return [element for part in node.parts for element in machine.elements[type(part)](machine, part)]


def elements_elements(machine: Machine, node: ir.Elements) -> Sequence[Any]:
    value = machine.eval[type(node.value)](machine, node.value)
    if value is None:
        missing(machine, node.value)
    return (value,) if node.single else value


def elements_subsets(machine: Machine, node: ir.Subsets) -> Sequence[tuple[int, ...]]:
    pool = tuple(sorted(machine.elements[type(node.pool)](machine, node.pool)))
    low, high = subset_sizes(machine, node, len(pool))
    many = how_many_sets(pool, low, high)
    if many > choices.MOST_CHOICES:
        machine.fail(
            "too-many-choices",
            f"there are more than {choices.MOST_CHOICES:,} sets to choose from here",
            node.span,
        )
    return sub_multisets(pool, low, high) if many <= MOST_KEPT else sub_multisets.__wrapped__(pool, low, high)


def elements_combinations(machine: Machine, node: ir.Combinations) -> Sequence[tuple[int, ...]]:
    pool = sorted(machine.elements[type(node.pool)](machine, node.pool))
    low, high = subset_sizes(machine, node, len(pool))
    return [some for size in range(low, high + 1) for some in combinations(pool, size)]


def elements_mapped(machine: Machine, node: ir.Mapped) -> Sequence[Any]:
    return gathered(machine, node)


def elements_chosen(machine: Machine, node: ir.Chosen) -> Sequence[Any]:
    chosen = node.value if integer(machine, node.condition) else node.otherwise
    return machine.elements[type(chosen)](machine, chosen)


def elements_with_none(machine: Machine, node: ir.WithNone) -> Sequence[Any]:
    return [*machine.elements[type(node.domain)](machine, node.domain), None]


def elements_last(machine: Machine, node: ir.Last) -> Sequence[Any]:
    elements = machine.elements[type(node.domain)](machine, node.domain)
    number = integer(machine, node.number, "a number is needed here")
    if number < 0:
        machine.fail("undefined", f"there are no {number} pieces", node.number.span)
    return elements[max(len(elements) - number, 0) :]


def elements_ordered(machine: Machine, node: ir.Ordered) -> Sequence[Any]:
    return sorted(machine.elements[type(node.domain)](machine, node.domain))


MOST_KEPT = 1_000
"""Lists of sets that are longer than this are not cached."""


@lru_cache(maxsize=512)
def sub_multisets(pool: tuple[int, ...], low: int, high: int) -> tuple[tuple[int, ...], ...]:
    """The distinct sub-multisets of a sorted pool with low..high elements, by size, then lexicographically."""
    there = Counter(pool)
    if len(there) == len(pool):
        return tuple(some for size in range(low, high + 1) for some in combinations(pool, size))
    return tuple(some for size in range(low, high + 1) for some in _different(tuple(there.items()), size))


def _different(there: tuple[tuple[int, int], ...], size: int) -> Iterator[tuple[int, ...]]:
    """The distinct multisets of one size; `there` holds (element, multiplicity), ascending."""
    if size == 0:
        yield ()
        return
    for at, (element, many) in enumerate(there):
        rest = ((element, many - 1), *there[at + 1 :]) if many > 1 else there[at + 1 :]
        for others in _different(rest, size - 1):
            yield (element, *others)


@lru_cache(maxsize=4096)
def how_many_sets(pool: tuple[int, ...], low: int, high: int) -> int:
    """The number of `sub_multisets`, computed without listing them."""
    return choices.how_many_sets(Counter(pool).values(), low, high)


register(globals())
