"""Facts about declarations that are fixed once options and players are known: plain data, made by `declarations` and `boards`."""

from __future__ import annotations

from math import prod
from typing import Literal, TypeAlias

from rulewright.checked.bindings import Fixed, Info, Read
from rulewright.expression import nodes as syntax
from rulewright.language.types import Value
from rulewright.source.dataclass import dataclass

Owners: TypeAlias = Literal["", "players", "teams"]
"""Whose a zone or the pieces of a kind are: nobody's, each player's or each team's."""


@dataclass(frozen=True, slots=True)
class StepFacts:
    """`written`: the variables, and `#pieces`, that it writes; `reads`: what it looks at."""

    uses_me: bool
    written: frozenset[str]
    reads: tuple[Read, ...]


@dataclass(frozen=True, slots=True)
class Attributes:
    """Declared attributes: name -> (type of the value, value by ordinal)."""

    table: dict[str, tuple[Value, tuple[Fixed, ...]]]


@dataclass(frozen=True, slots=True)
class KindFacts:
    """The facts about a kind of pieces.

    `pieces` counts those of all owners together (of an unlimited kind: the most there is room for); `lows` is the
    number of the first face, one for all pieces or one each, and None for named faces.
    """

    name: str
    identical: bool
    unlimited: bool
    """Whether there are as many as needed: pieces are placed and removed, and nowhere when they are not in play."""
    pieces: int
    owners: int
    owned_by: Owners
    attributes: Attributes
    one_per: tuple[tuple[str, Value, tuple[Fixed, ...]], ...]
    """(name, type, values of the domain) of each coordinate."""
    faces: int
    lows: tuple[int, ...] | None
    face_names: tuple[str, ...]
    face_attributes: Attributes
    sides: Attributes | None = None
    """Attributes of the four sides of each piece, by `4 * piece + quarter turns of the side from north`."""

    @property
    def leaves_out(self) -> bool:
        """Whether there is no piece for some combinations of `one_per`."""
        return self.pieces // self.owners < prod(len(values) for _, _, values in self.one_per)

    @property
    def single(self) -> bool:
        return self.pieces == 1 and not self.one_per and not self.owned_by and not self.unlimited


@dataclass(frozen=True, slots=True)
class AxisFacts:
    """One axis of a variable, table or definition that is indexed: the type and its fixed values in order."""

    type: Value
    values: tuple[Fixed, ...]


@dataclass(frozen=True, slots=True)
class VariableFacts:
    type: Value
    axes: tuple[AxisFacts, ...]


@dataclass(frozen=True, slots=True)
class ZoneFacts:
    kind: str
    owner: Owners
    size: int


@dataclass(frozen=True, slots=True)
class TableFacts:
    """Values row by row over the axes; `rows` has, for each value of the first axis, the row of the file that gives it."""

    type: Value
    axes: tuple[AxisFacts, ...]
    values: tuple[Fixed, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PositionFacts:
    """A position that is noted. `whose`: it depends on whose turn it is; `fails`: a part of it may be undefined."""

    most: int
    whose: bool
    fails: bool


@dataclass(frozen=True, slots=True)
class DefinitionFacts:
    parameters: tuple[tuple[str, Value], ...]
    info: Info
    reads: tuple[Read, ...]
    names: frozenset[str]
    """Variables and `#pieces` that it depends on, through other definitions too."""
    uses_me: bool


@dataclass(frozen=True, slots=True)
class Promise:
    """An invariant, by its path, says of each element of a domain, by this name, that an expression is not none."""

    path: str
    value: syntax.Expression
    name: str
    domain: syntax.Expression
