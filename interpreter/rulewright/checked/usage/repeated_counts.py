"""Numbers that repeat a count of pieces, and digits in prose that repeat an option.

    dice: {count: 6}      ...     when: rack.count == 6         ->      write `rack.full`, or `dice.count`
    says: You may roll at most 3 times.      holds: rolls < most_rolls          ->      write `<most_rolls>`

Both are right until the other place is changed.  A number is reported only if it is compared with the count of that very
kind or zone, a digit only if it is in the text of a rule that uses that very option.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright.checked.messages import usage
from rulewright.checked.references import Edition, everything, names_in, parts
from rulewright.expression import nodes as syntax
from rulewright.problems.problem import Problem
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

SMALLEST: Final = 3
"""The smallest number that is taken for a repeated count: 1 and 2 have other reasons too often."""

_DIGITS: Final = re.compile(r"(?<![\w.,+/-])\d+(?![\w/-]|[.,]\d)")


def repeated_counts(edition: Edition) -> Iterator[Problem]:
    """Report comparisons of `rack.count` or `dice.count` with a number that is declared elsewhere."""
    for node in edition.nodes:
        match node:
            case syntax.Compare(left=counted, right=syntax.Number() as number):
                yield from _compared(edition.book, node, counted, number)
            case syntax.Compare(left=syntax.Number() as number, right=counted):
                yield from _compared(edition.book, node, counted, number)
            case _:
                continue


def digits_in_prose(edition: Edition) -> Iterator[Problem]:
    """Report digits in the texts of a rule that are the default of an option which the rule uses."""
    book = edition.book
    options = {
        option.id: option
        for option in book.options.values()
        if (number_of(book, option.value) or 0) >= SMALLEST
    }
    for node in edition.nodes if options else ():
        if isinstance(node, rulebook.Entry) and not isinstance(node, (rulebook.Option, rulebook.Phase)):
            yield from _entry(book, node, options)


def _compared(
    book: rulebook.Rulebook, node: syntax.Compare, counted: syntax.Expression, number: syntax.Number
) -> Iterator[Problem]:
    if number.value < SMALLEST or not isinstance(counted, syntax.Attribute) or counted.name != "count":
        return
    place = counted.of
    name = (
        place.text
        if isinstance(place, syntax.Name)
        else place.name
        if isinstance(place, syntax.Attribute)
        else ""
    )
    zone = book.zones.get(name)
    if zone is None:
        return
    kind = book.kinds.get(zone.holds.text)
    if kind is None:
        return
    if zone.size is not None:
        if number_of(book, zone.size) == number.value:
            yield usage.repeats_a_count(node, number, _instead(node, counted, place.span.text), zone.size.span,
                                                 f"the size of `{zone.id}`")  # fmt: skip
    elif kind.count is not None and kind.of is None and number_of(book, kind.count) == number.value:
        yield usage.repeats_a_count(node, number, _instead(node, counted, place.span.text, kind.id), kind.count.span,
                                             f"the number of {kind.id}")  # fmt: skip


def _instead(node: syntax.Compare, counted: syntax.Expression, zone: str, kind: str = "") -> str:
    """The comparison without the number, for the help."""
    sign = (
        node.sign
        if counted is node.left
        else {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(node.sign, node.sign)
    )
    match sign:
        case "==" | ">=":
            return f"`{zone}.full`"
        case "<" | "!=":
            return f"`not {zone}.full`"
        case _:
            return f"`{zone}.count {sign} {kind + '.count' if kind else zone + '.size'}`"


def number_of(book: rulebook.Rulebook, node: syntax.Expression | None) -> int | None:
    """The number of a literal, or the default of the option that a name refers to; None for other expressions."""
    match node:
        case syntax.Number(value=value):
            return value
        case syntax.Name(text=name) if name in book.options:
            value_of = book.options[name].value
            return value_of.value if isinstance(value_of, syntax.Number) else None
        case _:
            return None


# ---------------------------------------------------------------------------------------------------- prose


def _entry(
    book: rulebook.Rulebook, entry: rulebook.Entry, options: dict[str, rulebook.Option]
) -> Iterator[Problem]:
    texts = [p for p in parts(entry) if isinstance(p, rulebook.Text) and _DIGITS.search(p.span.text)]
    rules = [p for p in parts(entry) if not isinstance(p, rulebook.Text)] if texts else []
    asked, numbers = names_in(*rules), _numbers_in(rules)
    for text in texts:
        shown = names_in(text)
        for name in sorted((asked & options.keys()) - shown):
            option = options[name]
            value = number_of(book, option.value) or 0
            if value not in numbers and option.value.span.file in (text.span.file, book.span.file):
                place = _digits(text, value)
                if place is not None:
                    yield usage.digit_in_prose(place, option)


def _numbers_in(rules: list[object]) -> frozenset[int]:
    """The numbers in the expressions of a rule, which its texts may be about."""
    return frozenset(node.value for node in everything(rules) if isinstance(node, syntax.Number))


def _digits(text: rulebook.Text, value: int) -> Span | None:
    """The place of a number in digits in a text; None if it is not there."""
    for found in _DIGITS.finditer(text.span.text):
        if found.group() == str(value):
            return Span(text.span.source, text.span.start + found.start(), text.span.start + found.end())
    return None
