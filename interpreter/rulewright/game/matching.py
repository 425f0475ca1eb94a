"""What words may mean where an action wants an argument: the values they name, and how far they are from what goes without saying.

    matches(vocabulary, Player(2), "", ("2", "six"), 0)       (1, 1, 0)       up to word 1, the second player, not far
    readings(vocabulary, 0, rack, ("6",))                     every choice of `rack` that these words may mean

Where several readings fit they all come, those with longer names first; `typed` chooses among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.game.action import home_zone
from rulewright.game.vocabulary import Vocabulary, Words
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.runtime import given
from rulewright.runtime.executor import Choice, Value

MOST_READINGS = 5000
"""A list of pieces whose zones go without saying has many readings; this many are looked at."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A choice that a text may mean. `far` counts the pieces whose zone is not the home zone although none was
    named; `lengths` are the words each argument took."""

    choice: Choice
    far: int
    lengths: tuple[int, ...]


def readings(vocabulary: Vocabulary, index: int, rule: ir.Action, words: Words) -> Iterator[Reading]:
    """The choices of one action that the words behind its name may mean; `index` is the action's."""

    def rest(position: int, at: int) -> Iterator[tuple[tuple[Value, ...], int, tuple[int, ...]]]:
        if position == len(rule.parameters):
            if at == len(words):
                yield (), 0, ()
            return
        parameter = rule.parameters[position]
        for end, value, far in matches(
            vocabulary, parameter.type, home_zone(vocabulary.wording, parameter), words, at
        ):
            after = end + 1 if end < len(words) and words[end] == ";" else end
            for values, more, lengths in rest(position + 1, after):
                yield (value, *values), far + more, (end - at, *lengths)

    for values, far, lengths in rest(0, 0):
        yield Reading(Choice(index, values), far, lengths)


def matches(
    vocabulary: Vocabulary, type_: types.Type, home: str, words: Words, at: int
) -> Iterator[tuple[int, Value, int]]:
    """Values that the words from `at` on may mean: (where they end, value, far), longest first."""
    match type_:
        case types.Optional():
            if at < len(words) and words[at].casefold() == "none":
                yield at + 1, None, 0
            yield from matches(vocabulary, type_.of, home, words, at)
        case types.Several():
            yield from sets(vocabulary, type_, home, words, at)
        case types.Integer():
            number = _number(words[at]) if at < len(words) else None
            if number is not None and type_.low <= number <= type_.high:
                yield at + 1, number, 0
        case _:
            named = vocabulary.words(type_, home)
            longest = max((len(entry) for entry in named), default=0)
            for length in range(min(longest, len(words) - at), 0, -1):
                key = tuple(word.casefold() for word in words[at : at + length])
                for value, far in named.get(key, ()):
                    yield at + length, bool(value) if isinstance(type_, types.Boolean) else value, far


def from_python(
    vocabulary: Vocabulary, type_: types.Type, value: object, home: str
) -> Iterator[tuple[Value, int]]:
    """The values that a Python value may mean: (value, far)."""
    match type_:
        case types.Optional():
            if value is None:
                yield None, 0
            else:
                yield from from_python(vocabulary, type_.of, value, home)
        case types.Several() if isinstance(value, list | tuple | set | frozenset):
            listed = " ".join(
                str(item) for item in (sorted(value, key=str) if isinstance(value, set) else value)
            )
            words = tuple(listed.split())
            yield from (
                (items, far)
                for end, items, far in sets(vocabulary, type_, home, words, 0)
                if end == len(words)
            )
        case types.Boolean():
            if isinstance(value, bool):
                yield value, 0
        case types.Integer() | types.Player() | types.Team() if (
            number := None if value is True else given.whole(value)
        ) is not None:
            low = type_.low if isinstance(type_, types.Integer) else 0
            high = type_.high if isinstance(type_, types.Integer) else type_.count - 1
            if low <= number <= high:
                yield number, 0
        case _:
            words = tuple(str(value).split())
            for end, read, far in matches(vocabulary, type_, home, words, 0):
                if end == len(words):
                    yield read, far


def sets(
    vocabulary: Vocabulary, type_: types.Several, home: str, words: Words, at: int
) -> Iterator[tuple[int, Value, int]]:
    """Sets that the words from `at` on may list, as `matches` has them."""
    repeats = isinstance(type_.of, types.Piece) and vocabulary.wording.kind(type_.of.kind).identical
    layers: list[dict[tuple[int, tuple[int, ...]], int]] = [{(at, ()): 0}]
    while layers[-1] and len(layers) <= type_.most:
        grown: dict[tuple[int, tuple[int, ...]], int] = {}
        for (end, items), far in layers[-1].items():
            for after, value, more in matches(vocabulary, type_.of, home, words, end):
                assert isinstance(value, int)
                if not repeats and value in items:
                    continue
                key = (after, tuple(sorted((*items, value))))
                grown[key] = min(far + more, grown.get(key, far + more))
            if len(grown) > MOST_READINGS:
                break
        layers.append(grown)
    for size in range(len(layers) - 1, type_.least - 1, -1):
        for (end, items), far in layers[size].items():
            yield end, items, far


def _number(word: str) -> int | None:
    digits = word[1:] if word.startswith("-") else word
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 12 else None
