"""Parses texts: reads the raw slice of a rulebook, so that every node knows its exact place in the file.

    expression(span of "me.score >= target", problems)  ->  Compare(">=", Attribute(...), Name("target"))

Every mistake becomes a problem, never an exception.  The parser is built on first use (40 ms), and its tables are kept in the
user's cache folder (then 4 ms; `tables`).  What was parsed is kept by its text, so that after an edit of a file only new expressions
are parsed; the others are moved to where they are now.
"""

from __future__ import annotations

import threading
from functools import cache, lru_cache
from typing import Final, Literal, cast, overload

from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rulewright.expression import messages, nodes, repairs, syntax_hints
from rulewright.expression.building import Builder
from rulewright.expression.children import depth, walk
from rulewright.expression.moving import moved
from rulewright.expression.nodes import Start as Start
from rulewright.expression.tables import parser_with
from rulewright.problems.fix import Fix, rewritten
from rulewright.problems.limits import DEEPEST_EXPRESSION, LONGEST_EXPRESSION
from rulewright.problems.problem import Problems
from rulewright.source.dataclass import replace
from rulewright.source.text import FILES_KEPT, Source, Span

LARGEST: Final = 2**31 - 1
TEXTS_KEPT: Final = 10_000
"""The number of texts whose nodes are kept: those of several of the largest files."""


@overload
def parse(
    span: Span, start: Literal["expr", "place", "shown"], problems: Problems
) -> nodes.Expression | None: ...
@overload
def parse(span: Span, start: Literal["domain"], problems: Problems) -> nodes.Domain | None: ...
@overload
def parse(span: Span, start: Literal["clause"], problems: Problems) -> nodes.Clause | None: ...
@overload
def parse(span: Span, start: Literal["moved"], problems: Problems) -> nodes.Moved | None: ...
@overload
def parse(span: Span, start: Literal["row"], problems: Problems) -> nodes.Row | None: ...
@overload
def parse(span: Span, start: Literal["outcome"], problems: Problems) -> nodes.Outcome | None: ...


def parse(span: Span, start: Start, problems: Problems) -> nodes.Node | None:
    """The node of a slice, parsed by the rule `start`, with spans in the slice's source; None and a problem if it cannot be parsed."""
    if span.end - span.start > LONGEST_EXPRESSION:
        problems.add(messages.too_long(span, LONGEST_EXPRESSION))
        return None
    try:
        node = _parsed(span, start)
    except UnexpectedInput as mistake:
        found = syntax_hints.explain(span, start, _place(mistake, span), _expected(mistake))
        problems.add(replace(found, fix=_fix(span, start)))
        return None
    if _beyond_limits(node, span, problems):
        return None
    return node


def _fix(span: Span, start: Start) -> Fix | None:
    """A fix with the first rewrite of the text that can be parsed; None if there is none."""
    for text in repairs.rewrites(span.text):
        try:
            _parsed(Span(Source(span.file, text), 0, len(text)), start)
        except UnexpectedInput:
            continue
        return rewritten(span, text).trimmed()
    return None


def _parsed(span: Span, start: Start) -> nodes.Node:
    if span.end - span.start == len(span.source.text):
        return _parsed_now(span, start)  # typed, and no part of a file
    parsed, place = _parsed_before(span.source), (span.start, span.end, start)
    if place not in parsed:
        parsed[place] = _parsed_now(span, start)
    return parsed[place]


@lru_cache(maxsize=FILES_KEPT)
def _parsed_before(source: Source) -> dict[tuple[int, int, Start], nodes.Node]:
    """The nodes parsed from a file so far, by place: each of its variants parses the same texts again."""
    return {}


def _parsed_now(span: Span, start: Start) -> nodes.Node:
    return moved(_parsed_anywhere(span.text, start), span.source, span.start)


@lru_cache(maxsize=TEXTS_KEPT)
def _parsed_anywhere(text: str, start: Start) -> nodes.Node:
    """The node of a text, with places in the text alone."""
    with _one_at_a_time:
        return cast(nodes.Node, _parser().parse(text, start=start))


_one_at_a_time = threading.Lock()
"""Lark keeps one builder for a parser."""


@cache
def _parser() -> Lark:
    return parser_with(Builder())


def _place(mistake: UnexpectedInput, span: Span) -> int:
    """The offset in the source of the first word that does not fit; the slice's end if the text is only too short."""
    if isinstance(mistake, UnexpectedToken) and mistake.token.type == "$END":
        return span.end
    return span.start + cast(int, mistake.pos_in_stream)


def _expected(mistake: UnexpectedInput) -> frozenset[str]:
    """The names of the grammar's terminals that would be allowed there."""
    if isinstance(mistake, UnexpectedToken):
        return frozenset(mistake.accepts or mistake.expected)
    if isinstance(mistake, UnexpectedCharacters):
        return frozenset(mistake.allowed or ())
    return frozenset()


def _beyond_limits(node: nodes.Node, span: Span, problems: Problems) -> bool:
    length = span.end - span.start
    if length > DEEPEST_EXPRESSION and depth(node) > DEEPEST_EXPRESSION:
        problems.add(messages.too_deep(span, DEEPEST_EXPRESSION))
        return True
    if length < len(str(LARGEST)):
        return False
    too_large = [part for part in walk(node) if isinstance(part, nodes.Number) and part.value > LARGEST]
    for number in too_large:
        problems.add(messages.number_too_large(number.span, LARGEST))
    return bool(too_large)
