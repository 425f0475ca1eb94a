"""The sort of each name in a text, for its colour."""

from __future__ import annotations

from pathlib import Path

from rulewright.checked.context import Context
from rulewright.editor.desk import Desk
from rulewright.editor.naming.places import uses_in
from rulewright.editor.naming.symbols import Use
from rulewright.editor.texts import path_of
from rulewright.editor.wording import entry_called
from rulewright.language.builtins import AGGREGATE, BUILT_IN_ATTRIBUTES, FUNCTION
from rulewright.rulebook import nodes as rules
from rulewright.source.text import Span

SORTS = (
    "variable",
    "parameter",
    "property",
    "enumMember",
    "enum",
    "function",
    "method",
    "class",
    "namespace",
    "keyword",
    "event",
)
"""The sorts of names, as the protocol calls them."""


def tokens(desk: Desk, path: Path) -> list[tuple[Span, str, bool]]:
    """The names of a text in order: place, sort, and whether it is declared there."""
    path = path.resolve()
    analysis = desk.analysis(path)
    if analysis is None or analysis.checked is None:
        return []
    found: list[tuple[Span, str, bool]] = []
    end = 0
    for use in uses_in(analysis):
        span = use.span
        sort = _sort(analysis.checked, use)
        if sort and path_of(span.source) == path and span.start >= end and "\n" not in span.text:
            found.append((span, sort, use.declares))
            end = span.end
    return found


def _sort(c: Context, use: Use) -> str:
    match use.symbol.sort:
        case "name":
            return _of_name(entry_called(c.book, use.symbol.name))
        case "local":
            return "parameter"
        case "attribute" | "part of a board":
            return "property"
        case "member":
            return "enumMember"
        case "action":
            return "method"
        case "phase" | "file":
            return "namespace"
        case "condition" | "entry":
            return "event"
        case _:
            name = use.symbol.name
            if name in FUNCTION or name in AGGREGATE:
                return "function"
            return "property" if name in BUILT_IN_ATTRIBUTES else "keyword"


def _of_name(entry: rules.Entry | None) -> str:
    match entry:
        case rules.Definition() | rules.Table() | rules.Step():
            return "function"
        case rules.Enum():
            return "enum"
        case rules.Kind() | rules.Board() | rules.Zone():
            return "class"
        case _:
            return "variable"
