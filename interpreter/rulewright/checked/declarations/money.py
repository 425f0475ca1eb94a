"""Variables that are money: the coins, notes or chips that an amount is shown in.

    score: {per: players, type: number, denominations: [100, 25, 5]}        65 = 2×25 + 3×5
    purse: {type: 0..500, denominations: {gold: 50, silver: 5}}             65 = 1 gold + 3 silver

Denominations are for people: rules calculate with amounts. They are declared from the largest to the smallest, and all are
multiples of the smallest, so that taking the largest first always leaves less than the smallest.
"""

from __future__ import annotations

from rulewright.checked.context import Context
from rulewright.checked.declarations.declarations import constant
from rulewright.checked.facts import VariableFacts
from rulewright.checked.labels import spoken
from rulewright.checked.messages import money
from rulewright.language.types import Integer, Optional
from rulewright.rulebook import nodes as rulebook


def check_denominations(c: Context, variable: rulebook.Variable, facts: VariableFacts) -> None:
    """Check the denominations of a variable, and keep them if they have no error."""
    if not variable.denominations:
        return
    inner = facts.type.of if isinstance(facts.type, Optional) else facts.type
    if not isinstance(inner, Integer):
        money.only_numbers_are_money(c, variable, facts.type)
        return
    found: list[tuple[rulebook.Denomination, int]] = []
    for declared in variable.denominations:
        before = len(c.problems.found)
        worth = constant(c, declared.worth, Integer(), f"a denomination of {variable.id}")
        if not isinstance(worth, int) or len(c.problems.found) > before:
            return
        found.append((declared, worth))
    if _in_order(c, variable, found):
        c.denominations[variable.id] = tuple((spoken(each.name), worth) for each, worth in found)


def _in_order(
    c: Context, variable: rulebook.Variable, found: list[tuple[rulebook.Denomination, int]]
) -> bool:
    smallest, least = found[-1]
    above: tuple[rulebook.Denomination, int] | None = None
    for declared, worth in found:
        if worth < 1:
            money.worth_nothing(c, variable, declared, worth)
            return False
        if above is not None and worth >= above[1]:
            money.not_descending(c, variable, declared, worth, *above, [each for _, each in found])
            return False
        above = declared, worth
    for declared, worth in found:
        if worth % least:
            money.no_multiple(c, variable, declared, worth, smallest, least)
            return False
    return True
