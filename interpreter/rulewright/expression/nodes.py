"""The nodes of the expression language: the syntax of a text, without any meaning.

    hand.count > 0 and not me.out      ->      And((Compare(">", Attribute(Name(hand), count), Number(0)), Not(...)))

Nodes are compared by identity in the tables that later stages keep next to the tree, and by shape with
`to_text`; the span is never part of the shape.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

from rulewright.source.record import Record
from rulewright.source.text import Span

ComparisonSign = Literal["==", "!=", "<=", ">=", "<", ">"]
ArithmeticSign = Literal["+", "-", "*", "div", "mod"]


class Name(Record):
    text: str
    span: Span = field(repr=False)


class Number(Record):
    value: int
    span: Span = field(repr=False)


class NoneLiteral(Record):
    span: Span = field(repr=False)


class Truth(Record):
    value: bool
    span: Span = field(repr=False)


class Attribute(Record):
    """`of.name`; `name_span` is the part after the dot."""

    of: Expression
    name: str
    name_span: Span = field(repr=False)
    span: Span = field(repr=False)


class Call(Record):
    """`function(arguments)`; the function is a Name or an Attribute (`p.sheet(c)`)."""

    function: Expression
    arguments: tuple[Expression, ...]
    span: Span = field(repr=False)


class Comprehension(Record):
    """`element for x in D while W if C for ...`, only as the whole argument of an aggregate."""

    element: Expression
    clauses: tuple[Clause, ...]
    span: Span = field(repr=False)


class Clause(Record):
    """`name in domain while W if C`: comprehensions, the `for` effect and `pick` share it."""

    name: Name
    domain: Expression | SomeOf
    while_: Expression | None
    if_: Expression | None
    span: Span = field(repr=False)


class IfElse(Record):
    """`value if condition else otherwise`."""

    value: Expression
    condition: Expression
    otherwise: Expression
    span: Span = field(repr=False)


class And(Record):
    items: tuple[Expression, ...]
    span: Span = field(repr=False)


class Or(Record):
    items: tuple[Expression, ...]
    span: Span = field(repr=False)


class Not(Record):
    operand: Expression
    span: Span = field(repr=False)


class Compare(Record):
    sign: ComparisonSign
    left: Expression
    right: Expression
    span: Span = field(repr=False)


class In(Record):
    """`item in domain`."""

    item: Expression
    domain: Expression
    span: Span = field(repr=False)


class Before(Record):
    """`left before right`, in canonical order."""

    left: Expression
    right: Expression
    span: Span = field(repr=False)


class Otherwise(Record):
    """`value otherwise default`: the default if the value is none."""

    value: Expression
    default: Expression
    span: Span = field(repr=False)


class Range(Record):
    """`low..high`, both ends included."""

    low: Expression
    high: Expression
    span: Span = field(repr=False)


class Arithmetic(Record):
    sign: ArithmeticSign
    left: Expression
    right: Expression
    span: Span = field(repr=False)


class Negative(Record):
    operand: Expression
    span: Span = field(repr=False)


class Through(Record):
    """`family through space`: the lines of a family that contain a space."""

    family: Expression
    space: Expression
    span: Span = field(repr=False)


# Domains say a little more than expressions do.


class OrNone(Record):
    """`D or none`."""

    domain: Domain
    span: Span = field(repr=False)


class SomeOf(Record):
    """`some of Z` (counts is None: one up to all) or `1..3 of Z`; in clauses also `each 2 of Z`, every combination of pieces even
    where pieces look alike."""

    counts: Expression | None
    pool: Expression
    span: Span = field(repr=False)
    each: bool = False


class Listed(Record):
    """`{one_of: [a, b], of: D}` of a choice; written as a mapping, not as one text."""

    members: tuple[Expression, ...]
    of: Domain | None
    span: Span = field(repr=False)


# The value of `move:`.


class MovedPiece(Record):
    piece: Expression
    span: Span = field(repr=False)


class MovedAll(Record):
    """`all tray`."""

    pool: Expression
    span: Span = field(repr=False)


class MovedCount(Record):
    """`6 cards`."""

    count: Expression
    kind: Name
    span: Span = field(repr=False)


# Keys of a table's rows.


class RowValue(Record):
    """`30`, `24..26` or a member."""

    value: Expression
    span: Span = field(repr=False)


class RowUpTo(Record):
    """`..22`."""

    high: Expression
    span: Span = field(repr=False)


class RowFromOn(Record):
    """`13..`."""

    low: Expression
    span: Span = field(repr=False)


class RowRemaining(Record):
    """`otherwise`."""

    span: Span = field(repr=False)


# Outcomes.


class Best(Record):
    """`highest score` or `lowest round`."""

    highest: bool
    place: Expression
    span: Span = field(repr=False)


class Drawn(Record):
    span: Span = field(repr=False)


class Lost(Record):
    span: Span = field(repr=False)


Expression: TypeAlias = (
    Name | Number | NoneLiteral | Truth | Attribute | Call | Comprehension | IfElse | And | Or | Not | Compare
    | In | Before | Otherwise | Range | Arithmetic | Negative | Through
)  # fmt: skip
Domain: TypeAlias = Expression | OrNone | SomeOf | Listed
Moved: TypeAlias = MovedPiece | MovedAll | MovedCount
Row: TypeAlias = RowValue | RowUpTo | RowFromOn | RowRemaining
Outcome: TypeAlias = Best | Drawn | Lost
Node: TypeAlias = Domain | Clause | Moved | Row | Outcome

Start: TypeAlias = Literal["expr", "domain", "clause", "moved", "place", "row", "outcome", "shown"]
"""The start rules of the grammar: `expr` is a value or a condition; `domain` the value of `type`, `per`, `of` and `choose`; `clause`
that of `for:` and `pick:`; `moved` that of `move:`; `place` a path or a call, such as `me.sheet(c)`, of which the checker decides
whether it can be written to; `row` the key of a table's row; `outcome` the value of `result` and `standing`, except for `{wins: X}`;
`shown` a placeholder of a text, between `<` and `>`."""
