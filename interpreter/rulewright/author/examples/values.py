"""Values and expectations in words, for examples that failed.

pot == 7        ->      pot is 5, not 7
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.runtime.executor import Value
from rulewright.runtime.labels import Wording

Printed = Callable[[syntax.Expression], str | None]


def printed(program: ir.Program, type_: types.Type, value: Value) -> str:
    """A value as an expectation would write it."""
    match type_:
        case types.Optional():
            return "none" if value is None else printed(program, type_.of, value)
        case types.Player() if isinstance(value, int):
            seat = program.labels.seats[value] if value < len(program.labels.seats) else ""
            return seat or f"seat({value + 1})"
        case types.Team() if isinstance(value, int):
            return f"team({value + 1})"
        case types.Enum() if isinstance(value, int):
            return type_.members[value]
        case types.Boolean():
            return "true" if value else "false"
    return "none" if value is None else Wording(program).printed(type_, value)


def as_written(expression: syntax.Expression) -> str:
    """An expression on one line."""
    return " ".join(expression.span.text.split())


def compared(expression: syntax.Expression, value: Printed) -> str:
    """Why an expectation does not hold: for a comparison, the values of both sides."""
    match expression:
        case syntax.Compare(left=left, right=right):
            return (
                ", ".join(said for said in (_side(left, value), _side(right, value)) if said)
                or "it is not so"
            )
        case syntax.In(item=item):
            return _side(item, value) or "it is not so"
        case syntax.Not():
            return (
                f"{as_written(expression.operand)} is true"
                if value(expression.operand) == "true"
                else "it is not so"
            )
    return "it is false"


def _side(expression: syntax.Expression, value: Printed) -> str:
    if isinstance(expression, syntax.Number | syntax.Truth | syntax.NoneLiteral):
        return ""
    came, written = value(expression), as_written(expression)
    return "" if came is None or came == written else f"{written} is {came}"
