"""Phrases for amounts: what something counts, on a line of its own, and changes that have a limit.

2 * count(d for d in dice if d.face == 2)      ->      2 for each die that shows 2
{set: pot, to: "min(pot + 3, 20)"}             ->      add 3 to the pot, but to no more than 20
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.vocabulary import asked
from rulewright.expression import nodes as syntax
from rulewright.expression.to_text import to_text

_LIMITS = {
    ("min", "+"): "add {} to {}, but to no more than",
    ("max", "-"): "take {} from {}, but to no less than",
}


def points(phrases: Phrases, node: syntax.Expression) -> str:
    """What something counts, in words: `2 for each die that shows 2` for a number times a count."""
    return phrases.words.ledger.attempt(lambda: _for_each(phrases, node)) or phrases.phrase(node)


def at_most(phrases: Phrases, count: syntax.Expression, kind: str, source: syntax.Expression | None) -> str:
    """`3 cards, or as many as there are,`: pieces that are moved from a place where there may be fewer; empty for others."""
    match count:
        case syntax.Call(
            function=syntax.Name(text="min"), arguments=(wanted, syntax.Attribute(of=place, name="count"))
        ) if source is not None and to_text(place) == to_text(source):
            said = phrases.words.amount(phrases.phrase(wanted), kind)
            phrases.words.ledger.covers(count)
            return f"{said}, or as many as there are,"
    return ""


def limited(phrases: Phrases, place: syntax.Expression, value: syntax.Expression) -> str:
    """`add 3 to the pot, but to no more than 20`, for a place that is set to `min(pot + 3, 20)`; with `max` and `-`, `take 3 from the
    pot, but to no less than 0`; empty for other values."""
    match value:
        case syntax.Call(
            function=syntax.Name(text="min" | "max" as which),
            arguments=(syntax.Arithmetic(sign="+" | "-" as sign, left=left, right=amount), limit),
        ) if (which, sign) in _LIMITS and to_text(left) == to_text(place):
            phrases.words.ledger.covers(left)
            done = _LIMITS[which, sign].format(phrases.operand(amount), phrases.phrase(place))
            return f"{done} {phrases.phrase(limit)}"
    return ""


# ----------------------------------------------------------------------------------------------------- private


def _for_each(phrases: Phrases, node: syntax.Expression) -> str:
    """A constant times a count; empty for other expressions."""
    match node:
        case syntax.Arithmetic(sign="*", left=worth, right=count) if (
            phrases.words.constant(worth) is not None and (found := _counted(phrases, count)) is not None
        ):
            inside, of = found
            return phrases.whole(node, lambda: f"{phrases.phrase(worth)} {_each(inside, of, count)}")
    return ""


def _each(inside: Phrases, of: syntax.Comprehension, count: syntax.Expression) -> str:
    """`for each die that shows 2`: what a count goes through."""
    inside.words.ledger.covers(of.element, count)
    return inside.clauses(of, "each")


def _counted(phrases: Phrases, node: syntax.Expression) -> tuple[Phrases, syntax.Comprehension] | None:
    """The comprehension that a call counts, itself or through a definition without words, and its scope; None for others."""
    match node:
        case syntax.Call(function=syntax.Name(text="count"), arguments=(syntax.Comprehension() as of,)):
            return (phrases, of) if len(of.clauses) == 1 else None
    definition, given = asked(node, phrases.words.rulebook.definitions)
    if definition is None or definition.label or definition.about or len(given) != len(definition.parameters):
        return None
    names = {p.name: phrases.phrase(a) for p, a in zip(definition.parameters, given, strict=True)}
    inside = replace(phrases, names={}, sorts={}, bindings={}).given(names, definition.parameters)
    body = definition.body
    return _counted(inside, body) if isinstance(body, syntax.Call) and len(names) == len(given) else None
