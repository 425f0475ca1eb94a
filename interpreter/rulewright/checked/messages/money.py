"""The checker's messages about denominations."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.context import Context
from rulewright.checked.messages.types import words_of
from rulewright.language.types import Type
from rulewright.problems.problem import Note
from rulewright.rulebook import nodes as rulebook


def only_numbers_are_money(c: Context, variable: rulebook.Variable, type_: Type) -> None:
    c.report(
        "wrong-denominations",
        variable.denominations[0].span,
        f"only numbers are money, but `{variable.id}` is {words_of(type_)}",
        notes=(Note(variable.type.span, "declared here"),),
        help="leave `denominations` out, or give it a `type` of numbers such as `0..500` or `number`",
    )


def worth_nothing(
    c: Context, variable: rulebook.Variable, declared: rulebook.Denomination, worth: int
) -> None:
    c.report(
        "wrong-denominations",
        declared.worth.span,
        f"a denomination of `{variable.id}` must be worth at least 1",
        label=f"is {worth}",
    )


def not_descending(
    c: Context,
    variable: rulebook.Variable,
    declared: rulebook.Denomination,
    worth: int,
    above: rulebook.Denomination,
    more: int,
    every: Sequence[int],
) -> None:
    """A denomination that is larger than the one before it, or the same again."""
    if worth == more:
        c.report(
            "wrong-denominations",
            declared.worth.span,
            f"`{variable.id}` has two denominations of {worth}",
            label="worth as much",
            notes=(Note(above.worth.span, "as this one"),),
            help="leave one of them out",
        )
        return
    ordered = ", ".join(str(each) for each in sorted(set(every), reverse=True))
    c.report(
        "wrong-denominations",
        declared.worth.span,
        f"denominations of `{variable.id}` must be listed from the largest to the smallest",
        label="is worth more",
        notes=(Note(above.worth.span, f"than this {more}"),),
        help=f"write them in the order {ordered}",
    )


def no_multiple(
    c: Context,
    variable: rulebook.Variable,
    declared: rulebook.Denomination,
    worth: int,
    smallest: rulebook.Denomination,
    least: int,
) -> None:
    c.report(
        "wrong-denominations",
        declared.worth.span,
        f"{worth} cannot be changed into the smallest denomination of `{variable.id}`",
        label=f"no multiple of {least}",
        notes=(Note(smallest.worth.span, "the smallest"),),
        help=f"make it a multiple of {least}, or add a smaller denomination",
    )
