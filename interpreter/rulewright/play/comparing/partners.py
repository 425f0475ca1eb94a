"""Partners who win and score alike have one row in a table, not one each.

seat 1 wins  30 %  22 %
seat 3 wins  30 %  22 %        ->        seats 1 and 3 win  30 %  22 %
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.play.comparing.result import Line

OF_SEATS = {"wins": "seats {} win", "score": "seats {}"}
"""Figures that each seat has, and what they are called of several."""


def rows(lines: Sequence[Line], teams: Sequence[int]) -> Iterator[Line]:
    """The lines, those of the seats of a team as one where all their figures are the same. `teams`: that of each seat."""
    known = {line.id: line for line in lines}
    told: set[str] = set()
    for line in lines:
        what, _, seat = line.id.rpartition(".")
        if line.id in told:
            continue
        if what not in OF_SEATS or not seat.isdigit():
            yield line
            continue
        partners = [number for number, team in enumerate(teams, 1) if team == teams[int(seat) - 1]]
        several = [known[f"{what}.{number}"] for number in partners]
        if len(several) > 1 and all(replace(each, id=line.id, name=line.name) == line for each in several):
            told.update(each.id for each in several)
            *others, last = map(str, partners)
            yield replace(line, name=OF_SEATS[what].format(f"{', '.join(others)} and {last}"))
        else:
            yield line
