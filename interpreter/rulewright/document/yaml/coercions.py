"""Texts that YAML reads otherwise than their author meant, reported in the author's terms.

YAML reads these without complaint, and a rule silently becomes another one:

    {when: max(1, 2) > n}      two keys: `when: max(1` and `2) > n`, the second without a value
    about: Row #1 is won       the text `Row`, and a comment
    when:                      nothing at all

They are reported before the schema is checked, because "`2) > n` is no key here" would help nobody.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import zip_longest

from rulewright.document import messages
from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.document.shape import shapes
from rulewright.problems.problem import Problem, Problems
from rulewright.source.text import Span

_COLON = re.compile(r"\s*:")
_SEMICOLON = re.compile(r"[a-z_]+(?=;(?:\s|$))")
_PROSE = ("about", "label", "plural", "says", "sheet", "title")
_LISTS = (
    "after",
    "denominations",
    "do",
    "expect",
    "faces",
    "one_of",
    "per",
    "play",
    "remove",
    "seats",
    "use",
    "without",
)
"""Keys whose value is a list, or may be one. So may the value of an enum's name."""
_COMMENT = re.compile(r"[ \t]+#(?=\w)[^\r\n]*")
_SMALL_KEYS = frozenset(["from", "to", "of", "in", "be"])
"""Keys that people read as words of a sentence, and write like these."""
_OPEN_END = re.compile(r"(?:[-+*<>=(,.]|\b(?:and|or|not|in|if|else|otherwise|of|div|mod|through|while|for))$")


def report(tree: Mapping, problems: Problems) -> None:
    """Adds a problem for every text in the tree that YAML cut, and for every null."""
    _look(tree, problems, ())


def is_cut_by_comma(text: Scalar) -> bool:
    return text.style == "plain" and text.text.count("(") > text.text.count(")")


def _look(node: Node, problems: Problems, owners: tuple[str, ...]) -> None:
    """`owners` are the keys that lead to the node."""
    match node:
        case Scalar():
            _look_at_scalar(node, problems)
        case Sequence():
            _look_at_sequence(node, problems, owners)
        case Mapping():
            _look_at_mapping(node, problems, owners)


def _look_at_scalar(scalar: Scalar, problems: Problems) -> None:
    if scalar.style != "plain" or scalar.is_null:
        return
    comment = _COMMENT.match(scalar.span.source.text, scalar.span.end)
    if comment is None:
        return
    text = scalar.text
    unfinished = text.count("(") > text.count(")") or _OPEN_END.search(text) is not None
    problems.add(messages.cut_at_hash(scalar.span, comment.end(), certain=unfinished))


def _look_at_sequence(sequence: Sequence, problems: Problems, owners: tuple[str, ...]) -> None:
    is_flow = sequence.span.text.startswith("[")
    previous: Node | None = None
    for item in sequence:
        if is_flow and isinstance(previous, Scalar) and is_cut_by_comma(previous):
            problems.add(messages.cut_by_comma(previous.span, item.span, "[ ]"))
        elif isinstance(item, Scalar) and item.is_null:
            problems.add(messages.nothing_in_list(item.span))
        _look(item, problems, owners)
        previous = item


def _look_at_mapping(mapping: Mapping, problems: Problems, owners: tuple[str, ...]) -> None:
    is_flow = mapping.span.text.startswith("{")
    if is_flow and len(mapping.entries) > 1 and all(map(_is_name_alone, mapping)):
        is_list = owners[-1:] and (owners[-1] in _LISTS or owners[-2:-1] == ("enums",))
        problems.add(
            messages.names_in_braces(mapping.span, owners[-1] if owners else "", is_list=bool(is_list))
        )
        return
    previous: Entry | None = None
    was_cut = False
    for entry, following in zip_longest(mapping, mapping.entries[1:]):
        is_cut = is_flow and _continues(previous, entry)
        if is_cut and not was_cut:  # a text with several commas is reported once
            assert previous is not None  # `_continues` says so
            problems.add(_cut(_end(previous), entry))
        elif is_cut:
            pass
        elif (sign := _other_sign(entry)) is not None:
            problems.add(sign)
        elif isinstance(entry.value, Scalar) and entry.value.is_null and not _goes_on(entry):
            problems.add(_nothing(entry, is_flow, following))
        _look_at_scalar(entry.key, problems)
        _look(entry.value, problems, (*owners, entry.key.text))
        previous, was_cut = entry, is_cut


def _cut(before: Node, entry: Entry) -> Problem:
    """`{move: 1 tiles, from a to b}` lacks colons; otherwise the comma was meant to be one of the text."""
    words = entry.key.text.split()
    keys = words[::2]
    if _is_bare(entry) and len(words) in (2, 4) and set(keys) <= _SMALL_KEYS:
        said = ", ".join(f"{key}: {value}" for key, value in zip(keys, words[1::2], strict=True))
        return messages.colons_missing(entry.key.span, said)
    return messages.cut_by_comma(before.span, entry.key.span, "{ }")


def _continues(previous: Entry | None, entry: Entry) -> bool:
    """Whether an entry is the rest of the text before it, which a comma ended."""
    if previous is None:
        return False
    before = _end(previous)
    if not isinstance(before, Scalar) or before.style != "plain":
        return False
    return is_cut_by_comma(before) or (_is_bare(entry) and not before.is_null)


def _end(entry: Entry) -> Node:
    """The text an entry ends with: its value, or its key if that has no value."""
    return entry.key if _is_bare(entry) else entry.value


def _other_sign(entry: Entry) -> Problem | None:
    """`given; {pot: 3}`, which is a longer key for YAML, `do; [end_turn]`, which is the value of the key above, and `-{do: roll}`."""
    key, value = entry.key, entry.value
    if key.style == "plain" and key.span.text[:1] == "-":
        return messages.dash_without_space(Span(key.span.source, key.span.start, key.span.start + 1))
    for text in (key, value):
        found = (
            _SEMICOLON.match(text.span.text) if isinstance(text, Scalar) and text.style == "plain" else None
        )
        if found is not None and found[0] in _known_keys() and (text is key or key.text not in _PROSE):
            return messages.colon_missing(
                Span(text.span.source, text.span.start, text.span.start + found.end())
            )
    return None


@cache
def _known_keys() -> frozenset[str]:
    """Every key of a rulebook, at any level."""
    return frozenset(shapes.schema("rulebook").all_keys())


def _is_name_alone(entry: Entry) -> bool:
    return _is_bare(entry) and not is_cut_by_comma(entry.key) and _other_sign(entry) is None


def _is_bare(entry: Entry) -> bool:
    """Whether a key has not even a colon, like `b` in `{a: 1, b}`."""
    if not (isinstance(entry.value, Scalar) and entry.value.is_null and entry.value.text == ""):
        return False
    span = entry.key.span
    closing = 1 if entry.key.style == "quoted" else 0
    return _COLON.match(span.source.text, span.end + closing) is None


def _goes_on(entry: Entry) -> bool:
    """Whether a comma ended the key; the entry after it is reported."""
    return _is_bare(entry) and is_cut_by_comma(entry.key)


def _nothing(entry: Entry, is_flow: bool, following: Entry | None) -> Problem:
    if is_flow and _is_bare(entry):
        return messages.no_colon(entry.key.text, entry.key.span)
    assert isinstance(entry.value, Scalar)  # only nulls come here
    below = None if is_flow or following is None or entry.value.text else following.key.span
    return messages.nothing_after(entry.key.text, entry.key.span, entry.value.span, below)
