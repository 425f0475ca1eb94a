"""What a rulebook can say, as frozen nodes: every short form expanded, every expression parsed, no name bound.

    rolled_once: pot > 0      ->      Condition(id="rolled_once", path="phases.turn.actions.hold.when.rolled_once",
                                                holds=Compare(">", ...), says=None, ...)

Every named entry is an `Entry`: its id, its path (by which overlays reach it), the words people see, and the
place of its name.  Mappings keep the order in which they were written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.language.effects import BY_CLASS, Verb
from rulewright.source.text import Span


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """Words with `<expression>` placeholders: plain strings and expressions in turn."""

    parts: tuple[str | syntax.Expression, ...]
    span: Span = field(repr=False)

    @property
    def plain(self) -> str:
        """The words as written, placeholders in angle brackets."""
        return "".join(p if isinstance(p, str) else f"<{p.span.text}>" for p in self.parts)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Entry:
    """What every named entry has. `span` is the place of its name, `whole` that of its value."""

    id: str
    path: str
    label: Text | None = None
    about: Text | None = None
    span: Span = field(repr=False)
    whole: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Parameter:
    """`name: DOMAIN` in `of` and `choose`."""

    name: str
    domain: syntax.Domain
    span: Span = field(repr=False)


# ------------------------------------------------------------------------------------------ declarations


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Choice:
    """A value of a `one_of` option, with the words for it."""

    id: str
    text: Text | None
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Option(Entry):
    """`type` or `one_of` is given; `value` is what stands in `default` or `fixed`."""

    type: syntax.Domain | None
    one_of: tuple[Choice, ...]
    value: syntax.Expression
    fixed: bool


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Member:
    """A member of an enum or a named face; `values` are its attributes, each a constant expression."""

    id: str
    label: Text | None
    values: dict[str, syntax.Expression]
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Enum(Entry):
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Kind(Entry):
    """A kind of pieces. `faces` is a domain (`1..6`), named faces, or nothing; `of` is players or teams; `filter` is what
    stands under `if`: which combinations of `one_per` there are."""

    count: syntax.Expression | None
    one_per: tuple[Parameter, ...]
    filter: syntax.Expression | None
    of: syntax.Expression | None
    faces: syntax.Domain | tuple[Member, ...] | None
    sides: dict[str, syntax.Expression]
    plural: Text | None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Side:
    """The rows or columns of a grid: how many, or a coordinate with a name and a domain."""

    count: syntax.Expression | None
    coordinate: Parameter | None
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Grid:
    rows: Side
    columns: Side


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sided:
    """A shape, by its name, of which only the number of spaces along a side is written."""

    shape: str
    side: syntax.Expression


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Track:
    """How many spaces, or the numbers, ranges of numbers and ids of them in order."""

    count: syntax.Expression | None
    listed: tuple[SpaceName, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Graph:
    spaces: tuple[SpaceName, ...]
    links: tuple[tuple[SpaceName, ...], ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Unbounded:
    """A table without an edge, laid with square pieces."""

    span: Span = field(repr=False)


Shape: TypeAlias = Grid | Sided | Track | Graph | Unbounded


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SpaceName:
    """A space (or a range of numbered ones, `1..24`) as a list in the rulebook writes it."""

    text: str
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Numbering:
    along: syntax.Expression
    start: SpaceName | None
    towards: syntax.Expression | None
    turning: syntax.Expression | None
    first: syntax.Expression | None
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Family(Entry):
    """A family of lines: by `length` (and `over_gaps`), `by` an attribute, or `listed`."""

    length: syntax.Expression | None
    over_gaps: syntax.Expression | None
    by: syntax.Name | None
    listed: tuple[tuple[SpaceName, ...], ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Route(Entry):
    """Spaces in the order in which a route goes through them; with `of`, by owner: (owner's name, spaces)."""

    of: syntax.Expression | None
    closed: bool
    spaces: tuple[tuple[str, tuple[SpaceName, ...]], ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Board(Entry):
    shape: Shape
    per: syntax.Domain | None
    holds: syntax.Name | None
    size: syntax.Expression | Literal["any"] | None
    without: tuple[SpaceName, ...]
    number: Numbering | None
    directions: Literal["orthogonal", "diagonal", "all"]
    attributes: dict[str, syntax.Expression]
    lines: dict[str, Family]
    routes: dict[str, Route]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Zone(Entry):
    holds: syntax.Name
    per: syntax.Domain | None
    start: Literal["all", "rest"] | syntax.Expression | None
    size: syntax.Expression | None
    order: Literal["none", "shuffled", "kept"]
    seen_by: Literal["all", "owner", "team", "nobody"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Denomination:
    """A coin, a note or a chip: its name, empty where only amounts are listed, and what it is worth."""

    name: str
    worth: syntax.Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Variable(Entry):
    """With `denominations`, it is money."""

    type: syntax.Domain
    per: tuple[syntax.Domain, ...]
    start: syntax.Expression | None
    lasts: Literal["game", "round", "turn"]
    seen_by: Literal["all", "owner", "team", "nobody"]
    denominations: tuple[Denomination, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TableRow:
    key: syntax.Row
    values: tuple[syntax.Expression, ...]
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Table(Entry):
    """`of` has one or two domains; with two a row lists a value for each element of the second."""

    of: tuple[Parameter, ...]
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Case(Entry):
    """A case of a definition: `when` is None under `by`, where the id is the value (as `key`)."""

    key: syntax.Expression
    when: syntax.Expression | None
    is_: syntax.Expression


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SumLine(Entry):
    is_: syntax.Expression


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Cases:
    by: syntax.Expression | None
    cases: tuple[Case, ...]
    otherwise: syntax.Expression | None
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SumOf:
    lines: tuple[SumLine, ...]
    span: Span = field(repr=False)


Body: TypeAlias = syntax.Expression | Cases | SumOf


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Definition(Entry):
    parameters: tuple[Parameter, ...]
    body: Body


# ----------------------------------------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Effect:
    """An effect; a verb that `language.effects` does not describe is an error when its class is made."""

    verb: ClassVar[Verb]
    span: Span = field(repr=False)

    def __init_subclass__(cls) -> None:
        cls.verb = BY_CLASS[cls.__name__]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Roll(Effect):
    pieces: syntax.Expression


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Return(Effect):
    pieces: syntax.Expression


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Shuffle(Effect):
    zone: syntax.Expression


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Remove(Effect):
    piece: syntax.Expression


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Move(Effect):
    moved: syntax.Moved
    to: syntax.Expression
    source: syntax.Expression | None
    of: syntax.Expression | None
    turned: syntax.Expression | None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Place(Effect):
    kind: syntax.Name
    to: syntax.Expression
    of: syntax.Expression | None
    turned: syntax.Expression | None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Set(Effect):
    place: syntax.Expression
    value: syntax.Expression


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Add(Effect):
    amount: syntax.Expression
    place: syntax.Expression


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Pay(Effect):
    amount: syntax.Expression
    source: syntax.Expression
    to: syntax.Expression


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Swap(Effect):
    one: syntax.Expression
    other: syntax.Expression


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Let(Effect):
    name: syntax.Name
    value: syntax.Expression


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class If(Effect):
    condition: syntax.Expression
    do: tuple[AnyEffect, ...]
    else_: tuple[AnyEffect, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class For(Effect):
    clause: syntax.Clause
    do: tuple[AnyEffect, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Pick(Effect):
    """One uniformly random element of the clause's domain; `else_` if there is none."""

    clause: syntax.Clause
    do: tuple[AnyEffect, ...]
    else_: tuple[AnyEffect, ...]
    path: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class EffectCase:
    key: syntax.Expression
    do: tuple[AnyEffect, ...]
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class By(Effect):
    """`by: E` with `cases`: the effects listed for the value; none if the value is not listed."""

    subject: syntax.Expression
    cases: tuple[EffectCase, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TurnOf(Effect):
    player: syntax.Expression


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Go(Effect):
    phase: str
    phase_span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class EndTurn(Effect):
    pass


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ExtraTurn(Effect):
    pass


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RunStep(Effect):
    """`cover(those)` or `refill`."""

    step: str
    arguments: tuple[syntax.Expression, ...]
    step_span: Span = field(repr=False)


Plain: TypeAlias = (
    Roll | Return | Shuffle | Remove | Move | Place | Set | Add | Pay | Swap | Let | TurnOf | Go | EndTurn | ExtraTurn | RunStep
)  # fmt: skip
"""Effects without effects inside."""
AnyEffect: TypeAlias = Plain | If | For | Pick | By
Effects: TypeAlias = tuple[AnyEffect, ...]


# -------------------------------------------------------------------------------------------------- rules


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Condition(Entry):
    holds: syntax.Expression
    says: Text | None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LetEntry:
    name: str
    value: syntax.Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Action(Entry):
    choose: tuple[Parameter, ...]
    let: tuple[LetEntry, ...]
    when: tuple[Condition, ...]
    do: Effects
    says: Text | None
    secret: bool


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ActionName:
    """An action named in `after:`."""

    id: str
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Trigger(Entry):
    after: tuple[ActionName, ...]
    when: syntax.Expression | None
    do: Effects


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Phase(Entry):
    """With `automatic` (not None) a phase nobody acts in; otherwise actions and triggers."""

    actions: dict[str, Action]
    triggers: dict[str, Trigger]
    automatic: Effects | None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Step(Entry):
    parameters: tuple[Parameter, ...]
    do: Effects


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Wins:
    """`{wins: X}`."""

    who: syntax.Expression
    span: Span = field(repr=False)


Outcome: TypeAlias = syntax.Outcome | Wins


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class End(Entry):
    after: tuple[ActionName, ...]
    at: Literal["action", "turn", "round"]
    when: syntax.Expression | None
    result: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Turns:
    first: syntax.Expression | None = None
    next: syntax.Expression | None = None
    phase: ActionName | None = None
    begin: Effects = ()
    end: Effects = ()
    round_end: Effects = ()
    round_first: syntax.Expression | None = None
    about: Text | None = None
    span: Span | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Preference:
    """How much an action is worth to whoever follows a strategy."""

    action: ActionName
    value: syntax.Expression
    path: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Strategy(Entry):
    """A way to play."""

    preferences: tuple[Preference, ...]


# ----------------------------------------------------------------------------------------------- examples


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Given:
    """A place and what stands there at the start; the value is read once the place's type is known."""

    place: syntax.Expression
    value: document.Node


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Move_:
    """A move as typed, and where."""

    text: str
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PlayStep:
    """One step of an example: exactly one of `do`, `allowed`, `refused`, `choices`, or only chance.

    `rolled` and `drawn` are left as written: {kind: values} where values is a list (or, for pieces that can
    be told apart, a mapping of piece to value).
    """

    do: tuple[Move_, ...] = ()
    allowed: Move_ | None = None
    refused: Move_ | None = None
    because: ActionName | None = None
    choices: syntax.Expression | None = None
    of: Move_ | None = None
    rolled: document.Mapping | None = None
    drawn: document.Mapping | None = None
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Example(Entry):
    players: int | None
    players_span: Span | None
    options: dict[str, document.Scalar]
    variant: str | None
    given: tuple[Given, ...]
    play: tuple[PlayStep, ...]
    expect: tuple[syntax.Expression, ...]
    inherited: bool
    """Stands in a parent of the rulebook that is tested, not in the rulebook itself."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class VariantInfo(Entry):
    """A variant by name; its changes are an overlay, applied before these nodes are made."""

    title: Text | None


# ----------------------------------------------------------------------------------------------- the book


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Utility:
    """The points that each player gets in the end, and what all get together if that is declared."""

    points: tuple[Outcome, ...]
    sum: syntax.Expression | None
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Rulebook:
    name: str
    title: str
    about: Text | None
    players: tuple[int, ...]
    """The numbers of players it can be played by, ascending."""
    players_span: Span = field(repr=False)
    seats: tuple[ActionName, ...]
    team_count: syntax.Expression | None
    options: dict[str, Option]
    enums: dict[str, Enum]
    kinds: dict[str, Kind]
    boards: dict[str, Board]
    zones: dict[str, Zone]
    variables: dict[str, Variable]
    tables: dict[str, Table]
    definitions: dict[str, Definition]
    turns: Turns
    setup: Effects
    phases: dict[str, Phase]
    steps: dict[str, Step]
    ends: dict[str, End]
    standing: tuple[Outcome, ...]
    utility: Utility | None
    invariants: dict[str, Condition]
    examples: dict[str, Example]
    strategies: dict[str, Strategy]
    variants: dict[str, VariantInfo]
    variant: str | None
    """The variant these nodes were made with."""
    span: Span = field(repr=False)
