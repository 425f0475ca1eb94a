"""What other languages write with `=`, as the effect that it surely means here.

me.score = me.score + pot      ->      {add: pot, to: me.score}
rolls -= 1                     ->      {add: -1, to: rolls}
pot = 0                        ->      {set: pot, to: 0}
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_PLACE = r"[A-Za-z_]\w*(?:\.\w+|\([^()=]*\))*"
_SETS = re.compile(rf"({_PLACE})\s*(:=|\+=|-=|=)(?!=)\s*(\S.*)")
_COUNTS = re.compile(rf"({_PLACE})\s*(\+\+|--)")
_SINGLE = re.compile(rf"[0-9]+|{_PLACE}")
_LOOSE = re.compile(r"\b(?:and|or|not|if|else|otherwise|in|for)\b|[<>=!]")
"""What binds less tightly than `+`."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """The sign that sets nothing here, and the effect to write instead."""

    sign: str
    effect: str


def assignment(text: str) -> Assignment | None:
    """What a text on one line sets, if it has that form."""
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
    """As a value in { }: in quotes if YAML would cut it at a comma."""
    return f'"{text}"' if "," in text and '"' not in text else text
