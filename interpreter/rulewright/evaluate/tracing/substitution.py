"""Expressions with the values of their parts put in.

    p.top >= doubling_at      ->      33 >= 80              gain(card, at, 1)      ->      gain(card 16, e1, 1)

Operators inside are filled in their turn, so that `a + b >= c` becomes `3 + 4 >= 5`.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.evaluate.tracing.parts import SIMPLE, core, parts_of
from rulewright.evaluate.tracing.recorder import Seen
from rulewright.evaluate.tracing.words import DOMAINS, Words, is_authors, text_at, without_brackets
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.source.text import Span


def filled(words: Words, seen: Seen) -> str:
    """The text of an expression with the values of its parts put in; empty if that says nothing new."""
    text = without_brackets(_with_values(words, seen)) if is_authors(seen.node) else ""
    return "" if text == text_at(seen.node.span) else text


def _with_values(words: Words, seen: Seen) -> str:
    span: Span = seen.node.span
    text, end = "", span.start
    source = span.source.text
    for start, stop, new in sorted(set(_fillings(words, seen, span))):
        if start < end:
            continue
        before, after = source[end:start], stop
        if _bracketed(source, span, start, stop) and before.endswith("(") and " " not in new:
            before, after = before[:-1], stop + 1
        text += before + new
        end = after
    return " ".join((text + source[end : span.end]).split())


def _fillings(words: Words, seen: Seen, span: Span) -> Iterator[tuple[int, int, str]]:
    """(start, end, what is put there) for each part."""
    for part in parts_of(seen):
        at: Span = part.node.span
        if at.source is not span.source or not span.start <= at.start <= at.end <= span.end:
            continue
        new = _put_in(words, part)
        type_ = words.type_of(part) if part.known else None
        if span.source.text[at.end : at.end + 1] == "." and not isinstance(type_, types.Player | types.Team):
            continue
        if new is not None:
            yield at.start, at.end, new


def _put_in(words: Words, seen: Seen) -> str | None:
    if seen.hidden:
        return "?"
    if not seen.known:
        return None
    inner = core(seen)
    if isinstance(inner.node, DOMAINS):
        return _elements_put_in(words, inner)
    opened = type(inner.node) in SIMPLE - {ir.Otherwise} and not isinstance(seen.value, bool)
    if opened:
        text = _with_values(words, inner)
        if without_brackets(text) != text_at(inner.node.span):
            return text
    return words.written(words.type_of(seen), seen.value)


def _elements_put_in(words: Words, seen: Seen) -> str | None:
    if isinstance(seen.node, ir.Between | ir.Members | ir.Subsets):  # whose ends, or names, say more
        return None
    return words.written(words.type_of(seen), tuple(seen.value))


def _bracketed(source: str, span: Span, start: int, stop: int) -> bool:
    """Whether these characters stand in brackets of their own, which are no list of arguments."""
    if not (span.start < start and stop < span.end and source[start - 1] == "(" and source[stop] == ")"):
        return False
    before = source[span.start : start - 1]
    return not before or not (before[-1].isalnum() or before[-1] in "_)")
