"""The types of the language: everything is finite, and every integer has a range.

Options and the number of players are known when the checker runs, so an expression of them is a constant:
its value is kept next to its type (`checked.bindings.Info.value`), and ranges are as narrow as these values allow.

At run time every value is an int, a bool, None or (for sets) a sorted tuple of ints: players, teams, enum
members and named faces are ordinals from 0; pieces are numbers of their kind (see `ir.layout`); spaces and lines are
numbers of their board, directions numbers of `language.directions`.
"""

from __future__ import annotations

from typing import TypeAlias

from rulewright.source.dataclass import dataclass

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
    def __str__(self) -> str:
        return "a condition"


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum, or an option with `one_of` (its name is then the option's)."""

    name: str
    members: tuple[str, ...]

    def __str__(self) -> str:
        return f"a {self.name}"


@dataclass(frozen=True, slots=True)
class Player:
    count: int

    def __str__(self) -> str:
        return "a player"


@dataclass(frozen=True, slots=True)
class Team:
    count: int

    def __str__(self) -> str:
        return "a team"


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

    def __str__(self) -> str:
        return f"a face of {self.kind}"


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a board; `count` is the number of spaces, all owners' boards together."""

    board: str
    count: int

    def __str__(self) -> str:
        return f"a space of {self.board}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a board: `first..first+count-1` are the family's among all lines of the board."""

    board: str
    family: str
    first: int
    count: int

    def __str__(self) -> str:
        return f"a line of {self.board}"


@dataclass(frozen=True, slots=True)
class Way:
    """A direction, or a route of a board."""

    count: int

    def __str__(self) -> str:
        return "a direction"


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a piece with sides: four to a piece, by the direction it has while the piece is not turned."""

    kind: str
    count: int

    def __str__(self) -> str:
        return f"a side of {self.kind}"


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
        if isinstance(self.of, Space):
            return f"spaces of {self.of.board}"
        if isinstance(self.of, Side):
            return f"sides of {self.of.kind}"
        if isinstance(self.of, Line):
            return f"lines of {self.of.board}"
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
class Board:
    """A board: no value itself, but it has spaces, lines and pieces as attributes."""

    board: str
    kind: str
    """The kind of pieces on it; empty if there is none."""

    def __str__(self) -> str:
        return f"the board {self.board}"


@dataclass(frozen=True, slots=True)
class Unknown:
    """The type of an expression with a mistake; it fits everything, so one mistake is reported once."""

    def __str__(self) -> str:
        return "something unknown"


Value: TypeAlias = (
    Integer
    | Boolean
    | Enum
    | Player
    | Team
    | Piece
    | Face
    | Space
    | Line
    | Way
    | Side
    | Nothing
    | Optional
    | Several
)
Type: TypeAlias = Value | Zone | Kind | Board | Unknown
