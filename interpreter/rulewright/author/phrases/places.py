"""Phrases for places in an order: the second largest of some values, the last cards of a pile and the one below its top.

nth(2, height(c.rank) for c in hand)    ->      the second greatest of the height ... for each card in your hand
discard.top(2)                          ->      the second card from the top of the discard pile
played.last(3)                          ->      the last 3 cards of the played pile
"""

from __future__ import annotations

from rulewright.author.phrases.domains import Domains
from rulewright.expression import nodes as syntax

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def ranked(phrases: Domains, number: syntax.Expression, greatest: str) -> str:
    """The words for the n-th largest, given those for the largest: `the greatest of ...`."""
    of = greatest.removeprefix("the greatest of ")
    if isinstance(number, syntax.Number) and number.value == 1:
        phrases.words.ledger.covers(number)
        return greatest
    place = _ordinal(phrases, number)
    if place:
        return f"the {place} greatest of {of}"
    return f"the value in place ({phrases.phrase(number)}), from the greatest down, of {of}"


def of_pile(phrases: Domains, node: syntax.Call) -> str:
    """The words for `top(n)` and `last(n)` of a zone; empty for other calls."""
    function = node.function
    if not isinstance(function, syntax.Attribute) or function.name not in ("top", "last"):
        return ""
    zone = phrases.zone(function.of)
    if zone is None:
        return ""
    (number,) = node.arguments
    pile = phrases.phrase(function.of)
    if function.name == "last":
        return f"the last {phrases.phrase(number)} {phrases.words.kind(zone.holds.text)} of {pile}"
    one, place = phrases.words.kind(zone.holds.text, 1), _ordinal(phrases, number)
    if place:
        return f"the {place} {one} from the top of {pile}"
    return f"the {one} in place ({phrases.phrase(number)}) from the top of {pile}"


def _ordinal(phrases: Domains, number: syntax.Expression) -> str:
    """`second` for a written 2; empty for other numbers."""
    if isinstance(number, syntax.Number) and 1 <= number.value <= len(ORDINALS):
        phrases.words.ledger.covers(number)
        return ORDINALS[number.value - 1]
    return ""
