"""The scores of many games at once, where each player's stands in a variable as it is: `highest score`, say.

    plain_scores(program)       (12, 13)        cells 12 and 13 hold the scores of the two seats
    plain_scores(program)       None            `highest chips * 5 + cash` is worked out game by game

Many games that keep a score keep it so.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from rulewright.ir import nodes as ir
from rulewright.ir.ranking import standing_of


def plain_scores(program: ir.Program) -> tuple[int, ...] | None:
    """The cells, seat by seat, that hold what `standing.scores` reads off the players; None where it is worked out."""
    best = next(iter(standing_of(program)), None)
    if best is None:
        return None
    match best.value:
        case ir.Cell(group=name, indices=(ir.Local(slot=0),)):
            group = program.layout.groups[name]
        case _:
            return None
    owners = "teams" if best.per_team else "players"
    if group.sort != "integer" or group.optional or [axis.kind for axis in group.axes] != [owners]:
        return None
    owned = program.teams if best.per_team else range(program.players)
    return tuple(group.offset + owner for owner in owned)


def from_columns(cells: array[int], width: int, columns: Sequence[int]) -> array[int]:
    """A row for each game out of the cells of all: what stands in these columns (64-bit numbers)."""
    found = array("q", bytes(8 * (len(cells) // width) * len(columns)))
    for place, column in enumerate(columns):
        found[place :: len(columns)] = array("q", cells[column::width])
    return found
