"""Matching: the values that words may name as an argument of an action, and how far each is from the default reading.

    names = Names(vocabulary)
    matches(names, Player(2), "", ("2", "six"), 0)       (1, 1, 0)       up to word 1, the second player, distance 0
    readings(names, 0, rack, ("6",))                     every choice of `rack` that these words may mean

All readings that fit are given, those with longer names first; `parsing` chooses among them. The work for one text is
limited: `Names` counts look-ups.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.game.errors import UnknownMove
from rulewright.game.moves.action import home_zone
from rulewright.game.moves.vocabulary import Vocabulary, Words, single, words_of
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.runtime import whole_numbers
from rulewright.runtime.executor import Choice, Value
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass

MOST_READINGS = 5000
"""The most readings of a list of pieces without zones that are considered."""

MOST_ASKED = 100_000
"""The most look-ups of names for one text. Each takes about 2 µs, so reading a text takes no longer than the decision
it is meant for."""

FEW_THINGS = 8
"""A set with more things is read in fewer ways, so that all of them are reached."""
ITEMS_AT_ONCE = 16
"""The number of things in a set that count as one look-up."""

NONE = ("none", "nothing")
"""The words for no value, and for an empty set."""


@dataclass(slots=True)
class Names:
    """The names of a game, and the number of look-ups for one text. Raises UnknownMove after too many."""

    vocabulary: Vocabulary
    asked: int = 0

    @property
    def wording(self) -> Wording:
        return self.vocabulary.wording

    def called(self, type_: types.Type, home: str, words: Words) -> list[tuple[int, int]]:
        """The values with this name, each with its distance."""
        self.count(1)
        return self.vocabulary.words(type_, home).get(words, [])

    def count(self, work: int) -> None:
        """Count work done for this text. Raises UnknownMove when it is too much."""
        self.asked += work
        if self.asked > MOST_ASKED:
            raise UnknownMove(
                "this can be read in too many ways: name fewer things, or say of each where it is (`PIECE from ZONE`)"
            )


@dataclass(frozen=True, slots=True)
class Reading:
    """A choice that a text may mean. `far`, its distance, counts the pieces outside the home zone although no zone was
    named; `lengths` are the numbers of words of each argument."""

    choice: Choice
    far: int
    lengths: tuple[int, ...]


def readings(names: Names, index: int, rule: ir.Action, words: Words) -> Iterator[Reading]:
    """The choices of one action that the words after its name may mean; `index` is the action's."""

    def rest(position: int, at: int) -> Iterator[tuple[tuple[Value, ...], int, tuple[int, ...]]]:
        if position == len(rule.parameters):
            if at == len(words):
                yield (), 0, ()
            return
        parameter = rule.parameters[position]
        for end, value, far in matches(names, parameter.type, home_zone(names.wording, parameter), words, at):
            after = end + 1 if end < len(words) and words[end] == ";" else end
            for values, more, lengths in rest(position + 1, after):
                yield (value, *values), far + more, (end - at, *lengths)

    for values, far, lengths in rest(0, 0):
        yield Reading(Choice(index, values), far, lengths)


def matches(
    names: Names, type_: types.Type, home: str, words: Words, at: int
) -> Iterator[tuple[int, Value, int]]:
    """The values that the words from `at` on may mean: (index after the last word, value, distance), longest first."""
    match type_:
        case types.Optional():
            is_none = _says_none(names, type_, home, words, at)
            if is_none or (at < len(words) and words[at].casefold() == "none"):
                yield at + 1, None, 0
            if not is_none:
                yield from matches(names, type_.of, home, words, at)
        case types.Several():
            if type_.least == 0 and _says_none(names, type_, home, words, at):
                yield at + 1, (), 0
            yield from sets(names, type_, home, words, at)
        case types.Integer():
            number = _number(words[at]) if at < len(words) else None
            if number is not None and type_.low <= number <= type_.high:
                yield at + 1, number, 0
        case _:
            longest = names.vocabulary.longest(type_, home)
            for length in range(min(longest, len(words) - at), 0, -1):
                key = tuple(word.casefold() for word in words[at : at + length])
                for value, far in names.called(type_, home, key):
                    yield at + length, bool(value) if isinstance(type_, types.Boolean) else value, far


def from_python(names: Names, type_: types.Type, value: object, home: str) -> Iterator[tuple[Value, int]]:
    """The run-time values that a Python value may mean: (value, distance)."""
    match type_:
        case types.Optional():
            if value is None:
                yield None, 0
            else:
                yield from from_python(names, type_.of, value, home)
        case types.Several() if isinstance(value, list | tuple | set | frozenset):
            listed = " ".join(
                str(item) for item in (sorted(value, key=str) if isinstance(value, set) else value)
            )
            words = words_of(listed)
            yield from (
                (items, far) for end, items, far in sets(names, type_, home, words, 0) if end == len(words)
            )
        case types.Boolean():
            if isinstance(value, bool):
                yield value, 0
        case types.Integer() | types.Player() | types.Team() if (
            number := whole_numbers.whole(value)
        ) is not None:
            low = type_.low if isinstance(type_, types.Integer) else 0
            high = type_.high if isinstance(type_, types.Integer) else type_.count - 1
            if low <= number <= high:
                yield number, 0
        case _:
            words = words_of(str(value))
            for end, read, far in matches(names, type_, home, words, 0):
                if end == len(words):
                    yield read, far


def sets(
    names: Names, type_: types.Several, home: str, words: Words, at: int
) -> Iterator[tuple[int, Value, int]]:
    """The sets that the words from `at` on may list, in the form of `matches`."""
    repeats = isinstance(type_.of, types.Piece) and names.wording.kind(type_.of.kind).identical
    layers: list[dict[tuple[int, tuple[int, ...]], int]] = [{(at, ()): 0}]
    while layers[-1] and len(layers) <= type_.most:
        grown: dict[tuple[int, tuple[int, ...]], int] = {}
        most = MOST_READINGS // max(1, 2 * (len(layers) - FEW_THINGS))  # the most likely ones come first
        for (end, items), far in layers[-1].items():
            for after, value, more in matches(names, type_.of, home, words, end):
                assert isinstance(value, int)
                names.count(len(items) // ITEMS_AT_ONCE)
                if not repeats and value in items:
                    continue
                key = (after, tuple(sorted((*items, value))))
                grown[key] = min(far + more, grown.get(key, far + more))
            if len(grown) > most:
                break
        layers.append(grown)
    for size in range(len(layers) - 1, type_.least - 1, -1):
        for (end, items), far in layers[size].items():
            yield end, items, far


def _says_none(names: Names, type_: types.Type, home: str, words: Words, at: int) -> bool:
    """Whether the next word is `none` or `nothing`, and no value has that name."""
    word = words[at].casefold() if at < len(words) else ""
    return word in NONE and not names.called(single(type_), home, (word,))


def _number(word: str) -> int | None:
    digits = word[1:] if word.startswith("-") else word
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 12 else None
