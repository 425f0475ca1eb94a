"""The figures of a simulation, as plain data that can go from one process to another.

    Figure(file, Range(17, 8, 17, 12), 16, 27, "condition", "phases.turn.actions.roll.when.once", no=40, yes=80)

A figure belongs to a place in a text, and is out of date when a line of its rule has changed since.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rulewright.editor.ranges import Range


@dataclass(frozen=True, slots=True)
class Figure:
    """How often a place was false and true, or came up (`yes` alone). `first` to `last` are the lines of its rule, from 0. `missing`: why
    it counts as never used, empty if it was used; `why`: what led to that, in sentences."""

    file: str
    range: Range
    first: int
    last: int
    sort: str
    name: str
    no: int
    yes: int
    missing: str = ""
    why: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The figure in a few words; empty for one that says nothing."""
        asked = self.no + self.yes
        match self.sort:
            case "action":
                return f"taken {times(self.yes)}" if self.yes else ""
            case "step" | "rule":
                return f"ran {times(self.yes)}" if self.yes else ""
            case "trigger":
                return f"fired {times(self.yes)}" if self.yes else ""
            case "end":
                return f"held {times(self.yes)}" if self.yes else ""
            case "condition":
                return f"refused {share(self.no, asked)}" if self.no and self.yes else ""
            case "if" | "case":
                return f"true {share(self.yes, asked)}" if self.no and self.yes else ""
            case _:
                return ""


@dataclass(frozen=True, slots=True)
class Measured:
    """A simulation: how many games were played and asked for, their results in a line and in tables, the figures, and the texts that
    they belong to, by file. `problem`: why no game was played."""

    games: int = 0
    wanted: int = 0
    players: int = 0
    summary: str = ""
    tables: str = ""
    figures: tuple[Figure, ...] = ()
    texts: Mapping[str, str] | None = None
    problem: str = ""

    def to_json(self) -> dict[str, Any]:  # Any: plain data
        """Plain data."""
        return asdict(self)


def measured(data: dict[str, Any]) -> Measured:  # Any: what a process of our own wrote
    """A simulation from its plain data."""
    figures = tuple(
        Figure(**{**each, "range": Range(**each["range"]), "why": tuple(each["why"])})
        for each in data["figures"]
    )
    return Measured(**{**data, "figures": figures})


def times(many: int) -> str:
    """A number of times, in words."""
    return "once" if many == 1 else f"{many:,} times"


def share(part: int, of: int) -> str:
    """A share as a percentage, in which only what never happens is 0 and only what always happens is 100."""
    percent = 100 * part / of
    if 0 < percent < 1:
        return "less than 1 %"
    if 99 < percent < 100:
        return "more than 99 %"
    return f"{percent:.0f} %"
