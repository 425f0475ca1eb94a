"""Numbers that repeat how many pieces there are, and digits in prose that repeat an option.

    dice: {count: 6}      ...     when: rack.count == 6         ->      write `rack.full`, or `dice.count`
    says: You may roll at most 3 times.      holds: rolls < most_rolls          ->      write `<most_rolls>`
    change: {pieces: {dice: {count: 6}}}     about: Roll five dice.             ->      say the words again, with six

Both are right until somebody changes the other place.  A number is only taken for a repetition if it is held against
the count of that very kind or zone, a digit only if the rule whose text it stands in asks for that very option.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from rulewright.checked.messages import usage
from rulewright.checked.references import Edition, edition_of, everything, names_in, parts
from rulewright.expression import nodes as syntax
from rulewright.problems.problem import Problem
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

SMALLEST: Final = 3
"""Up to two of something is not a count that anybody repeats."""

NUMBER_WORDS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip

_COUNTING: Final = ("count", "most_alike", "longest_run", "distinct")
"""Functions that say how many pieces there are of some."""

_DIGITS: Final = re.compile(r"(?<![\w.,+/-])\d+(?![\w/-]|[.,]\d)")


def repeated_counts(edition: Edition) -> Iterator[Problem]:
    """Comparisons of `rack.count` or `dice.count` with a number that is declared elsewhere."""
    for node in edition.nodes:
        match node:
            case syntax.Compare(left=counted, right=syntax.Number() as number):
                yield from _compared(edition.book, node, counted, number)
            case syntax.Compare(left=syntax.Number() as number, right=counted):
                yield from _compared(edition.book, node, counted, number)
            case _:
                continue


def digits_in_prose(edition: Edition) -> Iterator[Problem]:
    """Digits in the words of a rule that are the default of an option which this rule asks for."""
    book = edition.book
    options = {
        option.id: option
        for option in book.options.values()
        if (_number(book, option.value) or 0) >= SMALLEST
    }
    for node in edition.nodes if options else ():
        if isinstance(node, rulebook.Entry) and not isinstance(node, (rulebook.Option, rulebook.Phase)):
            yield from _entry(book, node, options)


@dataclass(frozen=True, slots=True)
class Outdated:
    """Words that say how many there were before a house rule changed that: `said` is the place of `five dice`, `now` that of the new
    number. They are `certain` if they name the pieces; `five of a kind` may be about something else."""

    text: rulebook.Text
    said: Span
    count: int
    kind: rulebook.Kind
    now: Span
    certain: bool


def outdated_counts(below: rulebook.Rulebook, here: rulebook.Rulebook) -> Iterator[Outdated]:
    """The words of a rulebook that repeat, as a number or its word, a count of pieces that is another one here."""
    for name, change in _changed(below, here):
        for text in _words_of(here):
            if text.span.file != change.place.file:
                yield from _said(text, name, change)


@dataclass(frozen=True, slots=True)
class _Change:
    kind: rulebook.Kind
    old: int
    number: int
    place: Span


def _changed(below: rulebook.Rulebook, here: rulebook.Rulebook) -> Iterator[tuple[str, _Change]]:
    """The counts that are other ones here, by name, but for those that another count of the same pieces still is."""
    before, after = _counts(below), _counts(here)
    for name, (kind, number, place) in after.items():
        old = before[name][1] if name in before else number
        still = {now for other, now, _ in after.values() if other is kind}
        if old != number and old not in still and old > 1:
            yield name, _Change(kind, old, number, place)


def _said(text: rulebook.Text, name: str, change: _Change) -> Iterator[Outdated]:
    """Where a text says the old number, first where it names the pieces."""
    patterns = [(_spoken(change.old, change.kind), True)]
    if change.old >= SMALLEST and name == f"{change.kind.id}.count":
        patterns.append((_perhaps(change.old), False))
    taken: set[int] = set()
    for pattern, certain in patterns:
        for found in pattern.finditer(text.span.text):
            number = max(found.start(group) for group in pattern.groupindex)
            if number not in taken:
                start = text.span.start
                said = Span(text.span.source, start + found.start(), start + found.end())
                yield Outdated(text, said, change.number, change.kind, change.place, certain)
            taken.add(number)


def outdated_comparisons(below: rulebook.Rulebook, here: rulebook.Rulebook) -> Iterator[tuple[Span, Span]]:
    """Where a rule holds a count of pieces against the number that there were of them: the new number, and the comparison."""
    for name, change in _changed(below, here):
        if change.old < SMALLEST or name != f"{change.kind.id}.count":
            continue
        places = {change.kind.id, *(z.id for z in here.zones.values() if z.holds.text == change.kind.id)}
        for node in edition_of(here).nodes:
            match node:
                case syntax.Compare(left=counted, right=syntax.Number(value=value)):
                    pass
                case syntax.Compare(left=syntax.Number(value=value), right=counted):
                    pass
                case _:
                    continue
            theirs = value == change.old and node.span.file != change.place.file
            if theirs and _is_count(here, counted, places, frozenset()):
                yield change.place, node.span


def _is_count(book: rulebook.Rulebook, node: object, places: Collection[str], within: frozenset[str]) -> bool:
    """Whether an expression is how many pieces there are of those which lie in these places, maybe by a definition."""
    match node:
        case syntax.Attribute(of=of, name="count"):
            return _mentions(of, places)
        case syntax.Call(function=syntax.Name(text=name), arguments=given) if name in _COUNTING:
            return _mentions(given, places)
        case syntax.Call(function=syntax.Name(text=name), arguments=given) if name in ("max", "min", "sum"):
            return any(_is_count(book, each, places, within) for each in given)
        case syntax.Comprehension(element=element):
            return _is_count(book, element, places, within)
        case syntax.Arithmetic(sign="+", left=left, right=right):
            return any(_is_count(book, each, places, within) for each in (left, right))
        case syntax.Call(function=syntax.Name(text=name)) | syntax.Name(text=name):
            known = name in book.definitions and name not in within
            return known and _is_count(book, book.definitions[name].body, places, within | {name})
        case _:
            return False


def _mentions(node: object, places: Collection[str]) -> bool:
    return any(
        (isinstance(part, syntax.Name) and part.text in places)
        or (isinstance(part, syntax.Attribute) and part.name in places)
        for part in everything(node)
    )


def counts_that_stay(
    below: rulebook.Rulebook, here: rulebook.Rulebook, files: Collection[str]
) -> Iterator[Problem]:
    """A count that a house rule changes while the words of the rulebook below it stay, each with the places of those words."""
    stay: dict[Span, list[Outdated]] = {}
    held: dict[Span, list[Span]] = {}
    for outdated in outdated_counts(below, here):
        stay.setdefault(outdated.now, []).append(outdated)
    for now, place in outdated_comparisons(below, here):
        held.setdefault(now, []).append(place)
    for now in {**stay, **held}:
        if now.file in files:
            found = sorted(stay.get(now, ()), key=lambda each: not each.certain)
            certain = bool(found) and found[0].certain
            yield usage.count_in_prose(now, [each.said for each in found], held.get(now, ()), certain)


# --------------------------------------------------------------------------------------------------- counts


def _counts(book: rulebook.Rulebook) -> dict[str, tuple[rulebook.Kind, int, Span]]:
    """How many pieces of a kind there are, and lie in a zone at most and at the start; each with the place of the number."""
    written = [(f"{kind.id}.count", kind, kind.count) for kind in book.kinds.values()]
    for zone in book.zones.values():
        kind = book.kinds.get(zone.holds.text)
        if kind is not None:
            start = zone.start if not isinstance(zone.start, str) else None
            written += [(f"{zone.id}.size", kind, zone.size), (f"{zone.id}.start", kind, start)]
    found: dict[str, tuple[rulebook.Kind, int, Span]] = {}
    for name, kind, node in written:
        number = _number(book, node)
        if node is not None and number is not None:
            option = book.options.get(node.text) if isinstance(node, syntax.Name) else None
            found[name] = (kind, number, option.value.span if option is not None else node.span)
    return found


def _spoken(number: int, kind: rulebook.Kind) -> re.Pattern[str]:
    """`five dice`, `5 scoring dice`: a number before the last word of what a kind is called."""
    called = [kind.id, *(text.plain for text in (kind.label, kind.plural) if text is not None)]
    nouns = {name.replace("_", " ").split()[-1] for name in called if name.strip()}
    forms = "|".join(re.escape(form) for noun in sorted(nouns) for form in (noun, f"{noun}s"))
    return re.compile(
        rf"(?<![\w.,/-])(?P<number>{_in_words(number)})\s+(?:[\w/-]+\s+){{0,2}}?(?:{forms})\b", re.IGNORECASE
    )


def _perhaps(number: int) -> re.Pattern[str]:
    """`all five`, `five of a kind`, `five alike`, `five in a row`: a number that may be that of the pieces."""
    said = _in_words(number)
    alike = r"(?:(?:of a kind|of them|alike|in a row|the same)\b)"
    return re.compile(
        rf"(?<![\w.,/-])(?:all\s+(?P<number>{said})(?![\w-])|(?P<other>{said})\s+(?:[\w-]+\s+)?{alike})", re.I
    )


def _in_words(number: int) -> str:
    """A number in digits or as a word, as a choice of a pattern."""
    return "|".join([str(number), *([NUMBER_WORDS[number]] if number < len(NUMBER_WORDS) else [])])


def _words_of(book: rulebook.Rulebook) -> Iterator[rulebook.Text]:
    """Everything that a rulebook says to people."""
    return (node for node in everything(book) if isinstance(node, rulebook.Text))


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
        if _number(book, zone.size) == number.value:
            yield usage.repeats_a_count(node, number, _instead(node, counted, place.span.text), zone.size.span,
                                                 f"the size of `{zone.id}`")  # fmt: skip
    elif kind.count is not None and kind.of is None and _number(book, kind.count) == number.value:
        yield usage.repeats_a_count(node, number, _instead(node, counted, place.span.text, kind.id), kind.count.span,
                                             f"the number of {kind.id}")  # fmt: skip


def _instead(node: syntax.Compare, counted: syntax.Expression, zone: str, kind: str = "") -> str:
    """The comparison without the number."""
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


def _number(book: rulebook.Rulebook, node: syntax.Expression | None) -> int | None:
    """The number that an expression is written as, or that the option has which it names."""
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
            value = _number(book, option.value) or 0
            if value not in numbers and option.value.span.file in (text.span.file, book.span.file):
                place = _digits(text, value)
                if place is not None:
                    yield usage.digit_in_prose(place, option)


def _numbers_in(rules: list[object]) -> frozenset[int]:
    """The numbers that a rule says itself, which its words may be about."""
    return frozenset(node.value for node in everything(rules) if isinstance(node, syntax.Number))


def _digits(text: rulebook.Text, value: int) -> Span | None:
    """Where a text says a number in digits."""
    for found in _DIGITS.finditer(text.span.text):
        if found.group() == str(value):
            return Span(text.span.source, text.span.start + found.start(), text.span.start + found.end())
    return None
