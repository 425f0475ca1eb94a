"""Tables of the variables of players and of teams, with a column for each of them.

                 Ann   Bob                        Ann and Cleo   Bob and Dan
    score         42    30             score              120            -15
    chips          3     5               purple 50          2              -
                                         red 20             1              -

Where each team is one player, variables of teams are listed with those of players. An amount of money is followed by
its coins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from rich.cells import cell_len

from rulewright.author.story.variables import key_names, variable_name
from rulewright.cli.table.drawing.boards import Boards, of_boards
from rulewright.cli.table.drawing.fit import Fit
from rulewright.cli.table.drawing.pieces import padded
from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group, KindLayout
from rulewright.runtime.coins import Denominations, counted

Observation = Mapping[str, Any]  # JSON: what it holds is known by the names alone
Row = tuple[str, list[str]]
"""The name of a row, and its cells."""
GAP = 4
"""Spaces between blocks of rows that are side by side."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Lays out these tables for one game. `names` are the players' names, `boards` gives the names of teams, and `value`
    formats a value of a variable."""

    program: ir.Program
    names: Sequence[str]
    width: int
    boards: Boards
    value: Callable[[object, Group], str]

    def lines(
        self,
        seen: Observation,
        groups: Sequence[Group],
        counters: Sequence[KindLayout],
        viewer: int | None = None,
        fit: Fit = Fit.WHOLE,
    ) -> list[str]:
        """Both tables, unless they are empty. `groups` are all variables in the order of the rulebook, `counters` the kinds of
        pieces that are only counted. With `Fit.OWN` there is only the viewer's column."""
        players, teams = self._of_variables(seen, groups)
        for kind in counters:
            players += self._counters(kind, seen["zones"][kind.name])
        own = viewer if fit >= Fit.OWN else None
        team = None if own is None else self.program.teams[own]
        called = [self.boards.team(team) for team in range(self._teams())]
        first = self._table(*_only(own, self.names, players), fit)
        second = self._table(*_only(team, called, teams), fit)
        return [*first, *([""] if first and second else []), *second]

    def owns(self, group: Group) -> bool:
        """Whether a variable is a row of these tables."""
        return bool(group.axes) and group.axes[0].kind in ("players", "teams") and not of_boards(group)

    # ------------------------------------------------------------------------------------------------- rows

    def _of_variables(self, seen: Observation, groups: Sequence[Group]) -> tuple[list[Row], list[Row]]:
        players: list[Row] = []
        teams: list[Row] = []
        for group in groups:
            if not self.owns(group):
                continue
            value, name = seen["variables"][group.name], variable_name(self.program, group.name)
            if group.axes[0].kind == "players":
                players += self._rows(name, value, group)
            elif self._teams() == self.program.players:
                players += self._rows(name, [value[team] for team in self.program.teams], group)
            else:
                teams += self._rows(name, value, group)
        return players, teams

    def _teams(self) -> int:
        return max(self.program.teams) + 1

    def _rows(self, name: str, value: Any, group: Group) -> list[Row]:
        """One row for a plain variable, one for each index of a variable with further indices."""
        if value and isinstance(value[0], dict) and not value[0].get("hidden"):
            labels = key_names(self.program, group)
            return [
                row
                for key in value[0]
                for row in self._rows(
                    labels.get(str(key), f"{name} {key}"), [item[key] for item in value], group
                )
            ]
        if value and isinstance(value[0], list):
            return [
                row
                for number in range(len(value[0]))
                for row in self._rows(f"{name} {number + 1}", [item[number] for item in value], group)
            ]
        return [(name, [self.value(item, group) for item in value]), *self._coins(value, group)]

    def _coins(self, values: Sequence[object], group: Group) -> list[Row]:
        """Rows with the coins of each denomination that somebody has."""
        denominations = self.program.labels.denominations.get(group.name, ())
        if not denominations:
            return []
        names = [f"  {name} {worth}" if name else f"  of {worth}" for name, worth in denominations]
        held = [_held(value, denominations) for value in values]
        rows = list(zip([*names, "  left over"], zip(*held, strict=True), strict=True))
        return [
            (name, [str(many or "-") for many in row])
            for name, row in rows
            if any(isinstance(many, int) and many for many in row)
        ]

    def _counters(self, kind: KindLayout, zones: Observation) -> list[Row]:
        by_zone: dict[str, list[str]] = {}
        for code, place in enumerate(kind.places):
            its_own = place.owner is not None and not place.owner_is_team
            if its_own and place.zone not in self.program.layout.boards:
                contents = zones[self.program.labels.places[kind.name][code][0]]
                label = self.program.labels.places[kind.name][code][1]
                by_zone.setdefault(label, []).append(str(contents["count"]))
        return list(by_zone.items())

    # ----------------------------------------------------------------------------------------------- a table

    def _table(self, heads: Sequence[str], rows: Sequence[Row], fit: Fit) -> list[str]:
        if not rows:
            return []
        left = max(cell_len(name) for name, _ in rows) + 2
        widths = [
            max(cell_len(head), *(cell_len(values[column]) for _, values in rows)) + 3
            for column, head in enumerate(heads)
        ]
        groups = _side_by_side(widths, self.width - left)
        if fit >= Fit.BLOCKS and len(groups) == 1:
            blocks = _blocks(rows, (self.width + GAP) // (left + sum(widths) + GAP))
            drawn = [_drawn(heads, block, left, widths, groups[0]) for block in blocks]
            return [(" " * GAP).join(parts).rstrip() for parts in zip_longest(*drawn, fillvalue="")]
        lines: list[str] = []
        for columns in groups:
            lines += [""] if lines else []
            lines += _drawn(heads, rows, left, widths, columns)
        return lines


def _drawn(
    heads: Sequence[str], rows: Sequence[Row], left: int, widths: Sequence[int], columns: Sequence[int]
) -> list[str]:
    """Rows under their heads, all of the same width."""
    return [
        padded(name, left) + "".join(padded(values[column], widths[column], right=True) for column in columns)
        for name, values in ([("", heads)] if any(heads) else []) + list(rows)
    ]


def _blocks(rows: Sequence[Row], most: int) -> list[Sequence[Row]]:
    """Rows in `most` blocks of equal height or fewer, to be read one block after the other."""
    height = -(-len(rows) // max(most, 1))
    return [rows[start : start + height] for start in range(0, len(rows), height)]


def _only(
    column: int | None, heads: Sequence[str], rows: Sequence[Row]
) -> tuple[Sequence[str], Sequence[Row]]:
    """The heads and rows of a table, reduced to one column without a head if one is given."""
    if column is None:
        return heads, rows
    return [""], [(name, [values[column]]) for name, values in rows]


def _held(value: object, denominations: Denominations) -> tuple[int | str, ...]:
    """The number of coins of each denomination, and the rest; `?` for a hidden amount."""
    if isinstance(value, int):
        counts, left = counted(value, denominations)
        return *counts, left
    return ("?" if isinstance(value, dict) else 0,) * (len(denominations) + 1)


def _side_by_side(widths: Sequence[int], width: int) -> list[list[int]]:
    """The columns of a table in groups that fit side by side."""
    groups: list[list[int]] = [[]]
    for column, needed in enumerate(widths):
        if groups[-1] and sum(widths[known] for known in groups[-1]) + needed > width:
            groups.append([])
        groups[-1].append(column)
    return groups


def _plain(name: str) -> str:
    return name.replace("_", " ")
