"""Every rulebook there is, bundled or for the tests alone, and every table at which it can be played.

[str(table) for table in tables()]       "cinq-o 2", "cinq-o 3", ..., "cinq-o 6 rounds", ..., "hidden-hand 4 partners"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

import rulewright as rw
from rulewright import pipeline

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
        return rw.load(self.file, players=self.players, variant=self.variant, engine=engine)


@cache
def books() -> Mapping[str, str]:
    """Name and file of every rulebook."""
    own = sorted((TESTS / "rulebooks").glob("*.rulebook.yaml"))
    files = [path for _, path, _ in pipeline.bundled()] + own
    return MappingProxyType(
        {path.name.removesuffix(".rulebook.yaml").removesuffix(".overlay.yaml"): str(path) for path in files}
    )


@cache
def tables() -> tuple[Table, ...]:
    """Each rulebook, plain and in each variant, at each number of players."""
    found: list[Table] = []
    for name, file in books().items():
        plain = pipeline.open_book(file)
        for variant in (None, *plain.resolved.variants):
            book = pipeline.open_book(file, variant=variant) if variant else plain
            found += [Table(name, file, players, variant) for players in book.rulebook.players]
    return tuple(found)
