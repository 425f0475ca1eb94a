"""Assignments as in other languages (`=`, `-=`), and the effects that they surely mean.

me.score = me.score + pot      ->      {add: pot, to: me.score}
rolls -= 1                     ->      {add: -1, to: rolls}
pot = 0                        ->      {set: pot, to: 0}
"""

from __future__ import annotations

import re

from rulewright.source.dataclass import dataclass

_PLACE = r"[A-Za-z_]\w*(?:\.\w+|\([^()=]*\))*"
_SETS = re.compile(rf"({_PLACE})\s*(:=|\+=|-=|=)(?!=)\s*(\S.*)")
_COUNTS = re.compile(rf"({_PLACE})\s*(\+\+|--)")
_SINGLE = re.compile(rf"[0-9]+|{_PLACE}")
_LOOSE = re.compile(r"\b(?:and|or|not|if|else|otherwise|in|for)\b|[<>=!]")
"""Operators and words that bind less tightly than `+`."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """An assignment: its sign, which is no effect here, and the effect to write instead."""

    sign: str
    effect: str


def assignment(text: str) -> Assignment | None:
    """The assignment in a text on one line; None if the text has another form."""
    counts = _COUNTS.fullmatch(text.strip())
    if counts is not None:
        place, sign = counts.groups()
        return Assignment(sign, _add("1" if sign == "++" else "-1", place))
    sets = _SETS.fullmatch(text.strip())
    if sets is None:
        return None
    place, sign, value = sets.groups()
    return Assignment(sign, _effect(place, sign, value))


def _effect(place: str, sign: str, value: str) -> str:
    if sign == "+=":
        return _add(value, place)
    if sign == "-=":
        return _subtracted(value, place)
    grown = re.match(rf"{re.escape(place)}\s*([-+])\s*(?=\S)", value)
    rest = value[grown.end() :] if grown is not None else ""
    if grown is None or _LOOSE.search(rest):
        return _set(place, value)
    if grown[1] == "+":
        return _add(rest, place)
    return _subtracted(rest, place) if _SINGLE.fullmatch(rest) else _set(place, value)


def _subtracted(value: str, place: str) -> str:
    if _SINGLE.fullmatch(value):
        return _add(f"-{value}", place)
    return _set(place, f"{place} - ({value})")


def _add(amount: str, place: str) -> str:
    return f"{{add: {_in_brackets(amount)}, to: {_in_brackets(place)}}}"


def _set(place: str, value: str) -> str:
    return f"{{set: {_in_brackets(place)}, to: {_in_brackets(value)}}}"


def _in_brackets(text: str) -> str:
    """A text as a value inside { }: in quotes if YAML would cut it at a comma."""
    return f'"{text}"' if "," in text and '"' not in text else text
