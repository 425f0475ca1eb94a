"""The nodes of a rulebook, frozen: every short form expanded, every expression parsed, no name bound.

    rolled_once: pot > 0      ->      Condition(id="rolled_once", path="phases.turn.actions.hold.when.rolled_once",
                                                holds=Compare(">", ...), says=None, ...)

Every named entry is an `Entry`: its id, its path (by which overlays change it), the texts that people read, and the
place of its name.  Mappings keep the order of the file.
"""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar, Literal, TypeAlias, get_args

from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.language.effects import BY_CLASS, Verb
from rulewright.source.record import Record
from rulewright.source.text import Span


class Text(Record):
    """A text with `<expression>` placeholders: plain strings and expressions in the order of the text."""

    parts: tuple[str | syntax.Expression, ...]
    span: Span = field(repr=False)

    @property
    def plain(self) -> str:
        """The text of the file, with placeholders in angle brackets."""
        return "".join(p if isinstance(p, str) else f"<{p.span.text}>" for p in self.parts)


class Placed(Record, kw_only=True):
    """A part of a rulebook with its place."""

    span: Span = field(repr=False)


class Entry(Placed, kw_only=True):
    """A named entry of a rulebook. `span` is the place of its name, `whole` that of its value."""

    id: str
    path: str
    label: Text | None = None
    about: Text | None = None
    sheet: Text | None = None
    """The words that the rule sheet prints for the entry; without parts if it prints nothing."""
    span: Span = field(repr=False)
    whole: Span = field(repr=False)


class Condition(Entry, kw_only=True):
    """A condition of an action, or an invariant. `afterwards`: its key is `leaves`, and it is evaluated in the position that the
    effects of its action leave."""

    holds: syntax.Expression
    says: Text | None
    afterwards: bool = False


class Parameter(Placed, kw_only=True):
    """`name: DOMAIN` in `of` and `choose`; there with a filter, `name: DOMAIN if CONDITION`, whose id is that of the choice."""

    name: str
    domain: syntax.Domain
    filter: Condition | None = None


# ------------------------------------------------------------------------------------------ declarations


class Choice(Placed, kw_only=True):
    """A value of a `one_of` option, with its label."""

    id: str
    text: Text | None


class Option(Entry, kw_only=True):
    """`type` or `one_of` is given; `value` is the value of `default` or `fixed`."""

    type: syntax.Domain | None
    one_of: tuple[Choice, ...]
    value: syntax.Expression
    fixed: bool


class Member(Placed, kw_only=True):
    """A member of an enum or a named face; `values` are its attributes, each a constant expression."""

    id: str
    label: Text | None
    values: dict[str, syntax.Expression]


class Enum(Entry, kw_only=True):
    members: tuple[Member, ...]


class Kind(Entry, kw_only=True):
    """A kind of pieces. `faces` is a domain (`1..6`), named faces, or None; `of` is players or teams; `filter` is the
    condition under `if`, which selects combinations of `one_per`."""

    count: syntax.Expression | None
    one_per: tuple[Parameter, ...]
    filter: syntax.Expression | None
    of: syntax.Expression | None
    faces: syntax.Domain | tuple[Member, ...] | None
    sides: dict[str, syntax.Expression]
    plural: Text | None


class Side(Placed, kw_only=True):
    """The rows or columns of a grid: their number, or a coordinate with a name and a domain."""

    count: syntax.Expression | None
    coordinate: Parameter | None


class Grid(Record, kw_only=True):
    rows: Side
    columns: Side


class Sided(Record, kw_only=True):
    """A shape, by its name, that is given by the number of spaces along a side alone."""

    shape: str
    side: syntax.Expression


class Track(Record, kw_only=True):
    """A track: the number of its spaces, or their numbers, ranges of numbers and ids in order."""

    count: syntax.Expression | None
    listed: tuple[SpaceName, ...]


class Graph(Record, kw_only=True):
    spaces: tuple[SpaceName, ...]
    links: tuple[tuple[SpaceName, ...], ...]


class Unbounded(Placed, kw_only=True):
    """A table without an edge, laid with square pieces."""


Shape: TypeAlias = Grid | Sided | Track | Graph | Unbounded


class SpaceName(Placed, kw_only=True):
    """A space (or a range of numbered ones, `1..24`) in a list of the rulebook. `ends` are those of a range that has to be
    worked out, `1..2 * houses`."""

    text: str
    ends: syntax.Range | None = None


class Numbering(Placed, kw_only=True):
    along: syntax.Expression
    start: SpaceName | None
    towards: syntax.Expression | None
    turning: syntax.Expression | None
    first: syntax.Expression | None


class Family(Entry, kw_only=True):
    """A family of lines: by `length` (and `over_gaps`), `by` an attribute, or `listed`."""

    length: syntax.Expression | None
    over_gaps: syntax.Expression | None
    by: syntax.Name | None
    listed: tuple[tuple[SpaceName, ...], ...]


class Route(Entry, kw_only=True):
    """Spaces in the order in which a route goes through them; with `of`, by owner: (owner's name, spaces)."""

    of: syntax.Expression | None
    closed: bool
    spaces: tuple[tuple[str, tuple[SpaceName, ...]], ...]


class Board(Entry, kw_only=True):
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


class Zone(Entry, kw_only=True):
    holds: syntax.Name
    per: syntax.Domain | None
    start: Literal["all", "rest"] | syntax.Expression | None
    size: syntax.Expression | None
    order: Literal["none", "shuffled", "kept"]
    seen_by: Literal["all", "owner", "team", "nobody"]


class Denomination(Placed, kw_only=True):
    """A coin, a note or a chip: its name, empty where only amounts are listed, and its value."""

    name: str
    worth: syntax.Expression


class Variable(Entry, kw_only=True):
    """A variable; money if it has `denominations`."""

    type: syntax.Domain
    per: tuple[syntax.Domain, ...]
    start: syntax.Expression | None
    lasts: Literal["game", "round", "turn"]
    seen_by: Literal["all", "owner", "team", "nobody"]
    denominations: tuple[Denomination, ...]


class TableRow(Placed, kw_only=True):
    key: syntax.Row
    values: tuple[syntax.Expression, ...]


class Table(Entry, kw_only=True):
    """A table over one or two domains (`of`); with two, a row lists a value for each element of the second."""

    of: tuple[Parameter, ...]
    rows: tuple[TableRow, ...]


class Case(Entry, kw_only=True):
    """A case of a definition. Under `by`, `when` is None and `key` is the value, whose text is the id."""

    key: syntax.Expression
    when: syntax.Expression | None
    is_: syntax.Expression


class SumLine(Entry, kw_only=True):
    is_: syntax.Expression


class Cases(Placed, kw_only=True):
    by: syntax.Expression | None
    cases: tuple[Case, ...]
    otherwise: syntax.Expression | None


class SumOf(Placed, kw_only=True):
    lines: tuple[SumLine, ...]


Body: TypeAlias = syntax.Expression | Cases | SumOf


class Definition(Entry, kw_only=True):
    parameters: tuple[Parameter, ...]
    body: Body


class NotedPosition(Entry, kw_only=True):
    """A named part of the position, noted at the end of each turn: `of` are boards, zones, variables and expressions."""

    of: tuple[syntax.Expression, ...]
    most: syntax.Expression
    forget: syntax.Expression | None


# ----------------------------------------------------------------------------------------------- effects


class Effect(Placed, kw_only=True):
    """An effect; a verb that `language.effects` does not describe is an error when its class is made."""

    verb: ClassVar[Verb]
    span: Span = field(repr=False)

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        super().__init_subclass__(kw_only=kw_only)
        cls.verb = BY_CLASS[cls.__name__]


class Roll(Effect, kw_only=True):
    pieces: syntax.Expression


class Return(Effect, kw_only=True):
    pieces: syntax.Expression


class Shuffle(Effect, kw_only=True):
    place: syntax.Expression


class Remove(Effect, kw_only=True):
    piece: syntax.Expression


class Move(Effect, kw_only=True):
    moved: syntax.Moved
    to: syntax.Expression
    source: syntax.Expression | None
    of: syntax.Expression | None
    turned: syntax.Expression | None


class Place(Effect, kw_only=True):
    kind: syntax.Name
    to: syntax.Expression
    of: syntax.Expression | None
    turned: syntax.Expression | None


class Set(Effect, kw_only=True):
    place: syntax.Expression
    value: syntax.Expression


class Add(Effect, kw_only=True):
    amount: syntax.Expression
    place: syntax.Expression


class Pay(Effect, kw_only=True):
    amount: syntax.Expression
    source: syntax.Expression
    to: syntax.Expression


class Swap(Effect, kw_only=True):
    one: syntax.Expression
    other: syntax.Expression


class Let(Effect, kw_only=True):
    name: syntax.Name
    value: syntax.Expression


class If(Effect, kw_only=True):
    condition: syntax.Expression
    do: tuple[AnyEffect, ...]
    else_: tuple[AnyEffect, ...]


class For(Effect, kw_only=True):
    clause: syntax.Clause
    do: tuple[AnyEffect, ...]


class Pick(Effect, kw_only=True):
    """One uniformly random element of the clause's domain; `else_` if there is none."""

    clause: syntax.Clause
    do: tuple[AnyEffect, ...]
    else_: tuple[AnyEffect, ...]
    path: str


class EffectCase(Placed, kw_only=True):
    key: syntax.Expression
    do: tuple[AnyEffect, ...]


class By(Effect, kw_only=True):
    """`by: E` with `cases`: the effects listed for the value; none if the value is not listed."""

    subject: syntax.Expression
    cases: tuple[EffectCase, ...]


class TurnOf(Effect, kw_only=True):
    player: syntax.Expression


class Go(Effect, kw_only=True):
    phase: str
    phase_span: Span = field(repr=False)


class EndTurn(Effect, kw_only=True):
    pass


class ExtraTurn(Effect, kw_only=True):
    pass


class RunStep(Effect, kw_only=True):
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


class LetEntry(Placed, kw_only=True):
    name: str
    value: syntax.Expression


class Action(Entry, kw_only=True):
    choose: tuple[Parameter, ...]
    let: tuple[LetEntry, ...]
    when: tuple[Condition, ...]
    do: Effects
    says: Text | None
    secret: bool

    @property
    def requirements(self) -> tuple[Condition, ...]:
        """All that makes the action legal, in the order in which it is asked: the filters of its choices, then its conditions."""
        filters = (parameter.filter for parameter in self.choose)
        return (*(each for each in filters if each is not None), *self.when)


class ActionName(Placed, kw_only=True):
    """An action named in `after:`."""

    id: str


class Trigger(Entry, kw_only=True):
    after: tuple[ActionName, ...]
    when: syntax.Expression | None
    do: Effects


class Phase(Entry, kw_only=True):
    """A phase. If `automatic` is not None, nobody acts in it; otherwise it has actions and triggers."""

    actions: dict[str, Action]
    triggers: dict[str, Trigger]
    automatic: Effects | None


class Step(Entry, kw_only=True):
    parameters: tuple[Parameter, ...]
    do: Effects


class Wins(Placed, kw_only=True):
    """`{wins: X}`."""

    who: syntax.Expression


Outcome: TypeAlias = syntax.Outcome | Wins


class End(Entry, kw_only=True):
    after: tuple[ActionName, ...]
    at: Literal["action", "turn", "round"]
    when: syntax.Expression | None
    result: tuple[Outcome, ...]
    worth: syntax.Expression | None


class Turns(Record, kw_only=True):
    first: syntax.Expression | None = None
    next: syntax.Expression | None = None
    phase: ActionName | None = None
    begin: Effects = ()
    end: Effects = ()
    round_end: Effects = ()
    round_first: syntax.Expression | None = None
    about: Text | None = None
    sheet: Text | None = None
    span: Span | None = field(default=None, repr=False)


class Preference(Record, kw_only=True):
    """The value of an action to a player who follows a strategy."""

    action: ActionName
    value: syntax.Expression
    path: str


class Strategy(Entry, kw_only=True):
    """A strategy: preferences for actions, and the weights by which it mixes them, by the ids of the actions."""

    preferences: tuple[Preference, ...]
    mix: tuple[Preference, ...] = ()

    @property
    def asked(self) -> tuple[Preference, ...]:
        """The preferences and the weights."""
        return (*self.preferences, *self.mix)


# ----------------------------------------------------------------------------------------------- examples


class Given(Record, kw_only=True):
    """A place with its value or pieces at the start of an example; the value is read when the place's type is known."""

    place: syntax.Expression
    value: document.Node


class Move_(Placed, kw_only=True):
    """A move as it was typed, with its place in the file."""

    text: str


class PlayStep(Placed, kw_only=True):
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


class Example(Entry, kw_only=True):
    players: int | None
    players_span: Span | None
    options: dict[str, document.Scalar]
    variant: str | None
    given: tuple[Given, ...]
    play: tuple[PlayStep, ...]
    expect: tuple[syntax.Expression | Given, ...]
    """Conditions, and places with their values or pieces."""
    inherited: bool
    """Whether the example comes from a parent of the rulebook under test."""


class VariantInfo(Entry, kw_only=True):
    """A variant by name; its changes are carried out before these nodes are made."""

    title: Text | None


# ----------------------------------------------------------------------------------------------- the book


class Utility(Placed, kw_only=True):
    """The points that each player gets in the end, and the declared sum of all players' points, if there is one."""

    points: tuple[Outcome, ...]
    sum: syntax.Expression | None


# --------------------------------------------------------------------------------------------------- views


Form: TypeAlias = Literal["die", "card", "tile", "token"]
FORMS: tuple[Form, ...] = get_args(Form)


class Worded(Placed, kw_only=True):
    """A text for a word, such as the colour of a suit; `span` is the place of the word."""

    word: str
    text: str
    text_span: Span = field(repr=False)


class Position(Placed, kw_only=True):
    """Where a space is drawn, counted in spaces to the right and downwards."""

    space: str
    at: tuple[float, ...]


class Plan(Placed, kw_only=True):
    """The spaces as they are drawn. `key` is the value of `by` with which this plan is used; None for the plan of all tables."""

    key: syntax.Expression | None
    spaces: tuple[Position, ...]


class PieceView(Placed, kw_only=True):
    """How the pieces of a kind look. `size` is width and height in millimetres; `form` is empty where it is not given."""

    form: str
    symbols: tuple[Worded, ...]
    colours: tuple[Worded, ...]
    size: tuple[float, ...]


class BoardView(Placed, kw_only=True):
    """How a board looks. `plans` are positions as they were drawn, one plan or several of which `by` selects one, `at` those that were
    given as numbers, `worked_out` how far to the right and down each space is, by its attributes; `size` is the width of a space in
    millimetres."""

    at: tuple[Position, ...]
    worked_out: tuple[syntax.Expression, ...]
    by: syntax.Expression | None
    plans: tuple[Plan, ...]
    colours: tuple[Worded, ...]
    size: tuple[float, ...]


class View(Placed, kw_only=True):
    """How things look where the default does not do; `order` and `hide` name boards, zones and variables."""

    pieces: dict[str, PieceView]
    boards: dict[str, BoardView]
    order: tuple[ActionName, ...]
    hide: tuple[ActionName, ...]


class Rulebook(Placed, kw_only=True):
    name: str
    title: str
    about: Text | None
    players: tuple[int, ...]
    """The numbers of players with which it can be played, ascending."""
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
    positions: dict[str, NotedPosition]
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
    view: View | None
    variant: str | None
    """The variant these nodes were made with."""

    @property
    def actions(self) -> list[Action]:
        """The actions of all phases."""
        return [action for phase in self.phases.values() for action in phase.actions.values()]

    @property
    def triggers(self) -> list[Trigger]:
        """The automatic rules of all phases."""
        return [trigger for phase in self.phases.values() for trigger in phase.triggers.values()]
