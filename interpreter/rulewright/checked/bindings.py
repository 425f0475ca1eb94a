"""What the checker found out about an expression: its type, its value if that is fixed, and what its names mean.

    me.score        ->      Info(Integer(), meaning=VariableMeaning("score", (Name(me),)))

Meanings are kept beside the tree, by node, for names, attributes and calls; every other node means what it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from rulewright.expression import nodes as syntax
from rulewright.language.types import Type


class _Open:
    """The value of what is not known before the game is played."""

    def __repr__(self) -> str:
        return "OPEN"


OPEN: Final = _Open()

Fixed: TypeAlias = int | bool | tuple[int, ...] | None
"""A value known once options and players are: as at run time (ordinals for members, players from 0)."""

Open: TypeAlias = Fixed | _Open
"""A value, or OPEN."""


@dataclass(frozen=True, slots=True)
class LocalMeaning:
    """A parameter, a bound name or a `let`."""

    name: str


@dataclass(frozen=True, slots=True)
class MeMeaning:
    pass


@dataclass(frozen=True, slots=True)
class FixedMeaning:
    """A value that is known: options, members, seats, `players.count`, a kind of one piece."""


@dataclass(frozen=True, slots=True)
class VariableMeaning:
    name: str
    indices: tuple[syntax.Expression, ...]


@dataclass(frozen=True, slots=True)
class TableMeaning:
    name: str
    indices: tuple[syntax.Expression, ...]


@dataclass(frozen=True, slots=True)
class DefinitionMeaning:
    name: str
    arguments: tuple[syntax.Expression, ...]


@dataclass(frozen=True, slots=True)
class ZoneMeaning:
    """A zone, of an owner if it has one."""

    zone: str
    owner: syntax.Expression | None


@dataclass(frozen=True, slots=True)
class KindMeaning:
    kind: str


@dataclass(frozen=True, slots=True)
class PieceMeaning:
    """A piece by its attributes or number: `dice(blue)`, `cards(7)`."""

    kind: str
    keys: tuple[syntax.Expression, ...]


@dataclass(frozen=True, slots=True)
class DomainMeaning:
    """A built-in domain: `players`, `teams`, `bool`, an enum, the faces of a kind."""

    what: Literal["players", "teams", "bool", "enum", "number"]
    name: str = ""


@dataclass(frozen=True, slots=True)
class BuiltinMeaning:
    """A built-in attribute or function by name, with what it is asked of."""

    name: str
    arguments: tuple[syntax.Expression, ...]


@dataclass(frozen=True, slots=True)
class AttributeMeaning:
    """An attribute with declared values: a constant table by ordinal of the subject.

    `table` is `enum.Category.number`, `face.dice.worth` or `piece.cards.rank`.  For a face's attribute asked of a
    piece `through_face` is set.
    """

    table: str
    subject: syntax.Expression
    kind: str = ""
    through_face: bool = False


@dataclass(frozen=True, slots=True)
class ProjectionMeaning:
    """`rack.face`: the attribute of every element of a domain; `element` is asked of the bound name `it`."""

    domain: syntax.Expression
    element: syntax.Expression
    it: str


@dataclass(frozen=True, slots=True)
class BoardMeaning:
    """A board, of an owner if it has one."""

    board: str
    owner: syntax.Expression | None


@dataclass(frozen=True, slots=True)
class BoardPartMeaning:
    """`board.spaces`, `board.lines`, `board.directions`, a family of lines: all of them, as a domain."""

    what: Literal["spaces", "lines", "directions", "family"]
    board: str
    owner: syntax.Expression | None
    family: str = ""


@dataclass(frozen=True, slots=True)
class FoundMeaning:
    """`board(2, 3)`, `card.across(blue)`: a space, or a line of a family, by what it is found by."""

    board: str
    owner: syntax.Expression | None
    family: str
    keys: tuple[syntax.Expression, ...]


@dataclass(frozen=True, slots=True)
class SpaceMeaning:
    """`me.card.a1`: a space of an owner's board, by its number on one board."""

    board: str
    owner: syntax.Expression
    at: int


@dataclass(frozen=True, slots=True)
class RouteMeaning:
    """A route of an owner, as a direction."""

    board: str
    route: str
    owner: syntax.Expression | None


@dataclass(frozen=True, slots=True)
class CanMeaning:
    action: str
    player: syntax.Expression | None


Meaning: TypeAlias = (
    LocalMeaning | MeMeaning | FixedMeaning | VariableMeaning | TableMeaning | DefinitionMeaning | ZoneMeaning
    | KindMeaning | PieceMeaning | DomainMeaning | BuiltinMeaning | AttributeMeaning | ProjectionMeaning | CanMeaning
    | BoardMeaning | BoardPartMeaning | FoundMeaning | SpaceMeaning | RouteMeaning
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Info:
    """`fails`: working it out may be a rule failure. `silent`: it may be the nothing that an unrolled die shows."""

    type: Type
    value: Open = OPEN
    meaning: Meaning | None = None
    fails: bool = False
    silent: bool = False

    @property
    def fixed(self) -> bool:
        return self.value is not OPEN

    @property
    def known(self) -> Fixed:
        """The value of what is fixed."""
        assert not isinstance(self.value, _Open), "asked only of what is fixed"
        return self.value


Whose: TypeAlias = Literal["me", "partner", "other", ""] | int
"""An owner as far as it is known: a word, nothing for what has no owner, or the position of a definition's parameter."""


@dataclass(frozen=True, slots=True)
class Read:
    """Contents that were looked at: a zone, a variable or (all zones of) a kind, and whose."""

    what: Literal["zone", "variable", "kind"]
    name: str
    owner: Whose
    node: syntax.Domain
