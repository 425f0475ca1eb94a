"""Every way to sit down to a game that the executors are compared at: rulebook, variant, number of players, options.

    [str(seating) for seating in seatings()]      "cinco 1", "cinco 2", ..., "cinq-o 2 target=1", ...

Each rulebook, plain and in each variant, at each number of players with its default options; and at the fewest players
once for each other value of an option that `check` looks at as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulewright import pipeline
from rulewright.checked.options import Setting
from rulewright.checked.seatings import other_tables
from rulewright.ir import nodes as ir
from rulewright.problems.problem import RulebookError
from tests.games.books import books, numbers_of_players, resolved

WITNESS = Path(__file__).parent / "witness.rulebook.yaml"
"""A rulebook that is no game."""


@dataclass(frozen=True, slots=True)
class Seating:
    """`file` is what `rulewright.load` is given."""

    name: str
    file: str
    players: int
    variant: str | None
    options: tuple[tuple[str, Setting], ...] = ()

    def __str__(self) -> str:
        told = [f"{name}={_word(value)}" for name, value in self.options]
        return " ".join(
            [self.name, str(self.players), *([f"#{self.variant}"] if self.variant else []), *told]
        )

    def program(self) -> ir.Program:
        """The game at this table."""
        return pipeline.open_book(self.file, self.players, self.variant, dict(self.options)).program


def seatings(names: Sequence[str] = (), with_options: bool = True) -> Iterator[Seating]:
    """Those of the rulebooks named, or of all."""
    for name, file in [*books().items(), ("witness", str(WITNESS))]:
        if not names or name in names:
            yield from _of_book(name, file, with_options)


@cache
def _of_book(name: str, file: str, with_options: bool) -> tuple[Seating, ...]:
    found: list[Seating] = []
    for variant in (None, *resolved(file).variants):
        plain = [
            Seating(name, file, players, variant) for players in numbers_of_players(resolved(file, variant))
        ]
        found += plain
        if with_options:
            found += _with_options(plain[0], pipeline.open_book(file, variant=variant))
    return tuple(found)


def _with_options(plain: Seating, opened: pipeline.Book) -> Iterator[Seating]:
    """The same table with each option at another value, where the rulebook can be played so."""
    for players, options in other_tables(opened.checked):
        if options and players == plain.players:
            seating = Seating(plain.name, plain.file, players, plain.variant, tuple(options.items()))
            try:
                seating.program()
            except RulebookError:  # not every value goes with every other option's default
                continue
            yield seating


def _word(value: Setting) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
