"""The typed program that both executors read, without names: with cells, tables and locals.

    me.score >= target      ->      Compare(">=", Cell("score", (Me(),)), Constant(100))

Options and the number of players are folded in: one Program is one game at one table.  Nodes keep their span,
because a rule failure names the rule's place.  Run-time values are ints, bools, None and sorted tuples of ints:
players and teams from 0, members of enums and named faces by ordinal, pieces as `layout` numbers them.

`None` is the value `none`.  Unless a node says otherwise, an operand that is None makes it a rule failure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal, TypeAlias

from rulewright.ir.layout import Layout
from rulewright.language.builtins import AggregateName
from rulewright.language.types import Type
from rulewright.source.record import Record
from rulewright.source.text import Span

# --------------------------------------------------------------------------------------------- expressions


class Constant(Record):
    value: int | bool | tuple[int, ...] | None
    span: Span = field(repr=False)


class Local(Record):
    """A parameter, a bound name or a `let`, by its slot in the frame of the rule.

    Identical pieces get another number when they are moved or turned: an effect that names its pieces by a slot, or a
    step that is given one, leaves their new numbers there (sets sorted).
    """

    slot: int
    name: str
    span: Span = field(repr=False)


class Me(Record):
    span: Span = field(repr=False)


class Flow(Record):
    """A value of the flow of the game: `round`; `phase` (ordinal in Program.phases); `over`; `ended_by` (ordinal in
    Program.ends, or None); `worth` (of the result; only where the layout has it)."""

    what: Literal["round", "phase", "over", "ended_by", "worth"]
    span: Span = field(repr=False)


class Won(Record):
    """Whether a player (or all of a team) is among the winners; false while the game goes on."""

    who: Expression
    team: bool
    span: Span = field(repr=False)


class Cell(Record):
    """A variable, read. Indices are values of its axes; outside them it is a rule failure."""

    group: str
    indices: tuple[Expression, ...]
    span: Span = field(repr=False)


class Lookup(Record):
    """A constant table, read. None as an index gives None if `lenient` (an attribute of none is none)."""

    table: str
    indices: tuple[Expression, ...]
    lenient: bool
    span: Span = field(repr=False)


class Seat(Record):
    """The player `by` seats further on, to the left (clockwise) if positive; None stays None."""

    player: Expression
    by: int
    span: Span = field(repr=False)


class Arithmetic(Record):
    """+ - * div mod on integers; div and mod floor; a result outside 32 bits or a divisor 0 is a rule failure."""

    sign: Literal["+", "-", "*", "div", "mod"]
    left: Expression
    right: Expression
    span: Span = field(repr=False)


class Negate(Record):
    operand: Expression
    span: Span = field(repr=False)


class Not(Record):
    operand: Expression
    span: Span = field(repr=False)


class And(Record):
    """From left to right; the rest is not asked after the first that is false."""

    items: tuple[Expression, ...]
    span: Span = field(repr=False)


class Or(Record):
    items: tuple[Expression, ...]
    span: Span = field(repr=False)


class IfElse(Record):
    condition: Expression
    value: Expression
    otherwise: Expression
    span: Span = field(repr=False)


class Compare(Record):
    """== and != accept None on either side; the other signs do not."""

    sign: Literal["==", "!=", "<=", ">=", "<", ">"]
    left: Expression
    right: Expression
    span: Span = field(repr=False)


class Otherwise(Record):
    value: Expression
    default: Expression
    span: Span = field(repr=False)


class Contains(Record):
    """`item in domain`; None is in no domain."""

    item: Expression
    domain: Domain
    span: Span = field(repr=False)


class Call(Record):
    """A definition, worked out in a frame of its own whose first slots are the arguments; `me` stays."""

    definition: str
    arguments: tuple[Expression, ...]
    span: Span = field(repr=False)


class Within(Record):
    """An argument for a parameter: the value, or a rule failure if it lies outside low..high, or is None although
    the parameter is not optional. Or a value that an invariant says is not None, with its path as `promised`: a failure of that."""

    value: Expression
    low: int
    high: int
    optional: bool
    name: str
    span: Span = field(repr=False)
    promised: str = ""


class Cases(Record):
    """The first case whose condition holds (or, with `subject`, whose value equals it) gives the value."""

    subject: Expression | None
    cases: tuple[Case, ...]
    otherwise: Expression | None
    span: Span = field(repr=False)


class Case(Record):
    """`id` and `path` are the case's own; `test` a condition, or a constant under a subject."""

    id: str
    path: str
    test: Expression
    value: Expression
    span: Span = field(repr=False)


class SumLines(Record):
    """A score pad: the sum of named lines (id, label, value)."""

    lines: tuple[tuple[str, str, Expression], ...]
    span: Span = field(repr=False)


class Aggregate(Record):
    """`name(element for clauses)`; `language.builtins.AGGREGATES` describes each.

    Elements that are None because a die shows nothing are left out (except by count, any, all). `any`, `all` and
    `first` stop early. `count` counts the rounds of the clauses and does not look at the element.
    """

    name: AggregateName
    element: Expression
    clauses: tuple[Clause, ...]
    span: Span = field(repr=False)


class Extreme(Record):
    """`min(a, b)`, `max(a, b, c)` of arguments."""

    name: Literal["min", "max"]
    items: tuple[Expression, ...]
    span: Span = field(repr=False)


class Can(Record):
    """Whether the action has a legal choice now for a player, in any phase and at anybody's turn."""

    action: str
    player: Expression
    span: Span = field(repr=False)


class Times(Record):
    """How often a named part of the position, as it is now, has been noted (`NotedPosition`); 0 if no rule of play asks for it
    at this table, since it is not noted then."""

    position: str
    span: Span = field(repr=False)


class After(Record):
    """The value that an expression has once effects were carried out, which then are as if they had never been: no cell, name,
    note or event of theirs is left. There is no chance among them."""

    do: Effects
    value: Expression
    span: Span = field(repr=False)


class Length(Record):
    """The number of elements that a domain has now."""

    domain: Domain
    span: Span = field(repr=False)


class PlaceOf(Record):
    """A zone or a space as a place code of its kind: `first + owner` (owner None: `first`); of a board the space takes
    the place of the owner. A space that is none gives None."""

    kind: str
    first: int
    owner: Expression | None
    span: Span = field(repr=False)


class PieceFace(Record):
    """The face of a piece, as an index into its kind's faces from 0, or None (also for piece None)."""

    kind: str
    piece: Expression
    span: Span = field(repr=False)


class PieceOwner(Record):
    """The owner of a piece of a kind with `of` (player or team), None for piece None."""

    kind: str
    piece: Expression
    span: Span = field(repr=False)


class PiecePlace(Record):
    """The place code of a piece, None for piece None."""

    kind: str
    piece: Expression
    span: Span = field(repr=False)


class PieceCount(Record):
    """The number of pieces at a place."""

    kind: str
    place: Expression
    span: Span = field(repr=False)


class Top(Record):
    """The top piece of a kept zone, None if it is empty."""

    kind: str
    place: Expression
    span: Span = field(repr=False)


class Single(Record):
    """The piece of a zone for one, None if it is empty; also a kind of one piece without identity (place None)."""

    kind: str
    place: Expression | None
    span: Span = field(repr=False)


class PieceSpace(Record):
    """The space of a board on which a piece is: its place less `first`; None if it is elsewhere, or piece None."""

    kind: str
    piece: Expression
    first: int
    count: int
    span: Span = field(repr=False)


class PieceAt(Record):
    """The piece on a space of a table without an edge; None if there is none, or the space is."""

    kind: str
    space: Expression
    span: Span = field(repr=False)


class PieceTurned(Record):
    """By how many quarter turns clockwise a piece is turned where it lies; None for piece None."""

    kind: str
    piece: Expression
    span: Span = field(repr=False)


class SideOf(Record):
    """The side that a piece shows in a direction: `4 * piece + quarter turns from the north` of the piece unturned.

    `turned` None: as it lies. None for piece None; a direction that a square has no side in is a rule failure.
    """

    kind: str
    piece: Expression
    way: Expression
    turned: Expression | None
    span: Span = field(repr=False)


class GridStep(Record):
    """The next space in a direction on a table without an edge, `side` spaces wide, numbered row by row from the south;
    None for space None and beyond what the table's pieces can reach."""

    space: Expression
    way: Expression
    side: int
    span: Span = field(repr=False)


class BoardCount(Record):
    """The number of pieces on the `count` spaces of a board from place `first` on (`at` further on, for the board of
    an owner)."""

    kind: str
    first: int
    at: Expression | None
    count: int
    span: Span = field(repr=False)


class BoardFull(Record):
    """Whether every space of a board holds as much as it can; otherwise like BoardCount."""

    kind: str
    first: int
    at: Expression | None
    count: int
    span: Span = field(repr=False)


class Nth(Record):
    """Element `number` (from 1) of a row of values, None beyond its end; a negative number is a rule failure."""

    row: Expression
    number: Expression
    span: Span = field(repr=False)


class Position(Record):
    """The position (from 1) of a value in a row of values, None if it is not in it."""

    row: Expression
    item: Expression
    span: Span = field(repr=False)


class FromEnd(Record):
    """Element `number` (from 1) of a domain, counted from its last, None if there are fewer; a number below 1 is a rule failure."""

    domain: Domain
    number: Expression
    span: Span = field(repr=False)


class Gathered(Record):
    """A domain as a set value: the sorted tuple of its elements (an argument of a step, an owner's set)."""

    domain: Domain
    span: Span = field(repr=False)


Expression: TypeAlias = (
    Constant | Local | Me | Flow | Won | Cell | Lookup | Seat | Arithmetic | Negate | Not | And | Or | IfElse
    | Compare | Otherwise | Contains | Call | Cases | SumLines | Aggregate | Extreme | Can | Times | After | Length | PlaceOf
    | PieceFace | PieceOwner | PiecePlace | PieceSpace | PieceCount | PieceAt | PieceTurned | SideOf | GridStep | BoardCount | BoardFull | Nth | Position | Top | Single
    | Gathered | Within | FromEnd
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ domains


class Between(Record):
    """The integers low..high in ascending order; nothing if low > high."""

    low: Expression
    high: Expression
    span: Span = field(repr=False)


class Members(Record):
    """Constant values in this order (players, teams, enum members, faces, bool)."""

    values: tuple[int | bool, ...]
    span: Span = field(repr=False)


class Around(Record):
    """Players clockwise from the left of `player`: all, ending with the player, or only the others."""

    player: Expression
    others: bool
    span: Span = field(repr=False)


class TeamMembers(Record):
    """The players of a team in seat order."""

    team: Expression
    span: Span = field(repr=False)


class PiecesAt(Record):
    """The pieces at a place in canonical order: by number; for identical pieces by what they show, each as often
    as it lies there; for a kept zone from the bottom to the top."""

    kind: str
    place: Expression
    span: Span = field(repr=False)


class AllPieces(Record):
    """All pieces of a kind, wherever they are; identical ones place by place."""

    kind: str
    span: Span = field(repr=False)


class Joined(Record):
    """One domain after the other (`tray + bank`, `me + me.partner`)."""

    parts: tuple[Domain, ...]
    span: Span = field(repr=False)


class Elements(Record):
    """The elements of a set value, or the one element of a plain value (`me` in `me + me.partner`)."""

    value: Expression
    single: bool
    span: Span = field(repr=False)


class Subsets(Record):
    """Sub-multisets of a pool of pieces with low..high pieces (`high` None: all there are), each a sorted tuple.

    Order: by size, then in lexicographic order of the sorted tuples. Identical pieces give each distinct
    multiset once.  Only in `choose` and in clauses; as the type of a parameter it is a set value.
    """

    pool: Domain
    low: Expression
    high: Expression | None
    span: Span = field(repr=False)


class Combinations(Record):
    """Like Subsets, but with every combination of pieces, also of those that look alike. Only in clauses."""

    pool: Domain
    low: Expression
    high: Expression | None
    span: Span = field(repr=False)


class Mapped(Record):
    """The values `element` takes over clauses (`rack.face` as a domain); None, as a die without a face gives it,
    is left out."""

    element: Expression
    clauses: tuple[Clause, ...]
    span: Span = field(repr=False)


class Chosen(Record):
    """One domain if the condition holds, the other otherwise."""

    condition: Expression
    value: Domain
    otherwise: Domain
    span: Span = field(repr=False)


class PiecesOn(Record):
    """The pieces on a board, space by space; places as in BoardCount."""

    kind: str
    first: int
    at: Expression | None
    count: int
    span: Span = field(repr=False)


class GridNeighbours(Record):
    """The four neighbours of a space of a table without an edge, in ascending order."""

    space: Expression
    side: int
    span: Span = field(repr=False)


class OpenSpaces(Record):
    """The free spaces next to pieces of a table without an edge, in ascending order; its center while it is empty."""

    kind: str
    side: int
    span: Span = field(repr=False)


class Reached(Record):
    """A flood over a board: `space` and what is joined to it through spaces for which the clause's `while` holds, in
    ascending order; nothing if it does not hold for `space`. Only as the domain of a clause. `table` has the
    neighbours."""

    space: Expression
    table: str
    span: Span = field(repr=False)


class Last(Record):
    """The last `number` elements of a domain in order, all if there are fewer; a negative number is a rule failure."""

    domain: Domain
    number: Expression
    span: Span = field(repr=False)


class Ordered(Record):
    """The elements of a domain in ascending order."""

    domain: Domain
    span: Span = field(repr=False)


class WithNone(Record):
    """A domain and, last, None."""

    domain: Domain
    span: Span = field(repr=False)


Domain: TypeAlias = (
    Between | Members | Around | TeamMembers | PiecesAt | PiecesOn | AllPieces | Joined | Elements | Subsets | Combinations | WithNone
    | Mapped | Chosen | Reached | GridNeighbours | OpenSpaces | Last | Ordered
)  # fmt: skip


class Clause(Record):
    """`x in D while W if C`: binds a slot to each element. Distinct looks: identical pieces come once per piece.

    The elements end before the first for which `proceed` (the `while`) is false; of a flood it bounds the spreading.
    """

    slot: int
    domain: Domain
    condition: Expression | None
    span: Span = field(repr=False)
    proceed: Expression | None = None


# ------------------------------------------------------------------------------------------------ effects


class Roll(Record):
    """Roll pieces of a kind: one chance event for all. `stream` numbers the kind as a source of chance."""

    kind: str
    pieces: Domain
    stream: int
    span: Span = field(repr=False)


class Return(Record):
    """Put pieces back where they start, unrolled. Identical pieces fill the starting places in declared order."""

    kind: str
    pieces: Domain
    span: Span = field(repr=False)


class Shuffle(Record):
    """Put a kept zone in a random order: one chance event."""

    kind: str
    place: Expression
    stream: int
    span: Span = field(repr=False)


class MovePieces(Record):
    """Move the pieces of a domain (worked out first) to a place. A full place is a rule failure.

    From a kept zone `all` goes card by card from the top: `from_top` says the domain is to be taken in reverse.
    """

    kind: str
    pieces: Domain
    to: Expression
    from_top: bool
    span: Span = field(repr=False)


class MoveCount(Record):
    """Move `count` pieces from a place to a place: at random (a chance event) from a shuffled zone, from the top of
    a kept one, otherwise the pieces there must look alike (rule failure if they do not). Fewer there than asked
    for, or a negative count, is a rule failure."""

    kind: str
    count: Expression
    source: Expression
    to: Expression
    stream: int
    span: Span = field(repr=False)
    owner: Expression | None = None
    """Only pieces of this owner are taken."""


class LayPieces(Record):
    """Move the piece of a domain to a space of a table without an edge, turned by that many quarter turns clockwise (None:
    not at all). A space that is taken is a rule failure."""

    kind: str
    pieces: Domain
    to: int
    """The place code of the table."""
    space: Expression
    turned: Expression | None
    span: Span = field(repr=False)


class PlacePiece(Record):
    """A new piece of a kind that is not counted, showing nothing, at a place. A full place is a rule failure."""

    kind: str
    owner: Expression | None
    to: Expression
    span: Span = field(repr=False)


class RemovePieces(Record):
    """Take pieces of a kind that is not counted out of the game."""

    kind: str
    pieces: Domain
    span: Span = field(repr=False)


class SetOwner(Record):
    """Gives a piece of a kind that is not counted to an owner; for no piece it is a rule failure."""

    kind: str
    piece: Expression
    owner: Expression
    span: Span = field(repr=False)


Written: TypeAlias = tuple[str, tuple[Expression, ...]]
"""A variable and the indices of its cell, which an effect writes."""


class SetCell(Record):
    """`set`: outside the variable's range is a rule failure."""

    group: str
    indices: tuple[Expression, ...]
    value: Expression
    span: Span = field(repr=False)


class AddCell(Record):
    """`add` (amount is negated by `pay` for the giving side)."""

    group: str
    indices: tuple[Expression, ...]
    amount: Expression
    span: Span = field(repr=False)


class Pay(Record):
    """Take an amount from one cell and add it to another; the amount is worked out once. Negative amounts are
    rule failures."""

    amount: Expression
    source: Written
    to: Written
    span: Span = field(repr=False)


class SetFace(Record):
    """Turn a piece to a face (index from 0; None: showing nothing)."""

    kind: str
    piece: Expression
    face: Expression
    span: Span = field(repr=False)


class Let(Record):
    slot: int
    value: Expression
    span: Span = field(repr=False)


class If(Record):
    condition: Expression
    do: Effects
    otherwise: Effects
    span: Span = field(repr=False)


class For(Record):
    """The elements (with the clause's `if`) are worked out before the first effect."""

    clause: Clause
    do: Effects
    span: Span = field(repr=False)


class Pick(Record):
    """One uniformly random element of a clause (a chance event) bound to its slot; `otherwise` if there is none.

    Identical elements (equal values) count as often as they occur.  `kind` names the kind when pieces are picked.
    """

    clause: Clause
    do: Effects
    otherwise: Effects
    stream: int
    kind: str | None
    span: Span = field(repr=False)


class Switch(Record):
    """`by`: the effects of the first case whose value equals the subject; none of them: nothing."""

    subject: Expression
    cases: tuple[tuple[int | bool | None, Effects], ...]
    span: Span = field(repr=False)


class RunStep(Record):
    """A step in a frame of its own whose first slots are the arguments; `me` stays."""

    step: str
    arguments: tuple[Expression, ...]
    span: Span = field(repr=False)


class NoteTurn(Record):
    """`end_turn`, `extra_turn`, `turn_of` (with a player): carried out when the rule is done."""

    what: Literal["end_turn", "extra_turn", "turn_of"]
    player: Expression | None
    span: Span = field(repr=False)


class NotePhase(Record):
    """`go`: `phase` is an index into Program.phases."""

    phase: int
    span: Span = field(repr=False)


Effect: TypeAlias = (
    Roll | Return | Shuffle | MovePieces | MoveCount | LayPieces | PlacePiece | RemovePieces | SetOwner | SetCell | AddCell | Pay | SetFace | Let | If | For | Pick
    | Switch | RunStep | NoteTurn | NotePhase
)  # fmt: skip
Effects: TypeAlias = tuple[Effect, ...]


# ----------------------------------------------------------------------------------------------- the rules


class Words(Record):
    """A text with values inside: strings, and (expression, type) whose value is printed by its label."""

    parts: tuple[str | tuple[Expression, Type], ...]


class Table(Record):
    """A constant table: `sizes[i]` numbers from `lows[i]` on are the indices of axis i; values row by row."""

    name: str
    lows: tuple[int, ...]
    sizes: tuple[int, ...]
    values: tuple[int | bool | tuple[int, ...] | None, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    """For each axis of directions those that the table is for, in ascending order, and () for other axes; () if no axis is of
    directions."""

    def indices(self, axis: int) -> Sequence[int]:
        """The indices of an axis, in order."""
        low = self.lows[axis]
        return (self.ways[axis] if self.ways else ()) or range(low, low + self.sizes[axis])


class Definition(Record):
    """`locals` is the size of the frame; the first `parameters` slots are the arguments."""

    name: str
    path: str
    parameters: tuple[tuple[str, Type], ...]
    locals: int
    body: Expression
    type: Type
    uses_me: bool
    span: Span = field(repr=False)


class Step(Record):
    name: str
    path: str
    parameters: tuple[tuple[str, Type], ...]
    locals: int
    do: Effects
    span: Span = field(repr=False)


class Parameter(Record):
    """Slot i of the action's frame. `domain` may read earlier parameters (`after_parameter`: the highest one it
    mentions, -1 for none). Action ids count the values of the type, or those that the rulebook lists, in its order: `runtime.ids`."""

    name: str
    domain: Domain
    type: Type
    after_parameter: int
    span: Span = field(repr=False)
    listed: tuple[int, ...] = ()


class Condition(Record):
    """`level`: the number of parameters after whose binding it is evaluated (0: once for the action). `only`: the one
    parameter it depends on if it may filter that parameter's domain before any product is formed, else None. `shown`: the
    types of its parts by their text, without plain numbers, so that their values can be shown.

    A condition on the position that the action leaves is an `After` with the effects of the action. It comes after all other
    conditions, and is evaluated only where these hold."""

    id: str
    path: str
    holds: Expression
    says: Words
    level: int
    only: int | None
    span: Span = field(repr=False)
    shown: dict[str, Type] = field(default_factory=dict, repr=False)


class ActionLet(Record):
    """`level`: the number of parameters after which it is bound."""

    name: str
    slot: int
    value: Expression
    level: int


class Action(Record):
    """Frame: slots of the parameters first, then lets, then names bound inside."""

    name: str
    path: str
    label: str
    parameters: tuple[Parameter, ...]
    lets: tuple[ActionLet, ...]
    conditions: tuple[Condition, ...]
    do: Effects
    says: Words | None
    about: Words | None
    secret: bool
    locals: int
    span: Span = field(repr=False)

    @property
    def filters(self) -> dict[int, Condition]:
        """The filters of choices, by the slot of the parameter: conditions whose path is that of the choice."""
        by_path = {condition.path: condition for condition in self.conditions}
        paths = (f"{self.path}.choose.{parameter.name}.if" for parameter in self.parameters)
        return {slot: by_path[path] for slot, path in enumerate(paths) if path in by_path}

    @property
    def switched_off(self) -> bool:
        """Whether it is never allowed at this table, because of options or the number of players."""
        holds = (condition.holds for condition in self.conditions)
        return any(isinstance(each, Constant) and not each.value for each in holds)


class Trigger(Record):
    """`after`: names of actions, in whose frame (extended to `locals`) condition and effects then run."""

    id: str
    path: str
    after: tuple[str, ...]
    condition: Expression | None
    do: Effects
    locals: int
    span: Span = field(repr=False)


class Phase(Record):
    name: str
    path: str
    label: str
    actions: tuple[str, ...]
    triggers: tuple[Trigger, ...]
    automatic: Rule | None
    span: Span = field(repr=False)


class Best(Record):
    """`highest X`, `lowest X`: `value` reads X with the player (team, if per teams) in slot 0."""

    highest: bool
    name: str
    value: Expression
    per_team: bool
    locals: int
    type: Type
    span: Span = field(repr=False)
    label: str = ""
    """What X is called in print, where that is not what is written: `pieces in goal` for `goal.count`."""


class Wins(Record):
    """`who` is a player, a team, or a set of either, as a domain; seats of teams win together."""

    who: Domain
    per_team: bool
    span: Span = field(repr=False)


class Drawn(Record):
    span: Span = field(repr=False)


class Lost(Record):
    span: Span = field(repr=False)


Outcome: TypeAlias = Best | Wins | Drawn | Lost


class Worth(Record):
    """How much a result counts: a number that multiplies what players win and lose. `type` is its range."""

    value: Expression
    type: Type


class End(Record):
    """`worth`: None if the result counts once."""

    id: str
    path: str
    label: str
    after: tuple[str, ...]
    at: Literal["action", "turn", "round"]
    condition: Expression | None
    result: tuple[Outcome, ...]
    locals: int
    span: Span = field(repr=False)
    worth: Worth | None = None


class Rule(Record):
    """Effects or an expression with the size of its frame."""

    path: str
    do: Effects
    locals: int


class Asked(Record):
    """An expression with the size of its frame."""

    path: str
    value: Expression
    locals: int
    span: Span = field(repr=False)


class Turns(Record):
    """`first` and `next` are always given (defaults filled in); `phase` is an index."""

    first: Asked
    next: Asked
    phase: int
    begin: Rule
    end: Rule
    round_end: Rule
    round_first: Asked | None


class Invariant(Record):
    id: str
    path: str
    asked: Asked
    says: Words


class NotedCells(Record):
    """`size` cells from `offset` on, with values from `low` to `high`. With `where` (a group of place codes; -1 without) each
    counts as `low` unless the cell of the same number there is from `first` to `last`: what pieces elsewhere show is no
    part of the position."""

    offset: int
    size: int
    low: int
    high: int
    where: int
    first: int
    last: int
    span: Span = field(repr=False)


class NotedValue(Record):
    """A value in the form of a cell: from `low` to `high`, `low - 1` for None if it is `optional`."""

    value: Expression
    low: int
    high: int
    optional: bool
    span: Span = field(repr=False)


NotedPart: TypeAlias = NotedCells | NotedValue


class NotedPosition(Record):
    """A named part of the position, noted at the end of each turn and after the set-up (`layout.Notes`). In the parts `me` is
    whose turn it is: the player to act, and once the turn was ended, the next one. `forget` is asked when a turn ends, of the
    player whose turn it was: if it holds, what was noted before is forgotten first."""

    name: str
    path: str
    parts: tuple[NotedPart, ...]
    whose: bool
    """Whether it depends on whose turn it is."""
    most: int
    forget: Expression | None
    locals: int
    span: Span = field(repr=False)


class Strategy(Record):
    """A strategy. `preferences`: by an action's name in the program, its value to `me`, with the action's parameters in the
    first slots: a whole number, none or a truth value. true counts 1; false and none: only if nothing else is legal; an
    action without a preference counts 0. The highest is chosen, among equal ones at random: with a probability in proportion to the
    `weights`, whole numbers or truth values, by which an action without one weighs 1; with equal probability if all weigh 0.
    `written`: the parts of it that no rule uses: by place in the rulebook, a mark of the text there."""

    id: str
    path: str
    label: str
    about: str
    preferences: dict[str, Asked]
    written: dict[str, str] = field(repr=False)
    span: Span = field(repr=False)
    weights: dict[str, Asked] = field(default_factory=dict)


class Attribute(Record):
    """An attribute of pieces or spaces, for views: its printed values, by number; empty where one has none. `tells_apart`: it
    is one of those by which pieces are told apart."""

    name: str
    tells_apart: bool
    texts: tuple[str, ...]


class Labels(Record):
    """Names of values for people. Enums and faces: (id, printed name) by ordinal; pieces with identity: (text typed, printed
    name) by number; seats by player; zones (id, printed name) by place code of a kind."""

    enums: dict[str, tuple[tuple[str, str], ...]]
    faces: dict[str, tuple[tuple[str, str], ...]]
    pieces: dict[str, tuple[tuple[str, str], ...]]
    kinds: dict[str, tuple[str, str]]
    """(singular, plural) by kind."""
    places: dict[str, tuple[tuple[str, str], ...]]
    """(text typed: `bank`, `seat(1).hand`; printed name) by place code, by kind."""
    seats: tuple[str, ...]
    """Ids of the seats, empty where they have none."""
    spaces: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """(text typed, printed name) of every space, by board."""
    lines: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """The same of every line."""
    ways: tuple[str, ...] = ()
    """Names of the directions and routes."""
    sides: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = field(default_factory=dict)
    """By kind whose pieces have sides: each attribute of a side, and the printed names of its values by ordinal, where
    they have names."""
    denominations: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """By variable that is money: (name, empty if it has none; worth) of its denominations, the largest first."""
    variables: dict[str, str] = field(default_factory=dict)
    """Printed names of the variables that have a `label`."""
    described: tuple[str, ...] = ()
    """Variables that have an `about`."""
    attributes: dict[str, tuple[Attribute, ...]] = field(default_factory=dict)
    """By kind whose pieces differ, and by board: the attributes of its pieces, or of the spaces of one owner's board."""
    links: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """By board that is a graph or a track: the pairs of spaces that are linked, each once."""


class PieceView(Record):
    """How the pieces of a kind look: their form (die, card, tile, token; empty if it is not given), symbols and colours by a
    face, a value of an attribute or the number of the owner, and width and height in millimetres (empty if not given)."""

    form: str = ""
    symbols: dict[str, str] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    size: tuple[float, ...] = ()


class BoardView(Record):
    """How a board looks: where its spaces are drawn, by name; colours by the name of a space or the value of an attribute; the
    width of a space in millimetres (empty if it is not given)."""

    at: dict[str, tuple[float, ...]] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    size: tuple[float, ...] = ()


class View(Record):
    """How things look where the default does not do. `order` and `hide` name boards, zones and variables."""

    pieces: dict[str, PieceView] = field(default_factory=dict)
    boards: dict[str, BoardView] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()


class UtilitySum(Record):
    """The declared sum of the points of all players when the game is over."""

    value: int
    span: Span = field(repr=False)


class Program(Record):
    """A game at one table. `options` holds the values as people write them (int, bool, id or None)."""

    name: str
    title: str
    about: str
    fingerprint: str
    players: int
    variant: str | None
    options: dict[str, int | bool | str | None]
    teams: tuple[int, ...]
    """The team of each player."""
    layout: Layout
    labels: Labels
    tables: dict[str, Table]
    definitions: dict[str, Definition]
    steps: dict[str, Step]
    actions: dict[str, Action]
    """In written order, over all phases; an action's index gives the order of ids. An action of the same name in
    two phases is named `phase.action` from the second on."""
    phases: tuple[Phase, ...]
    turns: Turns
    setup: Rule
    ends: tuple[End, ...]
    standing: tuple[Outcome, ...]
    """Empty if the rulebook does not declare it; then the first `highest`/`lowest` result of an end takes its place."""
    invariants: tuple[Invariant, ...]
    streams: tuple[str, ...]
    """Names of the sources of chance, by number: kinds, then paths of rules."""
    shown: tuple[str, ...] = ()
    """Zones and variables in the order in which the rulebook declares them, for views."""
    strategies: dict[str, Strategy] = field(default_factory=dict)
    """Strategies, in the order of the file. They do not change the game, so they are no part of the fingerprint."""
    utility: tuple[Best, ...] = ()
    """The points that players get in the end, at most one entry; empty if the result alone decides."""
    utility_sum: UtilitySum | None = None
    """Only with points; None where the rulebook does not declare it."""
    idle: tuple[str, ...] = ()
    """Definitions and tables that only strategies use: no part of the fingerprint either."""
    player_counts: tuple[int, ...] = ()
    """The numbers of players that the rulebook allows, ascending. This table has one of them, so they are no part of the
    fingerprint."""
    positions: dict[str, NotedPosition] = field(default_factory=dict)
    """Parts of the position that are noted. They are added to the fingerprint separately."""
    view: View = field(default_factory=View)
    """How things look, which is no part of the fingerprint either."""
