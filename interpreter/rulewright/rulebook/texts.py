"""Reads texts with `<...>` in them: plain parts and expressions in order, each expression with its exact place.

    roll at most <max_rolls> times      ->      ("roll at most ", Name("max_rolls"), " times")

A `<` is plain unless a name follows it directly and a `>` closes it on the same line.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.expression.from_text import parse
from rulewright.problems.problem import Problems
from rulewright.rulebook import nodes
from rulewright.source.text import Span

_PLACEHOLDER: Final = re.compile(r"<([A-Za-z_][^<>\n]*)>")


def from_scalar(scalar: document.Scalar, problems: Problems) -> nodes.Text:
    """The text of a scalar: words as YAML decodes them, placeholders from the slice of the file."""
    parts: list[str | syntax.Expression] = []
    words, done = scalar.text.strip(), 0
    for match in _PLACEHOLDER.finditer(scalar.span.source.text, scalar.span.start, scalar.span.end):
        at = words.find(match.group(), done)
        if at < 0:
            continue
        expression = parse(Span(scalar.span.source, match.start(1), match.end(1)), "shown", problems)
        if expression is None:
            continue
        if at > done:
            parts.append(words[done:at])
        parts.append(expression)
        done = at + len(match.group())
    if done < len(words):
        parts.append(words[done:])
    return nodes.Text(tuple(parts), scalar.span)
