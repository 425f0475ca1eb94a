"""Messages about the text of an expression: one function for each mistake."""

from __future__ import annotations

import re

from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import shortened
from rulewright.problems.templates import Parts, message
from rulewright.source.dataclass import replace
from rulewright.source.text import Span


@message
def too_long(span: Span, longest: int) -> Parts:
    return {
        "text": f"this expression has {span.end - span.start} characters; {longest} are the most",
        "place": Span(span.source, span.start, span.start + 1),
    }


@message
def too_deep(span: Span, deepest: int) -> None: ...


@message
def number_too_large(span: Span, largest: int) -> None: ...


@message
def mixed_and_or(span: Span, other: Span) -> None: ...


@message
def chained_comparison(span: Span, other: Span) -> Parts:
    middle = span.source.text[other.end : span.start].strip()
    twice = f"write `... {other.text} {middle} and {middle} {span.text} ...`"
    between = _between(span, other)
    return {
        "help": (
            (twice + (f", or `{middle} in {between}`, where both ends count" if between else ""))
            if {other.text, span.text} <= {"<", "<=", ">", ">="}
            else "write two comparisons joined by `and`"
        )
    }


def _between(span: Span, other: Span) -> str:
    """The range of `1 < x < 4`, both ends of which count: `2..3`; empty where an end is no plain number."""
    text = span.source.text
    left = re.search(r"""(?:^|[(,{\[:"]|\b(?:and|or|not))\s*([0-9]+)\s*$""", text[: other.start])
    right = re.match(r"""\s*([0-9]+)\s*(?:\Z|[,)}\]#\n"]|and\b|or\b)""", text[span.end :])
    if left is None or right is None or other.text[0] != span.text[0]:
        return ""
    rises = 1 if other.text[0] == "<" else -1
    first = int(left[1]) + (0 if "=" in other.text else rises)
    last = int(right[1]) - (0 if "=" in span.text else rises)
    low, high = sorted((first, last))
    return f"{low}..{high}" if (last - first) * rises > 0 else ""


def slip(span: Span, message: str, help: str, label: str = "") -> Problem:
    """A habit from another language: `message` describes it, `help` shows how to write it."""
    return Problem("syntax", message, span, label=label or "here", help=help)


@message
def unclosed(opening: Span, last: Span) -> Parts:
    """`last` is the end of the text, which may be lines away."""
    return {"notes": _if_on_another_line(opening, last, "the text ends with this")}


def with_bracket(problem: Problem, bracket: Span | None, words: str) -> Problem:
    """The problem with a note on a parenthesis on another line, unless it has a note already."""
    if bracket is None or problem.notes or bracket.line == problem.line:
        return problem
    return replace(problem, notes=(Note(bracket, words),))


@message
def stray_for(span: Span, before: Span | None) -> Parts:
    """`before` is a parenthesis that ends right before the `for`, which is then outside it."""
    return {
        "notes": (
            () if before is None else _if_on_another_line(span, before, "the parenthesis before it ends here")
        )
    }


@message
def never_opened(closing: Span) -> None: ...


@message
def ends_too_early(last: Span, expected: str, help: str = "") -> Parts:
    return {"help": help}


@message
def nothing_written(span: Span, expected: str) -> None: ...


@message
def reserved_word(span: Span, expected: str) -> None: ...


@message
def side_by_side(first: Span, second: Span, help: str = "") -> Parts:
    return {"help": help}


def not_expected(span: Span, expected: str, help: str) -> Problem:
    message = f"`{shortened(span.text)}` is not allowed here"
    return Problem("syntax", message, span, label=f"{expected} is expected", help=help)


def _if_on_another_line(span: Span, other: Span, text: str) -> tuple[Note, ...]:
    return (Note(other, text),) if other.line != span.line else ()
