"""What the checker found out about an expression: its type, its value if that is fixed, and what its names mean.

    me.score        ->      Info(Integer(), meaning=VariableMeaning("score", (Name(me),)))

Meanings are kept in tables next to the tree, by node: of names, attributes and calls. Every other node needs none.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from rulewright.expression import nodes as syntax
from rulewright.language.types import Type
from rulewright.source.dataclass import dataclass


class _Open:
    """The type of `OPEN`, the value of an expression that is not known before the game is played."""

    def __repr__(self) -> str:
        return "OPEN"


OPEN: Final = _Open()

Fixed: TypeAlias = int | bool | tuple[int, ...] | None
"""A value that is known once options and players are, in the form of run time: ordinals for members, players from 0."""

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
    """A constant: an option, a member, a seat, `players.count`, a kind of one piece."""


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
    """A built-in attribute or function by name, with its subject or its arguments."""

    name: str
    arguments: tuple[syntax.Expression, ...]


@dataclass(frozen=True, slots=True)
class AttributeMeaning:
    """An attribute with declared values: a constant table by ordinal of the subject.

    `table` is `enum.Category.number`, `face.dice.worth` or `piece.cards.rank`.  `through_face`: the subject is a piece,
    and the attribute belongs to the face that it shows.
    """

    table: str
    subject: syntax.Expression
    kind: str = ""
    through_face: bool = False


@dataclass(frozen=True, slots=True)
class ProjectionMeaning:
    """`rack.face`: the attribute of every element of a domain; `element` is that attribute of the bound name `it`."""

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
    """`board(2, 3)`, `card.across(blue)`: a space, or a line of a family, by its coordinates or its key."""

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


@dataclass(frozen=True, slots=True)
class TimesMeaning:
    position: str


@dataclass(frozen=True, slots=True)
class AfterMeaning:
    """What is asked after a step."""

    step: str
    arguments: tuple[syntax.Expression, ...]
    value: syntax.Expression


Meaning: TypeAlias = (
    LocalMeaning | MeMeaning | FixedMeaning | VariableMeaning | TableMeaning | DefinitionMeaning | ZoneMeaning
    | KindMeaning | PieceMeaning | DomainMeaning | BuiltinMeaning | AttributeMeaning | ProjectionMeaning | CanMeaning
    | BoardMeaning | TimesMeaning | AfterMeaning | BoardPartMeaning | FoundMeaning | SpaceMeaning | RouteMeaning
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Info:
    """What is known about an expression.

    `fails`: evaluating it may be a rule failure. `silent`: its value may be that of a die that was not rolled, nothing.
    `narrowed`: only a test shows that it, or what its value comes from, is not none. `promised`: the path of the invariant that says so,
    which is checked where the value is used.
    """

    type: Type
    value: Open = OPEN
    meaning: Meaning | None = None
    fails: bool = False
    silent: bool = False
    narrowed: bool = False
    promised: str = ""

    @property
    def fixed(self) -> bool:
        return self.value is not OPEN

    @property
    def known(self) -> Fixed:
        """The value of an expression that is fixed."""
        assert not isinstance(self.value, _Open), "the value is not known"
        return self.value


Whose: TypeAlias = Literal["me", "partner", "other", ""] | int
"""An owner as far as it is known: a word, the empty text where there is no owner, or the position of a definition's parameter."""


@dataclass(frozen=True, slots=True)
class Read:
    """A read of the contents of a zone, of a variable or of all zones of a kind, and whose they are; or of a noted position."""

    what: Literal["zone", "variable", "kind", "position"]
    name: str
    owner: Whose
    node: syntax.Domain
