"""The tables at which a rulebook is checked: the fewest and the most players, and each option at its other values.

What is wrong only at one of them says so: "found with `chips_each=5` and 4 players".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.checked.context import Context
from rulewright.checked.settings import Setting
from rulewright.language.types import Boolean, Enum, Integer, Optional, Type
from rulewright.problems.problem import Problem

Table = tuple[int, dict[str, Setting]]
"""Number of players and settings."""


def other_tables(c: Context) -> Iterator[Table]:
    """Tables to check besides the one a context was checked at."""
    fewest, most = c.book.players[0], c.book.players[-1]
    for players in sorted({fewest, most} - {c.players}):
        yield players, {}
    for name, (type_, value) in c.options.items():
        if not c.book.options[name].fixed:
            for other in _other_values(type_, value):
                for players in sorted({fewest, most}):
                    yield players, {name: other}


def _other_values(type_: Type, value: object) -> list[Setting]:
    """The values worth trying: all of a short list, the ends of a range."""
    match type_:
        case Boolean():
            return [not value]
        case Enum(members=members):
            return [m for i, m in enumerate(members) if i != value]
        case Integer(low=low, high=high):
            return [n for n in sorted({low, high}) if n != value]
        case Optional(of=inner):
            return [*([None] if value is not None else []), *_other_values(inner, value)]
        case _:
            return []


def found_at(problem: Problem, table: Table) -> Problem:
    """A problem that shows only at a table, saying at which."""
    players, settings = table
    at = [
        f"`{name}={'none' if v is None else str(v).lower() if isinstance(v, bool) else v}`"
        for name, v in settings.items()
    ]
    where = " and ".join([*at, f"{players} players" if players != 1 else "one player"])
    return replace(problem, help=f"found with {where}" + (f"; {problem.help}" if problem.help else ""))
