"""The facts of a board once options and players are known; `boards` makes them."""

from __future__ import annotations

from rulewright.checked.bindings import Fixed
from rulewright.checked.boards.geometry import Geometry
from rulewright.checked.facts import Attributes, Owners
from rulewright.language.types import Line, Value
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class FamilyFacts:
    """A family of lines. `first` is the number of its first line among all lines of one owner's board; `key` is the type
    by which `card.across(blue)` finds a line."""

    name: str
    first: int
    lines: tuple[tuple[int, ...], ...]
    key: Value | None
    keys: tuple[Fixed, ...]
    names: tuple[str, ...]
    declared: bool


@dataclass(frozen=True, slots=True)
class RouteFacts:
    """A route of an owner: its number among all directions, and the spaces in order."""

    name: str
    owned: bool
    ways: tuple[int, ...]
    """The direction's number, by owner."""
    spaces: tuple[tuple[int, ...], ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """`size` is how many pieces a space takes; coordinates, attributes and names are those of one owner's board."""

    name: str
    kind: str
    owner: Owners
    owners: int
    size: int
    geometry: Geometry
    coordinates: tuple[tuple[str, Value, tuple[Fixed, ...]], ...]
    """(name, type, value by space) of each coordinate by which `board(...)` finds a space."""
    attributes: Attributes
    families: dict[str, FamilyFacts]
    routes: dict[str, RouteFacts]
    names: tuple[str, ...]

    @property
    def unbounded(self) -> bool:
        return self.geometry.shape == "unbounded"

    @property
    def all_ways(self) -> frozenset[int]:
        """The numbers of its directions and routes."""
        return frozenset(self.geometry.ways).union(*(route.ways for route in self.routes.values()))

    @property
    def spaces(self) -> int:
        return self.geometry.size * self.owners

    @property
    def lines(self) -> int:
        """How many lines one owner's board has, rows and columns included."""
        return sum(len(family.lines) for family in self.families.values())

    @property
    def declared_lines(self) -> int:
        return sum(len(family.lines) for family in self.families.values() if family.declared)

    def number_of(self, name: str) -> int | None:
        """The number of a space on one owner's board; None if there is no such name."""
        return self.names.index(name) if name in self.names else None

    def line_type(self, family: str = "") -> Line:
        if self.owners > 1 or not family:
            return Line(self.name, "", 0, self.lines * self.owners)
        found = self.families[family]
        return Line(self.name, family, found.first, len(found.lines))

    def all_lines(self) -> tuple[tuple[int, ...], ...]:
        """The spaces of every line of every owner's board."""
        own = [line for family in self.families.values() for line in family.lines]
        return tuple(
            tuple(space + owner * self.geometry.size for space in line)
            for owner in range(self.owners)
            for line in own
        )

    def line_names(self) -> tuple[str, ...]:
        """The names of the lines of one owner's board: `across blue`, and `d` for a column."""
        return tuple(
            f"{family.name} {name}" if family.declared else name
            for family in self.families.values()
            for name in family.names
        )
