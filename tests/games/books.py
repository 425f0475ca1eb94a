"""Every rulebook there is, bundled or for the tests alone, and every table at which it can be played.

[str(table) for table in tables()]       "cinq-o 2", "cinq-o 3", ..., "cinq-o 6 rounds", ..., "hidden-hand 4 partners"

Tests are parametrised by these tables, so every worker lists them when it collects. Only documents are read for that, and no
game is compiled (`test_books.py` compares the tables with the games). `loaded` keeps a game for all tests of a worker.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

import rulewright as rw
from rulewright.document import library, nodes
from rulewright.document.resolve import Resolved, resolve
from rulewright.problems.problem import Problems

TESTS = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Table:
    """A rulebook, a number of players and a variant. `file` is what `rw.load` is given."""

    name: str
    file: str
    players: int
    variant: str | None

    def __str__(self) -> str:
        return " ".join([self.name, str(self.players), *([self.variant] if self.variant else [])])

    def load(self, engine: str = "auto") -> rw.Game:
        return loaded(self.file, self.players, self.variant, engine)


@cache
def books() -> Mapping[str, str]:
    """Name and file of every rulebook."""
    own = sorted((TESTS / "rulebooks").glob("*.rulebook.yaml"))
    files = [path for _, path in library.bundled()] + own
    return MappingProxyType(
        {path.name.removesuffix(".rulebook.yaml").removesuffix(".overlay.yaml"): str(path) for path in files}
    )


@cache
def tables() -> tuple[Table, ...]:
    """Each rulebook, plain and in each variant, at each number of players."""
    return tuple(
        Table(name, file, players, variant)
        for name, file in books().items()
        for variant in (None, *resolved(file).variants)
        for players in numbers_of_players(resolved(file, variant))
    )


@cache
def between() -> frozenset[Table]:
    """The tables with both fewer and more players at another one of the same rulebook and variant: what holds at these two seldom fails
    here, so slow tests look at fewer positions."""
    seats: dict[tuple[str, str | None], list[int]] = {}
    for table in tables():
        seats.setdefault((table.name, table.variant), []).append(table.players)
    return frozenset(
        table
        for table in tables()
        if min(seats[table.name, table.variant]) < table.players < max(seats[table.name, table.variant])
    )


@cache
def resolved(file: str, variant: str | None = None) -> Resolved:
    """The document of a rulebook, with what it extends and a variant carried out."""
    problems = Problems()
    found = resolve(library.demand(file), library.find, problems, variant=variant)
    assert found is not None
    assert not problems.errors
    return found


def numbers_of_players(book: Resolved) -> list[int]:
    """Of `players: 2`, `players: 2..4` and `players: [2, 3, 6]`."""
    node = book.tree.get("players")
    parts = node.items if isinstance(node, nodes.Sequence) else (node,)
    return [number for part in parts for number in _numbers(part)]


def _numbers(part: nodes.Node | None) -> range:
    assert isinstance(part, nodes.Scalar)
    low, _, high = part.text.partition("..")
    return range(int(low), int(high or low) + 1)


@cache
def with_strategies() -> tuple[str, ...]:
    """The names of the rulebooks that have strategies."""
    return tuple(name for name, file in books().items() if resolved(file).tree.get("strategies"))


HIDING = frozenset(
    {
        "cinco",
        "crazy-eights",
        "crib-ino",
        "cribbage",
        "dominoes",
        "flower-beds",
        "hearts",
        "hidden-hand",
        "kuhn-poker",
        "leduc-poker",
        "liars-dice",
        "limit-holdem",
        "rock-paper-scissors",
    }
)
"""The rulebooks in which players do not see everything."""


@cache
def loaded(
    file: str, players: int | None = None, variant: str | None = None, engine: str = "auto"
) -> rw.Game:
    """`rw.load`, once for each table: for tests that play a game and leave it as it is."""
    return rw.load(file, players=players, variant=variant, engine=engine)
