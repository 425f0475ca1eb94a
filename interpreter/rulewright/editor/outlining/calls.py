"""Which entries use a definition or a step, and which it uses."""

from __future__ import annotations

from pathlib import Path

from rulewright.editor.analysis import Analysis
from rulewright.editor.desk import Desk
from rulewright.editor.index import index_of
from rulewright.editor.naming.places import family, named_at, uses_in
from rulewright.editor.naming.symbols import Symbol
from rulewright.editor.texts import path_of
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span


@dataclass(frozen=True, slots=True)
class Called:
    """An entry, and the places of the calls in question."""

    name: str
    path: str
    span: Span
    whole: Span
    calls: tuple[Span, ...] = ()


def called_at(desk: Desk, path: Path, offset: int) -> Called | None:
    """The definition, table or step that is named at an offset."""
    found = named_at(desk, path, offset)
    if found is None or found[0].symbol.sort != "name" or found[1].rulebook is None:
        return None
    return _entry(found[1], found[0].symbol.name)


def callers(desk: Desk, path: Path, name: str) -> list[Called]:
    """The entries that use a name, in all files of the game."""
    found: dict[str, list[Span]] = {}
    entries: dict[str, rules.Entry] = {}
    for file in family(desk, path):
        analysis = desk.analysis(file)
        if analysis is None:
            continue
        for use in uses_in(analysis):
            if use.symbol != Symbol("name", name) or use.declares:
                continue
            around = index_of(analysis, path_of(use.span.source)).around(use.span.start)
            entry = around.entry if around is not None else None
            if entry is not None and use.span not in found.setdefault(entry.path, []):
                found[entry.path].append(use.span)
                entries[entry.path] = entry
    return [_called(entries[each], tuple(spans)) for each, spans in found.items() if spans]


def called_by(desk: Desk, path: Path, name: str) -> list[Called]:
    """The definitions, tables and steps that an entry uses."""
    analysis = desk.analysis(path)
    if analysis is None or analysis.rulebook is None:
        return []
    found: dict[str, list[Span]] = {}
    for use in uses_in(analysis):
        if use.symbol.sort == "name" and not use.declares and use.symbol.name != name:
            around = index_of(analysis, path_of(use.span.source)).around(use.span.start)
            if around is not None and around.entry is not None and f".{name}." in f".{around.entry.path}.":
                found.setdefault(use.symbol.name, []).append(use.span)
    entries = ((_entry(analysis, each), spans) for each, spans in found.items())
    return [Called(e.name, e.path, e.span, e.whole, tuple(spans)) for e, spans in entries if e is not None]


def _entry(analysis: Analysis, name: str) -> Called | None:
    book = analysis.rulebook
    for group in (book.definitions, book.steps, book.tables) if book is not None else ():
        if name in group:
            return _called(group[name])
    return None


def _called(entry: rules.Entry, calls: tuple[Span, ...] = ()) -> Called:
    return Called(entry.id, entry.path, entry.span, entry.whole, calls)
