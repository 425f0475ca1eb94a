"""Messages about the shape of a rulebook's parts: one function for each mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.document import nodes as document
from rulewright.expression.words import RESERVED, is_taken
from rulewright.problems.fix import respelled, rewritten
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import listed, shortened
from rulewright.problems.templates import Parts, message
from rulewright.rulebook.assignments import Assignment
from rulewright.source.text import Span


def wrong_shape(node: document.Node, expected: str) -> Problem:
    found = {document.Scalar: "a single value", document.Sequence: "a list", document.Mapping: "a mapping"}
    return Problem(
        "wrong-shape",
        f"{expected} is expected here, not {found[type(node)]}",
        node.span.first_line,
        help="a comma, a bracket or a colon inside { } may have cut a text in two: write it on lines of its own"
        if isinstance(node, document.Mapping)
        else "",
    )


@message
def no_phase(span: Span) -> None: ...


@message
def no_preference(span: Span, strategy: str, key: str) -> Parts:
    mixes = key == "mix"
    return {
        "does": "mixes" if mixes else "prefers",
        "what": "how much it weighs" if mixes else "how much it is worth",
        "example": "mix: {bet: 1, check: 2}" if mixes else "prefer: {hold: pot >= 20}",
    }


@message
def nothing_written(span: Span, expected: str) -> None: ...


@message
def unknown_key(key: document.Scalar, what: str, keys: Sequence[str]) -> Parts:
    near = nearest(key.text, keys)
    return {
        "label": f"did you mean `{near}`?" if near else "not known here",
        "fix": respelled(key.span, keys),
    }


@message
def missing_key(span: Span, what: str, key: str) -> None: ...


def one_of_missing(span: Span, what: str, keys: Sequence[str]) -> Problem:
    needed = listed(keys, "or")
    return Problem("missing-key", f"{what} needs {needed}", span.first_line, label="none of them is here")


@message
def exclude_each_other(second: document.Scalar, keys: Sequence[str], what: str) -> Parts:
    return {"label": f"`{keys[0]}` is there already"}


@message
def needs_other_key(key: document.Scalar, other: str, what: str) -> None: ...


@message
def too_much_written(span: Span, most: int) -> None: ...


def not_a_name(scalar: document.Scalar, what: str) -> Problem:
    reserved = is_taken(scalar.text)
    owner = "the language" if scalar.text in RESERVED else "YAML"
    reason = f"a word of {owner}" if reserved else "no name"
    return Problem(
        "bad-name",
        f"`{shortened(scalar.text)}` is {reason}; the name of {what} is expected here",
        scalar.span,
        label="choose another name" if reserved else "not a name",
        help="names are letters, digits and `_`, and do not begin with a digit",
        fix=rewritten(scalar.span, scalar.text.replace("-", "_"))
        if re.fullmatch(r"[A-Za-z]\w*(?:-\w+)+", scalar.text, re.ASCII)
        else None,
    )


@message
def not_among(scalar: document.Scalar, key: str, allowed: Sequence[str]) -> Parts:
    near = nearest(scalar.text, allowed)
    return {
        "label": f"did you mean `{near}`?" if near else "",
        "help": f"write {listed(allowed, 'or')}",
        "fix": respelled(scalar.span, allowed),
    }


@message
def faces_are_a_range(span: Span, meant: str) -> None: ...


@message
def not_a_whole_number(scalar: document.Scalar, what: str) -> None: ...


@message
def not_numbers_of_players(span: Span, most: int, meant: str = "") -> Parts:
    """`meant` is the range that was surely meant."""
    return {
        "help": f"write `{meant}`" if meant else "write `4`, `2..6`, or a list such as [2, 3, 4, 6]",
        "fix": rewritten(span, meant) if meant else None,
    }


@message
def escaped_expression(span: Span) -> None: ...


@message
def case_without_when(span: Span) -> None: ...


# ----------------------------------------------------------------------------------------------- effects


@message
def written_apart(span: Span, effect: str) -> None: ...


@message
def nothing_is_set(span: Span, sets: Assignment) -> None: ...


def _goes_on(span: Span) -> tuple[Note, ...]:
    """The second line of a text, which was perhaps meant as an entry of its own."""
    start = span.text.find("\n")
    rest = span.text[start:].lstrip() if start >= 0 else ""
    at = span.end - len(rest)
    return (Note(Span(span.source, at, span.end), "read as part of the text above"),) if rest else ()


@message
def not_a_step(span: Span, verb: str, *, certain: bool = False) -> Parts:
    """`verb` is the effect to write, `certain` if it is all that the author wrote."""
    return {
        "label": "not a step" if verb else "",
        "help": f"write `{verb}`" if verb else "write a step as `refill` or `cover(those)`",
        "notes": _goes_on(span),
        "fix": rewritten(span, verb) if certain and "," not in span.text else None,
    }


# ----------------------------------------------------------------------------------------------- examples


@message
def one_thing_a_step(span: Span, found: Sequence[str]) -> None: ...


@message
def empty_step(span: Span) -> None: ...
