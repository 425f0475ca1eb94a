"""Money among the things that a rule sheet says one needs.

score: {per: teams, denominations: {purple: 50, red: 20}}      ->      money: purple 50, red 20, for score
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.author.phrases.expressions import Phrases
from rulewright.author.report.tree import Item
from rulewright.rulebook import nodes as rules
from rulewright.runtime.coins import denomination_words


def money_items(phrases: Phrases, variables: Sequence[rules.Variable]) -> list[Item]:
    """What people pay with, one entry for all variables that have the same denominations."""
    known = phrases.words.book.program.labels.denominations
    names: dict[str, list[str]] = {}
    for variable in variables:
        if variable.id in known:
            names.setdefault(denomination_words(known[variable.id]), []).append(phrases.words.name(variable))
    return [Item("money", f"{told}, for {' and '.join(of)}") for told, of in names.items()]
