"""Values and expectations in words, for examples that failed.

pot == 7        ->      pot is 5, not 7
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.problems.problem import RulebookError
from rulewright.runtime.executor import Value
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.labels import Wording

if TYPE_CHECKING:
    from rulewright.pipeline import Book

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


def value_in_words(book: Book, expression: syntax.Expression, cells: array[int], me: int) -> str | None:
    """The value of an expression in a position, None where it cannot be evaluated alone."""
    try:
        asked, type_ = book.asked(expression)
        return printed(book.program, type_, book.game.executor.value(cells, asked, me))
    except (RulebookError, RuleFailure):
        return None


def as_written(expression: syntax.Expression) -> str:
    """An expression on one line."""
    return " ".join(expression.span.text.split())


def compared(expression: syntax.Expression, value: Printed) -> str:
    """Why an expectation does not hold: for a comparison, the values of both sides."""
    match expression:
        case syntax.Compare(left=left, right=right) | syntax.Before(left=left, right=right):
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
