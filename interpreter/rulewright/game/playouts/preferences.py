"""What a strategy of the rulebook would rather do: the preferences of the player to act, asked of a position.

    preferred(executor, strategies["careful"], cells, legal)     the legal choices that it takes, each as likely
    unfit(executor, strategies["careful"], cells, legal)         the one whose preference cannot be worked out, and why

A preference is a rule like any other and may fail.  The game is then recorded as far as it came, and who goes through the
record asks the strategy again.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT
from rulewright.runtime.executor import Choice, Executor, Value
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast.queries import AnswersSeveral, Question

LAST_RESORT = -(2**63)
"""What a preference counts that is false or none."""


def preferred(
    executor: Executor, strategy: ir.Strategy, cells: array[int], legal: Sequence[Choice]
) -> list[Choice]:
    """Those of the legal choices of the player to act that a strategy prefers, in their order. Raises RuleFailure when a
    preference cannot be worked out."""
    names = list(executor.program.actions)
    preferences = [strategy.preferences.get(names[choice.action]) for choice in legal]
    questions = [
        (asked, choice.arguments)
        for asked, choice in zip(preferences, legal, strict=True)
        if asked is not None
    ]
    values = _values(executor, cells, questions)
    best, found = LAST_RESORT - 1, list[Choice]()
    for choice, asked in zip(legal, preferences, strict=True):
        worth = 0 if asked is None else _worth(next(values))
        if worth > best:
            best, found = worth, []
        if worth == best:
            found.append(choice)
    return found


def unfit(
    executor: Executor, strategy: ir.Strategy, cells: array[int], legal: Sequence[Choice]
) -> tuple[Choice, RuleFailure] | None:
    """The first of the legal choices whose preference cannot be worked out, and why; None if all can be."""
    for choice in legal:
        try:
            preferred(executor, strategy, cells, [choice])
        except RuleFailure as failure:
            return choice, failure
    return None


def strategy_of(program: ir.Program, path: object) -> ir.Strategy | None:
    """The strategy that a preference belongs to, by the place of the preference (`strategies.careful.prefer.hold`), as records tell
    it; None if the place is that of another rule, or the strategy is gone."""
    if not isinstance(path, str):
        return None
    return next((each for each in program.strategies.values() if path.startswith(f"{each.path}.")), None)


def _values(executor: Executor, cells: array[int], questions: Sequence[Question]) -> Iterator[Value]:
    """The answers for the player to act, as quickly as the executor can."""
    me = cells[CURRENT]
    if isinstance(executor, AnswersSeveral):
        return executor.values(cells, me, questions)
    return (executor.value(cells, asked, me, arguments) for asked, arguments in questions)


def _worth(value: Value) -> int:
    if value is None or value is False:
        return LAST_RESORT
    assert isinstance(value, int)
    return int(value)
