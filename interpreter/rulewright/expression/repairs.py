"""Fixes for expressions with habits from other languages, where only one thing can have been meant.

    a && b.count() != 'clubs'      ->      a and b.count != clubs
    1 < round < 5                  ->      1 < round and round < 5

Nothing is decided here: the caller tries each rewrite, and only a text that parses is offered as a fix.
A text with two possible meanings (`a / b`, `a and b or c`, a missing parenthesis) has no rewrite.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from rulewright.expression.everyday import SPLIT
from rulewright.expression.habits import table
from rulewright.expression.syntax_error import WORD
from rulewright.expression.words import RESERVED

_DIRECTIONS: Final = ({"<", "<="}, {">", ">="})
_COMPARISONS: Final = frozenset(["==", "!=", "<=", ">=", "<", ">", "in"])
_SEPARATORS: Final = frozenset(["and", "or", "not", "if", "then", "else", "for", "while", ","])
_NEXT_ENTRY: Final = re.compile(r"\n\s*-\s|[0-9]\.\s*[A-Za-z]")
"""The beginning of a second entry in a text, which YAML read as part of the first."""
_LONGEST: Final = 2_000
"""The longest text, in characters, that is rewritten; longer expressions are rare, and rewriting one takes time."""

_Words = list["re.Match[str]"]


def rewrites(text: str) -> Iterator[str]:
    """The text with one habit after another corrected; each result includes the corrections before it."""
    if len(text) > _LONGEST or _NEXT_ENTRY.search(text):
        return
    for rewrite in _REWRITES:
        changed = rewrite(text)
        while changed is not None and changed != text and len(changed) <= 2 * _LONGEST:
            text = changed
            yield text
            changed = rewrite(text)


def _words(text: str) -> _Words:
    return [found for found in WORD.finditer(text) if not found[0].startswith("#")]


def _signs(text: str) -> str | None:
    """`&&`, `=`, `≤`, `AND`: signs and words with exactly one counterpart here, and quotes around a name."""
    words = _words(text)
    changes: list[tuple[int, int, str]] = []
    for place, word in enumerate(words):
        new = _written(word[0])
        if new is not None:
            changes.append((word.start(), word.end(), _apart(text, word, new)))
        elif word[0] in "'\"" and _is_quoted(words, place):
            changes.append((word.start(), words[place + 2].end(), words[place + 1][0]))
    return _changed(text, changes)


def _split(text: str) -> str | None:
    """`> =`, and `35 when c else 0`."""
    changes = []
    for before, word in pairwise(_words(text)):
        sign = before[0] + word[0]
        if sign in SPLIT and len(sign) == 2 and before.end() != word.start():
            changes.append((before.start(), word.end(), SPLIT[sign]))
    return _changed(text, changes)


def _when(text: str) -> str | None:
    """`35 when c else 0`."""
    words = _words(text)
    found = [word for word in words if word[0] == "when"]
    others = [word for word in words if word[0] == "else"]
    if len(found) != 1 or len(others) != 1 or any(word[0] == "if" for word in words):
        return None
    return _changed(text, [(found[0].start(), found[0].end(), "if")])


def _written(word: str) -> str | None:
    """The counterpart of a word or sign of another language: `and` for `&&` and `AND`."""
    _, _, *known = table()["signs"].get(word, ("", ""))
    if known:
        return str(known[0])
    return word.lower() if word.lower() in RESERVED and word != word.lower() else None


def _apart(text: str, word: re.Match[str], new: str) -> str:
    """A word that replaces a sign, with spaces around it where the sign had none."""
    if not new.isalpha():
        return new
    touches = word.start() > 0 and (text[word.start() - 1].isalnum() or text[word.start() - 1] in "_)'\"")
    before = " " if touches else ""
    after = "" if text[word.end() : word.end() + 1].isspace() or word.end() == len(text) else " "
    return before + new + after


def _is_quoted(words: _Words, place: int) -> bool:
    if place + 2 >= len(words) or words[place + 2][0] != words[place][0]:
        return False
    inside = words[place + 1]
    touching = words[place].end() == inside.start() and inside.end() == words[place + 2].start()
    return touching and (inside[0][0].isalpha() or inside[0][0] == "_")


def _is(text: str) -> str | None:
    """`x is y`, `x is not y`."""
    words = _words(text)
    changes = []
    for place, word in enumerate(words[:-1]):
        if (
            place == 0
            or word[0] != "is"
            or words[place - 1][0] == "."
            or words[place + 1][0] in ("empty", "full")
        ):
            continue
        if words[place + 1][0] == "not":
            changes.append((word.start(), words[place + 1].end(), "!="))
        else:
            changes.append((word.start(), word.end(), "=="))
    return _changed(text, changes)


def _empty_calls(text: str) -> str | None:
    """`rack.count()`."""
    words = _words(text)
    pairs = [
        (opened, closed)
        for before, opened, closed in zip(words, words[1:], words[2:], strict=False)
        if opened[0] == "(" and closed[0] == ")" and (before[0][-1].isalnum() or before[0][-1] == "_")
        and before[0] not in RESERVED
    ]  # fmt: skip
    return _changed(text, [(opened.start(), closed.end(), "") for opened, closed in pairs])


def _digits(text: str) -> str | None:
    """`1_000` and `1...6`."""
    changes = []
    for before, word in pairwise(_words(text)):
        if before.end() != word.start():
            continue
        if before[0].isdigit() and re.fullmatch(r"(?:_[0-9]+)+", word[0]):
            changes.append((word.start(), word.end(), word[0].replace("_", "")))
        elif before[0] == ".." and word[0] == ".":
            changes.append((word.start(), word.end(), ""))
    return _changed(text, changes)


def _look_up(text: str) -> str | None:
    """`points[total]`."""
    words = _words(text)
    changes = []
    for before, word in pairwise(words):
        if (
            word[0] == "["
            and before.end() == word.start()
            and (before[0][-1].isalnum() or before[0][-1] == "_")
        ):
            changes.append((word.start(), word.end(), "("))
    if len(changes) != sum(word[0] == "[" for word in words):
        return None
    changes += [(word.start(), word.end(), ")") for word in words if word[0] == "]"]
    return _changed(text, sorted(changes))


def _not_in(text: str) -> str | None:
    """`x not in y` is `not x in y`."""
    words = _words(text)
    for place, (word, following) in enumerate(pairwise(words)):
        if word[0] == "not" and following[0] == "in" and place > 0:
            start = _operand_start(words, place)
            if start is not None:
                return _changed(text, [(start, start, "not "), (word.start(), following.start(), "")])
    return None


def _operand_start(words: _Words, place: int) -> int | None:
    """The beginning of the value that ends before a word: after the last separator in the same parentheses."""
    depth, start = 0, None
    for word in reversed(words[:place]):
        if word[0] == ")":
            depth += 1
        elif word[0] == "(" and depth == 0:
            break
        elif word[0] == "(":
            depth -= 1
        elif depth == 0 and word[0] in _SEPARATORS:
            break
        start = word.start()
    return start


def _chain(text: str) -> str | None:
    """`a < b < c` is `a < b and b < c`, if both signs have the same direction."""
    last: dict[int, re.Match[str]] = {}
    depth = 0
    words = _words(text)
    for place, word in enumerate(words):
        if word[0] in "()":
            depth += 1 if word[0] == "(" else -1
            last.pop(depth + 1, None)
        elif word[0] in _SEPARATORS:
            last.pop(depth, None)
        elif word[0] in _COMPARISONS:
            first = last.get(depth)
            if first is None:
                last[depth] = word
                continue
            if not any(first[0] in way and word[0] in way for way in _DIRECTIONS) or _is_denied(words, first):
                return None
            middle = text[first.end() : word.start()].strip()
            before = " " if not text[word.start() - 1].isspace() else ""
            return f"{text[: word.start()]}{before}and {middle} {text[word.start() :]}" if place else None
    return None


def _is_denied(words: _Words, comparison: re.Match[str]) -> bool:
    """Whether it is `not a < b < c`, which is ambiguous: the chain or its first half may be denied."""
    place = words.index(comparison)
    start = _operand_start(words, place)
    before = [word for word in words if start is not None and word.end() <= start]
    return bool(before) and before[-1][0] == "not"


def _if_then(text: str) -> str | None:
    """`if c then a else b` is `a if c else b`."""
    words = _words(text)
    found = {name: [w for w in words if w[0] == name] for name in ("if", "then", "else")}
    if any(len(places) != 1 for places in found.values()) or words[0][0] != "if":
        return None
    then, other = found["then"][0], found["else"][0]
    if then.start() > other.start():
        return None
    condition = text[words[0].end() : then.start()].strip()
    value = text[then.end() : other.start()].strip()
    return f"{value} if {condition} else {text[other.end() :].strip()}"


def _changed(text: str, changes: list[tuple[int, int, str]]) -> str | None:
    """The text with pieces replaced; None if there is nothing to replace."""
    if not changes:
        return None
    parts, end = [], 0
    for start, stop, new in changes:
        if start < end:
            return None
        parts += [text[end:start], new]
        end = stop
    return "".join([*parts, text[end:]])


_REWRITES: Final[tuple[Callable[[str], str | None], ...]] = (
    _split,
    _signs,
    _when,
    _is,
    _empty_calls,
    _digits,
    _look_up,
    _not_in,
    _chain,
    _if_then,
)
