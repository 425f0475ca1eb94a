"""The types of the language: everything is finite, and every integer has a range.

A type with a single value is a constant (`Integer(5, 5)`), which is how options, the number of players and
whatever is worked out from them fold away once they are known: the checker runs with both known.

At run time every value is an int, a bool, None or (for sets) a sorted tuple of ints: players, teams, enum
members and named faces are ordinals from 0; pieces are numbers of their kind (see `ir.layout`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

LOWEST = -(2**31) + 1
HIGHEST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Integer:
    low: int = LOWEST
    high: int = HIGHEST

    def __str__(self) -> str:
        if (self.low, self.high) == (LOWEST, HIGHEST):
            return "a number"
        return str(self.low) if self.low == self.high else f"a number in {self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class Boolean:
    known: bool | None = None

    def __str__(self) -> str:
        return "a condition" if self.known is None else str(self.known).lower()


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum, or an option with `one_of` (its name is then the option's)."""

    name: str
    members: tuple[str, ...]
    known: int | None = None

    def __str__(self) -> str:
        return f"a {self.name}" if self.known is None else self.members[self.known]


@dataclass(frozen=True, slots=True)
class Player:
    count: int
    known: int | None = None

    def __str__(self) -> str:
        return "a player" if self.known is None else f"seat({self.known + 1})"


@dataclass(frozen=True, slots=True)
class Team:
    count: int
    known: int | None = None

    def __str__(self) -> str:
        return "a team" if self.known is None else f"team({self.known + 1})"


@dataclass(frozen=True, slots=True)
class Piece:
    kind: str

    def __str__(self) -> str:
        return f"a piece of {self.kind}"


@dataclass(frozen=True, slots=True)
class Face:
    """A named face of a kind (numbered faces are integers)."""

    kind: str
    members: tuple[str, ...]
    known: int | None = None

    def __str__(self) -> str:
        return f"a face of {self.kind}" if self.known is None else self.members[self.known]


@dataclass(frozen=True, slots=True)
class Nothing:
    """The type of `none`."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class Optional:
    of: Value

    def __str__(self) -> str:
        return f"{self.of} or none"


@dataclass(frozen=True, slots=True)
class Several:
    """A domain, a set or a row of values: up to `most` of them."""

    of: Value
    most: int
    least: int = 0

    def __str__(self) -> str:
        words = {Player: "players", Team: "teams", Boolean: "conditions", Integer: "numbers"}
        if isinstance(self.of, Piece):
            return f"some of {self.of.kind}"
        if isinstance(self.of, Enum):
            return f"some of {self.of.name}"
        return words.get(type(self.of), f"several of {self.of}")


@dataclass(frozen=True, slots=True)
class Zone:
    """A place that holds pieces of a kind."""

    zone: str
    kind: str

    def __str__(self) -> str:
        return f"the zone {self.zone}"


@dataclass(frozen=True, slots=True)
class Kind:
    kind: str

    def __str__(self) -> str:
        return f"the kind {self.kind}"


@dataclass(frozen=True, slots=True)
class Unknown:
    """What a mistake leaves behind; it fits everything, so one mistake is reported once."""

    def __str__(self) -> str:
        return "something unknown"


Value: TypeAlias = Integer | Boolean | Enum | Player | Team | Piece | Face | Nothing | Optional | Several
Type: TypeAlias = Value | Zone | Kind | Unknown
