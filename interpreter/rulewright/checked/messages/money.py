"""The checker's messages about denominations."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.context import Context
from rulewright.checked.messages.types import reported
from rulewright.language.types import Type
from rulewright.problems.problem import Note
from rulewright.problems.templates import Parts
from rulewright.rulebook import nodes as rulebook


@reported
def only_numbers_are_money(c: Context, variable: rulebook.Variable, type_: Type) -> None: ...


@reported
def worth_nothing(
    c: Context, variable: rulebook.Variable, declared: rulebook.Denomination, worth: int
) -> None: ...


@reported
def not_descending(
    c: Context,
    variable: rulebook.Variable,
    declared: rulebook.Denomination,
    worth: int,
    above: rulebook.Denomination,
    more: int,
    every: Sequence[int],
) -> Parts:
    """A denomination that is larger than the one before it, or the same again."""
    if worth == more:
        return {
            "text": f"`{variable.id}` has two denominations of {worth}",
            "label": "worth as much",
            "notes": (Note(above.worth.span, "as this one"),),
            "help": "leave one of them out",
        }
    return {
        "text": f"denominations of `{variable.id}` must be listed from the largest to the smallest",
        "label": "is worth more",
        "notes": (Note(above.worth.span, f"than this {more}"),),
        "help": f"write them in the order {', '.join(map(str, sorted(set(every), reverse=True)))}",
    }


@reported
def no_multiple(
    c: Context,
    variable: rulebook.Variable,
    declared: rulebook.Denomination,
    worth: int,
    smallest: rulebook.Denomination,
    least: int,
) -> None: ...
