"""The small language as a tree: what was written, nothing about what it means.

    hand.count > 0 and not me.out      ->      And((Compare(">", Attribute(Name(hand), count), Number(0)), Not(...)))

Nodes are compared by identity in the tables that later stages keep beside the tree, and by shape with
`to_text`; the span is never part of the shape.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rulewright.source.text import Span

ComparisonSign = Literal["==", "!=", "<=", ">=", "<", ">"]
ArithmeticSign = Literal["+", "-", "*", "div", "mod"]


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    text: str
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Number:
    value: int
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class NoneLiteral:
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    value: bool
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Attribute:
    """`of.name`; `name_span` is the part behind the dot."""

    of: Expression
    name: str
    name_span: Span = field(repr=False)
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """`function(arguments)`; the function is a Name or an Attribute (`p.sheet(c)`)."""

    function: Expression
    arguments: tuple[Expression, ...]
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Comprehension:
    """`element for x in D while W if C for ...`, only as the whole argument of an aggregate."""

    element: Expression
    clauses: tuple[Clause, ...]
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """`name in domain while W if C`: comprehensions, the `for` effect and `pick` share it."""

    name: Name
    domain: Expression
    while_: Expression | None
    if_: Expression | None
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class IfElse:
    """`value if condition else otherwise`."""

    value: Expression
    condition: Expression
    otherwise: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class And:
    items: tuple[Expression, ...]
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Or:
    items: tuple[Expression, ...]
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Not:
    operand: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Compare:
    sign: ComparisonSign
    left: Expression
    right: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class In:
    """`item in domain`."""

    item: Expression
    domain: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Otherwise:
    """`value otherwise default`: the default if the value is none."""

    value: Expression
    default: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Range:
    """`low..high`, both ends included."""

    low: Expression
    high: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic:
    sign: ArithmeticSign
    left: Expression
    right: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Negative:
    operand: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Through:
    """`family through space`: the lines of a family that hold a space."""

    family: Expression
    space: Expression
    span: Span = field(repr=False)


# Domains say a little more than expressions do.


@dataclass(frozen=True, slots=True, eq=False)
class OrNone:
    """`D or none`."""

    domain: Domain
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class SomeOf:
    """`some of Z` (counts is None: one up to all) or `1..3 of Z`."""

    counts: Expression | None
    pool: Expression
    span: Span = field(repr=False)


# What stands behind `move:`.


@dataclass(frozen=True, slots=True, eq=False)
class MovedPiece:
    piece: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class MovedAll:
    """`all tray`."""

    pool: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class MovedCount:
    """`6 cards`."""

    count: Expression
    kind: Name
    span: Span = field(repr=False)


# Keys of a table's rows.


@dataclass(frozen=True, slots=True, eq=False)
class RowValue:
    """`30`, `24..26` or a member."""

    value: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class RowUpTo:
    """`..22`."""

    high: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class RowFromOn:
    """`13..`."""

    low: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class RowRemaining:
    """`otherwise`."""

    span: Span = field(repr=False)


# Outcomes.


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """`highest score` or `lowest round`."""

    highest: bool
    place: Expression
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Lost:
    span: Span = field(repr=False)


Expression: TypeAlias = (
    Name | Number | NoneLiteral | Truth | Attribute | Call | Comprehension | IfElse | And | Or | Not | Compare
    | In | Otherwise | Range | Arithmetic | Negative | Through
)  # fmt: skip
Domain: TypeAlias = Expression | OrNone | SomeOf
Moved: TypeAlias = MovedPiece | MovedAll | MovedCount
Row: TypeAlias = RowValue | RowUpTo | RowFromOn | RowRemaining
Outcome: TypeAlias = Best | Drawn | Lost
Node: TypeAlias = Domain | Clause | Moved | Row | Outcome

Start: TypeAlias = Literal["expr", "domain", "clause", "moved", "place", "row", "outcome", "shown"]
"""How a text is read: the start rules of the grammar."""
