"""Words and comparisons of a rulebook that repeat a count which a house rule changes.

    change: {pieces: {dice: {count: 6}}}                    about: Roll five dice.      ->      say the words again, with six
    change: {boards: {board: {lines: {five: {length: 4}}}}}     about: Five in a row win.   ->      say the words again, with four

Words that name the pieces are certain; `five of a kind` and `natural_five` may be about something else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final, TypeAlias, TypeGuard

from rulewright.checked.messages import usage
from rulewright.checked.references import edition_of, everything
from rulewright.checked.usage.repeated_counts import SMALLEST, number_of
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import AGGREGATES
from rulewright.problems.problem import Problem
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

NUMBER_WORDS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip

_FREE: Final = r"(?<![\w.,/-])"
"""No part of another number or word before it."""

_COUNTING: Final = frozenset[str](each.name for each in AGGREGATES if each.gives == "count")
"""Aggregates whose result is a number of elements."""

Counted: TypeAlias = rulebook.Kind | rulebook.Family
"""A declaration that has a count: of the pieces of a kind, or of the spaces of a line."""


@dataclass(frozen=True, slots=True)
class Outdated:
    """Words that repeat a count from before a house rule changed it: `said` is the place of `five dice`, `now` that of the new
    number. They are `certain` if they name the pieces; `five of a kind` may be about something else."""

    text: rulebook.Text | None
    """None for the name of a rule, as in `natural_five: {is: most_alike(tray.face) == 5}`."""
    said: Span
    count: int
    counted: Counted
    now: Span
    certain: bool


def outdated_counts(below: rulebook.Rulebook, here: rulebook.Rulebook) -> Iterator[Outdated]:
    """The words of a rulebook that repeat, in digits or as a word, a count that a house rule has changed."""
    for name, change in _changed(below, here):
        for text in _words_of(here):
            if text.span.file != change.place.file:
                yield from _said(text, name, change)
        for entry in _rules_of(here):
            if _is_named(here, entry, name, change):
                yield Outdated(None, entry.span, change.number, change.counted, change.place, False)


@dataclass(frozen=True, slots=True)
class _Change:
    counted: Counted
    old: int
    number: int
    place: Span


def _changed(below: rulebook.Rulebook, here: rulebook.Rulebook) -> Iterator[tuple[str, _Change]]:
    """The changed counts, by name, unless another count of the same pieces, or of another line, still has the old number."""
    before, after = _counts(below), _counts(here)
    for name, (counted, number, place) in after.items():
        old = before[name][1] if name in before else number
        still = {now for other, now, _ in after.values() if _are_alike(counted, other)}
        if old != number and old not in still and old > 1:
            yield name, _Change(counted, old, number, place)


def _are_alike(one: Counted, other: Counted) -> bool:
    """Whether words about the one may be about the other."""
    return one is other or (isinstance(one, rulebook.Family) and isinstance(other, rulebook.Family))


def _said(text: rulebook.Text, name: str, change: _Change) -> Iterator[Outdated]:
    """The places of a text with the old number, first those that name the pieces."""
    patterns = [(_spoken(change.old, change.counted), True)]
    if _is_of_all(name, change):
        patterns.append((_perhaps(change.old), False))
    taken: set[int] = set()
    for pattern, certain in patterns:
        for found in pattern.finditer(text.span.text):
            number = max(found.start(group) for group in pattern.groupindex)
            if number not in taken:
                start = text.span.start
                said = Span(text.span.source, start + found.start(), start + found.end())
                yield Outdated(text, said, change.number, change.counted, change.place, certain)
            taken.add(number)


def outdated_comparisons(below: rulebook.Rulebook, here: rulebook.Rulebook) -> Iterator[tuple[Span, Span]]:
    """Comparisons of a count of pieces with its old number: the place of the new number, and of the comparison."""
    for name, change in _changed(below, here):
        if _is_of_all(name, change):
            for node in edition_of(here).nodes:
                if _is_held_against(node, here, change) and node.span.file != change.place.file:
                    yield change.place, node.span


def _is_of_all(name: str, change: _Change) -> bool:
    """Whether a change is of the count of all pieces of a kind, and the old count is large enough to be repeated."""
    return change.old >= SMALLEST and name == f"{change.counted.id}.count"


def _is_held_against(
    node: object, book: rulebook.Rulebook, change: _Change
) -> TypeGuard[syntax.Compare | syntax.In]:
    """Whether an expression compares the pieces with their old count: `dice.count == 5`, `most_alike(tray.face) in 4..5`."""
    match node:
        case syntax.Compare(left=counted, right=syntax.Number(value=value)):
            values = {value}
        case syntax.Compare(left=syntax.Number(value=value), right=counted):
            values = {value}
        case syntax.In(item=counted, domain=syntax.Range(low=low, high=high)):
            values = {each.value for each in (low, high) if isinstance(each, syntax.Number)}
        case _:
            return False
    return change.old in values and _is_count(book, counted, _places(book, change.counted), frozenset())


def _places(book: rulebook.Rulebook, counted: Counted) -> set[str]:
    """The names with which a rule refers to pieces: those of their kind and of the zones that hold it."""
    return {counted.id, *(zone.id for zone in book.zones.values() if zone.holds.text == counted.id)}


def _is_named(book: rulebook.Rulebook, entry: rulebook.Entry, name: str, change: _Change) -> bool:
    """Whether the name of a rule that depends on this count contains the old number, and people read that name, since it has no label."""
    words = entry.id.split("_")
    if change.old not in range(SMALLEST, len(NUMBER_WORDS)) or len(words) < 2 or entry.label is not None:
        return False
    new = change.place.file in (entry.span.file, entry.about.span.file if entry.about is not None else "")
    if new or NUMBER_WORDS[change.old] not in words:
        return False
    if isinstance(change.counted, rulebook.Family):
        return _mentions(entry, {change.counted.id})
    return _is_of_all(name, change) and any(
        _is_held_against(node, book, change) for node in everything(entry)
    )


def _rules_of(book: rulebook.Rulebook) -> Iterator[rulebook.Entry]:
    """The entries whose names are shown to people, as words, unless they have a label."""
    yield from book.definitions.values()
    yield from book.ends.values()
    for phase in book.phases.values():
        yield from (*phase.actions.values(), *phase.triggers.values())


def _is_count(book: rulebook.Rulebook, node: object, places: Collection[str], within: frozenset[str]) -> bool:
    """Whether an expression is the number of some pieces in these places, possibly by way of a definition."""
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
    """Report counts that a house rule changes while words and comparisons of the rulebook below keep the old number."""
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


def _counts(book: rulebook.Rulebook) -> dict[str, tuple[Counted, int, Span]]:
    """The counts of kinds and lines, and the sizes and starts of zones: by name, each with the place of its number."""
    written: list[tuple[str, Counted, syntax.Expression | None]] = [
        (f"{kind.id}.count", kind, kind.count) for kind in book.kinds.values()
    ]
    for board in book.boards.values():
        written += [(f"{board.id}.{line.id}.length", line, line.length) for line in board.lines.values()]
    for zone in book.zones.values():
        kind = book.kinds.get(zone.holds.text)
        if kind is not None:
            start = zone.start if not isinstance(zone.start, str) else None
            written += [(f"{zone.id}.size", kind, zone.size), (f"{zone.id}.start", kind, start)]
    found: dict[str, tuple[Counted, int, Span]] = {}
    for name, of, node in written:
        number = number_of(book, node)
        if node is not None and number is not None:
            option = book.options.get(node.text) if isinstance(node, syntax.Name) else None
            found[name] = (of, number, option.value.span if option is not None else node.span)
    return found


def _spoken(number: int, counted: Counted) -> re.Pattern[str]:
    """A pattern for `five dice`, `5 scoring dice`, `1-5 dice`, `5× dice`, `five-dice`: a number before the last word of a kind's
    name or label; for lines, `five in a row` and `a line of five`."""
    said = _in_words(number)
    if isinstance(counted, rulebook.Family):
        lines = r"(?:straight |unbroken )?(?:line|row)"
        return re.compile(
            rf"{_FREE}(?:(?P<number>{said})\s+(?:[\w-]+\s+){{0,4}}?in (?:a|one) {lines}\b"
            rf"|{lines}s? of (?:exactly |at least )?(?P<other>{said})(?![\w-]|[.,]\d))",
            re.IGNORECASE,
        )
    called = [counted.id, *(text.plain for text in (counted.label, counted.plural) if text is not None)]
    nouns = {name.replace("_", " ").split()[-1] for name in called if name.strip()}
    forms = "|".join(re.escape(form) for noun in sorted(nouns) for form in (noun, f"{noun}s"))
    low = r"(?:\d+\s*(?:-|–|\.\.)\s*)?"
    between = r"(?:-|\s*[×x*]\s*|\s+(?:[\w/-]+\s+){0,2}?)"
    return re.compile(rf"{_FREE}{low}(?P<number>{said}){between}(?:{forms})\b", re.IGNORECASE)


def _perhaps(number: int) -> re.Pattern[str]:
    """A pattern for `all five`, `five of a kind`, `five in a row`, `five ●`, `5×`: a number that may be that of the pieces."""
    said = _in_words(number)
    alike = r"(?:(?:of a kind|of them|alike|in a row|the same)\b)"
    sign = r"\s*[\u00d7\u2190-\u2bff]"
    return re.compile(
        rf"{_FREE}(?:all\s+(?P<number>{said})(?![\w-])|(?P<other>{said})(?:\s+(?:[\w-]+\s+)?{alike}|{sign}))",
        re.I,
    )


def _in_words(number: int) -> str:
    """A pattern for a number in digits or as a word."""
    return "|".join([str(number), *([NUMBER_WORDS[number]] if number < len(NUMBER_WORDS) else [])])


def _words_of(book: rulebook.Rulebook) -> Iterator[rulebook.Text]:
    """All texts of a rulebook for people."""
    return (node for node in everything(book) if isinstance(node, rulebook.Text))
