"""The tables at which a rulebook is checked: the fewest and the most players, and each option at its other values.

The message of a problem at only one of them says which one: "found with `chips_each=5` and 4 players".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.checked.bindings import OPEN
from rulewright.checked.context import Context
from rulewright.checked.options import Setting
from rulewright.document.nodes import Mapping as Tree
from rulewright.expression import nodes as syntax
from rulewright.language.literals import literal
from rulewright.language.types import Boolean, Enum, Integer, Optional, Player, Type, Unknown
from rulewright.problems import limits
from rulewright.problems.problem import Problem, Problems
from rulewright.source.dataclass import replace
from rulewright.source.text import Span

Table = tuple[int, dict[str, Setting]]
"""Number of players and settings."""


def other_tables(c: Context, checked: Mapping[int, Context] | None = None) -> Iterator[Table]:
    """Tables to check besides the one a context was checked at.

    The values of an option may depend on the number of players (`1..players.count`), so tables with other numbers of
    players come first, and the caller puts the context of each into `checked`.
    """
    fewest, most = c.book.players[0], c.book.players[-1]
    for players in sorted({fewest, most} - {c.players}):
        yield players, {}
    for name in c.options:
        for players in sorted({fewest, most}) if not c.book.options[name].fixed else ():
            there = c if checked is None else checked.get(players, c)
            type_, value = there.options.get(name, c.options[name])
            for other in _other_values(type_, value):
                yield players, {name: other}
    yield from _with_plans(c)


def _with_plans(c: Context) -> Iterator[Table]:
    """The tables at which plans of boards are used that an option's number selects: those of the ends of its range are checked anyway."""
    for look in c.book.view.boards.values() if c.book.view is not None else ():
        name = look.by.text if isinstance(look.by, syntax.Name) else ""
        type_, value = c.options.get(name, (Unknown(), 0))
        if not isinstance(type_, Integer) or c.book.options[name].fixed:
            continue
        for plan in look.plans:
            key = c.infos[plan.key].value if plan.key in c.infos else OPEN
            if type(key) is int and type_.low < key < type_.high and key != value:
                yield c.players, {name: key}


class Looks:
    """Limits the number of tables that are checked: a large rulebook with many options and variants has too many.

    Each variant gets an equal share, and a warning says how many tables were left out.
    """

    def __init__(self, whole: Tree, variants: int) -> None:
        self._whole = whole.span
        size = whole.size
        self._editions = 1 + min(variants, max(1, limits.MOST_READ // size))
        self._share = max(2, limits.MOST_LOOKED_AT // size // self._editions)
        self._left_out = 0
        self._variants_left_out = variants + 1 - self._editions

    def at_variants(self, names: Sequence[str]) -> Sequence[str]:
        """The variants to check: the first ones."""
        return names[: self._editions - 1]

    def at_tables(self, tables: Iterator[Table]) -> Iterator[Table]:
        """The tables of one variant to check: those with other numbers of players first, then options as declared."""
        return (table for number, table in enumerate(tables) if self.at_one_more(number))

    def at_one_more(self, looked: int) -> bool:
        """Whether to check one more table of a variant, after `looked` of them."""
        more = looked < self._share
        self._left_out += not more
        return more

    def tell(self, problems: Problems) -> None:
        """Add a warning if some tables were left out."""
        parts = []
        if self._variants_left_out:
            parts.append(f"{self._variants_left_out:,} of its variants")
        if self._left_out:
            parts.append(f"{self._left_out:,} tables with other options")
        if parts:
            start = Span(self._whole.source, self._whole.start, self._whole.start)
            problems.add(
                Problem(
                    "too-large",
                    f"this rulebook is too large to be checked everywhere: {' and '.join(parts)} were left out",
                    start,
                    "warning",
                    help="give `--variant` to check one of the variants at more tables"
                    if self._variants_left_out
                    else "",
                )
            )


def _other_values(type_: Type, value: object) -> list[Setting]:
    """The values to check: all of a short list, the ends of a range."""
    match type_:
        case Boolean():
            return [not value]
        case Enum(members=members):
            return [m for i, m in enumerate(members) if i != value]
        case Integer(low=low, high=high):
            return [n for n in sorted({low, high}) if n != value]
        case Player(count=count):
            return [seat for seat in (1, count) if seat - 1 != value]
        case Optional(of=inner):
            return [*([None] if value is not None else []), *_other_values(inner, value)]
        case _:
            return []


def found_at(problem: Problem, table: Table) -> Problem:
    """A problem that is found only at one table, with that table in its help."""
    players, settings = table
    at = [f"`{name}={literal(value)}`" for name, value in settings.items()]
    where = " and ".join([*at, f"{players} players" if players != 1 else "one player"])
    return replace(problem, help=f"found with {where}" + (f"; {problem.help}" if problem.help else ""))
